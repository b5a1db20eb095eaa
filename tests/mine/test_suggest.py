"""Promises that nobody wrote: defects planted in a small game are told first, and its sound twin is not told of."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.games.registry import find_game
from referee.verify.mine.inferring import Mined, _exceptions, _ranked
from referee.verify.mine.templates import Promise
from referee.verify.properties import load_properties

RULES = '''\
"""Swap."""

from __future__ import annotations

from referee.kernel import FRENCH_SUITS, NO_PLAYER, Deck, Game, Player, Rule, Table
from referee.kernel import amount, clause, everybody, nobody, owner, value, zone, zones


class SwapTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    heap = zone(seen_by=everybody)
    lost = zone(seen_by=everybody)
    hand = zones(seen_by=owner)
    mover: Player = value(NO_PLAYER)
    swaps = amount(0)


class Swap(Game[SwapTable]):
    name = "swap"
    title = "Swap"
    table_class = SwapTable
    fewest_players, most_players = 2, 3
    turn_cap = 60

    def set_up(self) -> None:
        self.deck = Deck.of(("2", "3", "4", "5", "6", "7", "8", "9"), FRENCH_SUITS)
        self.odd = self.deck.where(ranks=["9"], suit=self.deck.suits[0])

    @clause("S-1")
    def deal(self, t: SwapTable) -> Rule[None]:
        yield from t.shuffle(t.stock)
        t.mover = yield from t.lot(t.players, seen_by=everybody)
        for p in t.everyone_from(t.mover):
            yield from t.draw(t.stock, 5, t.hand[p])

    @clause("S-2")
    def step(self, t: SwapTable) -> Rule[None]:
        me = t.mover
        card = yield from t.select(me, "discard", t.hand[me].pile, 1)
        rare = t.deck.size(card & self.odd.mask) > 0
        t.move(card, t.hand[me], t.heap)
        number = 1
        t.swaps = t.swaps + 1
        yield from t.draw(t.stock, number, t.hand[me])
        t.mover = t.next(me)
        if t.stock.size < 2:
            t.end({p: 1 for p in t.players}, {p: 0 for p in t.players}, "over")

    def forfeit(self) -> int:
        return 0
'''
RULEBOOK = """\
# Swap

## Clauses

**S-1 Deal.** Five cards for each player.

