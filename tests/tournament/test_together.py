"""Tournaments of co-operative games: what all score together, and how well bots play with each other."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main

RULES = '''"""Say the number."""
from __future__ import annotations
from referee.kernel import NO_PLAYER, Deck, Game, Player, Rule, Table, amount, clause, value


class SayTable(Table):
    mover: Player = value(NO_PLAYER)
    said = amount(0)


class Say(Game[SayTable]):
    name = "say"
    title = "Say"
    table_class = SayTable
    fewest_players, most_players = 2, 4
    cooperative = True
    turn_cap = 9

    def set_up(self) -> None:
        self.deck = Deck([])

    @clause("S-1")
    def deal(self, t: SayTable) -> Rule[None]:
        t.mover = yield from t.lot(t.players)

    @clause("S-2")
    def step(self, t: SayTable) -> Rule[None]:
        number = yield from t.choose(t.mover, "number", [1, 2, 3], open=True)
        t.said = t.said + number
        t.mover = t.next(t.mover)
        if t.turns + 1 == self.players:
            {end}

    def goal(self) -> int:
        return 3 * self.players

    def forfeit(self) -> int:
        return 0
'''
TOGETHER = 't.end_together(t.said, "all said")'
APART = 't.end({p: 0 for p in t.players}, {p: p.seat for p in t.players}, "all said")'
BOT = """from referee.bot import Bot
class Always(Bot):
    def answer(self, view, ask):
        return {number}
"""
CUP = """game = "./say"
players = {players}
{more}
[format]
kind = "round-robin"
blocks = 2
[[entrant]]
seat = "trusted:one.py"
name = "one"
[[entrant]]
seat = "trusted:three.py"
name = "three"
"""


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(main, list(arguments))
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def written(players: int = 2, more: str = "", end: str = TOGETHER) -> None:
        (tmp_path / "say").mkdir(exist_ok=True)
        (tmp_path / "say" / "rules.py").write_text(RULES.format(end=end))
        (tmp_path / "say" / "rulebook.md").write_text(
            "# Say\n\n## Clauses\n\n**S-1 Deal.** Lot.\n\n**S-2 Turn.** Say.\n"
        )
        (tmp_path / "one.py").write_text(BOT.format(number=1))
        (tmp_path / "three.py").write_text(BOT.format(number=3))
        (tmp_path / "cup.toml").write_text(CUP.format(players=players, more=more))

    monkeypatch.chdir(tmp_path)
    return written


def test_everybody_plays_with_himself_and_with_the_others(cup):
    cup()
    told = run(
        "tournament", "run", "cup.toml", "--seed", "a", "--results", "r.sqlite", "--json", "r.json", "--jobs", "1"
    )
    assert "Elo" not in told
    found = json.loads(Path("r.json").read_text())
    assert found["together"] == [[[2.0, 4], [4.0, 4]], [[4.0, 4], [6.0, 4]]]
    by_name = {line["name"]: line["payoff"] for line in found["lines"]}
    assert by_name == {"one": 3.0, "three": 5.0}
    assert [line["rank"] for line in found["lines"]] == [1, 2]
    assert [line["name"] for line in found["lines"]] == ["three", "one"]
    assert "every match is as the rules give it" in run("tournament", "audit", "r.sqlite")


def test_more_seats_are_filled_with_copies_of_another(cup):
    cup(players=3)
    run("tournament", "run", "cup.toml", "--seed", "a", "--results", "r.sqlite", "--json", "r.json", "--jobs", "1")
    found = json.loads(Path("r.json").read_text())
    one_one, one_three, three_three = found["together"][0][0], found["together"][0][1], found["together"][1][1]
    assert one_one == [3.0, 12]
    assert three_three == [9.0, 12]
    assert one_three == [6.0, 24]


def test_what_counts_must_fit_the_game(cup):
    cup(more='measure = "ranks"')
    told = run("tournament", "run", "cup.toml", "--results", "r.sqlite", code=2)
    assert "cup.toml:3: measure: say is co-operative, all have the same ranks: write 'together'" in told
    Path("cup.toml").write_text(CUP.format(players=2, more='measure = "together"').replace('"./say"', '"escalation"'))
    assert "escalation is not co-operative" in run("tournament", "run", "cup.toml", "--results", "r.sqlite", code=2)


def test_a_co_operative_game_that_pays_one_more_than_another_is_stopped(cup):
    cup(end=APART)
    told = run("play", "./say", "--seats", "random,random", "--seed", "a", code=1)
    assert "S-2" in told
    assert "a co-operative game gives everybody the same payoff" in told


def test_the_page_shows_who_fits_whom(cup, tmp_path):
    cup()
    run("tournament", "run", "cup.toml", "--seed", "a", "--results", "r.sqlite", "--jobs", "1")
    run("tournament", "report", "r.sqlite", "-o", "page.html")
    text = Path("page.html").read_text()
    assert "With each other" in text
    assert "the best possible score is 6" in text
    assert "Elo of each entrant" not in text
