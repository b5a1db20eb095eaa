"""The human seat: what is typed, what is shown, and a whole match at a terminal."""

import io
import os
import random
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.bot import Bot, Option
from referee.cli import main
from referee.cli.card_names import Misread
from referee.cli.human import Human, Quit, Screen
from referee.cli.terminal import Terminal, plain_for
from referee.cli.typed import described, shown, understood
from referee.games.registry import find_game, games
from referee.kernel.cards import FRENCH_RANKS, FRENCH_SUITS, Deck, Values
from referee.kernel.numbers import Number
from referee.kernel.piles import OneOfPiles
from referee.kernel.players import Option as Word
from referee.kernel.players import Player, nobody
from referee.kernel.question_clauses import clauses_asking
from referee.kernel.rows import OneOfRow, SomeOfRow, shown_to
from referee.kernel.selections import EqualValue, OneCard, Selection
from referee.kernel.spaces import NOTHING, Arms, OneOf
from referee.play.bot import Ask
from referee.play.event_text import Narrator, plain_answer
from referee.play.referee import play_match, seat_rng
from referee.play.seats import BotSeat, RandomSeat
from referee.record.replay import replay
from tests.tiny import write_game

PROJECT = Path(__file__).resolve().parent.parent
RANKS = Deck.of(FRENCH_RANKS, FRENCH_SUITS, by_rank=True)
SUITED = Deck.of(FRENCH_RANKS, FRENCH_SUITS, jokers={"RJ": 1, "BJ": 1})
VALUES = Values.by_rank(RANKS, {"A": 14, "K": 13, "10": 10, "7": 7, "6": 6, "5": 6, "4": 6})


class Way(Word):
    CARDS = "cards"
    SPECIAL = "special"
    TAKE = "take"


def pile(deck, text):
    return deck.parse(text.split())


TURN = Arms(
    {
        Way.CARDS: EqualValue(VALUES, pile(RANKS, "4 5 5 7 7 10 K"), 7),
        Way.SPECIAL: OneCard(RANKS, pile(RANKS, "2 3 3")),
        Way.TAKE: NOTHING,
    }
)


# -- what is typed ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("7 7", ["cards", ["7", "7"]]),
        ("77", ["cards", ["7", "7"]]),
        ("7,7", ["cards", ["7", "7"]]),
        ("5 4 5", ["cards", ["4", "5", "5"]]),
        ("455", ["cards", ["4", "5", "5"]]),
        ("10", ["cards", ["10"]]),
        ("t", ["cards", ["10"]]),
        ("T", ["cards", ["10"]]),
        ("k", ["cards", ["K"]]),
        ("cards k", ["cards", ["K"]]),
        ("2", ["special", ["2"]]),
        ("Special 3", ["special", ["3"]]),
        ("spec 3", ["special", ["3"]]),
        ("take", ["take"]),
        ("TAKE", ["take"]),
        ("ta", ["take"]),
        ("#1", ["cards", ["10"]]),
    ],
)
def test_answers_with_ways_to_go_on(typed, meant):
    assert TURN.plain(understood(TURN, typed)) == meant


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("7", "7 is worth 7; more than 7 is wanted"),
        ("7 10", "7 10 are not of equal value"),
        (
            "7 7 7",
            "as cards: there is no other 7 that may be chosen here; as special: there is no 7 that may be chosen here",
        ),
        ("A", "there is no A that may be chosen here"),
        ("2 3", "2 3: 2 cards, and 1 wanted"),
        ("special", "type the cards"),
        ("cards", "type the cards"),
        ("take 7", "nothing goes with it: leave '7' away"),
        ("foo", "'foo' is no card of this game"),
        ("7♥", "'7♥' is no card of this game"),
        ("", "it is one of: cards, special, take"),
        ("#", "#: the answers are numbered #1 to #9"),
        ("#0", "#0: the answers are numbered #1 to #9"),
        ("#10", "#10: the answers are numbered #1 to #9"),
        ("#²", "#²: the answers are numbered #1 to #9"),
    ],
)
def test_wrong_answers_are_told_what_is_wrong(typed, said):
    with pytest.raises(Misread) as wrong:
        understood(TURN, typed)
    assert str(wrong.value) == said


