"""How strong one bot of a game is against another: blocks of matches in which it takes every seat once.

    python -m tests.bench.strength [GAME] [BOT] [AGAINST] [--players N] [--blocks N] [--first N]
        [--turn-cap N] [--set NAME=VALUE]

Both play in this process, with the same secrets every time, so that the figures repeat themselves.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any

from referee.games.registry import find_game
from referee.games.shipped import folders
from referee.kernel.requests import Choice
from referee.kernel.scalars import from_plain
from referee.play.referee import play_match, seat_rng
from referee.play.seats import Seat, seat_maker
from referee.stats.blocks import scores_of
from referee.stats.means import mean_interval

PARTS = (("median", 0.5), ("nine of ten", 0.9), ("most", 1.0))
"""Of the times of decisions in order, those that are told."""


@dataclass(frozen=True, slots=True)
class Block:
    """The means of a block for the bot: its score (the part of the others whom it is before), the part of the wins
    that it has, its payoff."""

    score: float
    wins: float
    payoff: float


class Timed(Seat):
    """Another seat; how many milliseconds of processor time each of its answers took goes into ``spent``."""

    def __init__(self, inner: Seat, spent: list[float]) -> None:
        self.inner, self.spent = inner, spent
        self.name, self.remembers, self.own_code = inner.name, inner.remembers, inner.own_code

    def start(self, info: dict[str, Any]) -> None:
        self.inner.start(info)

    def answer(self, choice: Choice) -> Any:
        self.inner.history = self.history
        began = time.process_time()
        answer = self.inner.answer(choice)
        if choice.space.count() > 1:
            self.spent.append(1000 * (time.process_time() - began))
        return answer

    def end(self, result: dict[str, Any]) -> None:
        self.inner.end(result)


def blocks(
    name: str,
    bot: str,
    against: str,
    numbers: Iterable[int],
    players: int | None = None,
    cap: int | None = None,
    settings: Mapping[str, str] | None = None,
    spent: list[float] | None = None,
) -> Iterator[Block]:
    """The blocks of those numbers, one after the other. ``spent`` gets the milliseconds of the bot's decisions between
    several answers."""
    made = find_game(name)
    game, where = made(players, settings=settings), folders("bots", made)
    mine, others = seat_maker(bot, made.name, where), seat_maker(against, made.name, where)
    for block in numbers:
        secret = random.Random(f"mc{block}").randbytes(32)
        found = []
        for place in range(game.players):
            seats: list[Seat] = [
                (mine if seat == place else others)(seat_rng(secret, seat)) for seat in range(game.players)
            ]
            seats[place] = Timed(seats[place], [] if spent is None else spent)
            result = play_match(game, seats, secret=secret, turn_cap=cap)
            assert not result.data["faults"], result.data["faults"]
            assert result.ranks is not None
            assert result.payoffs is not None
            first = result.ranks.count(1)
            wins = 1 / first if result.ranks[place] == 1 and first < game.players else 0.0
            payoff = float(from_plain(result.payoffs[place], {}))
            found.append(Block(float(scores_of(result.ranks)[place]), wins, payoff))
        yield Block(*[mean(getattr(each, part) for each in found) for part in ("score", "wins", "payoff")])


def measure(played: Sequence[Block]) -> dict[str, Any]:
    """What was measured, as JSON data; intervals are of 95 %, over blocks."""
    found: dict[str, Any] = {}
    for part, bounds in (("score", (0.0, 1.0)), ("wins", (0.0, 1.0)), ("payoff", None)):
        values = [getattr(each, part) for each in played]
        found[part] = round(mean(values), 4)
        found[f"{part}_interval"] = mean_interval([values], bounds=bounds)
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="?", default="escalation")
    parser.add_argument("bot", nargs="?", default="monte_carlo")
    parser.add_argument("against", nargs="?", default="greedy")
    parser.add_argument("--blocks", type=int, default=40)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--players", type=int)
    parser.add_argument("--turn-cap", type=int)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    told = parser.parse_args()
    began, numbers = time.process_time(), range(told.first, told.first + told.blocks)
    settings = dict(each.split("=", 1) for each in told.set)
    spent: list[float] = []
    played = list(blocks(told.game, told.bot, told.against, numbers, told.players, told.turn_cap, settings, spent))
    in_order = sorted(spent)
    figures = {
        "bot": told.bot, "against": told.against, "blocks": len(played), **measure(played),
        "decision_ms": {name: round(in_order[int(part * (len(spent) - 1))], 1) for name, part in PARTS}
        | {"mean": round(mean(spent), 1)},
        "processor_seconds": round(time.process_time() - began, 1),
    }  # fmt: skip
    sys.stdout.write(json.dumps(figures) + "\n")


if __name__ == "__main__":
    main()
