"""All state of a table but cards and money: amounts, flags, the player to move.

It is declared in the body of a table's class, and read and set as plain attributes of the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast, overload

from referee.kernel.cards import Suit
from referee.kernel.places import Seen, audience_of
from referee.kernel.players import NO_PLAYER, Audience, Player, everybody
from referee.kernel.rule_types import Amount, AnyAmount, AnyTruth, Truth

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ScalarSpec:
    """A scalar as it is declared; ``start`` is its value on a new table."""

    start: Any
    seen_by: Seen
    per_player: bool

    def audience(self, game: Any) -> Audience:
        """The audience of the scalar in that game."""
        return audience_of(self.seen_by, game)


class AmountSlot:
    """Tells the type checker: this attribute reads as an ``Amount`` and is set to one or to a number."""

    @overload
    def __get__(self, table: None, owner: type) -> AmountSlot: ...
    @overload
    def __get__(self, table: object, owner: type) -> Amount: ...
    def __get__(self, table: object | None, owner: type) -> Any: ...
    def __set__(self, table: object, value: AnyAmount) -> None: ...


class TruthSlot:
    """Tells the type checker: this attribute reads as a ``Truth`` and is set to one or to a bool."""

    @overload
    def __get__(self, table: None, owner: type) -> TruthSlot: ...
    @overload
    def __get__(self, table: object, owner: type) -> Truth: ...
    def __get__(self, table: object | None, owner: type) -> Any: ...
    def __set__(self, table: object, value: AnyTruth) -> None: ...


if TYPE_CHECKING:

    class ValueOfEach(Generic[T]):
        """A scalar that every player has one of: ``t.markers[me]``."""

        def __init__(self, values: list[T]) -> None: ...
        def __getitem__(self, player: Player) -> T: ...
        def __setitem__(self, player: Player | slice, value: T) -> None: ...
        def __iter__(self) -> Iterator[T]: ...

else:
    ValueOfEach = list


def amount(start: int = 0, *, seen_by: Seen = everybody) -> AmountSlot:
    """Declare a number."""
    return cast(AmountSlot, ScalarSpec(start, seen_by, per_player=False))


def flag(start: bool = False, *, seen_by: Seen = everybody) -> TruthSlot:
    """Declare a yes or no."""
    return cast(TruthSlot, ScalarSpec(start, seen_by, per_player=False))


def value(start: T, *, seen_by: Seen = everybody) -> T:
    """Declare something concrete: a player, a suit, a member of an enum, a word, a tuple (typed or not) of such."""
    return cast(T, ScalarSpec(start, seen_by, per_player=False))


def amounts(start: int = 0, *, seen_by: Seen = everybody) -> ValueOfEach[AnyAmount]:
    """Declare a number of every player's."""
    return cast("ValueOfEach[AnyAmount]", ScalarSpec(start, seen_by, per_player=True))


def values(start: T, *, seen_by: Seen = everybody) -> ValueOfEach[T]:
    """Declare something concrete of every player's."""
    return cast("ValueOfEach[T]", ScalarSpec(start, seen_by, per_player=True))


def to_plain(thing: Any) -> Any:
    """A scalar as JSON data that ``from_plain`` reads back in another process; null is no player."""
    if isinstance(thing, Player):
        return thing.plain()
    if isinstance(thing, (bool, int, str)):
        return thing
    if isinstance(thing, Enum):
        return {"enum": type(thing).__name__, "value": thing.value}
    if isinstance(thing, Suit):
        return {"suit": thing.name, "letter": thing.letter, "symbol": thing.symbol}
    if isinstance(thing, Fraction):
        return {"fraction": str(thing)}
    if isinstance(thing, tuple):
        values = [to_plain(each) for each in thing]
        names = getattr(thing, "_fields", None)
        if not names:
            return values
        if "tuple" not in names:
            return {"tuple": type(thing).__name__} | dict(zip(names, values, strict=True))
    kinds = "amounts, truths, words, players, suits, enums and tuples without a part of the name tuple"
    raise TypeError(f"a table cannot keep {thing!r}: only {kinds}")


def from_plain(data: Any, types: Mapping[str, type[Any]]) -> Any:
    """The scalar that ``to_plain`` wrote; ``types`` are the enums and typed tuples of the game's modules, by name."""
    if isinstance(data, list):
        return tuple(from_plain(each, types) for each in data)
    if isinstance(data, dict):
        if "tuple" in data:  # its parts may have any other name
            parts = {name: from_plain(each, types) for name, each in data.items() if name != "tuple"}
            return types[data["tuple"]](**parts)
        if "seat" in data:
            return Player.at(data["seat"])
        if "enum" in data:
            return types[data["enum"]](data["value"])
        if "suit" in data:
            return Suit(data["letter"], data["symbol"], data["suit"])
        return Fraction(data["fraction"])
    return NO_PLAYER if data is None else data
