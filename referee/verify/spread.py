"""The same function for many arguments, over processes or a cluster; what comes of it has the order of these."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeVar

from referee.pool.cluster import run_on_cluster
from referee.pool.executors import Preparation, run_all

A = TypeVar("A")
R = TypeVar("R")


def spread(
    function: Callable[[A], R],
    arguments: Iterable[A],
    jobs: int,
    seconds: float | None = None,
    cluster: str | None = None,
) -> Iterator[R]:
    """Results in the order of the arguments, however many work on them and whoever is ready first.

    After ``seconds`` nothing more is begun, and what is being done is left to end.

    With ``seconds`` an argument is drawn when there is somebody to work on it: it may hold what time is left then.
    ``cluster`` is the address of a Dask scheduler, whose workers then do it; errors as of ``run_on_cluster``.
    """
    end = None if seconds is None else time.monotonic() + seconds
    in_time = enumerate(each for each in arguments if end is None or time.monotonic() < end)
    work = partial(_of_one, function)
    if cluster is None:
        ahead = 2 if seconds is None else 1
        results = run_all(work, in_time, jobs=jobs, preparation=NO_PREPARATION, ahead=ahead)
    else:
        results = run_on_cluster(work, in_time, address=cluster, preparation=NO_PREPARATION)
    early: dict[int, R] = {}
    due = 0
    try:
        for (number, _), result in results:
            early[number] = result
            while due in early:
                yield early.pop(due)
                due += 1
    except KeyboardInterrupt:
        yield from [early[number] for number in sorted(early)]
        raise


def _of_one(function: Callable[[A], R], numbered: tuple[int, A]) -> R:
    return function(numbered[1])


def _nothing() -> None:
    """Workers need no preparation."""


NO_PREPARATION = Preparation(_nothing, _nothing, ())
