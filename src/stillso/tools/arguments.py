"""What a tool takes: the JSON schema that a model is shown, and the check of what it then gives.

Only names and JSON types are checked here; what a text must hold is for the services, so that it is refused in the same
words everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stillso.core import escapes
from stillso.core.operations import Refused
from stillso.core.values import dataclass
from stillso.core.verbs import is_text
from stillso.errors import Code, Misuse
from stillso.texts import Texts

#: Numbers of records and versions; what is larger is none, and no column holds it.
LARGEST = 10**9

#: How much of a name that a caller made up is told back, in characters.
TOLD_CHARS = 60


@dataclass(frozen=True, kw_only=True, slots=True)
class Argument:
    """One argument: a text, or with ``whole`` a whole number from ``least`` on.

    ``choices`` are told to the model, and not checked.
    """

    name: str
    whole: bool = False
    least: int = 1
    needed: bool = False
    choices: tuple[str, ...] = ()


def schema(tool: str, arguments: Sequence[Argument], texts: Texts) -> dict[str, Any]:
    """The JSON schema of a tool's arguments, described in the language of the texts."""
    needed = [argument.name for argument in arguments if argument.needed]
    return {
        "type": "object",
        "properties": {argument.name: _property(tool, argument, texts) for argument in arguments},
        **({"required": needed} if needed else {}),
        "additionalProperties": False,
    }


def _property(tool: str, argument: Argument, texts: Texts) -> dict[str, Any]:
    own = f"tools.arg.{tool}.{argument.name}"
    told = {"description": texts[own if own in texts else f"tools.arg.{argument.name}"]}
    if argument.whole:
        return {"type": "integer", "minimum": argument.least, **told}
    return {"type": "string", **({"enum": list(argument.choices)} if argument.choices else {}), **told}


def checked(tool: str, arguments: Sequence[Argument], given: Mapping[str, Any]) -> dict[str, Any] | Refused:
    """The arguments by name, without those that are null; refused when one is unknown, missing or of another type."""
    known = {argument.name: argument for argument in arguments}
    strange = next((name for name in given if name not in known), None)
    if strange is not None:
        listed = ", ".join(known) or "–"
        return bad("unknown-name", tool=tool, name=escapes.cut(strange, TOLD_CHARS), known=listed)
    there = {name: value for name, value in given.items() if value is not None}
    missing = next((each.name for each in arguments if each.needed and each.name not in there), None)
    if missing is not None:
        return bad("missing", tool=tool, name=missing)
    for name, value in there.items():
        wanted = "integer" if known[name].whole else "string"
        if known[name].whole and isinstance(value, float) and value.is_integer():
            value = there[name] = int(value)
        found = _type_of(value)
        if found != wanted:
            return bad("type", name=name, wanted=wanted, given=found)
        if isinstance(value, str) and not is_text(value):
            return Refused(code=Code.NOT_TEXT, facts={"path": name})
        if isinstance(value, int) and not known[name].least <= value < LARGEST:
            return bad("number", name=name, least=known[name].least, limit=LARGEST)
    return there


def bad(reason: str, **facts: object) -> Refused:
    """Refused: the arguments are not those of the tool."""
    return Refused(code=Code.BAD_ARGUMENT, facts={"reason": reason, **facts})


def misused(mistake: Misuse) -> Refused:
    """Refused: an argument holds what it cannot, as the message says."""
    return Refused(code=Code.BAD_ARGUMENT, facts={"message": str(mistake)})


def one_of(tool: str, given: Mapping[str, Any], *names: str) -> Refused | None:
    """Refused unless exactly one of these arguments was given."""
    if sum(name in given for name in names) == 1:
        return None
    return bad("either", tool=tool, names=", ".join(names))


def _type_of(value: object) -> str:
    """The JSON type of a value."""
    match value:
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case _:
            return "object"
