"""Versions of a base: what differs between two, and that every version can be stood on again, on each store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import stillso
from stillso import App, Done, FileChange, Owner, Refused
from stillso.core.records import Status
from stillso.errors import Misuse
from stillso.services.verifying import Verified
from stillso.services.versions import Differences
from stillso.testing import FixedClock

BASE = "shop"
PATHS = ("a.md", "notes/b.md", "notes/測試.md")


class House:
    """One store with a person and a base, whose clock moves an hour a step."""

    def __init__(self, address: str | Path) -> None:
        self.clock = FixedClock(datetime(2026, 6, 22, tzinfo=UTC))
        self.app: App = stillso.open(address, clock=self.clock)
        self.mei: Owner = self.app.owner("mei")
        self.mei.create_base(BASE)

    def head(self) -> int:
        space = self.app.base(BASE)
        assert not isinstance(space, Refused)
        return space.head

    def files(self, version: int | None = None) -> dict[str, str]:
        """The plain files at a version, by path."""
        found: dict[str, str] = {}
        listed = self.mei.files(base=BASE, version=version)
        assert not isinstance(listed, Refused)
        for each in listed:
            read = self.mei.read(each.path, base=BASE, version=version)
            assert not isinstance(read, Refused)
            found[each.path] = read.content
        return {path: text for path, text in found.items() if not path.startswith("records/")}

    def records(self, at: datetime | None = None) -> dict[int, tuple[str, str | None]]:
        """The records in force, with what may change of them."""
        found = self.mei.list(base=BASE) if at is None else self.mei.as_of(at, base=BASE)
        assert not isinstance(found, Refused)
        return {row.record.no: (row.record.content, row.record.scope) for row in found.rows}

    def revert(self, to: int) -> None:
        """Go back, naming every record that comes back by it."""
        would = self.mei.would_revert(to, base=BASE)
        assert not isinstance(would, Refused)
        done = self.mei.revert(to, *(record.no for record in would.again), base=BASE)
        assert isinstance(done, Done), done


Step = Callable[[House], object]

texts = st.lists(st.sampled_from(["用 pnpm", "e2e 先別跑", "run tests", "", "\r"]), max_size=4).map(
    lambda lines: "".join(f"{line}\n" for line in lines)
)
numbers = st.integers(1, 5)
steps: st.SearchStrategy[Step] = st.one_of(
    st.builds(
        lambda path, mode, text: (
            lambda house: house.mei.write(FileChange(path=path, mode=mode, content=text), base=BASE)
        ),
        st.sampled_from(PATHS),
        st.sampled_from(["create", "overwrite", "append"]),
        texts,
    ),
    st.builds(
        lambda path: lambda house: house.mei.write(FileChange(path=path, mode="delete"), base=BASE),
        st.sampled_from(PATHS),
    ),
    st.builds(lambda n: lambda house: house.mei.remember(f"rule {n}", base=BASE, beside=0), st.integers(1, 99)),
    st.builds(lambda no, n: lambda house: house.mei.supersede(no, f"rule {n}", base=BASE), numbers, st.integers(1, 99)),
    st.builds(lambda no: lambda house: house.mei.retract(no, base=BASE), numbers),
    st.builds(lambda no: lambda house: house.mei.restore(no, base=BASE), numbers),
    st.builds(lambda no: lambda house: house.mei.confirm(no, base=BASE), numbers),
    st.builds(lambda no, scope: lambda house: house.mei.amend(no, base=BASE, scope=scope), numbers, st.just("a/b")),
    st.builds(lambda back: lambda house: house.head() > back and house.revert(house.head() - back), st.integers(0, 3)),
)


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], list[House]]]:
    """Makes the same house on each store."""
    made: list[House] = []

    def make() -> list[House]:
        for house in made:
            house.app.close()
        made[:] = [House("memory:"), House(tmp_path_factory.mktemp("versions") / "memory.db")]
        return made

    yield make
    for house in made:
        house.app.close()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(done=st.lists(steps, min_size=2, max_size=12))
def test_every_version_can_be_stood_on_again(houses: Callable[[], list[House]], done: list[Step]) -> None:
    """Files and records in force are those of that version, whatever happened since; nothing is lost or found wrong."""
    for house in houses():
        stood: dict[int, tuple[dict[str, str], dict[int, tuple[str, str | None]]]] = {}
        for step in done:
            house.clock.at += timedelta(hours=1)
            step(house)
            stood[house.head()] = house.files(), house.records()
        stood.pop(0, None)
        for version, (files, records) in stood.items():
            house.clock.at += timedelta(hours=1)
            assert files == house.files(version)
            house.revert(version)
            assert (files, records) == (house.files(), house.records())
        verified = house.app.verify()
        assert isinstance(verified, Verified)
        assert () == verified.findings
        logged = house.mei.versions(base=BASE)
        assert not isinstance(logged, Refused)
        assert list(range(house.head(), 0, -1)) == [each.operation.n for each in logged]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(done=st.lists(steps, min_size=2, max_size=10))
def test_a_difference_names_exactly_what_differs(houses: Callable[[], list[House]], done: list[Step]) -> None:
    """Between any two versions, in either order, a path is named when its text differs; the same on each store."""
    told: list[list[Differences]] = []
    for house in houses():
        for step in done:
            house.clock.at += timedelta(hours=1)
            step(house)
        head = house.head()
        pairs = {(a, b) for a in (0, head // 2, head) for b in (0, head // 2, head)}
        found = []
        for since, until in sorted(pairs):
            differs = house.mei.diff(since, until, base=BASE)
            assert not isinstance(differs, Refused)
            before, after = (house.files(version) if version else {} for version in (since, until))
            paths = {path for path in {*before, *after} if before.get(path) != after.get(path)}
            assert paths == {each.path for each in differs.changes if each.no is None}
            found.append(differs)
        told.append(found)
    names = [[[(each.path, each.change) for each in one.changes] for one in found] for found in told]
    assert names[0] == names[1]


def test_a_record_is_compared_field_by_field() -> None:
    """Of a record its fields are told, and not which revision it is."""
    house = House("memory:")
    house.mei.remember("e2e 先別跑", base=BASE, condition="staging 修好之前")
    house.mei.amend(1, base=BASE, scope="checkout")
    found = house.mei.diff(base=BASE)
    assert not isinstance(found, Refused)
    (change,) = found.changes
    assert (1, [("scope", None, "checkout")]) == (
        change.no,
        [(each.name, each.before, each.after) for each in change.fields],
    )
    found = house.mei.diff(0, 1, base=BASE)
    assert not isinstance(found, Refused)
    assert {"content": "e2e 先別跑", "condition": "staging 修好之前", "status": Status.ACTIVE.value}.items() <= {
        each.name: each.after for each in found.changes[0].fields
    }.items()


def test_the_versions_of_a_path_are_those_that_changed_it() -> None:
    """Newest first, at most so many; a path that never was is missing."""
    house = House("memory:")
    for n in range(4):
        for path in PATHS[: 1 + n % 2]:
            mode = "append" if path in house.files() else "create"
            house.mei.write(FileChange(path=path, mode=mode, content=f"{n}\n"), base=BASE)
    found = house.mei.versions(PATHS[1], base=BASE)
    assert not isinstance(found, Refused)
    assert [6, 3] == [each.operation.n for each in found]
    newest = house.mei.versions(PATHS[0], base=BASE, limit=2)
    assert not isinstance(newest, Refused)
    assert [5, 4] == [each.operation.n for each in newest]
    assert isinstance(house.mei.versions("c.md", base=BASE), Refused)


def test_a_prefix_that_no_path_has_is_refused_at_any_version() -> None:
    """As it is for the files of now."""
    mei = House("memory:").mei
    for version in (None, 0):
        refused = mei.files("../", base="shop", version=version)
        assert isinstance(refused, Refused)
        assert ("bad-path", "../") == (refused.code.value, refused.facts["path"])


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_is_a_mistake(limit: int) -> None:
    """It would be all versions, or all but the last ones."""
    mei = House("memory:").mei
    with pytest.raises(Misuse, match="no limit"):
        mei.versions(base="shop", limit=limit)
