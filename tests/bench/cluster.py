"""What a cluster loses: ``python -m tests.bench.cluster [--check GAME] [--effort PART] [--methods METHOD …]``.

Parts that sleep, on a Dask scheduler of this machine with one worker and with two, a thread each: what is measured is
how they are handed out, and no processor has to be idle for it. ``of a check`` are as long, in their order, as a fifth
of the questions of ``referee check escalation``.

With ``--check`` a whole check with one worker and with two, by processor time, which other work on the machine does not
change: what the checking process does before it hands out the first part and after the last one is back, and what each
part takes on its worker. From these follows the time on processors that are idle otherwise: what is done alone, and
then as long as the worker that has most to do, where each takes the next part when it is free. What travelling takes is
not in it; parts that sleep show that.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import chdir
from pathlib import Path
from typing import Any

from referee.pool.cluster import run_on_cluster
from referee.pool.executors import Preparation
from referee.verify import answering
from referee.verify.campaign import check_game
from referee.verify.questions import Plan
from referee.verify.verdicts import Method
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


def processor() -> float:
    """Seconds until now, of this process and of those that have ended."""
    both = [resource.getrusage(each) for each in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum([each.ru_utime + each.ru_stime for each in both])


class Timed:
    """Questions of a check on a worker, which writes down what they took, and how much it had taken before."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, task: Sequence[tuple[int, Any]]) -> Any:
        at, began = time.time(), processor()
        answers = answering.carry_out_together([job for _, job in task])
        told = {"worker": os.getpid(), "at": at, "seconds": processor() - began, "about": answering.about(task[0][1])}
        with (self.folder / f"{os.getpid()}.jsonl").open("a") as file:
            file.write(json.dumps(told) + "\n")
        return answers


def checked(plan: dict[str, Any], workers: int) -> tuple[float, list[dict[str, Any]]]:
    """What is done alone, in seconds of processor time, and the parts, in the order in which they were done."""
    with tempfile.TemporaryDirectory() as name, chdir(name):
        folder = Path(name).resolve()
        with cluster(folder, workers) as (address, *_):
            answering._numbered = Timed(folder)
            began, handed, last = processor(), 0.0, 0.0

            def progress(done: int, wanted: int) -> None:
                nonlocal handed, last
                handed, last = handed or processor(), processor()

            check_game(Plan(**plan, cluster=address), progress)
            alone = handed - began + processor() - last
        lines = [line for file in folder.glob("*.jsonl") for line in file.read_text().splitlines()]
        return alone, sorted([json.loads(line) for line in lines], key=lambda each: each["at"])


def longest(parts: list[float], workers: int) -> float:
    """How long the one of the workers is busy that is busy longest."""
    busy = [0.0] * workers
    for seconds in parts:
        busy[busy.index(min(busy))] += seconds
    return max(busy)


def whole_check(plan: dict[str, Any]) -> None:
    took = []
    for workers in (1, 2):
        alone, parts = checked(plan, workers)
        by_worker = {each["worker"]: 0.0 for each in parts}
        for each in parts:
            by_worker[each["worker"]] += each["seconds"]
        seconds = [each["seconds"] for each in parts]
        took.append(alone + longest(seconds, workers))
        sys.stdout.write(
            f"{plan['game']}, {workers} workers: alone {alone:.1f} s, {len(parts)} parts {sum(seconds):.1f} s, of each "
            f"worker {', '.join(f'{each:.1f}' for each in by_worker.values())} s; on idle processors {took[-1]:.1f} s\n"
        )
        for each in sorted(parts, key=lambda each: -each["seconds"])[:5]:
            sys.stdout.write(f"    {each['seconds']:6.1f} s  {each['about']}\n")
        sys.stdout.flush()
    sys.stdout.write(f"two workers {took[0] / took[1]:.2f} times as fast as one\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", metavar="GAME")
    parser.add_argument("--players", type=int, nargs="+", default=())
    parser.add_argument("--methods", type=Method, nargs="+", default=())
    parser.add_argument("--effort", type=float, default=1.0)
    asked = parser.parse_args()
    if asked.check:
        plan = {"game": asked.check, "players": tuple(asked.players) or None, "effort": asked.effort}
        whole_check({**plan, "methods": tuple(asked.methods)} if asked.methods else plan)
        return
    for name, parts in PARTS.items():
        one, two = seconds_of(parts, 1), seconds_of(parts, 2)
        sys.stdout.write(
            f"{name:12} {len(parts):4} parts, {sum(parts):5.1f} s: one worker {one:5.1f} s, two {two:5.1f} s, "
            f"{one / two:.2f} times as fast\n"
        )


if __name__ == "__main__":
    main()
