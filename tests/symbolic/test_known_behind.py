"""What a rule looked at is known of what it does then, also where another function has looked."""

from __future__ import annotations

import pytest

from referee.kernel import (
    FRENCH_SUITS,
    NO_PLAYER,
    Deck,
    OneCard,
    Player,
    Rule,
    Table,
    clause,
    everybody,
    nobody,
    owner,
    value,
    zone,
    zones,
)
from referee.verify.symbolic.method import proof_of
from referee.verify.symbolic.terms import MayStop
from tests.symbolic.natural_games import Natural


class PairsTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    hand = zones(seen_by=owner)
    middle = zone(seen_by=everybody)
    mover: Player = value(NO_PLAYER)


class Pairs(Natural):
    """Whoever shows the card that the other shows lays the other's; two cards of a kind are in the pack."""

    name, title, table_class = "pairs", "Pairs", PairsTable

    def set_up(self) -> None:
        self.deck = Deck.of(("1", "2", "3", "4"), FRENCH_SUITS, packs=2)

    @clause("X-1")
    def deal(self, t: PairsTable) -> Rule[None]:
        yield from t.shuffle(t.stock)
        t.mover = yield from t.lot(t.players)
        for player in t.players:
            yield from t.draw(t.stock, 5, t.hand[player])

    @clause("X-2")
    def step(self, t: PairsTable) -> Rule[None]:
        me, other = t.mover, t.next(t.mover)
        mine = yield from t.choose(me, "show", OneCard(self.deck, t.hand[me].pile))
        theirs = yield from t.choose(other, "show", OneCard(self.deck, t.hand[other].pile))
        t.move(mine, t.hand[other if self.is_theirs(mine, theirs) else me], t.middle)
        t.mover = other
        if t.hand[other].is_empty or t.hand[me].is_empty:
            t.win(me, reason="no card is left")

    def is_theirs(self, mine, theirs):
        return mine == theirs


class AskedTwice(Pairs):
    name = "pairs-asked-twice"

    def is_theirs(self, mine, theirs):
        if mine == theirs:  # noqa: SIM103
            return True
        return False


class TheWrongWayRound(Pairs):
    name = "pairs-the-wrong-way-round"

    def is_theirs(self, mine, theirs):
        return mine != theirs


class Whatever(AskedTwice):
    name = "pairs-whatever"

    def is_theirs(self, mine, theirs):
        return mine == theirs or self.deck.total > 30


@pytest.mark.parametrize("game", [Pairs, AskedTwice], ids=lambda each: each.name)
def test_a_card_that_is_known_to_be_there_is_moved(game):
    assert not proof_of(game(2), []).faults


@pytest.mark.parametrize("game", [TheWrongWayRound, Whatever], ids=lambda each: each.name)
def test_another_card_may_not_be_there(game):
    with pytest.raises(MayStop, match="cards that are not there"):
        proof_of(game(2), [])
