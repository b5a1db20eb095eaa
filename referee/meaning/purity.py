"""What may be carried out while rules are read: what surely gives the same whenever it is called, and changes nothing.

It is an allow-list: functions of Python that are known to be pure, those of the kernel, and functions of rule authors
in whose text nothing else stands. All other functions of authors are read as text.
"""

from __future__ import annotations

import bisect
import builtins
import dataclasses
import functools
import itertools
import math
import operator
import typing
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import Enum, EnumMeta
from fractions import Fraction
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, MethodType, ModuleType, WrapperDescriptorType
from types import MethodWrapperType as SlotOf
from typing import Any

from referee.meaning.authors import is_author, is_class_of, is_kernel, modules_of
from referee.meaning.changing import CHANGES, METHODS, PLAIN, changed_cells, changed_names, set_on_classes
from referee.meaning.open_readings import OpenValue
from referee.meaning.pure_text import MAKING, Text
from referee.meaning.texts import NoMeaning, Scope, code_of

_NAMES = """
    abs all any bin bool bytes callable chr complex dict divmod enumerate filter float format frozenset hex int
    isinstance issubclass iter len list map max min oct ord pow range repr reversed round set slice sorted str sum super
    tuple type zip
"""
_MODULES = {
    math: None,
    itertools: None,
    operator: (
        "add and_ concat contains countOf eq floordiv ge getitem gt index indexOf inv invert itemgetter attrgetter le "
        "lt mod mul ne neg not_ or_ pos pow rshift lshift sub truediv truth xor is_ is_not"
    ),
    functools: "reduce partial lru_cache cache cmp_to_key",
    bisect: "bisect bisect_left bisect_right",
    dataclasses: "replace",
    typing: "cast",
}


def _allowed() -> Iterator[Any]:
    yield from [getattr(builtins, each) for each in _NAMES.split()]
    yield from [Fraction, Counter, OrderedDict, defaultdict, deque]
    for module, names in _MODULES.items():
        chosen = vars(module) if names is None else names.split()
        yield from [each for each in (getattr(module, name) for name in chosen) if callable(each)]


PURE = frozenset(map(id, _allowed()))
CHANGED = "which functions change"
UNNOTICED = ("__init_subclass__", "__set_name__", "__class_getitem__")


