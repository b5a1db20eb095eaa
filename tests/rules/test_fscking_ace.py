"""The clauses of Fscking Ace: its worked examples, and what examples cannot say."""

import random
from fractions import Fraction
from importlib import resources

import pytest

from referee.games.fscking_ace.rules import FsckingAce
from referee.games.fscking_ace.table import STOP
from referee.kernel import BadInput
from referee.kernel.driving import run, run_deal, run_step
from tests.oracles import aces
from tests.random_drivers import Randomly
from tests.rules.worked import alternatives_not_told_apart, clause_tests, clauses_without_example

globals().update(clause_tests("fscking-ace"))

COUNTS = (3, 4, 5, 6, 8, 11)


def test_every_clause_has_an_example():
    assert not clauses_without_example("fscking-ace")


def test_all_alternatives_of_every_reading_are_shown_to_differ():
    assert not alternatives_not_told_apart("fscking-ace")


@pytest.mark.parametrize("players", range(3, 41))
def test_A_1_packs_follow_from_the_number_of_players(players):
    packs = 1
    while 5 * packs < players:
        packs += 1
    assert FsckingAce(players).deck.total == 47 * packs + 1


def test_A_1_two_players_are_refused():
    with pytest.raises(BadInput, match="3 to 50 players, not 2"):
        FsckingAce(2)


def test_a_scale_without_the_ace_is_refused():
    with pytest.raises(BadInput, match="name A among the spades"):
        FsckingAce(3, settings={"spades": "2 3"})


@pytest.mark.parametrize("players", COUNTS)
def test_A_6_every_round_ends_with_the_ace_and_within_as_many_turns_as_there_are_cards(players):
    game = FsckingAce(players, settings={"rounds": 4})
    for seed in range(10):
        table = game.table()
        run(game, table, Randomly(random.Random(seed)))
        assert table.outcome is not None
        assert table.turns <= 4 * game.deck.total
        assert sum(table.outcome.payoffs) == 0


def test_A_6_whoever_never_stops_loses_or_meets_a_spade():
    """The pack always holds the ace while play goes on, so nobody turns up the last card of a pack without it."""
    game = FsckingAce(3, settings={"rounds": 1, "spades": "A"})

    class Bold(Randomly):
        def answer(self, space):
            return space.nth(1)

    for seed in range(50):
        table = game.table()
        run(game, table, Bold(random.Random(seed)))
        assert table.turns == 1
        assert table.outcome.payoffs[table.mover] == -17


@pytest.mark.parametrize("reading", ["loser", "bank", "others-equally"])
def test_A_9_only_the_bank_makes_payments_that_do_not_sum_to_zero(reading):
    game = FsckingAce(4, readings={"bonus-payer": reading}, settings={"rounds": 1})
    sums = set()
    for seed in range(60):
        table = game.table()
        run(game, table, Randomly(random.Random(seed)))
        sums.add(sum(table.outcome.payoffs))
        assert sum(table.money) == 0
    assert sums == ({0, 20} if reading == "bank" else {0})


READINGS = {slug: list(each.alternatives) for slug, each in FsckingAce().register.items()}


@pytest.mark.parametrize("seed", range(150))
@pytest.mark.untraced
def test_A_7_A_8_A_9_the_payments_are_those_of_a_naive_count(seed):
    """Rounds under random readings, against money counted card by card in ``tests/oracles/aces.py``."""
    rng = random.Random(seed)
    readings = {slug: rng.choice([v for v in values if v != "undefined"]) for slug, values in READINGS.items()}
    readings["match-end"] = "agreed-rounds"
    game = FsckingAce(rng.choice((3, 4, 6, 11)), readings=readings, settings={"rounds": 1})
    for _ in range(8):
        table = game.table()
        story = aces.Story(game.players, readings)
        driver = Randomly(rng, on_answer=lambda choice, answer, story=story: story.answered(answer is STOP))
        table.watch = aces.Turning(story)
        run(game, table, driver)
        assert story.money() == list(table.outcome.payoffs), (readings, story)


