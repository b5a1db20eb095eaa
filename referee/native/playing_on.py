"""Matches that are played on from imagined positions, natively: the same ones as ``referee.play.playing_on``."""

from __future__ import annotations

import ctypes
import struct
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from referee.kernel.game import Game
from referee.kernel.requests import Choice
from referee.kernel.selections import Selection
from referee.meaning.program import Appraised, Expr
from referee.meaning.translation import meaning
from referee.native.build import library
from referee.native.cxx import Writer, runtime
from referee.native.worlds import World, Worlds, number_in
from referee.play.horizon import HORIZON
from referee.play.playing_on import HANDS, MOST_APPRAISED, MOST_CHOICES, Ending, Job, PlayingOn
from referee.play.position import Position

JOB = 3
"""The numbers of a job: of its world and its answer, and that of the match."""
MORE_FLAGS = ("-O3", "-fno-tree-vectorize")
"""Most of the time answers are appraised; a fifth less of it is worth half a second of compiling."""
ENDING = struct.Struct("dd?7x")
"""A payoff, a part of the lead, and whether that was the end."""


class PlayingOnWriter(Writer):
    """The C++ text of a Program whose questions are answered by what looks best."""

    def x_ask(self, e: Expr, args: list[str]) -> str:
        return f"likely<{self.type(e.type)}>({args[0]}, {self.appraise(e, args[4:], 'const auto& answer')})"

    def x_together(self, e: Expr, args: list[str]) -> str:
        names = e.args[0].type.item.names  # type: ignore[attr-defined]
        parts = e.about.parts if isinstance(e.about, Appraised) else ()
        told = [f"std::get<{names.index(each)}>(choice)" for each in parts]
        appraise = self.appraise(e, told, "const auto& choice, const auto& answer")
        return self.together("likely_together", e, [f"{args[0]}, {appraise}"], "player", "space")

    @staticmethod
    def appraise(e: Expr, told: Sequence[str], parameters: str) -> str:
        """What says how good an answer looks."""
        if not isinstance(e.about, Appraised):
            return "nullptr"
        function = e.about.function
        worth = "int64_t(0)" if function is None else f"{function.name}({', '.join([*told, 'answer'])})"
        return f"[&]({parameters}) {{ return {worth}; }}"

    def more(self, where: str) -> list[str]:
        if where == "begin":
            return ["#define SEARCHED", "#define IN_ORDER", "#define ASKED", "#define WHOLE_OR_NOT"]
        if where == "spaces":
            return [
                f"constexpr int64_t HORIZON = {HORIZON}, HANDS = {HANDS}, MOST_APPRAISED = {MOST_APPRAISED}, "
                f"MOST_CHOICES = {MOST_CHOICES};",
                *map(runtime, ("stocks", "likely")),
                self.choices_of_cards(),
            ]
        functions = [self.function(each) for each in self.program.functions]
        return [self.kept(functions), *map(runtime, ("packing", "worlds")), self.standings(), runtime("playing_on")]

    def choices_of_cards(self) -> str:
        """Which spaces are."""
        cards = f"Rec<{self.tag(Selection)}, Ts...>"
        bounds = "conv<Pile>(part<1>(s)), conv<int64_t>(part<2>(s)), conv<int64_t>(part<3>(s))"
        return (
            f"template <class... Ts> struct Cards_<{cards}> {{ template <class To, class F, class W> static bool "
            f"put(const {cards}& s, u128 n, F& appraise, To& to, W& its) "
            f"{{ return put_together({bounds}, n, appraise, to, its); }} }};"
        )

    def standings(self) -> str:
        """The functions that say how a match stands."""
        assert self.program.hand is not None
        standing, evaluation = [self.program.standings.get(each) for each in ("standing", "evaluation")]
        assert standing is not None
        put, is_evaluated = "return false;", "return false;"
        if evaluation is not None:
            maybe = "Maybe<" in self.result(evaluation)
            put = f"auto had = {evaluation.name}(); " + (
                "if (!had.has) return false; put_gains(gains, had.v); return true;"
                if maybe
                else "put_gains(gains, had); return true;"
            )
            is_evaluated = f"return {evaluation.name}().has;" if maybe else "return true;"
        return (
            "template <class T> void put_gains(double* gains, const Seq<T>& had);\n"
            f"static int64_t hand_() {{ return conv<int64_t>({self.expr(self.program.hand)}); }}\n"
            f"static bool is_evaluated() {{ {is_evaluated} }}\n"
            f"template <int _ = 0> bool put_evaluation(double* gains) {{ {put} }}\n"
            f"template <int _ = 0> void put_standing(double* gains) {{ put_gains(gains, {standing.name}()); }}"
        )


