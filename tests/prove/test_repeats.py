"""Rules that are carried out again and again: one pass is followed for all, and nothing is known that is not so."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path

import pytest

from referee.games.fscking_ace.rules import FsckingAce
from referee.kernel.driving import run
from referee.kernel.errors import Broken
from referee.verify import all_cards
from referee.verify.methods import Question
from referee.verify.properties import always, load_properties
from referee.verify.provable import can_be_asked
from referee.verify.prove.induction import Induction
from referee.verify.prove.paths import Interned, NotSymbolic
from referee.verify.prove.paths import Path as Way
from referee.verify.prove.smt_query import SmtQuery as Asked
from referee.verify.proving import decide_here
from referee.verify.verdicts import Result, Verdict
from tests.bad_games.passing import (
    Cited,
    Counting,
    InClosure,
    InList,
    InNumber,
    InTuple,
    Passing,
    Twice,
    WithoutEnd,
    WithoutTwo,
)
from tests.random_drivers import Randomly

SHIPPED = load_properties(Path(__file__).parents[2] / "properties" / "fscking-ace.py", FsckingAce)


@always("P-1")
def the_two_is_in_the_pack(t):
    """The 2 ends a turn, and then all cards go back."""
    return (t.pack.count(t.game.two) == 1) | (t.outcome is not None)


@always("P-1")
def nothing_lies_open(t):
    """Between turns; not between two cards of a turn."""
    return t.open.size == 0


@always("P-1")
def no_card_is_lost(t):
    """All cards are somewhere."""
    return t.is_exactly(all_cards(t), t.deck.all_kinds, t.deck.whole)


@always("P-1")
def money_is_conserved(t):
    """What some won the others have lost."""
    return t.money[-1] == 0


@always("P-1")
def at_most_one_card_lies_open(t):
    """Holds after the first card of a turn and not after the second: it must not be taken for known."""
    return t.won[t.players[0]].size + t.won[t.players[1]].size <= 1


HOLD = [each.__property__ for each in (the_two_is_in_the_pack, nothing_lies_open, no_card_is_lost, money_is_conserved)]


def test_a_turn_of_any_number_of_cards_is_proved():
    found = Induction(Passing(2), HOLD).prove()
    assert not found.failures
    assert found.paths < 30, "37 cards would be as many ways to go on"
    assert found.clauses == found.covered == {"P-1"}


def test_what_holds_before_the_first_pass_only_is_not_known_before_the_others():
    found = Induction(Passing(2), [*HOLD, at_most_one_card_lies_open.__property__]).prove()
    assert set(found.failures) == {"at-most-one-card-lies-open"}


@pytest.mark.parametrize(
    ("game", "broken"), [(WithoutEnd, Broken.NO_END), (WithoutTwo, Broken.SHORTAGE), (Twice, Broken.SHORTAGE)]
)
def test_passes_without_end_or_without_cards_are_not_proved(game, broken):
    found = Induction(game(2), HOLD).prove()
    assert broken in {each.broken for each in found.failures[None]}


def test_passes_that_change_more_than_bags_are_not_followed():
    with pytest.raises(NotSymbolic, match="passes changes from one pass"):
        Induction(Counting(2), HOLD).prove()


@always("P-1")
def there_are_less_than_seven_passes(t):
    """Wrong where they are counted."""
    return t.passes == 0


NO_SEVEN = [
    *[each for each in HOLD if each.name != "money-is-conserved"],
    there_are_less_than_seven_passes.__property__,
]


@pytest.mark.parametrize(
    ("game", "what"),
    [
        (InList, "turn_up_and_count is repeated with a list"),
        (InClosure, "lambda> is repeated with what is no method of the game"),
        (InNumber, "once is repeated with what is no method of the game"),
    ],
)
def test_what_is_handed_to_a_repeated_rule_does_not_change(game, what):
    with pytest.raises(NotSymbolic, match=f"{what}, which may change .*: hand on a tuple"):
        Induction(game(2), NO_SEVEN).prove()


@pytest.mark.parametrize("game", [InTuple, Cited])
def test_a_tuple_may_be_handed_to_a_repeated_rule_and_a_clause_repeated(game):
    assert not Induction(game(2), NO_SEVEN).prove().failures


def test_in_play_a_rule_is_repeated_until_it_gives_false():
    game = Passing(3)
    table = game.table()
    run(game, table, Randomly(random.Random(5)))
    assert table.outcome is not None
    assert sum(table.money) == 0


def test_fractions_are_compared_as_they_are():
    path = Way(Passing(2).deck, [], Interned())
    some = path.new_amount("some", 0, 9)
    third = some * Fraction(1, 3)

    def holds(truth, *given):
        question = Asked(path, [])
        question.put(truth, list(given))
        return question.answer().proved

    assert holds(third + third + third == some)
    assert holds(third < Fraction(1, 2), some <= 1)
    assert not holds(third < Fraction(1, 2), some <= 2)
    assert holds(third > Fraction(1, 2), some >= 2)
    assert (third + Fraction(2, 3)).parts_of_one == 3


def verdicts(players):
    game = FsckingAce(players)
    asked = [each for each in SHIPPED if each.applies(game.readings, players) and can_be_asked(each)]
    found = decide_here(Question(game, tuple(asked), effort=0.2))
    return {each.property: each for each in found if isinstance(each, Result)}, len(asked)


LONG = [pytest.param(*each, marks=pytest.mark.long) for each in ((5, 48), (6, 95), (11, 142), (16, 189))]


@pytest.mark.parametrize(("players", "cards"), [(3, 48), *LONG])
def test_all_that_fscking_ace_promises_is_proved_at_its_real_size(players, cards):
    found, asked = verdicts(players)
    if players > 5:  # who play with several packs
        of_one_pack = found.pop("a-single-pack-has-one-two-of-spades")
        assert of_one_pack.verdict is Verdict.UNKNOWN
        assert "it says nothing with these settings" in of_one_pack.why
        asked -= 1
    assert {each.verdict for each in found.values()} == {Verdict.PROVED}, found
    assert len(found) == asked
    assert found["a-round-ends"].why.startswith(f"at most {3 * cards} steps")
    assert "A-9 A-10 A-11" in found["the-pack-does-not-run-out"].why
