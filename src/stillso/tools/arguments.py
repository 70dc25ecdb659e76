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
    """One argument: a text, with ``whole`` a whole number from ``least`` on, with ``each`` a list of objects that have
    these.

    ``choices`` are told to the model, and not checked.
    """

    name: str
    whole: bool = False
    least: int = 1
    needed: bool = False
    choices: tuple[str, ...] = ()
    each: tuple[Argument, ...] = ()

    @property
    def wanted(self) -> str:
        """The JSON type that it has."""
        return "array" if self.each else "integer" if self.whole else "string"


def schema(tool: str, arguments: Sequence[Argument], texts: Texts, within: str = "") -> dict[str, Any]:
    """The JSON schema of a tool's arguments, described in the language of the texts.

    ``within`` is the list whose objects have these, with a dot.
    """
    needed = [argument.name for argument in arguments if argument.needed]
    return {
        "type": "object",
        "properties": {argument.name: _property(tool, argument, texts, within) for argument in arguments},
        **({"required": needed} if needed else {}),
        "additionalProperties": False,
    }


def _property(tool: str, argument: Argument, texts: Texts, within: str) -> dict[str, Any]:
    told = {"description": texts[text_key(tool, f"{within}{argument.name}", texts)]}
    if argument.each:
        items = schema(tool, argument.each, texts, f"{within}{argument.name}.")
        return {"type": argument.wanted, "minItems": 1, "items": items, **told}
    if argument.whole:
        return {"type": argument.wanted, "minimum": argument.least, **told}
    return {"type": argument.wanted, **({"enum": list(argument.choices)} if argument.choices else {}), **told}


def text_key(tool: str, name: str, texts: Texts) -> str:
    """Where the text of an argument stands: the tool's own, or the one that all share."""
    own = f"tools.arg.{tool}.{name}"
    return own if own in texts else f"tools.arg.{name}"


def checked(
    tool: str, arguments: Sequence[Argument], given: Mapping[str, Any], within: str = ""
) -> dict[str, Any] | Refused:
    """The arguments by name, without those that are null; refused when one is unknown, missing or of another type.

    ``within`` is the object that has them, with a dot, such as ``files[0].``; ``tool`` is then that object.
    """
    known = {argument.name: argument for argument in arguments}
    strange = next((name for name in given if name not in known), None)
    if strange is not None:
        listed = ", ".join(known) or "–"
        return bad("unknown-name", tool=tool, name=_written(strange), known=listed)
    there = {name: value for name, value in given.items() if value is not None}
    missing = next((each.name for each in arguments if each.needed and each.name not in there), None)
    if missing is not None:
        return bad("missing", tool=tool, name=missing)
    for name, value in there.items():
        found = _value(known[name], value, f"{within}{name}")
        if isinstance(found, Refused):
            return found
        there[name] = found
    return there


def _value(argument: Argument, value: object, name: str) -> object | Refused:
    """A value as the tool gets it; refused when it is not of its type. ``name`` says where it stands."""
    if argument.whole and isinstance(value, float) and value.is_integer():
        value = int(value)
    if _type_of(value) != argument.wanted:
        return bad("type", name=name, wanted=argument.wanted, given=_type_of(value))
    if isinstance(value, str) and not is_text(value):
        return Refused(code=Code.NOT_TEXT, facts={"path": name})
    if isinstance(value, int) and not argument.least <= value < LARGEST:
        return bad("number", name=name, least=argument.least, limit=LARGEST)
    return _objects(argument, value, name) if isinstance(value, list) else value


def _objects(argument: Argument, values: list[Any], name: str) -> list[dict[str, Any]] | Refused:
    """The objects of a list, each with its checked arguments."""
    if not values:
        return bad("empty", name=name)
    objects = []
    for n, value in enumerate(values):
        where = f"{name}[{n}]"
        if not isinstance(value, dict):
            return bad("type", name=where, wanted="object", given=_type_of(value))
        found = checked(where, argument.each, value, f"{where}.")
        if isinstance(found, Refused):
            return found
        objects.append(found)
    return objects


def _written(name: str) -> str:
    """The beginning of a name that a caller made up, as it can be told back."""
    return escapes.cut(name, TOLD_CHARS).encode("utf-8", "backslashreplace").decode()


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
        case None:
            return "null"
        case _:
            return "object"
