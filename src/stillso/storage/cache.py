"""What a store keeps in memory of what never changes: texts of files, and the listing of a base at a version.

Both are asked for by what they are of, so nothing is ever taken out because it is outdated, only to bound the memory.
Transactions neither ask nor fill it: what they read may never have been.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from operator import attrgetter
from threading import Lock
from typing import NamedTuple

from stillso.core.authority import PrincipalKind
from stillso.core.items import Listed, Revision
from stillso.storage.contract import Written

#: How much text is kept, and how long one may be; how many listings of how many rows. Our choice: some megabytes, for
#: some hundred notes of a few thousand characters.
TEXTS_CHARS = 2_000_000
TEXT_CHARS = 65_536
LISTED = 5_000
LISTINGS = 2
#: A listing is put right for so many versions that came after it, else read anew. Our choice.
VERSIONS = 100

#: Which revision: workspace, space, key, number.
RevisionKey = tuple[str, str, int, int]


class CachedListing(NamedTuple):
    """The living files of a space at a version, by path."""

    version: int
    rows: Sequence[Listed]

    def under(self, prefix: str) -> list[Listed]:
        """Those whose path begins like this."""
        return [each for each in self.rows if each.path.startswith(prefix)] if prefix else [*self.rows]

    def after(self, version: int, changed: Sequence[tuple[str, Listed | None]]) -> CachedListing:
        """The listing at a later version, at which these paths are so, None where nothing is any more."""
        now = {each.path: each for each in self.rows}
        for path, listed in changed:
            now.pop(path, None)
            now.update({path: listed} if listed else {})
        return CachedListing(version, sorted(now.values(), key=attrgetter("path")))


class Cache:
    """For one store, and all its connections."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._texts: OrderedDict[RevisionKey, Written] = OrderedDict()
        self._chars = 0
        self._people: dict[tuple[str, str], tuple[str, PrincipalKind]] = {}
        self._listings: OrderedDict[tuple[str, str], CachedListing] = OrderedDict()

    def text(self, key: RevisionKey) -> Written | None:
        """The text of this revision, where it is kept."""
        return self._texts.get(key)

    def keep_text(self, key: RevisionKey, written: Written) -> None:
        """Keep a text in the place of the oldest ones."""
        if len(written.text) > TEXT_CHARS or written.kind is None:  # one whom nobody knows may become known
            return
        with self._lock:
            if key not in self._texts:
                self._texts[key] = written
                self._chars += len(written.text)
            while self._chars > TEXTS_CHARS:
                self._chars -= len(self._texts.popitem(last=False)[1].text)

    def keep_person(self, workspace: str, id: str, person: tuple[str, PrincipalKind]) -> None:
        """Keep the name and the kind of a principal, for ``keep_written``."""
        self._people[workspace, id] = person

    def keep_written(self, workspace: str, actor: str, revisions: Sequence[Revision]) -> None:
        """Keep texts that were committed by somebody who is known."""
        person = self._people.get((workspace, actor))
        for each in revisions if person else ():
            if person and each.data is not None:
                written = Written(each.key, each.n, each.version, each.data.decode(), each.sha256 or "", *person)
                self.keep_text((workspace, each.space, each.key, each.n), written)

    def listing(self, workspace: str, space: str) -> CachedListing | None:
        """The newest listing of a space that is kept."""
        return self._listings.get((workspace, space))

    def keep_listing(self, workspace: str, space: str, listing: CachedListing) -> None:
        """Keep a listing in the place of an older one."""
        if len(listing.rows) > LISTED:
            return
        with self._lock:
            there = self._listings.pop((workspace, space), listing)
            self._listings[workspace, space] = max(there, listing, key=attrgetter("version"))
            while len(self._listings) > LISTINGS:
                self._listings.popitem(last=False)
