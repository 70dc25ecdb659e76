"""What was kept, and what somebody says months later that replaces it, without naming it. Looked at while tuning.

A line of ``ZH`` and ``EN`` is a scope, a record (content, condition, quote) and what is new (content, quote); one of
``FRESH`` is what is new although nothing of the kind is kept, with its scope first; one of ``OTHERS`` is a record that
nothing replaces. Written by hand for this test.
"""

# ruff: noqa: E501 - a pair a line

from __future__ import annotations

ZH = """
api | 訂單 API 的回應都包在 data 裡 | 等前端改完解析 | 等前端改完解析之前，回應都先包在 data 裡 => 訂單 API 直接回傳陣列，不包 data | 前端改完了，訂單那支 API 以後不用再包 data
api | API 逾時一律 10 秒 | | timeout 都先設 10 秒 => API 逾時改成 5 秒 | 逾時縮到 5 秒就好
ci | CI 失敗時自動重跑兩次 | flaky 的測試清完之前 | flaky 的還沒清完，先自動重跑兩次 => CI 失敗不再自動重跑 | 不穩的測試都清掉了，CI 紅了就紅了，不要再重跑
ci | 測試覆蓋率低於 70% 不能 merge | | 覆蓋率 70 以下不准 merge => 覆蓋率門檻提高到 80% | 覆蓋率拉到 80 好了
release | 每兩週的週四發版 | | 兩個禮拜發一次，禮拜四 => 改成每週發版 | 以後每個禮拜都發一版
release | 版號用日期，例如 2026.03.02 | | 版號直接用日期 => 版號改用 semver | 版號換成 semver，日期太難看了
 | 說明文件先寫中文再翻英文 | | 文件先寫中文，英文之後再翻 => 文件一開始就寫英文 | 文件以後直接寫英文，不用先中文
 | 回答我的時候先講結論 | | 先講結論再講理由 => 回答時先列理由，最後才是結論 | 以後先講理由，結論放最後
infra | 正式機的 SSH 只能從公司 VPN 連 | | 正式機只有 VPN 裡面可以 ssh => 正式機改走堡壘機登入 | VPN 收掉了，正式機改走 bastion
infra | 備份每天凌晨三點跑一次 | | 備份凌晨三點跑 => 備份改成每六小時一次 | 備份以後六個小時跑一次
infra | 監控通知先寄 email | PagerDuty 的合約談好以前 | 合約談好以前告警先寄信就好 => 告警都走 PagerDuty | PagerDuty 簽了，告警從今天起走那邊
mobile | Android 最低支援 8.0 | | Android 8 以下不管 => Android 最低版本升到 10 | 最低版本升到 Android 10
mobile | 推播先不要發給 iOS | 憑證過期還沒換 | 憑證還沒換，iOS 推播先停 => iOS 推播恢復 | 憑證換好了，iOS 的推播可以發了
marketing | 電子報每週二早上寄 | | 電子報禮拜二早上寄 => 電子報改到週五下午寄 | 電子報禮拜二沒人開，改禮拜五下午
marketing | 社群貼文結尾放三個 hashtag | | 貼文後面放三個 hashtag => 社群貼文不放 hashtag | 貼文不用再放 hashtag 了
marketing | 廣告預算每天上限五千元 | 這一季 | 這季廣告一天最多五千 => 廣告每日預算提高到八千 | 廣告一天放寬到八千
legal | 合約一律用公司的範本，不用對方的 | | 合約都用我們自己的範本 => 對方的合約範本也可以用，但要給法務看過 | 以後對方的版本也行，法務看過就可以
legal | 保密協定期間寫三年 | | NDA 期間寫三年 => 保密協定的期間改為五年 | NDA 改五年
hr | 面試安排在週一和週三下午 | | 面試都排禮拜一跟禮拜三下午 => 面試改排週二、週四 | 面試以後排禮拜二四
hr | 新人試用期三個月 | | 試用期就三個月 => 試用期延長為六個月 | 試用期延長到半年
shop | 滿千送百的活動只限會員 | | 滿千送百只給會員 => 滿千送百非會員也可以參加 | 活動放寬，非會員也給
shop | 團購取貨點在後門倉庫 | 前門施工 | 前門在施工，取貨都到後門倉庫 => 團購取貨改回前門櫃台 | 前門弄好了，取貨回前門櫃台
kitchen | 外送平台的甜點先關掉 | 冰箱修好之前 | 冰箱壞了，修好之前甜點先不要上外送 => 外送平台甜點重新上架 | 冰箱修好了，甜點可以上外送了
kitchen | 訂位保留十五分鐘 | | 訂位最多留十五分鐘 => 訂位只保留十分鐘 | 位子留十分鐘就好，不要再等了
class | 週考成績貼在公布欄 | | 週考成績貼公布欄 => 週考成績不公布，個別發 | 家長抗議，成績不要再貼了，一個一個發
class | 午休不能用平板 | | 午休平板收起來 => 午休可以用平板看書 | 午休開放用平板，只能看書
home | 掃地機器人早上十點掃 | | 掃地機器人十點掃 => 掃地機器人改晚上六點掃 | 以後居家上班，掃地機改晚上六點
home | 奶奶的藥飯後吃，一天兩次 | | 奶奶的藥一天兩次，飯後 => 奶奶的藥減為一天一次 | 回診醫生說奶奶的藥改成一天一次
home | 貓咪吃腎臟處方飼料 | 腎指數正常之前 | 指數正常之前都吃處方的 => 貓咪換回一般飼料 | 指數正常了，貓可以吃回一般的飼料
travel | 出差住宿一晚上限三千 | | 住宿一晚三千以內 => 出差住宿上限調高到四千 | 住宿調到四千
"""

