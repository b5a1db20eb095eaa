"""What the terminal says of co-operative games, of cards in rows, of long lists and of wide characters."""

import json
import os
import random
import re
import subprocess
import sys
import unicodedata
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import click
import pytest
from click.testing import CliRunner
from wcwidth import wcswidth

from referee.bot import Bot
from referee.cli import main
from referee.cli.human import Human, Screen
from referee.cli.terminal import Terminal, is_styled, say, visible
from referee.cli.typed import understood
from referee.games.registry import find_game
from referee.kernel.cards import Card, Deck
from referee.kernel.piles import OneOfPiles
from referee.kernel.places import rows
from referee.kernel.players import everybody, owner
from referee.kernel.requests import Choice
from referee.kernel.rows import OneOfRow, SomeOfRow
from referee.kernel.spaces import NOTHING, Arms, OneOf
from referee.kernel.views import seen
from referee.play.bot import Ask
from referee.play.described_spaces import space_of
from referee.play.event_text import Narrator, plain_answer, pretty_cards, told_to_people, typed_answer
from referee.play.narration import narrated
from referee.play.referee import play_match
from referee.play.seats import BotSeat
from referee.play.story import question_of

PROJECT = Path(__file__).resolve().parent / "games"
HANABI = str(PROJECT / "games" / "hanabi")


def run(*arguments):
    told = CliRunner(env={"COLUMNS": "80"}).invoke(main, [*map(str, arguments)], prog_name="referee")
    assert told.exit_code == 0, told.output
    return told.stdout


# -- co-operative games -----------------------------------------------------------------------------------

SMALL = ("--seats", "random,random", "--set", "suits=1", "--set", "ranks=2", "--set", "hand=2")


def scores_one_by_one(wanted):
    matches = [run("play", HANABI, *SMALL, "--seed", f"s/{each}", "--json", "-") for each in range(1, wanted + 1)]
    return [json.loads(match)["match"]["payoffs"][0] for match in matches]


def test_matches_of_a_cooperative_game_are_summed_up_by_their_score_and_its_goal():
    scores = scores_one_by_one(12)
    reached = scores.count(2)
    assert 0 < reached < 12, "else nothing is counted here"
    summed = json.loads(run("play", HANABI, *SMALL, "--seed", "s", "--matches", 12, "--json", "-"))["summary"]
    together = summed["together"]
    assert together["score"]["mean"] == pytest.approx(sum(scores) / 12)
    assert (together["score"]["least"], together["score"]["best"]) == (min(scores), max(scores))
    assert (together["goal"], together["reached"]) == (2, reached)
    shown = run("play", HANABI, *SMALL, "--seed", "s", "--matches", 12)
    heads, _, row = shown.split("\n")[2:5]
    assert heads.split() == ["mean", "score", "95", "%", "interval", "least", "best", "goal", "reached"]
    assert row.split()[0] == f"{sum(scores) / 12:.1f}"
    assert row.split()[4:] == [str(min(scores)), str(max(scores)), "2", str(reached), "of", "12"]
    assert "won" not in shown
    assert "payoff" not in shown


def test_one_match_of_it_is_told_by_its_score():
    scores = scores_one_by_one(3)
    told = [run("play", HANABI, *SMALL, "--seed", f"s/{number}") for number in (1, 2, 3)]
    assert [each.split(" after ")[0] for each in told] == [f"Hanabi: all score {score} of 2" for score in scores]


def test_matches_of_other_games_are_summed_up_by_who_has_won():
    how = ("play", "escalation", "--seats", "random,random", "--matches", 2, "--seed", "s")
    shown = run(*how)
    assert "won" in shown
    assert "goal" not in shown
    assert json.loads(run(*how, "--json", "-"))["summary"]["together"] is None


# -- cards in rows ----------------------------------------------------------------------------------------


class Listener(Bot):
    def start(self, info):
        self.answers = []

    def event(self, event):
        if event[0] == "open":
            self.answers.append(event)

    def answer(self, view, ask):
        return ask.sample(self.rng)


def answers_in(record):
    entries = [entry for line in record.splitlines()[1:] for entry in json.loads(line).get("did", ())]
    return [entry for entry in entries if entry[0] == "open"]


