"""The values of names of rule text: values that nothing changes, functions and classes that are read in turn."""

from __future__ import annotations

import functools
import inspect
from enum import Enum
from fractions import Fraction
from types import FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Any

from referee.kernel.game import Game
from referee.kernel.table import Table
from referee.verify import vocabulary
from referee.verify.kept.imported_files import is_of_rules
from referee.verify.understood.words import CACHES, KERNEL, PURE, Level

PLAIN = (int, str, float, bytes, bool, complex, type(None), type(...), Fraction)
CACHED = type(functools.lru_cache(len))
MUTABLE = (dict, list, set)
VOCABULARY = {
    id(getattr(vocabulary, name)) for name in ("all_cards", "answerable", "every", "some", "what_if", "winners")
}
DESCRIBED = (staticmethod, classmethod, property)


class NotUnderstood(Exception):
    """Something of which nothing is said; its text is what it is called."""


def file_of(thing: Any) -> str | None:
    """The file in which a function, a class or a module is written."""
    if isinstance(thing, FunctionType):
        return thing.__code__.co_filename
    try:
        return inspect.getfile(thing)
    except (TypeError, OSError):
        return None


def is_own(thing: Any) -> bool:
    """Whether it is written in the rules, in the properties, or in a helper of theirs."""
    return is_of_rules(file_of(thing))


def called(thing: Any) -> str:
    """The name of something in a message: ``functools.cache``."""
    name = getattr(thing, "__qualname__", None) or getattr(type(thing), "__qualname__", "")
    module = getattr(thing, "__module__", None) or getattr(type(thing), "__module__", "")
    if isinstance(thing, ModuleType):
        return thing.__name__
    return f"{module}.{name}".removeprefix("builtins.")


class Things:
    """Looks at values; collects the functions and classes that are to be read, and containers that could change."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self.functions: list[FunctionType] = []
        self.cached: list[FunctionType] = []
        """The functions whose results are cached."""
        self.classes: list[type] = []
        self.containers: dict[int, Any] = {}
        self.attributes: set[str] = set()
        """The attributes of objects of the game's own classes."""
        self.known: dict[int, Any] = {}
        """What was looked at, by its id."""

    def look(self, thing: Any) -> None:
        """NotUnderstood where it is none of what is understood."""
        if type(thing) in PLAIN or id(thing) in self.known:
            return
        self.known[id(thing)] = thing
        for part in self._parts(thing):
            self.look(part)

    def _parts(self, thing: Any) -> list[Any]:
        kind = type(thing)
        if self.level.python and (thing is CACHES[0] or thing is CACHES[1]):
            return []
        if id(thing) in KERNEL or id(thing) in PURE or id(thing) in VOCABULARY:
            return []
        if getattr(thing, "__module__", "") == "typing":
            return []
        if isinstance(thing, type):
            return self._of_class(thing)
        if kind is FunctionType:
            return self._of_function(thing)
        if kind is MethodType:
            return [thing.__func__, thing.__self__]
        if kind is CACHED:
            if not self.level.python:
                raise NotUnderstood("functools.lru_cache")
            self.cached.append(getattr(thing.__wrapped__, "__func__", thing.__wrapped__))
            return [thing.__wrapped__]
        if kind in DESCRIBED:
            parts = [getattr(thing, name, None) for name in ("fget", "fset", "fdel", "__func__")]
            return [each for each in parts if each is not None]
        if kind in (dict, MappingProxyType):
            self.containers[id(thing)] = thing
            return [*thing.keys(), *thing.values()]
        if kind in (tuple, list, set, frozenset):
            if kind in MUTABLE:
                self.containers[id(thing)] = thing
            return [*thing]
        if isinstance(thing, Enum):
            return [kind, thing.value, *[each for name, each in vars(thing).items() if not name.startswith("_")]]
        if kind.__module__.startswith("referee.kernel.") and not isinstance(thing, (Game, Table)):
            return []
        if isinstance(thing, Game):
            return []  # its attributes are looked at where they are named
        if isinstance(thing, ModuleType) or not is_own(kind):
            raise NotUnderstood(called(thing))
        return [kind, *self._of_instance(thing)]

    def _of_instance(self, thing: Any) -> list[Any]:
        kept = dict(getattr(thing, "__dict__", {}))
        for cls in type(thing).__mro__:
            slots = cls.__dict__.get("__slots__", ())
            for name in (slots,) if isinstance(slots, str) else slots:
                if name not in ("__dict__", "__weakref__") and hasattr(thing, name):
                    kept[name] = getattr(thing, name)
        self.attributes |= set(kept)
        return [*kept.values(), *(tuple.__iter__(thing) if isinstance(thing, tuple) else ())]

    def _of_class(self, thing: type) -> list[Any]:
        if thing in PLAIN or thing in (tuple, list, dict, set, frozenset, object):
            return []
        if thing.__module__.startswith("referee.kernel."):
            if issubclass(thing, (Game, Table)):
                return []
            raise NotUnderstood(called(thing))
        if not is_own(thing) or (type(thing) is not type and not issubclass(thing, (Enum, Game))):
            raise NotUnderstood(called(thing))
        if thing not in self.classes:
            self.classes.append(thing)
        return []

    def _of_function(self, thing: FunctionType) -> list[Any]:
        if hasattr(thing, "__wrapped__") or not is_own(thing):
            raise NotUnderstood(called(thing))
        if thing not in self.functions:
            self.functions.append(thing)
        cells = []
        for cell in thing.__closure__ or ():
            try:
                cells.append(cell.cell_contents)
            except ValueError:  # nothing has been put there yet
                raise NotUnderstood(f"{called(thing)} before it is whole") from None
        defaults = [*(thing.__defaults__ or ()), *(thing.__kwdefaults__ or {}).values()]
        for each in defaults:
            if isinstance(each, MUTABLE):
                raise NotUnderstood(f"a default that can change ({each!r})")
        return [*defaults, *[each for each in cells if not isinstance(each, type) or each not in self.classes]]
