"""Plots as SVG text for pages: intervals, lines, bars. Colours follow the page's own, in light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from markupsafe import Markup

Interval = tuple[float, float] | None
COLOURS = ("#0b4f8a", "#8a4b00", "#00694f", "#6b4fa0", "#b3261e", "#7a7a00", "#4a5568", "#a0186b")
"""Of lines; each also has a dash of its own, for readers who see no colours."""
DASHES = ("", "7 3", "2 3", "9 3 2 3", "12 4", "4 4", "1 4", "14 3 3 3")
LEFT, WIDE, ROW = 170, 780, 26


def _open(height: float, label: str) -> list[str]:
    return [
        f'<svg class="plot" viewBox="0 0 {WIDE} {height:.0f}" role="img" aria-label="{escape(label)}" '
        'font-family="system-ui,sans-serif" font-size="13" fill="currentColor">'
    ]


def _scale(low: float, high: float, at: float) -> float:
    return LEFT + (at - low) / ((high - low) or 1) * (WIDE - LEFT - 40)


def _ticks(low: float, high: float, height: float, unit: str) -> list[str]:
    drawn = []
    for number in range(6):
        value = low + (high - low) * number / 5
        x = _scale(low, high, value)
        drawn.append(
            f'<line x1="{x:.1f}" y1="6" x2="{x:.1f}" y2="{height - 22:.1f}" stroke="currentColor" opacity=".18"/>'
            f'<text x="{x:.1f}" y="{height - 6:.1f}" text-anchor="middle">{value:.4g}{unit}</text>'
        )
    return drawn


def intervals(rows: Sequence[tuple[str, float | None, Interval]], label: str, unit: str = "") -> Markup:
    """A dot and its interval for each name, top to bottom; names without a value have an empty row."""
    values = [each for _, mean, reach in rows for each in (mean, *(reach or ())) if each is not None] or [0.0, 1.0]
    low, high = min(values), max(values)
    height = ROW * len(rows) + 34
    drawn = [*_open(height, label), *_ticks(low, high, height, unit)]
    for number, (name, mean, reach) in enumerate(rows):
        y = 16 + ROW * number
        drawn.append(f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end">{escape(_short(name))}</text>')
        if reach is not None:
            x, to = _scale(low, high, reach[0]), _scale(low, high, reach[1])
            drawn.append(
                f'<line x1="{x:.1f}" y1="{y}" x2="{to:.1f}" y2="{y}" stroke="currentColor" stroke-width="2.5"/>'
            )
        if mean is not None:
            drawn.append(
                f'<circle cx="{_scale(low, high, mean):.1f}" cy="{y}" r="5"><title>{escape(name)}: {mean:.4g}{unit}'
                "</title></circle>"
            )
    return Markup("\n".join([*drawn, "</svg>"]))


def lines(series: Sequence[tuple[str, Sequence[tuple[float, float]]]], label: str, of: str) -> Markup:
    """One line for each name through its points (x, y); ``of`` says what the x are."""
    xs = [x for _, points in series for x, _ in points] or [0.0, 1.0]
    ys = [y for _, points in series for _, y in points] or [0.0, 1.0]
    low, high, top = min(xs), max(xs), max(ys) or 1.0
    height = 260 + 18 * len(series)
    drawn = [*_open(height, label), *_ticks(low, high, 240, "")]
    drawn.append(f'<text x="{WIDE - 20}" y="254" text-anchor="end">{escape(of)}</text>')
    drawn.append(f'<text x="{LEFT - 10}" y="14" text-anchor="end">{top:.3g}</text>')
    drawn.append(f'<text x="{LEFT - 10}" y="218" text-anchor="end">0</text>')
    for number, (name, points) in enumerate(series):
        colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
        path = " ".join(f"{_scale(low, high, x):.1f},{218 - y / top * 208:.1f}" for x, y in points)
        y = 274 + 18 * number
        stroke = f'stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}" fill="none"'
        drawn.append(f'<polyline points="{path}" {stroke}/><polyline points="{LEFT},{y} {LEFT + 40},{y}" {stroke}/>')
        drawn.append(f'<text x="{LEFT + 50}" y="{y + 4}">{escape(_short(name))}</text>')
    return Markup("\n".join([*drawn, "</svg>"]))


def bars(values: Sequence[float], low: float, high: float, label: str) -> Markup:
    """How often values fell into equal parts of ``low`` to ``high``."""
    height = 110
    drawn = [*_open(height, label), *_ticks(low, high, height, "")]
    most, step = max(values, default=1) or 1, (WIDE - LEFT - 40) / max(1, len(values))
    for number, value in enumerate(values):
        tall = value / most * 78
        drawn.append(
            f'<rect x="{LEFT + number * step + 1:.1f}" y="{88 - tall:.1f}" width="{step - 2:.1f}" height="{tall:.1f}" '
            f'fill="{COLOURS[0]}"><title>{value:g}</title></rect>'
        )
    return Markup("\n".join([*drawn, "</svg>"]))


def _short(text: str, most: int = 22) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
