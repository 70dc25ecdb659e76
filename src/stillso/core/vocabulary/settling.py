"""What settles something, and what gives the reason for it.

For ``windows.sayings``; it leans to keeping, like ``ruling``.
"""

from __future__ import annotations

from stillso.core.vocabulary import Words, zh
from stillso.core.vocabulary.ruling import HEAD

#: Looks like a decision and is none.
NO_DECISION = Words(
    r"""
    (?:haven't|hasn't|have not|has not|not|never|can't|cannot) (?:yet )?decided?
    (?:couldn't|to|you|they|he|she|who|you'll|let me) (?:yet )?decided?
    decide (?:later|whether|if|when|yourself|between|what|which|how)|decides
    let's (?:see|try|look|start|continue|go on|move on|get|check|run|fix|find|debug|test|wait|talk|discuss)
    if (?:we|you|i) (?:go|went|use|used)|we(?:'ll| will) (?:see|need|have to|look|talk|find out)|not agreed
    """,
    r"(?:還沒|尚未|沒有?|未|你|妳|您|自己|難以?|無法|來|再|等.{0,6}|他們?|她們?|誰|如何|怎麼)決定|決定(?:權|性|論|因素|於|不了|不下|一下|看看)",
    r"(?:那就|就)(?:幫|請|麻煩|先|再|開始|繼續|來|試|跑|看|麻煩你|這樣跑)|開始前|(?:說|講|談)好(?:了)?(?:嗎|沒)|先(?:說|講)好",
)
_WILL = "'ll|'d| will| would|'re| are|'re going to| are going to|'m going to|'m| am"
_TAKES = (
    r"go(?:ing)? (?:with|for)|us(?:e|ing)|switch(?:ing)? to|mov(?:e|ing) to"
    r"|keep(?:ing)?|stick(?:ing)? (?:to|with)|settl(?:e|ing) on|adopt(?:ing)?"
    r"|drop(?:ping)?|ship(?:ping)?|stay(?:ing)? (?:with|on)|pick(?:ing)?|tak(?:e|ing) (?:the|option)"
)
#: Something is settled.
DECIDES = Words(
    rf"""
    (?:i|we|i've|we've|i have)\s+(?:finally |now |just |already )?(?:decided|agreed|settled|chosen|chose|picked)
    (?:we have|it's|has been|was|been)\s+(?:finally |now |just |already )?(?:decided|agreed|settled)
    (?:we have|it's|has been|was|been)\s+(?:finally |now |just |already )?(?:chosen|chose|picked)
    {HEAD}(?:decided|decision|final decision|settled)\b(?=[\s:,.!—–-])
    {HEAD}(?:agreed|resolved|verdict|final answer|conclusion)\b(?=[\s:,.!—–-])
    (?:final|the|our|my) (?:decision|call|verdict|choice)(?: is|:)
    let's (?:go (?:with|for)|use|keep|stick (?:to|with))
    let's (?:settle (?:on|for)|adopt|do (?:it|that|this|option)|make it|call it)
    let's (?:put|store|have|not|drop|pick|take|ship|stay)
    (?:we|i)(?:{_WILL})? (?:(?:just|simply|now|still|only|probably not|not) )?(?:{_TAKES})
    {HEAD}(?:go|going|went) (?:with|for) (?:the|a|an|option|plan|b|\w+)
    {HEAD}the (?:latter|former|first|second|third|last)(?: (?:one|option|variant|approach))?(?: then)?(?=[,.;]|$)
    (?:do|make|build|keep|leave) (?:it|that|this) (?:the way|as|like) (?:you|we) (?:proposed|suggested|said)
    (?:do|make|build|keep|leave) (?:it|that|this) (?:the way|as|like) (?:you|we) (?:described|recommended|agreed)
    (?:is|are|has been|have been) (?:now )?(?:settled|decided|final|agreed|approved)|,? final[.!]?$
    (?:after (?:some|much|a lot of|more) (?:thought|thinking|discussion)|on reflection|having thought about it)\b
    (?:talked|spoke) (?:to|with) .{{2,40}}?,|discussed (?:it|this|that) with
    {HEAD}(?:option|plan|variant|approach|proposal) [a-z\d]+(?: then| it is|[,.;]| because)|\w+ it is(?=[,.;!]|$)
    i (?:pick|choose|opt for|vote for)|we (?:chose|picked|settled on|opted for)|sold[,:]
    """,
    zh("定案 拍板 敲定 採用 採取 改採 談妥 結論是 結論： 說定 講定 定下來"),
    r"決定(?!了嗎|嗎|要不要|是否)|最後(?:用|選|走|採|改用|還是用)|確定(?:用|要用|走|採|放|改|不做|做)",
    r"(?:那就|就|那)(?:用|選|走|採|照|放|改成|改用|維持|做|不做|是)(?!就|好)|就這樣(?:做|定|決定|吧)|選(?:擇)?(?:方案|第|前者|後者|[A-Za-z甲乙丙丁])",
    r"採(?:你|第|方案|前者|後者|[^，。]{0,10}(?:寫法|做法|方案|設計|架構))|(?<!你)(?<!他)還是(?:走|用|選|採|照|維持|放|做)(?!不)|就(?:叫|定|訂|設|取名)|照(?:你(?:說|建議|提|講)|第|原案|方案)|改走|改採",
    r"(?:想過|談完|討論過|討論完|商量過|考慮過|評估過|評估完|想清楚|決議|比較過)(?:了|後|之後)?[，,：:]|定下來|說定了|談定",
    r"我們(?:就)?(?:用|選|採|走|改用|改走)(?!的)|同意.{0,12}(?:方案|做法|提案)|走[^，。]{1,8}(?:方案|路線|架構)",
)
#: What a reason begins with, in a sentence of its own behind what it is the reason of.
REASON = Words(
    r"^\W*(?:because|since|the reason|reason:|that's because|this is because|it turned out|turns out|as )",
    r"^\W*the problem (?:is|was)",
    r"^\W*(?:因為|原因|理由|由於|主要是|問題(?:是|在|出在)|原來)",
)
#: The same within a sentence.
REASONED = Words(
    r"(?:because|since|as|due to|the reason|so that|the problem is|turned out|turns out)",
    r"[:;—–，,]|因為|原因|理由|由於|問題(?:是|在|出在)|原來|：|；|才",
)
