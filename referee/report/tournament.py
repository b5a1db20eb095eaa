"""The page of a tournament: ``referee tournament report RESULTS -o FILE``."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from referee.kernel.errors import BadInput, BadRecord
from referee.report.match import about_game, told_match
from referee.report.page import VIEWER, page
from referee.report.plots import bars, intervals, lines
from referee.stats.blocks import scores_of
from referee.stats.means import Sample
from referee.tournament.outcomes import Match, block_means, exact
from referee.tournament.standings import Standings, standings
from referee.tournament.store import Store

BINS = 24
CLOSEST, SAMPLED, FAULTY = 2, 3, 6
"""Matches of each kind that can be stepped through."""
LARGEST = 1_500_000
"""Characters of a match in the page; a longer one is named, and left out."""


@dataclass(slots=True)
class Reading:
    """What one pass over the results collects beside the standings."""

    entrants: int
    against: dict[tuple[int, int], list[Fraction | int]] = field(default_factory=dict)
    """By two entrants: the points of the first against the second, and the matches."""
    payoffs: list[list[float]] = field(default_factory=list)
    narrowing: list[list[tuple[float, float]]] = field(default_factory=list)
    """By entrant: after so many of his blocks half the width of the interval of his score, in percent."""
    samples: list[Sample] = field(default_factory=list)
    faults: list[dict[str, Any]] = field(default_factory=list)
    closest: list[tuple[float, str]] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    turns: Counter[int] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.payoffs = [[] for _ in range(self.entrants)]
        self.narrowing = [[] for _ in range(self.entrants)]
        self.samples = [Sample() for _ in range(self.entrants)]

    def passing(self, blocks: Iterator[tuple[int, tuple[int, ...], list[Match]]]) -> Iterator[Any]:
        """The same blocks; looked at on the way."""
        for number, table, played in blocks:
            for match, (seated, result) in enumerate(played, 1):
                self._match(f"{number}.{match}", seated, result)
            if all(result["ranks"] is not None for _, result in played):
                for entrant, (score, _) in block_means(table, played).items():
                    sample = self.samples[entrant]
                    sample.add(score)
                    reach = sample.interval()
                    # Ever fewer points as blocks go on: as many as a plot can show.
                    if reach is not None and sample.number & (sample.number - 1) == 0 and sample.number > 2:
                        self.narrowing[entrant].append((float(sample.number), 50 * (reach[1] - reach[0])))
            yield number, table, played

    def _match(self, name: str, seated: Sequence[int], result: Mapping[str, Any]) -> None:
        self.names.append(name)
        self.turns[result["turns"]] += 1
        for fault in result["faults"]:
            self.faults.append({**fault, "match": name, "entrant": seated[fault["seat"]]})
        if result["ranks"] is None:
            return
        points = scores_of(result["ranks"])
        paid = [float(exact(each)) for each in result["payoffs"]]
        for seat, entrant in enumerate(seated):
            self.payoffs[entrant].append(paid[seat])
            for other_seat, other in enumerate(seated):
                if other != entrant:
                    pair = self.against.setdefault((entrant, other), [0, 0])
                    better = points[seat] > points[other_seat]
                    pair[0] += 1 if better else Fraction(1, 2) if points[seat] == points[other_seat] else 0
                    pair[1] += 1
        self.closest.append((max(paid) - min(paid), name))
        if len(self.closest) > 200:
            self.closest = sorted(self.closest)[:CLOSEST]


def tournament_page(store: Store) -> str:
    """The page as text, also of a tournament that is still being played. BadInput where nothing was begun."""
    meta = store.meta()
    about = meta["definition"]
    looked = Reading(len(about["entrants"]))
    found = standings(meta, looked.passing(store.blocks()))
    names = [each["name"] for each in about["entrants"]]
    matches, games, left_out, isolation = _matches(store, looked)
    paid = [each for mine in looked.payoffs for each in mine] or [0.0, 1.0]
    low, high = min(paid), max(paid)
    totals = store.base.execute("SELECT count(*), sum(decisions), sum(seconds) FROM match").fetchone()
    return page(
        "tournament.html",
        title=f"{about['name']}: {about['form']['game']}",
        data={"matches": {name: match for name, (_, match) in matches.items()}, "games": games},
        scripts=(*VIEWER, "tournament.js"),
        found=found,
        names=names,
        lines=found.lines,
        plot=intervals(
            [(line.name, line.elo, line.elo_interval) for line in found.lines],
            "Elo of each entrant, with 95 % intervals",
        ),
        scores=intervals(
            [(line.name, None if line.score is None else 100 * line.score, _percent(line.score_interval))
             for line in found.lines], "Score of each entrant, with 95 % intervals", " %"),
        seats=intervals(
            [(f"seat {seat}", None if mean is None else 100 * mean, _percent(reach))
             for seat, (mean, reach) in enumerate(found.seats)], "Score of each seat, with 95 % intervals", " %"),
        narrowing=lines(
            [(names[entrant], points) for entrant, points in enumerate(looked.narrowing) if len(points) > 1][:8],
            "Half the width of the interval of the score in percent, by blocks played", "blocks played",
        ),
        cross=_cross(looked, found),
        payoffs=[
            (names[line.entrant], bars(_binned(looked.payoffs[line.entrant], low, high), low, high,
                                       f"Payoffs of {names[line.entrant]}"))
            for line in found.lines[:12]
        ],
        faults=[{**each, "name": names[each["entrant"]]} for each in looked.faults[:200]],
        faults_left=max(0, len(looked.faults) - 200),
        shown=[(name, why) for name, (why, _) in matches.items()],
        left_out=left_out,
        isolation=isolation,
        definition=json.dumps(about, indent=2, ensure_ascii=False),
        commitment=meta["commitment"],
        secret=meta["secret"] if meta["finished"] else "",
        seeded=meta["seed"] is not None,
        matches=totals[0],
        decisions=totals[1] or 0,
        seconds=totals[2] or 0.0,
    )  # fmt: skip


def _percent(reach: tuple[float, float] | None) -> tuple[float, float] | None:
    return None if reach is None else (100 * reach[0], 100 * reach[1])


def _binned(values: Sequence[float], low: float, high: float) -> list[float]:
    found = [0.0] * BINS
    for value in values:
        found[min(BINS - 1, int((value - low) / ((high - low) or 1) * BINS))] += 1
    return found


def _cross(looked: Reading, found: Standings) -> list[tuple[str, list[str]]]:
    """By row: the share of the points against each other entrant, in the order of the standings."""
    order = [line.entrant for line in found.lines]
    rows = []
    for line in found.lines:
        cells = []
        for other in order:
            pair = looked.against.get((line.entrant, other))
            cells.append("" if pair is None else f"{100 * float(Fraction(pair[0]) / Fraction(pair[1])):.1f}")
        rows.append((line.name, cells))
    return rows


def _matches(store: Store, looked: Reading) -> tuple[dict[str, tuple[str, Any]], list[Any], list[str], str]:
    """Matches to step through by name, with the reason; the forms they are about; those too long; the isolation."""
    step = max(1, len(looked.names) // SAMPLED)
    wanted = [(each["match"], f"fault: {each['kind']}") for each in looked.faults[:FAULTY]]
    wanted += [(name, "one of the closest") for _, name in sorted(looked.closest)[:CLOSEST]]
    wanted += [(name, "sampled") for name in looked.names[step // 2 :: step][:SAMPLED]]
    found: dict[str, tuple[str, Any]] = {}
    games: list[Any] = []
    left_out: list[str] = []
    isolation = ""
    for name, why in wanted:
        if name in found:
            continue
        try:
            form, match = told_match(store.record(name), f"match {name}")
        except (BadInput, BadRecord):
            left_out.append(f"{name}: no record, or not one that these rules give")
            continue
        told = match["header"]["isolation"]
        isolation = told if isinstance(told, str) else "; ".join(dict.fromkeys(map(str, told)))
        if len(json.dumps(match)) > LARGEST:
            left_out.append(f"{name}: too long for a page")
            continue
        about = about_game(form)
        if about not in games:
            games.append(about)
        found[name] = (why, {"match": match, "game": games.index(about)})
    return found, games, left_out, isolation
