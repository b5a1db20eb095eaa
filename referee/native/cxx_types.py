"""What types and constants of a Program are in C++."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any

from referee.kernel.cards import Deck
from referee.meaning.open_readings import open_words
from referee.meaning.program import Program
from referee.meaning.texts import NoMeaning
from referee.meaning.types import (
    Atoms,
    Map,
    Maybe,
    Places,
    Plain,
    Record,
    Seq,
    Thing,
    Type,
    Union,
)

PLAIN = {
    "int": "int64_t",
    "wide": "Wide",
    "truth": "bool",
    "outcome": "bool",
    "pile": "Pile",
    "player": "Player",
    "laid": "Laid",
    "fraction": "Fraction",
    "never": "Never",
    "moment": "State*",
}


class TypeWriter:
    """Types, constants and the names of slots."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.deck: Deck = program.table.deck
        self.tags: dict[Any, int] = {tuple: 0}
        self.constants: dict[str, str] = {}
        self.open_readings = tuple(open_words(program.game))
        self.width = max(self.deck.width, 2)
        bits = max(self.width * len(self.deck.cards) + 64, 512)
        self.wide_words = (bits + 63) // 64
        self.places = program.table.places
        self.looking: list[str] = []
        """The functions that look whether an answer is remembered."""
        self.matches = False
        self.most_groups = 1

    # -- types --------------------------------------------------------------------------------------------

    def tag(self, maker: Any) -> int:
        return self.tags.setdefault(maker, len(self.tags))

    def type(self, kind: Type) -> str:
        match kind:
            case Plain(word):
                return PLAIN[word]
            case Atoms():
                return "Atom"
            case Places():
                return "Where"
            case Seq(item, _):
                return f"Seq<{self.type(item)}>"
            case Map(key, value, _):
                return f"Map<{self.type(key)}, {self.type(value)}>"
            case Maybe(of):
                return f"Maybe<{self.type(of)}>"
            case Union(of):
                return f"Union<{', '.join(map(self.type, of))}>"
            case Thing(maker):
                return f"{self.thing(maker)}*"
            case Record(maker, names, types) if maker is dict:
                arms = [
                    f"Arm<{self.atom(name)}, {self.type(each.types[1])}>"  # type: ignore[attr-defined]
                    for name, each in zip(names, types, strict=True)
                ]
                return f"ArmsOf<{', '.join(arms)}>"
            case Record(maker, _, types):
                return f"Rec<{', '.join([str(self.tag(maker)), *map(self.type, types)])}>"
        raise AssertionError(kind)

    def atom(self, thing: Any) -> int:
        from referee.meaning.values import identity

        return self._atom_numbers[identity(thing)]

    @cached_property
    def _atom_numbers(self) -> dict[Any, int]:
        from referee.meaning.values import identity

        return {identity(each): number for number, each in enumerate(self.program.atoms)}

    def thing(self, maker: Any) -> str:
        return f"Thing{self.tag(maker)}_{maker.__name__}"

    # -- constants ----------------------------------------------------------------------------------------

    def words_of_pile(self, packed: int) -> list[int]:
        """A packed pile in words in which no field is divided."""
        fields = 64 // self.width
        words = [0] * max(1, -(-len(self.deck.cards) // fields))
        for kind in range(len(self.deck.cards)):
            field = packed >> self.deck.width * kind & self.deck.field
            words[kind // fields] |= field << kind % fields * self.width
        return words

    def pile(self, packed: int) -> str:
        if not packed:
            return "no_cards()"
        return "Pile{{" + ", ".join(f"{each:#x}ull" for each in self.words_of_pile(packed)) + "}}"

    @staticmethod
    def number(number: int) -> str:
        if number.bit_length() > 63:
            raise NoMeaning(
                f"the value {number} of a card, where sets of one value are asked for, is too large: write smaller ones"
            )
        return str(number)

    def wide(self, number: int) -> str:
        if number.bit_length() >= 64 * self.wide_words:
            most = 64 * self.wide_words - 1
            raise NoMeaning(f"a number of more than {most} bits has no meaning yet: write a smaller one than {number}")
        words = [number >> 64 * at & (1 << 64) - 1 for at in range(self.wide_words)]
        return "Wide{{" + ", ".join(f"{each:#x}ull" for each in words) + "}}"

    def constant(self, kind: Type, value: Any) -> str:
        match kind:
            case Plain("int"):
                return f"int64_t({int(value)}ll)"
            case Plain("truth"):
                return "true" if value else "false"
            case Plain("wide"):
                return self.wide(int(value))
            case Plain("pile"):
                return self.pile(int(value))
            case Plain("player"):
                return f"Player{{{int(value)}}}"
            case Plain("fraction"):
                parts = f"{Fraction(value).numerator}ll, {Fraction(value).denominator}ll"
                return f"whole(Fraction{{{parts}}}, {'false' if isinstance(value, Fraction) else 'true'})"
            case Atoms():
                return f"Atom{{{value}}}"
            case Places():
                return f"Where{{{value}}}"
        raise AssertionError((kind, value))

    def slot(self, name: str) -> str:
        from referee.meaning.program import c_name

        return "s_" + c_name(name)

    def mark_bit(self, number: int) -> int:
        return self.mark_bits.get(number, 0)

    @cached_property
    def mark_bits(self) -> dict[int, int]:
        order = sorted(self.program.marks, key=lambda each: getattr(self.program.atoms[each], "name", ""))
        return {number: 1 << at for at, number in enumerate(order)}
