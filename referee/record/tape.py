"""Chance, drawn from a secret by the name of each event.

No play can shift a later die, because every event of chance depends only on the secret and its own name. The same
secret gives the same deal in every seating. A stock is one permutation, fixed when it is shuffled.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, TypeVar

from referee.kernel.requests import Chance, Choice, Draw, Lot, Pick, Roll, Shuffle
from referee.record.words import Words, drawn, match_of_secret, number_of_answer

if TYPE_CHECKING:
    from referee.kernel.places import Place
    from referee.kernel.table import Table

SECRET_BYTES = 32

T = TypeVar("T")


def new_secret() -> bytes:
    """256 bits that nobody knows."""
    return secrets.token_bytes(SECRET_BYTES)


def secret_of_seed(seed: str) -> bytes:
    """A seed, for people who want the same match twice. Chance is then no secret, and records say so."""
    return hashlib.sha256(b"referee seed\0" + seed.encode(errors="surrogateescape")).digest()


def commitment(secret: bytes) -> str:
    """The commitment that is published before: it binds to the secret and says nothing about it."""
    return hashlib.sha256(b"referee commitment\0" + secret).hexdigest()


class Tape:
    """Answers events of chance. ``name`` of an event: hand, turn, clause, and how manieth of these it is."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self.stocks: dict[int, list[int]] = {}
        """For each stock the order of its lowest 0, 1, 2, … cards, each as a packed pile."""
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
        """The outcome of an event of that name."""
        deck = event.table.deck
        if isinstance(event, Draw):
            return self._drawn(event.place, event.number, name)
        if isinstance(event, Shuffle):
            if event.place.is_row:
                return tuple(self.shuffled(name, range(len(event.place.row))))
            self._shuffle(event.place, name)
            return None
        if isinstance(event, Roll):
            return tuple(1 + self.below(f"{name}, die {die}", event.sides) for die in range(event.number))
        if isinstance(event, Lot):
            return self.below(name, event.among)
        assert isinstance(event, Pick), event
        return deck.pack(self.shuffled(name, deck.unpack(event.pile))[: event.number])

    def top(self, place: Place, number: int) -> int | None:
        """Draw the top cards of a stock that is in order, which is no new event of chance; None if it is not in order.

        A stock is in order from its shuffle on, as long as only draws change it.
        """
        stock, pile = self.stocks.get(place.number), place.pile
        if stock is None or stock[-1] != pile:
            return None
        if number == 1 and len(stock) > 1:
            stock.pop()
        elif 0 <= number < len(stock):
            del stock[len(stock) - number :]
        else:
            return None
        return pile - stock[-1]  # type: ignore[no-any-return]

    def _shuffle(self, place: Place, name: str) -> None:
        cards = self.shuffled(name, place.table.deck.singles(place.pile))
        self.stocks[place.number] = list(accumulate(cards, initial=0))

    def _drawn(self, place: Place, number: int, name: str) -> int:
        drawn = self.top(place, number)
        if drawn is None:
            # Nobody shuffled these cards since they changed: they are in no order that anybody knows.
            self._shuffle(place, name)
            drawn = self.top(place, number)
        assert drawn is not None
        return drawn

    def answered(self, choice: Choice) -> None:
        """A question was answered in a replay."""

    # -- saving -----------------------------------------------------------------------------------------

    def save(self) -> dict[str, Any]:
        """What the tape knows between two steps beside its secret, as JSON data: each card as its bit."""
        orders = {
            place: [(upper - lower).bit_length() - 1 for lower, upper in pairwise(stock)]
            for place, stock in self.stocks.items()
        }
        return {"orders": orders, "at": self._at, "ordinals": dict(self._ordinals)}

    def load(self, saved: Mapping[str, Any]) -> None:
        """Go on from what ``save`` gave, which may have been through JSON."""
        self.stocks = {
            int(place): list(accumulate([1 << bit for bit in order], initial=0))
            for place, order in saved["orders"].items()
        }
        self._at = tuple(saved["at"])
        self._ordinals = dict(saved["ordinals"])

    # -- numbers ----------------------------------------------------------------------------------------

    def _bytes(self, name: str, length: int) -> bytes:
        return hashlib.shake_256(self.secret + name.encode()).digest(length)

    def below(self, name: str, stop: int) -> int:
        """Uniform over 0 … stop - 1: 128 bits, so that the bias is below stop / 2**128."""
        return int.from_bytes(self._bytes(name, 16), "big") % stop

    def shuffled(self, name: str, things: Iterable[T]) -> list[T]:
        """The things in random order, by exchanging each with one that is not above it (Fisher and Yates).

        All from one number that has 128 bits more than there are orders, so that the bias is below 2**-128.
        """
        order = list(things)
        bits = 128 + len(order) * len(order).bit_length()
        number = int.from_bytes(self._bytes(name, bits // 8 + 1), "big")
        for place in range(len(order) - 1, 0, -1):
            number, other = divmod(number, place + 1)
            order[place], order[other] = order[other], order[place]
        return order


class BulkTape(Tape):
    """Chance of a match of bulk play: the next random words, whatever the event is called."""

    def __init__(self, secret: bytes) -> None:
        super().__init__(secret)
        match = match_of_secret(secret)
        assert match is not None
        self.below_words = Words(*match).below

    def outcome(self, event: Chance, name: str) -> Any:
        return drawn(event, self.below_words)

    def top(self, place: Place, number: int) -> int | None:
        return None

    def answered(self, choice: Choice) -> None:
        number_of_answer(choice.space, self.below_words)


def tape_of(secret: bytes) -> Tape:
    """The tape of a match by its secret."""
    return Tape(secret) if match_of_secret(secret) is None else BulkTape(secret)