**S-2 Turn.** A card is discarded, and another one drawn, until there are hardly any.
"""
DEFECTS = {
    "leak": ("t.move(card, t.hand[me], t.heap)", "t.move(card, t.hand[me], t.lost if rare else t.heap)"),
    "hand": ("number = 1\n", "number = 2 if rare else 1\n"),
    "counter": ("t.swaps = t.swaps + 1", "t.swaps = t.swaps - 2 if rare else t.swaps + 1"),
}
SAYS = {"leak": "'lost' is empty", "hand": "every player's 'hand' has 5 cards", "counter": "'swaps' never falls"}


def suggested(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["check", *arguments, "--suggest"], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return " ".join(result.stdout.split())


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "properties").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(project: Path, defect: str) -> str:
    folder = project / "games" / "swap"
    folder.mkdir(parents=True)
    text = RULES
    if defect:
        right, wrong = DEFECTS[defect]
        assert right in text
        text = text.replace(right, wrong)
    (folder / "rules.py").write_text(text, encoding="utf-8")
    (folder / "rulebook.md").write_text(RULEBOOK, encoding="utf-8")
    return str(folder)


@pytest.mark.parametrize("defect", sorted(DEFECTS))
def test_a_planted_defect_is_among_the_first_five_with_its_clause_and_a_record(project: Path, defect: str) -> None:
    told = suggested(write(project, defect))
    exceptions, _, _ = told.partition("held on all of them")
    lines = exceptions.split(" ! ")[1:]
    mine = [line for line in lines[:5] if SAYS[defect].lower() in line.lower()]
    assert mine, told
    assert "referee replay .referee/witnesses/swap/" in mine[0]
    if defect != "counter":  # no clause is named for what is about two tables
        assert "not after S-2" in mine[0]
    record = mine[0].split("referee replay ")[1].split()[0]
    replayed = CliRunner().invoke(main, ["replay", record], catch_exceptions=False)
    assert replayed.exit_code == 0, replayed.output


def test_the_sound_twin_has_no_exceptions_and_its_promises_hold_in_a_check(project: Path) -> None:
    folder = write(project, "")
    told = suggested(folder)
    assert "almost always" not in told
    for says in ("Every player's 'hand' has 5 cards.", "'swaps' never falls."):
        assert says in told
    assert "'lost'" not in told  # no card ever comes there: that it is empty says nothing
    checked = CliRunner().invoke(main, ["check", folder, "--method", "fuzz", "--jobs", "1"], catch_exceptions=False)
    assert checked.exit_code == 0, checked.output
    assert "hand-has-5" in checked.stdout


@pytest.mark.untraced
def test_what_is_written_for_escalation_is_loaded_and_holds(project: Path) -> None:
    told = suggested("escalation", "--players", "2-3")
    assert "As long as 'stock' has cards every player's 'hand' has 6 cards." in told
    loaded = load_properties(project / "properties" / "escalation.py", find_game("escalation"))
    assert {"money-is-conserved", "hand-has-6-with-stock"} <= {each.name for each in loaded}
    options = ["--method", "fuzz", "--players", "2", "--effort", "0.3", "--jobs", "1"]
    checked = CliRunner().invoke(main, ["check", "escalation", *options], catch_exceptions=False)
    assert f"{len(loaded) - 1} held, 1 not asked" in checked.stdout  # that matches end is looked for by exploring


def test_what_is_empty_between_turns_is_one_promise_and_the_most_of_random_play_is_none(project: Path) -> None:
    folder = Path(write(project, ""))
    text = (folder / "rules.py").read_text(encoding="utf-8")
    pot = "lost = zone(seen_by=everybody)\n    pot = zone(seen_by=everybody)\n    won = zones(seen_by=everybody)\n"
    passing = "t.move(card, t.hand[me], t.lost)\n        t.move(card, t.lost, t.pot)\n        "
    kept = "t.move(card, t.pot, t.won[me] if t.swaps % 3 == 0 else t.heap)"
    text = text.replace("lost = zone(seen_by=everybody)\n", pot)
    text = text.replace("t.move(card, t.hand[me], t.heap)", passing + kept)
    (folder / "rules.py").write_text(text, encoding="utf-8")
    told = suggested(str(folder))
    assert "'lost' and 'pot' are empty between turns." in told
    assert "'won'" not in told


def test_the_same_is_said_again_and_the_clock_is_not_asked(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write(project, "leak")
    told = suggested(folder, "--players", "2").partition("written:")[0]
    for clock in ("process_time", "monotonic", "perf_counter"):
        monkeypatch.setattr(f"time.{clock}", iter(range(0, 10**9, 1000)).__next__)
    assert suggested(folder, "--players", "2").partition("written:")[0] == told


def test_rules_that_stop_are_told_of_and_not_passed_over(project: Path) -> None:
    folder = Path(write(project, ""))
    rules = (folder / "rules.py").read_text(encoding="utf-8").replace("if t.stock.size < 2:", "if False:")
    (folder / "rules.py").write_text(rules, encoding="utf-8")
    result = CliRunner().invoke(main, ["check", str(folder), "--suggest"], catch_exceptions=False)
    assert "60 of 60 matches came to no end by the rules, the first for this: S-2: " in result.stderr


def test_what_is_there_is_never_overwritten(project: Path) -> None:
    folder = write(project, "")
    suggested(folder)
    mine = project / "properties" / "swap.py"
    mine.write_text("# mine\n", encoding="utf-8")
    told = suggested(folder)
    assert mine.read_text(encoding="utf-8") == "# mine\n"
    assert "from ._swap_suggested import *" in told
    beside = (project / "properties" / "_swap_suggested.py").read_text(encoding="utf-8")
    result = CliRunner().invoke(main, ["check", folder, "--suggest"], catch_exceptions=False)
    assert "never overwritten" in result.stderr
    assert (project / "properties" / "_swap_suggested.py").read_text(encoding="utf-8") == beside


def test_one_event_is_told_once_and_what_never_changes_is_no_promise() -> None:
    def mined(name: str, *about: str, broken: tuple[tuple[int, int], ...] = ()) -> Mined:
        promise = Promise(name, "True", name, about, 85, apart=about[-1] == "hand")
        return Mined(promise, None, 3000, 3000 - len(broken), broken)

    event = ((0, 7), (0, 8))
    alone, total = mined("laid_is_empty", "laid", broken=event), mined("sum", "stock", "hand", broken=event)
    other = mined("aside_has_1", "aside", broken=((0, 9),))
    assert _exceptions([total, alone, other]) == [other, alone]
    falls, rises, grows = mined("a", "left", "falls"), mined("b", "left", "rises"), mined("c", "round", "falls")
    assert _ranked([falls, rises, grows]) == [grows]


def test_what_is_broken_once_is_not_said_to_hold_on_all(project: Path) -> None:
    shutil.copytree(Path(__file__).parents[1] / "games" / "games" / "love_letter", "love_letter")
    told = suggested("love_letter")
    assert "'aside' has 1 card after 99.9 % of" in told
    assert "100.0 %" not in told
