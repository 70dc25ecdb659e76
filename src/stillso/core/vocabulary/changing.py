"""What people say when something is otherwise than before, and what says nothing of what it is that changed.

For ``similar.changes``. Each line of a list is a pattern for ``plain`` text, as everywhere in this package. All lists
are our choice, made from constructions, not from a corpus.
"""

from __future__ import annotations

from stillso.core.vocabulary import Words

#: Something is otherwise than before. A text without such a word is not looked at any further.
CHANGE = Words(
    r"""
    now(?! (?:feel|seem|know|underst|think|wonder|that))|nowadays|instead(?! of)|any ?more|henceforth|from here on
    no longer|from now on|once more|again|used to
    (?:go|goes|went|going) (?:back|up|down|over|to)
    (?<!look )(?<!looking )(?<!looked )back (?:to|on|at|in)
    (?:is|are|was|were|been|it's|that's) (?:back|over|fixed|repaired|gone|finished|done|signed|ready|lifted|resolved)
    (?:switch|chang|mov|migrat|replac|rais|reduc|lower|extend|shorten|increas|decreas|cancel|bump)(?:es|ed|s|led)
    (?:moving|switching|changing|migrating|going) (?:to|over|from)
    dropp?ed|bumped|stopped|stops|stop|quits?|resumes?|resumed
    (?:^|[,.;:!] |please |let's |we |just )(?:switch|change|move|migrate|replace|raise|bump|reduce|lower|extend|shorten)
    (?:^|[,.;:!] |please |let's |we |just )(?:increase|decrease|drop|cancel|cut|allow|make (?:it|that))
    retired|upgraded?|upgrades|downgraded?|cut|gave up|opened|starting (?:now|today|next|from|with|on|in)
    no need to|not? more|let's (?:go|make|use|have)
    """,
    r"""
    (?<![修更沒])改(?![完好動過寫碼程]|\s?code)|換|恢復|解凍|解除|延長|延到|縮短|縮[成回到]|調[成到高低整降升回]|提[高前]|放寬|降[到為低]|拉[到高回低]|升[到級為]|取消|撤[掉銷回]
    不用|不必|不需要|不再|不要?再|別再|以後|今後|往後|之後[都就]|從.{1,8}[起開]|開始|收[掉了起]|[好完到過壞]了|重新|照常|照平常|照跑
    搬[到進去回]|移[到至除]|挪[到至]|漲|停[掉用止]|打開|開放|關掉|拿掉|又|還是|了(?=$|[，,。；！!])|不限|不管|通通
    也(?:直接|可以|一樣|要)|[變減加][到成為少]|回到|現在|一律|直接
    """,
    hints="now nowadays instead anymore any henceforth here longer once again used go goes went going back over fixed"
    " repaired gone finished done signed ready lifted resolved out switch switches switched switching change"
    " changes changed changing move moves moved moving migrate migrates migrated migrating replace replaces"
    " replaced raise raises raised reduce reduces reduced lower lowers lowered extend extends extended shorten"
    " shortens shortened increase increases increased decrease decreases decreased cancel cancels canceled"
    " cancelled bump bumped drop dropped stop stops stopped quit quits resume resumes resumed cut allow make"
    " retired upgrade upgrades upgraded downgrade downgraded gave opened starting need more let 改 換 恢復 解凍"
    " 解除 延長 延到 縮 調 提高 提前 放寬 降 拉到 拉高 拉回 拉低 升 取消 撤 不用 不必 不需 不再 不要 別再 以後"
    " 今後 往後 之後 從 開始 收掉 收了 收起 好了 完了 到了 過了 壞了 重新 照常 照平 照跑 搬 移 挪 漲 停 打開 開放"
    " 關掉 拿掉 又 還是 了 不限 不管 通通 也直 也可 也一 也要 變 減 加 回到 現在 一律 直接",
)

#: What says nothing of what a Chinese statement is about; a break stands in its place, so that no pair of characters
#: reaches across.
ZH_NOTHING = (
    "[改換變調縮拉升降減加放搬移挪漲停收拿送](?:成|到|為|回|去|進|用|由|掉|高|低|寬|短|整|起|新|至|放|在|訂|寄|寫|開)+"
    "|恢復|解凍|解除|延長|延到|縮短|提高|放寬|取消|改|換|不用|不必|不需要|不再|不要|別再|以後|今後|之後|之前|以前|往後|開始|重新|照常|照平常|照跑"
    "|現在|一律|直接|平常|目前|這陣子|最近|一樣|還是|繼續|就好|就行|就可以|可以|不能|不准|不可|不會|一定|必須|應該|只能|只有|只要|只|最多|至少|最少|超過|以內|以上|以下"
    "|大家|我們|他們|自己|沒關係|沒有|沒事|其他|通通|全部|不管|多少|先|再|都|也|就|要|才|又|請|等|從|到|給|好了|完了|了|的|是|在|有|沒|和|跟|與|或|把|被|讓|會|能|很|太|不"
    "|[早晚]上|[上中下]午|凌晨|半夜|傍晚|平日|假日|今天|明天|隔天|當天|[每下這上本隔]?[個兩]?(?:禮拜|星期|週)[一二三四五六日天末]*"
    "|[一二三四五六日]{2,}|每天|每日|每月|每年|這個月"
    r"|第?(?<![a-z\d_.\-])(?=\d+(?![a-z\d_\-])|\D)(?!.年.班)[\d〇一二兩三四五六七八九十百千萬半幾]+(?:[個點分秒天日週年月號次條筆行頁份章張位名人元塊支句版成段組件則樣種]|小時|分鐘|工作天|禮拜|星期|%)*"
    "|小時|分鐘|時間"
)
#: English words that stand with anything; those of time, change and order stand in ``likening`` and ``policy``.
EN_NOTHING = frozenset(
    """
    now again instead anymore henceforth back longer need needed fixed fine good better way done gone finished ready
    start starts started starting begin begins stop stops stopped switch switched switches change changed changes move
    moves moved moving go goes went going come comes raise raised bump drop dropped cut cancel cancelled resume resumed
    let make makes made take takes took put puts get gets got give gives keep keeps set sets use uses used using do
    want wants like likes prefer prefers would may might must always never every everyone everything anything new old
    first last most least up down over today tomorrow day days week weeks month months year years hour hours minute
    minutes second seconds time times morning mornings afternoon afternoons evening evenings night nights noon
    midnight early late one two three four five six seven eight nine ten twice half user people thing things right
    i've i'm i'd i'll it's that's there's let's we've we're don't can't shouldn't isn't aren't doesn't didn't won't
    away along already still yet soon anyway really rather just only also too okay yes please because than
    """.split()
)
#: Words that say little of what a statement is about: they count less.
EN_LITTLE = frozenset(
    """
    run work works send sends write writes read say says tell ask show shows open close allow allowed call check add
    remove answer reply hold find help support product production direct order table file line list name number user
    """.split()
)
#: The same of Chinese ones: wholes of which many things are said.
ZH_LITTLE = (
    "前端 後端 專案 團隊 客戶 客人 後台 服務 網站 系統 平台 同事 公司 部門 手機 訂單 正式 式機 測試 試機 家長 會員"
    " 電子 檔案 文件 使用 用者 資料 主管 員工 時候 東西 內容 格式 方式 名稱"
).split()
