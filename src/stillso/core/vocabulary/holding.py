"""Whether something is still so or has ended: how that is asked, and how it is answered beyond a plain yes or no."""

from __future__ import annotations

from stillso.core.vocabulary import Words, zh

# --- what comes to an end, and what goes on --------------------------------------------------------------------

_EVENT = (
    "fixed|repaired|rebuilt|resolved|solved|restored|recovered|back|over|done|finished|completed?|ended|gone|ready|live"
    "|merged|released|shipped|deployed|launched|migrated|moved|lifted|closed|signed|approved|replaced|removed|working"
    "|healthy|stable|green|available|landed|passed|expired|cleared|unblocked|returned|arrived|settled|up|in place|there"
    "|obsolete|outdated|out of date|moot|void|sorted|okay now|ok now|fine now|works|changed"
)
_STATE = (
    "broken|down|unstable|flaky|red|failing|away|on leave|on holiday|on vacation|blocked|frozen|offline|sick|unfinished"
    "|out of (?:the )?office|pending|waiting"
)
_HELPER = "is|are|was|were|does|do|did|has|have|had|will"
_LEAD = r"^(?:(?:so|and|but|or|then|well|ok|okay|hey|now|also)[,\s]+)*"

#: What has come to pass, in a question or an answer.
EVENT = Words(
    _EVENT,
    zh(
        """
        修好 弄好 開好 換好 裝好 補好 處理好 準備好 搞定 解決 恢復 回來 完成 上線 穩定 正常 結束 解除 合併 發布 過了
        """
    ),
)
#: A clause that says what is not the case.
DENIED = Words(r"(?:not|never|no|nothing|\w+n't|without)", r"[不沒別無未]")
#: 「是不是」 and "done, or not?" deny nothing; nor does 「了沒」.
NOT_DENIED = Words(r"([\u4e00-\u9fff])[不沒]\1|沒(?:有)?[\s?？。]*$")
#: A condition that goes on with something.
WHILE = Words(r"(?:while|as long as|so long as|when|whenever|if)")

# --- how it is asked -------------------------------------------------------------------------------------------

#: Looks like "still" and is not.
NOT_STILL = Words(
    r"還(?:有(?:什麼|別的|其他|其它|哪)|好嗎|記得|想|原|款|是(?:要|該|得)?(?:改(?!完)|換|恢復|取消)|要我)|[歸退償]還",
    r"(?:stand|sit|hold|be|being) still",
)
#: A plain yes to it says that it is still so.
STILL_ASKED = Words(
    r"""
    (?:still|any ?more|any longer|unchanged|the same|as before|up to date)
    (?:keep|continue|carry on|stick|leave (?:it|#))
    (?:does|do|is|are)\b[^?]{0,80}?\b(?:hold|apply|stand|matter|count|valid|in force|in effect|relevant|needed|required)
    (?:is|are) (?:it|that|this|they|#\s?\d+) (?:still )?so
    """,
    rf"{_LEAD}(?:{_HELPER})\b[^?]{{0,80}}?\b(?:{_STATE})\b",
    r"還|仍|依然|依舊|繼續|照舊|維持|不變|留著|一樣嗎|現在(?:也)?是這樣嗎|(?:有效|適用|成立|算數)嗎",
)
#: A plain yes to it says that it has ended, whatever the record goes on with.
ENDED_ASKED = Words(
    r"""
    (?:by now|yet|already)
    (?<!ask )(?<!ask you )(?<!remind you )(?<!check )(?<!try )again
    (?:turn|turned|switch|switched)\b[^?]{0,40}?\bback on
    (?:any|anything) (?:change|changes|changed|different)
    """,
    r"(?:shall|should|can|could|may|want to|want me to|like me to|okay to|ok to|fine to|time to)\b[^?]{0,60}?\b"
    r"(?:drop(?:ped)?|removed?|retract(?:ed)?|deleted?|discard|retired?|forget|lift|undo|replaced?|change|update|switch"
    r"|stop|resume)\b",
    rf"{_LEAD}(?:has|have|had)\b[^?]{{1,60}}?\s(?!confirmed|agreed|decided|seen|taken|read|checked|meant|mentioned|stayed)"
    r"(?:\w+(?:ed|en|wn|ne)|built|come|left|met|sent|got)\b",
    rf"{_LEAD}did\b[^?]{{1,60}}?\s(?:reply|return|come|arrive|land|finish|end|merge|ship|sign|get|move|change"
    r"|leave|fix|repair|rebuild|restore|resolve|lift|approve|answer|decide)\b",
    r"了(?:嗎|沒有?|吧|呢|麼)?[\s?？。]*$|[好完到過]沒有?[\s?？。]*$",
    r"(?:要|可以|能|該|能否|可否)[^，,。？?]{0,16}?(?:刪|移除|拿掉|撤|取消|作廢|改(?!完)|換|恢復|停止|重新)",
    r"是否已|有(?:沒有|什麼)?(?:改變|變化|變動|變|不同)",
)
#: And this, though it denies something.
NO_LONGER = Words(r"no longer|no more")
#: To this too, unless the record goes on with just that.
EVENT_ASKED = Words(rf"{_LEAD}(?:{_HELPER})\b[^?]{{0,80}}?\b(?:{_EVENT})\b")
#: 「…了嗎」 of what was well before it: a yes does not say that anything has ended.
WORSE = Words(r"[壞掛垮忘懂又]|知道|看到|收到|讀到|(?<!可以)(?<!能)開始")
#: One thing or the other: a plain yes chooses neither.
EITHER = Words("or", r"還是(?!這樣|一樣|如此|[用要跑在很有不])|或")
#: Asks whether the statement before it is right.
IS_RIGHT = Words(
    r"^(?:right|correct|is (?:that|this|it) (?:right|correct|true)|am i right|yes)\W*$",
    r"^(?:對嗎|對吧|是嗎|是吧|對不對|是不是|沒錯吧|沒錯嗎|是這樣嗎)\W*$",
)

