"""Somebody's text in an answer: as it is, byte for byte, between two lines that nothing in it can forge; a long one in
parts that join to its bytes.
"""

from __future__ import annotations

from collections.abc import Iterator

from stillso.core import names
from stillso.texts import Texts


def parts_of(content: str, room: int) -> Iterator[str]:
    """A text in parts of at most ``room`` bytes, cut at the end of a line where one is not too far back."""
    data = content.encode()
    while len(data) > room:
        cut = data.rfind(b"\n", room // 2, room) + 1
        part = data[: cut or room].decode("utf-8", "ignore")
        yield part
        data = data[len(part.encode()) :]
    yield data.decode()


def fenced(texts: Texts, content: str, part: str, n: int, parts: int) -> list[str]:
    """A part between two lines that hold a word which stands nowhere in the text; ``n`` counts from 0."""
    words = (names.digest(f"{k} {content}".encode())[:12] for k in range(len(content) + 1))
    word = next(word for word in words if word not in content)
    said = {"word": word, "part": n + 1, "parts": parts}
    key = "part" if parts > 1 else "whole"
    return [texts.say(f"tools.file.{key}-begins", **said), part, texts.say(f"tools.file.{key}-ends", **said)]
