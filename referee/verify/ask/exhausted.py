"""Lines that are left out, in games that are gone through whole.

A line does nothing in such a game where every step from every table leads to the same table without it, whatever is
answered and drawn, and everybody is asked and told the same: then all its matches go the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.kernel.game import methods_of
from referee.kernel.watch import Story
from referee.verify.ask.unneeded import ALWAYS, Alike, Apart, Noticing, Played, Step, Unneeded, instead_of, noting
from referee.verify.ask.whole import Whole
from referee.verify.explore.answers import EveryAnswer, TooMany
from referee.verify.play.drivers import Script
from referee.verify.play.minimise import variant
from referee.verify.play.trial import Trial

MOST_WAYS = 20_000
"""Ways through all steps of a game with one line left out: of a larger one nothing is said."""


def never_needed(which: Unneeded, whole: Sequence[Whole]) -> str:
    """The forms in which a line makes no difference, though there is a chance to; "" where there is none."""
    return ", ".join([each.form for each in whole if is_needed(which, each) is False])


def is_needed(which: Unneeded, whole: Whole) -> bool | None:
    """Whether a line makes a difference; None where it has no chance to, or that is not known."""
    played, form, other = Played(), variant(whole.game), variant(whole.game)
    if form is None or other is None:
        return None
    method = methods_of(type(form))[which.name]
    object.__setattr__(form, which.name, noting(method, form, which.name, played))
    if which.instead not in ALWAYS:
        object.__setattr__(other, which.name, instead_of(method, other, which.instead))
    both, ways = _Both(Trial(form, []), Trial(other, []), played), 0
    for _, before in whole.search.tables():
        driver = EveryAnswer(merging=False)
        try:
            for _ in driver.ways():
                ways += 1
                differ = both.differ(before, driver)
                if differ is not False or ways > MOST_WAYS:
                    return True if differ else None
        except TooMany:
            return None
    if which.instead in ALWAYS:
        did = {what for (_, what), times in played.did.items() if times}
        return did != {which.instead} if did else None
    return False if played.otherwise[which.name, which.instead] else None


class _Both:
    """A step as the rules have it, and without the line."""

    def __init__(self, one: Trial, other: Trial, played: Played) -> None:
        self.one, self.other, self.played = one, other, played

    def differ(self, before: tuple[Any, ...], driver: EveryAnswer) -> bool | None:
        """Whether they come out otherwise; None where the rules meet trouble."""
        step = Step(before)
        self.played.steps[:] = [step]
        if self._move(self.one, before, Noticing(driver, step.noticed)) is not None:
            return None
        script = Script()
        script.next_step(driver.transcript)
        try:
            if self._move(self.other, before, Noticing(script, Alike(iter(step.noticed)))) is not None:
                return True
        except Apart:
            return True
        return self.one.table.snapshot() != self.other.table.snapshot()

    @staticmethod
    def _move(trial: Trial, before: tuple[Any, ...], driver: Noticing) -> Any:
        trial.table.restore(before)
        trial.table.watch = Story([driver.told])
        met = trial.move(driver)
        driver.lies(trial)
        return met
