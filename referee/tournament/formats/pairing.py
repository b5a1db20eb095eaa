"""Tables of those who stand close together, by matchings of greatest weight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

Meeting = Callable[[int, int], int]
"""How often two entrants met."""
Allowed = Callable[[int, int], bool]

NEAR = 12
"""Entrants who stand further apart than this are paired only where nothing else is possible."""


def pairs(
    order: Sequence[int], met: Meeting, allowed: Allowed, byes: Callable[[int], int], *, fold: bool = False
) -> tuple[list[tuple[int, int]], list[int]]:
    """Pairs of entrants, best first, and who sits out.

    ``order`` has the best first. As many play as can. Among those ways, the one with the fewest repeated meetings
    (and repeated byes, if their number is odd) and then the least sum of squares of what the places of a pair are
    apart (``fold``: what the sum of their places is off that of first and last, so that the best meets the worst).
    A matching of greatest weight: Edmonds 1965, in Galil's form (ACM Computing Surveys 18 (1986) 23–38).
    """
    size = len(order)
    found, repeated = _matched(order, met, allowed, byes, size if fold else NEAR, fold=fold)
    if repeated or 2 * len(found) < size - 1:
        found, _ = _matched(order, met, allowed, byes, size, fold=fold)
    taken = {each for pair in found for each in pair}
    return (
        [(order[one], order[other]) for one, other in found],
        [each for place, each in enumerate(order) if place not in taken],
    )


def _matched(
    order: Sequence[int], met: Meeting, allowed: Allowed, byes: Callable[[int], int], reach: int, *, fold: bool
) -> tuple[list[tuple[int, int]], bool]:
    size, off = len(order), len(order) - 1
    repeat = (size + 1) ** 3
    """More than all that distances can add up to."""
    edges: list[tuple[int, int, int]] = []
    for one in range(size):
        for other in range(one + 1, min(size, one + 1 + reach)):
            if allowed(order[one], order[other]):
                apart = one + other - off if fold else other - one
                edges.append((one, other, apart * apart + repeat * met(order[one], order[other])))
        if size % 2:
            # An empty chair. Who stood lower sits out rather, in a knockout who stood higher.
            edges.append((one, size, (one if fold else off - one) + repeat * byes(order[one])))
    matched = _of_least_cost(edges, range(size + size % 2))
    costs = {(one, other): cost for one, other, cost in edges}
    repeated = any(costs[one, other] >= repeat for one, other in matched)
    return [(one, other) for one, other in matched if other < size], repeated


def _of_least_cost(edges: Iterable[tuple[int, int, int]], nodes: Iterable[int]) -> list[tuple[int, int]]:
    """The cheapest of the matchings with most pairs, in order."""
    import networkx

    edges = list(edges)
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(nodes)
    most = max((cost for _, _, cost in edges), default=0) + 1
    graph.add_weighted_edges_from((one, other, most - cost) for one, other, cost in edges)
    return sorted((min(pair), max(pair)) for pair in networkx.max_weight_matching(graph, maxcardinality=True))


def tables(order: Sequence[int], players: int, met: Meeting, allowed: Allowed) -> list[tuple[int, ...]]:
    """Tables of three or more; ``order`` has a multiple of ``players``, the best first.

    The places of a table are filled one after the other: the first of each k that stand next to one another
    begin a table each, and a matching of greatest weight brings the next k-th of all to the tables, with fewest
    repeated meetings first and least distance second. Then two entrants change places as long as that is better.
    To do without repeats wherever that is possible is a hard problem for three or more; this is not exact.
    """
    number = len(order) // players
    place = {each: turn for turn, each in enumerate(order)}
    never = (len(order) + 1) ** 4
    repeat = (len(order) + 1) ** 3

    def cost(one: int, other: int) -> int:
        if not allowed(one, other):
            return never
        return (place[one] - place[other]) ** 2 + repeat * met(one, other)

    found = [[order[turn * players]] for turn in range(number)]
    for layer in range(1, players):
        comers = [order[turn * players + layer] for turn in range(number)]
        edges = [
            (turn, number + each, sum(cost(each, other) for other in found[turn]))
            for turn in range(number) for each in comers
        ]  # fmt: skip
        for turn, each in _of_least_cost(edges, ()):
            found[turn].append(each - number)
    _exchange(found, cost)
    kept = [each for each in found if all(allowed(one, other) for one in each for other in each if one != other)]
    return [tuple(each) for each in kept]


def _exchange(found: list[list[int]], cost: Callable[[int, int], int]) -> None:
    """Let two entrants of different tables change places as long as the sum of costs falls."""

    def at(table: list[int], without: int, comer: int) -> int:
        return sum(cost(comer, other) for other in table if other != without)

    better = True
    while better:
        better = False
        for one in range(len(found)):
            for other in range(one + 1, len(found)):
                for i in range(len(found[one])):
                    for j in range(len(found[other])):
                        a, b = found[one][i], found[other][j]
                        before = at(found[one], a, a) + at(found[other], b, b)
                        if at(found[one], a, b) + at(found[other], b, a) < before:
                            found[one][i], found[other][j] = b, a
                            better = True
