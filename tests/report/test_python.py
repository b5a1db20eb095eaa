"""The commands as functions: the same objects, as tables for notebooks and as frames."""

import builtins
import json
import subprocess
import sys

import pytest

import referee
from referee.bot import Bot
from referee.kernel.errors import BadInput, BadRecord
from tests.report.test_tournament_page import CUP
from tests.tiny import STUCK, write_project


def test_a_check_is_a_table_a_frame_and_a_page(tmp_path):
    write_project(tmp_path, STUCK)
    game = tmp_path / "games" / "tiny"
    found = referee.check_game(game, players=2, methods=["fuzz"], jobs=1)
    assert found.exit_code == 1
    assert found.to_frame().loc[0, "property"] == "the-stock-is-whole"
    assert found._repr_html_().startswith("<table><caption>Tiny: not as expected: 1 new defect")
    assert "dead end" in found.page()
    file = tmp_path / "mutants.json"
    about = {"seed": "1", "made": 3, "interrupted": False, "score": 1, "clauses": {}, "mutants": []}
    file.write_text(json.dumps({"schema": "referee.mutants/1", "game": "tiny", **about}))
    assert "0 of 0 changes were noticed" in found.page(file)
    file.write_text('{"schema": "referee.mutants/1", "game": "other"}')
    with pytest.raises(BadInput, match="it is about 'other'"):
        found.page(file)
    with pytest.raises(BadInput, match="there is no method 'magic'"):
        referee.check_game(game, methods=["magic"])


def test_a_match_is_played_recorded_and_loaded_again(tmp_path):
    match = referee.play_match("escalation", ["greedy", "random"], seed="notebook")
    assert sum(match.to_frame()["payoff"]) == 0
    file = tmp_path / "match.jsonl"
    file.write_bytes(match.record)
    again = referee.load_record(file)
    assert again.to_frame().equals(match.to_frame())
    assert again.caption() == "escalation: replayed, identical"
    assert match.page() != again.page() != ""
    file.write_bytes(match.record.replace(b"random", b"rANDOM", 1))
    with pytest.raises(BadRecord):
        referee.load_record(file)


class Careful(Bot):
    """Gives the last of its answers."""

    asked = 0

    def answer(self, view, ask):
        Careful.asked += 1
        return list(ask.options())[-1]


def test_a_seed_is_a_number_or_a_text():
    by_number, by_text = (referee.play_match("escalation", ["random", "random"], seed=each) for each in (7, "7"))
    assert by_number.record == by_text.record
    with pytest.raises(BadInput, match=r"^seed is 1.5: give a whole number or a text$"):
        referee.play_match("escalation", ["random", "random"], seed=1.5)


def test_bots_of_this_process_are_seats(tmp_path):
    Careful.asked = 0
    match = referee.play_match("escalation", [Careful, Careful(), "random"], seed="notebook")
    assert Careful.asked > 2
    assert match.seats == ("Careful", "Careful", "random")
    again = referee.play_match("escalation", [Careful(), Careful, "random"], seed="notebook")
    assert again.record == match.record
    with pytest.raises(BadInput, match="42 is no seat: give the name of a bot, or a"):
        referee.play_match("escalation", [42, "random"])


def test_a_bot_that_cannot_be_made_is_told_in_a_line():
    class Wants(Bot):
        def __init__(self, policy):
            self.policy = policy

        def answer(self, view, ask):
            return ask.sample(self.rng)

    with pytest.raises(BadInput, match=r"^Wants\(\) cannot be made: TypeError: .*; an object of it may be a seat"):
        referee.play_match("escalation", [Wants, "random"])
    assert not referee.play_match("escalation", [Wants(1), "random"]).result.data["faults"]


def test_bots_of_this_process_are_entrants(tmp_path):
    file, results = tmp_path / "cup.toml", tmp_path / "cup.sqlite"
    file.write_text(CUP.format(hostile="mine", bot="object:careful", third="random"), encoding="utf-8")
    found = referee.run_tournament(file, results, seed="notebook", bots={"careful": Careful})
    assert set(found.to_frame()["entrant"]) >= {"mine", "any"}
    with pytest.raises(BadInput, match=r"no bot of that name was given: run_tournament\(…, bots="):
        referee.run_tournament(file, tmp_path / "other.sqlite")
    with pytest.raises(BadInput, match="leave jobs and cluster out"):
        referee.run_tournament(file, tmp_path / "other.sqlite", bots={"careful": Careful}, jobs=2)


def test_another_bot_of_the_same_name_is_another_tournament(tmp_path):
    file, results = tmp_path / "cup.toml", tmp_path / "cup.sqlite"
    file.write_text(CUP.format(hostile="mine", bot="object:careful", third="random"), encoding="utf-8")
    referee.run_tournament(file, results, seed="notebook", bots={"careful": Careful})

    class Other(Bot):
        def answer(self, view, ask):
            return next(ask.options())

    with pytest.raises(BadInput):
        referee.run_tournament(file, results, seed="notebook", bots={"careful": Other}, resume=True)


def test_a_tournament_is_standings_and_names_are_text(tmp_path):
    hostile = "<b>bold</b>"
    text = CUP.format(hostile=hostile, bot="random", third="random")
    (tmp_path / "cup.toml").write_text(text, encoding="utf-8")
    found = referee.run_tournament(tmp_path / "cup.toml", tmp_path / "cup.sqlite", seed="notebook")
    frame = found.to_frame()
    assert list(frame["rank"]) == sorted(frame["rank"])
    assert set(frame["entrant"]) == {"steady", hostile, "any"}
    assert hostile not in found._repr_html_()
    assert "Cross table" in found.page()


def test_without_pandas_one_line_says_what_to_install(monkeypatch):
    match = referee.play_match("escalation", ["random", "random"], seed="1")
    plain = builtins.__import__
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(BadInput, match=r"to_frame\(\) needs pandas: pip install pandas"):
        match.to_frame()
    assert builtins.__import__ is plain


def test_importing_the_package_loads_nothing_of_it():
    code = "import sys, referee; print([each for each in sys.modules if each.startswith('referee.')])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
    assert {"check_game", "load_record", "play_match", "run_tournament", "study_game"} <= set(dir(referee))
