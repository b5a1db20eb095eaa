"""Games that now and then ask for fewer than no cards; each stands beside a sound twin."""

from __future__ import annotations

from typing import Any

from referee.kernel import Player, Rule
from referee.verify import always, every, free_of
from tests.bad_games.small import Small


class Draws(Small):
    """Two cards less one for each low card of a hand of three: all may be low."""

    def turn(self, t: Any, me: Player) -> Rule[None]:
        if t.stock.size >= 2:
            yield from t.draw(t.stock, self.wanted(t, me), t.hand[me])

    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        yield from self.turn(t, me)
        yield from super().lay_one(t, me)

    def wanted(self, t: Any, me: Player) -> Any:
        return 2 - t.hand[me].count(self.low)


class Picks(Draws):
    def turn(self, t: Any, me: Player) -> Rule[None]:
        cards = yield from t.pick(t.hand[me].pile, self.wanted(t, me))
        t.note("seen", cards=t.size(cards))


class Selects(Draws):
    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from t.select(me, "some", t.hand[me].pile, self.wanted(t, me))


class SelectsUpTo(Draws):
    """From one less than none to fewer than none."""

    def turn(self, t: Any, me: Player) -> Rule[None]:
        yield from t.select(me, "some", t.hand[me].pile, -2, self.wanted(t, me))


class NotFewer(Draws):
    """The sound twins ask for no card in place of fewer than none."""

    def wanted(self, t: Any, me: Player) -> Any:
        number = super().wanted(t, me)
        return number if number >= 0 else 0


class DrawsNotFewer(NotFewer, Draws): ...


class PicksNotFewer(NotFewer, Picks): ...


class SelectsNotFewer(NotFewer, Selects): ...


class SelectsUpToNotFewer(NotFewer, SelectsUpTo): ...


class Rolls(Small):
    """A die less in each turn."""

    def lay_one(self, t: Any, me: Player) -> Rule[None]:
        yield from t.roll(1 - t.turns)
        yield from super().lay_one(t, me)


@free_of("shortage")
def every_card_is_there(t):
    """Every card that is wanted is there."""


@free_of("dead end")
def everybody_can_answer(t):
    """Whoever is asked has an answer."""


@always("B-2")
def there_is_a_stock(t):
    """Between turns there is a stock to draw from."""
    return (t.stock.size >= 1) | (t.outcome is not None)


@always("B-2")
def there_are_hands(t):
    """Everybody has a hand to lay down of."""
    return every(t, (t.hand[player].size >= 2 for player in t.players))
