"""Values: what ``@dataclass(frozen=True, kw_only=True, slots=True)`` makes, for a tenth of the time at every start.

The standard decorator writes and compiles six functions for each class, whether they are used or not: 40 ms for the
seventy classes of this package, and 8 for what it imports. Here the classes share their methods, and ``__init__`` is
written when the first value is made. A type checker is shown the standard functions, and those of ``dataclasses`` work
on values. Left out: other settings than these three, inheritance, ``ClassVar``, ``InitVar`` and ``__post_init__``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass", "field", "fields_of", "names_of", "replace"]


class _Factory:
    """Stands where a default would, for one that is made anew for each value."""

    def __init__(self, *, default_factory: Callable[[], Any]) -> None:
        self.make = default_factory


class _WhenAsked:
    """An attribute of a class that is made when it is first asked for, and then stands in the class."""

    def __init__(self, make: Callable[[type], Any]) -> None:
        self._make = make

    def __set_name__(self, cls: type, name: str) -> None:
        self._name = name

    def __get__(self, value: object, cls: type) -> Any:
        if isinstance(value, type):  # ``inspect`` binds a method to a class, as if that were a value
            made = self.__get__(None, value)
            return made.__get__(value, cls) if hasattr(made, "__get__") else made
        setattr(cls, self._name, self._make(cls))
        return getattr(cls if value is None else value, self._name)


def names_of(kind: Any) -> tuple[str, ...]:
    """The names of the fields of a value, or of its class, in their order."""
    names: tuple[str, ...] = kind.__slots__
    return names


def fields_of(value: Any) -> dict[str, Any]:
    """What a value holds, by the names of its fields in their order; values within it stay as they are."""
    return {name: getattr(value, name) for name in names_of(value)}


def _value_class(cls: type) -> type:
    """The class anew, with a slot for each field; what it has itself goes before what all values share."""
    names = tuple(cls.__annotations__)
    own = {name: held for name, held in vars(cls).items() if name not in ("__dict__", "__weakref__")}
    defaults = {name: own.pop(name) for name in names if name in own}
    own |= {"__qualname__": cls.__qualname__, "__slots__": names, "__match_args__": (), "__defaults__": defaults}
    return type(cls.__name__, (), _SHARED | own)


def _init(cls: Any) -> Any:
    """The ``__init__`` of a class: takes every field by its name, and puts it into its slot past ``__setattr__``."""
    takes, does, known = ["self", "*"], [], dict[str, Any]()  # by names that no field of a class can have
    for name in names_of(cls):
        known |= {f"__put_{name}": vars(cls)[name].__set__, f"__default_{name}": cls.__defaults__.get(name)}
        takes.append(f"{name}=__default_{name}" if name in cls.__defaults__ else name)
        made = isinstance(cls.__defaults__.get(name), _Factory)
        given = f"{name}.make() if {name} is __default_{name} else {name}" if made else name
        does.append(f"__put_{name}(self, {given})")
    exec(f"def __init__({', '.join(takes) if does else 'self'}): {'; '.join(does) or 'pass'}", known)
    init = known["__init__"]
    init.__qualname__, init.__module__ = f"{cls.__qualname__}.__init__", cls.__module__
    init.__annotations__ = cls.__annotations__ | {"return": None}
    return init


def _standard(cls: Any) -> Any:
    """The class as the standard decorator makes it: it knows what ``dataclasses`` asks a class for."""
    import dataclasses  # 8 ms, and nothing of ours asks

    body = {"__annotations__": cls.__annotations__, "__module__": cls.__module__, **cls.__defaults__}
    for name, default in cls.__defaults__.items():
        if isinstance(default, _Factory):
            body[name] = dataclasses.field(default_factory=default.make)
    return dataclasses.dataclass(frozen=True, kw_only=True, slots=True)(type(cls.__name__, (), body))


def _equal(value: Any, other: Any) -> Any:
    return fields_of(value) == fields_of(other) if other.__class__ is value.__class__ else NotImplemented


def _shown(value: Any) -> str:
    return f"{value.__class__.__qualname__}({', '.join(f'{name}={held!r}' for name, held in fields_of(value).items())})"


def _frozen(value: Any, name: str, *_: Any) -> None:
    raise AttributeError(f"{value.__class__.__qualname__} is frozen: {name!r} cannot be set")


def _replace(value: Any, /, **changes: Any) -> Any:
    return value.__class__(**fields_of(value) | changes)


_SHARED = {
    "__init__": _WhenAsked(_init),
    "__dataclass_fields__": _WhenAsked(lambda cls: _standard(cls).__dataclass_fields__),
    "__dataclass_params__": _WhenAsked(lambda cls: _standard(cls).__dataclass_params__),
    "__eq__": _equal,
    "__hash__": lambda value: hash(tuple(fields_of(value).values())),
    "__repr__": _shown,
    "__setattr__": _frozen,
    "__delattr__": _frozen,
    "__replace__": _replace,
    "__reduce__": lambda value: (partial(value.__class__, **fields_of(value)), ()),
}

if TYPE_CHECKING:
    from dataclasses import dataclass, field, replace
else:
    field, replace = _Factory, _replace

    def dataclass(*, frozen: bool, kw_only: bool, slots: bool) -> Callable[[type], type]:
        """The decorator, called as the standard one is."""
        assert all((frozen, kw_only, slots))
        return _value_class
