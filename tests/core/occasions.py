"""Sentences of one occasion, and rules that look like one, written before the word lists were fitted to either half.

``SEEN`` may be looked at when the lists are changed, ``HELD_OUT`` is only counted. In ``ONCE`` the words hold for this
time only; in ``LASTING`` they are a rule, a fact or a condition, however tempting. ``LATER`` was written against the
finished lists, to see where they end.
"""

from __future__ import annotations


def _lines(text: str) -> list[str]:
    return text.strip().splitlines()


ONCE_ZH_SEEN = _lines("""
這張 PR 急著要上，測試先跳過
這筆訂單地址打錯了，幫他改寄到公司
這位客人等太久了，飲料招待他
那位先生是老闆的朋友，訂金免了
這封信直接回英文
那份報告主管急著看，先不用排版
這場比賽下雨，改到室內打
這台相機有刮傷，便宜兩千賣他
那趟高鐵改搭自由座
這幾張發票日期寫錯了，重開就好
這件外套客人說送禮，幫他包起來
這批貨有瑕疵，先不要上架
這篇文章主編看過了，不用再送審
這頓我請，不要算進公費
那通電話我來回就好
明天停電，便當改訂外面的
後天全校段考，社團停一次
今晚我會晚到，門幫我留著
明早要趕飛機，鬧鐘五點半
下禮拜三董事會，會議室先不要借人
下週五補班，打卡照平日
這禮拜六要搬家，不用叫我起床
這個星期日回南部，花請鄰居澆
12 號那天健檢，早餐不用準備
十五號那天工人要來，別排課
今天客人多，外帶就不附湯了
今天早上的會我不去，紀錄傳給我
今天下班前的單都算昨天的價
這次就用現金付
這次例外，讓他們先進場
看在老客戶的份上，破例收一次現金
名額已經滿了，這兩個學生通融一下
僅此一次，下回要照程序走
最後一次，再晚交就零分
就這一份，用紙本簽
就這兩天的單，運費我們吸收
那次聚餐的錢我出，不要報帳
這個月薪水提前到三號發
這禮拜的讀書會延後一天
他這件急件插隊先做
""")

ONCE_ZH_HELD_OUT = _lines("""
這張單先幫我壓著，客人還在考慮
這支影片廠商自己會配字幕，我們就不做了
這位是記者，讓她直接進來不用登記
這份合約對方改了用詞，照他們的版本走
這筆款項走我個人帳戶，公司帳先不記
那桌的小菜是送的，不要打進去
那包裹放管理室就好，不用打給我
這封客訴我親自回，你不要動
這幾筆退款銀行那邊卡住，直接匯給他們
那場講座沒有麥克風，直接用喊的
這趟出差帶小孩，訂家庭房
這盒蛋糕摔到了，算半價
那位同學發燒，讓他在家考
這件案子法院催得急，今晚就送出去
那兩箱先放門口，人來了再搬
這回換我開車，你休息
明天早自習改成打疫苗，點名不用了
明天颱風假，信都後天再寄
後天小朋友發表會，安親班幫我請假
今晚跨年，店開到兩點
明晚有客人，洗碗機先不要開
明天下午那節借給數學老師
下禮拜一國定假日，垃圾不用拿出來
下週四總公司來查，桌上東西收乾淨
這週三我請特休，電話轉給小芬
這個禮拜五提早一小時打烊
這星期二的瑜珈課停一次
20 號那天包場，不收散客
今天冷氣壞了，制服不用穿外套
今天最後一班車改十點開
今天這鍋湯太鹹，不要賣了
這次交換禮物預算拉到一千
這次先放他一馬，不記警告
他是第一次遲到，破例不扣錢
這個案例特殊，通融讓他補件
下不為例，這個洞先用手動補
最後一次幫你改 deadline，寫進行事曆
就這一趟，油錢你先墊
這個月的管理費晚兩天收
他那張考卷沒寫名字，不要扣分
""")

