"""What the operations on dictionaries do of which nobody knows what keys they have."""

from __future__ import annotations

from typing import Any

from referee.meaning.program import Expr
from referee.meaning.types import Type
from referee.verify.symbolic import terms
from referee.verify.symbolic.carried import Args
from referee.verify.symbolic.effects.lists import Lists
from referee.verify.symbolic.effects.sequences import AnyMap
from referee.verify.symbolic.terms import NotFollowed


class Dictionaries(Lists):
    """See the module's docstring."""

    def x_map_has(self, e: Expr, a: Args) -> Any:
        if not isinstance(a[0], AnyMap):
            return super().x_map_has(e, a)
        found = self.once(("has", a[0].number, self.key_of(a[1])), lambda: self.paths.fresh_truth("has"))
        kind = e.args[0].type.key  # type: ignore[attr-defined]
        return terms.either([found, *[self.equal(put, a[1], kind) for put, _ in a[0].puts]])

    def x_map_key(self, e: Expr, a: Args) -> Any:
        if not isinstance(a[0], AnyMap):
            return super().x_map_key(e, a)
        held, kind = a[0], e.args[0].type.key  # type: ignore[attr-defined]
        found = self.once(("key", held.number, self.key_of(a[1])), lambda: self._some_key(held, kind))
        self.paths.settled.setdefault(("has", held.number, self.key_of(found)), (True, held))
        return found

    def _some_key(self, held: AnyMap, kind: Type) -> Any:
        return self.fresh(kind, "key") if held.some_key is None or held.puts else held.some_key()

    def x_map_value(self, e: Expr, a: Args) -> Any:
        if not isinstance(a[0], AnyMap):
            return super().x_map_value(e, a)
        return self._value_at(a[0], self.x_map_key(e, a), e)

    def x_map_item(self, e: Expr, a: Args) -> Any:
        if not isinstance(a[0], AnyMap):
            return super().x_map_item(e, a)
        if not getattr(e.args[0].type, "missing", ""):
            self.require(self.x_map_has(e, a), "RAISED", "a key that is not there")
        elif not self.paths.holds(self.x_map_has(e, a)):
            a[0].puts.append((a[1], self.fresh(e.type, "value")))
        return self._value_at(a[0], a[1], e)

    def x_map_set(self, e: Expr, a: Args) -> None:
        if not isinstance(a[0], AnyMap):
            return super().x_map_set(e, a)
        a[0].puts.append((a[1], a[2]))
        return None

    def x_setdefault(self, e: Expr, a: Args) -> Any:
        if not isinstance(a[0], AnyMap):
            return super().x_setdefault(e, a)
        if not self.paths.holds(self.x_map_has(e, a)):
            a[0].puts.append((a[1], a[2]))
            return a[2]
        return self._value_at(a[0], a[1], e)

    def _value_at(self, held: AnyMap, key: Any, e: Expr) -> Any:
        for put, value in reversed(held.puts):
            if self.paths.holds(self.equal(put, key, e.args[0].type.key)):  # type: ignore[attr-defined]
                return value
        return self.once(("value", held.number, self.key_of(key)), lambda: held.make(key))

    def x_map_del(self, e: Expr, a: Args) -> Any:
        if not isinstance(a[0], AnyMap):
            return super().x_map_del(e, a)
        self.require(self.x_map_has(e, a), "RAISED", "a key that is not there")
        if a[0].puts:
            raise NotFollowed("a key goes out of a dictionary into which others were put")
        a[0].forget()
        return None