class NativePlayingOn(PlayingOn):
    """Plays matches of one form on. NoMeaning, NoCompiler: as in ``Engine``; what a match says that cannot be played
    natively Python plays."""

    def __init__(
        self,
        game: Game[Any],
        folder: Path,
        building: Callable[[], None] | None = None,
        mistaken: Callable[[str], str] = str,
    ) -> None:
        """``mistaken`` makes the C++ text one of a mistranslation."""
        super().__init__(game)
        writer = PlayingOnWriter(meaning(game, appraised=True))
        text = writer.text()
        self.worlds = Worlds(writer)
        self._library = ctypes.PyDLL(library(mistaken(text), folder, building, MORE_FLAGS)._name)
        self._library.play_on.restype = ctypes.c_int64
        self._worlds: dict[int, tuple[Position, World, Sequence[int], Any]] = {}
        """Of the running decision, by the position: the numbers of the answers stand beside each."""
        self._side_by_side: tuple[tuple[int, ...], Any] = ((), None)
        """Of the running decision: which positions they are, and what the library reads."""
        self._same_numbers: list[int] = []

    def begin(self, answers: Sequence[Any]) -> None:
        super().begin(answers)
        self._worlds.clear()
        self._side_by_side = ((), None)
        self._same_numbers = []

    def endings(
        self, positions: Sequence[Position], jobs: Sequence[Job], key: tuple[int, int], seat: int
    ) -> list[Ending]:
        made = [self.world(each) for each in positions]
        numbers = tuple(map(id, positions))
        if numbers != self._side_by_side[0]:
            self._side_by_side = numbers, (World * len(made))(*[known for _, known, _, _ in made])
        wanted = array("q", [part for at, answer, match in jobs for part in (at, made[at][2][answer], match)])
        address, size = wanted.buffer_info()[0], JOB * wanted.itemsize
        found = bytearray(ENDING.size * len(jobs))
        into = (ctypes.c_char * len(found)).from_buffer(found)
        said: list[Ending] = []
        while len(said) < len(jobs):
            played = self._library.play_on(
                self._side_by_side[1],
                ctypes.c_void_p(address + size * len(said)),
                ctypes.c_int64(len(jobs) - len(said)),
                *map(ctypes.c_uint64, key),
                ctypes.c_int64(self.game.turn_cap),
                ctypes.c_int32(seat),
                into,
            )
            whole = memoryview(found)[: played * ENDING.size]
            said += map(Ending._make, ENDING.iter_unpack(whole))
            if len(said) < len(jobs):  # it broke off: a number was too large, or a rule was broken
                said += super().endings(positions, [jobs[len(said)]], key, seat)
        return said

    def world(self, position: Position) -> tuple[Position, World, Sequence[int], Any]:
        """What stands for a position natively."""
        found = self._worlds.get(id(position))
        if found is None:
            world = World()
            kept, choice = self.worlds.fill(world, position)
            assert choice is not None
            numbers = self._numbers(choice)
            found = self._worlds[id(position)] = (position, world, numbers, kept)
        return found

    def _numbers(self, choice: Choice) -> Sequence[int]:
        """Those of the answers. Without rows a question has the same answers in the same order at every position."""
        if not self._same_numbers or choice.table.has_rows:
            self._same_numbers = [number_in(choice.space, choice.space.read(each)) for each in self.answers]
        return self._same_numbers
