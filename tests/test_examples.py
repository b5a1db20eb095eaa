"""The format of worked examples: what is right passes, what is wrong is said in one line with its place."""

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.kernel import BadInput
from referee.kernel.game import rules_of
from referee.play.examples import check_example, check_examples, load_examples
from tests.bad_games.small import Small
from tests.test_spaces import RowGame

ROOT = Path(__file__).resolve().parent.parent
ESCALATION = find_game("escalation")
SOUND = """
[[example]]
name = "two"

clauses = ["X-4"]
players = 3
rest = "aside"
table = { hand = ["2 9", "Q", "8"], middle = "J", total = 11, mover = 0, opening = false }
answers = ["0 turn: special 2"]
expect = { total = 11, mover = 1, "hand 0" = "9", hand = ["?", "Q", "8"] }
"""


def check(text, tmp_path, game=ESCALATION):
    file = tmp_path / "my.examples.toml"
    file.write_text(text, encoding="utf-8")
    return [difference for shown in check_examples(game, file) for difference in shown.differences]


def test_a_sound_example_holds(tmp_path):
    assert check(SOUND, tmp_path) == []


def changed(old, new):
    assert old in SOUND
    return SOUND.replace(old, new)


ANSWER = 'answers = ["0 turn: special 2"]'
EXPECT = 'expect = { total = 11, mover = 1, "hand 0" = "9", hand = ["?", "Q", "8"] }'
DIFFERENCES = {
    "scalar": (changed("total = 11, mover = 1", "total = 12, mover = 1"), "total is 11, expected 12"),
    "player": (changed("mover = 1", "mover = 2"), "mover is 1, expected 2"),
    "zone": (changed('"hand 0" = "9"', '"hand 0" = "9 9"'), "hand 0 is 9, expected 9 9"),
    "empty": (changed('"hand 0" = "9"', '"hand 0" = ""'), "hand 0 is 9, expected empty"),
    "size": (changed(EXPECT, "expect.sizes.middle = 3"), "the size of middle is 2, expected 3"),
    "direction": (changed(EXPECT, 'expect.direction = "right"'), "direction is 'left', expected 'right'"),
    "money": (changed(EXPECT, "expect.money = [0, 1, 0]"), "money 1 is 0, expected 1"),
    "turns": (changed(EXPECT, "expect.turns = 2"), "turns is 1, expected 2"),
    "not over": (changed(EXPECT, "expect.ranks = [1, 2, 2]"), "ranks: the match is not over"),
    "ended": (changed(EXPECT, "expect.ended = true"), "ended is False, expected True"),
    "stuck": (changed(EXPECT, 'expect.stuck = "X-2"'), "the rules do not break down at X-2"),
    "missing": (changed(EXPECT, 'expect.missing = "rate"'), "play does not come to the missing rule of rate"),
    "seat": (changed("0 turn:", "1 turn:"), "seat 0 is asked 'turn'; answer 1, '1 turn: special 2', is for another"),
    "ask": (changed("0 turn:", "0 lead:"), "is for another question"),
    "for": (changed("0 turn:", "0 for 2 turn:"), "is for another question"),
    "illegal": (
        changed("special 2", "special 3"),
        "is not allowed: 3 may not be chosen here; allowed: 'special 2', 'take'",
    ),
    "too few answers": (changed(ANSWER, "answers = []"), "seat 0 is asked 'turn', and there are no more answers"),
    "too many answers": (
        changed(ANSWER, 'steps = 1\nanswers = ["0: special 2", "1: take"]'),
        "answer 2 of 2, '1: take', was not asked for",
    ),
    "too much chance": (
        changed(ANSWER, ANSWER + '\nsteps = 1\nchance = ["9"]'),
        "outcome 1 of 1, '9', was not asked for",
    ),
    "too little chance": (
        changed('rest = "aside"', 'rest = "stock"'),
        "X-6: 'chance' has no outcome for a draw of 5 from stock",
    ),
    "impossible chance": (
        changed('rest = "aside"', 'rest = "stock"\nchance = ["8 8 8 8 7"]'),
        "outcome 1, '8 8 8 8 7', is not possible",
    ),
    "asks": (
        changed(
            EXPECT,
            "[example.expect.asks]\n"
            'seat = 2\ncount = 9\nallowed = ["cards A"]\nrefused = ["take"]\noptions = ["cards Q", "cards A"]',
        ),
        "asks seat is 1, expected 2|asks count is 2, expected 9|may not answer 'cards A'"
        "|may answer 'take' to 'turn', and should not|'cards A' is not among the options|'take' is among the options",
    ),
    "sees": (
        changed(EXPECT, 'expect.sees = { 0 = { hand = ["9", 1, "8"] }, 1 = { "hand 0" = "hidden" } }'),
        "seat 0 sees of hand 2: 1, expected .'8'.|seat 1 sees of hand 0: 1, expected 'hidden'",
    ),
    "sees scalars": (
        changed(EXPECT, 'expect.sees = { 0 = { total = "hidden", mover = 1 }, 1 = { mover = 0 } }'),
        "seat 0 sees: total is 11, expected 'hidden'|seat 1 sees: mover is 1, expected 0",
    ),
    "hears": (
        changed(EXPECT, 'expect.hears = { 1 = [["move", "hand 0", "middle", ["3"]]] }'),
        r"seat 1 was not told \['move', 'hand 0', 'middle', \['3'\]\]",
    ),
    "told": (
        changed(EXPECT, "expect.told = { 1 = { move = [], pay = [] } }"),
        r"seat 1 was told of 'move': \[\['hand 0', 'middle', \['2'\]\]\], expected \[\] and no more",
    ),
    "unexpected fault": (
        changed('hand = ["2 9", "Q", "8"]', 'hand = ["2 9", "Q", "8"], stock = "A"')
        + 'readings.short-stock = "undefined"',
        "the rules stop: X-6: a case without a rule",
    ),
}


