"""What rule text is given in the place of Python's own words; of known things they say just what Python says."""

from __future__ import annotations

import builtins
from functools import partial, wraps
from types import ModuleType
from typing import Any

import referee.kernel
from referee.kernel.errors import Broken
from referee.kernel.places import Place, Row
from referee.kernel.rows import OneOfRow, SomeOfRow
from referee.kernel.spaces import OneOf
from referee.verify.prove.effects.context import Context, Loop, Plain, While, current, present
from referee.verify.prove.effects.unknown import (
    CardNumber,
    Each,
    Many,
    OneOfThese,
    Record,
    SomeCard,
    Thing,
    Unknown,
    Words,
    key_of,
    known_to_be,
)
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


# -- comprehensions -------------------------------------------------------------------------------------------


def walk(each: Any, walked: Any, site: Any, parts: int) -> Any:
    """``[… for … in walked if …]``, of any one thing where their number is not known."""
    if isinstance(walked, Row):
        walked = walked.row
    if isinstance(walked, Unknown):
        walked = walked.context.things_of(walked, parts)
    if isinstance(walked, SomeOfCards) and isinstance(walked.among, Many):
        walked = every_choice(walked)
    if isinstance(walked, Many):
        if isinstance(walked.size, int) and walked.size == 0:
            return []
        context = walked.context
        key = _known_key(each, walked, site, context)
        return _walked(each, walked) if key is None else context.answer(key, lambda: _walked(each, walked))
    things = walked if isinstance(walked, (tuple, list)) else list(walked)
    here = present()
    if here is not None and things and all(isinstance(thing, str) for thing in things):
        key = _known_key(each, tuple(things), site, here)
        return here.answer(key or object(), lambda: _over_words(here, each, list(things)))
    return each(things)


def every_choice(space: Any) -> Many:
    """All answers of a space, one after the other."""
    some: Many = space.among
    context: Context = some.context
    number = context.amount("how many choices", 0)
    there: Any = (space.least <= space.most) & (space.least <= some.size)
    context.path.assume(context.algebra.either(number >= 1, context.algebra.negate(there)))

    def choice() -> Many:
        size = context.amount("chosen", 0)
        context.path.assume(size >= space.least)
        context.path.assume(size <= space.most)
        return some.part(size)

    return Many(context, number, choice)


def _known_key(each: Any, walked: Any, site: Any, context: Context) -> Any:
    cells = each.__closure__ or ()
    held = tuple([key_of(cell.cell_contents) for cell in cells])
    return ("walk", site, each.__code__, key_of(walked), held, context.version)


def _over_words(context: Context, each: Any, words: list[str]) -> Any:
    """Words are known, and what is found by them may be cards of unknown number: all of it is one sequence."""
    parts: list[Any] = []
    for word in words:
        found = context.locally(partial(each, [word]), partial(_kept, context))
        flat = [value for some in found for value in some]
        if len(found) == 1 and all(kind == "is" for kind, _ in flat):
            parts.append([value for _, value in flat])
        elif all(kind == "is" for kind, _ in flat):
            return each(words)  # nothing of cards: the path decides
        else:
            parts.append(_together(context, found))
    if all(isinstance(part, list) for part in parts):
        return [value for part in parts for value in part]
    return context.joined(parts)


def _kept(context: Context, some: Any) -> list[tuple[str, Any]]:
    """What one way found, in words that outlast it."""
    found: list[tuple[str, Any]] = []
    for value in some:
        if isinstance(value, Many):
            found.append(("many", context.describe(value)))
        elif isinstance(value, Thing):
            found.append(("thing", context.describe(value)))
        else:
            found.append(("is", value))
    return found


def _together(context: Context, ways: list[list[tuple[str, Any]]]) -> Many:
    """Any of several sequences."""
    described = {value if kind != "is" else context.describe(value) for some in ways for kind, value in some}
    return context.many_of(None, ("things", *sorted(described, key=repr)))


