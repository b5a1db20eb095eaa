"""The branches of rule code are counted as play takes them, and counting changes nothing."""

from __future__ import annotations

import pytest

from referee.games.registry import find_game
from referee.kernel.game import rules_of
from referee.verify.mutate.mutants import functions_of
from referee.verify.play import clause_counts
from referee.verify.play.branches import counting
from referee.verify.play.clause_counts import times_carried_out
from referee.verify.play.matches import random_match
from tests.tiny import write_project


@pytest.mark.parametrize(("name", "players"), [("escalation", 3), ("effervesce", 2), ("five-crowns", 2)])
def test_counting_changes_nothing_in_play_and_leaves_no_trace(monkeypatch, name, players):
    monkeypatch.setattr(clause_counts, "MATCHES", 2)
    game = find_game(name)
    codes = {key: each.__code__ for key, each in functions_of(game).items()}
    clauses = dict(rules_of(game).clause_codes)
    alone = random_match(game(players), "1 times 0").data
    with counting(game) as found:
        assert random_match(game(players), "1 times 0").data == alone
    assert sum(found.counts) > 0
    assert {key: each.__code__ for key, each in functions_of(game).items()} == codes
    assert dict(rules_of(game).clause_codes) == clauses
    first, second = (times_carried_out(game, players, {}, {}, "1") for _ in range(2))
    assert (first.clauses, first.branches) == (second.clauses, second.branches)


def test_every_way_is_counted_as_often_as_it_is_gone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_project(tmp_path)
    rules = tmp_path / "games" / "tiny" / "rules.py"
    lines = rules.read_text(encoding="utf-8").split("\n")
    at = next(number for number, line in enumerate(lines) if line.strip().startswith("def step("))
    lines[at + 1 : at + 1] = ["        _ = 1 if t.turns == 0 else 2", "        if t.turns < 0:", "            pass"]
    rules.write_text("\n".join(lines), encoding="utf-8")
    found = times_carried_out(find_game("games/tiny"), 2, {}, {}, "1")
    ways = {(each.text, each.way): each for each in found.branches if each.line in (at + 2, at + 3)}
    assert {way: each.times for way, each in ways.items()} == {
        ("if t.turns == 0", "yes"): found.matches,
        ("if t.turns == 0", "no"): found.turns - found.matches,
        ("if t.turns < 0", "yes"): 0,
        ("if t.turns < 0", "no"): found.turns,
    }
    assert {each.clauses for each in ways.values()} == {("T-2",)}


def test_who_counts_again_begins_at_nothing():
    game = find_game("tests/games/games/love_letter")
    codes = {key: each.__code__ for key, each in functions_of(game).items()}
    counted = []
    for _ in range(2):
        with counting(game) as found:
            assert sum(found.counts) == 0
            random_match(game(2), "1")
        counted.append((found.ways, found.counts))
        assert {key: each.__code__ for key, each in functions_of(game).items()} == codes
    assert counted[0] == counted[1]
    assert sum(counted[0][1]) > 0
