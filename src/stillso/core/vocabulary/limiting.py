"""What limits a rule: words and constructions that set a condition, and those that only give an order of steps."""

from __future__ import annotations

from stillso.core.vocabulary import Words, zh

# --- conditions ----------------------------------------------------------------------------------------------

#: Looks like a condition and is none.
NO_CONDITION = Words(
    r"""
    (?:check|see|ask|asks|know|sure|certain|wonder|verify)(?: \w+){0,2} (?:if|whether|when)
    (?:determine|decide|confirm|remember|find out|tell|detect|matter|test)(?: \w+){0,2} (?:if|whether|when)
    (?:tell me|let me know|notify me|ping me|note|of) when
    (?:even|as|what) if|as if
    if (?:possible|needed|necessary|so|you (?:like|want|please|don't mind)|at all)|if-else|if statements?
    if (?:any|not|you can)(?=\s*(?:$|[,.;，。]))
    (?:once in a|every once in a|takes? a|after a|been a|quite a|worth your) while
    while (?:(?:you're|you are|we're|i'm) )?(?:at it|true|loops?)
    (?:just|only|at|this|than|exactly|all at|do|run|it|called?|more than) once|once (?:again|more|per|and|every)
    once (?:only|or twice|in|upon|an? (?:day|week|month|year|hour|minute|sprint|release|quarter|night))
    (?:since|by) when|in case of doubt
    when (?:in doubt|possible|needed|necessary|applicable|asked|required|relevant|appropriate|done|finished|ready)
    (?:currently|temporarily) (?:selected|active|open|running|logged|checked|installed|used by)|temporarily stored
    如果(?:可以|方便|可能|有需要|需要)(?:的話)?|(?:可以|方便|可能|不然|這樣|我|你|說|講|寫)的話|的話題
    目前(?:的(?!情況|狀況|階段)|目錄|路徑|分支|版本|位置|檔案|使用者|頁|專案)
    最近(?:的|一|\s?\d|幾次|三|兩|使用|修改|更新|改|十|五)
    (?:預設|一般|正常|任何|通常|多數|大部分|大部份|各種|所有)(?:的)?(?:情況|狀況|情形)下?|什麼時候|有(?:的)?時候
    (?:不然|否則|免得|省得|以免)(?!的話)[^，,。；;！!？?]*
    到時候|小時候|那(?:個)?時候|何時
    等等|等一下|等一會|等下|等會(?![計議員長考館場所費報診談客面話籍])|等級|等於|等寬|等比|等價|等候|等長|等效|等量|等同|等號|[相平對同中高初均]等|假設檢定
    若干|宛若|暫存|目前為止|直到現在
    先不說|先不論|(?:[優首事]|優)先(?:不|別)|到此為止|(?:聽|信|照)[^，。]{0,6}的話|(?:離|距)[^，。]{0,8}最近
    (?:、|[和與及跟]\s?)[^，,。；;、]{1,12}等(?!等)
    暫時(?:性|檔|目錄|變數|資料夾|表)|期間(?:是|為|的長度|：|:|內的)|近期(?:活動|的)
    (?:不要|別|不能|不該|請勿|沒有|的|這個|此|任何)假設
    (?:ask|even) if unsure|(?:an|the|nested|each|every|with|of|single|long|one-line) ifs?
    (?:stop|avoid|without|never|not|keep|start|always) (?:assuming|supposing)
    (?:retry|repeat|loop|iterate|keep going|keep trying|poll|read|continue|continues)(?: \w+){0,3} until
    (?:what|which|that|whatever) (?:is|are) still|(?:a|the) (?:trial|retention|grace) period
    (?:from|of|tag|in) this release(?: notes?)?|this release notes?|this (?:week|month|quarter|year|sprint|release)'s
    [目先以提面眼當日生空往向從年天鐘時週月](?<!之)前(?:端|面|者|提|幾|後)|前(?:端|面|者|提|後|綴)
    """
)
#: Words that always bound what is said.
BOUNDED = Words(
    r"""
    (?:until|till|unless|lest|as long as)
    (?:so long as|for now|for the time being|for the moment|at the moment|at present)
    (?:these days|lately|temporarily|currently|in the meantime)
    (?:for the interim|in the short term|short-term|as things stand|as it stands)
    for the (?:next|coming) (?:\w+ ){0,2}(?:days?|weeks?|months?|sprints?|releases?|quarters?|hours?|minutes?)
    for the (?:rest|remainder|duration) of (?:the|this|our) \w+
    for (?:a few|a couple of|another|several) (?:more )?(?:\w+ )?(?:days|weeks|months|sprints|releases|hours)
    for a (?:bit|while)
    (?:this|the current) (?:week|weekend|sprint|release|month|quarter|year|cycle|iteration|phase|milestone|semester)
    (?:on (?:the )?condition that|in the event|in case)
    (?:assuming|supposing)
    (?:^|[,，;]\s*)(?:provided|providing)\b|(?<!the )(?<!as )(?<!is )(?<!are )\bprovided (?:that|it|we|you|all)\b
    only (?:if|when|while|during)
    (?:during|if|as of (?:now|today))
    (?:hold off|holding off|through (?:friday|monday|tuesday|wednesday|thursday|sunday|next \w+))
    through (?:the )?(?:end of|weekend|holidays?|freeze|month|quarter|week)
    (?:^|[,，;]\s*)pending\b|\bpending (?:approval|review|the|a|further|an)|on hold
    (?:is|are|am|\w+'s|\w+'re) still (?:broken|down|unstable|flaky|pending|failing|red|migrating)
    (?:is|are|am|\w+'s|\w+'re) still (?:in progress|in beta|under|being|unfinished|missing|blocked|out)
    (?:isn't|aren't|not|hasn't|haven't|don't|never)\b[^,，.;]{0,60}?\byet
    (?:now that|so far as|except (?:on|for|in|at) (?:the )?(?:week|release|freeze))
    """,
    zh(
        """
        這陣子 這一陣子 這段時間 這段期間 這段日子
        現階段 眼下 眼前 暫時 暫且 暫不 暫緩 暫勿 暫用 短期內 短時間內 近期 近日 目前 最近
        先別 先不 先暫 期間 除非 一旦
        萬一 要是 假如 假使 倘若 倘使 若是 如果 直到 等到 的話 為止 在那之前 在此之前 過渡期 當年度
        """
    ),
    r"""
    (?:這|本|這個|這次|這一|這一個|當前|目前)(?:\s*個?\s*)(?:sprint|release|iteration|milestone|版本)(?!號)
    (?:這|本|這個|這次|這一|這一個|當前|目前)(?:\s*個?\s*)(?:版|迭代|衝刺|階段|專案期)(?!號)
    (?:[這本](?:個|一)?(?:週末?|禮拜|星期|月|季|學期)|今年)(?!的|度|是)|連假|過年(?!的)|年底前|月底前|週末前
    假設(?!性|檢定)|[只唯]有[^，。]{1,20}(?:時|時候|情況下?|之?後|以後|期間|過了|好了|通過|週末)[^。，]{0,4}才
    當前(?:先|不|都|只|別|還|階段)|今天(?:內|之內)
    (?:^|[，,；;。\s但])若(?!干)|(?:遇到|碰到|遇上)(?!的|過)[^，,]{1,20}?(?:[，,就先再不別請要]|時|$)
    (?:情況|狀況|前提|條件|情形)下
    (?:維修|維護|遷移|搬遷|凍結|改版|重構|調整|審核|修復|施工|搬家|整修|交接|試用)中(?=[，,\s先不別都請只]|$)
    (?:^|先|請|都|，)暫停(?!鍵|鈕)|先(?:停掉|跳過|擱|維持|照舊|略過|凍結|保留)(?![^。]*(?:再|然後|之後))
    到(?:這|下|本)?(?:個)?(?:月底|年底|季末|週末)(?:日|號)?(?:為止|之前|以前|前|都|，|,|先|不|$)
    到(?:這|下|本)?(?:個)?(?:週[一二三四五六日]|禮拜[一二三四五六日天])(?:日|號)?(?:為止|之前|以前|前|都|，|,|先|不|$)
    到(?:這|下|本)?(?:個)?(?:星期[一二三四五六日天])(?:日|號)?(?:為止|之前|以前|前|都|，|,|先|不|$)
    到(?:這|下|本)?(?:個)?(?:\d{1,2}(?:月|/)\d{1,2})(?:日|號)?(?:為止|之前|以前|前|都|，|,|先|不|$)
    (?:要|請|先|得|就|都|但|^|[，,；;：\s]|[\u4e00-\u9fff])等(?!待)(?=[^。！？!?、]{1,40}?(?:再|才|之後|以後|後))
    """,
    hints="""
    until till unless lest long now being moment present days lately temporarily currently meantime interim short
    stand stands next coming rest remainder duration weeks months sprints releases hours bit while
    week weekend sprint release month quarter year cycle iteration phase milestone semester condition event case
    assuming supposing providing provided if when during today hold holding through pending still yet far except
    陣 段 眼下 眼前 暫 短 近 目前 先別 先不 期 除非 一旦 萬一 要是 假 倘 若 如果 的話 為止 在那 在此 當前
    版 迭 衝 週 禮 月 季 年 今 才 遇 況下 提下 件下 形下 中 先停 先跳 先擱 先維 先照 先略 先凍 先保 到 等
    """,
)
_LONG = r"\s?[\d一二兩三四五六七八九十幾半]{1,2}\s?個?(?:天|週|禮拜|星期|月|季|學期|年)"
#: How long it holds: 「這三個月」「接下來兩週」「先喝三個月看看」; not 「過去這三個月的報表」, 「先放三天，再洗」.
LASTS = Words(
    rf"(?<!過去)(?<!最近)(?<!前)(?<!近)這{_LONG}(?!的|以?來|內的|前|間)",
    rf"(?:未來|接下來)(?:的|這)?{_LONG}(?!的|內的|後)",
    rf"先[^，,。；;、先]{{0,8}}?{_LONG}(?:看看|試試|再說|再看|觀察|(?=[，,](?!再|然後|之後|接著|最後|下)))",
    r"(?:過了|過去|過完)(?:之後|以後|後)?(?:再|才)",
    hints="這 未來 接下 先 過了 過去 過完",
)
#: Something is not so yet. A condition only beside an order: "CI 還在修，不要 merge".
UNFINISHED = Words(
    r"還沒|尚未|還在|仍在|還不|還很|仍然|還會|依然|正在",
    hints="還沒 尚未 還在 仍在 還不 還很 仍然 還會 依然 正在",
)
#: An order or a permission: what a condition is the condition of.
DIRECTS = Words(
    r"""
    不要|別|先(?!生)|都|只|就好|即可|不用|不准|不可|不能|禁止|勿|跳過|改用|請|用|走|照|維持|保留
    (?:don't|do not|never|skip|use|keep|only|avoid|leave|stay|run|stick|no)
    """
)
#: Only asks the writer to look twice: neither a condition for sure nor none.
PERHAPS = Words(
    r"""
    (?:right now|for today|at this point|at this stage)
    (?:only after|not before|in the near term|by default for now|tonight)
    (?:because|since|as)\s[^,，]{1,60}\b(?:broken|down|unstable|flaky|failing|slow|out|missing|away|busy)
    (?:broken|down|unstable|flaky|on fire)[,，]?\s+so
    (?:因為|由於)[^，,。]{1,40}(?:不穩|壞|掛|慢|沒|不在|滿|不夠|忙|缺)
    (?:不穩|壞了|掛了|壞掉|故障|當機)(?:了)?(?:，|,|所以)
    現在(?!的|開始|起|就)(?=[^，,。]{0,12}(?:先|不|別|只|都|還))|眼看|短期|臨時|權宜
    """,
    hints="""
    right today point stage after before near default tonight broken down unstable flaky failing slow out missing away
    busy fire 因為 由於 不穩 壞了 掛了 壞掉 故障 當機 現在 眼看 短期 臨時 權宜
    """,
)
#: Before these the speaker points to the past, not to an end: 「我之前說過」.
PAST = Words(
    r"""
    (?:我|你|妳|他|她|們|大家|團隊|公司|跟|比|和|像|如|照|同|很久|與|依|於|早)(?:之前|以前)(?!的(?:話|這|那)段)
    (?:之前|以前)(?:的|說|講|提|有|是|做|寫|那|都是|曾)
    """
)
#: What comes to an end by itself or by others: before it something holds for a while.
COMES_ABOUT = Words(
    zh(
        """
        找到 拿到 取得 修好 修復 修完 修正 恢復 穩定 好轉 解決 解除 解凍 解封 結束 核准 批准 同意 點頭 回覆 回來 回信
        補上 補齊 補完
        通過 到位 到貨 到齊 出來 公布 公告
        弄好 搞定 搬完 換完 換好 升級完 談好 談妥 簽約 簽好 正常 開放 過期 到期 到職 說好 決定 定案 拍板 確定 確認
        完工 完成 還沒 尚未 沒有 未 接手 上任
        搬好 裝好 做好 準備好 就緒 落地 合約 回應 收到 變更 退役 下線 淘汰 翻新 畢業 轉正 滿
        """
    )
)
#: What the worker does again and again: before, after or while doing it is an order of steps.
ROUTINE = Words(
    r"""
    改|寫|跑|部署|佈署|提交|送|推|開\s?(?:PR|票|分支)|合併|回|命名|新增|加|刪|重構|除錯|建|測試|執行|設計|呼叫|更新|升
    發版|上版|發布|上線
    操作|處理|查|讀|做|用|畫|算|取名|貼|選|命|抓|拉|切|轉|填|打|設|排|列|分|試|驗|比|找|搜|估|評|記|標|附|引|傳|解
    產生|產出|整理|翻譯|討論|說明|解釋|報告|描述|註解|安裝|匯入|匯出|引用|排版|回答|溝通|拆|存
    備份|驗收|審
    (?:commit|push|merge|deploy|release|build|refactor|review|rebase|debug|code|ship|tag|import|lint|test)
    """
)
#: What comes about by the worker's own doing: 「確認需求之前先問我」.
OWN_DOING = Words(
    r"^\s*(?:回覆|回信|決定|確定|確認|完成|補|收到|同意|公布|公告|解決|修正|修復|拿到|取得|找到|換|裝|準備|變更)"
)
#: Such a step with nobody but the worker to take it.
ROUTINE_HEAD = Words(rf"^\s*(?:每次|每|要|在|準備|你們?|我們?|正式|真的|自己|\s)*(?:{ROUTINE.source})")
#: A state that comes and goes, of things or of people.
STATE = Words(
    r"""
    壞|掛|不穩|不在|失敗|紅|忙|開會|值班|放假|休假|請假|出差|維護|維修|凍結|當機|停機|故障|斷|滿|超過|不夠|不足|沒|未
    還|缺|慢|塞|卡|爆|出事|出現
    發生|遇|上課|睡|離線|綠|遠端|趕|中斷|離峰|尖峰|連假|過年|不動|高|低|太|很|有空|在場|負載|異常|錯誤|逾時|出包|出錯
    (?:freeze|down|demo|offline|red|flaky|broken|fail|fails|failing|green|on-?call|away|outage|timeout|error)
    """
)
#: 「…之前」 and "before …": something is held back or kept meanwhile.
HELD_BACK = Words(
    r"""
    (?:不要|別|不能|不可|不准|不用|不必|勿|禁止|不得|不許|暫|不)(?!.{0,4}(?:忘|漏|跳過|略過|省|錯過))
    (?:don't|do not|never|not|no|nothing|avoid|hold|stop)(?! (?:forget|skip|miss))
    (?:keep|stay|leave|freeze|must not|shouldn't|can't|cannot|nobody)(?! (?:forget|skip|miss))
    """
)
#: Something holds meanwhile, without a denial.
MEANWHILE = Words(r"就好|即可|就行|就可以|都(?=[走用由不是照維在放留給交])|一律|只|用|維持|繼續|沿用|照|保持|由|走")
#: 「…之前」「…前」; not the 前 of 目前 and the like, which ``NO_CONDITION`` takes out.
#: 「前一天」「前十分鐘」 tell a time.
_AGO = r"[一二兩三四五六七八九十幾半\d]+\s?個?(?:天|日|晚|週|禮拜|星期|月|年|小?時|分鐘?|秒)"
BEFORE_ZH = (
    rf"之前|以前|(?<![之以])前(?=[，,、\s先都不別勿要請一暫只必禁維就用跑照沿也繼保由我還才留放改]|$)(?!{_AGO})"
    rf"|(?<=[束完好成定滿夠齊])前(?![端面者提幾後往輩景台方途，,、\s先都不別勿要請一暫只必禁維就用跑照沿也繼保由我還才留放改])(?!{_AGO})(?!$)"
)
#: 「…的時候」「…時」; not the 時 of 暫時 and the like.
TIME_OF = (
    r"的時候|時候|(?<![暫同及即隨臨平有當到小準定按那這何屆一逾耗工費省幾])時(?![間候區段程序常刻鐘不])"
    r"(?=[，,\s先都不別要請就一只用才也必務可改跑照]|$)"
)
#: 「只要跑 lint 就好」: enough, no condition.
ENOUGH_ANYWHERE = Words(r"就好|就行|就可以|即可|就夠|而已")
#: Words about the person spoken to are no state of the world.
YOU = Words(r"^(?:你|妳|您|我)$")
#: After "when", "before", "once": what the worker does, or a step of the work.
WORKER_ACTS = Words(
    r"^\s*(?:ever |actually |next |you'?re |you are )?(?!(?:every|some|any|no)thing)(?!(?:staging"
    r"|billing)\b)\w+ing\b(?!\s+(?:is|are|was|has|isn't|goes|fails|breaks|gets|comes|looks|down)\b)"
    r"|^\s*(?:you|we|i)(?:'ve| have)?\s+(?!(?:are|am|is|were|was|can't|cannot|lose|run out|have no|need|still|don't"
    r"|get back|hear)\b)\w+"
    r"|^\s*(?:(?:you|we|i)(?:'re| are|'ve| have) )?(?:done|finished|complete)\b"
    r"|^\s*(?:it|that|this)(?:'s| is) done"
    r"|^\s*(?:each|every|any|a|an|the|your|our)?\s*(?:commits?|push(?:es)?|merg(?:e|es)|deploy(?:s|ment|ments)?"
    r"|releases?|submission|handoff|check-?in)\b(?!\s+(?:freeze|window|is|are|branch))"
)
#: A clause follows, not the end of one: "explain what, why and when."
CLAUSE_FOLLOWS = Words(r"^\s*[^\s,.;:!?，。；：！？、)）]")
#: Who or what a state is said of: 「我開會的時候」「CI 紅的時候」.
SOMEBODY = Words(
    r"^\s*(?:[A-Za-z]|當|在|每當|我|他|她|它|客戶|使用者|老闆|主管|同事|團隊|系統|主機|機器|測試機|伺服器|資料庫|網路|服務|線上|外部)"
)
#: After "while" in the middle of a clause: something is going on, no mere contrast.
GOES_ON = Words(
    r"^\s*\w+ing\b|^\s*(?:i|we|you|they|he|she|it|there|that|this)\b"
    r"|^[^,，.]{1,60}?(?:\b(?:is|are|am|isn't|aren't|remains?|stays?|lasts?|has|have|hasn't|haven't|still|keeps?"
    r"|gets?)\b|'s\b)"
)
#: An affirmative step that is to come first.
STEP_FIRST = Words(
    r"先(?!別|不)|要|必須|一定|記得|請|得|務必|應|需|把|檢查|確認|通知|問|備份|幫|麻煩|交(?!代|情|易|通|往|錯|集|[，,。]|$)"
)
#: An event that others, or time, bring about: who does it, what comes of it, what somebody will be able to do.
OTHERS_DO = Words(
    r"^\s*(?:在|等)?(?:他們|她們|對方|廠商|供應商|房東|屋主|業主|銀行|公家|政府|總部|原廠|總公司|房客|對面|隔壁|上游|官方)(?=.{2})",
    r".(?:[到來完好滿夠齊成定過]|下來|起來|回去|上去)\s*$",
    r".(?:學會|能夠|可以|能(?!源|量|力|見)|會(?![議計考員費場客診籍館報談長]))[^，,]{1,12}$",
)
#: A first step that holds on: 「timeout 先拉到 8 秒」.
HOLDS_ON = Words(
    r"先(?:用|拉|調|設|關|停|放|走|照|由|給|維持|改|借|擋|留|鎖|共用|併|付|收|記|算|寄|住|開|抓|補|排)|要(?:有|留|附|帶|陪|在)"
)
#: 「快滿的時候跟我講」 asks to be told, and sets no condition.
TELLS_ME = Words(r"^\s*(?:先|要|就|記得|再|請|馬上|都|也)*(?:跟我(?:講|說)|告訴我|通知我|提醒我|叫我)")
