"""Options that are tuples, suits, players, words: shown, typed, told and given to bots."""

import json
import random
import re
from enum import Enum
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.cli.card_names import Misread
from referee.cli.human import Human, Screen
from referee.cli.terminal import Terminal
from referee.cli.typed import described, shown, understood
from referee.games.registry import find_game
from referee.kernel.cards import FRENCH_SUITS, HEARTS, SPADES
from referee.kernel.numbers import Number
from referee.kernel.players import NO_PLAYER, Player
from referee.kernel.scalars import from_plain, to_plain
from referee.kernel.spaces import NOTHING, Arms, OneOf
from referee.play.bot import Ask, Option
from referee.play.described_spaces import space_of
from referee.play.event_text import plain_answer, plain_value
from referee.play.examples.notation import read_answer
from referee.play.options import meant, spoken, typed_forms
from tests.boards import BY_TUPLES, write_three
from tests.test_human import at_terminal


class Bid(NamedTuple):
    number: int
    face: int


class Offer(NamedTuple):
    bid: Bid
    to: Player


class Call(Enum):
    PASS = "pass"
    DOUBLE = "double it"


BIDS = OneOf([Bid(number, face) for number in (1, 2, 10) for face in (3, 5)])


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("2 5", Bid(2, 5)),
        ("2,5", Bid(2, 5)),
        ("number=2 face=5", Bid(2, 5)),
        ("face=5  Number=2", Bid(2, 5)),
        ("1 3", Bid(1, 3)),
        ("10 5", Bid(10, 5)),
        ("#2", Bid(1, 5)),
    ],
)
def test_a_typed_tuple_is_typed_by_its_values_or_by_its_fields(typed, answer):
    assert understood(BIDS, typed) == answer


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("2", "that could be 2 3 or 2 5: say which"),
        ("1", "that could be 1 3 or 1 5: say which"),
        ("face=3", "that could be 1 3 or 2 3 or 10 3: say which"),
        ("3 5", "it is number face, one of 1 3, 1 5, 2 3, 2 5, 10 3, 10 5"),
        ("suit=3", "it is number face, one of 1 3, 1 5, 2 3, 2 5, 10 3, 10 5"),
        ("5 2", "it is number face, one of 1 3, 1 5, 2 3, 2 5, 10 3, 10 5"),
        ("", "it is number face, one of 1 3, 1 5, 2 3, 2 5, 10 3, 10 5"),
        ("=", "it is number face, one of 1 3, 1 5, 2 3, 2 5, 10 3, 10 5"),
    ],
)
def test_what_is_no_typed_tuple_is_said(typed, said):
    with pytest.raises(Misread) as wrong:
        understood(BIDS, typed)
    assert str(wrong.value).replace("\N{NO-BREAK SPACE}", " ") == said


def test_as_much_as_tells_an_option_from_the_others_is_enough():
    some = OneOf([Bid(1, 3), Bid(1, 5), Bid(12, 4)])
    assert understood(some, "12") == Bid(12, 4) == understood(some, "face=4") == understood(some, "number=12")
    assert understood(OneOf([Bid(1, 3), Bid(12, 3)]), "1") == Bid(1, 3), "a whole word before one that begins so"


def test_suits_players_words_flags_and_tuples_of_them():
    suits = OneOf(FRENCH_SUITS)
    for typed in ("hearts", "h", "H", "♥", "hea"):
        assert understood(suits, typed) is HEARTS
    assert shown(suits, SPADES) == "spades"
    offers = OneOf([Offer(Bid(1, 2), Player.at(0)), Offer(Bid(1, 2), Player.at(1)), Offer(Bid(2, 1), Player.at(1))])
    for typed in ("1 2 1", "1 2 seat 1", "bid=1 2 to=1", "to=seat 1 bid=1 2"):
        assert understood(offers, typed) == Offer(Bid(1, 2), Player.at(1))
    mixed = OneOf([("swap", HEARTS), ("swap", SPADES), ("keep",), (), True, NO_PLAYER, Call.DOUBLE])
    for typed, answer in [
        ("swap ♠", ("swap", SPADES)), ("swap h", ("swap", HEARTS)), ("k", ("keep",)), ("none", ()), ("yes", True),
        ("nobody", NO_PLAYER), ("double it", Call.DOUBLE), ("d", Call.DOUBLE),
    ]:  # fmt: skip
        found = meant(mixed.options, typed)
        assert found[0] == answer, typed


def test_every_option_can_be_typed_as_it_is_shown():
    offers = [Offer(Bid(1, 2), Player.at(0)), Offer(Bid(1, 2), Player.at(1))]
    for space in (BIDS, OneOf(FRENCH_SUITS), OneOf(offers), OneOf(["a, b", "a"]), OneOf([("a", 1), ("a", 2)])):
        for raw in space:
            assert understood(space, shown(space, raw)) == raw
    assert understood(Arms({"bid": BIDS, Call.PASS: OneOf(["now"])}), "2 5") == ("bid", Bid(2, 5))