def test_a_word_is_not_taken_for_a_number():
    ways = Arms({"fold": NOTHING, "raise": Number(4, 4), "all": Number(1, 9)})
    for typed in ("check", "chek 4"):
        with pytest.raises(Misread, match=f"^'{typed}' is not possible now; it is one of: fold, raise, all$"):
            understood(ways, typed)
    with pytest.raises(Misread, match=r"^it is the number 4$"):
        understood(ways, "raise 5")
    assert understood(ways, "7") == ("all", 7)


def test_what_is_not_possible_now_is_told_apart():
    ways = Arms({Way.CARDS: EqualValue(VALUES, pile(RANKS, "7"), 9), Way.SPECIAL: OneCard(RANKS, 0), Way.TAKE: NOTHING})
    with pytest.raises(Misread, match="cards is not possible now; it is one of: take"):
        understood(ways, "cards")
    with pytest.raises(Misread, match="'7' is not possible now; it is one of: take"):
        understood(ways, "7")
    both = Arms({Way.CARDS: OneCard(RANKS, pile(RANKS, "7")), Way.SPECIAL: OneCard(RANKS, pile(RANKS, "7"))})
    with pytest.raises(Misread, match="several things: type 'cards 7' or 'special 7'"):
        understood(both, "7")
    assert understood(both, "special") == (Way.SPECIAL, pile(RANKS, "7"))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("10h 7s RJ", "7s 10h RJ"),
        ("th 7S rj", "7s 10h RJ"),
        ("10♥ 7♠ RJ", "7s 10h RJ"),
        ("h10 s7 rj", "7s 10h RJ"),
        ("♥️10 7s rj", "7s 10h RJ"),
        ("10h7srj", "7s 10h RJ"),
        ("10 7s 7h", "10h 7s 7h"),
        ("7 7 rj", "7s 7h RJ"),
    ],
)
def test_suits_as_people_write_them(typed, meant):
    space = Selection(SUITED, pile(SUITED, "7s 7h 10h KC RJ".replace("C", "c")), 3, 3)
    assert understood(space, typed) == pile(SUITED, meant)


def test_a_rank_that_may_be_several_cards_is_asked_back():
    space = Selection(SUITED, pile(SUITED, "7h 7s 7d"), 1, 2)
    with pytest.raises(Misread, match=r"7 can be 7♥ or 7♠ or 7♦: say which"):
        understood(space, "7")
    with pytest.raises(Misread, match=r"7♥ 7♠ 7♦: 3 cards, and 1 to 2 wanted"):
        understood(space, "7 7 7")
    assert understood(Selection(SUITED, pile(SUITED, "7h"), 0, 1), "none") == 0
    with pytest.raises(Misread, match="type the cards, or none"):
        understood(Selection(SUITED, pile(SUITED, "7h"), 0, 1), "")


def test_words_players_and_numbers():
    space = OneOf(["stock", Player.at(2), Player.at(3)])
    assert understood(space, "Stock") == "stock"
    assert understood(space, "3") is Player.at(3) is understood(space, "seat 3")
    assert understood(space, "st") == "stock"
    with pytest.raises(Misread, match="that could be seat 2 or seat 3: say which"):
        understood(space, "seat")
    with pytest.raises(Misread, match=r"it is one of stock, seat\s2, seat\s3"):
        understood(space, "4")
    assert understood(OneOf([1, 2, 12]), "12") == 12
    assert understood(NOTHING, "") is None


