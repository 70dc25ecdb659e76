"""Words of the trade that mean the same in English and Chinese, so that a paraphrase in the other language is known.

A line is one meaning; its first word names it, ``_`` stands for a space. Endings of English words are left out before
they are looked up. A selection, our choice: what is not here counts only where both texts write it alike.
"""

from __future__ import annotations

MEANINGS = """
test tests testing tested 測試 試跑 驗測
unit_test unit_tests unittest unittests 單元測試
integration_test integration_tests 整合測試
e2e end-to-end end_to_end 端對端 端到端
staging 預備環境 測試站 預發
production prod live_site 正式環境 正式站 生產環境 線上環境 正式機
deploy deployment deploying deployed ship rollout 部署 佈署 上線 發布 發佈 上版
release releases 發版 版本發布 釋出
branch branches 分支
merge merging merged 合併 併入 合進
commit commits committed 提交
commit_message commit_messages 提交訊息 commit_訊息
push pushing force-push 推送
review reviewer reviewers code_review 審查 審核 複審 檢視
pull_request pull_requests pr prs 合併請求
migration migrations migrate migrating 遷移 搬遷 移轉
database databases db 資料庫
table tables 資料表
schema schemas 結構描述 綱要
backup backups back_up backing_up backed_up 備份
delete deletes deleting deletion remove removing drop 刪除 刪掉 移除 砍掉 刪
rename renaming renamed 改名 重新命名 更名
config configuration configurations settings setting 設定 設定檔 組態 配置
environment_variable environment_variables env_var env_vars 環境變數
variable variables 變數
function functions 函式 函數
class classes 類別
module modules 模組
package packages 套件
dependency dependencies 相依 依賴 相依套件
library libraries 函式庫
folder directory folders directories 資料夾 目錄
file files 檔案
path paths 路徑
comment comments commenting 註解 註釋 注解 注釋
document documentation docs doc documents 文件 說明文件
readme 讀我檔
chinese traditional_chinese mandarin 中文 繁體中文 繁中 正體中文
english 英文 英語
language languages 語言
answer reply respond answers replies response responses 回答 回覆 答覆 回話
translate translation translations translating 翻譯 譯文
short brief concise terse 簡短 簡潔 精簡 簡單扼要 短
long lengthy verbose 冗長 囉嗦 很長 太長
summary summaries summarize summarise recap 摘要 總結 彙整 結論
explain explanation explanations explaining 解釋 說明
question questions 問題
ask asking 問 詢問 先問 請示 問過
confirm confirmation confirming approval approve approved permission 確認 核准 同意 許可 點頭
plan plans planning 計畫 計劃 規劃
step steps 步驟
emoji emojis 表情符號 表情 顏文字
format formatting formatter 格式 排版 格式化
style styles 風格 樣式
indent indentation 縮排
tab tabs 分頁鍵
space spaces 空格 空白
line lines 行
name names naming named 命名 名稱 名字 取名
snake_case 蛇形命名
camelcase camel_case 駝峰
type types typing 型別 類型
error errors exception exceptions 錯誤 例外 報錯
log logs logging logger 日誌 日志 記錄檔 紀錄檔
print prints
debug debugging 除錯 偵錯
fix fixes fixing fixed repair repaired repairing 修 修好 修復 修正 修理
bug bugs 臭蟲 瑕疵 缺陷
issue issues ticket tickets 議題 票 工單
feature features 功能
feature_flag feature_flags flag flags 旗標 開關
refactor refactoring refactors 重構 整理程式
performance slow slowness 效能 慢 很慢 變慢
fast quick quickly speed 快 快速 速度
cache caching cached 快取
queue queues 佇列 排隊
job jobs task tasks 工作 任務 作業
schedule scheduled cron 排程 定時
timeout timeouts time_out 逾時 超時
retry retries retrying 重試
limit limits rate_limit 限制 上限 限流 額度
memory 記憶體
disk 磁碟 硬碟
server servers 伺服器 主機
client clients 客戶端 用戶端
customer customers 客戶 顧客
user users 使用者 用戶
account accounts 帳號 帳戶
password passwords 密碼
token tokens 權杖
secret secrets credentials credential 憑證 機密 密鑰
key keys 金鑰
login log_in sign_in signin 登入
permission permissions 權限
admin administrator backend_office 管理員 後台
frontend front-end front_end 前端
backend back-end back_end 後端
api apis 介面 接口
endpoint endpoints 端點
request requests 請求
payment payments pay 付款 金流 支付
order orders 訂單
checkout 結帳
cart 購物車
discount discounts coupon coupons 折扣 優惠 折價券 優惠券
price prices pricing 價格 價錢 定價
invoice invoices billing 發票 帳單 請款
refund refunds 退款 退費
tax taxes 稅
shipping shipment delivery 運費 出貨 配送 物流
report reports reporting 報表 報告
chart charts graph 圖表
image images picture photo photos 圖片 照片 影像
video videos 影片
icon icons 圖示
button buttons 按鈕
color colour colors colours 顏色 色彩 配色
dark dark_mode dark_theme 深色 暗色 深色模式 暗黑模式
light light_mode 淺色 亮色
font fonts 字型 字體
page pages 頁面 網頁 頁
website site 網站
mobile phone phones 手機 行動版
email emails mail mails e-mail 信 郵件 電子郵件 信件 寄信
notification notifications notify notifying 通知
message messages 訊息
meeting meetings 會議 開會
team teams 團隊
colleague colleagues coworker teammate 同事
boss manager supervisor 主管 老闆 經理
designer designers 設計師
design designs 設計 設計稿
legal lawyer lawyers 法務 律師
contract contracts 合約 契約
vendor vendors supplier suppliers partner partners 廠商 供應商 合作夥伴
date dates 日期
time_zone timezone timezones 時區
time 時間
monday 週一 星期一 禮拜一
tuesday 週二 星期二 禮拜二
wednesday 週三 星期三 禮拜三
thursday 週四 星期四 禮拜四
friday fridays 週五 星期五 禮拜五
saturday 週六 星期六 禮拜六
sunday 週日 星期日 星期天 禮拜天 禮拜日
weekend weekends 週末
week weeks weekly 週 星期 禮拜 每週
month months monthly 月 每月
month_end end_of_month end_of_the_month 月底
year years yearly 年
day days daily 天 每天 每日
morning 早上 上午
evening night nights nightly 晚上 夜間 半夜
holiday holidays 假日 連假 國定假日
vacation leave 休假 請假 放假
freeze frozen 凍結 封版
unstable flaky instability unreliable 不穩 不穩定 不太穩 很不穩
stable stability stabilize stabilise 穩定 穩下來
broken down outage 壞 掛 掛掉 壞掉 當機 掛了
temporary temporarily interim 暫時 先暫時 臨時
mock mocks mocking mocked 模擬 假資料 假物件
fixture fixtures 測試資料
coverage 覆蓋率 涵蓋率
lint linter linting
typescript ts
javascript js
build builds building built 建置 編譯 打包
compile compiles compiler 編譯
install installs installing installed 安裝 裝
upgrade upgrades upgrading update updating updates updated 升級 更新 升版
downgrade 降級 降版
version versions 版本 版號 版
pin pinned 鎖版 固定版本 鎖定
lockfile lock_file 鎖定檔
docker container containers 容器
port ports 連接埠 埠
local locally localhost 本機 本地
remote 遠端
cloud 雲端
network 網路
proxy 代理伺服器
certificate certificates cert 憑證檔
region regions 區域 地區
data 資料
import imports importing imported 匯入
export exports exporting exported 匯出
upload uploads uploading 上傳
download downloads downloading 下載
search searching 搜尋 查詢
index indexes 索引
sort sorting sorted 排序
filter filters filtering 篩選 過濾
test_environment 測試環境
example examples sample samples 範例 例子
template templates 範本 模板 樣板
script scripts 腳本 指令稿
command commands 指令 命令
terminal shell console 終端機 主控台
tool tools 工具
editor ide 編輯器
plugin plugins extension 外掛 擴充
prefer prefers preferred preference like likes 偏好 喜歡 習慣
always every_time each_time 一律 每次 都要 總是 一定
before prior 之前 以前 前
after 之後 以後 完 後
first 先 首先
only just 只 僅 只要
stop halt pause 停 暫停 停掉
skip skipping skipped omit 跳過 略過 省略
never 絕不 永遠不要 千萬不要
add adding adds 加 新增 加上 加入
change changes changing changed modify modifying edit edits 改 修改 更改 變更 改動 動
create creating creates make 建立 新建 產生 開
use using uses used 用 使用 採用
run running runs execute 跑 執行
write writing writes written 寫 撰寫
read reading reads 讀 讀取 看
call calls calling 呼叫 叫
check checks checking verify verifying 檢查 核對 查 驗證
keep keeping keeps retain preserve 保留 維持 留著
touch touching 碰 動到
copy copies copying 複製 照抄 副本
move moving moves 搬 移動 搬到
split splitting splits separate 拆 分開 拆開 分成
large big huge 大 很大 大型 太大
small tiny little 小 很小 小型
old legacy older 舊 舊版 老舊
new newer 新 新版
right correct 正確 對的
public 公開 對外
private internal 內部 私有 不公開
expensive cost costs budget 成本 預算 很貴 費用
money amount amounts 金額 錢
currency 幣別 貨幣
number numbers 數字 號碼
percent percentage 百分比 趴
round rounding 四捨五入 進位
hour hours 小時 鐘頭
minute minutes 分鐘
second seconds 秒
title titles heading headings 標題
paragraph paragraphs 段落
list lists bullet bullets bullet_points 清單 列點 條列
code 程式碼 代碼 程式
diff diffs 差異
patch patches hotfix 修補 緊急修正
security secure vulnerability 安全 資安 漏洞
accessibility a11y 無障礙
role roles 角色
engineer developer developers engineers 工程師 開發者
beginner novice newcomer 新手 初學者
expert experienced senior 資深 熟 專家
work works 上班
owner owners 負責 負責人
responsible charge 負責
contact contacts 聯絡 聯絡人 窗口
dashboard dashboards 儀表板 看板
monitor monitoring alert alerts 監控 警報 告警
incident incidents outage_report 事故
record records 紀錄 記錄
remember 記住 記下來 記得 記一下
store stores storing stored save saves saving saved 儲存 存 保存 存放
show shows showing display displays displayed 顯示 秀 呈現
send sends sending sent 寄 寄出 發送 傳送 寄送
receive receives received 收到 收
weekly_report weekly_reports 週報
monthly_report monthly_reports 月報 月報表
daily_report 日報 日報表
restart restarts restarting reboot 重啟 重開 重新啟動
start starts starting begin begins 開始 啟動
end ends finish finished done 結束 完成 做完
open opens opening opened 打開 開啟
close closes closed 關閉 關掉
enable enabled turn_on switch_on 啟用 打開開關
disable disabled turn_off switch_off 停用 關起來 關著
convert converts conversion 轉換 轉成
replace replaces replaced swap switch 換 換成 換掉 改用 改成 更換 取代
rewrite rewrites 重寫 改寫
reuse 重用 沿用
revert reverts reverted roll_back rollback 還原 回復 復原 退回
restore restores recover 恢復
attach attaches attached include includes 附 附上 附件
screenshot screenshots 截圖 螢幕截圖
ui interface visual 畫面 介面設計
screen screens 螢幕
link links url urls 連結 網址
menu menus 選單
form forms 表單
field fields column columns 欄位
row rows 列
query queries 查詢語句
value values 值 數值
default defaults 預設
option options 選項
input inputs 輸入
output outputs 輸出
result results 結果
reason reasons 原因 理由
rule rules 規則 規矩
policy policies 政策 規範
standard standards 標準
requirement requirements spec specs 需求 規格
approach way method methods 作法 做法 方法 方式
idea ideas 想法 點子
decision decisions decide decides 決定 決策
priority priorities 優先順序
deadline due_date 期限 截止日
launch launches go_live 上線日 推出
noon 中午
quarter quarters 季
today 今天
tomorrow 明天
yesterday 昨天
taipei 台北 臺北
taiwan 台灣 臺灣
japan 日本
free available 有空 免費
busy 忙
live lives living located 住 人在
home 家
office 辦公室
phone_number 電話
address addresses 地址
personal personal_data personal_information pii 個資 個人資料
privacy 隱私
audit audits auditing auditors auditor 稽核 查帳
infrastructure infra ops operations sre 維運 基礎設施
qa quality_assurance tester testers 測試人員 品管
product_manager pm 產品經理
marketing 行銷
sales 業務
finance accounting accountant 財務 會計
support customer_support customer_service 客服
complaint complaints 客訴 抱怨
intern interns 實習生
apply applies applying applied 套用
worktree worktrees 工作樹 worktree
repository repositories repo repos 儲存庫 倉庫 版本庫
history 歷史 歷程 紀錄檔
squash 壓成一個
conflict conflicts 衝突
hook hooks 掛鉤
pipeline pipelines ci 流水線
gateway 閘道
service services 服務
microservice microservices 微服務
worker workers 工人
batch batches 批次
thread threads 執行緒
lock locks locked 鎖 鎖定
transaction transactions 交易
session sessions 工作階段
header headers 標頭
status statuses 狀態
event events 事件
stream streams 串流
newsletter newsletters 電子報
mass bulk 群發 大量
banner banners 橫幅
slide slides presentation presentations deck 簡報 投影片
spreadsheet 試算表
animation animations 動畫
background 背景 底色
white 白 白色 白底
black 黑 黑色 黑字
gray grey 灰 灰色
blue 藍 藍色
red 紅 紅色
green 綠 綠色
bold 粗體
margin padding spacing 間距 邊距
mile miles 英里 英哩
metric 公制
unit units 單位
kilometre kilometres kilometer 公里
dollar dollars 元 塊
integer whole 整數
decimal decimals 小數
total totals sum 總額 總計 合計
average 平均
maximum max at_most 最多 上限值
minimum min at_least 最少 至少
half 一半 半
double 兩倍
full complete entire 完整 全部 整個
part parts partial 部分
each every 每個 每 各
all everything 全部 所有 通通
same 相同 一樣
different 不同 不一樣
similar 類似
simple plain 簡單 單純
complex complicated 複雜
clean tidy 乾淨 整潔
friendly informal casual 親切 輕鬆 隨性 口語
formal polite 正式 禮貌
tone voice 語氣 口吻
detail details detailed 細節 詳細 仔細 細
abbreviation abbreviations abbreviate 縮寫
word words 字 單字 詞
sentence sentences 句子 句
letter letters 字母
uppercase capital capitals 大寫
lowercase 小寫
quote quotes 引號
comma commas 逗號
typo typos 錯字 打錯字
draft drafts 草稿
post posts article articles blog 文章 部落格 貼文
native 原生
standard_library 標準函式庫
framework frameworks 框架
pattern patterns 模式
inheritance 繼承
composition 組合
nested nesting 巢狀
loop loops 迴圈
condition conditions 條件
parameter parameters argument arguments 參數 引數
return returns 回傳 返回
string strings 字串
array arrays 陣列
object objects 物件
null 空值
boolean 布林
regex 正規表示式
constant constants 常數
generated generate generates auto-generated 自動產生
manual manually by_hand 手動 人工
automatic automatically auto 自動
careful carefully caution 小心
important 重要 很在意
urgent 緊急 急
allowed allow allows 允許 可以
forbid forbidden ban banned 禁止 不准
expire expires expired expiry expiration 過期 到期
wait waiting waits 等
alone untouched 不動 別動
arrive arrives arrived 到貨
hire hired 到職
employee employees staff 員工
resign quit 離職
"""

#: Meanings that shut each other out: who speaks of one of a line speaks of none of the others. Our choice.
CONTRASTS = """
daily_report weekly_report monthly_report
monday tuesday wednesday thursday friday saturday sunday weekend
day week month quarter year
staging production local
public private
frontend backend
upload download import export
unit_test integration_test e2e
dark light
morning evening noon
enable disable
chinese english
old new
large small
customer vendor
manual automatic
formal friendly
title paragraph
uppercase lowercase
"""
