"""Players who want something: what always goes well at random may not where somebody stalls, hoards or spends."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from referee.games.shipped import folders
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.requests import Choice
from referee.kernel.selections import Selection
from referee.kernel.spaces import Arms, Nothing, Space
from referee.play.seats import BotFault, Seat, seat_maker
from referee.verify.play.drivers import AtRandom

FIRM = 0.75
"""How often a player does what he wants; else it is drawn, and the match does not go round in a circle."""
MOST_COUNTED = 100_000
"""The last of more answers is not looked for."""


class Wanting(AtRandom):
    """Mostly takes what ``wanted`` gives of a space, where that gives anything."""

    def __init__(self, rng: random.Random, wanted: Callable[[Space[Any], random.Random], Any]) -> None:
        super().__init__(rng)
        self.wanted = wanted

    def some_answer(self, choice: Choice) -> Any:
        answer = self.wanted(choice.space, self.rng) if self.rng.random() < FIRM else None
        return super().some_answer(choice) if answer is None else answer


def first(space: Space[Any], rng: random.Random) -> Any:
    return space.nth(0)


def last(space: Space[Any], rng: random.Random) -> Any:
    number = space.count()
    return space.nth(number - 1) if number <= MOST_COUNTED else None


def fewest(space: Space[Any], rng: random.Random) -> Any:
    """As few cards as may be, and rather nothing at all: somebody who stalls and hoards."""
    return _sized(space, rng, -1)


def most(space: Space[Any], rng: random.Random) -> Any:
    """As many cards as may be, and rather some than none: somebody who gets rid of them."""
    return _sized(space, rng, 1)


def _sized(space: Space[Any], rng: random.Random, sign: int) -> Any:
    if type(space) is Selection:
        high = min(space.most, space.deck.size(space.pile))
        number = high if sign > 0 else max(space.least, 0)
        return Selection(space.deck, space.pile, number, number).sample(rng)
    if type(space) is Arms:
        ways = [way for way, each in space.arms.items() if each.exists()]
        plain = [way for way in ways if isinstance(space.arms[way], Nothing)]
        some = [way for way in ways if way not in plain]
        wanted = (some if sign > 0 else plain) or ways
        way = wanted[int(rng.random() * len(wanted))]
        inner = space.arms[way]
        answer = _sized(inner, rng, sign)
        return way, inner.sample(rng) if answer is None else answer
    return None


class Greedy(AtRandom):
    """The bot ``greedy`` of the game at every seat."""

    def __init__(self, rng: random.Random, seats: Sequence[Seat]) -> None:
        super().__init__(rng)
        self.seats = seats

    def some_answer(self, choice: Choice) -> Any:
        try:
            return self.seats[choice.player.seat].answer(choice)
        except BotFault:
            return super().some_answer(choice)


def greedy_seats(game: Game[Any], rng: random.Random) -> list[Seat]:
    """A seat for each player, of the bot that comes with the game; none where there is no such bot."""
    try:
        make = seat_maker("greedy", game.name, folders("bots", type(game)))
        seats = [make(rng) for _ in range(game.players)]
        for number, seat in enumerate(seats):
            seat.start({"seat": number, **game.form, "seed": f"{rng.getrandbits(64):x}"})
    except (BadInput, BotFault):
        return []
    return seats
