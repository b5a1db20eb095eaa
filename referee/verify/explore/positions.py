"""Where a step stands when it asks: equal positions go on alike, so one of them is enough.

A position is the table and what the suspended rules hold: for each running generator its code, where it stands, and
the values of its variables that can still be read, and its evaluation stack (the iterators of loops are there),
which CPython shows to the garbage collector. Where something cannot be compared there is no position, and nothing is
merged.
"""

from __future__ import annotations

import gc
from collections.abc import Hashable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from types import BuiltinFunctionType, CellType, CodeType, FrameType, FunctionType, GeneratorType, MethodType
from typing import Any

from referee.kernel.cards import Deck, Kinds, Suit, Values
from referee.kernel.game import Game
from referee.kernel.places import Place
from referee.kernel.players import Player
from referee.kernel.requests import Request
from referee.kernel.spaces import Space
from referee.kernel.table import Table
from referee.verify.explore.liveness import live_variables

ATOMS = frozenset({int, bool, str, bytes, type(None), Player, Fraction, range, slice, CodeType, BuiltinFunctionType})
_ITERATED: tuple[Any, ...] = ((), [], range(0), {}, {}.values(), {}.items())
_REVERSED: tuple[Any, ...] = ([], {}, {}.values(), {}.items())
_MADE: tuple[Any, ...] = (*map(iter, _ITERATED), *map(reversed, _REVERSED))
ITERATORS = (enumerate, zip, map, *[type(each) for each in _MADE])


class Strange(Exception):
    """A value of a type that is not known to be compared by what it holds."""


def position(table: Table, rules: list[Any], request: Request) -> Hashable | None:
    """Equal for two positions only if they go on alike; None where that cannot be told."""
    try:
        lying, scalars, of_each = table.moment()
        running = tuple([part for rule in rules for part in _running(rule)])
        about = (table.stack, table._events, table._caused, table.cards_numbered)
        return lying, scalars, of_each, _held(about), running, _held(request)
    except Strange:
        return None


def _running(rule: Any) -> Iterator[Any]:
    """The generators of a rule, the outermost first."""
    while rule is not None:
        if type(rule) is not GeneratorType:
            raise Strange
        yield _suspended(rule)
        rule = rule.gi_yieldfrom


def _suspended(rule: Any) -> Any:
    """A generator: where it stands, its variables that can still be read, and its evaluation stack."""
    frame = rule.gi_frame
    if frame is None:
        raise Strange
    code = rule.gi_code
    variables, live = frame.f_locals, live_variables(code)
    kept = variables if live is None else [name for name in variables if name in live[frame.f_lasti]]
    stack = [each for each in gc.get_referents(rule) if each is not variables and type(each) is not FrameType]
    if len(stack) < len(variables):
        # Another Python, which does not show them.
        raise Strange
    for value in variables.values():
        for number, each in enumerate(stack):
            if each is value:
                del stack[number]
                break
    inner = rule.gi_yieldfrom
    left = [_held(each) for each in stack if each is not inner and not _is_code_of(each, code)]
    return code, frame.f_lasti, tuple([(name, _held(variables[name])) for name in kept]), tuple(left)


def _is_code_of(value: Any, code: CodeType) -> bool:
    return value is code or (type(value) is FunctionType and value.__code__ is code)


def _held(value: Any) -> Hashable:
    """Something that is equal for two values only if rules cannot tell them apart."""
    kind = type(value)
    if kind in ATOMS:
        return value  # type: ignore[no-any-return]
    if kind is tuple or kind is list:
        return (kind, *[_held(each) for each in value])
    if kind is dict:
        return (dict, *[(_held(key), _held(each)) for key, each in value.items()])
    if isinstance(value, Enum):
        return value
    if isinstance(value, Place):
        return Place, value.number
    if isinstance(value, (Table, Game, Deck, Values, Kinds, Suit, type)):
        # Of these there is one for the whole search, or they are compared by what they hold.
        return kind if isinstance(value, (Table, Game)) else value
    return _object(value, kind)


def _object(value: Any, kind: type) -> Hashable:
    if kind in ITERATORS:
        return (kind, *[_held(each) for each in value.__reduce__()[1:]])
    if isinstance(value, (Space, Request)):
        slots = [name for cls in kind.__mro__ for name in getattr(cls, "__slots__", ()) if not name.startswith("_")]
        return (kind, *[_held(getattr(value, name)) for name in slots])
    if is_dataclass(value):
        return (kind, *[_held(getattr(value, each.name)) for each in fields(value)])
    if isinstance(value, tuple):
        return (kind, *[_held(each) for each in value])
    if kind is MethodType:
        return kind, value.__func__, _held(value.__self__)
    if kind is FunctionType:
        return (value.__code__, _held(value.__defaults__), *[_held(each) for each in value.__closure__ or ()])
    if kind is CellType:
        try:
            return _held(value.cell_contents)
        except ValueError:  # nothing has been put there yet
            return kind
    if kind in (set, frozenset):
        return kind, frozenset([_held(each) for each in value])
    if kind is GeneratorType:
        return _suspended(value)  # type: ignore[no-any-return]
    raise Strange(kind)
