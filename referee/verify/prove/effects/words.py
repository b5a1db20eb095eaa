"""What rule text is given in the place of Python's own words; of known things they say just what Python says."""

from __future__ import annotations

import builtins
from functools import wraps
from typing import Any

from referee.kernel.errors import Broken
from referee.kernel.places import Place, Row
from referee.verify.prove.effects.cards import Many, SomeCard
from referee.verify.prove.effects.context import current, present
from referee.verify.prove.effects.dictionaries import Each, Words
from referee.verify.prove.effects.loops import Loop, Plain, While
from referee.verify.prove.effects.unknown import OneOfThese, Record, Thing, Unknown, key_of, known_to_be
from referee.verify.prove.effects.walks import flat, walk
from referee.verify.prove.paths import NotSymbolic
from referee.verify.prove.terms import SymAmount, SymTruth


def is_(one: Any, other: Any) -> bool:
    if isinstance(one, OneOfThese):
        return one.is_it(other)
    if isinstance(other, OneOfThese):
        return other.is_it(one)
    if isinstance(one, Unknown) or isinstance(other, Unknown):
        mine, theirs = (one, other) if isinstance(one, Unknown) else (other, one)
        return mine is theirs or mine.asked("is", key_of(theirs))
    if isinstance(one, SomeCard) and isinstance(other, SomeCard):
        return one.context.same_card(one, other)
    return one is other


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
    if isinstance(place, SymAmount) and not isinstance(of, Thing):
        context = current()
        there = context.algebra.both(place >= -builtins.len(of), place < builtins.len(of))
        context.oblige(there, Broken.RAISED, "the sequence is too short")
        if any(not builtins.isinstance(each, str) for each in of):
            return of[context.fork(builtins.len(of))]
        return context.unknown("item", id(of), place.key)
    if isinstance(place, slice) and isinstance(of, (tuple, list)) and _open((place.start, place.stop)):
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
    return [value] if isinstance(value, Thing) else value


def loop(walked: Any, site: tuple[str, ...], parts: int) -> Any:
    if isinstance(walked, Row):
        walked = walked.row
    if isinstance(walked, (Many, Unknown)) and not (isinstance(walked, Many) and known_to_be(walked.size, 0)):
        return Loop(walked, site, parts)
    return Plain(() if isinstance(walked, Many) else walked)


# -- Python's own functions -----------------------------------------------------------------------------------


def len_(of: Any) -> Any:
    if isinstance(of, Many):
        return of.size
    if isinstance(of, Unknown):
        return of.context.answer(("len", of.id), lambda: of.context.amount("how many", 0))
    return builtins.len(of.row if isinstance(of, Row) else of) if not isinstance(of, Row) else len_(of.row)


def tuple_(of: Any = ()) -> Any:
    return of.row if isinstance(of, Row) else of if isinstance(of, (Many, Unknown)) else builtins.tuple(of)


def list_(of: Any = ()) -> Any:
    if isinstance(of, Many):
        return of.part(of.size)
    return of.row if isinstance(of, Row) else of if isinstance(of, Unknown) else builtins.list(of)


def range_(*ends: Any) -> Any:
    if not any(isinstance(end, (SymAmount, Unknown)) for end in ends):
        return builtins.range(*ends)
    start, stop = (0, ends[0]) if len(ends) == 1 else ends[:2]
    if len(ends) > 2 or isinstance(start, Unknown) or isinstance(stop, Unknown):
        raise NotSymbolic("counts to a number that is not known")
    context = current()

    def number() -> Any:
        found = context.amount("a number")
        context.path.assume(found >= start)
        context.path.assume(found <= stop - 1)
        return found

    return Many(context, context.greater(stop - start, 0), number)


def any_(of: Any) -> Any:
    if isinstance(of, Unknown):
        of = of.context.things_of(of)
    if isinstance(of, Many):
        return any_of_many(of, True)
    return builtins.any(of)


def any_of_many(of: Many, wanted: bool) -> bool:
    """Whether some truth of a sequence is the wanted one; then there is a card of which it is."""
    source, truths = of.truths or (0, [(True, frozenset()), (False, frozenset())])
    if not of or not any(truth is wanted for truth, _ in truths):
        return False
    if all(truth is wanted for truth, _ in truths):
        return True
    if not of.asked("any", wanted):
        return False
    ways: list[Any] = [told for truth, told in truths if truth is wanted]
    if builtins.len(ways) == 1:
        of.context.some.append((source, ways[0]))
    return True


def all_(of: Any) -> Any:
    if isinstance(of, Unknown):
        of = of.context.things_of(of)
    if isinstance(of, Many):
        return not any_of_many(of, False)
    return builtins.all(of)


def sum_(of: Any, start: Any = 0) -> Any:
    if isinstance(of, Unknown):
        of = of.context.things_of(of)
    if isinstance(of, Many):
        return of.context.answer(("sum", of.id), lambda: of.context.amount("a sum"))
    return builtins.sum(of, start)


def _extreme(word: str, given: Any, named: Any) -> Any:
    things = given[0] if builtins.len(given) == 1 else given
    context = current()
    if isinstance(things, Unknown):
        things = context.things_of(things)
    if isinstance(things, Many):
        context.oblige(things.size >= 1, Broken.RAISED, f"{word} of nothing")
        return things.generic()
    if named or not any(isinstance(each, SymAmount) for each in things):
        if any(isinstance(each, Unknown) for each in things):
            return Unknown(context, word)
        return getattr(builtins, word)(*given, **named)
    found = things[0]
    for each in things[1:]:
        found = context.lesser(found, each) if word == "min" else context.greater(found, each)
    return found


