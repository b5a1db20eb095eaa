"""What is proved of games whose cards lie in rows, without following a turn.

The table's operations (``move``, ``lay``, ``swap``, …) leave every card in one place or another, and nothing else
changes places: rule text that does is looked for (``understood/places.py``). So the cards of all places together are
the pack, at every moment of every match, and what a property says of them is known. A property that looks at no table
at all, only at what the game makes of cards, holds everywhere if it holds once.

It assumes that the kernel's operations keep every card, which is tested with cards (``tests/test_cards_stay.py``).
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.kernel.cards import Kinds
from referee.kernel.game import Game
from referee.kernel.places import Place
from referee.kernel.table import Table
from referee.verify.play.drivers import Script
from referee.verify.play.trial import Trial
from referee.verify.properties import Kind, Property
from referee.verify.understood.places import changes_elsewhere

FIXED = ("algebra", "deck", "game", "if_else", "no_cards", "players")
"""Parts of a table that lie in no place and never change."""
OF_A_PLACE = ("is_row", "name", "owner")
"""The same of a place."""


class NotKnown(Exception):
    """The property looks at something that is not the same at every moment; the message says what."""


class Together:
    """The cards of some places, whatever they are, and some that are known."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, seen: Seen, places: Counter[int], known: int = 0) -> None:
        self.seen, self.places, self.known = seen, places, known

    def __add__(self, other: Any) -> Together:
        if isinstance(other, Together):
            return Together(self.seen, self.places + other.places, self.known + other.known)
        return Together(self.seen, self.places, self.known + other)

    __radd__ = __add__

    @property
    def pack(self) -> Any:
        """The cards, if they are those of all places, each once. NotKnown: they are not."""
        return self.seen.pack_of(self.places) + self.known

    def __bool__(self) -> bool:
        raise NotKnown("it asks whether there are cards in a place")

    def __eq__(self, other: object) -> bool:
        return bool(self.pack == (other.pack if isinstance(other, Together) else other))


class Seen:
    """A new table, of which only that can be seen which is the same at every moment."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._places = {id(place): SeenPlace(self, place) for place in table.places}
        self.looked = False
        """Whether it was asked for cards."""

    def __getattr__(self, name: str) -> Any:
        table = self._table
        if name in FIXED:
            return getattr(table, name)
        if name in (*table.zone_specs, "places", "flight"):
            there = getattr(table, name)
            return self._place(there) if isinstance(there, Place) else tuple(map(self._place, there))
        raise NotKnown(f"it looks at {name}")

    def _place(self, place: Place) -> SeenPlace:
        return self._places[id(place)]

    def pack_of(self, places: Counter[int]) -> Any:
        """The cards of all places together. NotKnown: these are not all of them, or some of them twice."""
        there = self._table.places
        if places != Counter(range(len(there))):
            raise NotKnown("it looks at the cards of some places, and not at all of them together")
        self.looked = True
        return sum([place.pile for place in there], start=self._table.no_cards)

    def is_exactly(self, pile: Any, kinds: Kinds, cards: Any) -> bool:
        one, other = [each.pack if isinstance(each, Together) else each for each in (pile, cards)]
        return bool(self._table.is_exactly(one, kinds, other))


class SeenPlace:
    """A place of it."""

    def __init__(self, seen: Seen, place: Place) -> None:
        self._seen, self._of = seen, place

    def __getattr__(self, name: str) -> Any:
        if name in OF_A_PLACE:
            return getattr(self._of, name)
        if name == "pile":
            return Together(self._seen, Counter([self._of.number]))
        raise NotKnown(f"it looks at {name}")


def cards_in_rows(game: Game[Any]) -> str:
    """Why a proof need not be tried, "" where it may be: a deal shows that cards lie in rows between steps."""
    trial = Trial(game, ())
    trial.advance(Script())
    used = [place for place in trial.table.places if place.is_row and place.row]
    return f"cards lie in the row {used[0]!r} between steps: rows are not symbolic, use a bag" if used else ""


def proved_without_turns(game: Game[Any], claimed: Property) -> tuple[bool, str]:
    """Whether a property is proved in this way, and how; or why not."""
    if claimed.kind not in (Kind.ALWAYS, Kind.NEVER):
        return False, "only what holds of a table is proved without following turns"
    seen: Any = Seen(game.table())
    try:
        said = claimed.claim(seen, None) if claimed.asked else claimed.claim(seen)
    except (NotKnown, TypeError, AttributeError) as why:
        return False, str(why)
    if bool(said) is (claimed.kind is Kind.NEVER):
        return False, "it does not hold of the game"
    if not seen.looked:
        if claimed.asked:
            return False, "it says nothing of this form of the game"
        return True, "it looks at no table, only at what the game makes of cards"
    if elsewhere := changes_elsewhere(type(game)):
        return False, f"{elsewhere}: cards are moved otherwise than by the table"
    return True, "it looks at the cards of all places together alone, which every operation on cards keeps"
