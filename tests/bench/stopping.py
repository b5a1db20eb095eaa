"""Errors of the sequential stopping rule, by simulation: ``python -m tests.bench.stopping FILE``.

Round robins of four simulated bots of known strength, through the format that tournaments use. A block is two matches
on one deal, which is worth ``intervals.LUCK`` to one seat. A tournament is wrong if it ends with a leader who is not
the strongest, or with anybody shown to be ahead of a stronger one or an equal. The seed is fixed.
"""

import json
import random
import sys
from fractions import Fraction
from pathlib import Path

from referee.tournament.formats import Field, Outcome, format_of
from tests.bench.intervals import LUCK, chance, tail

TOURNAMENTS = 2000
ROUNDS = 80
FIELDS = {
    "equal": (0.0, 0.0, 0.0, 0.0),
    "two first": (1.0, 1.0, 0.0, 0.0),
    "apart": (2.4, 1.6, 0.8, 0.0),
}
CASES = (
    ("ranks", "leader", "equal"),
    ("ranks", "leader", "two first"),
    ("ranks", "leader", "apart"),
    ("payoffs", "order", "apart"),
)


def field(measure, when):
    names = tuple(f"e{each}" for each in range(4))
    told = {"kind": "round-robin", "groups": "all", "blocks": ROUNDS}
    stop = {"rule": "anytime", "when": when, "error": 0.05, "bounds": ["-1", "1"]}
    return Field(4, 2, names, (None,) * 4, False, measure, told, stop, b"")


def block(rng, table, strengths):
    deal, apart = LUCK * rng.gauss(0, 1), strengths[table[0]] - strengths[table[1]]
    won = Fraction(sum(rng.random() < chance(apart + each) for each in (deal, -deal)), 2)
    return Outcome(table, (won, 1 - won), (2 * won - 1, 1 - 2 * won), ())


def wrong(format_, strengths):
    """Whether anything that is shown at the end is not so. What was shown once is not forgotten here."""
    ahead = format_.stopping.separation.is_ahead
    return any(ahead(i, j) and strengths[i] <= strengths[j] for i in range(4) for j in range(4) if i != j)


def played(rng, measure, when, strengths):
    """Whether it was ever wrong, whether it stopped, and after how many rounds."""
    made, ever = format_of(field(measure, when)), False
    while tables := list(made.round()):
        made.learn([block(rng, table, strengths) for table in tables])
        ever = ever or wrong(made, strengths)
    return ever, bool(made.verdict), made.began


def main(path, tournaments=TOURNAMENTS):
    found = {
        "command": "python -m tests.bench.stopping FILE",
        "tournaments": tournaments,
        "rounds": ROUNDS,
        "level": 0.05,
        "cases": [],
    }
    for measure, when, name in CASES:
        rng, strengths = random.Random(f"{measure} {when} {name}"), FIELDS[name]
        runs = [played(rng, measure, when, strengths) for _ in range(tournaments)]
        misses = sum(ever for ever, _, _ in runs)
        found["cases"].append(
            {
                "measure": measure, "when": when, "field": name, "strengths": list(strengths),
                "wrong": misses, "p": round(tail(misses, tournaments), 4),
                "stopped": sum(stopped for _, stopped, _ in runs),
                "mean_rounds": round(sum(rounds for _, _, rounds in runs) / tournaments, 1),
            }
        )  # fmt: skip
    path.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
