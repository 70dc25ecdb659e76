"""What makes a sentence a question or somebody else's words: abbreviations, wrappers, question words, tags."""

from __future__ import annotations

from stillso.core.vocabulary import Words

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
