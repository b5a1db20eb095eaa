"""Python's own functions, as rule text is given them: of known things they say just what Python says."""

from __future__ import annotations

import builtins
from functools import wraps
from typing import Any

from referee.kernel.errors import Broken
from referee.kernel.events import Event
from referee.kernel.places import Laid, Row
from referee.verify.prove.effects.cards import Many, SomeCard
from referee.verify.prove.effects.context import current, present
from referee.verify.prove.effects.dictionaries import Words
from referee.verify.prove.effects.events import SomeEvent
from referee.verify.prove.effects.unknown import OneOfThese, Thing, Unknown
from referee.verify.prove.paths import NotSymbolic
from referee.verify.prove.terms import SymAmount, SymTruth


def refuse(what: str) -> Any:
    raise NotSymbolic(what)


def things(of: Any) -> Any:
    """The things that are walked; something unknown has any number of things of which nothing is known."""
    return of.context.things_of(of) if isinstance(of, Unknown) else of


def len_(of: Any) -> Any:
    if isinstance(of, Many):
        return of.size
    if isinstance(of, Unknown):
        return of.context.answer(("len", of.id), lambda: of.context.amount("how many", 0))
    return len_(of.row) if isinstance(of, Row) else builtins.len(of)


def tuple_(of: Any = ()) -> Any:
    if isinstance(of, (Row, Many)):
        cards: Any = of.row if isinstance(of, Row) else of
        return cards.again()
    return of.context.things_of(of).again() if isinstance(of, Unknown) else builtins.tuple(of)


def list_(of: Any = ()) -> Any:
    return tuple_(of) if isinstance(of, (Row, Many, Unknown)) else builtins.list(of)


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
    of = things(of)
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
    of = things(of)
    if isinstance(of, Many):
        return not any_of_many(of, False)
    return builtins.all(of)


def sum_(of: Any, start: Any = 0) -> Any:
    of = things(of)
    if isinstance(of, Many):
        return of.context.answer(("sum", of.id), lambda: of.context.amount("a sum")) + start
    return builtins.sum(of, start)


def _extreme(word: str, args: Any, named: Any) -> Any:
    context = current()
    of = things(args[0] if builtins.len(args) == 1 else args)
    if isinstance(of, Many):
        context.oblige(of.size >= 1, Broken.RAISED, f"{word} of nothing")
        return of.generic()
    if named or not any(isinstance(each, SymAmount) for each in of):
        if any(isinstance(each, Unknown) for each in of):
            return Unknown(context, word)
        return getattr(builtins, word)(*args, **named)
    found = of[0]
    for each in of[1:]:
        found = context.lesser(found, each) if word == "min" else context.greater(found, each)
    return found


def min_(*given: Any, **named: Any) -> Any:
    return _extreme("min", given, named)


def max_(*given: Any, **named: Any) -> Any:
    return _extreme("max", given, named)


def sorted_(of: Any, **named: Any) -> Any:
    of = things(of)
    return of.part(of.size) if isinstance(of, Many) else builtins.sorted(of, **named)


def reversed_(of: Any) -> Any:
    return sorted_(of) if isinstance(of, (Many, Unknown)) else builtins.reversed(of)


def zip_(*given: Any, strict: bool = False) -> Any:
    if not any(isinstance(each, (Many, Unknown)) for each in given):
        return builtins.zip(*given, strict=strict)
    context = current()
    parts = [things(each) for each in given]
    sizes = [len_(each) for each in parts]
    if strict:
        for size in sizes[1:]:
            context.oblige(size == sizes[0], Broken.RAISED, "sequences of different length are walked together")
    parts = [each if isinstance(each, Many) else context.joined([each]) for each in parts]
    size = sizes[0]
    for each in sizes[1:]:
        size = size if strict else context.lesser(size, each)
    once = builtins.all(each.once for each in parts)
    return Many(context, size, lambda: builtins.tuple([each.generic() for each in parts]), once=once)


def enumerate_(of: Any, start: int = 0) -> Any:
    if not isinstance(of, (Many, Unknown)):
        return builtins.enumerate(of, start)
    of = things(of)
    if not isinstance(start, int):
        raise NotSymbolic("counts from a number that is not known")
    return Many(of.context, of.size, lambda: (of.context.amount("a place", start), of.generic()), once=of.once)


