"""Steps of play taken again under each alternative of the readings that they consult.

A match that is played under the chosen readings is a match under an alternative, too, as long as every step comes out
the same. The first step that does not is followed for a round of turns, and left: what it met was met by a match that
can be replayed from its deal.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.kernel.game import Game
from referee.kernel.requests import Choice
from referee.verify.explore.lassos import Round
from referee.verify.explore.step_cycles import Search
from referee.verify.impact.lockstep import same_cards
from referee.verify.impact.questions import alternatives_of
from referee.verify.methods import Question
from referee.verify.mine.observing import drivers
from referee.verify.play.chance import CardBias
from referee.verify.play.consulted_readings import listen_to, listen_to_game
from referee.verify.play.drivers import AtRandom, Onwards
from referee.verify.play.met import Met
from referee.verify.play.minimise import Steps, variant
from referee.verify.play.trial import Trial
from referee.verify.properties import Property
from referee.verify.sidesteps.promises import promises_of
from referee.verify.verdicts import Trouble

MATCHES, MATCHES_AT_SCALE = 20, 12
LONGEST = 40
"""Steps of a match at most."""
ALIKE, ENOUGH = 12, 8
"""Steps of one form that came out alike under an alternative, and times that it showed something in all forms; then
only some are taken again."""
SOME = 8
PAIRS, RARE = 3, 4
"""Pairs of alternatives that are tried at a step, each with one of the few that were tried least."""
KEPT = 4
"""Matches that are kept of everything that was met: the shortest."""
WAYS = 40
"""Ways through a step in which play that goes round is looked for."""
ROUNDS, ROUNDS_AT_SCALE = 8, 2
"""Steps of all forms, and of one, in which it is looked for under one alternative."""

Others = tuple[tuple[str, str], ...]
"""Alternatives that are read together: one, or two."""


class Counting(Onwards):
    """Counts who was asked what."""

    def __init__(self, answers: Sequence[Any], rng: random.Random) -> None:
        super().__init__(answers, rng)
        self.asked: Counter[tuple[int, str]] = Counter()

    def choose(self, choice: Choice) -> Any:
        self.asked[choice.player.seat, choice.ask] += 1
        return super().choose(choice)


@dataclass(slots=True)
class Shown:
    """A match that meets something under other readings: ``game`` has these."""

    game: Game[Any]
    script: Steps
    met: Met
    found: Round | None = None


@dataclass(slots=True)
class Form:
    """One form that is played. ``promises`` are those that nothing has broken yet under the chosen readings."""

    game: Game[Any]
    promises: list[Property]
    consulted: set[str] = field(default_factory=set)
    """The readings that were consulted in the last step."""
    others: dict[Others, Game[Any] | None] = field(default_factory=dict)
    alike: Counter[Others] = field(default_factory=Counter)
    rounds: Counter[Others] = field(default_factory=Counter)

    def read(self, others: Others) -> Game[Any] | None:
        """The form under other readings, where it has the same cards."""
        if others not in self.others:
            other = variant(self.game, readings=dict(others))
            self.others[others] = other if other is not None and same_cards(self.game, other) else None
        return self.others[others]


class Sidesteps:
    """See the module's docstring. ``shown`` has by alternatives what was met under them, with its matches."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.rng = random.Random(f"sidesteps {question.seed} {question.game.players}")
        self.alternatives = alternatives_of(type(question.game), question.game.readings)
        self.shown: dict[Others, dict[Any, list[Shown]]] = {}
        self.times: Counter[Any] = Counter()
        self.known: set[Any] = set()
        """What is met under the chosen readings, too."""
        self.rounds: Counter[Others] = Counter()
        self.tried: Counter[Others] = Counter()
        self.met: Counter[Others] = Counter()
        self.steps = 0

    def quiet(self) -> list[str]:
        """The readings of which no alternative has shown anything, the least tried first."""
        tried: Counter[str] = Counter()
        for slug, value in self.alternatives:
            tried[slug] += self.tried[(slug, value),]
        loud = {others[0][0] for others in self.shown if len(others) == 1}
        return sorted(tried.keys() - loud, key=lambda slug: (tried[slug], slug))

    def play(self, game: Game[Any]) -> None:
        """Some matches of one form."""
        form = Form(game, promises_of(game, self.question.seed))
        listen_to_game(game, form.consulted.add)
        most = MATCHES_AT_SCALE if game.unusual_settings else MATCHES
        everybody = zip(range(max(2, int(most * self.question.effort))), drivers(game, self.rng), strict=False)
        for number, driver in everybody:
            if self.question.budget.is_spent:
                return
            biased = number % 3 == 2
            self._match(form, AtRandom(self.rng, CardBias(game.deck, self.rng)) if biased else driver)
        self._forget_broken(form)

    def _forget_broken(self, form: Form) -> None:
        held = {each.name for each in form.promises}
        for met in self.shown.values():
            for key, shown in met.items():
                claimed = shown[0].met.claimed if shown else None
                if claimed is not None:
                    met[key] = [
                        each for each in shown
                        if each.game.settings != form.game.settings or claimed.name in held
                    ]  # fmt: skip

    def _match(self, form: Form, driver: AtRandom) -> None:
        trial = Trial(form.game, form.promises)
        consulted = form.consulted
        listen_to(trial.table, consulted.add)
        script: Steps = []
        apart: set[Others] = set()
        for _ in range(min(LONGEST, form.game.turn_cap) + 1):
            before, measures = trial.table.snapshot(), trial.measures
            consulted.clear()
            met = trial.advance(driver)
            self.steps += 1
            if met is not None and met.claimed is not None:
                form.promises = [each for each in form.promises if each is not met.claimed]
                return  # the measures of the others are of no use any more
            after = trial.table.snapshot() if met is None else None
            for others in self._worth_trying(form, consulted, apart):
                if self._differs(form, others, before, measures, script, driver.transcript, after):
                    apart.add(others)
            script.append(list(driver.transcript))
            if met is not None:
                self.known.add(met.same_as)
            if met is not None or trial.table.outcome is not None:
                return

    def _worth_trying(self, form: Form, consulted: set[str], apart: set[Others]) -> list[Others]:
        here = [each for each in self.alternatives if each[0] in consulted]
        found: list[Others] = [(each,) for each in here]
        rare = sorted(here, key=lambda each: self.tried[each,])[:RARE]
        for _ in range(PAIRS if len(here) > 1 else 0):
            one, other = self.rng.choice(rare), self.rng.choice(here)
            if one[0] != other[0]:
                found.append(tuple(sorted((one, other))))
        gone = {each for others in apart for each in others if len(others) == 1}
        return [
            each
            for each in found
            if each not in apart
            and not gone & set(each)
            and ((form.alike[each] < ALIKE and self.met[each] < ENOUGH) or self.rng.randrange(SOME) == 0)
        ]

    def _differs(
        self, form: Form, others: Others, before: tuple[Any, ...], measures: Mapping[str, Any], script: Steps,
        answers: Sequence[Any], after: tuple[Any, ...] | None,
    ) -> bool:  # fmt: skip
        """Whether the step comes out otherwise under other readings; what it meets there is noted."""
        game = form.read(others)
        if game is None:
            return False
        trial = Trial(game, form.promises)
        trial.table.restore(before)
        trial.measures = measures
        driver = Counting(answers, self.rng)
        met = trial.advance(driver)
        self.tried[others] += 1
        self.steps += 1
        if met is None and after is not None and driver.transcript == answers and trial.table.snapshot() == after:
            form.alike[others] += 1
            return False
        again = max(driver.asked.values(), default=0) > 1
        onwards = [*script, list(driver.transcript)]
        for _ in range(game.players + 1):
            if met is not None or trial.table.outcome is not None:
                break
            driver.next_step(())
            met = trial.advance(driver)
            self.steps += 1
            onwards.append(list(driver.transcript))
        if met is not None:
            self._note(others, Shown(game, onwards, met))
        if again and len(others) == 1:
            self._look_for_round(form, others, game, before, script)
        return True

    def _note(self, others: Others, shown: Shown) -> None:
        met = shown.met
        # Of promises there are some in each form: one about the same in another form is the same.
        key = met.same_as
        self.times[others, key] += 1
        self.met[others] += 1
        kept = self.shown.setdefault(others, {}).setdefault(key, [])
        kept.append(shown)
        kept.sort(key=lambda each: (bool(each.game.unusual_settings), len(each.script)))
        del kept[KEPT:]

    def _look_for_round(
        self, form: Form, others: Others, game: Game[Any], before: tuple[Any, ...], script: Steps
    ) -> None:
        """Whether the step can go round under other readings, and not under those that were chosen."""
        if form.rounds[others] >= ROUNDS_AT_SCALE or self.rounds[others] >= ROUNDS:
            return
        form.rounds[others] += 1
        self.rounds[others] += 1
        found = self._round(game, before, script)
        if found is None or self._round(form.game, before, script) is not None:
            return
        met = Met(Trouble.ENDLESS, found.clauses, found.sentence)
        self._note(others, Shown(game, found.script, met, found))

    def _round(self, game: Game[Any], before: tuple[Any, ...], script: Steps) -> Round | None:
        asked = replace(self.question, game=game, properties=(), others=(), declared=(), effort=1.0)
        return Search(asked, None, (), WAYS).through(before, script)
