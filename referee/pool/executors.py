"""The machines on which tasks run: this process, processes that end with their parent, or a cluster (``cluster``)."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

from referee.kernel.errors import RefereeError

Task = TypeVar("Task")
Result = TypeVar("Result")

EVERY = 1.0
"""Seconds that tasks are waited for before it is asked whether they still matter."""
TRIES = 3
"""A task whose worker was lost is run again, so often in all."""


class Wait(Enum):
    """Stands for a task: there is none until one of the running tasks is done."""

    WAIT = "wait"


WAIT = Wait.WAIT


class WorkerLost(RefereeError):
    """A worker process ended, again and again, in the same task: the host's fault, or a trusted bot's."""


@dataclass(frozen=True, slots=True)
class Preparation:
    """Each worker calls one function before its first task, and the other after its last; ``args`` go to both."""

    start: Callable[..., None]
    finish: Callable[..., None]
    args: tuple[Any, ...]


def _nothing() -> None: ...


NO_PREPARATION = Preparation(_nothing, _nothing, ())


def never() -> bool:
    return False


def run_all(
    work: Callable[[Task], Result],
    tasks: Iterable[Task | Wait],
    *,
    jobs: int,
    preparation: Preparation = NO_PREPARATION,
    ahead: int = 2,
    given_up: Callable[[], bool] = never,
) -> Iterator[tuple[Task, Result]]:
    """Each task with its result, as they come.

    With one job everything runs in this process. With more, at most ``ahead`` times as many tasks as jobs are under
    way; where a worker dies they are all run again, and once it is ``given_up`` (asked every second) they are left.
    Leaving the iterator ends the workers at once.
    """
    if jobs > 1:
        yield from _in_processes(work, iter(tasks), jobs, preparation, ahead * jobs, given_up)
        return
    preparation.start(*preparation.args)
    try:
        for task in tasks:
            assert not isinstance(task, Wait), "nothing is under way"
            yield task, work(task)
    finally:
        preparation.finish(*preparation.args)


def in_order(done: Iterable[tuple[int, Result]], early: dict[int, Result] | None = None) -> Iterator[Result]:
    """What comes with the numbers from 0 on, in their order; ``early`` has what came before its turn."""
    early, due = {} if early is None else early, 0
    for number, result in done:
        early[number] = result
        while due in early:
            yield early.pop(due)
            due += 1


def _in_processes(
    work: Callable[[Task], Result],
    tasks: Iterator[Task | Wait],
    jobs: int,
    preparation: Preparation,
    most: int,
    given_up: Callable[[], bool],
) -> Iterator[tuple[Task, Result]]:
    again: list[tuple[Task, int]] = []
    while True:
        pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _begin, (preparation,))
        under_way: dict[Future[Result], tuple[Task, int]] = {}
        try:
            while True:
                while len(under_way) < most:
                    task, tried = again.pop() if again else (next(tasks, None), 0)
                    if task is None or isinstance(task, Wait):
                        break
                    with interrupts_held():
                        under_way[pool.submit(work, task)] = (task, tried)
                if not under_way or given_up():
                    return
                for future in wait(under_way, EVERY, return_when=FIRST_COMPLETED).done:
                    result = future.result()
                    task, _ = under_way.pop(future)
                    yield task, result
        except BrokenProcessPool:
            again = [(task, tried + 1) for task, tried in under_way.values()]
            if any(tried >= TRIES for _, tried in again):
                raise WorkerLost(f"a worker process was lost {TRIES} times in the same tasks") from None
        finally:
            end_workers(pool)


def end_workers(pool: ProcessPoolExecutor) -> None:
    """End the workers without waiting for what they are at."""
    workers = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join(5)


def _begin(preparation: Preparation) -> None:
    """Prepare a worker: the keyboard interrupts only its parent, and it ends when it loses its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()
    preparation.start(*preparation.args)


def _follow() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """An interrupt waits until this is over; processes that are started meanwhile never hear of one."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
