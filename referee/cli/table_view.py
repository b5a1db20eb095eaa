"""A view of the table, as lines for a terminal: seats, open cards, sizes, scalars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.cli.terminal import Terminal
from referee.kernel import Game
from referee.kernel.players import Player
from referee.play.event_text import plain_value, pretty_cards
from referee.play.pictures import CELL, Pictures
from referee.play.sanitize import cut

PLAY_GOES = {"left": "to the left", "right": "to the right"}


class TableView:
    """Draws views (see ``referee.kernel.views.view_of``) of one match.

    What says nothing is left out: a hidden zone that has been empty all along, a flag that is not set, a
    player who is not named, a column of nothing but zeros.
    """

    def __init__(self, game: Game[Any], names: Sequence[str], terminal: Terminal) -> None:
        self.deck, self.names, self.terminal = game.deck, names, terminal
        # A list in a view is a value of each player's, or a tuple that all share: only the table knows which.
        specs = game.table_class.scalar_specs.items()
        self._of_each = {name: spec.audience(game) for name, spec in specs if spec.per_player}
        self._used: set[str] = set()
        self.pictures = Pictures(game)
        self._fault = ""

    def lines(self, view: Mapping[str, Any]) -> Iterator[str]:
        """The table without the viewer's own open cards (see ``own``)."""
        zones = {name: zone for name, zone in view["zones"].items() if not CELL.fullmatch(name)}
        for name, zone in zones.items():
            each = zone if isinstance(zone, list) else [zone]
            if any(one.get("size", len(one.get("cards", ()))) != 0 for one in each):
                self._used.add(name)
        yield from self.seats(view)
        yield ""
        yield from self.picture(view)
        rows = [
            (words(name), self.contents(zone))
            for name, zone in zones.items()
            if not isinstance(zone, list) and (name in self._used or "cards" in zone)
        ]
        values = [
            words(name) if value is True else f"{words(name)} {plain_value(value)}"
            for name, value in view["scalars"].items()
            if name not in self._of_each and not _is_seat(value) and value is not False and _says(value)
        ]
        width = max((len(name) for name, _ in rows), default=0)
        for name, contents in rows:
            yield from self.terminal.wrapped(contents, f"{name.ljust(width)}  ", " " * (width + 2))
        if values:
            yield from self.terminal.wrapped(", ".join(values))

    def picture(self, view: Mapping[str, Any]) -> Iterator[str]:
        """The picture that the game draws, with an empty line below it. A fault of its ``draw`` is reported once."""
        lines = self.pictures.lines(view)
        if self._fault != self.pictures.fault:
            self._fault = self.pictures.fault
            yield from self.terminal.wrapped(f"draw: {self._fault}", "", "  ")
        if lines:
            mark = self.terminal.plain("…")
            yield from (cut(self.terminal.plain(line), self.terminal.width, mark) for line in lines)
            yield ""

    def seats(self, view: Mapping[str, Any]) -> Iterator[str]:
        """A row for each seat: sizes of its zones, its scalars, its money, and what it is (dealer, mover)."""
        roles: dict[int, list[str]] = {}
        for name, value in view["scalars"].items():
            if _is_seat(value):
                roles.setdefault(value["seat"], []).append(words(name))
        zones = {name: zone for name, zone in view["zones"].items() if isinstance(zone, list)}
        columns = {words(name): [self.size(each) for each in zones[name]] for name in zones if name in self._used}
        for name, value in view["scalars"].items():
            if name in self._of_each and any(each and _says(each) for each in value):
                columns[words(name)] = [
                    "?" if each is None and self.hides(name, seat, view["seat"]) else plain_value(each)
                    for seat, each in enumerate(value)
                ]
        if any(view["money"]):
            columns["money"] = [plain_value(each) for each in view["money"]]
        right = (0, *range(2, 2 + len(columns)))
        if any(seat in roles for seat in range(len(self.names))):
            columns["role"] = [", ".join(roles.get(seat, [])) for seat in range(len(self.names))]
        rows = [
            (seat, "you" if seat == view["seat"] else name, *(column[seat] for column in columns.values()))
            for seat, name in enumerate(self.names)
        ]
        yield from self.terminal.table(("seat", "player", *columns), rows, right=right).split("\n")
        for name, zone in zones.items():
            for seat, each in enumerate(zone):
                if seat != view["seat"] and each.get("cards"):
                    head = f"{words(name)} of seat {seat}  "
                    yield from self.terminal.wrapped(self.contents(each), head, " " * len(head))

    def hides(self, name: str, seat: int, viewer: int | None) -> bool:
        """Whether a scalar of a seat's is hidden from the viewer (None: everything is open)."""
        return viewer is not None and not self._of_each[name].includes(Player.at(seat), Player.at(viewer))

    def own(self, view: Mapping[str, Any]) -> Iterator[str]:
        """The viewer's own cards, as far as he sees them."""
        for name, zone in view["zones"].items():
            if name in self._used and isinstance(zone, list) and "cards" in zone[view["seat"]]:
                head = f"Your {words(name)}: "
                cards = self.terminal.bold(self.contents(zone[view["seat"]]))
                yield from self.terminal.wrapped(cards, head, " " * len(head))

    def contents(self, zone: Mapping[str, Any]) -> str:
        if "cards" in zone:
            return pretty_cards(zone["cards"], self.deck, between_suits=" · ", counted=True) or "empty"
        size = zone["size"]
        return "hidden" if size is None else f"{size} card{'' if size == 1 else 's'}"

    def size(self, zone: Mapping[str, Any]) -> str:
        size = len(zone["cards"]) if "cards" in zone else zone["size"]
        return "?" if size is None else str(size)


def goes(view: Mapping[str, Any]) -> str:
    """The direction of play."""
    return f"play goes {PLAY_GOES.get(view['direction'], view['direction'])}"


def words(name: str) -> str:
    """The name of an attribute of the table, as words."""
    return name.replace("_", " ")


def _is_seat(value: Any) -> bool:
    return isinstance(value, Mapping) and "seat" in value


def _says(value: Any) -> bool:
    """Whether anything is named: a player, a suit, a word."""
    return plain_value(value) not in ("nobody", "none")
