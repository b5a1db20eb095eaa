"""What a seat may see, as plain data: the same objects in every process and on every page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.kernel.events import Event
from referee.kernel.players import LEFT, Player
from referee.kernel.scalars import to_plain
from referee.kernel.sights import FACES, SIZE, faces, laid_face, sight_of

if TYPE_CHECKING:
    from referee.kernel.table import Table


def view_of(table: Table, player: Player) -> dict[str, Any]:
    """The table as that player sees it now: ``View.data`` of a bot, and the argument of ``Game.draw``.

    ``seat`` is the seat of the viewer, from 0; ``players`` the number of players; ``turn`` the number of finished
    turns; ``direction`` is ``"left"`` or ``"right"``. Cards are names; hidden cards are only counted, or null.
    ``scalars`` has a value by name, or for scalars of every player a list by seat (null: hidden); a hidden scalar of
    the table is left out. ``money`` are the balances by seat, the bank's last.

    ``zones`` has a zone by name, ``{"cards": names}`` or ``{"size": number or null}``; for zones of every player a
    list of them by seat. A cell of a grid is a zone of its own, ``"board a1"``.
    """
    zones, scalars = sight_of(table, player).look(table, table.places)
    flight = table.flight
    if flight.row:
        zones[flight.name] = faces(flight)
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
                view["zones"][place.name] = faces(place)
            else:
                view["zones"][place.name][place.owner.seat] = faces(place)
    return {**view, "seat": None, "scalars": open_scalars(table)}


def open_scalars(table: Table) -> dict[str, Any]:
    """Every scalar as JSON data."""
    return {
        name: [to_plain(each) for each in getattr(table, name)] if spec.per_player else to_plain(getattr(table, name))
        for name, spec in table.scalar_specs.items()
    }


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
            return ["mark", place.full_name, laid_face(place, before), laid_face(place, after)]
        return ["mark", place.full_name]
    if word == "pay":
        return paid(*entry[1:])
    if word == "reveal":
        _, cards, of, to, why = entry
        shown = _names(table, cards) if player is None or player in to else _number(table, cards)
        return ["reveal", why, _account(of), [each.seat for each in to], shown]
    if word == "open":
        _, choice, answer, _ = entry
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


def paid(payer: Player | None, payee: Player | None, amount: Any) -> list[Any]:
    """What everybody is told of a payment."""
    return ["pay", _account(payer), _account(payee), amount if type(amount) is int else to_plain(amount)]


def _names(table: Table, cards: Any) -> list[str]:
    if isinstance(cards, tuple):
        return [table.deck.cards[laid.kind].name for laid in cards]
    return table.deck.names(cards)


def _number(table: Table, cards: Any) -> int:
    return len(cards) if isinstance(cards, tuple) else table.deck.size(cards)


def _account(player: Player | None) -> int | None:
    return None if player is None else player.seat