def test_a_way_that_takes_no_card_is_a_word_alone():
    space = Arms({"silent": NOTHING, "declare": Selection(SUITED, 0, 0, 0)})
    assert [shown(space, raw) for raw in space] == ["silent", "declare"]
    assert described(space) == "silent; declare"
    assert understood(space, "2") == ("declare", 0) == understood(space, "#2")
    assert understood(space, "declare") == ("declare", 0) == understood(space, "declare none")
    assert plain_answer(space.plain(("declare", 0))) == "declare"
    human = Human(find_game("escalation")(2), ["human", "random"], Screen(Terminal(80, False, str), Typist()))
    assert list(human.numbered(Ask("full suit", 0, space))) == ["  #1 silent    #2 declare"]


def test_where_players_are_named_a_number_is_a_seat(capsys):
    human = Human(find_game("escalation")(2), ["human", "random"], Screen(Terminal(80, False, str), Typist()))
    human.seat = 0
    space = OneOf(["stock", Player.at(2), Player.at(1)])
    human.show_question(Ask("declare", 0, space))
    assert capsys.readouterr().out == "declare: type one of these (? for help)\n  stock    seat 2   seat 1\n"
    assert understood(space, "1") is Player.at(1)


def test_every_answer_can_be_typed_as_it_is_shown():
    for space in (TURN, Selection(SUITED, pile(SUITED, "7h 7s 10h RJ"), 0, 3), OneOf(["a", Player.at(1)])):
        for raw in space:
            assert understood(space, shown(space, raw)) == raw


def test_spaces_in_words():
    assert described(TURN) == (
        "cards cards of equal value, worth more than 7 together, of: 4 5 5 7 7 10 K; special 1 card of: 2 3 3; take"
    )
    assert described(Selection(SUITED, pile(SUITED, "7h 7s"), 1, 5)) == "1 to 2 cards of: 7♥ 7♠"


# -- what is shown ----------------------------------------------------------------------------------------


class Typist:
    """Types one answer after the other, then whatever ``then`` gives for the options that are shown."""

    def __init__(self, *typed, then="#1"):
        self.typed, self.then = list(typed), then
        self.prompts = []

    def __call__(self, prompt):
        self.prompts.append(prompt)
        if not self.typed and self.then is None:
            raise EOFError
        return self.typed.pop(0) if self.typed else self.then


def play(capsys, *typed, game="escalation", players=3, then="#1", seats=(0,), **form):
    """A match with people in some seats, who type; the result and all that was printed."""
    rules = find_game(game)(players, **form)
    screen = Screen(Terminal(80, False, str), Typist(*typed, then=then), seats)
    names = ["human" if seat in seats else "random" for seat in range(players)]
    secret = b"people"
    sitting = [
        BotSeat(Human(rules, names, screen), "human", random.Random(0))
        if seat in seats
        else RandomSeat(seat_rng(secret, seat))
        for seat in range(players)
    ]
    result = play_match(rules, sitting, secret=secret)
    return result, capsys.readouterr().out


def test_a_whole_match_is_played_and_shown_within_80_columns(capsys):
    result, printed = play(capsys)
    assert not result.data["faults"]
    assert result.reason == "hand empty"
    assert max(map(len, printed.splitlines())) <= 80
    assert re.search(r"^-- Turn \d+, seat 0, play goes to the left -+$", printed, re.MULTILINE)
    assert re.search(r"^Your hand: [\dJQKA ]+$", printed, re.MULTILINE)
    assert re.search(r"^(lead|turn): type one of these, or #1, #2 … \(\? for help\)$", printed, re.MULTILINE)


def test_nothing_is_shown_that_the_seat_may_not_see(capsys):
    _, printed = play(capsys)
    drawn = re.findall(r"seats? [\d, and]+ (?:plays? [^,\n]*, )?draws? (.*)", " ".join(printed.split("\n")))
    assert drawn
    for each in re.findall(r"seat [12] [^\n]*draws ([^,\n]*)", printed):
        assert re.match(r"\d+ cards?$", each)
    assert not re.search(r"hand of seat", printed)


