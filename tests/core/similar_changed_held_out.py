"""The same as ``changed_pairs``, written before tuning and never looked at while tuning."""

# ruff: noqa: E501 - a pair a line

from __future__ import annotations

ZH = """
web | 首頁輪播只放三張圖 | | 首頁輪播三張就好 => 首頁輪播改放五張 | 輪播放到五張吧
web | 網站只支援淺色模式 | 設計稿出來之前 | 設計稿出來前先做淺色就好 => 網站支援深色模式 | 深色的設計稿出來了，深色模式可以上了
web | 圖片一律用 PNG | | 圖都存 PNG => 圖片改用 WebP | 圖片以後出 WebP
db | 查詢超過兩秒要記到慢查詢 | | 超過兩秒的 query 記下來 => 慢查詢的門檻降到一秒 | 慢查詢改抓一秒的
db | 報表從正式庫直接撈 | 讀取副本還沒建好 | 副本還沒建好，報表先從正式庫撈 => 報表改從讀取副本撈 | replica 好了，報表不要再打正式庫
data | 每日報表早上九點寄給主管 | | 日報九點寄給主管 => 每日報表改成下午五點寄 | 日報改下午五點
data | 流失率用三十天沒登入來算 | | 三十天沒登入就算流失 => 流失改以六十天計算 | 流失以後看六十天
security | 密碼九十天要換一次 | | 密碼九十天換 => 密碼不再定期更換，改用兩步驟驗證 | 密碼不用再定期換了，開兩步驟就好
security | 外包人員不能進機房 | | 外包不准進機房 => 外包人員有人陪同可以進機房 | 外包以後有人陪就可以進
qa | 回歸測試發版前人工跑一輪 | 自動化還沒寫完 | 自動化還沒寫完，發版前先人工跑 => 回歸測試由自動化跑，不再人工 | 自動化寫完了，回歸不用再人工跑
qa | 嚴重 bug 要在四小時內修 | | 嚴重的四小時內要修好 => 嚴重 bug 改為兩小時內修復 | 嚴重的縮短成兩小時
team | 站會早上九點半，線上開 | | 站會九點半線上 => 站會改成早上十點，進辦公室開 | 站會以後十點，大家進辦公室
team | 週五在家上班 | | 禮拜五都在家上班 => 週五要進辦公室，改週三在家 | 在家上班改到禮拜三
 | 寫給我的摘要不超過五行 | | 摘要五行以內 => 摘要可以寫到十行 | 摘要放寬到十行
 | 程式碼註解用英文 | | 註解寫英文 => 程式碼註解改用中文 | 註解改回中文好了
account | 零用金每筆上限兩千 | | 零用金一筆兩千以內 => 零用金上限調到三千 | 零用金提高到三千
account | 供應商貨款月底匯 | | 貨款月底匯 => 供應商貨款改為每月十號匯款 | 貨款以後十號匯
account | 出差報支附紙本收據 | | 出差的收據要紙本 => 出差報支改附電子收據 | 出差收據以後電子的就行
store | 門市晚上九點打烊 | 百貨整修期間 | 百貨在整修，九點先打烊 => 門市恢復晚上十點打烊 | 整修完了，恢復十點打烊
store | 試衣一次最多三件 | | 試穿一次三件 => 試衣間開放一次五件 | 試穿改五件
store | 現場只收現金 | 刷卡機送修 | 刷卡機送修，先收現金 => 現場可以刷卡了 | 刷卡機修好了，可以刷卡
clinic2 | 洗牙半年約一次 | | 洗牙半年一次 => 洗牙改為三個月一次 | 牙周的要三個月洗一次，不要再半年
clinic2 | 夜診到九點 | | 夜診看到九點 => 夜診取消 | 夜診以後不開了
garden | 陽台的花每天早上澆水 | 夏天 | 夏天每天早上澆花 => 陽台的花改成三天澆一次 | 天氣涼了，花三天澆一次就好
kids | 女兒鋼琴課在週六上午 | | 鋼琴禮拜六早上 => 女兒的鋼琴課換到週日下午 | 鋼琴課換禮拜天下午
kids | 小孩平日不能玩電動 | | 平日不給玩電動 => 小孩平日寫完作業可以玩半小時電動 | 作業寫完以後可以玩半小時了
food | 我不吃辣 | 胃炎好之前 | 胃炎還沒好，先不吃辣 => 可以吃辣 | 胃好了，辣的可以點了
food | 咖啡只喝無咖啡因的 | | 咖啡都點無咖啡因 => 咖啡喝一般的就好 | 咖啡換回一般的
car | 車子停在 B2 的 37 號 | | 車位 B2 37 號 => 車位換到 B1 的 12 號 | 車位抽到新的，換到 B1 12 號
gym | 每週一三五晚上去健身房 | | 一三五晚上健身 => 健身改成二四早上 | 健身房改二四早上去
"""

