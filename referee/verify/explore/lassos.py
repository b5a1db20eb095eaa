"""A round of play within one step: the same answers and outcomes again and again, as long as they lead back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.kernel.events import Event
from referee.kernel.game import Game
from referee.kernel.question_clauses import clauses_asking
from referee.kernel.requests import Chance, Choice
from referee.kernel.watch import Watch
from referee.verify.collide.tracing import Trace
from referee.verify.play.drivers import Script
from referee.verify.play.minimise import Steps, variant
from referee.verify.play.quiet import is_sure
from referee.verify.play.trial import Trial

ROUNDS = 100
"""Rounds that are played to see whether they go on, unless a cap comes before. Where rules call themselves in each,
twice as many would come near the depth at which Python gives up."""
FEWEST = 5
"""The fewest rounds before a cap."""
SHOWN = 3
"""Rounds in the record."""
NAMED = 6
"""Clauses at most that a sentence names."""


def where(choice: Choice) -> Any:
    """Equal for two questions of a step if the table is the same, and the same player is asked the same."""
    table = choice.table
    event = table.stack[-1] if table.stack else None
    lying = tuple([place.contents() if place.is_row else place.pile for place in table.places])
    scalars, of_each = type(table)._scalars(table), tuple([tuple(each) for each in table.each])
    about = None if event is None else (event.what, event.actor, event.at, event.word)
    return lying, scalars, of_each, choice.player, choice.decider, choice.ask, choice.space.count(), about


class Events(Watch):
    """Keeps the events that happen."""

    def __init__(self) -> None:
        self.met: list[Event] = []

    def happened(self, event: Event) -> None:
        self.met.append(event)


class Repeating(Script):
    """Gives the answers until some place, and from there on those of a round again and again.

    ``marks`` are, at the beginning of each round, how many events had happened and how many clauses had begun;
    ``by_chance`` is whether something else could have come out within a round.
    """

    def __init__(self, transcript: Sequence[Any], start: int, end: int, trace: Trace) -> None:
        super().__init__([*transcript[:start], *[*transcript[start:end]] * ROUNDS])
        self.start, self.length = start, end - start
        self.events, self.trace = Events(), trace
        self.rounds = 0
        self.marks: list[tuple[int, int]] = []
        self.asked: dict[str, None] = {}
        """The words of the questions of a round."""
        self.by_chance = False
        self._here: Any = None
        self._goes_round = True

    def choose(self, choice: Choice) -> Any:
        at = len(self.transcript)
        if self._goes_round and at >= self.start and (at - self.start) % self.length == 0:
            here = where(choice)
            self._here = self._here or here
            self._goes_round = here == self._here
            if self._goes_round:
                self.rounds += 1
                self.marks.append((len(self.events.met), len(self.trace.begun)))
        if self.rounds:
            self.asked.setdefault(choice.ask)
        return super().choose(choice)

    def chance(self, event: Chance) -> Any:
        if self.start <= len(self.transcript) < self.start + self.length:
            self.by_chance = self.by_chance or not is_sure(event)
        return super().chance(event)


@dataclass(frozen=True, slots=True)
class Round:
    """Play that goes round in the last step of ``script``, which shows it a few times.

    ``clauses`` are carried out in every round, in their order, or else ask its questions; ``by_chance``: something else
    could have come out; ``told`` are the events of a round in words.
    """

    script: Steps
    answers: int
    times: int
    capped: bool
    events: tuple[Event, ...]
    clauses: tuple[str, ...]
    by_chance: bool
    told: str

    @property
    def sentence(self) -> str:
        named = " ".join(self.clauses) if len(self.clauses) <= NAMED else ""
        loop = "; ".join(filter(None, (self.told, named))) or "the same questions"
        cap = "until the cap on nested plays was met" if self.capped else "and it goes on"
        along = ", as long as chance plays along" if self.by_chance else ""
        again = f"in turn {len(self.script) - 1} the table is the same again after {self.answers} answers ({loop})"
        return f"{again}, {self.times} times, {cap}{along}"


class Traced:
    """One more game of a form, whose clauses are noted as they begin: it is made once for all rounds of a search, as
    making a game takes longer than playing a round."""

    def __init__(self, game: Game[Any]) -> None:
        plain = variant(game)
        assert plain is not None
        self.game, self.trace = plain, Trace(plain)


def played_round(traced: Traced, steps: Steps, transcript: Sequence[Any], start: int, end: int) -> Round | None:
    """Play some steps, and in the last one a round over and over; None where it does not lead back every time."""
    game, trace = traced.game, traced.trace
    trial, driver = Trial(game, ()), Script()
    for answers in steps:
        driver.next_step(answers)
        trial.move(driver)
    repeating = Repeating(transcript, start, end, trace)
    trial.table.watch = repeating.events
    trace.clear()
    trial.move(repeating)
    capped = bool(trial.table.caps_met)
    if repeating.rounds < (FEWEST if capped else ROUNDS):
        return None
    (event, clause), (last_event, last_clause) = repeating.marks[1:3]
    events = tuple(repeating.events.met[event:last_event])
    clauses = tuple(dict.fromkeys([each for ids in trace.begun[clause:last_clause] for each in ids]))
    if not clauses:  # one rule asks again and again
        asking = clauses_asking(type(game))
        clauses = tuple(dict.fromkeys([each for word in repeating.asked for each in asking.get(word, ())]))
    last = [*transcript[:start], *[*transcript[start:end]] * SHOWN]
    told = in_words(game, events)
    return Round([*steps, last], end - start, repeating.rounds, capped, events, clauses, repeating.by_chance, told)


def in_words(game: Game[Any], events: Sequence[Event]) -> str:
    """The events of a round; what is done by one player after the other is told once."""
    pretty = {card.name: card.pretty for card in game.deck.cards}
    done = [" ".join([each.what.value, *[pretty.get(word, word) for word in each.word.split()]]) for each in events]
    periods = [length for length in range(1, len(done)) if done == done[:length] * (len(done) // length)]
    if periods:
        return f"{', '.join(done[: periods[0]])}, from player to player"
    return ", ".join(
        f"{what} by {each.actor}" if each.at is each.actor else f"{what} by {each.actor} at {each.at}"
        for what, each in zip(done, events, strict=True)
    )