def test_help_tells_what_may_be_answered_and_the_clauses_behind_it(capsys):
    _, printed = play(capsys, "?", "help", "? X-7", "?x-7", "? stock", "? X-99", readings={"led-special": "own-rank"})
    assert printed.count("You may answer") == 2
    assert "X-2 Lead" in printed or "X-3 Beat" in printed
    assert "led-special = own-rank: " in printed
    assert printed.count("X-7 Win\n") == 2
    assert "stock: the face-down cards" in printed
    assert "has no clause 'X-99'" in printed


def test_hand_and_table_can_be_looked_at_again(capsys):
    _, printed = play(capsys, "hand", "table", "nonsense", "")
    assert len(re.findall(r"^Your hand: ", printed, re.MULTILINE)) >= 4
    assert "'nonsense' is no card of this game." in printed


def test_leaving_is_confirmed(capsys):
    with pytest.raises(Quit, match="you left the match"):
        play(capsys, "quit", "n", "quit", "y")


def test_the_end_of_the_input_leaves_the_match(capsys):
    with pytest.raises(Quit, match="standard input has ended"):
        play(capsys, then=None)


def test_people_who_share_a_terminal_do_not_see_each_others_hands(capsys):
    rules = find_game("escalation")(2)
    typist = Typist()
    screen = Screen(Terminal(80, False, str), typist, (0, 1))
    seats = [BotSeat(Human(rules, ["human"] * 2, screen), "human", random.Random(0)) for _ in range(2)]
    result = play_match(rules, seats, secret=b"people")
    assert not result.data["faults"]
    assert any("Pass the terminal to seat" in prompt for prompt in typist.prompts)


def test_more_than_a_dozen_answers_are_described_and_not_numbered(capsys):
    game = find_game("escalation")(2)
    human = Human(game, ["human", "random"], Screen(Terminal(80, False, str), Typist()))
    human.seat = 0
    human.show_question(Ask("set aside", 0, Selection(SUITED, SUITED.whole, 7, 7)))
    printed = capsys.readouterr().out
    assert re.search(r"set aside: type one of \d{8,} answers \(\? for help\)\n  7 cards of: 2♥ 3♥", printed)
    with pytest.raises(Misread, match="too many to be numbered"):
        understood(Selection(SUITED, SUITED.whole, 7, 7), "#1")


def test_a_question_with_one_answer_is_not_put():
    human = Human(find_game("escalation")(2), ["human", "random"], Screen(Terminal(80, False, str), Typist(then=None)))
    space = OneOf(["silent"])
    assert human.answer(None, Ask("claim", 0, space)) == Option(space, "silent")


def test_an_only_answer_is_told_unless_everybody_learnt_it(capsys):
    human = Human(find_game("escalation")(2), ["human", "random"], Screen(Terminal(80, False, str), Typist(then=None)))
    human.seat = 0
    human.start({"seat": 0})
    for event in (["shuffle", "stock"], None, ["open", 0, "claim", "silent"], ["shuffle", "stock"], None):
        if event is None:
            human.answer(None, Ask("claim", 0, OneOf(["silent"])))
        else:
            human.event(event)
    human.tell_events()
    assert capsys.readouterr().out.split("\n") == [
        "  the stock is shuffled",
        "  you answer claim: silent",
        "  the stock is shuffled",
        "  you answer claim: silent (there was no other answer)",
        "",
    ]


def test_help_tells_of_what_the_table_shows(capsys):
    human = Human(find_game("bpoker")(2), ["human", "random"], Screen(Terminal(80, False, str), Typist()))
    names = ("mover", "still", "declared at", "view")
    told = [" ".join("\n".join(human.rules.clause(name)).split()) for name in names]
    assert told[0] == "mover: a seat for all, seen by everybody."
    assert told[1].startswith(
        "still: Turns in a row at whose end nobody had a card that he could ever play. It is a value"
    )
    assert told[2].startswith("declared at: a value for every player, seen by everybody.")
    assert told[3].startswith("view: ")
    assert "has no clause 'nothing such'" in " ".join(human.rules.clause("nothing such"))