class Purity:
    """What of the modules of one game may be carried out while it is read."""

    def __init__(self, game: type) -> None:
        self.modules = modules_of(game)
        self.known: dict[int, tuple[Any, str]] = {}
        """By the id of a function that function, and why it may not be carried out; "": it may."""
        self.named: dict[str, list[Any]] = {}
        """By the name the methods and properties of authors' classes."""
        self.classes = [each for module in self.modules for each in vars(module).values() if is_class_of(each, module)]
        for each in self.classes:
            for name, thing in vars(each).items():
                self.named.setdefault(name, []).append(thing)
        self.changed = set(itertools.chain.from_iterable(map(self._changed_in, self.modules)))
        """The ids of the things that have a name in a module and are changed by a function."""
        self.set_on_classes = frozenset().union(*[set_on_classes(str(each.__file__)) for each in self.modules])
        self.beforehand: set[str] = set()
        """The clauses that may be carried out while rules are read."""
        self.special: dict[type, str] = {}
        self.steady: dict[int, tuple[Any, str]] = {}
        """By the id of a thing that thing, and why it may be another one the next time."""

    @contextmanager
    def though_told(self, hook: Any) -> Iterator[None]:
        """What tells of itself by calling ``hook`` may be carried out meanwhile."""
        known, self.known = self.known, {id(hook): (hook, "")}
        try:
            yield
        finally:
            self.known = known

    def _changed_in(self, module: ModuleType) -> Iterator[int]:
        for name in changed_names(str(module.__file__)):
            thing = vars(module).get(name)
            if isinstance(thing, (list, dict, set, deque)):
                yield id(thing)

    # -- things -----------------------------------------------------------------------------------------

    def unsteady(self, thing: Any) -> str:
        """Why a thing that rules name may be another one the next time; "": it is the same."""
        if id(thing) in self.changed:
            return CHANGED
        if isinstance(thing, Iterator):
            return "which is gone through once"
        kind = type(thing)
        if isinstance(thing, type):
            return ""
        if isinstance(thing, (list, tuple, dict)) or is_author(kind):
            if id(thing) not in self.steady:
                self.steady[id(thing)] = thing, ""  # where it holds itself
                held = [*getattr(thing, "__dict__", {}).values()]
                if isinstance(thing, (list, tuple, dict)):
                    held += thing.values() if isinstance(thing, dict) else thing
                self.steady[id(thing)] = thing, next(filter(None, map(self.unsteady, held)), "")
            return self.steady[id(thing)][1]
        plain = isinstance(thing, (ModuleType, Enum, OpenValue, *PLAIN)) or callable(thing) or thing is NotImplemented
        if plain or is_kernel(kind) or kind.__module__ in ("typing", "types", "functools"):
            return ""
        return f"which is a {kind.__module__}.{kind.__qualname__}"

    def unsteady_name(self, scope: Scope, name: str, thing: Any) -> str:
        """Why a name that a function finds outside may stand for another thing the next time; "": it does not."""
        function = scope.function
        if function is None or not is_author(function) or isinstance(thing, ModuleType):
            return ""  # what is called on a module is a function of it
        if name in scope.cells and name in changed_cells(scope.file):
            return CHANGED
        if name not in scope.cells and name in function.__globals__ and name in changed_names(scope.file):
            return CHANGED
        return self.unsteady(thing)

    def unsteady_attribute(self, of: Any, name: str, thing: Any) -> str:
        """The same of an attribute of a module, a class or an object."""
        if isinstance(of, ModuleType) and is_author(of) and name in changed_names(str(of.__file__)):
            return CHANGED
        if isinstance(of, type) and is_author(of) and name in self.set_on_classes:
            return CHANGED
        return self.unsteady(thing) if isinstance(of, (ModuleType, type)) or is_author(type(of)) else ""

    def operators_of(self, kind: type) -> str:
        """Which of the methods that operators call may not be carried out for a class; "": all may."""
        if kind not in self.special:
            self.special[kind] = ""
            for each in kind.__mro__:
                for name, thing in vars(each).items() if is_author(each) else ():
                    operates = name.startswith("__") and name not in (*MAKING, *UNNOTICED, "__call__")
                    if operates and isinstance(thing, FunctionType) and is_author(thing) and self.why_not(thing):
                        self.special[kind] = f"{each.__name__}.{name}"
        return self.special[kind]

    # -- functions --------------------------------------------------------------------------------------

    def why_not(self, thing: Any) -> str:
        """Why something may not be called while rules are read; "": it may."""
        if id(thing) in PURE:
            return ""
        if isinstance(thing, MethodType):
            return self.why_not(thing.__func__) or self.of_arguments([thing.__self__])
        if isinstance(thing, functools._lru_cache_wrapper):
            return self.why_not(thing.__wrapped__)
        if isinstance(thing, functools.partial):
            return self.why_not(thing.func) or self.of_arguments((*thing.args, *thing.keywords.values()))
        if isinstance(thing, (operator.itemgetter, operator.attrgetter, typing.NewType)):
            return ""
        if isinstance(thing, (BuiltinFunctionType, SlotOf, MethodDescriptorType, WrapperDescriptorType)):
            return self._why_not_builtin(thing)
        if isinstance(thing, type):
            return self._why_not_made(thing)
        if isinstance(thing, FunctionType):
            if is_kernel(thing):
                return ""
            if getattr(thing, "__clauses__", None):
                return f"{thing.__qualname__}, which carries out a clause,"
            return self._of_text(thing)
        call: Any = type(thing).__call__ if callable(thing) else None
        if isinstance(call, FunctionType):
            return self.why_not(call)
        return f"{getattr(thing, '__qualname__', type(thing).__qualname__)}"

    def of_arguments(self, things: Iterable[Any]) -> str:
        """Why what is given to a function may not be called by it; "": it may, or is not."""
        for each in things:
            if isinstance(each, (tuple, list, set, frozenset)):
                found = self.of_arguments(each)
            elif isinstance(each, dict):
                found = self.of_arguments(each.values())
            elif isinstance(each, Iterator):
                found = "what is gone through once,"
            elif isinstance(each, type):
                found = ""
            else:
                found = self._why_not_given(each) if callable(each) and not isinstance(each, Enum) else ""
                found = found or self.unsteady(each) or self.operators_of(type(each))
            if found:
                return found
        return ""

    def _why_not_given(self, thing: Any) -> str:
        """The same of what is given to a function that calls it; a clause that it carries out is noted."""
        clauses = getattr(thing, "__clauses__", ())
        if not clauses:
            return self.why_not(thing)
        own = getattr(thing, "__self__", None)
        found = self._of_text(getattr(thing, "__func__", thing)) or self.of_arguments([] if own is None else [own])
        self.beforehand |= {*clauses}
        return found

    def _why_not_builtin(self, thing: Any) -> str:
        name = thing.__name__
        own = getattr(thing, "__self__", None)
        kind = getattr(thing, "__objclass__", own if isinstance(own, type) else type(own))
        plain = isinstance(kind, type) and (issubclass(kind, PLAIN) and not is_author(kind))
        if not plain or isinstance(own, ModuleType) or name in CHANGES:
            return str(thing.__qualname__)
        return "" if name in METHODS or name.startswith("__") else str(thing.__qualname__)

    def _why_not_made(self, kind: type) -> str:
        if issubclass(kind, BaseException) or (kind.__module__ == "builtins" and id(kind) in PURE):
            return ""
        if not (is_author(kind) or is_kernel(kind)):
            return kind.__qualname__
        meta = type(kind)
        if is_author(meta) or not issubclass(meta, type):
            return f"{meta.__qualname__}, a class of classes"
        if isinstance(kind, EnumMeta):
            missing = getattr(getattr(kind, "_missing_", None), "__func__", None)
            return self.why_not(missing) if is_author(missing) else ""
        for name in MAKING:
            made = getattr(kind, name, None)
            if isinstance(made, FunctionType) and is_author(made) and (found := self.why_not(made)):
                return found
        fields = getattr(kind, "__dataclass_fields__", {})
        factories = [each.default_factory for each in fields.values()]
        for each in factories:
            if each is not dataclasses.MISSING and (found := self.why_not(each)):
                return found
        return self.operators_of(kind)

    def _of_text(self, function: FunctionType) -> str:
        known = self.known.get(id(function))
        if known is None:
            self.known[id(function)] = function, ""  # where it calls itself
            found = self._why_not_text(function)
            known = self.known[id(function)] = function, found
        return known[1]

    def _why_not_text(self, function: FunctionType) -> str:
        if not is_author(function):
            return function.__qualname__
        try:
            code = code_of(function)
        except NoMeaning:
            return f"{function.__name__}, which has no text"
        return Text(self, function, code.node).why_not()
