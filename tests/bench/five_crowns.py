"""How fast Five Crowns is: ``python -m tests.bench.five_crowns``.

Prints the decisions a second of two, four and eight random seats, refereed with a chance tape and without a record,
solving of melds included (goal: at least 20,000), and the time that the solver takes for hands of 13 and 14 cards
(goals: a millisecond at the median, 20 at worst). Processor time, and the best of several runs, so that other work on
the machine counts little; each run deals other cards, so that no hand has been solved before.
"""

from __future__ import annotations

import gc
import random
import statistics
import sys
import time

from referee.games.five_crowns.hands import RANK_NAMES
from referee.games.five_crowns.rules import FiveCrowns
from referee.play.referee import play_match, seat_rng
from referee.play.seats import RandomSeat
from referee.record.tape import secret_of_seed

DECISIONS, MEDIAN, WORST = 20_000, 1.0, 20.0
"""The goals: a second, and milliseconds."""


def decisions_a_second(players: int, runs: int = 6) -> float:
    """Of matches between random seats, most of which the turn cap ends."""
    game = FiveCrowns(players)
    best = 0.0
    for run in range(runs):
        secret = secret_of_seed(f"speed/{run}")
        seats = [RandomSeat(seat_rng(secret, seat)) for seat in range(players)]
        began = time.process_time()
        result = play_match(game, seats, secret=secret)
        best = max(best, result.decisions / (time.process_time() - began))
    return best


READINGS: dict[str, dict[str, str]] = {
    "default": {},
    "any suits": {"run-suit": "any-suits"},
    "two naturals": {"all-wild-melds": "two"},
    "two wilds": {"wilds-per-meld": "two-at-most"},
    "any suits, round the corner, two naturals": {
        "run-suit": "any-suits",
        "run-ends": "round-the-corner",
        "all-wild-melds": "two",
    },
    "any suits, different suits": {"run-suit": "any-suits", "identical-cards": "different-suits"},
}
"""The solver's work depends on them."""


def solver_milliseconds(readings: dict[str, str], hands: int = 2000) -> tuple[float, float]:
    """Median and worst time of hands of 13 and 14 cards, every second one from few kinds and full of wilds."""
    game = FiveCrowns(2, readings=readings)
    rng = random.Random(1)
    pack = game.deck.names(game.deck.whole)
    times = []
    # What else the process has made is not what the collector looks through: only what the solver makes.
    gc.collect()
    gc.freeze()
    for number in range(hands):
        wild = rng.choice(RANK_NAMES)
        names = pack
        if number % 2:
            kinds = rng.sample(pack, 8)
            names = [name for name in pack if name in kinds or name == "Jo" or name[:-1] == wild]
        pile = game.deck.parse(rng.sample(names, min(len(names), rng.choice([13, 14]))))
        began = time.process_time()
        game.hands.best_melds(pile, wild)
        times.append((time.process_time() - began) * 1000)
    gc.unfreeze()
    return statistics.median(times), max(times)


def main() -> None:
    for players in (2, 4, 8):
        rate = decisions_a_second(players)
        sys.stdout.write(f"decisions/s, {players} random seats {rate:7.0f}  goal: at least {DECISIONS}\n")
    for name, readings in READINGS.items():
        median, worst = solver_milliseconds(readings)
        figures = f"median {median:.2f}, worst {worst:.2f}"
        sys.stdout.write(f"solver, ms: {figures}  goals: {MEDIAN:.0f} and {WORST:.0f}  {name}\n")


if __name__ == "__main__":
    main()