def test_options_that_are_typed_alike_share_a_form_and_have_a_number():
    assert typed_forms(Bid(1, 2)) == {"1 2", "face=2 number=1"}
    assert typed_forms(HEARTS) == {"hearts", "h", "♥"}
    assert typed_forms("") == set()
    assert typed_forms((1, (2, 3))) & typed_forms(((1, 2), 3)) == {"1 2 3"}
    assert not typed_forms(Bid(1, 2)) & typed_forms(Bid(1, 3))
    alike = OneOf(["x", (1, (2, 3)), ((1, 2), 3)])
    with pytest.raises(Misread, match="that could be 1 2 3 or 1 2 3: they are typed alike, #2 is the first"):
        understood(alike, "1 2 3")
    assert understood(alike, "#3") == ((1, 2), 3)


def test_the_fields_stand_above_the_options_and_in_the_help(capsys):
    human = Human(find_game("escalation")(2), ["human", "random"], Screen(Terminal(80, False, str)))
    human.seat = 0
    ask = Ask("bid", 0, BIDS)
    human.show_question(ask)
    assert capsys.readouterr().out == (
        "bid (number face): type one of these, or #1, #2 … (? for help)\n"
        "  #1 1 3    #2 1 5    #3 2 3    #4 2 5    #5 10 3   #6 10 5\n"
    )
    assert described(BIDS).replace("\N{NO-BREAK SPACE}", " ") == "number face, one of 1 3, 1 5, 2 3, 2 5, 10 3, 10 5"
    assert described(OneOf([(1, 2), (3, 4)])).replace("\N{NO-BREAK SPACE}", " ") == "one of 1 2, 3 4"


def test_a_word_that_is_an_option_is_no_command():
    human = Human(find_game("escalation")(2), ["human", "random"], Screen(Terminal(80, False, str)))
    assert human.is_command("table", BIDS)
    assert not human.is_command("table", OneOf(["table", "stock"]))


PLAIN: list[Any] = [{"number": 3, "face": 5}, {"bid": {"number": 1, "face": 2}, "to": {"seat": 1}}, ["a", [1, 2]], "a1"]


def test_in_a_jail_what_is_given_out_is_the_bots_own():
    told = {"space": "arms", "arms": {"bid": {"space": "one of", "options": PLAIN}, "pass": {"space": "nothing"}}}
    space = space_of(told)
    for answer, data in zip(space, [*PLAIN, None], strict=True):
        given = Option(space, answer).plain
        assert given == (["pass"] if data is None else ["bid", data])
        assert space.admits(answer)
        assert space.read(given) == answer
        assert Option(space, answer).cards == ()
        for part in given[1:]:
            if isinstance(part, dict):
                part.clear()
            if isinstance(part, list):
                part[1].append("mine")
    assert space.describe()["arms"]["bid"]["options"] == [
        {"number": 3, "face": 5}, {"bid": {"number": 1, "face": 2}, "to": {"seat": 1}}, ["a", [1, 2]], "a1"
    ]  # fmt: skip
    with pytest.raises(ValueError, match="none of the options"):
        space.read(["bid", {"number": 3}])


def test_answers_and_scalars_in_words():
    assert [plain_answer(each) for each in PLAIN] == ["number=3 face=5", "bid=1 2 to=seat 1", "a 1 2", "a1"]
    for value, words in [
        (None, "nobody"), ("", "none"), ([], "none"), ([None, {"seat": 2}], "nobody, seat 2"), ({"seat": 0}, "seat 0"),
        ({"suit": "hearts", "letter": "h", "symbol": "♥"}, "hearts"), ({"tuple": "Bid", "number": 1, "face": 2}, "1 2"),
        ({"enum": "Call", "value": "pass"}, "pass"), ({"enum": "Call", "value": ""}, "none"),
        ({"seat": 3, "card": "x"}, "seat=3 card=x"), (False, "no"), (0, "0"), ({"fraction": "1/2"}, "1/2"),
    ]:  # fmt: skip
        assert plain_value(value) == words
    assert spoken(Offer(Bid(1, 2), Player.at(1))) == "1 2 seat 1"


@pytest.mark.parametrize(
    "space", [BIDS, OneOf(FRENCH_SUITS), OneOf([Offer(Bid(1, 2), Player.at(1)), ("a", (1, HEARTS))])]
)
def test_a_jail_has_the_same_options_in_the_same_order(space):
    described = space_of(json.loads(json.dumps(space.describe())))
    assert [space.plain(each) for each in space] == [described.plain(each) for each in described]
    assert [space.read(described.plain(each)) for each in described] == list(space)
    for seed in range(5):
        answer = space.sample(random.Random(seed))
        assert described.plain(described.sample(random.Random(seed))) == space.plain(answer)


