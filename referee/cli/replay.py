"""``referee replay``: a record played through the rules again, told step by step."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

import click

from referee.cli import FAULT, INTERRUPTED
from referee.cli.game_options import form_fields
from referee.cli.json_file import JsonFile, json_option, write_whole
from referee.cli.match_report import MatchReport, counted, fields
from referee.cli.play_records import CHANCE_TOLD
from referee.cli.table_view import TableView
from referee.cli.terminal import Terminal, ask, complain, pad, say
from referee.cli.values import INPUT, OUTPUT, SEAT, TURN
from referee.kernel.errors import BadInput, BadRecord
from referee.kernel.table import Table
from referee.play.story import Step, Teller, position, told
from referee.record.replay import Replayed, load, told_to

SCHEMA = "referee.replay/1"


@click.command()
@click.argument("files", metavar="FILE", type=INPUT, nargs=-1, required=True)
@click.option("--seat", type=SEAT, metavar="N", help="Only what seat N could see.")
@click.option("--from", "first", type=TURN, metavar="N", default=0, help="Tell it from turn N on; 0 is the deal.")
@click.option("--to", "last", type=TURN, metavar="N", help="Tell it up to turn N.")
@click.option("--diff", is_flag=True, help="Two records side by side: the turns in which they differ.")
@click.option("--step", is_flag=True, help="Stop after each turn and show the table.")
@click.option("--html", type=OUTPUT, metavar="FILE", help="Also write a page to step through.")
@json_option
def command(
    files: tuple[Path, ...],
    seat: int | None,
    first: int,
    last: int | None,
    diff: bool,
    step: bool,
    html: Path | None,
    json_file: JsonFile,
) -> int:
    """Play a record through the rules again, compare every line, and tell what happened.

    Of each turn it tells the questions that left a choice, with their options and the answer, what happened, and what
    it changed; a forced answer is left out. With --diff two records are told side by side.

    Exit code 1 where the record is damaged, or the rules now give something else; the line is named.
    """
    if len(files) != (2 if diff else 1):
        raise BadInput(f"name {'two records with --diff' if diff else 'one record; two go with --diff'}")
    if last is not None and last < first:
        raise BadInput(f"--to {last} is before --from {first}")
    if diff:
        if step or html is not None or json_file.name is not None:
            raise BadInput("--diff tells two records on the terminal: leave --step, --html and --json out")
        from referee.cli.replay import side_by_side

        return side_by_side((files[0], files[1]), seat, first, last)
    file = files[0]
    if step and not sys.stdin.isatty():
        raise BadInput("--step waits for Enter, and standard input is no terminal")
    if step and json_file.takes_stdout:
        raise BadInput("--step shows the table on standard output, which --json - takes: name a file")
    if html is not None:
        check_page(html)
    code = retell(file, seat, step, json_file, first, last)
    if html is not None and code == 0:
        from referee.report.replay import replay_page

        write_whole(html, replay_page(load(file), str(file), seat))
        say(f"page      {html}", err=json_file.takes_stdout)
    return code


def check_page(html: Path) -> None:
    """BadInput where a page could not be put, before anything is replayed."""
    if html.is_dir() or not html.parent.is_dir() or not os.access(html.parent, os.W_OK):
        raise BadInput(f"cannot write {html}: name a file in a folder that exists and may be written to")


def retell(
    file: Path, seat: int | None, step: bool, json_file: JsonFile, first: int = 0, last: int | None = None
) -> int:
    """Replay a record and print it from one turn to another; the exit code."""
    write = _no_line if json_file.takes_stdout else say
    retelling = Retelling(Terminal.of(sys.stdout), seat, step, first=first, last=last, write=write)
    document: dict[str, Any] = {"record": str(file), "seat": seat}
    try:
        replayed = retelling.replay(load(file), str(file))
    except BadRecord as damage:
        error = {"verdict": "damaged", "line": damage.line, "error": str(damage)}
        json_file.write(SCHEMA, {**document, "header": retelling.header, "steps": retelling.document, **error})
        complain(f"{file}: {damage}")
        return FAULT
    except KeyboardInterrupt:
        complain(f"left after {counted(retelling.steps, 'step')}: the rest was not compared")
        return INTERRUPTED
    result = told_to(replayed.result, seat)
    document |= {"header": retelling.header, "steps": retelling.document, "result": result}
    checked = {"rules_changed": replayed.rules_changed, "chance_checked": replayed.chance_checked}
    json_file.write(SCHEMA, {**document, "verdict": "identical", **checked})
    return 0


def _no_line(line: str) -> None:
    """Discard text that nobody wants."""


class Retelling:
    """Tells a match while it is replayed, to a seat or (``seat`` None) with everything open."""

    def __init__(
        self,
        terminal: Terminal,
        seat: int | None = None,
        step: bool = False,
        *,
        first: int = 0,
        last: int | None = None,
        write: Callable[[str], None],
    ) -> None:
        self.terminal, self.seat, self.step, self.write = terminal, seat, step, write
        self.first, self.last = first, last
        self.header: Mapping[str, Any] | None = None
        self.document: list[dict[str, Any]] = []
        self.steps = 0
        self.teller = Teller(self.stepped, seat, self.start)

    def replay(self, content: bytes, name: str) -> Replayed:
        """Replay and tell a record; the errors are those of ``referee.record.replay.replay``."""
        replayed = self.teller.replay(content, name)
        if stopped := replayed.result.get("stopped"):
            self.say(self.terminal.wrapped(self.terminal.bold(stopped), "stopped   ", " " * 10))
        if self.last is None:
            self.say(["", self.terminal.bold("The table at the end"), "", *self.table_lines(self.after)])
        result = told_to(replayed.result, self.seat)
        report = MatchReport(self.game, replayed.header["seats"], result, witness=replayed.header["chance"] == "chosen")
        self.say(["", *report.lines(self.terminal, [("chance", chance_line(replayed))]), ""])
        verdict = "rules changed since, identical all the same" if replayed.rules_changed else "identical"
        self.say([self.terminal.bold(f"replayed: {counted(self.steps, 'step')}, {verdict}")])
        return replayed

    def say(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    # -- what a replay calls ----------------------------------------------------------------------------

    def start(self, header: Mapping[str, Any], table: Table) -> None:
        if self.seat is not None and self.seat >= len(table.players):
            raise BadInput(f"there is no seat {self.seat}: the record has 0 to {len(table.players) - 1}")
        self.header = header
        self.game = table.game
        self.view = TableView(table.game, header["seats"], self.terminal)
        self.say(self.title(header))

    def stepped(self, step: Step) -> None:
        self.document.append(as_json(step, self.teller))
        self.steps, self.after = step.number + 1, step.after
        if step.number < self.first or (self.last is not None and step.number > self.last):
            return
        self.say(step_lines(step, self.teller, self.terminal))
        if self.step:
            self.wait(step.after)

    # -- what is said -----------------------------------------------------------------------------------

    def title(self, header: Mapping[str, Any]) -> Iterator[str]:
        yield self.terminal.bold(
            f"{self.game.title}, " + (f"as seat {self.seat} saw it" if self.seat is not None else "everything open")
        )
        isolation = header.get("isolation")
        kept = isolation if isinstance(isolation, list) else [isolation] * len(header["seats"])
        for seat, name in enumerate(header["seats"]):
            if name == f"seat {seat}":
                continue
            yield f"  seat {seat}  {name}" + (
                f"  ({kept[seat]})" if kept[seat : seat + 1] not in ([], ["none"]) else ""
            )
        chance, in_force = str(header.get("chance")), sorted({str(each) for each in kept})
        if chance != "chosen":  # nobody played a witness
            told = CHANCE_TOLD.get(chance, chance)
            yield from fields([("chance", told), ("isolation", "; ".join(in_force))], self.terminal)
        yield ""

    def table_lines(self, view: Mapping[str, Any]) -> Iterator[str]:
        yield from self.view.lines(view)
        if self.seat is not None:
            yield from self.view.own(view)

    def wait(self, now: Mapping[str, Any]) -> None:
        self.say(["", *self.table_lines(now)])
        try:
            typed = ask("Enter: next; r: the rest without stopping; q: leave > ").strip().casefold()
        except EOFError:
            raise KeyboardInterrupt from None
        if typed.startswith("q"):
            raise KeyboardInterrupt
        self.step = not typed.startswith("r")


def step_lines(step: Step, teller: Teller, terminal: Terminal) -> Iterator[str]:
    """A step as lines; the clauses that were carried out stand behind the last."""
    *before, last = step.lines(teller.narrator)
    marks = terminal.faint(f" [{' '.join(step.clauses)}]") if step.clauses else ""
    first = f"{step.label:8}  "
    for line in (*before, last + marks):
        yield from terminal.wrapped(line, first, " " * 10)
        first = " " * 10


def as_json(step: Step, teller: Teller) -> dict[str, Any]:
    return {
        "step": step.number,
        "questions": [
            {"seat": each.seat, "decider": each.decider, "ask": each.ask, "options": list(each.options),
             "number": each.number, "answer": each.answer}
            for each in step.questions
        ],
        "events": teller.events,
        "changes": [each.text() for each in step.changes],
        "changed": [
            {"name": each.name, "seat": each.seat, "before": each.before, "after": each.after} for each in step.changes
        ],
        "clauses": list(step.clauses),
    }  # fmt: skip


def chance_line(replayed: Replayed) -> str:
    """Whether chance was checked, and against what."""
    if replayed.chance_checked:
        return "every outcome is what the secret in the record gives"
    return "not checked: its outcomes were chosen to show something, and come from no secret"


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
        result = told_to(replayed.result, seat)
        report = MatchReport(game, header["seats"], result, witness=header["chance"] == "chosen")
        ending = [report.headline, *filter(None, [replayed.result.get("stopped")])]
        ending += position(steps[-1].after, game)
        yield "the end", [line for each in ["", *ending] for line in half.wrapped(each, "", "  ")]


def _alike(labels: Sequence[str], terminal: Terminal) -> Iterator[str]:
    if labels:
        which = labels[0] if len(labels) == 1 else f"{labels[0]} to {labels[-1]}"
        yield terminal.faint(f"{which}: the same in both")
