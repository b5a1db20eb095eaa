"""The search for effects that go round, in play in which their cards come together.

It is looked for in the game as it is played, with deals that like the kinds of card of the effects, and in packs of
these. A step is left soon where none of the effects brings another one about. Where a card leads back to itself by way
of others, it is looked for longer, first where nothing is used up by that.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.kernel.events import Event
from referee.kernel.game import Game
from referee.kernel.table import Table
from referee.verify.explore.lassos import Events, Round
from referee.verify.explore.lopsided import Causes, Cycle, pack_of
from referee.verify.explore.step_cycles import Search
from referee.verify.methods import Question
from referee.verify.play.chance import CardBias
from referee.verify.play.met import clauses_of
from referee.verify.play.trial import Trial

WAYS = 30_000
"""Ways through turns for all effects together, times the effort of the question."""
OF_FEWEST = 0.4
"""Of these ways, with the fewest players that there can be: what goes from one to the next can only come back there."""
WAYS_OF_ALONE, FIRST_WAYS, MORE_WAYS = 100, 120, 300
"""Ways for a single effect and for several, with deals that like their cards and again in a pack; and each time for
those where a card leads back to itself."""
MOST_TIMES = 6
"""How often it is looked for longer."""
WEIGHT = 10
"""Of a card that led back to itself with nothing used up by that: as many cards lay in the zones of each name."""
FEW_WAYS, MANY_WAYS = 4, 120
"""Ways through one step: without anything of the effects, and with it."""


class Lying(Events):
    """Keeps the events, and by their numbers how many cards lay in each place when they happened."""

    def __init__(self) -> None:
        super().__init__()
        self._sizes: dict[int, list[Any]] = {}
        self.table: Table | None = None

    def happened(self, event: Event) -> None:
        super().happened(event)
        places = self.table.places if self.table is not None else ()
        self._sizes[event.number] = [len(place.row) if place.is_row else place.size for place in places]

    def sizes(self, event: Event) -> Counter[str]:
        """How many cards lay in the zones of each name."""
        assert self.table is not None, event
        found: Counter[str] = Counter()
        for place, size in zip(self.table.places, self._sizes[event.number], strict=True):
            found[place.name] += size
        return found


class Meeting(Search):
    """Looks for a round of the effects of a cycle. ``returns`` counts how often a card led back to itself."""

    ways_of_a_step = MANY_WAYS

    def __init__(
        self, question: Question, cycle: Cycle, most: int, known: set[frozenset[str]], causes: Causes, *, liked: bool
    ) -> None:
        """``known`` are the clauses of rounds that were met: another one is looked for, and added. What brings what
        about is told to ``causes``."""
        super().__init__(question, None, (), most)
        self.cycle, self.known, self.causes, self.liked = cycle, known, causes, liked
        self.returns = 0
        self._events = Lying()
        self._lively = False

    def _taste(self) -> CardBias | None:
        if self.liked and self.matches % 4:
            return CardBias(self.game.deck, self.rng, self.cycle.kinds)
        return CardBias(self.game.deck, self.rng) if self.matches % 4 == 0 else None

    def _watch(self, trial: Trial, number: int) -> None:
        self._lively = number > 0 and self._lively
        self._events.met.clear()
        self._events.table = trial.table
        trial.table.watch = self._events

    def _is_hopeless(self, number: int) -> bool:
        if self.is_over:
            return True
        if number:
            words, met = {*self.cycle.words}, self._events.met
            here = {each.number: each for each in met}
            causes = [here[each.parent].word for each in met if each.word in words and each.parent in here]
            self._lively = self._lively or any(cause in words for cause in causes)
            for about, one, other in self.causes.see(met):
                if words == {*about}:
                    sizes = self._events.sizes
                    self.returns += WEIGHT if sizes(one) == sizes(other) else 1
        return number >= FEW_WAYS and not self._lively

    def _is_about(self, found: Round) -> bool:
        clauses = frozenset(clauses_going_round(self.game, found))
        is_new = clauses not in self.known
        self.known.add(clauses)
        return is_new


def clauses_going_round(game: Game[Any], found: Round) -> tuple[str, ...]:
    """Those of the effects that go round, if any do: what they share with others says little. An effect that only
    happens on the way, and brings nothing about, has no part in it."""
    return clauses_of(game, acting_in(found.events) or found.events) or found.clauses


def acting_in(events: Sequence[Event]) -> list[Event]:
    """The events of a round because of which others happen, in this round or in the next one."""
    first, length = events[0].number if events else 0, len(events)
    causes = {each.parent if each.parent >= first else each.parent + length for each in events if each.parent}
    return [each for each in events if each.number in causes]


@dataclass(slots=True)
class Candidate:
    """Effects with the same clauses (of which one after the other is taken), how many ways were looked for a round of
    them, how many times, and how often a card led back to itself there."""

    cycles: list[Cycle]
    ways: int = 0
    times: int = 0
    returns: int = 0
    is_met: bool = False

    @property
    def are_several(self) -> bool:
        return len(self.cycles[0].words) > 1


class Meetings:
    """All effects of a game that may go round, and the search for their rounds."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.rng = random.Random(f"meetings {question.seed} {question.game.players}")
        self.causes = Causes(question.game)
        self.there: dict[tuple[int, frozenset[str]], Candidate] = {}
        game = question.game
        narrow = game.players == game.fewest_players < game.most_players
        self.most = int(WAYS * question.effort * (OF_FEWEST if narrow else 1))
        self.ways = 0
        self.known: set[frozenset[str]] = set()

    @property
    def is_over(self) -> bool:
        return self.ways >= self.most or self.question.budget.is_spent

    def rounds(self) -> Iterator[tuple[Question, Round]]:
        """Each with the form of the game in which it was met, and with other clauses than those before."""
        self.causes.watch(self.question.seed)
        for _ in range(2):
            self._add_candidates()
            for each in [each for each in self.there.values() if not each.times]:
                yield from self._looked_for(each, FIRST_WAYS if each.are_several else WAYS_OF_ALONE)
        for _ in range(MOST_TIMES):
            open_ = [each for each in self.there.values() if not each.is_met and each.are_several]
            for each in sorted(open_, key=lambda one: one.returns / max(one.ways, 1), reverse=True):
                yield from self._looked_for(each, MORE_WAYS)

    def _add_candidates(self) -> None:
        """All that is known by now; those with the same clauses are one."""
        for each in self.causes.cycles():
            candidate = self.there.setdefault((len(each.words), frozenset(each.clauses)), Candidate([]))
            if each not in candidate.cycles:
                candidate.cycles.append(each)

    def _looked_for(self, candidate: Candidate, ways: int) -> Iterator[tuple[Question, Round]]:
        """So many ways in the game as it is played, and as many in a pack of these effects."""
        question, cycle = self.question, candidate.cycles[candidate.times % len(candidate.cycles)]
        seed = f"{question.seed} {cycle.words} {candidate.times}"
        if self.is_over:
            return
        candidate.times += 1
        for form in (question.game, pack_of(question.game, {*cycle.kinds}, self.rng)):
            if form is None:
                continue
            asked = replace(question, game=form, seed=seed, properties=(), others=(), declared=(), effort=1.0)
            search = Meeting(asked, cycle, ways, self.known, self.causes, liked=form is question.game)
            while (found := search.run()) is not None:
                candidate.is_met = candidate.is_met or set(cycle.clauses) <= set(clauses_going_round(form, found))
                yield asked, found
            self.ways += search.ways
            candidate.ways += search.ways
            candidate.returns += search.returns
