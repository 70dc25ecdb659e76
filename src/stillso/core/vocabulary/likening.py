"""What statements are made of: words that join a subject with its value, that turn it round, that say nothing.

For ``similar``. English words stand in small letters, each with its role; Chinese ones as sources of patterns, in
Traditional characters. All lists are our choice, made from constructions, not from a corpus.
"""

from __future__ import annotations

# --- English -------------------------------------------------------------------------------------------------

#: Said with a rule, but no part of what it says.
SILENT = frozenset(
    """
    please always just also simply generally usually normally kindly should must shall remember any ones so then really
    very currently everyone somebody and yes yeah yep sure
    """.split()
)

#: Something was otherwise before.
CHANGED = frozenset("now again instead anymore henceforth onwards nowadays".split())

#: Nothing else is meant; where such a word stands in its clause tells nothing.
ONLY = frozenset("only solely exclusively".split())
#: Turn a statement round. "Skip e2e" says that e2e is not run.
DENYING = frozenset(
    """
    not don't dont doesn't never no cannot can't mustn't shouldn't isn't aren't won't without avoid skip stop forbid
    forbidden prohibited banned disable disabled refrain omit ignore off unnecessary optional disallowed didn't
    """.split()
)
#: Say that something is done, allowed or on, and nothing of what it is.
AFFIRMING = frozenset(
    """
    run running runs use using uses do does doing perform enable enabled allow allowed allows fine ok okay resume
    resumed on required mandatory keep permitted can may is are be feel free have go ahead needed necessary
    """.split()
)
PREPOSITIONS = frozenset(
    """
    in on at by of to with from into onto under for as about via through over per after before since until till
    during within against between behind near above below like than across
    """.split()
)
#: After a verb, these lead to what is said of the subject; the others say where, when and what for it holds.
LEADING = frozenset("in at by of to with from into onto under via as on for near against through".split())
#: Behind these "to" leads somewhere; behind other verbs it opens what somebody wants to do.
GOING = frozenset(
    """
    go goes move moves moved deploy deploys deployed push pushes pushed write writes logs log report reports sends send
    points listens belongs maps defaults default connects merge merges merged released publish published travel flies
    ships syncs exports uploads saves
    """.split()
)
#: Lead to a number that says how many there may be.
MEASURED_BY = LEADING | frozenset("under below over above within after".split())
#: A purpose: of one purpose there is mostly one means.
PURPOSES = frozenset("for as".split())
COPULAS = frozenset("is are was were be been equals become becomes became remains remain stays".split())
AUXILIARIES = frozenset("has have had does do did can could will would shall should must may might".split())
#: Say what may be done, not that it is.
ALLOWING = frozenset("may can might could".split())
DETERMINERS = frozenset("the a an our my your their his its some any".split())
CONDITIONS = frozenset("if when while until unless whenever before after once during where till".split())
#: The same behind what they limit; the others are prepositions there.
MIDDLE_CONDITIONS = frozenset("if when while unless whenever once".split())
#: Begin a reason, which is no part of what is stated.
REASONS = frozenset("because".split())
#: Stand before a main verb's subject.
RELATIVES = frozenset("where that which who whom whose".split())

#: Stand for something that another sentence names; whoever speaks is the user.
PRONOUNS = frozenset("it this that these those they he she them him her there here everything something".split())
SPEAKERS = frozenset("i me myself i'm i've i'd i'll".split())
GROUP = frozenset("we you us let's lets".split())
#: Open a question.
ASKING = frozenset("how what why who whose which".split())