def min_(*given: Any, **named: Any) -> Any:
    return _extreme("min", given, named)


def max_(*given: Any, **named: Any) -> Any:
    return _extreme("max", given, named)


def sorted_(of: Any, **named: Any) -> Any:
    if isinstance(of, Unknown):
        return of
    return of.part(of.size) if isinstance(of, Many) else builtins.sorted(of, **named)


def reversed_(of: Any) -> Any:
    return sorted_(of) if isinstance(of, (Many, Unknown)) else builtins.reversed(of)


def zip_(*given: Any, strict: bool = False) -> Any:
    if not any(isinstance(each, (Many, Unknown)) for each in given):
        return builtins.zip(*given, strict=strict)
    context = current()
    parts = [context.things_of(each) if isinstance(each, Unknown) else each for each in given]
    sizes = [len_(each) for each in parts]
    if strict:
        for size in sizes[1:]:
            context.oblige(size == sizes[0], Broken.RAISED, "sequences of different length are walked together")
    parts = [each if isinstance(each, Many) else context.joined([each]) for each in parts]
    return Many(context, sizes[0], lambda: builtins.tuple([each.generic() for each in parts]))


def enumerate_(of: Any, start: int = 0) -> Any:
    if not isinstance(of, (Many, Unknown)):
        return builtins.enumerate(of, start)
    of = of.context.things_of(of) if isinstance(of, Unknown) else of
    return Many(of.context, of.size, lambda: (of.context.amount("a place", start), of.generic()))


def dict_(of: Any = ()) -> Any:
    if isinstance(of, Many):
        found = Words()
        found.context = of.context
        pairs = of.context.locally(of.generic, lambda pair: of.context.describe(pair[1]))
        found.values_of_any = of.context.any_of(sorted(set(pairs), key=repr)) if pairs else None
        return found
    return Words(of)


def from_keys(of: Any, value: Any = None) -> Any:
    return of if isinstance(of, (Many, Unknown)) else builtins.dict.fromkeys(of, value)


def set_(of: Any = ()) -> Any:
    return of if isinstance(of, (Many, Unknown)) else builtins.set(of)


def divmod_(one: Any, other: Any) -> Any:
    if not isinstance(one, SymAmount) or not builtins.isinstance(other, int):
        return builtins.divmod(one, other)
    context = current()
    context.oblige(other != 0, Broken.RAISED, "divided by nothing")
    share, rest = context.amount("a share"), context.amount("a rest", 0, abs(other) - 1)
    context.path.assume(one == share * other + rest)
    return share, rest


def function(rule: Any) -> Any:
    """A function of a game's modules: what it gives of things that are not known is found once for all."""

    @wraps(rule)
    def found(*given: Any, **named: Any) -> Any:
        context = present()
        if context is None or not any(_open(each) for each in (*given, *named.values())):
            return rule(*given, **named)
        return context.shared.engine.of_cards(f"{rule.__module__}.{rule.__name__}", rule, context, given, named)

    return found


def _open(value: Any) -> bool:
    if builtins.isinstance(value, (tuple, list)):
        return builtins.any(_open(each) for each in value)
    return builtins.isinstance(value, (Thing, SymAmount, SymTruth))


def bool_(of: Any = False) -> Any:
    return of if isinstance(of, SymTruth) else builtins.bool(of)


class Type:
    """One of Python's types, in the place of which a function makes things."""

    def __init__(self, kind: Any, make: Any) -> None:
        self.kind, self.make = kind, make
        self.fromkeys = from_keys

    def __call__(self, *given: Any) -> Any:
        return self.make(*given)

    def __getitem__(self, of: Any) -> Any:
        return self.kind[of]


TUPLE, LIST, DICT, SET = Type(tuple, tuple_), Type(list, list_), Type(dict, dict_), Type(set, set_)


def isinstance_(of: Any, kinds: Any) -> bool:
    if isinstance(of, OneOfThese):
        of = of.settled
    every = kinds if builtins.isinstance(kinds, tuple) else (kinds,)
    return any(
        builtins.isinstance(of, (each.kind, Many) if isinstance(each, Type) and each.kind in (tuple, list) else
                            each.kind if isinstance(each, Type) else each)
        for each in every
    )  # fmt: skip


BUILTINS: dict[str, Any] = {
    "len": len_, "tuple": TUPLE, "list": LIST, "range": range_, "any": any_, "all": all_, "sum": sum_, "min": min_,
    "max": max_, "sorted": sorted_, "reversed": reversed_, "zip": zip_, "enumerate": enumerate_, "dict": DICT,
    "set": SET, "bool": bool_, "divmod": divmod_, "isinstance": isinstance_,
    "_is_": is_, "_is_not_": is_not, "_in_": in_, "_not_in_": not_in, "_item_": item, "_slice_": slice,
    "_unpack_": unpack, "_display_": display, "_star_": star, "_loop_": loop, "_while_": While, "_walk_": walk,
    "_flat_": flat, "_dict_": dict_, "_set_": set_,
}  # fmt: skip
