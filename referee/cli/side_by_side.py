"""Two records beside each other: the turns in which they differ."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from referee.cli import FAULT
from referee.cli.game_options import form_fields
from referee.cli.match_report import MatchReport
from referee.cli.replay import step_lines
from referee.cli.terminal import Terminal, complain, pad, say
from referee.kernel.errors import BadRecord
from referee.play.story import position, told
from referee.record.replay import load

Part = tuple[str, Sequence[str]]
"""What it is (a turn, the end), and its lines."""


def side_by_side(files: tuple[Path, Path], seat: int | None, first: int, last: int | None) -> int:
    """Print two records beside each other, as ``seat`` saw them; what is told alike is left out. The exit code."""
    terminal = Terminal.of(sys.stdout)
    half = replace(terminal, width=(terminal.width - 3) // 2)
    columns: list[list[Part]] = []
    for file in files:
        try:
            columns.append([*_parts(file, seat, first, last, half)])
        except BadRecord as damage:
            complain(f"{file}: {damage}")
            return FAULT
    alike: list[str] = []
    for one, other in zip_longest(*columns):
        if one == other:
            alike.append(one[0])
            continue
        say(*_alike(alike, terminal))
        alike = []
        left, right = (["–"] if each is None else each[1] for each in (one, other))
        for line, beside in zip_longest(left, right, fillvalue=""):
            say(f"{pad(line, half.width)} {terminal.plain('│')} {beside}".rstrip())
    say(*_alike(alike, terminal))
    return 0


def _parts(file: Path, seat: int | None, first: int, last: int | None, half: Terminal) -> Iterator[Part]:
    """The name of the record, its form, its turns, and its end."""
    teller, steps, replayed = told(load(file), str(file), seat=seat)
    game, header = teller.game, replayed.header
    yield "name", [half.bold(line) for line in half.wrapped(file.name)]
    yield "form", [line for name, text in form_fields(game) for line in half.wrapped(f"{name} {text}", "", "  ")]
    for step in steps:
        if first <= step.number and (last is None or step.number <= last):
            yield step.label, [*step_lines(step, teller, half)]
    if last is None:
        report = MatchReport(game, header["seats"], replayed.result, witness=header["chance"] == "chosen")
        ending = [report.headline, *filter(None, [replayed.result.get("stopped")])]
        ending += position(steps[-1].after, game)
        yield "the end", [line for each in ["", *ending] for line in half.wrapped(each, "", "  ")]


def _alike(labels: Sequence[str], terminal: Terminal) -> Iterator[str]:
    if labels:
        which = labels[0] if len(labels) == 1 else f"{labels[0]} to {labels[-1]}"
        yield terminal.faint(f"{which}: the same in both")
