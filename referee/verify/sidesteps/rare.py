"""Steps that consult a reading which few steps consult, to be gone back to: what is rarer still lies behind them.

A claim is met by few matches, one that ties by fewer, and one that ties twice by nobody; of the ways through a turn
with a claim every tenth may tie (in the manner of coverage-guided fuzzing). Such turns are looked for in games with
few kinds of card, in which many matches are played and nothing is taken again.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from referee.kernel.game import Game
from referee.verify.impact.random_settings import crowded
from referee.verify.mine.observing import drivers
from referee.verify.play.consulted_readings import listen_to, listen_to_game
from referee.verify.play.drivers import Onwards
from referee.verify.play.minimise import Steps, variant
from referee.verify.play.trial import Trial
from referee.verify.sidesteps.promises import declared_in
from referee.verify.sidesteps.taking import ROUNDS_OF_ALL, Form, Sidesteps, Taken

MATCHES, LONGEST = 8, 15
"""Matches of one game with few kinds of card, and their steps at most."""
GAMES = 400
"""Games that are drawn at most."""
KEPT = 12
"""Steps that are kept of a reading."""
FEW = 40
"""Times that a reading is consulted, after which it is not rare any more."""
RETURNS = 100
"""Times that one goes back for one reading."""
WHOLE = 0.25
"""How often a step is taken again to its end."""


class Rare:
    """The steps by the reading that they consulted."""

    def __init__(self, sidesteps: Sidesteps) -> None:
        self.sidesteps, self.rng = sidesteps, random.Random(f"rare {sidesteps.question.seed}")
        self.heard: Counter[str] = Counter()
        self.returned: Counter[str] = Counter()
        self.steps: dict[str, list[tuple[Form, Taken]]] = {}

    def scout(self, most: int) -> None:
        """So many steps of games with few kinds of card."""
        game, steps = self.sidesteps.question.game, 0
        for _ in range(GAMES):
            settings = crowded(game, self.rng)
            few = variant(game, settings=settings) if settings else None
            if few is not None:
                steps += sum(self._matches(few))
            if steps >= most or self.sidesteps.question.budget.is_spent:
                return

    def _matches(self, game: Game[Any]) -> Iterator[int]:
        """The numbers of steps of some matches."""
        form = Form(game, declared_in(game, self.sidesteps.question.declared))
        listen_to_game(game, form.consulted.add)
        for _, driver in zip(range(MATCHES), drivers(game, self.rng), strict=False):
            trial, script = Trial(game, ()), Steps()
            listen_to(trial.table, form.consulted.add)
            for _ in range(LONGEST):
                before, measures = trial.table.snapshot(), trial.measures
                form.consulted.clear()
                met = trial.advance(driver)
                taken = Taken(before, measures, list(script), list(driver.transcript), None)
                self._note(form, taken)
                script.append(list(driver.transcript))
                if met is not None or trial.table.outcome is not None:
                    break
            yield len(script)

    def _note(self, form: Form, taken: Taken, *, new: bool = False) -> None:
        """The readings of a step; ``new``: of a way that is gone again, of which only new ones count."""
        for slug in form.consulted:
            self.heard[slug] += not new
            kept = self.steps.setdefault(slug, [])
            if len(kept) < KEPT and (not new or not self.heard[slug]):
                kept.append((form, taken))

    def go_back(self, most: int) -> None:
        """So many steps more, alternatives among them, from the tables before those of rare readings."""
        sidesteps, touched = self.sidesteps, dict[int, Form]()
        most += sidesteps.steps
        sidesteps.rounds.clear()
        sidesteps.meant = {*sidesteps.question.game.register} - {slug for slug, n in self.heard.items() if n >= FEW}
        while sidesteps.steps < most and not sidesteps.question.budget.is_spent:
            rare = self._next()
            if rare is None:
                break
            form, taken = rare
            touched[id(form)] = form
            trial = Trial(form.game, form.promises)
            listen_to(trial.table, form.consulted.add)
            trial.table.restore(taken.before)
            trial.measures = taken.measures
            answers = taken.answers
            if self.rng.random() >= WHOLE:
                answers = answers[: self.rng.randint(0, len(answers))]
            driver = Onwards(answers, self.rng)
            sidesteps.step(form, trial, driver, taken.script, set())
            self._note(form, replace(taken, answers=list(driver.transcript)), new=True)
        sidesteps.look_for_rounds([*touched.values()], ROUNDS_OF_ALL)
        for form in touched.values():
            sidesteps.forget_broken(form)

    def _next(self) -> tuple[Form, Taken] | None:
        """A step of the reading that was consulted least, and for which one went back least; None where no rare one is
        left."""
        rare = [each for each in self.steps if self.heard[each] < FEW and self.returned[each] < RETURNS]
        if not rare:
            return None
        slug = min(rare, key=lambda each: (self.heard[each] + self.returned[each], each))
        self.returned[slug] += 1
        kept = self.steps[slug]
        return kept[self.returned[slug] % len(kept)]
