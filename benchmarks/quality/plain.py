"""What ours is held against: BM25 of SQLite's FTS5, with Porter's stems and stop words out."""

from __future__ import annotations

import re
from collections.abc import Iterable

import apsw

from stillso.core import policy

_WORD = re.compile(r"\w+")


class Plain:
    """Texts by their number, found by plain BM25; of equal ones the oldest comes first, as the engine has it."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._connection = apsw.Connection(":memory:")
        self._connection.execute("CREATE VIRTUAL TABLE text USING fts5(body, tokenize='porter unicode61')")
        for number, text in enumerate(texts):
            self.add(number, text)

    def add(self, number: int, text: str) -> None:
        """Keep a text."""
        self._connection.execute("INSERT INTO text (rowid, body) VALUES (?, ?)", (number, text))

    def drop(self, number: int) -> None:
        """A text is over."""
        self._connection.execute("DELETE FROM text WHERE rowid = ?", (number,))

    def search(self, question: str, limit: int = 10) -> list[int]:
        """The numbers of the texts that fit best."""
        words = dict.fromkeys(_WORD.findall(question.lower()))
        match = " OR ".join(f'"{word}"' for word in words if word not in policy.STOP_WORDS)
        if not match:
            return []
        asked = "SELECT rowid FROM text WHERE text MATCH ? ORDER BY bm25(text), rowid LIMIT ?"
        return [row[0] for row in self._connection.execute(asked, (match, limit))]
