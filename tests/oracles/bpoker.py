"""B-poker by hand: the circle of ranks, what a fee comes to, and which cards are protected.

Nothing here uses the rules of the package: a card is its name, and everything follows the sentences of the rulebook.
"""

from __future__ import annotations

from collections.abc import Sequence

UP = dict(zip("1 2 3 4 5 6 7 8 9 10 J Q K A".split(), "2 3 4 5 6 7 8 9 10 J Q K A 1".split(), strict=True))  # noqa: SIM905
"""What a black 5 makes of a rank."""
DOWN = {up: rank for rank, up in UP.items()}
"""What a red 5 makes of it."""


def is_black(name: str) -> bool:
    return name == "Jo" or name[-1] in "cs"


def acts_as(chain: Sequence[str], joker_suit: str = "s") -> list[str]:
    """As what each card of a chain acts: ``["5c", "5s", "4c"]`` for 5♣ + 4♠ + 2♣. A 1 of a colour is 1b or 1r."""
    steps: list[dict[str, str]] = []
    found = []
    for name in chain:
        rank, suit = ("1", joker_suit) if name == "Jo" else (name[:-1], name[-1])
        for step in steps:
            rank = step[rank]
        if rank == "1" and (name != "Jo" or not steps):
            suit = "b" if is_black(name) else "r"
        found.append(rank + suit)
        if rank == "5":
            steps.append(UP if is_black(name) else DOWN)
    return found


def fee(
    base: int, own: Sequence[str], triples: Sequence[Sequence[str]], clamp: str = "once", several: str = "multiply"
) -> int:
    """What a payer owes: his cards that act, and the triple-J tiles of all tables, each with its three cards."""
    more = sum(1 for name in own if name.startswith("J") and name != "Jo")
    less = sum(1 for name in own if name.startswith("8"))
    more += sum(1 for name in own if name == "Jc")
    amount = max(base - less, 0) + more if clamp == "after-discount" else max(base + more - less, 0)
    factors = [3 if len({name[-1] for name in tile}) == 1 else 2 for tile in triples]
    if several == "sum" and factors:
        return amount * sum(factors)
    if several == "highest" and factors:
        return amount * max(factors)
    for factor in factors:
        amount *= factor
    return amount


def is_protected(name: str, *, wild: bool, in_tile: bool) -> bool:
    """Wilds, tiles, and the 10♦."""
    return wild or in_tile or name == "10d"