#: Verbs that open an order.
VERBS = frozenset(
    """
    use run deploy write keep put store send ask merge rebase commit push pull build test lint format install publish
    release review open close create make name call set add remove delete drop avoid skip stop start enable disable
    prefer choose pick switch move change migrate bump pin target read check log report reply answer respond explain
    document host serve cache sync tag branch squash sign approve assign route forward notify ping schedule go show
    treat follow leave do let put fetch import export sort indent wrap escalate hand pass draft submit upload download
    limit cap default ship roll cut back archive rename prefix start mock stub cover measure address talk contact
    """.split()
)
#: What is used takes the place of what was used.
USING = frozenset(
    "use uses using prefer prefers choose pick switch adopt default run runs target targets require requires".split()
)
#: Of these one subject may have many: that one works on search does not end that one works on billing.
ADDITIVE = frozenset(
    """
    responsible charge good interested owns own maintains supports support likes like loves enjoys knows know speaks
    depends depend includes include contains contain works work reviews review has have needs wants helps handles
    member members part capable able aware fan friend allergic subscribed afraid fluent familiar trained
    """.split()
)
#: Verbs that give a thing its place or form, so that "in" and "on" lead to a value, not to where the rule holds.
PLACING = frozenset(
    """
    store put keep save write send log name merge push deploy publish upload answer reply respond host serve set
    escalate report assign route forward hand pass
    """.split()
)
#: Who does a thing alone: whoever does it now, did it instead of another.
CHARGED = frozenset("owns owned leads led maintains handles manages reviews approves".split())
#: How a thing is, not what it is; a name takes the place of no state.
STATES = frozenset(
    """
    slow fast broken down up flaky unstable stable big small large good bad new old important ready done fine empty
    full late early open closed missing wrong right hard easy heavy light public private dead deprecated
    safe unsafe busy free available offline online live healthy unhealthy
    """.split()
)
#: Preferences: liking first, then disliking.
LIKING = frozenset(
    """
    likes like prefers prefer enjoys enjoy loves love favors favours favor wants values appreciates prioritizes
    prioritize prioritizing
    """.split()
)
DISLIKING = frozenset("dislikes dislike hates hate avoids".split())
#: Open a statement whose subject, the user, goes without saying.
ELLIPTIC = (LIKING - {"like", "prefer", "love", "enjoy", "favor", "prioritize"}) | frozenset(
    "dislikes hates avoids uses lives works speaks plays studies".split()
)
QUANTITIES = {
    word: str(n)
    for n, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen"
        " seventeen eighteen nineteen twenty".split()
    )
} | {"thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "ninety": "90"}
#: Done once, at a time: what comes later does not replace it.
PAST = frozenset(
    "bought went saw met took gave got ran made had wrote spent came sent left told said read found sold fixed".split()
)
#: Turn from one thing to another; what follows "to" is used from then on.
SWITCHING = frozenset("switch migrate convert".split())
#: Say that something became another, as in "the manager changed to pnpm".
BECAME = frozenset("moved moves switched switches migrated migrates changed changes".split())
#: What somebody or something has one of.
RELATIONAL = frozenset(
    """
    name manager boss license timezone version port owner url address branch password email phone language currency
    deadline theme editor maintainer lead wife husband spouse partner title role job company team locale region host
    hostname domain endpoint database capital director author president leader chairman budget limit timeout
    """.split()
)
#: What is named by a number: "team 8" and "team 16" are two, not one with another number.
NUMBERED = frozenset(
    """
    team module release sprint ticket issue bug job task service step phase chapter section unit group squad batch order
    customer case milestone epic project app class lesson exercise test rule record story shop branch store line
    """.split()
)
#: How much is asked for; with a number it is one relation, whatever the word.
MEASURING = frozenset(
    "need needs require requires required enough minimum maximum least most limit max min up sufficient".split()
)
#: Names for what every rule of a repository is about; "one approval" is one of a review.
GENERIC = frozenset("review pr change pullrequest merge pull request code".split())
DAYS = (
    "mon mondays monday tue tuesday tuesdays wed wednesday wednesdays thu thursday thursdays fri friday fridays sat"
    " saturday saturdays sun sunday sundays"
).split()
MONTHS = frozenset("january february march april june july august september october november december".split())
TIMES = (
    frozenset(
        """
    daily weekly monthly yearly hourly nightly biweekly quarterly morning mornings afternoon afternoons evening
    evenings noon midnight night nights day days week weeks weekday weekdays weekend weekends month months hour
    hours o'clock am pm quarter
    """.split()
    )
    | MONTHS
    | frozenset(day for day in DAYS if len(day) > 3)
)
EVERY = frozenset("every each next last".split())

#: Kinds of things of which one is used at a time: a value takes the place of another of its kind, not of another kind.
KINDS = """
red green blue yellow orange purple pink gray grey brown
npm pnpm yarn bun
tab tabs space spaces
postgres postgresql mysql mariadb sqlite mongodb oracle
redis memcached
english chinese mandarin japanese korean french german spanish 英文 中文 繁體中文 簡體中文 日文 繁中 韓文 英語
main master develop trunk dev
light dark
vim emacs vscode neovim
pytest unittest nose
jest vitest mocha jasmine ava
playwright cypress selenium puppeteer
black ruff ruff-format yapf autopep8
ruff flake8 pylint eslint biome oxlint
mypy pyright pyre
aws gcp azure
rebase merge squash
webpack vite rollup esbuild parcel
react vue svelte angular solid
redux mobx zustand recoil pinia
docker podman
pip poetry uv pipenv conda
github gitlab bitbucket gitea
slack teams discord mattermost
single double
camelcase snake_case kebab-case pascalcase
short long brief detailed
rest graphql grpc
moment date-fns dayjs luxon
staging production prod
always never
markdown asciidoc rst restructuredtext latex html org
email slack sms phone
docker kubernetes nomad vm
parallel sequence
sync async
manual automatic manually automatically
"""

# --- Chinese ---------------------------------------------------------------------------------------------------
# Sources of patterns; a character that is a part of other words stands with what may not be around it.

#: Said with a rule, but no part of what it says.
ZH_SILENT = (
    "請(?![假求])|記得|每次|以後|從現在起|從今以後|之後都|一律|統一(?!發)|固定|我們的?|麻煩|務必|一定|必須|應該|直接|目前|現在|通常|平常|都(?!市)"
    "|(?<!成)就(?!業)|也|(?<![站週晨例開機社])會(?![議員計])|了(?!解)|吧|喔|的(?!確)|先(?!前)|照常|仍然?|還是|使用者(?=喜歡|偏好|想)"
    "|(?<![主重需不求])要(?![求點件])"
)
#: Something was otherwise before; the group says what it is that changed, where the word tells.
ZH_CHANGED = (
    "改(?P<how>[成為用到由放存記找從走在叫問跑]|交給|通知)(?:[在到至成為])?|換(?P<how2>[成到由])|(?P<how3>搬|移)[到去至]"
    "|調整?(?P<how4>[成為到])|(?P<how5>升級?|降)[到至]"
)
#: Before a verb, "differently from now on", and no verb itself.
ZH_CHANGED_VERB = "(?<=.)改(?=[開推合派轉發][到在給]|顯示|輸出|回傳|顯|寄|送|寫|做|排)"
ZH_MAY_CHANGE = "[改換搬移調升降恢重再現]"
ZH_ANEW = "恢復|重新|不再|現在|改|換"
ZH_DENYING = (
    "不要(?!超過)|不用(?!戶)|不必|不需要|不能(?!超過)|不可以|不可|不准|不許|不該|不得|不再|禁止|嚴禁|(?<![型類識分個特級區性辨派])別(?![名的人])|勿|停用|停止|暫停|關掉|關閉"
    "|取消|不(?![同錯明足良斷僅只過超少]|[要能可]超過)|沒有"
)
#: Say that something is done, allowed or on, and nothing of what it is.
ZH_AFFIRMING = "可以|能夠?(?!力)|允許|恢復|重新|啟用|開放|打開|開啟|需要|照跑|跑(?!道)|執行|進行|沒關係|沒問題"
ZH_ALLOWING = "可以|允許|准許|(?<![可只])能夠?(?!力)"
#: Join a subject with its value; the group names the relation.
ZH_RELATIONS = (
    r"(?P<be>(?<![還但可總只若凡老於])是(?![否不])|(?<![因認作行成])為(?![了什主何])|叫[做作]?|等於|[訂定設]在|設定?[成為]|[訂定]為)"
    r"|(?P<use>使用(?!者)|採用|選用|套用|(?<![信費引通公專利共副適作應使])用(?![戶途法量語例意於來]))"
    r"|(?P<put>(?:存放|上傳|部署|[放存寫記跑擺收開推合送寄傳發])[在到於]|(?<![儲保])存(?![取檔])|放(?![棄行寬假])"
    r"|位於|(?<=[\u4e00-\u9fff])(?<![由關對至等大小低高多少善終])於(?!是))"
    r"|(?P<at>(?<![存現正潛])在(?!於))"
    r"|(?P<by>(?<![自理緣])由(?!於)|交給|歸(?![檔類還])|派給|通知|找(?!到)|問(?!題)|寄給)"
    r"|(?P<from>(?<![自服])從|走(?!過))"
    r"|(?P<show>顯示|輸出|回傳)"
)
#: Words of change and the relations that they stand for; the others stand for any.
ZH_ANY = ("be", "use", "put", "by", "from")
ZH_BECOMING = {
    **dict.fromkeys("用", ("use", "be")),
    **dict.fromkeys("由", ("by", "be")),
    **dict.fromkeys(("找", "問", "交給", "通知"), ("by",)),
    **dict.fromkeys("從走", ("from",)),
    **dict.fromkeys("到放存記在跑搬移寄", ("put",)),
}
#: A verb at either end of what a relation joins adds nothing to it.
ZH_LIGHT = (
    "負責|處理|管理|維護|撰寫|執行|安裝|回覆|開發|進行|審核|審查|核准|命名|為主|回答"
    "|看|寫|裝|跑|做|管|審|開|回|出|切|發|辦|寄"
)
#: Behind a value, these say what it is, not what it is for.
ZH_OF_VALUE = "^(?:格式|帳號|資料夾|分支|方式|版本?|目錄|頻道|網域|環境|工具|語法|風格|命名)$"
#: Ends what says how a thing is, not what.
ZH_STATE = "[掛壞爛慢快滿空穩好忙紅綠]$"
#: What is in one place only.
ZH_PLACED = "(?:住|總部|辦公室|總公司|地址|網址|位置|據點|校區|伺服器|機房|環境|工廠|倉庫)$"
#: Of these it does not matter by which word somebody is in charge.
ZH_CHARGED = "負責|處理|管理|維護|進行|看|做|管|辦|開發"
#: What a value may be of even where its subject is short: a name, a number, somebody in charge.
ZH_RELATIONAL = (
    "(?:[人員者名稱號碼址本權區數量率間版級式度價期門系長師幣色題限值鎖檔站]|主管|客戶|窗口|分支|預設|逾時|會議|站會|週報|port|url|branch|版本|"
    "語言|資料庫|環境)$"
)
#: A whole that goes without saying.
ZH_GENERIC = "^(?:專案|我們|團隊|這個專案|本專案)(?=.)"
#: Wholes that use many things at once; what is done is done with one.
ZH_WHOLES = "前端|後端|專案|團隊|客戶|後台|服務|網站|系統|平台|同事|公司|部門|手機|應用程式|伺服器|環境"
#: How much is asked for; with a number it is one relation, whatever the word.
ZH_MEASURES = (
    "至少要?|最多|最少|至少|上限是?|下限是?|不[要能]?超過|只?需要?|只?要|只|就好|就夠|即可"
    "|就可以|保留|限制?(?:在|為)?|是|為"
)
ZH_COUNTED = (
    r"((?<![a-z0-9_第.])\d[\d.,]*|(?<![第一二兩三四五六七八九十百])[一二兩三四五六七八九十百]+)"
    r"(?=\s*[個位名行天次字人小分秒條筆頁份章張週]|%)[個位名]?"
)
ZH_TIMES = (
    "(?:每|下|這|本)?個?(?:週|星期|禮拜)[一二三四五六日天末]|每(?:天|日|週|月|年|晚|小時)|早上|上午|中午|下午|傍晚|晚上|凌晨|半夜"
    r"|(?:\d{1,2}|[一二兩三四五六七八九十]{1,3})點(?:半|[一二三四五六七八九十]{1,3}分?|\d{1,2}分?)?|(?<!\d)\d{1,2}:\d{2}"
    r"|(?:\d{1,2}|[一二三四五六七八九十]{1,2})月(?:底|初|中|(?:\d{1,2}|[一二三四五六七八九十]{1,3})[日號])?"
)
ZH_CONDITION = "^(?:如果|假如|若|當|等到?|除非|只要|直到).|.(?:期間|的?時候|之前|之後|以前|前|後|時|的話)$"
