"""The position of a step when it asks: equal positions continue alike, so one of them is enough.

A position is the table and the contents of the suspended rules. For each running generator these are its code, its
instruction, the values of its live variables, and its evaluation stack with the iterators of loops, which CPython
shows to the garbage collector. If something cannot be compared there is no position, and nothing is merged.
"""

from __future__ import annotations

import dis
import gc
from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache, lru_cache
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FrameType,
    FunctionType,
    GeneratorType,
    MemberDescriptorType,
    MethodType,
)
from typing import Any

from referee.kernel.cards import Deck, Kinds, Suit, Values
from referee.kernel.game import Game
from referee.kernel.places import Laid, Place
from referee.kernel.players import Audience, Player
from referee.kernel.requests import Request
from referee.kernel.spaces import Space
from referee.kernel.table import Table
from referee.meaning.values import written_in_c
from referee.verify.explore.card_numbers import CardNumber

READS = frozenset({"LOAD_FAST", "LOAD_FAST_CHECK", "DELETE_FAST", "LOAD_FAST_AND_CLEAR"})
WRITES = frozenset({"STORE_FAST"})
ENDS = frozenset({"RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE", "JUMP_FORWARD", "JUMP_BACKWARD"}) | {
    "JUMP_BACKWARD_NO_INTERRUPT"
}
"""After these the next instruction does not follow."""
KNOWN = READS | WRITES


@lru_cache(maxsize=1024)
def live_variables(code: CodeType) -> dict[int, frozenset[str]] | None:
    """For each instruction (by offset) the variables that may be read after it; None for code that is not understood.

    Variables that an inner function holds on to are in cells, and always count as live.
    """
    instructions = list(dis.get_instructions(code))
    fast = [each for each in instructions if "FAST" in each.opname]
    if any(each.opname not in KNOWN for each in fast):
        return None
    at = {each.offset: number for number, each in enumerate(instructions)}
    following: list[set[int]] = []
    for number, each in enumerate(instructions):
        after = set()
        if each.opname not in ENDS and number + 1 < len(instructions):
            after.add(number + 1)
        if "JUMP" in each.opname or each.opcode in dis.hasjrel or each.opcode in dis.hasjabs:
            if not isinstance(each.argval, int) or each.argval not in at:
                return None
            after.add(at[each.argval])
        following.append(after)
    # Whatever is protected may go on in its handler.
    for entry in dis.Bytecode(code).exception_entries:  # type: ignore[attr-defined]
        for number, each in enumerate(instructions):
            if entry.start <= each.offset < entry.end:
                following[number].add(at[entry.target])
    live: list[set[str]] = [set() for _ in instructions]  # before each instruction
    changed = True
    while changed:
        changed = False
        for number in reversed(range(len(instructions))):
            each = instructions[number]
            needed = set().union(*[live[after] for after in following[number]])
            if each.opname in WRITES:
                needed.discard(each.argval)
            elif each.opname in READS:
                needed.add(each.argval)
            if needed != live[number]:
                live[number] = needed
                changed = True
    cells = {*code.co_cellvars, *code.co_freevars}
    return {
        each.offset: frozenset(set().union(*[live[after] for after in following[number]]) | cells)
        for number, each in enumerate(instructions)
    }


ATOMS = {int, bool, str, bytes, type(None), Player, Fraction, CodeType, BuiltinFunctionType}
"""Enumerations are added as they are met."""
LASTING = {Kinds, Values, Suit, Deck, Audience, range}
"""Compared by what they hold, or there is one of each for the whole search."""
_ITERATED: tuple[Any, ...] = ((), [], range(0), {}, {}.values(), {}.items())
_REVERSED: tuple[Any, ...] = ([], {}, {}.values(), {}.items())
_MADE: tuple[Any, ...] = (*map(iter, _ITERATED), *map(reversed, _REVERSED))
ITERATORS = (enumerate, zip, map, *[type(each) for each in _MADE])


