"""How strong one bot of a game is against another: blocks of matches in which it takes every seat once.

    python -m tests.bench.strength [GAME] [BOT] [AGAINST] [--blocks N] [--first N]

Both play in this process, with the same secrets every time, so that the figures repeat themselves.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator
from statistics import mean
from typing import Any

from referee.games.registry import find_game
from referee.games.shipped import folders
from referee.kernel.scalars import from_plain
from referee.play.referee import play_match, seat_rng
from referee.play.seats import Seat, seat_maker
from referee.stats.blocks import scores_of
from referee.stats.means import mean_interval


def blocks(name: str, bot: str, against: str, first: int, number: int) -> Iterator[tuple[float, float]]:
    """The mean score and payoff of each block."""
    made = find_game(name)
    game, where = made(), folders("bots", made)
    mine, others = seat_maker(bot, name, where), seat_maker(against, name, where)
    for block in range(first, first + number):
        secret = random.Random(f"mc{block}").randbytes(32)
        found = []
        for place in range(game.players):
            seats: list[Seat] = [
                (mine if seat == place else others)(seat_rng(secret, seat)) for seat in range(game.players)
            ]
            result = play_match(game, seats, secret=secret)
            assert not result.data["faults"], result.data["faults"]
            assert result.ranks is not None
            assert result.payoffs is not None
            found.append((float(scores_of(result.ranks)[place]), float(from_plain(result.payoffs[place], {}))))
        yield mean(score for score, _ in found), mean(payoff for _, payoff in found)


def measure(name: str, bot: str, against: str, first: int, number: int) -> dict[str, Any]:
    """What was measured, as JSON data; intervals are of 95 %, over blocks."""
    began = time.process_time()
    played = list(blocks(name, bot, against, first, number))
    scores, payoffs = [score for score, _ in played], [payoff for _, payoff in played]
    return {
        "bot": bot, "against": against, "blocks": len(played),
        "score": mean(scores), "score_interval": mean_interval([scores], bounds=(0.0, 1.0)),
        "payoff": mean(payoffs), "payoff_interval": mean_interval([payoffs]),
        "processor_seconds": round(time.process_time() - began, 1),
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game", nargs="?", default="escalation")
    parser.add_argument("bot", nargs="?", default="monte_carlo")
    parser.add_argument("against", nargs="?", default="greedy")
    parser.add_argument("--blocks", type=int, default=40)
    parser.add_argument("--first", type=int, default=0)
    told = parser.parse_args()
    sys.stdout.write(json.dumps(measure(told.game, told.bot, told.against, told.first, told.blocks)) + "\n")


if __name__ == "__main__":
    main()
