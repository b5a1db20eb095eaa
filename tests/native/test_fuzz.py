"""Fuzzing natively: rare defects are met and replayed, sound twins pass, and what Python does not meet is not told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.meaning.claims import holds
from referee.meaning.translation import meaning
from referee.native import engine
from referee.native.build import NoCompiler
from referee.native.counting import CountingEngine
from referee.verify import always, equal, never, possible, terminates, what_if, winners
from referee.verify.findings import Finding
from referee.verify.ledger import Ledger
from referee.verify.methods import Question
from referee.verify.play import fuzz
from referee.verify.program_claims import OF_TABLES
from referee.verify.properties import Kind
from referee.verify.verdicts import Result, Verdict

pytestmark = [pytest.mark.needs("g++"), pytest.mark.untraced]


def most_aces(t: Any) -> Any:
    """The most aces in a hand."""
    aces = t.game.deck.where(ranks=("A",))
    found = [t.hand[player].count(aces) for player in t.players]
    return max(found)


@never("X-1")
def four_aces_in_a_hand(t: Any) -> Any:
    """It is met once in some hundred matches."""
    return t.outcome is None and most_aces(t) > 3


@never("X-1")
def five_aces_in_a_hand(t: Any) -> Any:
    """The sound twin: there are four."""
    return most_aces(t) > 4


@always("X-6")
def hands_are_small(t: Any) -> Any:
    """It is always so."""
    return t.hand[t.players[0]].size <= t.game.full_hand


@equal("X-1")
def the_pack_stays(t: Any) -> Any:
    """It is so where there is something to compare."""
    if t.turns < 2:
        return None
    return t.game.deck.total, t.game.deck.total + 0 * t.turns


@always("X-1")
def with_a_context(t: Any) -> Any:
    """It has no meaning: it is looked at by Python alone."""
    with open(__file__, encoding="utf-8"):
        return True


@always("X-7")
def the_end_is_as_it_should_be(t: Any) -> Any:
    """One has won, what the others have paid, with the lowest score."""
    over = t.outcome
    if over is None:
        return True
    return winners(t) == 1 == over.ranks[over.winners[0]] and sum(over.payoffs) == 0 and over.reason == "hand empty"


@never("X-7")
def somebody_loses_six_cards(t: Any) -> Any:
    """It is met now and then."""
    return t.outcome is not None and any(score == 6 for score in t.outcome.scores)


@always("X-4")
def the_rest_could_be_laid(t: Any) -> Any:
    """And then lies there, and does not."""
    hand = t.hand[t.mover]
    many = what_if(t, lambda: t.move(hand.pile, hand, t.middle), lambda: t.middle.size)
    return many == t.middle.size + hand.size


@possible("X-1")
def holding_three_aces_and_two_kings(t: Any) -> Any:
    """At once: only native play has matches enough for it."""
    return t.turns == 0 and most_aces(t) > 2 and t.hand[t.players[0]].count(t.game.deck.where(ranks=("K",))) > 1


@possible("X-1")
def holding_five_aces(t: Any) -> Any:
    """It never happens."""
    return most_aces(t) > 4


@never("X-3", asked="turn")
def a_rare_table_is_asked_about(t: Any, choice: Any) -> Any:
    """It is met once in some hundred matches, too."""
    return t.turns == 25 and t.total == 6 and t.stock.size == 4 and choice.decider is choice.player


@always("X-3", asked="*")
def who_is_asked_has_few_cards(t: Any, choice: Any) -> Any:
    """It is always so."""
    return t.hand[choice.player].size <= t.game.full_hand


@always("X-3", asked="lead")
def a_question_with_a_context(t: Any, choice: Any) -> Any:
    """It has no meaning."""
    with open(__file__, encoding="utf-8"):
        return True


@possible("X-3", asked=("lead", "turn"))
def asked_with_three_aces_and_two_kings(t: Any, choice: Any) -> Any:
    """Only native play has matches enough for it."""
    return t.turns == 0 and most_aces(t) > 2 and t.hand[t.players[0]].count(t.game.deck.where(ranks=("K",))) > 1


@terminates("X-3")
def it_falls_but_for_a_rare_table(t: Any) -> Any:
    """It rises as seldom as that."""
    rare = t.turns == 26 and t.total == 6 and t.stock.size == 5
    return 1000 - t.turns + (1000 if rare else 0)


@terminates("X-3")
def it_falls(t: Any) -> Any:
    """The sound twin."""
    return 1000 - t.turns


CLAIMS = [four_aces_in_a_hand, five_aces_in_a_hand, hands_are_small, the_pack_stays]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def decided(*claims: Any, engine: str = "native", effort: float = 0.25) -> tuple[Any, ...]:
    properties = tuple([each.__property__ for each in claims])
    question = Question(find_game("escalation")(2), properties, effort=effort, engine=engine)
    said = list(fuzz.decide(question))
    results = {each.property: each for each in said if isinstance(each, Result)}
    findings = {each.property_name: each for each in said if isinstance(each, Finding)}
    return results, findings, next(each for each in said if isinstance(each, Ledger))


def test_rare_defects_are_met_and_sound_twins_pass() -> None:
    results, findings, ledger = decided(*CLAIMS)
    assert ledger.complaints == []
    assert ledger.looked[0].number == 30 + 600
    assert results["four-aces-in-a-hand"].verdict is Verdict.REFUTED
    assert findings["four-aces-in-a-hand"].witness is not None
    for name in ("five-aces-in-a-hand", "hands-are-small", "the-pack-stays"):
        assert results[name].verdict is Verdict.NOT_REFUTED
        assert results[name].bound < 0.006
    few, _, _ = decided(*CLAIMS, engine="python")
    assert few["hands-are-small"].bound > 0.1


def test_how_a_game_has_ended_and_what_would_be_has_a_meaning_natively() -> None:
    claims = (the_end_is_as_it_should_be, somebody_loses_six_cards, the_rest_could_be_laid)
    results, findings, ledger = decided(*claims)
    assert not ledger.complaints
    assert set(findings) == {"somebody-loses-six-cards"}
    for name in ("the-end-is-as-it-should-be", "the-rest-could-be-laid"):
        assert results[name].bound < 0.006


def test_a_claim_without_a_meaning_is_looked_at_by_python() -> None:
    results, _, ledger = decided(with_a_context, hands_are_small)
    assert results["with-a-context"].bound > 0.1 > results["hands-are-small"].bound
    assert ledger.complaints == []


def test_claims_of_questions_and_measures_are_looked_at_natively() -> None:
    rare, sound = (
        [a_rare_table_is_asked_about, it_falls_but_for_a_rare_table],
        [who_is_asked_has_few_cards, it_falls],
    )
    results, findings, ledger = decided(*rare, *sound, a_question_with_a_context, asked_with_three_aces_and_two_kings)
    assert ledger.complaints == []
    for name in ("a-rare-table-is-asked-about", "it-falls-but-for-a-rare-table"):
        assert results[name].verdict is Verdict.REFUTED
        assert findings[name].witness is not None
    assert results["asked-with-three-aces-and-two-kings"].verdict is Verdict.WITNESSED
    for name in ("who-is-asked-has-few-cards", "it-falls"):
        assert results[name].verdict is Verdict.NOT_REFUTED
        assert results[name].bound < 0.006
    assert results["a-question-with-a-context"].bound > 0.1
    few, _, _ = decided(*rare, *sound, engine="python")
    assert {each.verdict for each in few.values()} == {Verdict.NOT_REFUTED}
    assert few["it-falls"].bound > 0.1


def test_claims_that_were_made_by_one_text_are_told_apart() -> None:
    def made(number: int) -> Any:
        return lambda t: t.turns < number

    claims = {str(number): (holds, made(number)) for number in (0, 5)}
    few, many = meaning(find_game("escalation")(2), claims).claims.values()
    assert few != many


def test_what_may_happen_is_looked_for_natively_and_shown_by_python() -> None:
    """The matches in which it is met are played to their ends for the other claims."""
    few, _, _ = decided(holding_three_aces_and_two_kings, engine="python")
    assert few["holding-three-aces-and-two-kings"].verdict is Verdict.UNKNOWN
    results, _, ledger = decided(holding_three_aces_and_two_kings, holding_five_aces, hands_are_small)
    assert ledger.complaints == []
    found, never_met = results["holding-three-aces-and-two-kings"], results["holding-five-aces"]
    assert found.verdict is Verdict.WITNESSED
    assert found.witness is not None
    assert found.sightings is not None
    assert 0 < found.sightings.met < found.sightings.tries <= 600
    assert never_met.verdict is Verdict.UNKNOWN
    assert never_met.tries > 600
    assert results["hands-are-small"].bound < 0.006
    assert ledger.looked[0].number == 30 + 600


def test_what_happens_only_natively_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OF_TABLES, Kind.POSSIBLE, holds)
    results, _, ledger = decided(holding_five_aces)
    assert results["holding-five-aces"].verdict is Verdict.UNKNOWN
    assert "happens natively, and not in Python" in ledger.complaints[0]


def test_what_python_does_not_meet_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A claim that is compiled as its opposite."""
    monkeypatch.setitem(OF_TABLES, Kind.NEVER, holds)
    results, findings, ledger = decided(five_aces_in_a_hand)
    assert findings == {}
    assert results["five-aces-in-a-hand"].verdict is Verdict.NOT_REFUTED
    assert results["five-aces-in-a-hand"].bound > 0.1
    assert "is broken natively, and not in Python" in ledger.complaints[0]


