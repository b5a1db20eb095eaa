"""Which engine plays in bulk: Python, the reference, or the rules compiled."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.native.engine import Engine
from referee.play import bulk
from referee.play.bulk import STOPPED, Played
from referee.record.project_folder import project_folder

ENGINES = ("auto", "python", "native")
PAYS_AFTER = 20.0
"""Seconds that Python would need, from which on it is worth while to compile rules."""
MOST_JUDGED, ENOUGH_DECISIONS = 100, 100_000
"""The first matches are always played by Python too: so many, or as many as have so many decisions."""
COMPILING = "compiling the rules of {}, once for this form of the game"
WORTH_SPREADING = 5.0
"""Seconds that this process would still need, from which on others help."""
PART_SECONDS = 1.0
"""How long others play without a word."""
CHUNK_SECONDS = 0.25
"""How long nobody can interrupt native play."""


class EnginesDiffer(BadInput):
    """A match was played in two ways."""


def place_of_engines() -> Path:
    """The folder where what is compiled is kept; BadInput where there can be none."""
    try:
        return project_folder("native")
    except OSError as error:
        raise BadInput(f"what is compiled is kept in .referee/native, which cannot be made: {error}") from None


def compiled(game: Game[Any], say: Callable[[str], None]) -> Engine:
    """The engine of a form, from where it is kept or built now. BadInput says why it is not to be had."""
    return Engine(game, place_of_engines(), lambda: say(COMPILING.format(game.title)))


class BulkPlay:
    """Matches of random answers by their number, the same ones in either engine."""

    def __init__(
        self,
        game: Game[Any],
        key: tuple[int, int],
        first: int,
        number: int,
        turn_cap: int | None,
        wanted: str,
        say: Callable[[str], None],
    ) -> None:
        """``wanted`` is one of ``ENGINES``; ``say`` is told what happens that takes time."""
        self.game, self.key, self.first, self.number, self.turn_cap = game, key, first, number, turn_cap
        self.wanted, self.say = wanted, say
        self.plain = type(game)(game.players, readings=game.readings, settings=game.settings)
        """The same form, which nobody watches."""
        self.judged = 0
        """The matches that Python has played first, whichever engine plays."""
        self.engine: Any = None
        self.elsewhere: Callable[[BulkPlay, int, int], Iterator[Played]] | None = None
        """Plays the matches from one on, so many at once, in other processes; they come in their order."""

        self.waiting: Callable[[], AbstractContextManager[None]] = nullcontext
        """Around what is no play: the rules are compiled."""

    def compiled(self) -> Any:
        return compiled(self.plain, self.say)

    def play(self, take: Callable[[Played], None]) -> None:
        """Give all matches to ``take``, part by part. EnginesDiffer: natively one of those that Python played too is
        another match."""
        engine = self._waited_for() if self.wanted == "native" else None
        began, decisions, sample = time.monotonic(), 0, []
        while self.judged < min(self.number, MOST_JUDGED) and decisions < ENOUGH_DECISIONS:
            part = self._python(self.judged, 1, game=self.game)
            decisions += int(part.results["decisions"].sum())
            self.judged += 1
            sample.append(part)
            take(part)
        left = (self.number - self.judged) * (time.monotonic() - began) / max(1, self.judged)
        if self.wanted == "auto" and left > PAYS_AFTER:
            try:
                engine = self._waited_for()
            except BadInput as error:
                self.say(f"played by Python: {error}")
        if engine is not None:
            engine = self._judged(engine, sample)
        self.engine = engine
        done, many = self.judged, 1
        while done < self.number:
            many = min(many, self.number - done)
            began = time.monotonic()
            take(self.part(engine, self.first + done, many))
            seconds = time.monotonic() - began
            done += many
            if self.elsewhere is not None and (self.number - done) * seconds / many > WORTH_SPREADING:
                for played in self.elsewhere(self, done, max(1, int(many * PART_SECONDS / seconds))):
                    take(played)
                return
            many = max(1, min(4 * many, int(many * CHUNK_SECONDS / max(seconds, 1e-6))))

    def _waited_for(self) -> Any:
        with self.waiting():
            return self.compiled()

    def part(self, engine: Any, match: int, number: int) -> Played:
        """So many matches from that one on."""
        at = match - self.first
        return self._python(at, number) if engine is None else self._native(engine, at, number)

    def _python(self, at: int, number: int, game: Game[Any] | None = None) -> Played:
        return bulk.play_by_python(game or self.plain, self.key, self.first + at, number, self.turn_cap)

    def _native(self, engine: Any, at: int, number: int) -> Played:
        """Played natively; Python judges those that an obligation stopped."""
        played: Played = engine.play(self.key, self.first + at, number, self.turn_cap)
        for stopped in played.results["broken"].nonzero()[0].tolist():
            match = self.first + at + stopped
            judged = self._python(at + stopped, 1)
            if judged.results["end"][0] != played.results["end"][stopped]:
                raise differ(self.game, match)
        return played

    def _judged(self, engine: Any, sample: list[Played]) -> Any:
        different = self._first_different(engine, sample)
        if different is None:
            return engine
        error = differ(self.game, self.first + different)
        if self.wanted == "native":
            raise error
        self.say(f"played by Python: {error}")
        return None

    def _first_different(self, engine: Any, sample: list[Played]) -> int | None:
        """Which of the first matches is another one natively, if any."""
        native = engine.play(self.key, self.first, self.judged, self.turn_cap)
        for at, python in enumerate(sample):
            own, other = python.results[0], native.results[at]
            if own["end"] != other["end"] or (own["end"] != STOPPED and own["digest"] != other["digest"]):
                return at
        return None


def differ(game: Game[Any], match: int) -> EnginesDiffer:
    return EnginesDiffer(
        f"{game.name}: match {match} is another one natively than in Python, which is a defect of the translation: "
        "take --engine python"
    )
