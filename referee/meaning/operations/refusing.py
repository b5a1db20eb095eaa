"""Functions of Python that have no meaning in play, and what is written instead of each."""

from __future__ import annotations

import itertools
import statistics
from typing import Any

from referee.meaning.operations.registry import OPERATIONS, Operation
from referee.meaning.values import Value

_MEAN = "Fraction(sum(things), len(things))"
INSTEAD: dict[Any, tuple[str, str]] = {
    itertools.tee: ("'tee'", "tuple(…) of it, which may be gone through twice"),
    statistics.mean: ("'mean', which gives a float,", _MEAN),
    statistics.fmean: ("'fmean', which gives a float,", _MEAN),
    statistics.median: ("'median', which may give a float,", "statistics.median_low(things), or median_high"),
    object.__setattr__: ("'object.__setattr__'", "a function that makes the thing of all its parts"),
}


def _refused(what: str, instead: str) -> Operation:
    def meaning(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
        if args and all(b.all_known(each) is not None for each in args):
            return None
        raise b.refuse(node, what, instead)

    return meaning


for _function, _said in INSTEAD.items():
    OPERATIONS[_function] = _refused(*_said)
