"""One form of a game, compiled so that it counts: the clauses that are carried out, and the ways that play goes."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from referee.kernel.game import Game
from referee.meaning.claims import WhenAsked
from referee.meaning.counted import Counted
from referee.meaning.open_readings import LookedAt, Readings, open_words, opened
from referee.meaning.program import Expr, Function, Program
from referee.meaning.translation import Claims, meaning
from referee.native.cxx import Writer, runtime
from referee.native.engine import Engine


class CountingWriter(Writer):
    """The C++ text of a Program that counts."""

    def __init__(self, program: Program, counted: Counted) -> None:
        super().__init__(program)
        self.counted = counted
        self.numbers = {name: number for number, name in enumerate(counted.rules)}
        self.words = -(-len(counted.ids) // 64) or 1

    def clauses(self, bits: int) -> str:
        """A set of clauses."""
        return "Clauses{{" + ", ".join([f"{bits >> 64 * at & (1 << 64) - 1:#x}ull" for at in range(self.words)]) + "}}"

    def more(self, where: str) -> list[str]:
        if where == "begin":
            return ["#define COUNTED"]
        if where != "spaces":
            return []
        counted = self.counted
        rules = ", ".join([self.clauses(bits) for bits, _ in counted.rules.values()])
        effects = ", ".join([str(effect).lower() for _, effect in counted.rules.values()])
        return [
            f"constexpr int CLAUSE_WORDS = {self.words}, WAYS = {counted.ways};",
            "struct Clauses { uint64_t w[CLAUSE_WORDS]; };",
            f"static const Clauses RULES[] = {{{rules}}}, OF_EFFECTS = {self.clauses(counted.of_effects)};",
            f"static const bool EFFECTS[] = {{{effects}}}, ANY_EFFECTS = {str(bool(counted.of_effects)).lower()};",
            runtime("counting"),
        ]

    def entered(self, function: Function) -> list[str]:
        number = self.numbers.get(function.name)
        return [] if number is None else [f"Running running_({number});"]

    def x_act(self, e: Expr, args: list[str]) -> str:
        return "act()"

    def x_carry_out(self, e: Expr, args: list[str]) -> str:
        return f"carry_out({self.clauses(e.about)})"

    def x_way(self, e: Expr, args: list[str]) -> str:
        return f"way({e.about})"

    def x_take_back(self, e: Expr, args: list[str]) -> str:
        """It is an action where a scalar of the table gets another value."""
        alone = [each for each, spec in self.program.table.scalar_specs.items() if not spec.per_player]
        slots = [self.slot(each) for each in (*alone, "direction") if each != "doings"]
        differs = " || ".join(["S.ended != then->ended", *[f"!eq(S.{each}, then->{each})" for each in slots]])
        return f"[](State* then) {{ if ({differs}) act(); take_back(then); }}({args[0]})"

    guard = "Looking looking_;"


class CountingEngine(Engine):
    """One form of a game, compiled so that it counts."""

    def __init__(
        self,
        game: Game[Any],
        folder: Path,
        building: Callable[[], None] | None = None,
        claims: Claims = MappingProxyType({}),
        ways: int = 0,
        rows: Sequence[Readings] = (),
        asking: Mapping[str, WhenAsked] = MappingProxyType({}),
    ) -> None:
        """``asking``: what is claimed of questions. ``ways``: how many there are in the text of the rules
        (``referee.meaning.counted.WAYS``). ``rows`` of
        alternatives are those that can be played (``choose``). NoMeaning and NoCompiler as for any engine."""
        closed: set[str] = set()
        while True:
            read = opened(game, rows, closed) if len(rows) > 1 else game
            self.counts = Counted(read, ways)
            try:
                program = meaning(read, claims, counted=self.counts, asking=asking)
                break
            except LookedAt as looked:
                closed.update(looked.slugs)
        self._unsure, self.unsure_ways = self.counts.unsure(program)
        self.read = read
        """The form that was read, perhaps with readings left open: then play begins when one is chosen."""
        self._load(CountingWriter(program, self.counts), folder, building)

    def covers(self, game: Game[Any]) -> bool:
        """Whether it can play this form, which differs from its own in readings at most."""
        words = open_words(self.read)
        return all(
            value in words[slug] if slug in words else value == self.read.readings[slug]
            for slug, value in game.readings.items()
        )

    def choose(self, game: Game[Any]) -> None:
        """Play this form from now on. It is the form of the engine, under alternatives of its open readings."""
        import numpy as np

        if slugs := open_words(self.read):
            known = {word: number for number, word in enumerate(self.words) if isinstance(word, str)}
            words = np.array([known.get(game.readings[slug], -1) for slug in slugs], "i4")
            self._library.choose_readings(ctypes.c_void_p(words.ctypes.data))
        self.game = game

    @property
    def counts_all(self) -> bool:
        """Whether every clause can be counted."""
        return not self._unsure

    def counted(self) -> tuple[dict[str, int], list[int]]:
        """By clause the matches in which it was carried out, and how often each way was gone, since the last time: in
        matches that were not stopped. Clauses that cannot be counted are left out, and ways that cannot be are
        ``unsure_ways`` (``referee.meaning.counted.Counted.unsure``)."""
        import numpy as np

        ids = self.counts.ids
        clauses, ways = np.zeros(-(-len(ids) // 64) * 64 or 64, "u8"), np.zeros(max(1, self.counts.ways), "u8")
        self._library.counted(*[ctypes.c_void_p(each.ctypes.data) for each in (clauses, ways)])
        sure = {each: int(clauses[at]) for at, each in enumerate(ids) if not self._unsure >> at & 1}
        return sure, ways[: self.counts.ways].tolist()
