"""Goes through all tables of one form natively, breadth first at the boundaries of its steps.

What a table looks like is kept while it is gone on from. After that 128 bits of its hash are kept: among n tables two
are taken for one with a chance of about n² / 2^129.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from referee.kernel.errors import BadInput, Broken
from referee.kernel.game import Game
from referee.meaning.program import Function, expressions
from referee.meaning.texts import KERNEL
from referee.meaning.translation import Claims, meaning
from referee.native.build import library
from referee.native.cxx import Writer
from referee.native.cxx_functions import BROKEN
from referee.native.engine import CLAIM

PART = 200_000
"""Ways that are gone at once: then whoever asked may have enough."""
MOST_BYTES = 1 << 29
LONGEST_WAY = 1_000_000
"""Numbers in a way that is told."""
WHY = (
    "",
    "",
    "{states} states were enough",
    "{ways} ways to go on were enough",
    "{bytes} bytes were enough",
    "a question has more answers, or chance more outcomes, than are gone through",
    "a number or the memory was too small",
    "a rule does not come to its end",
)
"""By the number of its end, why a search did not see everything."""
GOING_ON, WHOLE, LOST = 0, 1, 6
NUMBERS = ("states", "transitions", "ways", "answers", "expanded", "ended", "depth", "bytes", "found")


@dataclass(slots=True)
class Explored:
    """The extent of a search. ``states`` are different tables at step boundaries, finished games among them,
    ``levels`` how many of them are so many steps from the deal. ``transitions`` are pairs of a table and a next one,
    ``ways`` the steps that were carried out. ``bounded`` says why it did not see everything, "" where it did."""

    states: int = 0
    transitions: int = 0
    ways: int = 0
    answers: int = 0
    expanded: int = 0
    ended: int = 0
    depth: int = 0
    bytes: int = 0
    found: int = 0
    levels: Sequence[int] = field(default_factory=tuple)
    bounded: str = ""


@dataclass(frozen=True, slots=True)
class Met:
    """What was met first of its kind: a claim that does not hold, or the obligation that is broken, and the numbers
    of the answers and outcomes that lead there, step by step."""

    claim: str
    broken: Broken | None
    way: Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Cycle:
    """A way to a table and back to it, its last ``length`` steps. ``way`` is empty where it is too long to be told.
    ``locked``: no way leads from there to the end of play."""

    way: Sequence[Sequence[int]]
    length: int
    locked: bool


def _reads_numbers(function: Function) -> bool:
    of_rules = not function.about.startswith(KERNEL)
    return of_rules and any(each.op == "laid" and each.about == "number" for each in expressions(function.body))


class Explorer:
    """One form of a game, compiled to be gone through. NoMeaning, NoCompiler: as in ``Engine``. BadInput: a list, a
    dictionary or the like is kept between steps, and two names could be of one."""

    def __init__(
        self,
        game: Game[Any],
        folder: Path,
        building: Callable[[], None] | None = None,
        claims: Claims = MappingProxyType({}),
    ) -> None:
        program = meaning(game, claims)
        self.game, self.claims = game, tuple(program.claims)
        writer = Writer(program)
        text = writer.text(explored=True)
        if writer.changeable:
            names = ", ".join(writer.changeable)
            raise BadInput(
                f"{game.name}: {names}: what changes in place is not compared from step to step: keep tuples"
            )
        self._library = library(text, folder, building)
        self.reads_numbers = any(map(_reads_numbers, program.functions))
        """Rules, or claims, read the numbers of cards in rows, which are others where a table is made again."""
        self.with_turns = writer.with_turns
        """Tables are told apart by the number of finished steps, as the rules read it."""
        self.of_turns = frozenset(writer.of_turns)
        """Claims that read the number of steps, where tables are not told apart by it: they are not looked at."""

    def run(
        self,
        most_states: int,
        most_ways: int,
        wanted: Collection[str] = (),
        enough: Callable[[], bool] = bool,
        most_bytes: int = MOST_BYTES,
    ) -> Explored:
        """Go through all of it, up to so many states, ways and bytes. ``enough`` is asked now and then."""
        import numpy as np

        looked_at = np.array([each in wanted and each not in self.of_turns for each in self.claims] or [False], "u1")
        self._library.explore_begin(ctypes.c_void_p(looked_at.ctypes.data), ctypes.c_uint64(len(self.claims)))
        numbers = np.zeros(len(NUMBERS), "u8")
        status, until, bounded = GOING_ON, 0, ""
        while status == GOING_ON and not bounded:
            until += PART
            status = self._library.explore_on(
                ctypes.c_uint64(until),
                ctypes.c_uint64(most_states),
                ctypes.c_uint64(most_ways),
                ctypes.c_uint64(most_bytes),
                ctypes.c_void_p(numbers.ctypes.data),
            )
            if status == GOING_ON and enough():
                bounded = "the time was over"
        if status != WHOLE and not self._library.explore_rest(ctypes.c_void_p(numbers.ctypes.data)):
            status, bounded = LOST, ""
        seen = Explored(**dict(zip(NUMBERS, numbers.tolist(), strict=True)), levels=self._levels())
        seen.bounded = bounded or WHY[status].format(states=seen.states, ways=seen.ways, bytes=seen.bytes)
        return seen

    def _levels(self) -> tuple[int, ...]:
        import numpy as np

        sizes = np.zeros(self._library.explored_levels(None, ctypes.c_uint64(0)), "u8")
        self._library.explored_levels(ctypes.c_void_p(sizes.ctypes.data), ctypes.c_uint64(len(sizes)))
        return tuple(sizes.tolist())

    def met(self, seen: Explored) -> Iterator[Met]:
        """What the last search met."""
        import numpy as np

        numbers, code = np.zeros(LONGEST_WAY, "u8"), ctypes.c_int32()
        for which in range(seen.found):
            length = self._library.explored_way(
                ctypes.c_uint64(which),
                ctypes.byref(code),
                ctypes.c_void_p(numbers.ctypes.data),
                ctypes.c_uint64(LONGEST_WAY),
            )
            if not 0 < length <= LONGEST_WAY:
                continue
            way = _steps(numbers[:length].tolist())
            if code.value >= CLAIM:
                yield Met(self.claims[code.value - CLAIM], None, way)
            else:
                yield Met("", Broken[BROKEN[code.value - 1]], way)

    def cycle(self) -> Cycle | None:
        """A shortest cycle of tables that the last search has seen; where there are some that play cannot leave to come
        to its end, one of those."""
        import numpy as np

        numbers, steps, locked = np.zeros(LONGEST_WAY, "u8"), ctypes.c_int32(), ctypes.c_int32()
        length = self._library.explored_cycle(
            ctypes.byref(steps),
            ctypes.byref(locked),
            ctypes.c_void_p(numbers.ctypes.data),
            ctypes.c_uint64(LONGEST_WAY),
        )
        if not steps.value:
            return None
        told = 0 < length <= LONGEST_WAY
        return Cycle(_steps(numbers[:length].tolist()) if told else (), steps.value, bool(locked.value))


def _steps(flat: list[int]) -> list[list[int]]:
    """The numbers of each step, where it is said before them how many they are."""
    way, at = [], 0
    while at < len(flat):
        way.append(flat[at + 1 : at + 1 + flat[at]])
        at += 1 + flat[at]
    return way
