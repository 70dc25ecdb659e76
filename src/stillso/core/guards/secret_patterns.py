"""What a secret looks like by itself: formats of providers, and numbers with a check.

``found_by_shape`` reads a text that is already narrow and free of hidden characters (``guards`` sees to that). A
pattern is compiled and run only where one of its anchor words stands, so an ordinary text costs a few searches for
fixed strings, and every repetition is bounded. Values that only a name gives away live in ``secret_names``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from stillso.core.guards.secret_values import is_filler


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def places(text: str, word: str) -> Iterator[int]:
    """Where the word stands, from left to right."""
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + len(word))


def narrow(text: str) -> str:
    """The ASCII characters of a text: among wide ones it takes three times as long to look for a word of them."""
    return text if text.isascii() else text.encode("ascii", "ignore").decode()


# --- formats ------------------------------------------------------------------------------------------------

_EDGE = r"(?<![A-Za-z0-9_])"

#: (kind, anchors, pattern), tried where an anchor stands. The group ``value`` is the secret, else all of it. Lengths
#: are looser than the providers' own, since a key that lost its end is still a key.
#: Source: the providers' documentation of their tokens, and the rules of betterleaks.
_FORMATS = (
    ("aws-key", "AKIA ASIA ABIA ACCA", _EDGE + r"A[KSBC][IC]A[A-Z0-9]{16}(?![A-Za-z0-9])"),
    ("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", _EDGE + r"gh[pousr]_[A-Za-z0-9]{16,255}"),
    ("github-token", "github_pat_", r"github_pat_[A-Za-z0-9_]{20,255}"),
    ("gitlab-token", "glpat- gldt- glrt- glptt- glcbt-", r"gl(?:pat|dt|rt|ptt|cbt)-[\w.-]{16,255}"),
    ("slack-token", "xox xapp-", _EDGE + r"(?:xox[abceoprs]|xapp)-(?=[\w-]{0,80}\d)[\w-]{10,255}"),
    ("slack-webhook", "hooks.slack.com/", r"hooks\.slack\.com/(?P<value>(?:services|workflows)/[\w/]{20,200})"),
    ("discord-webhook", "/api/webhooks/", r"/api/webhooks/(?P<value>\d{8,20}/[\w-]{20,120})"),
    ("stripe-key", "sk_live_ sk_test_ rk_live_ rk_test_ whsec_", r"\w{2}(?:_live|_test|sec)_[A-Za-z0-9+/=]{10,255}"),
    ("google-key", "AIza GOCSPX- ya29.", _EDGE + r"(?:AIza|GOCSPX-|ya29\.)[\w-]{16,255}"),
    ("api-key", "sk-", r"(?<![\w-])sk-(?=[\w-]{0,250}\d)(?=[\w-]{0,250}[A-Za-z]{2})[\w-]{20,255}"),
    ("api-key", "gsk_ hf_ r8_ xai- pplx-", _EDGE + r"(?:gsk_|hf_|r8_|xai-"
     r"|pplx-)(?=[a-z]{0,60}[A-Z\d])[A-Za-z0-9]{20,120}"),
    ("api-key", "figd_ lin_api_ ntn_ PMAK- ATATT3 dckr_pat_ dop_v1_ doo_v1_ hvs. hvb.", _EDGE + r"[\w.=-]{20,255}"),
    ("api-key", "pat", r"(?<![A-Za-z0-9_.])pat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    ("shopify-token", "shpat_ shpca_ shppa_ shpss_", _EDGE + r"shp\w\w_[0-9a-fA-F]{20,64}"),
    ("square-token", "sq0", _EDGE + r"sq0[a-z]{3}-[\w-]{20,64}"),
    ("npm-token", "npm_", _EDGE + r"npm_(?=[A-Za-z]{0,60}\d)[A-Za-z0-9]{20,64}"),
    ("pypi-token", "pypi-", _EDGE + r"pypi-(?=[\w-]{0,120}\d)(?=[\w-]{0,120}[A-Z])[\w-]{16,255}"),
    ("jwt", "eyJ", _EDGE + r"eyJ[\w-]{5,4000}\.eyJ[\w-]{5,4000}(?:\.[\w-]{0,4000})?"),
    ("sendgrid-key", "SG.", _EDGE + r"SG\.[\w-]{14,40}\.[\w-]{14,80}"),
    ("twilio-key", "SK AC", _EDGE + r"(?:SK|AC)[0-9a-f]{32}(?![0-9a-zA-Z])"),
    ("mailgun-key", "key-", _EDGE + r"key-[0-9a-f]{32}(?![0-9a-zA-Z])"),
    ("age-key", "AGE-SECRET-KEY-1", r"AGE-SECRET-KEY-1[A-Z0-9]{20,80}"),
    ("azure-key", "AccountKey= SharedAccessKey=", r"\w{10,15}=(?P<value>[A-Za-z0-9+/_-]{20,120}={0,2})"),
    ("azure-key", "?sig= &sig=", r".sig=(?P<value>[A-Za-z0-9%+/=_-]{24,120})"),
    (
        "private-key",
        "-----BEGIN",
        r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[nr]|[\w-]{1,30}: [^\n]{1,80}\n){0,9}"
        r"[A-Za-z0-9+/=]{8,100}(?:[\sA-Za-z0-9+/=\\]{0,20000}(?:-----END [A-Z0-9 ]{0,30}KEY(?: BLOCK)?-----)?)",
    ),
    ("private-key", "PuTTY-User-Key-File-", r"PuTTY-User-Key-File-\d:[^\n]{1,80}\n[\s\S]{20,8000}"),
    ("url-password", "://", r"://(?P<user>[^\s/:@\"'<>`]{0,80}):(?P<value>[^\s/\"'<>`]{1,128})@(?=[\w\[$.-])"),
    ("bearer-token", "Bearer bearer BEARER", r"\w{6} {1,3}(?=[\w.~+/-]{0,200}\d)(?P<value>[\w.~+/-]{16,2000}={0,2})"),
    ("basic-auth", "Basic ", r"(?<=[:\"' ])Basic (?=[A-Za-z+/]{0,200}[0-9=])(?P<value>[A-Za-z0-9+/]{8,500}={0,2})(?!"
     r"[\w-])"),
    (
        "password",
        "-u --user",
        r"(?<=\s)(?:-u|--user)[ =]?[\"']?(?P<user>[^\s:\"'/$]{1,64}):(?!\d{1,6}\b)(?P<value>[^\s\"']{3,128})",
    ),
    ("password", "mysql", r"mysql\w{0,6}\b[^\n|]{0,120}?\s-p[\"']?(?P<value>[^\s\"']{3,64})"),
    ("password", "sshpass redis-cli", r"[\w-]{7,9}\b[^\n|]{0,80}?\s-[pa]\s?[\"']?(?P<value>[^\s\"']{3,64})"),
    ("password", "docker login", r"docker login\b[^\n|]{0,80}?\s-p\s?[\"']?(?P<value>[^\s\"']{3,64})"),
    ("password", "IDENTIFIED BY|identified by", r"(?i:identified by) [\"'](?P<value>[^\"'\n]{3,128})[\"']"),
    (
        "password",
        "passphrase Passphrase",
        r"\w{10}(?: for [^\n:.]{1,30}?)?(?: ?[:=]| is| was)(?: changed to| now)?:? ?[\"'`]?(?!(?:[a-z]{1,12} ){0,7}"
        r"(?:the|and|an?|is|not|for|must|in|on|to|be|of|with|when|from|by|asked|stored|required|kept|set|never|only)\b)"
        r"(?P<value>[a-z]{3,10}(?:[ -][a-z]{3,10}){3,7}|(?:[A-Za-z]{3,10}[ -]){2,6}\d{1,6})",
    ),
    (
        "pin",
        "combination",
        r"\w{11}(?: (?:for|of|to|on) [^\n:.]{1,30}?)?(?: is|:) (?P<value>\d{1,2}(?:-\d{1,2}){2,3})(?![\d-])",
    ),
    ("national-id", "SSN|ssn|ocial security", r"[\w ]{3,22}\D{0,6}(?P<value>\d{3}-\d{2}-\d{4})(?!\d)"),
    ("seed-phrase", "phrase mnemonic 助記詞 助记词", r"\w{3,8}\W{0,8}(?:is |are "
     r"|是)?(?P<value>(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})"),
)  # fmt: skip

_ANCHORED = [
    (anchor, kind, pattern)
    for kind, anchors, pattern in _FORMATS
    for anchor in anchors.split("|" if "|" in anchors else None)
]

#: The same for formats whose fixed part stands inside: how far before it they may begin.
_INSIDE = (
    ("telegram-token", ":A", (8, 9, 10), r"(?<![A-Za-z0-9_:.])\d{8,10}:A[\w-]{28,40}(?![\w-])"),
    ("mailchimp-key", "-us", (32,), r"(?<![0-9a-zA-Z])[0-9a-f]{32}-us\d{1,2}(?![0-9a-zA-Z])"),
    ("azure-key", "Q~", (4,), r"(?<![A-Za-z0-9_.~-])[\w.~-]{3}\dQ~[\w.~-]{30,36}"),
)
#: A pattern that opens with a class of characters is found fast; so the class comes before the look at its left.
_DISCORD = r"[MNO](?<![A-Za-z0-9_.-].)[A-Za-z0-9_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w.-])"


_ANCHORS = [*(anchor for anchor, _, _ in _ANCHORED), *(anchor for _, anchor, _, _ in _INSIDE)]
_WIDE_ANCHORS = [anchor for anchor in _ANCHORS if not anchor.isascii()]
#: The others by a sign that they hold and few sentences do; by none those that hold no such sign.
_BY_SIGN: dict[str, list[str]] = {}
for _anchor in filter(str.isascii, _ANCHORS):
    _BY_SIGN.setdefault(next((sign for sign in "_-./:=?ASBxyq" if sign in _anchor), ""), []).append(_anchor)
#: What stands in each card number, identity number and token of Discord.
_LONG = r"[\dMNO](?:\d{3}|[A-Za-z0-9_-]{23})"


def may_hold_shape(text: str) -> bool:
    """Whether something of that is there which ``found_by_shape`` begins from."""
    if _compiled(_LONG).search(text) or any(map(text.__contains__, _WIDE_ANCHORS)):
        return True
    return next(_there(text), None) is not None


def shape_begins(text: str) -> Iterator[int]:
    """Where what ``found_by_shape`` finds may begin, whatever stands around it."""
    there = {*_there(text), *_WIDE_ANCHORS}
    for anchor, _, pattern in _ANCHORED:
        if anchor in there:
            matches = _compiled(pattern).match
            yield from (at for at in places(text, anchor) if matches(text, at))
    for _, anchor, _, _ in _INSIDE:
        if anchor in there:
            yield from places(text, anchor)
    if _compiled(_LONG).search(text):
        for numbered in (_DISCORD, _CARD, _TAIWAN_ID):
            yield from (found.start() for found in _compiled(numbered).finditer(text))


def _there(text: str) -> Iterator[str]:
    """The anchors in ASCII that may stand in a text."""
    thin = narrow(text)
    for sign, anchors in _BY_SIGN.items():
        if sign in thin:  # which spares an ordinary text most of them
            yield from filter(thin.__contains__, anchors)


def found_by_shape(text: str) -> Iterator[tuple[str, int, int]]:
    """(kind, start, end) of what is a secret whatever stands around it, in no order; may overlap."""
    there = {*_there(text), *_WIDE_ANCHORS}
    for anchor, kind, pattern in _ANCHORED:
        # Asking first keeps an ordinary text cheap: of these words it holds hardly one.
        for at in places(text, anchor) if anchor in there else ():
            found = _compiled(pattern).match(text, at)
            if found and not _is_sample(found):
                yield kind, *found.span("value" if "value" in found.re.groupindex else 0)
    for kind, anchor, distances, pattern in _INSIDE:
        for at in places(text, anchor) if anchor in there else ():
            tried = (_compiled(pattern).match(text, at - distance) for distance in distances if at >= distance)
            yield from ((kind, *found.span()) for found in tried if found)
    if _compiled(_LONG).search(text):
        yield from (("discord-token", *found.span()) for found in _compiled(_DISCORD).finditer(text))
        yield from _numbers(text)


def _is_sample(found: re.Match[str]) -> bool:
    """Whether a format was only shown: a filler, or a password that repeats the name before it (guest:guest@)."""
    parts = found.groupdict()
    value = parts.get("value") or found.group()
    return is_filler(value, keyed="user" in parts) or value == parts.get("user")


# --- numbers ------------------------------------------------------------------------------------------------

_CARD = (
    r"[3-6](?<![A-Za-z0-9_.-].)(?:\d{3}([ -])\d{4}\1\d{4}\1\d{4}|\d{3}([ -])\d{6}\2\d{5}"
    r"|\d{12,18})(?![A-Za-z0-9_-]|\.\d)"
)
_CARD_NAME = r"(?i:card|visa|master|amex|jcb|信用卡|卡號|卡号|刷卡|簽帳)"
_TRIED = r"(?i:test|sandbox|sample|example|測試|测试|範例|假卡)"
_TAIWAN_ID = r"[A-Z](?<![A-Za-z0-9_-].)[1289]\d{8}(?![A-Za-z0-9_-])"
_NUMBERED = r"(?i:order|part|item|serial|ticket|no\.|單號|編號|料號|序號|號碼牌)[^\n]{0,8}$"
#: Letters of the places of issue, in the order of their numbers from 10 on. Source: the check rule of 身分證字號.
_ISSUED = "ABCDEFGHJKLMNPQRSTUVXYWZIO"


def _numbers(text: str) -> Iterator[tuple[str, int, int]]:
    for found in _compiled(_CARD).finditer(text):
        before = text[max(0, found.start() - 40) : found.start()]
        grouped = not found.group().isdigit()
        named = _compiled(_CARD_NAME).search(before) is not None
        if (grouped or named) and _luhn(found.group()) and not _compiled(_TRIED).search(before):
            yield "card-number", *found.span()
    for found in _compiled(_TAIWAN_ID).finditer(text):
        before = text[max(0, found.start() - 16) : found.start()]
        if _is_taiwan_id(found.group()) and not _compiled(_NUMBERED).search(before):
            yield "national-id", *found.span()


def _luhn(number: str) -> bool:
    digits = [int(each) for each in reversed(number) if each.isdigit()]
    doubled = [sum(divmod(2 * each, 10)) for each in digits[1::2]]
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0


def _is_taiwan_id(number: str) -> bool:
    first, last = divmod(_ISSUED.index(number[0]) + 10, 10)
    weighed = sum(int(digit) * weight for digit, weight in zip(number[1:9], range(8, 0, -1), strict=True))
    return (first + last * 9 + weighed + int(number[9])) % 10 == 0
