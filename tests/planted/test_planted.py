"""Small games with one planted defect each, which nobody has promised anything about, and their sound twins."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.games.registry import find_game
from referee.kernel.game import Game, rules_of
from referee.record.replay import replay
from referee.verify.ask.unneeded import unneeded
from referee.verify.conform import conformance
from referee.verify.explore.unasked import rounds
from referee.verify.findings import Finding, without_repetitions
from referee.verify.methods import Question
from referee.verify.play import fuzz
from referee.verify.properties import read_properties
from referee.verify.questions import Plan, jobs_of
from referee.verify.verdicts import Method, Trouble
from tests.bad_games.behaving import AsksForEver

GAMES = Path(__file__).parent / "games"
COUNTING = """\
    def finish(self, t):
        for player in t.everyone_from(t.mover):
            t.reveal(t.hidden[player].pile, player, why="counting")
            hearts = t.hidden[player].count(self.hearts)
            t.slate[player] += t.hidden[player].size + hearts
"""
LIMITED = [
    ("    mover = value(NO_PLAYER)", "    mover = value(NO_PLAYER)\n    exchanges = values(3)"),
    ("    value,\n", "    value,\n    values,\n"),
    ("if not t.market.is_empty:", "if t.exchanges[me] > 0:"),
    ("    def exchange(self, t, me):\n", "    def exchange(self, t, me):\n        t.exchanges[me] -= 1\n"),
]
"""Nobody may exchange more than three times."""
COUNTED_IN_THE_END = [
    ("            t.slate[me] += self.score(t, card)\n", ""),
    ("    def finish(self, t):\n", COUNTING),
]
"""Points are counted when all has been shown."""


def planted(folder: Path, name: str, mending: list[tuple[str, str]]) -> type[Game[Any]]:
    """The game, with what mends it in the place of what is wrong."""
    there = folder / "games" / name
    shutil.copytree(GAMES / name, there, ignore=shutil.ignore_patterns("__pycache__"))
    rules = (there / "rules.py").read_text(encoding="utf-8")
    for wrong, right in mending:
        assert rules.count(wrong) == 1, wrong
        rules = rules.replace(wrong, right)
    (there / "rules.py").write_text(rules, encoding="utf-8")
    return find_game(str(there))


BINDS = [('self.jacks = self.deck.where(ranks=["J"])', 'self.jacks = self.deck.where(ranks=["K"])')]
"""No king on a queen."""
ALL = "        for player in t.players:\n            t.guarded[player] = False\n"
LASTS = [(ALL, "        t.guarded[t.mover] = False\n")]
"""A bodyguard is dismissed when the turn comes to whoever hired her."""


@pytest.mark.untraced
def test_an_exchange_that_can_go_on_for_ever_is_found_without_a_promise(tmp_path):
    (found,) = rounds(Question(planted(tmp_path, "barter", [])(2), ()))
    assert (found.trouble, found.clauses) == (Trouble.ENDLESS, ("B-2", "B-3"))
    assert "the table is the same again after" in found.sentence
    assert found.witness is not None


@pytest.mark.untraced
def test_where_exchanges_are_limited_play_ends(tmp_path):
    assert not list(rounds(Question(planted(tmp_path, "barter", LIMITED)(2), ())))


ONCE = [("[number for number in prices if number != price]", "[number for number in prices if number not in said]")]
"""Nobody may name a price that was named before."""


@pytest.mark.untraced
def test_one_rule_that_asks_again_and_again_is_found_without_a_promise(tmp_path):
    """No other rule begins while two players haggle: the clause is that of the question."""
    (found,) = rounds(Question(planted(tmp_path / "wrong", "haggle", [])(2), ()))
    assert (found.trouble, found.clauses) == (Trouble.ENDLESS, ("HG-3",))
    assert "the table is the same again after 2 answers (HG-3)" in found.sentence
    assert found.witness is not None
    assert not list(rounds(Question(planted(tmp_path / "right", "haggle", ONCE)(2), ())))


def leaks_of(game: type[Game[Any]]) -> list[Finding]:
    found = [each for each in conformance.decide(Question(game(2), ())) if isinstance(each, Finding)]
    return [each for each in found if each.trouble is Trouble.LEAK]


@pytest.mark.untraced
def test_points_that_tell_which_card_was_hidden_are_a_leak(tmp_path):
    (found,) = leaks_of(planted(tmp_path, "whisper", []))
    assert re.search(
        r"sees `slate .` = . where it would see . if seat ., who alone knows, had answered", found.sentence
    )
    assert found.clauses == ("W-2",)
    assert found.witness is not None


@pytest.mark.untraced
def test_points_that_are_counted_when_all_has_been_shown_are_none(tmp_path):
    assert not leaks_of(planted(tmp_path, "whisper", COUNTED_IN_THE_END))


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("name", "clause", "instead", "mending"),
    [("gatekeeper", "G-3", "no card", BINDS), ("bodyguard", "G-4", "left out", LASTS)],
    ids=["a prohibition that never binds", "an effect that is undone before it matters"],
)
def test_a_clause_that_changes_nothing_is_told(tmp_path, name, clause, instead, mending):
    planted_game, twin = planted(tmp_path / "wrong", name, []), planted(tmp_path / "right", name, mending)
    (told,) = unneeded([planted_game(3)], "check")
    assert (told.clauses, told.instead) == ((clause,), instead)
    assert told.times >= told.matches > 20
    assert not unneeded([twin(3)], "check")


@pytest.mark.untraced
def test_the_list_of_what_is_idle_begins_with_it(tmp_path):
    planted(tmp_path, "gatekeeper", [])
    more = ["--json", str(tmp_path / "idle.json")]
    said = CliRunner().invoke(main, ["ask", str(tmp_path / "games" / "gatekeeper"), "--idle", "--players", "3", *more])
    assert said.exit_code == 0, said.output
    first = " ".join(said.output.partition("  · ")[2].partition("  · ")[0].split())
    assert first.startswith("G-3 ")
    assert "forbidden: nothing else would be otherwise if it named no card" in first
    (entry,) = json.loads((tmp_path / "idle.json").read_text())["unneeded"]
    assert (entry["name"], entry["instead"]) == ("forbidden", "no card")


ALONE = "        if len(left) == 1:\n            t.win(left[0]"
ENDS = [(ALONE, "        if len(left) < 2:\n            t.win(*(left or t.players)")]
"""Where nobody is left all have won."""


def played_at_random(game: type[Game[Any]], players: int, effort: float = 1.0) -> list[Finding]:
    return [each for each in fuzz.decide(Question(game(players), (), effort=effort)) if isinstance(each, Finding)]


@pytest.mark.untraced
def test_a_match_that_its_rules_forget_to_end_is_found(tmp_path):
    """All cards are set aside: nobody is the last one with cards, and nobody is asked any more."""
    (found,) = played_at_random(planted(tmp_path, "tennis", []), 6)
    assert found.trouble is Trouble.ENDLESS
    assert "nobody is asked anything any more and nothing happens" in found.sentence
    assert found.sightings.met > 0
    assert found.witness is not None


@pytest.mark.untraced
def test_a_match_that_ends_when_nobody_has_cards_is_sound(tmp_path):
    assert not played_at_random(planted(tmp_path, "tennis", ENDS), 6)


HANDED_ON = """\
        other = t.left(me)
        mine, theirs = self.sorted_ranks(t, me), self.sorted_ranks(t, other)
        given, taken = self.deck.parse([mine[-1]]), self.deck.parse([theirs[0]])
        t.move(given, t.hand[me], t.hand[other])
        t.move(taken, t.hand[other], t.hand[me])
