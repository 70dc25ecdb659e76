"""How many tokens a text takes, where no provider's counter is at hand: an estimate by classes of characters.

What UTF-8 needs for a character tells its class: ASCII (one byte) comes four to a token, accents, Greek or Cyrillic
(two) take 5/8 of one, CJK (three) one, emoji (four) 11/8. Our choice of round figures: tokenizers differ by more than
finer classes would gain. Whoever shows it says that it is an estimate.
"""

from __future__ import annotations

from stillso.core import policy


def estimate(text: str) -> int:
    """About how many tokens a text takes; 0 for an empty one only."""
    chars = len(text)
    return -(-chars // 4) if text.isascii() else estimate_sent(chars, len(text.encode("utf-8", "surrogatepass")))


def estimate_sent(chars: int, size_bytes: int) -> int:
    """The same of a text of so many characters that takes so many bytes."""
    return -(-(3 * size_bytes - chars) // 8)


def of_other(kind: str, size: int) -> int:
    """The same of what is no text, by its kind and how many characters it is sent as: an image takes what it shows, and
    not what it is sent as."""
    return policy.IMAGE_TOKENS if "image" in kind else -(-size // 4)
