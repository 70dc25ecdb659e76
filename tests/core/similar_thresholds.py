"""Pairs of rules with a number, older one first. ``REPLACED``: the threshold is another. ``BESIDE``: both hold.

The rules were made looking at these; those of ``similar_thresholds_held_out`` were first measured when they were made.
"""

from __future__ import annotations

Pair = tuple[str, str]

EN_REPLACED: list[Pair] = [
    ("Refunds over 3000 need a manager's approval", "Refunds over 5000 need a manager's approval"),
    ("Free shipping from 50 euros", "Free shipping from 80 euros"),
    ("At most 5 files a PR", "At most 10 files a PR"),
    ("Timeout is 10 seconds", "Timeout is 30 seconds"),
    ("Goods can be returned within 7 days", "Goods can be returned within 14 days"),
    ("Keep a table for fifteen minutes", "Keep a table for ten minutes"),
    ("Members get 10% off", "Members now get 15% off"),
    ("Orders over 1,000 dollars need a deposit", "Orders over 2,000 dollars need a deposit"),
    ("Retry failed requests 3 times", "Retry failed requests 5 times"),
    ("Uploads above 20 MB are refused", "Uploads above 50 MB are refused"),
    ("If an order is over 200 euros, call the customer", "If an order is over 500 euros, call the customer"),
    ("The deposit is 30%", "The deposit is 50%"),
    ("Delete logs older than 90 days", "Delete logs older than 30 days"),
    ("Invoices are due after 30 days", "Invoices are due after 14 days"),
    ("Sessions expire after 30 minutes", "Sessions expire after 2 hours"),
]

EN_BESIDE: list[Pair] = [
    ("Refunds over 3000 need a manager's approval", "Refunds over 8000 need the director's approval"),
    ("Passwords have at least 8 characters", "Passwords have at most 64 characters"),
    ("Team 8 answers within 2 days", "Team 9 answers within 2 days"),
    ("Release 3 needs two approvals", "Release 4 needs two approvals"),
    ("Orders over 50 euros get 5% off", "Orders over 100 euros get 10% off"),
    ("Orders under 50 euros pay for shipping", "Orders over 50 euros ship free"),
    ("At most 5 files a PR", "At most 400 lines a PR"),
    ("Port 8080 is for the API", "Port 8081 is for the API"),
    ("Adults pay 300 dollars", "Children pay 150 dollars"),
    ("Cancel jobs of ticket 311 after 5 minutes", "Cancel jobs of ticket 312 after 5 minutes"),
    ("Parcels weigh at most 20 kg", "Parcels measure at most 60 cm"),
    ("The outage lasted 3 hours", "The outage lasted 5 hours"),
    ("Node 18 images are kept for 30 days", "Node 20 images are kept for 30 days"),
    ("We bought 5 chairs", "We bought 8 chairs"),
    ("Keep backups for 30 days", "Keep invoices for 10 years"),
]

ZH_REPLACED: list[Pair] = [
    ("退款超過三千元要主管核准", "退款超過五千元要主管核准"),
    ("會員打 8 折", "會員打 9 折"),
    ("運費滿 1000 元免運", "運費滿 2000 元免運"),
    ("訂位保留十五分鐘", "訂位保留十分鐘"),
    ("七天內可退", "十四天內可退"),
    ("退款超過 3,000 元要主管核准", "退款超過五千元要主管核准"),
    ("一個 PR 最多 5 個檔案", "一個 PR 最多 10 個檔案"),
    ("逾時是 10 秒", "逾時改成 30 秒"),
    ("訂金三成", "訂金五成"),
    ("如果金額超過一萬元，要店長簽名", "如果金額超過兩萬元，要店長簽名"),
    ("六歲以下免費", "十二歲以下免費"),
    ("外送低於 300 元不送", "外送低於 500 元不送"),
    ("員工生日券 100 元", "員工生日券 200 元"),
    ("會員八折", "會員現在打八五折"),
    ("失敗重試 3 次", "失敗重試 5 次"),
]

ZH_BESIDE: list[Pair] = [
    ("退款超過三千元要主管核准", "退款超過八千元要總監核准"),
    ("滿 1000 元打 9 折", "滿 2000 元打 8 折"),
    ("密碼至少 8 個字", "密碼最多 64 個字"),
    ("第 8 組兩天內回覆", "第 9 組兩天內回覆"),
    ("團隊 8 每單限 3 件", "團隊 9 每單限 3 件"),
    ("六歲以下免費", "六歲以上半價"),
    ("4 人座保留 10 分鐘", "6 人座保留 10 分鐘"),
    ("包裹上限 20 公斤", "包裹上限 60 公分"),
    ("一個 PR 最多 5 個檔案", "一個 PR 最多 400 行"),
    ("大人 300 元", "小孩 150 元"),
    ("3 樓會議室可坐 8 人", "5 樓會議室可坐 8 人"),
    ("VIP 打 8 折", "員工打 7 折"),
    ("備份保留 30 天", "發票保留 10 年"),
    ("3 號店滿 500 元免運", "5 號店滿 500 元免運"),
    ("1.2 版逾時 10 秒", "1.3 版逾時 10 秒"),
]
