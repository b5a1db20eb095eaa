"""Games in which a clause finds out something about cards, which has to be known where it was carried out."""

from __future__ import annotations

from enum import Enum
from typing import Any

from referee.kernel import Event, Rule, Truth, clause
from referee.verify import always
from tests.bad_games.often import Answer, Small


class Happening(Enum):
    DEAL = "deal"
    TURN = "turn"


class Watchful(Small):
    """Hands are examined after every change: two cards of a rank win."""

    name = "watchful"

    def deal(self, t: Any) -> Rule[None]:
        yield from super().deal(t)
        yield from t.happen(Happening.DEAL, t.mover, t.mover, [self.after_deal])

    def after_deal(self, t: Any, event: Event) -> Rule[None]:
        yield from self.examine(t)

    def step(self, t: Any) -> Rule[None]:
        yield from t.happen(Happening.TURN, t.mover, t.mover, [self.turn])
        t.mover = t.next(t.mover)

    def turn(self, t: Any, event: Event) -> Rule[None]:
        yield from self.change(t)
        yield from self.examine(t)
        yield from self.change(t)
        yield from self.examine(t)
        yield from self.rest(t)
        yield from self.rest(t)
        yield from self.rest(t)

    def change(self, t: Any) -> Rule[None]:
        """The mover gives a card to the next player and draws one, who puts one back."""
        other = t.next(t.mover)
        card = yield from t.select(t.mover, "card", t.hand[t.mover].pile, 1)
        t.move(card, t.hand[t.mover], t.hand[other])
        yield from t.draw(t.stock, 1, t.hand[t.mover])
        back = yield from t.select(other, "back", t.hand[other].pile, 1)
        t.move(back, t.hand[other], t.stock)

    @clause("S-1")
    def examine(self, t: Any) -> Rule[None]:
        """Whoever has two cards of one rank ends the game."""
        yield from t.choose(t.mover, "one", list(Answer))
        yield from t.choose(t.mover, "two", list(Answer))
        if self.somebody_has_two(t):
            t.end(dict.fromkeys(t.players, 0), dict.fromkeys(t.players, 0), "two of a rank")
            t.stop(t.stack[0])

    @clause("S-2")
    def rest(self, t: Any) -> Rule[None]:
        """Nothing is looked at; sometimes cards are changed and hands examined."""
        one = yield from t.choose(t.mover, "one", list(Answer))
        two = yield from t.choose(t.mover, "two", list(Answer))
        if one is Answer.A and two is Answer.A:
            yield from self.change(t)
            yield from self.examine(t)

    def somebody_has_two(self, t: Any) -> Truth:
        found: Any = False
        for player in t.players:
            found = found | self.has_two(t, player)
        return found  # type: ignore[no-any-return]

    def has_two(self, t: Any, player: Any) -> Truth:
        found: Any = False
        for rank in ("2", "3", "4"):
            found = found | (t.hand[player].count(self.deck.where(ranks=[rank])) == 2)
        return found  # type: ignore[no-any-return]

    def payoff_bounds(self) -> tuple[int, int]:
        return 0, 0


class LooksAtOneHand(Watchful):
    """Wrong: the other hand has changed as well, and nobody looks at it."""

    def somebody_has_two(self, t: Any) -> Truth:
        return self.has_two(t, t.mover)


class ChangesAfterwards(Watchful):
    """Wrong: what was found out is no longer so when the clause ends."""

    @clause("S-1")
    def examine(self, t: Any) -> Rule[None]:
        yield from super().examine(t)
        if (yield from t.choose(t.mover, "again", list(Answer))) is Answer.A:
            yield from self.change(t)


class RestsCarelessly(Watchful):
    """Wrong: a clause that keeps what holds, but for one way through it."""

    @clause("S-2")
    def rest(self, t: Any) -> Rule[None]:
        yield from super().rest(t)
        if (yield from t.choose(t.mover, "three", list(Answer))) is Answer.C:
            yield from self.change(t)


class ChangesLast(Watchful):
    """Wrong: cards are changed after the last examination, where nothing is proved apart."""

    def step(self, t: Any) -> Rule[None]:
        yield from t.happen(Happening.TURN, t.mover, t.mover, [self.turn, self.change_again])
        t.mover = t.next(t.mover)

    def change_again(self, t: Any, event: Event) -> Rule[None]:
        yield from self.change(t)


class NeverLooks(Watchful):
    """Wrong: hands are dealt and not examined, so that what a clause keeps is nothing."""

    def after_deal(self, t: Any, event: Event) -> Rule[None]:
        yield from self.rest(t)

    def turn(self, t: Any, event: Event) -> Rule[None]:
        yield from self.rest(t)
        yield from self.rest(t)
        yield from self.rest(t)


@always("S-1")
def nobody_holds_two_unseen(t):
    """While the game goes on nobody has two cards of a rank."""
    if t.outcome is not None:
        return True
    return t.negate(Watchful.somebody_has_two(t.game, t))
