"""Values are what the standard decorator makes of the same class, for all that can be done with them."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import stillso
from stillso.core import values
from stillso.core.operations import Verb
from stillso.core.values import fields_of, names_of

Class = Any
#: How each of the two is told the same.
SETTINGS = {"frozen": True, "kw_only": True, "slots": True}

NAMES = st.lists(st.sampled_from("no id self_ default make put_no _put_no known cls value".split()), unique=True)
PLAIN = st.none() | st.integers(0, 3) | st.text("ab", max_size=2) | st.tuples(st.integers(0, 1))


@st.composite
def twins(draw: st.DrawFn) -> tuple[Class, Class]:
    """A class made by us, and the same made by the standard decorator, with the same defaults."""
    names = draw(NAMES)
    defaults = {name: draw(PLAIN) for name in names if draw(st.booleans())}
    made_anew = [name for name in names if name not in defaults and draw(st.booleans())]
    doubled = property(lambda value: [fields_of(value)] * 2)

    def body(field: Callable[..., Any]) -> dict[str, Any]:
        fresh = {name: field(default_factory=list) for name in made_anew}
        own = {"__module__": __name__, "__doc__": "A class.", "doubled": doubled}
        return {"__annotations__": dict.fromkeys(names, "int"), **own, **defaults, **fresh}

    ours: Class = values.dataclass(**SETTINGS)(type("Twin", (), body(values.field)))
    return ours, dataclasses.dataclass(**SETTINGS)(type("Twin", (), body(dataclasses.field)))


def told(call: Callable[[], object]) -> object:
    """What a call gives, or the mistake that it raises."""
    try:
        return call()
    except TypeError as mistake:
        return str(mistake)


@given(twins(), st.data())
def test_a_value_is_made_as_the_standard_one(pair: tuple[Class, Class], data: st.DataObject):
    """The same arguments give the same fields and the same text, or the same mistake."""
    ours, standard = pair
    names = st.sampled_from([*names_of(ours), "unknown"])
    given = data.draw(st.dictionaries(names, PLAIN))
    assert told(lambda: str(standard(**given))) == told(lambda: str(ours(**given)))
    assert told(lambda: str(standard(*given))) == told(lambda: str(ours(*given)))


@given(twins(), st.data())
def test_values_are_compared_changed_and_copied_as_the_standard_ones(pair: tuple[Class, Class], data: st.DataObject):
    """Equality, hash, ``replace``, ``asdict`` and copies agree; a value equals none of another class."""
    given = {name: data.draw(PLAIN) for name in names_of(pair[0])}
    changes = {name: data.draw(PLAIN) for name in given if data.draw(st.booleans())}
    (one, other), (their_one, their_other) = ((cls(**given), cls(**given | changes)) for cls in pair)
    assert (their_one == their_other, their_one != their_other) == (one == other, one != other)
    assert one != their_one
    assert hash(their_one) == hash(one) == hash(pair[0](**given))
    assert other == values.replace(one, **changes) == dataclasses.replace(one, **changes)
    assert given == fields_of(one) == dataclasses.asdict(one)
    assert one == copy.copy(one) == copy.deepcopy(one)
    assert their_one.doubled == one.doubled


@given(twins())
def test_a_class_tells_of_itself_what_the_standard_one_tells(pair: tuple[Class, Class]):
    """Its fields, its signature, its slots, and how ``match`` takes it apart."""
    ours, standard = pair
    told = [
        [(each.name, each.type, each.default, each.default_factory, each.kw_only) for each in dataclasses.fields(cls)]
        for cls in (standard, ours)
    ]
    assert told[0] == told[1]
    parameters = [inspect.signature(cls).parameters.values() for cls in (standard, ours)]
    assert [(each.name, each.kind, each.annotation) for each in parameters[0]] == [
        (each.name, each.kind, each.annotation) for each in parameters[1]
    ]
    for name in ("__name__", "__qualname__", "__module__", "__doc__", "__slots__", "__match_args__"):
        assert getattr(standard, name) == getattr(ours, name)
    assert str(standard.__dataclass_params__) == str(ours.__dataclass_params__)


def test_what_is_made_anew_is_each_value_s_own():
    """A default from a factory is shared by no two values."""
    cls: Class = values.dataclass(**SETTINGS)(
        type("Holder", (), {"__annotations__": {"held": "list"}, "held": values.field(default_factory=list)})
    )
    one, other = cls(), cls()
    assert one == other
    assert one.held is not other.held


def test_a_value_is_frozen_and_has_slots_only():
    """No field is set or deleted, no other attribute is added."""
    done = stillso.Done(verb=Verb.WRITE, base="shop", version=1)
    for attempt in (lambda: setattr(done, "no", 2), lambda: delattr(done, "no"), lambda: setattr(done, "other", 2)):
        with pytest.raises(AttributeError, match=r"Done is frozen: '(no|other)' cannot be set"):
            attempt()
    assert not hasattr(done, "__dict__")
    assert done == pickle.loads(pickle.dumps(done))


def test_every_value_class_of_the_package_would_pass_as_a_standard_one():
    """None inherits, and none has a default that values would share and change: the standard one would not make it."""
    package = Path(stillso.__file__).parent
    paths = [path.relative_to(package).with_suffix("").parts for path in package.rglob("*.py")]
    modules = [import_module(".".join(("stillso", *parts))) for parts in paths if "__main__" not in parts]
    held = {each for module in modules for each in vars(module).values() if hasattr(each, "__defaults__")}
    classes = [each for each in held if isinstance(each, type)]
    assert len(classes) > 40
    for cls in classes:
        assert (cls, object) == cls.__mro__
        assert list(names_of(cls)) == [each.name for each in dataclasses.fields(cls)]
