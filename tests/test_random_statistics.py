"""Chance is as it should be, and so is random play. Every seed is fixed: a test passes always or never.

Confidence: with another seed, a correct package would fail the whole file less than once in 10,000 times. Each
chi-square test is refused below p = 1e-6; the bands of the match statistics are worked out beside them.
"""

from collections import Counter
from itertools import combinations, permutations
from math import comb
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.kernel.requests import Draw, Lot, Pick, Roll, Shuffle
from referee.play.referee import play_match, seat_rng
from referee.play.seats import RandomSeat
from referee.record.tape import Tape, secret_of_seed
from tests.bad_games.small import Small
from tests.oracles.chi_square import p_value
from tests.test_spaces import RowGame

pytestmark = pytest.mark.untraced
"""Thousands of matches through code that other tests cover: not traced, so that they take half the time."""

SURE = 1e-6


@pytest.fixture
def tape() -> Tape:
    return Tape(secret_of_seed("statistics"))


def outcomes(tape: Tape, event: Any, number: int) -> list[Any]:
    """Of so many events alike, each with a name of its own."""
    return [tape.outcome(event, f"event {each}") for each in range(number)]


# -- random matches of Escalation -----------------------------------------------------------------------


def matches(number: int) -> tuple[float, list[int]]:
    """Decisions a match, and matches won by seat: four seats that choose uniformly among distinct plays by rank."""
    game = find_game("escalation")(4)
    decisions = 0
    won = [0] * 4
    for match in range(number):
        secret = match.to_bytes(32, "big")
        seats = [RandomSeat(seat_rng(secret, seat)) for seat in range(4)]
        result = play_match(game, seats, secret=secret)
        decisions += result.decisions
        assert result.ranks is not None
        won[result.ranks.index(1)] += 1
    return decisions / number, won


def test_random_escalation_takes_53_decisions_a_game_and_prefers_no_seat():
    """4,000 matches. The number of decisions has a standard deviation of 5.1, their mean one of 0.08: it leaves
    53.05 ± 0.4 once in a million times. The wins are a chi-square test of equal chances; the narrow band around
    a quarter needs more matches and is in the long profile."""
    mean, won = matches(4000)
    assert 52.65 <= mean <= 53.45
    assert p_value(won) > SURE


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_each_seat_wins_a_quarter_of_random_escalation():
    """40,000 matches. A share of 1/4 has a standard deviation of 0.0022: one of four leaves 0.24 to 0.26
    (4.6 of them) with a probability below 2e-5, the mean of the decisions its band practically never."""
    mean, won = matches(40_000)
    assert 52.65 <= mean <= 53.45
    for wins in won:
        assert 0.24 <= wins / 40_000 <= 0.26


# -- events of chance -----------------------------------------------------------------------------------


def test_dice_are_uniform_and_independent(tape):
    rolls = outcomes(tape, Roll(Small().table(), 2, 6), 7200)
    pairs = Counter(rolls)
    assert p_value([pairs[one, other] for one in range(1, 7) for other in range(1, 7)]) > SURE
    following = Counter((one[0], other[0]) for one, other in zip(rolls[::2], rolls[1::2], strict=True))
    assert p_value([following[one, other] for one in range(1, 7) for other in range(1, 7)]) > SURE


@pytest.mark.parametrize("among", [2, 3, 7, 100])
def test_lots_are_uniform(tape, among):
    drawn = Counter(outcomes(tape, Lot(Small().table(), among), 100 * among))
    assert p_value([drawn[each] for each in range(among)]) > SURE


def uneven_pile() -> tuple[Any, int, dict[str, int]]:
    table: Any = Small().table()
    return table, table.deck.parse(["2h", "3h", "3s", "4h", "4s", "4d"]), {"2": 1, "3": 2, "4": 3}


