"""Word lists for zh and en: what people say when they ask, deny, take back, limit, and answer.

Lists only; ``assertions``, ``conditions`` and ``replies`` say what follows from a match. Each line of a list is a
pattern for ``plain`` text: Chinese is written in Traditional characters and matches Simplified ones as well. All
lists are our choice, made from constructions, not from a corpus; the tests measure how often they are wrong.
"""

from __future__ import annotations

import re
from functools import cached_property

# Simplified characters of the lists below, each before its Traditional form.
_SIMPLE = (
    "这這时時间間暂暫别別无無开開从從现現应應该該给給个個们們说說话話两兩还還样樣记記错錯当當动動请請问問会會过過么麼谁誰试試测測进進阶階节節发發复復稳穩后後周週临臨总總变變决決条條机機为為来來没沒"
    "对對吗嗎审審迁遷号號边邊东東里裡裏裡爲為难難觉覺确確认認实實际際维維护護冻凍结結满滿够夠断斷坏壞红紅败敗离離线線码碼单單写寫构構译譯启啟关關闭閉许許绝絕终終须須务務论論顾顧随隨处處运運产產执執"
    "约約签簽续續换換赶趕紧緊图圖书書据據数數谈談讨討释釋标標设設计計调調删刪读讀让讓帮幫仅僅并並归歸档檔报報补補齐齊场場业業头頭与與儿兒级級导導载載优優转轉额額态態尽盡严嚴术術网網将將饭飯简簡选選"
    "择擇规規则則检檢验驗证證虑慮练練习習忆憶旧舊备備价價双雙礼禮绿綠岁歲权權办辦连連预預订訂询詢传傳类類联聯络絡输輸员員挂掛缓緩风風险險钟鐘题題议議异異遗遺杂雜园園亲親见見刚剛听聽况況专專冲衝碍礙"
    "废廢搁擱笔筆误誤团團队隊谢謝装裝职職负負沟溝责責点點达達钮鈕键鍵货貨费費宽寬项項烦煩页頁链鏈称稱统統闲閒渐漸扰擾协協义義账帳帐帳锁鎖户戶损損组組织織举舉拟擬扩擴戏戲尝嘗坚堅块塊压壓厂廠庆慶兴興"
    "劳勞历歷贵貴购購赖賴迟遲适適递遞郑鄭针針钱錢铁鐵银銀闪閃闹鬧阅閱阵陣陈陳静靜顶頂顺順领領频頻颜顏饱飽驱驅骂罵齿齒"
)
_WIDE = {code: code - 0xFEE0 for code in range(0xFF10, 0xFF5B) if chr(code).isalnum()}
_TABLE = dict(zip(map(ord, _SIMPLE[::2]), map(ord, _SIMPLE[1::2]), strict=True)) | _WIDE
_TABLE |= {ord("’"): ord("'"), ord("‘"): ord("'"), 0x3000: 32, 0xA0: 32, ord("＃"): ord("#")}


def plain(text: str) -> str:
    """The text as the lists expect it, character for character at the same places.

    Simplified characters become Traditional, wide letters and digits narrow, apostrophes straight.
    """
    return text if text.isascii() else text.translate(_TABLE)


_LETTER_FIRST = re.compile(r"(?:\(\?:)*[A-Za-z]")
_LETTER_LAST = re.compile(r"(?<!\\)[A-Za-z]\)*\??\)*\??$")


