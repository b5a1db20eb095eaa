"""What the operations of Python and of the kernel mean: those that are not read as text."""

from __future__ import annotations

from referee.meaning.operations import (
    classes,
    counters,
    finding,
    iterators,
    methods,
    numbers,
    operators,
    parts,
    piles,
    readings,
    refusing,
    sequences,
    tables,
    telling,
)
from referee.meaning.operations.registry import METHODS, OPERATIONS, TAKEN, whatever_order
from referee.meaning.operations.tables import SPREAD

ROOMS = (
    classes,
    counters,
    finding,
    iterators,
    methods,
    numbers,
    operators,
    parts,
    piles,
    readings,
    refusing,
    sequences,
    tables,
    telling,
)
__all__ = ["METHODS", "OPERATIONS", "SPREAD", "TAKEN"]
whatever_order(any, all, sum, set, frozenset, len)
