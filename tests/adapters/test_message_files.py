"""Files of messages: what is found in them, and that only what changed is written anew."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.adapters.shapes.conversations import conversations

from stillso.adapters.messages import SHAPES
from stillso.adapters.messages.files import parse, read, spliced
from stillso.core.windows.blocks import Kind
from stillso.errors import Misuse

HELLO = {"role": "user", "content": "hi"}
ITEM = {"type": "function_call_output", "call_id": "c1", "output": "long"}

# --- what is found ---------------------------------------------------------------------------------------------------

DOCUMENTS: dict[str, tuple[Any, str, list[Any]]] = {
    "an array": ([HELLO], "anthropic", [HELLO]),
    "an empty array": ([], "anthropic", []),
    "a request": ({"model": "m", "system": "Be brief.", "messages": [HELLO]}, "anthropic", [HELLO]),
    "a case": ({"keep_last": 1, "messages": [HELLO]}, "anthropic", [HELLO]),
    "items": ({"model": "m", "input": [HELLO, ITEM]}, "openai-responses", [HELLO, ITEM]),
    "plain items": ({"input": [HELLO]}, "openai-responses", [HELLO]),
    "a text": ({"input": "hi"}, "openai-responses", [HELLO]),
    "both": ({"input": "hi", "messages": [HELLO]}, "anthropic", [HELLO]),
}


@pytest.mark.parametrize("case", DOCUMENTS)
def test_messages_are_found_in_a_document(case: str) -> None:
    """In the array that it is, or in one of its two fields; ``input`` is always of the Responses API."""
    document, shape, messages = DOCUMENTS[case]
    found = read(document)
    assert (shape, messages) == (found.shape.name, found.messages)


@pytest.mark.parametrize(
    ("document", "says"),
    [
        ({}, "it has nothing"),
        ({"prompt": "hi", "model": "m"}, "it has `prompt`, `model`"),
        ({"messages": {"0": HELLO}}, "no array `messages` or `input`"),
        ("hi", "a file of messages is an array of them"),
        (None, "a file of messages is an array of them"),
        ([1, 2], "no message has a shape that is known"),
        ({"messages": ["hi"]}, "anthropic, openai-chat"),
    ],
)
def test_a_document_without_messages_is_refused(document: Any, says: str) -> None:
    """With what it is instead, or with the shapes that are known."""
    with pytest.raises(Misuse, match=says):
        read(document)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Expecting value at line 1, column 1"),
        ('[\n  {"role": "user",}\n]', "line 2, column 19"),
        ('\ufeff[{"role"]', "line 1, column 9"),
        ('{"role": "user"}\n{"role": "user"}', "Extra data at line 2, column 1"),
        ("[" * 100_000, "JSON that cannot be read"),
        ("[1" + "0" * 5000 + "]", "JSON that cannot be read"),
    ],
)
def test_what_is_no_json_is_refused_with_the_place(text: str, says: str) -> None:
    """Line and column, where the parser knows them."""
    with pytest.raises(Misuse, match=says):
        parse(text)


# --- what is written back --------------------------------------------------------------------------------------------

ODD = """\ufeff {
\t"temperature": 1.0,  "messages" : [],
  "note": "\\u9000\\u6b3e \\/ caf\\u00e9",
  "messages" :[ {"role":"user","content":"hi", "n": 1.10, "n": 1e2} ,
    {
      "role": "user",
      "content": [
        {"type": "tool_result",   "tool_use_id": "t1", "content": "long", "is_error": true, "x": 1E5},
        {"tool_use_id":"t2","type":"tool_result"},
        {"type": "text", "text": "caf\\u00e9 \\/"}
      ]
    }

  ] ,"max_tokens": 1e3 }
