"""Values that only their name gives away: "the admin password is …", 「密碼：…」, ``DB_PASS=…``.

A value counts by how it is announced: stated (is, 是, :, =), or merely beside the name, where it must look the part.
Descriptions of passwords and tokens ("is required", 「是必填」, "expires after 30 days") are no values. Guards the rule
that no secret is ever kept, and that ordinary sentences about secrets are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from stillso.core.guards.secret_patterns import narrow, places
from stillso.core.guards.secret_values import Said, is_mixed

# --- names --------------------------------------------------------------------------------------------------

#: Names that announce a value, by what may follow.
_NAMES = {
    "password": "requirepass password passwd passphrase passcode pwd pswd pass pw 密碼 密码 口令 通行碼 密語",
    "token": "token secret credential 權杖 令牌 金鑰 密鑰 密钥 私鑰",
    "api-key": "key",
    "pin": "pin",
    "one-time-code": "門禁碼 解鎖碼 開門碼 取件碼 otp code 驗證碼 验证码 一次性密碼 動態密碼 簡訊碼",
}
#: These are often parts of other words.
_WHOLE = frozenset({"pass", "pw", "pin", "otp", "code"})
#: What must stand before a word that says too little by itself.
_LEFT = {
    "key": r"(?:api|access|secret|private|auth|encrypt|encryption|signing|license|service|account|shared|storage|master"
    r"|admin|deploy|webhook|product|activation|app|ssh|recovery)[ _-]?$",
    "code": r"(?:verification|verify|one[- ]time|2fa|mfa|pin|security|login|auth|authentication|sms|confirmation|backup"
    r"|recovery|your|unlock|door|alarm|gate|entry|safe|access|lock)[ _-]$",
}
_OTHER_NAMES = (
    r"(?<![a-z])(?:public|primary|foreign|cache|sort|partition|idempotency|page|next|prev|continuation|sync|cancel"
    r"|cancellation"
    r"|row|max|min|num|per|design|lexer|eos|bos|pad|unk|公)[ _-]?$"
)
_TAIL = r"""
(?![a-z])\d?(?P<suffix>(?:[_-][a-z0-9]{1,16}){0,2})(?:[ ]?碼)?
(?:["`\])*」』]|'(?!s\b)){0,3}
(?:
    (?:[ ]?\([^()\n]{1,30}\))?
    (?:[ ](?:for|of|on|in|to|at|from)[ ][^\n:=,.;、。「]{1,40}?
    |[ ]?(?:我們|我|你|妳|您|們|先|暫時|暫|現在|目前|都|就|統一|已經|已|剛剛|剛|今天|還|仍|一樣|同樣|設定|預設|設|定|改
        |換|給|貼|放|在|這裡|這邊|這|為了|了|也|會|應該|大概|的話|一律|如下|下面|新的|舊的|新|舊|寫|記得|記|到|成|叫做|叫){1,5})?
    (?P<op>
        [ \t]{0,4}(?::[ ]?[\w\[\]|.]{1,24}[ ]?=(?!=)|:=|=>|->|[→:=](?!=))[ \t]{0,8}\n?[ \t]{0,8}
        |(?:'s|[ ](?:is|was|are|remains|became|equals))(?:[ ](?:now|still|currently|just|simply|called))?
            (?:[ ](?:set|changed)[ ]to)?:?[ ]
        |[ ](?:has[ ]been[ ]|have[ ]been[ ]|was[ ]|is[ ]now[ ]|got[ ])?
            (?:changed|updated|rotated|switched|set)[ ](?:to|as):?[ ]
        |[ ]?[是為为][ ]?:?[ ]?(?:生日)?[ ]?
        |(?<=[成叫做了裡邊你妳下])[ ]?
        |[ ](?:to|[-–—])[ ]
    )
    |(?P<bare>[ ]?用?[ \t]{0,3})
)
(?P<open>["'`「『“]|\*\*)?
(?P<value>(?(open)[^"'`」』”\n*]{1,200}|(?![])}|.,;:/]|![rsa]\})[!#-&*-;=?-_a-~]{1,200}))
"""
#: What stands before the name: "use … as the admin password", 「… 是後台的密碼」.
_HEAD = (
    r"(?<![!-~])[\"'`]?(?P<value>[!#-&*-;=?-_a-~]{4,64})[\"'`」]?"
    r"(?: (?:as|is) (?:the|my|our|your|its|a) (?:[\w-]{1,20} ){0,3}|[ ]?(?:是|當|作為|做為)[^,、。:\n是]{0,10})$"
)
_ENDS = r"$|[^a-z \u4e00-\u9fff]| (?:for|on|in|to|at|and|there|now)\b"

_LOGIN = "帳密 帳號密碼 账号密码 credentials creds login 登入 登录 帳號 log\xa0in sign\xa0in basic\xa0auth"
_PAIR = (
    r"(?:s?[ ]?(?:with|as|using|details|is|are|was|是|為|用|:|=|\([^()\n]{1,20}\)|(?:for|to"
    r"|on|of) [^\n:=/]{1,30}?(?=[: ]))){0,4}[ ]{0,2}[\"'`]?"
    r"(?P<user>[a-z][\w.@+-]{1,40})[\"'`]?[ ]?[/|:][ ]?[\"'`]?(?P<value>[!#-&*-.0-;=?-_a-~]{4,64}+)(?! ?[/|:])"
)
_PLAIN_KEY = (
    r"(?:[ ]?[:：=]| is)[ ]?[\"'`]?(?=[\w+=-]{0,80}[a-z])(?=[\w+=-]{0,80}[A-Z])(?=[\w+=-]{0,80}\d)"
    r"[\w+=-]{20,120}(?![\w/.])"
)


_KIND_OF = [(word, kind) for kind, words in _NAMES.items() for word in words.split()]
_LOGINS = [word.replace("\xa0", " ") for word in _LOGIN.split(" ")]
#: The English words that stand in all of these, "pass" for "password", and a character of each Chinese one.
_WORDS = [*(word for word, _ in _KIND_OF), *_LOGINS]
_ENGLISH = [word for word in _WORDS if word.isascii()]
_SHORTEST = [word for word in _ENGLISH if not any(other in word for other in _ENGLISH if other != word)]
_CHINESE = "[密令權权鑰钥碼码登帳账]"
_CHINESE_WORDS = [word for word in _WORDS if not word.isascii()]


@cache
def _compiled(pattern: str, flags: int = 0) -> re.Pattern[str]:
    return re.compile(pattern, flags)


def _low(text: str) -> str:
    """The text in small letters, each at the same place: İ is the only character whose small form is two."""
    return text.replace("İ", "I").lower()


def may_hold_name(text: str) -> bool:
    """Whether a name is there that ``found_by_name`` begins from."""
    low = _low(text)
    return any(map(narrow(low).__contains__, _SHORTEST)) or _compiled(_CHINESE).search(low) is not None


def name_begins(text: str) -> Iterator[int]:
    """Where the names stand that ``found_by_name`` begins from."""
    low = _low(text)
    for word in _there(low):
        yield from places(low, word)


def _there(low: str) -> set[str]:
    """The words that may stand in a text in small letters."""
    chinese = _CHINESE_WORDS if _compiled(_CHINESE).search(low) else []
    return {*filter(narrow(low).__contains__, _ENGLISH), *filter(low.__contains__, chinese)}


def found_by_name(text: str) -> Iterator[tuple[str, int, int]]:
    """(kind, start, end) of every value that a name announces, in no order; may overlap."""
    low = _low(text)
    there = _there(low)
    for word, kind in _KIND_OF:
        for at in places(low, word) if word in there else ():
            if _announces(text, low, at, word) and (span := _value_at(text, low, at, word, kind)):
                yield kind, *span
    for word in _LOGINS:
        for at in places(low, word) if word in there else ():
            found = _compiled(_PAIR).match(low, at + len(word))
            if found and found["user"] not in found["value"] and is_mixed(text[slice(*found.span("value"))], 4):
                yield "password", *_trimmed(text, *found.span("value"))


def _announces(text: str, low: str, at: int, word: str) -> bool:
    left = low[max(0, at - 24) : at]
    if word in _WHOLE and left[-1:].isascii() and left[-1:].isalnum():
        return False
    # "pw3jmr5rj" is an id, "pw2: …" announces a value.
    if word in _WHOLE and re.match(r"[a-z0-9]{2}", low[at + len(word) : at + len(word) + 2], re.ASCII):
        return False
    if _compiled(_OTHER_NAMES).search(left):
        return False
    in_capitals = word == "key" and text[at : at + 3] == "KEY" and text[at - 1 : at] == "_"
    if word not in _LEFT or in_capitals or _compiled(_LEFT[word]).search(left):
        return True
    # "Here is the key: …" announces only what can be nothing but a key.
    return word == "key" and _compiled(_PLAIN_KEY).match(text, at + 3) is not None


def _value_at(text: str, low: str, at: int, word: str, kind: str) -> tuple[int, int] | None:
    """The span of the value that this name announces, after it or before it."""
    end = at + len(word)
    found = _compiled(_TAIL, re.VERBOSE).match(low, end)
    if found:
        said = _said(text, found, low[max(0, at - 24) : end])
        if said.counts(kind):
            return said.start, said.end
    before = low[max(0, at - 130) : at]
    if kind == "password" and re.search(r" (?:as|is) |[是當作做]", before[-60:]) and _compiled(_ENDS).match(low, end):
        head = _compiled(_HEAD).search(before)
        if head and is_mixed(head["value"], 5):
            shift = at - len(before)
            return shift + head.start("value"), shift + head.end("value")
    return None


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """A bare value without what goes on behind it: the next field, the end of the sentence."""
    value = text[start:end]
    cut = re.search(r"[,;|&]|\.(?=[A-Z])", value)
    if cut and cut.start() >= 3:
        value = value[: cut.start()]
    return start, start + max(1, len(value.rstrip(".,:;?)]}*")))


def _said(text: str, found: re.Match[str], name: str) -> Said:
    start, end = found.span("value")
    quoted = bool(found["open"])
    if not quoted:
        start, end = _trimmed(text, start, end)
        # A code in two halves: 123 456.
        end += 4 if re.match(r"(?<!\d)\d{3}[- ]\d{3}(?!\d)", text[start : end + 5]) and end - start == 3 else 0
    # An option states its value, but "the --password option" has none.
    option_with_value = bool(re.search(r"--[\w-]*$", name) and re.search(r"\d", text[start:end]))
    return Said(
        value=text[start:end],
        start=start,
        end=end,
        name=name,
        capitals=text[found.start() - 4 : found.start()].isupper(),
        # An option states its value, but "the --password option" has none.
        stated=found["bare"] is None or option_with_value,
        suffix=found["suffix"],
        op=(found["op"] or "").strip(),
        quoted=quoted,
        after=text[end + quoted : end + quoted + 16],
    )
