"""Conditions: the user's own conditional clauses, one-off words, dates and scopes."""

from __future__ import annotations

from datetime import date

import pytest

from stillso.core import policy
from stillso.core.conditions import (
    NamedDay,
    condition_of,
    dates_in,
    from_now_on,
    holds_date,
    is_ambiguous,
    is_one_off,
    scopes_named,
)

MONDAY = date(2026, 11, 30)

CONDITIONAL = """
測試機這陣子很不穩，先別跑整套驗收，單元測試過了就好。
checkout 的整套驗收先別跑
這陣子 staging 很不穩，e2e 先別跑，跑 unit test 就好
staging 修好之前 e2e 先別跑
在 CI 恢復以前，都在本機跑測試
code freeze 期間不要 merge 任何東西
等 staging 修好再跑 e2e
等到新憑證下來，才可以改 DNS
暫時不要更新套件
目前先用舊的 API
最近流量很大，不要跑壓力測試
如果要改資料表，先問我
除非我說可以，不然不要動 migration
只要 staging 還是壞的，就跳過驗收
這週都不要部署
這個 sprint 只修 bug，不加新功能
我不在的時候不要部署
CI 壞掉的時候不要 merge
資料庫維護時一律不要寫入
週五之前不要動 billing
12/31 以前都用舊的發票格式
要是 rate limit 超過，就改用備援的 key
萬一測試機掛了就先跳過整合測試
一旦新版上線，就不要再改 v1
這個月先不做重構
新人到職以前，review 都由我來做
在法務回覆之前，不要把合約放進 repo
這段時間客戶在看 demo，首頁不要改版
先不要升級 React
先暫停自動部署
到月底為止都走人工審核
CI 還在修，不要 merge
staging 還沒修好，跑單元測試就好
遷移中，不要直接改資料表
新主機到貨前維持兩台
供應商的合約簽好前都用測試帳號
預算不夠的情況下優先用小模型
我開會的時候先不要傳訊息
當 API 不穩時，改用快取
假設資料超過一萬筆，就要分頁
改用新帳號的話要先通知會計
這兩週人手不足，PR 只要一個人審就好
過渡期兩邊的欄位都要寫
連假期間不要發版
直到稽核結束，log 都要保留
只有在週末才能重開資料庫
等 Mei 回來再決定命名
年底前不要換套件
審核通過之前不要寄信給客戶
测试机这阵子很不稳，先别跑整套验收
staging 修好之前先别跑 e2e
等新服务器到货再迁移
暂时不要升级依赖
目前先用旧接口
这周不要部署
这个迭代只修 bug
如果测试失败，先停下来问我
除非我同意，否则不要改表结构
只要接口还不稳定，就用 mock 数据
我不在的时候别合并代码
CI 坏了的时候不要 push 到 main
在法务回复之前，不要公开文档
代码冻结期间不要合并
最近网络很慢，别下载大文件
直到审计结束，日志都要保留
要是额度不够，就换小模型
一旦新版发布，就停用 v1
这段时间客户在测试，不要动首页
过渡期两边都要写
月底之前都用旧的发票格式
接口文档还没定，先不要写客户端
老板回来之前不要签任何东西
线上故障的时候不要发版
新人入职以前由我来 review
到周五为止都走人工审核
预算不够的情况下用小模型
遇到限流就改用备用 key
等安全团队确认后再开放
等审批通过再上线
维护期间只读不写
Run unit tests only until staging is fixed.
For now, use the old API.
Don't deploy this week.
Skip e2e as long as staging is flaky.
While I'm on vacation, don't merge anything.
Don't touch billing unless I say so.
If the build fails twice, stop and ask me.
When staging is down, skip the e2e suite.
Staging is unstable these days, so run unit tests only.
At the moment we only support Postgres.
Temporarily disable the nightly job.
Keep the feature flag off until further notice.
Only bug fixes this sprint.
Hold off on refactoring the parser.
Don't upgrade React yet.
Don't merge before the audit is finished.
Never push before Mei has approved the schema.
Use the staging keys for the time being.
During the freeze, only hotfixes go in.
Once the new cluster is live, stop writing to the old one.
As soon as the vendor confirms, switch to v2.
Use npm for the rest of the quarter.
CI is still broken, so run the tests locally.
In the meantime, log to stdout.
Provided that the tests are green, you may merge on your own.
Assuming the API stays v1, keep the adapter.
Leave the old columns in place while the migration is running.
No deploys through Friday.
Use the mock server for the next two weeks.
Only deploy if I am online.
In case the token expires, ask me for a new one.
When the disk is almost full, delete the oldest builds.
Don't email customers till legal signs off.
Keep it on Node 18 till the vendor supports 20.
Whenever CI is red, don't merge.
Until Mei is back, ask Tom about releases.
For a few weeks, write to both tables.
The API isn't stable yet, so mock it.
We're short on budget this quarter, use the small model.
So long as the flag is off, don't ship the new page.
No schema changes during the migration.
Lately the network has been slow, avoid big downloads.
Pending legal review, keep the page private.
Now that we're in beta, don't break the API.
Except when the tests are flaky, block the merge.
Stick with Python 3.11 until the image is rebuilt.
Don't restart the server before Friday.
Nothing goes to prod while the incident is open.
staging 修好之前 don't run e2e
這陣子 CI 很慢，skip the slow tests
until staging 修好，e2e 先別跑
Don't merge 直到 review 結束
freeze 期間 no deploys
目前 prod 只用 v1 API
if token 過期，先問我
等 PR #12 merge 再開始 refactor
on-call 的時候 don't touch infra
这个 sprint 不要 upgrade 依赖
暂时 use npm，不要用 pnpm
unless 我说可以，不要 push
for now 都用 mock server
API 還沒 stable，先用 mock
在新的支付閘道上線以前，退款都走人工
VPN 還不通，部署請用跳板機
直到客戶簽約為止，不要公開價格
老闆出差期間，合約都先給 Amy 看
下個版本出來前不要動 API
只要沒有人在用測試庫，就可以清空
如果是緊急修補，可以跳過 review
磁碟快滿了的時候先清 log
這一版先不支援 Windows
暫時把 timeout 調到 60 秒
等設計稿定案後再動前端
除非測試全綠，否則不要合併
近期不要動登入流程
在合規部門點頭之前，資料都留在本地
目前人手不夠，文件之後再補
遇到 500 就重試三次
假如客戶要求英文，報告就用英文
在搬機房的這段期間，不要改 DNS
要等 QA 簽核才能上線
萬一 Mei 聯絡不上，就找 Tom
旺季期間不要改結帳頁
年底盤點結束前，庫存欄位不要動
先不要碰舊的排程
如果只是文件修改就不用跑測試
我休假回來之前，PR 先放著
在找到替代方案前繼續用 moment.js
新的 SSO 還沒接好，先用密碼登入
目前这个阶段只做原型
网络恢复以前用离线包
等他们修好接口我们再联调
先别升级 Node，线上还有旧的
在拿到授权之前不要抓他们的数据
要是构建超过十分钟就拆开
发布窗口关闭期间不要合并
这个月服务器预算紧，少开实例
除非紧急，不要半夜发版
Keep the banner up while the sale lasts.
Don't rename the columns until the report is out.
As long as we're on the free tier, don't enable tracing.
For the moment, ignore the deprecation warnings.
If a migration touches more than one table, split it.
Don't add dependencies this quarter.
Until we hear from legal, keep the repo private.
No new features until the beta ships.
When the API returns 429, back off for a minute.
Only use the big model when the small one fails.
Unless told otherwise, answer in Chinese.
While the office is closed, page Tom instead.
Once the contract is signed, we can publish the prices.
I'm short on time this week so keep answers brief.
Use the legacy endpoint till the new one is stable.
During the audit, don't delete any logs.
Assuming the deadline holds, freeze the schema.
Pause the nightly builds for now.
Don't touch prod before the backup has finished.
The new DB isn't ready yet, keep writing to the old one.
If you can't reproduce it, don't fix it.
We're in a code freeze through Monday, no merges.
Stay on v1 as long as the vendor supports it.
We're migrating at the moment, so don't touch the users table.
staging 掛掉的時候就 skip e2e
before legal approves 不要 publish
在 v2 release 前 keep the old route
CI 壞掉期間 run tests locally
如果 build 失敗 just stop
""".strip().splitlines()

