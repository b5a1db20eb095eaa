"""The rules as Hypothesis plays them: every answer and every outcome of chance is a draw, and failures are shrunk.

Answers are built, never filtered: which way to go on is drawn first, then a number within it, and the first of
everything is the plainest. Every outcome of chance is a possible one, but Hypothesis prefers some: how often something
is met says nothing about real deals.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky

from referee.kernel.game import Game
from referee.kernel.requests import Chance, Choice, Draw, Lot, Pick, Roll, Shuffle
from referee.kernel.spaces import Arms, Space
from referee.verify.play.chance import begins_of
from referee.verify.play.drivers import AtRandom
from referee.verify.play.met import Met
from referee.verify.play.minimise import Steps
from referee.verify.play.trial import PropertyRaised, Trial
from referee.verify.properties import Kind, Property
from referee.verify.verdicts import Trouble

MOST_SECONDS = 10.0
"""Processor time for shrinking one failure, in seconds."""

EVEN = 1 << 24
"""Hypothesis draws evenly below a number up to this; of larger ones it prefers the smallest."""


class Drawn(AtRandom):
    """The driver whose answers Hypothesis draws: ``rng`` is one of its random sources."""

    def some_answer(self, choice: Choice) -> Any:
        return self._one(choice.space)

    def _one(self, space: Space[Any]) -> Any:
        if not isinstance(space, Arms):
            return space.nth(self._number(space.count()))
        answers = space.listed()
        if answers is None:
            ways = [arm for arm, each in space.arms.items() if each.exists()]
            arm = ways[self._number(len(ways))]
            return arm, self._one(space.arms[arm])
        ends = begins_of(answers)
        most = max([end - begin for begin, end in pairwise(ends)])
        # The way and what follows by one number: a draw of Hypothesis takes longer than all that is done with it.
        drawn, number = divmod(self._number((len(ends) - 1) * most), most)
        begin, end = ends[drawn], ends[drawn + 1]
        return answers[begin + number % (end - begin)]

    def _number(self, count: int) -> int:
        if count <= EVEN:
            return self.rng.randrange(count) if count > 1 else 0
        number = 0
        for _ in range(count.bit_length() // EVEN.bit_length() + 2):
            number = number * EVEN + self.rng.randrange(EVEN)
        return number % count

    def some_outcome(self, event: Chance) -> Any:
        if isinstance(event, Draw):
            return self._cards(event, event.place.pile, event.number)
        if isinstance(event, Pick):
            return self._cards(event, event.pile, event.number)
        if isinstance(event, Roll):
            return self._faces(event.number, event.sides)
        if isinstance(event, Lot):
            return self._number(event.among)
        assert isinstance(event, Shuffle), event
        if not event.place.is_row:
            return None
        left = list(range(len(event.place.row)))
        return tuple([left.pop(self._number(len(left))) for _ in range(len(left))])

    def _faces(self, number: int, sides: int) -> tuple[int, ...]:
        """All dice by one number, if that is not too large."""
        if sides**number > EVEN:
            return tuple([1 + self._number(sides) for _ in range(number)])
        drawn, faces = self._number(sides**number), []
        for _ in range(number):
            drawn, face = divmod(drawn, sides)
            faces.append(1 + face)
        return tuple(faces)

    def _cards(self, event: Chance, pile: int, number: int) -> int:
        """Several cards by one number: a draw of Hypothesis takes far longer than anything that is done with it."""
        deck = event.table.deck
        left, taken = deck.unpack(pile), 0
        while number:
            ways, together = 1, 0
            while together < number and ways * (len(left) - together) <= EVEN:
                ways *= len(left) - together
                together += 1
            drawn = self._number(ways)
            for _ in range(together):
                drawn, at = divmod(drawn, len(left))
                taken += deck.one[left.pop(at)]
            number -= together
        return taken


@dataclass(frozen=True, slots=True)
class Failure:
    """The evidence against a property, and the answers and outcomes that lead to it."""

    game: Game[Any]
    met: Met
    script: Steps

    @property
    def size(self) -> tuple[int, ...]:
        return self.game.players, len(self.script), sum(map(len, self.script))


class _Failed(AssertionError):
    """Tells Hypothesis that the property does not hold."""


class _Enough(BaseException):
    """Leaves Hypothesis: not an Exception, which it would take for a failure."""


@dataclass(slots=True)
class Machine:
    """Matches of some forms of a game, each with the properties that are looked at there, and what they meet.

    ``failures`` has by name the properties that do not hold, ``reached`` those that say what is possible and did
    happen, ``raised`` those that could not be evaluated, and ``met`` the trouble that the rules run into by
    themselves; of each the smallest way to it. ``steps`` and ``matches`` count what was played, ``looked_at`` by
    name how often a property was.
    """

    forms: Sequence[tuple[Game[Any], Sequence[Property]]]
    name: str
    failures: dict[str, Failure] = field(default_factory=dict)
    reached: dict[str, Failure] = field(default_factory=dict)
    raised: dict[str, PropertyRaised] = field(default_factory=dict)
    met: dict[Any, Failure] = field(default_factory=dict)
    steps: int = 0
    matches: int = 0
    looked_at: Counter[str] = field(default_factory=Counter)

    def run(self, *, shrink: bool = True) -> None:
        """Play until nothing new fails; what fails is then looked at no more, so that it hides nothing.

        The number and length of matches are those of the Hypothesis profile in force (``max_examples``,
        ``stateful_step_count``), anew after every failure.
        """
        done: set[str] = set()
        while True:
            before = set(self.failures)
            target = self._hypothesis(done, shrink)
            # Others that failed meanwhile are not shrunk yet.
            done |= ({target} if target else set()) if shrink else set(self.failures)
            if shrink:
                self.failures = {name: each for name, each in self.failures.items() if name in done}
            if set(self.failures) == before:
                return

    def _hypothesis(self, done: set[str], shrink: bool) -> str | None:
        """One run of Hypothesis without the properties that are done; the one whose failure was shrunk."""
        profile = settings.default
        assert profile is not None
        longest, most = profile.stateful_step_count, len(self.forms)
        forms = [(game, [each for each in about if each.name not in done]) for game, about in self.forms]
        target: str | None = None
        failed_at = 0.0
        left = False

        @settings(
            profile,
            database=None,
            deadline=None,
            derandomize=False,
            print_blob=False,
            verbosity=Verbosity.quiet,
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate, Phase.shrink] if shrink else [Phase.generate],
        )
        @seed(int.from_bytes(hashlib.sha256(self.name.encode()).digest()[:8], "big"))
        @given(st.randoms(use_true_random=False))
        def play(rng: Random) -> None:
            nonlocal target, failed_at, left
            if target and time.process_time() - failed_at > MOST_SECONDS:
                left = True
                raise _Enough
            failed = self._match(*forms[rng.randrange(most) if most > 1 else 0], rng, longest)
            if failed and shrink and target in (None, failed):
                target, failed_at = failed, failed_at or time.process_time()
                raise _Failed

        try:
            play()
        except _Failed:
            pass
        except (_Enough, Flaky):
            # To Hypothesis a run that is left before its first draw looks like one that draws otherwise than before.
            if not left:
                raise
        return target

    def _match(self, game: Game[Any], about: Sequence[Property], rng: Random, longest: int) -> str | None:
        """One match, of so many steps at most; the name of the property that failed in it, if one did."""
        trial = Trial(game, about)
        driver = Drawn(rng)
        script: Steps = []
        failed = None
        for _ in range(min(longest, game.turn_cap) + 1):
            met = trial.advance(driver)
            script.append(driver.transcript)
            self.steps += 1
            for claimed in trial.reached:
                happens = Met(Trouble.REFUTED, claimed.clauses, "it happens", claimed)
                _keep(self.reached, claimed.name, Failure(game, happens, list(script)))
            trial.reached.clear()
            if met is not None:
                failed = self._note(Failure(game, met, script), about)
                break
            if trial.table.outcome is not None:
                break
        self.matches += 1
        self.looked_at.update(trial.tries)
        self.raised |= {each.claimed.name: each for each in trial.raised}
        return failed

    def _note(self, failure: Failure, about: Sequence[Property]) -> str | None:
        met = failure.met
        if met.claimed is not None:
            _keep(self.failures, met.claimed.name, failure)
            return met.claimed.name
        _keep(self.met, met.same_as, failure)
        free = [each.name for each in about if each.kind is Kind.FREE_OF and each.trouble is met.trouble]
        for name in free:
            _keep(self.failures, name, failure)
        return free[0] if free else None


def _keep(found: dict[Any, Failure], name: Any, failure: Failure) -> None:
    if name not in found or failure.size < found[name].size:
        found[name] = failure
