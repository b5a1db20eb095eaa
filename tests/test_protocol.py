"""The protocol: strict decoding, spaces as bots read them, isolated seats that play like others."""

import json
import random
import re
import time
from enum import Enum
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

import referee.play.protocol
from referee.cli import main
from referee.games.registry import find_game
from referee.kernel import Choice
from referee.kernel.driving import run
from referee.kernel.piles import OneOfPiles
from referee.kernel.selections import EqualValue, OneCard, Selection
from referee.kernel.spaces import NOTHING, Arms
from referee.play.described_spaces import space_of
from referee.play.protocol import UNREAD, Answer, ProtocolError, Ready, decode, encode, plain_answer
from referee.play.referee import MatchResult, play_match, seat_rng
from referee.play.seats import RandomSeat, seat_maker
from referee.pool.bot_files import program_of
from referee.pool.cgroups import groups_here
from referee.pool.jail import Isolation, missing
from referee.pool.limits import Limits
from referee.pool.process import BotProcess
from referee.pool.question_json import Question, description, question
from referee.pool.seating import Lifetime, SeatFactory
from referee.pool.selftest import measured
from tests.drivers import RandomDriver


def validator(of: str) -> Any:
    schema = json.loads((Path(referee.play.protocol.__file__).parent / "protocol.schema.json").read_text("utf-8"))
    return jsonschema.Draft202012Validator({**schema, "oneOf": [{"$ref": f"#/$defs/{of}"}]})


def test_kept_answers_are_of_their_question_alone() -> None:
    """The same hand with more to beat, another seat, or ways to go on that are called alike: each has its own."""

    class Other(Enum):
        CARDS = "cards"
        TAKE = "take"

    class Way(Enum):
        CARDS = "cards"
        TAKE = "take"

    game = find_game("escalation")(2)
    table = game.table()
    hand = sum(game.deck.one[:6])
    me, you = table.players

    def choice(of: type[Enum], player: Any, above: int, ask: str = "turn") -> Choice:
        cards = EqualValue(game.equal_value, hand, above)  # type: ignore[attr-defined]
        return Choice(table, player, player, ask, Arms({of.CARDS: cards, of.TAKE: NOTHING}))  # type: ignore[attr-defined]

    first = choice(Way, me, 3)
    question(first).keep(b'["take"]', first.space.read(["take"]))
    again = question(choice(Way, me, 3)).answers[b'["take"]']
    assert again == (Way.TAKE, None)  # type: ignore[attr-defined]
    for other in (choice(Other, me, 3), choice(Way, me, 4), choice(Way, you, 3), choice(Way, me, 3, "lead")):
        assert not question(other).answers
        assert question(other).text == Question(other).text
    lone = Choice(table, me, me, "turn", EqualValue(game.equal_value, hand, 3))  # type: ignore[attr-defined]
    question(lone).keep(b"null", None)
    assert not question(lone).answers, "what is not recognized is not kept"


VALID = {">": validator("referee"), "<": validator("bot")}
"""What the referee may say, and a bot."""

CAREFUL = """
from referee.bot import Bot

class Careful(Bot):
    def answer(self, view, ask):
        print("thinking")
        if view.seat != self.seat or view.players < 2:
            raise AssertionError
        return ask.sample(self.rng) if ask.count() > 5 else min(ask.options(), key=lambda each: len(each.cards))
"""


def test_messages_are_read() -> None:
    assert decode(b'{"type":"ready","protocol":1}') == Ready(1)
    assert decode(b'{"type":"answer","id":7,"answer":["take"]}') == Answer(7, ["take"])
    assert decode(b' {"answer" : ["take"], "id": 7, "type":"answer"}') == Answer(7, ["take"])


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"", "no JSON"),
        (b"\xff", "no UTF-8 at byte 0"),
        (b'{"type":"answer","id":1,"answer":NaN}', "NaN is no JSON number"),
        (b'{"type":"answer","id":1,"answer":1e999}', "too large"),
        (b'{"type":"answer","id":1,"answer":%s}' % (b"9" * 5000), "too large"),
        (b'{"type":"answer","id":1,"answer":9007199254740993}', "too large"),
        (b'{"type":"answer","id":1,"answer":%s}' % (b"[" * 5000 + b"]" * 5000), "nests"),
        (b'{"type":"answer","id":1,"id":1,"answer":1}', "same key twice"),
        (b'{"type":"answer","id":1,"answer":{"a":1,"a":1}}', "same key twice"),
        (b'{"type":"answer","id":1,"answer":"\\ud800"}', "surrogate"),
        (b'{"type":"answer","id":1,"answer":1,"more":1}', "unknown field"),
        (b'{"type":"answer","id":1.5,"answer":1}', "Expected `int`"),
        (b'{"type":"answer","id":1}', "missing required field"),
        (b'{"type":"move"}', "Invalid value"),
        (b"[]", "Expected `object`"),
        (b'{"type":"ready","protocol":1}x', "no JSON"),
        (b'"' + b"x" * (1 << 16) + b'"', "more than 65536 bytes"),
    ],
)
def test_anything_else_is_refused(line: bytes, why: str) -> None:
    with pytest.raises(ProtocolError, match=re.escape(why)):
        decode(line)