def test_who_reads_is_you_in_what_the_rules_tell():
    game = find_game("escalation")(2)
    events = [
        ["note", "trick", {"by": {"seat": 0}, "all": [{"seat": 0}, {"seat": 1}]}],
        ["tell", "peek", [1], {"of": 3}],
    ]
    assert list(Narrator(game, 0).lines(events)) == ["trick: by you, all you, seat 1", "told seat 1: peek: of 3"]
    assert next(Narrator(game, None).lines(events)) == "trick: by seat 0, all seat 0, seat 1"
    peeks = [["tell", "peek", [1], {"of": number}] for number in (3, 4)]
    assert list(Narrator(game, 0).lines(peeks)) == ["told seat 1: peek: of 3; peek: of 4"]
    loses = ["note", "loses-it", {"cards": ["6c", "10h"], "how": "at once"}]
    assert list(Narrator(find_game("bpoker")(2), 0).lines([loses])) == ["loses it: cards 6♣, 10♥, how at once"]


def test_a_word_that_is_an_answer_is_no_command():
    human = Human(find_game("escalation")(2), ["human", "random"], Screen(Terminal(80, False, str)))
    assert human.is_command("hand", TURN)
    assert not human.is_command("hand", Arms({"hand": NOTHING, "stock": NOTHING}))


class Parrot(Human):
    """Shows everything, then answers at random with what it has been shown, typed."""

    def answer(self, view, ask):
        option = ask.sample(self.rng)
        self.screen._read = lambda prompt: shown(ask.space, option.raw)
        answered = super().answer(view, ask)
        assert answered == option
        self.screen.say(self.help(ask))
        return answered


@pytest.mark.parametrize("name", [entry.name for entry in games()])
def test_every_game_can_be_played_by_typing_what_is_shown(name, capsys):
    game = find_game(name)()
    names = ["human", *["random"] * (game.players - 1)]
    screen = Screen(Terminal(80, False, str))
    for match in range(3):
        secret = b"parrot %d" % match
        seats = [BotSeat(Parrot(game, names, screen), "human", seat_rng(secret, 0))]
        seats += [RandomSeat(seat_rng(secret, seat)) for seat in range(1, game.players)]
        result = play_match(game, seats, secret=secret, turn_cap=40)
        assert not result.data["faults"]
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80


def test_cards_of_rows_and_piles_are_typed_by_name_or_place():
    table = find_game("bpoker")(2).table()
    row = table.table[table.players[0]]
    table.move(table.deck.parse(["9d", "9d", "10s"]), table.pot, row)
    nine, twin, ten = row.row
    one, some = OneOfRow(row, row.row), SomeOfRow(row, row.row, 0, 2)
    assert understood(one, "10s") == understood(one, "@3") == understood(one, "s10@3") == ten
    assert understood(some, "9d@2 10s") == (twin, ten)
    assert understood(some, "none") == ()
    assert [shown(some, answer) for answer in ((), (nine, ten))] == ["none", "9♦@1 10♠@3"]
    piles = OneOfPiles(table.deck, tuple(table.deck.parse(pair) for pair in (["4d", "4c"], ["4h", "4c"])))
    assert understood(piles, "4h 4") == piles.piles[1]
    for space, typed in (
        (one, "9d"),
        (one, "@4"),
        (one, "9d@3"),
        (some, "9d@x"),
        (some, "9d@1 9d@2 10s"),
        (piles, "4 4"),
    ):
        with pytest.raises(Misread):
            understood(space, typed)


def test_nobody_learns_by_typing_names_what_lies_in_a_row_that_he_does_not_see():
    table = find_game("bpoker")(2).table()
    row = table.table[table.players[0]]
    table.move(table.deck.parse(["9d", "9d", "10s"]), table.pot, row)
    row.seen_by = nobody
    space = OneOfRow(row, row.row)
    shown_to(space, table.players[1])
    assert understood(space, "3") == understood(space, "@3") == row.row[2]
    said = set()
    for name in ("9d", "10s", "4h", "10s@3", "4h@3"):
        with pytest.raises(Misread) as misread:
            understood(space, name)
        said.add(str(misread.value).removeprefix(name))
    assert said == {": a place is a number, as in @2"}


