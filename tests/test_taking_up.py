"""A match that is left keeps its record, and can be taken up again."""

import json
import random

import pytest

from referee.bot import Bot
from referee.games.registry import find_game, games
from referee.kernel.errors import BadInput, BadRecord
from referee.kernel.table import Table
from referee.play.referee import play_match, seat_rng
from referee.play.seats import BotSeat, RandomSeat
from referee.play.taking_up import LeftMatch
from referee.record.record import chain
from referee.record.replay import replay
from tests.tiny import write_game

NEVER = 10**9
GAMES = [entry.name for entry in games()]


class Leaver(Bot):
    """Answers at random, and is gone at question ``at``."""

    def __init__(self, at):
        self.left, self.heard = at, []

    def event(self, event):
        self.heard.append(event)

    def answer(self, view, ask):
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt("gone")
        return ask.sample(self.rng)


def sitting(game, bot, secret, *, is_human=True):
    first = BotSeat(bot, "human", random.Random(7), is_human=is_human)
    return [first, *[RandomSeat(seat_rng(secret, seat)) for seat in range(1, game.players)]]


def left(game, at, secret=b"left", *, views=True, seats=None):
    kept = []
    with pytest.raises(KeyboardInterrupt):
        play_match(
            game, seats or sitting(game, Leaver(at), secret), secret=secret, turn_cap=30, record=True, views=views,
            on_leave=kept.append,
        )  # fmt: skip
    return kept[0]


def changed(content, edit):
    """The record with its lines edited, and its chain mended."""
    lines = [json.loads(line) for line in content.splitlines()]
    for line in lines:
        del line["#"]
    edit(lines)
    return chain(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() for line in lines)


@pytest.mark.parametrize("name", GAMES)
def test_a_match_that_was_left_is_taken_up_and_the_whole_is_as_the_rules_give_it(name):
    game = find_game(name)()
    for at in (0, 1, 5, 9):
        kept = left(game, at)
        told = replay(kept, "left")
        assert told.result["reason"] == "left"
        assert told.chance_checked
        match = LeftMatch.of(kept, "left")
        result = match.play(sitting(game, Leaver(NEVER), b"other"))
        again = replay(result.record, "again")
        assert again.header["chance"] == "kept"
        assert {**again.header, "chance": "secret"} == told.header
        assert again.result["reason"] != "left"
        before, after = kept.splitlines(), result.record.splitlines()
        parts = [[json.loads(line)["did"] for line in lines[1:-1]] for lines in (before, after)]
        assert parts[0][:-1] == parts[1][: len(parts[0]) - 1]
        assert parts[0][-1] == parts[1][len(parts[0]) - 1][: len(parts[0][-1])]


def test_it_can_be_left_and_taken_up_any_number_of_times():
    game = find_game("escalation")(3)
    kept = left(game, 1)
    for asked in (2, 4, 6):
        again = []
        with pytest.raises(KeyboardInterrupt):
            LeftMatch.of(kept, "it").play(sitting(game, Leaver(1), b"x"), again.append)
        (kept,) = again
        said = [entry for entry in LeftMatch.of(kept, "it").said if entry[1] == 0]
        assert len(said) == asked // 2 + 1
    assert replay(LeftMatch.of(kept, "it").play(sitting(game, Leaver(NEVER), b"x")).record, "it").result["ranks"]


def test_a_person_is_not_told_again_what_he_was_told_and_a_bot_is():
    game = find_game("escalation")(2)
    kept = left(game, 6)
    person, bot = Leaver(0), Leaver(0)
    for who, is_human in ((person, True), (bot, False)):
        with pytest.raises(KeyboardInterrupt):
            LeftMatch.of(kept, "it").play(sitting(game, who, b"x", is_human=is_human))
    assert 0 < len(person.heard) < len(bot.heard)
    assert bot.heard[-len(person.heard) :] == person.heard


def test_a_seat_that_was_at_fault_stays_so():
    class Faulty(Bot):
        def answer(self, view, ask):
            raise ValueError("no idea")

    game = find_game("escalation")(2)
    seats = [BotSeat(Leaver(2), "human", random.Random(1)), BotSeat(Faulty(), "faulty", random.Random(2))]
    kept = left(game, 2, seats=seats)
    assert [fault["seat"] for fault in replay(kept, "it").result["faults"]] == [1]
    seats = [BotSeat(Leaver(NEVER), "human", random.Random(1)), RandomSeat(random.Random(2))]
    result = LeftMatch.of(kept, "it").play(seats)
    faults = replay(result.record, "it").result["faults"]
    assert faults == replay(kept, "it").result["faults"]


def test_an_interrupt_between_two_questions_keeps_what_was_whole(monkeypatch):
    """Ctrl-C comes anywhere, also in the middle of what an answer does."""

    game = find_game("effervesce")(2)
    moves, move = [0], Table.move
    for until in range(3, 20, 2):

        def interrupted(*args, until=until, **more):
            moves[0] += 1
            if moves[0] == until:
                raise KeyboardInterrupt
            return move(*args, **more)

        with monkeypatch.context() as patched:
            patched.setattr(Table, "move", interrupted)
            moves[0], kept = 0, []
            with pytest.raises(KeyboardInterrupt):
                play_match(game, sitting(game, Leaver(NEVER), b"z"), turn_cap=12, record=True, on_leave=kept.append)
        if kept[0] is not None:
            result = LeftMatch.of(kept[0], "it").play(sitting(game, Leaver(NEVER), b"z"))
            assert replay(result.record, "it").result["ranks"]


def test_a_match_that_is_over_is_not_taken_up_nor_called_left():
    game = find_game("escalation")(2)
    whole = play_match(game, sitting(game, Leaver(NEVER), b"o"), record=True).record
    with pytest.raises(BadInput, match="the match is over"):
        LeftMatch.of(whole, "it")

    def say_left(lines):
        result = lines[-1]["result"]
        lines[-1] = {"result": {"reason": "left", "ranks": None, "payoffs": None, **{
            key: result[key] for key in ("turns", "faults", "secret")}}}  # fmt: skip

    assert replay(changed(whole, lambda lines: None), "it")
    with pytest.raises(BadRecord, match="said to have been left, and is over"):
        replay(changed(whole, say_left), "it")


def test_a_game_may_call_its_own_end_left(tmp_path):
    game = find_game(write_game(tmp_path / "games" / "tiny", ('"over")', '"left")')))(2, readings={"late": "yes"})
    whole = play_match(game, [RandomSeat(random.Random(each)) for each in (1, 2)], record=True).record
    told = replay(whole, "it", find=lambda name: type(game))
    assert (told.result["reason"], told.result["ranks"]) == ("left", [1, 1])


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (lambda lines: lines[-2]["did"].pop(0), "expected|says|rules give"),
        (lambda lines: lines[-1]["result"].pop("secret"), "leaves its secret out"),
        (lambda lines: lines[-1]["result"].update(turns=9), "the result is not the one"),
        (lambda lines: lines[-1]["result"].update(reason="turn-cap"), "the rules go on where the record does not"),
        (lambda lines: lines[-3]["did"].pop(), "the rules go on|says|leaves something out"),
        (lambda lines: lines[0].update(chance="lost"), "the header of it is not usable"),
    ],
)
def test_a_forged_record_of_a_match_that_was_left_is_refused(edit, said):
    kept = left(find_game("escalation")(3), 3)
    replay(changed(kept, lambda lines: None), "it")
    with pytest.raises(BadRecord, match=said):
        replay(changed(kept, edit), "it")
