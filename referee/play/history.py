"""What each seat of a match has been told, kept so that it can imagine the rest (``referee.play.imagine``).

The referee writes down what happens as it comes and looks at it only where a seat wants to imagine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.kernel.game import Game
from referee.kernel.players import Player, everybody
from referee.kernel.requests import Choice
from referee.kernel.rows import OneOfRow, SomeOfRow
from referee.kernel.spaces import Arms
from referee.kernel.table import Table
from referee.kernel.views import Entry, seen, view_of
from referee.play.known_places import TAKEN_BACK, KnownPlaces
from referee.play.orders import HiddenRows, Known, Orders, Shift

LONG = 4096
"""Entries after which what is older than the running step is worked off, where a seat has imagined before."""
UNREAD = 16 * LONG
"""The same where none has: bots that never imagine shall not pay for it, and the entries take some 20 MB at most."""


class Seen:
    """The knowledge of one seat from the steps that are over; ``read`` entries of the history are in it."""

    __slots__ = ("claims", "orders", "past", "read", "stale")

    def __init__(self, claims: KnownPlaces) -> None:
        self.claims = claims
        self.orders = Orders({})
        self.past: list[tuple[int, dict[str, Any]]] = []
        """What was known when each step began, with its entry number, where tables keep secrets."""
        self.read = 0
        self.stale = False
        """Something was taken back: sizes are learnt anew when the step is over."""


class History:
    """All that was told in a match, with how the table was when its running step began."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.entries: list[Any] = []
        """Events; ("answered", choice, answer, answer as data if that cannot wait); ("boundary", snapshot, dealing);
        ("shift", shift) before a move into or out of a row that somebody does not see."""
        self.was_told = False
        """Whether the rules have told or shown anybody what is hidden."""
        self.began = 0
        """The entry with which the running step began."""
        self._secrets = keeps_secrets(table)
        self._with_rows = table.has_rows
        self._lying = HiddenRows(table.places, table.players)
        self._seats: dict[Player, Seen] = {}
        self._scratch: Table = table.game.table()
        self.boundary()

    # -- what the referee tells -------------------------------------------------------------------------

    def observe(self, entry: Entry) -> None:
        self.was_told |= entry[0] in ("tell", "reveal")
        entry = with_cards(entry)
        shift = self._lying.observe(entry)
        if shift is not None:
            self.entries.append(("shift", shift))
        self.entries.append(entry)

    def answered(self, choice: Choice, answer: Any) -> None:
        if not self._with_rows:
            self.entries.append(("answered", choice, answer, None))
            return
        space, said = choice.space, answer
        while type(space) is Arms:
            space, said = space.arms[said[0]], said[1]
        in_row = isinstance(space, (OneOfRow, SomeOfRow))
        # Where a card lies in a row can only be said now.
        self.entries.append(("answered", choice, answer, choice.space.plain(answer) if in_row else None))

    def boundary(self) -> None:
        """A step is over, or the deal."""
        if len(self.entries) > (LONG if self._seats else UNREAD) and not self._secrets:
            for player in self.table.players:
                self._up_to_date(player)
            del self.entries[: self.began]
            for each in self._seats.values():
                each.read -= self.began
        self.began = len(self.entries)
        self.entries.append(("boundary", self.table.snapshot(), self.table.dealing))

    # -- what a seat knows ------------------------------------------------------------------------------

    def knowledge(self, player: Player) -> dict[str, Any]:
        """The knowledge of that seat beside its view, as JSON data.

        ``boundary`` is its view when the running step began, ``claims`` (``referee.play.known_places``) what it knew
        then of hidden cards, ``since`` what it was told and answered since. Where a table keeps scalars that not
        everybody sees, ``past`` has the same of each step before. Nothing in it comes from elsewhere.
        """
        known = self._up_to_date(player)
        told = self._known_at(known, self.began, player)
        told["since"] = self._since(self.began, len(self.entries), player)
        if not self._secrets:
            return {"seat": player.seat, **told}
        past = []
        ends = [begin for begin, _ in known.past]
        for (begin, each), end in zip(known.past[:-1], ends[1:], strict=True):
            past.append({"seat": player.seat, **each, "since": self._since(begin, end, player)})
        return {"seat": player.seat, **told, "past": past}

    def _known_at(self, known: Seen, begin: int, player: Player) -> dict[str, Any]:
        """The knowledge of a seat at the boundary up to which it is up to date."""
        orders = known.orders.plain()
        for name, row in orders.items():
            known.claims.lie([name], [card for card in row if card is not None])
        _, snapshot, dealing = self.entries[begin]
        return {
            "boundary": {**self._view(snapshot, player), "dealing": dealing},
            "claims": known.claims.plain(),
            **({"orders": orders} if orders else {}),
        }

    def _since(self, begin: int, end: int, player: Player) -> list[Any]:
        """What a seat was told and answered after one entry and before another."""
        since: list[Any] = []
        for entry in self.entries[begin + 1 : end]:
            if entry[0] == "shift":
                continue
            if entry[0] != "answered":
                told = self.witnessed(entry, player)
                if told is not None:
                    since.append(["event", told])
            elif entry[1].decider is player:
                _, choice, answer, data = entry
                plain = choice.space.plain(answer) if data is None else data
                since.append(["answered", choice.ask, choice.player.seat, plain])
        return since

    def witnessed(self, entry: Entry, player: Player) -> Any:
        """An event as that player is told it, and what came into his sight when two places were swapped."""
        return witnessed(self.table, entry, player)

    def _view(self, snapshot: tuple[Any, ...], player: Player) -> dict[str, Any]:
        self._scratch.restore(snapshot)
        return view_of(self._scratch, player)

    def _up_to_date(self, player: Player) -> Seen:
        """The knowledge of a seat from all steps that are over."""
        known = self._seats.get(player)
        if known is None:
            known = self._seats[player] = Seen(KnownPlaces({}))
            _, snapshot, dealing = self.entries[0]
            self._learn(known, player, snapshot)
            if dealing:  # everybody knows what lies where on a new table
                for place in self.table.game.table().places:
                    known.claims.lie([place.full_name], self.table.deck.names(place.pile))
        shift: Shift | None = None
        for number in range(known.read, self.began + 1):
            entry = self.entries[number]
            if entry[0] == "boundary":
                if known.stale:
                    self._learn(known, player, entry[1])
                    known.stale = False
                if self._secrets:
                    known.past.append((number, self._known_at(known, number, player)))
            elif entry[0] == "shift":
                shift = entry[1]
            elif entry[0] != "answered":
                told = witnessed(self.table, entry, player)
                if told is not None:
                    known.claims.observe(told)
                    known.stale |= told[:2] == TAKEN_BACK
                    follow(known.orders, self.table, player, entry, told, shift)
                shift = None
        known.read = self.began + 1
        return known

    def _learn(self, known: Seen, player: Player, snapshot: tuple[Any, ...]) -> None:
        """Look at the whole table, where nothing is known from before."""
        zones = places_in(self._view(snapshot, player)["zones"])
        total = self.table.deck.total
        sizes = {each.full_name: 0 for each in self.table.places} | {name: size_of(z) for name, z in zones.items()}
        claims = known.claims = KnownPlaces(sizes)
        claims.total = total
        rows = {each.full_name: len(each.row) for each in self._scratch.places if each.is_row}
        known.orders = Orders(
            {name: rows[name] for name, zone in zones.items() if name in rows and zone.get("size") is not None}
        )
        for name, zone in zones.items():
            if "cards" in zone:
                claims.lie([name], faces(zone))


