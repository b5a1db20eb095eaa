"""States of a game stored in few bytes: exact, numbered, looked up in a table of integers.

What lies in a place, and what the scalars say, takes few different values in a game that can be enumerated: each
value is kept once, and a state is the tuple of their numbers.
"""

from __future__ import annotations

import sys
from array import array
from struct import Struct
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.table import Table
from referee.verify.explore.answers import TooMany
from referee.verify.explore.positions import KeepsCard, distinguishing_key

EMPTY = 0xFFFFFFFF


class States:
    """Tables at step boundaries, numbered from 0 on in the order in which they came.

    The number of finished steps is no part of a state unless ``with_turns``: otherwise nothing would ever return.
    A state is stored as 4 bytes for each place and for the scalars, and found by open addressing.
    """

    def __init__(self, table: Table, *, with_turns: bool = False) -> None:
        self.table = table
        self._turns = len(table._scalar_names) - len(table.KERNEL_SCALARS)
        """The position of the number of steps among the scalars of a snapshot."""
        self.with_turns = with_turns
        self._numbers: dict[Any, int] = {}
        self._values: list[Any] = []
        parts = len(table.places) + 2
        self._struct = Struct(f"={parts}I")
        self.width = self._struct.size
        self._stored = bytearray()
        self._slots = array("I", [EMPTY]) * 1024
        self.number = 0

    def __len__(self) -> int:
        return self.number

    @property
    def memory(self) -> int:
        """Bytes that all of this takes."""
        shared = sys.getsizeof(self._numbers) + sys.getsizeof(self._values)
        shared += sum([sys.getsizeof(each) + 32 for each in self._values])
        return len(self._stored) + len(self._slots) * self._slots.itemsize + shared

    def _value(self, value: Any, key: Any) -> int:
        """The number of a value; its ``key`` is equal to that of another one only if rules cannot tell them apart."""
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._values)
            self._values.append(value)
        return number

    def add(self) -> tuple[int, bool]:
        """The number of the state of the table as it is now, and whether it is a new one."""
        packed = self._packed(self.table)
        number, slot = self._find(packed)
        if number != EMPTY:
            return number, False
        return self._put(packed, slot), True

    def number_of(self, table: Table) -> int:
        """The number of the state of a table as it is now; EMPTY where it is none of them."""
        return self._find(self._packed(table))[0]

    def _packed(self, table: Table) -> bytes:
        contents, scalars, of_each = Table.snapshot(table)
        if not self.with_turns:
            at = self._turns
            scalars = (*scalars[:at], 0, *scalars[at + 1 :])
        numbers, value = self._numbers, self._value
        parts = []
        for each in contents:
            number = numbers.get(each)
            parts.append(value(each, each) if number is None else number)
        try:
            said = (
                value(scalars, ("scalars", distinguishing_key(scalars))),
                value(of_each, ("of each", distinguishing_key(of_each))),
            )
        except TypeError:
            self._refuse_unkept(scalars, of_each)
            raise
        return self._struct.pack(*parts, *said)

    def _refuse_unkept(self, scalars: Any, of_each: Any) -> None:
        """BadInput for a scalar that can change without being set: states would not stay what they are. TooMany for one
        that keeps a card of a row."""
        table = self.table
        named = [*zip(table._scalar_names, scalars, strict=True)]
        each_names = [name for name, spec in table.scalar_specs.items() if spec.per_player]
        named += [(name, one) for name, many in zip(each_names, of_each, strict=True) for one in many]
        for name, kept in named:
            try:
                hash(distinguishing_key(kept))
            except KeepsCard:
                why = f"{name} keeps a card of a row (or its number), which no scalar may: keep its kind, or mark it"
                raise TooMany(why) from None
            except TypeError:
                shown = repr(kept)[:60] if " at 0x" not in repr(kept) else f"a {type(kept).__qualname__}"
                raise BadInput(
                    f"{table.game.name}: {name} of the table is {shown}, which can change: keep a tuple, of tuples"
                ) from None

    def _find(self, packed: bytes) -> tuple[int, int]:
        """The number of a state, EMPTY if it is new, and where it is looked up."""
        slots, width, stored = self._slots, self.width, self._stored
        mask = len(slots) - 1
        slot = hash(packed) & mask
        while True:
            number = slots[slot]
            if number == EMPTY:
                break
            if stored[number * width : (number + 1) * width] == packed:
                return number, slot
            slot = slot + 1 & mask
        return EMPTY, slot

    def _put(self, packed: bytes, slot: int) -> int:
        slots = self._slots
        number = slots[slot] = self.number
        self._stored += packed
        self.number += 1
        if self.number * 3 > len(slots) * 2:
            self._grow()
        return number

    def _grow(self) -> None:
        slots = array("I", [EMPTY]) * (2 * len(self._slots))
        mask, width, stored = len(slots) - 1, self.width, self._stored
        for number in range(self.number):
            slot = hash(bytes(stored[number * width : (number + 1) * width])) & mask
            while slots[slot] != EMPTY:
                slot = slot + 1 & mask
            slots[slot] = number
        self._slots = slots

    def contents(self, number: int) -> tuple[int, ...]:
        """For each place of a state a number that stands for its contents."""
        return self._struct.unpack_from(self._stored, number * self.width)[:-2]

    def snapshot(self, number: int, turns: int = 0) -> tuple[Any, ...]:
        """A state as ``Table.restore`` takes it, with so many finished steps."""
        *parts, scalars, of_each = self._struct.unpack_from(self._stored, number * self.width)
        values = self._values
        contents = tuple([values[each] for each in parts])
        if self.with_turns:
            return contents, values[scalars], values[of_each]
        own, at = values[scalars], self._turns
        return contents, (*own[:at], turns, *own[at + 1 :]), values[of_each]
