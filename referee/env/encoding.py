"""Views as vectors of numbers: what a seat sees, in an order that follows from the form of the game.

Seats are counted from the one who looks, to the left, so that a policy plays from every seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from referee.env.actions import texts_of
from referee.kernel.cards import Suit
from referee.kernel.game import Game
from referee.kernel.players import Player

if TYPE_CHECKING:
    import numpy as np

VERSION = 2
"""Of the order and the meaning of the numbers."""
NOBODY, NO_TEXT, OTHERWISE = "nobody", "no text", "otherwise"
NUMBERS = 8
"""So many numbers of a tuple are told."""


class Encoder:
    """The vector of a form of a game. ``names`` says what each of the ``size`` numbers is.

    - a zone: how many of each kind of card are seen there, then its size (-1: hidden); of a row also, for each kind,
      whether its first card is of it;
    - a scalar: a number as it is, a truth as 0 or 1, a member of an enum, a suit, a seat or a text as one of several
      numbers that is 1 (none where it is hidden); a typed tuple part by part; another tuple by its length, how often
      each seat is in it, and its first ``NUMBERS`` items where they are numbers (else 0);
    - a text is one of the ranks and suits of the deck, where it begins as one or as no text, else one of the short
      texts in lower case of the rules; ``no text`` is the empty one, ``otherwise`` any other;
    - the finished turns, whether play goes to the left, the money of each seat and the bank's;
    - the word of the question, where there is one: any short text in the rules may be it.

    ``left_out`` are scalars that begin as something else: no number stands for them.
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.asks = sorted({each for each in texts_of(type(game)) if each == each.strip().lower()})
        self.left_out: list[str] = []
        self.names: list[str] = []
        self.at: dict[str, int] = {}
        """The number of each name."""
        for name in self._all_names():
            self.at[name] = len(self.names)
            self.names.append(name)
        self.size = len(self.names)

    def encode(self, view: dict[str, Any], ask: str | None = None) -> np.ndarray[Any, Any]:
        """A view (``Env.observe``) as float32, and the word of a question."""
        import numpy as np

        found = np.zeros(self.size, np.float32)
        me = view["seat"]
        for name, zone in view["zones"].items():
            if name not in self.game.settled_zones:
                continue  # cards in flight
            for seat, each in enumerate(zone) if isinstance(zone, list) else [(None, zone)]:
                self._put_zone(found, self.owned(name, seat, me), each)
        for name, value in view["scalars"].items():
            if name not in self.left_out:
                spec = self.game.table_class.scalar_specs[name]
                for seat, each in enumerate(value) if spec.per_player else [(None, value)]:
                    self._put_scalar(found, self.owned(name, seat, me), each, me, spec.start)
        found[self.at["turn"]] = view["turn"]
        found[self.at["direction left"]] = view["direction"] == "left"
        for seat, balance in enumerate(view["money"]):
            owner = self.relative(seat, me) if seat < self.game.players else "bank"
            found[self.at[f"money {owner}"]] = _number(balance)
        if ask is not None:
            found[self.at.get(f"asked {ask}", self.at["asked otherwise"])] = 1
        return found

    def _put_zone(self, found: np.ndarray[Any, Any], name: str, zone: dict[str, Any]) -> None:
        if "cards" not in zone:
            found[self.at[f"{name} size"]] = -1 if zone["size"] is None else zone["size"]
            return
        cards = [each["card"] if isinstance(each, dict) else each for each in zone["cards"]]
        found[self.at[f"{name} size"]] = len(cards)
        for card in cards:
            if card is not None:
                found[self.at[f"{name} {card}"]] += 1
        first = f"{name} first {cards[0]}" if cards else ""
        if first in self.at:
            found[self.at[first]] = 1

    def _put_scalar(self, found: np.ndarray[Any, Any], name: str, value: Any, me: int, start: Any) -> None:
        if parts := typed_parts(start):
            for field, part in parts.items():
                if value is not None:
                    self._put_scalar(found, f"{name} {field}", value[field], me, part)
            return
        if isinstance(start, tuple):
            if value is not None:
                self._put_tuple(found, name, value, me)
            return
        if name in self.at:
            found[self.at[name]] = 0 if value is None else _number(value)
            return
        if value is None:
            word = NOBODY
        elif isinstance(value, str):
            word = (value or NO_TEXT) if f"{name} {value or NO_TEXT}" in self.at else OTHERWISE
        elif "seat" in value:
            word = self.relative(value["seat"], me)
        else:
            word = str(value.get("value", value.get("suit")))
        at = self.at.get(f"{name} {word}")
        if at is not None:
            found[at] = 1

    def _put_tuple(self, found: np.ndarray[Any, Any], name: str, items: list[Any], me: int) -> None:
        found[self.at[f"{name} size"]] = len(items)
        for number, each in enumerate(items):
            if isinstance(each, dict) and "seat" in each:
                found[self.at[f"{name} {self.relative(each['seat'], me)}"]] += 1
            elif number < NUMBERS and (isinstance(each, int) or (isinstance(each, dict) and "fraction" in each)):
                found[self.at[f"{name} #{number + 1}"]] = _number(each)

    def relative(self, seat: int, me: int) -> str:
        return f"seat +{(seat - me) % self.game.players}"

    def owned(self, name: str, seat: int | None, me: int) -> str:
        return name if seat is None else f"{name} {self.relative(seat, me)}"

    # -- the order ----------------------------------------------------------------------------------------

    def _all_names(self) -> Iterator[str]:
        game = self.game
        seats = [f"seat +{each}" for each in range(game.players)]
        cards = [card.name for card in game.deck.cards]
        for name, zone in game.settled_zones.items():
            for owned in [f"{name} {seat}" for seat in seats] if zone.per_player else [name]:
                yield f"{owned} size"
                yield from [f"{owned} {card}" for card in cards]
                if zone.row:
                    yield from [f"{owned} first {card}" for card in cards]
        for name, spec in game.table_class.scalar_specs.items():
            names = self.names_of(spec.start)
            if not names:
                self.left_out.append(name)
            for owned in [f"{name} {seat}" for seat in seats] if spec.per_player else [name]:
                yield from [f"{owned} {each}" if each else owned for each in names]
        yield "turn"
        yield "direction left"
        yield from [f"money {seat}" for seat in [*seats, "bank"]]
        yield from [f"asked {ask}" for ask in self.asks]
        yield "asked otherwise"

    def names_of(self, start: Any) -> list[str]:
        """What the numbers of a scalar are called behind its name, "" for the name alone; [] where it has none."""
        if parts := typed_parts(start):
            inner = [(field, self.names_of(part)) for field, part in parts.items()]
            return [f"{field} {each}" if each else field for field, names in inner for each in names]
        if isinstance(start, tuple):
            seats = [f"seat +{each}" for each in range(self.game.players)]
            return ["size", *seats, *[f"#{number + 1}" for number in range(NUMBERS)]]
        words = self.words(start)
        return [] if words is None else words or [""]

    def words(self, start: Any) -> list[str] | None:
        """The words of a scalar, of which one is 1; [] for a number, None for what has no numbers."""
        if isinstance(start, Player):
            return [*[f"seat +{each}" for each in range(self.game.players)], NOBODY]
        if isinstance(start, Suit):
            return [suit.name for suit in self.game.deck.suits]
        if isinstance(start, Enum):
            return [str(each.value) for each in type(start)]
        if isinstance(start, str):
            deck = self.game.deck
            of_deck = [*[card.rank for card in deck.cards], *[suit.name for suit in deck.suits]]
            known = of_deck if start in ("", *of_deck) else [start, *self.asks]
            return [*dict.fromkeys(each for each in known if each not in ("", NO_TEXT, OTHERWISE)), NO_TEXT, OTHERWISE]
        return [] if isinstance(start, (bool, int, Fraction)) else None


def typed_parts(start: Any) -> dict[str, Any]:
    """The parts of a typed tuple, by name; {} of anything else."""
    return dict(zip(start._fields, start, strict=True)) if hasattr(start, "_fields") else {}


def _number(value: Any) -> float:
    return float(Fraction(value["fraction"])) if isinstance(value, dict) else float(value)