UNCONDITIONAL = """
Use the provided template.
Go through the checklist.
Explain what, why and when.
Define constants once, at the top.
Don't nest an if in a loop.
List what is still missing.
Put this week's numbers first.
只有 main 分支會部署
不要假設使用者懂英文
取名字的時候用英文
Python、Go 等語言寫的程式都要先編譯後再跑
優先不要用繼承
暫時檔放 tmp
確認需求之前先問我
部署之前先跑 lint
改完再跑測試
push 之前要跑測試
發版前一定要先跑資料比對，不然上次那種事又會發生
commit 前先 format
改完程式只跑 npm test，不要跑 npm run test:e2e
commit message 一律用英文
變數名稱用 camelCase
不要動 migration
以後都用 pnpm
回答我的時候用繁體中文
寫 commit message 的時候用英文
改文件時順便更新索引
跑測試時用 headless 模式
先跑 lint，再跑測試，最後才部署
部署後通知我
改完之後跑一次 lint
每次改 schema 都要更新文件
我之前說過不要用 var
以前我們都用 npm
跟之前一樣用兩格縮排
文件放在 docs 資料夾
報告用表格，不要用長段落
PR 標題要有票號
測試檔放在 tests 底下
API 回傳一律用 snake_case
請用 ruff，不要用 black
我們的資料庫是 PostgreSQL
正式環境的主機在東京
前端用 React，後端用 FastAPI
不要在程式碼裡寫死密碼
錯誤訊息要寫給使用者看
注意時區，一律用 UTC
檢查目前目錄有沒有 .env
看最近一次 commit 改了什麼
把目前的設定寫進 README
合併之前記得 rebase
開 PR 前先自己看過一遍
只要跑單元測試就好
先備份再刪
確認測試通過以後合併
函式不要超過 30 行
刪檔案前要先問我
註解用中文寫
我是後端工程師，不太熟前端
週報寄給 Mei
數字要加千分位
不用每次都解釋
回覆盡量簡短
同時更新中文和英文的 README
使用者名稱不要寫進 log
log 等級用 INFO
lint、test 等指令都在 Makefile 裡
提前一天提醒我
部署前检查配置
提交之前先跑 lint
改完再跑测试
提交信息一律用英文
变量名用 camelCase
不要动迁移文件
以后都用 pnpm
写测试的时候用 pytest
改文档时顺便更新索引
先备份再删除
发布后通知我
每次改表都要更新文档
我之前说过不要用 var
接口返回用 snake_case
请用 ruff，不要用 black
报告用表格
删文件前要先问我
注释用中文写
只要跑单元测试就行
正式环境在东京
回答尽量简短
日志级别用 INFO
把目前的配置写进 README
检查最近一次提交
合并之前记得 rebase
同时更新中英文文档
Run lint before you deploy.
After a change, run the tests.
Always run the unit tests before pushing.
Run the formatter, then the linter, then the tests.
Write commit messages in English.
Never commit secrets.
Use tabs, not spaces.
When writing tests, use pytest.
When you commit, reference the ticket.
Before each release, update the changelog.
After merging, delete the branch.
Check if the tests pass.
Once you finish, tell me.
Prefer composition over inheritance.
The frontend uses pnpm while the backend uses poetry.
I am a backend engineer.
Our database is PostgreSQL 16.
Keep functions under 30 lines.
Put docs in the docs folder.
Answer in short sentences.
Don't touch the migrations folder.
From now on, use ruff.
Ask me before you delete anything.
Don't push before running the tests.
Run the tests after every change.
Log in UTC.
Use snake_case for API fields.
Every PR needs a ticket number.
Don't use emojis in docs.
The production server is in Tokyo.
I prefer tables over long paragraphs.
Show me the diff first, then apply it.
Deploy with make deploy.
Tests live in tests/.
Name branches after the ticket.
Let me know when you're done.
Use the metric system.
Read the README before changing anything.
Don't explain every step.
Use early returns.
Retry three times, then give up.
Send the weekly report to Mei.
Wrap lines at 100 columns.
Review your own diff before opening a PR.
Verify whether the config is valid before deploying.
Keep a changelog entry for each feature.
Use feature flags for risky changes.
All dates are ISO 8601.
commit 前先跑 lint
deploy 之前先 run migration
PR title 用英文
run lint 再 commit
測試用 pytest，不要用 unittest
API key 放 .env，不要 commit
after merge 要刪 branch
写 code 的时候用 tabs
every PR 都要有 ticket
README 用中文，code comment 用英文
不要 force push 到 main
docs 改完 run build
單元測試放在同一個資料夾
回覆時先講結論
先看 log 再猜原因
我不喜歡太長的變數名稱
每個函式都要有型別註記
刪除資料前一定要先備份
寄信給客戶前先給我看
程式碼改好後自己跑一次 build
API 文件用 OpenAPI 寫
這個專案用 monorepo
我們公司的時區是台北時間
金額一律存成整數
測試資料不要用真名
PR 說明要寫為什麼
不要在註解裡寫日期
錯誤代碼用四位數
介面文字用台灣用語
畫圖用 mermaid
分支名稱用 feature/ 開頭
改設定檔之後要重開服務
提交前检查有没有调试代码
代码里不要写密码
数据库用 UTF-8
每次发版都要打标签
先写测试再写实现
文档里的图用 SVG
我负责后端，前端找小李
接口统一返回 JSON
把结论写在最前面
日期格式用 ISO
Write the tests first, then the code.
Commit early and often.
I like short variable names.
Our main branch is called trunk.
Use British spelling in docs.
Run make lint before opening a pull request.
After editing the schema, regenerate the client.
Put secrets in the vault, never in the repo.
Explain the why in pull requests.
Mei owns the billing service.
The staging server runs Ubuntu.
Use four spaces for indentation.
Never log personal data.
Show the plan before you change files.
Prefer small commits.
Use pathlib instead of os.path.
All API errors are JSON.
Follow the style guide in docs/style.md.
Sort imports with ruff.
Summaries go at the top.
Every endpoint needs a test.
Squash commits when merging.
Tag the release after the build succeeds.
Name tests after the behaviour they check.
Ask Mei about design questions.
Don't shorten names.
Use the real database in integration tests.
Cite the source of each number.
merge 之前要 squash
改 config 之後 restart service
log 用 structlog，不要用 print
type hint 一律要寫
report 用 markdown table
release 後 tag 一下版本
""".strip().splitlines()