@pytest.mark.parametrize("name", DIFFERENCES)
def test_what_differs_is_said_in_one_line_with_its_place(name, tmp_path):
    text, messages = DIFFERENCES[name]
    found = check(text, tmp_path)
    for message in messages.split("|"):
        assert any(re.search(message, each) for each in found), (message, found)
    for each in found:
        assert each.startswith(f"{tmp_path / 'my.examples.toml'}:2: two: ")
        assert "\n" not in each


class Raises(Small):
    """A rule whose text goes wrong behind the first lay."""

    def lay_one(self, t, me):
        yield from super().lay_one(t, me)
        t.mover = t.middle.pile.faces


class RunsShort(Small):
    """Its sound twin in breaking down: the second card is not there."""

    def lay_one(self, t, me):
        yield from super().lay_one(t, me)
        t.move(t.middle.pile + t.middle.pile, t.middle, t.hand[me])


@pytest.mark.parametrize(("game", "differs"), [(Raises, True), (RunsShort, False)])
def test_rule_text_that_raises_is_not_what_an_example_expects_of_rules_that_break_down(game, differs, tmp_path):
    text = """
[[example]]
name = "one"
clauses = ["B-2"]
rest = "stock"
players = 2
table = { hand = ["2h", "3h"], mover = 0 }
chance = ["4h"]
answers = ["0: 4h"]
expect.stuck = true
"""
    found = check(text, tmp_path, game)
    assert bool(found) == differs, found
    if differs:
        assert "the rules do not break down at True but stop" in found[0]
        assert "the rule raises" in found[0]


