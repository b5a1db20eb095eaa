"""A simulated tournament of 200 entrants, two at a table: ``python -m tests.bench.scale [MATCHES]``.

Results of entrants of known strength are put into a store a block at a time, as a runner does, and the standings
computed from it. Printed: processor seconds of both, and the greatest memory of the process so far.
"""

import itertools
import json
import math
import random
import resource
import sys
import tempfile
import time
from pathlib import Path

from referee.pool.limits import Limits
from referee.record.tape import commitment, secret_of_seed
from referee.tournament.playing import Played
from referee.tournament.schedule import Block
from referee.tournament.standings import standings
from referee.tournament.store import Store

ENTRANTS = 200
ABOUT = {
    "name": "scale",
    "form": {"game": "simulated", "players": 2, "readings": {}, "settings": {}},
    "rules": "0" * 32,
    "turn_cap": None,
    "entrants": [
        {"name": f"e{number}", "author": None, "seat": "random", "text": "built in", "isolation": "none"}
        for number in range(ENTRANTS)
    ],
    "format": {"kind": "round-robin", "blocks": 100, "groups": "all"},
    "stop": {"rule": "fixed"},
    "seatings": "balanced",
    "measure": "ranks",
    "apart": False,
    "anonymous": True,
    "records": False,
    "limits": Limits().as_json(),
    "lifetime": "match",
}


def fill(store, blocks):
    rng = random.Random(1)
    tables = list(itertools.combinations(range(ENTRANTS), 2))
    rng.shuffle(tables)
    secret = secret_of_seed("scale")
    store.put_meta(
        {"definition": ABOUT, "finished": True, "commitment": commitment(secret), "secret": secret.hex(),
         "seed": "scale", "verdict": ""}
    )  # fmt: skip
    for number in range(1, blocks + 1):
        one, other = tables[number % len(tables)]
        played = []
        for seated in ((one, other), (other, one)):
            won = rng.random() < 1 / (1 + math.exp((seated[0] - seated[1]) / 50))
            ranks, payoffs = ([1, 2], [1, -1]) if won else ([2, 1], [-1, 1])
            data = {"reason": "over", "ranks": ranks, "payoffs": payoffs, "turns": 9, "faults": []}
            played.append(Played(seated, data, 9, 0.001, None))
        store.add(Block(number, (one, other), 0), played)


def main(matches):
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder, "scale.sqlite"), make=True)
        began = time.process_time()
        fill(store, matches // 2)
        filled = time.process_time()
        found = standings(store.meta(), store.blocks())
        done = time.process_time()
        store.close()
    ranks = {line.entrant: line.rank for line in found.lines}
    return {
        "matches": found.matches,
        "store_seconds": round(filled - began, 2),
        "standings_seconds": round(done - filled, 2),
        "memory_mib": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "strongest_ten_in_first_twenty": sum(ranks[each] <= 20 for each in range(10)),
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)) + "\n")
