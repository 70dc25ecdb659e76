"""Traditional and Simplified Chinese, folded for searching: of each character the simplified one, by OpenCC.

Character by character, so that places in a text stay where they are; words are not translated. Quotes are never folded
this way.
"""

from __future__ import annotations

from functools import cache

import opencc

#: The blocks that hold characters with a simplified form: han, its first extension, and compatibility forms.
_BLOCKS = ((0x3400, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2A6DF))


def simplified(text: str) -> str:
    """The text with each character in its simplified form; as long as before."""
    return text.translate(_table())


@cache
def _table() -> dict[int, str]:
    chars = [chr(code) for first, last in _BLOCKS for code in range(first, last + 1)]
    converted = opencc.OpenCC("t2s").convert("\n".join(chars)).split("\n")
    return {ord(char): to for char, to in zip(chars, converted, strict=True) if to != char and len(to) == 1}
