"""Games of other kinds, each written in the kernel's words: they are short, sound, played by bots and by people."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.games.registry import find_game
from referee.kernel.rulelint import lint

HERE = Path(__file__).parent
GAMES = sorted(path.name for path in (HERE / "games").iterdir() if (path / "rules.py").is_file())
BOTS = sorted((HERE / "bots").glob("*/*.py"))
MOST_LINES = 250


def run(*arguments: str, code: int = 0) -> str:
    """What the command prints, from the folder of these games."""
    result = CliRunner().invoke(main, list(arguments), catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result.output


@pytest.fixture(autouse=True)
def in_their_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for folder in ("games", "properties", "bots"):
        (tmp_path / folder).symlink_to(HERE / folder)
    monkeypatch.chdir(tmp_path)


def named(folder: str) -> str:
    return find_game(str(HERE / "games" / folder)).name


@pytest.mark.parametrize("folder", GAMES)
def test_its_rules_are_short_and_agree_with_its_rulebook(folder: str) -> None:
    text = (HERE / "games" / folder / "rules.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    assert lint(find_game(str(HERE / "games" / folder))) == []


@pytest.mark.parametrize("folder", GAMES)
def test_matches_at_random_come_to_an_end_by_its_rules(folder: str) -> None:
    game = find_game(str(HERE / "games" / folder))
    for players in {game.fewest_players, game.most_players}:
        seats = ",".join(["random"] * players)
        told = run("play", f"games/{folder}", "--seats", seats, "--matches", "20", "--seed", "a")
        assert re.search(r"^faults +none$", told, re.MULTILINE), told
        assert "turn-cap" not in told, told


@pytest.mark.parametrize("folder", GAMES)
def test_a_check_finds_nothing_that_was_not_expected(folder: str) -> None:
    assert "all well" in run("check", f"games/{folder}", "--method", "fuzz", "--effort", "0.2", "--jobs", "1")


@pytest.mark.parametrize("bot", BOTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_its_bot_makes_no_mistakes_and_is_no_worse_than_chance(bot: Path) -> None:
    game = find_game(str(HERE / "games" / bot.parent.name))
    seats = ",".join([f"trusted:{bot}", *["random"] * (game.fewest_players - 1)])
    told = json.loads(
        run("play", f"games/{bot.parent.name}", "--seats", seats, "--matches", "60", "--seed", "b", "--json", "-")
    )
    summary = told["summary"]
    assert not summary["faults"], summary["faults"]
    payoffs = [seat["payoff"]["mean"] for seat in summary["seats"]]
    assert payoffs[0] >= max(payoffs[1:]), payoffs
