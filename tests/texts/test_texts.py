"""What a person or a model reads stands in the texts, whole and in both languages."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from datetime import date
from importlib.resources import files
from pathlib import Path

import click
import pytest

from stillso import care, texts
from stillso.adapters.claude_code.look import State
from stillso.adapters.claude_code.memory_folder import Oddity
from stillso.adapters.claude_code.transcripts import Where
from stillso.core import names
from stillso.core.differences import of_fields
from stillso.core.findings import Fault
from stillso.core.lines import Labels
from stillso.core.operations import OF_WINDOWS, Verb
from stillso.core.questions import Form
from stillso.core.records import Source, Status
from stillso.core.verbs.write import MODES
from stillso.errors import Code, Loss, Notice, Why
from stillso.services import checkups, tidying
from stillso.storage.disk import checks, losses
from stillso.surfaces.cli import COMMANDS, store
from stillso.surfaces.cli.frame import LazyGroup
from stillso.testing import builders
from stillso.texts import LANGUAGES, Texts
from stillso.tools import TOOLS

ASKED = set(Verb) - OF_WINDOWS
RECORD_VERBS = (Verb.REMEMBER, Verb.SUPERSEDE, Verb.CONFIRM, Verb.AMEND, Verb.RESTORE)
ENDED = (Status.SUPERSEDED, Status.RETRACTED)

#: Chinese puts nothing between two sentences, where English has a space.
MAY_BE_EMPTY = {"outcomes.between"}

# Forms that Traditional Chinese never has, of words that a text about memory is likely to use. Our choice.
SIMPLIFIED = set(
    "们这时对说还让给应为从会开关语种类设当过话读写录认验样条请问题终输错误显选项单检间实际现处记忆删档务网页发动见"
    "书长门东车马国图团声听旧确续结绝组织细经绍纪级线练约编缩统继维边达迁运进远违连迟适递逻释键锁镜阅队阶随难电须顺"
    "顾预领额风驱证评论译词询详谁调谈议护报换数权标构审导层张归坏块库户择扩断无术来极汇测浏满灭点热状献环产画盘码礼"
    "稳签简粮紧纯罚联脑节获虑虽蚀补装规视览觉触计订讨训许诉诺贝负责败账货质购资"
)


def rooms(language: str) -> dict[str, dict[str, str]]:
    """Every room of a language with its texts."""
    names = [entry.name.removesuffix(".md") for entry in (files(texts) / language).iterdir()]
    return {name: Texts(language).room(name) for name in sorted(names)}


def everything(language: str) -> dict[str, str]:
    """Every text of a language by its whole key."""
    return {f"{room}.{key}": text for room, held in rooms(language).items() for key, text in held.items()}


def places(text: str) -> set[str]:
    """The names that a text has filled in."""
    return set(re.findall(r"\{(\w+)\}", text))


def tree(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """A command and all below it, each with the key of its text."""
    yield ".".join(path) or "stillso", command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            assert found is not None
            yield from tree(found, (*path, name))


def reachable() -> list[tuple[str, click.Command]]:
    """Every command of the command line with the key of its text."""
    return list(tree(LazyGroup("stillso", COMMANDS)))


def option_keys(path: str, command: click.Command, held: dict[str, str]) -> set[str]:
    """The keys under which the help of a command's options is looked up."""
    options = [param for param in command.params if isinstance(param, click.Option)]
    values = {
        option: f".{option.flag_value}" if option.is_flag and isinstance(option.flag_value, str) else ""
        for option in options
    }
    names = {f"{option.name}{value}" for option, value in values.items()} | {"help"}
    return {own if (own := f"opt.{path}.{name}") in held else f"opt.{name}" for name in names}


# --- both languages ------------------------------------------------------------------------------------------


def test_both_languages_hold_the_same_rooms():
    """A room that one language has, the other has."""
    english, chinese = (list(rooms(language)) for language in LANGUAGES)

    assert english == chinese


@pytest.mark.parametrize("room", sorted(rooms("en")))
def test_both_languages_hold_the_same_keys_in_the_same_order(room: str):
    """Whoever compares the two files of a room finds each text in the same place."""
    english, chinese = (list(rooms(language)[room]) for language in LANGUAGES)

    assert english == chinese


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", sorted(rooms("en")))
def test_no_key_stands_twice_in_a_room(room: str, language: str):
    """The later of two would silently take the place of the first, as the help of --scope once showed."""
    text = (files(texts) / language / f"{room}.md").read_text(encoding="utf-8")
    keys = re.findall(r"^## (.*)$", text, re.MULTILINE)

    assert sorted(set(keys)) == sorted(keys)