"""
GIVEN_AWAY = [(HANDED_ON, "        t.move(self.deck.parse([self.sorted_ranks(t, me)[-1]]), t.hand[me], t.cart)\n")]
"""Whoever holds no pair puts a card on the cart."""


@pytest.mark.untraced
@pytest.mark.parametrize("players", [2, 3])
def test_cards_that_are_handed_to_and_fro_for_ever_are_told_with_their_clause(tmp_path, players):
    """Nobody holds a pair: the highest card goes round, and comes back. Of three players it takes three turns."""
    (found,) = played_at_random(planted(tmp_path, "coal", []), players, 0.2)
    assert (found.trouble, found.clauses) == (Trouble.ENDLESS, ("CO-3",))
    assert re.search(r"and the same \d turns come again and again", found.sentence)
    assert found.witness is not None


@pytest.mark.untraced
def test_a_table_that_others_watch_is_looked_at_too(tmp_path):
    """They go on watching."""
    found = list(conformance.decide(Question(planted(tmp_path, "coal", [])(3), (), effort=0.2)))
    assert not [each for each in found if isinstance(each, Finding)]


@pytest.mark.untraced
def test_where_cards_leave_the_hands_nothing_goes_round(tmp_path):
    assert not played_at_random(planted(tmp_path, "coal", GIVEN_AWAY), 2, 0.2)


@pytest.mark.untraced
def test_what_is_no_game_is_not_said_to_be_left_out(tmp_path):
    """48 cards cannot be shared out to five, and what sets up a match is carried out before it."""
    planted(tmp_path, "tennis", ENDS)
    given = ["check", str(tmp_path / "games" / "tennis"), "--method", "fuzz", "--effort", "0.1"]
    said = CliRunner().invoke(main, given).output
    assert "matches of 5 players" not in said
    assert "TN-1" not in said
    numbers = CliRunner().invoke(main, ["ask", str(tmp_path / "games" / "tennis"), "--numbers"]).output
    assert "5: no deal: tennis: 48 cards cannot be dealt out evenly to 5 players" in " ".join(numbers.split())


@pytest.mark.untraced
def test_play_that_goes_on_is_told_once_for_all_numbers_of_players(tmp_path):
    """With which other clauses it was met in a match of three says nothing new."""
    game = planted(tmp_path, "barter", [])
    (found,) = rounds(Question(game(2), ()))
    longer = replace(found, clauses=(*found.clauses, "B-4"), players=3)
    elsewhere = replace(found, clauses=("B-2",), readings={"slug": "other"})
    assert without_repetitions([longer, found, elsewhere]) == [found, elsewhere]


def test_without_properties_each_alternative_is_played_for_a_moment():
    """Nobody has said which of them matter."""
    game = find_game("escalation")
    every = {
        (slug, value)
        for slug, each in rules_of(game).readings.items()
        for value in each.alternatives
        if value != each.default
    }
    jobs = jobs_of(Plan("escalation"), game, None, [], [])
    played = [job for job in jobs if job.readings]
    assert {pair for job in played for pair in job.readings.items()} == every
    assert {job.method for job in played} == {Method.FUZZ}
    assert all(job.effort < 1 and len(job.readings) == 1 for job in played)
    some, *_ = read_properties(Path("properties/escalation.py").resolve(), game)[0]
    for plan, properties in (
        (Plan("escalation"), [some]),
        (Plan("escalation", alternatives=False), []),
        (Plan("escalation", readings={"led-special": "forbidden"}), []),
    ):
        left = [job for job in jobs_of(plan, game, None, properties, []) if job.effort < 1]
        assert not left, plan


AS_MANY_AS_THERE_ARE = [
    ("t.draw(t.stock, 1, t.hand[me])", "t.draw(t.stock, min(1, t.stock.size), t.hand[me])"),
    ("t.draw(t.stock, 2, t.hand[me])", "t.draw(t.stock, min(2, t.stock.size), t.hand[me])"),
]  # fmt: skip


def test_a_stock_that_runs_out_where_everybody_wants_it_to_is_found(tmp_path):
    """All five 5s have to be laid within eight turns of four players; with three nothing can run out."""
    game = planted(tmp_path / "wrong", "orchard", [])
    (found,) = played_at_random(game, 4)
    assert (found.trouble, found.clauses, found.sightings.met) == (Trouble.SHORTAGE, ("OR-4",), 0)
    replay(found.witness.record, "witness", find=lambda name: game)
    assert not played_at_random(game, 3)
    assert not played_at_random(planted(tmp_path / "right", "orchard", AS_MANY_AS_THERE_ARE), 4)


PROMISED = """\
from referee.verify import free_of


@free_of("shortage", "OR-3")
def every_draw_finds_its_cards(t):
    \"\"\"Every draw finds its cards.\"\"\"
"""


def test_who_promises_that_every_draw_finds_its_cards_is_not_told_by_play_that_uses_them_up(tmp_path):
    (tmp_path / "promised.py").write_text(PROMISED, encoding="utf-8")
    game = planted(tmp_path, "orchard", [])
    promised, _ = read_properties(tmp_path / "promised.py", game)
    assert not [each for each in fuzz.decide(Question(game(4), tuple(promised))) if isinstance(each, Finding)]


@pytest.mark.untraced
def test_a_step_that_asks_and_asks_is_found_with_its_question():
    """Two players hand a card to and fro."""
    (found,) = played_at_random(AsksForEver, 2, 0.1)
    assert found.trouble is Trouble.ENDLESS
    assert "has asked more than 5000 times and is not over, the last time for 'hand on'" in found.sentence
