"""Versions and drafts on the command line, in processes of their own: list, compare, go back, edit, publish."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from typing import TYPE_CHECKING

from stillso import FileChange, Waiting
from stillso.texts import LANGUAGES

if TYPE_CHECKING:
    from tests.journeys.conftest import House, Shell


def begin(house: House) -> None:
    """a.md by mei, changed by the agent; and a memory."""
    house.mei.write(FileChange(path="a.md", mode="create", content="one\n"), base="shop")
    house.session().write(FileChange(path="a.md", mode="append", content="two\n"), reason="found out")
    house.mei.remember("用 pnpm", base="shop")


def test_versions_tell_what_an_agent_wrote(house: House, shell: Shell) -> None:
    """Newest first, with who, what kind, which path and why; the text says what is agent-written."""
    begin(house)
    found = shell("files", "versions", "shop", "a.md").json["versions"]
    assert [(2, "agent", ["a.md"], "found out"), (1, "person", ["a.md"], None)] == [
        (each["version"], each["kind"], each["paths"], each["reason"]) for each in found
    ]
    text = shell.plain("files", "versions", "shop").out
    told = [row for row in text.splitlines() if "agent-written" in row]
    assert (1, True) == (len(told), "claude-code (agent-written)  a.md (found out)" in told[0])
    assert "代理寫入" in shell.plain("files", "versions", "shop", "--lang", "zh-Hant").out
    assert 1 == len(shell("files", "versions", "shop", "--limit", "1").json["versions"])


def test_a_difference_is_printed_for_people_and_programs(house: House, shell: Shell) -> None:
    """Files as unified text, memories by field; without numbers what the newest version changed."""
    begin(house)
    assert "+two" in shell.plain("files", "diff", "shop", "1", "2").out
    newest = shell.plain("files", "diff", "shop").out
    assert "Memory #1 is new" in newest
    assert "content: – → 用 pnpm" in newest
    found = shell("files", "diff", "shop", "3", "1").json
    assert (3, 1, ["changed", "removed"]) == (found["from"], found["to"], [each["change"] for each in found["files"]])
    only = shell("files", "diff", "shop", "0", "--path", "a.md").json["files"]
    assert [("a.md", "added")] == [(each["path"], each["change"]) for each in only]
    unknown = shell("files", "diff", "shop", "9").json
    assert ("unknown", "See which there are: stillso files versions shop") == (unknown["refused"], unknown["next"])
    assert unknown["message"].startswith("shop has no version 9; the newest is 3.")


def test_a_file_and_a_list_as_they_stood(house: House, shell: Shell) -> None:
    """Read and list take a version."""
    begin(house)
    assert "one\n" == shell("files", "read", "shop", "a.md", "--version", "1").json["content"]
    assert ["a.md"] == [each["path"] for each in shell("files", "list", "shop", "--version", "2").json["files"]]
    assert 2 == len(shell("files", "list", "shop").json["files"])


def test_a_revert_that_brings_back_a_memory_says_which_and_how(house: House, shell: Shell) -> None:
    """The refusal lists them with their content; naming them does it."""
    begin(house)
    house.mei.supersede(1, "用 npm", base="shop")
    refused = shell.plain("files", "revert", "shop", "--to", "3")
    assert 3 == refused.code
    assert "#1 would be in force again: 用 pnpm" in refused.err
    assert "--reactivate" in refused.err
    done = shell("files", "revert", "shop", "--to", "3", "--reactivate", "#1").json["done"]
    assert ([1], [2]) == (done["again"], done["ended"])
    text = shell.plain("files", "revert", "shop", "--to", "4", "--reactivate", "2").out
    assert "In force again: #2." in text
    assert "Not used any more: #1." in text
    assert "mistake" not in text
    assert 2 == shell("files", "revert", "shop", "--to", "4", "--reactivate", "7").code


def test_a_draft_from_standard_input_to_a_version(house: House, shell: Shell) -> None:
    """Edit, look, publish; the bytes are those that were given."""
    begin(house)
    kept = shell("files", "edit", "shop", "a.md", "--content", "-", stdin="one\n二\n\n").json["waiting"]
    assert ("draft", "stillso files publish shop") == (kept["why"], kept["needs"].partition(": ")[2])
    assert "-two\n+二\n" in shell("files", "draft", "shop").json["draft"]["diff"]
    assert "one\ntwo\n" == shell("files", "read", "shop", "a.md").json["content"]
    done = shell("files", "publish", "shop", "--reason", "in Chinese").json["done"]
    assert ("publish", 4, ["a.md"]) == (done["verb"], done["version"], done["paths"])
    assert "one\n二\n\n" == shell("files", "read", "shop", "a.md").json["content"]
    assert None is shell("files", "draft", "shop").json["draft"]
    nothing = shell("files", "publish", "shop").json
    assert ("unknown", "Begin one: stillso files edit shop PATH") == (nothing["refused"], nothing["next"])


def test_a_stale_draft_prints_both_differences(house: House, shell: Shell) -> None:
    """What was drafted and what came since, under a line each; --read-version then publishes."""
    begin(house)
    shell("files", "edit", "shop", "a.md", "--content", "one\n2\n")
    house.session().write(FileChange(path="a.md", mode="append", content="three\n"))
    refused = shell.plain("files", "publish", "shop")
    shown, since = refused.err.split("What has changed since:")
    assert (3, True, True) == (refused.code, "-two\n+2\n" in shown, "+three\n" in since)
    assert "+three\n" in shell.plain("files", "draft", "shop").out
    shell("files", "edit", "shop", "a.md", "--content", "one\n2\nthree\n", "--read-version", "4")
    assert 0 == shell("files", "publish", "shop").code
    assert "one\n2\nthree\n" == shell("files", "read", "shop", "a.md").json["content"]


def test_an_approval_of_a_changed_file_is_stale_and_shows_both(house: House, shell: Shell) -> None:
    """An ask-first request whose file changed is not carried out; the refusal and the card have both sides."""
    begin(house)
    house.app.add_agent("asker")
    house.mei.grant("asker", "shop", "ask")
    asked = house.session(agent="asker").write(FileChange(path="a.md", mode="edit", old="one", new="1"))
    assert isinstance(asked, Waiting)
    house.mei.write(FileChange(path="a.md", mode="append", content="three\n"), base="shop")
    refused = shell("inbox", "approve", asked.proposal).json
    assert ("stale", True, True) == (
        refused["refused"],
        "-one\n+1\n" in refused["seen"]["difference"],
        "+three\n" in refused["now"]["difference"],
    )
    (card,) = shell("inbox", "list").json["proposals"]
    assert (True, True) == ("-one\n+1\n" in card["diff"], "+three\n" in card["changed"])
    assert "What has changed since:" in shell.plain("inbox", "show", asked.proposal).out
    assert "one\ntwo\nthree\n" == shell("files", "read", "shop", "a.md").json["content"]


def test_discarding_a_path_and_the_rest(house: House, shell: Shell) -> None:
    """One path, then all; what is not there is refused."""
    begin(house)
    shell("files", "edit", "shop", "a.md", "--delete")
    shell("files", "edit", "shop", "b.md", "--content", "b\n")
    assert 0 == shell("files", "discard", "shop", "a.md").code
    assert ["b.md"] == shell("files", "draft", "shop").json["draft"]["paths"]
    assert 0 == shell("files", "discard", "shop").code
    assert "unknown" == shell("files", "discard", "shop").json["refused"]


def test_a_path_that_is_in_no_draft_leads_to_the_draft(house: House, shell: Shell) -> None:
    """There is a draft, and it holds something else."""
    begin(house)
    shell("files", "edit", "shop", "a.md", "--content", "x\n")
    refused = shell("files", "discard", "shop", "b.md").json
    assert ("unknown", "See what it holds: stillso files draft shop") == (refused["refused"], refused["next"])


def test_a_memory_is_compared_under_the_names_that_show_gives(house: House, shell: Shell) -> None:
    """Labels and words of the language, not the names of the code."""
    begin(house)
    house.mei.retract(1, base="shop")
    english, chinese = (shell.plain("files", "diff", "shop", "2", "3", "--lang", lang).out for lang in LANGUAGES)
    assert {"  said by: – → mei", "  status: – → active", "  source: – → written by a person"} <= {
        *english.splitlines()
    }
    assert {"  誰說的：– → mei", "  狀態：– → 有效", "  來源：– → 本人記下"} <= {*chinese.splitlines()}
    ended = shell.plain("files", "diff", "shop", "3", "4", "--lang", "zh-Hant").out
    assert "  狀態：有效 → 不再使用" in ended.splitlines()


def test_versions_say_whose_yes_and_whose_words_they_rest_on(house: House, shell: Shell) -> None:
    """A person approved one, and said the words of the other; in Chinese with its own brackets."""
    session = house.session("一律用 pnpm")
    session.remember("用 pnpm", quote="一律用 pnpm")
    house.mei.grant("claude-code", "shop", "ask")
    waiting = house.session().write(FileChange(path="a.md", mode="create", content="一\n"), reason="為什麼")
    assert isinstance(waiting, Waiting)
    house.mei.approve(waiting.proposal)
    newest, oldest = shell.plain("files", "versions", "shop").out.splitlines()
    assert "claude-code (agent-written), approved by mei  a.md (為什麼)" in newest
    assert "claude-code (agent-written), in the words of mei" in oldest
    chinese = shell.plain("files", "versions", "shop", "--lang", "zh-Hant").out
    assert "claude-code（代理寫入），由 mei 核准  a.md（為什麼）" in chinese
    assert "claude-code（代理寫入），依 mei 的原話" in chinese


def test_mistakes_are_told(house: House, shell: Shell) -> None:
    """No text and no terminal, or a text and --delete."""
    begin(house)
    assert (2, 2) == (
        shell("files", "edit", "shop", "a.md").code,
        shell("files", "edit", "shop", "a.md", "--content", "x", "--delete").code,
    )


def test_an_agents_shell_edits_no_drafts_and_reverts_by_request(house: House, shell: Shell) -> None:
    """Drafts are for people; a revert from an agent's shell waits."""
    begin(house)
    agents = {"CLAUDECODE": "1"}
    edited = shell.plain("files", "edit", "shop", "a.md", "--content", "x", "--json", environment=agents)
    assert "not-a-person" == edited.json["refused"]
    asked = shell.plain("files", "revert", "shop", "--to", "1", "--json", environment=agents)
    assert "agent-shell" == asked.json["waiting"]["why"]


def test_the_editor_opens_with_the_text_and_its_result_is_drafted(house: House, shell: Shell) -> None:
    """In a terminal the person's own editor changes the text; what they save is the draft."""
    begin(house)
    editor = shell.home / "editor"
    change = "import sys\np = sys.argv[1]\nt = open(p).read()\nopen(p, 'w').write(t + '三\\n')\n"
    editor.write_text(f"#!{sys.executable}\n{change}")
    editor.chmod(0o755)
    ours, theirs = pty.openpty()
    ended = subprocess.run(
        [sys.executable, "-m", "stillso", "files", "edit", "shop", "a.md", "--json"],
        cwd=shell.folder,
        env={**shell.environment, "VISUAL": str(editor), "TERM": "dumb"},
        stdin=theirs,
        capture_output=True,
        timeout=60,
        check=False,
    )
    os.close(ours)
    os.close(theirs)
    assert "draft" == json.loads(ended.stdout)["waiting"]["why"]
    assert "+三\n" in shell("files", "draft", "shop").json["draft"]["diff"]
