"""Tournaments of games with teams: an entrant plays all seats of a team, and teams are what is measured."""

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.tournament.outcomes import block_sums, by_sides

RULES = '''"""The team that says more wins."""
from __future__ import annotations
from referee.kernel import NO_PLAYER, Deck, Game, Player, Rule, Table, amounts, clause, value


class SayTable(Table):
    mover: Player = value(NO_PLAYER)
    said = amounts(0)


class Say(Game[SayTable]):
    name = "say"
    title = "Say"
    table_class = SayTable
    fewest_players, most_players = 4, 4
    teams = 2
    turn_cap = 9

    def set_up(self) -> None:
        self.deck = Deck([])

    @clause("S-1")
    def deal(self, t: SayTable) -> Rule[None]:
        t.mover = yield from t.lot(t.players)

    @clause("S-2")
    def step(self, t: SayTable) -> Rule[None]:
        t.said[t.mover] = yield from t.choose(t.mover, "number", [1, 2, 3], open=True)
        t.mover = t.next(t.mover)
        if t.turns + 1 == self.players:
            of = {p: sum(t.said[each] for each in t.team(p)) for p in t.players}
            t.win(*t.most(of), reason="all said")

    def forfeit(self) -> int:
        return 4
'''
BOT = """from referee.bot import Bot
class Always(Bot):
    def answer(self, view, ask):
        return {number}
"""
RESULTS = "tournaments/results/cup.sqlite"
CUP = """game = "./say"
{more}
[format]
kind = "{kind}"
blocks = 2
"""


@pytest.fixture(autouse=True)
def in_its_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def cup(folder, *numbers: int, more: str = "", kind: str = "round-robin", rules: str = RULES) -> str:
    (folder / "say").mkdir()
    (folder / "say" / "rules.py").write_text(rules, encoding="utf-8")
    (folder / "say" / "rulebook.md").write_text("## S-1\nDeal.\n\n## S-2\nSay.\n", encoding="utf-8")
    text = CUP.format(more=more, kind=kind)
    for number in numbers:
        (folder / f"b{number}.py").write_text(BOT.format(number=number), encoding="utf-8")
        text += f'[[entrant]]\nseat = "trusted:b{number}.py"\nname = "b{number}"\n'
    (folder / "cup.toml").write_text(text, encoding="utf-8")
    return str(folder / "cup.toml")


def ran(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, list(arguments), catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result.output


def test_an_entrant_has_all_seats_of_a_team(tmp_path):
    file = cup(tmp_path, 1, 2, 3)
    ran("tournament", "run", file, "--seed", "a")
    told = json.loads(ran("tournament", "standings", RESULTS, "--json", "-"))
    assert [(line["name"], line["score"]) for line in told["lines"]] == [("b3", 1.0), ("b2", 0.5), ("b1", 0.0)]
    assert told["matches"] == 3 * 2 * 2  # pairs, blocks, and who sits first
    assert len(told["seats"]) == 2
    ran("tournament", "audit", RESULTS)
    text = ran("tournament", "standings", RESULTS)
    assert "team  score" in text


def test_a_block_is_of_teams():
    played = [((4, 7, 4, 7), {"ranks": [1, 3, 1, 3], "payoffs": [3, -1, 1, {"fraction": "-3"}]})]
    assert by_sides((4, 7), played) == [((4, 7), {"ranks": [1, 2], "payoffs": [2, -2]})]
    sums = block_sums((4, 7), played)
    assert {who: Fraction(score, unit) for who, (score, unit, _, _) in sums.items()} == {4: 1, 7: 0}
    assert by_sides(range(4), played) == played


def test_two_teams_can_play_an_elimination(tmp_path):
    file = cup(tmp_path, 1, 2, 3, kind="single-elimination")
    ran("tournament", "run", file, "--seed", "a")
    told = json.loads(ran("tournament", "standings", RESULTS, "--json", "-"))
    assert told["lines"][0]["name"] == "b3"
    ran("tournament", "report", RESULTS, "-o", "cup.html")
    assert "Score of each team" in (tmp_path / "cup.html").read_text(encoding="utf-8")


def test_one_entrant_has_nobody_to_meet(tmp_path):
    assert "1 entrant for a match of 2 teams" in ran("tournament", "run", cup(tmp_path, 1), code=2)


def test_without_teams_everybody_plays_for_himself(tmp_path):
    file = cup(tmp_path, 1, 2, rules=RULES.replace("    teams = 2\n", ""))
    assert "2 entrants for a match of 4 players" in ran("tournament", "run", file, code=2)
