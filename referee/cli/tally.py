"""Totals over many matches: results by seat, lengths, ends, and the number of steps in which each clause was carried
out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from referee.cli.game_options import form_fields
from referee.cli.match_report import counted, exact, fault_line, fields
from referee.cli.terminal import Terminal
from referee.kernel.errors import BadInput, RuleFault
from referee.kernel.game import Game, rules_of
from referee.kernel.ledger import Ledger
from referee.kernel.rulebook import load_rulebook
from referee.kernel.scalars import to_plain
from referee.play.bulk import CAPPED, ENDED, STOPPED, Played
from referee.play.referee import MatchResult
from referee.stats.means import Sample

if TYPE_CHECKING:
    import numpy as np


class SeatTally:
    """The results of one seat. ``wins`` are its own, ``shared`` those with others.

    ``share`` is its part of all matches. A match that its turn cap stopped is a draw and nobody's win.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.wins = self.shared = 0
        self.share, self.payoff = Sample(), Sample()


class Tally:
    """Sums over matches of one form of a game; it does not grow with their number.

    Of a co-operative game it sums up the ``score`` of all, and counts how often the goal was ``reached``.

    Create it before the first match: it counts the steps in which the game object carries out a clause.
    """

    def __init__(self, game: Game[Any], seats: Sequence[str]) -> None:
        self.game, self.ledger = game, Ledger(game)
        self.seats = [SeatTally(name) for name in seats]
        self.matches = 0
        self.turns, self.decisions = Sample(), Sample()
        self.score, self.reached, self.goal = Sample(), 0, game.goal() if game.cooperative else None
        self.ends: Counter[str] = Counter()
        self.faults: Counter[tuple[int, str]] = Counter()
        self.first_fault: dict[tuple[int, str], tuple[int, str]] = {}
        self.fault_of: Callable[[int], RuleFault | None] = lambda match: None
        """Why a match of bulk play, by its number, was stopped."""
        self.counted: int | None = None
        """The first matches, in which clauses were counted; None: in all."""
        self.stopped: tuple[int, str] | None = None
        """The first match that the rules stopped, and why."""

    def add(self, result: MatchResult) -> None:
        self.matches += 1
        self.turns.add(result.data["turns"])
        self.decisions.add(result.decisions)
        self.ends[result.reason] += 1
        for fault in result.data["faults"]:
            kind = (fault["seat"], fault["kind"])
            self.faults[kind] += 1
            self.first_fault.setdefault(kind, (self.matches, fault_line(fault, self.names)))
        if result.ranks is None or result.payoffs is None:
            self.stopped = self.stopped or (self.matches, result.data["stopped"])
            return
        # A seat at fault has less than the score of all.
        score = max(map(exact, result.payoffs))
        self.score.add(score)
        self.reached += self.goal is not None and score >= self.goal
        capped = result.reason == "turn-cap"  # a draw, and nobody's win
        winners = result.ranks.count(1)
        for seat, rank, payoff in zip(self.seats, result.ranks, result.payoffs, strict=True):
            won = rank == 1 and not capped
            seat.wins += won and winners == 1
            seat.shared += won and winners > 1
            seat.share.add(exact({"fraction": f"{int(won)}/{winners}"}))
            seat.payoff.add(exact(payoff))

    def add_played(self, played: Played) -> None:
        """Matches that were played in bulk."""
        before, results = self.matches, played.results
        self.matches += len(results)
        for sample, values in ((self.turns, results["turns"]), (self.decisions, results["decisions"])):
            for value, times in counts(values):
                sample.add(value, times)
        for reason, times in counts(results["reason"][results["end"] == ENDED]):
            self.ends[str(played.words[reason])] += times
        for end, name in ((CAPPED, "turn-cap"), (STOPPED, "stopped")):
            if times := int((results["end"] == end).sum()):
                self.ends[name] += times
        stopped = results["end"] == STOPPED
        if stopped.any() and not self.stopped:
            at = int(stopped.argmax())
            fault = self.fault_of(played.first + at)
            self.stopped = (before + at + 1, str(fault))
        ranks, payoffs = played.ranks[~stopped], played.payoffs[~stopped]
        if not len(ranks):
            return
        won = (ranks == 1) & (results["end"] == ENDED)[~stopped, None]
        winners = won.sum(axis=1)
        for number, seat in enumerate(self.seats):
            seat.wins += int((won[:, number] & (winners == 1)).sum())
            seat.shared += int((won[:, number] & (winners > 1)).sum())
            for share, times in counts(won[:, number] * winners):
                seat.share.add(Fraction(1, share) if share else 0, times)
            for (numerator, denominator), times in counts(payoffs[:, number]):
                seat.payoff.add(Fraction(numerator, denominator), times)
        for (numerator, denominator), times in counts(payoffs[:, 0]):
            score = numerator if denominator == 1 else Fraction(numerator, denominator)
            self.score.add(score, times)
            self.reached += times * (self.goal is not None and score >= self.goal)

    # -- as text ----------------------------------------------------------------------------------------

    def lines(self, terminal: Terminal, seconds: float, more: Sequence[tuple[str, str]] = ()) -> Iterator[str]:
        rate = ""
        if seconds > 0 and self.decisions.number:
            matches = self.matches / seconds
            rate = f", {matches:.{int(matches < 10)}f} matches/s, {self.decisions.total / seconds:.0f} decisions/s"
        yield terminal.bold(f"{self.game.title}: {counted(self.matches, 'match')} in {seconds:.1f} s{rate}")
        if not self.matches:
            return
        yield ""
        yield from self.score_lines(terminal) if self.game.cooperative else self.seat_lines(terminal)
        yield ""
        lengths = [(name, f"{each.mean:.1f}", each.least, each.most) for name, each in self.lengths.items()]
        yield from terminal.table(("length", "mean", "least", "most"), lengths, right=(1, 2, 3)).split("\n")
        yield ""
        yield from terminal.table(("ended", "matches"), self.ends.most_common(), right=(1,)).split("\n")
        yield ""
        if self.ledger_rows:
            yield from self.clause_lines(terminal)
            yield ""
        yield from fields([*self.fault_fields(), *form_fields(self.game), *more], terminal)

    def score_lines(self, terminal: Terminal) -> Iterator[str]:
        """Of a co-operative game, beside the best score that there can be."""
        row: list[object] = [
            signed(self.score.mean, 1, ""),
            reach(self.score, 1, ""),
            self.score.least,
            self.score.most,
        ]
        if self.goal is not None:
            row += [self.goal, f"{self.reached} of {self.score.number}"]
        headings = ("mean score", "95 % interval", "least", "best", "goal", "reached")[: len(row)]
        yield from terminal.table(headings, [row], right=range(len(row))).split("\n")
        yield ""
        yield from terminal.table(("seat", "player"), [*enumerate(self.names)], right=(0,)).split("\n")

    def seat_lines(self, terminal: Terminal) -> Iterator[str]:
        digits = 1 if any(abs(seat.payoff.mean or 0) >= 1 for seat in self.seats) else 2
        rows = [
            (
                number,
                seat.name,
                seat.wins,
                seat.shared,
                percent(seat.share),
                signed(seat.payoff.mean, digits),
                reach(seat.payoff, digits),
            )
            for number, seat in enumerate(self.seats)
        ]
        headings = ("seat", "player", "won", "shared", "share of wins", "payoff", "95 % interval")
        yield from terminal.table(headings, rows, right=(0, 2, 3, 4, 5, 6)).split("\n")

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def lengths(self) -> Mapping[str, Sample]:
        return {"turns": self.turns, "decisions": self.decisions}

    def clause_lines(self, terminal: Terminal) -> Iterator[str]:
        rows = []
        for id, title, steps in self.ledger_rows:
            told = "no code" if steps is None else "never" if steps == 0 else str(steps)
            matches = self.counted or self.matches
            rows.append((f"{id} {title}".strip(), told, f"{steps / matches:.1f}" if steps else ""))
        yield from terminal.table(("clause carried out in", "steps", "a match"), rows, right=(1, 2)).split("\n")
        if self.counted is not None and self.counted < self.matches:
            yield f"Clauses are counted in the first {counted(self.counted, 'match')}."

    @property
    def ledger_rows(self) -> list[tuple[str, str, int | None]]:
        """Id, title and steps of every clause of the rulebook or of the code; None where no code cites it."""
        counts = self.ledger.counts
        try:
            clauses = load_rulebook(rules_of(type(self.game)).folder / "rulebook.md").clauses
        except BadInput:
            return [(id, "", steps) for id, steps in counts.items()]
        rows = [(clause.id, clause.title, counts.get(clause.id)) for clause in clauses]
        return rows + [(id, "", steps) for id, steps in counts.items() if id not in {row[0] for row in rows}]

    def fault_fields(self) -> Iterator[tuple[str, str]]:
        for kind, number in self.faults.items():
            match, first = self.first_fault[kind]
            yield "fault", f"in {counted(number, 'match')}, first in match {match}: {first}"
        if not self.faults:
            yield "faults", "none"
        yield "seats", "stay as given in every match, so that what a seat is worth counts for its player"

    # -- as JSON ----------------------------------------------------------------------------------------

    def as_json(self, seconds: float) -> dict[str, Any]:
        return {
            "played": self.matches,
            "seconds": round(seconds, 3),
            "seats": [
                {
                    "seat": number,
                    "player": seat.name,
                    "won": seat.wins,
                    "shared": seat.shared,
                    "share": seat.share.mean,
                    "payoff": {"mean": seat.payoff.mean, "interval": seat.payoff.interval()},
                }
                for number, seat in enumerate(self.seats)
            ],
            "together": self.score_as_json() if self.game.cooperative else None,
            "lengths": {
                name: {"mean": each.mean, "least": each.least, "most": each.most} for name, each in self.lengths.items()
            },
            "ends": dict(self.ends),
            "faults": [
                {
                    "seat": seat,
                    "kind": kind,
                    "matches": number,
                    "first": dict(zip(("match", "fault"), self.first_fault[seat, kind], strict=True)),
                }
                for (seat, kind), number in self.faults.items()
            ],
            "stopped": dict(zip(("match", "why"), self.stopped, strict=True)) if self.stopped else None,
            "clauses_counted_in": self.matches if self.counted is None else self.counted,
            "clauses": [{"clause": id, "title": title, "carried_out": steps} for id, title, steps in self.ledger_rows],
        }

    def score_as_json(self) -> dict[str, Any]:
        return {
            "score": {
                "mean": self.score.mean,
                "interval": self.score.interval(),
                "least": None if self.score.least is None else to_plain(self.score.least),
                "best": None if self.score.most is None else to_plain(self.score.most),
            },
            "goal": self.goal,
            "reached": self.reached,
        }


