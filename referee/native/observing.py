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
class ScalarAt:
    """Where a scalar stands. ``first`` is by its owner (one where it is the table's) and by who looks. A number stands
    there as it is; else one of several numbers is 1: of a seat that many behind ``first`` as it is to the left of the
    one who looks, of no player ``nobody`` behind it, of another thing what ``behind`` says of
    its word."""

    first: Sequence[Sequence[int]]
    is_number: bool
    nobody: int = NOWHERE
    behind: Mapping[str, int] = field(default_factory=dict)


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
        behind = ", ".join([str(behind_of(at.behind, each)) for each in self.program.atoms])
        write = "put_number(o[at], value)" if at.is_number else f"put_word(o + at, value, me, {at.nobody}, BEHIND)"
        # What is hidden of a player's own is told as no player, what is hidden of the table's is left out.
        hidden = "o[at + " + str(at.nobody) + "] = 1" if spec.per_player and at.nobody >= 0 else ""
        return (
            f"{{ static const bool SEEN[{len(owners)}][PLAYERS] = {grid(sees)}; "
            f"static const int32_t AT[{len(owners)}][PLAYERS] = {grid(at.first)}, BEHIND[] = {{{behind}}}; "
            f"for (int own = 0; own < {len(owners)}; own++) {{ int at = AT[own][me]; "
            f"const auto& value = {slot}{'[own]' * spec.per_player}; "
            f"if (SEEN[own][me]) {write}; else {{ {hidden + ';' * bool(hidden)} }} }} }}"
        )


def behind_of(behind: Mapping[str, int], atom: Any) -> int:
    if isinstance(atom, Enum):
        return behind.get(str(atom.value), NOWHERE)
    return behind.get(atom.name, NOWHERE) if isinstance(atom, Suit) else NOWHERE


def grid(numbers: Sequence[Sequence[int]]) -> str:
    return "{" + ", ".join(["{" + ", ".join(map(str, each)) + "}" for each in numbers]) + "}"
