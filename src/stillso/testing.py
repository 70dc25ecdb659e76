"""For tests of stores and of what is built on them: the in-memory store, a fixed clock, the laws, the contract.

A store of your own passes when a subclass of ``StoreConformance`` that gives ``make_store`` passes under pytest:

    class TestMyStore(StoreConformance):
        def make_store(self) -> Store:
            return MyStore()

Each test states one sentence of ``stillso.storage.contract``. Nothing here imports a test framework.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from stillso.core import names, records
from stillso.core.authority import Grant, Level, Principal, PrincipalKind
from stillso.core.items import Item, ItemKind, Listed, Revision, Space, SpaceKind
from stillso.core.operations import (
    GENESIS,
    Change,
    Commit,
    Evidence,
    Operation,
    Proposal,
    Tombstone,
    Verb,
    chain_hash,
    commit_to,
)
from stillso.core.records import Indexed, Record, Source, Status
from stillso.core.sights import How, Message, Session, Sight
from stillso.errors import BrokenData, Why
from stillso.storage.contract import Row, Store, Transaction, View, Wanted
from stillso.storage.memory import MemoryStore

__all__ = ["FixedClock", "MemoryStore", "StoreConformance", "faults"]


class FixedClock:
    """A clock that stands still until it is moved. Raises Misuse for a naive moment."""

    def __init__(self, at: datetime) -> None:
        self.at = names.utc(at)

    def __call__(self) -> datetime:
        return self.at

    def advance(self, **by: float) -> None:
        """Move on by so many ``days``, ``hours``, ``minutes``, as ``timedelta`` takes them."""
        self.at += timedelta(**by)


# --- the laws ------------------------------------------------------------------------------------------------


def faults(view: View, space: Space) -> list[str]:
    """What breaks the laws of a space, as sentences; empty when it is whole.

    Versions and revisions without a gap, every hash of the chain made again, the log replayed against the items, and
    the index of records against their files.
    """
    found: list[str] = []
    heads: dict[int, Revision] = {}
    parent = GENESIS
    log = view.operations(space.id)[::-1]
    if [operation.n for operation in log] != list(range(1, space.head + 1)):
        found.append(f"the versions are not 1 to {space.head}")
    for operation in log:
        changes = view.changed_by(space.id, operation.n)
        reason = None if operation.reason is None else operation.reason.encode()
        sealed = tuple((revision.key, revision.n, revision.commitment) for _, revision in changes)
        made = (parent, chain_hash(operation, sealed), commit_to(operation.salt, reason))
        if (operation.parent, operation.hash, operation.commitment) != made:
            found.append(f"version {operation.n} does not fit the chain")
        parent = operation.hash
        for item, revision in changes:
            before = heads.get(revision.key)
            if revision.n != (before.n if before else 0) + 1 or not _sound(item, revision):
                found.append(f"{item.path}: revision {revision.n} is not what its operation wrote")
            heads[revision.key] = revision
    items = view.items(space.id)
    if [(item.key, item.head, item.deleted) for item in items] != [
        (key, revision.n, revision.data is None) for key, revision in sorted(heads.items())
    ]:
        found.append("the log replayed does not give the items")
    if view.standing_at(space.id, space.head) != [(item, heads[item.key]) for item in items if item.key in heads]:
        found.append("what stands at the head is not what the log gives")
    if (space.items, space.records) != (len(items), sum(item.no is not None for item in items)):
        found.append("the counters do not count what is there")
    if view.records(space.id, list(Status)) != _from_files(space, items, heads):
        found.append("the index is not what the files of the records say")
    return found


def _sound(item: Item, revision: Revision) -> bool:
    data = revision.data
    seal = commit_to(revision.salt, item.path.encode(), data)
    named = (len(data or b""), None if data is None else names.digest(data), seal)
    return (revision.size_bytes, revision.sha256, revision.commitment) == named


def _from_files(space: Space, items: Sequence[Item], heads: dict[int, Revision]) -> list[Indexed]:
    numbers = {item.id: item.no for item in items}
    limits = records.limits_of(space.settings)
    rows = [
        records.indexed(
            space.id, item.key, item.head, records.parse(heads[item.key].text or "", numbers.get), limits
        )
        for item in items
        if item.kind is ItemKind.RECORD
    ]
    return sorted(rows, key=lambda row: row.record.no)


# --- builders ------------------------------------------------------------------------------------------------

W = "workspace"
AT = datetime(2026, 6, 22, 3, 10, 0, 1, tzinfo=UTC)
DAY = timedelta(days=1)
#: Everything that is special to some database, shell or reader.
ODD = "'\";--%_\\?:a $1 {x}\r\n\t\x01\x1f\x7f\x85 e\u0301é 漢字　｜ \u200b\u2028\u202e\ufeff\uffff 🙂\U0010ffff "


def _space(id: str = "B", **fields: Any) -> Space:
    space = Space(id=id, kind=SpaceKind.BASE, slug=f"slug-{id}", name="", description="", created_at=AT)
    return replace(space, **fields)


def _principal(id: str, name: str, **fields: Any) -> Principal:
    return replace(Principal(id=id, kind=PrincipalKind.AGENT, name=name, created_at=AT), **fields)


def _session(id: str = "s1", **fields: Any) -> Session:
    session = Session(id=id, agent="a", person="p", channel="cli", bases=("B",), window_id="W", opened_at=AT)
    return replace(session, **fields)


def _message(n: int, **fields: Any) -> Message:
    return replace(
        Message(session="s1", n=n, delivered_by="h", said_by="mei", known=True, text="so", at=AT), **fields
    )


def _sight(n: int, **fields: Any) -> Sight:
    return replace(Sight(session="s1", n=n, space="B", how=How.READ, turn=0, at=AT, packed=b"\1\1"), **fields)


def _proposal(id: str, **fields: Any) -> Proposal:
    proposal = Proposal(
        id=id, space="B", verb=Verb.AMEND, asked={}, seen={}, shown={}, why=Why.NO_QUOTE, flags=(), actor="a",
        session=None, opened_at=AT,
    )  # fmt: skip
    return replace(proposal, **fields)


def _tombstone(fingerprint: bytes, **fields: Any) -> Tombstone:
    return replace(Tombstone(fingerprint=fingerprint, space="B", version=1, no=None, decision="retracted"), **fields)


def _evidence(version: int, **fields: Any) -> Evidence:
    evidence = Evidence(space="B", version=version, session="s1", message=1, begins=0, ends=2, delivered_by="h")
    return replace(evidence, **fields)


def _row(no: int, *, space: str = "B", due_at: datetime | None = None, depth: int = 0, **fields: Any) -> Indexed:
    record = Record(
        no=no, id=f"R{no}", name="n", type="feedback", status=Status.ACTIVE, source=Source.STATED, content="c",
        condition=None, quote=None, scope=None, audience="user", said_by=None, written_by="w", session=None,
        created_at=AT, modified_at=AT, confirmed_at=AT, version=1,
    )  # fmt: skip
    record = replace(record, **fields)
    rank = list(Source).index(record.source)
    return Indexed(space=space, key=no, revision=1, record=record, due_at=due_at, depth=depth, rank=rank)


def _change(key: int, path: str, text: str | None, n: int = 1, version: int = 1, **fields: Any) -> Change:
    data = None if text is None else text.encode()
    item = Item(space="B", key=key, id=f"I{key}", kind=ItemKind.FILE, path=path, head=n, deleted=text is None)
    revision = Revision(
        space="B", key=key, n=n, version=version, data=data, size_bytes=len(data or b""),
        sha256=None if data is None else names.digest(data), salt=b"salt", commitment=b"c",
    )  # fmt: skip
    return Change(item=replace(item, **fields), revision=revision)


def _commit(n: int, *changes: Change, at: datetime = AT, **fields: Any) -> Commit:
    operation = Operation(
        space="B", n=n, id=f"O{n}", verb=Verb.WRITE, actor="a", session=None, authority="granted", person=None, at=at,
        recorded_at=AT, reason=None, salt=b"salt", commitment=b"c", parent=bytes(32), hash=bytes([n]) * 32,
    )  # fmt: skip
    return Commit(operation=operation, changes=changes, **fields)


def _listed(change: Change, operation: Operation) -> Listed:
    item, revision = change.item, change.revision
    return Listed(
        path=item.path, kind=item.kind, key=item.key, head=item.head, version=operation.n,
        size_bytes=revision.size_bytes, sha256=revision.sha256, summary=item.summary, actor=operation.actor,
        authority=operation.authority, at=operation.at,
    )  # fmt: skip


def _elsewhere(work: Callable[[], Any]) -> Any:
    """What the work gives in a thread of its own, where a store has another connection."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result(timeout=60)


