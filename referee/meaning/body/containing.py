"""What is in what."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.meaning.body.reader import Dead, Reader
from referee.meaning.likeness import holds_set
from referee.meaning.program import Block, Expr, If, Leave, Set, Stmt
from referee.meaning.types import NEVER, TRUTH, Atoms, Map, Maybe, Record, Seq, Union
from referee.meaning.values import Entries, Indexed, Known, Lazy, Made, Run, Value, is_typed_tuple


class Containing(Reader):
    """What is in a container, and whether something holds of any of the things in it."""

    def contained(self, one: Value, other: Value, node: Any) -> Value:
        """Whether a thing is in a container."""
        self.does_nothing(other, node)
        other = self.of_keys(self.all_of(other, node))
        a = self.all_known(one)
        special = self.special(other, "__contains__") if a is not None else self.own_method(other, "__contains__")
        if special is not None:
            return self.truth(self.call(Known(special), [other, one], {}, node))
        typed = isinstance(other, Made) and is_typed_tuple(other.maker)
        if not hasattr(self.class_of(other), "__contains__") and (own := self.own_things(other, node)) is not None:
            return self.contained(one, own, node)
        b = self.all_known(other)
        if a is not None and b is not None:
            return Known(a[0] in b[0])
        if isinstance(other, Run) and isinstance(other.expr.type, Maybe):
            other = self.without_none(other)
        if isinstance(other, Entries):
            if a is not None:
                return next((each.there for each in other.entries if each.key == a[0]), Known(False))
            found: Value = Known(False)
            for entry in other.entries:
                own = self.logic("and", self.truth(entry.there), self.truth(self.equal(one, Known(entry.key), node)))
                found = self.logic("or", self.truth(found), self.truth(own))
            return found
        if (
            isinstance(other, Known)
            and isinstance(other.thing, (dict, set, frozenset, tuple, list))
            and not self.is_of_each(other.thing)
        ):
            return self.one_of_these(one, [Known(each) for each in other.thing], node)
        in_word = isinstance(other, Known) and isinstance(other.thing, str)
        if in_word and isinstance(one, Run) and isinstance(one.expr.type, Atoms):
            return self.by_atom(one, lambda each: self.contained(each, other, node))
        if isinstance(other, Made) and (typed or other.maker in (tuple, list, set)):
            return self.one_of_these(one, list(other.values), node)
        if isinstance(other, Lazy):
            return self.any_of(other, lambda each: self.equal(one, each, node), node)
        if isinstance(other, Run):
            kind = other.expr.type
            if isinstance(kind, Seq):
                if kind.item is NEVER:
                    return Known(False)
                if self.fits(one, kind.item) and not holds_set(kind.item):
                    self.tell_apart(node, kind.item)
                    return self.let(Expr(TRUTH, "contains", (other.expr, self.fit(one, kind.item))))
                return self.any_of(other, lambda each: self.equal(one, each, node), node)
            if isinstance(kind, Map):
                if kind.key is NEVER:
                    return Known(False)
                if isinstance(one, Run) and isinstance(one.expr.type, (Maybe, Union)) and not self.fits(one, kind.key):
                    return self.by_alternative(one, lambda each: self.contained(each, other, node))
                if not self.fits(one, kind.key):
                    return self.any_of(other, lambda each: self.equal(one, each, node), node)
                return self.let(Expr(TRUTH, "map.has", (other.expr, self.fit(one, kind.key))))
            if isinstance(kind, Record):
                return self.one_of_these(one, [self.part(other, at) for at in range(len(kind.names))], node)
            if isinstance(kind, Atoms) and a is not None:
                numbers = [
                    each
                    for each in sorted(kind.numbers)
                    if self.tr.atoms[each] is not None and a[0] in self.operated(self.tr.atoms[each])
                ]
                return Run(Expr(TRUTH, "is one of", (other.expr,), tuple(numbers))) if numbers else Known(False)
            if isinstance(kind, Atoms):
                return self.by_atom(other, lambda each: self.contained(one, each, node))
        things = self.iterable(other, node)
        if isinstance(things, list):
            return self.one_of_these(one, things, node)
        return self.any_of(things, lambda each: self.equal(one, each, node), node)

    def one_of_these(self, one: Value, things: list[Value], node: Any) -> Value:
        if (
            isinstance(one, Run)
            and isinstance(one.expr.type, Atoms)
            and all(isinstance(each, Known) for each in things)
        ):
            atoms = [each.thing for each in things if isinstance(each, Known)]
            numbers = [
                n
                for n in one.expr.type.numbers
                if any(
                    self.tr.atoms[n] is each or self.equal_atoms(n, each, False) or self.tr.atoms[n] == each
                    for each in atoms
                )
            ]
            if not numbers or len(numbers) == len(one.expr.type.numbers):
                return Known(bool(numbers))
            return Run(Expr(TRUTH, "is one of", (one.expr,), tuple(sorted(numbers))))
        found: Value = Known(False)
        for each in things:
            found = self.logic("or", self.truth(found), self.truth(self.equal(one, each, node)))
        return found

    def any_of(self, things: Value | Indexed, what: Callable[[Value], Value], node: Any, wanted: bool = True) -> Value:
        """Whether that holds (does not hold) of any; nothing is looked at behind the first."""

        found = self.variable(self.fresh("any_"), TRUTH)
        label = self.fresh("found_")
        self.block.append(Set(found.about, Expr(TRUTH, "const", (), not wanted)))
        whole = Block(label, [])
        self.block.append(whole)
        outer, self.block = self.block, whole.body
        env = self.env

        def one(item: Value) -> None:
            truth = self.truth(what(item))
            if not wanted:
                truth = self.negated(truth)
            done: list[Stmt] = [Set(found.about, Expr(TRUTH, "const", (), wanted)), Leave(label)]
            if isinstance(truth, Run):
                self.block.append(If(truth.expr, done, []))
            elif isinstance(truth, Known) and truth.thing:
                self.block += done
                raise Dead

        try:
            if isinstance(things, Lazy):
                self.comprehend(things, lambda: one(self.eval(things.node.elt)))
            else:
                self.each_or_all(self.iterable(things, node), frozenset(), "any_", one, node)
        except Dead:
            pass
        self.block, self.env = outer, env
        return Run(found)
