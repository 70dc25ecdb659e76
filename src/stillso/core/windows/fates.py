"""Fates: what may become of a block, decided by whether it can be had again.

Can be had again: clear it. Cannot: compact it. Must not be wrong: remember it first, and let it stay until something
holds it. Source: document C's table. The table of tools is `docs/fates.md`; a base, or a call, may say otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from stillso.core import late
from stillso.core.windows.blocks import Kind
from stillso.core.windows.commands import command_of, only_looks


class Fate(StrEnum):
    """What becomes of a block when room is needed."""

    KEEP = "keep"
    CLEAR = "clear"
    COMPACT = "compact"
    REMEMBER = "remember"


#: Kinds of text. What a person said is remembered first; what the model said and thought is the summary's, or the
#: provider's; results have the fate of their tool.
KINDS: Mapping[Kind, Fate] = {
    Kind.SYSTEM: Fate.KEEP,
    Kind.USER: Fate.REMEMBER,
    Kind.ASSISTANT: Fate.COMPACT,
    Kind.THINKING: Fate.KEEP,
    Kind.CALL: Fate.KEEP,
    Kind.SUMMARY: Fate.KEEP,
    Kind.OTHER: Fate.KEEP,
}

#: Tools that give back what a person answered, by their name in small letters without what is no letter.
_ASK_PERSON = frozenset("askuserquestion askuser humaninput requestuserinput askfollowupquestion".split())

#: Tools whose name alone would mislead, by their name in small letters without what is no letter.
_KNOWN: Mapping[str, Fate] = {
    **dict.fromkeys(
        "read readfile viewfile openfile readmanyfiles cat glob globfiles grep grepsearch ls listdir listfiles"
        " listdirectory listcontextfiles readcontextfile filesearch codesearch codebasesearch websearch webfetch"
        " fetchurl toolsearch notebookread recall why news lsp getdiagnostics".split(),
        Fate.CLEAR,
    ),
    **dict.fromkeys(
        "task agent subagent skill todowrite updateplan writetodos exitplanmode bashoutput".split(),
        Fate.COMPACT,
    ),
    **dict.fromkeys(_ASK_PERSON, Fate.REMEMBER),
    "memory": Fate.KEEP,
}

#: Tools that run a command: what it is decides.
_SHELLS = frozenset(
    "bash bashtool shell localshell runshell shellcommand runshellcommand powershell terminal runcommand"
    " runterminalcmd execute executecommand execcommand".split()
)

#: Editors that also show a file: their command decides.
_EDITORS = frozenset("strreplacebasededittool strreplaceeditor texteditor".split())

#: Words of a name, for tools that nobody knows. Whoever asks a person got what must not be wrong; what changes anything
#: cannot be had again, even where it also reads.
_ASKS = frozenset("ask asks confirm approve approval elicit human question prompt choose".split())
_CHANGES = frozenset(
    "write edit create update delete remove set put post patch insert append move rename copy replace save store add"
    " upload send run exec execute apply commit push merge deploy migrate migration install start stop restart kill"
    " cancel pay buy order book submit publish generate once approve remember".split()
)
_LOOKS = frozenset(
    "read get list ls search find fetch show view query describe stat status lookup grep glob cat browse download"
    " inspect count diff log logs history preview load retrieve peek tail head screenshot snapshot".split()
)
#: The same in Chinese, where words have no spaces between them.
_ASKS_ZH = late.pattern("詢問|請問|發問|確認|核准|批准|同意")
_CHANGES_ZH = late.pattern(
    "寫入|編輯|修改|建立|新增|更新|刪除|移除|移動|改名|複製|取代|儲存|上傳|傳送|寄送|寄出|執行|套用|提交|推送|合併|部署"
    "|安裝|啟動|停止|取消|付款|購買|下單|訂購|下訂|預訂|訂位|發布|產生|記住"
)
_LOOKS_ZH = late.pattern("讀取|查詢|查看|搜尋|尋找|列出|取得|瀏覽|檢視|顯示|下載|預覽|統計|比對|狀態|紀錄|歷史")

_WORD = late.pattern(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
#: How a client names the tools of a server: mcp__github__get_issue, github.get_issue.
_SERVER = late.pattern(r"mcp__.+?__|.*[./:]")


def asks_person(name: str) -> bool:
    """Whether a person answers this tool, for sure: a server may give its own tool any name, so theirs do not count."""
    return "".join(filter(str.isalnum, name.lower())) in _ASK_PERSON


def folded(name: str) -> str:
    """A tool's name as tables know it: small letters only, without the server that it comes from."""
    bare = _SERVER.sub("", name, 1) or name
    return "".join(char for char in bare.lower() if char.isalnum())


def fate_of(name: str, input: object, table: Mapping[str, Fate]) -> Fate:
    """What becomes of a result of this tool; ``table`` (by ``folded`` name) goes before what is known here.

    A tool that nobody knows: by the words of its name, and where they say nothing it cannot be had again.
    """
    known = folded(name)
    if known in table:
        return table[known]
    if known in _SHELLS:
        return Fate.CLEAR if only_looks(input) else Fate.COMPACT
    if known in _EDITORS:
        return Fate.CLEAR if command_of(input) == "view" else Fate.COMPACT
    return _KNOWN.get(known) or _by_words(name)


def depends_on_input(name: str, table: Mapping[str, Fate]) -> bool:
    """Whether two calls of this tool may have different fates."""
    known = folded(name)
    return known in _SHELLS | _EDITORS and known not in table


def _by_words(name: str) -> Fate:
    bare = _SERVER.sub("", name, 1) or name
    words = {word.lower() for word in _WORD.findall(bare)}
    if words & _ASKS or _ASKS_ZH.search(bare):
        return Fate.REMEMBER
    changes = words & _CHANGES or _CHANGES_ZH.search(bare)
    looks = words & _LOOKS or _LOOKS_ZH.search(bare)
    return Fate.CLEAR if looks and not changes else Fate.COMPACT
