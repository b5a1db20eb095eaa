"""Games that are gone through whole, to see whether what play never did can be done there at all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from referee.kernel.game import Game
from referee.kernel.parameters import value_in_words
from referee.verify.ask.unused import Unused, Use
from referee.verify.explore.breadth import MOST_WAYS, Search
from referee.verify.explore.least import greatest
from referee.verify.explore.states import EMPTY
from referee.verify.methods import Question
from referee.verify.play.branches import ALIKE, Counting
from referee.verify.play.minimise import variant

SMALL = 0.1
"""Of what exploring takes for a game: so much is small."""
AT_SCALES = 3
"""Times as much, for all smaller games together."""


class Whole:
    """Every match of one form: how often its branches were gone, and what was used. ``is_seen``: it came to its end."""

    def __init__(self, game: Game[Any], effort: float, found: Counting) -> None:
        """What a part of the matches did is not counted in ``found``."""
        self.game = variant(game) or game  # its effects are changed to tell of themselves
        self.use = Use(type(game))
        search = _Listening(Question(self.game, (), effort=effort), self.use)
        before = list(found.counts)
        self._search = search
        self.is_seen = not search.run().bounded
        self.is_sound = self.is_seen and not search.met
        self.ways = search.seen.ways
        self._times = {
            (each.file, each.line, each.text, each.way): times - earlier
            for each, times, earlier in zip(found.branches(), found.counts, before, strict=True)
        }
        if not self.is_seen:
            found.counts[:] = before

    def tables(self) -> Iterator[tuple[Any, ...]]:
        """That before the deal, and all from which play goes on, to be restored."""
        over = {*self._search.ends}
        yield self._search.before(EMPTY)
        for number in range(len(self._search.states)):
            if number not in over:
                yield self._search.before(number)

    @property
    def form(self) -> str:
        """Players and settings in words."""
        settings = self.game.unusual_settings.items()
        words = [f"{name}={value_in_words(value)}" for name, value in settings]
        return " ".join([f"{self.game.players} players", *words])

    def never_goes(self, file: Path, line: int, text: str, way: str) -> bool:
        """Whether play comes to this place and never goes this way; of amounts that are ``ALIKE``, never another."""
        times = {its: number for (*place, its), number in self._times.items() if place == [file, line, text]}
        gone = times.pop(way, 0)
        others = any(times.values())
        return bool(gone) and not others if way == ALIKE else others and not gone


class _Listening(Search):
    """Tells of all that anybody could answer."""

    def __init__(self, question: Question, use: Use) -> None:
        self._use = use
        super().__init__(question, briefly=True)
        use.listen_to_answers(self.driver)

    def _begin(self, *, with_turns: bool) -> None:
        super()._begin(with_turns=with_turns)
        self._use.listen_to_table(self.trial)


def whole_games(games: Sequence[Game[Any]], effort: float, found: Counting) -> list[Whole]:
    """All of these forms, where each of them is small enough; else []."""
    seen: list[Whole] = []
    for game in games:
        seen.append(Whole(game, SMALL * effort, found))
        if not seen[-1].is_seen:
            return []
    return seen


def whole_scale(game: Game[Any], effort: float, found: Counting) -> list[Whole]:
    """The greatest smaller game of the same rules and players that is small enough, and in which they meet no trouble,
    if there is one; what it does is not counted in ``found``."""
    before, spent = list(found.counts), 0
    last: list[Whole] = []

    def whole(form: Game[Any]) -> bool:
        nonlocal spent
        left = AT_SCALES * SMALL * effort - spent / MOST_WAYS
        if left <= 0:
            return False
        seen = Whole(form, min(SMALL * effort, left), found)
        spent += seen.ways
        if seen.is_sound:
            last[:] = [seen]
        return seen.is_sound

    greatest(game, whole)
    found.counts[:] = before
    return last


def is_used(unused: Unused, seen: Sequence[Whole]) -> bool:
    """Whether somebody can use in one of these forms what nobody did."""
    return any(each.use.uses(unused) for each in seen)


def never_used(unused: Unused, seen: Sequence[Whole]) -> str:
    """The forms in which nobody can use it, though there is a chance to; "" where there is none."""
    return ", ".join([each.form for each in seen if each.use.uses(unused) is False])


def never_goes(seen: Sequence[Whole], file: Path, line: int, text: str, way: str) -> str:
    """The forms in which play cannot go this way; "" where there is none."""
    return ", ".join([each.form for each in seen if each.never_goes(file, line, text, way)])


def tells_apart(which: Unused, whole: Whole, effort: float) -> bool | None:
    """Whether some rule tells one of the alternatives of a reading from the others; None where nothing asks for it, or
    not all of the game was seen under each."""
    compared = 0
    for value in which.alternatives:
        other = variant(whole.game, readings={which.name: value})
        seen = None if other is None else Whole(other, SMALL * effort, Counting([], []))
        if seen is None or not seen.is_seen:
            return None
        if seen.use.told[which.name][value]:
            return True
        compared += seen.use.compared[which.name][value]
    return False if compared else None
