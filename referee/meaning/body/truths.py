"""What Python takes for true, and which of several things a value is."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from typing import Any

from referee.kernel.places import Laid, Place
from referee.kernel.players import Player
from referee.meaning.body.reader import MOST_UNROLLED, Reader
from referee.meaning.program import Expr
from referee.meaning.types import (
    EITHER,
    INT,
    LAID,
    NEVER,
    NONE,
    NONE_TYPE,
    OUTCOME,
    PLAYER,
    TRUTH,
    WIDE,
    Atoms,
    Map,
    Maybe,
    Members,
    Places,
    Record,
    Seq,
    Thing,
    Type,
    Union,
    join_all,
    kinds_of,
)
from referee.meaning.values import Entries, Indexed, Known, Lazy, Made, Once, Run, Value, identity, is_typed_tuple


class Truths(Reader):
    """Truths, and alternatives."""

    def truth(self, value: Value) -> Value:
        """Whether Python takes a value for true."""
        value = self.of_keys(value)
        for name in ("__bool__", "__len__"):
            own = self.special(value, name)
            if own is not None:
                return self.truth(self.call(Known(own), [value], {}, None))
        if isinstance(value, Known):
            if isinstance(value.thing, Place):
                return Known(True)
            return Known(bool(self.operated(value.thing)))
        if isinstance(value, Entries):
            return self.any_there(value)
        if isinstance(value, Made):
            return Known(
                bool(value.names) if value.maker in (tuple, list, set) or is_typed_tuple(value.maker) else True
            )
        if isinstance(value, Indexed):
            return Run(Expr(TRUTH, "more", (value.length(), Expr(INT, "const", (), 0))))
        if isinstance(value, (Lazy, Once)):
            return Known(True)
        assert isinstance(value, Run)
        kind = value.expr.type
        if kind is TRUTH:
            return value
        if kind in (PLAYER, LAID, OUTCOME) or isinstance(kind, (Thing, Places)):
            return Known(True)
        if isinstance(kind, Record):
            is_tuple = kind.maker is tuple or is_typed_tuple(kind.maker)
            return Known(bool(kind.names) if is_tuple else True)
        if isinstance(kind, Atoms):
            self.not_told_only(value, None)
            yes = frozenset([each for each in kind.numbers if bool(self.tr.atoms[each])])
            if yes == kind.numbers or not yes:
                return Known(bool(yes))
            return Run(Expr(TRUTH, "is one of", (value.expr,), tuple(sorted(yes))))
        if isinstance(kind, Maybe):
            inner = Run(Expr(kind.of, "sure", (value.expr,)))
            if self.special(inner, "__bool__") or self.special(inner, "__len__"):
                return self.by_alternative(value, self.truth)
            there = Expr(TRUTH, "there", (value.expr,))
            truth = self.truth(inner)
            if isinstance(truth, Known):
                return Run(there) if truth.thing else truth
            assert isinstance(truth, Run)
            return Run(Expr(TRUTH, "and then", (there, truth.expr)))
        if isinstance(kind, Union):
            return self.by_alternative(value, self.truth)
        return Run(Expr(TRUTH, "truth", (value.expr,)))

    def has_own_truth(self, value: Value) -> bool:
        """Whether a class says whether a value is true, or one of several that it may be."""
        return any(self.special(value, name) or self.is_one_of(value, name) for name in ("__bool__", "__len__"))

    def any_there(self, value: Entries) -> Value:
        found: Value = Known(False)
        for entry in value.entries:
            found = self.logic("or", found, entry.there)
        return found

    def logic(self, word: str, one: Value, other: Value) -> Value:
        """Both or either of two truths, which are both known by now."""
        for this, that in ((one, other), (other, one)):
            if isinstance(this, Known):
                return that if bool(this.thing) == (word == "and") else Known(word == "or")
        assert isinstance(one, Run)
        assert isinstance(other, Run)
        return Run(Expr(TRUTH, f"both.{word}", (one.expr, other.expr)))

    def negated(self, truth: Value) -> Value:
        truth = self.truth(truth)
        if isinstance(truth, Known):
            return Known(not truth.thing)
        assert isinstance(truth, Run)
        return Run(Expr(TRUTH, "not", (truth.expr,)))

    def without_none(self, value: Run) -> Value:
        kind = value.expr.type
        if isinstance(kind, Maybe):
            return self.let(Expr(kind.of, "sure", (value.expr,)))
        if isinstance(kind, Atoms) and NONE in kind.numbers:
            return Run(Expr(Atoms(kind.numbers - {NONE}), "convert", (value.expr,)))
        if isinstance(kind, Union) and NONE_TYPE in kind.of:
            return self.only_of(value, [each for each in kind.of if each != NONE_TYPE])
        return value

    def only_of(self, value: Run, kinds: list[Type]) -> Value:
        kind = value.expr.type
        assert isinstance(kind, Union)
        if len(kinds) == 1:
            return self.let(Expr(kinds[0], "project", (value.expr,), kind.of.index(kinds[0])))
        return self.let(Expr(join_all(kinds), "convert", (value.expr,)))

    def narrowed(self, value: Run, thing: Any, positive: bool) -> Value:
        """A value that is, or is not, a thing that is known."""
        kind = value.expr.type
        if thing is None and not positive:
            return self.without_none(value)
        if thing is None and isinstance(kind, (Maybe, Union)):
            return Known(None)
        if isinstance(kind, Atoms):
            number = self.tr.atom(thing)
            if positive and number in kind.numbers:
                return Known(thing)
            if not positive and kind.numbers - {number}:
                left = kind.numbers - {number}
                if len(left) == 1:
                    return Known(self.tr.atoms[next(iter(left))])
                return Run(Expr(Atoms(left), "convert", (value.expr,)))
        if isinstance(kind, Union):
            of_atoms = [each for each in kind.of if isinstance(each, Atoms)]
            number = self.tr.atom(thing) if not isinstance(thing, (int, Fraction, tuple)) else -1
            for each in of_atoms:
                if number in each.numbers:
                    if positive:
                        return Known(thing)
                    if each.numbers == {number}:
                        return self.only_of(value, [one for one in kind.of if one != each])
        if isinstance(kind, Places) and positive and isinstance(thing, Place):
            return Known(thing)
        return value

    def narrow_answer(self, arm: str, left: Value) -> None:
        """What goes with an arm of a choice, where it is known which arm that may be: one of what is left."""
        names, by_arm = self.answers_of[arm]
        kind = self.type_of(left)
        if not isinstance(kind, Atoms):
            return
        allowed = join_all([of for each, of in by_arm.items() if each in kind.numbers])
        for key, value in list(self.env.items()):
            if isinstance(value, Run) and value.expr.op == "local" and value.expr.about in names:
                own = value.expr.type
                if allowed is NEVER or allowed == own:
                    continue
                if allowed == NONE_TYPE:
                    self.env[key] = Known(None)
                    continue
                fitting = self.env[key] = self.let(self.converted(value.expr, allowed))
                names.add(fitting.expr.about)

    def of_class(self, value: Run, kinds: Value, held: bool) -> Value:
        """A value of which ``isinstance`` holds, or does not."""
        kind = value.expr.type
        if isinstance(kind, Places) and isinstance(kinds, Known):
            fitting = [n for n in kind.numbers if isinstance(self.tr.table.places[n], kinds.thing) is held]
            if len(fitting) == 1:
                return Known(self.tr.table.places[fitting[0]])
            return Run(Expr(Places(frozenset(fitting)), "convert", (value.expr,))) if fitting else value
        if not isinstance(kind, (Union, Maybe)):
            return value
        own = list(kind.of) if isinstance(kind, Union) else [NONE_TYPE, kind.of]
        alike = [each for each in own if self.is_of(each, kinds) is held]
        if not alike or len(alike) == len(own):
            return value
        if isinstance(kind, Maybe):
            return self.without_none(value) if alike == [kind.of] else Known(None)
        return self.only_of(value, alike) if alike != [NONE_TYPE] else Known(None)

    def is_of(self, kind: Type, classes: Value) -> bool | None:
        """Whether values of a type are of these classes; None: some are and some are not."""
        if isinstance(classes, Made):
            found = [self.is_of(kind, each) for each in classes.values]
            return True if True in found else None if None in found else False
        assert isinstance(classes, Known)
        thing = classes.thing
        if isinstance(kind, (Map, Seq)):
            own = kinds_of(kind, self.tr.deques)
            both = {issubclass(each, thing) for each in own}
            if len(both) == 1:
                return both.pop()
            if isinstance(kind, Seq) and kind.kind == EITHER:
                return None
            raise self.refuse(None, f"asking whether a {own[0].__name__} is of a kind of its own", "a truth beside it")
        if isinstance(thing, tuple):
            return self.is_of(kind, Made(tuple, (), tuple([Known(each) for each in thing])))
        match kind:
            case Atoms(numbers):
                some = {isinstance(self.tr.atoms[each], thing) for each in numbers}
                return some.pop() if len(some) == 1 else None
            case Record(maker, _, _):
                return isinstance(maker, type) and issubclass(maker, thing)
            case Thing(maker):
                return issubclass(maker, thing)
            case Places(numbers):
                some = {isinstance(self.tr.table.places[each], thing) for each in numbers}
                return some.pop() if len(some) == 1 else None
            case Members(_, of):
                return issubclass(of, thing)
        if kind in (INT, WIDE) and issubclass(thing, Enum):
            what = f"asking whether a number that may be no member is a {thing.__name__}"
            raise self.refuse(None, what, "members on every way, or a truth beside it")
        made = {
            "truth": bool,
            "int": int,
            "wide": int,
            "pile": int,
            "player": Player,
            "laid": Laid,
            "fraction": Fraction,
        }
        word = kind.word  # type: ignore[attr-defined]
        return issubclass(made[word], thing)

    def by_alternative(self, value: Run, what: Callable[[Value], Value]) -> Value:
        """What is done with a value of one of several types, for each of them."""
        kind = value.expr.type
        assert isinstance(kind, (Union, Maybe))
        if isinstance(kind, Maybe):
            there = Run(Expr(TRUTH, "there", (value.expr,)))
            return self.either(
                there, lambda: what(self.let(Expr(kind.of, "sure", (value.expr,)))), lambda: what(Known(None))
            )
        kinds = list(kind.of)

        def at(number: int) -> Value:
            def this() -> Value:
                return what(self.plainest(Expr(kinds[number], "project", (value.expr,), number)))

            if number == len(kinds) - 1:
                return this()
            own = Expr(TRUTH, "is alternative", (value.expr,), number)
            return self.either(Run(own), this, lambda: at(number + 1))

        return at(0)

    def plainest(self, expr: Expr) -> Value:
        if expr.type == NONE_TYPE:
            return Known(None)
        return self.let(expr)

    def by_atom(self, value: Run, what: Callable[[Value], Value]) -> Value:
        """What is done with one of a few things, for each of them."""
        kind = value.expr.type
        if not isinstance(kind, Atoms):
            raise self.refuse(None, f"this with {kind!r}", "what is known before play, or one of a few such things")
        numbers = sorted(kind.numbers)
        if len(numbers) > 4 * MOST_UNROLLED:
            raise self.refuse(None, f"one of {len(numbers)} things that differ", "an if for each")

        def at(place: int) -> Value:
            def this() -> Value:
                return what(Known(self.tr.atoms[numbers[place]]))

            if place == len(numbers) - 1:
                return this()
            own = Expr(TRUTH, "is one of", (value.expr,), (numbers[place],))
            return self.either(Run(own), this, lambda: at(place + 1))

        return at(0)

    def of_each_atom(self, on: Run, what: Callable[[Any], Any]) -> Value:
        """What follows from one of a few things, by a table."""
        kind = on.expr.type
        assert isinstance(kind, Atoms)
        numbers = sorted(kind.numbers)
        try:
            things = [what(self.tr.atoms[each]) for each in numbers]
        except Exception:
            return self.by_atom(on, lambda each: self.of_known(each, what))
        if all(identity(each) == identity(things[0]) for each in things[1:]):
            return Known(things[0])
        own = join_all([self.tr.type_of_known(each) for each in things])
        if isinstance(own, Union):
            return self.by_atom(on, lambda each: self.of_known(each, what))
        consts = [self.constant(each, own) for each in things]
        return self.plain_item(Expr(own, "by atom", (on.expr, *consts), tuple(numbers)))

    def of_known(self, value: Value, what: Callable[[Any], Any]) -> Value:
        assert isinstance(value, Known)
        try:
            return Known(what(value.thing))
        except Exception as error:
            return self.broke(error, None)
