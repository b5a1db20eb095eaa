"""How fast OpenSpiel plays crazy_eights by itself, in C++: run by a Python that has it, for ``tests.bench.native``.

Its package brings no benchmark, but a search (``MCTSBot``) whose first simulation plays a number of random matches to
their ends: ``LegalActions`` and ``ApplyAction`` in C++. They begin after a deal, so that dealing takes no time, and are
counted as so many decisions as matches that Python plays from there have on average.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from typing import Any

import pyspiel

MATCHES, COUNTED, REPEATS = 20_000, 300, 5


def advanced(state: Any) -> bool:
    """One action at random; gives whether it was a decision."""
    if state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(actions, weights)[0])
        return False
    state.apply_action(random.choice(state.legal_actions()))
    return True


def rate(game: Any) -> float:
    dealt = game.new_initial_state()
    while dealt.is_chance_node():
        advanced(dealt)
    decisions = 0
    for _ in range(COUNTED):
        state = dealt.clone()
        while not state.is_terminal():
            decisions += advanced(state)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(MATCHES, 1), 2.0, 1, 1000, False, 1, False)
    start = time.process_time()
    bot.mcts_search(dealt)
    return MATCHES * decisions / COUNTED / (time.process_time() - start)


if __name__ == "__main__":
    found = statistics.median([rate(pyspiel.load_game("crazy_eights(players=4)")) for _ in range(REPEATS)])
    sys.stdout.write(f"OpenSpiel crazy_eights(4), random matches in C++, without the deal: {found:.0f}\n")
