"""Whatever was done to a base, each store finds the same in it, before its index was built again and after."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import stillso
from stillso import App, FileChange, Owner, Refused, Session
from stillso.services.verifying import Verified
from stillso.testing import FixedClock

BASE = "shop"
#: Words of both scripts, identifiers, and letters that change their length or case when they are unified.
WORDS = (
    "tests test staging deploy 部署 測試 正式環境 正 read_file.py a/b.py C++ -o2 @mei don't user's 1,000 10:30 3.5 Café"
    " ß Straße İ ﬁx ½ ㍿ ﷺ ™ №5 𝐓est ＣＩ ｶﾞ カ 한글 ᄒ 𠀀 國 国 → 👨\u200d👩\u200d👧 e\u0301 \u0301"
    " x\u0338 \u200d \u202e _ “q” #5 OR AND NEAR( own:"
).split()
SCOPES = (None, "a", "a/b", "a/bc", "ß/部署")

texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(lambda words: " ".join(["rule", *words]))
numbers = st.integers(1, 6)
paths = st.sampled_from(["notes/a.md", "notes/b.md", "部署.md"])


class House:
    """One store with a person, and an agent that hears her."""

    def __init__(self, address: str | Path) -> None:
        self.clock = FixedClock(datetime(2026, 6, 22, tzinfo=UTC))
        self.app: App = stillso.open(address, clock=self.clock)
        self.mei: Owner = self.app.owner("mei")
        self.mei.create_base(BASE)
        self.app.add_agent("claude")
        self.mei.grant("claude", BASE, "write")
        session = self.app.session("claude", [BASE], channel="cli", person="mei")
        assert isinstance(session, Session)
        self.session = session

    def found(self, query: str, scope: str | None, *, ended: bool) -> list[tuple[str, float, str]]:
        """What is found, with its score and the piece that is shown."""
        hits = self.mei.search(query, base=BASE, scope=scope, ended=ended, limit=50)
        assert not isinstance(hits, Refused)
        return [(hit.path, round(hit.score, 5), hits.snippet(hit).text) for hit in hits.hits]


Step = Callable[[House], object]


def quoted(house: House, words: str, asked: str) -> object:
    """The agent keeps what was said, and a person approves whatever waits."""
    house.session.hear(f"{words}. thanks", asked=f"what about {asked}?")
    house.session.remember(words, quote=words, beside=0)
    pending = house.app.inbox(BASE)
    assert not isinstance(pending, Refused)
    return [house.mei.approve(each.proposal.id) for each in pending]


steps: st.SearchStrategy[Step] = st.one_of(
    st.builds(
        lambda text, condition, scope: lambda house: house.mei.remember(
            text, base=BASE, condition=condition, scope=scope, beside=0
        ),
        texts,
        st.none() | texts,
        st.sampled_from(SCOPES),
    ),
    st.builds(lambda words, asked: lambda house: quoted(house, words, asked), texts, texts),
    st.builds(lambda no, text: lambda house: house.mei.supersede(no, text, base=BASE), numbers, texts),
    st.builds(
        lambda no, scope: lambda house: house.mei.amend(no, base=BASE, scope=scope),
        numbers,
        st.sampled_from(SCOPES[1:]),
    ),
    st.builds(lambda no: lambda house: house.mei.retract(no, base=BASE), numbers),
    st.builds(lambda no: lambda house: house.mei.restore(no, base=BASE), numbers),
    st.builds(lambda no: lambda house: house.mei.confirm(no, base=BASE), numbers),
    st.builds(
        lambda path, mode, text: lambda house: house.mei.write(
            FileChange(path=path, mode=mode, content=text), base=BASE
        ),
        paths,
        st.sampled_from(["create", "overwrite"]),
        texts,
    ),
    st.builds(
        lambda path: lambda house: house.mei.write(FileChange(path=path, mode="delete"), base=BASE), paths
    ),
)  # fmt: skip


@pytest.fixture
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], tuple[House, House]]]:
    """Makes the same house on each store."""
    made: list[House] = []

    def make() -> tuple[House, House]:
        both = House("memory:"), House(tmp_path_factory.mktemp("found") / "memory.db")
        made.extend(both)
        return both

    yield make
    for house in made:
        house.app.close()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(done=st.lists(steps, min_size=3, max_size=14), asked=st.lists(texts, min_size=3, max_size=6))
def test_every_store_finds_the_same_before_and_after_it_is_indexed_again(
    houses: Callable[[], tuple[House, House]], done: list[Step], asked: list[str]
) -> None:
    """Paths, scores and pieces, at every place, with what ended and without; and verifying finds nothing."""
    memory, file = houses()
    for house in (memory, file):
        for step in done:
            house.clock.at += timedelta(hours=1)
            step(house)
    wanted = [(query, scope, ended) for query in asked for scope in (None, "a/b") for ended in (False, True)]
    before = [memory.found(query, scope, ended=ended) for query, scope, ended in wanted]
    assert before == [file.found(query, scope, ended=ended) for query, scope, ended in wanted]
    verified = file.app.verify()
    assert isinstance(verified, Verified)
    assert () == verified.findings
    for house in (memory, file):
        house.app.reindex(BASE)
        assert before == [house.found(query, scope, ended=ended) for query, scope, ended in wanted]
