"""The kinds and the names of the cards of packed piles: views, records and descriptions of spaces ask for little
else."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

MOST_KEPT = 16384
DOZEN = 12


class Kept(dict[Any, Any]):
    """``make`` of each thing that was asked for. ``__getitem__`` is quicker than a function with an ``lru_cache``: it
    keeps no order. Where there is too much of it, all is forgotten."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self._make = make

    def __missing__(self, key: Any) -> Any:
        if len(self) >= MOST_KEPT:
            self.clear()
        found = self[key] = self._make(key)
        return found


Naming = Callable[[int], tuple[str, ...]]


def naming(names: tuple[str, ...], unpack: Callable[[int], list[int]], width: int) -> Naming:
    """The function that gives the names of a pile's cards, in the order of the deck: those of kinds that are unpacked,
    each of which has a field of ``width`` bits."""

    def named(pile: int) -> tuple[str, ...]:
        return tuple([names[kind] for kind in unpack(pile)])

    # By a dozen kinds at a time: of these there are few different piles, and of all kinds new ones in every match.
    part = (1 << width * DOZEN) - 1
    dozens = [(part << width * at, Kept(named).__getitem__) for at in range(0, len(names), DOZEN)]

    def together(pile: int) -> tuple[str, ...]:
        found: tuple[str, ...] = ()
        for mask, of_dozen in dozens:
            if pile & mask:
                found += of_dozen(pile & mask)
        return found

    return Kept(together).__getitem__


def kinds_of_byte(width: int) -> Callable[[int, int], list[int]]:
    """The function that gives the kinds that a byte of a packed pile stands for, by its place and its value, each as
    often as it does."""

    @lru_cache(None)
    def of_byte(at: int, value: int) -> list[int]:
        bits = [8 * at + bit for bit in range(8) if value >> bit & 1]
        return [bit // width for bit in bits for _ in range(1 << bit % width)]

    return of_byte
