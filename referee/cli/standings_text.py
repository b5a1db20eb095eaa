"""Standings as a table for a terminal, and as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from referee.cli.json_file import opened
from referee.cli.terminal import Terminal
from referee.kernel.errors import BadInput
from referee.play.sanitize import in_a_cell
from referee.tournament.standings import Interval, Standings, goal_of

WIDE = 110
"""Columns that a table with payoffs and ratings takes."""


def standings_lines(found: Standings, terminal: Terminal) -> Iterator[str]:
    about = found.about
    title = f"{about['name']}: {about['form']['game']}, {found.blocks} blocks counted, {found.matches} matches"
    yield terminal.bold(title + ("" if found.finished else ", not finished"))
    yield ""
    if found.together:
        yield from _together(found, terminal)
        yield from _ending(found, terminal)
        return
    heads: list[object] = ["rank", "entrant", "blocks", "score", "95 %", "payoff", "95 %", "Elo", "95 %", "faults"]
    rows: list[list[object]] = [
        [
            line.rank, line.name, line.blocks, _percent(line.score), _reach(line.score_interval, 100, 1),
            "–" if line.payoff is None else f"{line.payoff:+.2f}", _reach(line.payoff_interval, 1, 2),
            f"{line.elo:+.0f}", _reach(line.elo_interval, 1, 0), sum(line.faults.values()) or "–",
        ]
        for line in found.lines
    ]  # fmt: skip
    if terminal.width < WIDE:
        # What the tournament does not measure is left out.
        out = 7 if about["measure"] == "payoffs" else 5
        heads, *rows = ([*row[:out], *row[out + 2 :]] for row in (heads, *rows))
    yield from terminal.table([*map(str, heads)], rows, right=(0, *range(2, len(heads)))).split("\n")
    yield ""
    seats = [(seat, _percent(mean), _reach(interval, 100, 1)) for seat, (mean, interval) in enumerate(found.seats)]
    side = "team" if "sides" in about else "seat"
    yield from terminal.table((side, "score", "95 %"), seats, right=(0, 1, 2)).split("\n")
    yield from _ending(found, terminal)


def _together(found: Standings, terminal: Terminal) -> Iterator[str]:
    """The standings of a co-operative game: everybody's scores, and how well two kinds of player fit."""
    goal = goal_of(found.about)
    heads = ("rank", "entrant", "blocks", "score", "95 %", *(["of the goal"] if goal else []), "faults")
    rows = [
        (
            line.rank, line.name, line.blocks, "–" if line.payoff is None else f"{line.payoff:.2f}",
            _reach(line.payoff_interval, 1, 2),
            *([f"{100 * (line.payoff or 0) / goal:.0f} %"] if goal else []), sum(line.faults.values()) or "–",
        )
        for line in found.lines
    ]  # fmt: skip
    yield from terminal.table(heads, rows, right=(0, *range(2, len(heads)))).split("\n")
    yield ""
    of = f" of {goal}" if goal else ""
    yield from terminal.wrapped(f"Mean score{of} of the matches that two played together, and how many they were:")
    names = [each["name"] for each in found.about["entrants"]]
    cells = [
        (name, *("–" if each is None else f"{each[0]:.2f} ({each[1]})" for each in row))
        for name, row in zip(names, found.together, strict=True)
    ]
    yield from terminal.table(("with", *names), cells, right=tuple(range(1, len(names) + 1))).split("\n")


def _ending(found: Standings, terminal: Terminal) -> Iterator[str]:
    yield ""
    ends = ", ".join(f"{end} {number}" for end, number in found.ends.items())
    fields = [("ended", ends or "nothing played")]
    if found.verdict:
        fields.append(("stopped", found.verdict))
    if not found.with_faults:
        fields.append(("faults", "none"))
    for line in found.lines:
        if line.faults:
            kinds = ", ".join(f"{number} {kind}" for kind, number in line.faults.items())
            fields.append(("faults", f"{line.name}: {kinds}; first {line.first_fault}"))
    for name, value in fields:
        yield from terminal.wrapped(value, f"{name:8} ", " " * 9)


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f}"


def _reach(interval: Interval, factor: float, digits: int) -> str:
    return "–" if interval is None else f"{factor * interval[0]:.{digits}f} to {factor * interval[1]:.{digits}f}"


def write_csv(path: Path, found: Standings) -> None:
    try:
        with opened(path) as file:
            writer = csv.writer(file)
            writer.writerow(["rank", "name", "author", "blocks", "score", "score from", "score to", "payoff",
                             "payoff from", "payoff to", "elo", "elo from", "elo to", "faults"])  # fmt: skip
            for line in found.lines:
                who = in_a_cell(line.name), in_a_cell(line.author or "")
                writer.writerow(
                    [line.rank, *who, line.blocks, line.score, *(line.score_interval or ("", "")),
                     line.payoff, *(line.payoff_interval or ("", "")), line.elo, *line.elo_interval,
                     sum(line.faults.values())]
                )  # fmt: skip
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from None
