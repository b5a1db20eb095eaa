"""A table of Python play as the words that ``packing.hpp`` reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.table import Table
from referee.meaning.types import Atoms, Maybe, Places, Plain, Record, Seq, Type
from referee.native.cxx import Writer


class Packing:
    """Packs tables of the Program of a writer."""

    def __init__(self, writer: Writer) -> None:
        """``writer`` has written its text (with ``kept``, and fractions that know whether they are whole)."""
        self.writer, self.slots = writer, writer.slots
        self.fields = 64 // writer.width
        self.kinds = len(writer.deck.cards)
        self._bits = self._filled = 0

    def pack(self, table: Table) -> list[int]:
        """The table as 64-bit words. BadInput: it holds what has no meaning there."""
        self._bits = self._filled = 0
        for place in table.places:
            if place.is_row:
                self.row(place.row)
            else:
                self.pile(place.pile)
        scalars = self.writer.program.scalars
        money = scalars["$money"][0] if "$money" in scalars else Plain("int")
        for balance in table.money:
            self.value(money, balance)
        for name in self.slots:
            kind, value = scalars[name][0], getattr(table, name)
            for each in value if self.writer.is_each(name) else [value]:
                self.value(kind, each)
        self.put(table.outcome is not None, 1)
        words = self._filled // 64 + 1
        return [self._bits >> 64 * at & (1 << 64) - 1 for at in range(words)]

    def put(self, number: int, bits: int) -> None:
        self._bits |= number << self._filled
        self._filled += bits

    def word(self, number: int) -> None:
        if number < 8:
            self.put(number << 1, 4)
        elif number < 64:
            self.put(number << 2 | 1, 8)
        else:
            self.put(number.bit_length() - 1 << 2 | 3, 8)
            self.put(number, number.bit_length())

    def integer(self, number: int) -> None:
        if not -(1 << 63) <= number < 1 << 63:
            raise BadInput(f"{number} is too large for native play")
        self.word((number << 1 ^ number >> 63) & (1 << 64) - 1)

    def pile(self, packed: int) -> None:
        self.put(bool(packed), 1)
        if packed and self.writer.width == self.writer.deck.width:  # fields as wide as there, one after the other
            self.put(packed, self.kinds * self.writer.width)
        elif packed:
            for at, each in enumerate(self.writer.words_of_pile(packed)):
                self.put(each, min(self.kinds - at * self.fields, self.fields) * self.writer.width)

    def row(self, cards: Sequence[Any]) -> None:
        self.integer(len(cards))
        for card in cards:
            self.laid(card)

    def laid(self, card: Any) -> None:
        self.integer(card.kind)
        self.integer(card.link)
        bits = self.writer.mark_bits
        self.word(sum([bits[self.writer.atom(mark)] for mark in card.marks]))

    def value(self, kind: Type, value: Any) -> None:
        match kind:
            case Plain("int"):
                self.integer(int(value))
            case Plain("wide"):
                for at in range(self.writer.wide_words):
                    self.word(int(value) >> 64 * at & (1 << 64) - 1)
            case Plain("truth"):
                self.put(bool(value), 1)
            case Plain("pile"):
                self.pile(int(value))
            case Plain("player"):
                self.integer(int(value))
            case Plain("laid"):
                self.laid(value)
            case Plain("fraction"):
                self.integer(value.numerator)
                self.integer(value.denominator)
                self.put(isinstance(value, int), 1)
            case Atoms():
                self.integer(self.writer.atom(value))
            case Places():
                self.integer(value.number)
            case Seq(item, _):
                self.integer(len(value))
                for each in value:
                    self.value(item, each)
            case Maybe(of):
                self.put(value is not None, 1)
                if value is not None:
                    self.value(of, value)
            case Record(_, _, types):
                for each, of in zip(value, types, strict=True):
                    self.value(of, each)
            case _:
                raise BadInput(f"what is kept as {kind!r} is not packed")