def of(text: str, quote: str | None = None) -> str | None:
    """The condition of a quote in a message; of all of it when no quote is given."""
    start = text.index(quote) if quote else 0
    return condition_of(text, start, start + len(quote or text))


def test_conditional_sentences_fire():
    """At least 95 % of conditional sentences give a condition; those that do not are listed."""
    missed = [text for text in CONDITIONAL if of(text) is None]
    assert 120 <= len(CONDITIONAL)
    assert len(missed) <= 0.05 * len(CONDITIONAL), "\n".join(missed)


def test_other_sentences_do_not_fire():
    """At most 5 % of the sentences without a condition give one; those that do are listed."""
    false = [text for text in UNCONDITIONAL if of(text) is not None]
    assert 120 <= len(UNCONDITIONAL)
    assert len(false) <= 0.05 * len(UNCONDITIONAL), "\n".join(false)


def test_ambiguous_words_seldom_fire():
    """At most 5 % of the sentences without a condition are called ambiguous, none called one-off."""
    false = [text for text in UNCONDITIONAL if is_ambiguous(text, 0, len(text))]
    assert len(false) <= 0.05 * len(UNCONDITIONAL), "\n".join(false)
    assert [] == [text for text in UNCONDITIONAL if is_one_off(text, 0, len(text))]


