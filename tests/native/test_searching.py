"""Native search: it plays on from imagined positions as Python does, word by word of the same chance."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from referee.bot import Ask, Bot, Option, View
from referee.env import Env
from referee.env.seats import seat_of
from referee.games.registry import find_game
from referee.native.build import NoCompiler
from referee.native.searching import NativeSearch
from referee.native.worlds import known_of
from referee.play.chance import fair
from referee.play.course import Course
from referee.play.hidden import CannotImagine
from referee.play.horizon import HORIZON
from referee.play.position import Position
from referee.play.referee import play_match, seat_rng
from referee.play.seats import seat_maker
from referee.record.words import Words, drawn, number_of_answer

GAMES = Path("tests/games/games")
KEY = (7, 11)
LONG = pytest.mark.long


def by_python(position: Position, match: int) -> tuple[float, ...]:
    below, game = Words(KEY, match).below, position.game
    course = Course(
        game,
        position.table(),
        game.turn_cap,
        lambda event: drawn(event, below),
        position.answers,
        as_data=True,
    )
    for _ in range(HORIZON):
        if course.choice is None:
            break
        space = course.choice.space
        course.answer(space.nth(number_of_answer(space, below)[1]))
    outcome = course.table.outcome
    return tuple([float(each) for each in (course.table.money[:-1] if outcome is None else outcome.payoffs)])


class Imagining(Bot):
    """Keeps positions that it imagines at its questions, and answers at random."""

    def start(self, info: dict[str, Any]) -> None:
        self.positions: list[Position] = []

    def answer(self, view: View, ask: Ask) -> Option:
        with suppress(CannotImagine):
            self.positions += [view.imagine(self.rng) for _ in range(2)]
        return ask.sample(self.rng)


def imagined(env: Env, questions: int) -> list[Position]:
    env.reset("imagined")
    bots = [Imagining() for _ in range(env.game.players)]
    seats = [seat_of(bot, env, random.Random(number)) for number, bot in enumerate(bots)]
    for number, seat in enumerate(seats):
        seat.start({"seat": number, **env.game.form, "seed": "00"})
    while not env.done and questions:
        assert env.seat is not None
        env.step(seats[env.seat].answer(env.choice))
        questions -= 1
    return [each for bot in bots for each in bot.positions]


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("escalation", 3),
        ("fscking-ace", 3),
        (GAMES / "love_letter", 3),
        (GAMES / "sealed_bid", 3),
        pytest.param("effervesce", 3, marks=LONG),
        pytest.param("five-crowns", 3, marks=LONG),
        pytest.param("bpoker", 3, marks=LONG),
    ],
    ids=str,
)
@pytest.mark.untraced
@pytest.mark.every(2)
def test_it_plays_on_as_python_does(game: str | Path, players: int, tmp_path: Path) -> None:
    env = Env(game, players)
    positions = imagined(env, 40)
    assert len(positions) > 20
    assert len({len(each.answers) for each in positions}) > 1 or game == "fscking-ace", "within turns too"
    found = NativeSearch(env.game, tmp_path).play_on(positions, KEY)
    assert found == [by_python(position, match) for match, position in enumerate(positions)]


def test_a_mistake_in_what_is_known_plays_on_otherwise(tmp_path: Path) -> None:
    env = Env(GAMES / "love_letter", 3)
    positions = [each for each in imagined(env, 40) if each.answers]
    engine = NativeSearch(
        env.game, tmp_path, mistaken=lambda text: text.replace("one_of(*known++)", "one_of(0 * *known++)")
    )
    with pytest.raises(ValueError, match="could not be played on"):
        engine.play_on(positions, KEY)


def test_where_nothing_can_be_compiled_python_searches_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*arguments: object) -> None:
        raise NoCompiler("there is no compiler")

    monkeypatch.setattr(NativeSearch, "__init__", none)
    game = find_game(GAMES / "sealed_bid")()
    make = seat_maker("native_search:3", game.name, [Path("bots")])
    seats = [make(seat_rng(b"same", number)) for number in range(game.players)]
    played = play_match(game, seats, secret=b"same", turn_cap=2).data
    assert not played["faults"]
    assert set(seats[0].bot.made.values()) == {"Python searches: there is no compiler"}  # type: ignore[attr-defined]


def test_a_position_after_which_nobody_is_asked_has_no_question() -> None:
    game = find_game("tests/games/games/holdem")(2)
    last = 0
    for seed in range(200):
        rng = random.Random(seed)
        course = Course(game, game.table(), game.turn_cap, lambda event, rng=rng: fair(event, rng))
        boundaries = []
        while course.choice is not None and len(boundaries) < 300:
            boundaries.append(course.boundary)
            course.answer(course.choice.space.sample(rng))
        boundaries.append(course.boundary)
        # The last step may end the match without a question or an event of chance.
        last += any(known_of(Position(game, each, (), False)) == ([], None) for each in boundaries[-2:])
        if last:
            break
    assert last
