"""Rules that are proved apart: what is known of them at their ends, and what must not be taken for known."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from referee.verify import always, every
from referee.verify.prove.induction import Induction
from referee.verify.prove.paths import NotSymbolic
from tests.bad_games.finding_out import (
    ChangesAfterwards,
    ChangesLast,
    LooksAtOneHand,
    NeverLooks,
    RestsCarelessly,
    Watchful,
    nobody_holds_two_unseen,
)
from tests.bad_games.often import Calling, Leaking, Small, Starving


@always("S-1")
def hands_are_full(t):
    """Two cards in every hand."""
    return every(t, (t.hand[player].size == 2 for player in t.players))


@always("S-1")
def the_first_card_stays(t):
    """Wrong: any card may be put back."""
    kinds = t.deck.where(ranks=["2"])
    return t.hand[t.players[0]].count(kinds) <= 1


def proof(game):
    return Induction(game(2), [hands_are_full.__property__, the_first_card_stays.__property__]).prove()


def test_what_a_rule_keeps_is_known_after_it_and_what_it_changes_is_not():
    found = proof(Small)
    assert set(found.failures) == {"the-first-card-stays"}
    assert found.clauses == found.covered == {"S-1"}
    assert found.paths < 60, "followed where it is called it would have more than 9 × 9 × 9"


@pytest.mark.parametrize("game", [Leaking, Starving])
def test_a_rule_that_leaks_or_wants_what_may_not_be_there_is_not_proved(game):
    found = proof(game)
    assert "hands-are-full" in found.failures or None in found.failures, found


def test_a_rule_that_calls_itself_is_not_followed():
    with pytest.raises(NotSymbolic, match="carried out within itself"):
        proof(Calling)


def test_what_is_called_with_more_while_another_rule_is_followed_again_is_followed_again_too(monkeypatch):
    """What it owes on these tables is owed by nobody else."""
    apart = Induction(Small(2), []).apart
    called = SimpleNamespace(as_text="tables", followed="tables", known="", rests_on_less=False)
    caller = SimpleNamespace(as_text="more tables", followed="tables", known="", rests_on_less=False)
    apart.lemmas = {1: called, 2: caller}

    def follow(rule):
        rule.followed = rule.as_text
        if rule is caller:
            called.as_text = "more tables"

    monkeypatch.setattr(apart, "_follow", follow)
    assert apart.settle()
    assert (called.followed, caller.followed) == ("more tables", "more tables")
    assert not apart.settle()


def test_what_a_clause_finds_out_is_known_behind_it():
    induction = Induction(Watchful(2), [hands_are_full.__property__, nobody_holds_two_unseen.__property__])
    found = induction.prove()
    assert not found.failures
    lemmas = induction.apart.lemmas.values()
    facts = {(each.name, *fact) for each in lemmas for known in each.facts.values() for fact in known.items()}
    name = "nobody-holds-two-unseen"
    assert facts == {("examine()", name, False), ("rest()", name, True)}


@pytest.mark.parametrize("game", [LooksAtOneHand, ChangesAfterwards, RestsCarelessly, ChangesLast, NeverLooks])
def test_what_a_clause_does_not_find_out_or_keep_is_not_known_behind_it(game):
    found = Induction(game(2), [hands_are_full.__property__, nobody_holds_two_unseen.__property__]).prove()
    assert set(found.failures) == {"nobody-holds-two-unseen"}