def test_a_blind_pick_is_uniform_over_cards(tape):
    """Each pair of six cards is equally likely."""
    table, pile, _ = uneven_pile()
    picked = Counter(outcomes(tape, Pick(table, pile, 2), 3000))
    pairs = [table.deck.pack(pair) for pair in combinations(table.deck.unpack(pile), 2)]
    assert set(picked) == set(pairs)
    assert p_value([picked[pair] for pair in pairs]) > SURE


def test_a_blind_pick_is_over_cards_and_not_over_kinds(tape):
    """Of three equal cards and one other, the equal ones are taken three times in four; two by hypergeometry."""
    game = find_game("escalation")(2)
    table = game.table()
    pile = game.deck.parse(["A", "A", "A", "K"])
    one = Counter(tuple(game.deck.names(each)) for each in outcomes(tape, Pick(table, pile, 1), 4000))
    assert p_value([one[("A",)], one[("K",)]], [3 / 4, 1 / 4]) > SURE
    pile = game.deck.parse(["A"] * 4 + ["K"] * 2 + ["Q"])
    three = Counter(game.deck.names(each).count("A") for each in outcomes(tape, Pick(table, pile, 3), 4000))
    chances = [comb(4, aces) * comb(3, 3 - aces) / comb(7, 3) for aces in range(4)]
    assert p_value([three[aces] for aces in range(4)], chances) > SURE


def test_a_shuffled_row_is_in_any_order(tape):
    table: Any = RowGame().table()
    table.line.restore((0, 1, 2, 3))
    orders = Counter(outcomes(tape, Shuffle(table, table.line), 4800))
    assert p_value([orders[order] for order in permutations(range(4))]) > SURE


def test_a_shuffled_stock_is_in_any_order(tape):
    """Drawn to its end, card after card, it gives each arrangement of its cards as often as any other."""
    game = find_game("escalation")(2)
    table = game.table()
    for place in table.places:
        place.restore(0 if not place.is_row else ())
    cards = game.deck.parse(["A", "A", "K", "Q"])
    orders: Counter[tuple[str, ...]] = Counter()
    for match in range(2400):
        table.stock.restore(cards)
        tape.outcome(Shuffle(table, table.stock), f"shuffle {match}")
        order = []
        for draw in range(4):
            card = tape.outcome(Draw(table, table.stock, 1), f"draw {match} {draw}")
            table.stock.restore(table.stock.pile - card)
            order += game.deck.names(card)
        orders[tuple(order)] += 1
    arrangements = sorted(set(permutations(["A", "A", "K", "Q"])))
    assert set(orders) == set(arrangements)
    assert p_value([orders[each] for each in arrangements]) > SURE


def test_drawing_several_cards_is_drawing_them_one_after_the_other(tape):
    table, pile, _ = uneven_pile()
    drawn = Counter()
    for match in range(3000):
        table.stock.restore(pile)
        tape.outcome(Shuffle(table, table.stock), f"shuffle {match}")
        drawn[tape.outcome(Draw(table, table.stock, 2), "draw")] += 1
    assert p_value([drawn[table.deck.pack(pair)] for pair in combinations(table.deck.unpack(pile), 2)]) > SURE


def test_what_is_drawn_depends_on_secret_and_name_alone():
    """The same name gives the same outcome whatever happened before; another name or secret another one."""
    event = Roll(Small().table(), 8, 6)
    one, other = Tape(b"1" * 32), Tape(b"1" * 32)
    other.outcome(event, "something before")
    assert one.outcome(event, "a name") == other.outcome(event, "a name")
    assert one.outcome(event, "a name") != one.outcome(event, "another name")
    assert one.outcome(event, "a name") != Tape(b"2" * 32).outcome(event, "a name")


def test_a_seat_s_own_chance_is_uniform_and_says_nothing_about_another_s():
    firsts = [
        (seat_rng(bytes([m]) * 32, 0).randrange(4), seat_rng(bytes([m]) * 32, 1).randrange(4)) for m in range(256)
    ]
    pairs = Counter(firsts)
    assert p_value([pairs[one, other] for one in range(4) for other in range(4)]) > SURE