def test_a_game_without_a_rulebook_has_help_all_the_same(capsys, tmp_path):
    home = write_game(tmp_path / "tiny")
    rules = find_game(str(home))(2)
    (home / "rulebook.md").unlink()
    human = Human(rules, ["human", "random"], Screen(Terminal(80, False, str), Typist()))
    human.seat = 0
    text = "\n".join(human.help(Ask("say", 0, OneOf(["a", "b"]))))
    assert "You may answer (2 answers):\n  one of a, b\n" in text
    assert list(human.rules.clause("T-1")) == ["Tiny has no rulebook to show"]


def test_the_clauses_behind_a_question_are_read_off_the_rules():
    asking = clauses_asking(find_game("escalation"))
    assert asking["lead"] == ("X-2",)
    assert asking["turn"] == ("X-3", "X-4", "X-5")


def test_suits_have_a_plain_form_where_the_terminal_has_no_others(capsys):
    plain = plain_for(io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    human = Human(find_game("escalation")(2), ["human", "random"], Screen(Terminal(80, False, plain), Typist()))
    human.seat = 0
    human.show_question(Ask("pass", 0, OneCard(SUITED, pile(SUITED, "7h 10s"))))
    assert "#1 7h    #2 10s" in capsys.readouterr().out


# -- at a terminal ----------------------------------------------------------------------------------------


PROMPT = r"(?:(?<=\n)> |\(y/N\) |q: leave > )"


def at_terminal(*arguments, typed, otherwise=lambda asked: "#1", timeout=30):
    """Run the command at a pseudo-terminal and type a line at each prompt; the exit code and what was shown.

    ``otherwise`` reads what is typed when ``typed`` is over off what was shown since the prompt before.
    """
    pty = pytest.importorskip("pty", reason="NOT RUN: no pseudo-terminals here")
    ours, theirs = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(PROJECT), "TERM": "xterm", "COLUMNS": "80", "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "referee", *arguments]
    running = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
    )
    os.close(theirs)
    shown, answered, asked, until = "", 0, 0, time.monotonic() + timeout
    try:
        while time.monotonic() < until:
            if not select.select([ours], [], [], 0.1)[0]:
                continue
            try:
                got = os.read(ours, 65536)
            except OSError:  # Linux: the other end is closed
                break
            if not got:
                break
            shown += got.decode(errors="replace")
            plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)
            prompts = len(re.findall(PROMPT, plain))
            if prompts > answered and re.search(f"(?:{PROMPT})$", plain):
                answered = prompts
                line = typed.pop(0) if typed else otherwise(plain[asked:])
                asked = len(plain)
                if line == "\x03":
                    time.sleep(0.3)  # readline shows its prompt a little before it listens
                    os.killpg(running.pid, signal.SIGINT)
                else:
                    os.write(ours, line.encode() + b"\n")
        return running.wait(timeout=10), re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown).replace("\r", "")
    finally:
        if running.poll() is None:
            running.kill()
            running.wait()
        os.close(ours)


def test_a_match_at_a_terminal(tmp_path):
    record = tmp_path / "m.jsonl"
    seats = "human,random,random,random"
    code, shown_there = at_terminal(
        "play", "escalation", "--seats", seats, "--seed", "5", "--record", str(record), typed=["foo", "?", "hand"]
    )
    assert code == 0, shown_there
    assert "'foo' is no card of this game." in shown_there
    assert "You may answer" in shown_there
    assert re.search(r"Escalation: seat \d \(\w+\) wins after \d+ turns", shown_there)
    assert record.exists()


def answer_in(asked):
    """One of the answers that are shown; the example of the help, where they are too many."""
    for pattern in (
        r"(#\d+)(?= |$)",
        r"Such as '([^']*)'",
        r"a number from (-?\d+)",
        r"  one of ([^,\n]+)",
        r"these [^\n]*\n  (\w+(?: \d+)?)",
    ):
        if found := re.search(pattern, asked, re.MULTILINE):
            return found[1]
    return "?"


