"""A game whose rule turns up cards until one is a 2, in passes; the games beside it each break what passes promise."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from referee.kernel import (
    FRENCH_SUITS,
    NO_PLAYER,
    Deck,
    Direction,
    Game,
    Player,
    Rule,
    Table,
    amount,
    clause,
    everybody,
    nobody,
    value,
    zone,
    zones,
)


class PassingTable(Table):
    pack = zone(seen_by=nobody, pack=True)
    open = zone(seen_by=everybody)
    won = zones(seen_by=everybody)
    mover: Player = value(NO_PLAYER)
    passes = amount(0)


class Passing(Game[PassingTable]):
    """Whoever turns up the only 2 pays a third of a unit for each card that lies open, and all begins anew."""

    name = "passing"
    title = "Passing"
    table_class = PassingTable
    fewest_players, most_players = 2, 3
    turn_cap = 50

    def set_up(self) -> None:
        self.deck = Deck.of(("3", "4", "5"), FRENCH_SUITS, 3)
        self.deck = Deck([*[(card, 3) for card in self.deck.cards], (Deck.of(("2",), FRENCH_SUITS[:1]).cards[0], 1)])
        self.two = self.deck.where(ranks=["2"])

    def deal(self, t: PassingTable) -> Rule[None]:
        t.direction = Direction.LEFT
        t.mover = t.first_seat()
        yield from t.shuffle(t.pack)

    @clause("P-1")
    def step(self, t: PassingTable) -> Rule[None]:
        yield from t.repeat(self.turn_up, t.mover)
        for player in t.others(t.mover):
            t.pay(t.mover, player, Fraction(1, 3), where=t.open.size > 3)
            t.pay(t.mover, player, t.if_else(t.open.size > 5, Fraction(1, 2), t.won[player].size))
        yield from self.close(t)

    def close(self, t: PassingTable) -> Rule[None]:
        t.move(t.open.pile, t.open, t.won[t.mover])
        t.mover = t.next(t.mover)
        if t.pack.size < 12:
            t.end(dict.fromkeys(t.players, 1), dict.fromkeys(t.players, 0), "over")
            return
        t.gather(t.pack)
        yield from t.shuffle(t.pack)

    def turn_up(self, t: PassingTable, me: Player) -> Rule[bool]:
        """A card is turned up; another one follows if it is no 2."""
        card = yield from t.draw(t.pack, 1, t.open)
        return t.count(card, self.two) == 0  # type: ignore[return-value]

    def forfeit(self) -> int:
        return 0


class WithoutEnd(Passing):
    """The card is put back, and another one is turned up for ever."""

    def turn_up(self, t: PassingTable, me: Player) -> Rule[bool]:
        card = yield from t.draw(t.pack, 1, t.open)
        t.move(card, t.open, t.pack)
        return True


class WithoutTwo(Passing):
    """The 2 may be given away by then, and nothing ends the passes while there are cards."""

    def deal(self, t: PassingTable) -> Rule[None]:
        yield from super().deal(t)
        yield from t.draw(t.pack, 1, t.won[t.first_seat()])


class Counting(Passing):
    """What is not a pile changes from pass to pass."""

    def turn_up(self, t: PassingTable, me: Player) -> Rule[bool]:
        t.passes = t.passes + 1
        return (yield from super().turn_up(t, me))


class Twice(Passing):
    """A pass takes two cards, and the pack may be left with a single one: not the 2 alone ends it."""

    def turn_up(self, t: PassingTable, me: Player) -> Rule[bool]:
        cards = yield from t.draw(t.pack, 2, t.open)
        return t.count(cards, self.two) == 0  # type: ignore[return-value]


class InList(Passing):
    """How many passes there were is counted in a list: the seventh does something else."""

    def step(self, t: PassingTable) -> Rule[None]:
        seen: list[int] = []
        yield from t.repeat(self.turn_up_and_count, t.mover, seen)
        yield from self.close(t)

    def turn_up_and_count(self, t: PassingTable, me: Player, seen: Any) -> Rule[bool]:
        again = yield from self.turn_up(t, me)
        seen.append(1)
        if len(seen) == 7:
            t.passes = 7
        return again


class InClosure(InList):
    """The same, with the list behind a function."""

    def step(self, t: PassingTable) -> Rule[None]:
        seen: list[int] = []
        yield from t.repeat(lambda t: self.turn_up_and_count(t, t.mover, seen))
        yield from self.close(t)


class InNumber(InList):
    """The same, with a number that each pass sets anew."""

    def step(self, t: PassingTable) -> Rule[None]:
        passes = 0

        def once(t: PassingTable) -> Rule[bool]:
            nonlocal passes
            passes += 1
            return (yield from self.turn_up_and_count(t, t.mover, [0] * passes))

        yield from t.repeat(once)
        yield from self.close(t)


class InTuple(InList):
    """The sound twin: what is handed on does not change."""

    def step(self, t: PassingTable) -> Rule[None]:
        yield from t.repeat(self.turn_up_of, t.mover, (self.two, 1))
        yield from self.close(t)

    def turn_up_of(self, t: PassingTable, me: Player, about: tuple[Any, int]) -> Rule[bool]:
        card = yield from t.draw(t.pack, about[1], t.open)
        return t.count(card, about[0]) == 0  # type: ignore[return-value]


class Cited(Passing):
    """The repeated rule carries out a clause, which is counted."""

    @clause("P-1")
    def turn_up(self, t: PassingTable, me: Player) -> Rule[bool]:
        return (yield from super().turn_up(t, me))
