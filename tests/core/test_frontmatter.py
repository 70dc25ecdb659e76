"""Front matter: an exact round trip, files that any YAML reader takes, and reading that loses nothing."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from stillso.core import policy
from stillso.core.frontmatter import Document, Keys, parse, render

# Case AM-06: values that writers' own rules for quoting have missed.
HOSTILE = [
    "部署規則: 週五不部署",
    "'單引號' 開頭",
    '"雙" 引號',
    "- 破折號",
    "# 井號",
    "@提及",
    "*星",
    "&錨",
    "!標籤",
    "%百分",
    "`反引`",
    "? 問",
    "| 管",
    "> 大於",
    "{a: b}",
    "[x]",
    "yes",
    "null",
    "~",
    "1_000",
    "0x1f",
    "2026-06-22",
    "12:30:45",
    " 前後空白 ",
    "結尾冒號:",
    "a #b",
    "一\n二",
    "emoji 🙂",
    "\u200b",
    "\ttab",
    "很長" * 400,
]

texts = st.one_of(
    st.text(),
    st.text(alphabet=" \t\r\n-:#'\"\\?,[]{}&*!|>%@`~=<.0123456789eExoT_\u0085\u2028\ufeff\u200b漢é"),
    st.sampled_from(HOSTILE),
)
names = st.text(max_size=40)


def deep(levels: int) -> dict[str, Any]:
    """Keys nested so many levels deep."""
    return {"a": deep(levels - 1) if levels > 1 else "b"}


@given(st.dictionaries(names, st.none() | texts | st.dictionaries(names, st.none() | texts)), texts)
def test_round_trip_is_exact(keys, body):
    """Whatever the keys, values and body hold, reading gives what was written."""
    assert Document(keys=keys, body=body, problem=None) == parse(render(keys, body))


@given(st.dictionaries(names, st.none() | texts), texts)
def test_rendering_again_changes_nothing(keys, body):
    """A text that we wrote and read is written the same."""
    text = render(keys, body)
    document = parse(text)
    assert text == render(document.keys, document.body)


@given(st.dictionaries(names, texts))
def test_other_readers_of_yaml_agree(keys):
    """PyYAML in Python and a reader of YAML 1.2 get the strings that we wrote."""
    block = render(keys, "").removeprefix("---\n").removesuffix("---\n")
    assert keys == (yaml.load(block, Loader=yaml.BaseLoader) or {})
    assert keys == (YAML(typ="safe", pure=True).load(block) or {})


@given(st.text())
def test_reading_never_fails(text):
    """Any text is a document."""
    assert isinstance(parse(text), Document)
    assert isinstance(parse(f"---\n{text}\n---\nbody"), Document)


@given(st.text(alphabet="ab:# \n-'\"&*!{}[]|>,?\ud800", max_size=60))
def test_reading_never_fails_on_what_looks_like_yaml(block):
    """Any block is a document, also one with a lone surrogate."""
    assert isinstance(parse(f"---\n{block}\n---\nbody"), Document)


@pytest.mark.parametrize("value", HOSTILE)
def test_am_06_strict_readers_get_the_same_string(value):
    """AM-06: YAML 1.1 and 1.2 both read the string that was written, as a string; its line stays one line."""
    block = render({"name": value, "description": value}, "").removeprefix("---\n").removesuffix("---\n")
    expected = {"name": value, "description": value}
    assert expected == yaml.load(block, Loader=yaml.BaseLoader)
    assert expected == yaml.safe_load(block)
    assert expected == YAML(typ="safe", pure=True).load(block)
    assert 2 == block.count("\n")


@pytest.mark.parametrize(
    ("block", "keys", "body"),
    [
        (
            "name: deploy-rule\ndescription: 部署規則: 週五不部署 (例外: 安全修補)\nmetadata:\n  type: feedback\n",
            {
                "name": "deploy-rule",
                "description": "部署規則: 週五不部署 (例外: 安全修補)",
                "metadata": {"type": "feedback"},
            },
            "內文一\n",
        ),
        (
            "name: mail\ndescription: Re: 報價 # 第三版\n",
            {"name": "mail", "description": "Re: 報價 # 第三版"},
            "內文二\n",
        ),
        (
            "name: q\ndescription: 'level' 要寫大寫 (不要縮寫)\n",
            {"name": "q", "description": "'level' 要寫大寫 (不要縮寫)"},
            "內文三\n",
        ),
        ("name: d\ndescription: - 先備份\n", {"name": "d", "description": "- 先備份"}, "內文四\n"),
    ],
)
def test_am_03_invalid_yaml_is_read_as_written(block, keys, body):
    """AM-03: a colon, a quote, a dash or a # costs a note, not the text."""
    document = parse(f"---\n{block}---\n{body}")
    assert (keys, body) == (document.keys, document.body)
    assert str(document.problem).startswith("The front matter is not valid YAML (line 3")


