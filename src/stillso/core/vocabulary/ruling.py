"""What makes a sentence a rule that is to hold for longer than this moment, and what lifts one.

For ``windows.sayings``. A rule that is missed is lost, a sentence too many costs a line: where both may be, these lists
lean to keeping. Our choice, made from constructions, not from a corpus.
"""

from __future__ import annotations

from stillso.core.vocabulary import Words, zh

#: Where an order begins: at the head of a clause, after a connective or a polite word.
HEAD = (
    r"(?:^[\W\d]*|[,;:.!()—–-]\s*|[\u3000-\u9fff\uff00-\uffef]\s*"
    r"|\b(?:please|and|but|also|so|just|then|ok|okay|remember|note|rule|again|instead)\b[,:]?\s+)"
)
_WHO = r"\b(?:you|we|agents?|nobody|everyone|everybody|people)\s+"

#: Looks like a rule and is none.
NO_RULE = Words(
    r"""
    no (?:idea|problem|problems|worries|luck|longer|way|one|thanks?|clue|doubt|matter|wonder|difference|kidding|rush)
    no (?:changes?|errors?|output|results?|response|effect|success|news|need)(?! (?:to|in|of) (?:the|any|our)\b)
    no \w+ (?:failed|found|was|were|is|are|yet|left)
    never ?mind
    never (?:works?|worked|seen|saw|heard|returns?|returned|finish(?:es|ed)?|ends?|loads?|happens?|got|had)
    (?:it|this|that|they|he|she|which|there|i|i've|i'd)(?:'s| has| have| had)? never
    (?:it|this|that|they|he|she|which|there|i|was|were|has|have|had|are|is)(?:'s|'ve)? (?:just )?always
    (?:i|it|they|these|those|things|tests?|we) (?:really |still |just )?don't (?:know|think|see)
    (?:i|it|they|these|those|things|tests?|we) (?:really |still |just )?don't (?:understand|get|have|remember)
    (?:i|they|these|those|things|tests?) (?:really |still |just )?don't (?!want)\w+
    (?:don't|do not) (?:worry|bother|know|think|see|understand|mind|care)
    must (?:be (?:a |an |the |some|because|wrong|right|something|caused|due)|have|'ve)
    should (?:be (?:fixed|done|ok|okay|fine|good|easy|enough|working|able|possible|there|ready|all)|work)
    should (?:have|pass|now)
    shouldn't (?:happen|matter|take|have|fail|be (?:a|the|this|here|possible|hard|too))
    (?:needs?|has|have) to be (?:fixed|updated|done|changed|renamed|removed|added|moved|deleted|rewritten|refactored)
    (?:needs?|has|have) to be (?:merged|rebuilt|restarted|investigated|looked)
    every (?:time|single time) (?:i|it|we|you|the|this|that)
    keep (?:going|trying|working on|it up|at it|getting|seeing|running into)|keeps
    (?:all|none|each|every one) (?:of )?(?:the|them|these|those)? ?(?:\w+ )?(?:pass(?:ed|es)?|fail(?:ed|s)?)
    (?:all|none|each|every one) (?:of )?(?:the|them|these|those)? ?(?:\w+ )?(?:green|red|work)
    that's (?:all|it|fine|ok|enough)|as long as it works|use (?:case|cases)|by default it
    i (?:always|never|only) (?:get|see|saw|got)|only (?:happens|fails|works|when it|one)
    """,
    r"""
    不要緊|別的|別人|別處|別名|[特級類分個區識]別|要不要|能不能|可不可以|不可能|不得不|了不得|不得了|不能不
    不要了|不用(?:了|謝|客氣|擔心|說|想)|不需要了|不必了
    (?:還是|又|突然|現在|好像|似乎|竟然|居然|怎麼|一直|也|就|根本|完全)不(?:能|會|可以)(?!動|改|刪|寫|碰|推|用)
    (?<!誰都)(?<!都)不能(?:用|跑|登入?|連|動|開|進|存|看|編譯|執行|登出|上傳|下載|送出|按)了?(?=[，。,.!！]|$)
    我(?:也|還|就|都)?不(?:知道|確定|懂|記得|認為|覺得|清楚|太)|不知道|不確定|不懂|不清楚
    沒有(?:問題|反應|用|錯|人|差)|找不到|看不到|打不開|跑不動|進不去|連不上
    (?:想|需|主|重|只|快|簡|還)要|就要|我們?(?:現在|接下來|等等|想|也)?要(?=加|做|改|寫|找|看|查|用到)
    一直(?:轉|報|錯|失敗|跳|閃|壞|卡)|每次(?:都會|都|一|我)(?:報|當|失敗|跳|壞|卡|錯|閃|打開|按|跑)
    最多人|最多次|最少人|記得(?:上次|之前|你|我|那)|(?:還沒|尚未|沒|不知道)決定?要|要.{0,4}哪|[我你]記得|注意到
    """,
)

