"""Statements that are no loops."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
from collections.abc import Callable

from referee.kernel.requests import Unwind
from referee.meaning import library
from referee.meaning.body.answering import Asked, is_no_answer
from referee.meaning.body.operators import SPECIAL
from referee.meaning.body.reader import Dead, Reader, Way
from referee.meaning.copies import is_shared
from referee.meaning.program import Expr, If, Raise, Stmt, c_name
from referee.meaning.raised import AGAIN
from referee.meaning.texts import COMPREHENSIONS, NoMeaning, parents
from referee.meaning.types import INT, NEVER, Map, Seq, Type, is_counter
from referee.meaning.values import NOTHING, Entries, Indexed, Known, Lazy, Made, Once, Run, Unsure, Value


class Statements(Reader):
    """Statements."""

    def statements(self, nodes: list[ast.stmt]) -> None:
        for node in nodes:
            self.line = node
            method = getattr(self, f"do_{type(node).__name__}", None)
            if method is None:
                raise self.refuse(node, f"'{type(node).__name__.lower()}'", "if, for, while, match and functions")
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
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            self.no_view(node.value, value)
        if len(node.targets) > 1 or isinstance(node.targets[0], (ast.Tuple, ast.List)):
            value = self.settled(value)
        for target in node.targets:
            self.assign(target, value)

    def no_view(self, node: ast.expr, value: Value) -> None:
        """A view of a dictionary has no name: it shows what changes later."""
        if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)):
            word = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
            view = word in ("values", "items") and not node.args and not isinstance(self.type_or_none(value), Map)
            if view and isinstance(value, (Indexed, Made)):
                raise self.refuse(node, f"a name for '.{word}()'", f"tuple({ast.unparse(node)})")

    def type_or_none(self, value: Value) -> Type | None:
        return None if isinstance(value, (Lazy, Indexed, Once)) else self.type_of(value)

    def do_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.assign(node.target, self.eval(node.value))

    def do_AugAssign(self, node: ast.AugAssign) -> None:
        target = node.target
        if isinstance(target, ast.Name):
            before = self.eval(ast.copy_location(ast.Name(target.id, ast.Load()), target))
            change = self.eval(node.value)
            if not self.changed_in_place(before, node.op, change, node):
                self.assign(target, self.after_change(before, node.op, change, node))
        elif isinstance(target, ast.Attribute):
            on = self.eval(target.value)
            self.look_at_inward(on, target.attr, node)
            before = self.attribute(on, target.attr, node)
            change = self.eval(node.value)
            if not self.changed_in_place(before, node.op, change, node):
                self.set_attribute(on, target.attr, self.after_change(before, node.op, change, node), node)
        elif isinstance(target, ast.Subscript):
            on, key = self.eval(target.value), self.settled(self.eval(target.slice))
            before = self.item(on, key, node)
            change = self.eval(node.value)
            if not self.changed_in_place(before, node.op, change, node):
                self.set_item(target, on, key, self.after_change(before, node.op, change, node))
        else:
            raise self.refuse(node, "this assignment", "'=' and the whole value")

    def after_change(self, before: Value, op: ast.operator, change: Value, node: ast.AST) -> Value:
        """What ``+=`` and the like put under a name: a class may say so (``__iadd__``)."""
        own = self.own_method(before, f"__i{SPECIAL[type(op)][2:]}")
        found = self.first_answer([Asked(own, before, change)], node) if own is not None else Known(NotImplemented)
        return self.binary(op, before, change, node) if is_no_answer(found) else found

    def changed_in_place(self, before: Value, op: ast.operator, change: Value, node: ast.AST) -> bool:
        """``+=`` and the like change a list, a set or a dictionary itself, under whatever names it has."""
        kind = before.expr.type if isinstance(before, Run) else None
        if isinstance(before, Entries) and not (
            isinstance(node, ast.AugAssign) and self.is_own_still(before, node.target)
        ):
            self.again_in_play(before, node)
        if isinstance(before, Made) and before.maker in (list, set):
            self.again_in_play(before, node)
        if isinstance(before, Known) and is_shared(before.thing):
            raise self.refuse(node, "changing what all matches share", "a scalar of the table, or a new list")
        if isinstance(kind, Map):
            if is_counter(kind):
                if self.as_counters(node, before, change) is None:
                    raise self.refuse(node, "this change of a Counter", "Counter(…) of what it is changed by")
                self.call(Known(library.became), [before, self.binary(op, before, change, node)], {}, node)
                return True
            if not isinstance(op, ast.BitOr):
                raise self.refuse(node, "this change of a dictionary", "'.update(…)' or a loop")
            self.method(before, "update", [change], {}, node)
            return True
        if not isinstance(kind, Seq) or kind.kind == "tuple":
            return False
        if kind.kind == "list" and isinstance(op, ast.Add):
            self.extend(before, change, node)
            return True
        if kind in self.tr.frozen and isinstance(node, ast.AugAssign) and is_frozen(node.target, self.code.node):
            return False
        if kind in self.tr.frozen:
            instead = "the whole, x = x | …, or of a set a method: x.update(…), x.difference_update(…)"
            raise self.refuse(node, "this change of what may be a frozenset", instead)
        if kind.kind == "set" and isinstance(op, ast.BitOr):
            self.method(before, "update", [change], {}, node)
            return True
        ways = {ast.BitAnd: library.keep, ast.Sub: library.lose, ast.BitXor: library.change_over}
        if kind.kind == "list" or type(op) not in ways:
            raise self.refuse(node, f"this change of a {kind.kind}", "a loop")
        self.call(Known(ways[type(op)]), [before, change], {}, node)
        return True

    def assign(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name) and isinstance(value, Once):
            self.named_once(target, value)
        elif isinstance(target, ast.Name):
            self.not_kept(target, value)
            if isinstance(value, (Lazy, Indexed)):
                value = self.as_seq(value, node=target)
            if isinstance(value, Run) and value.expr.op != "local":
                value = self.let(value.expr, c_name(target.id) + "_")
            self.tr.copies.named(value)
            self.env[target.id] = value
            self.set_within(target.id, value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            for each, part in zip(target.elts, self.unpacked(value, target), strict=True):
                self.assign(each.value if isinstance(each, ast.Starred) else each, part)
        elif isinstance(target, ast.Attribute):
            on = self.eval(target.value)
            self.look_at_inward(on, target.attr, target)
            self.set_attribute(on, target.attr, value, target)
        elif isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            self.set_slice(self.eval(target.value), target.slice, value, target)
        elif isinstance(target, ast.Subscript):
            on = self.eval(target.value)
            self.set_item(target, on, self.eval(target.slice), value)
        else:
            raise self.refuse(target, "this target", "names, attributes or items")

    def do_Delete(self, node: ast.Delete) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name) and target.id in self.env:
                self.env[target.id] = Unsure(self.env[target.id])  # who uses it from here on is refused
                continue
            if not isinstance(target, ast.Subscript):
                raise self.refuse(node, "'del' of this", "nothing: what is not used does no harm")
            if isinstance(target.slice, ast.Slice):
                self.set_slice(self.eval(target.value), target.slice, Known(()), node)
                continue
            on, key = self.eval(target.value), self.eval(target.slice)
            own = self.own_method(on, "__delitem__")
            if own is not None:
                self.call(Known(own), [on, key], {}, node)
                continue
            self.method(on, "__delitem__", [key], {}, node)

    def do_Return(self, node: ast.Return) -> None:
        if self.yielded is not None:
            value = self.whole_yield()
        else:
            value = NOTHING if node.value is None else self.eval(node.value)
        if isinstance(value, (Lazy, Indexed)):
            value = self.as_seq(value)
        if isinstance(value, Once):
            value = self.once_listed(value)
        if self.last_things:
            value = self.settled(value)
            self.do_last_things(0)
        self.not_kept(node, *(value.values if isinstance(value, Made) else ()))
        self.returns.append((self.block, value))
        raise Dead

    def do_Raise(self, node: ast.Raise) -> None:
        self.raised_here(node)
        if node.exc is None:
            self.stop(AGAIN, "raise")
        if isinstance(node.exc, ast.Call) and self.all_known(self.eval(node.exc.func)) == [Unwind]:
            made = self.eval(node.exc)
            if isinstance(made, Made) and made.maker is Unwind:
                depth, result = made.values
                if isinstance(result, (Lazy, Indexed)):
                    result = self.as_seq(result)
                self.tr.grow_unwound(self.kept_type(result))
                self.do(Expr(NEVER, "unwind", (self.fit(depth, INT), self.fit(result, self.tr.unwound))))
                raise Dead
        self.stop("RAISED", ast.unparse(node))

    def do_Assert(self, node: ast.Assert) -> None:
        truth = self.tested(node.test)
        why = ast.unparse(node.test if node.msg is None else node)
        if isinstance(truth, Known):
            if not truth.thing:
                self.stop("RAISED", why)
            return
        assert isinstance(truth, Run)
        self.block.append(If(truth.expr, [], [Raise("RAISED", why)]))

    def do_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.env[node.name] = self.closure(node)

    def do_Global(self, node: ast.Global) -> None:
        raise self.refuse(node, "'global'", "a scalar of the table")

    def do_Nonlocal(self, node: ast.Nonlocal) -> None:
        raise self.refuse(node, "'nonlocal'", "a value for it before any function is made there, or a result")

    def do_If(self, node: ast.If) -> None:
        truth = self.tested(node.test)
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
        """What a condition tells of a name: that it is set, not None, of which class it is, which thing."""
        for each in ast.walk(test) if held else ():
            name = each.target.id if isinstance(each, ast.NamedExpr) else ""
            value = self.env.get(name)
            if isinstance(value, Unsure) and is_reached(each, test):
                self.env[name] = value.value
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


def is_reached(part: ast.AST, test: ast.AST) -> bool:
    """Whether a part of a condition that holds has surely been looked at."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        return any(is_reached(part, each) for each in test.values)
    if isinstance(test, (ast.BoolOp, ast.IfExp, *COMPREHENSIONS)):
        return False
    if isinstance(test, ast.Compare) and len(test.ops) > 1:
        return any(is_reached(part, each) for each in (test.left, *test.comparators))
    return part is test or any(is_reached(part, each) for each in ast.iter_child_nodes(test))


def is_frozen(target: ast.expr, function: ast.AST) -> bool:
    """Whether a name only ever stands for what ``frozenset(…)`` has made, so that ``|=`` makes another one."""
    if not isinstance(target, ast.Name):
        return False
    around = parents(function)
    for each in ast.walk(function):
        if isinstance(each, ast.arg) and each.arg == target.id:
            return False
        if not (isinstance(each, ast.Name) and each.id == target.id and not isinstance(each.ctx, ast.Load)):
            continue
        statement = around[id(each)]
        value = statement.value if isinstance(statement, ast.Assign) else None
        made = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "frozenset"
        if not made and not isinstance(statement, ast.AugAssign):
            return False
    return True