@pytest.mark.parametrize("name", [entry.name for entry in games()])
@pytest.mark.every(3)
def test_a_match_that_is_left_at_a_terminal_is_kept_and_gone_on_with(name, tmp_path, monkeypatch):
    """By the word, by Ctrl-D and by Ctrl-C; it is played to its end, and its record is that of one match."""
    monkeypatch.chdir(tmp_path)
    match = [name, "--seats", "human,random,random", "--seed", "7", "--turn-cap", "8"]
    code, said = at_terminal("play", *match, typed=["quit", "n", "quit", "y"])
    assert code == 3, said
    assert "referee: you left the match: the match is kept in .referee/left/" in said
    (kept,) = (tmp_path / ".referee" / "left").iterdir()
    resume = ["play", "--resume", str(kept.relative_to(tmp_path))]
    assert f"  referee {' '.join(resume)}\n" in said
    assert replay(kept.read_bytes(), "it").result["reason"] == "left"
    for key, why in (("\x04", "standard input has ended"), ("\x03", "interrupted")):
        code, said = at_terminal(*resume, typed=[key])
        assert code == 3, said
        assert re.search(r"taken\s+up\s+again\s+after\s+\d+\s+turns?\.", said)
        assert f"referee: {why}: the match is kept in {resume[-1]}; go on with\n" in said
    code, said = at_terminal(*resume, typed=[], otherwise=answer_in)
    assert code == 0, said
    assert max(map(len, said.splitlines())) <= 80
    result = replay(kept.read_bytes(), "it").result
    assert result["ranks"]
    assert not result["faults"]


BOT = """from referee.bot import Bot


class Any(Bot):
    def answer(self, view, ask):
        return ask.sample(self.rng)
"""


def refused(*arguments):
    told = CliRunner(env={"COLUMNS": "80"}).invoke(main, [*map(str, arguments)], prog_name="referee")
    assert told.exit_code == 2, told.output
    assert told.stderr.count("\n") == 1
    return told.stderr


def test_what_cannot_be_gone_on_with_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    game = find_game("escalation")(2)
    bots = [RandomSeat(seat_rng(b"x", seat)) for seat in (0, 1)]
    Path("whole.jsonl").write_bytes(play_match(game, bots, record=True, turn_cap=4).record)
    assert "whole.jsonl: the match is over: there is nothing to go on with" in refused(
        "play", "--resume", "whole.jsonl"
    )
    assert "--resume takes game, seed," in refused("play", "escalation", "--resume", "whole.jsonl")
    assert "cannot be read: there is no such file" in refused("play", "--resume", "nothing.jsonl")
    assert "what is to be played?" in refused("play")

    class Leaver(Bot):
        def answer(self, view, ask):
            raise KeyboardInterrupt

    kept = []
    seats = [BotSeat(Leaver(), "trusted:bot.py", random.Random(1)), bots[1]]
    with pytest.raises(KeyboardInterrupt):
        play_match(game, seats, record=True, turn_cap=4, on_leave=kept.append)
    Path("left.jsonl").write_bytes(kept[0])
    said = "say that you trust it with --seats trusted:bot.py,random"
    assert said in " ".join(refused("play", "--resume", "left.jsonl").split())
    assert "was left by trusted:bot.py,random" in refused("play", "--resume", "left.jsonl", "--seats", "random,random")
    Path("bot.py").write_text(BOT, "utf-8")
    again = ["play", "--resume", "left.jsonl", "--seats", "trusted:bot.py,random", "--record", "whole.jsonl"]
    assert CliRunner().invoke(main, again, prog_name="referee").exit_code == 0
    assert replay(Path("whole.jsonl").read_bytes(), "it").result["ranks"]
    assert replay(Path("left.jsonl").read_bytes(), "it").result["reason"] == "left"