def test_without_a_compiler_python_plays_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def library(*_: Any) -> Any:
        raise NoCompiler("there is no C++ compiler")

    monkeypatch.setattr(engine, "library", library)
    results, _, ledger = decided(hands_are_small)
    assert ledger.complaints == ["played by Python alone: there is no C++ compiler"]
    assert ledger.looked[0].number == 30
    assert results["hands-are-small"].verdict is Verdict.NOT_REFUTED


def test_clauses_are_counted_natively_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """One match is played by Python, and 24 natively; what is carried out in them alone, Python carries out too."""
    play = fuzz.Campaign._match

    def forgetful(campaign: fuzz.Campaign, *about: Any) -> None:
        play(campaign, *about)
        campaign.ledger.carried_out.clear()

    monkeypatch.setattr(fuzz.Campaign, "_match", forgetful)
    _, _, ledger = decided(hands_are_small, effort=0.01)
    assert ledger.complaints == []
    assert ledger.real_matches == 1 + 24
    assert max(ledger.real.values()) > 20
    assert ledger.carried_out == {each for each, times in ledger.real.items() if times}


def test_a_clause_that_python_does_not_carry_out_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = CountingEngine.counted
    monkeypatch.setattr(CountingEngine, "counted", lambda self: ({**counted(self)[0], "X-99": 1}, []))
    _, _, ledger = decided(hands_are_small, effort=0.01)
    assert ledger.complaints == ["escalation: X-99 is carried out natively, and not in Python, which is a defect"]
    assert "X-99" not in ledger.carried_out
