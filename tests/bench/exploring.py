"""How fast all tables of a scaled game are gone through natively: ``python -m tests.bench.exploring``.

Escalation for two and three players in small packs, each compiled (into ``.referee/native``) and gone through whole or
up to so many bytes. Printed: transitions a second of processor time, and the bytes that are kept for a table.
"""

import sys
import time
from pathlib import Path

from referee.games.registry import find_game
from referee.native.exploring import Explorer

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
FORMS = (
    (2, {"hand": 3, "suits": 1, "ranks": RANKS[:8]}),
    (2, {"hand": 4, "suits": 2, "ranks": RANKS[:5]}),
    (3, {"hand": 2, "suits": 2, "ranks": RANKS[:5]}),
)
MOST_BYTES = 1 << 28


def main() -> None:
    for players, settings in FORMS:
        explorer = Explorer(find_game("escalation")(players, settings=settings), Path(".referee/native"))
        began = time.process_time()
        seen = explorer.run(10**9, 10**9, most_bytes=MOST_BYTES)
        took = time.process_time() - began
        form = (
            f"{players} players, {settings['suits']} suits, {len(settings['ranks'])} ranks, hands of {settings['hand']}"
        )
        sys.stdout.write(
            f"escalation, {form}: {seen.states:,} tables, {seen.transitions:,} transitions in {took:.2f} s: "
            f"{seen.transitions / took:,.0f} a second; {seen.bytes / seen.states:.1f} bytes a table; "
            f"{seen.bounded or 'whole'}\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