@pytest.mark.parametrize(
    "space", [Number(0, 4), Number(-2, 30, but=0), Number(0, 3, but=9), Number(3, 2), Number(1, 3, but=3)]
)
def test_numbers_are_typed_and_have_the_same_order_in_a_jail(space):
    described_ = space_of(json.loads(json.dumps(space.describe())))
    assert list(described_) == list(space) == [each for each in range(-2, 40) if space.admits(each)]
    assert [described_.admits(each) for each in (-3, 0, 3, 9, True, "1", 1.0)] == [
        space.admits(each) for each in (-3, 0, 3, 9, True, "1", 1.0)
    ]
    for number, answer in enumerate(space):
        assert (
            understood(space, str(answer))
            == answer
            == described_.nth(number)
            == understood(space, shown(space, answer))
        )
        assert read_answer(space, str(answer)) == answer
        seed = f"{number}"
        assert described_.sample(random.Random(seed)) == space.sample(random.Random(seed))
    for typed in ("", "99", "1 2", "x", "²", "9" * 5000):
        with pytest.raises(Misread, match=r"^it is a number from "):
            understood(space, typed)


def test_a_number_is_asked_for_by_its_bounds(capsys):
    human = Human(find_game("escalation")(2), ["human", "random"], Screen(Terminal(80, False, str)))
    human.seat = 0
    human.show_question(Ask("bid", 0, Number(0, 4, but=3)))
    assert capsys.readouterr().out == "bid: type a number from 0 to 4, but not 3 (? for help)\n"
    assert described(Arms({"bid": Number(0, 3), "pass": NOTHING})) == "bid a number from 0 to 3; pass"
    assert understood(Arms({"bid": Number(0, 3), "pass": NOTHING}), "2") == ("bid", 2)


def test_a_part_may_have_any_name_but_that_of_the_tag():
    class Kept(NamedTuple):
        suit: int
        seat: int

    class Odd(NamedTuple):
        tuple: int

    assert from_plain(to_plain(Kept(1, 2)), {"Kept": Kept}) == Kept(1, 2)
    with pytest.raises(TypeError, match="without a part of the name tuple"):
        to_plain(Odd(1))


def test_nobody_is_an_option_too():
    space = OneOf([NO_PLAYER, Player.at(1)])
    assert [space.plain(each) for each in space] == [None, {"seat": 1}]
    assert space.read(None) is NO_PLAYER is understood(space, "nobody")
    assert plain_value({"tuple": "Cell", "column": 27, "row": 0}) == "ab1"


def test_a_match_by_typed_tuples_at_a_real_terminal(tmp_path, monkeypatch):
    write_three(tmp_path / "games" / "three", *BY_TUPLES)
    monkeypatch.chdir(tmp_path)
    typed = ["2 2", "4 4", "row=1 column=3", "?"]
    code, shown_there = at_terminal(
        "play", "three", "--seats", "human,random", "--seed", "1", "--record", "m.jsonl", typed=typed
    )
    assert code == 0, shown_there
    assert "put (column row): type one of these, or #1, #2 … (? for help)" in shown_there
    assert "#1 1 1   #2 2 1" in shown_there
    assert "you answer put: column=2 row=2" in shown_there
    assert "it is column row, one of " in shown_there
    assert "you answer put: column=3 row=1" in shown_there
    assert re.search(r", last [123] [123], spots ", " ".join(shown_there.split()))
    assert "Such as '" in shown_there
    assert max(map(len, shown_there.splitlines())) <= 80
    assert '["answer",0,{"column":2,"row":2}]' in (tmp_path / "m.jsonl").read_text()
    again = CliRunner().invoke(main, ["replay", "m.jsonl"])
    assert again.exit_code == 0, again.output
    assert "column=2 row=2" in " ".join(again.output.split())


BOTS = {
    "option": "sorted(ask.options(), key=lambda each: each.plain['row'])[0]",
    "plain": "max((each.plain for each in ask.options()), key=lambda each: (each['row'], each['column']))",
}


@pytest.mark.parametrize("how", BOTS)
def test_a_bot_in_a_jail_answers_typed_tuples_as_one_in_the_process_does(tmp_path, monkeypatch, how):
    write_three(tmp_path / "games" / "three", *BY_TUPLES)
    monkeypatch.chdir(tmp_path)
    bot = "from referee.bot import Bot\n\n\nclass Mine(Bot):\n    def answer(self, view, ask):\n"
    bot += f"        given = {BOTS[how]}\n        assert ask.admits(given)\n        return given\n"
    (tmp_path / "bot.py").write_text(bot)
    told = []
    for mine in ("./bot.py", "trusted:./bot.py"):
        done = CliRunner().invoke(
            main, ["play", "three", "--seats", f"{mine},{mine}", "--seed", "1", "--record", f"{len(told)}.jsonl"]
        )
        assert done.exit_code == 0, done.output
        assert "faults     none" in done.output
        lines = (tmp_path / f"{len(told)}.jsonl").read_text().splitlines()[1:-1]
        told.append([json.loads(line)["did"] for line in lines])
    assert told[0] == told[1]
    assert sum("answer" in str(each) for each in told[0]) >= 5
