"""Chance, drawn from a secret by the name of each event.

No play can shift a later die, because every event of chance depends on the secret and its own name alone;
the same secret gives the same deal in every seating. A stock is one permutation, fixed when it is shuffled.
"""

from __future__ import annotations

import hashlib
import secrets
import struct
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from referee.kernel.requests import Chance, Draw, Lot, Pick, Roll, Shuffle

if TYPE_CHECKING:
    from referee.kernel.places import Place
    from referee.kernel.table import Table

SECRET_BYTES = 32


def new_secret() -> bytes:
    """256 bits that nobody knows."""
    return secrets.token_bytes(SECRET_BYTES)


def secret_of_seed(seed: str) -> bytes:
    """For people who want the same thing twice: chance is then no secret, and records say so."""
    return hashlib.sha256(b"referee seed\0" + seed.encode()).digest()


def commitment(secret: bytes) -> str:
    """What is published before: binds to the secret and says nothing about it."""
    return hashlib.sha256(b"referee commitment\0" + secret).hexdigest()


class Tape:
    """Answers events of chance. ``name`` of an event: hand, turn, clause, and how manieth of these it is."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self.orders: dict[int, list[int]] = {}
        """By position of the place: the cards of each stock from the bottom up, one packed card each."""
        self._ordered: dict[int, int] = {}
        """By position of the place: the same cards as a pile. Rules may change a stock without a draw."""
        self._at: tuple[int, int] = (0, 0)
        self._ordinals: dict[str, int] = {}

    def name(self, table: Table, clause: str) -> str:
        """The name of the next event of chance in that clause."""
        at = (table.game.hand_number(table), table.turns)
        if at != self._at:
            self._at = at
            self._ordinals.clear()
        ordinal = self._ordinals.get(clause, 0)
        self._ordinals[clause] = ordinal + 1
        return f"hand {at[0]}, turn {at[1]}, {clause}, {ordinal}"

    def outcome(self, event: Chance, name: str) -> Any:
        """The outcome of an event of that name. A stock that is in order needs no name to draw from."""
        deck = event.table.deck
        if isinstance(event, Draw):
            return self._top(event.place, event.number, name)
        if isinstance(event, Shuffle):
            if event.place.is_row:
                return tuple(self.permutation(name, len(event.place.row)))
            self._shuffle(event.place, name)
            return None
        if isinstance(event, Roll):
            return tuple(1 + self.below(f"{name}, die {die}", event.sides) for die in range(event.number))
        if isinstance(event, Lot):
            return self.below(name, event.among)
        assert isinstance(event, Pick), event
        cards = deck.unpack(event.pile)
        return deck.pack([cards[place] for place in self.permutation(name, len(cards))[: event.number]])

    def in_order(self, place: Place) -> bool:
        """Whether the order of a stock is fixed, so that a draw from it is no new event of chance."""
        return bool(self._ordered.get(place.number, 0) == place.pile)

    def _shuffle(self, place: Place, name: str) -> None:
        deck = place.table.deck
        cards = [deck.one[kind] for kind in deck.unpack(place.pile)]
        self.orders[place.number] = [cards[old] for old in self.permutation(name, len(cards))]
        self._ordered[place.number] = place.pile

    def _top(self, place: Place, number: int, name: str) -> int:
        if not self.in_order(place):
            # Nobody shuffled these cards since they changed: they are in no order that anybody knows.
            self._shuffle(place, name)
        if not number:
            return 0
        order = self.orders[place.number]
        top = sum(order[-number:])
        del order[-number:]
        self._ordered[place.number] -= top
        return top

    # -- saving -----------------------------------------------------------------------------------------

    def save(self) -> dict[str, Any]:
        """What the tape knows between two steps beside its secret, as JSON data: each card as its bit."""
        return {
            "orders": {place: [card.bit_length() - 1 for card in order] for place, order in self.orders.items()},
            "at": self._at,
            "ordinals": dict(self._ordinals),
        }

    def load(self, saved: Mapping[str, Any]) -> None:
        """Go on from what ``save`` gave, which may have been through JSON."""
        self.orders = {int(place): [1 << bit for bit in order] for place, order in saved["orders"].items()}
        self._ordered = {place: sum(order) for place, order in self.orders.items()}
        self._at = tuple(saved["at"])
        self._ordinals = dict(saved["ordinals"])

    # -- numbers ----------------------------------------------------------------------------------------

    def _bytes(self, name: str, length: int) -> bytes:
        return hashlib.shake_256(self.secret + name.encode()).digest(length)

    def below(self, name: str, stop: int) -> int:
        """Uniform over 0 … stop - 1: 128 bits, so that the bias is below stop / 2**128."""
        return int.from_bytes(self._bytes(name, 16), "big") % stop

    def permutation(self, name: str, length: int) -> list[int]:
        """Positions in random order, by sorting independent 64-bit keys (two are equal once in 10**16 shuffles)."""
        key = struct.unpack(f"<{length}Q", self._bytes(name, 8 * length))
        return sorted(range(length), key=key.__getitem__)
