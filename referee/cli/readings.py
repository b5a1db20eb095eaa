"""``referee check GAME --all-readings``: whether each ambiguous sentence matters, and how one sees it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from referee.cli.json_file import JsonFile
from referee.cli.progress import Progress
from referee.cli.terminal import Terminal, complain, say, shown_path
from referee.cli.witnesses import keep_witnesses
from referee.kernel.parameters import in_words
from referee.verify.impact.all_readings import AllReadings, ReadingsPlan, check_readings
from referee.verify.impact.alternative import Impact
from referee.verify.impact.changes import Changes
from referee.verify.impact.differences import DifferenceKind

SCHEMA = "referee.readings/1"
WORD = {
    DifferenceKind.NOTHING: "not seen",
    DifferenceKind.SEEN: "is seen otherwise",
    DifferenceKind.ASKED: "other choices",
    DifferenceKind.TABLE: "other outcome",
    DifferenceKind.RULE: "play stops",
    DifferenceKind.CARDS: "other cards",
    DifferenceKind.PLAYERS: "other players",
}
"""What differs between two readings, in a word."""


def all_readings(plan: ReadingsPlan, json_file: JsonFile) -> int:
    """Look, keep the witnesses, and print. Exit code 0, or 3 where it was interrupted or something broke off."""
    found, records = looked_at(plan)
    json_file.write(SCHEMA, as_json(found, plan, records))
    if not json_file.takes_stdout:
        terminal = Terminal.of(sys.stdout)
        say(*lines(found, records, terminal))
    return 3 if found.interrupted or found.broken_off else 0


Records = Mapping[tuple[str, str], tuple[Path, ...]]
"""The two records of a witness by reading and alternative; one record where the other reading has no such game."""


def looked_at(plan: ReadingsPlan) -> tuple[AllReadings, Records]:
    """Everything that was seen, with its witnesses, whose records are kept."""
    with Progress(1, "questions") as progress:
        found = check_readings(plan, progress.of)
    for line in (*sorted(found.complaints), *found.broken_off):
        complain(line)
    return found, _write(found)


def _write(found: AllReadings) -> dict[tuple[str, str], tuple[Path, ...]]:
    """The two records of each witness."""
    records: dict[str, bytes] = {}
    names: dict[tuple[str, str], tuple[str, ...]] = {}
    for each in found.matters:
        both = {
            f"{each.id}.{each.alternative}.chosen": each.witness,
            f"{each.id}.{each.alternative}": each.other_witness,
        }
        made = {told: witness.record for told, witness in both.items() if witness is not None}
        records |= made
        if made:
            names[each.slug, each.alternative] = tuple(made)
    kept = keep_witnesses(found.game.name, records=records)
    return {key: tuple(kept[one] for one in told) for key, told in names.items() if all(one in kept for one in told)}


# -- text -----------------------------------------------------------------------------------------------


def lines(found: AllReadings, records: Mapping[tuple[str, str], tuple[Path, ...]], terminal: Terminal) -> Iterator[str]:
    counted = ", ".join(map(str, found.players))
    yield f"{found.game.title}: {len(found.matters)} alternatives, played by {counted} players"
    for (id, slug), group in groupby(found.matters, key=lambda each: (each.id, each.slug)):
        alternatives = list(group)
        first = alternatives[0]
        yield ""
        yield terminal.bold(f"{id} {slug} ({' '.join(first.clauses)}; {first.kind}), read as {first.instead_of}")
        yield from terminal.wrapped(first.question, "  ")
        for each in alternatives:
            yield from _alternative(each, found.changes.get((each.slug, each.alternative)), records, terminal)
    yield ""
    for pair in found.pairs:
        yield from terminal.wrapped(f"only together: {in_words(pair.readings)}: {', '.join(_broken(pair))}", "", "  ")
    more = f"more is broken than by each alone: {len(found.pairs)}"
    yield f"pairs of alternatives tried together: {found.pairs_tried}; {more}"
    if found.interrupted:
        yield "interrupted: what was found until then is shown"
    elif found.out_of_budget:
        yield from terminal.wrapped(f"the budget is spent: {', '.join(_not_looked_at(found))}", "", "  ")
    alike = [each for each in found.matters if not each.matters]
    told = f"{len(found.matters) - len(alike)} of {len(found.matters)} alternatives make a difference"
    by_example = sum(bool(each.example) for each in alike)
    rest = f"{by_example} more in a worked example, {len(alike) - by_example} in nothing seen"
    rest += (
        f" ({sum(bool(each.proved) for each in alike)} of them PROVED)" if any(each.proved for each in alike) else ""
    )
    yield from terminal.wrapped(f"{told}, {rest}; {found.seconds:.1f} s", "", "  ")


def _alternative(
    each: Impact,
    changes: Changes | None,
    records: Mapping[tuple[str, str], tuple[Path, ...]],
    terminal: Terminal,
) -> Iterator[str]:
    word = WORD[each.difference.how]
    if not each.matters and (each.proved or each.example):
        word = "never" if each.proved else "in a worked example"
    yield from terminal.wrapped(f"{each.alternative}: {word}; {each.sentence}", "  ", "    ")
    if each.matters:
        form = f"{each.players} players, {each.steps or 'no'} {'turn' if each.steps == 1 else 'turns'}"
        if each.together_with:
            form += f", with {in_words(each.together_with)}"
        if each.tried:
            form += f"; {each.differed} of {each.tried} steps of real games that consult it"
        yield from terminal.wrapped(form, "    ")
    if changes is not None:
        for broken in _broken(changes):
            yield from terminal.wrapped(broken, "    ", "      ")
        for name in changes.mends:
            yield from terminal.wrapped(f"{name} then holds", "    ", "      ")
        for figure in changes.figures:
            if figure.changes:
                low, high = figure.interval
                means = f"{figure.name} {figure.chosen:.2f}, then {figure.other:.2f}"
                yield f"    {means} ({low:+.2f} to {high:+.2f} at 99 %)"
    if (each.slug, each.alternative) in records:
        paths = [shown_path(path) for path in records[each.slug, each.alternative]]
        seat = "" if each.difference.seat is None else f" --seat {each.difference.seat}"
        if len(paths) > 1:
            yield f"    referee replay --diff {paths[0]}{seat} \\"
            yield f"      {paths[1]}"
        else:
            yield f"    referee replay {paths[0]}{seat}"


def _broken(changes: Changes) -> list[str]:
    return [f"refutes {name}" for name in changes.breaks] + [
        f"{each.trouble.value} {' '.join(each.clauses)}".strip() for each in changes.troubles
    ]


def _not_looked_at(found: AllReadings) -> Iterator[str]:
    if len(found.matters) < found.wanted:
        yield f"{found.wanted - len(found.matters)} alternatives were not looked at"
    if found.without_records:
        yield f"of {found.without_records} differences there was no time to make records"
    if found.left_out:
        yield f"promises and figures of {found.left_out} alternatives were not looked at"
    yield f"{found.pairs_left_out} pairs were not tried"


# -- JSON -----------------------------------------------------------------------------------------------


def as_json(
    found: AllReadings, plan: ReadingsPlan, records: Mapping[tuple[str, str], tuple[Path, ...]]
) -> dict[str, Any]:
    return {
        "game": found.game.name,
        "seed": plan.seed,
        "players": list(found.players),
        "chosen": dict(plan.readings),
        "alternatives": [_as_json(found, each, records) for each in found.matters],
        "pairs": [
            {"readings": dict(each.readings), "players": each.players, "breaks": _broken(each)} for each in found.pairs
        ],
        "pairs_tried": found.pairs_tried,
        "left_out": found.left_out,
        "broken_off": found.broken_off,
        "interrupted": found.interrupted,
        "seconds": round(found.seconds, 3),
    }


def _as_json(found: AllReadings, each: Impact, records: Mapping[tuple[str, str], tuple[Path, ...]]) -> dict[str, Any]:
    changes = found.changes.get((each.slug, each.alternative))
    return {
        "id": each.id,
        "reading": each.slug,
        "kind": each.kind,
        "clauses": list(each.clauses),
        "question": each.question,
        "chosen": each.instead_of,
        "alternative": each.alternative,
        "difference": each.difference.how.name.lower(),
        "what": each.difference.what,
        "says": each.difference.says,
        "visible": each.difference.visible,
        "under_chosen": each.difference.one,
        "under_alternative": each.difference.other,
        "players": each.players,
        "steps": each.steps,
        "together_with": dict(each.together_with),
        "consulted": {"met": each.met.met, "tries": each.met.tries, "interval": each.met.interval},
        "steps_tried": each.tried,
        "steps_differing": each.differed,
        "steps_tried_extreme": each.extreme,
        "example": each.example or None,
        "example_says": each.example_says or None,
        "proved": [dict(one) for one in each.proved],
        "exhausted": [dict(one) for one in each.exhausted],
        "witnesses": [str(path) for path in records.get((each.slug, each.alternative), ())],
        "changes": None
        if changes is None
        else {
            "players": changes.players,
            "matches": changes.matches,
            "breaks": changes.breaks,
            "mends": changes.mends,
            "findings": [f"{one.trouble.value} {' '.join(one.clauses)}" for one in changes.troubles],
            "figures": {
                one.name: {
                    "chosen": one.chosen,
                    "alternative": one.other,
                    "difference": one.interval,
                    "clear": one.changes,
                }
                for one in changes.figures
            },
        },
    }
