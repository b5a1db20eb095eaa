"""Escalation by induction over the very steps that the referee plays: proved, refuted by replay, or unknown."""

from __future__ import annotations

import pytest

from referee.games.escalation.rules import Escalation
from referee.kernel import Kinds, RuleFault, run_deal, run_step
from referee.kernel.errors import Broken
from referee.verify.properties import always, every, terminates
from referee.verify.prove.induction import Induction
from referee.verify.prove.method import prove, prove_here
from referee.verify.prove.refute import refute_in_first_turn
from referee.verify.prove.witness import Guided
from referee.verify.verdicts import Verdict


def unplayed(t):
    cards = t.stock.size
    for player in t.players:
        cards = cards + t.hand[player].size
    return cards


@always("X-6", "X-7")
def nobody_is_without_cards(t):
    """While play goes on everybody has a card."""
    return t.outcome is not None or every(t, (t.hand[player].size >= 1 for player in t.players))


@always("X-1")
def the_pack_is_complete(t):
    """No card is lost or doubled."""
    kinds = [Kinds(t.deck, [kind]) for kind in range(len(t.deck.cards))]
    places = [place for place in t.places if not place.is_row]
    return every(
        t, (sum(place.count(one) for place in places) == t.deck.copies[number] for number, one in enumerate(kinds))
    )


@terminates("X-2", "X-5")
def every_turn_plays_a_card(t):
    """The cards that can still be played become fewer with every turn."""
    return unplayed(t)


@always("X-6")
def a_hand_is_always_full(t):
    """Wrong: hands shrink when the stock is gone, and also where more than one card is led with a small stock."""
    return t.outcome is not None or every(t, (t.hand[player].size >= t.game.full_hand for player in t.players))


@always("X-2")
def nothing_is_ever_led(t):
    """Wrong, and wrong at once: after the first turn a card lies in the middle."""
    return t.middle.size == 0


ALL = [each.__property__ for each in (nobody_is_without_cards, the_pack_is_complete, every_turn_plays_a_card)]
WRONG = [each.__property__ for each in (a_hand_is_always_full, nothing_is_ever_led)]


@pytest.mark.parametrize(("players", "properties"), [(2, ALL), (8, [ALL[0], ALL[2]])])
def test_a_game_ends_within_its_bound_and_no_card_is_lost(players, properties):
    proof = Induction(Escalation(players), properties).prove()
    assert not proof.failures
    assert proof.bounds == {"every-turn-plays-a-card": 52 - (players - 1)}
    assert proof.clauses == proof.covered == {f"X-{number}" for number in range(1, 9)}


def test_paths_do_not_depend_on_the_number_of_players():
    numbers = {Induction(Escalation(players), ALL[:1]).prove().paths - players for players in (2, 3)}
    assert len(numbers) == 1, "the deal has a path for each player, a step has as many for two as for three"


def test_a_wrong_property_is_refuted_or_unknown_and_the_others_are_proved_without_it():
    results = {each.property: each for each in prove_here(Escalation(2), [ALL[0], *WRONG])}
    assert results["nobody-is-without-cards"].verdict is Verdict.PROVED
    assert results["nothing-is-ever-led"].verdict is Verdict.REFUTED
    assert "dealt" in results["nothing-is-ever-led"].why
    unsure = results["a-hand-is-always-full"]
    assert unsure.verdict is Verdict.UNKNOWN
    assert "not known to be reachable" in unsure.why


def test_a_player_is_stuck_where_no_special_may_be_led_and_the_deal_is_played():
    game = Escalation(2, readings={"led-special": "forbidden"})
    found = refute_in_first_turn(game, ALL[0], (Broken.NO_OPTION,))
    assert found is not None
    table, driver = game.table(), Guided(found.answers)
    run_deal(game, table, driver)
    with pytest.raises(RuleFault, match="must answer 'lead' and cannot") as fault:
        run_step(game, table, driver)
    assert fault.value.broken is Broken.NO_OPTION


def test_nobody_is_stuck_by_default():
    assert refute_in_first_turn(Escalation(2), ALL[0], (Broken.NO_OPTION,)) is None


def test_a_proof_that_takes_too_long_is_unknown_and_leaves_no_process():
    (result,) = prove(Escalation(2), ALL[:1], seconds=0.05)
    assert result.verdict is Verdict.UNKNOWN
    assert "longer than" in result.why
