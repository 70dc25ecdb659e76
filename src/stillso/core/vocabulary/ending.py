"""What a condition waits for or goes on with, as far as a question can be made of it."""

from __future__ import annotations

from stillso.core.vocabulary import Words, limiting, zh

#: What comes to pass, as in 「staging 修好之前」: of these 「…了嗎？」 is a question. Beside what others bring about
#: also what is only known by its end.
EVENT = Words(
    limiting.COMES_ABOUT.source,
    zh("上線 發布 發佈 推出 上架 合併 遷移完 搬完 改完 測完 寫完 做完 修掉 換掉 補好 裝好 建好 設好 弄完 跑完"),
)
#: What makes a clause no plain statement: a denial, a question, somebody who is spoken to or speaks, a choice.
NOT_PLAIN = Words(
    r"[不沒未別無非我你妳您誰哪幾嗎呢]|什麼|怎麼|多少|如果|要是|除非|只要|或者|還是|以及",
    r"(?:i|i'm|i've|we|we're|we've|me|us|my|our|ours|you|you're|your|yours|who|what|which|whoever|whatever|when|if)",
    r"(?:not|never|no|nor|and|or|but|unless|until|till|while|\w+n't|that|is|are|was|has|have)",
)
#: How long 「這陣子」 is nobody knows: it is asked whether it is still so.
VAGUE = Words(
    zh(
        """
        這陣子 這一陣子 這段時間 這段期間 這段日子 這幾天 這兩天 這幾週 這幾個月 現階段 眼下 暫時 暫且 近期 近日
        目前 最近 現在
        """
    ),
    r"for now|for the time being|for the moment|at the moment|at present|these days|lately|temporarily|currently"
    r"|right now|for a (?:bit|while)|in the short term|as things stand|so far",
)
#: Circumstances that come and go: nothing is over when they are not there.
RECURRING = Words(
    r"如果|要是|假如|倘若|若是|萬一|只要|只有|除非|每次|每當|遇到|碰到|的話|時候|情況下|狀況下|時$",
    r"(?:if|when|whenever|unless|in case|only (?:on|in|for|at)|during|every|whoever|provided|except)",
)
