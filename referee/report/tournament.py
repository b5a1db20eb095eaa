"""The page of a tournament: ``referee tournament report RESULTS -o FILE``."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.kernel.errors import BadInput
from referee.report.matches import Matches
from referee.report.page import PLOTS, VIEWER, page
from referee.report.plots import Figure, histograms, intervals, lines, times
from referee.stats.means import mean_interval
from referee.tournament.outcomes import Match, block_sums, by_sides, exact
from referee.tournament.standings import Standings, goal_of, standings
from referee.tournament.store import Store

BINS = 24
MOST_ENDS = 8
"""Ways to end of which there is a distribution; the definition counts all."""
CLOSEST, SAMPLED, FAULTY = 3, 6, 8
"""Matches of each kind that can be stepped through."""
FAULTS = 200
"""Faults that are listed; the others are counted."""
PLOTTED = 12
"""Entrants of whom there is a distribution; those are plotted whose names a reader can keep apart."""
NARROWED = 8
MOST_ROWS = 50
"""Entrants in a plot of intervals, and in the cross table."""


@dataclass(slots=True)
class Reading:
    """What one pass over the results collects beside the standings."""

    entrants: int
    measure: str
    against: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    """For each pair of entrants: twice the points of the first against the second, and the number of matches."""
    payoffs: list[list[float]] = field(default_factory=list)
    lengths: dict[str, list[float]] = field(default_factory=dict)
    """The turns of matches, by the way in which they ended."""
    blocks: list[dict[tuple[int, ...], list[float]]] = field(default_factory=list)
    """For each entrant and table the means of the blocks, of the scores in percent or of the payoffs."""
    played: list[int] = field(default_factory=list)
    narrowing: list[list[tuple[float, float]]] = field(default_factory=list)
    """For each entrant: the width of the interval that the standings gave after so many of his blocks."""
    faults: list[dict[str, Any]] = field(default_factory=list)
    number_of_faults: int = 0
    closest: list[tuple[float, str]] = field(default_factory=list)
    sampled: list[str] = field(default_factory=list)
    matches: int = 0
    chance: random.Random = field(default_factory=lambda: random.Random("sampled"))

    def __post_init__(self) -> None:
        self.payoffs = [[] for _ in range(self.entrants)]
        self.blocks = [{} for _ in range(self.entrants)]
        self.played = [0] * self.entrants
        self.narrowing = [[] for _ in range(self.entrants)]

    def passing(self, blocks: Iterator[tuple[int, tuple[int, ...], list[Match]]]) -> Iterator[Any]:
        """The same blocks; looked at on the way."""
        for number, table, played in blocks:
            for match, (seated, result) in enumerate(played, 1):
                self._match(f"{number}.{match}", len(table), seated, result)
            if all(result["ranks"] is not None for _, result in played):
                for entrant, (score, unit, payoff, matches) in block_sums(table, played).items():
                    value = 100 * score / unit if self.measure == "ranks" else float(payoff / matches)
                    self.blocks[entrant].setdefault(table, []).append(value)
                    self.played[entrant] += 1
                    # Ever fewer points as blocks go on: as many as a plot can show.
                    if self.played[entrant] & (self.played[entrant] - 1) == 0:
                        self._narrow(entrant)
            yield number, table, played
        for entrant, blocks_played in enumerate(self.played):
            if blocks_played & (blocks_played - 1):
                self._narrow(entrant)

    def _narrow(self, entrant: int) -> None:
        bounds = (0.0, 100.0) if self.measure == "ranks" else None
        reach = mean_interval([*self.blocks[entrant].values()], bounds=bounds) if self.played[entrant] > 3 else None
        if reach is not None:
            self.narrowing[entrant].append((float(self.played[entrant]), reach[1] - reach[0]))

    def _match(self, name: str, sides: int, seated: tuple[int, ...], result: dict[str, Any]) -> None:
        self.matches += 1
        # Each match has the same chance to be among those that are kept (Vitter's algorithm R).
        if len(self.sampled) < SAMPLED:
            self.sampled.append(name)
        elif (place := self.chance.randrange(self.matches)) < SAMPLED:
            self.sampled[place] = name
        self.lengths.setdefault(result["reason"], []).append(result["turns"])
        for fault in result["faults"]:
            self.number_of_faults += 1
            if len(self.faults) < FAULTS:
                self.faults.append({**fault, "match": name, "entrant": seated[fault["seat"]]})
        if result["ranks"] is None:
            return
        ((seated, result),) = by_sides(range(sides), [(seated, result)])
        ranks = result["ranks"]
        paid = [float(exact(each)) for each in result["payoffs"]]
        for seat, entrant in enumerate(seated):
            self.payoffs[entrant].append(paid[seat])
            for other_seat, other in enumerate(seated):
                if other != entrant:
                    pair = self.against.setdefault((entrant, other), [0, 0])
                    pair[0] += (ranks[seat] < ranks[other_seat]) + (ranks[seat] <= ranks[other_seat])
                    pair[1] += 1
        self.closest.append((max(paid) - min(paid), name))
        if len(self.closest) > 200:
            self.closest = sorted(self.closest)[:CLOSEST]


def tournament_page(store: Store) -> str:
    """The page as text, also of a tournament that is still being played. BadInput where nothing was begun."""
    meta = store.begun()
    about = meta["definition"]
    with store.at_one_moment():
        looked = Reading(len(about["entrants"]), about["measure"], chance=random.Random(meta["commitment"]))
        found = standings(meta, looked.passing(store.blocks()))
        thought = store.thought()
        totals = store.totals()
        matches = Matches()
        shown, left_out, isolation = _matches(store, looked, matches)
        faults = [_fault(store, each, about) for each in looked.faults]
    names = [each["name"] for each in about["entrants"]]
    figures = _figures(found, looked, thought, about["limits"].get("move"))
    if found.together:  # nobody is stronger than who plays with him
        figures = {name: each for name, each in figures.items() if name not in ("elo", "score", "seats", "narrowing")}
    return page(
        "tournament.html",
        title=f"{about['name']}: {about['form']['game']}",
        data={**matches.data, "plots": [each.data for each in figures.values()]},
        scripts=(*VIEWER, "report.js", "plots.js"),
        libraries=PLOTS,
        found=found,
        names=names,
        lines=found.lines,
        figures=figures,
        plotted=PLOTTED,
        most_rows=MOST_ROWS,
        by_payoff=about["measure"] != "ranks",
        goal=goal_of(about) if found.together else None,
        cross=_cross(looked, found),
        faults=faults,
        fault_kinds=_fault_kinds(found, looked),
        faults_left=looked.number_of_faults - len(faults),
        shown=shown,
        left_out=left_out,
        isolation=isolation,
        definition=json.dumps(about, indent=2, ensure_ascii=False),
        commitment=meta["commitment"],
        secret=meta["secret"] if meta["finished"] else "",
        seeded=meta["seed"] is not None,
        matches=totals[0],
        decisions=totals[1],
        seconds=totals[2],
    )


def _figures(
    found: Standings, looked: Reading, thought: Mapping[int, tuple[int, float, float]], limit: float | None,
) -> dict[str, Figure]:  # fmt: skip
    """Every plot by its id, in the order of the standings."""
    rows = found.lines
    unit = "score, percentage points" if looked.measure == "ranks" else "payoff"
    side = "team" if "sides" in found.about else "seat"
    figures = [
        intervals("elo", "Elo of each entrant", "Elo, against the mean of the field",
                  [(line.name, line.elo, line.elo_interval) for line in rows[:MOST_ROWS]], reference=0, digits=0),
        intervals("score", "Score of each entrant", "score, %",
                  [(line.name, _percent(line.score), _percents(line.score_interval)) for line in rows[:MOST_ROWS]],
                  reference=50),
        intervals("payoff", "Payoff of each entrant", "payoff of a match",
                  [(line.name, line.payoff, line.payoff_interval) for line in rows[:MOST_ROWS]],
                  reference=0, digits=2),
        intervals("seats", f"Score of each {side}", "score, %",
                  [(f"{side} {seat}", _percent(mean), _percents(reach))
                   for seat, (mean, reach) in enumerate(found.seats)], reference=_fair(found)),
        histograms("payoffs", "Payoffs of each entrant", "payoff of a match",
                   [(line.name, looked.payoffs[line.entrant]) for line in rows[:PLOTTED]], BINS),
        histograms("lengths", "How long matches were, by how they ended", "turns of a match",
                   sorted(looked.lengths.items(), key=lambda each: -len(each[1]))[:MOST_ENDS], BINS),
        lines("narrowing", "How the intervals narrowed", "blocks played", f"width of the interval ({unit})",
              [(line.name, looked.narrowing[line.entrant])
               for line in rows[:NARROWED] if looked.narrowing[line.entrant]]),
    ]  # fmt: skip
    clocked = [(line.name, *thought[line.entrant]) for line in rows[:MOST_ROWS] if line.entrant in thought]
    if clocked:
        figures.append(times("times", "How long bots took for an answer", clocked, limit))
    return {each.id: each for each in figures if each.rows}


def _fair(found: Standings) -> float:
    """The mean score of all seats."""
    known = [mean for mean, _ in found.seats if mean is not None]
    return 100 * sum(known) / len(known) if known else 50.0


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share


def _percents(reach: tuple[float, float] | None) -> tuple[float, float] | None:
    return None if reach is None else (100 * reach[0], 100 * reach[1])


def _cross(looked: Reading, found: Standings) -> list[tuple[str, list[tuple[str, str]]]]:
    """For each row, in the order of the standings: its share of the points against each other entrant, and the
    matches."""
    lines_shown = found.lines[:MOST_ROWS]
    order = [line.entrant for line in lines_shown]
    rows = []
    for line in lines_shown:
        cells = []
        for other in order:
            pair = looked.against.get((line.entrant, other))
            cells.append(("", "") if pair is None else (f"{50 * pair[0] / pair[1]:.1f}", f"{pair[1]:,}"))
        rows.append((line.name, cells))
    return rows


def _fault_kinds(found: Standings, looked: Reading) -> list[dict[str, Any]]:
    """How often each entrant was at fault in each way, and where first (of the entrant's faults as a whole)."""
    return [
        {
            "name": line.name,
            "kind": kind,
            "times": times,
            "of": len(looked.payoffs[line.entrant]),
            "first": next((each["match"] for each in looked.faults
                           if each["entrant"] == line.entrant and each["kind"] == kind), ""),
        }
        for line in found.lines
        for kind, times in sorted(line.faults.items())
    ]  # fmt: skip


def _fault(store: Store, fault: Mapping[str, Any], about: Mapping[str, Any]) -> dict[str, Any]:
    """A fault with the name of its entrant, and the answer that was refused, where records are kept."""
    return {**fault, "name": about["entrants"][fault["entrant"]]["name"], "answer": _refused(store, fault)}


def _refused(store: Store, fault: Mapping[str, Any]) -> str:
    try:
        lines = store.record(fault["match"]).splitlines()
        for line in lines[1:]:
            for entry in json.loads(line).get("did", ()):
                if entry[0] == "rejected" and entry[1] == fault["seat"]:
                    return str(entry[2])[:500]
    except (BadInput, ValueError, TypeError, IndexError, AttributeError):
        return ""  # no record, or not one: the list of matches says so
    return ""


def _matches(store: Store, looked: Reading, into: Matches) -> tuple[list[dict[str, str]], list[str], str]:
    """Put in those that can be stepped through: what to call them; those that are left out; the isolation in force."""
    # Of each entrant and kind of fault one at least, as far as there is room.
    first = {(each["entrant"], each["kind"]): each for each in reversed(looked.faults)}.values()
    faults = [*reversed([*first]), *looked.faults][:FAULTY]
    wanted = [(each["match"], f"fault: {each['kind']}", "fault") for each in faults]
    wanted += [(name, "one of the closest", "") for _, name in sorted(looked.closest)[:CLOSEST]]
    wanted += [(name, "drawn by lot", "") for name in looked.sampled]
    shown: list[dict[str, str]] = []
    left_out: list[str] = []
    seen: set[str] = set()
    isolation: dict[str, dict[str, None]] = {}
    for name, why, at in wanted:
        if name in seen:
            continue
        seen.add(name)
        try:
            said = into.add(name, store.record(name), f"match {name}")
        except BadInput:
            said = "no record is kept of it"
        if said:
            left_out.append(f"match {name} ({why}): {said}")
            continue
        shown.append({"name": name, "why": why, "at": at})
        header = into.matches[name]["match"]["header"]
        told = header["isolation"]
        for who, kept in zip(
            header["seats"], [told] * len(header["seats"]) if isinstance(told, str) else told, strict=False
        ):
            isolation.setdefault(str(kept), {})[str(who)] = None
    return shown, left_out, "; ".join(f"{kept} ({', '.join(who)})" for kept, who in isolation.items())
