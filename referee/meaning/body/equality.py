"""What is equal to what."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from numbers import Number
from typing import Any

from referee.meaning import library
from referee.meaning.authors import is_author
from referee.meaning.body.answering import is_no_answer
from referee.meaning.body.reader import INSTEAD_OF_TEXT, Reader
from referee.meaning.likeness import holds_set
from referee.meaning.program import Expr
from referee.meaning.texts import KERNEL
from referee.meaning.types import (
    EITHER,
    FRACTION,
    INT,
    LAID,
    NONE,
    NONE_TYPE,
    NUMBERS,
    PILE,
    PLAYER,
    TRUTH,
    WIDE,
    Atoms,
    Map,
    Maybe,
    Members,
    Record,
    Seq,
    Thing,
    Type,
    Union,
    is_counter,
    join,
    reckoned,
    within,
)
from referee.meaning.values import (
    Entries,
    Known,
    Made,
    Run,
    Value,
    compared_fields,
    identity,
    is_typed_tuple,
    maker_key,
    only_told,
    tuple_of,
)

BY_VALUE = (INT, WIDE, FRACTION, PILE, LAID)
SAME: dict[type, Any] = {Seq: library.is_same_row, Map: library.is_same_map}
"""How sequences and dictionaries that hold sets are compared: one by one."""


class Equality(Reader):
    """``==``, and ``is``."""

    def equal(self, one: Value, other: Value, node: Any, identical: bool = False) -> Value:
        """Whether two values are the same to Python."""
        if not identical and self.in_play(one, other):
            again = lambda one, other: self.equal(one, other, node)  # noqa: E731
            said = self.by_classes(one, other, ("__eq__", "__eq__"), again, node)
            if said is not None:
                return self.equal(one, other, node, identical=True) if is_no_answer(said) else said
        if identical:
            self.look_at_identity(one, other, node)
        a, b = self.all_known(one, told=True), self.all_known(other, told=True)
        if any(each is not None and only_told(each[0]) for each in (a, b)):
            raise self.refuse(node, "comparing a text that is put together in play", INSTEAD_OF_TEXT)
        if not (isinstance(other, Known) and other.thing is None):
            self.not_told_only(one, node)
        if not (isinstance(one, Known) and one.thing is None):
            self.not_told_only(other, node)
        if a is not None and b is not None:
            if identical and (isinstance(a[0], Enum) or not isinstance(a[0], (int, str, tuple))):
                return Known(a[0] is b[0])
            return Known(bool(a[0] == b[0]) and (not identical or type(a[0]) is type(b[0])))
        if isinstance(one, Known) and not isinstance(other, Known):
            one, other = other, one
        if isinstance(one, (Made, Entries)) and isinstance(other, Known) and other.thing is None:
            return Known(False)
        if isinstance(one, Run):
            kind = one.expr.type
            if isinstance(other, Known) and other.thing is None:
                return self.is_none(one)
            whole = isinstance(other, Run) and isinstance(other.expr.type, (Maybe, Union))
            if isinstance(kind, Maybe) and (identical or not whole):
                there = Run(Expr(TRUTH, "there", (one.expr,)))
                sure = Run(Expr(kind.of, "sure", (one.expr,)))
                none = Known(None)
                return self.either(
                    there,
                    lambda: self.equal(sure, other, node, identical),
                    lambda: self.equal(none, other, node, identical) if whole else Known(False),
                )
            if isinstance(kind, Atoms) and not isinstance(other, Known) and not identical:
                own: Any = self.class_of(other)
                alike = self.tr.likeness.two_equal(kind, self.type_of(other))
                if alike or any(own is not None and type(self.tr.atoms[each]) is own for each in kind.numbers):
                    return self.by_atom(one, lambda each: self.equal(each, other, node))
            if isinstance(kind, Atoms) and isinstance(other, Known):
                number = self.tr.atom(other.thing) if self.is_atom(other.thing) else -1
                numbers = [
                    each for each in kind.numbers if each == number or self.equal_atoms(each, other.thing, identical)
                ]
                if not numbers:
                    return Known(False)
                return Run(Expr(TRUTH, "is one of", (one.expr,), tuple(sorted(numbers))))
            in_both = isinstance(other, Run) and isinstance(other.expr.type, Union)
            if isinstance(kind, Union) and (identical or not in_both):
                return self.by_alternative(one, lambda each: self.equal(each, other, node, identical))
            maker: Any = kind.maker if isinstance(kind, Thing) else None
            fields = compared_fields(maker)
            if fields is not None and not identical and maker.__eq__ is not object.__eq__:
                if self.class_of(other) is not maker:
                    return Known(False)
                return self.equal_fields(one, other, fields, node)
            if isinstance(kind, Thing) and isinstance(other, Run) and other.expr.type == kind:
                both = Expr(TRUTH, "equal", (one.expr, other.expr))
                return self.named_now(both) if identical else self.let(both)
        if isinstance(other, Run) and isinstance(other.expr.type, (Maybe, Union)) and not isinstance(one, Run):
            return self.equal(other, one, node, identical)
        if (
            isinstance(other, Run)
            and isinstance(other.expr.type, (Maybe, Union) if identical else Maybe)
            and isinstance(one, Run)
            and not isinstance(one.expr.type, (Maybe, Union))
        ):
            return self.equal(other, one, node, identical)
        counters = None if identical else self.as_counters(node, one, other)
        if counters is not None:
            return self.truth(self.call(Known(library.same_counts), counters, {}, node))
        if all(self.is_set(each) or (isinstance(each, Made) and each.maker is set) for each in (one, other)):
            return self.call(Known(library.is_same_set), [one, other], {}, node)
        one_known = isinstance(one, Known) is not isinstance(other, Known)
        if one_known and not identical and (fields := self.fields_of_both(one, other)) is not None:
            return self.equal_fields(one, other, fields, node)
        mine, theirs = self.taken_apart(one), self.taken_apart(other)
        if self.tuple_class(mine) is not self.tuple_class(theirs):
            mine, theirs = one, other = [self.unnamed(each) for each in (mine, theirs)]
        if isinstance(mine, Made) and isinstance(theirs, Made):
            if _word(mine.maker) != _word(theirs.maker) or len(mine.names) != len(theirs.names):
                return Known(False)
            found: Value = Known(True)
            fields = compared_fields(mine.maker)
            if fields is not None and mine.maker.__eq__ is object.__eq__:
                what = f"comparing a {mine.maker.__name__}, which has no '==',"
                raise self.refuse(node, what, "what tells two of them apart")
            for name, x, y in zip(mine.names, mine.values, theirs.values, strict=True):
                if fields is not None and name not in fields:
                    continue
                found = self.logic("and", self.truth(found), self.truth(self.equal(x, y, node)))
            return found
        kinds = [self.type_of(one), self.type_of(other)]
        words = {word for word in map(sequence_word, kinds) if word}
        if EITHER in words:
            self.tell_apart(node, *kinds)
        if len(words) > 1:
            return Known(False)
        if "set" in words and any(isinstance(each, (Atoms, Map)) or each in (*NUMBERS, PLAYER) for each in kinds):
            return Known(False)
        if words == {"set"}:
            return self.call(Known(library.is_same_set), [one, other], {}, node)
        numbers = [each in (*NUMBERS, PILE) for each in kinds]
        if self.beyond_all(one, other) is not None:
            return Known(False)
        self.tell_numbers(node, *kinds)
        if (
            numbers[0] != numbers[1]
            or (PLAYER in kinds and kinds[0] != kinds[1])
            or (LAID in kinds and kinds[0] != kinds[1])
        ):
            return Known(False)
        members = {self.kept_type(each) for each in (one, other)} if identical else set()
        if len(members) > 1 and all(isinstance(each, Members) for each in members):
            return Known(False)  # of two enums
        self.tell_apart(node, *[each.value if isinstance(each, Map) and is_counter(each) else each for each in kinds])
        if _named(kinds[0]) != _named(kinds[1]):
            raise self.refuse(node, f"comparing {kinds[0]!r} with {kinds[1]!r}", "tuples of one class in both")
        kind = join(*kinds)
        if isinstance(kind, Union) and not any(isinstance(each, (Union, Maybe)) for each in kinds):
            return Known(False)
        if holds_set(kind) and (same := SAME.get(type(kind))) is not None:
            return self.truth(self.call(Known(same), [one, other], {}, node))
        return self.let(Expr(TRUTH, "equal", (self.fit(one, kind), self.fit(other, kind))))

    def fields_of_both(self, one: Value, other: Value) -> list[str] | None:
        """What Python compares of two dataclasses of one class."""
        own: Any = self.class_of(one)
        plain: Any = object
        if own is not self.class_of(other) or not is_author(own) or own.__eq__ is plain.__eq__:
            return None
        return compared_fields(own)

    def equal_fields(self, one: Value, other: Value, fields: list[str], node: Any) -> Value:
        return self.equal(*self.by_fields(one, other, fields, node), node)

    def look_at_identity(self, one: Value, other: Value, node: Any) -> None:
        """Refuse asking whether two things are one where there may be several that are equal."""
        kinds = [self.kept_type(each) for each in (one, other)]
        if all(isinstance(each, Atoms) and each.numbers & self.tr.alike for each in kinds):
            raise self.refuse(node, "'is' of objects of which some are equal", "'=='")
        if self.scopes[-1].file.startswith(KERNEL):
            return
        members = [isinstance(each, Members) for each in kinds]
        kinds = [reckoned(each) for each in kinds]
        by_value = [isinstance(each, (Seq, Map)) or each in BY_VALUE or _is_made_anew(each) for each in kinds]
        if all(by_value) and not all(members):
            raise self.refuse(node, f"'is' of {kinds[0]!r} and {kinds[1]!r}", "'=='")
        if TRUTH in kinds and any(each in (INT, WIDE, FRACTION, PILE) for each in kinds):
            raise self.refuse(node, "asking whether a number is a truth", "'=='")

    @staticmethod
    def tuple_class(value: Value) -> Any:
        """The class of a tuple whose parts have names; None: it is another thing."""
        kind: Any = value.expr.type if isinstance(value, Run) else value
        maker = type(kind.thing) if isinstance(kind, Known) else getattr(kind, "maker", None)
        return maker if is_typed_tuple(maker) else None

    def unnamed(self, value: Value) -> Value:
        """Such a tuple without the names: it is equal to any that has the same parts."""
        if self.tuple_class(value) is None:
            return value
        parts = self.iterable(value, None, unroll=True)
        assert isinstance(parts, list)
        return tuple_of(parts)

    def tell_numbers(self, node: Any, *kinds: Type) -> None:
        """Refuse what equals a number to Python and is none of a Program: a player, a float, a member of an IntEnum."""
        each = [one for kind in kinds for one in (kind.of if isinstance(kind, Union) else (kind,))]
        floats = any(isinstance(one, Atoms) and any(map(self.is_number, one.numbers)) for one in each)
        if PLAYER in each and (floats or any(one in NUMBERS for one in each)):
            raise self.refuse(node, "comparing a player with a number", "players of the table")
        if floats and any(one in NUMBERS for one in each):
            raise self.refuse(node, "comparing a number with a float, or the like", "whole numbers, or Fraction(…, …)")

    def is_number(self, atom: int) -> bool:
        thing = self.tr.atoms[atom]
        return isinstance(thing, Number) and not self.infinite(Known(thing))

    @staticmethod
    def is_atom(thing: Any) -> bool:
        return not isinstance(thing, (int, Fraction, tuple, list, dict))

    def equal_atoms(self, number: int, thing: Any, identical: bool) -> bool:
        own = self.tr.atoms[number]
        return own is thing or (not identical and identity(own) != identity(thing) and own == thing)

    def is_none(self, value: Run) -> Value:
        kind = value.expr.type
        if isinstance(kind, Maybe):
            return Run(Expr(TRUTH, "not", (Expr(TRUTH, "there", (value.expr,)),)))
        if isinstance(kind, Atoms):
            if kind.numbers == {NONE}:
                return Known(True)
            return Run(Expr(TRUTH, "is one of", (value.expr,), (NONE,))) if NONE in kind.numbers else Known(False)
        if isinstance(kind, Union):
            for at, each in enumerate(kind.of):
                if isinstance(each, Atoms) and NONE in each.numbers:
                    own = Expr(TRUTH, "is alternative", (value.expr,), at)
                    if each == NONE_TYPE:
                        return Run(own)
                    inner = Expr(TRUTH, "is one of", (Expr(each, "project", (value.expr,), at),), (NONE,))
                    return Run(Expr(TRUTH, "and then", (own, inner)))
            return Known(False)
        return Known(False)


def _is_made_anew(kind: Type) -> bool:
    """Whether there may be several equal ones of a type, which are not one and the same."""
    if not isinstance(kind, Record) or not isinstance(kind.maker, type):
        return False
    return issubclass(kind.maker, tuple) or is_author(kind.maker)


def _word(maker: Any) -> Any:
    """What two things must have in common to be equal: tuples with names are tuples."""
    return tuple if is_typed_tuple(maker) else maker_key(maker)


def _named(kind: Type) -> set[Any]:
    """The classes of the tuples in values of a type whose parts have names."""
    return {each.maker for each in within(kind) if isinstance(each, Record) and is_typed_tuple(each.maker)}


def sequence_word(kind: Type) -> str:
    """Whether a type is that of a list, a tuple or a set; those are never equal to each other."""
    if isinstance(kind, Seq):
        return kind.kind
    return kind.maker.__name__ if isinstance(kind, Record) and kind.maker in (tuple, list, set) else ""
