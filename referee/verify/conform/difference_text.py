"""A difference between two worlds in words: what a seat sees, what it would see, and if what were otherwise."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import takewhile
from typing import Any

from referee.kernel.cards import Suit
from referee.kernel.grids import Cell
from referee.kernel.outcome import Outcome
from referee.kernel.places import Place
from referee.kernel.players import NO_PLAYER, Audience, Player, nobody, owner
from referee.verify.conform.observations import Course, Glance, Kind, Noticed
from referee.verify.conform.worlds import kinds_in


@dataclass(frozen=True, slots=True)
class Difference:
    """A seat's sightings in the world as it is (``there``) and in the other one.

    ``sees``: the same happens, and it sees something else. ``about`` is somebody else who is asked in one of them.
    """

    there: Noticed
    here: Noticed
    sees: bool = False
    about: Player | None = None
    row: str = ""
    """The row that it does not see and knows other cards in: it was told where they were put and taken."""

    def parts(self, labels: Sequence[str]) -> list[tuple[str, Any, Any]]:
        """The differing parts, each with its name and both values; [] where different things differ."""
        one, other = self.there, self.here
        if self.sees:
            return [each for each in zip(labels, one.glance, other.glance, strict=True) if each[1] != each[2]]
        if one.kind is not other.kind or one.kind is not Kind.EVENT or one.data[0] != other.data[0]:
            return []
        if one.data[0] == "note" and one.data[1] == other.data[1] and one.data[2].keys() == other.data[2].keys():
            return [
                (name, value, other.data[2][name])
                for name, value in one.data[2].items()
                if value != other.data[2][name]
            ]
        if one.data[0] == "pay" and one.data[1:3] == other.data[1:3]:
            return [("amount", one.data[3], other.data[3])]
        return []


def named(difference: Difference, labels: Sequence[str]) -> str:
    """The difference without seats, cards and amounts, which change from match to match."""
    if difference.row:
        return f"places in {difference.row.rpartition(' ')[0] or difference.row}"
    names = [label for label, *_ in difference.parts(labels)][:1]
    words = {_words(difference.there), _words(difference.here)} if not difference.sees else {"sees"}
    # Who is asked at that moment depends on the cards; that somebody is, and what, is what leaks.
    words = {each for each in words if each.startswith("ask ")} or words
    if {difference.there.kind, difference.here.kind} == {Kind.ASKED} and len(words) == 1 and not difference.sees:
        words = {f"options of {each}" for each in words}
    return re.sub(r"[\s.]*\d+", "", " ".join([" or ".join(sorted(words - {""})), *names])).strip()


def _words(noticed: Noticed) -> str:
    """The kind of a sighting, by its first words: a question is the same, whoever is asked."""
    if noticed.kind is Kind.CHANCE or noticed.kind is Kind.END:
        return ""
    if noticed.kind is Kind.OTHER:
        return f"ask {noticed.data[1]}"
    data = noticed.data if isinstance(noticed.data, (list, tuple)) else [noticed.data]
    return " ".join(takewhile(lambda each: isinstance(each, str), data))


def player_in(value: Any) -> Player | None:
    """The player that a scalar, or a part of an event, names."""
    if isinstance(value, dict) and "seat" in value:
        return Player.at(value["seat"])
    return value if isinstance(value, Player) and value is not NO_PLAYER else None


def difference_sentence(difference: Difference, player: Player, there: Course, here: Course, cause: str = "") -> str:
    """``there`` and ``here`` are stopped where the difference is noticed; ``cause`` says why, where tables do not."""
    who = f"seat {(player if difference.about is None else difference.about).seat}"
    return f"{who} {_what(difference, there.glance)} if {cause or _cause(there, here)}"


def _what(difference: Difference, glance: Glance) -> str:
    one, other = difference.there, difference.here
    if difference.row:
        knows, would = [_known(each, difference.row) for each in (one, other)]
        return (
            f"sees where cards go into `{difference.row}` and come out: it knows {knows} there and would know {would}"
        )
    if difference.about is not None:
        asked = next(each for each in (one, other) if each.kind is Kind.OTHER and each.data[0] is difference.about)
        word = asked.data[1]
        if asked is one:
            return f"is asked {word!r} where it would not be, or not now,"
        return f"is not asked {word!r} now where it would be"
    parts = difference.parts(glance.labels)
    if difference.sees:
        name, value, wanted = parts[0]
        if name == "outcome":
            return f"sees the match {_ended(value, wanted)} where it would {_ended(wanted, value)}"
        place = next((each for each, mode in glance.places if each.full_name == name and mode == 2), None)
        return f"sees `{name}` = {_shown(value, place)} where it would see {_shown(wanted, place)}"
    if one.kind is not other.kind and Kind.EVENT in (one.kind, other.kind):
        told_it = f"told {_event(one if one.kind is Kind.EVENT else other)}"
        return (
            f"is {told_it} where it would not be" if one.kind is Kind.EVENT else f"is not {told_it} where it would be"
        )
    if one.kind is Kind.ASKED or other.kind is Kind.ASKED:
        return _asked(one, other)
    if parts:
        name, value, wanted = parts[0]
        word = one.data[1] if one.data[0] == "note" else one.data[0]
        return f"is told {word!r} with {name} = {scalar_text(value)} where it would be told {scalar_text(wanted)}"
    return f"is told {_event(one)} where it would be told {_event(other)}"


def _known(noticed: Noticed, row: str) -> str:
    cards = (noticed.orders or {}).get(row, ())
    return " ".join(["?" if each is None else each for each in cards]) or "nothing"


def _ended(outcome: Outcome | None, other: Outcome | None) -> str:
    """How a match ended, in what it differs from the other end."""
    if outcome is None:
        return "go on"
    numbers = {"ranks": outcome.ranks, "payoffs": outcome.payoffs, "scores": outcome.scores}
    name = next((each for each in numbers if other and getattr(other, each) != numbers[each]), "ranks")
    return f"end ({outcome.reason}) with {name} {' '.join(map(str, numbers[name]))}"


def _event(noticed: Noticed) -> str:
    if noticed.kind is not Kind.EVENT:
        return "nothing more"
    word, *rest = noticed.data
    if word == "move":
        number = rest[2] if isinstance(rest[2], int) else "some" if rest[2] is None else len(rest[2])
        return f"of a move of {number} from `{rest[0]}` to `{rest[1]}`"
    if word in ("note", "tell"):
        word, *rest = rest
    return f"{word!r} {' '.join(scalar_text(each) for each in rest if each is not None)}"


def _asked(one: Noticed, other: Noticed) -> str:
    if one.kind is not other.kind:
        asked = one if one.kind is Kind.ASKED else other
        word = asked.data[1]
        return (
            f"is asked {word!r} where it would not be" if asked is one else f"is not asked {word!r} where it would be"
        )
    if one.data[1:3] != other.data[1:3]:
        return (
            f"is asked {one.data[1]!r} for seat {one.data[2]} where it would be {other.data[1]!r} for {other.data[2]}"
        )
    may, might = _options(one.data[3]), _options(other.data[3])
    less, more = list((might - may).elements()), list((may - might).elements())
    word = one.data[1]
    if more and not less:
        return f"may answer {word!r} with {', '.join(more[:4])} where it could not"
    if less and not more:
        return f"may not answer {word!r} with {', '.join(less[:4])} where it could"
    if more:
        return f"may answer {word!r} with {', '.join(more[:4])} where it would be {', '.join(less[:4])}"
    return f"is shown the options of {word!r} in another order or with other limits than it would be"


def _options(space: Any, prefix: str = "") -> Counter[str]:
    """All that a described space names, for comparing."""
    found: Counter[str] = Counter()
    if isinstance(space, dict):
        for key, each in space.items():
            deeper = f"{prefix}{key} " if key not in ("options", "of", "arms", "space", "piles") else prefix
            found += _options(each, deeper)
    elif isinstance(space, list):
        for each in space:
            if isinstance(each, list) and all(not isinstance(one, (list, dict)) for one in each):
                found[prefix + " ".join(map(str, each))] += 1
            else:
                found += _options(each, prefix)
    else:
        found[f"{prefix}{space}"] += 1
    return found


def _cause(there: Course, here: Course) -> str:
    """The differences of the other world, as far as the seat does not see them; the most telling comes first."""
    labels = there.glance.hidden_labels
    for label, one, other in zip(labels, there.glance.hidden(), here.glance.hidden(), strict=True):
        if one != other:
            name, _, seat = label.rpartition(" ")
            seen = _seen_by(there.glance.who[name or label], seat)
            return f"`{label}`, {seen}, were {scalar_text(other)} and not {scalar_text(one)}"
    found: list[tuple[int, str]] = []
    for place, twin in zip(there.table.places, here.table.places, strict=True):
        if place.sees(there.player):
            continue
        names = [Counter(each.table.deck.cards[kind].name for kind in kinds_in(each)) for each in (place, twin)]
        seen = _seen_by(place.seen_by, "" if place.owner is None else place.owner.seat)
        order = sum(names[0].values()) + (0 if _owned(place) else 100)
        if names[0] != names[1]:
            less, more = names[0] - names[1], names[1] - names[0]
            held = f"held {' '.join(more.elements()) or 'nothing'} and not {' '.join(less.elements()) or 'nothing'}"
            found.append((order, f"`{place.full_name}`, {seen}, {held}"))
        elif kinds_in(place) != kinds_in(twin):
            found.append((999, f"the cards of `{place.full_name}`, {seen}, lay in another order"))
    if not found:
        return "a draw or a lot that it was not told had come out otherwise"
    return " and ".join([each for _, each in sorted(found)[:3]])


def _seen_by(audience: Audience, seat: object) -> str:
    """The others who see what the seat in question does not."""
    if audience is owner:
        return f"which only seat {seat} sees"
    return "which nobody sees" if audience is nobody else "which it does not see"


def _owned(place: Place) -> bool:
    return place.owner is not None and place.seen_by is owner


def _shown(value: Any, place: Place | None) -> str:
    if place is None or value is None:
        return scalar_text(value)
    if place.is_row:
        cards = place.table.deck.cards
        return " ".join([cards[each if isinstance(each, int) else each[0]].name for each in value]) or "nothing"
    return " ".join(place.table.deck.names(value)) or "nothing"


def scalar_text(value: Any) -> str:
    """A scalar in words."""
    if isinstance(value, Player):
        return "nobody" if value is NO_PLAYER else f"seat {value.seat}"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, (Suit, Cell)):
        return value.name
    if isinstance(value, (tuple, list)):
        return f"({', '.join(map(scalar_text, value))})"
    if isinstance(value, dict):
        if player_in(value) is not None:
            return f"seat {value['seat']}"
        if "enum" in value or "fraction" in value:
            return str(value.get("value", value.get("fraction")))
        return ", ".join(f"{key} {scalar_text(each)}" for key, each in value.items())
    return str(value)


def scalar_holding(noticed: Sequence[Noticed], request: int, glance: Glance) -> tuple[str, tuple[int, ...], Any] | None:
    """The hidden scalar of somebody else that holds the faces of a roll, the faces, and what it is then."""
    rolled: Noticed | None = None
    for each in noticed:
        if each.requests == request and each.kind is Kind.EVENT and each.data[0] == "roll":
            rolled = each
        elif rolled is not None:
            faces = Counter(rolled.data[1])
            for label, before, now in zip(glance.hidden_labels, rolled.hidden, each.hidden, strict=True):
                owned = glance.who[label.rpartition(" ")[0] or label] is owner
                if owned and before != now and faces <= _numbers(now):
                    return label, tuple(sorted(rolled.data[1])), now
            if each.kind is Kind.END:
                return None
    return None


def _numbers(value: Any) -> Counter[int]:
    if isinstance(value, tuple):
        return sum([_numbers(each) for each in value], Counter[int]())
    return Counter([value]) if type(value) is int else Counter()
