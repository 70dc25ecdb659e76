"""What stands around words that are told again: what leads into them, and what turns them into something else.

For ``windows.summaries``: words in a summary count as kept only where nothing around them takes them back.
"""

from __future__ import annotations

from stillso.core.vocabulary import Words, zh

_PREFACE_ZH = (
    r"(?:開始(?:之?前)?|開工前|動手前)?(?:先|我)?(?:先)?(?:講好|說好|講清楚|說明|提醒(?:一下|你)?|聲明)|注意(?:事項)?|提醒(?:一下|你)?|記住|補充(?:一點|一下)?"
    r"|規則|規定|約束|原則|前提|要求|定案|拍板|決定|結論|教訓|線索|(?:那就|就)?(?:這樣)?(?:定案|拍板)|另外|還有|對了|好的?|嗯|可以|行|那|OK|ok"
)
_PREFACE_EN = (
    r"(?:(?:just )?one (?:more )?(?:thing|rule|note)|note|nb|fyi|reminder|remember|rules?|constraints?"
    r"|decision|decided|lesson"
    r"|lesson learned|before (?:we|you) (?:start|begin)|first|also|and|ok|okay"
    r"|right|alright|well|so|yes|yeah|sure|fine|good|great|important)"
)
#: What a sentence may begin with that is no part of what it says: 「好，那就定案：」, "Note: ".
PREFACE = Words(rf"^(?:(?:{_PREFACE_ZH})\s*[，,：:、]\s*)+", rf"^(?:{_PREFACE_EN}\s*[,:–—-]\s+)+")
#: What may stand before words that were kept, in their clause, without changing what they say.
NEUTRAL = Words(
    r"(?:the |our )?(?:user|they|he|she|you|human|person)(?:'s)?|said|says|asked|asks|wants|wanted",
    r"insists|requires|required|rule|rules|constraint"
    r"|constraints|stated|decision|decided|lesson|lessons|that|to|and|also|but|still|please|we|must|keep|remember|note|important|learned",
    zh(
        "使用者 用戶 他 她 你 說 說過 講過 講 要求 規定 規則 約束 強調 交代 交代過 提醒 希望 明確 決定 定案 結論"
        " 教訓 務必 請 並 且 而且 並且 以及 另外 還有 但 也 一定 絕對 千萬 記得 仍 仍然 過"
    ),
)
#: Behind words that were kept, in their sentence: they hold no longer, or not always.
CANCELS = Words(
    r"""
    no longer|not any ?more|lifted|cancelled|canceled|superseded|replaced|obsolete|outdated|was wrong|except|unless
    apart from
    (?:has|have|was|were|been|is|are) (?:dropped|waived|relaxed|retired|ended|over)|does not apply|doesn't apply
    only if
    optional|if possible|ignored?|can be skipped|instead
    """,
    zh(
        "取消 解除 作廢 不再 不適用 已改 改為 改成 除外 以外 之外 例外 除非 已經可以 不成立 過時 放寬 失效"
        " 可以忽略 不用管 盡量 才怪 的話"
    ),
)
#: Before them, in their sentence: they hold only then.
CONDITIONAL = Words(
    r"(?:if|unless|when|whenever|while|until|only|in case|except|whether)",
    r"(?:previously|formerly|originally|used to|once|had)",
    zh("如果 除非 假如 要是 萬一 只有 當 的時候 的話 以前 之前 原本 本來 曾經 曾 是否 不再 之後再"),
)
