"""``referee bot isolation``: what a bot can do here that tries to break out, or to find what another has left."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from typing import Any

import click

from referee.cli import BAD_INPUT, FAULT
from referee.cli.json_file import JsonFile, json_option
from referee.cli.match_report import fields
from referee.cli.terminal import Terminal, say
from referee.play.seats import BotFault
from referee.pool.carryover import Carryover, measure_carryover
from referee.pool.cgroups import groups_missing
from referee.pool.jail import Isolation, missing
from referee.pool.jail import isolation as isolation_here
from referee.pool.selftest import Measured, measure

SCHEMA = "referee.bot-isolation/2"
NOT_STOPPED = (
    "telling another bot something by how busy the processor and its caches are, or by when a match ends; "
    "docs/security.md has measured how much"
)


@click.command()
@json_option
def isolation(json_file: JsonFile) -> int:
    """What a bot that tries to break out of its jail can do here. Exit code 1 where something was not stopped."""
    kind = isolation_here(refuse=False)
    lacking = "" if kind is not Isolation.NONE else f"{missing(Isolation.BUBBLEWRAP)}; {missing(Isolation.LANDLOCK)}"
    found = None if lacking else measure(kind)
    left: Carryover | str = ""
    if found is not None:
        try:
            left = measure_carryover(kind)
        except (OSError, BotFault, ValueError) as error:
            left = str(error) or type(error).__name__
    json_file.write(SCHEMA, _as_json(found, left, lacking))
    if not json_file.takes_stdout:
        _print(found, left, lacking)
    if found is None:
        return BAD_INPUT
    held = isinstance(left, Carryover) and not (left.channels or left.in_common or left.outlives)
    return 0 if held and not found.open and not found.error else FAULT


def _print(found: Measured | None, left: Carryover | str, lacking: str) -> None:
    terminal = Terminal.of(sys.stdout)
    say(*fields(list(_fields(found, left, lacking)), terminal))
    if found is not None:
        rows = [[what, "stopped" if stopped else "NOT STOPPED"] for what, stopped in found.stopped.items()]
        say("", *terminal.table(["a bot tried to", ""], rows).split("\n"))
    if isinstance(left, Carryover):
        rows = [
            [way, f"{right} of {of}", "FOUND" if way in left.channels else "not found"]
            for way, (right, of) in left.found.items()
        ]
        headings = ["a bot looked for what one before it had left in", "bits right", ""]
        say("", *terminal.table(headings, rows).split("\n"))


def _fields(found: Measured | None, left: Carryover | str, lacking: str) -> Iterator[tuple[str, str]]:
    yield "system", f"{platform.system()} {platform.release()}, {platform.machine()}"
    if found is None:
        yield "isolation", "none: bots are refused unless --no-isolation is given"
        yield "missing", lacking
        return
    yield "isolation", found.record_text
    yield "totals", found.groups or f"limits of each process, and a watch over their sum ({groups_missing()})"
    yield "idle bots", "stopped" if found.frozen else "NOT stopped"
    if isinstance(left, Carryover):
        yield (
            "files",
            f"{left.in_common} IN COMMON with another bot" if left.in_common else "none in common with another bot",
        )
        yield (
            "at the end",
            "a bot OUTLIVES a referee that is killed" if left.outlives else "a killed referee takes its bots with it",
        )
    else:
        yield "files", f"not measured: {left}"
    yield "start", f"{found.start * 1000:.0f} ms from the spawn to what it measured"
    yield "not stopped", NOT_STOPPED


def _as_json(found: Measured | None, left: Carryover | str, lacking: str) -> dict[str, Any]:
    if found is None:
        return {
            "isolation": "none", "missing": lacking, "groups": "", "stopped": {}, "frozen": False, "carried": None,
        }  # fmt: skip
    about = None
    if isinstance(left, Carryover):
        ways = {way: {"right": right, "of": of} for way, (right, of) in left.found.items()}
        about = {"found": ways, "told": left.channels, "in_common": left.in_common, "outlives": left.outlives}
    return {
        "isolation": found.record_text, "missing": None, "groups": found.groups, "stopped": dict(found.stopped),
        "frozen": found.frozen, "carried": about,
    }  # fmt: skip
