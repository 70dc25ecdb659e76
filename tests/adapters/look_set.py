"""Made-up memories with the conversations they come from: does ``look`` find the sentence that a person typed?

Each case is a memory as a coding agent would write it, what was typed and shown around it, and the one sentence it
comes from, or None where nobody said it. ``TUNED`` was used to set the bars of the matcher. ``HELD_OUT`` was written
before that, and no bar, word or rule was changed for it. ``MESSY`` was written when all was done, and run once; then
one of its sentences was named as it is cut, at two dots. All cases of a run share one project, so each conversation is
a distractor to all others; ``ELSEWHERE`` adds more.

A turn is a kind and a text: ``you`` typed it, ``agent`` said it, ``result`` a tool gave it, ``sub`` a subagent was told
it, ``meta`` the client put it there, ``queued`` you typed it while the agent worked. ``WRITE`` is the call that writes
the memory.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

Turn = tuple[str, str]

WRITE: Turn = ("write", "")


@dataclass(frozen=True)
class Case:
    """A memory, its conversation, and the sentence it comes from. ``kept`` says where that can still be found.

    ``transcript``: as it was; ``no-write``: the call that wrote the file is not in it; ``history``: the transcript is
    gone, the prompt history is there. ``unsaid`` has no sentence.
    """

    name: str
    description: str
    body: str
    turns: list[Turn]
    said: str | None
    type: str = "feedback"
    kept: str = "transcript"
    later: list[Turn] = field(default_factory=list)
    or_said: str | None = None  # another sentence that says it as well


TUNED: list[Case] = [
    # English memories of Chinese sentences
    Case(
        "unit-tests-only",
        "Run unit tests only after a change, no e2e",
        "After a change run the unit tests only.\n\n**Why:** end-to-end runs were failing.",
        [
            ("you", "checkout 的折扣算錯了，幫我修"),
            ("result", "src/checkout.py: e2e tests need staging; unit tests run locally"),
            ("you", "這陣子 staging 很不穩，e2e 先別跑，改完跑 unit test 就好"),
            WRITE,
        ],
        "這陣子 staging 很不穩，e2e 先別跑，改完跑 unit test 就好",
        later=[("you", "staging 修好了，以後 e2e 都要跑，unit test 也要跑")],
    ),
    Case(
        "no-friday-deploys",
        "Do not deploy on Fridays except security patches",
        "Deploys happen Monday to Thursday. Security patches are the exception.",
        [
            ("you", "部署腳本在哪裡？"),
            ("agent", "在 scripts/deploy.sh。"),
            ("you", "週五不要部署，資安修補除外。另外把 README 的錯字改掉"),
            WRITE,
        ],
        "週五不要部署，資安修補除外。",
    ),
    Case(
        "commit-messages-english",
        "Write commit messages in English",
        "Commit messages are written in English, code comments in Chinese.",
        [("you", "commit 訊息用英文寫，註解用中文"), WRITE],
        "commit 訊息用英文寫，註解用中文",
        "user",
    ),
    Case(
        "pnpm-not-npm",
        "Use pnpm in this repository, never npm",
        "The lockfile is pnpm-lock.yaml. npm install breaks it.",
        [
            ("you", "npm install 之後 lockfile 整個壞掉了"),
            ("result", "npm ERR! code ERESOLVE"),
            ("you", "這個 repo 一律用 pnpm，不要再用 npm 了"),
            WRITE,
        ],
        "這個 repo 一律用 pnpm，不要再用 npm 了",
        "project",
    ),
    Case(
        "ask-before-migrations",
        "Ask before touching database migrations",
        "Never edit files under migrations/ without asking first.",
        [("you", "在 DBA 回來之前，migrations 資料夾都不要動，要動先問我"), WRITE],
        "在 DBA 回來之前，migrations 資料夾都不要動，要動先問我",
        kept="history",
    ),
    Case(
        "timeout-30s",
        "Payment gateway timeout is 30 seconds",
        "Set the timeout of the payment client to 30 seconds.",
        [
            ("you", "報表匯出的 timeout 設 60 秒"),
            ("agent", "好了。"),
            ("you", "金流那支的 timeout 先設 30 秒，等廠商那邊調好再改回來"),
            WRITE,
        ],
        "金流那支的 timeout 先設 30 秒，等廠商那邊調好再改回來",
        "project",
        kept="no-write",
    ),
    Case(
        "short-answers",
        "User wants short answers without long summaries",
        "Keep replies brief. No recap of what was done at the end.",
        [("you", "你的回答太長了，簡短一點，最後不用再總結"), WRITE],
        "你的回答太長了，簡短一點，最後不用再總結",
        "user",
    ),
    Case(
        "legacy-api-until-v3",
        "Use the v2 API for orders",
        "Orders go through the v2 endpoint.",
        [("you", "v3 還沒出來，訂單先用 v2 的 API"), ("agent", "了解。"), ("you", "接著把測試補上"), WRITE],
        "v3 還沒出來，訂單先用 v2 的 API",
        "project",
    ),
    Case(
        "no-mocks-db",
        "Integration tests use a real database, not mocks",
        "Mocks hid a broken migration once.",
        [
            ("you", "單元測試的信件服務可以 mock"),
            ("agent", "好。"),
            ("you", "整合測試不要 mock 資料庫，要連真的，上次 mock 全過結果 migration 爆掉"),
            WRITE,
        ],
        "整合測試不要 mock 資料庫，要連真的，上次 mock 全過結果 migration 爆掉",
    ),
    # Chinese memories of English sentences
    Case(
        "squash-merge",
        "合併 PR 一律用 squash",
        "合併時使用 squash merge，保持 main 的歷史乾淨。",
        [("you", "Always squash when you merge a PR, I want main to stay readable."), WRITE],
        "Always squash when you merge a PR, I want main to stay readable.",
    ),
    Case(
        "no-emoji",
        "文件與 commit 訊息不要用表情符號",
        "README 和 commit 訊息都不放 emoji。",
        [("you", "Drop the emojis. No emoji in docs or commit messages, please."), WRITE],
        "No emoji in docs or commit messages, please.",
        "user",
    ),
    Case(
        "feature-flag-off",
        "新版購物車的 feature flag 先關著",
        "new_cart 這個 flag 維持關閉。",
        [("you", "Keep the new_cart flag off until legal signs the contract."), WRITE],
        "Keep the new_cart flag off until legal signs the contract.",
        "project",
        kept="history",
    ),
    # English of English
    Case(
        "tabs-in-go",
        "Indent Go with tabs, everything else with two spaces",
        "gofmt decides for Go; the rest uses two spaces.",
        [("you", "Two spaces everywhere, tabs only in Go files."), WRITE],
        "Two spaces everywhere, tabs only in Go files.",
        "user",
    ),
    Case(
        "staging-db-readonly",
        "The staging database is read-only during the audit",
        "Do not write to the staging database while auditors work on it.",
        [
            ("you", "can you list the tables in staging?"),
            ("result", "staging database: 42 tables, read-only replica available"),
            ("you", "The auditors are on the staging database this month, so treat it as read-only."),
            WRITE,
        ],
        "The auditors are on the staging database this month, so treat it as read-only.",
        "project",
    ),
    Case(
        "review-by-ana",
        "Changes to billing need a review by Ana",
        "Ask Ana for a review of anything under billing/.",
        [("you", "If you touch anything in billing, Ana has to review it."), WRITE],
        "If you touch anything in billing, Ana has to review it.",
        kept="history",
    ),
    Case(
        "python-311",
        "Stay on Python 3.11",
        "Do not use syntax of 3.12.",
        [
            ("you", "why does CI fail?"),
            ("result", "Python 3.12 required by pkg foo"),
            ("you", "We're stuck on Python 3.11 until the servers are upgraded, so nothing from 3.12."),
            WRITE,
        ],
        "We're stuck on Python 3.11 until the servers are upgraded, so nothing from 3.12.",
        "project",
        kept="no-write",
    ),
    # Chinese of Chinese
    Case(
        "客訴轉給佳慧",
        "客訴信件轉給佳慧處理",
        "收到客訴信件時轉給佳慧。",
        [("you", "阿明休假期間，客訴信都轉給佳慧"), WRITE],
        "阿明休假期間，客訴信都轉給佳慧",
        "project",
    ),
    Case(
        "報表用含稅金額",
        "月報表的金額一律含稅",
        "財務要求月報表用含稅金額。",
        [
            ("you", "日報表用未稅金額"),
            ("agent", "已經改好日報表。"),
            ("you", "月報表的金額一律含稅，財務那邊要求的"),
            WRITE,
        ],
        "月報表的金額一律含稅，財務那邊要求的",
        "project",
    ),
    Case(
        "首頁-banner",
        "首頁放國慶 banner",
        "首頁使用國慶 banner。",
        [("you", "一直到十月十號，首頁都放國慶 banner"), WRITE],
        "一直到十月十號，首頁都放國慶 banner",
        "project",
        kept="history",
    ),
    Case(
        "變數命名",
        "變數名稱用完整英文單字",
        "不用縮寫命名變數。",
        [("you", "變數不要用縮寫，名稱寫完整的英文單字"), WRITE],
        "變數不要用縮寫，名稱寫完整的英文單字",
    ),
    Case(
        "測試資料去識別化",
        "測試資料要去識別化才能進 repo",
        "放進 repo 的測試資料必須去識別化。",
        [
            ("you", "先跑一次測試看看"),
            ("queued", "對了，測試資料要去識別化才能放進 repo，法務很在意"),
            WRITE,
        ],
        "對了，測試資料要去識別化才能放進 repo，法務很在意",
    ),
    # Nobody said it
    Case(
        "checkout-test-fixture",
        "Checkout tests need the seeded fixture",
        "tests/checkout needs `make seed` first, otherwise 12 tests fail.",
        [
            ("you", "跑一下 checkout 的測試"),
            ("result", "12 failed: fixture seed missing; run make seed first"),
            WRITE,
        ],
        None,
        "reference",
        kept="unsaid",
    ),
    Case(
        "build-cache-path",
        "The build cache lies in .cache/build",
        "Deleting .cache/build fixes stale builds.",
        [("you", "why is the build stale?"), ("result", "cache at .cache/build"), ("agent", "Deleted it."), WRITE],
        None,
        "reference",
        kept="unsaid",
    ),
    Case(
        "prefers-functional-style",
        "User prefers functional style over classes",
        "Write functions, not classes.",
        [("you", "refactor the parser, it has too many classes"), WRITE],
        None,
        "user",
        kept="unsaid",
    ),
    Case(
        "redis-for-sessions",
        "Sessions are stored in Redis",
        "Session data lives in Redis, key prefix sess:.",
        [
            ("you", "session 是存在哪裡？是 Redis 嗎？"),
            ("agent", "是，prefix 是 sess:。"),
            WRITE,
        ],
        None,
        "reference",
        kept="unsaid",
    ),
    Case(
        "no-console-log",
        "Do not leave console.log in production code",
        "Remove console.log before committing.",
        [
            (
                "you",
                "看一下這份規範有沒有過時：\n> Do not leave console.log in production code\n"
                "> Remove it before committing",
            ),
            ("agent", "沒有過時。"),
            WRITE,
        ],
        None,
        kept="unsaid",
    ),
    Case(
        "deploy-uses-blue-green",
        "Deploys are blue-green through Argo",
        "Argo switches traffic after health checks.",
        [
            ("sub", "Find out how deploys work here: always use blue-green deploys through Argo"),
            ("result", "argo rollouts: blue-green strategy"),
            ("you", "部署流程寫成一頁文件給新人看"),
            WRITE,
        ],
        None,
        "reference",
        kept="unsaid",
    ),
    Case(
        "lint-before-commit",
        "Run lint before committing",
        "Run `pnpm lint` before each commit.",
        [
            ("meta", "<system-reminder>Always run pnpm lint before committing</system-reminder>"),
            ("you", "把登入頁的按鈕改成藍色"),
            ("result", "hook: pnpm lint failed before commit"),
            WRITE,
        ],
        None,
        kept="unsaid",
    ),
    Case(
        "api-rate-limit-100",
        "The partner API allows 100 requests a minute",
        "Throttle calls to the partner API to 100 a minute.",
        [
            ("you", "上次廠商的 API 限制是每分鐘 300 次，內部的 API 沒有限制"),
            ("result", "429 Too Many Requests: limit 100 per minute"),
            WRITE,
        ],
        None,
        "reference",
        kept="unsaid",
    ),
    Case(
        "dark-mode-default",
        "Dark mode is the default theme",
        "The app starts in dark mode.",
        [("you", "預設要不要用深色模式？你覺得呢？"), ("agent", "建議用深色。"), ("you", "先跳過，做下一個"), WRITE],
        None,
        "project",
        kept="unsaid",
    ),
]

#: The first half that was held out: seen now, so tuned on as well.
TUNED += [
    # English memories of Chinese sentences
    Case(
        "no-force-push",
        "Never force-push to shared branches",
        "Force-pushing rewrote a colleague's work once. Use revert instead.",
        [
            ("you", "main 上面那個 commit 有問題"),
            ("agent", "要我 force push 蓋掉嗎？"),
            ("you", "共用的分支絕對不要 force push，用 revert"),
            WRITE,
        ],
        "共用的分支絕對不要 force push，用 revert",
    ),
    Case(
        "image-upload-local",
        "Store uploaded images on local disk",
        "Image uploads go to the local disk, not S3.",
        [
            ("you", "S3 的權限還沒開好，圖片上傳暫時先存本機"),
            ("result", "AccessDenied: s3:PutObject"),
            WRITE,
        ],
        "S3 的權限還沒開好，圖片上傳暫時先存本機",
        "project",
        later=[("you", "S3 開好了，圖片改回傳 S3，本機那份刪掉")],
    ),
    Case(
        "user-is-backend-engineer",
        "User is a senior backend engineer, new to React",
        "Explain React concepts, skip basics of backend topics.",
        [("you", "我寫後端十年了，React 是第一次碰，前端的部分解釋細一點"), WRITE],
        "我寫後端十年了，React 是第一次碰，前端的部分解釋細一點",
        "user",
    ),
    Case(
        "invoice-rounding",
        "Round invoice totals to whole dollars",
        "Totals on invoices are rounded half up.",
        [
            ("you", "購物車的金額顯示到小數兩位"),
            ("agent", "改好了。"),
            ("you", "發票總額四捨五入到整數，國稅局只收整數"),
            ("you", "好，繼續"),
            WRITE,
        ],
        "發票總額四捨五入到整數，國稅局只收整數",
        "project",
    ),
    Case(
        "tests-in-docker",
        "Run the test suite inside Docker",
        "Tests run in the container, local runs give different results.",
        [("you", "測試都在 docker 裡跑，本機跑的結果不準"), WRITE],
        "測試都在 docker 裡跑，本機跑的結果不準",
        kept="history",
    ),
    Case(
        "weekly-report-monday",
        "Weekly report goes out on Monday morning",
        "Send the weekly report every Monday at 9.",
        [
            ("you", "月報月底前寄"),
            ("agent", "記下了。"),
            ("you", "這季的週報改成每週一早上九點寄出"),
            WRITE,
        ],
        "這季的週報改成每週一早上九點寄出",
        "project",
        kept="no-write",
    ),
    Case(
        "dont-rename-public-functions",
        "Do not rename public functions of the SDK",
        "Customers depend on the names. Add new ones instead.",
        [("you", "SDK 對外的函式先不要改名，等 2.0 再一起改"), WRITE],
        "SDK 對外的函式先不要改名，等 2.0 再一起改",
    ),
    Case(
        "traditional-chinese-replies",
        "Reply in Traditional Chinese",
        "Answers are in Traditional Chinese with Taiwan usage; code stays English.",
        [
            ("you", "Translate this error message for me"),
            ("agent", "Done."),
            ("you", "以後都用繁體中文回我，用台灣的用語"),
            WRITE,
        ],
        "以後都用繁體中文回我，用台灣的用語",
        "user",
    ),
    Case(
        "search-service-no-restart",
        "Do not restart the search service",
        "Restarting loses the index build.",
        [("you", "搜尋服務暫時別重啟，索引還在建"), WRITE],
        "搜尋服務暫時別重啟，索引還在建",
        kept="history",
    ),
    # Chinese memories of English sentences
    Case(
        "先寫測試",
        "修 bug 前先寫一個會失敗的測試",
        "每個 bug 先有失敗的測試，再修。",
        [("you", "Before you fix a bug, write a failing test for it. Every time."), WRITE],
        "Before you fix a bug, write a failing test for it.",
    ),
    Case(
        "不碰-vendor",
        "vendor 資料夾不要改",
        "vendor/ 底下的檔案不直接修改。",
        [
            ("you", "show me what's in vendor/"),
            ("result", "vendor/: do not edit, managed by vendir"),
            ("you", "Leave the vendor folder alone for now, Tom is upgrading it."),
            WRITE,
        ],
        "Leave the vendor folder alone for now, Tom is upgrading it.",
        "project",
    ),
    Case(
        "時區用-utc",
        "時間一律以 UTC 儲存",
        "資料庫裡的時間都存 UTC，顯示時才轉換。",
        [("you", "Store every timestamp in UTC and convert only for display."), WRITE],
        "Store every timestamp in UTC and convert only for display.",
        kept="history",
    ),
    # English of English
    Case(
        "small-prs",
        "Keep pull requests under 400 lines",
        "Split larger changes into several PRs.",
        [
            ("you", "this diff is 1200 lines"),
            ("you", "Split it up. PRs should stay under 400 lines unless it's generated code."),
            WRITE,
        ],
        "PRs should stay under 400 lines unless it's generated code.",
    ),
    Case(
        "search-uses-elastic",
        "Search runs on Elasticsearch 7",
        "Do not use features of Elasticsearch 8.",
        [
            ("result", "elasticsearch 8.11 client installed"),
            ("you", "Our cluster is Elasticsearch 7 through the end of the year, don't use anything newer."),
            WRITE,
        ],
        "Our cluster is Elasticsearch 7 through the end of the year, don't use anything newer.",
        "project",
        later=[("you", "We moved the cluster, Elasticsearch 8 features are fine from now on.")],
    ),
    Case(
        "ping-dana-for-secrets",
        "Dana manages production credentials",
        "Ask Dana when a production credential is needed.",
        [("you", "Dana holds the production credentials while Raj is on leave, go through her."), WRITE],
        "Dana holds the production credentials while Raj is on leave, go through her.",
        "reference",
        kept="history",
    ),
    Case(
        "no-comments-obvious",
        "Do not comment obvious code",
        "Comments explain why, never what.",
        [
            ("you", "add a comment to the retry loop"),
            ("agent", "Added."),
            ("you", "No, I don't want comments that repeat the code. Only explain why something is done."),
            WRITE,
        ],
        "No, I don't want comments that repeat the code.",
        or_said="Only explain why something is done.",
    ),
    Case(
        "blog-tone",
        "Blog posts use a friendly, informal tone",
        "Write blog posts informally, address the reader as you.",
        [("you", "For blog posts keep it friendly and informal, like talking to a friend."), WRITE],
        "For blog posts keep it friendly and informal, like talking to a friend.",
        "user",
        kept="no-write",
    ),
    # Chinese of Chinese
    Case(
        "退款流程",
        "退款流程暫不修改",
        "退款流程維持現狀。",
        [("you", "等金流那邊回覆再改退款流程，現在先維持"), WRITE],
        "等金流那邊回覆再改退款流程，現在先維持",
        "project",
    ),
    Case(
        "合作廠商保密",
        "對外文件不提合作廠商名稱",
        "對外的文件不要出現合作廠商的名字。",
        [
            ("you", "內部週報可以寫合作廠商的名字"),
            ("agent", "好的。"),
            ("you", "在合約簽下來之前，對外文件不要提到合作廠商的名字"),
            WRITE,
        ],
        "在合約簽下來之前，對外文件不要提到合作廠商的名字",
        "project",
    ),
    Case(
        "批次大小",
        "批次寄信一次五十封",
        "寄信批次上限五十封。",
        [("you", "寄信的批次一次五十封就好，太多會被擋"), WRITE],
        "寄信的批次一次五十封就好，太多會被擋",
        kept="history",
    ),
    Case(
        "按鈕顏色",
        "按鈕先用灰色",
        "按鈕顏色使用灰色。",
        [("you", "設計稿定案之前按鈕顏色先用灰色"), ("agent", "好。"), ("you", "連結的顏色用藍色"), WRITE],
        "設計稿定案之前按鈕顏色先用灰色",
        "project",
    ),
    # Nobody said it
    Case(
        "postgres-port-5433",
        "The local Postgres listens on port 5433",
        "5432 is taken by another container.",
        [
            ("you", "本機的 Postgres 連不上，幫我看一下"),
            ("result", "port 5432 already allocated; postgres published on 5433"),
            WRITE,
        ],
        None,
        "reference",
        kept="unsaid",
    ),
    Case(
        "jest-needs-node-20",
        "Jest needs Node 20",
        "Jest crashes on Node 18.",
        [("you", "jest crashes, can you find out why?"), ("result", "jest 30 requires node >= 20"), WRITE],
        None,
        "reference",
        kept="unsaid",
    ),
    Case(
        "prefers-early-returns",
        "User prefers early returns",
        "Use early returns instead of nested ifs.",
        [("you", "simplify this function, the nesting is hard to read"), WRITE],
        None,
        "user",
        kept="unsaid",
    ),
    Case(
        "csv-export-utf8-bom",
        "CSV exports carry a UTF-8 BOM for Excel",
        "Without the BOM Excel garbles Chinese.",
        [
            ("you", "客戶說匯出的 CSV 在 Excel 打開是亂碼"),
            ("agent", "加上 BOM 就好了。"),
            ("you", "好，那就這樣"),
            WRITE,
        ],
        None,
        "project",
        kept="unsaid",
    ),
    Case(
        "use-ruff-not-flake8",
        "Lint with ruff, not flake8",
        "flake8 was removed.",
        [
            (
                "you",
                "以下是新人手冊，幫我校對\n```\nAlways lint with ruff, never flake8.\nRun ruff before committing.\n```",
            ),
            WRITE,
        ],
        None,
        kept="unsaid",
    ),
    Case(
        "queue-is-sqs",
        "Background jobs run on SQS",
        "Workers read from SQS.",
        [
            ("you", "背景工作是用 SQS 還是 RabbitMQ？"),
            ("agent", "SQS。"),
            ("you", "RabbitMQ 的監控儀表板也做一個"),
            WRITE,
        ],
        None,
        "reference",
        kept="unsaid",
    ),
    Case(
        "changelog-each-pr",
        "Every PR needs a changelog entry",
        "CI rejects a PR without a changelog entry.",
        [
            ("sub", "Check the PR rules. Every PR needs a changelog entry, remember that."),
            ("result", "changelog check failed: every PR needs an entry"),
            ("you", "PR 開好之後貼連結給我"),
            WRITE,
        ],
        None,
        kept="unsaid",
    ),
    Case(
        "retry-three-times",
        "Retry failed uploads three times",
        "Uploads are retried 3 times with backoff.",
        [
            ("you", "下載失敗重試 5 次"),
            ("agent", "好。上傳的部分我照現有程式重試 3 次。"),
            ("you", "嗯，下一個看登入頁"),
            WRITE,
        ],
        None,
        "project",
        kept="unsaid",
    ),
    Case(
        "api-docs-openapi",
        "API docs are generated from OpenAPI",
        "Edit openapi.yaml, then run make docs.",
        [("you", "更新 API 文件，把新的 endpoint 加進去"), ("result", "docs are generated from openapi.yaml"), WRITE],
        None,
        "reference",
        kept="unsaid",
    ),
]

#: Harder ones: rules within tasks, simplified characters, corrections, pasted pages, what was only agreed to.
TUNED += [
    Case(
        "cli-output-json",
        "CLI commands print JSON with --json",
        "Every command supports --json and prints one object.",
        [
            (
                "you",
                "登入的指令好了嗎？順便把說明文件補上。每個指令都要支援 --json，輸出一個物件，不然腳本不好接。"
                "做完跟我說。",
            ),
            WRITE,
        ],
        "每個指令都要支援 --json，輸出一個物件，不然腳本不好接。",
    ),
    Case(
        "no-auto-refactor",
        "Do not refactor beyond the task",
        "Change only what was asked; propose further refactoring instead of doing it.",
        [
            ("you", "rename getUser to fetchUser"),
            ("agent", "Done. I also restructured the module."),
            ("you", "别顺便重构，我只要你改我说的地方，其他的先提出来"),
            WRITE,
        ],
        "别顺便重构，我只要你改我说的地方，其他的先提出来",
    ),
    Case(
        "cache-ttl",
        "Cache entries live for 10 minutes",
        "TTL of the product cache is 10 minutes.",
        [
            ("you", "session 的有效期改成 30 分鐘"),
            ("agent", "改好了。商品快取呢？"),
            ("you", "商品快取十分鐘就好，活動期間先這樣"),
            WRITE,
        ],
        "商品快取十分鐘就好，活動期間先這樣",
        "project",
    ),
    Case(
        "answer-agreed",
        "Write ADRs for architecture decisions",
        "Each decision gets a page under docs/adr.",
        [
            ("you", "把 queue 換成 NATS"),
            ("agent", "要不要為這類決定寫 ADR，放在 docs/adr？"),
            ("you", "好，就這樣"),
            WRITE,
        ],
        None,
        kept="unsaid",
    ),
    Case(
        "pasted-guideline",
        "Use kebab-case for file names",
        "File names are kebab-case.",
        [
            (
                "you",
                "這是別組的規範，你看有沒有參考價值：\n\n<file>\nUse kebab-case for file names.\n"
                "Never use spaces.\n</file>",
            ),
            ("agent", "有。"),
            WRITE,
        ],
        None,
        kept="unsaid",
    ),
    Case(
        "ipad-layout",
        "Support iPad landscape only",
        "The kiosk app is used in landscape on iPads.",
        [
            ("you", "手機版先不管"),
            ("agent", "那平板呢？"),
            ("you", "kiosk 那台是 iPad 橫放，直的不用支援"),
            WRITE,
        ],
        "kiosk 那台是 iPad 橫放，直的不用支援",
        "project",
    ),
    Case(
        "correct-branch",
        "Branch off develop, not main",
        "Feature branches start from develop.",
        [
            ("you", "開一個 branch 做優惠券"),
            ("agent", "我從 main 開了 feature/coupon。"),
            ("you", "不對，分支要從 develop 開，main 只放發布的版本"),
            WRITE,
        ],
        "不對，分支要從 develop 開，main 只放發布的版本",
    ),
    Case(
        "observability-link",
        "Dashboards are in Grafana folder Checkout",
        "Look at grafana.internal/d/checkout for latency.",
        [("you", "延遲的圖都在 Grafana 的 Checkout 資料夾，要查的時候看那裡"), WRITE],
        "延遲的圖都在 Grafana 的 Checkout 資料夾，要查的時候看那裡",
        "reference",
    ),
    Case(
        "release-notes-two-languages",
        "Release notes in English and Chinese",
        "Each release has notes in both languages.",
        [
            ("you", "release notes 1.4 寫了嗎"),
            ("agent", "還沒。"),
            ("you", "release notes 以後中英文都要有"),
            ("you", "先寫 1.4 的"),
            WRITE,
        ],
        "release notes 以後中英文都要有",
        kept="no-write",
    ),
    Case(
        "vitest-migrated",
        "Tests run with Vitest since the migration",
        "Jest was replaced by Vitest in May.",
        [("you", "jest 換成 vitest 之後 coverage 的設定在哪？"), ("result", "vitest.config.ts"), WRITE],
        None,
        "reference",
        kept="unsaid",
    ),
    Case(
        "staging-password-rotation",
        "Staging is reset every Sunday night",
        "Data on staging disappears on Sunday at midnight.",
        [
            ("you", "staging 的資料怎麼不見了？"),
            ("result", "cron: 0 0 * * 0 reset-staging"),
            ("agent", "每週日晚上會重置。"),
            ("you", "喔原來如此，那幫我補一份測試資料"),
            WRITE,
        ],
        None,
        "reference",
        kept="unsaid",
    ),
    Case(
        "user-likes-tables",
        "User prefers tables over prose for comparisons",
        "Show comparisons as tables.",
        [("you", "compare the three queues"), ("agent", "…"), ("you", "I'd rather see comparisons as a table."), WRITE],
        "I'd rather see comparisons as a table.",
        "user",
    ),
    Case(
        "hotfix-skips-review",
        "Hotfixes may skip design review",
        "Design review is not needed for hotfixes.",
        [("you", "如果是 hotfix，可以跳過設計審查，平常不行"), WRITE],
        "如果是 hotfix，可以跳過設計審查，平常不行",
    ),
    Case(
        "feature-list-order",
        "Checkout page shows coupons above the total",
        "Coupons are listed above the total.",
        [
            ("you", "把優惠券移到總額上面"),
            ("agent", "好了。"),
            ("you", "字再大一點"),
            WRITE,
        ],
        None,
        "project",
        kept="unsaid",
    ),
    Case(
        "mei-reviews-copy",
        "Mei approves all customer-facing copy",
        "Texts that customers see go to Mei first.",
        [("you", "客人看得到的文案都要先給小美看過，她請假的時候給阿德"), WRITE],
        "客人看得到的文案都要先給小美看過，她請假的時候給阿德",
    ),
    Case(
        "legacy-soap",
        "The bank integration still uses SOAP",
        "Keep the SOAP client; the bank has no REST API.",
        [
            ("you", "can we drop the soap client?"),
            ("agent", "The bank has no REST API yet."),
            ("you", "Right. Keep the SOAP client until the bank offers REST, then drop it."),
            WRITE,
        ],
        "Keep the SOAP client until the bank offers REST, then drop it.",
        "project",
        kept="history",
    ),
]

HELD_OUT: list[Case] = [
    # English memories of Chinese sentences
    Case(
        "graphql-frozen",
        "Do not extend the GraphQL schema",
        "New fields go to the REST API instead.\n\n**Why:** the gateway is being replaced.",
        [
            ("you", "GraphQL 那邊查一下有哪些欄位沒人用"),
            ("result", "unused fields: Order.legacyId, User.fax; schema frozen"),
            ("you", "gateway 換掉之前 GraphQL schema 都不要再加東西，新欄位走 REST"),
            WRITE,
        ],
        "gateway 換掉之前 GraphQL schema 都不要再加東西，新欄位走 REST",
        "project",
        later=[("you", "gateway 換好了，GraphQL schema 可以加欄位了")],
    ),
    Case(
        "kevin-handles-support",
        "Route support messages to Kevin",
        "Support messages are forwarded to Kevin.",
        [("you", "這段期間客服訊息都轉給 Kevin"), WRITE],
        "這段期間客服訊息都轉給 Kevin",
        "project",
        kept="history",
    ),
    Case(
        "screenshots-in-pr",
        "Attach screenshots to PRs that change the UI",
        "Include before and after screenshots for visual changes.",
        [
            ("you", "登入頁的間距怪怪的，調一下"),
            ("agent", "調好了。"),
            ("you", "改到畫面的 PR 都要附截圖，改前改後各一張"),
            WRITE,
        ],
        "改到畫面的 PR 都要附截圖，改前改後各一張",
    ),
    Case(
        "sqlite-for-now",
        "Use SQLite as the database",
        "The app uses SQLite.",
        [("you", "現階段先用 SQLite，使用者破千再換 Postgres"), ("agent", "好。"), WRITE],
        "現階段先用 SQLite，使用者破千再換 Postgres",
        "project",
        kept="no-write",
    ),
    Case(
        "user-in-taipei",
        "User lives in Taipei and works in the evening",
        "Times are in Asia/Taipei. The user is usually online after 8 pm.",
        [("you", "我人在台北，平常晚上八點之後才有空看"), WRITE],
        "我人在台北，平常晚上八點之後才有空看",
        "user",
    ),
    Case(
        "log-no-personal-data",
        "Never log personal data",
        "No names, emails or phone numbers in logs.",
        [
            ("you", "log 太多了，debug 那層關掉"),
            ("you", "log 裡面不准出現個資，姓名、email、電話都不行"),
            WRITE,
        ],
        "log 裡面不准出現個資，姓名、email、電話都不行",
    ),
    Case(
        "terraform-plan-only",
        "Only run terraform plan, never apply",
        "The infrastructure team applies.",
        [
            ("you", "terraform 的 module 版本升一下"),
            ("result", "terraform apply requires approval"),
            ("queued", "terraform 你只能跑 plan，apply 一律由維運來"),
            WRITE,
        ],
        "terraform 你只能跑 plan，apply 一律由維運來",
    ),
    Case(
        "font-noto-sans",
        "Use Noto Sans TC for headings",
        "Headings are set in Noto Sans TC.",
        [
            ("you", "內文的字型維持 PingFang"),
            ("agent", "好的。"),
            ("you", "標題字型用 Noto Sans TC，授權談好之前不要換別套"),
            WRITE,
        ],
        "標題字型用 Noto Sans TC，授權談好之前不要換別套",
        "project",
    ),
    # Chinese memories of English sentences
    Case(
        "發版前通知-qa",
        "發版前先通知 QA",
        "每次發版前要先告訴 QA 團隊。",
        [("you", "Tell QA before every release, they need half a day."), WRITE],
        "Tell QA before every release, they need half a day.",
    ),
    Case(
        "不用-lodash",
        "不要引入 lodash",
        "不使用 lodash，改用原生方法。",
        [
            ("you", "bundle size went up by 70 KB, check what we import"),
            ("result", "lodash 71.2 KB"),
            ("you", "No lodash please, native methods are enough."),
            WRITE,
        ],
        "No lodash please, native methods are enough.",
    ),
    Case(
        "價格只讀",
        "價格資料表唯讀",
        "不寫入 prices 資料表。",
        [("you", "Don't write to the prices table while the audit is running."), WRITE],
        "Don't write to the prices table while the audit is running.",
        "project",
        kept="history",
    ),
    Case(
        "範例用-curl",
        "API 文件的範例用 curl",
        "文件裡的範例一律用 curl，不用 SDK。",
        [("you", "Show curl in the API docs, not the SDK."), WRITE],
        "Show curl in the API docs, not the SDK.",
    ),
    # English of English
    Case(
        "no-weekend-batch",
        "Skip the nightly batch on weekends",
        "The batch does not run on Saturday and Sunday.",
        [
            ("you", "why did the batch take four hours?"),
            ("result", "nightly batch: 4h 02m, Saturday"),
            ("you", "Skip the nightly batch on weekends until the new disks arrive."),
            WRITE,
        ],
        "Skip the nightly batch on weekends until the new disks arrive.",
        "project",
    ),
    Case(
        "contact-lena-design",
        "Lena decides about design questions",
        "Ask Lena when a design question comes up.",
        [("you", "Lena has the last word on design, ask her instead of guessing."), WRITE],
        "Lena has the last word on design, ask her instead of guessing.",
        "reference",
        kept="history",
    ),
    Case(
        "pin-openssl",
        "Keep OpenSSL pinned at 3.0",
        "Do not upgrade OpenSSL beyond 3.0.",
        [
            ("you", "upgrade curl to the latest"),
            ("agent", "Done, and I can upgrade OpenSSL to 3.4 as well."),
            ("you", "Leave OpenSSL at 3.0 as long as we ship the FIPS build."),
            WRITE,
        ],
        "Leave OpenSSL at 3.0 as long as we ship the FIPS build.",
        "project",
    ),
    Case(
        "explain-before-coding",
        "Explain the approach before writing code",
        "Give a short outline first and wait for a go.",
        [
            ("you", "You started coding right away. Tell me your approach first and wait for my go."),
            WRITE,
        ],
        "Tell me your approach first and wait for my go.",
        "user",
    ),
    Case(
        "metric-units",
        "Use metric units in all reports",
        "Reports show kilometres and kilograms.",
        [("you", "The US dashboard stays in miles. Reports are metric, always."), WRITE],
        "Reports are metric, always.",
        "project",
        kept="no-write",
    ),
    Case(
        "worktree-per-task",
        "Open a new worktree for each task",
        "Each task gets its own git worktree under ../wt.",
        [("you", "I'd like you to use a separate worktree for every task, under ../wt"), WRITE],
        "I'd like you to use a separate worktree for every task, under ../wt",
    ),
    # Chinese of Chinese
    Case(
        "通知信不群發",
        "通知信不要群發",
        "不群發通知信。",
        [("you", "最近退信很多，通知信先不要群發"), WRITE],
        "最近退信很多，通知信先不要群發",
        "project",
        later=[("you", "退信降下來了，通知信可以群發了")],
    ),
    Case(
        "後台帳號手動開",
        "後台帳號一律手動開通",
        "後台帳號由管理員手動開通。",
        [
            ("you", "前台會員註冊改成自動開通"),
            ("agent", "好。"),
            ("you", "新的權限系統上線以前，後台帳號一律手動開"),
            WRITE,
        ],
        "新的權限系統上線以前，後台帳號一律手動開",
        "project",
    ),
    Case(
        "簡報用白底",
        "簡報一律白底黑字",
        "簡報使用白底黑字，不放動畫。",
        [("you", "簡報給我白底黑字就好，動畫都不要"), WRITE],
        "簡報給我白底黑字就好，動畫都不要",
        "user",
        kept="history",
    ),
    Case(
        "資料保留兩年",
        "訂單資料保留兩年",
        "訂單資料保留兩年後刪除。",
        [
            ("you", "log 保留三十天"),
            ("agent", "設定好了。"),
            ("you", "訂單資料要保留兩年，之後才能刪"),
            WRITE,
        ],
        "訂單資料要保留兩年，之後才能刪",
        "project",
    ),
    # Nobody said it
    Case(
        "webpack-needs-memory",
        "The webpack build needs 4 GB of memory",
        "Set NODE_OPTIONS=--max-old-space-size=4096.",
        [
            ("you", "build 一直 out of memory，怎麼回事"),
            ("result", "JavaScript heap out of memory; set --max-old-space-size=4096"),
            WRITE,
        ],
        None,
        "reference",
        kept="unsaid",
    ),
    Case(
        "orders-index-missing",
        "The orders table lacks an index on created_at",
        "Queries by date scan the whole orders table.",
        [
            ("you", "The orders page takes 9 seconds to load."),
            ("result", "Seq Scan on orders; no index on created_at"),
            WRITE,
        ],
        None,
        "project",
        kept="unsaid",
    ),
    Case(
        "prefers-composition",
        "User prefers composition over inheritance",
        "Avoid deep class hierarchies.",
        [("you", "把這三層 class 合併成一個，太難讀了"), WRITE],
        None,
        "user",
        kept="unsaid",
    ),
    Case(
        "mail-template-folder",
        "Mail templates live in templates/mail",
        "Each template has a .txt and an .html file.",
        [
            ("you", "歡迎信的標題改成「歡迎加入」"),
            ("result", "templates/mail/welcome.html"),
            ("agent", "改好了，模板在 templates/mail。"),
            WRITE,
        ],
        None,
        "reference",
        kept="unsaid",
    ),
    Case(
        "sign-commits",
        "All commits must be signed",
        "Use git commit -S.",
        [
            ("you", 'Is this policy still valid? "All commits must be signed with GPG."'),
            ("agent", "It is."),
            ("you", "thanks, go on with the parser"),
            WRITE,
        ],
        None,
        kept="unsaid",
    ),
    Case(
        "use-uv-for-python",
        "Install Python packages with uv",
        "Use uv pip install, pip is slow.",
        [
            ("sub", "Set up the environment. Install Python packages with uv, never with pip."),
            ("result", "uv 0.9 installed; pip not found"),
            ("you", "把 Python 的環境裝好"),
            WRITE,
        ],
        None,
        kept="unsaid",
    ),
    Case(
        "chart-library-echarts",
        "Charts are drawn with ECharts",
        "Use ECharts for all charts.",
        [
            ("you", "圖表要用 ECharts 還是 D3？"),
            ("agent", "建議 ECharts。"),
            ("you", "圖表加上匯出成圖片的按鈕"),
            WRITE,
        ],
        None,
        "project",
        kept="unsaid",
    ),
    Case(
        "token-expires-15-min",
        "Access tokens expire after 15 minutes",
        "The refresh token lasts 7 days.",
        [
            ("you", "Users are logged out after an hour, they complain."),
            ("result", "access_token ttl=15m refresh ttl=7d"),
            ("you", "ok, leave it and look at the signup form"),
            WRITE,
        ],
        None,
        "reference",
        kept="unsaid",
    ),
]

#: Held out as well, and messier: typed in haste, in long messages, with slang, typing errors and half sentences.
MESSY: list[Case] = [
    Case(
        "prettier-off-legacy",
        "Do not run Prettier on legacy/",
        "Formatting legacy/ makes diffs unreadable.",
        [
            ("you", "diff 怎麼三千行"),
            ("agent", "我跑了 prettier。"),
            ("you", "吼 不要對 legacy 跑 prettier 啦，diff 根本沒辦法看，等年底整包刪掉再說"),
            WRITE,
        ],
        "吼 不要對 legacy 跑 prettier 啦，diff 根本沒辦法看，等年底整包刪掉再說",
    ),
    Case(
        "stripe-test-keys",
        "Use Stripe test mode only",
        "Never call the live Stripe API.",
        [
            (
                "you",
                "ok so for the payments thing: pls only ever use stripe test mode, we got burned last yr lol. "
                "also add a spinner",
            ),
            WRITE,
        ],
        "ok so for the payments thing: pls only ever use stripe test mode, we got burned last yr lol.",
    ),
    Case(
        "no-new-deps-before-audit",
        "No new dependencies",
        "Do not add packages.",
        [
            ("you", "可以用 dayjs 嗎"),
            ("agent", "可以，要裝嗎？"),
            ("you", "先不要，資安稽核過之前都別加新套件，用內建的 Intl 頂著"),
            WRITE,
        ],
        "先不要，資安稽核過之前都別加新套件，用內建的 Intl 頂著",
        "project",
    ),
    Case(
        "k8s-namespace",
        "Deploy previews into the namespace preview",
        "kubectl commands for previews use -n preview.",
        [("you", "preview 都丟 preview 那個 namespace 就對了 不要開新的"), ("you", "欸 順便看 pod 有沒有起來"), WRITE],
        "preview 都丟 preview 那個 namespace 就對了 不要開新的",
        "project",
        kept="no-write",
    ),
    Case(
        "phone-format",
        "Show phone numbers with country code",
        "Phone numbers are displayed as +886 …",
        [
            ("you", "電話顯示的時候都要帶國碼 +886 那種，客戶在日本看不懂"),
            ("agent", "好。"),
            ("you", "那個 input 的 placeholder 也一起"),
            WRITE,
        ],
        "電話顯示的時候都要帶國碼 +886 那種，客戶在日本看不懂",
        "project",
    ),
    Case(
        "review-tone",
        "Keep code review comments kind",
        "Phrase review comments as questions or suggestions.",
        [("you", "ur review comments are kinda harsh.. be nicer, phrase them as suggestions pls"), WRITE],
        "be nicer, phrase them as suggestions pls",
        "user",
        or_said="ur review comments are kinda harsh..",
    ),
    Case(
        "dont-touch-generated",
        "Generated files are not edited by hand",
        "Files under gen/ come from protoc; change the .proto.",
        [
            ("you", "gen/ 那個 order.pb.go 你改了？？"),
            ("agent", "是，我修了欄位名稱。"),
            ("you", "那是 protoc 產生的，gen 底下的檔案不要手改，要改 .proto"),
            WRITE,
        ],
        "那是 protoc 產生的，gen 底下的檔案不要手改，要改 .proto",
    ),
    Case(
        "coupon-stacking",
        "Coupons cannot be combined",
        "One coupon per order.",
        [
            ("you", "周年慶結束前折價券不能疊加，一張訂單只能用一張，之後行銷會再改"),
            WRITE,
        ],
        "周年慶結束前折價券不能疊加，一張訂單只能用一張，之後行銷會再改",
        "project",
        kept="history",
    ),
    Case(
        "meeting-notes-format",
        "會議紀錄先寫結論",
        "會議紀錄第一段寫結論，再寫討論過程。",
        [("you", "For meeting notes put the conclusion first, nobody reads to the end."), WRITE],
        "For meeting notes put the conclusion first, nobody reads to the end.",
        "user",
    ),
    Case(
        "不要自動-push",
        "沒有指示不要 push",
        "commit 之後先不要 push，等使用者說。",
        [
            ("you", "why is this on origin already?"),
            ("agent", "I pushed after committing."),
            ("you", "Commit as much as you like but never push unless I say so."),
            WRITE,
        ],
        "Commit as much as you like but never push unless I say so.",
    ),
    Case(
        "測試機關機時間",
        "測試機晚上十點關機",
        "晚上十點之後不要排工作到測試機。",
        [("you", "The test box shuts down at 10 pm while power is rationed, don't schedule anything later."), WRITE],
        "The test box shuts down at 10 pm while power is rationed, don't schedule anything later.",
        "project",
    ),
    Case(
        "branch-naming",
        "Branch names start with the ticket number",
        "Use PAY-123-short-title.",
        [
            ("you", "fix the typo on the login page"),
            ("you", "btw branches should start with the ticket no, like PAY-123-foo, otherwise jira can't link them"),
            WRITE,
        ],
        "btw branches should start with the ticket no, like PAY-123-foo, otherwise jira can't link them",
    ),
    Case(
        "font-size-min",
        "Body text is at least 16 px",
        "Never below 16 px.",
        [("you", "字太小了啦，內文最少 16px，按鈕可以 14"), WRITE],
        "字太小了啦，內文最少 16px，按鈕可以 14",
        "project",
    ),
    Case(
        "ask-sam-terraform",
        "Sam owns the Terraform state",
        "Ask Sam before moving state.",
        [("you", "state 的東西要動先問 Sam，他不在就等"), WRITE],
        "state 的東西要動先問 Sam，他不在就等",
        "reference",
        kept="history",
    ),
    Case(
        "no-inline-styles",
        "No inline styles in React components",
        "Use CSS modules.",
        [
            ("you", "這顆按鈕往右移 4px"),
            ("agent", "加了 style={{ marginLeft: 4 }}。"),
            ("you", "inline style 拿掉，我們都寫在 css module 裡"),
            WRITE,
        ],
        "inline style 拿掉，我們都寫在 css module 裡",
    ),
    # Nobody said it
    Case(
        "vite-port-5174",
        "The dev server runs on 5174",
        "5173 is used by another project.",
        [("you", "dev server 起不來欸"), ("result", "Port 5173 is in use, trying 5174"), ("you", "喔好 可以了"), WRITE],
        None,
        "reference",
        kept="unsaid",
    ),
    Case(
        "user-dislikes-long-functions",
        "User dislikes functions over 50 lines",
        "Split long functions.",
        [("you", "split this function pls, its 200 lines"), WRITE],
        None,
        "user",
        kept="unsaid",
    ),
    Case(
        "ios-build-needs-xcode-16",
        "The iOS build needs Xcode 16",
        "Older versions fail with a Swift error.",
        [("you", "ios build 又爆了 幫我看 log"), ("result", "Xcode 16.0 required"), WRITE],
        None,
        "reference",
        kept="unsaid",
    ),
    Case(
        "emails-via-ses",
        "Transactional mail goes through SES",
        "Bounces are handled by a Lambda.",
        [
            ("you", "退信那段程式在哪，順便把信件標題改成「訂單成立」"),
            ("result", "lambda/bounce.ts handles SES bounces"),
            WRITE,
        ],
        None,
        "reference",
        kept="unsaid",
    ),
    Case(
        "webhooks-are-retried",
        "Webhooks are retried for 24 hours",
        "With exponential backoff.",
        [
            ("you", "webhook 失敗的話會重試嗎？重試多久？"),
            ("agent", "會，24 小時內。"),
            ("you", "了解，那先做後台列表"),
            WRITE,
        ],
        None,
        "reference",
        kept="unsaid",
    ),
    Case(
        "migrations-run-in-ci",
        "Migrations run automatically in CI",
        "Do not run them by hand.",
        [
            ("you", "跑一下 migration，然後把 orders 的欄位加上去"),
            ("result", "migrations are applied by CI; do not run by hand"),
            WRITE,
        ],
        None,
        "project",
        kept="unsaid",
    ),
    Case(
        "i18n-keys-sorted",
        "Translation keys are sorted alphabetically",
        "The linter enforces it.",
        [("you", "add the german translations for checkout"), ("result", "i18n lint: keys must be sorted"), WRITE],
        None,
        kept="unsaid",
    ),
]

#: Sessions that wrote no memory: tasks and small talk about the same things.
ELSEWHERE: list[list[Turn]] = [
    [("you", "幫我把 e2e 的設定檔整理一下"), ("you", "unit test 為什麼這麼慢？"), ("you", "跑一次全部的測試")],
    [("you", "deploy the docs site to staging"), ("you", "what changed since Friday?"), ("you", "now open a PR")],
    [("you", "把 pnpm 升到 9"), ("result", "use pnpm, never npm"), ("you", "README 加上安裝步驟")],
    [("you", "add a migration for the orders table"), ("you", "the database is slow today, profile the query")],
    [("you", "週報幫我寫一下，重點是金流和退款"), ("you", "首頁的 banner 圖片太大，壓縮一下")],
    [("you", "fix the bug in the search service"), ("you", "the image upload test is flaky, look into it")],
    [("you", "發票的 PDF 版面跑掉了"), ("you", "合約範本翻成英文"), ("you", "按鈕的字太小")],
    [("you", "write a blog post about our retry logic"), ("you", "review the vendor contract summary")],
    [("you", "changelog 幫我更新到 1.8"), ("you", "React 的 useEffect 為什麼跑兩次？")],
    [("you", "timeout 的錯誤訊息改清楚一點"), ("you", "幫客服寫一封回覆客訴的信")],
]


class Written:
    """The set on the disk: a project with its memory folder, transcripts and prompt history."""

    def __init__(self, home: Path, cases: list[Case]) -> None:
        self.config = home / ".claude"
        self.root = home / "shop"
        self.project = (
            self.config / "projects" / "".join(c if c.isascii() and c.isalnum() else "-" for c in str(self.root))
        )
        self.folder = self.project / "memory"
        self.folder.mkdir(parents=True)
        self.root.mkdir()
        self._history: list[str] = []
        self._at = datetime(2026, 6, 1, 9, tzinfo=UTC)
        sessions: list[Case | list[Turn]] = []
        for number, case in enumerate(cases):
            sessions.append(case)
            if number % 5 == 2:
                sessions.append(ELSEWHERE[number // 5 % len(ELSEWHERE)])
        for number, session in enumerate(sessions, 1):
            self._at += timedelta(hours=7)
            self._session(f"00000000-0000-4000-8000-{number:012d}", session)
        for number, case in enumerate((each for each in cases if each.later), 1):
            self._at += timedelta(days=1)
            self._session(f"00000000-0000-4000-8000-9{number:011d}", case.later)
        (self.config / "history.jsonl").write_text("".join(self._history), "utf-8")

    def _session(self, id: str, session: Case | list[Turn]) -> None:
        case = session if isinstance(session, Case) else None
        lines = [line for turn in (case.turns if case else session) for line in self._turn(id, turn, case)]  # type: ignore[union-attr]
        if case is None or case.kept != "history":
            (self.project / f"{id}.jsonl").write_text("".join(lines), "utf-8")

    def _turn(self, id: str, turn: Turn, case: Case | None) -> list[str]:
        kind, text = turn
        self._at += timedelta(minutes=1)
        at = self._at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        base = {"isSidechain": False, "timestamp": at, "sessionId": id, "cwd": str(self.root), "uuid": f"{id}-{at}"}
        user = base | {"type": "user", "message": {"role": "user", "content": text}}
        if kind == "you" or kind == "queued":
            stamp = round(self._at.timestamp() * 1000)
            row = {
                "display": text,
                "pastedContents": {},
                "timestamp": stamp,
                "project": str(self.root),
                "sessionId": id,
            }
            self._history.append(json.dumps(row, ensure_ascii=False) + "\n")
        match kind:
            case "you":
                rows = [user | {"promptSource": "typed", "turnOrigin": "human"}]
            case "queued":
                held = {"type": "queued_command", "prompt": text, "commandMode": "prompt"}
                rows = [base | {"type": "attachment", "attachment": held}]
            case "meta":
                rows = [user | {"isMeta": True}]
            case "sub":
                rows = [user | {"isSidechain": True, "agentId": "a1"}]
            case "result":
                block = {"type": "tool_result", "tool_use_id": "toolu_1", "content": text}
                rows = [user | {"message": {"role": "user", "content": [block]}, "toolUseResult": {"stdout": text}}]
            case "agent":
                block = {"type": "text", "text": text}
                rows = [base | {"type": "assistant", "message": {"role": "assistant", "content": [block]}}]
            case _:
                assert case is not None
                rows = self._memory(case, id, at, base)
        return [json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows]

    def _memory(self, case: Case, id: str, at: str, base: dict[str, object]) -> list[dict[str, object]]:
        path = self.folder / f"{case.name}.md"
        head = f"name: {case.name}\ndescription: {case.description}\nmetadata:\n  node_type: memory\n"
        stamped = f"  type: {case.type}\n  originSessionId: {id}\n  modified: {at}\n"
        path.write_text(f"---\n{head}{stamped}---\n\n{case.body}\n", "utf-8")
        if case.kept == "no-write":
            return []
        call = {"type": "tool_use", "id": "toolu_1", "name": "Write", "input": {"file_path": str(path), "content": ""}}
        return [base | {"type": "assistant", "message": {"role": "assistant", "content": [call]}}]
