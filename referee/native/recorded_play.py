"""Many matches of random answers with their records, the same bytes whichever engine plays."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from referee.kernel.game import Game
from referee.native.choosing import COMPILING, BulkPlay, place_of_engines
from referee.native.records import Recording
from referee.play.bulk import CAPPED, ENDED, STOPPED, Played
from referee.play.referee import MatchResult


class RecordedPlay(BulkPlay):
    """Python plays the first matches, natively their records must be the same bytes."""

    def __init__(
        self,
        *about: Any,
        by_python: Callable[[int, Game[Any]], MatchResult],
        keep: Callable[[int, bytes], None],
        seeded: bool,
    ) -> None:
        """``about`` is as in ``BulkPlay``. ``by_python`` plays a match by its number from 1 on, and keeps its record;
        ``keep`` is given the others. ``seeded`` says in them that chance was no secret."""
        super().__init__(*about)
        self.by_python, self.keep, self.seeded = by_python, keep, seeded
        self.sample: list[bytes | None] = []
        """The records of the first matches."""

    def compiled(self) -> Recording:
        say = self.say
        title = self.game.title
        return Recording(self.plain, place_of_engines(), lambda: say(COMPILING.format(title)), seeded=self.seeded)

    def _python(self, at: int, number: int, game: Game[Any] | None = None) -> Played:
        played = Played.empty(self.first + at, number, self.game.players, [])
        for place in range(number):
            result = self.by_python(at + place + 1, game or self.plain)
            put(played, place, result)
            if game is not None:
                self.sample.append(result.record)
        return played

    def _native(self, engine: Recording, at: int, number: int) -> Played:
        played, records = engine.play(self.key, self.first + at, number, self.turn_cap)
        for place, record in enumerate(records):
            if record is None:
                put(played, place, self.by_python(at + place + 1, self.plain))
            else:
                self.keep(at + place + 1, record)
        return played

    def _first_different(self, engine: Recording, sample: list[Played]) -> int | None:
        _, records = engine.play(self.key, self.first, self.judged, self.turn_cap)
        for at, (own, other) in enumerate(zip(self.sample, records, strict=True)):
            if other not in (own, None):
                return at
        self.sample.clear()
        return None


def put(played: Played, place: int, result: MatchResult) -> None:
    """A match that Python has played, among others."""
    words: Any = played.words
    end, reason = STOPPED if result.ranks is None else CAPPED if result.reason == "turn-cap" else ENDED, -1
    if end == ENDED:
        if result.reason not in words:
            words.append(result.reason)
        reason = words.index(result.reason)
    if result.ranks is not None:
        played.ranks[place] = result.ranks
        exact = [Fraction(each["fraction"]) if isinstance(each, dict) else each for each in result.payoffs or ()]
        played.payoffs[place] = [(each.numerator, each.denominator) for each in exact]
    played.results[place] = (0, result.decisions, result.data["turns"], end, 0, reason)
