"""The C++ text that writes what a seat sees as a vector of numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from referee.kernel.cards import Suit
from referee.native.cxx import Writer, runtime
from referee.native.recording import sight

NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Shape:
    """How a value is told. A number (``what`` is "number") stands there as it is. Of a "word" one of several numbers is
    1: of a seat that many behind the first as it is to the left of the one who looks, of no player ``nobody`` behind
    it, of another thing what ``behind`` says of its word, of a text that it does not name ``otherwise``. A "tuple" is
    told by ``numbers`` of its items. Of a typed tuple ("parts") each part has a place behind the first, and its shape.
    """

    what: str
    nobody: int = NOWHERE
    behind: Mapping[str, int] = field(default_factory=dict)
    otherwise: int = NOWHERE
    numbers: int = 0
    parts: Sequence[tuple[int, Shape]] = ()


@dataclass(frozen=True, slots=True)
class ScalarAt:
    """Where a scalar stands: its first number by its owner (one where it is the table's) and by who looks."""

    first: Sequence[Sequence[int]]
    shape: Shape


@dataclass(frozen=True, slots=True)
class Layout:
    """What stands where in a vector of ``size`` numbers.

    ``places`` says by the number of a place and by who looks where its size stands, with the numbers of each kind of
    card behind it (NOWHERE: it is left out); ``money`` by seat (the bank last) and by who looks; ``asked`` by the word
    of a question, ``asked_otherwise`` for others.
    """

    size: int
    places: Sequence[Sequence[int]]
    scalars: Mapping[str, ScalarAt]
    turn: int
    left: int
    money: Sequence[Sequence[int]]
    asked: Mapping[str, int]
    asked_otherwise: int


class ObservingWriter(Writer):
    """The C++ text of a Program that is looked at."""

    def __init__(self, program: Any, layout: Layout | None) -> None:
        super().__init__(program)
        self.layout = layout

    def observing(self) -> str:
        """The function ``observe``."""
        layout, table = self.layout, self.program.table
        if layout is None:
            return "static void observe(float*, int, int) {}"
        sees = ["{" + ", ".join([str(sight(place, each)) for each in table.players]) + "}" for place in self.places]
        asked = [
            layout.asked.get(each, layout.asked_otherwise) if isinstance(each, str) else layout.asked_otherwise
            for each in self.program.atoms
        ]
        left = ", ".join([str(int(getattr(each, "name", "") == "LEFT")) for each in self.program.atoms])
        return "\n".join(
            [
                f"static const uint8_t SEES[PLACES][PLAYERS] = {{{', '.join(sees)}}};",
                f"static const int32_t PLACE_AT[PLACES][PLAYERS] = {grid(layout.places)};",
                f"static const int32_t MONEY_AT[PLAYERS + 1][PLAYERS] = {grid(layout.money)};",
                f"static const int32_t ASKED_AT[] = {{{', '.join(map(str, asked))}}};",
                f"static const bool IS_LEFT[] = {{{left}}};",
                f"constexpr int OBSERVED = {layout.size}, TURN_AT = {layout.turn}, LEFT_AT = {layout.left};",
                runtime("observing"),
                "static void observe(float* o, int me, int ask) {",
                "observe_table(o, me);",
                f"o[LEFT_AT] = IS_LEFT[S.{self.slot('direction')}.v];",
                "o[ASKED_AT[ask]] = 1;",
                *[self.scalar(name, each) for name, each in layout.scalars.items()],
                "}",
            ]
        )

    def scalar(self, name: str, at: ScalarAt) -> str:
        table = self.program.table
        spec, slot = table.scalar_specs[name], f"S.{self.slot(name)}"
        audience = spec.audience(table.game)
        owners: Sequence[Any] = table.players if spec.per_player else [None]
        sees = [[int(audience.includes(own, each)) for each in table.players] for own in owners]
        # What is hidden of a player's own is told as no player, what is hidden of the table's is left out.
        nobody = at.shape.nobody
        hidden = f"o[at + {nobody}] = 1;" if spec.per_player and nobody >= 0 else ""
        value = slot + "[own]" * spec.per_player
        return (
            f"{{ static const bool SEEN[{len(owners)}][PLAYERS] = {grid(sees)}; "
            f"static const int32_t AT[{len(owners)}][PLAYERS] = {grid(at.first)}; "
            f"for (int own = 0; own < {len(owners)}; own++) {{ int at = AT[own][me]; "
            f"if (SEEN[own][me]) {self.told(at.shape, 'at', value)} else {{ {hidden} }} }} }}"
        )

    def told(self, shape: Shape, at: str, value: str) -> str:
        """The statement that tells a value from a place on."""
        if shape.what == "number":
            return f"{{ put_number(o[{at}], {value}); }}"
        if shape.what == "tuple":
            return f"{{ put_tuple(o + {at}, {value}, me, {shape.numbers}); }}"
        if shape.what == "parts":
            parts = [
                f"with_part<{number}>({value}, [&](const auto& part) {self.told(inner, f'{at} + {behind}', 'part')});"
                for number, (behind, inner) in enumerate(shape.parts)
            ]
            return f"{{ {' '.join(parts)} }}"
        behind = ", ".join([str(behind_of(shape, each)) for each in self.program.atoms])
        put = f"put_word(o + {at}, {value}, me, {shape.nobody}, BEHIND);"
        return f"{{ static const int32_t BEHIND[] = {{{behind}}}; {put} }}"


def behind_of(shape: Shape, atom: Any) -> int:
    if isinstance(atom, Enum):
        return shape.behind.get(str(atom.value), NOWHERE)
    if isinstance(atom, str):
        return shape.behind.get(atom, shape.otherwise)
    return shape.behind.get(atom.name, NOWHERE) if isinstance(atom, Suit) else NOWHERE


def grid(numbers: Sequence[Sequence[int]]) -> str:
    return "{" + ", ".join(["{" + ", ".join(map(str, each)) + "}" for each in numbers]) + "}"