def test_a_text_without_front_matter_is_all_body():
    """No fence, no keys, no problem; a byte order mark is part of the body."""
    assert Document(keys={}, body="\ufeff# Title\n", problem=None) == parse("\ufeff# Title\n")


def test_a_fence_that_never_closes_is_body():
    """A text that opens with a rule is a text."""
    assert Document(keys={}, body="---\nname: x\n", problem=None) == parse("---\nname: x\n")


def test_text_between_two_rules_is_kept():
    """Where no line is a key, all of the text is body, and a problem says why."""
    text = "---\nwords between rules\n---\nmore\n"
    assert Document(keys={}, body=text, problem="The front matter holds no keys.") == parse(text)


def test_crlf_and_a_byte_order_mark_are_read():
    """A fence may end in CRLF and follow a byte order mark; the body keeps its line ends."""
    expected = Document(keys={"name": "x"}, body="a\r\nb", problem=None)
    assert expected == parse("\ufeff---\r\nname: x\r\n---\r\na\r\nb")


def test_a_body_may_begin_with_a_fence():
    """Only the first closing line closes."""
    text = render({"name": "x"}, "---\nname: y\n---\n")
    assert Document(keys={"name": "x"}, body="---\nname: y\n---\n", problem=None) == parse(text)


@pytest.mark.parametrize("written", ["null", "~", "", "Null"])
def test_a_plain_null_is_none(written):
    """Null, a tilde and nothing are None."""
    assert {"until": None} == parse(f"---\nuntil: {written}\n---\n").keys


@pytest.mark.parametrize("value", ["null", "~", ""])
def test_the_word_null_is_not_none(value):
    """The strings that look like null are quoted, and come back as strings."""
    assert f'---\nuntil: "{value}"\n---\n' == render({"until": value}, "")
    assert {"until": value} == parse(f'---\nuntil: "{value}"\n---\n').keys


def test_common_values_stand_plain():
    """Names, sentences, ids and moments need no quotes."""
    keys: Keys = {
        "name": "unit-tests-only",
        "description": "after a change run unit tests only, no e2e",
        "metadata": {
            "modified": "2026-06-22T03:10:00.000Z",
            "stillso_id": "01JZX3K8T5M2Q9W7R4V6N1B0CD",
            "stillso_until": None,
            "stillso_condition": "staging 修好之前",
        },
    }
    expected = (
        "---\nname: unit-tests-only\ndescription: after a change run unit tests only, no e2e\nmetadata:\n"
        "  modified: 2026-06-22T03:10:00.000Z\n  stillso_id: 01JZX3K8T5M2Q9W7R4V6N1B0CD\n"
        "  stillso_until: null\n  stillso_condition: staging 修好之前\n---\nbody\n"
    )
    assert expected == render(keys, "body\n")


@pytest.mark.parametrize("value", ["3", "1.5e3", "0o17", "on", "No", "y", "=", "<<", ".inf", "-1", "2026-06-22"])
def test_what_yaml_would_type_is_quoted(value):
    """Numbers, dates and words with a type are strings here, and say so."""
    assert f'---\na: "{value}"\n---\n' == render({"a": value}, "")


def test_what_cannot_be_seen_is_escaped():
    """Controls, line separators and zero-widths are written as escapes; other signs stand as they are."""
    expected = '---\na: "\\u0000\\u0085\\u2028\\uFEFF\\u200D\\U000E0041 é🙂"\n---\n'
    assert expected == render({"a": "\0\x85\u2028\ufeff\u200d\U000e0041 é🙂"}, "")


