"""What a seat may see, as plain data: the same objects in every process and on every page."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.kernel.events import Event
from referee.kernel.places import Laid, Place, Row
from referee.kernel.players import LEFT, Player
from referee.kernel.scalars import to_plain

if TYPE_CHECKING:
    from referee.kernel.table import Table

NOTHING, SIZE, FACES = range(3)
"""What somebody sees of a place."""
PLAIN = frozenset((int, str, bool))
"""Values that are JSON data as they are."""


class Sight(NamedTuple):
    """What a player may look at: found once for a game object, as audiences look at nothing that changes."""

    of_place: tuple[int, ...]
    """NOTHING, SIZE or FACES of each place, by its number."""
    zones: tuple[tuple[str, bool, tuple[tuple[int, int], ...]], ...]
    """The name of each zone, whether every player has one, and its places: their numbers, and what he sees of them."""
    scalars: tuple[tuple[str, tuple[bool, ...] | bool], ...]
    """The scalars that he sees: whether every player has one, of which he sees all, or of whom he sees one."""
    values: Callable[[Table], tuple[Any, ...]]
    """What a table has of these scalars, behind two numbers that every table has."""


def sight_of(table: Table, player: Player) -> Sight:
    """What that player may look at."""
    found: Sight | None = table.game._sights.get(player)
    if found is None:
        found = table.game._sights[player] = _sight(table, player)
    return found


def _sight(table: Table, player: Player) -> Sight:
    zones: dict[str, tuple[bool, list[int]]] = {}
    for place in table.places:
        zones.setdefault(place.name, (place.owner is not None, []))[1].append(place.number)
    scalars: list[tuple[str, tuple[bool, ...] | bool]] = []
    for name, scalar in table.scalar_specs.items():
        audience = scalar.audience(table.game)
        if scalar.per_player:
            of = tuple([audience.includes(owner, player) for owner in table.players])
            scalars.append((name, all(of) or of))
        elif audience.includes(None, player):
            scalars.append((name, False))
    of_place = tuple([FACES if p.sees(player) else SIZE if p.sees_size(player) else NOTHING for p in table.places])
    return Sight(
        of_place,
        tuple([(name, of_each, tuple([(n, of_place[n]) for n in of])) for name, (of_each, of) in zones.items()]),
        tuple(scalars),
        attrgetter("turns", "turns", *[name for name, _ in scalars]),
    )


def view_of(table: Table, player: Player) -> dict[str, Any]:
    """The table as that player sees it now: ``View.data`` of a bot, and the argument of ``Game.draw``.

    ``seat`` is the seat of the viewer, from 0; ``players`` the number of players; ``turn`` the number of finished
    turns; ``direction`` is ``"left"`` or ``"right"``. Cards are names; hidden cards are only counted, or null.
    ``scalars`` has a value by name, or for scalars of every player a list by seat (null: hidden); a hidden scalar of
    the table is left out. ``money`` are the balances by seat, the bank's last.

    ``zones`` has a zone by name, ``{"cards": names}`` or ``{"size": number or null}``; for zones of every player a
    list of them by seat. A cell of a grid is a zone of its own, ``"board a1"``.
    """
    _, of_zones, of_scalars, values_of = sight_of(table, player)
    places, named = table.places, table.deck.named
    zones: dict[str, Any] = {}
    for zone, of_each, numbers in of_zones:
        found: list[Any] = []
        for number, seen in numbers:
            place = places[number]
            if seen == SIZE:
                found.append({"size": place.size})
            elif seen == NOTHING:
                found.append({"size": None})
            else:
                found.append(_faces(place) if place.is_row else {"cards": [*named(place.pile)]})
        if of_each:
            zones[zone] = found
        elif place is not table.flight or place.row:
            zones[zone] = found[0]
    scalars: dict[str, Any] = {}
    # Written out, as most values are plain and a view is made for each question.
    for (name, of), value in zip(of_scalars, values_of(table)[2:], strict=True):
        if of is False:
            scalars[name] = value if type(value) in PLAIN else to_plain(value)
        elif of is True:
            scalars[name] = [each if type(each) in PLAIN else to_plain(each) for each in value]
        else:
            scalars[name] = [to_plain(each) if seen else None for seen, each in zip(of, value, strict=True)]
    return {
        "seat": player.seat,
        "players": len(table.players),
        "turn": table.turns,
        "direction": "left" if table.direction is LEFT else "right",
        "zones": zones,
        "scalars": scalars,
        "money": [each if type(each) is int else to_plain(each) for each in table.money],
    }


def open_view(table: Table) -> dict[str, Any]:
    """The table with every card and every scalar open: what no seat sees."""
    view = view_of(table, table.players[0])
    for place in table.places:
        if place.name in view["zones"]:
            if place.owner is None:
                view["zones"][place.name] = _faces(place)
            else:
                view["zones"][place.name][place.owner.seat] = _faces(place)
    scalars = {
        name: [to_plain(each) for each in getattr(table, name)] if spec.per_player else to_plain(getattr(table, name))
        for name, spec in table.scalar_specs.items()
    }
    return {**view, "seat": None, "scalars": scalars}


def _faces(place: Place) -> dict[str, Any]:
    if isinstance(place, Row):
        return {"cards": [_laid(place, laid) for laid in place.row]}
    return {"cards": place.table.deck.names(place.pile)}


def _laid(place: Row, laid: Laid) -> Any:
    name = place.face(laid).name
    if not laid.marks and not laid.link:
        return name
    return {"card": name, "marks": [mark.value for mark in laid.marks], "link": laid.link}


Entry = tuple[Any, ...]
"""A message to a watch, before anybody looks: the word, then the kernel's own objects."""


