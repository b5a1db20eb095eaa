"""Loops."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from functools import partial
from typing import Any

from referee.meaning.body.reader import Dead, Env, Reader, Way
from referee.meaning.looking import unwinds
from referee.meaning.program import Again, Block, Do, Expr, If, Leave, Let, Loop, Set, Stmt
from referee.meaning.texts import assigned_in
from referee.meaning.types import INT, NEVER, TRUTH, Map
from referee.meaning.values import DOING, Entries, Indexed, Known, Once, Run, Unsure, Value, leaves

CHANGING_KEYS = frozenset({"setdefault", "popitem", "update", "clear"})


class Loops(Reader):
    """Loops."""

    def loop(
        self,
        node: Any,
        names: frozenset[str],
        label: str,
        head: Callable[[], Expr | None],
        body: Callable[[], None],
        tail: Callable[[], None] | None = None,
        orelse: Callable[[], None] | None = None,
    ) -> None:
        """Statements again and again. ``head`` gives the condition under which the loop goes on (None: always);
        ``orelse`` is done where nothing has broken off."""
        site = self.site_of(node, "loop")
        entry = dict(self.env)
        phis: Env = {}
        for name in sorted(names):
            value = entry.get(name)
            known = self.kept.get((site, name))
            if value is None or isinstance(value, (Once, Unsure)):
                continue
            if known is None:
                known = self.kept[site, name] = self.open_leaves(value)
            elif not self.alike(joined := self.joined(known, value), known):
                known = self.kept[site, name] = self.open_leaves(joined)
            form = known
            if isinstance(form, Known):
                phis[name] = form
                continue
            phis[name] = self.to_variables(form, name, self.new_site(), [(self.block, value)])
        self.env = {**entry, **phis}
        outer = self.block
        loop = Loop(label, [])
        outer.append(loop)
        self.block = loop.body
        exits: list[Way] = []
        condition = head()
        if condition is not None:
            leave: list[Stmt] = []
            self.block.append(If(condition, [], leave))
            exits.append((dict(self.env), leave))
        breaks: list[Way] = []
        continues: list[Way] = []
        self.exits.append((breaks, continues))
        self.looping.append(label)
        try:
            body()
            continues.append((self.env, self.block))
        except Dead:
            pass
        self.looping.pop()
        self.exits.pop()
        for env, block in continues:
            self.block = block
            if tail is not None:
                tail()
            self.loop_back(site, env, block, phis, entry, label)
        if orelse is not None and exits:
            self.env, self.block = exits.pop()
            try:
                orelse()
                exits.append((self.env, self.block))
            except Dead:
                pass
        self.block = outer

        def left(block: list[Stmt]) -> None:
            block.append(Leave(label))

        self.merge([*exits, *breaks], left)

    def loop_back(self, site: Any, env: Env, block: list[Stmt], phis: Env, entry: Env, label: str) -> None:
        sets: list[tuple[str, Expr]] = []
        for name, phi in phis.items():
            value = env.get(name, phi)
            if value is phi:
                continue
            known = self.kept[site, name]
            joined = self.joined(known, value)
            if not self.alike(joined, known) or not self.alike(known, phi):  # another way round may have told more
                self.kept[site, name] = self.open_leaves(joined)
                self.grown = True
                continue
            for variable, part in zip(leaves(phi), self.fitted(value, known), strict=True):
                if not (part.op == "local" and part.about == variable.about):
                    sets.append((variable.about, part))
        if len(sets) > 1:
            sets = [(name, self.let(part).expr) for name, part in sets]
            sets = [(name, self.moved(part, block)) for name, part in sets]
        block += [Set(name, part) for name, part in sets]
        block.append(Again(label))

    def moved(self, part: Expr, block: list[Stmt]) -> Expr:
        """A variable of the function by its value now."""
        if part.op == "local" and part.about in self.function.variables:
            name = self.fresh("m")
            block.append(Let(name, part))
            if part.about in self.growers:
                self.growers[name] = self.growers[part.about]
            return Expr(part.type, "local", (), name)
        return part

    def do_While(self, node: ast.While) -> None:
        label = self.fresh("while_")
        known = isinstance(node.test, ast.Constant) and bool(node.test.value)

        def head() -> Expr | None:
            if known:
                return None
            truth = self.tested(node.test)
            if isinstance(truth, Known):
                return None if truth.thing else Expr(TRUTH, "const", (), False)
            assert isinstance(truth, Run)
            return truth.expr

        def body() -> None:
            if not known:
                self.refine(node.test, True)
            self.block.append(Do(Expr(NEVER, "spin")))
            self.statements(node.body)

        self.loop(node, assigned_in((node,)), label, head, body, orelse=lambda: self.statements(node.orelse))

    def do_For(self, node: ast.For) -> None:
        if isinstance(node.iter, ast.GeneratorExp) and len(node.iter.generators) == 1:
            self.needs_no_other_exception(node.iter)
            node = self.instead(node, partial(unfolded, node, node.iter))
        if self.is_interleaved(node):
            self.interleaved(node)
            return
        found = self.found_for(node)
        if isinstance(found, Once) and not self.loop_is_still(node, found):
            raise self.refuse(
                node, "a loop over what is found while it runs", "list(…) of it, or a condition in the loop"
            )
        if _changes_keys(node, self.is_dictionary):
            raise self.refuse(node, "a dictionary that changes while it is gone through", "list(…) of its keys")
        things, block, at = self.looped(found, node.iter), self.block, len(self.block)
        broken = any(isinstance(each, ast.Break) for each in ast.walk(node))
        if isinstance(things, list):
            try:
                self.unrolled(node, things, broken)
            finally:
                self.calls_are_still(node, found, block[at:])
            return
        label = self.fresh("for_")

        def body(item: Value) -> None:
            self.assign(node.target, item)
            self.statements(node.body)

        try:
            self.each(things, assigned_in((node,)), label, body, node, lambda: self.statements(node.orelse))
        finally:
            self.calls_are_still(node, found, block[at:])

    def found_for(self, node: ast.For) -> Value:
        """What a loop goes through. It is carried out in turn with what finds that, where one may notice the other."""
        try:
            found = self.once_of(self.eval(node.iter), node)
        except Dead:
            being_read = any(spec.function is self.called for spec in self.tr.active)
            if not being_read and unwinds(self.called):  # it never comes to its end
                self.to_be_interleaved(node)
            raise
        raises = isinstance(found, Once) and unwinds(self.called)
        if isinstance(found, Once) and (raises or found.live == DOING or not self.loop_is_still(node, found)):
            self.to_be_interleaved(node)
        return found

    def is_dictionary(self, name: str) -> bool:
        """Whether a dictionary has that name here."""
        value = self.env.get(name)
        return isinstance(value, Entries) or (isinstance(value, Run) and isinstance(value.expr.type, Map))

    def each(
        self,
        things: Indexed,
        names: frozenset[str],
        label: str,
        body: Callable[[Value], Any],
        node: ast.AST,
        orelse: Callable[[], None] | None = None,
    ) -> None:
        """A loop over things that are got by their number."""
        counter = self.variable(f"{label}_i{self.fresh('')}", INT)
        self.block.append(Set(counter.about, Expr(INT, "const", (), 0)))

        def head() -> Expr:
            return Expr(TRUTH, "less", (counter, things.length()))

        def inside() -> None:
            at = self.let(counter).expr
            now = self.moved(at, self.block)
            body(things.item(now))

        def tail() -> None:
            self.block.append(Set(counter.about, Expr(INT, "int.next", (counter,))))

        self.loop(node, names, label, head, inside, tail, orelse)

    def each_or_all(
        self, things: list[Value] | Indexed, names: frozenset[str], label: str, body: Callable[[Value], Any], node: Any
    ) -> None:
        """The same, one after the other where they are known one by one."""
        if isinstance(things, list):
            for thing in things:
                body(thing)
        else:
            self.each(things, names, self.fresh(label), body, node)

    def unrolled(self, node: ast.For, things: list[Value], broken: bool) -> None:
        label = self.fresh("for_")
        outer = self.block
        whole = Block(label, [])
        outer.append(whole)
        self.block = whole.body
        breaks: list[Way] = []
        alive = True
        for number, item in enumerate(things):
            self.path.append(number)
            inner = Block(self.fresh("next_"), [])
            self.block.append(inner)
            at = self.block
            self.block = inner.body
            continues: list[Way] = []
            self.exits.append((breaks, continues))
            try:
                self.assign(node.target, item)
                self.statements(node.body)
                continues.append((self.env, self.block))
            except Dead:
                pass
            self.exits.pop()
            self.path.pop()
            self.block = at

            def next_one(block: list[Stmt], label: str = inner.label) -> None:
                block.append(Leave(label))

            try:
                self.merge(continues, next_one)
            except Dead:
                alive = False
                break
        if alive:
            try:
                self.statements(node.orelse)
            except Dead:
                alive = False
        ways = [*([(self.env, self.block)] if alive else []), *breaks]
        self.block = outer

        def left(block: list[Stmt]) -> None:
            block.append(Leave(label))

        self.merge(ways, left)

    def do_Break(self, node: ast.Break) -> None:
        self.do_last_things(len(self.exits))
        self.exits[-1][0].append((self.env, self.block))
        raise Dead

    def do_Continue(self, node: ast.Continue) -> None:
        self.do_last_things(len(self.exits))
        self.exits[-1][1].append((self.env, self.block))
        raise Dead


class _Renamed(ast.NodeTransformer):
    """Other names for what a comprehension calls its own."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.copy_location(ast.Name(f"{node.id} there", node.ctx), node) if node.id in self.names else node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.copy_location(ast.arg(f"{node.arg} there"), node) if node.arg in self.names else node