@pytest.mark.parametrize("sentence", CONDITIONAL)
def test_a_condition_is_a_slice(sentence):
    """What is kept stands word for word in the message."""
    assert (of(sentence) or "") in sentence


@pytest.mark.parametrize(
    ("condition", "text"),
    [
        ("測試機這陣子很不穩，先別跑整套驗收", "測試機這陣子很不穩，先別跑整套驗收，單元測試過了就好。"),
        ("checkout 的整套驗收先別跑", "checkout 的整套驗收先別跑"),
        ("這陣子 staging 很不穩，e2e 先別跑", "這陣子 staging 很不穩，e2e 先別跑，跑 unit test 就好"),
        ("staging 修好之前 e2e 先別跑", "staging 修好之前 e2e 先別跑"),
        ("这阵子 staging 很不稳", "这阵子 staging 很不稳，跑单元测试就好。"),
        ("在 staging、prod 修好之前", "在 staging、prod 修好之前，不要部署。"),
        ("until staging is fixed", "Run unit tests only, no e2e, until staging is fixed."),
        ("e2e is off for now, staging is unstable these days", "e2e is off for now, staging is unstable these days"),
        ("staging 修好之前 e2e 先別跑", "記住：staging 修好之前 e2e 先別跑"),
        ("先別跑 e2e", "1. 先別跑 e2e！"),
        ("for now use npm", "- for now use npm;"),
        ("as long as CI is red", "As always, as long as CI is red, merge nothing"),
    ],
)
def test_the_slice_of_a_condition(condition, text):
    """CW-01, SC-01: from the clause of the first trigger to that of the last, without list and end marks."""
    assert condition == of(text)