def of_a_match(bot, *, is_human):
    """What a bot in seat 0 is told, and the record."""
    seats = [
        BotSeat(bot, "one", random.Random(1), is_human=is_human),
        BotSeat(Listener(), "other", random.Random(2)),
    ]
    return play_match(find_game(HANABI)(2), seats, secret=bytes(32), record=True).record


def test_a_person_is_told_what_people_type_and_a_bot_the_data():
    person, bot = Listener(), Listener()
    data = answers_in(of_a_match(person, is_human=True))
    assert answers_in(of_a_match(bot, is_human=False)) == data
    assert bot.answers == data[: len(bot.answers)]
    in_rows = [("play", "discard").count(entry[3][0]) for entry in data[: len(person.answers)]]
    assert 0 < sum(in_rows) < len(in_rows)
    for told, (*about, (way, what)), in_row in zip(person.answers, data, in_rows, strict=False):
        assert told == [*about, [way, f"@{what + 1}" if in_row else what]]
    (line,) = Narrator(find_game(HANABI)(2), None).lines([person.answers[in_rows.index(1)]])
    assert re.fullmatch(r"seat \d answers turn: (play|discard) @\d", line)


def test_the_story_names_cards_in_rows_as_they_are_typed():
    record = of_a_match(Listener(), is_human=False)
    lines = [line.partition("turn: ")[2] for line in narrated(record, "it", find_game(HANABI)) if "is asked" in line]
    told = [line.partition(" (of ")[0] for line in lines]
    played = [(at, what + 1) for at, (*_, (way, what)) in enumerate(answers_in(record)) if way == "play"]
    assert played
    assert [told[at] for at, _ in played] == [f"play @{place}" for _, place in played]


def test_replay_tells_the_same_and_its_json_keeps_the_data(tmp_path, monkeypatch):
    monkeypatch.chdir(PROJECT)
    record, data = tmp_path / "match.jsonl", tmp_path / "match.json"
    run("play", "hanabi", "--seats", "random,random", "--seed", 5, "--record", record)
    shown = run("replay", record, "--json", data)
    places = [what for *_, (way, what) in answers_in(record.read_bytes()) if way == "play"]
    assert places
    assert shown.count("is asked turn: play @") == len(places)
    told = [event for step in json.loads(data.read_text("utf-8"))["steps"] for event in step["events"]]
    assert [event[3][1] for event in told if event[0] == "open" and event[3][0] == "play"] == places


def test_what_is_told_can_be_typed():
    table = find_game(HANABI)(2).table()
    row = table.hand[table.players[0]]
    table.lay(table.deck.parse(["1h", "2h", "3s"]), table.stock, row)
    for space in (OneOfRow(row, row.row), SomeOfRow(row, row.row, 0, 3), Arms({"play": OneOfRow(row, row.row)})):
        for answer in space:
            typed = plain_answer(typed_answer(space, space.plain(answer), answer))
            assert understood(space, typed) == answer, typed


@pytest.mark.parametrize("seen_by", [everybody, owner])
def test_cards_of_an_open_row_are_told_by_name_to_whoever_sees_them(seen_by):
    class Shop(find_game(HANABI).table_class):
        goods = rows(seen_by=seen_by)

    class Shopping(find_game(HANABI)):
        table_class = Shop

    table = Shopping(2).table()
    mine, other = table.players
    row = table.goods[mine]
    table.lay(table.deck.parse(["1h", "2h", "3h"]), table.stock, row)
    some = SomeOfRow(row, row.row, 0, 3)
    choice = Choice(table, mine, mine, "buy", Arms({"buy": OneOfRow(row, row.row), "all": some}))
    answer = ("buy", row.row[1])
    told = question_of(choice, answer).text(Narrator(table.game, None))
    assert "asked buy: buy 2♥@2 (of buy 1♥@1 / 2♥@2 / 3♥@3 or all / 1♥@1 /" in told
    entry = ("open", choice, choice.space.plain(answer), answer)
    table.move(row.row[0], row, table.stock)
    heard = [told_to_people(table, entry, each)[3] for each in (None, mine, other)]
    assert heard == [["buy", "2♥@2"], ["buy", "2♥@2"], ["buy", "2♥@2" if seen_by is everybody else "@2"]]
    assert seen(table, entry, other)[3] == ["buy", 1]


