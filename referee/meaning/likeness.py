"""Where Python compares otherwise than a Program, which tells objects apart by their parts or by which they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from typing import Any

from referee.meaning.authors import is_author
from referee.meaning.program import Expr
from referee.meaning.types import LAID, Atoms, Map, Maybe, Record, Seq, Thing, Type, within
from referee.meaning.values import compared_fields, fields_of_class, only_told, tells_apart_by_parts

EQUALS = frozenset(["equal", "differ", "contains", "index", "remove", "add to set", "set", "count"])
ORDERS = frozenset(["less", "least", "more", "most", "sorted", "argmin", "argmax", "min", "max"])
SPECIAL_ORDERS = ("__lt__", "__le__", "__gt__", "__ge__")
TELLING = ("__new__", "__repr__", "__format__", "__getattribute__", "__getnewargs__", "__sizeof__")
OPERATORS = [
    each for each in vars(int) if each.startswith("__") and each not in TELLING and callable(getattr(int, each))
]
"""The methods of numbers that Python calls where it calculates and compares."""


def own_equality(maker: Any, by_parts: bool) -> bool:
    """Whether objects of a class are equal otherwise than ``by_parts``, or where they are one and the same."""
    if not isinstance(maker, type) or not is_author(maker):
        return False
    fields = fields_of_class(maker)
    equal: Any = maker.__eq__
    all_of_them = compared_fields(maker) == [*fields] if fields else True
    own = any(is_author(getattr(maker, each, None)) for each in ("__eq__", "__ne__", "__hash__"))
    if not by_parts:
        return own or (equal is not object.__eq__ and not issubclass(maker, Enum))
    return own or equal is object.__eq__ or not all_of_them


def own_order(maker: Any) -> bool:
    """Whether objects of a class have an order that an author wrote, or none at all."""
    if not isinstance(maker, type) or not is_author(maker):
        return False
    orders = [getattr(maker, each, None) for each in SPECIAL_ORDERS]
    parameters = getattr(maker, "__dataclass_params__", None)
    fields = fields_of_class(maker)
    if parameters is not None and not (parameters.order and all(each.compare for each in fields.values())):
        return True
    if issubclass(maker, tuple) and orders != [getattr(tuple, each) for each in SPECIAL_ORDERS]:
        return True
    return any(map(is_author, orders))


def own_operator(maker: type) -> str:
    """The method that an author wrote for an operator on members of a class of numbers; "": there is none."""
    return next((each for each in OPERATORS if is_author(getattr(maker, each, None))), "") if is_author(maker) else ""


def without_order(expr: Expr) -> Type | None:
    """The type of what an operation puts in order though it holds a card of a row, a set, or what may be None."""
    kinds = [_of_keys(expr, each) for each in _put_in_order(expr)]
    return next(
        (
            each
            for each in kinds
            if holds_set(each) or any(one == LAID or isinstance(one, Maybe) for one in within(each))
        ),
        None,
    )


def _of_keys(expr: Expr, kind: Type) -> Type:
    """The type of one of the keys that an operation puts in order; of a set of them the order makes no difference."""
    return kind.item if expr.op in ("sorted", "argmin", "argmax") and isinstance(kind, Seq) else kind


def holds_set(kind: Type) -> bool:
    """Whether values of a type are sets or hold some: a Program knows in which order things came into one."""
    return any(isinstance(each, Seq) and each.kind == "set" for each in within(kind))


def compares_sets(expr: Expr) -> bool:
    """Whether an operation compares sets, or what holds some, by the order in which things came into them."""
    if expr.op in ("equal", "differ"):
        return any(holds_set(each.type) for each in expr.args)
    if expr.op in EQUALS:
        whole = expr if expr.op == "set" else expr.args[0]
        return isinstance(whole.type, Seq) and holds_set(whole.type.item)
    return any(map(holds_set, _keys_looked_for(expr)))


def _keys_looked_for(expr: Expr) -> list[Type]:
    """The types of the keys of the dictionaries that an operation has to do with."""
    return [each.type.key for each in (expr, *expr.args) if isinstance(each.type, Map)]


def without_hash(expr: Expr) -> Type | None:
    """The type of what an operation puts into a set, or makes a key of, though nothing may be: what may change."""
    if expr.op not in ("set", "add to set", "map.set", "setdefault"):
        return None
    kinds = [each.key if isinstance(each, Map) else each.item for each in (expr.type, *[one.type for one in expr.args])
             if isinstance(each, Map) or (isinstance(each, Seq) and each.kind == "set")]  # fmt: skip
    return next((each for kind in kinds for each in within(kind) if _may_be_set(each)), None)


def _may_be_set(kind: Type) -> bool:
    if isinstance(kind, Thing):
        return kind.maker.__hash__ is None
    return isinstance(kind, Map) or (isinstance(kind, Seq) and kind.kind == "list")


def _put_in_order(expr: Expr) -> list[Type]:
    """The types of what an operation puts in order; none where it does no such thing."""
    if expr.op not in ORDERS:
        return []
    return [each.type for each in (expr.args[1:] if expr.op == "sorted" else expr.args)]


def has_plain_equality(maker: Any) -> bool:
    """Whether Python itself says which objects of a class are equal, and not that equal ones are one and the same."""
    equal: Any = maker.__eq__
    return equal is not object.__eq__ and not is_author(equal)


class Likeness:
    """Which classes in types are compared otherwise in Python."""

    def __init__(self, atoms: list[Any], equal_to: Mapping[int, set[int]]) -> None:
        """``equal_to`` are by an atom others that are equal to it."""
        self.atoms, self.equal_to = atoms, equal_to
        self.known: dict[tuple[Type, bool], str] = {}

    def otherwise(self, expr: Expr) -> str:
        """The class whose objects an operation compares in another way than Python; "": there is none."""
        if expr.op in ORDERS:
            return self._first(_put_in_order(expr), True)
        kinds = [each.type for each in expr.args] if expr.op in EQUALS else _keys_looked_for(expr)
        return self._first(kinds, False) or self.two_equal(*kinds)

    def two_equal(self, *kinds: Type) -> str:
        """The class of one of two atoms in types that are equal in Python; "": there are none."""
        if not self.equal_to:
            return ""
        numbers = {each for kind in kinds for part in within(kind) if isinstance(part, Atoms) for each in part.numbers}
        found = [each for each in sorted(numbers) if self.equal_to.get(each, frozenset()) & numbers]
        return type(self.atoms[found[-1]]).__name__ if found else ""

    def told(self, expr: Expr) -> bool:
        """Whether an operation compares what may hold a text that is put together in play."""
        kinds = [each.type for each in (expr, *expr.args)]
        keys = [each.key for each in kinds if isinstance(each, Map)]
        some = kinds[1:] if expr.op in EQUALS | ORDERS else keys
        of_atoms = [each for kind in some for each in within(kind) if isinstance(each, Atoms)]
        return any(only_told(self.atoms[number]) for kind in of_atoms for number in kind.numbers)

    def _first(self, kinds: Iterable[Type], ordered: bool) -> str:
        return next(filter(None, [self._in(each, ordered) for each in kinds]), "")

    def _in(self, kind: Type, ordered: bool) -> str:
        if isinstance(kind, Atoms):  # more things become known
            return next(self._of(kind, ordered), "")
        found = self.known.get((kind, ordered))
        if found is None:
            found = next((each for part in within(kind) for each in self._of(part, ordered)), "")
            self.known[kind, ordered] = found
        return found

    def _of(self, kind: Type, ordered: bool) -> Iterator[str]:
        if isinstance(kind, (Record, Thing)):
            maker = kind.maker
            by_parts = isinstance(kind, Record)
            # In order, too, the first parts that are not equal decide.
            if own_equality(maker, by_parts) or (ordered and (own_order(maker) or not by_parts)):
                yield maker.__name__
        elif isinstance(kind, Atoms):
            for number in kind.numbers:
                maker = type(self.atoms[number])
                equal_by_parts = tells_apart_by_parts(maker)  # then they are one atom
                if own_order(maker) if ordered else not equal_by_parts and own_equality(maker, False):
                    yield maker.__name__
