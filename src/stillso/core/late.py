"""What is made when it is first used, because a start needs little of it: patterns, and the modules of a package."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any, cast

_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split")


class _Pattern:
    """Stands for a pattern; compiles it when an attribute is first asked for, and then has its methods."""

    def __init__(self, source: str, flags: int) -> None:
        self._source = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self._source, self._flags)
        self.__dict__.update({method: getattr(compiled, method) for method in _METHODS})
        return getattr(compiled, name)


def pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """A pattern, compiled when it is first used. The functions of ``re`` take its source only."""
    return cast("re.Pattern[str]", _Pattern(source, flags))


def modules(package: str, *names: str) -> Callable[[str], ModuleType]:
    """A ``__getattr__`` for a package, which loads these modules of it when they are first asked for."""

    def load(name: str) -> ModuleType:
        if name not in names:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return import_module(f"{package}.{name}")

    return load
