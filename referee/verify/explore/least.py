"""The smallest games of the same rules, and larger ones from there on: scales that a search goes through whole."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

from referee.kernel.game import Game
from referee.kernel.parameters import Parameter
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
