"""What a player may look at, found once for a game object: audiences look at nothing that changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from types import CodeType
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.kernel.places import Laid, Place, Row
from referee.kernel.players import Player
from referee.kernel.scalars import to_plain

if TYPE_CHECKING:
    from referee.kernel.table import Table

NOTHING, SIZE, FACES = range(3)
"""What somebody sees of a place."""
PLAIN = frozenset((int, str, bool))
"""Values that are JSON data as they are."""

Look = Callable[["Table", tuple[Place, ...]], tuple[dict[str, Any], dict[str, Any]]]
"""From a table and its places to the zones and the scalars of a view."""


class Sight(NamedTuple):
    """What a player may look at."""

    of_place: tuple[int, ...]
    """NOTHING, SIZE or FACES of each place, by its number."""
    look: Look
    shape: str
    """The text of ``look``: equal where two tables with the same cards are looked at alike."""


def sight_of(table: Table, player: Player) -> Sight:
    """What that player may look at."""
    found: Sight | None = table.game._sights.get(player)
    if found is None:
        of_place = tuple([FACES if p.sees(player) else SIZE if p.sees_size(player) else NOTHING for p in table.places])
        found = table.game._sights[player] = Sight(of_place, *_look(table, player, of_place))
    return found


def _look(table: Table, player: Player, of_place: tuple[int, ...]) -> tuple[Look, str]:
    """A view is made for each question of a bot, and always has the same shape: the expression that makes it is written
    out, place by place, and compiled. Its text comes with it."""
    zones: dict[str, list[str]] = {}
    alone = set()
    for place in table.places:
        if place is not table.flight:
            zones.setdefault(place.name, []).append(_place(place, of_place[place.number]))
            if place.owner is None:
                alone.add(place.name)
    told = [f"{name!r}: {of[0] if name in alone else '[' + ', '.join(of) + ']'}" for name, of in zones.items()]
    scalars = []
    for name, scalar in table.scalar_specs.items():
        audience = scalar.audience(table.game)
        if scalar.per_player:
            seen = [audience.includes(owner, player) for owner in table.players]
            each = [_value(f"t.{name}[{seat}]", scalar.start) if seen[seat] else "None" for seat in range(len(seen))]
            scalars.append(f"{name!r}: [{', '.join(each)}]")
        elif audience.includes(None, player):
            scalars.append(f"{name!r}: {_value(f't.{name}', scalar.start)}")
    text = f"lambda t, places: ({{{', '.join(told)}}}, {{{', '.join(scalars)}}})"
    named = {"named": table.deck.named, "faces": faces, "to_plain": to_plain, "Player": Player, "PLAIN": PLAIN}
    look: Look = eval(_compiled(text), named)
    return look, text


@lru_cache(256)
def _compiled(text: str) -> CodeType:
    """Forms of a game that differ in a reading are mostly looked at alike."""
    return compile(text, "<view>", "eval")


def _place(place: Place, seen: int) -> str:
    at = f"places[{place.number}]"
    if seen == NOTHING:
        return "{'size': None}"
    if seen == SIZE:
        return f"{{'size': {at}.size}}"
    return f"faces({at})" if place.is_row else f"{{'cards': [*named({at}.pile)]}}"


def _value(where: str, start: Any) -> str:
    """As ``to_plain``, with what is likely asked first."""
    if isinstance(start, Player):
        return f"(v.plain() if type(v := {where}) is Player else to_plain(v))"
    return f"(v if type(v := {where}) in PLAIN else to_plain(v))"


def faces(place: Place) -> dict[str, Any]:
    """All that lies in a place, as a view has it."""
    if isinstance(place, Row):
        names = place.table.deck.card_names
        return {"cards": [_marked(names, each) if each[2] or each[3] else names[each[0]] for each in place.row]}
    return {"cards": place.table.deck.names(place.pile)}


def laid_face(place: Row, laid: Laid) -> Any:
    """A card of a row: its name, with its marks and its link where it has any."""
    names = place.table.deck.card_names
    return _marked(names, laid) if laid.marks or laid.link else names[laid.kind]


def _marked(names: tuple[str, ...], laid: Laid) -> dict[str, Any]:
    return {"card": names[laid.kind], "marks": [mark.value for mark in laid.marks], "link": laid.link}