#: Forbids, in any tense that an order has.
FORBIDS = Words(
    rf"""
    {HEAD}(?:don't|do not|dont|never|avoid|no|not|nothing|nobody|without)\s+\w
    {_WHO}(?:really )?(?:don't|do not|never|won't|can't|cannot|must not|mustn't|shouldn't|should not|may not)\s+\w
    {HEAD}stop \w+ing|{HEAD}leave .{{1,60}}?(?:alone|as (?:it )?is|as they are|untouched|unchanged|out|be)\b
    {HEAD}(?:hold off|stay away|steer clear|refrain|keep (?:away|out|your hands))
    {HEAD}skip (?:the |all |any )?(?:pleasantries|apologies|intros?|summar(?:y|ies)|emojis?|explanations?|preamble)
    (?:nobody|nothing|no one|none)\s+(?:but \w+ )?(?:\w+s|may|can|is|gets?|should|must|ever)\b
    """,
    r"""
    i (?:really )?(?:don't want|do not want|don't like|won't accept|never want)
    (?:must|should|may|shall|can|will|are|is)(?: not|n't) (?:be )?(?:touch|chang|edit|delet|remov)\w*
    (?:must|should|may|shall|can|will|are|is)(?: not|n't) (?:be )?(?:push|commit|us|renam|mov)\w*
    must not|mustn't|shall not|shouldn't|should not|should never|must never|may not|not allowed|isn't allowed
    (?:can't|cannot|can not) (?:change|break)
    (?:can't|cannot|can not) (?:exceed|be (?:changed|touched|renamed|removed|broken|deleted|exceeded|moved))
    (?:do|does)n't (?:belong|go (?:in|into|to|on|through|under)|get|count)
    (?:accept|allow|use|want|need)s? nothing else|no other \w+
    without (?:my|our|their|his|her) (?:ok|okay|approval|consent|permission|review|go-ahead)
    off[- ]limits|forbidden|prohibited|banned|out of bounds|hands off|read-only|frozen|no-go area|taboo
    """,
    zh("不准 不可以 不許 禁止 嚴禁 請勿 切勿 千萬別 絕不 絕對不 不該 不應該 不得 避免 凍結 唯讀 除非 先不 暫不 不再"),
    r"不要|(?<![特級類分個區識告])別(?![的人名處管])|勿|不可|不能|不用|不必|不需要|不加|不寫|不碰|不動|不改|可以.{1,20}但(?:是|要|不|得)",
    # A bare 不 before a verb; not 跑不動, 不好, 不同.
    r"(?<![要跑看打連找進受用聽說讀想記動開做趕來過差好對能會])不(?=[\u4e00-\u9fff])(?![見了到動好對錯同夠行清知是會太多過然只管一少大小高低久再斷論明確穩懂想在得出起開完住便妥足像如等])|概不|一概|動不得|碰不得|改不得",
)
#: Says how things are to be for longer than this moment.
RULES = Words(
    rf"""
    {HEAD}(?:always|only|prefer|make sure|ensure|be sure to|keep)\s+\w
    {HEAD}(?:treat|stick (?:to|with)|use|assume|respect|limit|every|all)\s+\w
    {_WHO}(?:always|only|must|have to|need to always|are to|use|keep|prefer|write|put)\s+\w
    {HEAD}(?:remember|note|keep in mind|bear in mind|don't forget)\b
    {HEAD}be (?:blunt|brief|concise|terse|short|careful|honest|direct|polite|consistent|explicit|conservative|strict)
    {HEAD}(?:if|when|whenever|before) .{{3,80}}?[, ](?:then )?(?:please )?(?:stop|ask|show|tell|ping|use) ?
    {HEAD}(?:after|once|unless|should) .{{3,80}}?[, ](?:then )?(?:please )?(?:stop|ask|show|tell|ping|use) ?
    {HEAD}(?:if|when|whenever|before) .{{3,80}}?[, ](?:then )?(?:please )?(?:run|don't|do not|never|open|write|add) ?
    {HEAD}(?:after|once|unless|should) .{{3,80}}?[, ](?:then )?(?:please )?(?:run|don't|do not) ?
    {HEAD}(?:after|once|unless|should) .{{3,80}}?[, ](?:then )?(?:please )?(?:never|open|write|add) ?
    {HEAD}(?:if|when|whenever|before) .{{3,80}}?[, ](?:then )?(?:please )?(?:let|wait|skip|split|check|leave|keep) ?
    {HEAD}(?:after|once|unless|should) .{{3,80}}?[, ](?:then )?(?:please )?(?:let|wait|skip|split|check|leave|keep) ?
    {HEAD}(?:if|when|whenever|before) .{{3,80}}?[, ](?:then )?(?:please )?(?:revert|mark|put) ?
    {HEAD}(?:if|when|whenever|before) .{{3,80}}?[, ](?:then )?(?:please )?(?:file|report|escalate|call) ?
    {HEAD}(?:after|once|unless|should) .{{3,80}}?[, ](?:then )?(?:please )?(?:revert|mark|put) ?
    {HEAD}(?:after|once|unless|should) .{{3,80}}?[, ](?:then )?(?:please )?(?:file|report|escalate|call) ?
    """,
    r"""
    from now on|going forward|henceforth|in (?:the )?future|each time|every time|whenever|as a rule|by convention
    at all times|everywhere|for (?:every|each|all)|in (?:every|each|all)|by default|without exception
    must|always|(?:has|have|needs?) to (?:stay|remain|keep|support|go through|fit|run on|pass|be)
    (?:has|have|needs?) to \w+
    (?:stay|stays|remain|remains|live|lives|belong|belongs) (?:in|on|under|below|as|with|the|at|where|out)
    go(?:es)? (?:through|into|in|under)
    (?:you're|you are|your job is|you) (?:only )?(?:responsible for|in charge of|to)|out of scope
    not your (?:job|business|concern)
    should (?:always|only|stay|remain|use|follow|go|live|be)|are to be|is to be
    (?:every|each|any|all) .{1,40}? (?:needs?|must|should|gets?|goes|go|has|have|requires?|are|is)
    i(?:'d)? (?:prefer|rather)|i (?:like|want) (?:my|the|all|every|short|you to (?:always|only|never))|i'm used to
    our (?:convention|style|policy|rule|standard|guideline)s?|the (?:rule|convention|policy) is|house style
    (?:ask|check with|tell|ping|consult|warn) (?:me|us|them)\b.{0,20}?(?:first|before|if|when)|if unsure,? ask
    (?:my|our|their) (?:approval|consent|sign-?off|permission)|sign(?:s|ed)? off|run .{1,40} (?:by|past) me
    before (?:you|each|every|any|we|committing|pushing|merging|deploying|releasing|editing|changing|deleting)
    after (?:each|every|any) |at (?:most|least)|max|up to \d+|under \d+|no more than|no longer than|maximum|minimum
    at or below
    one \w+(?:,| per) (?:one )?\w+|let me (?:\w+ ){1,5}myself
    in (?:plain |british |american )?(?:english|chinese|mandarin|japanese|french|german)
    in \w+ (?:time|format|style|case|units?|mood)
    under no circumstances|(?:for|of) .{1,40} only|only[.!]?$|i (?:like|prefer) .{1,40} (?:better|more)
    instead of|rather than|until|unless|as long as|you (?:may|can|are allowed to|are free to)
    backwards?[- ]compatib\w+
    """,
    zh(
        "一律 統一 務必 必須 一定要 都要 都用 都放 都走 都寫 都得 只能 只准 只可 只用 只改 只動 只有 固定 維持"
        " 保持 保留 沿用"
    ),
    zh(
        "以後 今後 往後 之後都 從現在 從今 每次 永遠 絕對 記得 記住 偏好 習慣 規定 規則 慣例 原則 才能 才可以 才准 才算"
    ),
    zh("不超過 不得超過 以內 以下 上限 下限 最多 至少 最少 優先 盡量 儘量 為主 為準 就好 即可 預設 千萬 全部用"),
    r"""
    先(?:問|跟|告訴|通知|讓)(?:過)?我|(?:要|經)(?:過)?我(?:同意|點頭|看過|核准|確認)|(?:沒|等|經|先讓)(?:有|過)?我(?:的)?(?:同意|點頭|看過|核准|許可|確認|說)
    我(?:同意|點頭|看過|說可以)(?:之後|以後|才|再)
    (?:的話|如果|遇到|碰到|一旦|只要|若是?)[^。]{0,40}?[，,就](?:先|就|要|請|再|停|問|列|跟我|通知|不|別|改|得)
    [百十千萬\d]\s?(?:毫秒|秒|行|字|個|分鐘|小時|天|次|人|[KMG]B)(?:以|之)?內|一[個支次條份][^，。]{1,10}一[個件次條份]
    (?:動|改|刪|推|送|發|寫|碰|合併|部署|提交|上線)[^，。]{0,12}前[，,]?(?:要|先|請|備份|跑|通知|檢查|確認|問|更新|看)
    (?:給|讓|由|等|問|找|跟)我(?:自己|來|看|決定|處理|寄|核|審)|我來[^，。]{1,4}(?=[，。]|$)
    請(?:寫|讓|用|放|以|照|說|講|回)(?!一下)|(?:寫|用|講|說|以|回)(?:正體|繁體|簡體|台灣)?(?:中文|英文|日文|法文|白話)|都(?=[轉寫放用走照由存以])|其他.{0,8}不
    只負責|只管|不歸你|[不別](?:部署|發版|合併|上線|發布)
    我不(?:想|希望|要|喜歡)(?:再)?(?:看到|在|有|讓|見到)|(?:誰都|任何人都?)(?:不|別|要)|少用|多用
    (?:之前|以前|前)(?:都|先|要|一定|請|得|務必|再)|(?<![想需主我重只快簡就還是們])要(?:用|放|寫|有|經過|支援|相容|照|遵守|附|標|包|走|過|能|在|加上|跟|與|和)
    我(?:比較)?(?:喜歡|希望|不喜歡|不希望|不想看到)|我們(?:都|一向|向來|規定|的?習慣)
    每[個一支份次則條].{1,14}[都要]|所有(?:的)?.{1,14}[都要用]|任何.{1,14}[都要]
    請?(?:用|使用).{1,20}(?:不要|不用|別|而不是|不是)|(?:用|寫|放|講|說).{1,10}[，,].{1,14}用|請(?:統一|用|放|照|以|保)
    改.{1,12}再|先.{1,15}[，,]?再(?!說|看|告訴)|只(?=[放收給做走讀限准寫存])|只[跑測裝推碰留](?![了到過得出掉])|誰都不|要(?=同|顧|一致|相同|統一|分開|單獨|保證|確保|小於|大於|低於|高於)
    """,
)
#: Lifts a rule: 「現在可以動 migration 了」. Kept as one, behind the rule, so that nobody follows the older one.
LIFTS = Words(
    r"""
    (?:you|we) (?:can|may) (?:now|again|go ahead)\b
    (?:is|are) (?:now )?(?:allowed|okay|ok|fine|unfrozen|open) (?:again|now)
    (?:no longer|not any ?more) (?:applies|apply|needed|necessary|off limits|forbidden|frozen)
    forget (?:the|that|my) rule
    the freeze is over|(?:rule|ban|freeze) (?:is|was) (?:lifted|over|gone)
    """,
    r"可以.{1,14}了(?=[，。,.!！]|$)|不用再|不必再|不需要再|(?:解除|取消|作廢|解凍).{0,10}(?:規定|規則|限制|禁令|凍結)?|(?:規定|規則|限制|禁令)(?:取消|解除|作廢)",
)
#: A fault that is told: beside it only an order is a rule.
FAULT = Words(
    r"(?:crash(?:es|ed)?|fails?|failed|failing|broken|error|errors|hangs?|spins|stuck|wrong|weird)",
    r"does(?:n't| not) \w+",
    r"(?:didn't|can't|cannot|couldn't|isn't|wasn't) (?:work|find|see|open|load|start|run|reproduce|working)",
    zh("壞了 壞掉 爆掉 當掉 出錯 報錯 失敗 不見了 錯了 怪怪的 打不開 找不到 連不上 轉圈 亂碼 怎麼回事"),
)
