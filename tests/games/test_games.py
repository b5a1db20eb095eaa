"""Games of other kinds, each written in the kernel's words: they are short, sound, played by bots and by people."""

import json
import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.cli.human import Human, Screen
from referee.cli.terminal import Terminal
from referee.cli.typed import shown
from referee.games.registry import find_game
from referee.kernel.rulelint import lint
from referee.play.bot import Ask
from referee.play.referee import play_match, seat_rng
from referee.play.seats import BotSeat, RandomSeat

HERE = Path(__file__).parent
GAMES = sorted(path.name for path in (HERE / "games").iterdir() if (path / "rules.py").is_file())
BOTS = sorted((HERE / "bots").glob("*/*.py"))
MOST_LINES = 250


def run(*arguments: str, code: int = 0) -> str:
    """What the command prints, from the folder of these games."""
    result = CliRunner().invoke(main, list(arguments), catch_exceptions=False)
    assert result.exit_code == code, result.output
    return result.stdout


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
@pytest.mark.untraced
def test_matches_at_random_come_to_an_end_by_its_rules(folder: str) -> None:
    game = find_game(str(HERE / "games" / folder))
    for players in {game.fewest_players, game.most_players}:
        seats = ",".join(["random"] * players)
        told = run("play", f"games/{folder}", "--seats", seats, "--matches", "20", "--seed", "a")
        assert re.search(r"^faults +none$", told, re.MULTILINE), told
        assert "turn-cap" not in told, told


@pytest.mark.parametrize("folder", GAMES)
@pytest.mark.untraced
@pytest.mark.every(6)  # tests/games/properties asks the same of all
def test_a_check_finds_nothing_that_was_not_expected(folder: str) -> None:
    told = run("check", f"games/{folder}", "--method", "fuzz", "--effort", "0.05", "--jobs", "1")
    assert re.search("^[^:]+: (all well|as expected): ", told), told


@pytest.mark.parametrize("bot", BOTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
@pytest.mark.untraced
def test_its_bot_makes_no_mistakes_and_is_no_worse_than_chance(bot: Path) -> None:
    game = find_game(str(HERE / "games" / bot.parent.name))
    seats = ",".join([f"trusted:{bot}", *["random"] * (game.fewest_players - 1)])
    told = run("play", f"games/{bot.parent.name}", "--seats", seats, "--matches", "60", "--seed", "b", "--json", "-")
    summary = json.loads(told[told.index("{") :])["summary"]
    assert not summary["faults"], summary["faults"]
    payoffs = [seat["payoff"]["mean"] for seat in summary["seats"]]
    assert payoffs[0] >= max(payoffs[1:]), payoffs


class Person(Human):
    """Types a way to answer that is drawn at random, as the help shows it."""

    def __init__(self, rules: Any, names: list[str], rng: random.Random) -> None:
        super().__init__(rules, names, Screen(Terminal(80, False, str), self.type))
        self.rng, self.asked, self.typed = rng, [], 0

    def show_question(self, ask: Ask) -> None:
        super().show_question(ask)
        self.asked.append(ask)

    def type(self, prompt: str) -> str:
        self.typed += 1
        return shown(self.asked[-1].space, self.asked[-1].space.sample(self.rng))


@pytest.mark.parametrize("folder", GAMES)
def test_a_person_plays_a_match_by_typing(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = find_game(str(HERE / "games" / folder))
    names = ["human"] + ["random"] * (game.fewest_players - 1)
    person = Person(game(len(names)), names, random.Random(1))
    seats = [BotSeat(person, "human", random.Random(0))]
    seats += [RandomSeat(seat_rng(b"people", seat)) for seat in range(1, len(names))]
    result = play_match(person.game, seats, secret=b"people")
    assert not result.data["faults"]
    assert person.typed == len(person.asked) > 0
    printed = capsys.readouterr().out.splitlines()
    assert max(map(len, printed)) <= 80


QUICK = ("sealed_bid",)
PROVED = {"deck_builder": 2, "holdem": 2, "love_letter": 2, "oh_hell": 3, "sealed_bid": 3}


@pytest.mark.parametrize(
    "folder", [pytest.param(each, marks=pytest.mark.long) if each not in QUICK else each for each in PROVED]
)
def test_that_no_card_is_lost_is_proved(folder: str) -> None:
    told = run("check", f"games/{folder}", "--method", "prove", "--players", str(PROVED[folder]), "--json", "-")
    results = json.loads(told)["results"]
    assert "no-card-is-lost" in {each["property"] for each in results if each["verdict"] == "PROVED"}


BROKEN = {
    "suit is not followed": (
        "spades", "fits = t.following(t.hand[player].pile, self.deck.where(suit=t.led))", "fits = t.hand[player].pile",
        "suit-is-followed", "is asked 'follow' and may answer ",
    ),
    "a guard's victim stays in": (
        "love_letter", "        t.out[player] = True\n", "        t.out[player] = player is t.mover\n",
        "everybody-who-is-in-holds-a-card", "A promise is broken",
    ),
    "a card is thrown away": (
        "deck_builder", "t.move(t.played[me].pile, t.played[me], t.heap[me])", "pass",
        "nothing-is-left-from-the-turn-before", "DB-10",
    ),
    "the highest bid costs double": (
        "sealed_bid", "t.coins[buyer] - self.price(t, bids, buyer)", "t.coins[buyer] - 2 * self.price(t, bids, buyer)",
        "nobody-owes-coins", "SB-3",
    ),
}  # fmt: skip


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_rule_is_found_and_named(broken: str, tmp_path: Path) -> None:
    folder, old, new, promise, words = BROKEN[broken]
    (tmp_path / "games").unlink()
    shutil.copytree(HERE / "games" / folder, tmp_path / "games" / folder)
    rules = tmp_path / "games" / folder / "rules.py"
    text = rules.read_text(encoding="utf-8")
    assert text.count(old) == 1
    rules.write_text(text.replace(old, new), encoding="utf-8")
    players = str(find_game(str(HERE / "games" / folder)).fewest_players)
    asked = ("--method", "fuzz", "--effort", "0.1", "--players", players, "--json", "-")
    told = json.loads(run("check", f"games/{folder}", *asked, code=1))
    found = [each for each in told["findings"] if each.get("property") == promise]
    assert found, told["findings"]
    assert words in json.dumps(found)