def dict_(of: Any = ()) -> Any:
    if isinstance(of, Many):
        pairs = of.context.locally(of.generic, lambda pair: of.context.describe(pair[1]))
        return of.context.made(("words", *sorted(set(pairs), key=repr)))
    if isinstance(of, Unknown):
        return Unknown(of.context, "words")
    return of.again() if isinstance(of, Words) else Words(of)


def from_keys(of: Any, value: Any = None) -> Any:
    return each_once(of) if isinstance(of, (Many, Unknown)) else builtins.dict.fromkeys(of, value)


def set_(of: Any = ()) -> Any:
    return each_once(of) if isinstance(of, (Many, Unknown)) else builtins.set(of)


def each_once(of: Any) -> Any:
    """The things without those that are equal to an earlier one."""
    if isinstance(of, Unknown):
        return Unknown(of.context, "each once")
    if of.once and of.is_of_cards:
        return of.again()
    context = of.context
    found = of.part(context.amount("each once", 0, of.size))
    context.path.assume(context.algebra.either(found.size >= 1, of.size == 0))
    return found


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
        if context is None or not any(any_open(each) for each in (*given, *named.values())):
            return rule(*given, **named)
        return context.shared.engine.of_cards(f"{rule.__module__}.{rule.__name__}", rule, context, given, named)

    return found


def any_open(value: Any) -> bool:
    if builtins.isinstance(value, (tuple, list)):
        return builtins.any(any_open(each) for each in value)
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

    def __getattr__(self, name: str) -> Any:
        return getattr(self.kind, name)

    def __or__(self, other: Any) -> Any:
        return self.kind | (other.kind if isinstance(other, Type) else other)

    def __eq__(self, other: object) -> bool:
        return self.kind is (other.kind if isinstance(other, Type) else other)

    def __hash__(self) -> int:
        return hash(self.kind)


TUPLE, LIST, DICT, SET = Type(tuple, tuple_), Type(list, list_), Type(dict, dict_), Type(set, set_)


def isinstance_(of: Any, kinds: Any) -> bool:
    if isinstance(of, OneOfThese):
        of = of.settled
    every = kinds if builtins.isinstance(kinds, tuple) else (kinds,)
    plain = [each.kind if isinstance(each, Type) else each for each in every]
    if isinstance(of, Unknown):
        return of.asked("of a kind", *[getattr(each, "__name__", repr(each)) for each in plain])
    if isinstance(of, (SomeCard, SymAmount, SymTruth, SomeEvent)):
        stands_for = {SomeCard: Laid, SymAmount: int, SymTruth: bool, SomeEvent: Event}[type(of)]
        return any(issubclass(stands_for, each) for each in plain)
    if isinstance(of, Many):
        return any(each in (tuple, list) for each in plain) and of.asked(
            "of a kind", *[each.__name__ for each in plain]
        )
    return any(builtins.isinstance(of, each) for each in plain)


def written(of: Any) -> Any:
    """The parts of a text."""
    return of.settled if isinstance(of, OneOfThese) else of if not isinstance(of, Thing | SymAmount) else text_(of)


def text_(of: Any = "") -> Any:
    if isinstance(of, (Thing, SymAmount, SymTruth)):
        raise NotSymbolic("writes what is not known")
    return builtins.str(of)


def int_(of: Any = 0) -> Any:
    if isinstance(of, Unknown):
        return of.context.amount("a number")
    return of if isinstance(of, SymAmount) else builtins.int(of)


def type_(of: Any, *more: Any) -> Any:
    if isinstance(of, (Thing, SymAmount, SymTruth)):
        raise NotSymbolic("asks of what type something is")
    return builtins.type(of, *more)


def getattr_(of: Any, name: str, *otherwise: Any) -> Any:
    if isinstance(of, Thing):
        raise NotSymbolic("asks for a part by its name")
    return builtins.getattr(of, name, *otherwise)


def hasattr_(of: Any, name: str) -> bool:
    return getattr_(of, name, refuse) is not refuse


TEXT, NUMBER, TYPE = Type(str, text_), Type(int, int_), Type(type, type_)

FUNCTIONS: dict[str, Any] = {
    "len": len_, "tuple": TUPLE, "list": LIST, "range": range_, "any": any_, "all": all_, "sum": sum_, "min": min_,
    "max": max_, "sorted": sorted_, "reversed": reversed_, "zip": zip_, "enumerate": enumerate_, "dict": DICT,
    "set": SET, "bool": bool_, "divmod": divmod_, "isinstance": isinstance_, "str": TEXT, "int": NUMBER, "type": TYPE,
    "getattr": getattr_, "hasattr": hasattr_,
}  # fmt: skip
