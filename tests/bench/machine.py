"""How fast Hypothesis plays: ``python -m tests.bench.machine [GAME …]``.

Matches of all numbers of players with every property looked at, as ``pytest properties/`` plays them. Steps (turns
and deals) and draws of Hypothesis a second of processor time, the median of three.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from referee.games.registry import find_game
from referee.verify.play import machine
from referee.verify.properties import load_properties

ROOT = Path(__file__).resolve().parent.parent.parent


class Counting(machine.Drawn):
    draws = 0

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self._below = rng.randrange
        self.below = self._counted

    def _counted(self, count: int) -> int:
        Counting.draws += 1
        return self._below(count)


def measured(name: str) -> tuple[float, float]:
    game: Any = find_game(name)
    declared = load_properties(ROOT / "properties" / f"{name}.py", game)
    forms = []
    for players in range(game.fewest_players, game.most_players + 1):
        form = game(players)
        about = [each for each in declared if each.applies(form.readings, players)]
        forms.append((form, [each for each in about if each.expected(form.readings, players)]))
    steps, draws = [], []
    for repeat in range(3):
        played, Counting.draws, began = machine.Machine(forms, str(repeat)), 0, time.process_time()
        played.run()
        seconds = time.process_time() - began
        assert not played.failures, played.failures
        steps.append(played.steps / seconds)
        draws.append(Counting.draws / seconds)
    return statistics.median(steps), statistics.median(draws)


def main() -> None:
    machine.Drawn = Counting  # type: ignore[misc]
    for name in sys.argv[1:] or ["escalation", "effervesce", "fscking-ace"]:
        steps, draws = measured(name)
        sys.stdout.write(f"{name:12}  {steps:6.0f} steps/s  {draws:6.0f} draws/s\n")


if __name__ == "__main__":
    main()
