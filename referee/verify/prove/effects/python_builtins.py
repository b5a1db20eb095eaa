"""Replacements of Python's own words for rule text; for known things they do just what Python does."""

from __future__ import annotations

import builtins
from typing import Any

from referee.kernel.errors import Broken
from referee.kernel.places import Place, Row
from referee.kernel.players import Player
from referee.verify.prove.effects.any_table import AnyTable
from referee.verify.prove.effects.cards import Many, SomeCard
from referee.verify.prove.effects.comprehensions import flat, walk
from referee.verify.prove.effects.context import current, present
from referee.verify.prove.effects.dictionaries import Each, Words
from referee.verify.prove.effects.events import SomeEvent
from referee.verify.prove.effects.functions import FUNCTIONS, any_open, dict_, refuse, set_, written
from referee.verify.prove.effects.loops import Loop, Plain, While
from referee.verify.prove.effects.unknown import OneOfThese, Passed, Record, Thing, Unknown, key_of, known_to_be
from referee.verify.prove.paths import NotSymbolic
from referee.verify.prove.terms import SymAmount, SymTruth


def is_(one: Any, other: Any) -> bool:
    if one is other:
        return True
    if isinstance(one, Passed) or isinstance(other, Passed):
        raise NotSymbolic("looks behind a loop at what it went through last")
    if isinstance(one, OneOfThese):
        return one.is_it(other)
    if isinstance(other, OneOfThese):
        return other.is_it(one)
    if isinstance(one, Unknown) or isinstance(other, Unknown):
        mine, theirs = (one, other) if isinstance(one, Unknown) else (other, one)
        return mine is theirs or mine.asked("is", key_of(theirs))
    if isinstance(one, SomeCard) and isinstance(other, SomeCard):
        return one == other and one.context.asked(("is", *sorted((one.id, other.id))))
    if isinstance(one, SomeEvent):
        return one.is_it(other)
    if isinstance(one, (Many, Record)) and isinstance(other, (Many, Record, tuple, list)):
        return one.asked("is", key_of(other))
    if isinstance(other, (Many, Record)) and isinstance(one, (tuple, list)):
        return other.asked("is", key_of(one))
    if isinstance(one, (SymAmount, SymTruth)) or isinstance(other, (SymAmount, SymTruth)):
        return one is not None and other is not None and bool(_equal(one, other))
    return False


def _equal(one: Any, other: Any) -> Any:
    if isinstance(one, SymTruth) or isinstance(other, SymTruth):
        return isinstance(one, (bool, SymTruth)) and isinstance(other, (bool, SymTruth)) and bool(one) is bool(other)
    return one == other


def same(one: Any, other: Any) -> Any:
    """``==``, also of truths."""
    if isinstance(one, SymTruth) or isinstance(other, SymTruth):
        return bool(one) == bool(other) if isinstance(other, (bool, SymTruth)) else one == other
    return one == other


def not_same(one: Any, other: Any) -> Any:
    if isinstance(one, SymTruth) or isinstance(other, SymTruth):
        return not same(one, other)
    return one != other


def attribute(of: Any, name: str) -> Any:
    """A part of something that has the same name as what stands in for it has for its own use."""
    if isinstance(of, OneOfThese):
        of = of.settled
    if name == "seat" and isinstance(of, Player):
        raise NotSymbolic("looks at the number of a seat")
    if isinstance(of, Unknown):
        return Unknown.part(of, ("attribute", name))
    return getattr(known(of), name)


def known(of: Any) -> Any:
    if isinstance(of, Thing):
        raise NotSymbolic("looks at a part of something that is not known")
    return of


def kept(names: dict[str, Any], name: str) -> Any:
    return names.get(name)


def stored(held: Any) -> None:
    """Something has been changed that the table may keep."""
    context = present()
    if context is None or isinstance(held, (AnyTable, Unknown, Each)):
        return
    if context.table.owns(held) or not isinstance(held, (list, dict, set, Many)):
        context.touch("own")