def test_a_hash_after_one_blank_is_text():
    """An issue number is not cut off as a comment, and the note says so."""
    document = parse("---\ndescription: fixes issue #12\n---\n")
    assert {"description": "fixes issue #12"} == document.keys
    assert "Text after a # would be cut as a comment by YAML; it is kept." == document.problem


def test_a_hash_after_more_blanks_is_a_comment():
    """A comment set apart is none of the value."""
    assert Document(keys={"no": "3"}, body="", problem=None) == parse("---\nno: 3   # the number\n---\n")


def test_a_list_is_kept_as_its_text():
    """Lists are no values of ours: the source stands, the other keys are read, the problem is named."""
    expected = Document(
        keys={"tags": "[a, b]", "more": "- c\n- d", "name": "x"},
        body="",
        problem="A list is kept as its text.",
    )
    assert expected == parse("---\ntags: [a, b]\nmore:\n- c\n- d\nname: x\n---\n")


@pytest.mark.parametrize(
    ("block", "keys", "problem"),
    [
        (
            "a: &x 1\nb: *x\n",
            {"a": "&x 1", "b": "*x"},
            "The front matter uses an anchor, an alias or a tag.",
        ),
        ("a: !!str 1\n", {"a": "!!str 1"}, "The front matter uses an anchor, an alias or a tag."),
        ("a: 1\na: 2\n", {"a": "1\n2"}, "The front matter has a key twice."),
        (
            "a: {b: {c: {d: {e: f}}}}\n",
            {"a": "{b: {c: {d: {e: f}}}}"},
            "The front matter is nested deeper than 4 levels.",
        ),
        ("a: 1\n...\n%x\n", {"a": "1\n...\n%x"}, "The front matter is not valid YAML"),
        ("a: \ud800\n", {"a": "\ud800"}, "The front matter is not valid YAML."),
        ("a:\n  b: c\n    d\nx\n", {"a": {"b": "c\nd\nx"}}, "The front matter is not valid YAML"),
    ],
)
def test_what_is_no_plain_yaml_is_read_as_written(block, keys, problem):
    """Anchors, tags, keys twice and depth are problems; the lines are kept as they stand."""
    document = parse(f"---\n{block}---\n")
    assert keys == document.keys
    assert str(document.problem).startswith(problem)


def test_reading_as_written_keeps_every_line():
    """A line without a key belongs to the key before it; quotes around a whole value are no part of it."""
    block = "d: |\n  x: y\n  # z\nmetadata:\n  type: 'it''s'\n  q: a: b\n    more\n'name': \"z\"\nlast\n"
    document = parse(f"---\n{block}---\n")
    expected = {
        "d": "|\nx: y\n# z",
        "metadata": {"type": "it's", "q": "a: b\nmore"},
        "name": '"z"\nlast',
    }
    assert expected == document.keys


def test_a_block_over_the_limit_is_read_as_written():
    """A huge block is not given to the YAML library."""
    document = parse(f"---\na: {'x' * policy.FRONT_MATTER_BYTES}\n---\nbody")
    assert {"a": "x" * policy.FRONT_MATTER_BYTES} == document.keys
    assert f"The front matter is over {policy.FRONT_MATTER_BYTES} bytes." == document.problem


@pytest.mark.parametrize(
    ("keys", "body"),
    [
        ({"a": "\ud800"}, ""),
        ({}, "\udfff"),
        (deep(policy.FRONT_MATTER_DEPTH + 1), ""),
        ({"a": "x" * policy.FRONT_MATTER_BYTES}, ""),
        ({"k" * 101: "x"}, ""),
    ],
)
def test_what_could_not_be_read_back_is_not_written(keys, body):
    """Lone surrogates, too much depth, a huge block and a huge key are misuse."""
    with pytest.raises(ValueError, match=r"read back|surrogate"):
        render(keys, body)


def test_the_deepest_keys_round_trip():
    """Keys may be nested as deep as the policy says."""
    keys = deep(policy.FRONT_MATTER_DEPTH)
    assert Document(keys=keys, body="b", problem=None) == parse(render(keys, "b"))