@pytest.mark.parametrize(
    "line", [b'"' + b'\\"' * 30_000, b'{"answer":"' + b'\\"' * 30_000, b'"' * 60_000, b'"a' * 30_000, b"[" * 60_000]
)
def test_no_line_takes_long_to_refuse(line: bytes) -> None:
    began = time.process_time()
    with pytest.raises(ProtocolError):
        decode(line)
    assert time.process_time() - began < 1


@given(
    st.binary(max_size=200) | st.text(alphabet='{}[]",:0123456789.eE+-\\u ntruefalsidywv', max_size=60).map(str.encode)
)
def test_random_bytes_are_refused_or_a_message(line: bytes) -> None:
    try:
        message = decode(line)
    except ProtocolError:
        return
    assert decode(encode(message)) == message


@pytest.mark.parametrize("lines", [10_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_random_lines_never_crash_the_decoder(lines: int) -> None:
    """Real answers and random bytes, damaged: read as a message or refused, nothing else."""
    rng = random.Random(9)
    whole = b'{"type":"answer","id":7,"answer":["cards",["10h","K"]],"view":true,"notes":["x"]}'
    read = 0
    for number in range(lines):
        line = bytearray(whole if number % 2 else rng.randbytes(rng.randrange(40)))
        for _ in range(rng.randrange(4)):
            if line:
                line[rng.randrange(len(line))] = rng.randrange(256)
        try:
            decode(bytes(line))
            read += 1
        except ProtocolError:
            pass
    assert 0.05 * lines < read < 0.6 * lines


CLOSINGS = {b"}": (False, False), b',"view":true}': (True, False), b',"view":true,"knowledge":true}': (True, True)}


@pytest.mark.parametrize("lines", [10_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_plain_answers_are_those_that_strict_decoding_reads(lines: int) -> None:
    """The quick way takes real answers, and of damaged ones none that the strict way would refuse or read otherwise."""
    rng = random.Random(10)
    opening = b'{"type":"answer","id":7,"answer":'
    bodies = [b'["take"]', b'["cards",["10h","K"]]', b'[1,2,{"a":[null]}]', b"12", b'"x"', b'{"a":1,"b":"\\n"}']
    strange = [
        b"NaN",
        b"1e999",
        b"1e300",
        b"9" * 20,
        b"[" * 40 + b"]" * 40,
        b'{"a":1,"a":1}',
        b'"\\ud800"',
        b'1,"id":7',
    ]
    taken = dict.fromkeys(bodies + strange, 0)
    for _ in range(lines):
        closing, body = rng.choice(list(CLOSINGS)), rng.choice(list(taken))
        line = bytearray(opening + body + closing)
        for _ in range(rng.choice((0, 0, 1, 2))):
            line[rng.randrange(len(line))] = rng.choice((rng.randrange(256), *b'[]{}",:0123456789eE.'))
        data: Any = UNREAD
        if line.startswith(opening) and line.endswith(closing):
            data = plain_answer(bytes(line[len(opening) : -len(closing)]))
        if data is not UNREAD:
            taken[body] += 1
            assert decode(bytes(line)) == Answer(7, data, *CLOSINGS[closing])
    assert all(taken[body] > lines / 100 for body in bodies), taken
    assert all(taken[body] < lines / 100 for body in strange), taken


class Comparing(RandomDriver):
    """Plays at random and holds every space against what a bot reads of its description."""

    def choose(self, choice: Choice) -> Any:
        space, told = choice.space, space_of(choice.space.describe())
        assert description(space) == encode(space.describe())
        said = {"ask": choice.ask, "for": choice.player.seat, "space": space.describe(), "clock": ""}
        asked = question(choice)
        assert asked.text[1:] == encode(said)[1:-3]
        for text, answer in asked.answers.items():
            assert space.read(json.loads(text)) == answer, "kept from another question"
        if space.exists():
            sample = space.sample(self.rng)
            asked.keep(encode(space.plain(sample)), sample)
        count = space.count()
        assert told.count() == count
        numbers = range(count) if count <= 40 else [self.rng.randrange(count) for _ in range(20)]
        plain = [told.plain(told.nth(number)) for number in numbers]
        assert all(space.admits(space.read(each)) for each in plain)
        if count <= 40:
            assert plain == [space.plain(each) for each in space], "another order: a sample would differ"
            assert [told.plain(each) for each in told] == plain
        for number in numbers:
            assert told.admits(told.read(space.plain(space.nth(number))))
        for wrong in (["no such arm"], ["cards", ["nothing"]], ["2"] * 60, 99, None, {"a": 1}):
            assert reads(told, wrong) == reads(space, wrong)
        return super().choose(choice)


def reads(space: Any, data: Any) -> bool:
    try:
        space.read(data)
    except (ValueError, TypeError, LookupError):
        return False
    return True


def test_one_card_of_a_pile_is_sampled_alike_however_it_is_asked_for() -> None:
    deck = find_game("escalation")(2).deck
    pile = deck.parse(["9", "4", "K", "9", "A", "7"])
    selection, one = Selection(deck, pile, 1, 1), OneCard(deck, pile)  # type: ignore[arg-type]
    assert selection.describe() == one.describe()
    told = space_of(one.describe())
    assert list(selection) == list(one)
    assert [told.plain(each) for each in told] == [one.plain(each) for each in one]
    for seed in range(20):
        sampled = [space.plain(space.sample(random.Random(seed))) for space in (selection, one, told)]
        assert sampled[0] == sampled[1] == sampled[2]


def test_listed_piles_are_read_by_bots() -> None:
    deck = find_game("escalation")(2).deck
    piles = OneOfPiles(deck, tuple(deck.parse(words) for words in (["4", "5"], ["9", "9"])))
    told = space_of(piles.describe())
    assert [told.plain(each) for each in told] == [piles.plain(each) for each in piles]
    assert told.read(["5", "4"]) == ["4", "5"]
    assert not told.admits(["4"])


@pytest.mark.parametrize("game", ["escalation", "effervesce", "five-crowns", "fscking-ace"])
def test_described_spaces_are_those_of_the_kernel(game: str) -> None:
    made = find_game(game)
    for seed in range(3):
        form = made(max(made.fewest_players, 3))
        run(form, form.table(), Comparing(seed), turn_cap=40)


def isolated(
    tmp_path: Path, text: str, *, limits: Limits | None = None, matches: int = 1
) -> tuple[list[MatchResult], Any]:
    if reason := missing(Isolation.BUBBLEWRAP):
        pytest.skip(f"NOT RUN: {reason}")
    bot = tmp_path / "bot.py"
    bot.write_text(text)
    game = find_game("escalation")
    with SeatFactory(str(bot), game, [], limits=limits, lifetime=Lifetime.TOURNAMENT) as factory:
        seat = factory.seat(seat_rng(b"", 0))
        secrets = [bytes([number]) * 32 for number in range(matches)]
        results = [
            play_match(game(2), [seat, RandomSeat(seat_rng(secret, 1))], secret=secret, record=True, views=True)
            for secret in secrets
        ]
        return results, seat


def test_an_isolated_bot_plays_as_it_does_in_the_process(tmp_path: Path) -> None:
    results, seat = isolated(tmp_path, CAREFUL, matches=3)
    game = find_game("escalation")
    maker = seat_maker(f"trusted:{tmp_path / 'bot.py'}", "escalation", [])
    for number, result in enumerate(results):
        secret = bytes([number]) * 32
        seats = [maker(seat_rng(secret, 0)), RandomSeat(seat_rng(secret, 1))]
        again = play_match(game(2), seats, secret=secret)
        assert result.data == again.data
        assert not result.data["faults"]
    assert "thinking" in seat.log
    told = json.loads((results[0].record or b"").splitlines()[0])["isolation"]
    groups = groups_here()
    assert told == [f"bubblewrap, seccomp, limits{f', {groups.record_text}' if groups else ''}", "none"]


COUNTING = """
from referee.bot import Bot

matches = []

class Counting(Bot):
    def start(self, info):
        matches.append(info)
        print("match", len(matches))

    def answer(self, view, ask):
        return next(ask.options())
"""


@pytest.mark.parametrize(
    ("lifetime", "counted"),
    [(Lifetime.MATCH, [1, 1, 1, 1]), (Lifetime.BLOCK, [1, 2, 1, 2]), (Lifetime.TOURNAMENT, [1, 2, 3, 4])],
)
def test_a_process_lives_as_long_as_configured(tmp_path: Path, lifetime: Lifetime, counted: list[int]) -> None:
    """Two blocks of two matches: a module that counts its matches begins anew in every process."""
    if reason := missing(Isolation.BUBBLEWRAP):
        pytest.skip(f"NOT RUN: {reason}")
    bot = tmp_path / "bot.py"
    bot.write_text(COUNTING)
    game = find_game("escalation")
    said = []
    with SeatFactory(str(bot), game, [], lifetime=lifetime) as factory:
        for match in range(4):
            seat: Any = factory.seat(seat_rng(b"", 0))
            play_match(game(2), [seat, RandomSeat(seat_rng(b"x", 1))], secret=bytes([match]) * 32, turn_cap=4)
            said.append(int(seat.log.split()[-1]))
            factory.give_back(seat)
            if match % 2:
                factory.end_block()
                assert (seat.process is None) == (lifetime is not Lifetime.TOURNAMENT)
    assert said == counted
    assert seat.process is None


def test_an_idle_bot_is_frozen(tmp_path: Path) -> None:
    """A thread that counts goes on between questions only where nobody stops the process."""
    text = """
import threading, time
from referee.bot import Bot

ticks = [0, 0.0]

def tick():
    while True:
        before = time.monotonic()
        time.sleep(0.01)
        ticks[1] = max(ticks[1], time.monotonic() - before)

threading.Thread(target=tick, daemon=True).start()

class Ticking(Bot):
    def answer(self, view, ask):
        time.sleep(0.03)  # the thread is to see that time has gone by
        print("gap", ticks[1])
        return next(ask.options())
"""
    if reason := missing(Isolation.BUBBLEWRAP):
        pytest.skip(f"NOT RUN: {reason}")

    class Slow(RandomSeat):
        def answer(self, choice: Choice) -> Any:
            time.sleep(0.3)
            return super().answer(choice)

    bot = tmp_path / "bot.py"
    bot.write_text(text)
    game = find_game("escalation")
    with SeatFactory(str(bot), game, []) as factory:
        seats = [factory.seat(seat_rng(b"", 0)), Slow(seat_rng(b"y", 1))]
        result = play_match(game(2), seats, secret=b"z" * 32, turn_cap=8)
    assert not result.data["faults"]
    gaps = [float(line.split()[1]) for line in seats[0].log.splitlines()]  # type: ignore[attr-defined]
    assert gaps[-1] > 0.25


def test_what_is_said_behind_the_end_costs_the_next_match_alone(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import gc, os\nfrom referee.bot import Bot\nclass Late(Bot):\n    def answer(self, view, ask):\n"
        "        return next(ask.options())\n    def end(self, result):\n"
        "        wire = [each for each in gc.get_objects() if type(each).__name__ == 'Wire'][0]\n"
        "        os.write(wire.outward, b'garbage\\n')\n"
    )
    if reason := missing(Isolation.BUBBLEWRAP):
        pytest.skip(f"NOT RUN: {reason}")
    game = find_game("escalation")
    found = []
    with SeatFactory(str(bot), game, [], lifetime=Lifetime.TOURNAMENT) as factory:
        for number in range(3):
            seats = [factory.seat(seat_rng(b"", 0)), RandomSeat(seat_rng(b"x", 1))]
            result = play_match(game(2), seats, secret=bytes([number]) * 32, turn_cap=4)
            factory.give_back(seats[0])
            found.append([fault["kind"] for fault in result.data["faults"]])
    assert found == [[], ["protocol"], []]


def test_the_bank_runs_out(tmp_path: Path) -> None:
    slow = CAREFUL.replace('print("thinking")', "__import__('time').sleep(0.2)")
    (result,), _ = isolated(tmp_path, slow, limits=Limits(move=1, bank=0.5, increment=0.0))
    assert [fault["kind"] for fault in result.data["faults"]] == ["time"]


def test_a_bot_that_cannot_be_loaded_is_at_fault_from_its_first_question(tmp_path: Path) -> None:
    results, _ = isolated(tmp_path, "1 / 0", matches=2)
    for result in results:
        assert [fault["kind"] for fault in result.data["faults"]] == ["crash"]
        assert "ZeroDivisionError" in result.data["faults"][0]["reason"]


def test_a_program_in_another_language_plays(tmp_path: Path, need: Any) -> None:
    node = need("node")
    if reason := missing(Isolation.BUBBLEWRAP):
        pytest.skip(f"NOT RUN: {reason}")
    game = find_game("escalation")
    bot = Path(__file__).parent.parent / "bots/escalation/low.js"
    with SeatFactory(f"cmd:{node} {bot}", game, []) as factory:
        seats = [factory.seat(seat_rng(b"", 0)), RandomSeat(seat_rng(b"y", 1))]
        result = play_match(game(2), seats, secret=b"z" * 32)
    assert not result.data["faults"], (result.data["faults"], seats[0].log)  # type: ignore[attr-defined]
    assert result.reason == "hand empty"


def test_seats_that_stay_in_the_process() -> None:
    assert program_of("random", "escalation", []) is None
    assert program_of("trusted:x.py", "escalation", []) is None


CAREFUL_OF_THE_DOCS = """
from referee.bot import Bot


class Careful(Bot):
    def answer(self, view, ask):
        return min(ask.options(), key=lambda option: len(option.cards))
"""


def test_the_transcript_in_the_docs_is_real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if reason := missing(Isolation.BUBBLEWRAP):
        pytest.skip(f"NOT RUN: {reason}")
    measured(Isolation.BUBBLEWRAP)  # now: it speaks no protocol
    said: list[tuple[str, dict[str, Any]]] = []
    send, receive = BotProcess.send, BotProcess.receive

    def sending(self: BotProcess, line: bytes, deadline: float) -> None:
        said.append((">", json.loads(line)))
        send(self, line, deadline)

    def receiving(self: BotProcess, deadline: float) -> bytes:
        line = receive(self, deadline)
        said.append(("<", json.loads(line)))
        return line

    monkeypatch.setattr(BotProcess, "send", sending)
    monkeypatch.setattr(BotProcess, "receive", receiving)
    bot = tmp_path / "bot.py"
    bot.write_text(CAREFUL_OF_THE_DOCS)
    game = find_game("escalation")
    with SeatFactory(str(bot), game, []) as factory:
        seats = [factory.seat(seat_rng(b"", 0)), RandomSeat(seat_rng(b"x", 1))]
        form = game(2, settings={"ranks": "4,5,6,7,8,9", "hand": 2})
        play_match(form, seats, secret=b"t" * 32, turn_cap=3)
    for who, message in said:
        VALID[who].validate(message)
    text = (Path(__file__).parent.parent / "docs/protocol.md").read_text(encoding="utf-8")
    lines = text.split("```text\n")[1].split("\n```")[0].splitlines()
    told = [(line[0], json.loads(line[2:])) for line in lines]
    for _, message in (*said, *told):
        if "clock" in message:
            assert set(message.pop("clock")) == {"move", "bank"}
    assert told == said


WATCHING = """
from referee.bot import Bot

class Watching(Bot):
    heard = 0

    def event(self, event):
        self.heard += 1

    def answer(self, view, ask):
        self.note(f"{sorted(ask.clock)} {ask.clock['move']} {self.heard}")
        return next(ask.options())
"""


def test_a_bot_sees_its_clock_and_hears_events(tmp_path: Path) -> None:
    results, seat = isolated(tmp_path, WATCHING, matches=2)
    quiet, silent = isolated(tmp_path, WATCHING.replace("def event", "def other"), matches=2)
    assert not any(result.data["faults"] for result in (*results, *quiet))
    assert all(note.startswith("['bank', 'move'] 10.0 ") for note in (*seat.notes, *silent.notes))
    heard = [int(note.split()[-1]) for note in seat.notes]
    assert heard == sorted(heard)
    assert heard[-1] > 5
    assert {note.split()[-1] for note in silent.notes} == {"0"}


def test_what_a_bot_does_to_its_answers_spoils_no_later_question(tmp_path: Path) -> None:
    """Questions are kept, in case they come again: a bot may change what it was given all the same."""
    spoiling = """
from referee.bot import Bot

class Spoiling(Bot):
    def answer(self, view, ask):
        for option in ask.options():
            for part in option.plain:
                if isinstance(part, list):
                    part.clear()
        return ask.sample(self.rng)
"""
    results, _ = isolated(tmp_path, spoiling, matches=4)
    assert not any(result.data["faults"] for result in results)


NOTING = """
from referee.bot import Bot

class Noting(Bot):
    def answer(self, view, ask):
        self.note(f"I am asked {ask.what}")
        print("and I print")
        return next(ask.options())
"""


@pytest.mark.parametrize("trusted", [False, True])
def test_notes_are_in_the_record_for_their_author_alone(tmp_path: Path, trusted: bool) -> None:
    if not trusted and (reason := missing(Isolation.BUBBLEWRAP)):
        pytest.skip(f"NOT RUN: {reason}")
    bot, record = tmp_path / "bot.py", tmp_path / "match.jsonl"
    bot.write_text(NOTING)
    game = find_game("escalation")
    with SeatFactory(f"trusted:{bot}" if trusted else str(bot), game, []) as factory:
        seats = [factory.seat(seat_rng(b"", 0)), RandomSeat(seat_rng(b"x", 1))]
        result = play_match(game(2), seats, secret=b"n" * 32, record=True)
    assert result.record is not None
    assert b'["noted",0,"I am asked lead"],["answer",0' in result.record
    record.write_bytes(result.record)
    told = {}
    for seat in ("0", "1"):
        shown = CliRunner().invoke(main, ["replay", str(record), "--seat", seat])
        assert shown.exit_code == 0, shown.output
        told[seat] = "notes: I am asked" in shown.output
    assert told == {"0": True, "1": False}
    if not trusted:
        assert "and I print" in result.logs[0]
        assert result.logs.keys() == {0}


MUCH = """
from referee.bot import Bot

class Much(Bot):
    def answer(self, view, ask):
        for number in range(100):
            self.note(chr(0x1F0A1) * 1000 if number % 2 else "x" * 1000)
        return next(ask.options())
"""


def test_notes_that_do_not_fit_are_left_out(tmp_path: Path) -> None:
    """No answer is lost for them; over a match they are output like any other."""
    (result,), seat = isolated(tmp_path, MUCH)
    assert not result.data["faults"], result.data["faults"]
    assert 6 * len(seat.times) == len(seat.notes)
    (result,), _ = isolated(tmp_path, MUCH, limits=Limits(output=20_000))
    assert [fault["kind"] for fault in result.data["faults"]] == ["flood"]


LOOKING = """
from referee.bot import Bot

class Looking(Bot):
    def event(self, event):
        pass

    def answer(self, view, ask):
        view.imagine(self.rng)
        self.note("x")
        return ask.sample(self.rng)
"""


@pytest.mark.parametrize("name", ["escalation", "effervesce", "five-crowns", "fscking-ace"])
def test_everything_that_is_said_agrees_with_the_schema(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    if reason := missing(Isolation.BUBBLEWRAP):
        pytest.skip(f"NOT RUN: {reason}")
    measured(Isolation.BUBBLEWRAP)  # now: it speaks no protocol
    said = [0]
    send, receive = BotProcess.send, BotProcess.receive

    def sending(self: BotProcess, line: bytes, deadline: float) -> None:
        VALID[">"].validate(json.loads(line))
        send(self, line, deadline)

    def receiving(self: BotProcess, deadline: float) -> bytes:
        line = receive(self, deadline)
        VALID["<"].validate(json.loads(line))
        said[0] += 1
        return line

    monkeypatch.setattr(BotProcess, "send", sending)
    monkeypatch.setattr(BotProcess, "receive", receiving)
    bot = tmp_path / "bot.py"
    bot.write_text(LOOKING)
    game = find_game(name)
    form = game(max(game.fewest_players, 2))
    with SeatFactory(str(bot), game, []) as factory:
        others = [RandomSeat(seat_rng(b"x", seat)) for seat in range(1, form.players)]
        result = play_match(form, [factory.seat(seat_rng(b"", 0)), *others], secret=b"v" * 32, turn_cap=4)
    assert not result.data["faults"]
    assert said[0] > 3


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "answer", "id": 1},
        {"type": "answer", "id": "1", "answer": 1},
        {"type": "ready", "protocol": 1, "more": 1},
        {"type": "move"},
        {"type": "answer", "id": 1, "answer": 1, "notes": ["x" * 1001]},
    ],
)
def test_the_schema_refuses_what_decoding_refuses(wrong: Any) -> None:
    assert not VALID["<"].is_valid(wrong)
    with pytest.raises(ProtocolError):
        decode(json.dumps(wrong).encode())
