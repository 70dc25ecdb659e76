"""What somebody reads who mistyped, or whose surroundings are odd: the reason in their language, never a traceback."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

import pytest

from stillso.texts import Texts

if TYPE_CHECKING:
    from tests.journeys.conftest import House, Shell

CHINESE = Texts("zh-Hant")

#: What was typed, and the Chinese text that answers it.
MISTYPED = {
    "a missing argument": (("remember",), "missing", {"name": "TEXT"}),
    "a missing option": (("session", "start"), "missing", {"name": "--agent"}),
    "a number that the shell took": (("show",), "no-number", {}),
    "an unknown command": (("recollect",), "command", {"name": "recollect", "help": "stillso --help"}),
    "an unknown command of a group": (("base", "x"), "command", {"name": "x", "help": "stillso base --help"}),
    "an unknown option": (("lines", "--xyzzy"), "option", {"name": "--xyzzy"}),
    "an option without its value": (("lines", "--base"), "needs-value", {"name": "--base"}),
    "a flag with a value": (("lines", "--json=yes"), "no-value", {"name": "--json"}),
    "too many words": (("remember", "run", "unit", "tests"), "extra", {"words": "unit tests"}),
    "a quote without a session": (("remember", "x", "--quote", "y"), "quote-without-session", {}),
}


@pytest.mark.parametrize("typed", MISTYPED)
def test_a_mistake_is_told_in_chinese(shell: Shell, typed: str) -> None:
    """Each kind of mistake has its sentence, on standard error, and ends with 2."""
    words, key, values = MISTYPED[typed]
    found = shell.plain(*words, environment={"STILLSO_LANG": "zh-Hant"})
    told = CHINESE.say("cli.failed", message=CHINESE.say(f"cli.mistake.{key}", **values))
    assert (2, "", told) == (found.code, found.out, found.err.strip())


#: Values that are none, and the Chinese text for their kind.
VALUES = {
    "choice": (("remember", "x", "--audience", "all"), "--audience", {"value": "all", "choices": "user, anyone"}),
    "number": (("show", "three"), "'#N'", {"value": "three"}),
    "moment": (("as-of", "yesterday"), "DATE", {"value": "yesterday"}),
    "whole-number": (("log", "--limit", "0"), "--limit", {"value": "0", "least": "1"}),
    "file": (("base", "create", "x", "--readme", "gone.md"), "--readme", {"value": "gone.md"}),
}


@pytest.mark.parametrize("kind", VALUES)
def test_a_value_that_is_none_is_told_with_its_place(shell: Shell, kind: str) -> None:
    """The sentence names the parameter and what was given for it."""
    words, name, values = VALUES[kind]
    found = shell.plain(*words, "--lang", "zh-Hant")
    told = CHINESE.say("cli.mistake.value", name=name, told=CHINESE.say(f"cli.mistake.{kind}", **values))
    assert (2, CHINESE.say("cli.failed", message=told)) == (found.code, found.err.strip())


def test_a_number_below_the_least_is_told_with_it(shell: Shell) -> None:
    """Nought is a number of results that stay."""
    assert "“-1” is no whole number from 0 on." in shell.plain("clear", "m.json", "--keep-last", "-1").err


def test_as_of_says_that_a_bare_date_will_do(shell: Shell) -> None:
    """Whoever types a word for a day is shown a date."""
    assert "2026-07-01" in shell("as-of", "yesterday").json["message"]


def test_misuse_of_the_library_has_a_lead_in(house: House, shell: Shell) -> None:
    """A sentence that is not translated stands behind one that says what it is."""
    assert "用法不對：" in shell.plain("person", "add", "a b", "--lang", "zh-Hant").err


def test_a_language_that_there_is_not_is_misuse(shell: Shell) -> None:
    """A wrong setting is told, not passed over; the option beats it."""
    wrong = {"STILLSO_LANG": "fr"}
    assert 2 == shell.plain("lines", environment=wrong).code
    assert 0 == shell.plain("lines", "--lang", "en", environment=wrong).code


@pytest.mark.parametrize("words", [("--json", "lines"), ("--json", "base", "list"), ("base", "--json", "list")])
def test_common_options_may_stand_before_the_command(shell: Shell, words: tuple[str, ...]) -> None:
    """Wherever they stand, they hold."""
    assert 0 == (found := shell.plain(*words)).code
    assert isinstance(found.json, dict)


def test_options_without_a_command_ask_for_one(shell: Shell) -> None:
    """With JSON it is a mistake like another, without it the help."""
    assert (2, 2) == ((found := shell.plain("--json")).code, found.json["failed"])
    assert (2, True) == ((plain := shell.plain("--lang", "en")).code, plain.out.startswith("Usage:"))


def test_a_help_page_is_in_one_language(shell: Shell) -> None:
    """Headings have the colon of the language, and what is required says so in it."""
    lines = shell.plain("session", "start", "--help", "--lang", "zh-Hant").out.splitlines()
    assert "選項：" in lines
    assert any(line.endswith("[必填]") for line in lines)


def test_a_help_page_fits_a_narrow_terminal(shell: Shell) -> None:
    """A Chinese character takes two columns; an example, which is copied, is not broken."""
    narrow = {"COLUMNS": "60"}
    page = shell.plain("claude-code", "install", "--help", "--lang", "zh-Hant", environment=narrow).out
    wide = [line for line in page.splitlines() if sum(2 if char > "\u1100" else 1 for char in line) > 60]
    assert [] == wide
    assert "    stillso claude-code install --replace" in page.splitlines()


def test_an_option_says_what_it_does_itself(shell: Shell) -> None:
    """Two of one choice have a help each, and a name that another command has as well keeps its own."""
    page = " ".join(shell.plain("claude-code", "install", "--help").out.split())
    assert "--project For this repository only." in page
    assert "labels joined by '/'" in " ".join(shell.plain("remember", "--help").out.split())


def test_why_without_a_hit_says_that_nothing_contains_it(house: House, shell: Shell) -> None:
    """A person reads a sentence about the text; JSON has the usual code."""
    found = shell.plain("why", "e2e", "--base", "shop")
    assert (3, "", "Nothing contains “e2e”.\n") == (found.code, found.out, found.err)
    assert (3, "unknown") == ((coded := shell("why", "e2e", "--base", "shop")).code, coded.json["refused"])


def test_a_refusal_is_told_to_a_person_on_standard_error(house: House, shell: Shell) -> None:
    """What a script takes from standard output is never the sentence of a refusal; what waits is an answer."""
    refused = shell.plain("session", "start", "--agent", "nobody", "--base", "shop")
    waiting = shell.plain("remember", "x y z", "--session", house.session().id)
    assert (3, "", True) == (refused.code, refused.out, "nobody" in refused.err)
    assert (0, True, "") == (waiting.code, "no-quote" in waiting.out, waiting.err)


def test_show_tells_status_mark_and_source_in_words(house: House, shell: Shell) -> None:
    """A person reads words, JSON has codes; the type is a code for both."""
    house.mei.remember("規則", base="shop", condition="修好之前")
    words = ("show", "1", "--base", "shop")
    printed = shell.plain(*words, "--lang", "zh-Hant", "--now", "2026-09-24T00:00:00Z").out.splitlines()
    assert {"狀態：有效", "標記：待確認", "來源：本人記下", "種類：feedback"} <= set(printed)
    assert ("active", "owner") == tuple(shell(*words).json[name] for name in ("status", "source"))


def test_an_exception_needs_a_session(house: House, shell: Shell) -> None:
    """Once is noted with a session; nobody opens one on the way."""
    house.mei.remember("規則", base="shop")
    found = shell("once", "1", "--base", "shop")
    assert (2, [], True) == (found.code, house.app.sessions(), "--session" in found.json["message"])


# --- addresses of stores ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address", ["", "sqlite:///", "sqlite://", "sqlite://x.db", ":memory:", "mysql://x", "file:x.db"]
)
def test_an_address_of_no_known_kind_is_misuse(shell: Shell, address: str) -> None:
    """The message names the kinds there are, and no file is made."""
    found = shell("lines", "--store", address)
    assert (2, True) == (found.code, "memory:" in found.json["message"])
    assert [] == list(shell.home.iterdir())


@pytest.mark.parametrize("address", ["x.db", "sqlite:///x.db", "sqlite:///{home}/x.db", "~/x.db", "sqlite:///~/x.db"])
def test_a_path_is_taken_in_each_of_its_forms(shell: Shell, address: str) -> None:
    """Relative, absolute, and from the home folder."""
    assert 0 == shell("lines", "--store", address.format(home=shell.home)).code
    assert (shell.home / "x.db").exists()


def test_a_folder_is_told_once(shell: Shell) -> None:
    """A folder in the place of a file is lost storage, in one sentence."""
    message = shell("lines", "--store", str(shell.home)).json["message"]
    assert (1, True) == (message.count("is a folder"), str(shell.home) in message)


# --- odd surroundings -------------------------------------------------------------------------------------------


def test_words_that_are_no_text_are_misuse(house: House, shell: Shell) -> None:
    """Bytes that are not UTF-8 are refused at the door, whatever they are meant for."""
    found = shell("session", "hear", house.session().id, "caf\udce9")
    assert (2, True) == (found.code, "caf\\xe9" in found.json["message"])


def redirected(shell: Shell, line: str) -> subprocess.CompletedProcess[bytes]:
    """What a shell makes of a command line with redirections."""
    command = f'"{sys.executable}" -m stillso {line}'
    return subprocess.run(["sh", "-c", command], cwd=shell.folder, env=shell.environment, capture_output=True)


@pytest.mark.parametrize("words", ["lines", "lines --json", "--help"])
def test_output_that_cannot_be_written_ends_with_1(shell: Shell, words: str) -> None:
    """A full disk is told on standard error, once."""
    found = redirected(shell, f"{words} >/dev/full")
    assert (1, 1) == (found.returncode, len(found.stderr.splitlines()))


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("nonsense 2>/dev/full", 2),
        ("lines >&-", 0),
        ("lines >&- 2>&-", 0),
        ("show 1 2>&-", 3),
        ("remember - <&-", 2),
        ("tour <&- >&-", 0),
    ],
)
def test_closed_streams_break_nothing(shell: Shell, line: str, code: int) -> None:
    """The exit code is what it would have been, and nothing is traced back."""
    found = redirected(shell, line)
    assert (code, False) == (found.returncode, b"Traceback" in found.stderr)


def nameless(shell: Shell, known: Mapping[str, str]) -> subprocess.CompletedProcess[bytes]:
    """``lines`` where no home, no user and no list of users is known."""
    program = "import sys; sys.modules['pwd'] = None; from stillso.surfaces.cli import run; sys.exit(run(['lines']))"
    kept = {name: shell.environment[name] for name in ("PATH", "PYTHONPATH")}
    return subprocess.run([sys.executable, "-c", program], cwd=shell.home, env={**kept, **known}, capture_output=True)


@pytest.mark.parametrize(
    ("known", "asked"),
    [({"STILLSO_STORE": "memory:"}, b"STILLSO_PERSON"), ({"STILLSO_PERSON": "mei"}, b"STILLSO_STORE")],
)
def test_who_has_no_name_or_home_is_told_what_to_set(shell: Shell, known: Mapping[str, str], asked: bytes) -> None:
    """A container without users: the message names the variable that helps."""
    found = nameless(shell, known)
    assert (2, True) == (found.returncode, asked in found.stderr)


@pytest.mark.parametrize(
    "stdin", ["[" * 100_000, '{"files": [], "mood": "good"}', '{"files": [], "reason": "\\ud800"}']
)
def test_a_request_with_something_else_in_it_is_misuse(house: House, shell: Shell, stdin: str) -> None:
    """Nothing unknown is passed over, and nothing that is no text is kept."""
    assert 2 == shell("files", "write", "shop", stdin=stdin).code