@pytest.mark.parametrize(
    "text",
    [
        "部署之前先跑 lint",
        "改完再跑測試",
        "run lint before you deploy",
        "after a change run tests",
        "發版前\r\n  一定要先跑\r\n  資料比對，\r\n不然上次那種事又會發生",
        "改文件時順便更新索引",
        "我之前說過不要用 var",
        "只要跑單元測試就好",
        "The web team uses pnpm while the data team uses poetry",
        "Tell me whether the build passed",
        "appending the rows keeps them in order",
    ],
)
def test_an_order_of_steps_is_no_condition(text):
    """What is to be done first, after or meanwhile by the worker, and the past, set no condition."""
    assert of(text) is None


def test_only_the_sentence_of_the_quote_counts():
    """A condition in another sentence of the message is not this quote's."""
    text = "Run lint first. Until staging is fixed, skip e2e. 文件用中文。"
    assert of(text, "Run lint first") is None
    assert "Until staging is fixed" == of(text, "skip e2e")
    assert of(text, "文件用中文") is None


def test_a_quote_over_two_sentences():
    """Of a quote over several sentences the slice reaches from the first trigger to the last."""
    text = "Until Friday, skip e2e. Use npm for now, please."
    assert "Until Friday, skip e2e. Use npm for now" == of(text)