class Words:
    """A list of patterns, one a line, compiled when it is first used; case does not count.

    An English pattern that begins or ends with a letter matches whole words only.
    """

    def __init__(self, *lines: str) -> None:
        self.source = "|".join(_bounded(line.strip()) for text in lines for line in text.strip().splitlines())

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The list as one alternation, ASCII only: a CJK character is no part of an English word."""
        return re.compile(self.source, re.ASCII | re.IGNORECASE)

    @cached_property
    def _all(self) -> re.Pattern[str]:
        return re.compile(rf"(?:(?:{self.source})[\s,，]*)+", re.ASCII | re.IGNORECASE)

    def fits(self, text: str) -> bool:
        """Whether the text is made of these words alone; for short texts."""
        return self._all.fullmatch(text) is not None

    def __contains__(self, text: str) -> bool:
        return self.pattern.search(text) is not None

    def blank(self, text: str, across: int = -1) -> str:
        """The text with what matches overwritten, so that nothing else finds it.

        What lies on both sides of the place ``across`` stays: a quote that begins inside it is torn out of it.
        """
        return self.pattern.sub(lambda at: at[0] if at.start() < across < at.end() else "·" * len(at[0]), text)


def _bounded(line: str) -> str:
    """The pattern, at the borders of words where it begins or ends with a letter, groups aside."""
    first = r"\b" if _LETTER_FIRST.match(line) else ""
    last = r"\b" if _LETTER_LAST.search(line) else ""
    return f"{first}(?:{line}){last}"


def _zh(text: str) -> str:
    """Short Chinese words, many a line."""
    return "\n".join(text.split())


# --- sentences -----------------------------------------------------------------------------------------------

#: A dot after these ends no sentence; after the second kind it does when a new sentence plainly begins.
ABBREVIATIONS = frozenset("e.g i.e eg ie vs cf approx fig mr mrs ms dr incl esp resp a.k.a viz".split())
OPEN_ABBREVIATIONS = frozenset("etc a.m p.m inc ltd al".split())

#: What begins an item of a list, in any of the forms people type.
LIST_MARK = r"[-*+•·●○‣–]\s|\d{1,3}[.．](?!\d)|\d{1,3}[)）、]|[（(]\d{1,3}[)）]|[一二三四五六七八九十]{1,3}、|[①-⑳]"

# --- wrappers ---

#: Elements that hold pasted text, wherever they stand. Harness names as seen in coding agents, and our choice.
WRAPPERS = frozenset(
    """
    file files document documents document_content document_contents doc paste pasted pasted-text pasted_text
    pasted-file
    pasted_file pasted_content attachment attachments context tool_result tool-result function_results output stdout
    stderr log logs source email mail page webpage web_page url-content selection ide_selection ide_opened_file
    system-reminder system_reminder system local-command-stdout local-command-stderr bash-stdout bash-stderr
    bash-input
    command-message command-name command-args task-notification transcript untrusted untrusted_content quote
    blockquote
    search_results result results diff snippet
    """.split()
)
#: Elements around which people put words of their own.
OWN_TAGS = frozenset(
    """
    rules rule instructions instruction prompt user task request requirements goal constraints preferences preference
    b i em strong u s p br ul ol li note important reminder
    """.split()
)

# --- questions -----------------------------------------------------------------------------------------------

_HELPERS = "should|shall|can|could|would|will|may|might|must|is|are|was|were|am|does|did|has|had|" + (
    "don't|doesn't|didn't|shouldn't|can't|couldn't|won't|wouldn't|isn't|aren't|wasn't|weren't|hasn't|haven't"
)
_SUBJECTS = (
    "i|we|you|they|he|she|it|this|that|these|those|the|there|our|my|your|anyone|anybody|somebody|someone|everyone"
)

#: How a clause begins or ends that asks, even without a question mark.
ASKS = Words(
    # "do the …" and "have it …" are orders: only before a subject that can be nothing else.
    rf"^(?:(?:so|and|but|or|hey|ok|okay|well|also|then|now|hm+|sorry|wait),?\s+)*(?:{_HELPERS})\s+(?:{_SUBJECTS})\b",
    r"^(?:(?:so|and|but|or|hey|ok|okay|well|also|then|now|hm+|sorry|wait),?\s+)*(?:do|have)\s+(?:i|we|you|they)\b",
    r"^(?:(?:so|and|but|or|hey|ok|okay|well|also|then|now)\s+)*(?:why|how|what|where|which|who|when)\s+(?:\w+\s+)?"
    r"(?:do|does|did|is|are|should|shall|can|could|would|will|was|were|don't|isn't|aren't|not)\b",
    r"""
    (?:how|what) about
    what if
    (?:i wonder|wondering|not sure|unsure)\s+(?:if|whether|what|how|when|why)
    (?:no idea|don't know|do not know|can't decide)\s+(?:if|whether|what|how|when|why)
    嗎[啊呀呢]?[\s。.~～」”]*$
    (?<![什怎這那多要])麼[\s。.~～]*$
    (?<![還才正著可])呢[\s。.~～]*$
    ^(?:那|那麼|所以|請問)?\s*(?:為什麼|為何|為啥|怎麼(?!都|也)|怎樣|何時|誰(?!都|也))
    難道|究竟|到底(?:要|是|該|能|會)
    (?:不知道?|不確定|沒確定|想知道|想問)[^，,]{0,12}(?:是否|該|要)
    """,
)
#: The same told by A-not-A: 「要不要」「能否」.
ALTERNATIVE = Words(
    r"""
    (?<![時動一])([\u4e00-\u9fff])[不沒]\1(?!可)
    可不可以|可否|能否|是否|應否|需不需要|應不應該|喜不喜歡|知不知道
    """
)
#: A-not-A that is looked into, not asked: 「先確認有沒有備份」「不管是不是」.
LOOKED_INTO = Words(
    r"(?:不管|無論|不論|(?<!不)(?:看|檢查|確認|查|確定|判斷|決定|注意|測|驗證|檢視|留意))[^，,。？?]{0,12}?"
    r"(?:是否|能否|可否|([\u4e00-\u9fff])[不沒]\1)"
)
#: A clause that only asks for consent to what stands before it: "okay?", 「好嗎？」.
TAG = Words(
    r"^(?:(?:is\s+(?:that|this)\s+|that's\s+)?(?:okay|ok|alright|all right|right|fine|correct|clear|understood)"
    r"(?:\s+with you|\s+for you)?|yes|no|yeah|got (?:it|that)|deal|agreed|please|eh|huh|sounds? good|make sense"
    r"|does (?:that|this|it) (?:work|make sense|sound good|help)(?: for you)?|you know|see|don't you think|can you"
    r"|(?:is|are|do|does|did|can|could|will|would|shall|should|have|has|was|were)(?:n't)? (?:i|we|you|they|he|she"
    r"|it))"
    r"[\s?!？！.]*$",
    r"(?:^|(?<=[\u4e00-\u9fff])\s+)(?:這樣|這麼做|這樣做|你|你們|妳|都)?(?:好|可以|行|對|是|懂|了解|瞭解|知道|明白"
    r"|同意|ok|okay|沒問題"
    r"|有問題|收到|可)(?:嗎|吧|麼|了嗎|沒)[\s?!？！。]*$",
    r"(?:^|(?<=[\u4e00-\u9fff])\s+)(?:這樣)?(?:好不好|可不可以|行不行|對不對|是不是|懂不懂|如何|怎麼樣|怎樣"
    r"|你覺得呢|你說呢|嗯|ok|okay|right)"
    r"[\s?!？！。]*$",
)
#: The last clause of a question offers the other choice: the clause before it asks too.
OR_ELSE = Words(r"^(?:or|還是|或者|或是|或)(?![a-z])")

# --- denials -------------------------------------------------------------------------------------------------

#: Words that look like a denial and are none, and double ones that affirm.
NO_DENIAL = Words(
    _zh(
        """
        不然 不過 不只 不僅 不光 不單 不但 不管 不論 無論 不錯 不好意思 不得不 不能不 不可不 不會不 不要緊 沒問題 沒錯
        沒關係
        沒事 不客氣 差不多 對不起 不斷 不同 不一樣 不久 別的 別人 別處 特別 級別 類別 分別 個別 區別 識別 別名 別忘
        勿忘 無線
        無意 無痕 無障礙 未來 不妨 不少 不知不覺 了不起 才不會 就不會 免得 以免 避免不了 要不然 沒意見 沒差 無妨
        時不時 動不動 說不定
        """
    ),
    r"""
    ([\u4e00-\u9fff])[不沒]\1(?!可)
    (?:不要|不能|不可|不可以|不准|切勿|千萬別|千萬不要)(?:再)?(?:忘|漏掉|漏了)
    (?:can't|cannot|don't|do not|never|not)\s+(?:ever\s+)?(?:forget|hesitate|fail|neglect|miss|worry)
    not (?:only|just|merely|simply|to mention)
    no (?:matter|doubt|problem|worries|later|less|wonder|idea)
    (?:nothing but|can't stress|cannot stress|why not|if not|whether or not|or not|not sure|don't mind|don't care)
    """,
)
#: Denials around a verb that affirm it: 「非跑不可」「不跑不行」.
NO_DENIAL_AROUND = Words(
    r"""
    非[^，,。；;]{1,30}?不可
    (?<!要)不(?![要能可會用必准])[^，,。；;]{1,30}?不(?:行|可)
    """
)
#: Denials whose reach goes on to the end of their clause.
DENIES = Words(
    _zh(
        """
        不要 不能 不可以 不可 不准 不許 不用 不必 不需 不須 不該 不應 不得 不宜 不會 不想 不是 不再 不讓 不建議 不打算
        不允許 無須 無需
        毋須 毋需 沒有 沒 別再 別 勿 禁止 嚴禁 避免 停止 拒絕 休想 甭 並非 而非 免 尚未 未經
        """
    ),
    r"""
    (?:do|does|did|should|must|can|could|will|would|shall)(?:n't| not| never)
    (?:may|might|need|is|are|was|were|has|have|had)(?:n't| not| never)
    (?:cannot|can not|won't|shan't|ain't|dont|doesnt|cant|shouldnt)
    (?:wont|didnt|isnt|never|nobody|nowhere|neither|nor|not)
    no longer
    (?:no one|no need|no reason|refuse to|refrain from|prohibited|forbidden|not allowed|rather than|instead of)
    """,
)
#: Denials that reach only what follows at once, an adverb between.
DENIES_NEXT = Words(
    r"""
    [不無未非](?:再|會|隨便|直接|自動|自己|每次|一直|輕易|主動|先|去|在|把|讓|給|使用|太|完全|一定)?\s*$
    (?:no|without|avoid|avoiding|stop|stopped|quit|against|nor)\s+(?:\w+\s+)?$
    """
)
#: A clause inside a clause begins here: a denial before it does not reach across.
TURNS = Words(
    r"""
    (?:but|because|so that|so|since|until|till|unless|if|when|while|although|though|then|whereas|otherwise)
    但是?|可是|不過|因為|所以|因此|如果|而是|然後|並且|除非|否則|不然|的話|就好|就行|就可以|即可|只能|才|以免|免得
    (?<!never\s)(?<!not\s)(?<!don't\s)(?:—|–|\s--?\s|…)
    """
)
#: Such a clause that stands before the main one, with no comma between.
ASIDE = Words(r"(?:because|since|if|when|while|although|though|unless|因為|如果|除非)$")
#: A denial in the clause before is carried on: "never run e2e, or deploy on Fridays".
CARRIES_ON = Words(r"^\s*(?:or(?! else)|nor|ever)\b|^\s*(?:或是?|或者|以及|及|還有)")
#: A denial that waits for what it denies, across a parenthesis.
HANGING = Words(r"(?:\w+n't|not|never|不要|千萬別|絕對別|請別|不可|不能|不准)\W*$")
#: After a denial and what it denies, these begin anew without a comma: 「不要用 npm 改用 pnpm」.
ANEW = Words(
    r"""
    改用|改成|改為|改跑|改走|就|請|記得|一定要|必須|務必|統一|一律
    (?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])
    (?:just|please|instead|always)
    """
)
#: What may stand between a denial and what it denies without being a statement of its own.
BETWEEN = Words(
    r"^[\s再隨便直接自動己每次一直輕易主在把讓給先去就這那麼樣然後繼續只又也都太]*$",
    r"^\s*(?:(?:\w+ly|ever|even|just|please|to|be|you|want|need|have)\s*){0,3}$",
)
#: The end of a span that is enough by itself: a denial around it belongs to something else.
ENOUGH = Words(r"(?:就好|就行|就可以|即可|就夠|而已)(?:了|啦|喔)?[。.!！]?$")
#: What follows a span only describes it.
RELATIVE = Words(r"^(?:which|that|who|where)\b")
#: After a span: it is denied by what is said of it.
DENIED_AFTER = Words(
    r"""
    (?:is|are|was|were|does|do|should|must|can|could|will|would|has|have)(?:n't| not| never)
    (?:cannot|can't|won't|no longer|not any ?more|not (?:allowed|okay|ok|needed|necessary|required|wanted|permitted))
    (?:forbidden|prohibited|banned|off limits|off-limits|never)\s*[.!]*$
    """
)
#: The same in Chinese: a denial with no object of its own, or with a place before its verb.
DENIED_AT_END = Words(
    r"(?:不要|不能|不可以|不可|不准|不許|不用|不必|不需要|不該|不應該|不得|不會|不再|禁止|嚴禁|沒有|沒|別|勿|免|不)"
    r"(?:再|先|去|隨便|直接)?(?:[\u4e00-\u9fff]{0,4}|[在到對往從跟給][^，,。]{1,20})$"
)
#: The speaker takes back what was just said, whatever follows.
TAKEN_BACK = Words(
    r"""
    (?:scratch|strike) that|no,? wait|wait,? no|hang on,? no|on second thoughts?|i take (?:that|it|this) back
    take that back
    (?:i'm |i am |i was )?(?:just |only )?(?:kidding|joking)|jk|j/k|i changed my mind|actually,? no|no,? actually
    oops,? no
    (?:還是)?算了(?![一下算]|的話)|當(?:作)?(?:我)?沒(?:說|講)|(?:跟你)?開(?:個)?玩笑|(?:鬧|逗)(?:你)?(?:的|玩的)
    (?:說|講|打)錯(?!話的)
    收回(?:剛|前|上|這|那|我)|口誤|改變主意|我後悔
    """
)
#: The same, if nothing else stands in the clause.
TAKEN_BACK_ALONE = Words(
    r"""
    (?:cancel|disregard|undo) (?:that|this|it)
    (?:forget|ignore|disregard) (?:that|this|it|what i (?:just )?said|i said (?:that|anything)|my last message)
    (?:cancel|disregard|undo|forget|ignore|scratch|strike) the last (?:one|part|bit)
    never ?mind(?: (?:that|it|this|what i said))?|nvm|nm
    no,? sorry|sorry,? no|i was wrong|my (?:mistake|bad)|that(?:'s| is| was) (?:wrong|a mistake|not right)|let's not
    or not|maybe not|not really
    收回|不對|不是|(?:都)?不算(?:數)?|作廢|取消|更正(?:一下)?|忽略(?:上面|前面|上一句|剛剛|剛才)(?:那句|說的|的)*
    後悔了|(?:記|寫|搞)錯
    還是(?:不要|別|不用|不)(?:好)?|不要好|不用好|免|別理我|先不要好|忘了(?:這|那)(?:句|個)(?:話)?(?:吧)?
    """
)
_BREATH = (
    r"(?:(?:no|oh|ah|um++|uh++|er++|hm++|well|wait|ok|okay|haha|lol|sorry|actually|hang on|hold on|i mean|and|but"
    r"|on|yeah|or"
    r"|啊++|欸++|喔++|哦++|嗯++|呃++|哎呀?|唉++|等等|等一下|抱歉|對不起|不好意思|哈++|呵++|其實|那|我|這|這句|那句"
    r"|剛剛|剛才|前面|上面"
    r"|是|又|好像|都|不)(?![a-z])[\s,，…~～。.]*){0,5}"
)
#: A sentence or clause that begins with such words, after an interjection or none.
REVERSED = Words(
    r"(?:^|[，,；;、。！？!?….:：\n—–(（~～]|\s-\s|(?<=[\u4e00-\u9fff])\s)[\s\"」”)）—–-]*"
    + _BREATH
    + rf"(?:{TAKEN_BACK.source}"
    rf"|(?:{TAKEN_BACK_ALONE.source})(?:了|啦|喔|哦|啊|吧|哈|lol|haha|!)*\s*(?:$|[，,；;、。！？!?….:：\n—–)）~～]"
    rf"|-\s))"
)

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
    到時候|小時候|那(?:個)?時候|何時
    等等|等一下|等一會|等下|等會|等級|等於|等寬|等比|等價|等候|等長|等效|等量|等同|等號|[相平對同中高初均]等|假設檢定
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
    (?:^|[,，;]\s*)pending\b|pending (?:approval|review|the|a|further|an)|on hold
    (?:is|are|am|\w+'s|\w+'re) still (?:broken|down|unstable|flaky|pending|failing|red|migrating)
    (?:is|are|am|\w+'s|\w+'re) still (?:in progress|in beta|under|being|unfinished|missing|blocked|out)
    (?:isn't|aren't|not|hasn't|haven't|don't|never)\b[^,，.;]{0,60}?\byet
    (?:now that|so far as|except (?:on|for|in|at) (?:the )?(?:week|release|freeze))
    """,
    _zh(
        """
        這陣子 這一陣子 這段時間 這段期間 這段日子 這幾天 這兩天 這幾週 這幾個月 這兩週
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
)
#: Something is not so yet. A condition only beside an order: "CI 還在修，不要 merge".
UNFINISHED = Words(r"還沒|尚未|還在|仍在|還不|還很|仍然|還會|依然|正在")
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
    """
)
#: Before these the speaker points to the past, not to an end: 「我之前說過」.
PAST = Words(
    r"""
    (?:我|你|妳|他|她|們|大家|團隊|公司|跟|比|和|像|如|照|同|很久|到|與|依|於|早)(?:之前|以前)(?!的(?:話|這|那)段)
    (?:之前|以前)(?:的|說|講|提|有|是|做|寫|那|都是|曾)
    """
)
#: What comes to an end by itself or by others: before it something holds for a while.
COMES_ABOUT = Words(
    _zh(
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
BEFORE_ZH = r"之前|以前|(?<![之以])前(?=[，,、\s先都不別勿要請一暫只必禁維就用跑照沿也繼保由我還才留放改]|$)"
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
STEP_FIRST = Words(r"先(?!別|不)|要|必須|一定|記得|請|得|務必|應|需|把|檢查|確認|通知|問|備份|幫|麻煩|交")

# --- dates ---

#: Numbers in words.
NUMBERS = (
    {word: value for value, word in enumerate("零一二三四五六七八九十")}
    | {"兩": 2, "廿": 20, "卅": 30}
    | {word: value for value, word in enumerate("zero one two three four five six seven eight nine ten".split())}
    | {"a": 1, "an": 1}
)
NUMBERS |= {name: at for at, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), 1)}
WEEKDAYS = (
    {name: at for at, name in enumerate("mon tue wed thu fri sat sun".split())}
    | {name: at for at, name in enumerate("一二三四五六日")}
    | {"天": 6}
)

_ZH_NUMBER = r"(?:\d{1,2}|[一二三]?十[一二三四五六七八九]?|[一二三四五六七八九])"
_EN_MONTH = (
    r"jan(?=uary|\b)|feb(?=ruary|\b)|mar(?=ch|\b)|apr(?=il|\b)|may|jun(?=e|\b)|jul(?=y|\b)|aug(?=ust|\b)|sep(?=t|\b)"
    r"|oct(?=ober|\b)|nov(?=ember|\b)|dec(?=ember|\b)"
)
#: Calendar days as people type them. Groups are named year, month and day, with a digit to keep them apart.
DATE = Words(
    r"(?<![\d./-])(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d|[./-]\d)",
    r"(?<![\d./-])(?P<month2>\d{1,2})/(?P<day2>\d{1,2})/(?P<year2>\d{4})(?![\d/])",
    r"(?<![\d./-])(?P<year3>1\d{2})/(?P<month3>\d{1,2})/(?P<day3>\d{1,2})(?![\d/])",
    rf"(?:(?P<year4>\d{{4}}"
    rf"|1\d{{2}})\s*年\s*)?(?<!\d)(?P<month4>{_ZH_NUMBER})\s*月\s*(?P<day4>{_ZH_NUMBER})\s*[日號]?(?![\d個次天點週])",
    rf"(?<!\w)(?P<month5>{_EN_MONTH})[a-z]*\.?\s+(?P<day5>\d{{1,2}})(?:st|nd|rd"
    rf"|th)?(?![\w:%])(?:,?\s+(?P<year5>\d{{4}})(?!\d))?",
    rf"(?<![\d.])(?P<day6>\d{{1,2}})(?:st|nd|rd"
    rf"|th)?\s+(?:of\s+)?(?P<month6>{_EN_MONTH})[a-z]*\.?(?:,?\s+(?P<year6>\d{{4}})(?!\d))?",
    r"(?<![\w./-])(?P<month7>\d{1,2})/(?P<day7>\d{1,2})(?![\w/.]|\s*of\b)",
    rf"(?<![\w月.#第])(?P<day8>{_ZH_NUMBER})\s*號(?![碼線機])",
    r"\b(?:the|on|until|by|before)\s+(?P<day9>\d{1,2})(?:st|nd|rd|th)(?=\s*(?:$|[,.;!?，。]))",
)
#: Days counted from the day of speaking.
DAYS_AHEAD = {"today": 0, "tonight": 0, "tomorrow": 1, "day after tomorrow": 2, "今天": 0, "今晚": 0, "今日": 0} | {
    "明天": 1,
    "明日": 1,
    "明晚": 1,
    "後天": 2,
    "大後天": 3,
}
RELATIVE_DAY = Words("\n".join(sorted(DAYS_AHEAD, key=len, reverse=True)))
_COUNT = r"\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten"
IN_DAYS = Words(
    rf"\bin\s+(?P<count>{_COUNT})\s+(?P<unit>day|week)s?\b",
    rf"\b(?P<count2>{_COUNT})\s+(?P<unit2>day|week)s?\s+(?:from (?:now|today)|later)\b",
    rf"(?P<count3>\d{{1,3}}|兩|{_ZH_NUMBER})\s*個?\s*(?P<unit3>天|日|週|禮拜|星期)(?:之後|以後|後)",
)
WEEKDAY = Words(
    r"(?P<next>next\s+)?\b(?P<en>(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tues?|wed|thu|thurs|fri)\b",
    r"(?<!每)(?P<which>[這本]個?|下{1,2}個?)?(?:週|禮拜|星期)(?P<zh>[一二三四五六日天])",
)

# --- one-off and from now on -----------------------------------------------------------------------------------

#: Asks for leave to do something.
LEAVE = Words(
    r"""
    (?:shall|should|can|could|may) (?:I|we)
    (?:do you want|would you like) (?:me|us) to
    (?:is it|would it be) (?:ok|okay|fine|all right) (?:to|if I|if we)
    (?:要|需要|可以|能|該)(?:不要|不能|不該)?(?:讓)?我|我(?:可以|能|該|要不要|可不可以|能不能|該不該)
    """
)

#: Said for one occasion.
ONE_OFF = Words(
    r"""
    (?:this time|just this once|only this once|this once|just once|one-?off)
    (?:one time only|today only|only today|just for today|for today|just today|just tonight)
    (?:for|in|on|with) (?:just |only )?this (?:one |single )?(?:pr|mr|commit|branch|task)(?! onwards?)
    (?:for|in|on|with) (?:just |only )?this (?:one |single )?(?:change|run|one|ticket|session|request)(?! onwards?)
    (?:for|in|on|with) (?:just |only )?this (?:one |single )?(?:file|patch|diff|issue|conversation|chat)(?! onwards?)
    (?:for|in|on|with) (?:just |only )?this (?:one |single )?(?:job|deploy|deployment)(?! onwards?)
    (?:for|in|on|with) (?:just |only )?this (?:one |single )?(?:hotfix|review|pull request)(?! onwards?)
    這(?:一)?次(?!\s*(?:sprint|release|開始|之後|以後|起|迭代|的事))|就這(?:一)?次|(?:只有?|僅)限?(?:這|此)(?:一)?[次回]
    [本此]次(?!\s*(?:sprint|release|起|開始))|這(?:一)?[回趟遍輪]
    今天(?:就|我|我們)?(?:先|不|別|只|都)|只(?:有|限)今天|就今天|下不為例
    這(?:個|支|條|份|張|隻|一個|一支)\s?(?:PR|MR|commit|分支|branch)(?!\s?(?:之後|以後|開始|起))
    這(?:個|支|條|份|張|隻|一個|一支)\s?(?:票|ticket|issue|任務|檔案|hotfix)(?!\s?(?:之後|以後|開始|起))
    """
)
#: Said for all that comes; it beats the words above.
FROM_NOW_ON = Words(
    r"""
    (?:from now on|from here on|from this \w+ on(?:wards?)?|from this \w+ forward)
    (?:from today|starting (?:now|today|with this)|going forward|moving forward)
    (?:henceforth|in (?:the )?future|always|every time)
    (?:each time|whenever|every (?:pr|commit|run|change|release|deploy|branch)|permanently|as a rule)
    (?:^|[，,；;。：\s]|從今|今|那|請|我們|你)以後|以後(?:都|一律|每次|也|請|不|別|要|就|只|改)|今後|往後|日後
    從(?:現在|今天|這次|此|這版|這個\s?\w+\s?)(?:開始|起)
    這(?:一)?(?:次|版|個\s?\w+\s?)(?:開始|起|之後|以後)
    之後(?:都|一律|每次|也都|的每)|一律|永遠|每次|每一次|每回|一直都|自此|長期|從此|固定(?:都|用|要)
    """
)

# --- answers ---------------------------------------------------------------------------------------------------

#: A sentence of an agent that asks without a question mark.
TELL_ME = Words(
    r"""
    (?:tell me|let me know|please confirm|confirm)\s+(?:if|whether|which|that|when|what|#|p[0-9a-hjkmnp-tv-z]{8})
    (?:please say|say)\s+(?:if|whether|which|that|when|what|#|p[0-9a-hjkmnp-tv-z]{8})
    (?:i need to know|i'd like to know|i would like to know)\s+(?:if|whether|which|that)
    (?:i need to know|i'd like to know|i would like to know)\s+(?:when|what|#|p[0-9a-hjkmnp-tv-z]{8})
    (?:shall|should|may|can) i
    (?:請(?:你|您)?|麻煩(?:你|您)?)?(?:告訴我|跟我說|讓我知道|回覆我?|說一下)[^。]{0,20}(?:是否|還|哪|不|要|有|對|能)
    (?:請(?:你|您)?|麻煩(?:你|您)?)(?:幫忙)?(?:確認|核准|決定|選)|想(?:跟|和|向)?(?:你|您)?(?:確認|請問|問)
    """
)
#: The whole clause is assent.
YES = Words(
    """
    yes|yep|yup|yeah|ya|y|ok|okay|k|sure|right|correct|exactly|indeed|absolutely|definitely|of course|certainly|fine
    agreed|approved?|approve it|confirm|confirmed|lgtm|go ahead|go for it|do it|do that|please do|do so|sounds good
    works for me|all good|good|great|perfect|no problem|not a problem|no objections?|please|all of them|both|unchanged
    nothing changed|same|that's (?:right|correct|fine|true)|that is (?:right|correct|true)|as you (?:say|said|propose)
    as you suggest|as you suggested|still
    still (?:so|true|holds?|valid|applies|apply|the case|stands?|is|does|the same)
    (?:it|this|that|they) (?:still )?(?:is|does|holds?|do|are|applies|apply|stands?)(?: still)?(?: true)?
    """,
    _zh(
        """
        好 好的 好啊 可 可以 可以的 行 對 對的 沒錯 是 是的 是啊 嗯 恩 沒問題 照你說的 照你說的做 照你說的辦
        照你說的來 照做 照辦
        照舊 照你的 就這樣 就這樣做 就這麼辦 就這麼做 還是 還是這樣 還是一樣 還是如此 還是對 還是有效 還是要 仍然
        仍然是 仍然如此 仍然有效
        一樣 同意 核准 批准 確認 確定 當然 請做 請照辦 請繼續 沒變 沒有變 沒改變 沒有改變 不變 繼續 要 要的 需要 有
        有的 成立 有效
        全部 都對 都可以 都好 都是 都要 這樣就好 這樣可以 這樣沒錯 這樣很好 就好 麻煩你 麻煩 👍 👌 ✅ 🆗
        """
    ),
)
#: The whole clause denies, or says that it is no longer or not yet so.
NO = Words(
    """
    no|nope|nah|n|not yet|not any ?more|no longer|no more|not really|not now|never|don't|do not|please don't
    don't do (?:it|that)|reject|rejected|wrong|incorrect|false|cancel|stop|changed|neither|none|not so|not true
    not at all
    of course not|absolutely not|definitely not|(?:it|that|this|things?)(?: has|'s)? changed
    (?:it|that|this|they)(?:'s|'re| is| are) not(?: so| true| right| yet| any ?more)?
    (?:it|that|this|they) (?:isn't|aren't|doesn't|don't|hasn't|haven't)(?: so| true| right| yet| any ?more)?
    that's (?:wrong|not right|not true)
    """,
    _zh(
        """
        不 不是 不是的 不要 不用 不行 不可以 不對 沒 沒有 還沒 還沒有 尚未 還不行 還不是 還不要 還不可以 先不要 先不用
        先別 別 改 改了 變了
        已經改 已經變 改過 不同意 拒絕 取消 算 算了 不必 不需要 不再 不再是 不再這樣 不再需要 不再成立 不再有效
        已經不是 已經不用 已經不要
        已經不需要 不是這樣 不是這個 不一樣 不成立 失效 過期 不好 都不是 都不要 都不對 錯 👎 ❌
        """
    ),
)
#: Neither: the person does not know, or puts it off.
PUT_OFF = Words(
    """
    maybe|perhaps|later|not sure|i'm not sure|dunno|idk|i don't know|don't know|hmm|hm|whatever|ask (?:me )?later
    i guess
    depends|it depends|possibly|probably|one sec|one second|wait|good question|what|huh
    """,
    _zh(
        """
        稍後 晚點 晚點再說 等等 等一下 等等再說 再說 不知道 不確定 我不確定 我不知道 也許 可能 大概 隨便 看情況 看著辦
        不清楚 再看看
        再想想 之後再說 什麼 收到 了解 哦 喔 蛤
        """
    ),
)
#: Says nothing either way.
COURTESY = Words("thanks|thank you|thx|hi|hello|hey|please", _zh("謝謝 謝啦 感謝 你好 您好 哈囉 辛苦了 拜託"))
