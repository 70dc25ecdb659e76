"""Characters that show nothing by themselves, and where they are in their place all the same.

What shows nothing can hide an order, or make two texts look alike. Emoji, joined letters and variants of Han need some
of these characters, and are read as one sign with them.
"""

from __future__ import annotations

from stillso.core import late

#: Characters that show nothing by themselves: controls, format characters, selectors, fillers, tags, private use.
#: Source: general categories Cc, Cf and Co of Unicode 16 without the signs that show (۝ and its like).
UNSEEN = (
    r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    r"\u202a-\u202e\u2060-\u206f\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    r"\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U000ffffd\U00100000-\U0010fffd]"
)

_EMOJI = r"[\u00a9\u00ae\u203c-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
#: Scripts whose letters are joined or kept apart by ZWJ and ZWNJ: Arabic and its kin, those of India, and their like.
_JOINING = r"[\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc]"
_HAN = r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
#: What is legitimate, matched from the character before: joined emoji, emoji and text style, joined letters, variants
#: of Han, Mongolian and mathematical signs. One selector each: a chain of them carries a message.
_LEGITIMATE = late.pattern(
    rf"(?:{_EMOJI}|\ufe0f)\u200d(?={_EMOJI})|{_EMOJI}[\ufe0e\ufe0f]|[#*0-9]\ufe0f(?=\u20e3)"
    rf"|{_JOINING}\u200c(?={_JOINING})|{_JOINING}\u200d(?={_JOINING}|\W|$)"
    rf"|{_HAN}[\ufe00-\ufe02\U000e0100-\U000e01ef]|[\u1820-\u18aa][\u180b-\u180d\u180f]"
    r"|[\u2200-\u22ff\u2a00-\u2aff]\ufe00"
)
#: The flags of England, Scotland and Wales, the only emoji in general use that are written with tags.
_FLAG = late.pattern(
    "\U0001f3f4\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074"
    "|\U000e0077\U000e006c\U000e0073)\U000e007f"
)
_CHARACTER = late.pattern(UNSEEN)


def hidden(text: str) -> list[int]:
    """Where characters stand that a reader does not see, from left to right, but those that a sign needs."""
    found = [each.start() for each in _CHARACTER.finditer(text)]
    flags = {at for flag in _FLAG.finditer(text) for at in range(*flag.span())} if found else ()
    return [at for at in found if at not in flags and not _is_needed(text, at)]


def _is_needed(text: str, at: int) -> bool:
    found = _LEGITIMATE.match(text, at - 1) if at else None
    return found is not None and found.end() == at + 1
