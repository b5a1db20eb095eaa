"""Two clauses that want the same cards in different places at the same moment.

A rule that moves what another has just moved mostly carries on what that one began, which is no contradiction. Leaving
the first clause out tells the two apart: the step is taken again with the same answers and chance, and the first
clause is not carried out. If the second one then moves just those cards, from where they lay, to another place, it
wants them whatever the first one says. If it moves nothing, or something else as well, it builds on the first, and
nothing is claimed.

The two contradict each other if, whenever the one comes after the other, with nobody asked and no chance between them
and neither a part of the other, the second

- wants just the cards of the first and finds none of them left, and never finds any card anywhere; or
- moves just these cards on, as it would have moved them without the first.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from inspect import isgeneratorfunction
from types import GeneratorType
from typing import Any

from referee.kernel.effects import rewire
from referee.kernel.game import Game
from referee.kernel.ledger import wrap_clauses
from referee.kernel.places import Place
from referee.kernel.table import Table
from referee.kernel.watch import Watch
from referee.verify.collide.tracing import Ids
from referee.verify.play.chance import CardBias
from referee.verify.play.drivers import AtRandom, HearsRequests, Script
from referee.verify.play.met import Met
from referee.verify.play.minimise import Steps, variant
from referee.verify.play.trial import Trial
from referee.verify.verdicts import Trouble

MATCHES = 12
"""Matches for one form of a game, times the effort of the question; every third one begins with an extreme deal."""
LONGEST = 25
"""Steps of a match."""
FEWEST = 3
"""Moments at which two clauses must have been seen to want the same cards."""
MOST_TRIES = 3
"""Moments at which the second of two clauses may have wanted nothing, before the two are looked at no more."""
MOST_AGAIN = 200
"""Steps taken again, for one form of a game."""
MOST_IDLE = 8
"""Moments that are looked at for a clause that wanted no card in any of them."""

Gone = Counter[tuple[int, int]]
"""How many cards of a kind left a place, or came there, by its number."""


@dataclass(slots=True)
class Call:
    """A clause that is carried out once. ``moves`` counts by kind of card, source and target what it moved, what it
    called included; ``began`` and ``ended`` are places in the order of all beginnings and ends of the step."""

    number: int
    ids: Ids
    inside: frozenset[int]
    began: int
    asked: int
    ended: int = 0
    asked_by_then: int = 0
    moves: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    moved_at: set[int] = field(default_factory=set)
    """How many questions had been put by then."""
    swapped: bool = False

    @property
    def removed(self) -> Gone:
        return self._at(1)

    @property
    def added(self) -> Gone:
        return self._at(2)

    def _at(self, end: int) -> Gone:
        found: Gone = Counter()
        for move, number in self.moves.items():
            found[move[0], move[end]] += number
        return found


class Step(Watch):
    """The clauses that one step carries out; ``left_out`` is the number of a call that is skipped."""

    __slots__ = ("asked", "calls", "clock", "left_out", "open")

    def __init__(self, left_out: int | None = None) -> None:
        self.calls: list[Call] = []
        self.open: list[Call] = []
        self.asked = self.clock = 0
        self.left_out = left_out

    def begin(self, ids: Ids) -> Call:
        self.clock += 1
        inside = frozenset([each.number for each in self.open])
        call = Call(len(self.calls), ids, inside, self.clock, self.asked)
        self.calls.append(call)
        self.open.append(call)
        return call

    def end(self, call: Call) -> None:
        self.clock += 1
        call.ended, call.asked_by_then = self.clock, self.asked
        if call in self.open:
            del self.open[self.open.index(call) :]

    def moved(self, cards: Any, source: Place, target: Place) -> None:
        deck = source.table.deck
        kinds = [laid.kind for laid in cards] if isinstance(cards, tuple) else deck.unpack(cards)
        for call in self.open:
            call.moves.update([(kind, source.number, target.number) for kind in kinds])
            call.moved_at.add(self.asked)

    def swapped(self, one: Place, other: Place) -> None:
        for call in self.open:
            call.swapped = True


class Calls:
    """Tells a step of the clauses of one game object."""

    def __init__(self, game: Game[Any]) -> None:
        self.step = Step()
        wrap_clauses(game, self._telling)
        rewire(game, lambda rule, window: rule if window is None else self._telling(rule.__clauses__, rule))

    def _telling(self, ids: Ids, rule: Callable[..., Any]) -> Callable[..., Any]:
        waits = isgeneratorfunction(rule)

        def told(*about: Any, **more: Any) -> Any:
            if waits:
                return through(rule, about, more)
            step = self.step
            call = step.begin(ids)
            try:
                result = None if call.number == step.left_out else rule(*about, **more)
            finally:
                step.end(call)
            return result if not isinstance(result, GeneratorType) else through(lambda: result, (), {})

        def through(rule: Callable[..., Any], about: Any, more: Any) -> Any:
            step = self.step
            call = step.begin(ids)
            try:
                if call.number != step.left_out:
                    return (yield from rule(*about, **more))
            finally:
                step.end(call)

        told.__clauses__ = ids  # type: ignore[attr-defined]
        return told


class _Counting(HearsRequests, AtRandom):
    """Answers at random; counts what is asked."""

    calls: Calls

    def on_request(self, table: Table) -> None:
        self.calls.step.asked += 1


class _Over(Exception):
    """All that was to be answered again is answered."""


class _Again(HearsRequests, Script):
    """The same answers again; ``over`` when something more is asked."""

    over = False

    def __init__(self, calls: Calls, answers: list[Any]) -> None:
        super().__init__(answers)
        self.calls = calls

    def on_request(self, table: Table) -> None:
        if self.at == len(self.answers):
            self.over = True
            raise _Over
        self.calls.step.asked += 1


@dataclass(slots=True)
class _Pair:
    """The observations of two clauses, the one after the other; ``other`` where they are no contradiction."""

    seen: int = 0
    idle: int = 0
    moving_on: bool = False
    description: str = ""
    script: Steps = field(default_factory=list)
    other: bool = False


class SameCards:
    """The search in matches of one form of a game."""

    def __init__(self, game: Game[Any]) -> None:
        plain = variant(game)
        assert plain is not None
        self.game = plain
        self.calls = Calls(plain)
        self.table: Table = plain.table()
        self.again: Table = plain.table()
        self.pairs: dict[tuple[str, str], _Pair] = {}
        self.idle: Counter[str] = Counter()
        self.movers: set[str] = set()
        """Clauses that were seen to move a card."""
        self.left = MOST_AGAIN

    def match(self, driver: _Counting) -> None:
        """Play, and look at each step."""
        driver.calls = self.calls
        self.table = self.game.table()
        trial = Trial(self.game, (), table=self.table)
        script: Steps = []
        for _ in range(LONGEST):
            before = None if self.table.dealing else self.table.snapshot()
            self.calls.step = step = Step()
            self.table.watch = step
            met = trial.advance(driver)
            script.append(list(driver.transcript))
            self.movers.update([call.ids[0] for call in step.calls if call.moves])
            if before is not None:
                self._look(step, before, script)
            if met is not None or self.table.outcome is not None:
                break

    def _look(self, step: Step, before: Any, script: Steps) -> None:
        looked: set[tuple[str, str]] = set()
        for one in step.calls:
            if not one.moves or one.swapped or len(one.moved_at) != 1:
                continue
            (asked,) = one.moved_at
            for other in step.calls[one.number + 1 :]:
                key = one.ids[0], other.ids[0]
                if key[0] == key[1] or key in looked or other.began < one.ended or other.asked > asked:
                    continue
                if other.asked < asked or other.asked_by_then > asked or one.number in other.inside:
                    continue
                looked.add(key)
                self._of_two(key, step, one, other, before, script)

    def _of_two(self, key: tuple[str, str], step: Step, one: Call, other: Call, before: Any, script: Steps) -> None:
        pair = self.pairs.setdefault(key, _Pair())
        if pair.other or pair.idle >= MOST_TRIES or self.idle[key[1]] >= MOST_IDLE or self.left <= 0:
            return
        if other.swapped or (other.moves and not other.removed <= one.added):
            pair.other = True  # it moves other cards as well
            return
        self.left -= 1
        alone = self._without(step, one, other, before, script[-1][: other.asked])
        if alone is None or not alone.moves:
            pair.idle += 1
            self.idle[key[1]] += key[1] not in self.movers
            pair.other = bool(other.moves)  # it carries on what the first one began
            return
        elsewhere = {at for *_, at in one.moves}.isdisjoint({at for *_, at in alone.moves})
        whole = not other.moves or other.moves.total() == alone.moves.total()
        if alone.swapped or not alone.removed <= one.removed or not elsewhere or not whole:
            pair.other = True
            return
        pair.seen += 1
        if not pair.script or len(script) < len(pair.script):
            pair.script = [list(step) for step in script]
            pair.description = self._sentence(key, one, alone, bool(other.moves))
        pair.moving_on = pair.moving_on or bool(other.moves)

    def _without(self, step: Step, one: Call, other: Call, before: Any, answers: list[Any]) -> Call | None:
        """The other call as it is where the first one is left out; None where the rules cannot do without it."""
        alike = [call.number for call in step.calls if call.ids == other.ids and call.began > one.ended]
        self.again.restore(before)
        self.again.dealing = False
        self.calls.step = again = Step(one.number)
        self.again.watch = again
        driver = _Again(self.calls, answers)
        met = Trial(self.game, (), table=self.again).move(driver)
        if met is not None and not driver.over:
            return None
        found = [call for call in again.calls if call.ids == other.ids and call.number > one.number]
        at = alike.index(other.number)
        return found[at] if at < len(found) else None

    def _sentence(self, key: tuple[str, str], one: Call, alone: Call, moving_on: bool) -> str:
        deck, places = self.game.deck, self.table.places
        wanted = {kind for kind, *_ in alone.moves}
        cards = " ".join(deck.cards[kind].name for kind in sorted(wanted))
        (source, target), *_ = [(f, t) for kind, f, t in one.moves if kind in wanted]
        finds = "moves them on to" if moving_on else "finds none of them left that it would put into"
        goal = next(iter(alone.moves))[2]
        return (
            f"{key[0]} puts {cards} from {places[source].full_name} into {places[target].full_name}, and at the same "
            f"moment {key[1]} {finds} {places[goal].full_name}, as it does without {key[0]}"
        )

    def found(self) -> Iterator[tuple[Met, Steps]]:
        """Each pair of clauses once, with the match that shows it."""
        for key, pair in self.pairs.items():
            heard = not pair.moving_on and key[1] in self.movers
            if pair.seen >= FEWEST and not pair.other and not heard:
                said = f"{pair.description} (so at all {pair.seen} moments that were looked at)"
                yield Met(Trouble.CONTRADICTION, key, said), pair.script


def same_cards(game: Game[Any], rng: random.Random, matches: int) -> Iterator[tuple[Met, Steps]]:
    """See the module's docstring; every third match is from an extreme deal."""
    search = SameCards(game)
    for number in range(matches):
        taste = CardBias(search.game.deck, rng) if number % 3 == 2 else None
        search.match(_Counting(rng, taste, kinds_first=number % 2 == 0))
    yield from search.found()
