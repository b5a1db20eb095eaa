"""Records of native play: ``python -m tests.bench.recorded [GAME…]``.

Each game is compiled with its records (into ``.referee/native``), and plays matches of four random seats for about two
seconds of processor time. Printed: decisions a second of processor time and the bytes of a match, with digests of what
each seat saw, as ``referee play --record`` writes them, and without. Nothing is written to a disk.
"""

import sys
import time
from pathlib import Path

from referee.games.registry import find_game
from referee.native.records import Recording
from referee.record.words import key_of

GAMES = ("escalation", "effervesce", "five-crowns", "fscking-ace", "bpoker")
SECONDS = 2.0


def measured(recording):
    """Decisions a second, and bytes a match."""
    recording.play(key_of("speed"), 0, 1)  # what is made once, as the fingerprint of the rules
    first, many, decisions, size, seconds = 1, 10, 0, 0, 0.0
    while seconds < SECONDS:
        began = time.process_time()
        played, records = recording.play(key_of("speed"), first, many)
        seconds += time.process_time() - began
        decisions += int(played.results["decisions"].sum())
        size += sum(len(each or b"") for each in records)
        first, many = first + many, min(2 * many, 2000)
    return decisions / seconds, size / (first - 1)


def main(names):
    for name in names or GAMES:
        for views in (True, False):
            rate, size = measured(Recording(find_game(name)(4), Path(".referee") / "native", views=views))
            kind = "with" if views else "without"
            sys.stdout.write(f"{name:12} {kind} views: {rate:9,.0f} decisions/s, {size:9,.0f} bytes a match\n")


if __name__ == "__main__":
    main(sys.argv[1:])
