"""The forgetting set: what the next turn would see, what is wrong with it, and how answers are judged."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from evals.forgetting.__main__ import main
from evals.forgetting.asking import Failed, ask, prompt
from evals.forgetting.assembling import assembled
from evals.forgetting.checks import Wrong, wrong
from evals.forgetting.judging import UNSURE, verdict
from evals.forgetting.scenarios import LANGUAGES, Outdated, Scenario, Scoped, scenarios

SCENARIOS = {each.id: each for each in scenarios()}
ANSWERS: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name("answers.json").read_text("utf-8"))
#: Those in which another rule holds now, which a reader can follow by what stands last.
REPLACED = [each for each in SCENARIOS.values() if each.kind == "replaced"]

Command = Callable[[Mapping[str, Sequence[Sequence[str]]]], str]


@pytest.fixture
def command(tmp_path: Path) -> Command:
    """Makes a real command that answers by a table, and writes into ``asked`` how often it was asked."""

    def made(table: Mapping[str, Sequence[Sequence[str]]]) -> str:
        path = tmp_path / "table.json"
        path.write_text(json.dumps(table), encoding="utf-8")
        script = Path(__file__).with_name("answers_by_rule.py")
        return shlex.join([sys.executable, str(script), str(path), str(tmp_path / "asked")])

    return made


# --- what the next turn would see ----------------------------------------------------------------------------


@pytest.mark.parametrize("id", SCENARIOS)
def test_with_stillso_nothing_is_wrong(id: str):
    """No outdated statement stands unanswered, none that holds is missing, no scope is lost, nobody is misled."""
    assert Wrong([], [], [], []) == wrong(SCENARIOS[id], assembled(SCENARIOS[id], "with"))


@pytest.mark.parametrize("kind", sorted({each.kind for each in SCENARIOS.values()}))
def test_without_it_something_is(kind: str):
    """The positive control: each kind has an input in which the checks find something."""
    found = [wrong(each, assembled(each, "without")) for each in SCENARIOS.values() if each.kind == kind]
    assert any(any(each) for each in found)


def test_an_instruction_to_the_summary_helps_by_itself():
    """The 30-second experiment: a bare summary loses all three, one that was told what to keep loses none."""
    lost = [len(wrong(each, assembled(each, "without")).missing) for each in map(SCENARIOS.get, EXPERIMENT) if each]
    assert [3, 0, 3, 0] == lost


EXPERIMENT = ("experiment-bare", "experiment-asked", "experiment-bare-zh", "experiment-asked-zh")


def test_an_answer_that_was_cleared_is_named_by_the_memory_that_holds_it():
    """What a person said leaves the window only then, and its line says where it is."""
    results = [line for line in assembled(SCENARIOS["answer-of-a-person"], "with").split("\n") if "[result]" in line]
    assert results[0].endswith("; kept in #1]")


@pytest.mark.parametrize("id", ["style-remarks", "compacted-twice-zh"])
def test_an_input_is_the_same_each_time(id: str):
    """No clock and no random id comes in, so that an answer belongs to its prompt."""
    assert prompt(SCENARIOS[id], "with") == prompt(SCENARIOS[id], "with")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_question_tells_its_answer(language: str):
    """Neither what holds nor what is over stands in a question, or a model would need no memory."""
    told = [
        (each.id, words)
        for each in SCENARIOS.values()
        if each.language == language
        for words in (*each.keep, *(old.says for old in each.forget))
        if words in each.ask
    ]
    assert [] == told


# --- the checks ----------------------------------------------------------------------------------------------

OLD, NEW = "use tabs", "use spaces"


def given(**more: Any) -> Scenario:
    """A scenario of which only the checks count."""
    return Scenario(id="x", kind="x", language="en", steps=(), ask="", answers={})._replace(**more)


@pytest.mark.parametrize(
    ("text", "unanswered"),
    [
        ("nothing of it", []),
        (f"Rules: {OLD}", [OLD]),
        (f"{NEW}\nRules: {OLD}", [OLD]),
        (f"Rules: {OLD}\n{NEW}", []),
        (f"Rules: {OLD}\nYour summary carries “{OLD}”; what holds now: {NEW}", []),
        (f"Rules: {OLD}\n- {NEW}\n  (the summary says: “Rules: {OLD}”)", []),
        (f"Rules: {OLD}\n{NEW}\n- {OLD}", [OLD]),
    ],
)
def test_an_outdated_statement_is_answered_by_what_is_said_last(text: str, unanswered: list[str]):
    """In the last line that says it, or in one behind it."""
    assert unanswered == wrong(given(forget=[Outdated(OLD, [NEW])]), text).unanswered


@pytest.mark.parametrize(
    ("text", "missing"), [("we USE tabs", [OLD]), ("we use\u3000tabs", []), ("tabs", [OLD]), ("", [OLD])]
)
def test_what_is_kept_stands_word_for_word(text: str, missing: list[str]):
    """After folding, as quotes are compared."""
    assert missing == wrong(given(keep=[OLD]), text).missing


@pytest.mark.parametrize(
    ("text", "unscoped"), [("", []), (f"#1 (web) {OLD}", []), (f"Rules: {OLD}", [OLD]), (f"web\n{OLD}", [OLD])]
)
def test_a_rule_of_one_place_names_it(text: str, unscoped: list[str]):
    """In a line that says the rule."""
    assert unscoped == wrong(given(scope=[Scoped(OLD, "web")]), text).unscoped


def test_what_misleads_is_found():
    """What a scenario says must never stand there."""
    assert [OLD] == wrong(given(never=[OLD, NEW]), f"a line\n{OLD}").misled


# --- the answers ---------------------------------------------------------------------------------------------


def test_every_scenario_has_answers():
    """So that its patterns are tried, with one answer at least that is right and one that is not."""
    rights = {id: {name in SCENARIOS[id].right for name in said} for id, said in ANSWERS.items()}
    assert {id: {True, False} for id in SCENARIOS} == rights


@pytest.mark.parametrize(("id", "name", "said"), [(id, *each) for id, said in ANSWERS.items() for each in said.items()])
def test_an_answer_is_known_by_how_it_begins(id: str, name: str, said: str):
    """With the marks that models put around it, and whatever follows."""
    assert [name, name] == [verdict(SCENARIOS[id], said), verdict(SCENARIOS[id], f"\n> **{said}**\n\nNo. Yes. 不要")]


@pytest.mark.parametrize("id", SCENARIOS)
@pytest.mark.parametrize("said", ["", "That depends on what you want.", "這很難說。"])
def test_what_fits_nothing_is_unsure(id: str, said: str):
    """It is for a person to judge."""
    assert UNSURE == verdict(SCENARIOS[id], said)


def test_what_fits_two_verdicts_is_unsure():
    """Not even where one of them is right."""
    both = given(answers={"holds": ["spaces"], "outdated": ["tabs"]})
    assert ["holds", UNSURE] == [verdict(both, "spaces"), verdict(both, "spaces, no tabs")]


# --- asking a command ----------------------------------------------------------------------------------------


def rows(text: str) -> dict[tuple[str, str], list[int]]:
    """The counts of a table of answers by kind and side."""
    found = [line.split() for line in text.split("\n\n")[0].splitlines()[1:]]
    return {(kind, side): [int(each) for each in counts] for kind, side, *counts in found}


def test_a_model_that_always_follows_the_old_rule_is_never_right(command: Command, capsys: pytest.CaptureFixture[str]):
    """On both sides, in both languages."""
    always_old = command({each.ask: [["", ANSWERS[each.id]["outdated"]]] for each in REPLACED})
    assert 0 == main([*(each.id for each in REPLACED), "--ask", always_old, "--times", "2"])
    told = rows(capsys.readouterr().out)
    assert [10, 0, 0, 10, 0, 0, 0, 0] == told["all", "with"] == told["all", "without"]


def test_a_model_that_follows_what_stands_last_is_right_with_stillso(
    command: Command, capsys: pytest.CaptureFixture[str]
):
    """And follows the old rule without it: the difference is what it was given."""
    said = {each.ask: ANSWERS[each.id] for each in REPLACED}
    table = {
        each.ask: [
            [each.forget[0].says, said[each.ask]["outdated"]],
            [each.forget[0].answered_by[0], said[each.ask]["holds"]],
        ]
        for each in REPLACED
    }
    assert 0 == main([*(each.id for each in REPLACED), "--ask", command(table)])
    told = rows(capsys.readouterr().out)
    assert [5, 0, 0, 5, 0, 0, 0, 0] == told["replaced", "without"]
    assert [5, 5, 5, 0, 0, 0, 0, 0] == told["replaced", "with"]


def test_an_unsure_answer_is_printed_and_counts_as_right_nowhere(command: Command, capsys: pytest.CaptureFixture[str]):
    """With its scenario and its side."""
    assert 0 == main(["one-off", "--ask", command({SCENARIOS["one-off"].ask: [["", "It depends.\nOn you."]]})])
    out = capsys.readouterr().out
    assert [1, 0, 0, 0, 0, 0, 0, 1] == rows(out)["once", "with"]
    assert "one-off, with: " in out
    assert "It depends.\n  On you." in out


def test_a_command_that_fails_ends_the_run(command: Command, capsys: pytest.CaptureFixture[str], tmp_path: Path):
    """Its last complaint is told, and nothing is counted before all is there."""
    answers = tmp_path / "answers.jsonl"
    half = command({SCENARIOS["one-off"].ask: [["", "No."]]})
    assert 2 == main(["one-off", "confirmed", "--answers", str(answers), "--ask", half])
    failed = capsys.readouterr()
    assert ("", True) == (failed.out, "ended with 3: the model is not there. The answers before" in failed.err)


def test_a_run_that_failed_goes_on_where_it_ended(command: Command, tmp_path: Path):
    """What was answered is not asked again, also not in a third run."""
    run = ["one-off", "confirmed", "--answers", str(tmp_path / "answers.jsonl"), "--ask"]
    table = {SCENARIOS[id].ask: [["", "No."]] for id in ("one-off", "confirmed")}
    half = command({SCENARIOS["one-off"].ask: [["", "No."]]})
    assert [2, 0, 0] == [main([*run, half]), main([*run, command(table)]), main([*run, command(table)])]
    assert 4 == len((tmp_path / "asked").read_text().splitlines())


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("pass", "ended with 0: no answer"),
        ("import sys; print('sorry'); sys.exit(1)", "ended with 1: no answer"),
    ],
)
def test_a_command_that_says_nothing_or_fails_gives_no_answer(code: str, why: str):
    """What it printed before it failed is none."""
    with pytest.raises(Failed, match=why):
        ask(shlex.join([sys.executable, "-c", code]), "?")


@pytest.mark.parametrize(
    ("command", "why"),
    [("no-such-command", "no-such-command: No such file"), (" ", "there is no command"), ("say 'no", "No closing")],
)
def test_a_command_that_is_none_is_told(command: str, why: str):
    """Before anything is asked."""
    with pytest.raises(Failed, match=why):
        ask(command, "?")


# --- the command ---------------------------------------------------------------------------------------------


def test_the_check_prints_its_table_and_ends_with_0(capsys: pytest.CaptureFixture[str]):
    """Nothing is wrong with stillso, and something without it."""
    assert 0 == main([])
    last = capsys.readouterr().out.splitlines()[-1].split()
    assert ["all", str(len(SCENARIOS))] == last[:2]
    assert ["0"] * 4 == last[3::2]
    assert ["0", "0"] not in [last[2:4], last[4:6], last[6:8]]


def test_its_page_shows_what_it_prints(capsys: pytest.CaptureFixture[str]):
    """The table of evals/README.md."""
    main([])
    page = (Path(__file__).parents[2] / "evals" / "README.md").read_text("utf-8")
    assert f"$ python -m evals.forgetting\n{capsys.readouterr().out}```" in page


def test_what_a_model_would_be_given_is_shown(capsys: pytest.CaptureFixture[str]):
    """Both sides, and nobody is asked."""
    assert 0 == main(["--show", "scope-of-catalog-zh"])
    assert prompt(SCENARIOS["scope-of-catalog-zh"], "without") in capsys.readouterr().out


@pytest.mark.parametrize("wrongly", [["no-such"], ["--times", "0"]])
def test_a_wrong_call_is_told(wrongly: list[str]):
    """With the exit code of argparse."""
    with pytest.raises(SystemExit, match="2"):
        main(wrongly)