"""


def test_every_other_byte_of_a_file_stays() -> None:
    """Byte order mark, spacing, order, numbers, escapes, keys that stand twice: of the message that changed, too."""
    message = parse(ODD)["messages"][1]
    changed = SHAPES["anthropic"].cleared(message, {0: "[cleared: “t1”]", 1: "[cleared]"})
    expected = ODD.replace('"long"', '"[cleared: \\u201ct1\\u201d]"').replace(
        '"type":"tool_result"}', '"type":"tool_result","content": "[cleared]"}'
    )
    assert expected == spliced(ODD, {1: changed})


def test_nothing_changed_is_the_same_text() -> None:
    """Whatever the file is like."""
    assert ODD == spliced(ODD, {})
    assert ODD == spliced(ODD, dict(enumerate(parse(ODD)["messages"][1:], start=1)))


@pytest.mark.parametrize(
    ("text", "message", "expected"),
    [
        ('[{"a": "b"}]', {"a": "清"}, '[{"a": "清"}]'),
        ('[{"a": "\\u6e05"}]', {"a": "清除"}, '[{"a": "\\u6e05\\u9664"}]'),
        ('[{"a": "清"}]', {"a": "\ud800"}, '[{"a": "\\ud800"}]'),
        ('[{"a": 1, "b": 2, "c": 3}]', {"a": 1, "c": 3}, '[{"a": 1, "c": 3}]'),
        ('[{"a":1,"b":2}]', {"b": 2, "c": None}, '[{"b":2,"c": null}]'),
        ('[{"a": 1}]', {"a": True}, '[{"a": true}]'),
        ('[{"a": 1.0}]', {"a": 1}, '[{"a": 1}]'),
        ('[{"a": [1, 2.50]}]', {"a": [3, 2.5]}, '[{"a": [3, 2.50]}]'),
        ('[{"a": [1, 2.50]}]', {"a": [2.5]}, '[{"a": [2.5]}]'),
        ('[{"a": 1, "a": 2}]', {"a": 2}, '[{"a": 2}]'),
        ("[{}]", {"a": 1}, '[{"a": 1}]'),
        ("[ null ]", {"a": 1}, '[ {"a": 1} ]'),
    ],
)
def test_a_value_that_differs_is_written_anew(text: str, message: Any, expected: str) -> None:
    """As the file writes its own; nothing is written that no encoding can hold."""
    assert expected == spliced(text, {0: message})


@pytest.mark.parametrize("text", ['{"input": "hi"}', "[]", '{"messages": []}'])
def test_a_message_that_is_not_there_is_refused(text: str) -> None:
    """A text in place of items has no place for one."""
    with pytest.raises(Misuse, match="no message 0"):
        spliced(text, {0: HELLO})


@pytest.mark.parametrize("provider", ["anthropic", "openai-chat", "openai-responses", "langchain", "pydantic-ai"])
def test_a_cleared_file_reads_as_the_cleared_messages(provider: str) -> None:
    """However it was written, and whichever results were cleared; and what was can be put back."""
    shape = SHAPES[provider]

    @given(conversations(provider), st.sampled_from([None, 0, 1, "\t"]), st.booleans(), st.data())
    def holds(messages: list[Any], indent: Any, ascii_only: bool, data: st.DataObject) -> None:
        text = json.dumps({"n": 1.0, "messages": messages}, default=str, indent=indent, ensure_ascii=ascii_only)
        held = parse(text)["messages"]
        parts = {
            at: [block.part for block in shape.blocks(message, at) if block.kind is Kind.RESULT]
            for at, message in enumerate(held)
        }
        places = data.draw(st.sets(st.sampled_from([at for at, found in parts.items() if found] or [0])))
        changed = {at: shape.cleared(held[at], dict.fromkeys(parts[at], "[已清]")) for at in places}
        anew = spliced(text, changed)
        assert [changed.get(at, message) for at, message in enumerate(held)] == parse(anew)["messages"]
        back = {at: held[at] for at in places}
        assert parse(text) == parse(spliced(anew, back))

    holds()
