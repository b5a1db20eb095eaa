"""Plots of a page as data; Observable Plot draws them there (``assets/plots.js``), and a table says the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Interval = tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Figure:
    """``data`` is for the script; ``headings`` and ``rows`` are the same figures as text."""

    id: str
    caption: str
    data: dict[str, Any]
    headings: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


def intervals(
    id: str, caption: str, label: str, rows: Sequence[tuple[str, float | None, Interval]], *,
    reference: float | None = None, digits: int = 1,
) -> Figure:  # fmt: skip
    """A dot and its interval for each name, top to bottom; ``reference`` is a line to compare them with."""
    bars = [
        {"name": name, "value": value, "low": reach[0] if reach else None, "high": reach[1] if reach else None}
        for name, value, reach in rows
    ]
    table = [(name, _number(value, digits), _reach(reach, digits)) for name, value, reach in rows]
    data = {"id": id, "sort": "intervals", "label": label, "caption": caption, "rows": bars,
            "reference": reference, "digits": digits}  # fmt: skip
    return Figure(id, caption, data, ("", "mean", "95 % interval"), table)


def lines(
    id: str, caption: str, x: str, y: str, series: Sequence[tuple[str, Sequence[tuple[float, float]]]], *,
    linear: bool = False,
) -> Figure:  # fmt: skip
    """One line for each name through its points (x, y), x on a logarithmic scale unless it is ``linear``."""
    told = [{"name": name, "points": [list(each) for each in points]} for name, points in series]
    table = [(name, f"{at:g}", f"{value:.1f}") for name, points in series for at, value in points]
    data = {"id": id, "sort": "lines", "label": y, "x": x, "caption": caption, "series": told,
            "linear": linear}  # fmt: skip
    return Figure(id, caption, data, ("", x, y), table)


def histograms(id: str, caption: str, label: str, rows: Sequence[tuple[str, Sequence[float]]], bins: int) -> Figure:
    """How often the values of each name fell into equal parts of the range of all of them."""
    every = [value for _, values in rows for value in values] or [0.0, 1.0]
    low, high = min(every), max(every)
    wide = (high - low) / bins
    if not wide:  # one value: a bar that can be seen, with the value in its middle
        wide = max(1.0, abs(high) / bins)
        low -= wide / 2
    bars, table = [], []
    for name, values in rows:
        counts = [0] * bins
        for value in values:
            counts[min(bins - 1, int((value - low) / wide))] += 1
        bars.append({"name": name, "counts": counts})
        ordered = sorted(values) or [0.0]
        quartiles = [ordered[(len(ordered) - 1) * part // 4] for part in range(5)]
        mean = sum(values) / len(values) if values else None
        table.append((name, str(len(values)), _number(mean, 2), *[f"{each:g}" for each in quartiles]))
    data = {"id": id, "sort": "histograms", "label": label, "caption": caption, "low": low, "wide": wide, "rows": bars}
    headings = ("", "matches", "mean", "least", "lower quarter", "middle", "upper quarter", "most")
    return Figure(id, caption, data, headings, table)


def times(id: str, caption: str, rows: Sequence[tuple[str, int, float, float]], limit: float | None) -> Figure:
    """The mean and the longest answer of each name, on a logarithmic scale. A row has answers, seconds in all, and the
    longest."""
    bars = [
        {"name": name, "mean": 1000 * seconds / answers, "longest": 1000 * longest}
        for name, answers, seconds, longest in rows
    ]
    table = [
        (name, f"{answers:,}", f"{1000 * seconds / answers:.2f}", f"{1000 * longest:.1f}")
        for name, answers, seconds, longest in rows
    ]
    label = "milliseconds for an answer"
    data = {"id": id, "sort": "times", "label": label, "caption": caption, "rows": bars,
            "limit": None if limit is None else 1000 * limit}  # fmt: skip
    return Figure(id, caption, data, ("", "answers", "mean, ms", "longest, ms"), table)


def _number(value: float | None, digits: int) -> str:
    return "" if value is None else f"{value:.{digits}f}"


def _reach(reach: Interval, digits: int) -> str:
    return "" if reach is None else f"{reach[0]:.{digits}f} to {reach[1]:.{digits}f}"
