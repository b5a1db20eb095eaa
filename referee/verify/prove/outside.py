"""What rules keep outside of the table: a proof follows paths in any order, so nothing there may change.

Registration refuses what it can see in the text; here everything is compared, before and after, that rules and
properties can come to: the game object and whatever hangs on it, what their text names in modules, attributes of
classes, functions, players and enums. Contents are compared and not identity.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from types import CodeType, FunctionType, GeneratorType, MappingProxyType, MethodType, ModuleType
from typing import Any

from referee.kernel.game import Game, methods_of
from referee.kernel.table import Table
from referee.verify.prove.imported import is_of_rules
from referee.verify.prove.paths import NotSymbolic

MOST = 1_000_000
"""Things that are compared; where rules can come to more, they are not proved."""
COUNTED = ("effects", "modifiers", "sorted_out", "defined")
"""What a ledger and a listener put into a game object; rules cannot change it."""
PLAIN: tuple[Any, ...] = (int, str, float, bytes, bool, complex, type(None), type(...), Fraction)
OWN = ("referee.verify", "referee.record", "referee.play", "z3")
"""Where things are at home that only the prover makes."""
NO_STATE = frozenset(("__dict__", "__weakref__", "__doc__", "__module__", "__annotations__", "_abc_impl"))

Seen = list[tuple[Any, str]]
"""What was met on the way through everything, in its order, each with what it is called."""


def kept_outside(game: Game[Any], claims: Iterable[Any] = ()) -> Seen:
    """All that outlives a step and is not on the table; ``claims`` are the functions of properties."""
    kept = {name: value for name, value in vars(game).items() if name not in (*COUNTED, *methods_of(type(game)))}
    classes = [cls for each in (type(game), game.table_class) for cls in each.__mro__ if issubclass(cls, (Game, Table))]
    return _Look().through(
        [("self", kept), *[(cls.__name__, cls) for cls in classes], *[("", each) for each in claims]]
    )


def changed_outside(before: Seen, after: Seen) -> str:
    """The name of something that is not what it was, "" if there is none."""
    changed = [label for one, (other, label) in zip(before, after, strict=False) if one != (other, label)]
    if not changed:
        return "" if len(before) == len(after) else "something"
    known = {label for _, label in before}
    new = [label for label in changed if label not in known]
    return (*new, changed[0])[0]


def undeclared(table: Table) -> str:
    """The name of something on a symbolic table that play would keep and the next step of a proof would not."""
    known = {**table.zone_specs, **table.scalar_specs}
    for name in vars(table):
        if name not in known and name not in OF_KERNEL and not name.startswith(("_now_", "_first_")):
            return name
    return ""


def _of_kernel() -> frozenset[str]:
    """What the kernel itself keeps beside the slots of every table, and the prover."""

    class Bare(Table):
        pass

    bare = object.__new__(Bare)
    bare.begin_events()
    return frozenset((*vars(bare), "cards_numbered", "_somebody"))


OF_KERNEL = _of_kernel()


class _Look:
    """Goes through everything that can be come to, each thing once."""

    def __init__(self) -> None:
        self.seen: Seen = []
        self.known: dict[int, int] = {}
        self.alive: list[Any] = []
        """So that no other thing gets the number of one that was met."""

    def through(self, roots: list[tuple[str, Any]]) -> Seen:
        todo = [*reversed(roots)]
        while todo:
            label, value = todo.pop()
            if len(self.seen) > MOST:
                raise NotSymbolic(f"{label}: rules can come to more outside of the table than can be compared")
            if type(value) in PLAIN:
                self.seen.append(((type(value), value), label))
            elif id(value) in self.known:
                self.seen.append((("again", self.known[id(value)]), label))
            else:
                self.known[id(value)] = len(self.known)
                self.alive.append(value)
                parts = [*self._parts(value, label)]
                self.seen.append(((type(value), len(parts)), label))
                todo += reversed(parts)
        return self.seen

    def _parts(self, value: Any, label: str) -> Iterator[tuple[str, Any]]:
        if isinstance(value, ModuleType):
            yield from self._of_module(value, label)
        elif isinstance(value, type):
            yield from self._of_class(value, label)
        elif isinstance(value, FunctionType):
            yield from self._of_function(value, label)
        elif isinstance(value, CodeType) or type(value).__module__.startswith(OWN):
            yield label, id(value)
        else:
            yield from self._of_object(value, label)

    def _of_object(self, value: Any, label: str) -> Iterator[tuple[str, Any]]:
        if isinstance(value, (dict, MappingProxyType)):
            for key, each in value.items():
                yield label, key
                yield f"{label}.{key}" if isinstance(key, str) and key.isidentifier() else label, each
        elif isinstance(value, (list, tuple, deque)):
            yield from [(label, each) for each in value]
        elif isinstance(value, (set, frozenset)):
            yield from [(label, each) for each in sorted(value, key=id)]
        elif isinstance(value, PLAIN):
            # a number with attributes, as players are
            yield label, next(kind(value) for kind in PLAIN if isinstance(value, kind))
        elif isinstance(value, MethodType):
            yield from [(label, value.__func__), (label, value.__self__)]
        elif isinstance(value, (property, staticmethod, classmethod)):
            yield from [(label, getattr(value, name, None)) for name in ("fget", "fset", "__func__")]
        elif isinstance(value, GeneratorType):
            frame = value.gi_frame
            yield from [(label, frame.f_lasti), (label, dict(frame.f_locals))] if frame is not None else []
        elif hasattr(value, "__self__"):  # a method of Python's own
            yield label, value.__self__
        elif _is_pythons(type(value)):
            yield label, _as_saved(value)
        yield from self._attributes(value, label)

    def _attributes(self, value: Any, label: str) -> Iterator[tuple[str, Any]]:
        kept = getattr(value, "__dict__", None)
        named = dict(kept) if isinstance(kept, Mapping) else {}
        for cls in type(value).__mro__:
            slots = cls.__dict__.get("__slots__", ())
            for name in (slots,) if isinstance(slots, str) else slots:
                if name not in NO_STATE and hasattr(value, name):
                    named[name] = getattr(value, name)
        yield from _named(named, label)

    def _of_class(self, value: type, label: str) -> Iterator[tuple[str, Any]]:
        kept = {name: each for name, each in vars(value).items() if name not in NO_STATE}
        if _is_pythons(value):
            yield from _named({name: each if type(each) in PLAIN else id(each) for name, each in kept.items()}, label)
        else:
            yield from [(label, each) for each in value.__bases__]
            yield from _named(kept, value.__name__)

    def _of_module(self, value: ModuleType, label: str) -> Iterator[tuple[str, Any]]:
        """All of a module of the rules; of others which names there are, and what they stand for."""
        named = {name: each for name, each in vars(value).items() if not name.startswith("__")}
        named = {name: each for name, each in named.items() if not isinstance(each, ModuleType)}
        if not is_of_rules(getattr(value, "__file__", None)):
            named = {name: each if type(each) in PLAIN else id(each) for name, each in named.items()}
        yield from _named(named, label)

    def _of_function(self, value: FunctionType, label: str) -> Iterator[tuple[str, Any]]:
        yield label, value.__code__
        yield from [(label, value.__defaults__), (label, value.__kwdefaults__)]
        for cell in value.__closure__ or ():
            try:
                yield label, cell.cell_contents
            except ValueError:
                yield label, None  # nothing has been put there yet
        yield from _named(dict(value.__dict__), value.__name__)
        if is_of_rules(value.__code__.co_filename):
            for name in sorted(_names_in(value.__code__)):
                if name in value.__globals__:
                    yield name, value.__globals__[name]


def _named(named: Mapping[str, Any], label: str) -> Iterator[tuple[str, Any]]:
    for name in sorted(map(str, named)):
        yield f"{label}.{name}", name
        yield f"{label}.{name}", named[name]


def _names_in(code: CodeType) -> set[str]:
    """The names of modules that a function uses, with what stands within it."""
    return {*code.co_names}.union(*[_names_in(each) for each in code.co_consts if isinstance(each, CodeType)])


def _is_pythons(kind: type) -> bool:
    return kind.__module__.partition(".")[0] in sys.stdlib_module_names


def _as_saved(value: Any) -> Any:
    """What Python would save of one of its own things (a counter, a namespace); which one it is, where it cannot."""
    try:
        saved = value.__reduce_ex__(2)
    except Exception:
        return id(value)
    return (
        tuple([*each] if index > 2 and each is not None else each for index, each in enumerate(saved))
        if isinstance(saved, tuple)
        else saved
    )
