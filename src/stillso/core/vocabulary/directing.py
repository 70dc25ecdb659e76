"""How things are to be: what tells a rule, a preference or a fact about the speaker from a task and from a complaint.

Looser than ``limiting.DIRECTS``: it only weighs how likely a memory was made of a sentence, and proves nothing.
"""

from __future__ import annotations

from stillso.core.vocabulary import Words, zh

#: A denial or an order to leave something be.
DENIES = Words(
    r"(?:no|not|never|skip|skipping|avoid|stop|cannot|don't|dont|leave|no longer)|\w+n't",
    r"instead of|rather than|off limits|forbidden|prohibited",
    r"不(?!然|過|只|僅|管|論|同|錯|穩|斷|少|足|夠|准確|一樣)|別(?!的|人|名|處)|勿|免(?!費|得)",
    zh("禁止 跳過 略過 停掉 暫停 絕不"),
)
#: Says how things are to be, or how they are with the speaker: what a memory is made of.
DIRECTS = Words(
    r"(?:remember|from now on|always|never|prefer|please (?:always|never|don't)|make sure|note that|keep in mind)",
    r"(?:don't|do not|must|should|has to|have to|needs? to|stop|avoid|only|keep|skip|leave|every|each|until|unless)",
    r"(?:no|not|instead of|rather than|want|'d like|treat|stay|stays|stuck on|while|as long as|if|whenever|before)",
    r"(?:i'm|i am|my|we're|we are|our|ask|tell|use)",
    zh("記住 記下 記一下 記得 以後 之後都 一律 都 每次 先不 先別 不要 不准 不能 不可 不得 禁止 勿"),
    zh("務必 必須 應該 就好 即可 之前 以前 期間 暫時 現階段 這陣子 這段 維持 保留 偏好 習慣 改成每 先用 先存"),
    zh("的話 如果 除非 除外"),
    r"每[個週天月]|別(?!的|人)|只[能要用有准]|(?<![需主想重簡])要(?!求|點|不要)|等.{1,20}再",
    r"我(?:們)?(?:人在|是|在|的|住|偏好|喜歡|習慣|平常|寫)|用.{1,12}[,，]|[,，]用",
)
#: The speaker wants it kept.
REMEMBER = Words(
    r"(?:remember|note (?:that|this|down)|keep in mind|memori[sz]e|write (?:this|that|it) down)",
    zh("記住 記下 記一下 記起來"),
)
_PLEASE = r"^\W*(?:please |can you |could you |now |ok(?:ay)?,? |let's |then |also |and )*"
_PLEASE_ZH = r"^\W*(?:請|麻煩|可以|那|現在|接著|然後|再|先|好，?)*你?"
#: A task for now, or a fault that is told, not a rule.
TASK = Words(
    *(
        rf"{_PLEASE}(?:{verbs})\b"
        for verbs in (
            r"fix|add|implement|create|refactor|build|investigate|look (?:at|into)|find|debug|finish|continue|open",
            r"explain|rewrite|generate|rename|bump|update|check|upgrade|install|list|translate|review|simplify",
            r"run|move|remove|delete|write|deploy|profile",
        )
    ),
    rf"{_PLEASE_ZH}(?:幫忙|修掉|看看|寫一?個|加一?個|做一個|新增一個|實作|產生|繼續|解釋|更新|把|跑一次|加上|升級|下一個|整理)",
    r"[調改看查修跑試]一下|一直(?!到)",
    zh("幫我 怎麼回事 為什麼 怪怪的 連不上 亂碼 壞了 壞掉 爆掉 當掉 跑掉 出錯 報錯 失敗 太慢 很慢 太大 太小"),
    zh("不見了 錯了"),
    r"(?:crash(?:es|ed)?|fails?|failing|broken|complain(?:s|ed)?|stale|flaky|slow|logged out|out of memory)",
    r"takes? \d+|(?:does(?:n't| not) work|went up)",
)
#: Beats such words: it is meant to last.
LASTING = Words(
    r"(?:from now on|always|never|remember|every|each|whenever|don't|do not|must|should|until|unless|only|before you)",
    zh("以後 一律 每次 記住 記下 記得 都要 都用 不要 不准 禁止 之前 以前 期間 暫時 先別 先不 就好 除非"),
    r"別(?!的|人)",
)
