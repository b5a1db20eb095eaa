"""What the operations on records, sequences and dictionaries do, whose parts may be terms."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from referee.meaning.program import Expr
from referee.meaning.types import FRACTION, NUMBERS, PILE, PLAYER, Map, Maybe, Seq, Thing, Type
from referee.verify.symbolic import terms
from referee.verify.symbolic.carried import Args, Carried
from referee.verify.symbolic.joining import joins
from referee.verify.symbolic.ordering import is_less, require_order
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.things import (
    ABSENT,
    UNSET,
    Dictionary,
    Items,
    Object,
    OneOfTypes,
    Perhaps,
    chosen,
    is_scalar,
)


class Parts(Carried):
    """Things of several parts."""

    def x_convert(self, e: Expr, a: Args) -> Any:
        (value,), own = a, e.args[0].type
        if e.type == PLAYER and own in NUMBERS:
            return self.machine.seats.player(value)
        if own == PLAYER and e.type in NUMBERS:
            return self.machine.seats.number(value)
        if e.type is PILE and isinstance(value, int):
            return self.kinds.known(value)
        return self.converted(value, own, e.type)

    def x_as(self, e: Expr, a: Args) -> Any:
        if e.type == FRACTION and isinstance(a[0], int):
            return Fraction(a[0])
        return self.x_convert(e, a)

    def x_empty(self, e: Expr, a: Args) -> Any:
        if isinstance(e.type, Seq):
            return Items([])
        if isinstance(e.type, Maybe):
            return ABSENT
        return Dictionary([], []) if isinstance(e.type, Map) else UNSET

    def x_new(self, e: Expr, a: Args) -> Any:
        return Object({}) if isinstance(e.type, Thing) else self.x_empty(e, a)

    def x_seq(self, e: Expr, a: Args) -> Items:
        return Items(list(a))

    x_table = x_seq

    def x_map(self, e: Expr, a: Args) -> Dictionary:
        made = Dictionary([], [])
        for key, value in zip(a[::2], a[1::2], strict=True):
            self._set(made, key, value, e.args[0].type)
        return made

    def x_record(self, e: Expr, a: Args) -> tuple[Any, ...]:
        return tuple(a)

    def x_part(self, e: Expr, a: Args) -> Any:
        return a[0][e.about]

    def x_some(self, e: Expr, a: Args) -> Perhaps:
        return Perhaps(True, a[0])

    def x_none(self, e: Expr, a: Args) -> Any:
        return 0 if is_scalar(e.type) else ABSENT

    def x_there(self, e: Expr, a: Args) -> Term:
        return self.table.ended if e.args[0].op == "outcome" else a[0].has

    def x_outcome(self, e: Expr, a: Args) -> Perhaps:
        return Perhaps(self.table.ended, True)

    def x_sure(self, e: Expr, a: Args) -> Any:
        self.require(a[0].has, "RAISED", "None where something is wanted")
        return a[0].value

    def x_inject(self, e: Expr, a: Args) -> OneOfTypes:
        return OneOfTypes(e.about, a[0])

    def x_project(self, e: Expr, a: Args) -> Any:
        self.require(a[0].tag == e.about, "RAISED", "a value of another type")
        return a[0].value

    def x_is_alternative(self, e: Expr, a: Args) -> bool:
        return bool(a[0].tag == e.about)

    def x_length(self, e: Expr, a: Args) -> int:
        return len(a[0].keys if isinstance(a[0], Dictionary) else a[0].items)

    def x_at(self, e: Expr, a: Args) -> Any:
        return a[0].items[self.fixed(a[1])]

    def _place_in(self, items: list[Any], at: Term) -> int:
        number = self.fixed(at)
        number += len(items) if number < 0 else 0
        self.require(0 <= number < len(items), "RAISED", "an item that is not there")
        return number

    def x_item(self, e: Expr, a: Args) -> Any:
        return a[0].items[self._place_in(a[0].items, a[1])]

    def x_put(self, e: Expr, a: Args) -> None:
        a[0].items[self._place_in(a[0].items, a[1])] = a[2]

    def x_append(self, e: Expr, a: Args) -> None:
        a[0].items.append(a[1])

    def x_insert(self, e: Expr, a: Args) -> None:
        a[0].items.insert(self.fixed(a[1]), a[2])

    def x_pop(self, e: Expr, a: Args) -> Any:
        return a[0].items.pop(self._place_in(a[0].items, a[1]))

    def x_clear(self, e: Expr, a: Args) -> None:
        if isinstance(a[0], Dictionary):
            a[0].keys.clear()
            a[0].values.clear()
        else:
            a[0].items.clear()

    def x_become(self, e: Expr, a: Args) -> None:
        a[0].items[:] = list(a[1].items)

    def x_joined_up(self, e: Expr, a: Args) -> Items:
        return Items([*a[0].items, *a[1].items])

    def x_repeated(self, e: Expr, a: Args) -> Items:
        return Items(a[0].items * self.fixed(a[1]))

    def x_combinations(self, e: Expr, a: Args) -> Items:
        number = self.fixed(a[1])
        self.require(number >= 0, "RAISED", "combinations of less than nothing")
        return Items([Items(list(each)) for each in combinations(a[0].items, number)])

    def x_combinations_again(self, e: Expr, a: Args) -> Items:
        number = self.fixed(a[1])
        self.require(number >= 0, "RAISED", "combinations of less than nothing")
        return Items([Items(list(each)) for each in combinations_with_replacement(a[0].items, number)])

    def x_product(self, e: Expr, a: Args) -> Items:
        return Items([Items(list(each)) for each in product(*[each.items for each in a[0].items])])

    def x_slice(self, e: Expr, a: Args) -> Items:
        ends = [self.fixed(each.value) if self.paths.holds(each.has) else None for each in a[1:3]]
        return Items(a[0].items[ends[0] : ends[1] : e.about])

    def _find(self, things: list[Any], thing: Any, kind: Type) -> int | None:
        """Where an equal thing stands first; each that it may be is followed."""
        for at, each in enumerate(things):
            if self.paths.holds(self.equal(each, thing, kind)):
                return at
        return None

    def x_contains(self, e: Expr, a: Args) -> Term:
        kind = e.args[0].type.item  # type: ignore[attr-defined]
        return terms.either([self.equal(each, a[1], kind) for each in a[0].items])

    def x_index(self, e: Expr, a: Args) -> int:
        found = self._find(a[0].items, a[1], e.args[0].type.item)  # type: ignore[attr-defined]
        self.require(found is not None, "RAISED", "not in the sequence")
        assert found is not None
        return found

    def x_remove(self, e: Expr, a: Args) -> None:
        del a[0].items[self.x_index(e, a)]

    def x_add_to_set(self, e: Expr, a: Args) -> None:
        if self._find(a[0].items, a[1], e.args[0].type.item) is None:  # type: ignore[attr-defined]
            a[0].items.append(a[1])

    def x_set(self, e: Expr, a: Args) -> Items:
        made = Items([])
        for each in a[0].items:
            if self._find(made.items, each, e.type.item) is None:  # type: ignore[attr-defined]
                made.items.append(each)
        return made

    def _best(self, a: Args, e: Expr, better: Callable[[Any, Any, Type], Term]) -> int:
        item, at = e.args[-1].type.item, 0  # type: ignore[attr-defined]
        require_order(item)
        for other in range(1, len(a[0].items)):
            if self.paths.holds(better(a[0].items[other], a[0].items[at], item)):
                at = other
        return at

    def x_argmax(self, e: Expr, a: Args) -> int:
        return self._best(a, e, lambda one, other, kind: is_less(other, one, kind))

    def x_argmin(self, e: Expr, a: Args) -> int:
        return self._best(a, e, is_less)

    def x_sorted(self, e: Expr, a: Args) -> Items:
        """By insertion: equal ones stay in their order."""
        item = e.args[-1].type.item  # type: ignore[attr-defined]
        require_order(item)
        things, keys = a[0].items, a[1].items
        order: list[int] = []
        for new in range(len(things)):
            at = len(order)
            while at:
                one, other = keys[new], keys[order[at - 1]]
                goes_before = is_less(other, one, item) if e.about else is_less(one, other, item)
                if not self.paths.holds(goes_before):
                    break
                at -= 1
            order.insert(at, new)
        return Items([things[at] for at in order])

    def _set(self, into: Dictionary, key: Any, value: Any, kind: Type) -> None:
        at = self._find(into.keys, key, kind)
        if at is None:
            into.keys.append(key)
            into.values.append(value)
        else:
            into.values[at] = value

    def x_map_set(self, e: Expr, a: Args) -> None:
        self._set(a[0], a[1], a[2], e.args[1].type)

    def x_setdefault(self, e: Expr, a: Args) -> Any:
        at = self._find(a[0].keys, a[1], e.args[1].type)
        if at is None:
            self._set(a[0], a[1], a[2], e.args[1].type)
            return a[2]
        return a[0].values[at]

    def x_map_has(self, e: Expr, a: Args) -> Term:
        return terms.either([self.equal(each, a[1], e.args[1].type) for each in a[0].keys])

    def x_map_item(self, e: Expr, a: Args) -> Any:
        if joins(e.type):
            return self._one_value(e, a)
        at = self._find(a[0].keys, a[1], e.args[1].type)
        self.require(at is not None, "RAISED", "a key that is not there")
        return a[0].values[at]

    def _one_value(self, e: Expr, a: Args) -> Any:
        """The value at a key, whichever of the keys that is: the first that equals it."""
        keys, values = a[0].keys, a[0].values
        here = [self.equal(each, a[1], e.args[1].type) for each in keys]
        self.require(terms.either(here), "RAISED", "a key that is not there")
        found = values[-1]
        for truth, value in reversed(list(zip(here[:-1], values[:-1], strict=True))):
            found = chosen(truth, value, found, e.type)
        if e.type is PLAYER and all(map(self.machine.is_seated, values)):
            self.machine.seated.add(found)
        return found

    def x_map_del(self, e: Expr, a: Args) -> None:
        at = self._find(a[0].keys, a[1], e.args[1].type)
        self.require(at is not None, "RAISED", "a key that is not there")
        assert at is not None
        del a[0].keys[at], a[0].values[at]

    def x_map_key(self, e: Expr, a: Args) -> Any:
        return a[0].keys[self.fixed(a[1])]

    def x_map_value(self, e: Expr, a: Args) -> Any:
        return a[0].values[self.fixed(a[1])]
