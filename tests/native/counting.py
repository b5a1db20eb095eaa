"""Compares what is counted natively with what Python counts in the same matches.

``python -m tests.native.counting GAME PLAYERS MATCHES TURN-CAP``
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee.games.registry import find_game
from referee.kernel.game import Game
from referee.native.counting import CountingEngine
from referee.record.words import key_of
from referee.verify.ledger import Ledger
from referee.verify.play.branches import Counting, counting
from referee.verify.play.native import FromWords
from referee.verify.play.trial import Trial

SEED = "counted"


def by_python(form: Game[Any], matches: int, cap: int, found: Counting) -> tuple[dict[str, int], list[int]]:
    """Clauses and ways; of a match that is stopped nothing is counted."""
    ledger, key = Ledger(), key_of(SEED)
    trial = Trial(form, (), ledger)
    with ledger.watching(form, trial.table):
        for match in range(matches):
            driver, before = FromWords(key, match), list(found.counts)
            trial.begin()
            ledger.match_begins()
            met = None
            for _ in range(cap + 1):
                met = trial.advance(driver)
                if met is not None or trial.table.outcome is not None:
                    break
            if met is None:
                ledger.match_ends(real=True)
            else:
                found.counts[:] = before
    return dict(ledger.real), list(found.counts)


def differences(
    game: type[Game[Any]], players: int, matches: int, cap: int, folder: Path, **more: Any
) -> Iterator[str]:
    """A line for each clause and each way that is counted otherwise."""
    with counting(game) as found:
        form = game(players)
        engine = CountingEngine(form, folder, ways=len(found.ways))
        engine.play(key_of(SEED), 0, matches, cap)
        clauses, ways = engine.counted()
        again = game(players)
        found.counts[:] = [0] * len(found.counts)  # what making a game object goes through is no play
        own_clauses, own_ways = by_python(again, matches, cap, found)
        for each, times in clauses.items():
            if times != own_clauses.get(each, 0):
                yield f"{each}: natively {times}, in Python {own_clauses.get(each, 0)}"
        for at, (_, file, line, text, way) in enumerate(found.ways):
            if ways[at] != own_ways[at] and at not in engine.unsure_ways:
                yield f"{file.name}:{line} {text} {way}: natively {ways[at]}, in Python {own_ways[at]}"


if __name__ == "__main__":
    name, players, matches, cap = sys.argv[1], *map(int, sys.argv[2:5])
    lines = list(differences(find_game(name), players, matches, cap, Path(".referee") / "native"))
    print(*lines, sep="\n")
    sys.exit(bool(lines))
