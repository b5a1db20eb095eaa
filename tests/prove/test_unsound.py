"""What a careless prover would prove: never PROVED here, and each sound twin is."""

from __future__ import annotations

import pytest

from referee.verify.methods import Question
from referee.verify.proving import decide_here
from referee.verify.verdicts import Result, Verdict
from tests.bad_games import unsound as games
from tests.bad_games import unsound_values as values


def verdict(game, claim, *helping, meant=True):
    properties = tuple([each.__property__ for each in (claim, *helping)])
    said = decide_here(Question(game(2), properties, effort=0.02, meant=meant))
    return next(each for each in said if isinstance(each, Result) and each.property == properties[0].name)


PLAYED = "random play from a real deal met it"
"""What is not understood is not proved; play goes on and meets what is wrong."""
UNSOUND = [
    (games.MutableGame, games.laid_is_nought_or_one, "changing `COUNTED.clear` is not understood by proofs"),
    (games.Remembering, games.laid_is_nought_or_one, PLAYED),
    (games.OnClass, games.laid_is_nought_or_one, PLAYED),
    (games.OnTableClass, games.laid_is_nought_or_one, PLAYED),
    (games.OnOption, games.laid_is_nought_or_one, PLAYED),
    (games.OnMember, games.laid_is_nought_or_one, PLAYED),
    (games.OnFunction, games.laid_is_nought_or_one, PLAYED),
    (games.OnDeck, games.laid_is_nought_or_one, PLAYED),
    (games.OnNobody, games.laid_is_nought_or_one, PLAYED),
    (games.OnPartial, games.laid_is_nought_or_one, PLAYED),
    (games.OnTable, games.laid_is_nought_or_one, PLAYED),
    (games.Counting, games.laid_is_nought_or_one, "`.__next__` is not understood"),
    (games.ConditionBefore, games.what_was_found_out_holds, ""),
    (games.Base, games.nobody_gives_from_an_empty_hand, "nobody is ever asked 'give'"),
    (games.Base, games.nothing_is_compared, "nothing"),
    (games.NeverDealt, games.laid_is_nought_or_one, "no deal is known to come to its end"),
    (games.LoopingTurn, games.every_turn_ends, "decisions on one path"),
    (games.SwallowedError, games.nothing_was_laid, PLAYED),
    (games.Base, games.caught_in_the_property, PLAYED),
    (games.TakenAwayBlindly, games.nobody_lays_down_other_cards, "write t.without"),
    (games.LateCount, games.counts_agree, ""),
    *[
        (each, values.nothing_is_found, why)
        for each, why in (
            (values.TruthsAlike, ""),
            (values.TruthIsTrue, ""),
            (values.TruthAmongOthers, ""),
            (values.DictionaryOfTwoNames, ""),
            (values.DictionaryOfAHelper, ""),
            (values.Written, "written out"),
            (values.WrittenInText, "written out"),
            (values.AskedWhatItIs, PLAYED),
            (values.AskedForAPart, PLAYED),
            (values.HalvedElsewhere, PLAYED),
            (values.BitsElsewhere, PLAYED),
            (values.HighestBelowNought, ""),
        )
    ],
    (games.Base, values.either_pile_is_empty_but_not_both, ""),
    (games.Base, values.sizes_are_no_numbers, ""),
    (values.HalvesKept, values.no_half_is_kept, "keeps a fraction between steps"),
    (values.TruthAndNumberKept, values.one_at_most_is_kept, "now a number and now"),
    (values.Growing, values.what_is_kept_is_not_huge, ""),
]
SOUND = [
    (games.SteadyGame, games.laid_is_nought_or_one),
    (games.Declared, games.laid_is_nought_or_one),
    (games.ConditionAfter, games.what_was_found_out_holds),
    (games.Base, games.nobody_lays_from_an_empty_hand),
    (games.Base, games.sizes_are_compared),
    (games.Base, games.hands_are_full),
    (games.LoopingThrice, games.every_turn_ends),
    (games.LoopingThrice, games.the_stock_becomes_smaller),
    (games.CheckedChoice, games.hands_are_full),
    (games.PlainNumber, games.nothing_was_laid),
    (games.TakenAwayIfHeld, games.hands_are_full),
    (games.LateCountOfAll, games.counts_agree),
    (values.TruthsUnlike, values.nothing_is_found),
    (values.TruthIsFalse, values.nothing_is_found),
    (values.NumberAmongOthers, values.nothing_is_found),
    (values.DictionaryCopied, values.nothing_is_found),
    (values.AskedForItsNumber, values.nothing_is_found),
    (values.HalvedNumber, values.nothing_is_found),
    (values.RestByThree, values.nothing_is_found),
    (values.HighestOfNone, values.nothing_is_found),
    (games.Base, values.nought_is_empty),
    (values.PartsKept, values.no_half_is_kept),
    (values.OneKept, values.one_at_most_is_kept),
    (values.Growing, values.what_is_kept_is_not_negative),
]


def named(pair):
    return "-".join(each.__name__ for each in pair[:2] if each)


@pytest.mark.parametrize("case", UNSOUND, ids=named)
@pytest.mark.every(3)
def test_nothing_is_proved_of_what_is_unsound(case, monkeypatch):
    monkeypatch.setattr("referee.verify.prove.paths.MOST_DECISIONS", 40)
    game, claim, why = case
    assert verdict(game, claim, games.hands_are_full).verdict in (Verdict.UNKNOWN, Verdict.REFUTED)
    found = verdict(game, claim, games.hands_are_full, meant=False)
    assert found.verdict in (Verdict.UNKNOWN, Verdict.REFUTED), found
    assert why in found.why


@pytest.mark.parametrize("case", SOUND, ids=named)
@pytest.mark.untraced
@pytest.mark.every(3)
def test_its_sound_twin_is_proved(case):
    game, claim = case
    found = verdict(game, claim, games.hands_are_full)
    assert found.verdict is Verdict.PROVED, found


def test_a_rest_by_less_than_nought_is_refused_and_no_error_of_the_rules():
    game = values.RestByLessThanNought
    found = verdict(game, values.no_half_is_kept, games.hands_are_full)
    assert found.verdict is Verdict.UNKNOWN
    assert "its value is not known in a proof" in found.why
    assert "AttributeError" not in found.why
