"""The same function for many arguments, over processes; what is ready is handed on at once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import TypeVar

A = TypeVar("A")
R = TypeVar("R")


def spread(function: Callable[[A], R], arguments: Sequence[A], jobs: int, seconds: float | None = None) -> Iterator[R]:
    """Results as they come. After ``seconds`` nothing more is begun, and what is being done is left to end."""
    began = time.monotonic()

    def late() -> bool:
        return seconds is not None and time.monotonic() - began > seconds

    if jobs == 1:
        for argument in arguments:
            if late():
                return
            yield function(argument)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        left = list(reversed(arguments))
        waiting = {pool.submit(function, left.pop()) for _ in range(min(jobs, len(left)))}
        try:
            while waiting:
                ready, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for each in ready:
                    if left and not late():
                        waiting.add(pool.submit(function, left.pop()))
                    yield each.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
