"""Every number and word list that decides something, with its source. Nothing here computes.

A base may set its own limits per type (``settings.limits``, whole days); everything else is the same everywhere.
"""

from __future__ import annotations

from datetime import timedelta

# --- records -------------------------------------------------------------------------------------------------

#: Types of records, and how long a conditional one may go unconfirmed. None: for ever.
#: Source: document A gives feedback 30 and project 14 days; 180 days for user is our choice ("changes slowly").
TYPES: dict[str, timedelta | None] = {
    "user": timedelta(days=180),
    "feedback": timedelta(days=30),
    "project": timedelta(days=14),
    "reference": None,
}
DEFAULT_TYPE = "feedback"

#: Who may be shown a record: only the user's own agent, or also readers of text for third parties.
AUDIENCES = ("user", "anyone")

#: A record is one statement, not a document. In characters. Our choice.
CONTENT_CHARS = 4_000
CONDITION_CHARS = 1_000
QUOTE_CHARS = 4_000
DESCRIPTION_CHARS = 120
SCOPE_CHARS = 120

#: Letters by category that nobody sees.
FILLERS = frozenset("\u115f\u1160\u3164\uffa0\ud7b0")

#: What people and models write where there is no condition.
NO_CONDITIONS = frozenset(
    "none|no|n/a|na|nil|null|always|forever|never ends|無|无|沒有|没有|永遠|永远|一直|無條件|无条件".split("|")
)

# --- lines ---------------------------------------------------------------------------------------------------

#: What a session's opening may take. Source: the index limits of the coding agents' auto memory (read 2026-11-30).
LINES = 200
LINES_CHARS = 25_000

#: How long the one-line summary of an agent's note may be, in characters. Our choice.
SUMMARY_CHARS = 120

# --- compactions ---------------------------------------------------------------------------------------------

#: How many paths and commands a compaction keeps, and how long all of them may be. In lines and characters. Our choice:
#: what a day's work touches; the newest and what was changed go first.
LEADS = 60
LEADS_CHARS = 6_000

#: How long the text may be that is put back behind a summary, in characters. Our choice: as the opening of a session.
PUT_BACK_CHARS = LINES_CHARS

#: How much is quoted of what a summary says instead, of a line that finds no room, and of a failed result. In
#: characters. Our choice.
INSTEAD_CHARS = 200
BEGINS_CHARS = 60
LESSON_CHARS = 200

#: What a token of input costs that the provider's cache holds, and one that is written there, in prices of a plain one.
#: Source: prices of the Anthropic API for its cache of five minutes, read 2026-11-30.
CACHE_READ_PRICE = 0.1
CACHE_WRITE_PRICE = 1.25

#: How long an instruction for a compaction may be, in characters. Source: the API's ``instructions``, read 2026-11-30.
COMPACTION_INSTRUCTIONS_CHARS = 16_384

# --- files ---------------------------------------------------------------------------------------------------

#: Source: document B (256 KB a file, 20 files a call). A base may set its own within the bounds: our choice, from what
#: holds a page to what still fits into one answer of a server.
FILE_BYTES = 256 * 1024
FILES_A_CALL = 20
FILE_BYTES_BOUNDS = (1024, 16 * 1024 * 1024)
FILES_A_CALL_BOUNDS = (1, 1000)

#: Lengths of paths, in UTF-8 bytes; 255 is what common file systems take for one name. 512 and 32: our choice.
PATH_PART_BYTES = 255
PATH_BYTES = 512
PATH_PARTS = 32

#: How long the reason of a change may be, in characters. Our choice: some sentences, for the list of versions.
REASON_CHARS = 1_000

RECORDS_FOLDER = "records/"
NOTES_FOLDER = "notes/"
README = "README.md"

#: What the heading of an index is called, in lower case and without signs around it. Our choice.
INDEX_TITLES = frozenset(
    "index|file index|contents|table of contents|索引|檔案索引|目錄|檔案目錄|目次|文件索引|目录|文件目录".split("|")
)

#: What a line that an agent puts into an index may say, in characters. Our choice: a description, not a rule.
INDEX_LINE_CHARS = 200

FRONT_MATTER_DEPTH = 4
FRONT_MATTER_BYTES = 65_536

# --- inbox ---------------------------------------------------------------------------------------------------

