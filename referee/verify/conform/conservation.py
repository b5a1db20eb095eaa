"""Cards and money are conserved, questions told and answered, payoffs within their bounds, game objects left alone."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import msgspec

from referee.kernel.effects import EffectIndex
from referee.kernel.game import Game
from referee.kernel.requests import Choice, clause_at
from referee.kernel.table import Table
from referee.kernel.watch import Watch
from referee.verify.conform import NotConforming
from referee.verify.play.drivers import AtRandom
from referee.verify.play.trial import Trial

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder().decode


def check_match(game: Game[Any], rng: random.Random, steps: int) -> None:
    """Play one random match under a count of everything; NotConforming where a promise is broken."""
    trial, driver = Trial(game, ()), Questioning(rng)
    trial.table.watch = counting = Counting(trial.table, driver)
    before = shape(game)
    script: list[list[Any]] = []
    for _ in range(min(steps, game.turn_cap) + 1):
        met = trial.move(driver)
        script.append(driver.transcript)
        driver.transcript = []
        if met is None:
            counting.check()
        what = counting.wrong or driver.wrong or ("" if met is not None else wrong_at_boundary(trial.table))
        if what:
            raise NotConforming(what, counting.clauses or driver.clauses, script)
        if met is not None or trial.table.outcome is not None:
            break
    if shape(game) != before:
        raise NotConforming(
            "the game object changed while it was played; what changes belongs on the table", (), script
        )


class Counting(Watch):
    """Counts all cards and all money whenever the table tells of a change; ``wrong`` is what it found first."""

    __slots__ = ("clauses", "driver", "moves", "table", "wrong")

    def __init__(self, table: Table, driver: Any) -> None:
        self.table, self.driver = table, driver
        self.moves = 0
        self.wrong = ""
        self.clauses: tuple[str, ...] = ()

    def check(self) -> None:
        if not self.wrong and (wrong := wrong_with(self.table)):
            self.wrong, self.clauses = wrong, clause_at(self.table, self.driver.rules)

    def moved(self, *about: Any) -> None:
        self.moves += 1
        self.check()

    def swapped(self, *about: Any) -> None:
        self.check()

    def marked(self, *about: Any) -> None:
        self.check()

    def paid(self, *about: Any) -> None:
        self.check()


def wrong_with(table: Table) -> str:
    """The first thing that is not as it must always be; "" where all is well."""
    deck = table.deck
    if sum([place.pile for place in table.places]) != deck.whole:
        return "cards came or went"
    for place in table.places:
        if not deck.is_pile(place.pile):
            return f"{place!r} holds what is no pile"
        if place.size != deck.size(place.pile):
            return f"{place!r} has a wrong size"
    return "money came or went" if sum(table.money) else ""


def wrong_at_boundary(table: Table) -> str:
    """The first thing that is not as it must be between steps, and when a game is over."""
    if table.stack:
        return "an event goes on between two steps"
    if table.flight.row:
        return "cards are in flight between two steps"
    return "" if table.outcome is None else wrong_outcome(table)


def wrong_outcome(table: Table) -> str:
    game, outcome = table.game, table.outcome
    assert outcome is not None
    if not len(outcome.scores) == len(outcome.payoffs) == game.players:
        return f"{len(outcome.scores)} scores and {len(outcome.payoffs)} payoffs for {game.players} players"
    bounds = game.payoff_bounds()
    for payoff in outcome.payoffs:
        if bounds is not None and not bounds[0] <= payoff <= bounds[1]:
            return f"a payoff of {payoff} is outside the bounds that the game gives, {bounds[0]} to {bounds[1]}"
    return ""


class Questioning(AtRandom):
    """Plays at random and looks at every question that is asked; ``wrong`` is what it found first."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.wrong = ""
        self.clauses: tuple[str, ...] = ()

    def choose(self, choice: Choice) -> Any:
        answer = super().choose(choice)
        if not self.wrong and (wrong := wrong_question(choice, answer)):
            self.wrong, self.clauses = wrong, clause_at(choice.table, self.rules)
        return answer


def wrong_question(choice: Choice, answer: Any) -> str:
    """What is asked can be told to any bot, and answered by it; the default action is among the answers."""
    space, game = choice.space, choice.table.game
    encode(space.describe())
    told = decode(encode(space.plain(answer)))
    again = space.read(told)
    if not space.admits(again) or space.plain(again) != space.plain(answer):
        return f"asked {choice.ask!r}, the answer {told!r} is read as another one"
    if not space.admits(game.default_answer(choice)):
        return f"asked {choice.ask!r}, the default action is not allowed"
    return ""


def shape(thing: Any, seen: set[int] | None = None) -> Any:
    """All that can be told of a game object by looking into it; caches of functions and of the kernel apart."""
    seen = set() if seen is None else seen
    if thing is None or isinstance(thing, (bool, int, str, float)):
        return thing
    if callable(thing) or isinstance(thing, EffectIndex):
        return id(thing)
    if id(thing) in seen:
        return "seen"
    seen.add(id(thing))
    if isinstance(thing, dict):
        return [(shape(key, seen), shape(value, seen)) for key, value in thing.items()]
    if isinstance(thing, (list, tuple)):
        return [shape(each, seen) for each in thing]
    if isinstance(thing, (set, frozenset)):
        return sorted(map(repr, thing))
    names: Iterable[str] = [*getattr(thing, "__dict__", ()), *getattr(type(thing), "__slots__", ())]
    return [type(thing).__name__, *((name, shape(getattr(thing, name, None), seen)) for name in names)]
