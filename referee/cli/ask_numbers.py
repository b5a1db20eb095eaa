"""``referee ask GAME --numbers``: what the deal leaves where, what does not divide, what runs out, for all players."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.cli.json_file import JsonFile
from referee.cli.progress import Progress
from referee.cli.terminal import Terminal, say
from referee.kernel.game import Game
from referee.kernel.parameters import in_words
from referee.report.paths import shown_path
from referee.verify.ask.numbers import Dealt, Runs, deals, players_of, runs

SCHEMA = "referee.numbers/1"


def show_numbers(
    game: type[Game[Any]], wanted: Sequence[int] | None, readings: Mapping[str, str], settings: Mapping[str, Any],
    seed: str, effort: float, most: int, json_file: JsonFile,
) -> int:  # fmt: skip
    players = players_of(game, wanted, readings, settings)
    dealt = deals(game, players, readings, settings, seed)
    with Progress(len(players), "forms") as progress:
        met = runs(game, players, readings, settings, seed, effort, progress.at)
    json_file.write(SCHEMA, {
        "game": game.name, "seed": seed,
        "deals": [{"players": each.players, "settings": dict(each.settings), "cards": each.cards,
                   "zones": {name: list(ends) for name, ends in each.zones.items()}, "why_not": each.why or None}
                  for each in dealt],
        "runs": [{"edge": each.edge.value, "clauses": list(each.clauses), "text": each.text, "file": str(each.file),
                  "line": each.line, "met": {str(n): {"matches": in_, "of": of} for n, (in_, of) in each.met.items()}}
                 for each in met],
    })  # fmt: skip
    if not json_file.takes_stdout:
        say(*_told(game, dealt, met[:most], len(met), Terminal.of(sys.stdout)))
    return 0


def _told(
    game: type[Game[Any]], dealt: Sequence[Dealt], met: Sequence[Runs], every: int, terminal: Terminal
) -> Iterator[str]:
    yield from terminal.wrapped(f"{game.title}: cards after the deal. Two numbers are of seats or deals that differ.")
    yield ""
    zones = list(dict.fromkeys(name for each in dealt for name in each.zones))
    rows = [[_form(each), str(each.cards), *[_ends(each.zones.get(name)) for name in zones]]
            for each in dealt if not each.why]  # fmt: skip
    yield from terminal.table(["players", "pack", *zones], rows, range(1, 2 + len(zones))).splitlines()
    for each in dealt:
        if each.why:
            yield from terminal.wrapped(f"{_form(each)}: no deal: {each.why}", "  · ", "    ")
    yield ""
    if not met:
        yield "In play everything divided and nothing ran out."
        return
    yield from terminal.wrapped("What does not divide, and what runs out: matches in which play met it, by players.")
    yield ""
    counts = list(met[0].met)
    head = ["clause", "what", *[f"{n}: of {met[0].met[n][1]}" for n in counts]]
    yield from terminal.table(
        head,
        [[" ".join(each.clauses), f"{each.sentence} ({shown_path(each.file)}:{each.line})",
          *[str(each.met[n][0] or "–") for n in counts]] for each in met],
        range(2, 2 + len(counts)),
    ).splitlines()  # fmt: skip
    if every > len(met):
        yield f"… and {every - len(met)} more (--most)"


def _form(dealt: Dealt) -> str:
    return f"{dealt.players} {in_words(dealt.settings)}".strip()


def _ends(ends: tuple[int, int] | None) -> str:
    if ends is None:
        return "–"
    return str(ends[0]) if ends[0] == ends[1] else f"{ends[0]}–{ends[1]}"