def test_a_condition_too_long_is_none():
    """A slice of more than ``policy.CONDITION_CHARS`` characters is no condition."""
    assert of("until " + "staging is fixed and so " * (policy.CONDITION_CHARS // 20)) is None


@pytest.mark.parametrize(
    ("ambiguous", "text"),
    [
        (True, "Skip e2e because staging is broken"),
        (True, "因為 CI 很不穩，e2e 不用跑"),
        (True, "Use the mock server right now"),
        (False, "Use tabs"),
        (False, "Until staging is fixed, skip e2e because it is broken"),
        (False, "部署之前先跑 lint"),
    ],
)
def test_ambiguous_words(ambiguous, text):
    """Words that may or may not limit what is said merit a notice, but only where no condition was found."""
    assert ambiguous == is_ambiguous(text, 0, len(text))


@pytest.mark.parametrize(
    ("one_off", "text"),
    [
        (True, "這次先不跑 e2e"),
        (True, "这次先跳过验收"),
        (True, "就這一次，直接 push"),
        (True, "只限這次"),
        (True, "今天先跳過 e2e"),
        (True, "這個 PR 不用跑 e2e"),
        (True, "skip e2e this time"),
        (True, "Just this once, push to main"),
        (True, "For this PR only, skip the changelog"),
        (True, "No e2e, today only"),
        (False, "這次開始都跑 e2e"),
        (False, "这次开始都跑 e2e"),
        (False, "從這個 release 開始，一律跑 e2e"),
        (False, "From this release on, run e2e"),
        (False, "Don't do it like this time, always run e2e"),
        (False, "每次都跑 e2e"),
        (False, "Run e2e"),
    ],
)
def test_one_off_words(one_off, text):
    """ "This time" words mean one occasion; "from now on" words beat them."""
    assert one_off == is_one_off(text, 0, len(text))


@pytest.mark.parametrize(
    ("lasting", "text"),
    [
        (True, "以後都用 pnpm"),
        (True, "今后一律用 pnpm"),
        (True, "從現在開始用 tabs"),
        (True, "之後都用 tabs"),
        (True, "From now on, use tabs"),
        (True, "Going forward use tabs"),
        (True, "Every time you push, tag it"),
        (False, "改完以後跑 lint"),
        (False, "use tabs"),
    ],
)
def test_from_now_on_words(lasting, text):
    """Words for all that comes; 以後 after a step is mere order."""
    assert lasting == from_now_on(text, 0, len(text))


@pytest.mark.parametrize(
    ("days", "text"),
    [
        ({NamedDay(2026, 12, 31)}, "until 2026-12-31."),
        ({NamedDay(2026, 12, 31)}, "2026/12/31 前"),
        ({NamedDay(2026, 12, 31)}, "2026年12月31日"),
        ({NamedDay(2026, 12, 31)}, "民國115年12月31日"),
        ({NamedDay(2026, 12, 31)}, "115/12/31"),
        ({NamedDay(2026, 12, 31)}, "December 31st, 2026"),
        ({NamedDay(None, 12, 31)}, "12/31 以前"),
        ({NamedDay(None, 12, 31)}, "31/12"),
        ({NamedDay(None, 12, 31)}, "12月31前"),
        ({NamedDay(None, 12, 31)}, "十二月三十一号"),
        ({NamedDay(None, 12, 31)}, "by Dec 31"),
        ({NamedDay(None, 12, 31)}, "31 December"),
        ({NamedDay(None, None, 31)}, "31 號之前"),
        ({NamedDay(None, None, 5)}, "until the 5th"),
        ({NamedDay(None, 1, 2), NamedDay(None, 3, 4)}, "1/2 到 3/4"),
        (set(), "月底 or the end of the month"),
        (set(), "3/4 of the tests, v1.2.3, 10.12.1.3"),
        (set(), "2 月 30 日"),
        (set(), "in 3 decades, 3 個月, may 3x"),
    ],
)
def test_dates_in_words(days, text):
    """Calendar days in every form people type; the end of a month is none, nor is a day that no calendar has."""
    assert days == dates_in(text)


@pytest.mark.parametrize(
    ("wanted", "text"),
    [
        (date(2026, 12, 31), "12/31 以前"),
        (date(2027, 1, 5), "until Jan 5"),
        (date(2026, 12, 4), "until Friday"),
        (date(2026, 12, 4), "週五以前"),
        (date(2026, 12, 4), "这周五"),
        (date(2026, 12, 4), "禮拜五"),
        (date(2026, 12, 11), "下週五"),
        (date(2026, 12, 4), "next Friday"),
        (date(2026, 12, 11), "next Friday"),
        (date(2026, 11, 30), "Monday"),
        (date(2026, 12, 7), "Monday"),
        (date(2026, 12, 1), "tomorrow"),
        (date(2026, 12, 1), "明天"),
        (date(2026, 12, 2), "后天"),
        (date(2026, 12, 2), "the day after tomorrow"),
        (date(2026, 12, 3), "in 3 days"),
        (date(2026, 12, 3), "三天後"),
        (date(2026, 12, 14), "in two weeks"),
        (date(2026, 12, 14), "兩週後"),
        (date(2026, 12, 31), "31 號之前"),
    ],
)
def test_words_that_name_a_date(wanted, text):
    """What the words leave out means the next such day on or after the day of speaking, here a Monday."""
    assert holds_date(text, wanted, MONDAY)


@pytest.mark.parametrize("text", ["月底", "end of the month", "soon", "12/30", "2025-12-31", "每週四", "in 30 days"])
def test_words_that_do_not_name_it(text):
    """Neither "the end of the month" nor another day names 31 December."""
    assert not holds_date(text, date(2026, 12, 31), MONDAY)


@pytest.mark.parametrize(
    ("named", "text"),
    [
        (["checkout"], "checkout 的整套驗收先別跑"),
        (["checkout"], "Checkout的驗收先別跑"),
        (["checkout/e2e"], "checkout/e2e 先別跑"),
        (["billing", "checkout"], "skip e2e for checkout and billing."),
        (["驗收"], "整套驗收先別跑"),
        ([], "checkout-v2 and checkout.py and checkouts"),
        ([], "Leave it. checkout is fine."),
    ],
)
def test_scopes_named_in_the_sentence(named, text):
    """Known scopes that the sentence of the quote names as whole words."""
    known = {"checkout", "checkout/e2e", "billing", "驗收"} - ({"驗收"} - set(named))
    assert named == scopes_named(text, 0, 5, known)
