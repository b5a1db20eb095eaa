"""None, and numbers and cards that may be None, where rules need something: a way ends there, as it does in play."""

from __future__ import annotations

import pytest

from referee.verify.symbolic.induction import Induction
from referee.verify.symbolic.method import program_of
from tests.prove.written_games import written

TOP = "from referee.kernel import NOTHING, Arms, EqualValue, Number, OneOf, Values"
LOW = "t.size(t.only(cards, t.game.low)) > 0"
WAYS = 'Arms({"none": NOTHING, "some": Number(1, 3), "word": OneOf((Way.HIGH, Way.LOW))})'
CHOOSE = f'way, number = yield from t.choose(me, "turn", {WAYS}, open=True)\n'

NONE = {
    "the most of a number": 'yield from t.choose(me, "n", Number(1, last), open=True)',
    "the least of a number": 'yield from t.choose(me, "n", Number(last, 9), open=True)',
    "how many cards are chosen": 'yield from t.select(me, "n", t.middle.pile, last)',
    "what is paid": "t.pay(me, t.next(me), last)",
    "what cards are above": 'yield from t.choose(me, "n", EqualValue(t.game.worth, t.middle.pile, last), open=True)',
    "what is added": "t.b = sum([last, 1])",
}
"""With ``last``, which is 1 or None. In play each of these raises where it is None."""


def proof_of(folder, **parts):
    game, claims = written(folder, top=TOP, **parts)
    form = game(2)
    return Induction(form, program_of(form), kinds={each.name: each.kind for each in claims}).prove()


def raised(proof):
    return any(fault.broken == "RAISED" for fault in proof.faults)


@pytest.mark.parametrize("what", NONE)
def test_where_a_number_is_wanted_none_ends_a_way(tmp_path, what):
    last, made = f"last = 1 if {LOW} else None\n", "self.worth = Values(self.deck, {0: 1, 2: 2, 4: 3})"
    assert raised(proof_of(tmp_path, step=last + NONE[what], set_up=made))
    assert not raised(proof_of(tmp_path, step=f"{last}if last is not None:\n    {NONE[what]}", set_up=made))


def test_where_cards_are_wanted_none_ends_a_way(tmp_path):
    step = f'last = t.middle.pile if {LOW} else None\n{{}}yield from t.select(me, "n", last, 1)'
    assert raised(proof_of(tmp_path, step=step.format("")))
    assert not raised(proof_of(tmp_path, step=step.format("if last is not None:\n    ")))


def test_an_answer_of_another_arm_is_no_number(tmp_path):
    assert raised(proof_of(tmp_path, step=f'{CHOOSE}if way != "word":\n    t.b = number + 1'))
    assert not raised(proof_of(tmp_path, step=f'{CHOOSE}if way == "some":\n    t.b = number + 1'))


def test_an_amount_that_was_always_there_is_known_to_be(tmp_path):
    """A scalar takes what an arm gave, which the types let be None; what is known of it is known beside that."""
    take = 'if way == "some":\n    t.a = number\nt.b = t.a + 1'
    assert not raised(proof_of(tmp_path, step=CHOOSE + take))
    assert raised(proof_of(tmp_path, step=CHOOSE + take.replace('== "some"', '!= "word"')))
