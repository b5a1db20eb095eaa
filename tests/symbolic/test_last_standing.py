"""Who is out is left out: that several players are still in is found, whoever they are."""

from __future__ import annotations

from typing import Any

import pytest

from referee.kernel import FRENCH_SUITS, Deck, OneCard, Player, Rule, amounts, clause, values
from referee.verify import always
from referee.verify.symbolic.method import proof_of
from tests.symbolic.natural_games import Natural, RummyTable

pytestmark = pytest.mark.untraced


class LastTable(RummyTable):
    lives = amounts(3)
    out = values(False)


class Lives(Natural):
    """A high card costs its player a life; the last one who has some wins."""

    name, title, table_class = "lives", "Lives", LastTable
    fewest_left = 1

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3", "4", "5", "6", "7"), FRENCH_SUITS)
        self.high = self.deck.where(ranks=("6", "7"))

    @clause("L-1")
    def deal(self, t: LastTable) -> Rule[None]:
        yield from t.shuffle(t.stock)
        for player in t.players:
            yield from t.draw(t.stock, 3, t.hand[player])
        t.mover = t.first_seat()

    def is_out(self, t: LastTable, player: Player) -> Any:
        return t.lives[player] == 0

    def lose(self, t: LastTable, me: Player) -> None:
        t.lives[me] -= 1

    @clause("L-2")
    def step(self, t: LastTable) -> Rule[None]:
        me = t.mover
        card = yield from t.choose(me, "lay", OneCard(self.deck, t.hand[me].pile))
        t.move(card, t.hand[me], t.discard)
        if t.stock.is_empty:
            t.move(t.discard.pile, t.discard, t.stock)
            yield from t.shuffle(t.stock)
        yield from t.draw(t.stock, 1, t.hand[me])
        if t.count(card, self.high) > 0:
            self.lose(t, me)
        self.close(t)

    @clause("L-3")
    def close(self, t: LastTable) -> None:
        left = [player for player in t.players if not self.is_out(t, player)]
        if self.fewest_left <= len(left) <= 1:
            t.end({p: 0 if p in left else 1 for p in t.players}, dict.fromkeys(t.players, 0), "the last one")
            return
        t.mover = t.next(t.mover)
        while self.is_out(t, t.mover):
            t.mover = t.next(t.mover)


class Marked(Lives):
    """Whoever loses is out at once, and that is kept."""

    name = "marked"

    def is_out(self, t: LastTable, player: Player) -> Any:
        return t.out[player]

    def lose(self, t: LastTable, me: Player) -> None:
        t.out[me] = True


class Gone(Lives):
    """Whoever plays a high card loses all cards, and with them the game."""

    name = "gone"

    def is_out(self, t: LastTable, player: Player) -> Any:
        return t.hand[player].is_empty

    def lose(self, t: LastTable, me: Player) -> None:
        t.move(t.hand[me].pile, t.hand[me], t.discard)


class AtTheSameTime(Lives):
    """The left neighbour loses a life too, so that nobody may be left in the end."""

    name = "same-time"
    fewest_left = 0

    def lose(self, t: LastTable, me: Player) -> None:
        t.lives[me] -= 1
        t.lives[t.next(me)] = max(0, t.lives[t.next(me)] - 1)


@always("L-3")
def the_mover_is_in(t: Any) -> Any:
    """Whoever has the turn is not out."""
    return t.outcome is not None or not t.game.is_out(t, t.mover)


@always("L-2")
def lives_are_kept(t: Any) -> Any:
    """Nobody has less than no life."""
    return all(t.lives[p] >= 0 for p in t.players)


@always("L-3")
def somebody_is_in(t: Any) -> Any:
    """Somebody is left."""
    return any(not t.game.is_out(t, player) for player in t.players)


CLAIMS = [each.__property__ for each in (the_mover_is_in, lives_are_kept, somebody_is_in)]
EVERY = {each.name for each in CLAIMS}


@pytest.mark.parametrize("game", [Lives, Marked, Gone], ids=lambda each: each.name)
@pytest.mark.parametrize("players", [3, 4])
def test_turns_go_on_to_somebody_who_is_in(game: Any, players: int) -> None:
    assert proof_of(game(players), CLAIMS).proved == EVERY


def test_where_all_may_be_out_that_somebody_is_in_is_not_proved() -> None:
    proof = proof_of(AtTheSameTime(3), CLAIMS)
    assert proof.proved == EVERY - {"somebody-is-in"}
    assert proof.failed.keys() == {"somebody-is-in"}
