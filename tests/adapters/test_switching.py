"""One key put into a settings file that is somebody else's, and taken out again."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stillso.adapters.claude_code import switching
from stillso.adapters.claude_code.switching import KEY, NoObject

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)


def objects(values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Objects with names as a person gives them, or as nobody would."""
    return st.dictionaries(st.text(max_size=5) | st.just(KEY[:-1]), values, max_size=4)


VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | objects(inner), max_leaves=6)
BLANK = st.text(" \t\r\n", max_size=3)
COMMENT = st.sampled_from(["", "", "", '// a "line", {\n', "/* } , */"])


@st.composite
def written(draw: st.DrawFn, *, comments: bool = False) -> str:
    """An object as somebody might have typed it: blanks anywhere, any line ends, perhaps comments."""

    def blank() -> str:
        return draw(BLANK) + (draw(COMMENT) + draw(BLANK) if comments else "")

    members = draw(objects(VALUES))
    dumped = [f"{json.dumps(name)}{blank()}:{blank()}{json.dumps(value)}" for name, value in members.items()]
    inner = ",".join(f"{blank()}{each}{blank()}" for each in dumped) or blank()
    return f"{draw(st.sampled_from(['', chr(0xFEFF)]))}{blank()}{{{inner}}}{blank()}"


@given(written())
def test_put_in_and_taken_out_every_byte_is_as_before(text: str):
    """Whatever an object looks like; and in between it is the same object with one key more."""
    piece = switching.inserted(text)
    assert piece is not None
    with_it = switching.put_in(text, piece)
    before, after = (json.loads(each.removeprefix("\ufeff")) for each in (text, with_it))
    assert json.dumps({KEY: False, **before}) == json.dumps(after)
    assert text == switching.taken_out(with_it, piece)


@given(written(comments=True))
def test_comments_stay_as_well(text: str):
    """Some people write them, though JSON has none."""
    piece = switching.inserted(text)
    assert piece is not None
    assert text == switching.taken_out(switching.put_in(text, piece), piece)


@given(objects(VALUES), objects(VALUES), st.sampled_from([None, 0, 2, "\t"]))
def test_rewritten_by_others_it_is_taken_out_all_the_same(before: dict, added: dict, indent: int | str | None):
    """What the client made of the file meanwhile stays, but for the key."""
    text = json.dumps(before)
    piece = switching.inserted(text)
    assert piece is not None
    rewritten = {**before, KEY: False, **added}
    taken = switching.taken_out(json.dumps(rewritten, indent=indent), piece)
    assert taken is not None
    assert json.dumps({**before, **added}) == json.dumps(json.loads(taken))


@pytest.mark.parametrize(
    ("text", "changed", "left"),
    [
        ("{}", '{"autoMemoryEnabled": false, "a": 1}', '{ "a": 1}'),
        ('{"a": 1}', '{"autoMemoryEnabled": false}', "{}"),
        ('{"a": 1}', '{"autoMemoryEnabled": true, "a": 1}', None),
        ('{"a": 1}', '{"a": 1}', None),
        ('{"a": 1}', '{"a": {"autoMemoryEnabled": false}}', None),
        (
            '{\n  "a": 1\n}',
            '{\n  "a": {"autoMemoryEnabled": false},\n  "autoMemoryEnabled": false\n}',
            '{\n  "a": {"autoMemoryEnabled": false}\n}',
        ),
    ],
)
def test_what_others_made_of_it_decides(text: str, changed: str, left: str | None):
    """It goes with one comma; a value that is another one now is theirs, and so is the name further in."""
    piece = switching.inserted(text)
    assert piece is not None
    assert left == switching.taken_out(changed, piece)


@pytest.mark.parametrize("text", ['{"autoMemoryEnabled": true}', '{"a": 1, "auto\\u004demoryEnabled": null}'])
def test_a_key_that_is_there_is_seen(text: str):
    """However it is spelt."""
    assert switching.inserted(text) is None


@pytest.mark.parametrize("text", ["", "[]", "1", "{", '{"a"}', "{} {}", "[" * 100_000, "// {}"])
def test_what_is_no_object_is_refused(text: str):
    """Nothing can be put into it."""
    with pytest.raises(NoObject):
        switching.inserted(text)


def test_a_file_behind_a_link_is_changed_where_it_is(tmp_path: Path):
    """The link stays one, and who may read the file is as before."""
    real, link = tmp_path / "dotfiles.json", tmp_path / "settings.json"
    real.write_text('{"a": 1}')
    real.chmod(0o600)
    link.symlink_to(real)
    switch = switching.planned(link)
    assert switch is not None
    switching.switch_off(switch)
    assert (True, {KEY: False, "a": 1}) == (link.is_symlink(), json.loads(real.read_text()))
    assert 0o600 == stat.S_IMODE(os.stat(real).st_mode)
    assert switching.switch_on(switch)
    assert ('{"a": 1}', False) == (real.read_text(), switching.switch_on(switch))


@pytest.mark.parametrize(
    ("texts", "variable", "expected"),
    [
        (["", ""], None, (True, None)),
        (['{"autoMemoryEnabled": false}', "{}"], None, (False, 0)),
        (['{"autoMemoryEnabled": false}', '{"autoMemoryEnabled": true}'], None, (True, 1)),
        (['{"autoMemoryEnabled": false}', '{"autoMemoryEnabled": 0}'], None, (False, 0)),
        (['{"autoMemoryEnabled": false}', "[broken"], "0", (True, "$CLAUDE_CODE_DISABLE_AUTO_MEMORY")),
        (["{}", "{}"], "1", (False, "$CLAUDE_CODE_DISABLE_AUTO_MEMORY")),
    ],
)
def test_the_strongest_says_whether_it_is_on(
    tmp_path: Path, texts: list[str], variable: str | None, expected: tuple[bool, int | str | None]
):
    """The variable before all files, of the files the last that says it; on by itself."""
    files = [tmp_path / "a.json", tmp_path / "b.json"]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text)
    on, by = switching.state(files, variable)
    named = {None: None, 0: str(files[0]), 1: str(files[1])}
    assert (expected[0], named.get(expected[1], expected[1])) == (on, str(by) if by else None)  # type: ignore[arg-type]