FEW = 100_000
"""Values are counted one by one, which is faster than sorting them, where they lie as near to each other."""


def counts(values: np.ndarray[Any, Any]) -> Iterator[tuple[Any, int]]:
    """The distinct values, or rows, in their order, and how often each of them is there."""
    import numpy as np

    if not len(values):
        return
    if values.ndim == 2 and (values[:, 1:] == values[0, 1:]).all():  # payoffs over the same denominator
        yield from (([value, *values[0, 1:].tolist()], times) for value, times in counts(values[:, 0]))
    elif values.ndim == 1 and (span := int(values.max()) - (least := int(values.min()))) <= FEW:
        counted = np.bincount(values.astype(np.int64) - least, minlength=span + 1)
        for at in np.flatnonzero(counted).tolist():
            yield least + at, int(counted[at])
    else:
        found, times = np.unique(values, axis=0, return_counts=True)
        yield from zip(found.tolist(), times.tolist(), strict=True)


def signed(number: float | None, digits: int, sign: str = "+") -> str:
    return "–" if number is None else f"{number:{sign}z.{digits}f}"


def reach(sample: Sample, digits: int, sign: str = "+") -> str:
    interval = sample.interval()
    return "–" if interval is None else " to ".join(signed(each, digits, sign) for each in interval)


def percent(sample: Sample) -> str:
    return "–" if sample.mean is None else f"{100 * sample.mean:.1f} %"
