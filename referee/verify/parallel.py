"""The same function for many arguments, over processes or a cluster; what comes of it has the order of these."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import TypeVar

from referee.pool.cluster import run_anywhere
from referee.pool.executors import WorkerLost, in_order, run_all
from referee.verify.aborted import describe_error, guarded

A = TypeVar("A")
R = TypeVar("R")


def whole(argument: A) -> Sequence[A]:
    """A piece of work without parts."""
    return (argument,)


def run_parallel(
    function: Callable[[A], R],
    arguments: Iterable[A],
    jobs: int,
    seconds: float | None = None,
    cluster: str | None = None,
    *,
    broken_off: list[str],
    about: Callable[[A], str],
    apart: Callable[[A], Sequence[A]] = whole,
) -> Iterator[R]:
    """Results in the order of the arguments, however many work on them and whoever is ready first.

    An argument for which the function breaks off is taken ``apart``, and each part that breaks off is one line more of
    ``broken_off``, which says what it is ``about``. BadInput and an interrupt end everything.
    After ``seconds`` nothing more is begun, and what is being done is left to end.
    With ``seconds`` an argument is drawn when there is somebody to work on it: it may hold what time is left then.
    ``cluster`` is the address of a Dask scheduler, whose workers then do it; errors as of ``run_on_cluster``.
    """
    end = None if seconds is None else time.monotonic() + seconds
    left: dict[int, A] = {}

    def in_time() -> Iterator[tuple[int, A]]:
        for number, each in enumerate(arguments):
            if end is not None and time.monotonic() >= end:
                return
            left[number] = each
            yield number, each

    def results() -> Iterator[tuple[int, Said[R]]]:
        tasks, ahead = in_time(), 2 if seconds is None else 1
        try:
            for (number, _), parts in run_anywhere(work, tasks, jobs=jobs, cluster=cluster, ahead=ahead):
                del left[number]
                yield number, parts
        except WorkerLost:
            # One by one, so that it is known which of them ends its process.
            for number, each in chain([*left.items()], tasks):
                yield number, _alone(work, number, apart(each), about)

    work = partial(_of_one, function, about, apart)
    early: dict[int, Said[R]] = {}
    try:
        for given, lines in in_order(results(), early):
            broken_off += [line for line in lines if line not in broken_off]
            yield from given
    except KeyboardInterrupt:
        yield from [each for number in sorted(early) for each in early[number][0]]
        raise


Said = tuple[list[R], list[str]]
"""The function's results for an argument or for its parts, and what broke off."""


def _of_one(
    function: Callable[[A], R],
    about: Callable[[A], str],
    apart: Callable[[A], Sequence[A]],
    numbered: tuple[int, A],
) -> Said[R]:
    argument = numbered[1]
    lines: list[str] = []
    nothing: list[R] = []
    given = guarded(about(argument), lambda: [function(argument)], nothing, lines)
    parts = apart(argument) if lines else ()
    if len(parts) > 1:
        said = [_of_one(function, about, whole, (0, each)) for each in parts]
        lines = [line for _, more in said for line in more] or lines
        return [one for each, _ in said for one in each], lines
    return given, lines


def _alone(
    work: Callable[[tuple[int, A]], Said[R]], number: int, parts: Sequence[A], about: Callable[[A], str]
) -> Said[R]:
    """Each part in a process of its own."""
    found: list[R] = []
    lines: list[str] = []
    for each in parts:
        try:
            for _, (given, more) in run_all(work, [(number, each)], jobs=2, ahead=1):
                found += given
                lines += more
        except WorkerLost as lost:
            lines.append(describe_error(about(each), lost))
    return found, lines
