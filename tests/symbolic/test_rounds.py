"""Rounds of a proof: what helps is found first, and what is claimed is owed by what is left at last."""

from __future__ import annotations

import pytest
import z3

from referee.verify import always
from referee.verify.program_claims import claims_of
from referee.verify.symbolic import terms
from referee.verify.symbolic.induction import Induction
from referee.verify.symbolic.method import program_of
from referee.verify.symbolic.paths import Paths
from referee.verify.symbolic.terms import NotFollowed
from tests.prove.written_games import written

STEP = "t.b = t.a\nt.a = {}"


@always("X-2")
def low(t):
    """It is low."""
    return t.b <= 2


@always("X-2")
def lower(t):
    """What it comes from is, too."""
    return t.a <= 2


def proof_of(folder, step, claims=(), **parts):
    game, known = written(folder, step=step, **parts)
    form = game(2)
    made = [*known, *[each.__property__ for each in claims]]
    return Induction(form, program_of(form, claims_of(made))).prove()


def test_a_claim_that_rests_on_a_false_one_falls_with_it(tmp_path):
    wrong = proof_of(tmp_path, STEP.format("t.a + 1"), (low, lower))
    assert {"low", "lower"} <= wrong.failed.keys()
    sound = proof_of(tmp_path, STEP.format("t.middle.size % 3"), (low, lower))
    assert {"low", "lower"} <= sound.proved


def test_of_many_claims_the_false_one_is_told(tmp_path):
    wrong = proof_of(tmp_path, STEP.format("t.middle.size % 4"), (low, lower))
    assert "hands-are-full" in wrong.proved
    assert {"low", "lower"} <= wrong.failed.keys()


COMBINED = {
    "combinations": ("len(list(combinations(t.players, 1))) != 2", "len(list(combinations(t.players, 1))) == 2"),
    "and who is in them": (
        "any(p is q for p, q in combinations(t.everyone_from(me), 2))",
        "any(p is me for p, q in combinations(t.everyone_from(me), 2))",
    ),
    "combinations with replacement": (
        "len([p for p, q in combinations_with_replacement(t.players, 2) if p is q]) != 2",
        "len([p for p, q in combinations_with_replacement(t.players, 2) if p is q]) == 2",
    ),
    "products": (
        "len([p for p, q in product(t.players, t.others(me)) if p is q]) != 1",
        "len([p for p, q in product(t.players, t.others(me)) if p is q]) == 1",
    ),
}
"""What never is, and what can be."""


@pytest.mark.parametrize("what", COMBINED)
def test_combinations_of_what_is_known_are_followed(tmp_path, what):
    never, may = COMBINED[what]
    top = "from itertools import combinations, combinations_with_replacement, product"
    assert "it-goes-wrong" in proof_of(tmp_path, f"t.bad = {never}", top=top).proved
    assert "it-goes-wrong" in proof_of(tmp_path, f"t.bad = {may}", top=top).failed


LOWS = "t.a = t.size(t.only(cards, t.game.low))\n"
SHARES = "many = t.if_else(t.a == 0, 1, 0) + t.if_else(t.a > 0, {}, 0)\nt.bad = Fraction(6, many) {} 6"


def test_what_is_divided_by_a_few_numbers_is_not_followed_for_each_of_them(tmp_path):
    top = "from fractions import Fraction"
    few = proof_of(tmp_path, LOWS + SHARES.format(2, ">"), top=top)
    assert "it-goes-wrong" in few.proved
    assert "it-goes-wrong" in proof_of(tmp_path, LOWS + SHARES.format(2, "<"), top=top).failed
    assert {fault.broken for fault in proof_of(tmp_path, LOWS + SHARES.format(0, ">"), top=top).faults} == {"RAISED"}


PARTS = {
    "denominator": ("share.denominator > 2", "share.denominator > 1"),
    "numerator": ("share.numerator != 5", "share.numerator == 5"),
    "floor": ("floor(share) < 2", "floor(share) < 3"),
    "ceil": ("ceil(share) < 3", "ceil(share) < 4"),
    "floor of a multiple": ("floor(-3 * share) not in (-15, -8)", "floor(-3 * share) == -8"),
    "whole": ("int(-share) < -5", "int(-share) == -2"),
    "a part of a part": ("Fraction(share, 3 - many).denominator > 2", "Fraction(share, 3 - many) == Fraction(5, 2)"),
}
"""What never is, and what can be: a win of 5 that one or two share."""


@pytest.mark.parametrize("what", PARTS)
def test_parts_of_what_is_divided_by_a_few_numbers_are_known(tmp_path, what):
    top = "from fractions import Fraction\nfrom math import ceil, floor"
    share = LOWS + "many = 1 + t.if_else(t.a > 0, 1, 0)\nshare = Fraction(5, many)\nt.bad = "
    never, may = PARTS[what]
    assert "it-goes-wrong" in proof_of(tmp_path, share + never, top=top).proved
    assert "it-goes-wrong" in proof_of(tmp_path, share + may, top=top).failed


def test_the_parts_of_other_fractions_are_not_known(tmp_path):
    top = "from fractions import Fraction"
    with pytest.raises(NotFollowed, match="a part of a fraction that is not known"):
        proof_of(tmp_path, LOWS + "t.bad = Fraction(t.stock.size, 2).denominator > 2", top=top)


def test_less_than_nothing_has_no_combinations(tmp_path):
    top = "from itertools import combinations"
    step = "t.a = {}\nt.b = len(list(combinations(t.players, t.a)))"
    with pytest.raises(NotFollowed, match="combinations of less than nothing"):
        proof_of(tmp_path, step.format("1 - t.size(t.only(cards, t.game.low)) * 2"), top=top)
    assert not proof_of(tmp_path, step.format("t.size(t.only(cards, t.game.low))"), top=top).faults


def test_a_solver_that_gives_up_again_and_again_is_asked_no_more(monkeypatch):
    monkeypatch.setattr("referee.verify.symbolic.paths.MOST_GIVEN_UP", 3)
    paths = Paths()
    monkeypatch.setattr(paths.solver, "check", lambda: z3.unknown)
    asked = terms.most(paths.fresh("number"), 3)
    assert [paths.may_be(asked) for _ in range(3)] == [True] * 3
    with pytest.raises(NotFollowed, match="the solver gives up too often"):
        paths.may_be(asked)
