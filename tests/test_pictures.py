"""Pictures of the table: what a game draws, and boards that nobody draws, for people at a terminal."""

import random
import re

import pytest

from referee.cli.human import Human, Screen
from referee.cli.table_view import TableView
from referee.cli.terminal import Terminal
from referee.games.registry import find_game
from referee.kernel.views import open_view, view_of
from referee.play.pictures import MOST_LINES, Pictures, boards
from referee.play.referee import play_match, seat_rng
from referee.play.sanitize import columns_of, cut
from referee.play.seats import BotSeat, RandomSeat
from referee.verify.mutate.mutants import functions_of
from referee.verify.understood.reader import strange_rule
from tests.boards import ON_A_BOARD, write_three
from tests.test_human import Typist, at_terminal

BODY = re.compile(r"( +def draw\(.*\n)(?:.+\n?)+")


def drawing(folder, *body, **more):
    """The game with another body of its ``draw``."""
    home = write_three(folder / "three")
    rules = home / "rules.py"
    if body:
        lines = "".join(f"        {line}\n" for line in body)
        rules.write_text(BODY.sub(lambda found: found[1] + lines, rules.read_text(encoding="utf-8")), encoding="utf-8")
    return find_game(str(home))(**more)


def played(game, capsys, *typed, then="#1"):
    """A match of a person against a random seat: its result, and what the person saw."""
    names = ["human", "random"]
    screen = Screen(Terminal(80, False, str), Typist(*typed, then=then))
    seats = [BotSeat(Human(game, names, screen), "human", random.Random(0)), RandomSeat(seat_rng(b"boards", 1))]
    result = play_match(game, seats, secret=b"boards")
    assert not result.data["faults"]
    printed = capsys.readouterr().out
    assert max(map(columns_of, printed.splitlines())) <= 80
    return result, printed


def test_what_the_game_draws_stands_above_the_list_of_places(tmp_path, capsys):
    _, printed = played(drawing(tmp_path), capsys, "4", "table")
    first = printed.index("\n. . .\n. . .\n. . .\nseen by 0\n\n")
    assert first < printed.index("\nbox  ")
    assert "\n. . .\n. X .\n" in printed
    assert printed.count("seen by 0\n") > printed.count("put: type one of these") - 1
    assert "unknown" not in printed


def test_each_seat_is_drawn_what_it_sees_and_everything_open_is_drawn_for_seat_0(tmp_path):
    game = drawing(
        tmp_path, 'zone = view["zones"]["box"]', "return f\"{view['seat']} {zone['size']} {zone.get('cards')}\""
    )
    table = game.table()
    pictures = Pictures(game)
    assert [pictures.lines(view_of(table, player)) for player in table.players] == [["0 1 None"], ["1 1 None"]]
    assert pictures.lines(open_view(table)) == ["0 1 ['X']"]
    assert not pictures.fault


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('return view["zones"]["bord"]', r"rules\.py:(\d+): KeyError: 'bord'"),
        ("return 3", r"rules\.py:(\d+): TypeError: draw gives 3, and a text is wanted"),
        ('raise ValueError("\\x1b[2J\\n" * 900)', r"rules\.py:(\d+): ValueError: "),
    ],
)
def test_a_draw_that_fails_is_told_once_with_its_place_and_the_match_goes_on(tmp_path, capsys, line, said):
    game = drawing(tmp_path, line)
    result, printed = played(game, capsys)
    assert result.reason == "three"
    told = re.findall(f"^draw: {said}", printed, re.MULTILINE)
    assert len(told) == 1
    text = (tmp_path / "three" / "rules.py").read_text(encoding="utf-8").splitlines()
    assert "draw" in text[int(told[0]) - 1] or line in text[int(told[0]) - 1]
    assert "without this picture" in " ".join(printed.split())
    assert printed.count("put: type one of these") > 1
    assert "\x1b" not in printed


def test_draw_cannot_change_what_is_seen(tmp_path):
    game = drawing(tmp_path, 'view["scalars"].clear()', 'view["zones"]["box"]["size"] = 9', 'return "drawn"')
    table = game.table()
    view = view_of(table, table.players[0])
    before = repr(view)
    assert list(TableView(game, ["a", "b"], Terminal(80, False, str)).picture(view)) == ["drawn", ""]
    assert repr(view) == before


def test_a_picture_is_cut_with_a_mark_and_moves_no_cursor(tmp_path):
    wide = "王" * 50
    game = drawing(
        tmp_path,
        f'return "{wide}\\n" + "x" * 80 + "\\n" + "y" * 81 + "\\n\\x1b[31mred\\t|\\u202e\\n\\n" + "z\\n" * 400',
    )
    table = game.table()
    lines = list(TableView(game, ["a", "b"], Terminal(80, False, str)).picture(view_of(table, table.players[0])))
    assert lines[:5] == ["王" * 39 + "…", "x" * 80, "y" * 79 + "…", "\\x1b[31mred        |\\u202e", ""]
    assert max(map(columns_of, lines)) <= 80
    assert lines[-2:] == [f"… and {405 - MOST_LINES} lines more", ""]
    assert len(lines) == MOST_LINES + 2
    assert [columns_of(each) for each in ("ab", "王a", "e\u0301")] == [2, 3, 1]
    assert [cut("abc", 3), cut("abcd", 3), cut("王王", 3), cut("abcd", 3, "...")] == ["abc", "ab…", "王…", "..."]


