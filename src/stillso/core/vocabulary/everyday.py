"""Everyday words in English and Chinese that speak of the same thing, for finding a text by other words than its own.

A line is one family; its first word names it. Wider than ``meanings``: members need not mean the same, they are what
people ask for when they look for each other. A selection, our choice.
"""

from __future__ import annotations

EVERYDAY = """
week weekly weekday weekdays 星期 禮拜 每週 週一 週二 週三 週四 週五 週六 週日 平日
timezone timezones utc gmt cron crontab 時區 排程 台北時間 當地時間
freight postage shipping-fee 運費 免運 郵資 寄送費用
stock out-of-stock sold-out restock 庫存 缺貨 售完 沒貨 歸零 補貨 下架
return returned send-back 退貨 退回 退換 鑑賞期
approve approved sign-off permission boss manager 點頭 同意 准許 批准 請示 主管 簽核
complain complained angry upset 客訴 抱怨 申訴 回覆時間
tone voice formal casual polite wording 語氣 口氣 正式 輕鬆 客氣 用語 您
warranty guarantee 保固 免費維修 保證
nurse nurses caregiver 護理師 護士 護理 助理
newcomer first-time visit 初診 第一次 新病人 初次
remind reminder reminders sms 提醒 簡訊 通知 前一天
milk dairy yogurt 牛奶 鮮奶 乳品 鮮乳 優格
seat seats aisle window 座位 位子 靠窗 走道 劃位 訂票
screen screens monitor projector display hdmi cable 螢幕 投影 投影機 大螢幕 畫面 線材 轉接
notes minutes memo transcript 紀錄 記錄 會議紀錄 筆記 摘要
sick ill fever cold 生病 發燒 感冒 病假 不舒服 臨時請假
absent no-show late missed 沒來 爽約 遲到 缺席 未到
demo showcase presentation present slides 展示 示範 簡報 投影片
discount concession markdown 折扣 降價 打折 優惠 讓價
movie film films cinema show series tv television episode documentary watch streaming 電影 影片 影集 劇集 電視 節目
movie 追劇
music song songs band album concert playlist listen singer tune 音樂 歌曲 歌單 演唱會 樂團 唱片
book books novel read author story literature reading audiobook 書籍 小說 閱讀 讀物 書單 看書
game games gaming play console player 遊戲 電玩 手遊 玩家
sport football soccer basketball tennis baseball hockey match team athlete stadium 運動 足球 籃球 棒球 網球 球賽 比賽
exercise workout fitness gym training cardio routine run jog strength 健身 健身房 鍛鍊 訓練 跑步 重訓
food eat meal dish cuisine restaurant dining dinner lunch breakfast snack 吃飯 餐點 料理 餐廳 晚餐 午餐 早餐 便當 點心
food 食物 伙食 用餐
vegan vegetarian plant-based meat 素食 吃素 蔬食 葷食 肉類
allergy allergic intolerance intolerant gluten lactose 過敏 不耐症 乳糖
drink beverage alcohol wine beer cocktail coffee tea 飲料 喝酒 啤酒 紅酒 咖啡 茶飲
cook recipe bake kitchen ingredient 煮飯 下廚 食譜 烘焙 廚房 食材
diet nutrition calorie healthy protein 飲食 營養 熱量 蛋白質 減肥
hotel accommodation lodging hostel resort airbnb motel inn stay room 飯店 旅館 住宿 民宿 訂房 房間
flight fly airline plane airport airplane aircraft 班機 航班 飛機 機場 機票 搭機
train rail railway subway metro underground tram 火車 高鐵 捷運 台鐵 地鐵
bus coach transit transportation transport commute 公車 客運 巴士 通勤 交通 接駁
car drive vehicle driving automobile suv sedan 汽車 開車 車子 車輛 駕駛
taxi uber lyft ride-sharing rideshare cab 計程車 叫車
boat ship cruise ferry sail 船班 搭船 郵輪 渡輪
bike bicycle cycling cycle scooter motorcycle 單車 腳踏車 自行車 機車
trip travel vacation holiday journey visit tour destination 旅行 旅遊 出國 行程 出遊 出差 連假
city town urban downtown village 城市 市區 鄉下
beach sea ocean coast island 海邊 沙灘 海島
mountain hiking hike trail outdoor nature camping 爬山 登山 健行 露營 戶外
museum art gallery painting exhibition 博物館 美術館 展覽 看展 繪畫
skin skincare moisturizer acne lotion sunscreen cream 皮膚 保養 防曬 乳液
hair shampoo haircut hairstyle conditioner 頭髮 剪髮 洗髮
makeup cosmetic beauty lipstick foundation mascara 化妝 彩妝 美妝
perfume fragrance scent scented smell 香水 香味 氣味 味道
clothes clothing wear outfit fashion dress shirt garment jacket pants uniform 衣服 穿著 服裝 外套 褲子 制服 穿搭
shoe sneaker boot footwear 鞋子 球鞋
jewelry necklace ring bracelet accessory 首飾 飾品 項鍊 戒指
furniture sofa chair table decor decoration interior 家具 沙發 椅子 桌子 裝潢 佈置
house home apartment flat living 房子 住家 公寓 家裡 租屋
garden plant flower gardening watering 花園 植物 盆栽 種花 澆水
pet dog cat puppy kitten animal 寵物 狗狗 貓咪 小狗 小貓
doctor physician hospital clinic medical appointment 醫生 醫師 醫院 診所 看診 門診 掛號 看病 回診
medicine drug medication pill treatment remedy prescription dose 藥物 吃藥 藥品 處方 用藥 領藥 劑量 藥單
vaccine vaccination shot shots flu 疫苗 接種 打針 施打 流感
patient patients 病人 病患 患者
sleep insomnia bed rest nap 睡覺 睡眠 失眠 休息 午睡
stress anxiety relax meditation mental calm 壓力 焦慮 放鬆 冥想 情緒
pain injury hurt ache 疼痛 受傷 痠痛
checkup examination screening 健檢 體檢 檢查 檢驗
job work career employment profession occupation 工作 職業 職涯 上班
office workplace remote telecommute hybrid 辦公室 遠端 在家上班 居家辦公 進公司
company employer firm corporate startup business 公司 企業 廠商
salary pay wage income bonus 薪水 薪資 收入 獎金 發薪 年終
boss manager supervisor leader 主管 老闆 上司 經理 院長 店長 組長
colleague coworker teammate team 同事 組員 夥伴 隊友
newcomer newcomers onboarding intern interns rookie hire hiring recruit 新人 新進 菜鳥 實習生 報到 招募 徵才 面試
meeting meetings standup sync weekly minutes agenda 會議 開會 週會 例會 站會 早會 議程 會議記錄 月會
vacation leave leaves absence absent off 請假 休假 特休 病假 事假 假單 缺勤 代班 補休
overtime shift shifts roster duty on-call oncall pager 加班 排班 輪班 班表 值班 待命 輪值 調班
holiday holidays weekend 假日 週末 放假 國定假日 過年 春節 連續假期
expense expenses reimbursement reimburse receipt receipts petty 報帳 核銷 報銷 收據 發票 零用金 請款
budget budgets spending cost costs 預算 花費 支出 開銷 成本 費用
contract contracts agreement sign signing signature stamp seal 合約 契約 簽約 簽名 用印 蓋章 簽核
quote quotes quotation quotations estimate bid 報價 報價單 估價 投標
purchase purchasing procurement vendor vendors supplier suppliers 採購 進貨 供應商 叫貨 訂貨 廠商
inventory stock warehouse warehouses 庫存 存貨 倉庫 倉儲 盤點 缺貨 補貨
parcel package packages courier shipping deliver delivery 包裹 快遞 寄件 宅配 出貨 運送 貨運 到貨 物流
return returns refund refunds exchange 退貨 退款 換貨 退換貨 退費
complaint complaints complain angry 客訴 抱怨 投訴 申訴 不滿
support helpdesk hotline phone call calls calling 客服 電話 來電 專線 撥打 打電話
customer customers client clients buyer guest guests 客人 客戶 顧客 買家 會員 賓客
discount discounts coupon coupons promotion promotions campaign sale 折扣 優惠 折價券 促銷 檔期 活動 特價 週年慶 滿額
payment payments transfer transfers bank installment card 付款 匯款 轉帳 刷卡 信用卡 分期 繳費 金流 銀行
reconcile reconciliation accounting accountant ledger bookkeeping 對帳 會計 記帳 關帳 帳務 結算
tax taxes 報稅 稅務 稅金 營業稅
member members membership subscription subscribe loyalty points 會員 訂閱 點數 紅利 續約
study learn course class education school university college student lesson 學習 課程 上課 學校 大學 學生 補習 課堂
homework assignment assignments exercise hand-in 作業 功課 習題 繳交 報告
exam exams test quiz midterm final score grade grades grading 考試 段考 期中考 期末考 小考 分數 成績 評分 會考 模擬考
teach teacher tutor professor instructor 老師 教師 教授 講師 教學 導師
parents guardian 家長 監護人 親師 聯絡簿
math mathematics calculus algebra statistics 數學 微積分 代數 統計
science physics chemistry biology 科學 物理 化學 生物 理化
language spanish french english mandarin translation 語言 英文 日文 西班牙文 法文 中文
computer laptop pc desktop notebook 電腦 筆電 桌機 主機
phone smartphone mobile iphone android 手機 行動電話
printer printers print printing scanner 印表機 列印 影印 掃描
camera photo photos photography picture pictures image images screenshot 相機 照片 相片 拍照 圖片 截圖 圖檔
software app application program tool tools 軟體 程式 應用程式 工具
internet online web website site page wifi network 網路 網站 上網 網頁 連線
message messages chat slack line notify notification notifications announcement announce remind reminder 訊息 通知
message 公告 提醒 聊天 群組 簡訊 告知
email emails mail mails letter letters inbox 信件 郵件 電子郵件 寄信 回信 來信
buy shop shopping store 購買 購物 買東西 商店 門市 店面
price cost cheap expensive budget affordable luxury 價格 便宜 昂貴 價錢 售價 定價 漲價
money finance invest saving savings bank loan mortgage down-payment 金錢 理財 投資 存錢 貸款 房貸 頭期款 存款
gift present birthday 禮物 生日 送禮
party celebration event gathering 派對 聚會 慶祝 聚餐 尾牙
family parent mother father son daughter kid kids child 家人 爸媽 媽媽 爸爸 兒子 女兒 小孩 孩子
grandmother grandfather grandma grandpa elderly senior 阿嬤 阿公 奶奶 爺爺 長輩 老人 銀髮
friend buddy pal 朋友 好友
spouse wife husband partner married marriage wedding 配偶 老婆 老公 太太 先生 結婚 婚禮
baby infant toddler 嬰兒 寶寶 幼兒
neighbor neighbors community landlord tenant rent 鄰居 社區 房東 房客 租金 管委會 大樓
trash garbage rubbish recycling waste 垃圾 回收 垃圾車 廚餘
clean cleaning laundry chores wash 打掃 清潔 洗衣 家事 整理 倒垃圾
electricity water gas utility bill bills 電費 水費 瓦斯 水電 帳單
repair fix mend maintenance broken 修理 維修 保養 故障 壞掉 修好
appliance fridge refrigerator aircon heater fan filter 家電 冰箱 冷氣 電扇 暖氣 濾心 濾網 除濕機
key keys lock door gate 鑰匙 門鎖 大門 門禁
parking park 停車 車位 停車場
weather rain snow sunny cold hot typhoon 天氣 下雨 下雪 晴天 颱風 天冷 炎熱
noise noisy loud quiet 噪音 吵鬧 安靜 大聲
crowd crowded busy packed 人潮 擁擠 忙碌 忙線
fear phobia afraid scared 害怕 恐懼 怕高
dislike hate avoid aversion despise 討厭 不喜歡 避免 反感
prefer like love enjoy favorite preference 喜歡 偏好 最愛 習慣
address addresses location venue 地址 地點 位置
contact contacts reach 聯絡 聯繫 窗口 找誰 聯絡人
deadline deadlines due date until expire expiry 期限 截止 到期 幾號 什麼時候 哪一天 交期
time hour hours clock schedule scheduled timetable 時間 時段 時刻 排程
early earlier before late later after delay delayed postpone 提早 提前 延後 延期 延遲 晚點 遲到
daily everyday weekly monthly yearly often frequency 每天 每週 每月 每年 多久 頻率 定期
priority urgent important 優先 緊急 重要 急件 最急
color colour colors theme dark light 顏色 配色 色系 深色 淺色
size sizes big large huge small little tiny 大小 尺寸 很大 很小
fast quick speed rapid slow 快速 很快 速度 很慢
begin start commence launch 開始 啟動 開工 開頭
end finish complete done close 結束 完成 收尾 完工 結案
add added new create insert column columns alter 新增 增加 加上 欄位 加欄位 建立
change changes modify modified update updated edit 修改 更改 變更 更新 調整 改動
stop pause suspend freeze frozen halt 暫停 停止 凍結 先不要 停用
allow allowed permit permission permitted 允許 准許 開放權限
forbid forbidden ban banned prohibit 禁止 不准 嚴禁
skip omit ignore 略過 跳過 省略 不用
open opened opening 開啟 打開 開放 營業 開門
check verify validate inspect 檢查 驗證 核對 確認 查核
plan plans planning roadmap 計畫 規劃 安排
rule rules policy convention guideline 規則 規定 規範 慣例 原則
reason cause rationale 原因 理由 緣故
owner responsible in-charge 負責人 負責 窗口
method procedure process flow steps workflow 流程 方法 作法 做法 步驟 程序
record records save keep store archive 紀錄 保存 留存 存檔 歸檔 留著
search find lookup query 搜尋 尋找 查詢 找到
number numbers count quantity amount 數量 幾個 多少 人數 次數
error fail failed failure crash outage incident down broken 錯誤 失敗 當機 出錯 掛掉 事故 出事 異常 壞掉
alert alerts alarm monitor monitoring dashboard metric metrics 警報 告警 監控 儀表板 指標 通報
server servers host machine machines vm instance box 伺服器 主機 機器 機台 測試機
environment environments staging production sandbox 環境 測試環境 正式環境
deploy deployment release releases rollout ship shipping publish launch 上線 部署 發版 發布 上版 推版 上架
rollback revert undo restore recover 回復 還原 退版 復原 回滾
branch branches merge merging rebase trunk main master 分支 合併 主線
review reviews reviewer approve approval approvals 審查 審核 核准 簽核 覆核 看過
test tests testing qa tester 測試 驗收 測過 品保
e2e end-to-end cypress playwright selenium 端對端 整合測試
database databases db sql postgres mysql table tables schema migration 資料庫 資料表 欄位 遷移
backup backups snapshot 備份 備援 快照
cache cached redis 快取 緩存
queue queues worker workers job jobs batch cron 佇列 排程 批次 背景工作
login log-in sign-in password passwords account accounts sso vpn 登入 密碼 帳號 帳戶 權限
checkout cart order orders basket 結帳 購物車 訂單 下單 結帳流程
shop storefront ecommerce 商店 電商 賣場 網店
document documents docs doc documentation wiki spec specs readme 文件 規格 說明 手冊 說明書
comment comments docstring 註解 留言 評論
message-format template templates wording format 格式 範本 樣板 用字 措辭 模板
log logs logging trace 日誌 紀錄 記錄檔
secret secrets credential credentials token tokens 憑證 金鑰 密鑰 機密
package packages dependency dependencies library libraries npm pnpm yarn pip 套件 相依 函式庫 依賴
lint linter linting format formatter prettier eslint ruff style 排版 風格 格式化
name names naming rename 命名 名稱 取名 檔名
folder directory path 資料夾 目錄 路徑
file files attachment attachments upload uploads download 檔案 附件 上傳 下載
version versions upgrade upgrades update 版本 升級 更新 新版 舊版
timeout timeouts retry retries latency 逾時 重試 延遲 等待秒數
limit limits quota threshold maximum minimum 上限 限制 額度 門檻 最多 最少
report reports statistics numbers kpi 報表 報告 統計 數據 業績
design designs designer figma mockup ui ux layout 設計 設計稿 介面 版面 畫面 設計師
mobile responsive app ios 行動版 手機版
"""
