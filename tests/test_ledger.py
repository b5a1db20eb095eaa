"""The ledger counts the steps in which a clause did something, and changes nothing of what rules do."""

from __future__ import annotations

import random

import pytest

from referee.games.registry import find_game
from referee.kernel.driving import run
from referee.kernel.ledger import Ledger
from referee.verify.ledger import Ledger as Noted
from referee.verify.play.drivers import AtRandom
from referee.verify.play.trial import Trial
from tests.tiny import write_game

DOES = """        yield from t.shuffle(t.stock)
        self.then(t, 0, *t.players)
        SINCE

    @clause("T-3"WITHOUT)
    def then(self, t: TinyTable, more: int, *players: Player) -> object:
        BODY

    def helper(self, t: TinyTable) -> None:
        t.mover = t.left(t.mover)

    def forfeit"""
STEP = "        yield from t.shuffle(t.stock)\n\n    def forfeit"
TEXT = ("(readings: late)\n\n## Parameters", "(readings: late)\n\n**T-3 More.** It is more.\n\n## Parameters")
ZONES = (
    "    hand = zones(seen_by=owner)\n",
    "    hand = zones(seen_by=owner)\n    number = amount(1)\n    own = amounts(1)\n    mover = value(Player.at(0))\n",
)
NAMES = ("Rule, Table\n", "Rule, Table, Player, Layer, amount, amounts, modifier, value\n")


def counts(folder, body, without="", since="pass", does=DOES):
    does = does.replace("BODY", body).replace("WITHOUT", without).replace("SINCE", since)
    folder = write_game(folder / "tiny", (STEP, does), TEXT, ZONES, NAMES)
    game = find_game(str(folder))(2)
    ledger, table = Ledger(game), game.table()
    ledger.follow(table)
    run(game, table, AtRandom(random.Random(1)), turn_cap=3)
    return ledger.counts


@pytest.mark.parametrize(
    ("body", "times"),
    [
        ("pass", 0),
        ("return more > 0", 0),
        ("return more < 1", 3),
        ("return players[1:]", 3),
        ("t.number = 1", 0),
        ("t.number = t.number + 1", 3),
        ("t.own[players[0]] = 1", 0),
        ("t.own[players[0]] = t.own[players[0]] + 1", 3),
        ("self.helper(t)", 3),
        ("t.note('told')", 0),
        ("t.disclose('hint', players[:1], number=t.number)", 3),
        ("t.move(t.no_cards, t.stock, t.hand[players[0]])", 0),
        ("t.move(t.stock.pile if t.turns < 2 else t.no_cards, t.stock, t.hand[players[0]])", 1),
        ("t.pay(players[0], players[1], 0)", 0),
        ("t.pay(players[0], players[1], 2)", 3),
        ("t.swap(t.hand[players[0]], t.hand[players[1]])", 0),
        ("t.take_control(players[0], players[1]) if t.stack else None", 0),
    ],
)
def test_a_clause_is_carried_out_where_it_does_something(tmp_path, body, times):
    assert counts(tmp_path, body)["T-3"] == times


@pytest.mark.parametrize(("without", "times"), [(", without=True", 2), ("", 1)])
def test_a_ban_is_carried_out_where_it_binds(tmp_path, without, times):
    assert counts(tmp_path, "return t.turns < 1", without)["T-3"] == times


@pytest.mark.parametrize(("without", "times"), [(", without=True", 2), (", without=False", 1), ("", 0)])
def test_a_rule_that_says_what_it_gives_without_its_clause_is_carried_out_by_its_answer(tmp_path, without, times):
    asking = DOES.replace("self.then", "yield from self.then").replace("-> object", "-> Rule[object]")
    assert counts(tmp_path, "yield from ()\n        return t.turns < 1", without, does=asking)["T-3"] == times


def test_what_a_helper_does_belongs_to_who_calls_it(tmp_path):
    told = counts(tmp_path, "pass", since="self.helper(t)")
    assert (told["T-2"], told["T-3"]) == (3, 0)


def test_what_another_table_of_the_game_does_is_not_counted():
    game = find_game("escalation")(2)
    ledger, table = Ledger(game), game.table()
    ledger.follow(table)
    run(game, game.table(), AtRandom(random.Random(1)), turn_cap=3)
    assert not any(ledger.counts.values())
    run(game, table, AtRandom(random.Random(1)), turn_cap=3)
    assert ledger.counts["X-1"] == 1


@pytest.mark.parametrize("name", ["bpoker", "effervesce", "five-crowns", "fscking-ace", "escalation"])
def test_tables_that_are_followed_come_to_the_same_and_agree_with_their_records(name):
    """The steps that a record of the same match shows a clause in are as many as the table tells."""
    game = find_game(name)
    plain, followed = game(3), game(3)
    ledger = Ledger(followed)
    ends, steps = [], []
    for form in (plain, followed):
        table = form.table()
        if form is followed:
            ledger.follow(table)
        before = dict(ledger.counts)

        def done(turns: int, before: dict[str, int] = before) -> None:
            now = ledger.counts
            steps.append({each for each in now if now[each] > before[each]})
            before.update(now)

        run(form, table, AtRandom(random.Random(4)), turn_cap=25, step_done=done)
        ends.append(table.snapshot())
    assert ends[0] == ends[1]
    assert {each: sum(each in step for step in steps) for each in ledger.counts} == ledger.counts
    assert sum(ledger.counts.values()) > 25


def test_effects_and_modifiers_are_counted_where_they_make_a_difference():
    game = find_game("bpoker")(2, settings={"hands": 1, "ranks": "4 8"})
    ledger, table = Ledger(game), game.table()
    ledger.follow(table)
    run(game, table, AtRandom(random.Random(1)), turn_cap=10)
    assert ledger.counts["BP-8"] > 1
    assert ledger.counts["BP-4C"] > 1
    assert not ledger.counts["BP-10D-CTL"]


@pytest.mark.parametrize("name", ["bpoker", "effervesce", "five-crowns", "fscking-ace", "escalation"])
def test_a_check_notes_the_same_clauses_though_it_follows_only_what_is_not_known_yet(name):
    game = find_game(name)
    plain, followed = game(3), game(3)
    counted, noted = Ledger(plain), Noted()
    for number in range(6):
        table = plain.table()
        counted.follow(table)
        before = counted.counts
        run(plain, table, AtRandom(random.Random(number)), turn_cap=40)
        there = {each for each, times in counted.counts.items() if times > before[each]}
        trial = Trial(followed, (), noted)
        with noted.watching(followed, trial.table):
            noted.match_begins()
            driver = AtRandom(random.Random(number))
            while trial.table.outcome is None and trial.table.turns < 40:
                assert trial.advance(driver) is None
            noted.match_ends(real=True)
        assert {each for each, times in noted.real.items() if times} >= there
        assert trial.table.snapshot() == table.snapshot()
    assert noted.carried_out == {each for each, times in counted.counts.items() if times}
    assert max(noted.real.values()) == 6
