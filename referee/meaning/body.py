"""Reads the text of one function: its statements."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from referee.kernel.requests import Unwind
from referee.meaning.calls import Calls
from referee.meaning.program import Again, Block, Catch, Do, Expr, If, Leave, Let, Loop, Raise, Return, Set, Stmt
from referee.meaning.texts import NoMeaning, assigned_in, is_plain_generator
from referee.meaning.translation import Spec, Translation
from referee.meaning.types import INT, NEVER, TRUTH, Map, Seq, Type, join
from referee.meaning.values import (
    NOTHING,
    Entries,
    Entry,
    Indexed,
    Known,
    Lazy,
    Made,
    Run,
    Value,
    leaves,
    maker_key,
    rebuilt,
    same,
)


class Dead(Exception):
    """What follows is not reached."""


Env = dict[str, Value]
Way = tuple[Env, list[Stmt]]
"""What names stand for at the end of some statements, and the statements."""


class Body(Calls):
    """One function while it is read."""

    def __init__(self, translation: Translation, spec: Spec) -> None:
        self.tr, self.spec, self.code = translation, spec, spec.code
        self.function = spec.function
        self.kept = spec.kept
        self.env: Env = {}
        self.block: list[Stmt] = []
        self.returns: list[tuple[list[Stmt], Value]] = []
        self.exits: list[tuple[list[Way], list[Way]]] = []
        """For each loop around: what ``break`` leaves with, and what ``continue``."""
        self.named = 0
        self.sites = 0
        self.grown = False
        self.path: list[Any] = []
        """Which pass through unrolled loops this is."""
        self.seen: dict[Any, int] = {}
        self.breaking: list[int] = []
        """How many loops are around what stands in a loop with ``else``, that one included."""
        self.answers_of = {}
        self.growers: dict[str, Callable[[Any], None]] = {}
        """How lists and dictionaries are told that they are to hold other things, too."""
        self.as_maps: set[Any] = spec.kept.setdefault("as maps", set())
        self.yielded: tuple[str, Any] | None = None
        self.line: Any = spec.code.node
        self.scopes = [spec.code.scope]

    # -- the whole --------------------------------------------------------------------------------------

    def read(self, arguments: dict[str, Value]) -> bool:
        """Make the function; gives whether it has to be read again, because something has grown."""
        self.function.variables.clear()
        parameters: list[tuple[str, Type]] = []
        for name, value in arguments.items():
            fresh: list[Expr] = []
            for leaf in leaves(value):
                word = f"{c_name(name)}_a{len(parameters)}"
                parameters.append((word, leaf.type))
                fresh.append(Expr(leaf.type, "local", (), word))
            self.env[name] = rebuilt(value, iter(fresh))
        self.function.parameters[:] = parameters
        node = self.code.node
        body: list[Stmt] = []
        self.block = body
        before = self.spec.shape
        if isinstance(node, ast.Lambda):
            value = self.eval(node.body)
            self.returns.append((self.block, value))
        else:
            generator = is_plain_generator(self.code)
            if generator:
                self.yielded = self.new_list(("yielded",))
            try:
                self.statements(node.body)
                self.returns.append((self.block, self.whole_yield() if generator else NOTHING))
            except Dead:
                pass
        self.finish(body)
        shape = self.spec.shape
        changed = (before is None) != (shape is None) or (
            before is not None and shape is not None and not self.alike(before, shape)
        )
        return self.grown or (changed and self.spec.relied)

    def whole_yield(self) -> Value:
        assert self.yielded is not None
        return Run(self.yielded_expr())

    def yielded_expr(self) -> Expr:
        assert self.yielded is not None
        name, site = self.yielded
        return Expr(Seq(self.kept.get(site, NEVER), "list"), "local", (), name)

    def alike(self, one: Value, other: Value) -> bool:
        return same(self.blank(one), self.blank(other))

    def blank(self, value: Value) -> Value:
        number = 0

        def fresh() -> Any:
            nonlocal number
            for leaf in list(leaves(value)):
                number += 1
                yield Expr(leaf.type, "local", (), f"r{number}")

        return rebuilt(value, iter(list(fresh())))

    def finish(self, body: list[Stmt]) -> None:
        if not self.returns:
            self.spec.shape = None
            self.function.results = ()
            self.function.body = body
            return
        shape = self.returns[0][1]
        for _, value in self.returns[1:]:
            shape = self.joined(shape, value)
        if self.spec.shape is not None:
            shape = self.joined(self.spec.shape, shape)
        for block, value in self.returns:
            self.block = block
            parts = self.fitted(value, shape)
            block.append(Return(tuple(parts)))
        self.spec.shape = self.blank(shape)
        self.function.results = tuple([each.type for each in leaves(shape)])
        self.function.body = body

    # -- names ------------------------------------------------------------------------------------------

    def fresh(self, word: str = "t") -> str:
        self.named += 1
        return f"{word}{self.named}"

    def let(self, expr: Expr, word: str = "t") -> Run:
        """Give what an expression gives a name."""
        if expr.op in ("local", "const"):
            return Run(expr)
        name = self.fresh(word)
        self.block.append(Let(name, expr))
        return Run(Expr(expr.type, "local", (), name))

    def do(self, expr: Expr) -> None:
        self.block.append(Do(expr))

    def stop(self, broken: str, why: str) -> Any:
        self.block.append(Raise(broken, why))
        raise Dead

    def variable(self, name: str, kind: Type) -> Expr:
        self.function.variables[name] = kind
        return Expr(kind, "local", (), name)

    def where(self, node: Any = None) -> str:
        at = node if node is not None and hasattr(node, "lineno") else self.line
        return f"{self.scopes[-1].file}:{getattr(at, 'lineno', 0)}"

    def refuse(self, node: Any, what: str, instead: str = "") -> NoMeaning:
        """The error that says what has no meaning yet."""
        return NoMeaning(f"{self.where(node)}: {what} has no meaning yet" + (f": write {instead}" if instead else ""))

    def new_site(self) -> Any:
        self.sites += 1
        return (self.sites,)

    def site_of(self, node: Any) -> Any:
        """A name for a place in the text that is the same whenever the text is read."""
        key = (tuple(self.path), id(node))
        self.seen[key] = self.seen.get(key, 0) + 1
        return (*key, self.seen[key])

    # -- joining ----------------------------------------------------------------------------------------

    def joined(self, one: Value, other: Value) -> Value:
        """The form of a value that is one or the other; leaves that differ are stand-ins with a type only."""
        if same(one, other):
            return one
        if alike(one, other):
            assert isinstance(one, Made)
            assert isinstance(other, Made)
            parts = [self.joined(a, b) for a, b in zip(one.values, other.values, strict=True)]
            return Made(one.maker, one.names, tuple(parts))
        if isinstance(one, Known) and isinstance(other, Made):
            one = self.taken_apart(one)
        elif isinstance(other, Known) and isinstance(one, Made):
            other = self.taken_apart(other)
        if alike(one, other):
            return self.joined(one, other)
        if isinstance(one, Entries) and isinstance(other, Entries):
            return self.joined_entries(one, other)
        kind = join(self.type_of(one), self.type_of(other))
        return Run(Expr(kind, "joined"))

    def taken_apart(self, value: Value) -> Value:
        if isinstance(value, Known) and type(value.thing) is tuple:
            return Made(tuple, tuple(range(len(value.thing))), tuple([Known(each) for each in value.thing]))
        return value

    def joined_entries(self, one: Entries, other: Entries) -> Value:
        keys = [each.key for each in one.entries]
        if [each.key for each in other.entries if each.key in keys] != [
            each for each in keys if each in [entry.key for entry in other.entries]
        ]:
            return Run(Expr(join(self.type_of(one), self.type_of(other)), "joined"))
        mine, theirs = ({each.key: each for each in part.entries} for part in (one, other))
        order = self.merged_order([each.key for each in one.entries], [each.key for each in other.entries])
        found = []
        for key in order:
            a, b = mine.get(key), theirs.get(key)
            if a is not None and b is not None:
                there = self.joined(a.there, b.there)
                found.append(Entry(key, self.as_truth_shape(there), self.joined(a.value, b.value)))
            else:
                entry = a or b
                assert entry is not None
                found.append(Entry(key, Run(Expr(TRUTH, "joined")), self.open_leaves(entry.value)))
        return Entries(tuple(found), one.site)

    @staticmethod
    def as_truth_shape(there: Value) -> Value:
        return there if isinstance(there, Known) else Run(Expr(TRUTH, "joined"))

    @staticmethod
    def open_leaves(value: Value) -> Value:
        return rebuilt(value, iter([Expr(each.type, "joined") for each in leaves(value)]))

    @staticmethod
    def merged_order(one: list[Any], other: list[Any]) -> list[Any]:
        found: list[Any] = []
        rest = list(other)
        for key in one:
            if key in rest:
                at = rest.index(key)
                found += rest[:at]
                rest = rest[at + 1 :]
            found.append(key)
        return found + rest

    def fitted(self, value: Value, shape: Value) -> list[Expr]:
        """The leaves of a value in that form."""
        if isinstance(shape, Run):
            return [self.fit(value, shape.expr.type)]
        if isinstance(shape, Made):
            if isinstance(value, Known):
                value = self.taken_apart(value)
            assert isinstance(value, Made), (value, shape)
            parts = zip(value.values, shape.values, strict=True)
            return [leaf for part, form in parts for leaf in self.fitted(part, form)]
        if isinstance(shape, Entries):
            assert isinstance(value, Entries)
            mine = {each.key: each for each in value.entries}
            found: list[Expr] = []
            for entry in shape.entries:
                own = mine.get(entry.key)
                if own is None:
                    found.append(Expr(TRUTH, "const", (), False))
                    found += [Expr(each.type, "empty") for each in leaves(entry.value)]
                else:
                    found += self.fitted(own.there, entry.there) + self.fitted(own.value, entry.value)
            return found
        return []

    def merge(self, ways: list[Way], then: Callable[[list[Stmt]], None] | None = None) -> None:
        """Go on where several ways come together: names that differ become variables."""
        if not ways:
            raise Dead
        site = self.new_site()
        after = self.block
        if len(ways) == 1:
            self.env = dict(ways[0][0])
            if then is not None:
                then(ways[0][1])
            return
        names = list(dict.fromkeys(name for env, _ in ways for name in env))
        merged: Env = {}
        for name in names:
            given = [env.get(name) for env, _ in ways]
            values = [each for each in given if each is not None]
            if len(values) == len(ways) and all(same(each, values[0]) for each in values[1:]):
                merged[name] = values[0]
                continue
            shape = values[0]
            for each in values[1:]:
                shape = self.joined(shape, each)
            merged[name] = self.to_variables(
                shape, name, site, [(way[1], own) for way, own in zip(ways, given, strict=True)]
            )
        for _, block in ways:
            if then is not None:
                then(block)
        self.env = merged
        self.block = after

    def to_variables(self, shape: Value, name: str, site: Any, ways: list[tuple[list[Stmt], Value | None]]) -> Value:
        """Variables for what differs; each way sets them at its end."""
        form = self.open_leaves(shape)
        variables = [
            self.variable(f"{c_name(name)}_v{'_'.join(map(str, site))}_{at}", leaf.type)
            for at, leaf in enumerate(leaves(form))
        ]
        before = self.block
        growers: dict[str, list[Any]] = {}
        for block, own in ways:
            if own is None:
                continue
            self.block = block
            for variable, part in zip(variables, self.fitted(own, form), strict=True):
                if isinstance(variable.type, (Seq, Map)):
                    growers.setdefault(variable.about, []).append(self.grower_of(part))
                if part.op != "empty":
                    block.append(Set(variable.about, part))
        self.block = before
        for name, known in growers.items():
            grower = self.all_growers(known)
            if grower is not None:
                self.growers[name] = grower
        return rebuilt(form, iter(variables))

    # -- branches ---------------------------------------------------------------------------------------

    def either(self, truth: Value, yes: Callable[[], Value], no: Callable[[], Value]) -> Value:
        """One value or the other."""
        truth = self.truth(truth)
        if isinstance(truth, Known):
            return yes() if truth.thing else no()
        assert isinstance(truth, Run)
        condition = self.let(truth.expr).expr
        env, before = self.env, self.block
        results: list[tuple[Value, Env, list[Stmt]]] = []
        statement = If(condition, [], [])
        for part, what in ((statement.yes, yes), (statement.no, no)):
            self.env, self.block = dict(env), part
            try:
                value = what()
                if isinstance(value, (Lazy, Indexed)):
                    value = self.as_seq(value)
                results.append((value, self.env, self.block))
            except Dead:
                continue
        self.block = before
        if not results:
            self.block.append(statement)
            raise Dead
        if len(results) == 1:
            self.block.append(statement)
            self.env = results[0][1]
            return results[0][0]
        (one, env_one, block_one), (two, env_two, block_two) = results
        if all(env_one.get(name) is env.get(name) is env_two.get(name) for name in {*env_one, *env_two}) and (
            not statement.yes and not statement.no and isinstance(one, (Run, Known)) and isinstance(two, (Run, Known))
        ):
            if same(one, two):
                return one
            kind = self.joined(one, two)
            if isinstance(kind, Run):
                first, second = self.fit(one, kind.expr.type), self.fit(two, kind.expr.type)
                found = self.let(Expr(kind.expr.type, "if", (condition, first, second)))
                grower = self.all_growers([self.grower_of(first), self.grower_of(second)])
                if grower is not None:
                    self.growers[found.expr.about] = grower
                return found
        self.block.append(statement)
        env_one["$"], env_two["$"] = one, two
        self.merge([(env_one, block_one), (env_two, block_two)])
        return self.env.pop("$")

    # -- statements -------------------------------------------------------------------------------------

    def statements(self, nodes: list[ast.stmt]) -> None:
        for node in nodes:
            self.line = node
            method = getattr(self, f"do_{type(node).__name__}", None)
            if method is None:
                raise self.refuse(node, f"'{type(node).__name__.lower()}'")
            method(node)

    def do_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.eval(node.value)

    def do_Pass(self, node: ast.Pass) -> None:
        pass

    def do_Import(self, node: ast.Import) -> None:
        for each in node.names:
            self.env[each.asname or each.name] = Known(__import__(each.name))

    def do_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = __import__(node.module or "", fromlist=["*"])
        for each in node.names:
            self.env[each.asname or each.name] = Known(getattr(module, each.name))

    def do_Assign(self, node: ast.Assign) -> None:
        value = self.eval(node.value)
        if len(node.targets) > 1 or isinstance(node.targets[0], (ast.Tuple, ast.List)):
            value = self.settled(value)
        for target in node.targets:
            self.assign(target, value)

    def do_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.assign(node.target, self.eval(node.value))

    def do_AugAssign(self, node: ast.AugAssign) -> None:
        target = node.target
        if isinstance(target, ast.Name):
            before = self.eval(ast.copy_location(ast.Name(target.id, ast.Load()), target))
            change = self.eval(node.value)
            kind = before.expr.type if isinstance(before, Run) else None
            if isinstance(kind, Seq) and kind.kind == "list" and isinstance(node.op, ast.Add):
                self.extend(before, change, node)
                return
            self.assign(target, self.binary(node.op, before, change, node))
        elif isinstance(target, ast.Attribute):
            on = self.eval(target.value)
            before = self.attribute(on, target.attr, node)
            self.set_attribute(on, target.attr, self.binary(node.op, before, self.eval(node.value), node), node)
        elif isinstance(target, ast.Subscript):
            on, key = self.eval(target.value), self.settled(self.eval(target.slice))
            before = self.item(on, key, node)
            self.set_item(target, on, key, self.binary(node.op, before, self.eval(node.value), node))
        else:
            raise self.refuse(node, "this assignment")

    def assign(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            if isinstance(value, (Lazy, Indexed)):
                value = self.as_seq(value, node=target)
            if isinstance(value, Run) and value.expr.op != "local":
                value = self.let(value.expr, c_name(target.id) + "_")
            self.env[target.id] = value
        elif isinstance(target, (ast.Tuple, ast.List)):
            for each, part in zip(target.elts, self.unpacked(value, target), strict=True):
                self.assign(each, part)
        elif isinstance(target, ast.Attribute):
            self.set_attribute(self.eval(target.value), target.attr, value, target)
        elif isinstance(target, ast.Subscript):
            on = self.eval(target.value)
            self.set_item(target, on, self.eval(target.slice), value)
        else:
            raise self.refuse(target, "this target")

    def do_Delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if not isinstance(target, ast.Subscript):
                raise self.refuse(node, "'del' of a name", "nothing: a name that is not used does no harm")
            self.method(self.eval(target.value), "$del", [self.eval(target.slice)], {}, node)

    def do_Return(self, node: ast.Return) -> None:
        if self.yielded is not None:
            value = self.whole_yield()
        else:
            value = NOTHING if node.value is None else self.eval(node.value)
        if isinstance(value, (Lazy, Indexed)):
            value = self.as_seq(value)
        self.returns.append((self.block, value))
        raise Dead

    def do_Raise(self, node: ast.Raise) -> None:
        if node.exc is None:
            self.stop("unwind again", "")
        if isinstance(node.exc, ast.Call):
            made = self.eval(node.exc)
            if isinstance(made, Made) and made.maker is Unwind:
                depth, result = made.values
                if isinstance(result, (Lazy, Indexed)):
                    result = self.as_seq(result)
                self.tr.grow_unwound(self.type_of(result))
                self.do(Expr(NEVER, "unwind", (self.fit(depth, INT), self.fit(result, self.tr.unwound))))
                raise Dead
        self.stop("RAISED", ast.unparse(node))

    def do_Assert(self, node: ast.Assert) -> None:
        truth = self.truth(self.eval(node.test))
        if isinstance(truth, Known):
            if not truth.thing:
                self.stop("RAISED", ast.unparse(node.test))
            return
        assert isinstance(truth, Run)
        self.block.append(If(truth.expr, [], [Raise("RAISED", ast.unparse(node.test))]))

    def do_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.env[node.name] = self.closure(node)

    def do_Global(self, node: ast.Global) -> None:
        raise self.refuse(node, "'global'", "a scalar of the table")

    def do_Nonlocal(self, node: ast.Nonlocal) -> None:
        raise self.refuse(node, "'nonlocal'", "a result that is returned")

    def do_If(self, node: ast.If) -> None:
        truth = self.truth(self.eval(node.test))
        if isinstance(truth, Known):  # it tells nothing new
            self.statements(node.body if truth.thing else node.orelse)
            return

        def side(held: bool, nodes: list[ast.stmt]) -> Callable[[], None]:
            def follow() -> None:
                self.refine(node.test, held)
                self.statements(nodes)

            return follow

        self.branch(truth, side(True, node.body), side(False, node.orelse))

    def branch(self, truth: Value, yes: Callable[[], None], no: Callable[[], None]) -> None:
        """Statements for each way that a condition may go."""
        if isinstance(truth, Known):
            (yes if truth.thing else no)()
            return
        assert isinstance(truth, Run)
        statement = If(truth.expr, [], [])
        self.block.append(statement)
        self.ways((statement.yes, yes), (statement.no, no))

    def ways(self, *sides: tuple[list[Stmt], Callable[[], None]]) -> None:
        """Follow each of several ways from here, and go on where those that end come together."""
        env, after = self.env, self.block
        ended: list[Way] = []
        for part, follow in sides:
            self.env, self.block = dict(env), part
            try:
                follow()
                ended.append((self.env, self.block))
            except Dead:
                continue
        self.block = after
        self.merge(ended)

    def refine(self, test: ast.expr, held: bool) -> None:
        """What a condition tells of a name: that it is not None, of which class it is, which thing."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            self.refine(test.operand, not held)
        elif isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) == held:
            for each in test.values:
                self.refine(each, held)
        elif isinstance(test, ast.Name) and held and isinstance(value := self.env.get(test.id), Run):
            self.env[test.id] = self.without_none(value)
        elif isinstance(test, ast.NamedExpr) and isinstance(test.target, ast.Name) and held:
            value = self.env.get(test.target.id)
            if isinstance(value, Run):
                self.env[test.target.id] = self.without_none(value)
        elif isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.left, ast.Name):
            value = self.env.get(test.left.id)
            if not isinstance(value, Run):
                return
            try:
                other = (
                    self.eval(test.comparators[0])
                    if isinstance(test.comparators[0], (ast.Constant, ast.Name, ast.Attribute))
                    else None
                )
            except (NoMeaning, Dead):
                return
            if not isinstance(other, Known):
                return
            positive = isinstance(test.ops[0], (ast.Is, ast.Eq)) == held
            if isinstance(test.ops[0], (ast.Is, ast.IsNot, ast.Eq, ast.NotEq)):
                arm = value.expr.args[0] if value.expr.op == "convert" else value.expr
                narrowed = self.env[test.left.id] = self.narrowed(value, other.thing, positive)
                if arm.op == "local" and arm.about in self.answers_of:
                    self.narrow_answer(arm.about, narrowed)
        elif isinstance(test, ast.Call) and ast.unparse(test.func) == "isinstance":
            name = ast.unparse(test.args[0])
            if isinstance(value := self.env.get(name), Run):
                self.env[name] = self.of_class(value, self.eval(test.args[1]), held)

    def do_Match(self, node: ast.Match) -> None:
        subject = self.settled(self.eval(node.subject))
        self.cases(node, node.cases, subject)

    def cases(self, node: ast.Match, cases: list[ast.match_case], subject: Value) -> None:
        if not cases:
            return
        first, rest = cases[0], cases[1:]
        if first.guard is not None:
            raise self.refuse(node, "'case … if'", "an if within the case")
        truth = self.truth(self.matches(first.pattern, subject, node))
        self.branch(truth, lambda: self.statements(first.body), lambda: self.cases(node, rest, subject))

    def matches(self, pattern: ast.pattern, subject: Value, node: ast.AST) -> Value:
        if isinstance(pattern, ast.MatchValue):
            return self.compare(ast.Eq(), subject, self.eval(pattern.value), node)
        if isinstance(pattern, ast.MatchSingleton):
            return self.compare(ast.Is(), subject, Known(pattern.value), node)
        if isinstance(pattern, ast.MatchOr):
            found: Value = Known(False)
            for each in pattern.patterns:
                found = self.binary(ast.BitOr(), self.truth(found), self.truth(self.matches(each, subject, node)), node)
            return found
        if isinstance(pattern, ast.MatchAs) and pattern.pattern is None:
            if pattern.name is not None:
                self.env[pattern.name] = subject
            return Known(True)
        raise self.refuse(node, "this pattern", "if and elif")

    # -- loops ------------------------------------------------------------------------------------------

    def loop(
        self,
        node: Any,
        names: frozenset[str],
        label: str,
        head: Callable[[], Expr | None],
        body: Callable[[], None],
        tail: Callable[[], None] | None = None,
    ) -> None:
        """Statements again and again. ``head`` gives the condition under which the loop goes on (None: always)."""
        site = self.site_of(node)
        entry = dict(self.env)
        phis: Env = {}
        for name in sorted(names):
            value = entry.get(name)
            known = self.kept.get((site, name))
            if value is None:
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
        if node.orelse:
            raise self.refuse(node, "'while … else'", "a flag")
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

        self.loop(node, assigned_in((node,)), label, head, body)

    def do_For(self, node: ast.For) -> None:
        things = self.iterable(self.eval(node.iter), node.iter)
        broken = any(isinstance(each, ast.Break) for each in ast.walk(node))
        if isinstance(things, list):
            self.unrolled(node, things, broken)
            return
        label = self.fresh("for_")
        if node.orelse:
            self.for_else(node, things, label)
            return

        def body(item: Value) -> None:
            self.assign(node.target, item)
            self.statements(node.body)

        self.each(things, assigned_in((node,)), label, body, node)

    def for_else(self, node: ast.For, things: Indexed, label: str) -> None:
        """The statements behind ``else`` run where nothing has broken off."""
        level = len(self.exits) + 1
        done = f"$else{level}"
        self.env[done] = Known(True)
        names = assigned_in((node,)) | {done}

        def body(item: Value) -> Any:
            self.assign(node.target, item)
            self.statements(node.body)

        self.breaking.append(level)
        self.each(things, names, label, body, node)
        self.breaking.pop()
        finished = self.env.pop(done)
        self.branch(self.truth(finished), lambda: self.statements(node.orelse), lambda: None)

    def each(
        self, things: Indexed, names: frozenset[str], label: str, body: Callable[[Value], Any], node: ast.AST
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

        self.loop(node, names, label, head, inside, tail)

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
        level = len(self.exits)
        if level in self.breaking:
            self.env[f"$else{level}"] = Known(False)
        self.exits[-1][0].append((self.env, self.block))
        raise Dead

    def do_Continue(self, node: ast.Continue) -> None:
        self.exits[-1][1].append((self.env, self.block))
        raise Dead

    # -- events that are unwound ------------------------------------------------------------------------

    def do_Try(self, node: ast.Try) -> None:
        handler = node.handlers[0] if len(node.handlers) == 1 else None
        if handler is None or handler.type is None or node.orelse or node.finalbody:
            raise self.refuse(node, "'try'", "what asks whether it can be done before it is done")
        caught = self.eval(handler.type)
        if not (isinstance(caught, Known) and caught.thing is Unwind):
            raise self.refuse(node, "'try'", "what asks whether it can be done before it is done")
        depth = self.fresh("depth_")
        self.variable(depth, INT)
        statement = Catch([], [], depth)
        self.block.append(statement)

        def caught_here() -> None:
            if handler.name is not None:
                if self.tr.unwound is NEVER:
                    raise Dead
                result = self.let(Expr(self.tr.unwound, "unwound"))
                unwind = (Run(Expr(INT, "local", (), depth)), result)
                self.env[handler.name] = Made(Unwind, ("depth", "result"), unwind)
            self.statements(handler.body)

        self.ways((statement.body, lambda: self.statements(node.body)), (statement.caught, caught_here))


def alike(one: Value, other: Value) -> bool:
    """Whether two values are made by the same maker, of parts with the same names."""
    if not isinstance(one, Made) or not isinstance(other, Made):
        return False
    return maker_key(one.maker) == maker_key(other.maker) and one.names == other.names


def c_name(name: str) -> str:
    """A name of Python as part of a name in a Program."""
    return "".join([each if each.isascii() and each.isalnum() else "_" for each in name])