LASTING_ZH_SEEN = _lines("""
這個專案用 pnpm
這張表的欄位都用 snake_case
今天起改用新的請假單
週會改禮拜四
部署時間是每週五
從明天開始都走新流程
這個月起每天要填工時
下週一開始，早會改九點
明天起門禁換密碼，都用員工證進出
這支 API 一律要帶 token
這台印表機只印黑白
那台伺服器不能重開機
這位客戶都是月結
這份文件是給新人看的，用字要簡單
這間會議室不能吃東西
這條路線都要繞過學校
這本帳只記現金
那家供應商不能刷卡
這組帳號只給外包用
禮拜六不送貨
每個月 15 號發薪水
每週三是無肉日
星期天店休
每天晚上十點備份
每次部署完要在頻道講一聲
日報的標題放今天的日期
每天早上把今天的行程傳給我
晚上九點前要把明天的班表貼出來
今天開會決定，文件都放 Notion
昨天跟老闆談好了，差旅費實報實銷
這次事故的教訓是，資料表要先備份再改
例外一律往上拋，不要吞掉
例外訊息要寫清楚
誰來都不准破例
退貨沒有例外，都要附發票
禮拜五之前不要動 billing
明天中午以前資料先不要刪
這個網站的字型用思源黑體
這個功能只開給付費會員
我們這邊的慣例是先報價再排程
""")

LASTING_ZH_HELD_OUT = _lines("""
這個 repo 的分支都從 develop 開
這張桌子是給輪椅用的，不要擋住
今天開始，收據都掃描存雲端
例會改到每個月第一個禮拜二
從下個月起房租匯到新帳戶
從這學期開始，作業都交到平台上
九月一號起停車要收費
下禮拜開始早餐店不接外送
這支程式只能在內網跑
這台車只加九五
這位醫師只看下午的診
那份範本是舊的，一律用新的
這間倉庫溫度維持十八度
那個帳號是唯讀的，不要改密碼
這款杯子不能微波
這條產線不做客製
禮拜一公休
週末不回訊息
每月 5 號以前交報帳
每個禮拜天大掃除
星期四是垃圾回收日
每天下班前把明天要用的料退冰
檔名裡放今天的日期，像 0305 這樣
每天睡前提醒我明天的課表
今天跟廠商講好了，以後都貨到付款
今天才知道她對花生過敏，點心不要有花生
上次開會說好的，報價都要含運
遇到例外狀況就寫進 log
例外處理要用自訂的類別
我不接受破例，誰都一樣
週五以前都用舊的報價單
下週三之前座位先照舊
這個欄位存的是分，不是元
這個群組只發公告
這隻貓只吃罐頭
這種布不能用熱水洗
小孩的便當不要放洋蔥
我下午三點以後不喝咖啡
這類問題一律轉給二線
這道菜不放味精
""")

ONCE_EN_SEEN = _lines("""
This PR only touches docs, skip the screenshots
This one ticket can go out without a test
Merge that PR without a second review, I looked at it with Sam
These two orders can ship without a signature
Tomorrow's deploy can skip the smoke tests
Use the backup projector tomorrow, the main one is being repaired
Move the standup to 11 just for Friday
No lunch delivery today, we're eating out
The 3 pm one can be in German
Make an exception here and refund him in cash
Let's make an exception for her, she was in hospital
Tonight the alerts stay off, we're moving racks
This invoice goes to her private address
That email can wait, don't answer it
This time put it on my card
Cancel the run this Thursday, the track is closed
Next Tuesday is a holiday, skip the handover
Just this once you may push to main
Waive the fee for this customer, he's only a day late
The demo on the 12th is in French, so use the French slides
Skip code review on this hotfix, I'm on the phone with the client
We'll do the retro without notes today
For tomorrow's call use Zoom instead of Teams
This order is a gift, leave out the invoice
This afternoon I'm away, so send the build to Ana
Give this one student two more days
It's a one-time thing, book business class
As an exception, send it uncompressed
Let it slide this time
Keep the office open tonight for the movers
""")