def unfolded(node: ast.For, things: ast.GeneratorExp) -> ast.For:
    """A loop over a generator as Python carries it out: a loop over what that goes through, and its conditions."""
    (part,) = things.generators
    names = {each.id for each in ast.walk(part.target) if isinstance(each, ast.Name)}

    def own(each: ast.expr) -> ast.expr:
        renamed: ast.expr = _Renamed(names).visit(copy.deepcopy(each))
        return renamed

    body: list[ast.stmt] = [ast.Assign([node.target], own(things.elt)), *node.body]
    for each in part.ifs[::-1]:
        body = [ast.If(own(each), body, [])]
    return ast.For(own(part.target), part.iter, body, node.orelse)


def _changes_keys(node: ast.For, is_dictionary: Callable[[str], bool]) -> bool:
    """Whether a loop puts anything but what it has come to into the dictionary that it goes through."""
    things = node.iter
    if isinstance(things, ast.Call) and isinstance(things.func, ast.Attribute):
        things = things.func.value
    if not isinstance(things, ast.Name) or not is_dictionary(things.id):
        return False
    here = {each.id for each in ast.walk(node.target) if isinstance(each, ast.Name)}
    for each in [each for statement in node.body for each in ast.walk(statement)]:
        if isinstance(each, ast.Subscript) and not isinstance(each.ctx, ast.Load):
            key = each.slice.id if isinstance(each.slice, ast.Name) else ""
            if _is_name(each.value, things.id) and (key not in here or isinstance(each.ctx, ast.Del)):
                return True
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute):
            changing = each.func.attr in CHANGING_KEYS
            if changing and _is_name(each.func.value, things.id):
                return True
    return False


def _is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
