"""What a cluster loses between its parts: ``python -m tests.bench.cluster``.

Parts that sleep, on a Dask scheduler of this machine with one worker and with two, a thread each: what is measured is
how they are handed out, and no processor has to be idle for it. ``of a check`` are as long, in their order, as a fifth
of the questions of ``referee check escalation``.
"""

import sys
import tempfile
import time
from pathlib import Path

from referee.pool.cluster import run_on_cluster
from referee.pool.executors import Preparation
from tests.tournament.test_cluster import cluster

PARTS = {
    "short": [0.02] * 200,
    "even": [0.25] * 40,
    "of a check": [*[1.3] * 5, *[0.7] * 7, *[0.1] * 8, *[0.04] * 70],
}


def slept(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def nothing() -> None: ...


def seconds_of(parts: list[float], workers: int) -> float:
    preparation = Preparation(nothing, nothing, ())
    with tempfile.TemporaryDirectory() as folder, cluster(Path(folder), workers) as (address, *_):
        list(run_on_cluster(slept, iter([0.0] * 4), address=address, preparation=preparation))  # each has loaded it
        began = time.perf_counter()
        list(run_on_cluster(slept, iter(parts), address=address, preparation=preparation))
        return time.perf_counter() - began


def main() -> None:
    for name, parts in PARTS.items():
        one, two = seconds_of(parts, 1), seconds_of(parts, 2)
        sys.stdout.write(
            f"{name:12} {len(parts):4} parts, {sum(parts):5.1f} s: one worker {one:5.1f} s, two {two:5.1f} s, "
            f"{one / two:.2f} times as fast\n"
        )


if __name__ == "__main__":
    main()
