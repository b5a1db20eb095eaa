"""Is it fair? The part of the wins of each seat, of who begins, and what the first cards are worth."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from referee.study.bulk import RandomPlay
from referee.study.estimates import Estimate, holm, likely, mean, slope
from referee.study.matches import Facts

SEEN = 30
"""Seats that must have had a card, for it to be estimated."""


class Fairness(msgspec.Struct):
    """Parts of the win between players of one ``level``. ``seats`` are absolute, ``from_first`` begins with whoever
    was asked first. ``p``: how likely parts as uneven are where all seats are worth the same, the smallest of the
    seats, corrected for their number. ``undecided``: the part of the matches that nobody won."""

    level: str
    number: int
    seats: list[Estimate]
    p: float
    from_first: list[Estimate] = []
    p_from_first: float = 1.0
    payoffs: list[Estimate] = []
    undecided: float = 0.0


class Worth(msgspec.Struct):
    """What one more of a card was worth, in parts of a win. ``p`` is corrected for the number of cards."""

    card: str
    value: Estimate
    p: float


class Cards(msgspec.Struct):
    """Cards by their worth, the best first, each list for itself; how often they were there is in the estimates."""

    level: str
    opening: list[Worth] = []
    drew: list[Worth] = []
    played: list[Worth] = []


def add_random(found: Fairness, play: RandomPlay) -> None:
    """Take what a seat is worth between random players from many more matches."""
    found.number, found.seats, found.p = play.number, play.shares, _uneven(play.shares)
    found.undecided = max(0.0, round(1 - sum(each.value or 0.0 for each in play.shares), 6))


def of_matches(level: str, facts: Sequence[Facts]) -> Fairness:
    """Fairness between players of a level who sat as they are."""
    shares = np.array([each.share for each in facts])
    players = shares.shape[1]
    turned = np.array([each.share[each.first :] + each.share[: each.first] for each in facts if each.first >= 0])
    seats = [mean(shares[:, seat], (0.0, 1.0)) for seat in range(players)]
    from_first = [mean(turned[:, seat], (0.0, 1.0)) for seat in range(players)] if len(turned) else []
    payoffs = np.array([each.payoffs for each in facts])
    return Fairness(
        level,
        len(facts),
        seats,
        _uneven(seats),
        from_first,
        _uneven(from_first) if from_first else 1.0,
        [mean(payoffs[:, seat]) for seat in range(players)],
        round(1 - float(shares.sum(axis=1).mean()), 6),
    )


def _uneven(shares: Sequence[Estimate]) -> float:
    """The smallest corrected p of a seat against the mean of all."""
    known = [each for each in shares if each.value is not None and each.reach is not None]
    if len(known) < 2:
        return 1.0
    middle = sum(each.value or 0.0 for each in known) / len(known)
    ps = []
    for each in known:
        assert each.reach is not None
        assert each.value is not None
        error = (each.reach[1] - each.reach[0]) / 3.92
        ps.append(likely((each.value - middle) / error) if error else 1.0)
    return min(holm(ps))


def cards_of(level: str, facts: Sequence[Facts]) -> Cards:
    """The worth of cards at the beginning, when they came, and when they went, of players of one level."""
    return Cards(level, *[_worths(facts, which) for which in ("opening", "drew", "played")])


def _worths(facts: Sequence[Facts], which: str) -> list[Worth]:
    held = [getattr(each, which) for each in facts]
    names = sorted({name for match in held for seat in match for name in seat})
    scores = np.array([each.share for each in facts])
    if not names or len(facts) < SEEN or not scores.std():
        return []
    counts = np.array([[[seat.get(name, 0) for name in names] for seat in match] for match in held], float)
    everything = counts.sum(axis=2)
    beside = everything if everything.std() else None
    found = []
    for at, name in enumerate(names):
        own = counts[:, :, at]
        seen = int((own > 0).sum())
        if seen < SEEN or seen == own.size:
            continue
        worth, error, p = slope(own, scores, beside)
        if not error and not worth:
            continue  # all had as much of it
        found.append((name, Estimate(worth, worth - 1.96 * error, worth + 1.96 * error, seen), p))
    corrected = holm([p for _, _, p in found])
    worths = [Worth(name, value, p) for (name, value, _), p in zip(found, corrected, strict=True)]
    return sorted(worths, key=lambda each: -(each.value.value or 0.0))
