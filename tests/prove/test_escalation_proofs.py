"""Escalation by induction over the very steps that the referee plays: proved, refuted by replay, or unknown."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.escalation.rules import Escalation
from referee.record.replay import replay
from referee.verify import all_cards
from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.properties import always, load_properties, terminates
from referee.verify.provable import can_be_asked
from referee.verify.prove.induction import Induction
from referee.verify.proving import decide, decide_here
from referee.verify.refuting import refute_as, refute_by_solving
from referee.verify.symbolic.method import Meant
from referee.verify.verdicts import Result, Verdict

SHIPPED = load_properties(Path(__file__).parents[2] / "properties" / "escalation.py", Escalation)


@always("X-6")
def a_hand_is_always_full(t):
    """Wrong: hands shrink when the stock is gone, and also where more than one card is led with a small stock."""
    return t.outcome is not None or t.hand[t.mover].size >= t.game.full_hand


@always("X-2")
def nothing_is_ever_led(t):
    """Wrong, and wrong at once: after the first turn a card lies in the middle."""
    return t.middle.size == 0


@terminates("X-2", "X-5")
def hands_become_smaller(t):
    """Wrong: while the stock lasts hands are refilled."""
    return t.hand[t.mover].size


WRONG = [each.__property__ for each in (a_hand_is_always_full, nothing_is_ever_led, hands_become_smaller)]


def named(*names):
    return tuple([each for each in SHIPPED if each.name in names])


def verdicts(game, properties, others=()):
    question = Question(game, tuple(properties), others=tuple(others), effort=0.2)
    return {each.property: each for each in decide_here(question) if isinstance(each, Result)}


@pytest.mark.parametrize("players", [2, *[pytest.param(each, marks=pytest.mark.long) for each in range(3, 9)]])
def test_everything_that_the_rulebook_promises_is_proved(players):
    game = Escalation(players)
    asked = [each for each in SHIPPED if each.applies(game.readings, players)]
    assert all(can_be_asked(each) for each in asked)
    found = verdicts(game, asked)
    assert {each.verdict for each in found.values()} == {Verdict.PROVED}, found
    assert len(found) == len(asked)
    assert f"at most {52 - (players - 1)} steps" in found["it-ends-within-the-bound"].why
    assert "through X-1 X-2 X-3 X-4 X-5 X-6 X-7 X-8" in found["money-is-conserved"].why


def test_paths_do_not_depend_on_the_number_of_players():
    numbers = {Induction(Escalation(players), SHIPPED[:1]).prove().paths - players for players in (2, 3)}
    assert len(numbers) == 1, "the deal has a path for each player, a step has as many for two as for three"


def test_wrong_properties_are_refuted_and_the_others_are_proved_without_them():
    found = verdicts(Escalation(2), [*named("whoever-goes-on-has-cards"), *WRONG])
    assert found.pop("whoever-goes-on-has-cards").verdict is Verdict.PROVED
    assert {name: each.verdict for name, each in found.items()} == {each.name: Verdict.REFUTED for each in WRONG}
    assert found["a-hand-is-always-full"].why.startswith("random play")


def test_the_solver_finds_a_deal_after_which_the_first_turn_breaks_a_property():
    (wrong,) = [each for each in WRONG if each.name == "nothing-is-ever-led"]
    question = Question(Escalation(2), (wrong,))
    found = refute_by_solving(question, wrong, ())
    assert found is not None
    assert found.how.startswith("the solver found a deal")
    again = {each.name: refute_as(question, each, found) for each in WRONG}
    assert {name for name, each in again.items() if each} == {"nothing-is-ever-led", "hands-become-smaller"}
    assert again["nothing-is-ever-led"] == found


@pytest.mark.parametrize("readings", [{"led-special": "forbidden"}, {"last-card-special": "not-allowed"}])
def test_somebody_is_stuck_where_specials_may_not_be_led_or_played_last(readings):
    said = decide_here(Question(Escalation(2, readings=readings), named("whoever-has-the-turn-can-play")))
    (result,) = [each for each in said if isinstance(each, Result)]
    (finding,) = [each for each in said if isinstance(each, Finding)]
    assert result.verdict is Verdict.REFUTED
    assert finding.clauses == ("X-2",)
    assert dict(finding.readings) == readings
    assert finding.witness is not None
    replay(finding.witness.record, "witness")
    assert b"must answer 'lead' and cannot" in finding.witness.record


@pytest.mark.long
@pytest.mark.untraced
def test_what_is_not_asked_about_may_still_be_assumed(monkeypatch):
    monkeypatch.setattr("referee.verify.proving.proved_on_meaning", lambda *_: Meant())
    asked = named("ordinary-cards-beat-four-aces")
    alone, helped = (
        verdicts(Escalation(2), asked),
        verdicts(Escalation(2), asked, [e for e in SHIPPED if e not in asked]),
    )
    assert [each.verdict for each in alone.values()] == [Verdict.UNKNOWN]
    assert {name: each.verdict for name, each in helped.items()} == {"ordinary-cards-beat-four-aces": Verdict.PROVED}


class ATurnAddsACard(Escalation):
    """X-6 broken: cards that have been played come back."""

    def refill(self, t, me):
        t.move(t.middle.pile, t.middle, t.stock)
        yield from super().refill(t, me)


def test_a_measure_that_may_grow_is_not_proved():
    proof = Induction(ATurnAddsACard(2), named("it-ends-within-the-bound", "whoever-goes-on-has-cards")).prove()
    assert "it-ends-within-the-bound" in proof.failures


@always("X-1")
def a_card_is_missing(t):
    """Wrong: what lies in the hands is not the whole pack."""
    hands = t.no_cards
    for player in t.players:
        hands = hands + t.hand[player].pile
    return t.is_exactly(hands, t.deck.all_kinds, t.deck.whole)


@always("X-1")
def a_card_too_many(t):
    """Wrong: the stock is counted twice."""
    return t.is_exactly(all_cards(t) + t.stock.pile, t.deck.all_kinds, t.deck.whole)


@pytest.mark.parametrize("claim", [a_card_is_missing, a_card_too_many])
def test_that_the_pack_is_complete_is_not_said_lightly(claim):
    proof = Induction(Escalation(2), [claim.__property__]).prove()
    assert claim.__property__.name in proof.failures


def test_a_proof_that_takes_too_long_is_unknown_and_leaves_no_process(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    from referee.verify.methods import Budget

    (result,) = decide(Question(Escalation(2), SHIPPED[:1], budget=Budget(0.05)))
    assert result.verdict is Verdict.UNKNOWN
    assert "longer than" in result.why
    assert not list(tmp_path.rglob("*.json")), "what hung on time is not kept"


def test_what_was_decided_is_kept_until_something_changes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    question = Question(Escalation(2, readings={"led-special": "forbidden"}), named("whoever-has-the-turn-can-play"))
    first, again = list(decide(question)), list(decide(question))
    assert [each.cached for each in (*first, *again) if isinstance(each, Result)] == [False, True]
    for one, other in zip(first, again, strict=True):
        if isinstance(one, Finding):
            assert one.fingerprint == other.fingerprint
            assert one.witness == other.witness
    for changed in ({"led-special": "forbidden", "rate": "one-cent"}, {"led-special": "no-total"}):
        other = Question(Escalation(2, readings=changed), question.properties)
        assert not any(each.cached for each in decide(other) if isinstance(each, Result))