def keeps_secrets(table: Table) -> bool:
    """Whether the table has hidden scalars whose possible values its game does not give."""
    if type(table.game).possible_scalars is not Game.possible_scalars:
        return False
    return any(spec.audience(table.game) is not everybody for spec in table.scalar_specs.values())


def with_cards(entry: Entry) -> Entry:
    """A swap of two places has what lies there now; anything else is as it is."""
    if entry[0] != "swap":
        return entry
    _, one, other = entry
    return (*entry, one.row if one.is_row else one.pile, other.row if other.is_row else other.pile)


def follow(orders: Orders, table: Table, player: Player, entry: Entry, event: list[Any], shift: Shift | None) -> None:
    """Learn from an event about the order in rows that the seat does not see."""
    if not orders.known:
        return
    if shift is not None:
        orders.moved(shift, event[3] if isinstance(event[3], list) else None)
    elif entry[0] == "shuffle":
        orders.shuffled(entry[1].full_name)
    elif entry[0] == "swap" and entry[1].is_row:
        cards = table.deck.cards
        came: dict[str, Known] = {
            place.full_name: [cards[laid.kind].name if source.sees(player) else None for laid in row]
            for place, source, row in ((entry[1], entry[2], entry[3]), (entry[2], entry[1], entry[4]))
        }
        orders.swapped(entry[1].full_name, entry[2].full_name, came)


def witnessed(table: Table, entry: Entry, player: Player) -> Any:
    """``seen``, with the cards that came into sight where two places were swapped."""
    event = seen(table, entry, player)
    if event is None or entry[0] != "swap" or len(entry) < 5:
        return event
    _, one, other, of_one, of_other = entry
    came = {}
    for place, cards in ((one, of_one), (other, of_other)):
        if place.sees(player):
            kinds = [laid.kind for laid in cards] if place.is_row else table.deck.unpack(cards)
            came[place.full_name] = [table.deck.cards[kind].name for kind in kinds]
    return [*event, came] if came else event


def places_in(zones: Mapping[str, Any]) -> dict[str, Any]:
    """The zones of a view, each by the name of its place."""
    found: dict[str, Any] = {}
    for name, zone in zones.items():
        if isinstance(zone, list):
            found |= {f"{name} {seat}": each for seat, each in enumerate(zone)}
        else:
            found[name] = zone
    return found


def size_of(zone: Mapping[str, Any]) -> int | None:
    return len(zone["cards"]) if "cards" in zone else zone["size"]


def faces(zone: Mapping[str, Any]) -> list[str]:
    """The names of the cards that lie in a zone that is seen."""
    return [each if isinstance(each, str) else each["card"] for each in zone["cards"]]