@pytest.mark.parametrize("sees", [True, False])
def test_an_option_of_a_bot_names_the_cards_of_a_row_that_its_seat_sees(sees):
    table = find_game(HANABI)(2).table()
    mine, other = table.players
    row = table.hand[mine]
    table.lay(table.deck.parse(["1h", "2h", "3h"]), table.stock, row)
    one, some = OneOfRow(row, row.row), SomeOfRow(row, row.row, 0, 2)
    one.viewer = some.viewer = other if sees else mine
    for space in (Arms({"buy": one, "all": some, "none": NOTHING}), one, some):
        for asked in (space, space_of(space.describe())):
            named = {str(each.plain): each.cards for each in Ask("buy", 0, asked).options()}
            for plain, cards in named.items():
                places = [int(each) for each in plain if each.isdigit()]
                assert cards == (tuple(["1h", "2h", "3h"][place] for place in places) if sees else ())


# -- long lists -------------------------------------------------------------------------------------------


class Bid(NamedTuple):
    number: int
    face: int


BIDS = [Bid(number, face) for number, face in product(range(1, 21), range(1, 7))]


@pytest.mark.parametrize("width", [30, 41, 80])
@pytest.mark.parametrize("space", [OneOf(BIDS), Arms({"bid": OneOf(BIDS), "doubt": NOTHING})], ids=["alone", "arm"])
def test_long_lists_are_wrapped_between_their_options(width, space):
    human = Human(find_game("escalation")(2), ["human", "random"], Screen(Terminal(width, False, str)))
    lines = list(human.described(Ask("bid", 0, space)))
    listed = [line for line in lines if re.search(r"\d", line)]
    assert len(listed) > 5
    assert all(len(line) <= width for line in lines)
    assert all(line.endswith(",") for line in listed[:-1])
    found = [option.split("one of ")[-1].strip() for line in listed for option in line.split(",")]
    bids = [option for option in found if option and option[0].isdecimal()]
    assert bids == [f"{bid.number} {bid.face}" for bid in BIDS]


def test_piles_are_wrapped_between_each_other():
    game = find_game("effervesce")(2)
    piles = [game.deck.parse([f"{rank}h", f"{rank}s"]) for rank in game.deck.ranks]
    human = Human(game, ["human", "random"], Screen(Terminal(30, False, str)))
    lines = list(human.described(Ask("pair", 0, OneOfPiles(game.deck, piles))))
    assert len(lines) > 2
    assert [len(each.split()) for line in lines for each in line.split(";") if each.strip()] == [2] * len(piles)


# -- wide characters --------------------------------------------------------------------------------------


def columns_of(text):
    """One by one, for letters without marks."""
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)


def test_columns_stand_below_each_other_where_characters_are_wide():
    rows = [("日本語", 1, "五"), ("plain", 22, "x"), ("ｗｉｄｅ", 333, "花札 花札")]
    lines = Terminal(80, False, str).table(("player", "won", "cards"), rows, right=(1,)).split("\n")
    ends = [columns_of(line.split(text)[0] + text) for line, text in zip(lines[2:], ("1", "22", "333"), strict=True)]
    assert ends == [8 + 2 + 3] * 3
    marks = ("cards", "-" * 9, "五", "x", "花札")
    starts = [columns_of(line.split(text)[0]) for line, text in zip(lines, marks, strict=True)]
    assert starts == [8 + 2 + 3 + 2] * 5


def test_what_is_wide_is_no_wider_than_the_terminal():
    terminal = Terminal(40, False, str)
    lines = terminal.table(("a", "b"), [("名", "花札 " * 20), ("x", "plain " * 20)]).split("\n")
    assert max(map(columns_of, lines)) <= 40
    assert max(map(columns_of, terminal.wrapped("花札 " * 30))) <= 40


def test_a_letter_with_a_mark_takes_one_column():
    marked = "e\N{COMBINING ACUTE ACCENT}"
    lines = Terminal(80, False, str).table(("a", "b"), [(marked, "x"), ("ee", "x")]).split("\n")
    assert lines[-2:] == [f"{marked}   x", "ee  x"]