EN = """
web | The home page carousel shows three images | | three images in the carousel => The carousel shows five images | let's go to five pictures in the carousel
web | Support light mode only | until the dark designs exist | light mode only until we have dark designs => Dark mode is supported | the dark designs are here, ship dark mode now
web | Images are PNG files | | save images as PNG => Images are WebP from now on | export images as WebP from now on
db | Log queries slower than two seconds | | log any query above two seconds => The slow query threshold is one second | slow queries: lower it to one second
db | Reports read from the primary database | the replica isn't ready | read reports from the primary, the replica isn't ready => Reports read from the replica | the replica is up, reports shouldn't hit the primary any more
data | Mail the daily report to managers at nine | | daily report at nine => The daily report goes out at 5 pm | move the daily report to five in the afternoon
data | Churn means thirty days without a login | | thirty days without login is churn => Churn is counted after sixty days | count churn at sixty days from now on
security | Passwords expire after ninety days | | passwords expire after 90 days => Passwords no longer expire, two-factor is on | no more password expiry
security | Contractors may not enter the server room | | no contractors in the server room => Contractors may enter the server room when accompanied | contractors can now go into the server room with someone
qa | Run the regression suite by hand before releases | automation isn't finished | automation isn't finished, do regression by hand => Regression runs automatically | automation is done, stop running regression by hand
qa | Critical bugs are fixed within four hours | | four hours for critical bugs => Critical bugs are fixed within two hours | shorten it to two hours for critical bugs
team | Stand-up is at 9:30 online | | standup at 9:30 online => Stand-up is at ten in the office | standup moves to ten, in the office
team | We work from home on Fridays | | Fridays are home office => Home office moves to Wednesdays | home office is now on Wednesday instead
 | Summaries for me have at most five lines | | five lines at most for summaries => Summaries may have ten lines | summaries can be longer now, ten lines
 | Code comments are in English | | comments in English => Write code comments in French | comments go back to French
account | Petty cash is limited to 50 per purchase | | petty cash up to 50 => Petty cash goes up to 80 | raise petty cash to 80
account | Suppliers are paid at the end of the month | | pay suppliers at month end => Suppliers are paid on the tenth | pay suppliers on the tenth from now on
account | Travel claims need paper receipts | | paper receipts for travel => Electronic receipts are enough for travel claims | travel receipts no longer have to be paper
store | The shop closes at nine | while the mall is being renovated | close at nine while the mall is renovated => The shop closes at ten again | renovation is over, we close at ten again
store | At most three items in the fitting room | | three items in the fitting room => Five items are fine in the fitting room | allow five items for fitting now
store | Cash only | the card reader is in repair | card reader is in repair so cash only => Cards are accepted | the card reader is fixed
dental | Book teeth cleaning twice a year | | cleaning every half year => Teeth cleaning every three months | change cleaning to every three months
dental | Evening hours until nine | | open till nine in the evening => Evening hours are cancelled | no more evening hours
garden | Water the balcony flowers every morning | in summer | water flowers each morning in summer => Water the balcony flowers every third day | it's cooler, flowers only need water every three days now
kids | Piano lessons are on Saturday mornings | | piano on Saturday morning => Piano lessons are on Sunday afternoons | piano was moved to Sunday afternoon
kids | No video games on school days | | no games on weekdays => Half an hour of video games after homework on school days | games are ok now after homework, half an hour
food | Nothing spicy for me | until my stomach is better | nothing spicy until my stomach is better => Spicy food is fine | my stomach is fine again, spicy is ok
food | I drink decaf only | | only decaf for me => Regular coffee is fine, no more decaf | back to regular coffee, no decaf
car | The car is parked in B2, spot 37 | | my spot is B2 37 => The parking spot is now B1, spot 12 | I got a new spot, B1 12
gym | Gym on Monday, Wednesday and Friday evenings | | gym Mon Wed Fri in the evening => Gym on Tuesday and Thursday mornings | gym switched to Tuesday and Thursday mornings
"""

