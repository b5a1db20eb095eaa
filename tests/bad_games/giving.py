"""Generators of Python that give one thing after the other are no rules: they are gone through, and never driven."""

from collections.abc import Iterator
from typing import Any

from referee.kernel import Player, Rule
from tests.bad_games.small import Small


def sizes(t: Any) -> Iterator[int]:
    for player in t.players:
        if t.hand[player].size:
            yield t.hand[player].size


def all_sizes(t: Any) -> Iterator[int]:
    yield from sizes(t)
    yield from sorted(sizes(t))


def draw_two(t: Any, me: Player) -> Rule[None]:
    yield from t.draw(t.stock, 2, t.hand[me])


class SoundGiving(Small):
    def others(self, t: Any, me: Player) -> Iterator[Player]:
        for player in t.players:
            if player != me:
                yield player

    def every(self, t: Any) -> Iterator[Player]:
        yield t.mover
        yield from self.others(t, t.mover)

    def step(self, t: Any) -> Rule[None]:
        for size in sizes(t):
            t.laid = size
        for player in self.every(t):
            t.note(f"{player}")
        if any(size > 1 for size in all_sizes(t)):
            yield from self.lay_one(t, t.mover)
        yield from ()


class BadDrivenGiver(Small):
    def step(self, t: Any) -> Rule[None]:
        yield from self.lay_one(t, t.mover)
        yield from sizes(t)  # refused: sizes(…) asks for nothing, and there is nothing to drive


class BadDrivenGivingMethod(Small):
    def others(self, t: Any, me: Player) -> Iterator[Player]:
        for player in t.players:
            if player != me:
                yield player

    def step(self, t: Any) -> Rule[None]:
        yield from self.lay_one(t, t.mover)
        yield from self.others(t, t.mover)  # refused: write 'for each in self.others(…)'


class BadGivingAlone(Small):
    def step(self, t: Any) -> Rule[None]:
        sizes(t)  # refused: sizes(…) gives one thing after the other and does nothing like this
        yield from self.lay_one(t, t.mover)


class BadGivesAndAsks(Small):
    def rest(self, t: Any, me: Player) -> Any:
        for player in t.players:
            yield from self.lay_one(t, player)
            yield player  # refused: never with a bare 'yield'

    def step(self, t: Any) -> Rule[None]:
        yield from self.rest(t, t.mover)


class BadAnsweredGiver(Small):
    def ask(self, t: Any) -> Any:
        size = yield t.mover  # refused: never with a bare 'yield'
        t.laid = size

    def step(self, t: Any) -> Rule[None]:
        yield from self.ask(t)


class BadGivenRule(Small):
    """It was to be driven, and is only given."""

    def both(self, t: Any) -> Any:
        yield self.lay_one(t, t.mover)  # refused: write 'yield from self.lay_one(…)'

    def step(self, t: Any) -> Rule[None]:
        for _ in self.both(t):
            yield from self.lay_one(t, t.mover)


class BadBareYield(Small):
    def wait(self, t: Any) -> Any:
        t.laid = 0
        yield  # refused: never with a bare 'yield'

    def step(self, t: Any) -> Rule[None]:
        yield from self.wait(t)