class Strange(Exception):
    """A value of a type that is not known to be compared by what it holds."""


def position(table: Table, rules: list[Any], request: Request, before: Sequence[Any] = ()) -> Hashable | None:
    """Equal for two positions only if they go on alike; None where that cannot be told. ``before`` are answers that no
    rule has got yet."""
    try:
        lying, scalars, of_each = table.moment()
        held = Held(table)
        running = tuple([part for rule in rules for part in held.running(rule)])
        about = (table.stack, table._events, table._caused, table._asked, table.caps_met, +table.cards_numbered)
        return lying, held.of((scalars, of_each)), held.of(about), running, held.of(request), held.of(tuple(before))
    except Strange:
        return None


class KeepsCard(TypeError):
    """A scalar keeps a card of a row, or the number of one, which has another number where a table is made again."""


def distinguishing_key(value: Any) -> Hashable:
    """Something that is equal for two values only if rules cannot tell them apart: 1 is not True, nor Fraction(1), and
    0.0 is not -0.0. TypeError for what could be changed in place, or is not known."""
    kind: Any = type(value)
    if kind is int or kind is str or value is None:
        return value  # type: ignore[no-any-return]
    if kind is tuple:
        kinds = (*map(type, value),)
        if not ATOMS.issuperset(kinds):
            ATOMS.update([each for each in kinds if issubclass(each, Enum)])
        if ATOMS.issuperset(kinds):
            return kinds, value
        return kinds, tuple(
            [one if of in ATOMS else distinguishing_key(one) for one, of in zip(value, kinds, strict=True)]
        )
    if kind in ATOMS or isinstance(value, Enum) or kind in LASTING:
        return kind, value
    if kind is float or kind is complex:
        return kind, repr(value)
    if kind is frozenset:
        return kind, *[distinguishing_key(one) for one in value]
    if kind is Laid or isinstance(value, CardNumber):
        raise KeepsCard
    if isinstance(value, tuple):
        return kind, distinguishing_key((*value,)), _beside(value, ())
    if is_dataclass(value) and kind.__dataclass_params__.frozen and not written_in_c(kind):
        names = [each.name for each in fields(value)]
        return kind, *[distinguishing_key(getattr(value, name)) for name in names], _beside(value, names)
    raise TypeError(f"{kind.__name__} is not known to stay what it is")


def _beside(value: Any, names: Collection[str]) -> Hashable:
    """What an object has beside the fields that its class declares."""
    more = _more_of(value, names)
    return distinguishing_key((*more.items(),)) if more else ()


def _more_of(value: Any, names: Collection[str]) -> dict[str, Any]:
    """Attributes of an object, and slots of its classes, that are none of these."""
    more = {name: each for name, each in getattr(value, "__dict__", {}).items() if name not in names}
    kind: Any = type(value)
    slots = [name for name in _slots_of(kind) if name not in names and hasattr(value, name)]
    return more | {name: getattr(value, name) for name in slots}


