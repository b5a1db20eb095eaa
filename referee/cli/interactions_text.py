"""The text of ``referee interactions``: the edges that matter first, or all of them kind by kind."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.cli.terminal import Terminal, shown_path
from referee.kernel.game import Game
from referee.kernel.parameters import in_words
from referee.kernel.rulebook import Rulebook
from referee.play.sanitize import cut
from referee.report.match import rulebook_of
from referee.report.told_causes import words_of
from referee.verify.collide.edges import SAYS_ALWAYS, Edge, Interactions, Kind
from referee.verify.verdicts import Verdict

ORDER = (
    Kind.ORDER, Kind.CANCELS, Kind.DISABLES, Kind.REPEATS, Kind.MODIFIES, Kind.ENABLES, Kind.COMMUTES, Kind.READING,
)  # fmt: skip
"""The kinds in the order in which a rule author should know them."""
WEIGHT = {
    Kind.ORDER: 1.0, Kind.CANCELS: 0.9, Kind.REPEATS: 0.9, Kind.DISABLES: 0.7, Kind.MODIFIES: 0.5, Kind.ENABLES: 0.2,
    Kind.COMMUTES: 0.05, Kind.READING: 0.05,
}  # fmt: skip
"""How much each kind says that an author may not know."""
AT_A_SCALE = 0.5
"""The weight of what was seen with other settings than those of the game."""
FIRST = 20
"""Edges that are told first."""
Records = Mapping[int, Sequence[Path]]
"""The records of the edges, by position."""


def weight(edge: Edge, steps: int) -> float:
    """How often it was seen times how much it says, for the order alone. The root keeps what is rare from the end."""
    often = math.sqrt(min(edge.count, steps) / max(1, steps))
    return WEIGHT[edge.kind] * often * (AT_A_SCALE if edge.scale else 1.0)


def first_edges(
    game: Game[Any], found: Interactions, records: Records, terminal: Terminal, clauses: Collection[str] = ()
) -> Iterator[str]:
    """The edges that matter first, five lines each: both clauses in words, what the one does to the other, how often,
    and the records. Where ``clauses`` are named, all edges of these."""
    book = rulebook_of(game)
    here = [(at, edge) for at, edge in enumerate(found.edges) if not clauses or {edge.source, edge.target} & {*clauses}]
    here.sort(key=lambda each: -weight(each[1], found.steps))
    shown = here if clauses else here[:FIRST]
    yield f"{game.title}: {len(found.edges)} edges, seen in {found.steps} steps of {found.matches} random matches"
    for at, edge in shown:
        yield ""
        yield from _edge(edge, records.get(at, ()), book, terminal, found.steps)
    yield ""
    if len(shown) < len(here):
        kinds = {kind: sum(edge.kind is kind for _, edge in here[FIRST:]) for kind in ORDER}
        told = ", ".join(f"{number} {kind.value}" for kind, number in kinds.items() if number)
        more = f"{len(here) - len(shown)} more: {told} (--all; --clause ID for those of one clause; -o graph.html)"
        yield from terminal.wrapped(more, "", "  ")
    yield from _ending(found, book, terminal)


def _edge(edge: Edge, records: Sequence[Path], book: Rulebook, terminal: Terminal, steps: int) -> Iterator[str]:
    ends = f"{_name(edge.source, book)} → {_name(edge.target, book)}" * (edge.source != edge.target)
    title = f"{edge.kind.value}: {ends or _name(edge.source, book)}"
    yield from (terminal.bold(line) for line in terminal.wrapped(title, "", "  "))
    nodes = dict.fromkeys([edge.source, edge.target])
    words = [f"{each} {_sentence(book, each)}" for each in nodes if _sentence(book, each)]
    if words:
        room = (terminal.width - 2 - 3 * (len(words) - 1)) // len(words)
        yield "  " + " · ".join(cut(terminal.plain(each), room, terminal.plain("…")) for each in words)
    said = edge.description
    if len(edge.outcomes) == 2:
        said = f"{said}: one way {edge.outcomes[0]}, the other way {edge.outcomes[1]}"
    form = in_words({**edge.readings, **edge.scale})
    seen = f"{edge.count} times in {steps} steps" + (f", first with {form}" if form else "")
    surely = "".join(f"; {each}" for each in edge.sure[:1])
    yield from terminal.wrapped(f"{said}; {seen}{surely}", "  ", "    ")
    yield from _replays(records, terminal)


def _replays(records: Sequence[Path], terminal: Terminal) -> Iterator[str]:
    paths = [shown_path(each) for each in records]
    if len(paths) == 2:
        yield terminal.cyan(f"  referee replay --diff {paths[0]} \\")
        yield terminal.cyan(f"    {paths[1]}")
    else:
        yield from (terminal.cyan(f"  referee replay {path}") for path in paths[:1])


def _sentence(book: Rulebook, clause: str) -> str:
    """The first sentence of a clause without its title; "" for what is no clause."""
    return words_of(book, clause).partition(". ")[2]


def every_edge(
    game: Game[Any], found: Interactions, records: Records, terminal: Terminal, clauses: Collection[str] = ()
) -> Iterator[str]:
    """All edges, kind by kind, with how surely each always holds; of ``clauses`` alone, where some are named."""
    book = rulebook_of(game)
    yield f"{game.title}: {found.steps} steps of {found.matches} random matches"
    for kind in ORDER:
        edges = [(at, edge) for at, edge in enumerate(found.edges) if edge.kind is kind]
        edges = [(at, edge) for at, edge in edges if not clauses or {edge.source, edge.target} & {*clauses}]
        if edges:
            yield ""
            yield terminal.bold(f"{kind.value} ({len(edges)})")
        for at, edge in edges:
            ends = f"{_name(edge.source, book)} → {_name(edge.target, book)}"
            if edge.source == edge.target:
                ends = _name(edge.source, book)
            yield from terminal.wrapped(f"{ends}: {edge.description}", "  ", "    ")
            if edge.outcomes:
                yield from terminal.wrapped(" / ".join(edge.outcomes), "    ", "    ")
            if kind is Kind.READING:
                continue
            seen = f"{edge.count} times; {edge.players} players {in_words({**edge.readings, **edge.scale})}".rstrip()
            yield from terminal.wrapped(seen, "    ", "    ")
            for sure in edge.sure:
                yield from terminal.wrapped(str(sure), "    ", "      ")
            if kind is not Kind.COMMUTES:
                for record in records.get(at, ()):
                    yield f"    referee replay {shown_path(record)}"
    yield ""
    yield from _ending(found, book, terminal)


def _ending(found: Interactions, book: Rulebook, terminal: Terminal) -> Iterator[str]:
    """What was not looked at, and how surely edges always hold."""
    missing = [clause.id for clause in book.clauses if not found.carried_out.get(clause.id)]
    if missing:
        yield from terminal.wrapped(f"not carried out in these matches: {' '.join(missing)}", "", "  ")
    if found.undecided:
        yield f"{found.undecided} pairs came out now alike and now not: nothing is said of them"
    for why in found.unsure:
        yield from terminal.wrapped(why, "", "  ")
    yield from terminal.wrapped(_how_surely(found.edges), "", "  ")


def _how_surely(edges: Sequence[Edge]) -> str:
    said = [edge for edge in edges if edge.kind in SAYS_ALWAYS]
    exhausted = sum(edge.verdict is Verdict.EXHAUSTED for edge in said)
    if not said:
        return f"{len(edges)} edges"
    kinds = "that enable, disable or commute"
    return f"{len(edges)} edges; of the {len(said)} {kinds}, {exhausted} EXHAUSTED at a scale"


def _name(node: str, book: Rulebook) -> str:
    title = next((clause.title for clause in book.clauses if clause.id == node), None)
    return f"“{node}”" if title is None else f"{node} {title}".strip()
