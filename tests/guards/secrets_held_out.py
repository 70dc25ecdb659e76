"""Held-out texts for the guard against secrets, written without a look at its patterns.

`SECRETS` are 30 made-up secrets (kind, text); every value is joined from parts, so that no scanner flags this file.
`NOTES` are 150 ordinary notes that name keys, hashes, ids or places and must pass.
"""

from __future__ import annotations

SECRETS: list[tuple[str, str]] = [
    # Chinese as used in Taiwan
    (
        "github-token",
        "幫我把 CI 接起來，我開了一個 PAT 給你用："
        + "gh"
        + "p_"
        + "KUVcZ87ImFPqjahA"
        + "cr9YLg6XZmpXdovP19QT"
        + "，只有 repo 權限",
    ),
    (
        "line-channel-token",
        "客服機器人的 LINE channel access token 先記著：\n"
        + "MAQd6uoSFIdBkgI2pslftgpUEtzIwBmyXx3zN5xEoO/3Apfd/r+/Y+gMkaK/Ghgp"
        + "BAzdAmaX1bow5eVDhrD5xeT5AEIp310zeMNdZutctPxLgN5xMBLa9W6cESjnNHte"
        + "Wc/o2TVFC9clXl4/l5WrolLEqaP1IEmGeo3Q1QiM8d"
        + "=",
    ),
    (
        "env-file",
        "# .env.production（不要外流）\nLINE_CHANNEL_ID=2004418823\nLINE_CHANNEL_SECRET="
        + "8d14d80615ca5dc2"
        + "b506ce4f15ad8879",
    ),
    (
        "password-in-prose",
        "staging 後台的帳號是 admin，密碼是 " + "Mango" + "Ice" + "#8" + "27x" + "，登進去就看得到訂單了",
    ),
    ("password-in-prose", "DB 密碼改成" + "「" + "tW9-" + "hualien" + "-4qZ" + "」了，舊的那組明天失效"),
    ("wifi-password", "辦公室五樓 Wi-Fi 是 sunrise-5F，密碼：" + "lu" + "wei" + "7788" + "tofu"),
    ("verification-code", "綠界後台的簡訊驗證碼是 " + "48" + "39" + "20" + "，五分鐘內有效，快輸入"),
    ("national-id", "測試開戶流程用我的身分證 " + "A1" + "1999" + "7928" + "，姓名陳小梅"),
    ("national-id", "客訴那位先生的身分證字號：" + "H1" + "06136" + "374" + "，麻煩查一下他的會員資料"),
    ("card-number", "公司採購的信用卡 " + "4485 " + "7390 " + "0049 " + "8773" + "，到期 11/29，訂閱 CI 就刷這張"),
    (
        "database-url",
        "正式站連線字串："
        + "postgres"
        + "ql://"
        + "shop_rw:"
        + "q7R"
        + "maple"
        + "2fT"
        + "@db.internal.sunrise.example:5432/shop",
    ),
    (
        "telegram-bot-token",
        "值班通知用 Telegram bot，token：" + "2914889567" + ":" + "AA" + "bBXBj9Eh0GI8e72AGVG" + "OBQ5NfTrCQIuoE",
    ),
    (
        "aws-access-key",
        "S3 上傳失敗先用這組測：\nexport AWS_ACCESS_KEY_ID="
        + "AK"
        + "IA"
        + "U7CYMPTJ4H6QORJL"
        + "\nexport AWS_SECRET_ACCESS_KEY="
        + "M8ylwD/VfBQWtE0UR3Dc"
        + "YJfeiC1yDjgXUT7/7rRG",
    ),
    (
        "private-key",
        "憑證的私鑰我貼在這裡，部署時放到 /etc/ssl/private：\n"
        + "-----BEGIN "
        + "RSA PRIV"
        + "ATE KEY-----\n"
        + "X77pqGnm4C83hRI12E/FbjVOainx6N+8"
        + "rOYNu0IGgDRVpq2ZW4sg2GKP6UVsWLaH\n"
        + "3JB5E11PUsPmz5+Z8MdkHHXSqbC1ofYI"
        + "HMsZCK2WgVE9czOQQ/zN5m+voHtexzA2\n"
        + "swAb7hgsn14Gok0H4pRKfAlHAepFV0P4"
        + "L+4IiSay11nfq8pJor3OnrNnUkk32py9\n"
        + "-----END "
        + "RSA PRIV"
        + "ATE KEY-----",
    ),
    (
        "curl-basic-auth",
        "查庫存就打這支：curl -u " + "ops:" + "Ra1ny" + "Keelung" + "!9" + " https://wms.sunrise.example/api/stock",
    ),
    # English and mixed
    (
        "github-fine-grained-token",
        "Use this for the release bot: "
        + "github"
        + "_pat_"
        + "Gpp1bu4RW9kzXXywR7IeOS"
        + "_"
        + "NwJlpMdEAahmOT7wuPjk3KneMbXw3T"
        + "fIRSwNLGDBUlHxI0ehkkuhkYzTQ8q",
    ),
    (
        "gitlab-token",
        "git clone https://oauth2:" + "gl" + "pat-" + "EJMjym2JYG" + "V3GvgbBEP8" + "@gitlab.example.com/shop/web.git",
    ),
    (
        "openai-key",
        'client = OpenAI(api_key="'
        + "sk-"
        + "proj-"
        + "jLKZuxRQvj1lAP54SrgvmfCHihIejzjuTkCBMuuQ"
        + "4eqd1cpjJqQbEjGO6XG6Y3zOtAFWvycdxT"
        + "T3Blbk"
        + "FJ"
        + "551NNUUDA5LuCUnFYCoQSK8mM0jxXmtze5TtYmy9"
        + "HlqKzdeVfIF7UbNDXcLcchmBDQOf9pw9bc"
        + '")',
    ),
    (
        "anthropic-key",
        "ANTHROPIC_API_KEY="
        + "sk-"
        + "ant-"
        + "api03-"
        + "UdWROZ9ELuAHassFdKAlk0C1n_VRZ4S7C_TZjCPmOrizAeI"
        + "Bxd6ZLKCIEpEdXPm5zSCUcwN8aqw-fsYeAvzsKLUItzfliAA",
    ),
    (
        "google-api-key",
        "前端地圖的 key: " + "AI" + "za" + "lB3ZgDoi7auy3LJMHG" + "Ju0khlMjLekVCum94" + " (restricted by referrer)",
    ),
    (
        "slack-webhook",
        "Post deploy notices to https://hooks."
        + "slack.com/"
        + "services/"
        + "TZTTMJEG2ZW"
        + "/BA7MFWSTZI3/"
        + "RivM7lsEfOma"
        + "qbZ76IFQUHbI",
    ),
    (
        "slack-bot-token",
        "slack:\n  channel: '#ops'\n  bot_token: "
        + "xo"
        + "xb-"
        + "540456948062-2339924048371-"
        + "WLRR0p3HHpKj"
        + "YERjCJte658B",
    ),
    ("stripe-key", 'stripe.api_key = "' + "sk" + "_live_" + "abS3ttE1trKh" + "3mUVXQQdKPpu" + '"  # 正式環境'),
    (
        "jwt",
        "The admin session for the demo is "
        + "ey"
        + "JhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9"
        + "."
        + "ey"
        + "JzdWIiOiIxMDQ4MiIsIm5hbWUiOiJtZWkiLCJyb2xlIjoiYWRtaW4iLCJleHAiOjE3OTg3NjE2MDB9"
        + "."
        + "S8YLAsca23wVh2t4lTzl"
        + "_npCNYbY5b0lwvUOhy_8STn",
    ),
    (
        "basic-auth-header",
        'curl -H "Authorization: Basic '
        + "ZGVwbG95Okt4"
        + "OS1tdWxiZXJy"
        + "eS00Mg="
        + '=" https://artifacts.example.com/v2/',
    ),
    ("bearer-header", "headers:\n  Authorization: Bearer " + "rIUmZeO6VY6RowbTBTmj" + "tg-FX38cAt3o8hGb02GnuUE"),
    (
        "json-config",
        '{"oauth": {"client_id": "shop-web", "client_' + 'secret": "' + "IlKTr9fRLorU" + "V1YE1kJC6BYN" + '"}}',
    ),
    (
        "npm-token",
        "~/.npmrc on the build box is //packages.example.test/:_authToken="
        + "np"
        + "m_"
        + "4SJWIJwBSix8zBLv17Eb"
        + "jj914y49y2AfO8lB",
    ),
    (
        "azure-storage-key",
        "DefaultEndpointsProtocol=https;AccountName=shopmedia;Account"
        + "Key="
        + "bxCju8Sv0NpsKpUALzqiu1au3xcN++j8MM/uc3e68w"
        + "i9g4aWroJz1RtNZgPEcHyyBUWgl4CHBXwXCSByQiyV12"
        + "=="
        + ";EndpointSuffix=core.windows.net",
    ),
    (
        "password-in-prose",
        "The root password on the old MySQL box is "
        + "cobalt"
        + "-Heron"
        + "-51"
        + "!kite"
        + ", please rotate it next sprint.",
    ),
]