class Held:
    """The contents of one moment. One list under two names (or any other object that can change) differs from two
    equal lists."""

    def __init__(self, table: Table) -> None:
        self.numbers = {id(each): number for number, each in enumerate(table.each)}
        """Objects that were met and can change, by their identity in Python."""
        self.pinned: list[Any] = []
        """Objects that were made here; keeping them keeps their identity from being used again."""

    def running(self, rule: Any) -> Iterator[Any]:
        """The generators of a rule, the outermost first."""
        while rule is not None:
            if type(rule) is not GeneratorType or rule.gi_running:
                raise Strange
            yield self._suspended(rule)
            rule = rule.gi_yieldfrom

    def _suspended(self, rule: Any) -> Any:
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
        # What lies in a cell is not among them, only the cell: something equal to it is a part of an expression.
        apart = {*code.co_cellvars, *code.co_freevars}
        for value in [value for name, value in variables.items() if name not in apart]:
            for number, each in enumerate(stack):
                if each is value:
                    del stack[number]
                    break
        inner = rule.gi_yieldfrom
        left = [self.of(each) for each in stack if each is not inner and not _is_code_of(each, code)]
        return code, frame.f_lasti, tuple([(name, self.of(variables[name])) for name in kept]), tuple(left)

    def of(self, value: Any) -> Any:
        """Something, to be hashed, that is equal for two values only if rules cannot tell them apart."""
        kind = type(value)
        if kind in ATOMS:
            return value if kind is int or kind is str else (kind, value)
        if kind is tuple:
            return (tuple, *[self.of(each) for each in value])
        if isinstance(value, Enum):
            return kind, value
        if isinstance(value, CardNumber):
            return CardNumber, value.number
        if isinstance(value, Place):
            return Place, value.number
        if isinstance(value, (Table, Game, Deck, Values, Kinds, Suit, Audience, type)):
            # Of these there is one for the whole search, or they are compared by what they hold.
            return kind if isinstance(value, (Table, Game)) else (kind, value)
        if kind is range or kind is slice:
            return kind, self.of((value.start, value.stop, value.step))
        if isinstance(value, tuple):
            return (kind, *[self.of(each) for each in value], self._undeclared(value, ()))
        known = self.numbers.get(id(value))
        if known is not None:
            return Held, known
        self.numbers[id(value)] = len(self.numbers)
        return self._changeable(value, kind)

    def _changeable(self, value: Any, kind: type) -> Any:
        if kind is list:
            return (list, *[self.of(each) for each in value])
        if kind is dict:
            return (dict, *[(self.of(key), self.of(each)) for key, each in value.items()])
        if kind is set or kind is frozenset:
            return (kind, *[self.of(each) for each in value])  # in the order in which it is gone through
        if kind in ITERATORS:
            # An iterator of a dictionary is said to go through a list, though what the dictionary gets still shows.
            gone_through = [each for each in gc.get_referents(value) if type(each) is dict]
            made: Any = (*value.__reduce__()[1:], *gone_through)
            self.pinned.append(made)
            return (kind, *[self.of(each) for each in made])
        if isinstance(value, (Space, Request)):
            slots = [name for cls in kind.__mro__ for name in getattr(cls, "__slots__", ()) if not name.startswith("_")]
            return (kind, *[self.of(getattr(value, name)) for name in slots])
        if is_dataclass(value) and not written_in_c(kind):
            names = [each.name for each in fields(value)]
            return (kind, *[self.of(getattr(value, name)) for name in names], self._undeclared(value, names))
        if kind is MethodType:
            return kind, value.__func__, self.of(value.__self__)
        if kind is FunctionType:
            made = [value.__defaults__, value.__kwdefaults__, vars(value) or None]
            return (value.__code__, *[self.of(each) for each in (*made, *(value.__closure__ or ()))])
        if kind is CellType:
            return CellType, self._in_cell(value)
        if kind is GeneratorType:
            return self._suspended(value), self.of(value.gi_yieldfrom)
        raise Strange(kind)

    def _undeclared(self, value: Any, names: Collection[str]) -> Any:
        """Attributes of an object that its class does not declare."""
        more = _more_of(value, names)
        self.pinned.append(more)
        return self.of(tuple(more.items()))

    def _in_cell(self, cell: Any) -> Any:
        try:
            return (self.of(cell.cell_contents),)
        except ValueError:  # nothing was put in yet
            return ()


@cache
def _slots_of(kind: Any) -> tuple[str, ...]:
    """Every slot of a class and of those that it is made from."""
    return tuple(
        [name for cls in kind.__mro__ for name, each in vars(cls).items() if type(each) is MemberDescriptorType]
    )


def _is_code_of(value: Any, code: CodeType) -> bool:
    return value is code or (type(value) is FunctionType and value.__code__ is code)
