"""``referee check GAME --mutate``: which sentences of the rulebook does nothing protect?"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from referee.cli.json_file import JsonFile
from referee.cli.progress import Progress
from referee.cli.terminal import Terminal, complain, say, shown_path
from referee.verify.verdicts import Method

if TYPE_CHECKING:  # all that mutants are tried with takes a while to load, and most checks need none of it
    from referee.verify.mutate.run import Ledger

SCHEMA = "referee.mutants/1"
METHODS = ("examples", "fuzz", "conformance", "explore", "prove", "limits", "equal", "")
"""What notices a mutant. Equal mutants do not count; "" stands for the survivors."""
BY_DEFAULT = (Method.FUZZ, Method.EXPLORE, Method.PROVE)
"""The methods beside worked examples, where nothing else is asked for."""
ALWAYS = ("examples", "fuzz", "prove", "")
"""Columns that a table has also where nothing stands in them."""


def check_mutants(
    game: str,
    most: int | None,
    seed: str,
    jobs: int,
    methods: Sequence[Method],
    json_file: JsonFile,
    engine: str = "python",
) -> int:
    """Exit code 0 where every mutant was noticed, else 1; 3 if it was interrupted or one broke off."""
    ledger = looked_at(game, most, seed, jobs, methods, engine)
    json_file.write(SCHEMA, as_json(ledger))
    if not json_file.takes_stdout:
        terminal = Terminal.of(sys.stdout)
        say(*lines(ledger, terminal))
    for line in (*ledger.notes, *ledger.broken_off):
        complain(line)
    return 3 if ledger.interrupted or ledger.broken_off else 1 if ledger.survivors else 0


def looked_at(game: str, most: int | None, seed: str, jobs: int, methods: Sequence[Method], engine: str) -> Ledger:
    """The mutants that are noticed."""
    from referee.verify.mutate.run import mutate

    with Progress(1, "mutants") as progress:
        return mutate(game, most, seed, jobs, progress.of, methods, engine)


def lines(ledger: Ledger, terminal: Terminal) -> Iterator[str]:
    looked = len(ledger.fates)
    sample = "" if looked == ledger.made else f", a sample of {ledger.made} (seed {ledger.seed!r})"
    yield f"{ledger.game.title}: {looked} mutants{sample}"
    left_out = [each.value for each in BY_DEFAULT if each not in ledger.methods]
    if left_out:
        yield f"without {', '.join(left_out)}: a whole check may notice more"
    if ledger.cached:
        yield f"{ledger.cached} of them were looked at in an earlier run (.referee/mutants)"
    yield ""
    rows = ledger.by_clause()
    methods = [each for each in METHODS if each in ALWAYS or any(row.get(each) for row in rows.values())]
    body = [
        (clause, *[str(row.get(method, 0) or "") for method in methods], _share(row)) for clause, row in rows.items()
    ]
    headings = ("clause", *[each or "survived" for each in methods], "noticed")
    if body:
        yield from terminal.table(headings, body, tuple(range(1, len(headings)))).split("\n")
    for fate in ledger.survivors:
        mutant = fate.mutant
        yield ""
        clauses = " ".join(mutant.clauses) or "no clause"
        yield terminal.bold(f"survived: {mutant.operator}, {clauses}, {shown_path(mutant.file)}:{mutant.line}")
        yield from [f"  {line}" for line in mutant.diff.split("\n")]
        if fate.shown:
            yield from terminal.wrapped(fate.shown, "  ", "    ")
    yield ""
    if ledger.interrupted:
        yield "interrupted: not all were looked at; the next run goes on there"
    if ledger.equivalent:
        yield f"{len(ledger.equivalent)} cannot differ and do not count; {ledger.equivalent[0].equal}"
    within = ""
    if ledger.interval is not None:
        within = " (of all {:.1%} to {:.1%}, 95 %)".format(*ledger.interval)
    if ledger.counted:
        yield f"{ledger.counted - len(ledger.survivors)} of {ledger.counted} noticed: {ledger.score:.1%}{within}"
    else:
        yield "none was looked at that can differ: there is no score"


def _share(row: dict[str, int]) -> str:
    """How many of a clause's mutants were noticed, of those that can differ."""
    counted = sum(row.values()) - row.get("equal", 0)
    return f"{1 - row.get('', 0) / counted:.0%}" if counted else ""


def as_json(ledger: Ledger) -> dict[str, Any]:
    return {
        "game": ledger.game.name,
        "seed": ledger.seed,
        "made": ledger.made,
        "methods": [each.value for each in ledger.methods],
        "broken_off": ledger.broken_off,
        "interrupted": ledger.interrupted,
        "kept": ledger.cached,
        "score": None if ledger.score is None else round(ledger.score, 4),
        "interval": ledger.interval and [round(each, 4) for each in ledger.interval],
        "clauses": {
            clause: {method or "survived": number for method, number in row.items()}
            for clause, row in ledger.by_clause().items()
        },
        "mutants": [
            {
                "number": each.mutant.number,
                "operator": each.mutant.operator,
                "function": each.mutant.function,
                "clauses": list(each.mutant.clauses),
                "place": f"{shown_path(each.mutant.file)}:{each.mutant.line}",
                "killed_by": each.killed_by or None,
                "shown": each.shown,
                "equal": each.equal or None,
                "diff": each.mutant.diff if not each.killed_by else None,
            }
            for each in ledger.fates
        ],
    }
