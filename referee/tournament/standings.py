"""The standings of results: scores, payoffs, ratings, pairs, seats, faults, everything with intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement
from typing import Any

from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.stats.means import mean_interval
from referee.stats.ratings import Ratings, Results
from referee.stats.seats import SeatAdvantage
from referee.tournament.formats import Outcome, sides_of
from referee.tournament.outcomes import Match, block_sums, by_sides, exact, outcome_of
from referee.tournament.schedule import Block, Schedule

Interval = tuple[float, float] | None


@dataclass(slots=True)
class _Sums:
    """The means of one entrant's blocks by table."""

    scores: dict[tuple[int, ...], list[float]] = field(default_factory=dict)
    payoffs: dict[tuple[int, ...], list[float]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Line:
    """An entrant's line. ``score`` from 0 to 1, ``payoff`` a match, ``elo`` against the mean of the field."""

    rank: int
    entrant: int
    name: str
    author: str | None
    blocks: int
    score: float | None
    score_interval: Interval
    payoff: float | None
    payoff_interval: Interval
    elo: float
    elo_interval: tuple[float, float]
    faults: Mapping[str, int]
    first_fault: str
    """The match of his first fault, its kind and its reason; empty where there is none."""
    place: int | None
    """The place in an elimination; elsewhere None."""


@dataclass(frozen=True, slots=True)
class Standings:
    """The lines in the order of their ranks, and what else is known."""

    about: Mapping[str, Any]
    finished: bool
    lines: Sequence[Line]
    superior: Sequence[Sequence[float]]
    """For each two entrants the likelihood that the first is the stronger."""
    seats: Sequence[tuple[float | None, Interval]]
    """For each seat, or team, its mean score and an interval; one half is no advantage."""
    blocks: int
    matches: int
    with_faults: int
    """Blocks in which a bot was at fault."""
    void: int
    """Blocks with a match that the rules stopped; they do not count."""
    stopped: str
    """Why the first such match was stopped; empty where there is none."""
    ends: Mapping[str, int]
    verdict: str
    """The conclusions of a sequential stopping rule; empty where there was none, or it found nothing."""
    together: Sequence[Sequence[tuple[float, int] | None]] = ()
    """The mean score of the matches in which two entrants both sat, and the number of these matches, in a co-operative
    game. The two may be the same. None: there were no such matches."""


def standings(
    meta: Mapping[str, Any],
    blocks: Iterable[tuple[int, tuple[int, ...], list[Match]]],
    *,
    without_faults: bool = False,
) -> Standings:
    """The standings of the blocks of a store (``Store.blocks``). ``without_faults`` leaves out every block in which a
    bot was at fault; the faults are still counted."""
    about = meta["definition"]
    entrants = about["entrants"]
    sums = [_Sums() for _ in entrants]
    results = Results(len(entrants))
    seats = SeatAdvantage(sides_of(about))
    faults: list[Counter[str]] = [Counter() for _ in entrants]
    first = [""] * len(entrants)
    outcomes: dict[int, Outcome] | None = {} if "elimination" in about["format"]["kind"] else None
    ends: Counter[str] = Counter()
    counted = matches = with_faults = void = 0
    shared: dict[tuple[int, int], dict[int, list[float]]] = {}
    stopped = ""
    for number, table, played in blocks:
        matches += len(played)
        faulty = broken = False
        for match, (seated, result) in enumerate(played, 1):
            ends[result["reason"]] += 1
            broken = broken or result["ranks"] is None
            for fault in result["faults"]:
                faulty, who = True, seated[fault["seat"]]
                faults[who][fault["kind"]] += 1
                first[who] = first[who] or f"match {number}.{match}: {fault['kind']}: {fault['reason']}"
        with_faults += faulty
        if outcomes is not None:
            outcomes[number] = outcome_of(table, played)
        if broken:
            void += 1
            stopped = stopped or next(result["stopped"] for _, result in played if result["ranks"] is None)
            continue
        if faulty and without_faults:
            continue
        counted += 1
        for who in combinations_with_replacement(sorted(table), 2) if about["measure"] == "together" else ():
            if who[0] != who[1] or len(set(table)) == 1:
                shared.setdefault(who, {}).setdefault(number, [
                    float(exact(result["payoffs"][0])) for _, result in played
                ])  # fmt: skip
        sided = by_sides(table, played)
        results.add_block([(seated, result["ranks"]) for seated, result in sided])
        seats.add_block([result["ranks"] for _, result in sided])
        for entrant, (score, unit, payoff, number_of) in block_sums(table, played).items():
            sums[entrant].scores.setdefault(table, []).append(score / unit)
            sums[entrant].payoffs.setdefault(table, []).append(float(payoff / number_of))
    ratings = results.fit()
    places = None if outcomes is None else _places(about, bytes.fromhex(meta["secret"]), outcomes)
    lines = _ranked(about, sums, ratings, list(zip(faults, first, strict=True)), places)
    every = range(len(entrants))
    return Standings(
        about,
        bool(meta["finished"]),
        lines,
        [[0.5 if one == other else ratings.superior(one, other) for other in every] for one in every],
        [(sample.mean, sample.interval(bounds=(0.0, 1.0))) for sample in seats.samples],
        counted,
        matches,
        with_faults,
        void,
        stopped,
        dict(ends),
        meta.get("verdict", ""),
        [[_shared(shared, one, other) for other in every] for one in every] if shared else (),
    )


def goal_of(about: Mapping[str, Any]) -> int | None:
    """The best possible score of a co-operative game; None where the game has none, or is not there."""
    form = about["form"]
    try:
        game = find_game(form["game"])(form["players"], readings=form["readings"], settings=form["settings"])
    except BadInput:
        return None
    return game.goal()


def _shared(
    shared: Mapping[tuple[int, int], Mapping[int, Sequence[float]]], one: int, other: int
) -> tuple[float, int] | None:
    scores = [each for block in shared.get((min(one, other), max(one, other)), {}).values() for each in block]
    return (sum(scores) / len(scores), len(scores)) if scores else None


def _places(about: Mapping[str, Any], secret: bytes, outcomes: Mapping[int, Outcome]) -> list[int] | None:
    """The places that an elimination gives, as far as it was played."""
    schedule = Schedule(about, secret)
    for block in schedule.blocks(outcomes.get):
        if not isinstance(block, Block):
            break
    return schedule.format.places()


def _ranked(
    about: Mapping[str, Any],
    sums: Sequence[_Sums],
    ratings: Ratings,
    faults: Sequence[tuple[Mapping[str, int], str]],
    places: Sequence[int] | None,
) -> list[Line]:
    """Ordered by the places of an elimination, else by what the tournament measures: rating, or mean payoff."""
    lines = []
    for entrant, (given, each) in enumerate(zip(about["entrants"], sums, strict=True)):
        score, score_interval = _mean([*each.scores.values()], (0.0, 1.0))
        payoff, payoff_interval = _mean([*each.payoffs.values()], None)
        blocks = sum(map(len, each.scores.values()))
        lines.append(
            Line(0, entrant, given["name"], given["author"], blocks, score, score_interval, payoff, payoff_interval,
                 ratings.elo(entrant), ratings.interval(entrant), dict(faults[entrant][0]), faults[entrant][1],
                 None if places is None else places[entrant])
        )  # fmt: skip

    def worth(line: Line) -> float:
        if line.place is not None:
            return -line.place
        if about["measure"] != "ranks":
            return round(float("-inf") if line.payoff is None else line.payoff, 9)
        return round(line.elo, 6)

    lines.sort(key=lambda line: (-worth(line), line.entrant))
    ranks = [1 + sum(worth(other) > worth(line) for other in lines) for line in lines]
    return [replace(line, rank=rank) for line, rank in zip(lines, ranks, strict=True)]


def _mean(groups: list[list[float]], bounds: tuple[float, float] | None) -> tuple[float | None, Interval]:
    number = sum(map(len, groups))
    if not number:
        return None, None
    return sum(map(sum, groups)) / number, mean_interval(groups, bounds=bounds)