# --- how it is answered ----------------------------------------------------------------------------------------

#: Depends on something: says neither.
IF = Words(r"^(?:if|when|once|after|before|unless)", r"^(?:如果|要是|假如|等到?|一旦)")
#: It is still so.
STILL_SAID = Words(
    r"""
    still(?! (?:not|un\w*) needed)
    (?:not yet|yet to|not (?:quite|fully|entirely|completely)|until|till)
    (?:not|\w+n't)\b[^?]{0,40}?\byet
    (?:unchanged|no changes?|nothing(?: has|'s)? changed|same|as before|hasn't changed|has not changed)
    (?:keep|keeps|keeping|continues?|remains?|stays?|carry on|leave it)
    (?:didn't|doesn't|did not|does not) work
    """,
    r"^在用?$|還(?!原|款)|仍|尚未|依然|依舊|不變|照舊|繼續|一樣|維持|留著|保留|不穩|[修弄搞]不[好定]|壞|掛了|又",
    r"沒(?:有)?(?=[^了錯問]{0,8}(?:好|完|回|到|修|簽|恢復|結束|解除|過|改|變|動|搞定|解決|上線))|未(?=完|修|恢復|結束|解除)",
)
#: It comes later, as an answer to whether it has come.
NOT_YET_SAID = Words(
    rf"""
    (?:almost|nearly|soon|will|tomorrow|next (?:week|month|year)|in progress|working on it)
    being (?:{_EVENT})
    """,
    r"快[^，,]{0,8}了|再(?:等|過)|明天|下週|下個月",
)
#: What is denied in it is what kept it so.
STATE = Words(_STATE)
#: It is not needed or not so any more: an answer to "has it ended?" only where it repeats that.
NO_MORE = Words(
    r"""
    (?:no longer|no more|not any ?more|not any longer|not needed|no need)
    (?:not|\w+n't)\b[^?]{0,40}?\b(?:any ?more|any longer|needed|necessary|required)
    (?:still )?(?:unneeded)
    """,
    r"沒(?:有)?了|不(?:用|必|需要|要|是|在|適用|成立|行|算|能|會|跑)[^，,]{0,6}了|不再|算了|不用|不必|不需要",
)
#: It has ended, or something else holds now.
ENDED_SAID = Words(
    r"(?:changed|drop it|remove it|retract it|delete it|forget it|get rid of it|again)",
    r"已經|改成|改用|改為|改回|取消|作廢|失效|過期|刪|撤|拿掉|(?<![對是道到解懂謝])了[吧啊呀喔哦囉啦]?$",
)
#: A yes or no at the head of a clause that goes on.
YES_FIRST = Words(
    r"^(?:yes|yep|yup|yeah|yea)",
    r"^(?:it|he|she|they|that) (?:is|are|was|has|have|did|does|do)$",
    r"^(?:對|是的|是啊|嗯)[，,\s]",
)
NO_FIRST = Words(
    r"^(?:nope|nah|no (?:it|he|she|they|we|i|that|this|there|not))",
    r"^(?:it|he|she|they|that) (?:(?:is|are|was|has|have|did|does|do) not|(?:is|are|was|has|have|did|does|do)n't)$",
    r"^(?:不是?|沒有?)[，,\s]|^沒(?![錯變差事]|問題|關係)",
)
#: What follows takes something back from the yes before it.
BUT = Words(r"^(?:but|only|just|though|although|however)", r"^(?:但|不過|可是|只是|只有)")
