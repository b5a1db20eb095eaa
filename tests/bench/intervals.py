"""Coverage of the intervals, errors of the sequential test, by simulation: ``python -m tests.bench.intervals FILE``.

Two bots of known strength play blocks of two matches on one deal: a deal is worth ``LUCK`` to one seat, on the scale
of strengths. The seed is fixed, so that the same code gives the same figures.
"""

import json
import math
import random
import sys
from fractions import Fraction
from pathlib import Path

from referee.stats.betting import ConfidenceSequence
from referee.stats.compare import Comparison, Verdict
from referee.stats.means import mean_interval
from referee.stats.ratings import ELO, Results
from referee.stats.seats import SeatAdvantage

TOURNAMENTS = 2000
PAYOFFS = 20_000
"""Tournaments for the intervals of payoffs, which have no bounds: the least of four figures is then within 0.004 of
what it is of."""
BLOCKS = 100
LUCK = 1.0
STRENGTHS = (0.0, 0.5, 1.5)


def chance(strength):
    return 1 / (1 + math.exp(-strength))


def block(rng, strength):
    deal = LUCK * rng.gauss(0, 1)
    return sum(rng.random() < chance(strength + each) for each in (deal, -deal)) / 2


def true_score(strength):
    """Of one match, by integration over deals."""
    steps = [each / 200 for each in range(-1600, 1601)]
    weights = [math.exp(-(x**2) / 2) for x in steps]
    return sum(w * chance(strength + LUCK * x) for x, w in zip(steps, weights, strict=True)) / sum(weights)


def tail(misses, number, error=0.05):
    """The chance of so many misses or more, if the interval is right."""
    return sum(
        math.exp(
            math.lgamma(number + 1) - math.lgamma(k + 1) - math.lgamma(number - k + 1)
            + k * math.log(error) + (number - k) * math.log(1 - error)
        )
        for k in range(misses, number + 1)
    )  # fmt: skip


def covered(strength):
    rng, true = random.Random(f"cover {strength}"), true_score(strength)
    fixed = anytime = 0
    for _ in range(TOURNAMENTS):
        scores = [block(rng, strength) for _ in range(BLOCKS)]
        low, high = mean_interval([scores], bounds=(0, 1))
        fixed += not low <= true <= high
        sequence = ConfidenceSequence()
        for score in scores:
            sequence.add(score)
        # It never widens: who is outside at any look is outside at the last.
        low, high = sequence.interval
        anytime += not low <= true <= high
    return {
        "strength": strength,
        "score": round(true, 6),
        "fixed_misses": fixed,
        "fixed_p": round(tail(fixed, TOURNAMENTS), 4),
        "anytime_misses": anytime,
        "anytime_p": round(tail(anytime, TOURNAMENTS), 4),
    }


FEW_TO_MANY = (2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100)
APART = (0.0, 0.5, 1.5, 3.0)


def paid(rng, strength):
    """As likely much as little, and it goes with the strength."""
    return strength + rng.gauss(0, 2) + rng.uniform(-3, 3)


def played(rng, strength, number):
    """Blocks, of each what the two matches on its deal gave: whether the one won, and what was paid to him."""
    found = []
    for _ in range(number):
        deal = LUCK * rng.gauss(0, 1)
        won = [rng.random() < chance(strength + each) for each in (deal, -deal)]
        # What a deal is worth cancels.
        found.append((won, paid(rng, strength)))
    return found


def covers_payoffs(number, name, draw, truth, tournaments):
    """The share of tournaments of so many blocks whose interval of the mean payoff has the truth in it."""
    rng = random.Random(f"{name} {number} {truth}")
    hits = 0
    for _ in range(tournaments):
        low, high = mean_interval([[draw(rng, truth) for _ in range(number)]])
        hits += low <= truth <= high
    return round(hits / tournaments, 4)


def payoffs(number, tournaments):
    """Of payoffs as of two bots (``played``), where it is least of all strengths; and of very skewed ones: most blocks
    lose a little, and few win much."""
    least = min(covers_payoffs(number, "payoff", paid, apart, tournaments) for apart in APART)
    skewed = covers_payoffs(number, "skewed", lambda rng, mean: mean + rng.expovariate(1.0) - 1, 0.0, tournaments)
    return {"payoff": least, "skewed_payoff": skewed}


def quantities(blocks, field):
    """What is said of the first of ``field`` entrants: by name its interval."""
    scores = [sum(won) / 2 for won, _ in blocks]
    seats, results = SeatAdvantage(2), Results(field)
    for number, (won, _) in enumerate(blocks):
        ranks = [[1, 2] if each else [2, 1] for each in won]
        seats.add_block([ranks[0], ranks[1][::-1]])
        other = 1 + number % (field - 1)
        results.add_block([((0, other), ranks[0]), ((0, other), ranks[1])])
    return {
        "score": mean_interval([scores], bounds=(0, 1)),
        "seat": seats.samples[0].interval(bounds=(0.0, 1.0)),
        "elo": results.fit().interval(0),
    }


def by_blocks(number, tournaments=TOURNAMENTS, of_payoffs=PAYOFFS):
    """Of each quantity the share of tournaments of so many blocks whose interval has the truth in it, where it is
    least of all strengths."""
    found = {}
    for strength in APART:
        rng, score = random.Random(f"few {number} {strength}"), true_score(strength)
        truth = {"score": score, "seat": 0.5, "elo": ELO * math.log(score / (1 - score)) / 2}
        hits = dict.fromkeys(truth, 0)
        for _ in range(tournaments):
            for name, (low, high) in quantities(played(rng, strength, number), 2).items():
                hits[name] += low <= truth[name] <= high
        for name, hit in hits.items():
            found[name] = min(found.get(name, 1.0), round(hit / tournaments, 4))
    return {"blocks": number, **found, **payoffs(number, of_payoffs)}


def errors():
    rng, wrong = random.Random("errors"), 0
    for _ in range(TOURNAMENTS):
        comparison = Comparison()
        comparison.sequence.add = lambda value: None  # not looked at here
        for _ in range(300):
            if comparison.add(Fraction(block(rng, 0.0))) is not Verdict.UNDECIDED:
                break
        wrong += comparison.verdict is Verdict.STRONGER
    return {"called_stronger": wrong, "p": round(tail(wrong, TOURNAMENTS), 4)}


def main(path):
    found = {
        "command": "python -m tests.bench.intervals FILE",
        "tournaments": TOURNAMENTS,
        "payoff_tournaments": PAYOFFS,
        "blocks": BLOCKS,
        "level": 0.05,
        "coverage": [covered(strength) for strength in STRENGTHS],
        "by_blocks": [by_blocks(number) for number in FEW_TO_MANY],
        "compare_of_equals": errors(),
    }
    path.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