def _walked(each: Any, walked: Many) -> Any:
    context = walked.context
    sources: list[int] = []

    def run() -> Any:
        one = walked.generic()
        return one, each([one])

    def see(both: Any) -> Any:
        _, some = both
        if isinstance(some, Many):
            return ("many", context.describe(some))
        seen: list[Any] = []
        for value in some:
            if isinstance(value, SomeCard) and value.of:
                sources.append(value.of)
                differs = context.differs.get(value.id, frozenset())
                seen.append(("same", value.of, context.where(value), differs, context.told(value)))
            elif isinstance(value, CardNumber):
                seen.append(("number", value.card.of, None, None))
            elif isinstance(value, bool):
                seen.append(("truth", value, None, None, context.told(both[0]) if walked.is_of_cards else frozenset()))
            else:
                # ``marks and …`` gives the marks where there are none
                decided = context.answers[-1].get(("asked", (value.id, "true"))) if isinstance(value, Unknown) else None
                told = context.told(both[0]) if walked.is_of_cards else frozenset()
                truth = None if decided is None else ("truth", decided, None, None, told)
                seen.append(("other", context.describe(value), truth, None))
        return seen

    ways: list[Any] = context.locally(run, see)
    if any(one[0] == "truth" for way in ways if isinstance(way, list) for one in way):
        ways = [
            [one[2] if one[0] == "other" and one[2] else one for one in way] for way in ways if isinstance(way, list)
        ]
    lists = [way for way in ways if isinstance(way, list)]
    lengths = {len(way) for way in lists}
    flat = [one for way in lists for one in way]
    if len(lists) < len(ways):
        inner = {way[1] for way in ways if isinstance(way, tuple)} | {_loose(one) for one in flat}
        return Many(context, walked.size, lambda: context.any_of(sorted(inner, key=repr)), once=False)
    if not flat:
        return []
    size = walked.size if lengths == {1} else context.amount("how many", 0, walked.size if lengths <= {0, 1} else 10**9)
    if all(one[0] == "same" for one in flat) and len({one[1] for one in flat}) == 1 and lengths <= {0, 1}:
        if lengths == {1} and flat[0][1] == walked.id:
            return walked
        known = [one[3] for one in flat]
        found = Many(context, size, of=walked.of if walked.is_of_cards else 0, once=walked.once)
        found.told = frozenset.intersection(*[one[4] for one in flat])
        if any(one[4] <= told for one in flat for of, told in context.some if of == walked.id):
            context.path.assume(size >= 1)
        context.differs[found.id] = frozenset.intersection(*known)
        rows = {one[2] for one in flat}
        if len(rows) == 1 and None not in rows:
            context.facts[found.id] = next(iter(rows))
        return found
    if all(one[0] == "number" for one in flat) and lengths <= {0, 1}:
        found = Many(context, size, lambda: SomeCard(context).number, once=False)
        context.shared_numbers[found.of] = flat[0][1] if lengths == {1} else 0
        return found
    if all(one[0] == "truth" for one in flat):
        truths = sorted({one[1] for one in flat})
        found = Many(context, size, lambda: truths[context.fork(len(truths))], once=False)
        found.truths = (walked.id, [(one[1], one[4]) for one in flat])
        return found
    inner = {_loose(one) for one in flat}
    places = context.table.places
    of_many = [one[1][1] for one in flat if one[0] == "other" and one[1][0] == "many"]
    rows = {one[2] for one in flat if one[0] == "same"} | {None if each is None else places[each] for each in of_many}
    rows |= {None for one in flat if one[0] != "same" and one[1][0] != "many"}
    found = Many(context, size, lambda: context.any_of(sorted(inner, key=repr)), once=False)
    if inner == {("card", None)}:
        found = Many(context, size, once=False)
    if len(rows) == 1 and None not in rows:
        context.facts[found.id] = next(iter(rows))
    return found


def _loose(one: Any) -> Any:
    if one[0] == "truth":
        return ("truth",)
    return ("card", None) if one[0] == "same" else ("number",) if one[0] == "number" else one[1]


def flat(parts: Any) -> Any:
    """``[… for … in … for … in …]``"""
    if isinstance(parts, Many):
        context = parts.context
        inner = set(context.locally(parts.generic, context.describe))
        if not inner:
            return []
        return context.one_like(
            {(*one[:3], False, one[4], 0) for one in inner if one[0] == "many"}
            or {("many", "none", ("things",), True, frozenset(), 0)}
        )
    if any(isinstance(part, Many) for part in parts):
        return current().joined(list(parts))
    return [value for part in parts for value in part]


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


# -- the kernel's words for answers ---------------------------------------------------------------------------


class OneOfSome(OneOf[Any]):
    """``OneOf``, also of options of unknown number."""

    __slots__ = ()

    def __init__(self, options: Any) -> None:
        self.options: Any = options if isinstance(options, Many) else builtins.tuple(options)


class OneOfCards(OneOfRow):
    """``OneOfRow``, also of cards of unknown number."""

    __slots__ = ()

    def __init__(self, row: Row, among: Any) -> None:
        self.row = row
        self.among = among if isinstance(among, (Many, Unknown)) else builtins.tuple(among)  # type: ignore[assignment]


class SomeOfCards(SomeOfRow):
    """``SomeOfRow``, also of cards of unknown number."""

    __slots__ = ()

    def __init__(self, row: Row, among: Any, least: Any, most: Any) -> None:
        self.row, self.least, self.most = row, least, most
        self.among = among if isinstance(among, (Many, Unknown)) else builtins.tuple(among)  # type: ignore[assignment]

    def __iter__(self) -> Any:
        raise NotSymbolic("tries every choice of some cards of a row of unknown length")


REPLACED = {OneOf: OneOfSome, OneOfRow: OneOfCards, SomeOfRow: SomeOfCards}


class _Replaced(ModuleType):
    def __init__(self, module: ModuleType) -> None:
        super().__init__(module.__name__)
        for name, value in vars(module).items():
            if not name.startswith("__"):
                setattr(self, name, REPLACED.get(value, value) if isinstance(value, type) else value)


_kernel = _Replaced(referee.kernel)


def replaced(module: Any) -> Any:
    """The kernel, with spaces of answers that may be unknown."""
    return _kernel if module is referee.kernel else module