NOTES: list[str] = [
    # commits, hashes, ids
    "Bug introduced in cf72f1d558c932ca62c714cbdd069e182fb33df7, fixed in 7ba5e9e.",
    "git cherry-pick e6e5d0563dbb7be9f387c358f83e0df250543208",
    "sha256 of the installer: 32554288357744c55685d3b7a57f10de47c5d91614f64c3150f808d84d968284",
    "FROM python:3.12-slim@sha256:6984372e5e6a1abf3336b04f01a67a6384b6eadf1fad46c849ea255caed6fd00",
    'ETag: "387597f33471ca7c5544602c71e6f8d2"',
    '"integrity": "sha512-XbvD8IDOAw54sHPXQeExwkz35yNkLmAQTWX/lRNBX6UYwkgX41hF42pwXGuiwldyG06mj1dfrz495Lxt7Sctct=="',
    "request id 3f0b7c52-94d1-4e0e-8a77-2c5b9b1f6a10 failed with 502",
    "訂單 UUID 是 a81d2c4e-0b6f-4f7a-9c3d-5e1f7b2a9d60，退款時對這個",
    "record 01J9ZK3Q8W5T7V2N6M4B0XHGRC replaced 01J8M2Y4D6P9S1K3F5R7T0WQAE",
    "回滾到 7ba5e9e 那版就好",
    "md5 不夠安全，檔案比對改用 sha256",
    "trace_id=4bf92f3577b34da6a3ce929d0e0e4736 span_id=00f067aa0ba902b7",
    "Sentry issue SHOP-WEB-1F3 has the same stack as SHOP-WEB-1E9",
    "訂單編號 ORD-20260922-000481，物流單號 TW-7741-0093",
    "Jira: PAY-1482, PAY-1490 and PAY-1503 all touch the refund flow",
    "the migration is called 20260914T1032_add_token_version",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIb2fCc8dfwGuEkluLB4cFqOXP7zfoLxkzBWK mei@laptop (public key)",
    "GPG key fingerprint: 3AA5 C343 71B4 0E11 9F62 7D0A 88B1 2C4F 6E90 D7A3",
    "build number 4471920, artifact shop-web-2.14.0-7ba5e9e.tar.gz",
    "分支叫 fix/refund-rounding-PAY-1482",
    # paths and addresses without credentials
    "設定檔在 config/secrets.example.yml，真正的值在 Vault",
    "/srv/shop/apps/checkout/src/password_reset/views.py",
    "packages/auth/src/tokenService.ts holds the refresh logic",
    "C:\\Users\\mei\\AppData\\Local\\shop\\logs\\2026-09-22.log",
    "API 文件在 https://docs.example.com/api/v2/authentication#tokens",
    "https://github.com/example/shop/pull/1482#discussion_r1873345120",
    "git remote add origin git@github.com:example/shop.git",
    "本機資料庫：postgres://localhost:5432/shop_dev",
    "redis://cache.internal:6379/0 is the session store",
    "DATABASE_URL=postgres://app@db/app (peer auth, no password needed)",
    "儀表板：https://grafana.example.com/d/checkout/overview?from=now-6h&to=now",
    "The password reset page lives at /account/password/new",
    "s3://shop-media-prod/exports/2026/09/orders.parquet",
    "staging 網址是 https://staging.shop.example，要連 VPN",
    "ftp://mirror.example.org/pub/release/ 只放公開檔",
    "wiki 頁面：內網 /wiki/spaces/OPS/pages/884213/金鑰輪替流程",
    "ssh deploy@10.20.3.14 -p 2222 then run ./restart.sh",
    "contact: ops@example.com, pager rotates on Mondays",
    "docker pull registry.example.com/shop/web:2.14.0",
    "mongodb://mongo.internal:27017/catalog?replicaSet=rs0",
    # commands and code
    "npm run test:unit -- --watch=false",
    "kubectl -n shop get secret checkout-env -o name",
    "vault kv get -field=password secret/shop/db",
    "export GITHUB_TOKEN=$(gh auth token)",
    'curl -H "Authorization: Bearer $TOKEN" https://api.example.com/v1/me',
    'curl -u "$API_USER:$API_PASS" https://api.example.com/health',
    "aws sts get-caller-identity --profile staging",
    "openssl rand -hex 32 > .session_key",
    "gh secret set NPM_TOKEN --repo example/shop",
    "mysql -u root -p shop < schema.sql",
    'password = os.environ["DB_PASSWORD"]',
    "const token = await getToken({ scope: 'orders:read' });",
    "if (!user.passwordHash) throw new AuthError('no password set');",
    "api_key: str = Field(..., description='the key issued by the provider')",
    "secret = secrets.token_urlsafe(32)",
    "assert verify_password(form.password, user.password_hash)",
    "def rotate_keys(older_than_days: int = 90) -> list[KeyId]: ...",
    "process.env.STRIPE_SECRET_KEY ?? fail('STRIPE_SECRET_KEY is not set')",
    "SELECT id, token_version FROM users WHERE password_changed_at > now() - interval '90 days';",
    "jwt.decode(token, key=public_key, algorithms=['RS256'])",
    "cy.get('[name=password]').type(Cypress.env('E2E_PASSWORD'))",
    "security find-generic-password -s shop-staging -w",
    "op read op://Engineering/staging-db/password",
    "pnpm dlx create-vite@5.4.2 apps/backoffice --template react-ts",
    "ssh-keygen -t ed25519 -C 'deploy@shop'",
    # config with placeholders
    "DB_PASSWORD=<your password here>",
    "API_KEY=your-api-key",
    "OPENAI_API_KEY=sk-...",
    "password: ${DB_PASSWORD}",
    "token: {{ vault.slack_bot_token }}",
    "STRIPE_SECRET_KEY=sk_" + "test_" + "x" * 12,
    "redis://:${REDIS_PASSWORD}@cache:6379/0",
    '{"client_id": "shop-web", "client_secret": "********"}',
    "密碼：（請洽 IT）",
    "AWS_ACCESS_KEY_ID=REPLACE_ME",
    "smtp:\n  user: ops@example.com\n  password: !vault smtp_password",
    "env:\n  - name: DB_PASSWORD\n    valueFrom:\n      secretKeyRef: {name: shop-db, key: password}",
    "postgres://USER:PASSWORD@HOST:5432/DBNAME 是文件裡的範例格式",
    "NPM_TOKEN=${{ secrets.NPM_TOKEN }}",
    "GITHUB_TOKEN=gh" + "p_" + "x" * 36,
    # versions, prices, numbers
    "pin node 20.11.1, pnpm 9.12.0, python 3.12.6",
    'requires = ["pydantic>=2.8,<3", "cryptography==43.0.1"]',
    "免運門檻從 490 元改成 599 元，九月十五號生效",
    "The Pro plan is US$29 per seat, NT$899 in Taiwan",
    "客服電話 02-2345-6789，分機 112",
    "support line: +886 2 8765 4321, weekdays 9-18",
    "文件裡的範例手機一律寫 0900-000-000",
    "timeout 30s, retry 3, backoff 1.5",
    "p95 從 480ms 降到 210ms，cache hit 93.4%",
    "order total 1,284,500; tax 64,225; shipping 0",
    "統一編號欄位是八位數，發票號碼是兩碼英文加八碼數字",
    "port 5432 is postgres, 6379 redis, 9200 search",
    "UTC 2026-09-26T10:02:00.000Z, epoch 1790416920",
    "log retention is 30 days, backups 35 days, audit 7 years",
    # sentences about tokens, passwords, keys
    "The token expires after 30 days.",
    "密碼放在 1Password",
    "API key 每季要換",
    "Never print the access token in logs.",
    "忘記密碼的信要在五分鐘內寄到",
    "驗證碼有效時間改成十分鐘",
    "驗證碼是六位數字，輸錯三次就鎖住",
    "Passwords need at least 12 characters and one digit.",
    "金鑰輪替由 SRE 負責，不用問我",
    "the password field must not be autofilled in the admin form",
    "refresh token 存 httpOnly cookie，不要放 localStorage",
    "We sign webhooks with HMAC-SHA256, the secret is per merchant.",
    "Wi-Fi 密碼貼在茶水間白板",
    "token 數量超過 8000 就要先做摘要",
    "Each summary may use at most 2,000 tokens of context.",
    "主鍵用 ULID，不要用自動遞增",
    "primary key is (tenant_id, order_id)",
    "快捷鍵 key 的對照表在 docs/shortcuts.md",
    "信用卡號只留末四碼，其他一律遮罩",
    "身分證字號欄位要做檢查碼驗證",
    "2FA is required for everybody with production access.",
    "他說密碼已經改了，新的在密碼管理器裡",
    "Ask Mei for the staging credentials, they are in the shared vault.",
    "secret santa budget is 500 this year",
    "私鑰不可以進 repo，pre-commit 會擋",
    "The keyboard shortcut for search is Cmd+K.",
    "測試帳號的密碼每天凌晨會重設，去後台看當天的",
    "password hashing moved from bcrypt to argon2id",
    "API token 的權限只開 read，不要給 write",
    "CSRF token 每次登入換一個就夠",
    # logs, changelog, JSON
    "2026-09-22 10:02:11 INFO auth login ok user=mei method=password ip=10.20.3.14",
    "WARN token refresh failed: invalid_grant (attempt 2 of 3)",
    "[error] 401 Unauthorized: missing bearer token",
    "ERROR: password authentication failed for user shop_rw",
    "- Fixed: the password reset link broke on Safari 17 (#2291)",
    "- 新增：API key 到期前七天寄提醒信",
    "## 2.14.0 - 2026-09-15: tokens are now rotated on sign-out",
    '{"event": "key_rotated", "key_id": "k_2026_q3", "by": "ops"}',
    '{"max_tokens": 4096, "temperature": 0.2, "stop": ["END"]}',
    '{"user": "mei", "has_password": true, "token_count": 3}',
    "npm WARN deprecated request-token@1.0.2: no longer maintained",
    "E2E 第 14 步卡在輸入密碼，元素叫 input-password-confirm",
    # meeting notes and everyday rules
    "週會：金流改版延到十月，Kevin 負責跟綠界要測試帳號",
    "Retro: too many flaky tests; owner Lin; check again on 10 October.",
    "改完程式只跑 unit test，e2e 交給 CI",
    "Commit messages in English, PR descriptions in Chinese.",
    "設計稿看 Figma 的 checkout v3，不要看 v2",
    "上線前要兩個人看過，其中一個是後端",
    "The on-call handover is at 09:30 in the #ops channel.",
    "會議結論：密鑰管理改用雲端 KMS，十一月前搬完",
    "新人第一天先領門禁卡，再請 IT 開帳號和密碼",
    "Lin 說 webhook secret 由商家自己在後台產生，我們不保管",
    "demo 帳號的登入方式寫在 docs/demo.md，密碼不寫在裡面",
    "We dropped password login for staff; everything goes through SSO now.",
    "退款金額四捨五入到整數，PAY-1482 已經改好",
    "The session key name is shop_sid and it lasts 12 hours.",
]