ZH_FRESH = """
web | 頁尾改放公司統編 | 頁尾以後要放統編
web | 表單送出後改成跳轉到感謝頁 | 送出以後改跳感謝頁
db | 資料表名稱改用單數 | 表名以後用單數
data | 看板改用 Metabase 做 | 看板以後用 Metabase
security | 離職當天就停權，不再等月底 | 離職當天停權，不要再拖到月底
qa | 測試帳號改成每個人一組 | 測試帳號以後一人一組
team | 下午茶改成每個月一次 | 下午茶以後一個月一次
 | 以後信件都用正式語氣 | 信以後寫正式一點
account | 記帳軟體換成新版的 | 記帳換新軟體了
store | 會員點數改成一年到期 | 點數以後一年就到期
clinic2 | 掛號費調成兩百元 | 掛號費從下個月起兩百
garden | 堆肥桶換到後院 | 堆肥桶搬到後院了
kids | 兒子不再搭校車 | 兒子以後不搭校車了
food | 水果改買有機的 | 以後水果買有機
car | 加油改去中油 | 加油以後去中油
"""

EN_FRESH = """
web | The footer now shows the company number | put the company number in the footer from now on
web | Forms redirect to a thank-you page from now on | forms should redirect to a thank-you page now
db | Table names switch to singular | use singular table names from now on
data | Dashboards are built in Metabase now | we moved dashboards to Metabase
security | Accounts of leavers are closed the same day from now on | stop waiting for the end of the month to close accounts
qa | Everyone has a test account of their own now | no more shared test account
team | Team lunch is once a month from now on | team lunch moves to once a month
 | Letters are in a formal tone from now on | make letters more formal from now on
account | Bookkeeping switches to the new software | we switched bookkeeping software
store | Loyalty points expire after a year now | points now expire after one year
dental | The registration fee is now 20 euros | registration fee goes up to 20
garden | The compost bin is behind the house now | moved the compost bin behind the house
kids | Tom no longer takes the school bus | no more school bus for Tom
food | Buy organic fruit from now on | fruit should be organic from now on
car | Refuel at the station on Main Street from now on | I switched to the station on Main Street
"""

ZH_OTHERS = """
web | 按鈕文字用動詞開頭 | | 按鈕用動詞開頭
db | 資料表都要有建立時間 | | 每張表都要建立時間
data | 報表的數字不四捨五入 | | 數字不要四捨五入
security | 筆電要開硬碟加密 | | 筆電都要加密
qa | bug 單要附重現步驟 | | 開單要寫重現步驟
team | 請假前一天在群組說 | | 請假前一天講
account | 發票月底前交給會計 | | 發票月底前交
store | 贈品每人限領一份 | | 贈品一人一份
clinic2 | 初診要帶健保卡 | | 初診帶健保卡
kids | 女兒對花生過敏 | | 女兒不能吃花生
food | 晚餐六點半開飯 | | 六點半吃飯
car | 車子每五千公里保養 | | 五千公里保養一次
"""

EN_OTHERS = """
web | Button labels start with a verb | | verbs first on buttons
db | Every table has a creation time | | creation time on each table
data | Report numbers are not rounded | | never round report numbers
security | Laptops have encrypted disks | | encrypt all laptops
qa | Bug reports need steps to reproduce | | steps to reproduce in each bug
team | Announce leave a day before in the channel | | tell the channel a day before
account | Hand in invoices before the end of the month | | invoices before month end
store | One free gift per customer | | one gift each
dental | Bring the insurance card on the first visit | | insurance card at the first visit
kids | Ann is allergic to peanuts | | no peanuts for Ann
food | Dinner is at half past six | | dinner at 6:30
car | Service the car every 5000 kilometres | | service each 5000 km
"""
