"""Vectors of texts: made when a search first needs them, in no lock, and compared with what is asked.

Loaded only where an embedder is in use; numpy comes with the extra ``embed``. Whatever an embedder raises ends up as
words beside the answer: a search goes on without it, and a write never waits for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy

from stillso.core import fusion, policy
from stillso.core.findable import Part
from stillso.core.operations import Refused
from stillso.core.records import Status
from stillso.core.values import dataclass
from stillso.core.vectors import Embedder, packed
from stillso.errors import LostStorage
from stillso.services import access
from stillso.services.workspace import Workspace
from stillso.storage.contract import Sought, TextKey, Transaction, View

#: Rows that are compared at a time: as numbers a block takes 6 MB.
_BLOCK = 4096

#: Told how many texts of a base were encoded, and how many there are to encode.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Asked:
    """A question as a vector, None where the embedder failed; what it said then; and how many texts lack theirs."""

    vector: bytes | None
    problem: str | None
    lacking: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Encoded:
    """How many texts were encoded, how many still lack their vector, and why, where the embedder failed."""

    count: int
    lacking: int
    problem: str | None


def asked(ws: Workspace, embedder: Embedder, space: str, text: str) -> Asked:
    """A question, encoded; first a few of the texts that have no vector yet get theirs."""
    done = _fill(ws, embedder, space, policy.ENCODED_A_SEARCH)
    made = _embedded(embedder, [text[: policy.QUERY_CHARS]])
    if isinstance(made, str):
        return Asked(vector=None, problem=made, lacking=done.lacking)
    return Asked(vector=made[0], problem=done.problem, lacking=done.lacking)


def encode(ws: Workspace, embedder: Embedder, base: str, progress: Progress) -> Encoded | Refused:
    """Give every text of a base its vector; those that have one keep it."""
    with ws.view() as view:
        space = access.base_of(view, base)
    if space is None:
        return access.unknown("base", base)
    count, left = 0, None
    while True:
        done = _fill(ws, embedder, space.id, policy.ENCODED_A_SEARCH)
        count += done.count
        if done.count:
            progress(count, count + done.lacking)
        if done.problem or not done.lacking or (not done.count and done.lacking == left):
            return Encoded(count=count, lacking=done.lacking, problem=done.problem)
        left = done.lacking


def standings(view: View, sought: Sought, embedder: Embedder, question: bytes) -> dict[TextKey, float]:
    """How near the meaning of each text in reach is to that of a question, beside the others."""
    near = view.vectors(sought, embedder.name)
    rows = [row for row in near if row[0] <= sought.last and len(row[2]) == len(question)]
    to = numpy.frombuffer(question, numpy.int8).astype(numpy.float32)
    to /= numpy.linalg.norm(to)
    cosines: list[float] = []
    for start in range(0, len(rows), _BLOCK):
        data = b"".join([row[2] for row in rows[start : start + _BLOCK]])
        block = numpy.frombuffer(data, numpy.int8).reshape(-1, len(question)).astype(numpy.float32)
        lengths = numpy.sqrt(numpy.einsum("ij,ij->i", block, block))
        cosines += (numpy.einsum("ij,j->i", block, to) / numpy.maximum(lengths, 1)).tolist()
    keys = [row[:2] for row in rows]
    return fusion.standings(dict(zip(keys, cosines, strict=True)))


def _fill(ws: Workspace, embedder: Embedder, space: str, most: int) -> Encoded:
    """Encode at most so many texts that lack their vector, and keep what still stands by then."""
    with ws.view() as view:
        keys, lacking = view.without_vector(space, embedder.name, most)
        texts = {key: text for key in keys if (text := _text(view, space, key)) is not None}
    made = _embedded(embedder, list(texts.values())) if texts else []
    if isinstance(made, str):
        return Encoded(count=0, lacking=lacking, problem=made)

    def keep(tx: Transaction) -> int:
        vectors = [
            (*key, data) for (key, text), data in zip(texts.items(), made, strict=True) if _text(tx, space, key) == text
        ]
        tx.point(space, embedder.name, vectors)
        return len(vectors)

    try:
        count = ws.run(space, keep, durable=False) if made else 0
    except LostStorage as lost:  # a disk that is full or read-only keeps nobody from searching
        return Encoded(count=0, lacking=lacking, problem=str(lost))
    return Encoded(count=count, lacking=lacking - count, problem=None)


def _text(view: View, space: str, key: TextKey) -> str | None:
    """What a text says by itself, as far as it is encoded; None where it is not in force."""
    part, n = key
    if part is not Part.FILE:
        row = view.record(space, n)
        return row.record.content[: policy.ENCODED_CHARS] if row and row.record.status is Status.ACTIVE else None
    item = view.item_of(space, n)
    head = view.revision(space, n, item.head) if item and not item.deleted else None
    return f"{item.path}\n{head.text}"[: policy.ENCODED_CHARS] if item and head and head.text is not None else None


def _embedded(embedder: Embedder, texts: Sequence[str]) -> list[bytes] | str:
    """The vectors of these texts, or why there are none."""
    try:
        made = [packed(vector, embedder.size) for vector in embedder.embed(texts)]
        if len(made) != len(texts):
            raise ValueError(f"{len(made)} vectors for {len(texts)} texts")
    except Exception as problem:  # noqa: BLE001  an embedder is anybody's code: another outermost surface
        return f"{type(problem).__name__}: {problem}"
    return made