def test_columns_stand_below_each_other_behind_every_kind_of_wide_name():
    names = ["日本語", "👍", "👍🏽", "♥️", "☎️", "e\N{COMBINING ACUTE ACCENT}", "ｱ", "한국어", "plain"]
    terminal = Terminal(80, True, str)
    lines = terminal.table(("name", "n"), [(terminal.red(name), "x") for name in names]).split("\n")[2:]
    ends = {wcswidth(click.unstyle(re.sub(r"\x1b\[\d+;", "\x1b[", line)).removesuffix("x")) for line in lines}
    assert ends == {6 + 2}
    assert [visible(name) for name in names] == [wcswidth(name) for name in names]


def test_many_equal_cards_are_counted_where_nobody_types_them():
    deck = Deck([(Card("copper"), 60), (Card("gold"), 4)])
    cards = ["copper"] * 45 + ["gold"] * 4
    assert pretty_cards(cards, deck, counted=True) == "copper ×45 gold gold gold gold"
    assert pretty_cards(cards, deck) == " ".join(cards)


# -- colours ----------------------------------------------------------------------------------------------


@pytest.fixture
def colour(monkeypatch):
    """Whether a terminal, or a pipe, is shown colours under these variables."""

    def shown(**variables):
        for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        return [is_styled(SimpleNamespace(isatty=lambda tty=tty: tty)) for tty in (True, False)]

    return shown


def test_colours_are_where_there_is_a_terminal_unless_the_environment_says_otherwise(colour):
    assert colour() == colour(NO_COLOR="", FORCE_COLOR="") == colour(TERM="xterm") == [True, False]
    assert colour(NO_COLOR="1") == colour(NO_COLOR="1", FORCE_COLOR="1") == colour(TERM="dumb") == [False, False]
    assert colour(FORCE_COLOR="1") == colour(FORCE_COLOR="1", TERM="dumb") == [True, True]


def test_forced_colours_reach_a_pipe():
    code = "import sys; from referee.cli.terminal import Terminal, say; say(Terminal.of(sys.stdout).red('x'))"
    for forced, out in (("1", b"\x1b[31mx\x1b[39m"), ("", b"x")):
        env = {**os.environ, "NO_COLOR": "", "FORCE_COLOR": forced}
        ran = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True)
        assert ran.stdout.rstrip() == out


def test_a_style_ends_where_it_was_begun_and_within_its_line(capsys):
    terminal = Terminal(12, True, str)
    say(terminal.bold(f"a {terminal.red('b')} c"), *terminal.wrapped(terminal.green("one two three four")))
    red, on, off = "\x1b[31mb\x1b[39m", "\x1b[1m", "\x1b[22m"
    first, *rest = capsys.readouterr().out.splitlines()
    assert first == f"{on}a{off} {on}{red}{off} {on}c{off}"
    assert [click.unstyle(line) for line in rest] == ["one two", "three four"]
    assert all(line.endswith("\x1b[39m") for line in rest)
    say(*terminal.table(("x", "y"), [(terminal.red("one two three four"), "y")]).split("\n"))
    assert all(line.count("\x1b[31m") == line.count("\x1b[39m") for line in capsys.readouterr().out.splitlines())


def test_red_cards_are_red_and_black_ones_as_all_text(capsys):
    say(Terminal(80, True, str).cards("10♥ K♠ A♦ 3♣ 4★ RJ BJ ♥ Q"))
    red = [f"\x1b[31m{card}\x1b[39m" for card in ("10♥", "A♦", "RJ", "♥")]
    assert capsys.readouterr().out == f"{red[0]} K♠ {red[1]} 3♣ 4★ {red[2]} BJ {red[3]} Q\n"
    assert Terminal(80, False, str).cards("10♥ RJ") == "10♥ RJ"
    own = Terminal(80, True, str).bold("10♥ K♠")
    say(Terminal(80, True, str).cards(own))
    assert capsys.readouterr().out == f"\x1b[1m{red[0]}\x1b[22m \x1b[1mK♠\x1b[22m\n"
