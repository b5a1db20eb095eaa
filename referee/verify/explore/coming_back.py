"""Play that comes back in smaller games, where somebody promises that every match comes to its end.

The same rules are played with fewer cards, where the same table is met again sooner: by players who answer as before,
by those who take back what was done, and by chance. What chance gives is part of the round then, and its sentence says
so: nothing in the rules keeps it from being given again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from referee.kernel.game import Game
from referee.verify.explore.turn_cycles import STEPS, GoesOn, Idling, played_turns
from referee.verify.methods import Question
from referee.verify.play.drivers import AtRandom
from referee.verify.play.minimise import Steps
from referee.verify.play.quiet import counting_between
from referee.verify.play.trial import Trial

TURNS = 4_000
"""Turns that are played in all smaller games, times the effort of the question."""
OF_A_GAME = 400
"""Turns in one of them."""


def coming_back(question: Question, forms: Iterator[Game[Any]]) -> Iterator[tuple[Question, GoesOn]]:
    """Rounds over whole turns in these games, each with the question about the game in which it was found."""
    left = int(TURNS * question.effort)
    for form in forms:
        if left <= 0 or question.budget.is_spent:
            return
        asked = replace(question, game=form, properties=(), others=(), declared=(), effort=1.0)
        search = Recurring(asked, min(left, OF_A_GAME))
        found = search.run()
        left -= max(search.turns, 1)
        if found is not None:
            yield asked, found


class Recurring(Idling):
    """Plays matches at random until a table comes back, in one of them or of what players do who idle."""

    def __init__(self, question: Question, most: int) -> None:
        super().__init__(question, None, most)

    def _match(self, driver: AtRandom) -> GoesOn | None:
        return super()._match(driver) if self.matches % 2 else self._by_chance(driver)

    def _by_chance(self, driver: AtRandom) -> GoesOn | None:
        trial = Trial(self.game, ())
        met: dict[Any, list[int]] = {}
        tables: list[Any] = []
        steps: Steps = []
        for number in range(STEPS + 1):
            trouble = trial.advance(driver)
            self.turns += 1
            steps.append(list(driver.transcript))
            if trouble is not None or trial.table.outcome is not None:
                if trouble is not None and trouble.looping:
                    self.loops, self.most = True, 0
                return None
            after = trial.table.snapshot()
            tables.append(after)
            for at in met.setdefault(repr(after[0]), []):
                if counting_between(trial.table, tables[at], after) is not None:
                    found = played_turns(self.game, None, steps[: at + 1], steps[at + 1 :])
                    if found is not None:
                        return found
            met[repr(after[0])].append(number)
        return None
