"""Values as values of a type."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.kernel.spaces import Arms
from referee.meaning.body.reader import Reader
from referee.meaning.likeness import own_operator
from referee.meaning.program import Expr
from referee.meaning.types import (
    INT,
    LAID,
    NEVER,
    NONE_TYPE,
    NUMBERS,
    PILE,
    PLAYER,
    TRUTH,
    WIDE,
    Atoms,
    Map,
    Maybe,
    Mixed,
    Places,
    Record,
    Seq,
    TooDeep,
    Type,
    Union,
    join,
    join_all,
    reckoned,
)
from referee.meaning.values import Entries, Entry, Indexed, Known, Lazy, Made, Once, Run, Value


class Fitting(Reader):
    """What a value is, and the same as one of a type."""

    def settled(self, value: Value) -> Value:
        """The same with a name for each leaf, so that a later change of a variable does not change it."""
        if isinstance(value, Run) and value.expr.op == "local":
            moved: Expr = self.moved(value.expr, self.block)
            return Run(moved)
        if isinstance(value, Run):
            return self.let(value.expr)
        if isinstance(value, Made):
            parts = tuple([self.settled(each) for each in value.values])
            settled = Made(value.maker, value.names, parts, value.site)
            self.tr.copies.moved(value, settled)
            return settled
        return value

    def type_of(self, value: Value) -> Type:
        """The type as which a value is calculated with."""
        return reckoned(self.kept_type(value))

    def kept_type(self, value: Value) -> Type:
        """The type as which a value is kept."""
        if isinstance(value, Run):
            return value.expr.type
        if isinstance(value, Known):
            return self.tr.type_of_known(value.thing)
        if isinstance(value, Made):
            if value.maker is Arms and isinstance(value.values[0], Entries):
                return Record(Arms, ("arms",), (self.type_of_arms(value.values[0]),))
            types = tuple([self.kept_type(each) for each in value.values])
            if value.maker in (list, set):
                return Seq(join_all(types), value.maker.__name__)
            return Record(value.maker, value.names, types)
        if isinstance(value, Entries):
            keys = join_all([self.tr.type_of_known(each.key) for each in value.entries])
            return Map(keys, join_all([self.kept_type(each.value) for each in value.entries]))
        if isinstance(value, (Lazy, Indexed, Once)):
            raise self.refuse(None, "an iterator that is kept", "tuple(…) or list(…) of it")
        raise self.refuse(None, "this value", "a tuple or a list of it")

    def type_of_arms(self, arms: Entries) -> Type:
        """Ways to go on that are known by name: whether each is there, and its space."""
        kinds = [Record(tuple, (0, 1), (TRUTH, self.type_of(each.value))) for each in arms.entries]
        return Record(dict, tuple([each.key for each in arms.entries]), tuple(kinds))

    def fit(self, value: Value, kind: Type) -> Expr:
        """A value as one of that type."""
        expr = self.fitted_anew(value, kind)
        if not isinstance(value, Run):
            self.tr.copies.fitted(value, expr)
        return expr

    def fitted_anew(self, value: Value, kind: Type) -> Expr:
        if isinstance(value, Known):
            return self.constant(value.thing, kind)
        if isinstance(value, Run):
            return self.converted(value.expr, kind)
        if isinstance(value, Entries):
            if isinstance(kind, Record) and kind.maker is dict:
                return self.as_arms(value, kind)
            if isinstance(kind, Union):
                arms = [at for at, each in enumerate(kind.of) if isinstance(each, Record) and each.maker is dict]
                if arms:
                    return self.converted(self.as_arms(value, kind.of[arms[0]]), kind)  # type: ignore[arg-type]
            if not isinstance(kind, Map):
                return self.wrapped(value, kind)
            return self.as_map(value, kind)
        if isinstance(value, (Lazy, Indexed)):
            return self.fit(self.as_seq(value), kind)
        assert isinstance(value, Made), value
        if isinstance(kind, Record) and kind.maker == value.maker and kind.names == value.names:
            parts = [self.fit(each, part) for each, part in zip(value.values, kind.types, strict=True)]
            return Expr(kind, "record", tuple(parts))
        if isinstance(kind, Seq):
            return Expr(kind, "seq", tuple([self.fit(each, kind.item) for each in value.values]))
        return self.wrapped(value, kind)

    def as_arms(self, value: Entries, kind: Record) -> Expr:
        own = {each.key: each for each in value.entries}
        arms = []
        for name, each in zip(kind.names, kind.types, strict=True):
            assert isinstance(each, Record)
            entry = own.get(name)
            if entry is None:
                parts = (Expr(TRUTH, "const", (), False), Expr(each.types[1], "empty"))
            else:
                parts = (self.fit(entry.there, TRUTH), self.fit(entry.value, each.types[1]))
            self.tr.atom(name)
            arms.append(Expr(each, "record", parts))
        return Expr(kind, "record", tuple(arms))

    def wrapped(self, value: Value, kind: Type) -> Expr:
        """A value as one of a type that may also be something else."""
        own = self.kept_type(value)
        if isinstance(kind, Maybe):
            return Expr(kind, "some", (self.fit(value, kind.of),))
        if isinstance(kind, Union):
            number = self.alternative(kind, own)
            return Expr(kind, "inject", (self.fit(value, kind.of[number]),), number)
        return self.converted(self.fit(value, own), kind)

    def fits(self, value: Value, kind: Type) -> bool:
        """Whether a value can be one of that type."""
        if isinstance(value, (Lazy, Indexed, Once)) or kind is NEVER:
            return False
        try:
            return join(kind, self.kept_type(value)) == kind
        except (TooDeep, Mixed):
            return False

    def alternative(self, kind: Union, own: Type) -> int:
        for number, each in enumerate(kind.of):
            try:
                if join(each, own) == each:
                    return number
            except Exception:
                continue
        raise self.refuse(None, f"a value that is {own!r} where {kind!r} is wanted", "values of one type, or None")

    def converted(self, expr: Expr, kind: Type) -> Expr:
        own = expr.type
        if own == kind:
            return expr
        if own is NEVER:
            return Expr(kind, "empty")
        if own == NONE_TYPE and isinstance(kind, (Maybe, Union)):
            return self.constant(None, kind)
        if isinstance(kind, Maybe) and not isinstance(own, (Maybe, Union)):
            return Expr(kind, "some", (self.converted(expr, kind.of),))
        if isinstance(kind, Union) and not isinstance(own, (Maybe, Union)):
            number = self.alternative(kind, own)
            return Expr(kind, "inject", (self.converted(expr, kind.of[number]),), number)
        if LAID in (own, kind) and not isinstance(own, (Maybe, Union)) and not isinstance(kind, (Maybe, Union)):
            instead = "what its kind tells: t.rank_of(card), values.of[card.kind]"
            raise self.refuse(None, f"{own!r} where {kind!r} is wanted", instead)
        if isinstance(own, Record) and isinstance(kind, Seq):
            parts = [Expr(each, "part", (expr,), at) for at, each in enumerate(own.types)]
            return Expr(kind, "seq", tuple([self.converted(each, kind.item) for each in parts]))
        if kind is PLAYER and reckoned(own) in NUMBERS:
            raise self.refuse(None, "a number where a player is wanted", "t.players[…]")
        if (own is PLAYER or isinstance(own, Places)) and (reckoned(kind) in NUMBERS or kind is PILE):
            raise self.refuse(None, f"{own!r} where {kind!r} is wanted", "a number, or cards")
        return Expr(kind, "convert", (expr,))

    def constant(self, thing: Any, kind: Type) -> Expr:
        """A thing that is known as a value of that type."""
        if isinstance(kind, Maybe):
            if thing is None:
                return Expr(kind, "none")
            return Expr(kind, "some", (self.constant(thing, kind.of),))
        if isinstance(kind, Union):
            number = self.alternative(kind, self.tr.type_of_known(thing))
            return Expr(kind, "inject", (self.constant(thing, kind.of[number]),), number)
        if isinstance(kind, Atoms):
            return Expr(kind, "const", (), self.tr.atom(thing))
        if isinstance(kind, Record):
            if isinstance(thing, Mapping):
                arms = [Entry(each, Known(True), Known(space)) for each, space in thing.items()]
                return self.as_arms(Entries(tuple(arms)), kind)
            values = self.parts_of(thing, kind)
            return Expr(kind, "record", tuple([self.constant(a, b) for a, b in zip(values, kind.types, strict=True)]))
        if isinstance(kind, Seq):
            if self.is_of_each(thing):
                return self.each_seq(self.tr.each_names[id(thing)]).expr
            if isinstance(thing, frozenset):
                self.tr.freeze(kind)
            things = tuple([self.constant(each, kind.item) for each in thing])
            if kind.kind == "tuple" and reckoned(kind.item) in (INT, WIDE, PLAYER, PILE, TRUTH) and len(things) > 1:
                return Expr(kind, "table", things)
            return Expr(kind, "seq", things)
        if isinstance(kind, Map):
            flat = [
                self.constant(each, part)
                for pair in thing.items()
                for each, part in zip(pair, (kind.key, kind.value), strict=True)
            ]
            return Expr(kind, "map", tuple(flat))
        if isinstance(kind, Places):
            return Expr(kind, "const", (), thing.number)
        if kind == NEVER:
            return Expr(kind, "empty")
        if found := own_operator(type(thing)):
            raise self.refuse(None, f"a number that has a {found} of its own", "a function of two of them")
        return Expr(kind, "const", (), thing)

    @staticmethod
    def parts_of(thing: Any, kind: Record) -> list[Any]:
        if isinstance(thing, tuple):
            return list(thing)
        return [getattr(thing, name) for name in kind.names]

    def place(self, value: Value) -> Expr:
        """A place, by its number."""
        if isinstance(value, Run) and isinstance(value.expr.type, Maybe):
            value = self.without_none(value)
        kind = self.type_of(value)
        if not isinstance(kind, Places):
            raise self.refuse(None, f"{kind!r} where a place is wanted", "the place itself")
        return self.fit(value, kind)

    def whose(self, key: Value) -> Expr:
        """The player by whom something is looked up of what every player has, or by whose number, also from the end."""
        if self.type_of(key) is PLAYER or reckoned(self.type_of(key)) not in (INT, WIDE, TRUTH):
            return self.fit(key, PLAYER)
        at, many = self.let(self.fit(key, INT)).expr, self.tr.game.players
        zero, first, end = [Expr(INT, "const", (), each) for each in (0, -many, many)]
        self.require(Expr(TRUTH, "least", (first, at)), "RAISED", "no player of that number")
        self.require(Expr(TRUTH, "less", (at, end)), "RAISED", "no player of that number")
        behind = self.let(Expr(INT, "add", (at, end))).expr
        number = self.let(Expr(INT, "if", (Expr(TRUTH, "less", (at, zero)), behind, at))).expr
        return self.let(Expr(PLAYER, "convert", (number,))).expr
