"""What is gone through, and comprehensions."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
import contextlib
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from referee.kernel.places import Place, Row
from referee.kernel.players import Player
from referee.kernel.spaces import Space
from referee.meaning import library
from referee.meaning.body.reader import MOST_UNROLLED, Dead, Reader
from referee.meaning.looking import UNWINDING, changes_beside
from referee.meaning.program import Expr, If
from referee.meaning.types import (
    INT,
    NEVER,
    NONE_TYPE,
    PLAYER,
    Answers,
    Atoms,
    Map,
    Maybe,
    Places,
    Record,
    Seq,
    Type,
    join_all,
)
from referee.meaning.values import (
    ANYTHING,
    DOING,
    Entries,
    Indexed,
    Known,
    Lazy,
    Made,
    Once,
    Run,
    Value,
    is_typed_tuple,
)

T = TypeVar("T")


class Iterating(Reader):
    """What is gone through."""

    def iterable(self, value: Value, node: Any, unroll: bool = False) -> list[Value] | Indexed:
        """Things to go through: all of them, or how to get each by its number.

        Players and numbers are gone through in play, other things that are known one by one.
        """
        if isinstance(value, Once):
            return self.iterable(self.all_of(value, node), node, unroll)
        value = self.of_keys(value)
        own = self.own_things(value, node)
        if own is not None:
            return self.iterable(own, node, unroll)
        if isinstance(value, Known):
            return self.known_items(value.thing, node, unroll)
        if isinstance(value, Made) and (value.maker in (tuple, list, set) or is_typed_tuple(value.maker)):
            if value.maker is set and len(value.values) > 1:
                self.needs_no_order(node)
            if unroll:
                return list(value.values)
            kinds = {self.kept_type(each) for each in value.values}
            if len(value.values) > 1 and len(kinds) == 1 and kinds <= {PLAYER, INT}:
                return self.indexed(self.let(self.fit(value, Seq(kinds.pop(), "tuple"))))
            return list(value.values)
        if isinstance(value, Indexed):
            return value
        if isinstance(value, Lazy):
            return self.gone_through(value)
        if isinstance(value, Entries):
            keys = [Known(each.key) for each in value.entries]
            if all(isinstance(each.there, Known) for each in value.entries):
                return list(keys)
            return self.indexed(Run(self.as_map(value, self.type_of(value))))
        if isinstance(value, Run):
            kind = value.expr.type
            if isinstance(kind, Seq):
                if kind.kind == "set":
                    self.needs_no_order(node)
                return [] if kind.item is NEVER else self.indexed(value)
            if isinstance(kind, Map):
                return [] if kind.key is NEVER else self.indexed(value)
            if kind is NEVER:
                return []
            if isinstance(kind, Record):
                parts = [self.part(value, at) for at in range(len(kind.names))]
                if isinstance(kind.maker, Answers) and isinstance(parts[0], Run) and isinstance(parts[1], Run):
                    self.answers_of[parts[0].expr.about] = ({parts[1].expr.about}, dict(kind.maker.arms))
                return parts
            if isinstance(kind, Maybe):
                return self.iterable(self.without_none(value), node, unroll)
            if isinstance(kind, Places):
                return self.iterable(self.attribute(value, "row", node), node, unroll)
            if isinstance(kind, Atoms):
                things = [self.tr.atoms[each] for each in sorted(kind.numbers)]
                if all(isinstance(each, tuple) for each in things):
                    seq = join_all([self.tr.type_of_known(tuple(each)) for each in things])
                    raise self.refuse(node, f"going through one of {seq!r}", "an if for each")
        if isinstance(value, Made) and isinstance(value.maker, type) and issubclass(value.maker, Space):
            return self.answers(value, node)
        raise self.refuse(node, f"going through {self.type_of(value)!r}", "a tuple or a list of it")

    def own_things(self, value: Value, node: Any) -> Value | None:
        """What a class of the rules gives to be gone through (``__iter__``, or ``__getitem__`` alone); None: it gives
        nothing."""
        own = self.special(value, "__iter__")
        if own is not None:
            found = self.call(Known(own), [value], {}, node)
            if self.special(found, "__next__") is not None:
                what = f"going through a {getattr(self.class_of(found), '__name__', '')}, which '__next__' does,"
                raise self.refuse(node, what, "'__iter__' with 'yield'")
            return found
        if self.special(value, "__getitem__") is None:
            return None
        at = len(self.block)
        found, _ = self.ahead(lambda: self.call(Known(library.by_items), [value], {}, node))
        return Once(found, DOING if changes_beside(self.block[at:], UNWINDING) else ANYTHING, ahead=True)

    def in_order(self, what: Callable[[], T]) -> T:
        """Do something within what is given whatever the order of a set: here the order of others counts again."""
        before, self.any_order = self.any_order, 0
        try:
            return what()
        finally:
            self.any_order = before

    def needs_no_order(self, node: Any) -> None:
        """Refuse going through a set where its order counts: Python has another one in each process."""
        if not self.any_order and self.scopes[-1].function not in library.OF_SETS:
            raise self.refuse(node, "going through a set", "sorted(…) of it, or a tuple without the same thing twice")

    def answers(self, space: Value, node: Any) -> Indexed:
        kind = self.type_of(space)
        held = self.let(self.fit(space, kind))
        return Indexed(
            lambda: self.let(Expr(INT, "space.count", (held.expr,))).expr,
            lambda at: self.let(Expr(self.answer_type(kind), "space.nth", (held.expr, at))),
        )

    def known_items(self, thing: Any, node: Any, unroll: bool) -> list[Value] | Indexed:
        self.operated(thing)
        if self.is_of_each(thing):
            name = self.tr.each_names[id(thing)]
            return Indexed(
                lambda: Expr(INT, "const", (), self.tr.game.players),
                lambda at: self.let(Expr(self.tr.scalar_type(name), "each", (Expr(PLAYER, "convert", (at,)),), name)),
            )
        if isinstance(thing, Row):
            return self.iterable(self.attribute(Known(thing), "row", node), node)
        if isinstance(thing, Iterator):
            raise self.refuse(node, "going through what all matches share", "a tuple, where it is made")
        if isinstance(thing, (set, frozenset)):
            self.needs_no_order(node)
        try:
            things = list(thing)
        except TypeError:
            raise self.refuse(node, f"going through {thing!r}", "a tuple or a list of it") from None
        kinds = {type(each) for each in things}
        places = isinstance(thing, tuple) and kinds and all(isinstance(each, Place) for each in things)
        many = len(things) > 1 and (
            kinds <= {Player} or kinds == {int} or (places and len({each.is_row for each in things}) == 1)
        )
        if many and (not unroll or len(things) > MOST_UNROLLED):
            word = "tuple"
            kind = Seq(join_all([self.tr.type_of_known(each) for each in things]), word)
            if kind.item not in (PLAYER, INT) and not places:
                return [Known(each) for each in things]
            if kinds <= {Player} and things == list(self.tr.table.players):
                return Indexed(
                    lambda: Expr(INT, "const", (), len(things)), lambda at: Run(Expr(PLAYER, "convert", (at,)))
                )
            if isinstance(thing, range) and things == list(range(thing.start, thing.start + len(things))):
                start = Expr(INT, "const", (), thing.start)
                return Indexed(
                    lambda: Expr(INT, "const", (), len(things)), lambda at: self.let(Expr(INT, "add", (at, start)))
                )
            if places:
                first = things[0].number
                if [each.number for each in things] == list(range(first, first + len(things))):
                    return Indexed(
                        lambda: Expr(INT, "const", (), len(things)),
                        lambda at: self.let(Expr(kind.item, "place", (Expr(PLAYER, "convert", (at,)),), first)),
                    )
                return [Known(each) for each in things]
            return self.indexed(Run(self.constant(tuple(things), kind)))
        return [Known(each) for each in things]

    def indexed(self, value: Run) -> Indexed:
        held = self.let(value.expr)
        kind = held.expr.type
        if isinstance(kind, Map):
            return Indexed(
                lambda: Expr(INT, "length", (held.expr,)),
                lambda at: self.plain_item(Expr(kind.key, "map.key", (held.expr, at))),
            )
        assert isinstance(kind, Seq)
        if kind.item is NEVER:
            return Indexed(lambda: Expr(INT, "const", (), 0), lambda at: Run(Expr(NEVER, "empty")))
        return Indexed(
            lambda: Expr(INT, "length", (held.expr,)),
            lambda at: self.plain_item(Expr(kind.item, "at", (held.expr, at))),
        )

    def plain_item(self, expr: Expr) -> Value:
        """What a container, or the table, gives: what is put into it later is put into what holds it."""
        if expr.type == NONE_TYPE:
            return Known(None)
        if expr.type is NEVER:
            self.stop("RAISED", "an item of nothing")
        found = self.let(expr)
        if isinstance(expr.type, (Seq, Map)) and expr.op in ("item", "at", "map.item", "map.value", "pop"):
            outer = self.grower_of(expr.args[0])
            holder = expr.args[0].type
            if outer is not None:

                def grow(kind: Type) -> None:
                    assert outer is not None
                    outer(Map(holder.key, kind, holder.missing) if isinstance(holder, Map) else Seq(kind, holder.kind))  # type: ignore[attr-defined]

                self.growers[found.expr.about] = grow
        return found

    def grower_of(self, expr: Expr) -> Callable[[Any], None] | None:
        """How to tell the list or dictionary behind an expression that it is to hold other things, too."""
        if expr.op == "local":
            return self.growers.get(expr.about)
        if expr.op == "if":
            both = [self.grower_of(each) for each in expr.args[1:]]
            return self.all_growers(both)
        return self.grower_of(expr.args[0]) if expr.op in ("convert", "as", "sure", "some") else None

    @staticmethod
    def all_growers(growers: list[Any]) -> Callable[[Any], None] | None:
        known = [each for each in growers if each is not None]
        if not known:
            return None

        def grow(kind: Any) -> None:
            for each in known:
                each(kind)

        return grow

    def gone_through(self, value: Lazy) -> list[Value] | Indexed:
        """The things of a comprehension."""
        node, before = value.node, self.env
        simple = len(node.generators) == 1 and not node.generators[0].ifs
        if simple:
            self.needs_no_other_exception(node)
            self.env = dict(value.env)
            self.outside.append(before)
            source = self.once_of(self.in_order(lambda: self.eval(node.generators[0].iter)), node)
            things = self.looped(source, node)
            target, element = node.generators[0].target, node.elt
            env = self.env
            self.env = before
            self.outside.pop()

            def item(at: Value) -> Value:
                outer = self.env
                self.comprehending.append(node)
                self.outside.append(outer)
                self.env = {**env, **{name: outer[name] for name in ("$",) if name in outer}}
                self.in_order(lambda: self.assign(target, at))
                found = self.meanwhile(lambda: self.in_order(lambda: self.eval(element)), [source], node)
                self.env = outer
                self.comprehending.pop()
                self.outside.pop()
                return found

            if isinstance(things, list):
                return [item(each) for each in things]
            return Indexed(things.length, lambda at: item(things.item(at)))
        found = self.new_list(self.site_of(node))
        self.comprehend(value, lambda: self.append(found, self.eval(node.elt)))
        return self.iterable(self.retyped(Run(self.list_expr(found)), "tuple"), node)

    def comprehend(self, value: Lazy, what: Callable[[], Any]) -> None:
        """Do something for everything that a comprehension goes through."""
        before = self.env
        self.env = dict(value.env)
        self.needs_no_other_exception(value.node)
        self.comprehending.append(value.node)
        self.outside.append(before)
        try:
            self.generators(value.node.generators, what, value.node)
        finally:
            self.comprehending.pop()
            self.outside.pop()
        self.env = before

    def generators(self, generators: list[ast.comprehension], what: Callable[[], Any], node: Any) -> None:
        if not generators:
            self.in_order(what)
            return
        first, rest = generators[0], generators[1:]
        source = self.once_of(self.in_order(lambda: self.eval(first.iter)), first)
        things = self.looped(source, first)

        def inner(item: Value) -> None:
            self.in_order(lambda: self.assign(first.target, item))
            done = lambda: self.filtered(first.ifs, lambda: self.generators(rest, what, node))  # noqa: E731
            self.meanwhile(done, [source], first)

        if isinstance(things, list):
            for number, each in enumerate(things):
                self.path.append(number)
                inner(each)
                self.path.pop()
            return
        self.each(things, frozenset(), self.fresh("each_"), inner, first)

    def filtered(self, conditions: list[ast.expr], what: Callable[[], Any]) -> None:
        if not conditions:
            what()
            return
        truth = self.in_order(lambda: self.tested(conditions[0]))
        if isinstance(truth, Known):
            if truth.thing:
                self.filtered(conditions[1:], what)
            return
        assert isinstance(truth, Run)
        statement = If(truth.expr, [], [])
        self.block.append(statement)
        outer, self.block = self.block, statement.yes
        env = self.env
        self.env = dict(env)
        self.refine(conditions[0], True)
        with contextlib.suppress(Dead):
            self.filtered(conditions[1:], what)
        self.block, self.env = outer, env

    def eval_GeneratorExp(self, node: ast.GeneratorExp) -> Value:
        return self.iterator(Lazy(node, dict(self.env)))

    def eval_ListComp(self, node: ast.ListComp) -> Value:
        if len(node.generators) > 1 or node.generators[0].ifs:
            site = self.displaying(node)
            found = self.new_list(site)
            self.comprehend(Lazy(node, dict(self.env)), lambda: self.append(found, self.eval(node.elt)))
            if self.kept.get(site, NEVER) is not NEVER:
                return Run(self.list_expr(found))
        things = self.gone_through(Lazy(node, dict(self.env)))
        site = self.displaying(node)
        if isinstance(things, list):
            made = Made(list, tuple(range(len(things))), tuple(things), site)
            if not self.is_changed(node) and site not in self.tr.in_play:
                return made
            things = made  # type: ignore[assignment]
        found = self.new_list(site)
        self.extend(Run(self.list_expr(found)), things, node)
        return Run(self.list_expr(found))

    def eval_SetComp(self, node: ast.SetComp) -> Value:
        return self.call(Known(set), [Lazy(node, dict(self.env))], {}, node)

    def eval_DictComp(self, node: ast.DictComp) -> Value:
        inner = ast.GeneratorExp(ast.Tuple([node.key, node.value], ast.Load()), node.generators)
        ast.copy_location(inner, node)
        ast.fix_missing_locations(inner)
        cached = self.tr.__dict__.setdefault("pairs", {}).setdefault(id(node), inner)
        return self.call(Known(dict), [Lazy(cached, dict(self.env))], {}, node)
