"""The tables of operations: what a function of Python, or a method, means."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import bisect
import heapq
import itertools
from collections import deque
from collections.abc import Callable
from typing import Any

from referee.kernel.table import Table
from referee.kernel.watch import Watch
from referee.meaning.types import Plain
from referee.meaning.values import Value

Operation = Callable[..., Any]
OPERATIONS: dict[Any, Operation] = {}
"""By the function of Python: gives a value, or None where the arguments say that it is to be read as text."""
METHODS: dict[tuple[str, str], Operation] = {}
"""By the kind of a value and the name of a method."""
TAKEN: dict[Any, tuple[str, ...]] = {
    sum: ("start",),
    enumerate: ("start",),
    zip: ("strict",),
    max: ("key", "default"),
    min: ("key", "default"),
    sorted: ("key", "reverse"),
    itertools.product: ("repeat",),
    itertools.accumulate: ("initial",),
    itertools.groupby: ("key",),
    itertools.zip_longest: ("fillvalue",),
    deque: ("maxlen",),
    bisect.bisect_right: ("key",),
    bisect.bisect_left: ("key",),
    bisect.insort_right: ("key",),
    heapq.merge: ("key", "reverse"),
    Table.pay: ("where",),
}
"""The arguments that operations take by name only."""
MOMENT = Plain("moment")
WATCH = Watch()
"""Stands for whoever watches, where a record is kept: what it is told is in the Program."""


def operation(*functions: Any) -> Callable[[Operation], Operation]:
    def register(meaning: Operation) -> Operation:
        for each in functions:
            OPERATIONS[each] = meaning
        return meaning

    return register


def methods(*kinds: str, name: str) -> Callable[[Operation], Operation]:
    def register(meaning: Operation) -> Operation:
        for kind in kinds:
            METHODS[kind, name] = meaning
        return meaning

    return register


def whatever_order(*functions: Any) -> None:
    """The order of what these are given makes no difference: it may be a set."""
    for each in functions:
        ordered = OPERATIONS[each]

        def meaning(b: Any, args: list[Value], words: Any, node: Any, ordered: Operation = ordered) -> Value | None:
            b.any_order += 1
            try:
                return ordered(b, args, words, node)
            finally:
                b.any_order -= 1

        OPERATIONS[each] = meaning
