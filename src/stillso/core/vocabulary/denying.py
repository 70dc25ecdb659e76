"""What denies, and what takes back what was just said."""

from __future__ import annotations

from stillso.core.vocabulary import Words, zh

# --- denials -------------------------------------------------------------------------------------------------

#: Words that look like a denial and are none, and double ones that affirm.
NO_DENIAL = Words(
    zh(
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
    zh(
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
