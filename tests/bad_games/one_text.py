"""A game of which one text makes several rules and effects."""

from __future__ import annotations

from typing import Any

from referee.kernel import (
    FRENCH_SUITS,
    Deck,
    Game,
    Option,
    Table,
    Window,
    WindowKind,
    amount,
    clause,
    effect,
    nobody,
    zone,
)


class Happening(Option):
    HIT = "hit"


TOUCHED = Window("touched", WindowKind.TOUCH)


def shield(number: str, worth: int) -> Any:
    @effect(number, window=TOUCHED, public=True)
    def play(self: Any, t: Any, event: Any, player: Any) -> bool:
        t.worth = worth
        return True

    return play


def beside(number: int) -> int:
    return number + 0


def adding(number: str, more: int) -> Any:
    @clause(number)
    def rule(self: Any, t: Any) -> None:
        t.mark = t.mark + beside(more)

    return rule


class OneTextTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    worth, mark, rounds = amount(0), amount(0), amount(0)


class OneText(Game[Any]):
    """Two shields, and two rules of which the third is never carried out."""

    name, title, table_class = "one-text", "One text", OneTextTable
    fewest_players, most_players, turn_cap = 2, 2, 9
    small, large = shield("X-3", 1), shield("X-4", 5)
    one, two, never = adding("X-5", 1), adding("X-6", 1), adding("X-7", beside(1))

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3"), FRENCH_SUITS[:1])

    @clause("X-1")
    def deal(self, t: Any) -> Any:
        t.mark = 1
        yield from ()

    @clause("X-2")
    def step(self, t: Any) -> Any:
        yield from t.happen(Happening.HIT, t.players[0], t.players[1], [self.hit])
        if t.rounds == 0:
            self.one(t)
        elif t.rounds == 1:
            self.two(t)
        elif t.rounds > 2:
            self.never(t)
        t.rounds += 1
        if t.rounds == 2:
            t.win(*t.players, reason="over")

    def hit(self, t: Any, event: Any) -> Any:
        yield from t.window(TOUCHED, event, [event.at])

    def forfeit(self) -> int:
        return 0
