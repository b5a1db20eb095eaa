"""Matches that were played in bulk are summed up as numpy sorts them, whichever way they are counted."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from referee.cli.tally import counts

RANDOM = np.random.default_rng(1)


@pytest.mark.parametrize(
    "values",
    [
        RANDOM.integers(0, 9, 1000).astype("u1"),
        RANDOM.integers(-50, 70, 1000),
        RANDOM.integers(0, 2, 50) * RANDOM.integers(0, 2, 50).astype(bool),
        RANDOM.integers(0, 2**60, 100),
        np.array([-(2**63), 2**63 - 1]),
        RANDOM.integers(1, 4, (1000, 2)),
        np.stack([RANDOM.integers(-5, 9, 1000), np.full(1000, 6)], 1),
    ],
    ids=["bytes", "payoffs", "truths", "far apart", "the farthest", "fractions", "one denominator"],
)
def test_values_are_counted(values: Any) -> None:
    found, times = np.unique(values, axis=0, return_counts=True)
    assert list(counts(values)) == list(zip(found.tolist(), times.tolist(), strict=True))


def test_nothing_is_counted_of_nothing() -> None:
    assert list(counts(np.zeros((0, 2), int))) == []