EN = """
api | Wrap every order response in a data field | until the frontend parses arrays | wrap it in data until the frontend can parse arrays => Return order responses as plain arrays | the frontend handles arrays now, no need to wrap orders in data any more
api | Timeouts on outgoing calls are 10 seconds | | set all outgoing timeouts to 10 seconds => Outgoing timeouts go down to 5 seconds | outgoing calls are faster now, cut the timeout to 5
ci | Retry failed CI jobs twice | until the flaky tests are cleaned up | retry twice until the flaky tests are cleaned up => No automatic retries of CI jobs | flaky tests are gone, stop retrying failed jobs
ci | Coverage below 70% blocks a merge | | below 70 percent coverage you can't merge => The coverage threshold is now 80% | raise coverage to 80
release | We release every second Thursday | | releases are every other Thursday => Releases go weekly | from now on we release every week
release | Version numbers are dates like 2026.03.02 | | just use the date as version number => Version numbers switch to semver | let's switch versions to semver
 | Docs are written in German first and translated later | | write docs in German first => Write docs in English right away | docs go straight to English from now on
 | Give the conclusion first when answering me | | conclusion first, reasons after => Give reasons first and conclude at the end | I'd rather have the reasons first and the conclusion last from now on
infra | Production can only be reached over the company VPN | | ssh to production works only over the VPN => Log in to production through the bastion | the VPN is gone, production goes through the bastion instead
infra | Backups run every day at 3 am | | backups run at 3 in the night => Backups run every six hours | switch backups to every six hours
infra | Send alerts by email | until the PagerDuty contract is signed | email is fine for alerts until PagerDuty is signed => Alerts go to PagerDuty | PagerDuty is signed, alerts go there now
mobile | The oldest Android we support is 8.0 | | nothing below Android 8 => Minimum Android version is 10 | bump the minimum to Android 10
mobile | No push notifications on iOS | the certificate has expired | cert expired, hold iOS push for the moment => Push notifications on iOS are back on | the new cert is in, turn iOS push on again
marketing | The newsletter goes out Tuesday mornings | | newsletter on Tuesday mornings => Send the newsletter on Friday afternoons | nobody opens it on Tuesdays, move the newsletter to Friday afternoon
marketing | End every post with three hashtags | | three hashtags at the end of each post => Posts carry no hashtags | drop the hashtags from posts
marketing | Ads are capped at 500 dollars a day | this quarter | at most 500 a day on ads this quarter => Ad budget raised to 800 dollars a day | we can go up to 800 a day on ads
legal | Contracts always use our own template | | only our template for contracts => The other side's contract template is fine after legal review | their template is ok from now on if legal has seen it
legal | NDAs run for three years | | NDA term is three years => NDAs run for five years | make it five years for NDAs from here on
hr | Interviews are on Mondays and Wednesdays | | interviews Monday and Wednesday => Interviews move to Tuesdays and Thursdays | interviews are moving to Tuesday and Thursday
hr | Probation lasts three months | | probation is three months => Probation is extended to six months | we extended probation to half a year
shop | The spring discount is for members only | | discount only for members => The spring discount is open to everyone | we opened the discount to non-members too
shop | Pick-up is at the warehouse door in the back | the front is being rebuilt | the front is under construction so pick-up is at the back => Pick-up is back at the front counter | front is finished, pick-up goes back to the counter
kitchen | No desserts on the delivery app | until the fridge is repaired | fridge broke, no desserts on delivery until it's repaired => Desserts are on the delivery app again | the fridge works, put desserts back on delivery
kitchen | Reservations are held for fifteen minutes | | hold tables fifteen minutes => Hold reservations for ten minutes only | ten minutes is enough from now on for a reservation
class | Quiz grades are posted on the board | | post quiz grades on the board => Hand quiz grades out one by one | parents complained, stop posting the quiz grades
class | No tablets during lunch break | | tablets stay away at lunch => Tablets are allowed at lunch for reading | tablets at lunch are ok now, for reading
home | The robot vacuum runs at 10 am | | run the vacuum at ten => Run the robot vacuum at 6 pm | I work from home now so vacuum at six in the evening
home | Grandma takes her pills twice a day after meals | | grandma's pills twice a day => Grandma takes her pills once a day | the doctor cut grandma's pills to once a day
home | The cat gets the kidney diet | until her values are normal | kidney diet until the values are normal => The cat eats regular food again | her values are fine, the cat can go back to regular food
travel | Hotels up to 120 euros a night | | hotel at most 120 a night => Hotels up to 150 euros a night | hotels may now cost 150
"""

