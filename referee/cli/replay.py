"""``referee replay``: a record played through the rules again, told step by step."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from referee.cli import FAULT, INTERRUPTED
from referee.cli.json_file import JsonFile, json_option, write_whole
from referee.cli.match_report import MatchReport, counted, fields
from referee.cli.table_view import TableView
from referee.cli.terminal import Terminal, ask, complain, say
from referee.cli.values import INPUT, OUTPUT, SEAT
from referee.kernel.errors import BadInput, BadRecord
from referee.kernel.ledger import Ledger
from referee.kernel.table import Table
from referee.kernel.views import Entry, open_view, seen, view_of
from referee.play.event_text import Narrator, plain_value, told_to_people
from referee.record.replay import Replayed, load, replay

SCHEMA = "referee.replay/1"


@click.command()
@click.argument("file", type=INPUT)
@click.option("--seat", type=SEAT, metavar="N", help="Only what seat N could see.")
@click.option("--step", is_flag=True, help="Stop after each turn and show the table.")
@click.option("--html", type=OUTPUT, metavar="FILE", help="Also write a page to step through.")
@json_option
def command(file: Path, seat: int | None, step: bool, html: Path | None, json_file: JsonFile) -> int:
    """Play a record through the rules again, compare every line, and tell what happened.

    Exit code 1 where the record is damaged, or the rules now give something else; the line is named.
    """
    if step and not sys.stdin.isatty():
        raise BadInput("--step waits for Enter, and standard input is no terminal")
    if step and json_file.takes_stdout:
        raise BadInput("--step shows the table on standard output, which --json - takes: name a file")
    if html is not None:
        check_page(html, file)
    code = retell(file, seat, step, json_file)
    if html is not None and code == 0:
        from referee.report.replay import replay_page

        write_whole(html, replay_page(load(file), str(file), seat))
        say(f"page      {html}", err=json_file.takes_stdout)
    return code


def check_page(html: Path, file: Path) -> None:
    """BadInput where a page could not be put, before anything is replayed."""
    if html.is_dir() or not html.parent.is_dir() or not os.access(html.parent, os.W_OK):
        raise BadInput(f"cannot write {html}: name a file in a folder that exists and may be written to")


def retell(file: Path, seat: int | None, step: bool, json_file: JsonFile) -> int:
    """Replay a record and print it; the exit code."""
    retelling = Retelling(Terminal.of(sys.stdout), seat, step, write=_no_line if json_file.takes_stdout else say)
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
    result = {key: value for key, value in replayed.result.items() if seat is None or key != "secret"}
    document |= {"header": retelling.header, "steps": retelling.document, "result": result}
    checked = {"rules_changed": replayed.rules_changed, "chance_checked": replayed.chance_checked}
    json_file.write(SCHEMA, {**document, "verdict": "identical", **checked})
    return 0


def _no_line(line: str) -> None:
    """Discard text that nobody wants."""


class Retelling:
    """Tells a match while it is replayed, to a seat or (``seat`` None) with everything open."""

    def __init__(
        self, terminal: Terminal, seat: int | None = None, step: bool = False, *, write: Callable[[str], None]
    ) -> None:
        self.terminal, self.seat, self.step, self.write = terminal, seat, step, write
        self.header: Mapping[str, Any] | None = None
        self.document: list[dict[str, Any]] = []
        self.steps = 0
        self._events: list[list[Any]] = []
        self._told: list[list[Any]] = []
        """The same for people."""

    def replay(self, content: bytes, name: str) -> Replayed:
        """Replay and tell a record; the errors are those of ``referee.record.replay.replay``."""
        replayed = replay(content, name, on_start=self.start, on_event=self.on_event, on_step=self.stepped)
        report = MatchReport(
            self.game, replayed.header["seats"], replayed.result, witness=replayed.header["chance"] == "chosen"
        )
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
        self.ledger = Ledger(table.game)
        self.ledger.follow(table)
        self._counts: Mapping[str, int] = self.ledger.counts
        self.viewer = None if self.seat is None else table.players[self.seat]
        self.teller = Narrator(table.game, self.seat)
        self.view = TableView(table.game, header["seats"], self.terminal)
        self._before = self.look(table)
        self.say(self.title(header))

    def on_event(self, table: Table, entry: Entry) -> None:
        event = seen(table, entry, self.viewer)
        if event is not None:
            self._events.append(event)
            self._told.append(told_to_people(table, entry, self.viewer) or [])

    def stepped(self, table: Table, step: int, entries: list[Any]) -> None:
        now = self.look(table)
        sentences = [*self.teller.lines(self._told), *self.faults(entries)]
        changes = self.changes(self._before, now)
        carried = [id for id, times in self.ledger.counts.items() if times > self._counts.get(id, 0)]
        # Which clauses were carried out could tell a seat what it did not see.
        clauses = carried if self.seat is None else []
        line = "; ".join([*sentences, *([", ".join(changes)] if changes else [])]) or "nothing to be seen"
        marks = self.terminal.faint(f" [{' '.join(clauses)}]") if clauses else ""
        label = f"turn {step}" if step else "deal"
        self.say(self.terminal.wrapped(line + marks, f"{label:8}  ", " " * 10))
        self.document.append({"step": step, "events": self._events, "changes": changes, "clauses": clauses})
        self._told = []
        self._events, self._before, self._counts = [], now, self.ledger.counts
        self.steps = step + 1
        if self.step:
            self.wait(now)

    # -- what is said -----------------------------------------------------------------------------------

    def title(self, header: Mapping[str, Any]) -> Iterator[str]:
        yield self.terminal.bold(
            f"{self.game.title}, " + (f"as seat {self.seat} saw it" if self.seat is not None else "everything open")
        )
        isolation = header.get("isolation")
        kept = isolation if isinstance(isolation, list) else [isolation] * len(header["seats"])
        for seat, name in enumerate(header["seats"]):
            yield f"  seat {seat}  {name}" + (
                f"  ({kept[seat]})" if kept[seat : seat + 1] not in ([], ["none"]) else ""
            )
        told = {"seeded": "no secret, it came from a seed"}.get(str(header.get("chance")), str(header.get("chance")))
        in_force = sorted({str(each) for each in kept})
        yield from fields([("chance", told), ("isolation", "; ".join(in_force))], self.terminal)
        yield ""

    def faults(self, entries: list[Any]) -> Iterator[str]:
        """Refused answers, faults, and what bots noted; a seat is told of its own."""
        for word, seat, *about in (entry for entry in entries if entry[0] in ("rejected", "fault", "noted")):
            if self.seat in (None, seat):
                if word == "rejected":
                    yield f"the answer {about[0]} of seat {seat} is refused"
                elif word == "noted":
                    yield f"seat {seat} notes: {about[0]}"
                else:
                    yield f"seat {seat} is at fault ({about[0]}): from here on its default action answers"

    def changes(self, before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
        """Scalars that are not what they were; a flag is told when it is set."""
        found = [
            f"{name.replace('_', ' ')}" + (f" {plain_value(value)}" if value is not True else "")
            for name, value in now["scalars"].items()
            if value != before["scalars"].get(name) and value is not False and not isinstance(value, (Mapping, list))
        ]
        return found + ([f"play goes to the {now['direction']}"] if now["direction"] != before["direction"] else [])

    def look(self, table: Table) -> dict[str, Any]:
        return open_view(table) if self.viewer is None else view_of(table, self.viewer)

    def wait(self, now: Mapping[str, Any]) -> None:
        self.say([""])
        self.say(self.view.lines(now))
        if self.seat is not None:
            self.say(self.view.own(now))
        try:
            typed = ask("Enter: next; r: the rest without stopping; q: leave > ").strip().casefold()
        except EOFError:
            raise KeyboardInterrupt from None
        if typed.startswith("q"):
            raise KeyboardInterrupt
        self.step = not typed.startswith("r")


def chance_line(replayed: Replayed) -> str:
    """Whether chance was checked, and against what."""
    if replayed.chance_checked:
        return "every outcome is what the secret in the record gives"
    return "not checked: its outcomes were chosen to show something, and come from no secret"
