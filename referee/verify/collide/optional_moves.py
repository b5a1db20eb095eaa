"""Optional moves, made on purpose: a step is taken again with them and without them; and
what happens in a step is noted, beside what had been done before it."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from referee.kernel.cards import Deck
from referee.kernel.effects import PASS
from referee.kernel.places import Row
from referee.kernel.players import Player
from referee.kernel.requests import Chance, Choice
from referee.kernel.spaces import Arms, OneOf, Space
from referee.kernel.table import Table
from referee.play.chance import fair
from referee.play.one_by_one import OneByOne
from referee.verify.collide.edges import Act, Facts, What
from referee.verify.collide.tracing import Ids, Trace
from referee.verify.ledger import option_word
from referee.verify.play.chance import CardBias
from referee.verify.play.drivers import AtRandom, repeatable
from referee.verify.play.trial import Trial

PASSES = frozenset({PASS, "none", "no", "decline", "nothing", "skip", "let", "silent", "keep"})
"""Words that say that nothing is done."""


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """One thing that a seat may do: the word of the question and what is answered."""

    seat: int
    ask: str
    label: str

    def __str__(self) -> str:
        return f"seat {self.seat}: {self.ask}: {self.label}"

    @property
    def act(self) -> tuple[str, str]:
        """The move without its player."""
        return self.ask, self.label


def ways_of(space: Space[Any]) -> dict[str, Any]:
    """The ways to answer that have a name, and the part of the space that each stands for."""
    if isinstance(space, Arms):
        return {option_word(arm): arm for arm, inner in space.arms.items() if inner.exists()}
    if isinstance(space, OneOf):
        return {option_word(option): option for option in space.options}
    return {}


def passing_of(ways: Iterable[str]) -> str | None:
    """The way that says that nothing is done, if there is one."""
    return next((name for name in ways if name in PASSES), None)


def label_of(space: Space[Any], answer: Any) -> str:
    """The way to answer that an answer takes, as ``ways_of`` names it."""
    return option_word(answer[0] if isinstance(space, Arms) else answer)


class Doing(OneByOne):
    """A driver that does the ``wanted`` moves as soon as each may be done, in their order, and else passes.

    What must be answered, and chance, follow from ``seed`` and from what is asked: the same again in another run.
    """

    def __init__(self, trace: Trace, seed: str, wanted: Sequence[Move] = (), notes: Any = None) -> None:
        """``notes`` are told of all that is asked and answered."""
        self.trace, self.seed, self.wanted, self.notes = trace, seed, list(wanted), notes
        self.rules: list[Any] = []
        self.transcript: list[Any] = []
        self.offered: dict[Move, int] = {}
        """By move the number of the first request at which it could be made."""
        self.could: dict[Move, int] = {}
        """The same of every answer that has a name, also where it is the only one or says that nothing is done."""
        self.instead: set[Move] = set()
        """Moves beside which something else must be done; passing is doing nothing."""
        self.positions: list[int] = []
        """By number of request the position in the trace."""
        self.done: list[tuple[Move, int]] = []
        self.again: set[Move] = set()
        self.free = False
        """Whether something was open after the first move: an answer with a choice, or chance."""
        self._times: dict[Any, int] = {}

    def _rng(self, *key: Any) -> random.Random:
        number = self._times[key] = self._times.get(key, 0) + 1
        return random.Random(f"{self.seed} {key} {number}")

    def choose(self, choice: Choice) -> Any:
        self.positions.append(len(self.trace.done))
        acts = [] if self.notes is None else self.notes.asked(choice)
        answer = self._answer(choice)
        if acts:
            self.notes.answered(choice, answer, acts)
        self.transcript.append(repeatable(choice, answer))
        return answer

    def _answer(self, choice: Choice) -> Any:
        space, seat = choice.space, choice.decider.seat
        ways = ways_of(space)
        rng = self._rng(seat, choice.ask)
        for name in ways:
            self.could.setdefault(Move(seat, choice.ask, name), len(self.positions) - 1)
        if len(ways) < 2:
            self.free |= bool(self.done) and space.count() > 1
            return space.sample(rng)
        # Where nobody can pass, one of the ways is what the others are compared with, now this one and now that.
        passing = passing_of(ways)
        usual = passing or rng.choice(list(ways))
        moves = [Move(seat, choice.ask, name) for name in ways if name != usual or self._is_effect(name)]
        at = len(self.positions) - 1
        for move in moves:
            if any(move == one for one, _ in self.done):
                self.again.add(move)
            self.offered.setdefault(move, at)
            if passing is None:
                self.instead.add(move)
        if self.wanted and self.wanted[0] in moves:
            move = self.wanted.pop(0)
            self.done.append((move, at))
            return _within(space, ways[move.label], rng)
        return _within(space, ways[usual], rng)

    def _is_effect(self, name: str) -> bool:
        """Whether an answer names an effect. A question may ask which of several comes first; all of them are then
        done."""
        return name in self.trace.effect_names

    def chance(self, event: Chance) -> Any:
        self.positions.append(len(self.trace.done))
        self.free |= bool(self.done)
        where = event.place.full_name if hasattr(event, "place") else ""
        outcome = fair(event, self._rng(type(event).__name__, where))
        self.transcript.append(outcome)
        return outcome


def _within(space: Space[Any], way: Any, rng: random.Random) -> Any:
    if isinstance(space, Arms):
        return way, space.arms[way].sample(rng)
    if isinstance(way, (Player, int)):
        mine = [option for option in space if option_word(option) == option_word(way)]
        return rng.choice(mine)
    return way


class Ran:
    """A step that was taken from a snapshot with some moves."""

    def __init__(
        self,
        trace: Trace,
        table: Table,
        before: tuple[Any, ...],
        seed: str,
        wanted: Sequence[Move] = (),
        notes: Any = None,
    ) -> None:
        table.restore(before)
        trace.clear()
        self.driver = Doing(trace, seed, wanted, notes)
        if notes is not None:
            notes.begin()
        trace.follow(self.driver)
        trial = Trial(trace.game, (), table=table)
        self.met = trial.advance(self.driver)
        if notes is not None:
            notes.flush()
        self.done = list(trace.done)
        self.ended = list(trace.ended)
        self.after = table.snapshot()
        self.shape = _shape(table)
        self.did_all = not self.driver.wanted

    def since(self, number: int) -> list[Ids]:
        """The clauses that did something after that request."""
        return self.done[self.driver.positions[number] :]

    def there(self, number: int) -> set[Ids | Move]:
        """The clauses that did something after that request, and what could be done after it."""
        later = {move for move, at in self.driver.offered.items() if at > number or not number}
        return {*self.since(number), *later}

    def not_ruled_out(self, number: int) -> set[Ids | Move]:
        """The same, and what could be done or had to be."""
        later = {move for move, at in self.driver.could.items() if at > number or not number}
        return {*self.since(number), *later}

    def at_once(self, number: int) -> set[Ids | Move]:
        """The clauses that did something upon that request, before the next one."""
        return set(self.done[slice(*self.span(number))])

    def span(self, number: int) -> tuple[int, int]:
        """The positions in the trace from that request to the next one."""
        after = self.driver.positions[number + 1 : number + 2] or [len(self.done)]
        return self.driver.positions[number], after[0]


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a place, whatever their order."""

    deck: Deck
    pile: int

    def __str__(self) -> str:
        return " ".join(self.deck.names(self.pile)) or "no card"


