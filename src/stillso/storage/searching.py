"""Search in an engine's index of terms, by named queries; what an engine says differently is its link's.

A row of the index is addressed by the number of its base, its part and the number of its text, so that what one search
wants is one range of rows; the records behind the rows are read afterwards, some at a time.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

from stillso.core.findable import Part
from stillso.core.records import EntryRow, path_of
from stillso.errors import BrokenData
from stillso.storage import queries
from stillso.storage.contract import Match, Sharing, Sought, TextKey, Unread
from stillso.storage.rows import Sql

if TYPE_CHECKING:
    from stillso.core.vectors import Vector

# Where the number of a base, the part and the number of a text stand in the address of its row in the index of terms.
_BASE, _PART, _NUMBER = 40, 38, (1 << 38) - 1
#: As a limit: more than there can be.
ALL = 2**62
#: How many records are read by one statement.
_AT_ONCE = 10


class Link(Protocol):
    """One connection in a transaction. ``engine`` is the folder of its own queries, ``numbers`` are those of bases."""

    engine: str
    numbers: dict[tuple[str, str], int]

    def rows(self, sql: str, values: Mapping[str, Sql]) -> tuple[Sequence[str], list[Sequence[Sql]]]:
        """The column names (empty when there are no rows) and the rows of a statement."""

    def match(self, terms: Sequence[str], *, every: bool, columns: Sequence[str] = ()) -> str:
        """What a search asks for in the engine's own syntax: every one of these, or one; in some columns, or in any.

        A single CJK character stands for all terms that begin with it, a term with white space for all of its parts.
        """

    def is_index_sound(self) -> bool:
        """Whether the index of terms is there and can be read; what stands in it may be wrong all the same."""

    def make_index(self) -> None:
        """Make the index of terms anew, without a term in it."""


class SqlSearch:
    """One workspace, to look for texts in."""

    def __init__(self, link: Link, workspace: str) -> None:
        self._link = link
        self._workspace = workspace
        self._sql = queries.load(link.engine)
        self._hidden: dict[str, frozenset[int]] = {}

    def _rows(self, name: str, /, **values: Sql) -> tuple[Sequence[str], list[Sequence[Sql]]]:
        try:
            return self._link.rows(self._sql[name], {"workspace": self._workspace, **values})
        except UnicodeDecodeError as problem:
            raise BrokenData(f"a row of {name} does not read: {problem}") from problem

    def _number(self, name: str, **values: Sql) -> int:
        _, rows = self._rows(name, **values)
        return int(rows[0][0] or 0) if rows else 0

    def search(self, sought: Sought) -> list[Match]:
        space = sought.space
        hidden = self._unread_rows(space) if sought.last is Part.FILE else frozenset[int]()
        given: dict[str, Sql] = {
            "match": self._link.match(
                sought.terms, every=sought.every, columns=("own", "form") if sought.every else ()
            ),
            "limit": sought.limit + len(hidden),
            "family": sought.family,
            **self._range(space, sought.first, sought.last),
        }
        audience = sought.audience if sought.audience == "anyone" else None
        if sought.place is None and audience is None:
            _, rows = self._rows("found", **given)
        else:
            _, rows = self._rows("found_at", space=space, place=sought.place, audience=audience, **given)
        found = cast(list[tuple[int, float]], rows)
        if hidden:
            found = [each for each in found if each[0] not in hidden][: sought.limit]
        records = self._found(space, [id & _NUMBER for id, _ in found if id >> _PART & 3 != Part.FILE])
        return [self._match(space, id, -score, records) for id, score in found]

    def unread(self, space: str, limit: int) -> Unread:
        _, rows = self._rows("read_through", space=space)
        version, key, head, items = cast(tuple[int, int, int, int], rows[0]) if rows else (0, 0, 0, 0)
        since, newest = (version, key), (head, items)
        if since >= newest:
            return Unread(since, since, ())
        _, rows = self._rows("unread", space=space, version=version, key=key, limit=limit)
        texts = tuple(cast(list[tuple[int, int, int]], rows))
        return Unread(since, texts[-1][:2] if texts and len(texts) == limit else newest, texts)

    def _unread_rows(self, space: str) -> frozenset[int]:
        """What the index holds of texts that were there before: the rows of files that were not read since."""
        if space not in self._hidden:
            texts = self.unread(space, ALL).texts
            first = (self._base(space) << _BASE) + (Part.FILE << _PART) if texts else 0
            self._hidden[space] = frozenset(first + key for _, key, _ in texts)
        return self._hidden[space]

    def _range(self, space: str, first: Part, last: Part) -> dict[str, Sql]:
        """The rows of a base in the index of terms, from one part to another."""
        base = self._base(space) << _BASE
        return {"low": base + (first << _PART), "high": base + ((last + 1) << _PART)}

    def _base(self, space: str) -> int:
        """The number of a base, 0 for none."""
        number = self._link.numbers.get((self._workspace, space)) or self._number("number_of", space=space)
        if number:  # a base keeps its number
            self._link.numbers[self._workspace, space] = number
        return number

    def _found(self, space: str, numbers: list[int]) -> dict[int, tuple[Any, ...]]:
        """What is shown of these records, by number: joined to the index, they would take twice the time."""
        return {row[2]: row for row in self._in_parts("found_records", space, numbers)}

    def _in_parts(self, name: str, space: str, numbers: list[int]) -> list[Any]:
        """The rows that a query gives for these numbers, some at a time."""
        rows: list[Any] = []
        for at in range(0, len(numbers), _AT_ONCE):
            some = numbers[at : at + _AT_ONCE]
            named = {f"n{n}": some[n] if n < len(some) else None for n in range(_AT_ONCE)}
            rows += self._rows(name, space=space, **named)[1]
        return rows

    def _match(self, space: str, id: int, score: float, records: Mapping[int, tuple[Any, ...]]) -> Match:
        number = id & _NUMBER
        if id >> _PART & 3 != Part.FILE:
            if number not in records:
                raise BrokenData(f"search finds memory #{number}, which is not in the index of records")
            name, status, *entry = records[number]
            return Match(score, entry[-2], path_of(number, name), status, cast(EntryRow, tuple(entry)))
        columns, rows = self._rows("item_of", space=space, key=number)
        if not rows:
            raise BrokenData(f"search finds a file that is not there, the item {number}")
        return Match(score, number, str(rows[0][columns.index("path")]), None, None)

    def rated(self, sought: Sought, texts: Sequence[TextKey]) -> list[Match]:
        base = self._range(sought.space, Part.ENDED, Part.FILE)["low"]
        ids = [cast(int, base) + (part << _PART) + n for part, n in sorted(texts)]
        columns = ("own", "form") if sought.every else ()
        match = self._link.match(sought.terms, every=sought.every, columns=columns)
        _, rows = self._rows("found_among", match=match, among=json.dumps(ids), family=sought.family)
        hidden = self._unread_rows(sought.space)
        scores = {id: score for id, score in cast(list[tuple[int, float]], rows) if id not in hidden}
        records = self._found(sought.space, [n for part, n in texts if part != Part.FILE])
        return [self._match(sought.space, id, -scores.get(id, 0.0), records) for id in ids]

    def vectors(self, sought: Sought, embedder: str) -> list[Vector]:
        audience = sought.audience if sought.audience == "anyone" else None
        given: dict[str, Sql] = {"space": sought.space, "embedder": embedder}
        if sought.place is None and audience is None:
            _, rows = self._rows("vectors", **given)
        else:
            _, rows = self._rows("vectors_at", place=sought.place, audience=audience, **given)
        return cast("list[Vector]", rows)

    def without_vector(self, space: str, embedder: str, limit: int) -> tuple[list[TextKey], int]:
        _, rows = self._rows("without_vector", space=space, embedder=embedder, limit=limit)
        found = cast(list[tuple[int, int, int]], rows)
        return [(Part(part), n) for part, n, _ in found], found[0][2] if found else 0

    def pieces(self) -> int:
        """Of how many pieces the index of terms is made."""
        return self._pieces()[0]

    def _pieces(self) -> tuple[int, bool]:
        _, rows = self._rows("pieces")
        return int(rows[0][0] or 0), bool(rows[0][1])

    def sharing(self, space: str, marks: Sequence[str], limit: int) -> list[Sharing]:
        found = self._bearing(space, marks, limit + 1) if marks else set()
        if len(found) > limit:  # then one mark may have crowded out the others
            found = {no for mark in marks for no in self._bearing(space, [mark], limit)}
        rows = self._in_parts("sharing_records", space, list(found))
        return sorted((Sharing(*row) for row in rows), key=lambda each: -each.no)

    def _bearing(self, space: str, marks: Sequence[str], limit: int) -> set[int]:
        """The numbers of the newest active records that bear one of these marks."""
        active = self._range(space, Part.ACTIVE, Part.ACTIVE)
        match = self._link.match(marks, every=False, columns=("marks",))
        _, rows = self._rows("bearing", match=match, limit=limit, **active)
        return {cast(int, row[0]) & _NUMBER for row in rows}
