"""Imagined positions as native play reads them."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

from referee.kernel.driving import course
from referee.kernel.errors import BadInput
from referee.kernel.requests import Chance, Choice, Draw, Pick, Together, requests_of
from referee.kernel.spaces import Space
from referee.kernel.table import Table
from referee.native.cxx import Writer
from referee.native.packed_tables import Packing
from referee.play.position import Position


class World(ctypes.Structure):
    """An imagined position: its table when the step began, and what was answered and drawn since."""

    _fields_ = [
        ("table", ctypes.c_void_p),
        ("known", ctypes.c_void_p),
        ("known_end", ctypes.c_void_p),
        ("turns", ctypes.c_int64),
        ("dealing", ctypes.c_int64),
    ]


class Worlds:
    """Makes worlds of the positions of a form. BadInput: its tables hold what cannot be handed over."""

    def __init__(self, writer: Writer) -> None:
        """``writer`` has written its text."""
        if writer.changeable:
            names = ", ".join(writer.changeable)
            name = writer.program.game.name
            raise BadInput(f"{name}: {names}: what changes in place is not carried from step to step: keep tuples")
        self.packing = Packing(writer)
        self._table: Table = writer.program.game.table()
        """On which positions are played up to their questions."""

    def of(self, positions: Sequence[Position]) -> tuple[Any, list[Any]]:
        """Positions as the library reads them, and what has to be kept meanwhile."""
        worlds, kept = (World * len(positions))(), []
        for at, (world, position) in enumerate(zip(worlds, positions, strict=True)):
            if at and position is positions[at - 1]:
                ctypes.pointer(world)[0] = worlds[at - 1]
            else:
                kept.append(self.fill(world, position)[0])
        return worlds, kept

    def fill(self, world: World, position: Position) -> tuple[Any, Choice | None]:
        """Make a world one of a position. Gives what has to be kept meanwhile, and the open question."""
        table = self._table
        position.onto(table)
        world.turns, world.dealing = table.turns, position.dealing
        words = self.packing.pack(table)
        known, choice = known_of(position, table)
        packed, numbers = (ctypes.c_uint64 * len(words))(*words), (ctypes.c_int64 * len(known))(*known)
        world.table, world.known = ctypes.addressof(packed), ctypes.addressof(numbers)
        world.known_end = world.known + 8 * len(known)
        return (packed, numbers), choice


def known_of(position: Position, table: Table | None = None) -> tuple[list[int], Choice | None]:
    """What was answered and drawn since the step began, as numbers, and the question that is open then; None where
    chance comes first, or the end. ``table`` is the position's own when the step began, and is played on."""
    game, rules = position.game, []  # type: ignore[var-annotated]
    numbers: list[int] = []
    requests = requests_of(course(game, table or position.table(), game.turn_cap, lambda turns: None), rules)
    known, answer = list(reversed(position.answers)), None
    while True:
        try:
            request = requests.send(answer)
        except StopIteration:  # the match ends without another question
            return numbers, None
        if isinstance(request, Chance):
            if not known:
                return numbers, None
            answer = known.pop()
            numbers += numbers_of_chance(request, answer)
            continue
        choices: Sequence[Any] = request.choices if isinstance(request, Together) else [request]
        answers = {}
        for choice in choices:
            if not known:
                return numbers, choice
            answer = answers[choice.player] = choice.space.read(known.pop())
            numbers.append(number_in(choice.space, answer))
        if isinstance(request, Together):
            answer = answers


def number_in(space: Space[Any], answer: Any) -> int:
    """Which of the answers of a space that is. BadInput: there are too many to look for it."""
    try:
        return space.number_of(answer)
    except ValueError as error:
        raise BadInput(str(error)) from error


def numbers_of_chance(event: Chance, outcome: Any) -> list[int]:
    if isinstance(event, (Draw, Pick)):
        return list(event.table.deck.unpack(outcome))
    if outcome is None:
        return []
    return [outcome] if isinstance(outcome, int) else list(outcome)
