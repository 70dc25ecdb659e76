"""Drafts: what a person prepares counts once it is published, and publishing is checked against what came meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

import stillso
from stillso import App, Done, FileChange, Owner, Refused, Session, Waiting
from stillso.services import drafts
from stillso.services.inbox import Pending
from stillso.testing import FixedClock

BASE = "shop"


@pytest.fixture(params=["memory", "sqlite"])
def app(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[App]:
    """A store with a base that holds a.md."""
    address = {"memory": "memory:", "sqlite": str(tmp_path / "memory.db")}[request.param]
    app = stillso.open(address, clock=FixedClock(datetime(2026, 6, 22, tzinfo=UTC)))
    mei = app.owner("mei")
    mei.create_base(BASE)
    mei.write(FileChange(path="a.md", mode="create", content="one\n"), base=BASE)
    app.add_agent("claude")
    mei.grant("claude", BASE, "write")
    yield app
    app.close()


@pytest.fixture
def mei(app: App) -> Owner:
    """The person who edits."""
    return app.owner("mei")


def drafted(owner: Owner) -> Pending:
    """A person's draft, which there is."""
    found = owner.draft(BASE)
    assert isinstance(found, Pending)
    return found


def text(owner: Owner, path: str = "a.md") -> str:
    """The text of a file as it is."""
    read = owner.read(path, base=BASE)
    assert not isinstance(read, Refused)
    return read.content


def refused(outcome: object) -> str:
    """The code of a refusal."""
    assert isinstance(outcome, Refused), outcome
    return outcome.code.value


def test_a_draft_changes_nothing_until_it_is_published(mei: Owner) -> None:
    """Several edits are kept in one draft; publishing makes them one version."""
    first = mei.edit("a.md", "two\n", base=BASE)
    second = mei.edit("b.md", "new\n", base=BASE)
    assert isinstance(first, Waiting)
    assert isinstance(second, Waiting)
    assert (first.proposal, "one\n") == (second.proposal, text(mei))
    done = mei.publish(BASE, reason="clearer")
    assert isinstance(done, Done)
    assert ("publish", 2, ("a.md", "b.md")) == (done.verb, done.version, done.paths)
    assert ("two\n", "new\n", None) == (text(mei), text(mei, "b.md"), mei.draft(BASE))


def test_the_version_is_the_persons_with_its_reason(app: App, mei: Owner) -> None:
    """The log names who published, and why."""
    mei.edit("a.md", "two\n", base=BASE)
    mei.publish(BASE, reason="clearer")
    newest = app.owner("mei").versions(base=BASE, limit=1)
    assert not isinstance(newest, Refused)
    (logged,) = newest
    assert ("publish", "clearer", "owner") == (
        logged.operation.verb,
        logged.operation.reason,
        logged.operation.authority,
    )


def test_a_file_that_changed_meanwhile_is_stale_and_both_are_shown(app: App, mei: Owner) -> None:
    """Publishing is refused, nothing is lost, and the refusal holds both differences."""
    mei.edit("a.md", "two\n", base=BASE)
    app.owner("kai").write(FileChange(path="a.md", mode="append", content="and kai\n"), base=BASE)
    outcome = mei.publish(BASE)
    assert isinstance(outcome, Refused)
    assert outcome.seen is not None
    assert outcome.now is not None
    assert "stale" == outcome.code
    assert "-one\n+two\n" in str(outcome.seen["difference"])
    assert "+and kai\n" in str(outcome.now["difference"])
    assert ("one\nand kai\n", "+two\n") == (text(mei), drafted(mei).diff[-5:])
    assert "+and kai\n" in drafted(mei).changed


def test_who_put_both_together_says_so_and_publishes(app: App, mei: Owner) -> None:
    """With the version up to which they looked the text is held against that one."""
    mei.edit("a.md", "two\n", base=BASE)
    app.owner("kai").write(FileChange(path="a.md", mode="append", content="and kai\n"), base=BASE)
    mei.edit("a.md", "two\nand kai\n", base=BASE)
    assert "stale" == refused(mei.publish(BASE))
    mei.edit("a.md", "two\nand kai\n", base=BASE, read_version=2)
    assert isinstance(mei.publish(BASE), Done)
    assert "two\nand kai\n" == text(mei)


def test_a_version_that_was_read_before_the_change_is_no_proof(app: App, mei: Owner) -> None:
    """An earlier version holds the draft against the text of that time; one that is not there is unknown."""
    app.owner("kai").write(FileChange(path="a.md", mode="append", content="and kai\n"), base=BASE)
    mei.edit("a.md", "two\n", base=BASE, read_version=1)
    assert "stale" == refused(mei.publish(BASE))
    assert "unknown" == refused(mei.edit("a.md", "two\n", base=BASE, read_version=3))


