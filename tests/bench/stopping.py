"""Errors of the sequential stopping rule, by simulation: ``python -m tests.bench.stopping FILE``.

Round robins of two or four simulated bots of known strength, through the format that tournaments use. A block is two
matches on one deal, which is worth ``intervals.LUCK`` to one seat. A tournament is wrong if it ends with a leader who
is not the strongest, or with anybody shown to be ahead of a stronger one or an equal. The seed is fixed.
"""

import json
import random
import sys
from fractions import Fraction
from pathlib import Path

from referee.tournament.formats import Field, Outcome, format_of
from tests.bench.intervals import LUCK, chance, tail

TOURNAMENTS = 2000
FIELDS = {
    "two": (0.0, 0.0),
    "equal": (0.0, 0.0, 0.0, 0.0),
    "two first": (1.5, 1.5, 0.0, 0.0),
    "apart": (9.0, 6.0, 3.0, 0.0),
}
HALVES = (Fraction(0), Fraction(1, 2), Fraction(1))
CASES = (
    ("ranks", "leader", "two", 120),
    ("ranks", "leader", "equal", 60),
    ("ranks", "leader", "two first", 60),
    ("ranks", "leader", "apart", 60),
    ("payoffs", "order", "apart", 60),
)


def field(entrants, measure, when, rounds):
    names = tuple(f"e{each}" for each in range(entrants))
    told = {"kind": "round-robin", "groups": "all", "blocks": rounds}
    stop = {"rule": "anytime", "when": when, "error": 0.05, "bounds": ["-1", "1"]}
    return Field(entrants, 2, names, (None,) * entrants, False, measure, told, stop, b"")


def block(rng, table, strengths):
    deal, apart = LUCK * rng.gauss(0, 1), strengths[table[0]] - strengths[table[1]]
    won = sum(rng.random() < chance(apart + each) for each in (deal, -deal))
    return Outcome(table, (HALVES[won], HALVES[2 - won]), (HALVES[won] * 2 - 1, HALVES[2 - won] * 2 - 1), ())


def wrong(made, strengths):
    """Whether anything that is shown now is not so."""
    ahead, every = made.stopping.separation.is_ahead, range(len(strengths))
    return any(ahead(i, j) and strengths[i] <= strengths[j] for i in every for j in every if i != j)


def played(rng, measure, when, strengths, rounds):
    """Whether it was ever wrong, whether it stopped, and after how many rounds."""
    made, ever = format_of(field(len(strengths), measure, when, rounds)), False
    while tables := list(made.round()):
        made.learn([block(rng, table, strengths) for table in tables])
        ever = ever or wrong(made, strengths)
    return ever, bool(made.verdict), made.began


def case(measure, when, name, rounds, tournaments=TOURNAMENTS):
    rng, strengths = random.Random(f"{measure} {when} {name}"), FIELDS[name]
    runs = [played(rng, measure, when, strengths, rounds) for _ in range(tournaments)]
    misses = sum(ever for ever, _, _ in runs)
    return {
        "measure": measure, "when": when, "field": name, "strengths": list(strengths), "rounds": rounds,
        "wrong": misses, "p": round(tail(misses, tournaments), 4),
        "stopped": sum(stopped for _, stopped, _ in runs),
        "mean_rounds": round(sum(ended for _, _, ended in runs) / tournaments, 1),
    }  # fmt: skip


def main(path):
    found = {
        "command": "python -m tests.bench.stopping FILE",
        "tournaments": TOURNAMENTS,
        "level": 0.05,
        "cases": [case(*each) for each in CASES],
    }
    path.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
