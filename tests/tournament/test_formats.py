"""Formats, played by simulated entrants: who meets whom, what is decided from it, and that it is always the same."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from referee.stats.blocks import scores_of
from referee.tournament.formats import Field, Outcome, format_of
from referee.tournament.schedule import WAIT, Schedule


def about(entrants, players=2, *, authors=None, apart=False, measure="ranks", stop=None, **told):
    return {
        "form": {"players": players},
        "entrants": [
            {"name": f"e{each}", "author": authors[each] if authors else None} for each in range(entrants)
        ],
        "apart": apart,
        "measure": measure,
        "format": told,
        "stop": stop or {"rule": "fixed"},
    }  # fmt: skip


def outcome(table, ranks, payoffs=None):
    scores = scores_of(ranks)
    given = tuple(map(Fraction, payoffs or [-rank for rank in ranks]))
    return Outcome(table, tuple(scores), given, [(table, ranks)])


def by_number(table, rng=None):
    """The lower number is the stronger, always or (with chance) mostly."""
    worth = {each: -each + (rng.gauss(0, 2) if rng else 0) for each in table}
    return outcome(table, [1 + sum(worth[other] > worth[each] for other in table) for each in table])


def played(told, result=by_number, secret=b"s"):
    """The rounds of tables, and the format at its end."""
    made, rounds = format_of(Field.of(told, secret)), []
    while tables := list(made.round()):
        rounds.append(tables)
        if made.adaptive:
            made.learn([result(table) for table in tables])
    return rounds, made


def meetings(rounds):
    return Counter(pair for tables in rounds for table in tables for pair in combinations(table, 2))


def test_a_round_robin_has_every_table_equally_often():
    rounds, made = played(about(4, 3, kind="round-robin", groups="all", blocks=2))
    assert rounds[0] == rounds[1] == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    assert made.wanted == 8


def test_a_gauntlet_has_a_challenger_at_every_table():
    rounds, _ = played(about(4, 3, kind="gauntlet", challengers=["e0"], blocks=1))
    assert rounds == [[(0, 1, 2), (0, 1, 3), (0, 2, 3)]]


@pytest.mark.parametrize(("entrants", "players"), [(6, 2), (7, 2), (9, 3), (10, 4), (12, 4), (11, 5)])
def test_balanced_groups_let_all_play_equally_often_and_meet_about_equally_often(entrants, players):
    rounds, made = played(about(entrants, players, kind="round-robin", groups="balanced", blocks=30))
    assert sum(map(len, rounds)) == made.wanted
    for tables in rounds:
        assert len(set(Counter(each for table in tables for each in table).values())) == 1
        assert all(len(set(table)) == players for table in tables)
    met = meetings(rounds)
    mean = sum(met.values()) / len(list(combinations(range(entrants), 2)))
    assert len(met) == len(list(combinations(range(entrants), 2)))
    assert max(met.values()) - min(met.values()) <= max(3, mean / 3)


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 5])
def test_balanced_groups_keep_authors_apart_wherever_that_is_possible(seed):
    rng = random.Random(seed)
    entrants, players = rng.randint(6, 14), rng.randint(2, 4)
    authors = [rng.choice(["ann", "bob", "cy", None, None, None]) for _ in range(entrants)]
    told = about(entrants, players, authors=authors, apart=True, kind="round-robin", groups="balanced", blocks=20)
    assert format_of(Field.of(told, b"")).crowded is None, "choose another seed: this one is not possible"
    rounds, _ = played(told)
    for table in (table for tables in rounds for table in tables):
        there = [authors[each] for each in table if authors[each]]
        assert len(there) == len(set(there))
        assert len(set(table)) == players


def test_who_has_too_many_bots_to_be_kept_apart_is_named():
    told = about(4, 2, authors=["ann"] * 3 + [None], apart=True, kind="round-robin", groups="balanced", blocks=1)
    assert format_of(Field.of(told, b"")).crowded == "ann"


def swiss(entrants, players=2, rounds=5, blocks=1, **more):
    return about(entrants, players, kind="swiss", rounds=rounds, blocks=blocks, **more)


@pytest.mark.parametrize(("entrants", "rounds"), [(8, 7), (9, 8), (16, 9), (5, 4), (2, 1)])
def test_in_a_swiss_nobody_meets_again_as_long_as_that_is_possible(entrants, rounds):
    for seed in range(3):
        rng = random.Random(seed)
        found, _ = played(swiss(entrants, rounds=rounds), lambda table, rng=rng: by_number(table, rng))
        assert len(found) == rounds
        # Whether the last rounds of as many as there are can be had depends on those before: one repeat may be due.
        possible = rounds <= entrants // 2 + 1
        assert max(meetings(found).values()) <= (1 if possible else 2)
        out = Counter(each for tables in found for each in set(range(entrants)) - {who for t in tables for who in t})
        assert max(out.values(), default=0) - min((out[each] for each in range(entrants)), default=0) <= 2 - possible


def test_after_a_swiss_repeats_when_everybody_has_met():
    found, _ = played(swiss(4, rounds=6))
    assert set(meetings(found).values()) == {2}


def test_a_swiss_pairs_those_who_did_equally_well():
    found, made = played(swiss(16, rounds=6))
    apart = [[abs(one - other) for one, other in tables] for tables in found]
    assert sum(apart[-1]) < sum(apart[0])
    assert made.standing()[0] == 0
    assert set(made.standing()[:4]) <= set(range(6))


@pytest.mark.parametrize(("entrants", "players"), [(12, 3), (13, 3), (16, 4), (18, 4), (7, 5)])
def test_a_swiss_of_larger_tables_has_few_repeats_and_everybody_sits_out_equally_often(entrants, players):
    found, made = played(swiss(entrants, players, rounds=4))
    assert all(len(tables) == entrants // players for tables in found)
    assert max(made.byes) - min(made.byes) <= 1
    met = meetings(found)
    if entrants >= players * players:
        assert sum(each - 1 for each in met.values()) <= 0.2 * sum(met.values())


def test_a_swiss_keeps_authors_apart():
    authors = ["ann", "ann", "bob", "bob", None, None, None, None]
    for players in (2, 3):
        found, _ = played(swiss(8, players, rounds=3, authors=authors, apart=True))
        assert not {(0, 1), (2, 3)} & set(meetings(found))


def elimination(entrants, kind="single", blocks=2, tie_breaks=2, **more):
    return about(entrants, kind=f"{kind}-elimination", blocks=blocks, tie_breaks=tie_breaks, **more)


@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 7, 8, 13])
def test_in_a_single_elimination_a_loss_is_the_end(entrants):
    found, made = played(elimination(entrants))
    assert sum(map(len, found)) == 2 * (entrants - 1) == made.wanted
    assert made.places()[:2] == [1, 2]
    if entrants == 8:
        assert made.places() == [1, 2, 3, 3, 5, 5, 5, 5]
        assert found[0][:4] == [(0, 7), (3, 4), (1, 6), (2, 5)]
    if entrants == 5:
        assert found[0] == [(3, 4)] * 2, "the best three have nobody to play with in the first round"


@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 7, 8, 13])
def test_in_a_double_elimination_two_losses_are_the_end(entrants):
    for seed in range(5):
        rng = random.Random(seed)
        lost = Counter()

        def result(table, rng=rng, lost=lost):
            strong = table[0] if rng.random() < 0.7 else table[1]
            lost[table[1] if strong == table[0] else table[0]] += 1
            return outcome(table, [1, 2] if strong == table[0] else [2, 1])

        _, made = played(elimination(entrants, "double", blocks=1, tie_breaks=0), result)
        champion = made.places().index(1)
        assert lost[champion] <= 1
        assert all(lost[each] == 2 for each in range(entrants) if each != champion)
        assert made.played == made.wanted == sum(lost.values())


def test_the_unbeaten_finalist_must_be_beaten_twice():
    _, made = played(elimination(4, "double", blocks=1))
    assert made.played == 6  # 2 (4 - 1): the first won everything
    assert made.places() == [1, 2, 3, 4]


def test_a_level_tie_goes_to_the_other_measure_then_to_more_blocks_then_to_the_better_seed():
    def level(table):
        return outcome(table, [1, 1], [0, 0])

    found, made = played(elimination(2, blocks=2, tie_breaks=3), level)
    assert [len(tables) for tables in found] == [2, 1, 1, 1]
    assert made.places() == [1, 2]
    found, made = played(elimination(2, blocks=2), lambda table: outcome(table, [1, 1], [-1, 1]))
    assert [len(tables) for tables in found] == [2]
    assert made.places() == [2, 1]
    later = iter([[1, 1], [1, 1], [2, 1]])
    found, made = played(elimination(2, blocks=2), lambda table: outcome(table, next(later), [0, 0]))
    assert [len(tables) for tables in found] == [2, 1]
    assert made.places() == [2, 1]


def ladder(entrants, players=2, blocks=120, batch=None, **more):
    return about(entrants, players, kind="ladder", blocks=blocks, batch=batch, **more)


def test_a_ladder_plays_those_more_whose_order_is_open():
    rng = random.Random(1)
    strength = [0, 0.1, 8, 8.1, 16, 16.1]

    def result(table):
        first = rng.random() < 1 / (1 + 2.718 ** (strength[table[1]] - strength[table[0]]))
        return outcome(table, [1, 2] if first else [2, 1])

    found, made = played(ladder(6, blocks=200, batch=2), result)
    met = meetings(found)
    assert sum(met.values()) == 200 == made.wanted
    assert len({each for table in met for each in table}) == 6
    close, far = (met[0, 1] + met[2, 3] + met[4, 5]) / 3, (sum(met.values()) - met[0, 1] - met[2, 3] - met[4, 5]) / 12
    assert close > 2 * far


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_ladder_begins_with_everybody_and_has_whole_tables(players):
    found, _ = played(ladder(8, players, blocks=24))
    assert {each for tables in found[:2] for table in tables for each in table} == set(range(8))
    assert all(len(set(table)) == players for tables in found for table in tables)
    authors = ["ann", "ann", "ann", None, None, None, None, None]
    found, _ = played(ladder(8, players, blocks=24, authors=authors, apart=True))
    assert not {(0, 1), (0, 2), (1, 2)} & set(meetings(found))


ANYTIME = {"rule": "anytime", "when": "leader", "error": 0.05, "bound": None}


def test_a_sequential_rule_stops_when_the_leader_is_clear():
    told = about(3, kind="round-robin", groups="all", blocks=200, stop=ANYTIME)
    found, made = played(told)
    assert len(found) < 60
    assert made.verdict.startswith("e0 is ahead of everybody")
    found, made = played(told, lambda table: outcome(table, [1, 1]))
    assert len(found) == 200
    assert made.verdict == ""
    _, made = played({**told, "stop": {**ANYTIME, "when": "order"}})
    assert "of every two" in made.verdict


def test_a_sequential_rule_for_payoffs_clips_them():
    told = about(2, kind="round-robin", groups="all", blocks=300, measure="payoffs")
    won = lambda table: outcome(table, [1, 2], [1, -1])  # noqa: E731
    narrow, _ = played({**told, "stop": {**ANYTIME, "bounds": [-1.0, 1.0]}}, won)
    wide, _ = played({**told, "stop": {**ANYTIME, "bounds": ["-20", "20"]}}, won)
    assert len(narrow) < len(wide)


FORMATS = {
    "balanced": about(7, 3, kind="round-robin", groups="balanced", blocks=4),
    "swiss": swiss(9, rounds=5, blocks=2),
    "swiss of three": swiss(10, 3, rounds=4),
    "single": elimination(6),
    "double": elimination(7, "double"),
    "ladder": ladder(7, 3, blocks=30),
    "stop": about(4, kind="round-robin", groups="all", blocks=12, stop=ANYTIME),
}


@pytest.mark.parametrize("what", FORMATS)
def test_what_is_finished_first_changes_nothing(what):
    """In whatever order blocks end, however often the run is begun again: the same blocks."""

    def blocks(seed):
        rng, there, tables = random.Random(seed), {}, {}
        again, kills = True, 0
        while again:
            again = False
            waiting = []
            for block in Schedule(FORMATS[what], b"s").blocks(there.get):
                if block is not WAIT and block.number not in there:
                    tables[block.number] = block
                    waiting.append(block)
                while waiting and (block is WAIT or rng.random() < 0.5):
                    done = waiting.pop(rng.randrange(len(waiting)))
                    there[done.number] = by_number(done.table, random.Random(done.number))
                if kills < 5 and rng.random() < 0.05:
                    again, kills = True, kills + 1  # what was under way is lost
                    break
            else:
                for each in waiting:
                    there[each.number] = by_number(each.table, random.Random(each.number))
        return tables

    first = blocks(1)
    assert len(first) > 4
    assert blocks(2) == first
    assert blocks(3) == first


def test_lots_are_drawn_from_the_secret():
    one, _ = played(FORMATS["swiss"], secret=b"one")
    two, _ = played(FORMATS["swiss"], secret=b"two")
    assert one[0] != two[0]