def test_deleting_and_creating_are_drafted_too(app: App, mei: Owner) -> None:
    """A draft deletes a file; a new file that somebody made meanwhile is stale."""
    mei.edit("a.md", None, base=BASE)
    mei.edit("b.md", "mine\n", base=BASE)
    assert "missing" == refused(mei.edit("c.md", None, base=BASE))
    app.owner("kai").write(FileChange(path="b.md", mode="create", content="kai's\n"), base=BASE)
    assert "stale" == refused(mei.publish(BASE))
    mei.discard(BASE, "b.md")
    assert isinstance(mei.publish(BASE), Done)
    assert "missing" == refused(mei.read("a.md", base=BASE))
    assert "kai's\n" == text(mei, "b.md")


def test_a_text_that_is_the_files_own_takes_the_path_out(mei: Owner) -> None:
    """Who edits back to what is there has nothing to publish."""
    mei.edit("a.md", "two\n", base=BASE)
    outcome = mei.edit("a.md", "one\n", base=BASE)
    assert isinstance(outcome, Done)
    assert (True, None) == (outcome.unchanged, mei.draft(BASE))
    assert "unknown" == refused(mei.publish(BASE))


def test_a_new_file_that_clashes_with_one_made_meanwhile_is_refused(app: App, mei: Owner) -> None:
    """Publishing looks at names like any write."""
    mei.edit("Docs/a.md", "mine\n", base=BASE)
    app.owner("kai").write(FileChange(path="docs/b.md", mode="create", content="kai's\n"), base=BASE)
    assert "bad-path" == refused(mei.publish(BASE))


def test_each_person_has_a_draft_of_their_own(app: App, mei: Owner) -> None:
    """Nobody sees, publishes, approves or refuses another's draft, and none of it waits in the inbox."""
    kai = app.owner("kai")
    kept = mei.edit("a.md", "two\n", base=BASE)
    assert isinstance(kept, Waiting)
    assert (None, []) == (kai.draft(BASE), app.inbox(BASE))
    for outcome in (
        kai.publish(BASE),
        kai.approve(kept.proposal),
        kai.refuse(kept.proposal),
        app.proposal(kept.proposal),
    ):
        assert "unknown" == refused(outcome)
    kai.edit("a.md", "kai's\n", base=BASE)
    assert isinstance(mei.publish(BASE), Done)
    assert "stale" == refused(kai.publish(BASE))
    assert "two\n" == text(mei)


def test_a_draft_does_not_lapse(app: App, mei: Owner) -> None:
    """What a person wrote is there after a year."""
    mei.edit("a.md", "two\n", base=BASE)
    app.workspace.clock.advance(days=365)  # type: ignore[attr-defined]
    assert isinstance(mei.publish(BASE), Done)


def test_discarding_leaves_no_mark(mei: Owner, app: App) -> None:
    """A dropped text may be written again, by an agent as well."""
    mei.edit("b.md", "new\n", base=BASE)
    assert isinstance(mei.discard(BASE), Done)
    assert (None, "unknown") == (mei.draft(BASE), refused(mei.discard(BASE)))
    session = app.session("claude", [BASE], channel="web-chat", person="mei")
    assert isinstance(session, Session)
    assert isinstance(session.write(FileChange(path="b.md", mode="create", content="new\n")), Done)


def test_what_may_not_be_kept_never_enters_a_draft(mei: Owner, app: App) -> None:
    """Secrets, pasted transcripts, records, bad paths and broken text are refused, and an agent has no drafts."""
    secret = "password = hunter2" + "-Xk39vLq"
    cases = [
        ("a.md", secret, "secret-found"),
        ("records/0001-x.md", "x\n", "record-path"),
        ("../a.md", "x\n", "bad-path"),
        ("a.md", "\ud800", "not-text"),
        ("a.md", "x" * (256 * 1024 + 1), "too-large"),
        ("a.md", "User: hi\nAssistant: hello\nUser: go\nAssistant: ok\n", "transcript-pasted"),
    ]
    for path, content, code in cases:
        assert code == refused(mei.edit(path, content, base=BASE))
    assert mei.draft(BASE) is None
    agent = app.agent("claude")
    assert not isinstance(agent, Refused)
    assert "not-a-person" == refused(drafts.edit(app.workspace, agent.caller, BASE, "a.md", "x\n"))
    assert "not-a-person" == refused(drafts.publish(app.workspace, agent.caller, BASE))
    assert "unknown" == refused(mei.edit("a.md", "x\n", base="nowhere"))