#: How long a proposal waits before it lapses, and how many may wait in one base. Our choice: a month is as long as a
#: conditional record goes unasked, and nobody reads more than this.
PROPOSAL_AGE = timedelta(days=30)
OPEN_PROPOSALS = 200

# --- tools ---------------------------------------------------------------------------------------------------

#: The most that one answer of a tool may hold, in UTF-8 bytes, so that it fits whatever the script: Chinese takes three
#: bytes and about one token a character. Source: the 25,000 tokens that an MCP client lets through (read 2026-11-30).
ANSWER_BYTES = 40_000

#: How many memories one answer shows at most. Our choice: what somebody looks through, and few tokens.
RECALLED = 25

#: The most that a client reads of a server's instructions at once, in characters (read 2026-11-30).
INSTRUCTIONS_CHARS = 2_048

# --- prompt -----------------------------------------------------------------------------------------------

#: How much of the name or description of a base an agent's system prompt tells, in characters. Our choice: a paragraph
#: says what a base is for.
PROMPT_DESCRIPTION_CHARS = 600

# --- tidying -------------------------------------------------------------------------------------------------

#: From which part of the limit of lines on it is said that they fill up. Our choice: a fifth is left to act.
NEAR_LIMIT = 0.8

#: How many sessions must have been shown something of a base before it means anything that none was shown a record.
#: Our choice: a base that nobody works with tells nothing about its records.
TELLING_SESSIONS = 5

#: How many records that share a mark are compared with each other; of more, each only with the newest. Our choice.
COMPARED = 50

#: How many retractions that tidying proposes wait at a time. Our choice: as many as somebody decides in one sitting,
#: and the inbox keeps room for what agents ask.
TIDYING_PROPOSALS = 20

# --- search --------------------------------------------------------------------------------------------------

#: How much of a query is read. Our choice: longer ones are texts, and their beginning says what they are about.
QUERY_CHARS = 2_000
QUERY_TERMS = 48

#: Up to so many words a query is a list of words, all of which should be there: beyond it is a sentence. Two CJK
#: characters count as one word. Our choice.
FEW_WORDS = 4

#: How much of what words were said in counts for finding them, in characters a side. Our choice: a few sentences.
AROUND_CHARS = 500

#: How many of the newest records that share a mark with a new statement are compared with it, and how many of those
#: that are alike are told. Our choice: one is nearly always meant.
COMPARED = 50
OFFERED = 5
#: How many are found by the words of a statement of change, and how many of those that overlap with it are weighed
#: against each other. Our choice: a few milliseconds among 100,000.
FOUND = 24
WEIGHED = 12
#: The number that stands for any record in ``beside``.
ANY_RECORD = 0

#: How much of a text an embedder is given, and how many texts that have no vector yet a search has encoded before it
#: looks. Our choice: models read some hundred words, and 32 records take one or two seconds.
ENCODED_CHARS = 1_000
ENCODED_A_SEARCH = 32

#: What the name of a family counts beside a word of the text itself, and in a query with CJK, where half of the pairs
#: are no words. Source: tried on questions whose right answers are known, docs/decisions/0029.
FAMILY = 0.05
FAMILY_CJK = 0.5

#: How much of what was looked for is told back, in characters. Our choice.
TOLD_BACK_CHARS = 80

#: How many files are read by the index at a time, and after how many bytes of them it is enough (30 ms of words); how
#: many versions that changed none each search goes through again before they are noted as read. Our choice.
FILES_READ = 32
BYTES_READ = 64 * 1024
VERSIONS_UNREAD = 500

#: How many hits a search gives unless told otherwise, and at most. Our choice.
HITS = 10
MOST_HITS = 100

# --- hearing -------------------------------------------------------------------------------------------------

#: One heard message, in characters. Our choice: far above what a person types, below what a pasted log weighs.
MESSAGE_CHARS = 1_000_000

#: Heard messages that became no evidence, and showings, are dropped this long after their session ended; an idle
#: session ends by itself. Source: the model (30 and 7 days).
KEPT_AFTER_END = timedelta(days=30)
IDLE_SESSION = timedelta(days=7)

#: Where an agent runs, and what that allows. Source: document B; chat apps are answered by people, but not on a card.
CHANNELS = ("web-chat", "chat-app", "webhook", "automation", "cli")
#: Nobody answers a question here: the heading of the lines says so, and words heard here only propose.
UNATTENDED = frozenset({"webhook", "automation"})
#: A person can be shown a request and approve it here.
ASKABLE = frozenset({"web-chat", "cli"})

