"""What `check` says without playing: rulebook and code that do not go together, and rules that prefer a seat."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.games.registry import find_game
from referee.verify.read_in_text import findings_of_text
from referee.verify.understood.seat_preferred import seats_preferred
from referee.verify.verdicts import Trouble
from tests.tiny import write_game, write_project

UNDEFINED = ('@clause("T-2")', '@clause("T-2", "T-66")')
SHUFFLES = '            t.end({p: 1 for p in t.players}, {p: 0 for p in t.players}, "over")\n'
PREFERS = (SHUFFLES, SHUFFLES + "        t.pay(None, t.players[0], 1)\n")
SOUND = (SHUFFLES, SHUFFLES + "        t.pay(None, (yield from t.lot(t.players)), 1)\n")


@pytest.fixture
def check(tmp_path, monkeypatch):
    """Checks the tiny game after a change of it."""
    monkeypatch.chdir(tmp_path)

    def checked(*changes, more=()):
        if changes is not None:
            write_project(tmp_path, *changes)
        result = CliRunner().invoke(
            main, ["check", "games/tiny", "--method", "fuzz", "--effort", "0.1", "--jobs", "1", *more]
        )
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
        return result

    return checked


def test_a_clause_that_is_not_there_is_a_finding_in_every_report(check, tmp_path):
    result = check(UNDEFINED, more=["--json", "out.json", "--sarif", "out.sarif", "--junit", "out.xml"])
    assert result.exit_code == 1, result.output
    assert "Tiny.step carries out T-66, which is no clause of rulebook.md." in " ".join(result.output.split())
    assert "games/tiny/rules.py:30" in result.output
    (found,) = json.loads((tmp_path / "out.json").read_text())["findings"]
    assert (found["class"], found["status"], found["method"]) == ("rulebook", "new", "text")
    assert (found["rules"], found["rulebook"]) == (["games/tiny/rules.py:30"], [])
    (told,) = json.loads((tmp_path / "out.sarif").read_text())["runs"][0]["results"]
    assert told["ruleId"] == "rulebook"
    assert told["locations"][0]["physicalLocation"]["region"]["startLine"] == 30
    cases = ElementTree.parse(tmp_path / "out.xml").iter("testcase")
    assert [each for each in cases if each.find("failure") is not None and "rulebook" in each.attrib["name"]]


def test_it_is_put_on_its_line_for_github(check):
    result = check(UNDEFINED, more=["--format", "github"])
    assert "::error file=games/tiny/rules.py,line=30,title=rulebook (new) " in result.output
    assert "::Tiny.step carries out T-66" in result.output


def test_it_may_be_accepted(check):
    assert check(UNDEFINED, more=["--accept-new"]).exit_code == 0
    again = check(UNDEFINED)
    assert again.exit_code == 0, again.output
    assert "(accepted)" in again.output


def test_the_sound_twin_has_none(check):
    result = check()
    assert result.exit_code == 0, result.output
    assert "no defects" in result.output


def test_a_rule_that_prefers_a_seat_is_a_finding_with_its_line(check, tmp_path):
    result = check(PREFERS, more=["--json", "out.json"])
    assert result.exit_code == 1, result.output
    (found,) = json.loads((tmp_path / "out.json").read_text())["findings"]
    assert (found["class"], found["clauses"]) == ("prefers a seat", ["T-2"])
    assert found["rules"] == ["games/tiny/rules.py:34"]
    assert found["witness"], "play with everybody one seat further on shows it as well"
    assert "Tiny.step takes a seat by its number, t.players[0]: in deal() write t.first_seat()" in found["sentence"]


def test_one_that_is_meant_is_accepted_and_proofs_follow_every_seat(check):
    assert check(PREFERS, more=["--method", "prove", "--accept-new"]).exit_code == 0
    again = check(PREFERS, more=["--method", "prove", "--verbose"])
    assert again.exit_code == 0, again.output
    assert "prefers a seat T-2 (accepted)" in again.output
    assert "PROVED" in again.output


def test_one_that_only_play_shows_is_of_the_same_class_with_a_line(check, tmp_path):
    hidden = (SHUFFLES, SHUFFLES + "        for p in t.players:\n            break\n        t.pay(None, p, 1)\n")
    assert check(hidden, more=["--json", "out.json"]).exit_code == 1
    (found,) = json.loads((tmp_path / "out.json").read_text())["findings"]
    assert (found["class"], found["method"]) == ("prefers a seat", "conformance")
    assert found["rules"] == ["games/tiny/rules.py:34"]


def test_a_lot_prefers_nobody(check):
    result = check(SOUND)
    assert result.exit_code == 0, result.output


PREFERRING = [
    "x = t.players[-1]",
    "x = t.hand[0]",
    "x = t.players[1:]",
    "everybody = t.players; x = everybody[0]",
    "x = list(t.players)[0]",
    "one, *others = t.players",
    "x = next(iter(t.players))",
    "x = min(t.players)",
    "x = sorted(t.players, key=lambda each: -each.seat)",
    "x = t.mover.seat == 0",
    "x = t.mover.seat < t.next(t.mover).seat",
    "x = t.mover == 1",
    "x = 0 < int(t.mover)",
    "x = self.first_of(t)",
]
ALIKE = [
    "x = t.next(t.mover)",
    "x = t.others(t.mover)[0]",
    "x = t.everyone_from(t.mover)[1:]",
    "x = t.hand[t.mover]",
    "x = [p for p in t.players if t.hand[p].size == 0]",
    "x = sorted(t.players, key=lambda each: t.turns)",
    "x = t.mover.seat == t.next(t.mover).seat",
    "x = t.players[t.turns % len(t.players)]",
    "x = self.deck.cards[0]",
    "x = self.players == 2",
    "x = min(t.hand[p].size for p in t.players)",
    "x = (t.mover == t.next(t.mover)) or t.turns == 0",
    "x = t.mover is t.next(t.mover)",
]


def game_with(folder, line, method="step"):
    """The tiny game with a player to move, and a line in front of what a step, or the deal, does."""
    before = {"step": '        if t.reading("late")', "deal": "        yield from t.shuffle(t.stock)\n\n    @clause"}
    write_game(
        folder,
        (
            "    hand = zones(seen_by=owner)\n",
            "    hand = zones(seen_by=owner)\n    mover: Player = value(NO_PLAYER)\n",
        ),
        ("import clause, nobody", "import NO_PLAYER, Player, clause, value, nobody"),
        (before[method], f"        {line}\n{before[method]}"),
        ("    def forfeit", "    def first_of(self, t):\n        return t.players[0]\n\n    def forfeit"),
    )
    return find_game(folder)(2)


@pytest.mark.parametrize("line", PREFERRING)
def test_text_that_takes_a_seat_by_its_number_is_named(tmp_path, line):
    (found,) = seats_preferred(game_with(tmp_path, line))
    assert found.file == tmp_path / "rules.py"
    text = found.file.read_text().splitlines()[found.line - 1]
    assert "t.players[0]" in text if "first_of" in line else line in text


@pytest.mark.parametrize("line", ALIKE)
def test_text_in_which_seats_are_alike_is_not(tmp_path, line):
    assert seats_preferred(game_with(tmp_path, line)) == []


def test_a_deal_begins_with_the_first_seat_by_name(tmp_path):
    assert seats_preferred(game_with(tmp_path / "sound", "t.mover = t.first_seat()", "deal")) == []
    (found,) = seats_preferred(game_with(tmp_path / "other", "t.mover = t.players[0]", "deal"))
    assert (found.rule, found.clauses) == ("Tiny.deal", ("T-1",))


@pytest.mark.parametrize("name", ["bpoker", "effervesce", "escalation", "five-crowns", "fscking-ace"])
def test_the_games_that_ship_have_nothing_of_it(name):
    assert list(findings_of_text(find_game(name))) == []


def test_what_is_said_twice_is_one_finding_with_both_places(tmp_path):
    twice = ("dealt; see T-2.", "dealt;\nsee T-7, and T-7.")
    found = list(findings_of_text(find_game(write_game(tmp_path, twice))))
    assert [each.trouble for each in found] == [Trouble.RULEBOOK]


PRINTS = ('        if t.reading("late")', '        print("step")\n        if t.reading("late")')
SAID = "games/tiny/rules.py:32: `print` is not understood by proofs; write it without"


def test_text_that_a_proof_does_not_follow_plays_with_a_warning(check, tmp_path):
    write_project(tmp_path, PRINTS)
    play = ["play", "games/tiny", "--seats", "random,random", "--seed", "1"]
    result = CliRunner().invoke(main, play)
    assert result.exit_code == 0, result.output
    assert [each for each in result.stderr.splitlines() if SAID in each] == [
        f"referee: warning: {SAID} (it is played, and proofs are UNKNOWN)"
    ]


def test_its_proofs_are_unknown_with_the_same_sentence_and_check_warns(check):
    result = check(PRINTS, more=["--method", "prove", "--verbose"])
    assert result.stderr.count(SAID) == 1
    told = " ".join(result.stdout.split())
    assert f"2 properties, 2-3 players: UNKNOWN: {SAID}" in told
    assert "PROVED" not in told


def test_a_game_that_is_followed_has_no_warning(check, tmp_path):
    write_project(tmp_path)
    result = CliRunner().invoke(main, ["play", "games/tiny", "--seats", "random,random", "--seed", "1"])
    assert (result.exit_code, result.stderr) == (0, "")
    assert "warning" not in check().stderr  # a slow machine is told how far it is