def test_A_8_the_worst_loss_is_reached_and_never_exceeded():
    """A pack in the order of ``aces.worst_deal`` costs exactly what ``payoff_bounds`` says, 3 to 11 players."""
    found = {}
    for players in range(3, 12):
        game = FsckingAce(players, settings={"rounds": 1})
        table = game.table()
        run(game, table, aces.Stacked(aces.worst_deal(game.packs)))
        found[players] = -min(table.outcome.payoffs)
        assert game.payoff_bounds() == (-found[players], found[players])
    assert found == aces.WORST_LOSSES


@pytest.mark.untraced
def test_A_8_no_distribution_of_a_small_pack_costs_more_than_the_bound():
    """Every way to hand out the cards of a small pack, by the oracle: the bound is exact."""
    game = FsckingAce(3, settings={"rounds": 1, "ranks": "2 9", "suits": "diamonds clubs", "spades": "A 2"})
    assert aces.worst_by_enumeration(game.deck, 3) == game.worst_loss()


def test_payoffs_stay_within_their_bounds():
    for seed in range(40):
        rng = random.Random(seed)
        readings = {slug: rng.choice([v for v in values if v != "undefined"]) for slug, values in READINGS.items()}
        readings["match-end"] = "agreed-rounds"
        game = FsckingAce(3 + seed % 6, readings=readings)
        table = game.table()
        run(game, table, Randomly(rng))
        least, most = game.payoff_bounds()
        assert all(least <= payoff <= most for payoff in table.outcome.payoffs)
        assert game.forfeit() >= -min(table.outcome.payoffs)


def test_A_9_uneven_shares_are_exact_and_announced():
    """The reading says that the amounts may be no whole cents, and the table tells everybody when they are not."""
    text = FsckingAce().register["uneven-shares"].alternatives["exact"]
    assert "no whole number of cents" in text
    game = FsckingAce(4, settings={"rounds": 1})
    table = game.table()
    told = []
    table.watch = aces.Noting(told)
    for players, among, share in ((4, 3, Fraction(20, 3)), (3, 2, Fraction(15, 2))):
        assert game.share(table, 5 * players, among) == share
    assert [about["share"] for _, about in told] == [Fraction(20, 3), Fraction(15, 2)]
    assert game.share(table, 15, 3) == 5
    assert len(told) == 2


@pytest.mark.parametrize("players", range(3, 12))
def test_A_9_the_table_of_shares_and_worst_losses(players):
    """The rulebook lists every share that is no whole number of dollars, and the worst loss."""
    game = FsckingAce(players, settings={"rounds": 1})
    text = resources.files("referee.games.fscking_ace").joinpath("rulebook.md").read_text(encoding="utf-8")
    row = next(line for line in text.splitlines() if line.startswith(f"| {players} |"))
    _, _, bonus, shares, worst, _ = [cell.strip() for cell in row.split("|")]
    listed = {}
    for each in shares.split(", "):
        among, share = each.split(": ")
        listed[int(among)] = sum(Fraction(part) for part in share.split())
    told = {among: game.share(game.table(), 5 * players, among) for among in range(2, players + 1)}
    assert bonus == f"${5 * players}"
    assert listed == {among: share for among, share in told.items() if Fraction(share).denominator > 1}
    assert worst == f"${game.worst_loss():,}"


def test_a_match_of_several_rounds_hands_the_opening_on():
    game = FsckingAce(4, settings={"rounds": 5})
    table = game.table()
    driver = Randomly(random.Random(3))
    run_deal(game, table, driver)
    rounds = 1
    while table.outcome is None:
        mover, way, before = table.mover, table.direction, table.round
        run_step(game, table, driver)
        if table.round > before:
            rounds += 1
            expected = table.left(mover) if way.value == 1 else table.right(mover)
            assert table.mover is expected
            assert table.left(table.dealer) is table.mover
    assert rounds == 5
