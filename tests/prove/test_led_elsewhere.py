"""Paths that are followed again have to lead to the same place; a property may branch behind the end of the rules."""

from __future__ import annotations

import pytest

from referee.verify import always
from referee.verify.methods import Question
from referee.verify.proving import decide_here
from referee.verify.verdicts import Result, Verdict
from tests.bad_games.unsound import Base
from tests.prove.elsewhere import COUNTED, number_of

pytestmark = pytest.mark.usefixtures("followed")


@always("B-2")
def some_hold_low_cards(t):
    """A property that goes different ways, behind the end of each path of the rules."""
    return len([player for player in t.players if t.hand[player].count(t.game.low) > 0]) <= len(t.players)


class Counting(Base):
    """Asks about the cards in every second step that is followed: it keeps their number beside the table."""

    def turn(self, t, me):
        yield from super().turn(t, me)
        COUNTED.append(1)
        if number_of(COUNTED) % 2 == 0 and t.middle.count(self.low) > 1:
            t.laid = 1


def verdict(game):
    said = decide_here(Question(game(2), (some_hold_low_cards.__property__,)))
    return [(each.verdict, each.why) for each in said if isinstance(each, Result)]


def test_a_property_may_go_different_ways():
    ((found, why),) = verdict(Base)
    assert found is Verdict.PROVED, why


def test_rules_that_keep_something_to_themselves_are_told(monkeypatch):
    monkeypatch.setattr("referee.verify.proving.rule_text", lambda *about: "")
    monkeypatch.setattr("referee.verify.proving.claim_text", lambda *about: "")
    monkeypatch.setattr("referee.verify.prove.seats.check_rotation", lambda *about: None)
    ((found, why),) = verdict(Counting)
    assert (found, "lead elsewhere the second time" in why) == (Verdict.UNKNOWN, True), why
