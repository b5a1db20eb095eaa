"""Spaces of answers, enumerated one multiset after the other."""

from collections.abc import Iterator, Mapping
from itertools import product

Multiset = tuple[tuple[str, int], ...]
"""``(name, how many)`` for each name that occurs, in the order of the names."""


def multiset(names: list[str]) -> Multiset:
    return tuple((name, names.count(name)) for name in sorted(set(names)))


def parts(of: Mapping[str, int]) -> Iterator[Multiset]:
    """Every multiset that can be taken out of so many of each name, the empty one too."""
    names = sorted(of)
    for numbers in product(*(range(of[name] + 1) for name in names)):
        yield tuple((name, number) for name, number in zip(names, numbers, strict=True) if number)


def is_part(some: Multiset, of: Mapping[str, int]) -> bool:
    return all(number <= of.get(name, 0) for name, number in some)


def may_select(some: Multiset, of: Mapping[str, int], least: int, most: int) -> bool:
    return is_part(some, of) and least <= sum(number for _, number in some) <= most


def is_set(some: Multiset, of: Mapping[str, int], value: Mapping[str, int], above: int) -> bool:
    """One or more cards of one value, worth together more than ``above``."""
    if not some or not is_part(some, of) or any(name not in value for name, _ in some):
        return False
    first = value[some[0][0]]
    return all(value[name] == first for name, _ in some) and first * sum(n for _, n in some) > above
