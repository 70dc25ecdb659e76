"""The contract of a store, in prose.

A store keeps workspaces apart, spaces with their operations, and what belongs to them. It decides nothing: verbs do.

- **Writing.** ``run`` takes the lock of one space, by id or slug (or of the workspace, when the space is None), calls
  ``work`` once with a transaction, and makes all it wrote durable before it returns; when ``work`` raises, nothing of
  it is there.
  Whoever waits for the lock reads everything after it. ``work`` may be called again when the engine asks for it, so it
  holds nothing but the database. Writers of one space come one after another, in the order they came where the system
  lets them queue; readers are never blocked. What need not be ``durable`` outlives the process, but perhaps not a power
  cut.
- **Reading.** ``view`` gives one consistent snapshot that later writes do not move.
- **Appending.** ``append`` takes a whole commit: the operation, its changes, index rows, evidence and fingerprints, in
  the same transaction. Operations and revisions are never changed or removed afterwards. The operation's number must be
  the space's head plus one; the head moves with it. A store raises ``BrokenData`` for any other number.
- **Saving.** ``save`` inserts a row or replaces what may change of the one with the same key (never the counters of a
  space, nor whose a session, a message or a call is): principals, spaces, grants, sessions,
  messages, calls, sights, proposals, fingerprints.
- **Order.** What comes as a list comes in a stated order; absent things are None or an empty list, never an error.
- **Finding.** What is worded in a commit is found by its terms from then on, and by no earlier ones. A living file that
  a commit changes is *unread*: it is found by nothing until it is worded (``unread``, ``word``). How scores come
  about is the engine's; each term that a text shares raises it, a rare one more, and the less the farther it is from
  the text itself: ``own``, ``asked``, ``near``, ``family``. What is not wanted (another space, part, place or audience)
  is left out before the limit.
- **Reading what is broken.** A row whose columns are no value of its kind raises ``BrokenData``, never another error.
- **Losing.** ``LostStorage`` when the engine cannot open, read or write; it says which and gives the engine's words.

Every store passes the suite in ``stillso.testing``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from stillso.core import policy
from stillso.core.authority import Grant, Principal, PrincipalKind
from stillso.core.findable import Part, Worded
from stillso.core.items import Item, Listed, Revision, Space
from stillso.core.operations import Commit, Evidence, Operation, Proposal, Tombstone
from stillso.core.records import EntryRow, Indexed, Status
from stillso.core.sights import Call, How, Message, Session, Sight
from stillso.core.values import dataclass

if TYPE_CHECKING:
    from stillso.core.vectors import Vector

T = TypeVar("T")

#: What ``save`` takes.
Row = Principal | Space | Grant | Session | Message | Call | Sight | Proposal | Tombstone

#: What ``page`` gives: everything of a space that its log accounts for.
P = TypeVar("P", Operation, Revision, Evidence, Tombstone, Item, Indexed)


@dataclass(frozen=True, kw_only=True, slots=True)
class Wanted:
    """Which active records the lines of a session want: of one base, at a place, for an audience.

    Limits count from ``now``; what is dated after ``read_at`` (default: the same) is marked as well.
    """

    space: str
    now: datetime
    read_at: datetime | None = None
    place: str | None = None
    audience: str | None = None
    limit: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Sought:
    """Which texts a search wants: of one base, in the parts ``first`` to ``last``, those that hold ``every`` one of the
    terms themselves (``own``, ``form``), or one of them anywhere; of records those that show at a place and for an
    audience, of a place None all. ``family`` is what a name of a family counts.

    A term that is one CJK character stands for all that begin with it, one with white space for all of its parts.
    """

    space: str
    terms: tuple[str, ...]
    every: bool
    first: Part = Part.ACTIVE
    last: Part = Part.FILE
    place: str | None = None
    audience: str | None = None
    family: float = policy.FAMILY
    limit: int


class Match(NamedTuple):
    """A text that a search found: how well it fits, its item, and of a record the status and what lines show."""

    score: float
    key: int
    path: str
    status: str | None
    entry: EntryRow | None


#: What a text is known by to a search: its part, and the number of a record or the key of a file.
TextKey = tuple[Part, int]


class Written(NamedTuple):
    """A text of a file: which revision, what it says, and by whom; of nobody known the id stands for the name."""

    key: int
    n: int
    version: int
    text: str
    sha256: str
    actor: str
    kind: PrincipalKind | None


class Unread(NamedTuple):
    """Files that nothing finds yet, oldest first: the version that wrote the newest text of each, key, and revision.

    ``since`` is the revision through which a base was read, by version and key; ``until`` the same once these are.
    """

    since: tuple[int, int]
    until: tuple[int, int]
    texts: tuple[tuple[int, int, int], ...]

    @property
    def is_due(self) -> bool:
        """Whether there is something to read, or so much that holds no file that it had better be noted as read."""
        return bool(self.texts) or self.until[0] - self.since[0] >= policy.VERSIONS_UNREAD


class Sharing(NamedTuple):
    """An active record that shares a mark with another text."""

    no: int
    content: str
    scope: str | None
    audience: str


class View(Protocol):
    """One consistent snapshot of a workspace."""

    # who
    def principal(self, key: str) -> Principal | None:
        """The principal of this name or id."""

    def principals(self) -> list[Principal]:
        """All principals, by name."""

    def grants(self, space: str) -> list[Grant]:
        """The grants of a base, by principal id."""

    # where
    def space(self, key: str) -> Space | None:
        """The space of this id, or the base of this slug."""

    def bases(self) -> list[Space]:
        """All bases, by slug."""

    # what
    def item(self, space: str, path: str) -> Item | None:
        """The item at this path, deleted ones included: a path keeps its item."""

    def head(self, space: str, path: str) -> Written | None:
        """What stands at a path, None where nothing does."""

    def written(self, space: str, key: int, n: int) -> Written | None:
        """The same of any revision of a file, None of one that deleted it."""

    def record(self, space: str, no: int) -> Indexed | None:
        """The record of this number."""

    def records(self, space: str, statuses: Sequence[Status]) -> list[Indexed]:
        """The records of these statuses, by number."""

    def successors(self, space: str, no: int) -> list[Indexed]:
        """The records that replaced this one at some time, by number."""

    def scopes(self, space: str) -> list[str]:
        """The scopes of the active records, each once, in alphabetical order."""

    def wanted(self, wanted: Wanted) -> tuple[Sequence[EntryRow], int]:
        """The first ``limit`` active records in the order of lines, and how many there are in all."""

    def search(self, sought: Sought) -> list[Match]:
        """The texts that fit best, best first; of equal ones the record of the highest number."""

    def rated(self, sought: Sought, texts: Sequence[TextKey]) -> list[Match]:
        """How well these texts fit, 0 for one that holds no term, by part and number; only the terms are looked at."""

    def unread(self, space: str, limit: int) -> Unread:
        """The first files of a base that are to be worded, at most so many."""

    def vectors(self, sought: Sought, embedder: str) -> list[Vector]:
        """The vectors of an embedder in the reach of a search (its base, place and audience), by part and number."""

    def without_vector(self, space: str, embedder: str, limit: int) -> tuple[list[TextKey], int]:
        """Texts in force of which the embedder has made none yet, at most so many, and how many there are in all.

        Records come before files, and the newest first.
        """

    def sharing(self, space: str, marks: Sequence[str], limit: int) -> list[Sharing]:
        """Active records that share a mark, the highest number first; of each mark at most the ``limit`` newest."""

    def files(self, space: str, prefix: str) -> list[Listed]:
        """The living items whose path begins with the prefix, by path."""

    def notes(self, space: str, prefix: str, limit: int) -> tuple[list[Listed], int]:
        """The living files below a prefix that an agent wrote last or that were put back; and how many there are.

        The newest come first, of those of one moment the last path. A person may have approved what an agent wrote.
        """

    def alike(self, space: str, fold: str, limit: int) -> list[str]:
        """Paths of living items whose folded form (``names.folded``) is this one or lies in a folder that has it.

        That one comes first, then the rest in the order of their folded forms; at most so many.
        """

    def items(self, space: str) -> list[Item]:
        """All items of a space, deleted ones included, by key."""

    def revision(self, space: str, key: int, n: int) -> Revision | None:
        """One revision of an item."""

    def revisions(self, space: str, key: int) -> list[Revision]:
        """All revisions of an item, oldest first."""

    def operations(self, space: str, *, before: int | None = None, limit: int | None = None) -> list[Operation]:
        """The operations of a space, newest first, below version ``before``."""

    def tip(self, space: str) -> bytes | None:
        """The hash of the newest operation, None when there is none."""

    def version_at(self, space: str, at: datetime) -> int:
        """The newest version whose operation happened at or before that moment, 0 when none had.

        Writes of plain files do not count: a file may be dated back to when it was written elsewhere.
        """

    def standing_at(self, space: str, version: int) -> list[tuple[Item, Revision]]:
        """For each item that existed then, its newest revision at that version, by key."""

    def changed_by(self, space: str, version: int) -> list[tuple[Item, Revision]]:
        """The items that one version changed, with the revisions it wrote, by key."""

    def changed_since(self, space: str, version: int) -> list[tuple[int, int]]:
        """The keys of the items that versions after this one changed, each with its newest revision then, by key.

        0 where there was no such item yet. Takes as long as there were changes, however many items there are.
        """

    def paths(self, space: str, since: int, until: int) -> list[tuple[int, str]]:
        """The paths that the versions from ``since`` to ``until`` changed, each with its version, by both."""

    def evidence(self, space: str, version: int) -> Evidence | None:
        """The words that an operation rests on."""

    def tombstone(self, fingerprint: bytes) -> Tombstone | None:
        """The decision that rejected this content."""

    def has_tombstones(self) -> bool:
        """Whether there is any rejected content to be known again."""

    def rejected(self, limit: int) -> list[Tombstone]:
        """The contents of records that were rejected, the newest version first; at most so many."""

    # sessions and the inbox
    def session(self, id: str) -> Session | None:
        """The session of this id."""

    def sessions(self) -> list[Session]:
        """All sessions, newest first."""

    def conversation(self, client: str) -> Session | None:
        """The newest session that stands for this conversation of a client."""

    def call(self, id: str) -> Call | None:
        """The client's call of a tool of this id."""

    def idle_sessions(self, before: datetime) -> list[Session]:
        """Open sessions that were opened, heard and shown nothing since that moment, by id."""

    def ended_sessions(self, before: datetime) -> list[Session]:
        """Sessions closed before that moment of which messages without evidence or showings are still kept, by id."""

    def evidence_in(self, session: str) -> list[int]:
        """The messages of a session that operations rest on, by number."""

    def messages(self, session: str) -> list[Message]:
        """What a session heard, oldest first."""

    def message(self, session: str, n: int) -> Message | None:
        """One heard message."""

    def heard(self, session: str) -> int:
        """How many messages a session has heard, 0 for none of this id."""

    def showings(self, session: str) -> int:
        """The number of the newest showing of a session, 0 when there is none."""

    def last_sight(self, session: str, space: str, how: How) -> Sight | None:
        """The newest showing of its kind."""

    def sights(self, session: str, space: str | None = None) -> list[Sight]:
        """The showings of a session, oldest first."""

    def proposal(self, id: str) -> Proposal | None:
        """The proposal of this id."""

    def proposals(self, space: str | None = None) -> list[Proposal]:
        """The open proposals, oldest first."""

    # all that there is, a page at a time
    def space_ids(self, after: str, limit: int) -> list[str]:
        """The ids of bases and windows, those after this one, in order."""

    def unplaced(self) -> list[str]:
        """The ids of spaces that there are not, although rows of a log name them, in order."""

    def page(self, kind: type[P], space: str, after: P | None, limit: int) -> list[P]:
        """The rows of a kind in a space that come after this one, at most so many.

        Operations by number; revisions by version, key and number; evidence by version; tombstones by version and
        fingerprint; items by key; index rows by the number of the record.
        """

    def item_of(self, space: str, key: int) -> Item | None:
        """The item of this key."""

    def misfiled(self, space: str) -> list[tuple[str, str]]:
        """What a store keeps beside the rows to be fast, where it says something else than they do.

        Each as ("count", scope, empty for none), ("listing", path), ("order", number of a record) or ("words", path,
        empty for what is found and not there), in order.
        """

    def written_by(self, space: str, key: int, n: int) -> int | None:
        """The version that wrote a revision, without its bytes."""


