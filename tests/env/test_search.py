"""The seat ``search`` plays games that it was not written for."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from referee.env import Env
from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.kernel.requests import Choice
from referee.play.bot import Ask, View
from referee.play.hidden import CannotImagine
from referee.play.position import Position
from referee.play.referee import play_match, seat_rng
from referee.play.search import Search
from referee.play.seats import BotSeat, seat_maker

KUHN = Path(__file__).parent / "games" / "kuhn"
OTHERS = Path("tests/games/games")


class Watched(BotSeat):
    """A searching seat that keeps what it was asked, saw and answered."""

    def __init__(self, seat: BotSeat, told: list[tuple[str, tuple[int, ...], str]]) -> None:
        super().__init__(seat.bot, seat.name, seat.bot.rng)
        self.told = told

    def answer(self, choice: Choice) -> object:
        answer = super().answer(choice)
        table = choice.table
        hand = table.deck.names(table.hand[choice.player].pile)[0]  # type: ignore[attr-defined]
        self.told.append((hand, tuple(table.put_in), choice.space.plain(answer)))  # type: ignore[attr-defined]
        return answer


@pytest.mark.parametrize("seat", ["search", "native_search"])
def test_dominated_answers_of_kuhn_poker_are_not_given(seat: str) -> None:
    """The king calls a bet, the jack passes on one (Kuhn, 1950)."""
    game = find_game(KUHN)(2)
    make = seat_maker(seat, game.name, [Path("bots")])
    told: list[tuple[str, tuple[int, ...], str]] = []
    for match in range(12):
        secret = b"kuhn %d" % match
        seats = [Watched(make(seat_rng(secret, number)), told) for number in range(2)]  # type: ignore[arg-type]
        play_match(game, seats, secret=secret)
    facing = [(hand, answer) for hand, put_in, answer in told if max(put_in) == 2]
    assert {"K", "J"} <= {hand for hand, _ in facing}
    assert {answer for hand, answer in facing if hand == "K"} == {"bet"}
    assert {answer for hand, answer in facing if hand == "J"} == {"pass"}


@pytest.mark.parametrize(
    ("game", "seat"),
    [
        *[(each, "search") for each in ("escalation", "fscking-ace")],
        *[(OTHERS / each, "search") for each in ("hanabi", "love_letter", "sealed_bid", "spades")],
        *[(OTHERS / each, "native_search") for each in ("love_letter", "sealed_bid")],
    ],
)
def test_any_game_is_played_and_the_same_chance_plays_the_same(game: str | Path, seat: str) -> None:
    rules = find_game(game)
    made = rules(rules.fewest_players)
    make = seat_maker(seat, made.name, [Path("bots")])

    def played() -> object:
        seats = [make(seat_rng(b"same", number)) for number in range(made.players)]
        for each in seats:
            each.bot.budget = 6  # type: ignore[attr-defined]
        return play_match(made, seats, secret=b"same", turn_cap=3).data

    first = played()
    assert first == played()
    assert not first["faults"]  # type: ignore[index]


def test_a_budget_stands_behind_the_name() -> None:
    make = seat_maker("search:7", "escalation", [Path("bots")])
    seat = make(seat_rng(b"same", 0))
    assert isinstance(seat, BotSeat)
    assert (seat.name, seat.bot.budget) == ("search:7", 7)  # type: ignore[attr-defined]
    with pytest.raises(BadInput, match="greedy:7: greedy has no budget: write greedy"):
        seat_maker("greedy:7", "escalation", [Path("bots")])
    for form in ("search:0", "search:-1", "search:x", "search:", "search:7:7", "search:²"):
        with pytest.raises(BadInput, match="there is no bot"):
            seat_maker(form, "escalation", [Path("bots")])


def test_who_cannot_imagine_answers_at_random() -> None:
    """What a seat has seen is not always found again: that is no fault of its own."""
    env = Env("escalation", 2)
    choice = env.choice

    def nothing_found(view: object) -> Any:
        raise CannotImagine("no position was found")

    view = View(lambda: env.observe(), nothing_found)
    ask = Ask(choice.ask, choice.player.seat, choice.space)
    found = [Search(random.Random(seed), 5).best(view, ask).plain for seed in range(20)]
    assert {str(each) for each in found} <= {str(each.plain) for each in env.legal()}
    assert len({str(each) for each in found}) > 1
    assert found == [Search(random.Random(seed), 5).best(view, ask).plain for seed in range(20)]


def test_a_win_that_lies_open_is_taken() -> None:
    env = Env(OTHERS / "connect_four", 2)
    for cell in ("a1", "b1", "a2", "b2", "a3", "b3"):
        env.step(cell)
    choice = env.choice
    position = Position(env.game, choice.table.snapshot(), (), dealing=False)
    view = View(lambda: env.observe(), lambda view: _Known(position))  # type: ignore[arg-type, return-value]
    found = Search(random.Random(1), 150).best(view, Ask(choice.ask, choice.player.seat, choice.space))
    assert found.plain == "a4"


class _Known:
    """A game in which nothing is hidden is imagined as it is."""

    def __init__(self, position: object) -> None:
        self.position = position

    def imagine(self, rng: random.Random, tries: int) -> object:
        return self.position
