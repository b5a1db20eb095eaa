"""The clauses of Escalation: its worked examples, and what examples cannot say."""

import random
from collections import Counter
from itertools import chain, combinations

import pytest

from referee.games.escalation.rules import VALUE, Escalation, Play
from referee.kernel import BadInput
from referee.kernel.driving import run, run_deal, run_step
from referee.play.examples import play_case
from tests.random_drivers import Randomly
from tests.rules.worked import alternatives_not_compared, clause_tests, clauses_without_example, examples_of

globals().update(clause_tests("escalation"))


def test_every_clause_has_an_example():
    assert not clauses_without_example("escalation")


def test_every_alternative_of_every_reading_is_shown_to_differ():
    assert not alternatives_not_compared("escalation")


def sets_by_hand(hand: list[str], above: int) -> set[tuple[str, ...]]:
    """Every set in a hand that is worth more than ``above``: one card after the other, by the text of X-3."""
    found: set[tuple[str, ...]] = set()
    for cards in chain.from_iterable(combinations(sorted(hand), size) for size in range(1, len(hand) + 1)):
        values = {VALUE.get(card) for card in cards}
        if len(values) == 1 and None not in values and sum(VALUE[card] for card in cards) > above:
            found.add(cards)
    return found


@pytest.mark.parametrize("seed", range(8))
def test_X_2_X_3_X_4_options_are_those_that_the_text_gives(seed):
    """Along a match, at every turn: the sets of X-2 or X-3 found by hand, one special of a rank, and taking."""

    def compare(choice, answer):
        table = choice.table
        hand = table.deck.names(table.hand[choice.player].pile)
        leads = table.middle.is_empty
        arms = {play: {tuple(sorted(table.deck.names(cards))) for p, cards in choice.space if p is play and cards}
                for play in (Play.CARDS, Play.SPECIAL)}  # fmt: skip
        assert arms[Play.CARDS] == sets_by_hand(hand, -1 if leads else table.total)
        assert arms[Play.SPECIAL] == {(card,) for card in hand if card in ("2", "3")}
        assert choice.space.admits((Play.TAKE, None)) is (not leads)
        assert choice.ask == ("lead" if leads else "turn")

    game = Escalation(2 + seed % 7)
    run(game, game.table(), Randomly(random.Random(seed), on_answer=compare))


@pytest.mark.parametrize("players", range(2, 9))
def test_X_6_hands_hold_six_cards_while_the_stock_lasts(players):
    game = Escalation(players)
    table = game.table()
    driver = Randomly(random.Random(players))
    run_deal(game, table, driver)
    while table.outcome is None:
        mover = table.mover
        run_step(game, table, driver)
        size = table.hand[mover].size
        assert size == 6 or (size < 6 and table.stock.is_empty)


@pytest.mark.parametrize("players", range(2, 9))
def test_X_7_a_game_ends_within_the_bound_with_one_winner(players):
    game = Escalation(players)
    for seed in range(20):
        table = game.table()
        run(game, table, Randomly(random.Random(seed)))
        assert table.turns <= 52 - (players - 1)
        assert len(table.outcome.winners) == 1
        assert sum(table.outcome.payoffs) == 0


def test_X_8_ranks_follow_what_is_paid():
    game = Escalation(5, settings={"rate": 7})
    for seed in range(20):
        table = game.table()
        run(game, table, Randomly(random.Random(seed)))
        winner = table.outcome.winners[0]
        paid = [7 * (hand.size + taken.size) for hand, taken in zip(table.hand, table.taken, strict=True)]
        paid[winner] = 0
        assert [-payoff for seat, payoff in enumerate(table.outcome.payoffs) if seat != winner] == [
            each for seat, each in enumerate(paid) if seat != winner
        ]
        assert table.outcome.payoffs[winner] == sum(paid)
        assert table.outcome.ranks == tuple(1 + sum(other < each for other in paid) for each in paid)


def test_X_1_nine_players_are_refused_with_the_limits():
    with pytest.raises(BadInput, match="2 to 8 players, not 9"):
        Escalation(9)


def test_X_1_a_deal_without_enough_cards_is_refused_with_the_arithmetic():
    with pytest.raises(BadInput, match=r"4 players × 6 cards = 24, but there are 12 cards"):
        Escalation(4, settings={"suits": 1, "ranks": "2 3 4 5 6 7 8 9 10 J Q K"})


def test_scale_changes_the_pack_and_no_clause():
    game = Escalation(2, settings={"suits": 2, "ranks": "2,3,4,5,K", "hand": 3})
    assert Counter(game.deck.names(game.deck.whole)) == {"2": 2, "3": 2, "4": 2, "5": 2, "K": 2}
    table = game.table()
    run(game, table, Randomly(random.Random(1)))
    assert table.outcome is not None
    assert table.turns <= 10 - 1


def test_a_match_of_several_games_moves_the_deal_on():
    dealers = []
    game = Escalation(3, settings={"rounds": 4})
    table = game.table()
    driver = Randomly(random.Random(5))
    run_deal(game, table, driver)
    while table.outcome is None:
        if len(dealers) < table.round:
            dealers.append(table.dealer.seat)
        run_step(game, table, driver)
    assert dealers == [(dealers[0] + more) % 3 for more in range(4)]


def test_X_5_take_and_lead_as_two_turns_counts_two_steps():
    example = next(each for each in examples_of("escalation") if "second refill" in each.name)
    position, differing = play_case(Escalation, example.cases[0])
    assert not differing
    assert position.table.turns == 2
