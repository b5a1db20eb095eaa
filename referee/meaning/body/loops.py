"""Loops."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from referee.meaning.body.reader import Dead, Env, Reader, Way
from referee.meaning.program import Again, Block, Do, Expr, If, Leave, Let, Loop, Set, Stmt
from referee.meaning.texts import assigned_in
from referee.meaning.types import INT, NEVER, TRUTH
from referee.meaning.values import Indexed, Known, Run, Unsure, Value, leaves


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
            if value is None or isinstance(value, Unsure):
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
        try:
            body()
            continues.append((self.env, self.block))
        except Dead:
            pass
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
            if not self.alike(joined, known):
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
            truth = self.truth(self.eval(node.test))
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
        things = self.iterable(self.eval(node.iter), node.iter)
        broken = any(isinstance(each, ast.Break) for each in ast.walk(node))
        if isinstance(things, list):
            self.unrolled(node, things, broken)
            return
        label = self.fresh("for_")

        def body(item: Value) -> None:
            self.assign(node.target, item)
            self.statements(node.body)

        self.each(things, assigned_in((node,)), label, body, node, lambda: self.statements(node.orelse))

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
        self.exits[-1][0].append((self.env, self.block))
        raise Dead

    def do_Continue(self, node: ast.Continue) -> None:
        self.exits[-1][1].append((self.env, self.block))
        raise Dead