class _Stop(Exception):
    """Raised by the tests' own work."""


# --- the contract --------------------------------------------------------------------------------------------


class StoreConformance:
    """What every store does. A subclass gives ``make_store``: an empty store, at each call a new one."""

    def make_store(self) -> Store:
        """An empty store."""
        raise NotImplementedError

    def _empty(self) -> AbstractContextManager[Store]:
        return closing(self.make_store())

    @contextmanager
    def _store(self, *rows: Row, commits: Sequence[Commit] = (), index: Sequence[Indexed] = ()) -> Iterator[Store]:
        """A store with one base, these rows, these commits, one after the other, and this index."""
        with self._empty() as store:
            store.run(W, None, lambda tx: [tx.save(row) for row in (_space(), *rows)])
            for commit in commits:
                store.run(W, "B", lambda tx, commit=commit: tx.append(commit))
            if index:
                store.run(W, "B", lambda tx: tx.reindex("B", index))
            yield store

    @contextmanager
    def _view(self, *rows: Row, commits: Sequence[Commit] = (), index: Sequence[Indexed] = ()) -> Iterator[View]:
        with self._store(*rows, commits=commits, index=index) as store, store.view(W) as view:
            yield view

    # writing
    def test_run_gives_what_work_gives_and_keeps_what_it_wrote(self) -> None:
        """The result of the work comes back, and its writes are there for whoever comes next."""
        with self._store() as store:
            assert 7 == store.run(W, "B", lambda tx: (tx.save(_principal("a", "ann")), 7)[1])
            with store.view(W) as view:
                assert [_principal("a", "ann")] == view.principals()

    def test_nothing_stays_of_work_that_raises(self) -> None:
        """When work raises, its error comes out and nothing that it wrote is there."""

        def work(tx: Transaction) -> None:
            tx.append(_commit(1, _change(1, "a.md", "a"), evidence=(_evidence(1),), rejected=(_tombstone(b"t"),)))
            tx.save(_principal("a", "ann"))
            tx.reindex("B", [_row(1)])
            raise _Stop

        with self._store() as store:
            with suppress(_Stop):
                store.run(W, "B", work)
                raise AssertionError("the error of the work was swallowed")
            with store.view(W) as view:
                assert _space() == view.space("B")
                assert ([], [], [], []) == (view.operations("B"), view.items("B"), view.revisions("B", 1), view.bases()[1:])
                assert ([], [], None) == (view.principals(), view.records("B", list(Status)), view.evidence("B", 1))
                assert None is view.tombstone(b"t")
            store.run(W, "B", lambda tx: tx.append(_commit(1)))

    def test_a_transaction_reads_what_it_wrote(self) -> None:
        """Inside the work what was written is there already."""

        def work(tx: Transaction) -> tuple[int, str | None]:
            tx.append(_commit(1, _change(1, "a.md", "甲")))
            revision, space = tx.revision("B", 1, 1), tx.space("B")
            assert revision is not None
            assert space is not None
            return space.head, revision.text

        with self._store() as store:
            assert (1, "甲") == store.run(W, "B", work)

    def test_writers_of_one_space_come_one_after_another(self) -> None:
        """Of twenty writers in four threads each sees the head that the one before left."""

        def work(tx: Transaction) -> int:
            space = tx.space("B")
            assert space is not None
            tx.append(_commit(space.head + 1))
            return space.head

        with self._store() as store:
            with ThreadPoolExecutor(4) as pool:
                heads = sorted(pool.map(lambda _: store.run(W, "B", work), range(20)))
            assert list(range(20)) == heads
            with store.view(W) as view:
                assert list(range(20, 0, -1)) == [operation.n for operation in view.operations("B")]

    # reading
    def test_a_snapshot_does_not_move(self) -> None:
        """What is written while a view is open is not in that view."""
        with self._store() as store:
            with store.view(W) as view:
                assert [] == view.principals()
                _elsewhere(lambda: store.run(W, "B", lambda tx: tx.save(_principal("a", "ann"))))
                _elsewhere(lambda: store.run(W, "B", lambda tx: tx.append(_commit(1))))
                assert [] == view.principals()
                assert [] == view.operations("B")
            with store.view(W) as later:
                assert [1] == [operation.n for operation in later.operations("B")]

    def test_a_snapshot_is_taken_when_the_view_opens(self) -> None:
        """A write that comes after the view was opened and before its first reading is not in it."""
        with self._store() as store, store.view(W) as view:
            _elsewhere(lambda: store.run(W, "B", lambda tx: tx.save(_principal("a", "ann"))))
            assert [] == view.principals()

    def test_readers_are_not_blocked_by_a_writer(self) -> None:
        """While work holds the lock another thread reads what was there before."""
        with self._store() as store:

            def read() -> list[Principal]:
                with store.view(W) as view:
                    return view.principals()

            def work(tx: Transaction) -> Any:
                tx.save(_principal("a", "ann"))
                return _elsewhere(read)

            assert [] == store.run(W, "B", work)

    # appending
    def test_only_the_next_version_is_appended(self) -> None:
        """Any other number than head plus one is broken data, and nothing of it stays."""
        with self._store(commits=[_commit(1), _commit(2)]) as store:
            for n in (0, 1, 2, 4):
                with suppress(BrokenData):
                    store.run(W, "B", lambda tx, n=n: tx.append(_commit(n, _change(1, "a.md", "a"))))
                    raise AssertionError(f"version {n} was taken")
            with store.view(W) as view:
                assert _space(head=2) == view.space("B")
                assert [] == view.items("B")

    def test_the_head_and_the_counters_move_with_the_operations(self) -> None:
        """A space counts its versions, its items, and among these its records; a new revision is no new item."""
        record = replace(_change(2, "records/0001-n.md", "r", no=1, kind=ItemKind.RECORD), indexed=_row(1))
        commits = [
            _commit(1, _change(1, "a.md", "a"), record),
            _commit(2, _change(1, "a.md", None, n=2, version=2)),
            _commit(3, _change(1, "a.md", "b", n=3, version=3)),
        ]
        with self._view(commits=commits) as view:
            assert _space(head=3, items=2, records=1) == view.space("B")
            assert _row(1) == view.record("B", 1)

    def test_a_whole_commit_comes_back(self) -> None:
        """Every field of the operation, items, revisions, index rows and evidence is as it was given."""
        row = _row(1, content=ODD, condition=ODD, quote=ODD, scope="漢/b", said_by="梅", session="s1", supersedes=2,
                   supersedes_id="x", superseded_by=3, superseded_by_id="y", due_at=AT + DAY, depth=2)  # fmt: skip
        first = replace(_change(1, ODD, ODD, id="I", no=1, kind=ItemKind.RECORD, summary=ODD), indexed=row)
        commit = _commit(1, first, evidence=(_evidence(1, delivered_by=ODD),))
        told = replace(commit.operation, session="s1", person="p", reason=ODD, verb=Verb.REMEMBER, authority="quoted")
        with self._view(commits=[replace(commit, operation=told)]) as view:
            assert [told] == view.operations("B")
            assert first.item == view.item("B", ODD)
            assert [first.revision] == view.revisions("B", 1)
            assert row == view.record("B", 1)
            assert _evidence(1, delivered_by=ODD) == view.evidence("B", 1)
            assert [_listed(first, told)] == view.files("B", "")

    def test_rejected_contents_are_known_until_they_are_lifted(self) -> None:
        """A commit brings fingerprints and takes others away."""
        commits = [_commit(1, rejected=(_tombstone(b"t"), _tombstone(b"u", no=3))), _commit(2, lifted=(b"t", b"none"))]
        with self._view(commits=commits) as view:
            assert None is view.tombstone(b"t")
            assert _tombstone(b"u", no=3) == view.tombstone(b"u")

    # the log and the past
    def test_operations_come_newest_first(self) -> None:
        """All of a space, those below a version, the first few, or none."""
        with self._view(commits=[_commit(n) for n in (1, 2, 3, 4)]) as view:
            assert [4, 3, 2, 1] == [operation.n for operation in view.operations("B")]
            assert [2, 1] == [operation.n for operation in view.operations("B", before=3)]
            assert [3, 2] == [operation.n for operation in view.operations("B", before=4, limit=2)]
            assert [] == view.operations("B", before=1)

    def test_no_operation_is_below_version_0_and_a_limit_of_0_gives_none(self) -> None:
        """Nought is a number like any other."""
        with self._view(commits=[_commit(1)]) as view:
            assert [] == view.operations("B", limit=0)
            assert [] == view.operations("B", before=0)

    def test_the_version_at_a_moment_is_the_newest_that_had_happened(self) -> None:
        """At the moment itself it counts; before the first there is 0; a clock that went back hides nothing."""
        commits = [_commit(1, at=AT), _commit(2, at=AT + 2 * DAY), _commit(3, at=AT + DAY)]
        with self._view(commits=commits) as view:
            asked = [AT - DAY, AT, AT + DAY, AT + 2 * DAY]
            assert [0, 1, 3, 3] == [view.version_at("B", at) for at in asked]

    def test_the_past_is_read_by_version(self) -> None:
        """What stood at a version, and what one version changed, by key and with the item as it is now."""
        first, other = _change(1, "b.md", "1"), _change(2, "a.md", "1")
        second, third = _change(1, "b.md", "2", n=2, version=2), _change(2, "a.md", None, n=2, version=3)
        now = {1: second.item, 2: third.item}
        with self._view(commits=[_commit(1, other, first), _commit(2, second), _commit(3, third)]) as view:
            assert [] == view.standing_at("B", 0)
            assert [(now[1], first.revision), (now[2], other.revision)] == view.standing_at("B", 1)
            assert [(now[1], second.revision), (now[2], other.revision)] == view.standing_at("B", 2)
            assert [(now[1], second.revision), (now[2], third.revision)] == view.standing_at("B", 9)
            assert [(now[1], first.revision), (now[2], other.revision)] == view.changed_by("B", 1)
            assert [(now[2], third.revision)] == view.changed_by("B", 3)
            assert [first.revision, second.revision] == view.revisions("B", 1)
            assert first.revision == view.revision("B", 1, 1)

    # files
    def test_a_deleted_item_keeps_its_path_and_leaves_the_files(self) -> None:
        """Items by key, deleted ones included; files by path, living ones only."""
        gone = _change(1, "b.md", None, n=2, version=2)
        commits = [_commit(1, *(_change(key, f"{path}.md", "x") for key, path in enumerate("bca", 1))), _commit(2, gone)]
        with self._view(commits=commits) as view:
            assert gone.item == view.item("B", "b.md")
            assert [1, 2, 3] == [item.key for item in view.items("B")]
            assert ["a.md", "c.md"] == [file.path for file in view.files("B", "")]

    def test_a_prefix_of_paths_is_taken_literally(self) -> None:
        """Signs that are wildcards somewhere stand for themselves, and letters differ by case (case MU-03)."""
        paths = ["%/a", "a.c/b", "abc/b", "kai-lin/a", "kaiXlin/a", "kai_lin/a", "zeta/a", "zeta-lab/a", "甲/a", "甲乙/a"]
        changes = [_change(key, path, "x") for key, path in enumerate(paths, 1)]
        with self._view(commits=[_commit(1, *changes)]) as view:
            for prefix in ("%", "_", "a.c/", "kai_lin/", "zeta/", "ZETA", "甲/", "甲", "", "[a-z]", "*"):
                expected = sorted(path for path in paths if path.startswith(prefix))
                assert expected == [file.path for file in view.files("B", prefix)]

    # records
    def test_records_come_by_number(self) -> None:
        """Those of the statuses that are asked for, in one order."""
        statuses = {3: Status.ACTIVE, 1: Status.RETRACTED, 2: Status.SUPERSEDED, 4: Status.ACTIVE}
        with self._view(index=[_row(no, status=status) for no, status in statuses.items()]) as view:
            assert [1, 2, 3, 4] == [row.record.no for row in view.records("B", list(Status))]
            assert [1, 3, 4] == [row.record.no for row in view.records("B", [Status.ACTIVE, Status.RETRACTED])]
            assert [] == view.records("B", [])

    def test_reindex_replaces_the_index_of_one_space(self) -> None:
        """Rows that are not given are gone; another space keeps its own."""
        other = _row(1, space="C")
        with self._store(_space("C"), index=[_row(1), _row(2)]) as store:
            store.run(W, "C", lambda tx: tx.reindex("C", [other]))
            store.run(W, "B", lambda tx: tx.reindex("B", iter([_row(2, content="new", name="m", written_by="v")])))
            with store.view(W) as view:
                assert [_row(2, content="new", name="m", written_by="v")] == view.records("B", list(Status))
                assert [other] == view.records("C", list(Status))

    def _wanted(self, index: Sequence[Indexed], **fields: Any) -> tuple[list[int], int]:
        with self._view(index=index) as view:
            rows, count = view.wanted(Wanted(**{"space": "B", "now": AT + DAY, "limit": 99, **fields}))
            return [row.record.no for row in rows], count

    def test_wanted_records_come_in_the_order_of_lines(self) -> None:
        """Marked first, narrower scope, stated before confirmed, last confirmed, newest number."""
        index = [
            _row(1, source=Source.OWNER),
            _row(2),
            _row(3, confirmed_at=AT + timedelta(microseconds=1)),
            _row(4),
            _row(5, scope="a", depth=1, source=Source.CONFIRMED),
            _row(6, due_at=AT + DAY),  # on the last instant: not yet marked
            _row(7, due_at=AT + DAY - timedelta(microseconds=1)),
            _row(8, confirmed_at=AT + DAY + timedelta(microseconds=1)),  # ahead of the clock
            _row(9, scope="a/b", depth=2, due_at=AT),
        ]  # fmt: skip
        assert ([9, 8, 7, 5, 3, 6, 4, 2, 1], 9) == self._wanted(index)

    def test_wanted_records_are_active_ones(self) -> None:
        """What was superseded or retracted is neither given nor counted."""
        index = [_row(1), _row(2, status=Status.SUPERSEDED), _row(3, status=Status.RETRACTED)]
        assert ([1], 1) == self._wanted(index)
        assert ([], 0) == self._wanted(index, space="C")

    def test_a_scope_covers_places_label_by_label(self) -> None:
        """checkout covers checkout/e2e and not checkout2; without a place every scope is wanted."""
        scopes = [None, "checkout", "checkout/e2e", "check_ut", "%", "Checkout", "結帳"]
        index = [_row(no, scope=scope) for no, scope in enumerate(scopes, 1)]
        expected = {None: [7, 6, 5, 4, 3, 2, 1], "checkout": [2, 1], "checkout/e2e/x": [3, 2, 1], "checkout2": [1]}
        assert expected == {place: self._wanted(index, place=place)[0] for place in expected}
        assert ([7, 1], 2) == self._wanted(index, place="結帳/甲")

    def test_readers_of_texts_for_others_see_what_is_for_anyone(self) -> None:
        """The user's own agent sees both kinds."""
        index = [_row(1), _row(2, audience="anyone")]
        expected = {"anyone": ([2], 1), "user": ([2, 1], 2), None: ([2, 1], 2)}
        assert expected == {audience: self._wanted(index, audience=audience) for audience in expected}

    def test_a_limit_cuts_the_rows_and_not_the_count(self) -> None:
        """The first ones in the order of lines, over marked and unmarked, and how many there are in all."""
        index = [_row(no, due_at=AT if no > 2 else None) for no in (1, 2, 3, 4)]
        expected = {0: ([], 4), 1: ([4], 4), 2: ([4, 3], 4), 3: ([4, 3, 2], 4), 9: ([4, 3, 2, 1], 4)}
        assert expected == {limit: self._wanted(index, limit=limit) for limit in expected}

    # saving
    def test_principals_are_found_by_name_or_id_and_listed_by_name(self) -> None:
        """A second save of the same id replaces the name."""
        ann, bob = _principal("2", "ann"), _principal("1", "bob", kind=PrincipalKind.PERSON)
        with self._view(bob, _principal("2", "amy"), ann) as view:
            assert [ann, bob] == view.principals()
            assert (ann, ann, None) == (view.principal("2"), view.principal("ann"), view.principal("amy"))

    def test_grants_come_by_principal(self) -> None:
        """A second grant to the same agent replaces the first."""
        grants = [Grant(space="B", principal=id, level=Level.READ, at=AT) for id in "ba"]
        raised = replace(grants[0], level=Level.ASK, at=AT + DAY)
        with self._view(*grants, raised, replace(raised, space="C")) as view:
            assert [grants[1], raised] == view.grants("B")

    def test_bases_come_by_slug_and_are_found_by_it(self) -> None:
        """Windows are no bases; a second save changes the words of a base and not its counters."""
        settings = {"limits": {"feedback": 3, ODD: None}}
        window = _space("W", kind=SpaceKind.WINDOW, slug="W")
        named = _space("A", slug="z", name=ODD, description=ODD, settings=settings)
        with self._view(_space("A", slug="y"), window, named, commits=[_commit(1)]) as view:
            assert [_space(head=1), named] == view.bases()
            assert (named, named, None) == (view.space("A"), view.space("z"), view.space("y"))
            assert window == view.space("W")

    def test_sessions_come_newest_first(self) -> None:
        """A second save of a session replaces what it heard and was shown, and when it ended."""
        later = _session("s0", opened_at=AT + DAY, person=None, bases=(), channel="webhook")
        ended = _session("s1", closed_at=AT + DAY, heard=3, shown=4, bases=("B", "C"))
        with self._view(replace(ended, heard=0, closed_at=None), later, _session("s2"), ended) as view:
            assert [later, _session("s2"), ended] == view.sessions()
            assert ended == view.session("s1")

    def test_messages_and_sights_come_oldest_first(self) -> None:
        """Of one session; sights of one space, or of all."""
        messages = [_message(2, text=ODD, asked=ODD, known=False), _message(10), _message(1)]
        sights = [_sight(10), _sight(2, space="C", how=How.NEWS, turn=3, packed=bytes(range(256))), _sight(1)]
        with self._view(*messages, _message(1, session="s2"), *sights, _sight(3, session="s2")) as view:
            assert [messages[2], messages[0], messages[1]] == view.messages("s1")
            assert [sights[2], sights[1], sights[0]] == view.sights("s1")
            assert [sights[2], sights[0]] == view.sights("s1", "B")

    def test_open_proposals_come_oldest_first(self) -> None:
        """Of one space or of all; a decided one is found by its id only."""
        full = _proposal(
            "p2", asked={"content": ODD, "n": None}, seen={"#1": 2}, shown={"files": [{"path": ODD}]},
            flags=(Why.OLD_WORDS, Why.ASK_FIRST), session="s1", evidence={"slice": ODD},
        )  # fmt: skip
        rows = [_proposal("p1", opened_at=AT + DAY), full, _proposal("p3", space="C")]
        decided = replace(full, outcome="approved", decided_by="p", decided_at=AT + DAY, version=3)
        with self._view(*rows) as view:
            assert [full, rows[2], rows[0]] == view.proposals()
            assert [full, rows[0]] == view.proposals("B")
        with self._view(*rows, decided) as view:
            assert [rows[2], rows[0]] == view.proposals()
            assert decided == view.proposal("p2")

    def test_a_fingerprint_has_one_decision(self) -> None:
        """The newest one stands."""
        newest = _tombstone(b"t", space="C", version=2, no=5, decision="refused")
        with self._view(_tombstone(b"t"), newest) as view:
            assert newest == view.tombstone(b"t")

    def test_absent_things_are_none_or_nothing(self) -> None:
        """Reading what is not there is no error, in a workspace that nobody ever wrote to either."""
        with self._empty() as store, store.view("nobody's") as view:
            one = [view.principal("x"), view.space("x"), view.item("x", "x"), view.record("x", 1), view.evidence("x", 1)]
            assert [None] * 9 == [*one, view.revision("x", 1, 1), view.tombstone(b"x"), view.session("x"), view.proposal("x")]
            many = [view.principals(), view.grants("x"), view.bases(), view.records("x", list(Status)), view.items("x")]
            many += [view.files("x", ""), view.revisions("x", 1), view.operations("x"), view.standing_at("x", 1)]
            many += [view.changed_by("x", 1), view.sessions(), view.messages("x"), view.sights("x"), view.proposals()]
            assert [[]] * 14 == many
            assert (0, ([], 0)) == (view.version_at("x", AT), view.wanted(Wanted(space="x", now=AT, limit=9)))

    def test_workspaces_are_kept_apart(self) -> None:
        """The same ids in two workspaces are two things; what one writes the other never sees."""

        def fill(name: str) -> Callable[[Transaction], None]:
            def work(tx: Transaction) -> None:
                for row in (_space(name=name), _principal("a", name), _session(agent=name), _message(1, text=name)):
                    tx.save(row)
                tx.append(_commit(1, _change(1, "a.md", name), rejected=(_tombstone(name.encode()),)))
                tx.reindex("B", [_row(1, content=name)])

            return work

        with self._empty() as store:
            store.run("one", "B", fill("ann"))
            store.run("two", "B", fill("bob"))
            store.run("two", "B", lambda tx: (tx.append(_commit(2)), tx.reindex("B", [])))
            with store.view("one") as view:
                assert [_space(name="ann", head=1, items=1)] == view.bases()
                assert [_principal("a", "ann")] == view.principals()
                assert [_message(1, text="ann")] == view.messages("s1")
                assert [_session(agent="ann")] == view.sessions()
                assert [b"ann"] == [revision.data for revision in view.revisions("B", 1)]
                assert [_row(1, content="ann")] == view.records("B", list(Status))
                assert ([1], None) == ([operation.n for operation in view.operations("B")], view.tombstone(b"bob"))