WRONG = {
    "no toml": ("[[example", "my.examples.toml:1: "),
    "no example": ("", r"there is no \[\[example\]\]"),
    "no name": ("[[example]]\nclauses = []", ":1: an example is a table with a name"),
    "twice": (SOUND + SOUND, ":12: there are two examples 'two'"),
    "unknown entry": (changed("players = 3", "player = 3"), "there is no entry 'player'; did you mean 'players'"),
    "wrong type": (changed("players = 3", 'players = "3"'), "'players' is a whole number, not '3'"),
    "no clauses": (changed('clauses = ["X-4"]', "clauses = []"), "it names no clauses"),
    "unknown clause": (changed('"X-4"', '"X-44"'), "the rulebook has no clause 'X-44'"),
    "expects nothing": (changed(EXPECT, ""), "it expects nothing"),
    "deal and table": (changed("players = 3", "players = 3\ndeal = true"), "either dealt .* or laid out"),
    "players": (changed("players = 3", "players = 30"), "2 to 8 players, not 30"),
    "reading": (changed("players = 3", 'players = 3\nreadings = { rat = "x" }'), "has no reading 'rat'"),
    "setting": (changed("players = 3", "players = 3\nsettings = { cats = 1 }"), "no setting 'cats'"),
    "card": (changed('"2 9"', '"2 11"'), "'11' is no card of this game"),
    "too many cards": (changed('"2 9"', '"2 2 2 2 2"'), "there are only 4 cards '2'"),
    "zone": (changed("middle", "midle"), "there is no zone or scalar 'midle'; zones are: stock"),
    "seats": (changed('["2 9", "Q", "8"]', '["2 9", "Q"]'), "an entry for each of 3 players is wanted"),
    "seat of a scalar": (changed("mover = 0,", "mover = 3,"), "mover: a seat from 0 to 2 or 'nobody' is wanted, not 3"),
    "scalar": (changed("opening = false", "opening = 0"), "opening: something like True is wanted, not 0"),
    "rest": (changed('rest = "aside"', 'rest = "nowhere"'), "there is no place 'nowhere'"),
    "rest is named": (changed('rest = "aside"', 'rest = "middle"'), "47 cards of the pack lie nowhere"),
    "fillers": (changed('"2 9"', '"+50"'), "50 cards are to be filled in and only 49 are left"),
    "answer": (changed('"0 turn: special 2"', '"special 2"'), "an answer is 'SEAT: WORDS'"),
    "answer as data": (changed('"0 turn: special 2"', "{ seat = 0 }"), "an answer has a seat and an answer"),
    "expected zone": (changed('hand = ["?", "Q", "8"]', 'hend = "Q"'), "there is no zone or scalar 'hend'"),
    "expected card": (changed('"hand 0" = "9"', '"hand 0" = "99"'), "'99' is no card of this game"),
    "misspelt refusal": (changed(EXPECT, 'expect.asks.refused = ["cards Qu"]'), "'cards Qu' would be refused whatever"),
    "asks": (changed(EXPECT, 'expect.asks.refuse = ["take"]'), "not refuse"),
    "sees": (changed(EXPECT, "expect.sees.7.stock = 3"), "there is no seat '7'"),
    "under without reading": (changed(EXPECT, "under.a.total = 1"), "'reading' names the reading"),
    "unknown reading": (changed(EXPECT, 'reading = "x"\nunder.a.total = 1'), "there is no reading 'x'"),
    "unknown alternative": (
        changed(EXPECT, 'reading = "rate"\nunder.a.total = 1'),
        "rate is one of agreed, one-cent, not 'a'",
    ),
    "common": ("[common]\nname = 'x'\n" + SOUND, "there is no entry 'name'"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_played_as_written_is_bad_input_in_one_line(name, tmp_path):
    text, message = WRONG[name]
    with pytest.raises(BadInput, match=message) as caught:
        check(text, tmp_path)
    assert str(caught.value).startswith(str(tmp_path / "my.examples.toml"))
    assert "\n" not in str(caught.value)


def test_alternatives_that_come_out_alike_are_reported(tmp_path):
    text = changed(EXPECT, 'reading = "rate"\nunder.agreed = { total = 11 }\nunder.one-cent = { total = 11 }')
    assert check(text, tmp_path) == [
        f"{tmp_path / 'my.examples.toml'}:2: two (rate=agreed): comes out just like rate=one-cent"
    ]


def test_entries_of_an_example_come_before_common_ones(tmp_path):
    common = '[common]\nplayers = 2\nrest = "stock"\ntable = { total = 99, opening = true }\n'
    assert check(common + SOUND, tmp_path) == []
    assert load_examples(tmp_path / "my.examples.toml", ESCALATION)[0].cases[0].players == 3


def test_fillers_are_cards_that_stand_nowhere_else(tmp_path):
    text = changed('"2 9", "Q", "8"', '"2 9 +4", "+6", "8 +5"')
    text = text.replace(EXPECT, "expect = { sizes = { hand = [5, 6, 6], aside = 33 } }")
    assert check(text, tmp_path) == []


def test_a_file_that_is_not_there_is_bad_input(tmp_path):
    with pytest.raises(BadInput, match="cannot be read"):
        load_examples(tmp_path / "none.toml", ESCALATION)


def test_rows_lots_and_money_are_written_by_hand(tmp_path):
    text = """
[[example]]
name = "a row"
clauses = ["B-1"]
table = { line = ["2h", "3h", { card = "4h", link = 1 }, { card = "5h", link = 1 }], mover = 1, money = [3, -1] }
answers = ["1 lay: 5s"]
chance = ["5s"]
[example.expect]
line = ["2h", "3h", { card = "4h", link = 1 }, { card = "5h", link = 1 }]
middle = "5s"
money = [3, -1]
mover = 0
"""
    assert check(text, tmp_path, RowGame) == []
    found = check(text.replace('line = ["2h", "3h", { card', 'line = ["3h", "2h", { card', 2).replace(
        'table = { line = ["3h", "2h"', 'table = { line = ["2h", "3h"'), tmp_path, RowGame)  # fmt: skip
    assert len(found) == 1
    assert "line is 2h 3h" in found[0]


TURNS_TO_COME = """
[[example]]
name = "seats in a list"
clauses = ["F-8"]
players = 3
rest = "stock"
table = { mover = 2, wild = "3", exited = [false, true, false], last_turns = [2, 0], hand = ["4h", "", "5t"] }
chance = ["Kd", "Kh"]
answers = ["2 turn: discard Kd", "0 draw: stock"]
expect.asks = { seat = 0, ask = "turn" }
"""


def test_a_list_of_players_that_is_empty_on_a_new_table_is_written_in_seats(tmp_path):
    five_crowns = find_game("five-crowns")
    assert check(TURNS_TO_COME, tmp_path, five_crowns) == []
    with pytest.raises(BadInput, match="last_turns: a seat from 0 to 2"):
        check(TURNS_TO_COME.replace("[2, 0]", "[2, 3]"), tmp_path, five_crowns)


def test_a_deal_by_seed_is_the_same_every_time(tmp_path):
    text = '[[example]]\nname = "d"\nclauses = ["B-1"]\ndeal = true\nseed = 5\nexpect = { sizes = { hand = [2, 2] } }\n'
    assert check(text, tmp_path, Small) == []
    assert check(text.replace("hand = [2, 2]", "hand = [2, 3]"), tmp_path, Small)


@pytest.mark.parametrize(
    "block", re.findall(r"```toml\n(.*?)```", (ROOT / "docs/examples.md").read_text("utf-8"), re.DOTALL)
)
def test_the_examples_of_the_document_hold(block, tmp_path):
    tomllib.loads(block)
    if "[[example]]" in block:
        assert check(block, tmp_path) == []


BY_DEFAULT = """
[[example]]
name = "direction"
clauses = ["X-5"]
players = 3
rest = "aside"
table = { hand = ["9 9", "Q", "8"], middle = "J", total = 11, mover = 0, opening = false, direction = "right" }
answers = ["0: take", "0: cards 9"]
default_first = true
reading = "direction-after-taking"
under.unchanged = { mover = 2 }
under.clockwise = { mover = 1 }
"""


def test_what_is_the_default_is_played_without_being_named(tmp_path, monkeypatch):
    assert check(BY_DEFAULT, tmp_path) == []
    file = tmp_path / "my.examples.toml"
    (example,) = load_examples(file, ESCALATION)
    assert [dict(case.readings) for case in example.cases] == [{}, {"direction-after-taking": "clockwise"}]
    readings = rules_of(ESCALATION).readings
    changed_default = replace(readings["direction-after-taking"], default="clockwise")
    monkeypatch.setitem(readings, "direction-after-taking", changed_default)
    assert check_example(ESCALATION, example).differences, "a default that was changed behind its back is noticed"
    with pytest.raises(BadInput, match=r"default_first.* that of direction-after-taking is clockwise, not unchanged"):
        load_examples(file, ESCALATION)


def test_without_that_word_every_alternative_is_named(tmp_path):
    assert check(BY_DEFAULT.replace("default_first = true\n", ""), tmp_path) == []
    (example,) = load_examples(tmp_path / "my.examples.toml", ESCALATION)
    assert [dict(case.readings) for case in example.cases] == [
        {"direction-after-taking": "unchanged"}, {"direction-after-taking": "clockwise"},
    ]  # fmt: skip
