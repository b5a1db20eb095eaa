"""What a hand is worth (TH-11), in amounts and truths alone: a proof does not fork."""

from __future__ import annotations

from collections.abc import Sequence

from referee.kernel import AnyAmount, AnyTruth, Kinds, Pile, Table

MADE = 10**10
"""So much better is a hand of the next higher kind: five ranks have two digits each."""


def best_five(t: Table, cards: Pile, of_rank: Sequence[Kinds], of_suit: Sequence[Kinds]) -> AnyAmount:
    """The best five as a number: which hand it is, then the ranks that decide, two digits each."""
    count = [t.count(cards, kinds) for kinds in of_rank]
    one, two, three, four = [[each == number for each in count] for number in (1, 2, 3, 4)]
    straight_flush: AnyAmount = 0
    flush: AnyAmount = 0
    for suit in of_suit:
        suited = [t.count(cards, suit & rank) > 0 for rank in of_rank]
        flush = t.if_else(t.count(cards, suit) >= 5, highest(t, suited, 5)[0], flush)
        straight_flush = t.greater(straight_flush, straight(t, suited))
    pair, other_pairs = highest(t, two, 1)
    second, third_pair = highest(t, other_pairs, 1)
    triple, other_triple = highest(t, three, 1)
    quad, _ = highest(t, four, 1)
    full, _ = highest(t, either(two, other_triple), 1)
    in_order = straight(t, [each > 0 for each in count])
    made = (
        (pair, 100**3 * pair + highest(t, one, 3)[0]),
        (second, 100**2 * pair + 100 * second + highest(t, either(one, third_pair), 1)[0]),
        (triple, 100**2 * triple + highest(t, one, 2)[0]),
        (in_order, in_order),
        (flush, flush),
        (t.if_else(triple > 0, full, 0), 100 * triple + full),
        (quad, 100 * quad + highest(t, either(one, either(two, three)), 1)[0]),
        (straight_flush, straight_flush),
    )
    found, _ = highest(t, one, 5)
    for number, (there, ranks) in enumerate(made, 1):
        found = t.if_else(there > 0, number * MADE + ranks, found)
    return found


def either(some: list[AnyTruth], others: list[AnyTruth]) -> list[AnyTruth]:
    return [one | other for one, other in zip(some, others, strict=True)]


def highest(t: Table, there: list[AnyTruth], number: int) -> tuple[AnyAmount, list[AnyTruth]]:
    """So many of the ranks that are there, from the highest on, two digits each; and which are left."""
    found: AnyAmount = 0
    wanted: AnyAmount = number
    left = list(there)
    for at in range(len(there) - 1, -1, -1):
        taken = there[at] & (wanted > 0)
        found = t.if_else(taken, 100 * found + at + 2, found)
        wanted = wanted - t.if_else(taken, 1, 0)
        left[at] = there[at] & t.negate(taken)
    return found, left


def straight(t: Table, there: list[AnyTruth]) -> AnyAmount:
    """The highest rank of five in sequence, 0 where there are none; an ace is also low."""
    found: AnyAmount = 0
    low = [there[-1], *there]
    for at in range(4, len(low)):
        five = low[at] & low[at - 1] & low[at - 2] & low[at - 3] & low[at - 4]
        found = t.if_else(five, at + 1, found)
    return found
