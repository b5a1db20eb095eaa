"""How fast checking is: ``python -m tests.bench.check``.

Random play, fuzzing and exploring in the same run, by processor time of this process: decisions a second of plain
random play (a match loop in the referee's process), of the fuzzer with and without the shipped properties, and
transitions a second of the explorer with the bytes that it takes for a stored state.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

from referee.games.registry import find_game
from referee.play.referee import play_match
from referee.play.seats import RandomSeat
from referee.verify.explore.breadth import Search
from referee.verify.methods import Question
from referee.verify.play.fuzz import Campaign
from referee.verify.properties import load_properties

ROUNDS = 7
"""Of which the medians are told."""
PROPERTIES = Path(__file__).parent.parent.parent / "properties"
SCALES: dict[str, tuple[int, dict[str, Any]]] = {
    "escalation": (2, {"hand": 2, "suits": 2, "ranks": ("2", "3", "5", "9")}),
    "effervesce": (
        2,
        {"packs": 5, "suits": ("hearts", "spades"), "ranks": ("K",), "jokers": ("black",), "hand": 4, "sides": 2},
    ),
}


def play(name: str, players: int, settings: dict[str, Any], matches: int, cap: int) -> float:
    """Decisions a second of plain random play."""
    game = find_game(name)(players, settings=settings)
    seats = [RandomSeat(random.Random(seat)) for seat in range(players)]
    began, decisions = time.process_time(), 0
    for _ in range(matches):
        decisions += play_match(game, seats, record=False, views=False, turn_cap=cap).decisions
    return decisions / (time.process_time() - began)


def fuzz(name: str, players: int, *, properties: bool) -> float:
    """Decisions a second of the fuzzer's campaign, without making witnesses small."""
    game = find_game(name)(players)
    declared = load_properties(PROPERTIES / f"{name}.py", type(game)) if properties else []
    about = tuple([each for each in declared if each.applies(game.readings, players)])
    campaign = Campaign(Question(game, about))
    began = time.process_time()
    campaign.play()
    return campaign.decisions / (time.process_time() - began)


def main() -> None:
    say = sys.stdout.write
    for name, (players, settings) in SCALES.items():
        # In turns, as what else runs on the machine changes all the time.
        rates = [
            (play(name, 4, {}, 40, 40), fuzz(name, 4, properties=False), fuzz(name, 4, properties=True))
            for _ in range(ROUNDS)
        ]
        plain = median([each[0] for each in rates])
        say(f"{name}: plain random play, 4 players {plain:9.0f} decisions/s\n")
        for at, how in ((1, "no"), (2, "with")):
            rate, of = median([each[at] for each in rates]), median([each[at] / each[0] for each in rates])
            say(f"  fuzz, {how} properties {rate:9.0f} decisions/s, {of:.2f} of it\n")
        scaled = play(name, players, settings, 300, 40)
        say(f"  random play of the scaled game {scaled:9.0f} decisions/s\n")
        search = Search(Question(find_game(name)(players, settings=settings), ()))
        began = time.process_time()
        seen = search.run()
        spent = time.process_time() - began
        say(
            f"  explore: {seen.states} states, {seen.transitions} transitions, {seen.ways} ways, "
            f"{'all of them' if not seen.bounded else seen.bounded}\n"
            f"    {seen.transitions / spent:9.0f} transitions/s, {seen.ways / spent:9.0f} ways/s "
            f"({seen.transitions / spent / plain:.2f} and {seen.ways / spent / plain:.2f} of plain play), "
            f"{seen.bytes / seen.states:.0f} bytes a state\n"
        )


if __name__ == "__main__":
    main()