@pytest.mark.parametrize("key", sorted(everything("en")))
def test_a_text_has_the_same_places_in_both_languages(key: str):
    """What is filled in in one language is filled in in the other."""
    english, chinese = (places(everything(language)[key]) for language in LANGUAGES)

    assert english == chinese


def test_no_text_is_empty_where_the_other_language_says_something():
    """An empty text is empty in both languages, but for what stands between sentences."""
    english, chinese = ({key for key, text in everything(language).items() if not text} for language in LANGUAGES)

    assert MAY_BE_EMPTY >= english ^ chinese


def test_no_simplified_character_stands_in_the_chinese_texts():
    """The texts are Traditional Chinese as Taiwan writes it."""
    found = {key: sorted(SIMPLIFIED.intersection(text)) for key, text in everything("zh-Hant").items()}

    assert {} == {key: chars for key, chars in found.items() if chars}


@pytest.mark.parametrize("word", ["sight", "space", "tombstone"])
def test_words_of_the_code_stay_off_the_screen(word: str):
    """The glossary keeps these words inside."""
    pattern = re.compile(rf"\b{word}s?\b", re.IGNORECASE)

    assert [] == [key for key, text in everything("en").items() if pattern.search(text)]


# --- outcomes ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("why", list(Why))
def test_every_reason_to_wait_has_its_sentence(language: str, why: Why):
    """Somebody who waits is told why."""
    assert f"outcomes.why.{why}" in Texts(language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", list(Code))
def test_every_refusal_has_its_sentence(language: str, code: Code):
    """A code has one sentence, or one for each thing it is said about."""
    room = Texts(language).room("outcomes")

    assert [] != [key for key in room if key == code or key.startswith(f"{code}.")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_a_refusal_says_what_to_do_next(language: str):
    """What is refused names a way on, and no way on stands alone."""
    room = Texts(language).room("outcomes")
    said = {key for key in room if key.partition(".")[0] in set(Code)}

    assert said == {key.removeprefix("next.") for key in room if key.startswith("next.")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_notice_has_its_text(language: str):
    """What was done unasked is told, and nothing else counts as a notice."""
    room = Texts(language).room("outcomes")
    assert {notice.value for notice in Notice} == {
        key.removeprefix("notice.") for key in room if key.startswith("notice.")
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_has_its_sentence(language: str):
    """What is found has one, or a second one for several; beside them stand places and kinds of rows."""
    room = Texts(language).room("findings")
    codes = {key.partition(".")[0] for key in room if not key.startswith(("in-", "what."))}
    assert {fault.value for fault in Fault} == codes


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verb_says_that_it_is_done(language: str):
    """Each verb that somebody asks for has its own sentence for what happened."""
    room = Texts(language).room("outcomes")

    assert {verb.value for verb in ASKED} == {key.removeprefix("done.") for key in room if key.startswith("done.")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verb_and_mode_that_may_wait_has_its_word_in_the_inbox(language: str):
    """And nothing else has one."""
    room = Texts(language).room("cli")
    for name, known in (("asked", {verb.value for verb in ASKED}), ("mode", set(MODES))):
        assert known == {key.removeprefix(f"{name}.") for key in room if key.startswith(f"{name}.")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_in_which_two_states_of_a_record_differ_has_its_name(language: str):
    """A difference is told under the names that show gives."""
    row = builders.a_row(1, condition="c", quote="q", scope="s", said_by="mei", session="s1", superseded_by=3)
    record = replace(row.record, supersedes=2, until=date(2026, 9, 1))
    names = {change.name for change in of_fields(None, record)}
    assert set() == {name for name in names if f"cli.field.{name}" not in Texts(language)}


# --- tools ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tool_and_argument_has_its_text_and_none_is_left_over(language: str):
    """An argument has a text of its own, or one that all tools share."""
    room = Texts(language).room("tools")
    asked = {
        own if (own := f"arg.{tool.name}.{name}") in room else f"arg.{name}"
        for tool in TOOLS
        for argument in tool.arguments
        for name in (argument.name, *(f"{argument.name}.{each.name}" for each in argument.each))
    }

    assert asked == {key for key in room if key.startswith("arg.")}
    assert set() == {tool.name for tool in TOOLS} - set(room)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("status", list(Status))
def test_every_status_can_be_told_of_a_memory_read_whole(language: str, status: Status):
    """A model sees whether it is in force."""
    assert f"tools.status.{status}" in Texts(language)


# --- the store as a file -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_loss_has_its_sentence_and_no_other(language: str):
    """Whoever cannot open a store is told why in their language."""
    room = Texts(language).room("store")

    assert {loss.value for loss in Loss} == {key.removeprefix("lost.") for key in room if key.startswith("lost.")}


def test_every_loss_has_its_short_words():
    """The library says it as well."""
    assert set(Loss) == set(losses._SHORT)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_case_of_a_check_has_its_sentence_and_no_other(language: str):
    """Each case of each check that the code names, and nothing is left over."""
    sources = "".join(Path(inspect.getfile(each)).read_text("utf-8") for each in (checks, checkups, care, store))
    cases = set(re.findall(r'check="(\w+)", case="([\w-]+)"|_problem\(\s*"(\w+)", "([\w-]+)"', sources))
    named = {f"{a or c}.{b or d}" for a, b, c, d in cases} | {"key.rejections", "key.missing"}
    room = Texts(language).room("store")

    assert named == {key.removeprefix("doctor.") for key in room if key.startswith("doctor.")}
    assert {each.partition(".")[0] for each in named} == {
        key.removeprefix("name.") for key in room if key.startswith("name.")
    }


# --- a look --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_a_look_finds_has_its_text_and_no_text_is_left_over(language: str):
    """Each state of a memory, each place where words stand, each oddity but one that is none."""
    room = Texts(language).room("look")
    named = [f"state.{each}" for each in State] + [f"where.{each}" for each in Where]
    named += [f"note.{each}" for each in Oddity if each is not Oddity.NO_FRONT_MATTER] + ["note.unreadable"]

    assert set(named) == {key for key in room if key.startswith(("state.", "where.", "note."))}


# --- what is due, what is not in order -----------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_to_ask_and_to_tell_of_a_base_has_its_text_and_no_text_is_left_over(language: str):
    """Each form of a question, each source of a record, each kind of what is not in order, each field that differs."""
    room = Texts(language).room("tidy")
    named = [f"ask.{each}" for each in [*Form, "until", "ahead", "about", "plain"]]
    named += [f"aside.{each}{you}" for each in [*Source, "said"] for you in ("", "-you")]
    named += [f"{what}.{each}" for each in tidying.Kind for what in ("title", "reason")]
    named += [f"reason.{each}" for each in ("near-limit-over", "duplicate-partly", "duplicate-apart")]
    named += [f"reason.contradiction-{each}" for each in ("apart", "one-day", "apart-one-day")]
    named += ["reason.duplicate-one-day"] + [f"apart.{each}" for each in ("condition", "until", "scope")]
    parts = ("ask.", "aside.", "title.", "reason.", "apart.")

    assert set(named) == {key for key in room if key.startswith(parts)}


# --- readings ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_room_of_the_lines_is_their_labels(language: str):
    """Each label of the lines has a text, and each text is a label."""
    assert [field.name for field in fields(Labels)] == list(Texts(language).room("lines"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("how", [*RECORD_VERBS, *ENDED])
def test_every_way_a_record_changes_is_news(language: str, how: Verb | Status):
    """A session that was shown a record can be told whatever became of it."""
    assert f"news.record.{how}" in Texts(language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("how", [*RECORD_VERBS, *ENDED])
def test_every_step_of_a_history_has_its_line(language: str, how: Verb | Status):
    """Whatever happened to a record can be told afterwards."""
    assert f"past.{how}" in Texts(language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("status", list(Status))
def test_every_status_has_its_label(language: str, status: Status):
    """A list of records can show each of them."""
    assert f"cli.say.status.{status}" in Texts(language)


# --- help ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_help_and_no_help_is_left_over(language: str):
    """Each command of the tree has its text, and each text its command."""
    room = Texts(language).room("cli")
    keys = {path for path, _ in reachable()}
    heads = {path.partition(".")[0] for path in keys}

    assert keys == {key for key in room if key.partition(".")[0] in heads}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_help_and_no_help_is_left_over(language: str):
    """Each option of each command has its text, and each text some option."""
    room = Texts(language).room("cli")
    asked = set().union(*(option_keys(path, command, room) for path, command in reachable()))

    assert asked == {key for key in room if key.startswith("opt.")}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", [key for key, _ in reachable()])
def test_the_first_line_of_a_help_stands_alone(language: str, path: str):
    """The first line is the short help: one line, and more only after an empty one."""
    first, *more = Texts(language)[f"cli.{path}"].splitlines()

    assert (True, [""]) == (bool(first.strip()), more[:1] or [""])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_against_a_path_has_a_text(language: str):
    """What ``path_problem`` gives is what stands under ``path.``; a clash has a sentence of its own."""
    source = inspect.getsource(names.path_problem) + inspect.getsource(names._part_problem)
    reasons = set(re.findall(r'return "([a-z-]+)"', source))
    room = Texts(language).room("outcomes")
    assert reasons == {key.removeprefix("path.") for key in room if key.startswith("path.")}
    assert {"bad-path.clash", "next.bad-path.clash"} <= set(room)
