"""The same function for many arguments, over processes or a cluster; what is ready is handed on at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
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
    """Results as they come. After ``seconds`` nothing more is begun, and what is being done is left to end.

    With ``seconds`` an argument is drawn when there is somebody to work on it: it may hold what time is left then.
    ``cluster`` is the address of a Dask scheduler, whose workers then do it; errors as of ``run_on_cluster``.
    """
    end = None if seconds is None else time.monotonic() + seconds
    in_time = (each for each in arguments if end is None or time.monotonic() < end)
    if cluster is None:
        ahead = 2 if seconds is None else 1
        results = run_all(function, in_time, jobs=jobs, preparation=NO_PREPARATION, ahead=ahead)
    else:
        results = run_on_cluster(function, in_time, address=cluster, preparation=NO_PREPARATION)
    for _, result in results:
        yield result


def _nothing() -> None:
    """Workers need no preparation."""


NO_PREPARATION = Preparation(_nothing, _nothing, ())
