"""How often clauses are carried out is counted as far as the rules can be played."""

from __future__ import annotations

import random

import pytest

from referee.kernel.errors import Broken, RuleFault
from referee.verify.conform.resuming import check_continuing
from referee.verify.play import matches, watchdog
from referee.verify.play.clause_counts import MATCHES, times_carried_out
from referee.verify.play.drivers import TooLong
from referee.verify.play.matches import random_match
from tests.bad_games.behaving import AsksForEver, LoopsLater
from tests.bad_games.small import Small


def test_rules_that_loop_and_ask_for_nothing_end_the_count(monkeypatch):
    monkeypatch.setattr(watchdog, "MOST_SECONDS", 0.2)
    found = times_carried_out(LoopsLater, 2, {}, {}, "seed")
    assert (found.matches, found.turns) == (0, 0)
    with pytest.raises(RuleFault, match=r"behaving.py:\d+: the rules go round") as fault:
        random_match(LoopsLater(2), "seed")
    assert fault.value.broken is Broken.NO_END


def test_all_matches_are_counted_where_they_end():
    assert times_carried_out(Small, 2, {}, {}, "seed").matches == MATCHES


def test_a_step_that_asks_and_asks_is_left(monkeypatch):
    monkeypatch.setattr(matches, "MOST_REQUESTS", 200)
    with pytest.raises(RuleFault, match="one step has asked more than 200 times") as fault:
        random_match(AsksForEver(2), "seed")
    assert fault.value.broken is Broken.NO_END
    with pytest.raises(TooLong):
        check_continuing(AsksForEver(2), random.Random(1), 1, 5, 5)


def test_a_match_of_many_steps_is_not_left(monkeypatch):
    monkeypatch.setattr(matches, "MOST_REQUESTS", 10)
    assert random_match(Small(2), "seed").decisions > 10