def test_a_board_that_nobody_draws():
    cells = {
        "board a1": {"cards": []}, "board b1": {"cards": ["X"]}, "board a2": {"cards": ["X", "O", "knight"]},
        "board b2": {"size": 0}, "board a10": {"size": 1}, "board b10": {"size": None}, "board a3": {"size": 4},
        "board b3": {"cards": [{"card": "\x1b王", "marks": ["up"], "link": 0}]},
    }  # fmt: skip
    view = {"seat": 0, "zones": {"stock": {"size": 3}, "hand": [{"cards": ["b1"]}], **cells}}
    assert list(boards(view)) == [
        "10 ?        ?",
        " 3 4:?      \\x1b王",
        " 2 3:knight .",
        " 1 .        X",
        "   a        b",
    ]
    assert list(boards({"zones": {"stock": {"size": 3}}})) == []
    both = {"left_side aa1": {"cards": []}, "left_side z1": {"cards": []}, "right a1": {"cards": ["Q"]}}
    assert list(boards({"zones": both})) == ["left side:", "1 . .", "  z aa", "right:", "1 Q", "  a"]


def test_nobody_is_told_apart_from_hidden(tmp_path):
    game = drawing(tmp_path)
    table = game.table()
    table.secret[table.players[1]] = "s1"
    table.secret[table.players[0]] = "s0"
    table.rival[table.players[1]] = table.players[0]
    view = view_of(table, table.players[0])
    told = "\n".join(TableView(game, ["a", "b"], Terminal(80, False, str)).lines(view))
    assert re.search(r"0 +you +s0 +nobody\b", told)
    assert re.search(r"1 +b +\? +seat 0\b", told)
    assert "cells nobody, nobody" in told.replace("\n", " ")
    assert "unknown" not in told


def test_pictures_at_a_real_terminal_and_in_a_replay_that_stops(tmp_path, monkeypatch):
    write_three(tmp_path / "games" / "three")
    monkeypatch.chdir(tmp_path)
    code, shown = at_terminal(
        "play", "three", "--seats", "human,random", "--seed", "1", "--record", "m.jsonl", typed=["4"]
    )
    assert code == 0, shown
    assert ". . .\n. . .\n. . .\nseen by 0\n\nbox  1 card" in shown
    assert "\n. X .\n" in shown
    for seat in ("0", "1"):
        code, shown = at_terminal("replay", "m.jsonl", "--step", "--seat", seat, typed=["", "", "r"])
        assert code == 0, shown
        assert f"\n. . .\n. X .\n. . .\nseen by {seat}\n" in shown
    code, shown = at_terminal("replay", "m.jsonl", "--step", typed=["r"])
    assert "\n. . .\n. . .\n. . .\nseen by 0\n" in shown


def test_how_a_table_is_drawn_is_no_rule(tmp_path):
    line = "breakpoint"
    game = drawing(tmp_path, f"return str({line})")
    assert "draw" not in functions_of(type(game))
    assert {"deal", "step"} <= set(functions_of(type(game)))
    assert strange_rule(game) is None
    home = write_three(tmp_path / "other" / "three", ("me = t.mover\n", f"me = t.mover if {line} else None\n"))
    assert "breakpoint" in str(strange_rule(find_game(str(home))()))


@pytest.mark.parametrize(
    "rule",
    [
        "    def draw(self, t: ThreeTable) -> Rule[None]:\n        return t.shuffle(t.box)\n",
        "    def draw(self, t: ThreeTable):\n        yield from t.shuffle(t.box)\n",
        "    def draw(self, t: ThreeTable, number: int) -> int:\n        return number\n",
    ],
)
def test_a_rule_that_is_called_draw_is_no_picture(tmp_path, capsys, rule):
    home = write_three(tmp_path / "three", ("    def draw(", "    def other_picture("))
    text = (home / "rules.py").read_text(encoding="utf-8")
    (home / "rules.py").write_text(text + "\n" + rule, encoding="utf-8")
    game = find_game(str(home))()
    assert "draw" in functions_of(type(game))
    _, printed = played(game, capsys)
    assert "draw:" not in printed
    assert "seen by" not in printed


def test_a_board_at_a_real_terminal(tmp_path, monkeypatch):
    write_three(tmp_path / "games" / "three", *ON_A_BOARD)
    monkeypatch.chdir(tmp_path)
    code, shown = at_terminal("play", "three", "--seats", "human,random", "--seed", "1", typed=["B2", "d4", "b"])
    assert code == 0, shown
    assert "\n3 . . .\n2 . . .\n1 . . .\n  a b c\n\nbox  9 cards\n" in shown
    assert "\n2 . X .\n" in shown
    assert re.search("^it is one of [abc][123], ", shown, re.MULTILINE)
    assert re.search("last [abc][123]$", shown, re.MULTILINE)
    assert not re.search("^board", shown, re.MULTILINE)
    assert max(map(len, shown.splitlines())) <= 80