def each_one(of: Any) -> Any:
    """Arguments that are handed on one by one."""
    every = list(of)
    if len(every) == 1 and isinstance(every[0], (Many, Unknown)) and type(of) is _Unknown:
        raise NotSymbolic("hands on arguments of unknown number")
    return every


def is_not(one: Any, other: Any) -> bool:
    return not is_(one, other)


def in_(one: Any, other: Any) -> bool:
    if isinstance(other, Row):
        other = other.row
    if isinstance(one, Unknown) and isinstance(other, (tuple, list, str)):
        return one.asked("in", key_of(other))
    if isinstance(one, OneOfThese) and isinstance(other, (tuple, list)):
        return any(one.is_it(each) for each in other)
    return bool(one in other)


def not_in(one: Any, other: Any) -> bool:
    return not in_(one, other)


def item(of: Any, place: Any) -> Any:
    if isinstance(place, OneOfThese):
        place = place.settled
    if isinstance(place, Unknown) and not isinstance(of, (Thing, Words)):
        if not isinstance(of, (tuple, list, dict, str)) or isinstance(of, Each) or _are_places(of):
            return of[place]
        if builtins.isinstance(of, tuple) and of and not builtins.isinstance(of[0], str):
            return place.context.answer(("record", id(of), place.id), lambda: Record(place.context, of))
        return place.context.unknown("item", id(of), place.id)
    if isinstance(place, SymAmount) and isinstance(of, dict):
        raise NotSymbolic("looks something up by a number that is not known")
    if isinstance(place, SymAmount) and not isinstance(of, Thing):
        context = current()
        there = context.algebra.both(place >= -builtins.len(of), place < builtins.len(of))
        context.oblige(there, Broken.RAISED, "the sequence is too short")
        if any(not builtins.isinstance(each, str) for each in of):
            return of[context.fork(builtins.len(of))]
        return context.unknown("item", id(of), place.key)
    if isinstance(place, slice) and isinstance(of, (tuple, list)) and any_open((place.start, place.stop)):
        return current().joined([of])[place]
    return of[place]


def _are_places(of: Any) -> bool:
    return builtins.isinstance(of, tuple) and builtins.len(of) > 0 and builtins.isinstance(of[0], Place)


def unpack(value: Any, number: int) -> Any:
    if isinstance(value, Many):
        value.context.oblige(value.size == number, Broken.RAISED, f"{number} things are unpacked")
        return [value[place] for place in range(number)]
    if isinstance(value, Unknown):
        return [value[place] for place in range(number)]
    return value


def display(kind: str, *parts: tuple[bool, Any]) -> Any:
    if any(starred and isinstance(value, Thing) for starred, value in parts):
        return current().joined([value if starred else (value,) for starred, value in parts])
    found: list[Any] = []
    for starred, value in parts:
        found += list(value) if starred else [value]
    return tuple(found) if kind == "tuple" else found


def star(value: Any) -> Any:
    """Arguments of unknown number: the table's own words take any one of them for all."""
    return _Unknown([value]) if isinstance(value, Thing) else value


class _Unknown(list[Any]):
    """Arguments of which the number is not known, all as one."""


def loop(walked: Any, site: tuple[str, ...], parts: int) -> Any:
    if isinstance(walked, Row):
        walked = walked.row
    if isinstance(walked, (Many, Unknown)) and not (isinstance(walked, Many) and known_to_be(walked.size, 0)):
        return Loop(walked, site, parts)
    return Plain(() if isinstance(walked, Many) else walked)


BUILTINS: dict[str, Any] = {
    **FUNCTIONS,
    "_is_": is_, "_is_not_": is_not, "_in_": in_, "_not_in_": not_in, "_item_": item, "_slice_": slice,
    "_unpack_": unpack, "_display_": display, "_star_": star, "_loop_": loop, "_while_": While, "_walk_": walk,
    "_flat_": flat, "_dict_": dict_, "_set_": set_, "_refuse_": refuse, "_attribute_": attribute, "_known_": known,
    "_kept_": kept, "_stored_": stored, "_each_": each_one, "_same_": same, "_not_same_": not_same,
    "_written_": written,
}  # fmt: skip
