"""Games that are gone through whole, to see whether what play never did can be done there at all.

They are the smallest games of the same rules, and larger ones from there on.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from referee.kernel.game import Game
from referee.kernel.parameters import Parameter, value_in_words
from referee.verify.ask.unused import Unused, Use
from referee.verify.explore.breadth import MOST_WAYS, Search
from referee.verify.methods import Question
from referee.verify.play.branches import ALIKE, Counting
from referee.verify.play.drivers import AtRandom
from referee.verify.play.minimise import variant
from referee.verify.play.trial import Trial

MATCHES, STEPS = 3, 3
"""Matches of a smaller game that have to begin without trouble, and their steps."""
MOST_FORMS = 40
"""Games that are gone through on the way to the greatest one."""


def greatest(game: Game[Any], whole: Callable[[Game[Any]], bool]) -> Game[Any] | None:
    """The greatest game of these rules and players of which ``whole`` says that it was gone through to its end: from
    the least one on, one setting after the other is made larger. None where there is no smaller game, or none of them
    was. ``whole`` is asked of each form once, and said yes to that which is given last."""
    settings = least(game)
    form = variant(game, settings=settings) if settings else None
    if form is None or not whole(form):
        return None
    growing, tried = [each for each in game.parameters if each.name in settings], 1
    while growing and tried < MOST_FORMS:
        for each in list(growing):
            larger = {**settings, each.name: _larger(form, each, game.settings[each.name])}
            there = variant(game, settings=larger) if larger != settings else None
            tried += there is not None
            if there is None or not _begins(there) or not whole(there):
                growing.remove(each)
            else:
                form, settings = there, larger
    return form


def least(game: Game[Any]) -> dict[str, Any]:
    """The settings of a game that is as small as can be: each as small as the others allow, numbers first."""
    found: dict[str, Any] = {}
    numbers = [each for each in game.parameters if isinstance(game.settings[each.name], int)]
    for each in sorted(game.parameters, key=lambda one: one not in numbers):
        for value in _smaller(each, game.settings[each.name]):
            form = variant(game, settings={**found, each.name: value})
            if form is not None and _begins(form):
                found[each.name] = value
                break
    return found


def _smaller(about: Parameter, value: Any) -> Iterable[Any]:
    """What is smaller than a setting, the smallest first; one kind of card at least."""
    if isinstance(value, tuple):
        return [value[:number] for number in range(1, len(value))]
    return range(about.least, value) if isinstance(value, int) else ()


def _larger(form: Game[Any], about: Parameter, most: Any) -> Any:
    """The setting one larger, as long as it is smaller than that of the game itself."""
    value = form.settings[about.name]
    if isinstance(value, tuple):
        return most[: len(value) + 1]
    return min(value + 1, most)


def _begins(form: Game[Any]) -> bool:
    """Whether matches begin without trouble: a game that its rules do not fit says nothing of them."""
    for number in range(MATCHES):
        trial, driver = Trial(form, []), AtRandom(random.Random(number))
        for _ in range(STEPS):
            if trial.advance(driver) is not None:
                return False
            if trial.table.outcome is not None:
                break
    return True


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
        self.search = search
        self.is_seen = not search.run().bounded
        self.is_sound = self.is_seen and not search.met
        self.ways = search.seen.ways
        self._times = {
            (each.file, each.line, each.text, each.way): times - earlier
            for each, times, earlier in zip(found.branches(), found.counts, before, strict=True)
        }
        if not self.is_seen:
            found.counts[:] = before

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
