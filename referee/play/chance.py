"""Outcomes of chance without a tape, each as likely as it should be."""

from __future__ import annotations

import random
from typing import Any

from referee.kernel.cards import Deck
from referee.kernel.requests import Chance, Draw, Lot, Pick, Roll, Shuffle


def fair(event: Chance, rng: random.Random) -> Any:
    """An outcome, as likely as it should be."""
    if isinstance(event, Draw):
        return some(event.table.deck, event.place.pile, event.number, rng)
    if isinstance(event, Shuffle):
        if not event.place.is_row:
            return None
        order = list(range(len(event.place.row)))
        rng.shuffle(order)
        return tuple(order)
    if isinstance(event, Roll):
        return tuple([1 + int(rng.random() * event.sides) for _ in range(event.number)])
    if isinstance(event, Lot):
        return int(rng.random() * event.among)
    assert isinstance(event, Pick), event
    return some(event.table.deck, event.pile, event.number, rng)


def some(deck: Deck, pile: int, number: int, rng: random.Random) -> int:
    """So many cards of a packed pile, taken blindly."""
    one = deck.one
    return sum([one[kind] for kind in rng.sample(deck.unpack(pile), number)])
