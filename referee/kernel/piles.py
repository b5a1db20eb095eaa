"""One of a few piles: sets of cards that a rulebook lists, as a space."""

from __future__ import annotations

from typing import Any

from referee.kernel.cards import ALONE, Deck
from referee.kernel.rule_types import Pile
from referee.kernel.selections import read_cards
from referee.kernel.spaces import Space


class OneOfPiles(Space[Pile]):
    """One of these packed ``piles`` of a ``deck``, each listed once: all the pairs in a hand, say."""

    __slots__ = ("deck", "piles")

    def __init__(self, deck: Deck, piles: tuple[Any, ...]) -> None:
        self.deck = deck
        self.piles = piles

    def listed(self, arm: Any = ALONE) -> tuple[Any, ...]:
        return self.piles if arm is ALONE else tuple([(arm, pile) for pile in self.piles])

    def exists(self) -> bool:
        return bool(self.piles)

    def count(self) -> int:
        return len(self.piles)

    def nth(self, number: int) -> Pile:
        return self.piles[number]  # type: ignore[no-any-return]

    def admits(self, answer: Any) -> bool:
        return type(answer) is int and answer in self.piles

    def describe(self) -> dict[str, Any]:
        return {"space": "one of piles", "piles": [self.deck.names(pile) for pile in self.piles]}

    def plain(self, answer: Pile) -> Any:
        return self.deck.names(answer)  # type: ignore[arg-type]

    def read(self, data: Any) -> Pile:
        return read_cards(self, self.deck, data)