#: How much a quote must say: a Latin content word or number counts 2, a CJK character 1. Our choice: 「先別跑」 alone
#: is too thin to prove a rule, 「e2e 先別跑」 is not.
QUOTE_THICKNESS = 4

#: English words that say nothing by themselves.
STOP_WORDS = frozenset(
    """
    a about after again all also am an and any are as at be because been before being but by can could did do does
    doing don for from further had has have having he her here him his how i if in into is it its just let me more
    most my no nor not now of off ok okay on once only or other our out over own please same she should so some such
    than thanks thank that the their them then there these they this those through to too under until up us very was
    we well were what when where which while who whom why will with would yeah yes you your
    """.split()
)

#: Chinese characters that say nothing by themselves; a pair that holds one is no content word.
CJK_STOP = frozenset("的了在是我你他她它們這那就都也很和與或把被給對跟吧嗎呢啊喔哦嗯不要有沒會能可以先再又還個")

#: Content words, all the same, that hold such a character. Our choice: common nouns and verbs, none that a sentence
#: could hold by chance where two words meet (「他都會去」), or that carries as little as the character.
CJK_WORDS = frozenset(
    """
    會議 會計 會考 會員 會費 會長 會客 會診 會報 會場 會館 會籍 會談 會審 會簽 週會 晨會 早會 例會 開會 聚會 工會 公會
    協會 學會 班會 社會 機會 宴會 晚會 年會 月會 大會 國會 議會 法會 樂會 討會 商會 農會 教會 委會 員會 董會 事會 廟會
    舞會 茶會 酒會 展會 省會 與會
    對帳 對賬 對象 對手 對稿 對話 對比 對照 對應 對齊 對外 對內 對焦 對策 對白 對接 對講 對獎 對號 核對 校對 比對 派對
    配對 反對
    要求 要點 要件 要素 要道 要領 要項 摘要 紀要 綱要 概要 提要
    再版 再生 再造 再議 再訓 再保 再製
    個人 個資 個案 個性 個體 個股 個展 個別
    有機 有效 有薪 有氧 有線 有害 有限 有期 有聲 持有 擁有 公有 私有 共有 國有 專有
    沒收 沒力 沉沒
    能量 能源 能力 能見 能耗 功能 性能 效能 機能 智能 產能 技能 節能 核能 職能 動能 電能 陽能
    可樂 可用 可行 可信 可靠 可可 可視 可讀 可變 可見 許可 認可
    以太 先生 先修 先進 先驗 先鋒 優先 領先 祖先
    還款 還原 還書 還價 還清 還貨 還車 歸還 退還 償還 返還 交還
    都更 都市 首都 京都 古都
    在地 在庫 在線 在職 在學 在校 在途 存在 潛在 內在 外在
    和室 和解 和平 和服 和牛 和風 和弦 總和 飽和 緩和 溫和 中和 調和 共和
    參與 贈與 把手 把關 門把 火把 被告 被單 棉被 被套 植被
    給付 給薪 給水 給假 供給 自給 補給
    跟診 跟團 跟單 跟進 跟拍 跟車 跟蹤 高跟 鞋跟
    就業 就醫 就學 就診 就讀 就職 就緒 成就 就任
    是非 目的 標的 自我 不鏽 不銹 不織 不孕 不良
    """.split()
)

# --- windows -------------------------------------------------------------------------------------------------

#: How many of the newest results stay when others are cleared, unless told otherwise. Source: the default of the
#: provider's own clearing (context editing, read 2026-11-30).
KEPT_RESULTS = 3

#: About how many tokens an image takes, however large its file. Source: the provider's figure for one of a common size,
#: at most about 1,600 (read 2026-11-30); others are in the same range.
IMAGE_TOKENS = 1_500

#: A result is left alone when its placeholder would save less than so many characters. Our choice: more than any two
#: placeholders of one call differ, so that clearing again changes nothing.
LEAST_CLEARED_CHARS = 64

#: How much of a call a placeholder tells, how much of one value where it is too long, and of what a failed one said, in
#: characters. Our choice: a path or a query whole, of a text that was written its beginning.
CALL_CHARS = 300
CALL_VALUE_CHARS = 80
FAILURE_CHARS = 200
