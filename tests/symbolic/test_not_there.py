"""What Python does not find stops play, also where nobody uses it: then no turn is said to end. A number that names a
player may count from the end."""

from __future__ import annotations

import random

import pytest

from referee.kernel.driving import run_deal, run_step
from referee.kernel.errors import RuleFault
from referee.meaning.texts import NoMeaning
from referee.verify.play.drivers import AtRandom
from referee.verify.symbolic.method import proof_of
from referee.verify.symbolic.terms import NotFollowed
from tests.prove.written_games import written

pytestmark = pytest.mark.untraced

TOP = """
from fractions import Fraction
from typing import NamedTuple
from referee.kernel import Number

class Pair(NamedTuple):
    one: int
    two: int
"""
STOPS = [
    "found = number.value", "found = (number, 1).items", "found = [number].get", "found = range(number).size",
    "found = Pair(number, 1).value", "found = {1: number}.rank", "found = Pair(number)",
    "found = Pair(number, 1, 2)", "found = (number, 1)._replace(one=1)",
    "found = Pair(number, 1)._replace(three=1)", "found = (number, 1).copy()", "found = {number}\nfound.append(1)",
    "found = [number]\nfound.add(1)", "found = f'{number:zz}'", "found = len(t.hand[me].row)",
    "found = {(number, (1, [number]))}", "found = {{number: 1}: 1}",
    "t.win(me, reason=Way.LOW if number else Way.HIGH)", "found = range(t.hand[me])",
    "t.end({p: 0 for p in t.players}, {p: (number, 1) for p in t.players}, 'x')",
    "t.end({p: Way.LOW if number else Way.HIGH for p in t.players}, {p: 0 for p in t.players}, 'x')",
    "found = t.scored[-3 - number]",
]  # fmt: skip
GOES_ON = [
    "found = Pair(number, two=1)", "found = Pair(number, 1)._replace(two=2).two", "found = [number].copy",
    "found = [number]\nfound.append(1)", "found = {number}\nfound.add(1)", "found = f'{number:3d}'",
    "found = {(number, (1, 2)): 1}", "found = {(number, 1)}", "t.win(me, reason='a' if number else 'b')",
    "t.end({p: (number, 1) for p in t.players}, {p: Fraction(number, 2) for p in t.players}, 'x')",
    "found = t.scored[number % 2]", "found = t.scored[-1]", "found = (number, 1).index(1)",
]  # fmt: skip


def game_of(folder, step):
    return written(folder, top=TOP, step=f'number = yield from t.choose(me, "number", Number(0, 9))\n{step}')


def ends(game, claims):
    try:
        return len(proof_of(game(2), claims).whole) == 2
    except (NoMeaning, NotFollowed):
        return False


@pytest.mark.parametrize("step", STOPS)
def test_no_turn_is_said_to_end_that_stops(step, tmp_path):
    game, claims = game_of(tmp_path, step)
    form = game(2)
    table, driver = form.table(), AtRandom(random.Random(1))
    run_deal(form, table, driver)
    with pytest.raises(RuleFault):
        run_step(form, table, driver)
    assert not ends(game, claims)


@pytest.mark.parametrize("step", GOES_ON)
def test_a_turn_that_goes_on_is_said_to_end(step, tmp_path):
    assert ends(*game_of(tmp_path, step))


def test_a_number_that_names_no_player_stops_play(tmp_path):
    assert not ends(*game_of(tmp_path, "if number == 9:\n    t.scored[number - 7] += 1"))
    assert ends(*game_of(tmp_path, "if number == 9:\n    t.scored[number - 8] += 1"))


@pytest.mark.parametrize(
    "step", ["t.next(number - 2)", "t.others(number)", "t.everyone_from(number)", "t.players.index(number - 10)"]
)
def test_a_number_is_no_player(step, tmp_path):
    assert not ends(*game_of(tmp_path, f"if number == 9:\n    found = {step}"))


def test_a_number_may_name_a_player_from_the_end(tmp_path):
    step = "if number == 9:\n    t.scored[number - 10] = 5\n    t.bad = t.scored[t.players[{}]] == 5"
    for seat, wrong in ((1, True), (0, False)):
        game, claims = game_of(tmp_path, f"for p in t.players:\n    t.scored[p] = 0\n{step.format(seat)}")
        assert ("it-goes-wrong" in proof_of(game(2), claims).proved) is not wrong