def seen(table: Table, entry: Entry, player: Player | None) -> list[Any] | None:
    """An event as JSON data as ``player`` may see it (None: everything); None where he notices nothing."""
    word = entry[0]
    if word == "move":
        _, cards, source, target = entry
        if player is None:
            return ["move", source.full_name, target.full_name, _names(table, cards)]
        of_place = sight_of(table, player).of_place
        seen = max(of_place[source.number], of_place[target.number])
        if seen == FACES:
            return ["move", source.full_name, target.full_name, _names(table, cards)]
        if seen == SIZE:
            return ["move", source.full_name, target.full_name, _number(table, cards)]
        return ["move", source.full_name, target.full_name, None]
    if word == "swap":
        return ["swap", entry[1].full_name, entry[2].full_name]
    if word == "mark":
        _, place, before, after = entry
        if player is None or place.sees(player):
            return ["mark", place.full_name, _laid(place, before), _laid(place, after)]
        return ["mark", place.full_name]
    if word == "pay":
        _, payer, payee, amount = entry
        return ["pay", _account(payer), _account(payee), to_plain(amount)]
    if word == "reveal":
        _, cards, of, to, why = entry
        shown = _names(table, cards) if player is None or player in to else _number(table, cards)
        return ["reveal", why, _account(of), [each.seat for each in to], shown]
    if word == "open":
        _, choice, answer = entry
        return ["open", choice.player.seat, choice.ask, answer]
    if word in ("roll", "lot"):
        # To everybody: a list of two, as records always had it.
        _, drawn, to = entry
        told = to_plain(drawn) if player is None or player in to else len(drawn) if word == "roll" else None
        return [word, told] if len(to) == len(table.players) else [word, told, [each.seat for each in to]]
    if word == "shuffle":
        return ["shuffle", entry[1].full_name]
    if word == "event":
        event: Event = entry[1]
        told = ["event", event.number, event.parent, event.what.value, event.actor.seat, event.at.seat]
        return [*told, event.word] if event.word else told
    if word == "tell":
        _, what, to, about = entry
        open_to = player is None or player in to
        details = {key: to_plain(value) for key, value in about.items()} if open_to else None
        return ["tell", what, [each.seat for each in to], details]
    assert word == "note", word
    return ["note", entry[1], {key: to_plain(value) for key, value in entry[2].items()}]


def _names(table: Table, cards: Any) -> list[str]:
    if isinstance(cards, tuple):
        return [table.deck.cards[laid.kind].name for laid in cards]
    return table.deck.names(cards)


def _number(table: Table, cards: Any) -> int:
    return len(cards) if isinstance(cards, tuple) else table.deck.size(cards)


def _account(player: Player | None) -> int | None:
    return None if player is None else player.seat