@dataclass(frozen=True, slots=True)
class InOrder:
    """The cards of a row as they lie: their kinds, marks, and which of them belong together."""

    deck: Deck
    cards: tuple[tuple[int, Any, int], ...]

    @classmethod
    def of(cls, row: Row) -> InOrder:
        links: dict[int, int] = {0: 0}
        lying = [
            (laid.kind, tuple(sorted(laid.marks, key=str)), links.setdefault(laid.link, len(links))) for laid in row.row
        ]
        return cls(row.table.deck, tuple(lying))

    def __str__(self) -> str:
        return " ".join(_card_text(self.deck, kind, marks, link) for kind, marks, link in self.cards) or "no card"


def _card_text(deck: Deck, kind: int, marks: Sequence[Any], link: int) -> str:
    about = [str(mark.value) for mark in marks] + ([f"in {link}"] if link else [])
    return deck.cards[kind].name + (f" ({', '.join(about)})" if about else "")


def _shape(table: Any) -> tuple[Any, ...]:
    """The comparable parts: sizes, amounts, players, the end, the cards of each place, and their order in rows."""
    _, scalars, of_each = table.snapshot()
    sizes = [place.size for place in table.places]
    piles = [Cards(table.deck, place.pile) for place in table.places]
    orders = [InOrder.of(place) for place in table.places if isinstance(place, Row)]
    return (*sizes, *scalars, *(value for values in of_each for value in values), *piles, *orders)


class Notes:
    """Notes the facts of one step after the other; ``done`` is where clauses that do something are listed."""

    def __init__(self, facts: Facts, done: list[Ids]) -> None:
        self.facts, self.done = facts, done
        self.did: frozenset[Act] = frozenset()
        self._at = 0
        self._known: set[tuple[What, frozenset[Act]]] = set()

    def begin(self) -> None:
        """Begin a step, without entries yet."""
        self.did, self._at = frozenset(), 0
        self._known.clear()

    def count(self) -> None:
        """Count the step that has ended, as one of a random match."""
        self.flush()
        facts = self.facts
        whats = {what for what, _ in self._known}
        facts.steps += 1
        facts.with_act.update(self.did)
        facts.with_what.update(whats)
        facts.together.update([(act, what) for act in self.did for what in whats])
        facts.after.update({(act, what) for what, did in self._known for act in did})

    def flush(self) -> None:
        """Note the clauses that have done something."""
        for ids in self.done[self._at :]:
            for each in ids:
                self._note(each)
        self._at = len(self.done)

    def asked(self, choice: Choice) -> list[Act]:
        """Somebody is about to answer; gives what he may do."""
        self.flush()
        acts = acts_of(choice)
        for act in acts:
            self._note(act)
        return acts

    def answered(self, choice: Choice, answer: Any, acts: Collection[Act]) -> None:
        act = (choice.ask, label_of(choice.space, answer)) if acts else None
        if act is not None and act in acts:
            self.did |= {act}
            self.facts.done.add(act)

    def _note(self, what: What) -> None:
        if (what, self.did) not in self._known:
            self._known.add((what, self.did))
            self.facts.note(what, self.did)


def acts_of(choice: Choice) -> list[Act]:
    """What may be done; passing is doing nothing."""
    ways = ways_of(choice.space)
    passing = passing_of(ways)
    return [(choice.ask, name) for name in ways if name != passing] if len(ways) > 1 else []


class Noted(AtRandom):
    """Random play that records what follows what."""

    def __init__(self, notes: Notes, rng: random.Random, taste: CardBias | None) -> None:
        super().__init__(rng, taste)
        self.notes = notes

    def choose(self, choice: Choice) -> Any:
        acts = self.notes.asked(choice)
        answer = super().choose(choice)
        self.notes.answered(choice, answer, acts)
        return answer