ONCE_EN_HELD_OUT = _lines("""
This ticket doesn't need a design review
This pull request was agreed with legal, merge it as it is
Don't squash that commit, I want to keep the history
These three emails can go out without a signature block
Tomorrow's standup is cancelled, don't post the agenda
Pick up the kids at four tomorrow
Use the staging key for tonight's import
Only for Monday, let visitors use the back door
Today I'd rather have the summary in Spanish
The 9 am one runs without a chair
We can make an exception this time and take a cheque
Make him an exception, he drove four hours
I'm in the dentist's chair this morning, don't call
This shipment goes by air, the client pays
That meeting needs no minutes
Just today, leave the printer on
Close an hour early this Friday
Next Wednesday the gym is closed, so drop the workout
Only this once, pay it from petty cash
Drop the late fee on this invoice
The lecture on March 3rd is online, don't book a room
On this branch you can skip the hooks, I'll throw it away
Don't log my hours today
For tonight's dinner, ignore the no-garlic rule
This parcel is fragile, hand-carry it
Tomorrow morning the water is off, no laundry
Let that one patient in without an appointment
This is a one-off, don't turn it into a process
Bend the rule for this applicant
Leave the lights on tonight, guests are staying
""")

LASTING_EN_SEEN = _lines("""
From tomorrow on, use the new form
Starting Monday, all invoices go by email
This repo uses pnpm
This table keeps every column in snake_case
This ticket system needs a project code
Every Friday, send a list of what is due next week
Put today's date in the file name
Each morning send me today's meetings
Today we decided to keep all docs in Notion
I learned today that she is allergic to nuts, so no nuts in snacks
Exceptions are logged with the full stack
Never make an exception for anyone
Make an exception for hotfixes: they may skip review
Deploys happen on Thursdays
Don't touch billing before Friday
Keep the old form until tomorrow
The weekly sync moves to Thursday
This customer always pays by transfer
This PR template must stay short
The server in room 4 must not be restarted
Fridays are meeting-free
Post the plan for tomorrow every evening
Use one commit per change
Tests run at 3 pm every day
As of today, we use ruff
Our newsletter is called Today
Since this morning's incident we require two approvals for every change
These rules apply to all branches
Invoices are sent on the 5th of each month
This printer only prints black and white
""")

LASTING_EN_HELD_OUT = _lines("""
Starting tomorrow, sign every commit
Effective next Monday, expenses need a receipt
From this month on, salaries are paid on the 25th
This project targets Python 3.12
This API returns prices in cents
The commit message format stays as it is
On Mondays, water the plants
Every night, prepare the clothes for tomorrow
Today's weather goes at the top of the morning mail, every day
Today the team agreed on tabs
I was told today that the office bans candles, so no candles
Raise exceptions, don't return None
No exceptions: all visitors sign in
Hotfixes are the only exception to the freeze
Releases go out on the first Tuesday of the month
Hold the newsletter until Thursday
Leave the heating on through Sunday
Standup is at 9:15
That supplier only takes cash
This email address is for invoices only
PR titles start with the ticket number
Weekends are off limits for deploys
Send tomorrow's schedule every evening at six
One test per behaviour
Backups start at 2 am daily
As of this morning, the main branch is protected for good
The dashboard is named Tomorrow
The pull request template asks for a screenshot
The rent is due on the 3rd of every month
This car only takes diesel
""")

ONCE_ZH_LATER = _lines(
    """
這封先放草稿匣
那件襯衫不要烘
後天體檢所以明晚不吃宵夜
這站先不停，直接開下一站
下禮拜四的課跟你換
那台車有人訂了，先不要賣
這梯次名額多開五個
這個 issue 我來收尾
今天改喝無糖的
這次報名費我先墊
大年初一那天店休
他阿嬤過世，這學期的缺席不算
這一期帳單分兩次繳
那條 log 先留著，我還要看
這顆蛋糕不要切
剛剛那單改內用
週五那場改線上
明天的會不用準備投影片
聖誕節當天晚一小時開門
這隻狗會咬人，今天先不洗
今晚不用留飯
這版先這樣交
小陳這單不收訂金
這題送分
"""
)

LASTING_ZH_LATER = _lines(
    """
這支電話是客服專線
這個按鈕的顏色跟品牌色一樣
那邊的廁所只給員工
那種合約要兩個人簽
這些檔案都不要進版控
這門課每週點名
這位老師姓林
這份薪資是稅後的
那棟大樓沒有電梯
這家店週一公休
這首歌用在片頭
這個客戶要用英文寫信
那個系統晚上不能重開
這箱工具放車上
這罐藥飯後吃
那張信用卡只刷加油
這張照片當封面
這張地圖用來訓練新人
我們今天的規模是三十人
那封範例信當作格式
這筆預算是給行銷用的
這篇教學給新人看
這包咖啡豆是手沖用的
這場域禁止拍照
"""
)
