"""The search of ``referee.play.search``, with its iterations played natively.

Behind the tree it does not play at random, but mostly what was good in the iterations before for whoever is asked
(move-average sampling, ``seeking.hpp``).
"""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from referee.kernel.game import Game
from referee.kernel.spaces import MOST_LOOKED_AT
from referee.meaning.program import Expr
from referee.meaning.translation import meaning
from referee.native.build import library
from referee.native.cxx import Writer, runtime
from referee.native.worlds import Worlds, known_of
from referee.play.bot import Ask, Option, View
from referee.play.hidden import CannotImagine
from referee.play.horizon import HORIZON
from referee.play.position import Position
from referee.play.search import EXPLORATION, FEW, WIDENING

WORLDS = 50
"""Positions that are imagined for a decision; the iterations take them in turn."""
CANDIDATES = 16
"""So many answers are looked at, at each question behind the tree."""
RANDOM_PERCENT = 10
"""So many of those questions are answered at random."""


class SearchingWriter(Writer):
    """The C++ text of a Program whose questions a tree search answers."""

    def x_ask(self, e: Expr, args: list[str]) -> str:
        return f"sought<{self.type(e.type)}>({', '.join(args[:2])})"

    def x_together(self, e: Expr, args: list[str]) -> str:
        return self.together("sought_together", e, args, "player", "space", "decider")

    def more(self, where: str) -> list[str]:
        if where == "begin":
            return ["#define SEARCHED", "#define ASKED", "#define WHOLE_OR_NOT"]
        if where == "spaces":
            bounds = f"EXPLORATION = {EXPLORATION}, WIDENING = {WIDENING}"
            return [
                f"constexpr double {bounds}; constexpr int64_t FEW = {FEW}, HORIZON = {HORIZON};",
                f"constexpr int64_t CANDIDATES = {CANDIDATES}, RANDOM_PERCENT = {RANDOM_PERCENT};",
                runtime("seeking"),
            ]
        functions = [self.function(each) for each in self.program.functions]
        return [self.kept(functions), *map(runtime, ("packing", "worlds", "searching"))]


class NativeSearch:
    """Finds answers for one form of a game. NoMeaning, NoCompiler: as in ``Engine``. The same chance and ``budget``
    (iterations) find the same answer, which need not be that of ``referee.play.search``: its chance is another."""

    def __init__(
        self,
        game: Game[Any],
        folder: Path,
        building: Callable[[], None] | None = None,
        mistaken: Callable[[str], str] = str,
    ) -> None:
        """``mistaken`` makes the C++ text one of a mistranslation."""
        writer = SearchingWriter(meaning(game, stopping=True))
        text = writer.text()
        self.worlds = Worlds(writer)
        self._library = ctypes.PyDLL(library(mistaken(text), folder, building)._name)
        self._library.seek.restype = self._library.play_on_at_random.restype = ctypes.c_int64
        self.lost = 0
        """How many iterations of the last search broke off, as a number was too large or a rule was broken."""

    def best(self, view: View, ask: Ask, rng: random.Random, budget: int) -> Option:
        """The answer that was given most often; one drawn at random where no position can be imagined."""
        if ask.count() == 1:
            return next(ask.options())
        positions: list[Position] = []
        with suppress(CannotImagine):
            for _ in range(min(WORLDS, budget)):
                positions.append(view.imagine(rng))
        found = self.answers(positions, view.seat, rng, budget) if positions else []
        if not found:
            return ask.sample(rng)
        number = max(found, key=lambda each: each[1:])[0]
        open_question = known_of(positions[0])[1]
        assert open_question is not None
        space = open_question.space
        return Option(ask.space, ask.space.read(space.plain(space.nth(number))))

    def answers(
        self, positions: list[Position], seat: int, rng: random.Random, budget: int
    ) -> list[tuple[int, int, float]]:
        """What the search says of answers to the open question of positions: the number, how often it was given, and
        what the seat gained by it in sum."""
        key = [rng.getrandbits(64) for _ in range(2)]
        worlds, kept = self.worlds.of(positions)
        many = min(MOST_LOOKED_AT, budget)
        at, given, gained = (ctypes.c_int64 * many)(), (ctypes.c_int64 * many)(), (ctypes.c_double * many)()
        lost, cap = ctypes.c_int64(), positions[0].game.turn_cap
        there = self._library.seek(
            worlds,
            ctypes.c_uint64(len(worlds)),
            ctypes.c_int64(budget),
            *map(ctypes.c_uint64, key),
            ctypes.c_int64(cap),
            ctypes.c_int32(seat),
            ctypes.c_int64(many),
            at,
            given,
            gained,
            ctypes.byref(lost),
        )
        self.lost = lost.value
        del kept
        return list(zip(at[:there], given[:there], gained[:there], strict=True))

    def play_on(
        self, positions: list[Position], key: tuple[int, int], turn_cap: int | None = None
    ) -> list[tuple[float, ...]]:
        """What everybody has after random play from each position to the end or the cap on turns, the i-th with the
        random words (``Words``) of match i of a key. ValueError: one broke off."""
        worlds, kept = self.worlds.of(positions)
        players, cap = positions[0].game.players, turn_cap or positions[0].game.turn_cap
        gains = (ctypes.c_double * (players * len(positions)))()
        number = ctypes.c_uint64(len(positions))
        played = self._library.play_on_at_random(worlds, number, *map(ctypes.c_uint64, key), ctypes.c_int64(cap), gains)
        del kept
        if played < len(positions):
            raise ValueError(f"{len(positions) - played} positions could not be played on")
        return [tuple(gains[at * players : (at + 1) * players]) for at in range(len(positions))]
