"""A game in which one clause is carried out three times in each turn; the games beside it each break it."""

from __future__ import annotations

from referee.kernel import (
    FRENCH_SUITS,
    NO_PLAYER,
    Deck,
    Direction,
    Game,
    Option,
    Pile,
    Player,
    Rule,
    Table,
    clause,
    nobody,
    owner,
    value,
    zone,
    zones,
)


class Answer(Option):
    """One of a few answers that make ways fork."""

    A = "a"
    B = "b"
    C = "c"


class SmallTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    hand = zones(seen_by=owner)
    mover: Player = value(NO_PLAYER)

    def twos_of(self, player: Player) -> Pile:
        return self.algebra.only(self.hand[player].pile, self.deck.where(ranks=["2"]))  # type: ignore[no-any-return]


class Small(Game[SmallTable]):
    """A clause with several ways is carried out three times in each turn."""

    name = "small"
    title = "Small"
    table_class = SmallTable
    fewest_players, most_players = 2, 3
    turn_cap = 50

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3", "4"), FRENCH_SUITS[:2], 1, by_rank=True)

    def deal(self, t: SmallTable) -> Rule[None]:
        t.direction = Direction.LEFT
        t.mover = t.first_seat()
        for player in t.players:
            yield from t.draw(t.stock, 2, t.hand[player])

    def step(self, t: SmallTable) -> Rule[None]:
        yield from self.often(t)
        yield from self.often(t)
        yield from self.often(t)
        t.mover = t.next(t.mover)

    @clause("S-1")
    def often(self, t: SmallTable) -> Rule[None]:
        """A card is put back and another one drawn, or not."""
        one = yield from t.choose(t.mover, "one", list(Answer))
        two = yield from t.choose(t.mover, "two", list(Answer))
        if one is Answer.A and two is Answer.A:
            yield from self.renew(t)

    def renew(self, t: SmallTable) -> Rule[None]:
        card = yield from t.select(t.mover, "card", t.hand[t.mover].pile, 1)
        t.move(card, t.hand[t.mover], t.stock)
        yield from t.draw(t.stock, 1, t.hand[t.mover])

    def forfeit(self) -> int:
        return 0


class Leaking(Small):
    """Now and then no card is drawn for the one that was put back."""

    def renew(self, t: SmallTable) -> Rule[None]:
        card = yield from t.select(t.mover, "card", t.hand[t.mover].pile, 1)
        t.move(card, t.hand[t.mover], t.stock)


class Calling(Small):
    """The clause carries itself out again."""

    def renew(self, t: SmallTable) -> Rule[None]:
        yield from self.often(t)


class Starving(Small):
    """A card is chosen out of a hand in which there may be none."""

    def renew(self, t: SmallTable) -> Rule[None]:
        card = yield from t.select(t.mover, "card", t.twos_of(t.mover), 1)
        t.move(card, t.hand[t.mover], t.stock)
        yield from t.draw(t.stock, 1, t.hand[t.mover])


class Grabbing(Small):
    """The twos of the next player are taken out of a hand in which there may be none."""

    def renew(self, t: SmallTable) -> Rule[None]:
        yield from t.shuffle(t.stock)
        t.move(t.twos_of(t.next(t.mover)), t.hand[t.mover], t.stock)
