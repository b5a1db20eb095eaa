"""Games in which something rare, or something that a search easily overlooks, decides."""

from fractions import Fraction
from typing import Any

from referee.kernel import (
    FRENCH_SUITS,
    NO_PLAYER,
    Deck,
    Layer,
    Option,
    Player,
    Rule,
    Window,
    WindowKind,
    amount,
    clause,
    effect,
    flag,
    modifier,
    value,
)
from tests.bad_games.small import Small, SmallTable, Way


class ShakenTable(SmallTable):
    kept: Any = value(1)
    bad = flag(False)
    last: Player = value(NO_PLAYER)
    a = amount(0)


class Plain(Small):
    """Nothing goes wrong in it; few cards, so that it is soon seen whole."""

    name = "plain"
    table_class = ShakenTable

    def set_up(self) -> None:
        super().set_up()
        self.deck = Deck.of(("2", "3", "4"), FRENCH_SUITS[:2])
        self.low = self.deck.where(ranks=["2", "3"])


class ManyTurns(Plain):
    """Cards go back, and the fourth turn goes wrong; the number of turns is not asked for by its name."""

    @clause("B-2")
    def step(self, t: Any) -> Rule[None]:
        yield from super().step(t)
        t.outcome = None
        t.move(t.middle.pile, t.middle, t.stock)
        if getattr(t, "tur" + "ns") >= 3:
            t.bad = True


class FewTurns(Plain):
    """The same without looking at their number."""

    @clause("B-2")
    def step(self, t: Any) -> Rule[None]:
        yield from super().step(t)
        t.outcome = None
        t.move(t.middle.pile, t.middle, t.stock)


class OneOrTrue(Plain):
    """Keeps 1 or True, which are equal, and goes wrong with the one that comes second."""

    second: Any = True
    wrong: Any = bool

    def set_up(self) -> None:
        super().set_up()
        self.deck = Deck.of(("2", "3", "4", "5"), FRENCH_SUITS[:1])
        self.low = self.deck.where(ranks=["2", "3"])

    @clause("B-1")
    def deal(self, t: Any) -> Rule[None]:
        """One card each."""
        yield from t.shuffle(t.stock)
        t.mover = yield from t.lot(t.players)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 1, t.hand[player])

    @clause("B-2")
    def step(self, t: Any) -> Rule[None]:
        if isinstance(t.kept, self.wrong):
            t.bad = True
        yield from super().step(t)
        way = yield from t.choose(t.mover, "kind", [Way.LOW, Way.HIGH])
        t.kept = 1 if way is Way.LOW else self.second


class OneOrFraction(OneOrTrue):
    second = Fraction(1)
    wrong = Fraction


class OneOrTwo(OneOrTrue):
    """Goes wrong with neither."""

    second = 2


class Marking(Plain):
    """Marks what play seldom comes to: four low cards in the middle."""

    def set_up(self) -> None:
        super().set_up()
        self.deck = Deck.of(("2", "3", "4", "5", "6"), FRENCH_SUITS[:2])
        self.low = self.deck.where(ranks=["2", "3"])

    @clause("B-2")
    def step(self, t: Any) -> Rule[None]:
        yield from super().step(t)
        t.a = t.if_else(t.middle.count(self.low) >= 4, 1, 0)
        if t.hand[t.mover].count(self.low) == 2:
            t.kept = 2
        else:
            t.kept = 1


class Stroke(Option):
    HIT = "hit"


SHIELD = Window("shield", WindowKind.TOUCH)


class Unknown(Marking):
    """A modifier, an effect and a clause that answers give what a proof does not know, and nothing is decided by it."""

    @modifier("B-3", of="laid", layer=Layer.ADD)
    def low_cards(self, t: Any, player: Player) -> Any:
        return t.hand[player].count(self.low)

    @effect("B-4", window=SHIELD, can=lambda game, t, event, player: True, public=True)
    def duck(self, t: Any, event: Any, player: Player) -> Any:
        return t.hand[player].count(self.low) > 0

    @clause("B-5", without=0)
    def cards_in_hand(self, t: Any, player: Player) -> Any:
        return t.hand[player].count(self.low)

    def hit(self, t: Any, event: Any) -> Rule[None]:
        t.laid = t.quantity("laid", event.at, 1) + self.cards_in_hand(t, event.at)
        yield from t.shuffle(t.stock)

    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        yield from super().lay_one(t, me)
        yield from t.happen(Stroke.HIT, me, t.next(me), [self.hit])