ZH_FRESH = """
api | 訂單 API 要加上分頁 | 訂單太多了，以後要分頁
api | 錯誤訊息改成雙語 | 錯誤訊息以後中英文都要
ci | CI 的 docker image 換成 alpine | image 換小一點的
 | 以後叫我阿傑 | 不要再叫我陳先生，叫阿傑
 | 表格改用 markdown | 以後表格都用 markdown
infra | 憑證換成 Let's Encrypt | 憑證從下個月起改用 Let's Encrypt
infra | 正式機的 log 保留改成 90 天 | log 留 90 天，不要再三十天就刪
marketing | 粉專的私訊不再由我們回 | 私訊以後客服回
legal | 發票抬頭以後都開總公司 | 抬頭改開總公司
hr | 加班費改成換補休 | 以後加班都換補休
shop | 包裝紙箱換成回收紙箱 | 紙箱以後都用回收的
kitchen | 週一改成公休 | 以後禮拜一公休
class | 班會改在圖書館開 | 班會以後到圖書館
home | 網路換成中華電信 | 家裡網路換中華了
travel | 機票以後都買可以退的 | 機票改買可退票的
"""

EN_FRESH = """
api | Order ids become UUIDs | order ids are UUIDs from now on
api | Error messages are bilingual now | errors should be in both languages from now on
ci | Build images switch to alpine | switch the build image to alpine
 | Call me Jo from now on | stop calling me Mr Chen, it's Jo
 | Tables are in markdown from now on | use markdown for tables from now on
infra | Certificates come from Let's Encrypt now | we moved certificates to Let's Encrypt
infra | Production logs are kept for 90 days now | stop deleting logs after a month
marketing | Support answers the direct messages instead of us | direct messages go to support from now on
legal | Invoices go to the head office from now on | the head office pays invoices now
hr | Overtime is taken as time off from now on | overtime is no longer paid, take time off
shop | Boxes are recycled ones now | we switched to recycled boxes
kitchen | We are closed on Mondays from now on | no longer open on Mondays
class | The class meeting moves to the library | class meetings are in the library now
home | The internet provider is now Telia | we switched our internet to Telia
travel | Flights must be refundable from now on | book refundable flights from now on
"""

ZH_OTHERS = """
api | 欄位名稱用 snake_case | | 欄位都用底線
ci | lint 沒過就不用跑測試 | | lint 沒過就停
release | 發版前一天要寫 release note | | 前一天寫好 release note
infra | 資料庫密碼每季換一次 | | 密碼一季換一次
mobile | 啟動畫面不能超過兩秒 | | 開 App 不要超過兩秒
marketing | 電子報主旨不超過二十個字 | | 主旨二十個字以內
legal | 合約金額超過百萬要兩個人簽 | | 百萬以上兩個人簽
hr | 履歷保留一年 | | 履歷留一年
shop | 會員生日當月打九折 | | 生日當月九折
kitchen | 十人以上的訂位要收訂金 | | 十個人以上收訂金
class | 午休十二點半開始 | | 十二點半午休
home | 奶奶每週三回診 | | 禮拜三帶奶奶回診
"""

EN_OTHERS = """
api | Field names use snake_case | | snake_case for fields
ci | Skip tests when lint fails | | stop at lint
release | Release notes are written the day before | | write release notes the day before
infra | Database passwords change every quarter | | rotate database passwords each quarter
mobile | The app must start within two seconds | | start in two seconds
marketing | Newsletter subjects stay under forty characters | | short subjects, forty characters
legal | Contracts above a million need two signatures | | two signatures above a million
hr | Keep CVs for a year | | CVs are kept one year
shop | Members get ten percent off in their birth month | | ten percent in the birth month
kitchen | Tables of ten or more pay a deposit | | deposit for ten or more
class | Lunch break starts at half past twelve | | lunch at half past twelve
home | Grandma sees the doctor on Wednesdays | | doctor on Wednesdays for grandma
"""
