"""What the tests of the contract begin with: an empty store, or one that was given something."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from typing import Any

from stillso.core.operations import Commit
from stillso.core.records import Indexed
from stillso.storage.contract import Row, Store, Transaction, View
from stillso.testing.builders import a_space

W = "workspace"


class Stop(Exception):
    """Raised by the tests' own work."""


class Given:
    """A subclass gives ``make_store``: an empty store, at each call a new one."""

    def make_store(self) -> Store:
        """An empty store."""
        raise NotImplementedError

    def empty(self) -> AbstractContextManager[Store]:
        """A store that nobody wrote to, closed afterwards."""
        return closing(self.make_store())

    @contextmanager
    def store(self, *rows: Row, commits: Sequence[Commit] = (), index: Sequence[Indexed] = ()) -> Iterator[Store]:
        """A store with the base B, these rows, these commits, one after the other, and this index."""
        with self.empty() as store:
            save_in(store, a_space(), *rows)
            append_in(store, *commits)
            store.run(W, "B", lambda tx: tx.reindex("B", index) if index else None)
            yield store

    @contextmanager
    def view(self, *rows: Row, commits: Sequence[Commit] = (), index: Sequence[Indexed] = ()) -> Iterator[View]:
        """A view of such a store."""
        with self.store(*rows, commits=commits, index=index) as store, store.view(W) as view:
            yield view


def save_in(store: Store, *rows: Row) -> None:
    """Save these rows in one transaction."""

    def work(tx: Transaction) -> None:
        for row in rows:
            tx.save(row)

    store.run(W, None, work)


def append_in(store: Store, *commits: Commit) -> None:
    """Append each commit in a transaction of its own."""
    for commit in commits:
        store.run(W, "B", partial(_append, commit))


def _append(commit: Commit, tx: Transaction) -> None:
    tx.append(commit)


def elsewhere(work: Callable[[], Any]) -> Any:
    """What the work gives in a thread of its own, where a store has another connection."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result(timeout=60)


def raises(kind: type[Exception], work: Callable[[], Any]) -> bool:
    """Whether the work ends in this error."""
    try:
        work()
    except kind:
        return True
    return False
