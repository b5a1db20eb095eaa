"""Cards are laid one by one round the table until nobody has any: that whoever has the turn has one follows from what
the others hold beside him. Where somebody lays two it does not, and play stops."""

from __future__ import annotations

import pytest

from referee.kernel import (
    FRENCH_RANKS,
    FRENCH_SUITS,
    NO_PLAYER,
    Deck,
    OneCard,
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
from referee.verify import terminates
from referee.verify.methods import Question
from referee.verify.symbolic.method import proved_on_meaning
from tests.symbolic.natural_games import Natural

pytestmark = pytest.mark.untraced


class LaidTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    hand = zones(seen_by=owner)
    heap = zone(seen_by=nobody)
    mover: Player = value(NO_PLAYER)


class Laid(Natural):
    """Everybody has four cards."""

    name, title, table_class = "laid", "Laid", LaidTable
    twice = 0

    def set_up(self) -> None:
        self.deck = Deck.of(FRENCH_RANKS[:6], FRENCH_SUITS[:2])

    @clause("X-1")
    def deal(self, t: LaidTable) -> Rule[None]:
        yield from t.shuffle(t.stock)
        t.mover = yield from t.lot(t.players)
        for p in t.players:
            yield from t.draw(t.stock, 4, t.hand[p])

    @clause("X-2")
    def step(self, t: LaidTable) -> Rule[None]:
        me = t.mover
        card = yield from t.choose(me, "lay", OneCard(self.deck, t.hand[me].pile))
        t.move(card, t.hand[me], t.heap)
        if t.heap.size == self.twice:
            card = yield from t.choose(me, "lay", OneCard(self.deck, t.hand[me].pile))
            t.move(card, t.hand[me], t.heap)
        if all(t.hand[p].is_empty for p in t.players):
            t.win(me, reason="over")
            return
        t.mover = t.next(me)


class Twice(Laid):
    """The first card is followed by another one of the same hand."""

    twice = 1


@terminates("X-2")
def hands_get_smaller(t: LaidTable) -> int:
    """One by one."""
    return sum(t.hand[p].size for p in t.players)  # type: ignore[no-any-return]


@pytest.mark.parametrize("players", [2, 3])
def test_whoever_has_the_turn_has_a_card(players: int) -> None:
    asked = [hands_get_smaller.__property__]
    sound = proved_on_meaning(Question(Laid(players), tuple(asked)), Laid(players), asked)
    assert set(sound.proved) == {asked[0].name}, sound.why
    broken = proved_on_meaning(Question(Twice(players), tuple(asked)), Twice(players), asked)
    assert not broken.proved
    assert broken.why == "it may stop: X-2: a choice without an option"
