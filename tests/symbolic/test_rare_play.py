"""What random play does not meet before a proof guesses: nothing is proved that a rare answer breaks."""

from __future__ import annotations

from typing import Any

import pytest

from referee.kernel import FRENCH_SUITS, NO_PLAYER, Deck, Number, Player, Rule, amounts, clause, flag, value
from referee.verify import never
from referee.verify.symbolic.method import proof_of
from tests.symbolic.natural_games import Natural, WarTable

pytestmark = pytest.mark.untraced


class LeadTable(WarTable):
    mover: Player = value(NO_PLAYER)
    high: Player = value(NO_PLAYER)
    lead = amounts(0)
    bad = flag(False)


class NobodyLeads(Natural):
    """Almost always somebody leads; after a rare answer nobody does, and the lead is the next player's."""

    name, title, table_class = "lead", "Lead", LeadTable
    found = 0
    """What the next player has then of the lead, which has gone on by a seat."""

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3"), FRENCH_SUITS)

    def leads(self, t: Any, who: Player) -> None:
        t.high = who
        for player in t.players:
            t.lead[player] = 0
        t.lead[who] = 1

    @clause("X-1")
    def deal(self, t: Any) -> Rule[None]:
        t.mover = yield from t.lot(t.players)
        self.leads(t, t.mover)

    @clause("X-2")
    def step(self, t: Any) -> Rule[None]:
        me = t.mover
        if t.high is NO_PLAYER and t.lead[t.next(me)] == self.found:
            t.bad = True
        number = yield from t.choose(me, "number", Number(0, 1_000_000))
        who = yield from t.choose(me, "who", t.players)
        self.leads(t, who)
        if number == 7777:
            self.leads(t, t.next(me))
            t.high = NO_PLAYER
        t.mover = t.next(me)


class NobodyLeadsTwice(NobodyLeads):
    found = 2


@never("X-2")
def it_goes_wrong(t: Any) -> Any:
    """Nothing goes wrong."""
    return t.bad


def is_proved(game: Any) -> bool:
    return it_goes_wrong.__property__.name in proof_of(game(2), [it_goes_wrong.__property__]).proved


def test_what_nobody_has_is_no_seat_s():
    """Seats are turned from step to step: whoever sat last before a step is another one after it."""
    assert not is_proved(NobodyLeads)
    assert is_proved(NobodyLeadsTwice)
