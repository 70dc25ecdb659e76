"""What a compaction must not lose: words of rules, of decisions and their reasons, and of attempts that failed.

For ``windows.sayings``. A rule that is missed is lost, a sentence too many costs a line: where both may be, these lists
lean to keeping. Each line is a pattern for ``plain`` text. Our choice, made from constructions, not from a corpus.
"""

from __future__ import annotations

from stillso.core.vocabulary import Words, zh

# --- rules ---------------------------------------------------------------------------------------------------

#: Where an order begins: at the head of a clause, after a connective or a polite word.
_HEAD = (
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
    never ?mind|never (?:works?|worked|seen|saw|heard|returns?|returned|finish(?:es|ed)?|ends?|loads?|happens?|got|had)
    (?:it|this|that|they|he|she|which|there|i|i've|i'd)(?:'s| has| have| had)? never
    (?:it|this|that|they|he|she|which|there|i|was|were|has|have|had|are|is)(?:'s|'ve)? (?:just )?always
    (?:i|it|they|these|those|things|tests?|we) (?:really |still |just )?don't (?:know|think|see|understand|get|have|remember)
    (?:i|they|these|those|things|tests?) (?:really |still |just )?don't (?!want)\w+
    (?:don't|do not) (?:worry|bother|know|think|see|understand|mind|care)
    must (?:be (?:a |an |the |some|because|wrong|right|something|caused|due)|have|'ve)
    should (?:be (?:fixed|done|ok|okay|fine|good|easy|enough|working|able|possible|there|ready|all)|work|have|pass|now)
    shouldn't (?:happen|matter|take|have|fail|be (?:a|the|this|here|possible|hard|too))
    (?:needs?|has|have) to be (?:fixed|updated|done|changed|renamed|removed|added|moved|deleted|rewritten|refactored)
    (?:needs?|has|have) to be (?:merged|rebuilt|restarted|investigated|looked)
    every (?:time|single time) (?:i|it|we|you|the|this|that)
    keep (?:going|trying|working on|it up|at it|getting|seeing|running into)|keeps
    (?:all|none|each|every one) (?:of )?(?:the|them|these|those)? ?(?:\w+ )?(?:pass(?:ed|es)?|fail(?:ed|s)?|green|red|work)
    that's (?:all|it|fine|ok|enough)|as long as it works|use (?:case|cases)|by default it
    i (?:always|never|only) (?:get|see|saw|got)|only (?:happens|fails|works|when it|one)
    """,
    r"""
    不要緊|別的|別人|別處|別名|[特級類分個區識]別|要不要|能不能|可不可以|不可能|不得不|了不得|不得了|不能不
    不要了|不用(?:了|謝|客氣|擔心|說|想)|不需要了|不必了
    (?:還是|又|突然|現在|好像|似乎|竟然|居然|怎麼|一直|也|就|根本|完全)不(?:能|會|可以)(?!動|改|刪|寫|碰|推|用)
    不能(?:用|跑|登入?|連|動|開|進|存|看|編譯|執行|登出|上傳|下載|送出|按)了?(?=[，。,.!！]|$)
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
    {_HEAD}(?:don't|do not|dont|never|avoid|no|not|nothing|nobody|without)\s+\w
    {_WHO}(?:really )?(?:don't|do not|never|won't|can't|cannot|must not|mustn't|shouldn't|should not|may not)\s+\w
    {_HEAD}stop \w+ing|{_HEAD}leave .{{1,60}}?(?:alone|as (?:it )?is|as they are|untouched|unchanged|out|be)\b
    {_HEAD}(?:hold off|stay away|steer clear|refrain|keep (?:away|out|your hands))
    {_HEAD}skip (?:the |all |any )?(?:pleasantries|apologies|intros?|summar(?:y|ies)|emojis?|explanations?|preamble)
    (?:nobody|nothing|no one|none)\s+(?:but \w+ )?(?:\w+s|may|can|is|gets?|should|must|ever)\b
    """,
    r"""
    i (?:really )?(?:don't want|do not want|don't like|won't accept|never want)
    (?:must|should|may|shall|can|will|are|is)(?: not|n't) (?:be )?(?:touch|chang|edit|delet|remov|push|commit|us|renam|mov)\w*
    must not|mustn't|shall not|shouldn't|should not|should never|must never|may not|not allowed|isn't allowed
    (?:can't|cannot|can not) (?:change|break|exceed|be (?:changed|touched|renamed|removed|broken|deleted|exceeded|moved))
    (?:do|does)n't (?:belong|go (?:in|into|to|on|through|under)|get|count)|(?:accept|allow|use|want|need)s? nothing else|no other \w+
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
    {_HEAD}(?:always|only|prefer|make sure|ensure|be sure to|keep|treat|stick (?:to|with)|use|assume|respect|limit|every|all)\s+\w
    {_WHO}(?:always|only|must|have to|need to always|are to|use|keep|prefer|write|put)\s+\w
    {_HEAD}(?:remember|note|keep in mind|bear in mind|don't forget)\b
    {_HEAD}be (?:blunt|brief|concise|terse|short|careful|honest|direct|polite|consistent|explicit|conservative|strict)
    {_HEAD}(?:if|when|whenever|before|after|once|unless|should) .{{3,80}}?[, ](?:then )?(?:please )?(?:stop|ask|show|tell|ping|use|run|don't|do not|never|open|write|add|let|wait|skip|split|check|leave|keep|revert|mark|put|file|report|escalate|call) ?
    """,
    r"""
    from now on|going forward|henceforth|in (?:the )?future|each time|every time|whenever|as a rule|by convention
    at all times|everywhere|for (?:every|each|all)|in (?:every|each|all)|by default|without exception
    must|always|(?:has|have|needs?) to (?:stay|remain|keep|support|go through|fit|run on|pass|be)
    (?:has|have|needs?) to \w+
    (?:stay|stays|remain|remains|live|lives|belong|belongs) (?:in|on|under|below|as|with|the|at|where|out)|go(?:es)? (?:through|into|in|under)
    (?:you're|you are|your job is|you) (?:only )?(?:responsible for|in charge of|to)|out of scope|not your (?:job|business|concern)
    should (?:always|only|stay|remain|use|follow|go|live|be)|are to be|is to be
    (?:every|each|any|all) .{1,40}? (?:needs?|must|should|gets?|goes|go|has|have|requires?|are|is)
    i(?:'d)? (?:prefer|rather)|i (?:like|want) (?:my|the|all|every|short|you to (?:always|only|never))|i'm used to
    our (?:convention|style|policy|rule|standard|guideline)s?|the (?:rule|convention|policy) is|house style
    (?:ask|check with|tell|ping|consult|warn) (?:me|us|them)\b.{0,20}?(?:first|before|if|when)|if unsure,? ask
    (?:my|our|their) (?:approval|consent|sign-?off|permission)|sign(?:s|ed)? off|run .{1,40} (?:by|past) me
    before (?:you|each|every|any|we|committing|pushing|merging|deploying|releasing|editing|changing|deleting)
    after (?:each|every|any) |at (?:most|least)|max|up to \d+|under \d+|no more than|no longer than|maximum|minimum|at or below
    one \w+(?:,| per) (?:one )?\w+|let me (?:\w+ ){1,5}myself|in (?:plain |british |american )?(?:english|chinese|mandarin|japanese|french|german)|in \w+ (?:time|format|style|case|units?|mood)
    instead of|rather than|until|unless|as long as|you (?:may|can|are allowed to|are free to)
    backwards?[- ]compatib\w+
    """,
    zh("一律 統一 務必 必須 一定要 都要 都用 都放 都走 都寫 都得 只能 只准 只可 只用 只改 只動 只有 固定 維持 保持 保留 沿用"),
    zh("以後 今後 往後 之後都 從現在 從今 每次 永遠 絕對 記得 記住 偏好 習慣 規定 規則 慣例 原則 才能 才可以 才准 才算"),
    zh("不超過 不得超過 以內 以下 上限 下限 最多 至少 最少 優先 盡量 儘量 為主 為準 就好 即可 預設 千萬 全部用"),
    r"""
    先(?:問|跟|告訴|通知|讓)(?:過)?我|(?:要|經)(?:過)?我(?:同意|點頭|看過|核准|確認)|(?:沒|等|經|先讓)(?:有|過)?我(?:的)?(?:同意|點頭|看過|核准|許可|確認|說)|我(?:同意|點頭|看過|說可以)(?:之後|以後|才|再)
    (?:的話|如果|遇到|碰到|一旦|只要|若是?)[^。]{0,40}?[，,就](?:先|就|要|請|再|停|問|列|跟我|通知|不|別|改|得)|[百十千萬\d]\s?(?:毫秒|秒|行|字|個|分鐘|小時|天|次|人|[KMG]B)(?:以|之)?內|一[個支次條份][^，。]{1,10}一[個件次條份]
    (?:動|改|刪|推|送|發|寫|碰|合併|部署|提交|上線)[^，。]{0,12}前[，,]?(?:要|先|請|備份|跑|通知|檢查|確認|問|更新|看)|(?:給|讓|由|等|問|找|跟)我(?:自己|來|看|決定|處理|寄|核|審)|我來[^，。]{1,4}(?=[，。]|$)
    請(?:寫|讓|用|放|以|照|說|講|回)(?!一下)|(?:寫|用|講|說|以|回)(?:正體|繁體|簡體|台灣)?(?:中文|英文|日文|法文|白話)|都(?=[轉寫放用走照由存以])|其他.{0,8}不
    只負責|只管|不歸你|[不別](?:部署|發版|合併|上線|發布)
    我不(?:想|希望|要|喜歡)(?:再)?(?:看到|在|有|讓|見到)|(?:誰都|任何人都?)(?:不|別|要)|少用|多用
    (?:之前|以前|前)(?:都|先|要|一定|請|得|務必|再)|(?<![想需主我重只快簡就還是們])要(?:用|放|寫|有|經過|支援|相容|照|遵守|附|標|包|走|過|能|在|加上|跟|與|和)
    我(?:比較)?(?:喜歡|希望|不喜歡|不希望|不想看到)|我們(?:都|一向|向來|規定|的?習慣)
    每[個一支份次則條].{1,14}[都要]|所有(?:的)?.{1,14}[都要用]|任何.{1,14}[都要]
    請?(?:用|使用).{1,20}(?:不要|不用|別|而不是|不是)|(?:用|寫|放|講|說).{1,10}[，,].{1,14}用|請(?:統一|用|放|照|以|保)
    改.{1,12}再|先.{1,15}[，,]?再(?!說|看|告訴)
    """,
)
#: Lifts a rule: 「現在可以動 migration 了」. Kept as one, behind the rule, so that nobody follows the older one.
LIFTS = Words(
    r"""
    (?:you|we) (?:can|may) (?:now|again|go ahead)\b|(?:is|are) (?:now )?(?:allowed|okay|ok|fine|unfrozen|open) (?:again|now)
    (?:no longer|not any ?more) (?:applies|apply|needed|necessary|off limits|forbidden|frozen)|forget (?:the|that|my) rule
    the freeze is over|(?:rule|ban|freeze) (?:is|was) (?:lifted|over|gone)
    """,
    r"可以.{1,14}了(?=[，。,.!！]|$)|不用再|不必再|不需要再|(?:解除|取消|作廢|解凍).{0,10}(?:規定|規則|限制|禁令|凍結)?|(?:規定|規則|限制|禁令)(?:取消|解除|作廢)",
)
#: A fault that is told: beside it only an order is a rule.
FAULT = Words(
    r"(?:crash(?:es|ed)?|fails?|failed|failing|broken|error|errors|hangs?|spins|stuck|wrong|weird|does(?:n't| not) \w+)",
    r"(?:didn't|can't|cannot|couldn't|isn't|wasn't) (?:work|find|see|open|load|start|run|reproduce|working)",
    zh("壞了 壞掉 爆掉 當掉 出錯 報錯 失敗 不見了 錯了 怪怪的 打不開 找不到 連不上 轉圈 亂碼 怎麼回事"),
)

# --- decisions -----------------------------------------------------------------------------------------------

#: Looks like a decision and is none.
NO_DECISION = Words(
    r"""
    (?:haven't|hasn't|have not|has not|not|never|can't|cannot|couldn't|to|you|they|he|she|who|you'll|let me) (?:yet )?decided?
    decide (?:later|whether|if|when|yourself|between|what|which|how)|decides
    let's (?:see|try|look|start|continue|go on|move on|get|check|run|fix|find|debug|test|wait|talk|discuss)
    if (?:we|you|i) (?:go|went|use|used)|we(?:'ll| will) (?:see|need|have to|look|talk|find out)|not agreed
    """,
    r"(?:還沒|尚未|沒有?|未|你|妳|您|自己|難以?|無法|來|再|等.{0,6}|他們?|她們?|誰|如何|怎麼)決定|決定(?:權|性|論|因素|於|不了|不下|一下|看看)",
    r"(?:那就|就)(?:幫|請|麻煩|先|再|開始|繼續|來|試|跑|看|麻煩你|這樣跑)|開始前|(?:說|講|談)好(?:了)?(?:嗎|沒)|先(?:說|講)好",
)
#: Something is settled.
DECIDES = Words(
    rf"""
    (?:i|we|i've|we've|i have|we have|it's|has been|was|been)\s+(?:finally |now |just |already )?(?:decided|agreed|settled|chosen|chose|picked)
    {_HEAD}(?:decided|decision|final decision|settled|agreed|resolved|verdict|final answer|conclusion)\b(?=[\s:,.!—–-])
    (?:final|the|our|my) (?:decision|call|verdict|choice)(?: is|:)
    let's (?:go (?:with|for)|use|keep|stick (?:to|with)|settle (?:on|for)|adopt|do (?:it|that|this|option)|make it|call it|put|store|have|not|drop|pick|take|ship|stay)
    (?:we|i)(?:'ll|'d| will| would|'re| are|'re going to| are going to|'m going to|'m| am)? (?:(?:just|simply|now|still|only|probably not|not) )?(?:go(?:ing)? (?:with|for)|us(?:e|ing)|keep(?:ing)?|stick(?:ing)? (?:to|with)|settl(?:e|ing) on|adopt(?:ing)?|drop(?:ping)?|ship(?:ping)?|stay(?:ing)? (?:with|on)|pick(?:ing)?|tak(?:e|ing) (?:the|option))
    {_HEAD}(?:go|going|went) (?:with|for) (?:the|a|an|option|plan|b|\w+)
    {_HEAD}the (?:latter|former|first|second|third|last)(?: (?:one|option|variant|approach|version))?(?: then)?(?=[,.;]|$)
    (?:do|make|build|keep|leave) (?:it|that|this) (?:the way|as|like) (?:you|we) (?:proposed|suggested|said|described|recommended|agreed)
    (?:is|are|has been|have been) (?:now )?(?:settled|decided|final|agreed|approved)|,? final[.!]?$
    (?:after (?:some|much|a lot of|more) (?:thought|thinking|discussion)|on reflection|having thought about it)\b
    (?:talked|spoke) (?:to|with) .{{2,40}}?,|discussed (?:it|this|that) with
    {_HEAD}(?:option|plan|variant|approach|proposal) [a-z\d]+(?: then| it is|[,.;]| because)|\w+ it is(?=[,.;!]|$)
    i (?:pick|choose|opt for|vote for)|we (?:chose|picked|settled on|opted for)|sold[,:]
    """,
    zh("定案 拍板 敲定 採用 採取 改採 談妥 結論是 結論： 說定 講定 定下來"),
    r"決定(?!了嗎|嗎|要不要|是否)|最後(?:用|選|走|採|改用|還是用)|確定(?:用|要用|走|採|放|改|不做|做)",
    r"(?:那就|就|那)(?:用|選|走|採|照|放|改成|改用|維持|做|不做|是)(?!就|好)|就這樣(?:做|定|決定|吧)|選(?:擇)?(?:方案|第|前者|後者|[A-Za-z甲乙丙丁])",
    r"採(?:你|第|方案|前者|後者|[^，。]{0,10}(?:寫法|做法|方案|設計|架構))|(?<!你)(?<!他)還是(?:走|用|選|採|照|維持|放|做)(?!不)|就(?:叫|定|訂|設|取名)|照你(?:說|建議|提|講)",
    r"(?:想過|談完|討論過|討論完|商量過|考慮過|評估過|評估完|想清楚|決議|比較過)(?:了|後|之後)?[，,：:]|定下來|說定了|談定",
    r"我們(?:就)?(?:用|選|採|走|改用|改走)(?!的)|同意.{0,12}(?:方案|做法|提案)|走[^，。]{1,8}(?:方案|路線|架構)",
)
#: What a reason begins with, in a sentence of its own behind what it is the reason of.
REASON = Words(
    r"^\W*(?:because|since|the reason|reason:|that's because|this is because|it turned out|turns out|the problem (?:is|was)|as )",
    r"^\W*(?:因為|原因|理由|由於|主要是|問題(?:是|在|出在)|原來)",
)
#: The same within a sentence.
REASONED = Words(
    r"(?:because|since|as|due to|the reason|so that|the problem is|turned out|turns out)",
    r"[:;—–，,]|因為|原因|理由|由於|問題(?:是|在|出在)|原來|：|；|才",
)

# --- lessons -------------------------------------------------------------------------------------------------

#: Somebody tried something.
TRIED = Words(
    r"""
    (?:tried|attempted|experimented|trying|attempting|last time|suspected|with \w+ (?:keys|writes|locks|threads))
    (?:i|we|after|when i|when we)?\s*(?:switched|switching|moved|moving|replaced|replacing|bumped|bumping|raised|raising|lowered|lowering|upgraded|upgrading|downgraded|downgrading|added|adding|removed|removing|changed|changing|disabled|disabling|enabled|enabling|parsing|parsed|using|wrapping|wrapped|caching|increasing|increased|reducing|reduced|setting|running|calling|turning|mocking|patching|pinning|rewriting)
    ^\W*(?!(?:nothing|something|everything|anything|during|according|regarding|looking|going|next)\b)[a-z]{3,}ing .{2,80}?(?:fail|does|did|won't|broke|breaks|brought|made|makes|is (?:pointless|useless|no use|futile|not)|caus|hang|crash|deadlock|leads?|led)
    """,
    r"(?<!沒)(?<!沒有)(?<!還沒)試過|嘗試(?:過|了|用|把)|試了|試著|試圖|曾經?(?:用|把|改)|之前(?:用過|改過|試|把)|先前以為|上次(?:用|改|把|試)",
    r"(?:改|換)(?:用|成|回|為).{1,24}(?:後|，|還是|也|結果|就|仍|會)|(?:升級|降級|換成|換到|關掉|打開|調(?:高|低|大|小|到)|加(?:上|了|索引|鎖|大)?|拿掉|移到|搬到|放到|放在|用|把|在).{0,24}",
)
#: It came to nothing.
FAILED = Words(
    r"""
    fail(?:s|ed|ing)?|didn't (?:work|help|fix|change|solve|compile|make)|did not (?:work|help|fix|change|solve)
    doesn't (?:work|help|fix|solve|compile|scale)|does not (?:work|help|fix|solve)|won't (?:work|compile|help)|broke|breaks
    crash(?:es|ed)|no (?:luck|effect|difference|improvement|help)|still (?:fails?|failed|failing|broken|slow|red|happens|the same|hangs|leaks)
    (?:made|makes|making) (?:it|things|that) (?:worse|slower)|tim(?:es|ed) out|deadlock(?:s|ed)?|reverted|rolled (?:it )?back
    backed (?:it )?out|gave up|hangs|hung|leaks?|leaked|conflict(?:s|ed)?|too slow|overwr(?:ite|ites|ote)|to no avail|in vain
    isn't supported|not supported|unsupported|not (?:possible|viable|an option|enough)|turned out|wrong (?:way|approach)|races?|got lost
    (?:and|then) (?:we|it|everything|things|that) (?:got|had|lost|broke)|brought .{1,40} down|(?:doesn't|didn't|does not|won't) (?:solve|make it|change)
    so (?:i|we) (?:dropped|abandoned|reverted|undid|went back|rolled|set it back|switched back|gave up)|pointless|useless|futile|no use
    blew up|slower|chang(?:ed|es) nothing|(?:was|were|got) (?:full|skipped|lost|corrupted|slower|worse)|all the same|so back to|nobody noticed
    """,
    zh("不行 失敗 沒用 沒有用 無效 行不通 走不通 不通 不管用 不可行 反而 報錯 出錯 逾時 退回 放棄 撤回 更慢 更糟 當掉 死鎖 衝突 壞掉 沒效 會掉"),
    r"還是(?:會|不|沒|壞|紅|錯|一樣|慢|失敗|卡)|沒(?:有)?(?:解決|改善|幫助|差別|變快|效果)|一樣(?:慢|壞|紅|失敗)|不支援|會(?:互相|造成|導致|卡住|爆|漏|掉|蓋掉|重複|死鎖)|拿不到|踩|撐不住|改回|退回|爆掉|滿了|慢了|照舊|照樣|只好|漏(?:跑|掉|了)|出事",
    r"結果[^。]{0,16}(?:重複|壞|爆|錯|掉|卡|慢|失敗|當|沒|亂|漏|丟|更糟)",
)
#: Says by itself that a way leads nowhere.
DEAD_END = Words(
    r"""
    dead[- ]end|(?:doesn't|does not|didn't|won't|wouldn't) (?:work|help|fix it|fix|scale)\b|did not (?:work|help)|ruled out
    not viable|no-go|gave up on|backed (?:it |that )?out|(?:made|makes) (?:it|things) (?:worse|slower)
    (?:made|makes) no difference|(?:had|has) no effect|not an option|fail(?:s|ed) (?:because|since|due to|as)
    reverted .{1,80}(?:because|since|as)|can(?:'t|not) .{1,60} because|lesson(?: learned)?:
    (?:is|was|are) (?:incompatible|unsupported|not supported|pointless|useless|futile|no use)|to no avail|the wrong (?:approach|way)
    (?:doesn't|does not|didn't|won't) (?:solve|make it (?:faster|better|smaller))|got (?:us )?nowhere|(?:blew|blows) up .{1,60}(?:because|since|as)|(?:chang(?:ed|es)) nothing|can't be used .{0,12}because|(?:don't|doesn't) (?:hide|cure|prevent) |so back to|(?:lost|wasted|spent) (?:\w+ ){1,2}(?:days?|weeks?|months?|hours?) (?:on|with)
    so (?:i|we) (?:dropped|abandoned|gave up|reverted|undid)|brought .{1,40} down
    """,
    r"行不通|走不通|不可行|不管用|此路不通|踩(?:到|過|了)?.{0,4}[坑雷]|沒(?:有)?(?:幫助|解決|改善)|失敗.{0,4}(?:因為|原因)|教訓[：是]|不適合|沒辦法(?:用|做)|(?:解決|改善|救|擋|掩蓋|避免|防)不了|(?:這裡|這邊)不能用.{1,20}[，,：:]|不會(?:比較|變得?|更)(?:快|好|省|穩)|(?:方法|做法|寫法|方案|嘗試|路)(?:也|都|就)?(?:失敗|不行|不通|沒用|走不)|卡(?:過|了).{1,6}(?:天|週|禮拜|星期|月)|所以(?:放棄|退回|改回|作罷)|沒用[，,]",
)
#: Looks like a failed attempt and is none: what is to come, and what is fine again.
NO_LESSON = Words(
    r"""
    (?:if|in case|when|unless|should) (?:it|that|this|the \w+) (?:still )?(?:fails|doesn't work|breaks)
    (?:i'll|i will|let me|we can|we could|i can|i could|could|might|want to|going to|let's) (?:also )?(?:try|attempt)
    (?:nothing|none|no tests?|0) (?:fail(?:s|ed)?|broke)|(?:never|not|without) fail(?:ing|s)?|now (?:works?|pass(?:es)?)|works now
    don't|do not|please|make sure|never|i(?:'ve| have)? (?:since )?(?:updated|fixed|adjusted|corrected) (?:it|them|this|that)
    """,
    r"如果.{0,12}(?:不行|失敗)|萬一|要是|(?:可以|我來|先|再|要不要|想)試|沒有失敗|不會失敗|修好了|已經好了|我?已(?:經)?(?:更新|修好|修正|改好)|不要|別(?![的人])|請(?![求假款客問])",
)

# --- what stands before ------------------------------------------------------------------------------------

_PREFACE_ZH = (
    r"(?:開始(?:之?前)?|開工前|動手前)?(?:先|我)?(?:先)?(?:講好|說好|講清楚|說明|提醒(?:一下|你)?|聲明)|注意(?:事項)?|提醒(?:一下|你)?|記住|補充(?:一點|一下)?"
    r"|規則|規定|約束|原則|前提|要求|定案|拍板|決定|結論|教訓|線索|(?:那就|就)?(?:這樣)?(?:定案|拍板)|另外|還有|對了|好的?|嗯|可以|行|那|OK|ok"
)
_PREFACE_EN = (
    r"(?:(?:just )?one (?:more )?(?:thing|rule|note)|note|nb|fyi|reminder|remember|rules?|constraints?|decision|decided|lesson"
    r"|lesson learned|before (?:we|you) (?:start|begin)|first|also|and|ok|okay|right|alright|well|so|yes|yeah|sure|fine|good|great|important)"
)
#: What a sentence may begin with that is no part of what it says: 「好，那就定案：」, "Note: ".
PREFACE = Words(rf"^(?:(?:{_PREFACE_ZH})\s*[，,：:、]\s*)+", rf"^(?:{_PREFACE_EN}\s*[,:–—-]\s+)+")
#: What may stand before words that were kept, in their clause, without changing what they say.
NEUTRAL = Words(
    r"(?:the |our )?(?:user|they|he|she|you|human|person)(?:'s)?|said|says|asked|asks|wants|wanted|insists|requires|required|rule|rules|constraint"
    r"|constraints|stated|decision|decided|lesson|lessons|that|to|and|also|but|still|please|we|must|keep|remember|note|important|learned",
    zh("使用者 用戶 他 她 你 說 說過 講過 講 要求 規定 規則 約束 強調 交代 交代過 提醒 希望 明確 決定 定案 結論 教訓 務必 請 並 且 而且 並且 以及 另外 還有 但 也 一定 絕對 千萬 記得 仍 仍然 過"),
)
#: Behind words that were kept, in their sentence: they hold no longer, or not always.
CANCELS = Words(
    r"""
    no longer|not any ?more|lifted|cancelled|canceled|superseded|replaced|obsolete|outdated|was wrong|except|unless|apart from
    (?:has|have|was|were|been|is|are) (?:dropped|waived|relaxed|retired|ended|over)|does not apply|doesn't apply|only if
    optional|if possible|ignored?|can be skipped|instead
    """,
    zh("取消 解除 作廢 不再 不適用 已改 改為 改成 除外 以外 之外 例外 除非 已經可以 不成立 過時 放寬 失效 可以忽略 不用管 盡量 才怪 的話"),
)
#: Before them, in their sentence: they hold only then.
CONDITIONAL = Words(
    r"(?:if|unless|when|whenever|while|until|only|in case|except|whether|previously|formerly|originally|used to|once|had)",
    zh("如果 除非 假如 要是 萬一 只有 當 的時候 的話 以前 之前 原本 本來 曾經 曾 是否 不再 之後再"),
)