class Transaction(View, Protocol):
    """A view that may write, under the lock; it reads what it wrote."""

    def append(self, commit: Commit) -> None:
        """Write one operation with all it changes."""

    def save(self, row: Row) -> None:
        """Insert this row, or replace the one with the same key."""

    def unlink(self, space: str, principal: str) -> None:
        """Take the grant of an agent out of a base; where there is none, nothing happens."""

    def forget(self, session: str, keep: Sequence[int]) -> None:
        """Drop the showings and calls of a session, and its messages but for these."""

    def reindex(self, space: str, rows: Iterable[Indexed]) -> None:
        """Replace the record index of a space by these rows."""

    def reword(self, space: str, worded: Iterable[Worded]) -> None:
        """Replace all that the texts of a space are found by, quickest in the order of their parts and numbers.

        Their vectors are gone.
        """

    def word(self, space: str, unread: Unread, worded: Iterable[Worded]) -> None:
        """Find these files by their words, but for those deleted since, and note through which revision that was.

        Nothing is done where somebody else read on since.
        """

    def point(self, space: str, embedder: str, vectors: Iterable[Vector]) -> None:
        """Keep these vectors, each in the place of any that its text has."""


class Store(Protocol):
    """Where workspaces are kept."""

    def run(self, workspace: str, space: str | None, work: Callable[[Transaction], T], *, durable: bool = True) -> T:
        """Do ``work`` in one transaction under the lock of the space."""

    def view(self, workspace: str) -> AbstractContextManager[View]:
        """A snapshot, for as long as the context lasts."""

    def settle(self, workspace: str) -> None:
        """Put in order what grew piece by piece, where that makes searching faster. A little at a time."""

    def close(self) -> None:
        """Let go of everything; the store is not used afterwards."""
