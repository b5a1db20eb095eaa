"""Matches that the readings of a game have in common.

What chance and players decide in step n of match m comes from a generator of that step's own, whatever the readings
are. So a step that consults none of the readings in which two forms differ is the same step in both; one that consults
some and leads to the same table leads back to the same match. Under other readings only such steps are played, and what
comes after a step that led elsewhere, up to a table at which both are again. Where properties alone consult them, the
table after the step is looked at once more.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from referee.kernel.game import Game
from referee.kernel.outcome import Outcome
from referee.verify.impact.hearing import Hearing, work_out_anew
from referee.verify.impact.lockstep import same_cards
from referee.verify.methods import Budget
from referee.verify.play.chance import CardBias, cards_named
from referee.verify.play.drivers import AtRandom
from referee.verify.play.met import Met
from referee.verify.play.trial import Memory, Trial
from referee.verify.properties import Kind, Property


class Boundary(NamedTuple):
    """The table between two steps, and what a trial knows of the match beside it."""

    table: tuple[Any, ...]
    memory: Memory


class Step(NamedTuple):
    """A step, or the deal: what was met in it, and the boundary that it leads to (None: the match is over).

    ``raised`` are the properties that could not be evaluated, ``consulted`` the readings that were asked for in it, and
    ``looked_up`` those that properties asked for at the table behind it."""

    met: tuple[Met, ...]
    after: Boundary | None
    raised: frozenset[str]
    consulted: frozenset[str] = frozenset()
    looked_up: frozenset[str] = frozenset()


@dataclass(slots=True)
class Match:
    """``met`` in the order in which it was, and the names of properties that ``raised``; ``outcome`` is None where a
    match was stopped or cut."""

    met: list[Met] = field(default_factory=list)
    raised: set[str] = field(default_factory=set)
    turns: int = 0
    outcome: Outcome | None = None

    def add(self, step: Step) -> None:
        self.met += step.met
        self.raised |= step.raised


@dataclass(slots=True)
class _Known:
    """A match under the chosen readings."""

    first: Boundary
    steps: list[Step]
    match: Match

    def before(self, at: int) -> Boundary:
        before = self.steps[at - 1].after if at else self.first
        assert before is not None
        return before


@dataclass(frozen=True, slots=True)
class Style:
    """How matches are played: the ``seed``; the steps at most, whether ways to go on are drawn before answers, and
    whether chance likes some cards, each by the number of the match."""

    seed: str
    longest: Callable[[int], int]
    kinds_first: Callable[[int], bool]
    biased: Callable[[int], bool]


class _Form:
    """One form of a game, of which single steps are played."""

    def __init__(self, game: Game[Any], properties: Sequence[Property], style: Style, trial: Trial) -> None:
        self.game, self.style, self.trial = game, style, trial
        self.properties = {each.name: each for each in properties}
        table = self.trial.table
        self.first = Boundary(table.snapshot(), self.trial.memory)
        text = f"{style.seed} {game.players} {sorted(game.form['settings'].items())}"
        self.key = int.from_bytes(hashlib.sha256(text.encode()).digest()[:16], "big")
        self.rng = random.Random(self.key)
        self.driver = AtRandom(self.rng)
        self.number = 0
        self.order: list[int] = []
        self.named: list[tuple[int, ...]] = []

    def begin(self, number: int) -> None:
        """Match ``number`` is played from now on."""
        rng, style = self.rng, self.style
        self.number = number
        rng.seed(self.key << 64 | number << 32)
        taste = None
        if style.biased(number):
            liked = rng.choice(self._named()) if number % 2 else ()
            taste = CardBias(self.game.deck, rng, liked)
            self.order = taste.order
        self.driver = AtRandom(rng, taste, kinds_first=style.kinds_first(number))

    def _named(self) -> list[tuple[int, ...]]:
        """The cards of each clause that names some; at random for every second match with a bias."""
        self.named = self.named or [*cards_named(self.game).values(), ()]
        return self.named

    def step(self, at: int) -> Step:
        """Step ``at`` (0: the deal) from the table as it is."""
        trial, driver, found = self.trial, self.driver, []
        self.rng.seed(self.key << 64 | self.number << 32 | at + 1)
        if driver.taste is not None:
            driver.taste.order = [*self.order]
        measures = trial.measures
        met = trial.advance(driver)
        while met is not None:
            if met.claimed is None:
                found.append(met)
                break
            found.append(replace(met, claimed=self.properties[met.claimed.name]))
            # What lies behind a promise that is broken shall be met too.
            trial.forget(met.claimed)
            trial.measures = measures
            met = trial.look()
        raised = frozenset([each.claimed.name for each in trial.raised])
        trial.raised.clear()
        over = met is not None or trial.table.outcome is not None
        return Step(tuple(found), None if over else Boundary(trial.table.snapshot(), trial.memory), raised)


class _Listening(Trial):
    """The trial of the chosen readings, whose steps and looks are listened to."""

    def __init__(self, hearing: Hearing) -> None:
        self.hearing = hearing
        self.looked_up: set[str] = set()
        super().__init__(hearing.form, hearing.properties)

    def look(self, kinds: Collection[Kind] | None = None) -> Met | None:
        with self.hearing.apart() as heard:
            met = super().look(kinds)
        self.looked_up |= heard
        return met


class CommonMatches:
    """Matches of one form of a game, and the same matches under other readings."""

    def __init__(self, game: Game[Any], properties: Sequence[Property], style: Style) -> None:
        self.game, self.properties, self.style = game, properties, style
        self.hearing = Hearing(game, properties)
        self.trial = _Listening(self.hearing)
        self.form = _Form(self.hearing.form, properties, style, self.trial)
        self.known: dict[int, _Known] = {}
        self.played = 0
        """Steps."""

    def match(self, number: int, budget: Budget) -> Match | None:
        """A match under the chosen readings; None where the budget is spent before its end."""
        known = self.known_match(number, budget)
        return None if known is None else known.match

    def known_match(self, number: int, budget: Budget) -> _Known | None:
        """The same, step by step; it is played once."""
        if number not in self.known:
            known = self._play(number, budget)
            if known is None:
                return None
            self.known[number] = known
        return self.known[number]

    def _play(self, number: int, budget: Budget) -> _Known | None:
        form, hearing, looked_up = self.form, self.hearing, self.trial.looked_up
        known = _Known(form.first, [], Match())
        form.begin(number)
        for at in range(_longest(form)):
            if budget.is_spent:
                return None
            # What was worked out of a row or of the game is worked out anew, so that whatever it consults is heard.
            before = known.before(at)
            form.trial.go_on(*before)
            work_out_anew(form.game, form.trial.table)
            hearing.taken()
            looked_up.clear()
            step = form.step(at)
            self.played += 1
            after = step.after and _sharing(step.after, before)
            known.steps.append(Step(step.met, after, step.raised, hearing.taken(), frozenset(looked_up)))
            known.match.add(step)
            if after is None:
                break
        _end(known.match, form)
        return known


class Under:
    """The matches of ``common`` under the readings of ``other``, which differs in them alone."""

    def __init__(self, common: CommonMatches, other: Game[Any]) -> None:
        mine = common.game.readings
        self.common = common
        self.apart = frozenset([slug for slug, value in other.readings.items() if value != mine[slug]])
        self.alone = not same_cards(common.game, other)
        """Nothing can be known to be the same."""
        self.form = _Form(other, common.properties, common.style, Trial(other, common.properties))

    def match(self, number: int, budget: Budget) -> Match | None:
        """The match with that number; None where the budget is spent before its end."""
        form, found, common = self.form, Match(), self.common
        known = None if self.alone else common.known_match(number, budget)
        if not self.alone and known is None:
            return None
        form.begin(number)
        if known is None or not self.apart.isdisjoint(common.hearing.always):
            known = _Known(form.first, [], Match())
        steps = known.steps
        together = bool(steps)
        form.trial.go_on(*form.first)
        for at in range(_longest(form)):
            if together and self._is_the_same(known.before(at), steps[at]):
                found.add(steps[at])
                if steps[at].after is None or at + 1 == len(steps):
                    found.turns, found.outcome = known.match.turns, known.match.outcome
                    return found
                continue
            if budget.is_spent:
                return None
            if together:
                form.trial.go_on(*known.before(at))
            mine = form.step(at)
            common.played += 1
            found.add(mine)
            if mine.after is None:
                break
            together = at + 1 < len(steps) and mine.after == steps[at].after
        _end(found, form)
        return found

    def _is_the_same(self, before: Boundary, step: Step) -> bool:
        """Whether a step of a known match is surely as it is under these readings too."""
        if not step.consulted.isdisjoint(self.apart):
            return False
        if step.looked_up.isdisjoint(self.apart) and self.common.hearing.kept.isdisjoint(self.apart):
            return True
        if step.after is None or step.met or step.raised:
            return False
        trial = self.form.trial
        trial.go_on(step.after.table, before.memory)
        met = trial.look()
        alike = met is None and not trial.raised
        trial.raised.clear()
        measures, _, _, dropped = step.after.memory
        return alike and (trial.memory[0], trial.memory[3]) == (measures, dropped)


def _longest(form: _Form) -> int:
    return min(form.style.longest(form.number), form.game.turn_cap) + 1


def _end(match: Match, form: _Form) -> None:
    table = form.trial.table
    match.turns, match.outcome = table.turns, table.outcome


def _sharing(after: Boundary, before: Boundary) -> Boundary:
    """The same, with what is as it was before held once."""
    parts = [
        tuple([one if one == other else other for one, other in zip(*both, strict=True)])
        for both in zip(before.table, after.table, strict=True)
    ]
    return Boundary(tuple(parts), before.memory if after.memory == before.memory else after.memory)
