"""The text that rules and properties come to: every function that they name, wherever it stands."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import suppress
from types import CodeType, FunctionType, ModuleType
from typing import Any

from referee.kernel.game import Game
from referee.kernel.table import Table
from referee.verify.understood.seat_order import Function


def seat_order_use(game: Game[Any], functions: list[Callable[..., Any]]) -> str:
    """The place where text that these functions reach may tell seats apart by their order, as FILE:LINE; "" if there
    is none."""
    return Text(game, functions).order_use()


class Text:
    """All functions that can be reached, by name; what is found out of one is known to those that call it."""

    def __init__(self, game: Game[Any], functions: list[Callable[..., Any]]) -> None:
        self.game = game
        table = game.table_class
        self.of_each = {
            name for some in (table.zone_specs, table.scalar_specs) for name, spec in some.items() if spec.per_player
        }
        self.classes = [each for each in (*type(game).__mro__, *table.__mro__) if not _is_trusted(each.__module__)]
        self.functions: dict[FunctionType, Function] = {}
        self.missing = ""
        todo, names = list(functions), dict[str, list[Any]]()
        while todo:
            function = todo.pop()
            function = inspect.unwrap(getattr(function, "__func__", function))
            if isinstance(function, FunctionType) and function not in self.functions:
                made = function.__code__.co_filename.startswith("<") and function.__name__.startswith("__")
                if not (made or _is_trusted(function.__module__ or "")):
                    self._read(function)
                    for name, found in self._named(function):
                        names.setdefault(name, []).append(found)
                        todo.append(found)
        self.named: dict[str, list[Function]] = {each.name: [] for each in self.functions.values()}
        """The functions that may be carried out under a name."""
        for each in self.functions.values():
            self.named[each.name].append(each)
        for name, some in names.items():
            known = [self.functions[each] for each in map(inspect.unwrap, some) if each in self.functions]
            self.named[name] = [*self.named.get(name, ()), *known]
        self.mentioned: dict[str, set[str]] = {}
        """The attributes that a function, or what it carries out, names."""
        self.changing: set[str] = set()

    def _read(self, function: FunctionType) -> None:
        try:
            lines, start = inspect.getsourcelines(function)
            tree = ast.parse(textwrap.dedent("".join(lines)))
        except (OSError, SyntaxError):
            self.missing = self.missing or f"{function.__code__.co_filename}:{function.__code__.co_firstlineno}"
            tree, start = ast.Module([], []), 1
        of_game = any(function in vars(each).values() for each in type(self.game).__mro__)
        self.functions[function] = Function(self, function, tree, start, of_game)

    def _named(self, function: FunctionType) -> Iterator[tuple[str, Any]]:
        """The functions that a function may come to, under the names that it has for them."""
        names = set(_names(function.__code__))
        known = function.__globals__
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            with suppress(ValueError):  # it is empty
                yield from self._functions_in(name, cell.cell_contents, names)
        for name in names:
            for some in (known, vars(self.game)):
                if name in some:
                    yield from self._functions_in(name, some[name], names)
        for each in self.classes:
            for name, value in vars(each).items():
                own_dunder = name.startswith("__") and not issubclass(each, Game)
                of_kernel = issubclass(each, Table) and hasattr(Table, name)
                if name in names or ((own_dunder or of_kernel) and name not in ("__init__", "__new__")):
                    yield from [(name, one) for one in _plain(value)]

    def _functions_in(self, name: str, thing: Any, names: set[str]) -> Iterator[tuple[str, Any]]:
        if isinstance(thing, ModuleType):
            if not _is_trusted(thing.__name__):
                for each in names & set(vars(thing)):
                    if not isinstance(vars(thing)[each], ModuleType):
                        yield from self._functions_in(each, vars(thing)[each], names)
            return
        found = list(_plain(thing))
        yield from [(name, one) for one in found]
        cls = thing if isinstance(thing, type) else type(thing)
        if not found and cls not in self.classes and not _is_trusted(cls.__module__):
            if not issubclass(cls, Game):
                self.classes.append(cls)
            for each, value in vars(cls).items():
                if each in names:
                    yield from [(each, one) for one in _plain(value)]

    def order_use(self) -> str:
        if self.missing:
            return self.missing
        before = -1
        while before != (before := self._known()):
            for each in self.functions.values():
                each.taint()
        for each in self.functions.values():
            found = each.order_use()
            if found is not None:
                return f"{each.file}:{each.start + getattr(found, 'lineno', 1) - 1}"
        return ""

    def _known(self) -> int:
        self.changing = {name for name, some in self.named.items() if any(each.changes() for each in some)}
        for name, some in self.named.items():
            found = set[str]().union(*[each.attributes() for each in some])
            for each in some:
                for one in each.calls():
                    found |= self.mentioned.get(one, set())
            self.mentioned[name] = found
        known = sum(len(each.tainted) + each.gives_order for each in self.functions.values())
        return known + len(self.changing) + sum(map(len, self.mentioned.values()))


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _names(each)
        elif isinstance(each, str):
            yield each


def _plain(value: Any) -> Iterator[Any]:
    """The functions of a member of a class."""
    if isinstance(value, property):
        yield from [each for each in (value.fget, value.fset) if each is not None]
    elif isinstance(value, (staticmethod, classmethod)):
        yield value.__func__
    elif isinstance(value, FunctionType):
        yield value
    elif inspect.ismethod(value):
        yield value.__func__
    elif hasattr(value, "func") and isinstance(value.func, FunctionType):  # a partial, a cached property
        yield value.func


def _is_trusted(module: str) -> bool:
    """Modules of the kernel, the verifier and Python's library, for which it is known what they do with seats."""
    ours = module.startswith(("referee.kernel", "referee.verify"))
    return ours or module.partition(".")[0] in sys.stdlib_module_names
