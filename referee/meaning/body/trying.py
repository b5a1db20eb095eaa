"""``try``: what stops an event, and what may not be there.

Nothing is raised in a Program. A ``try`` has a meaning where the one thing in it that can fail is seen: an item, an
``.index``, ``.remove`` or ``.pop``, a division. Whether it fails is asked before it is done; what else fails in there
would be caught as well, so that only names, constants and attributes are allowed beside it.
"""

from __future__ import annotations

import ast
import contextlib
from typing import Any

from referee.kernel.requests import Unwind
from referee.meaning.body.raising import Catching
from referee.meaning.body.reader import Dead, Reader
from referee.meaning.program import Catch, Expr, If, Raise
from referee.meaning.raised import INSTEAD, ONE_THING, is_raised
from referee.meaning.types import INT, NEVER, TRUTH, Map, Record, Seq
from referee.meaning.values import Entries, Known, Made, Run, Value

CAUGHT = (IndexError, KeyError, LookupError, ValueError, ZeroDivisionError, ArithmeticError)
"""What may be caught: anything else, such as Exception, catches what stops the rules."""


LEAVING = (ast.Return, ast.Break, ast.Continue, ast.Raise, ast.Yield, ast.YieldFrom, ast.Try)
METHODS: dict[str, tuple[type, type[Exception]]] = {
    "index": (list, ValueError),
    "remove": (list, ValueError),
    "pop": (dict, KeyError),
}
"""Which failure of a method of what says that its argument is not there."""


class Trying(Reader):
    """``try``."""

    def do_Try(self, node: ast.Try) -> None:
        if node.finalbody:
            self.with_last_things(node)
            return
        kinds = [self.caught_by(each) for each in node.handlers]
        handler, first = node.handlers[0], kinds[0]
        if kinds == [(Unwind,)] and not node.orelse:
            self.unwound_here(node, handler)
            return
        if None in [each.type for each in node.handlers]:
            raise self.refuse(node, "'try' that does not name what is caught", INSTEAD)
        every = [one for each in kinds for one in each]
        own = [each for each in every if each.__module__ != "builtins" and each is not Unwind]
        if not all(kinds) or any(each not in (*own, *CAUGHT, StopIteration) for each in every):
            raise self.refuse(node, "'try' that catches this", f"{INSTEAD}, or except IndexError, KeyError or the like")
        if len(own) == len(every) or len(kinds) > 1 or self.raises_by_text(node):
            self.caught_here(node, kinds, len(own) < len(every))
            return
        if handler.name is not None or StopIteration in every:
            raise self.refuse(node, "'try' that catches this", f"{INSTEAD}, or except IndexError, KeyError or the like")
        done = self.can_be_done(node, first)
        self.branch(
            self.truth(done), lambda: self.statements([*node.body, *node.orelse]), lambda: self.statements(handler.body)
        )

    def caught_by(self, handler: ast.ExceptHandler) -> tuple[Any, ...]:
        """What a handler catches; () where that is not known."""
        caught = None if handler.type is None else self.all_known(self.eval(handler.type))
        return () if caught is None else caught[0] if isinstance(caught[0], tuple) else (caught[0],)

    def raises_by_text(self, node: ast.Try) -> bool:
        """Whether something may be tried that raises what its text says: a function of rules, or a ``raise``."""
        for each in [part for statement in node.body for part in ast.walk(statement)]:
            if isinstance(each, ast.Raise):
                return True
            if isinstance(each, ast.Call) and not (isinstance(each.func, ast.Attribute) and each.func.attr in METHODS):
                return True
        return False

    def do_With(self, node: ast.With) -> None:
        """``with suppress(…)``; nothing else is understood."""
        one = node.items[0]
        call = one.context_expr
        is_suppress = isinstance(call, ast.Call) and self.all_known(self.eval(call.func)) == [contextlib.suppress]
        if len(node.items) > 1 or not is_suppress or one.optional_vars is not None:
            raise self.refuse(node, "'with' of anything but suppress(…)", "try and except, or the statements alone")
        assert isinstance(call, ast.Call)
        kinds = call.args[0] if len(call.args) == 1 else ast.Tuple(call.args, ast.Load())
        handler = ast.ExceptHandler(kinds, None, [ast.Pass()])
        self.do_Try(self.instead(node, lambda: ast.Try(node.body, [handler], [], [])))

    def with_last_things(self, node: ast.Try) -> None:
        """``finally``: what is to be done on every way out. Where the match stops nobody can see whether it was."""
        last = [each for statement in node.finalbody for each in ast.walk(statement)]
        if any(isinstance(each, LEAVING) for each in last):
            what = "'finally' that asks, leaves or tries something"
            raise self.refuse(node, what, "what is to be done behind it, on every way")
        within = [each for statement in (*node.body, *node.handlers, *node.orelse) for each in ast.walk(statement)]
        if any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in within):
            # Python does it where a rule is dropped half-way, too, and the table may be used again.
            raise self.refuse(node, "'finally' behind what asks", "what is to be done behind it, on every way")
        whole = self.instead(node, lambda: ast.Try(node.body, node.handlers, node.orelse, []))
        tried = [whole] if node.handlers else node.body

        frame = Catching((), 0)
        self.keep_names(frame, node)
        entry = dict(self.env)

        def inside() -> None:
            self.last_things.append((node.finalbody, len(self.exits)))
            self.catching.append(frame)
            try:
                self.statements(tried)
            finally:
                self.catching.pop()
                self.last_things.pop()

        def unwound() -> None:
            self.env |= self.kept_still(frame, node, entry)
            if self.tr.unwound is NEVER:
                self.statements(node.finalbody)
                self.stop("unwind again", "")
            given = self.let(Expr(self.tr.unwound, "unwound"))  # the last things may catch something themselves
            self.statements(node.finalbody)
            self.do(Expr(NEVER, "unwind", (Expr(INT, "local", (), depth), given.expr)))
            raise Dead

        depth = self.fresh("depth_")
        self.variable(depth, INT)
        statement = Catch([], [], depth)
        self.block.append(statement)
        self.ways((statement.body, inside), (statement.caught, unwound))
        self.statements(node.finalbody)

    def do_last_things(self, loops: int) -> None:
        """What is to be done where a function or a loop is left that has so many loops around it: the innermost
        first."""
        every = self.last_things
        try:
            for at in reversed(range(len(every))):
                body, around = every[at]
                if around < loops:
                    break
                self.last_things = every[:at]
                self.statements(body)
        finally:
            self.last_things = every

    def unwound_here(self, node: ast.Try, handler: ast.ExceptHandler) -> None:
        depth = self.fresh("depth_")
        self.variable(depth, INT)
        statement = Catch([], [], depth)
        self.block.append(statement)

        def caught_here() -> None:
            self.further_out(Expr(INT, "local", (), depth))
            if handler.name is not None:
                result = self.unwound_as(lambda each: not is_raised(each))
                if result is None:
                    raise Dead
                unwind = (Run(Expr(INT, "local", (), depth)), result)
                self.env[handler.name] = Made(Unwind, ("depth", "result"), unwind)
            self.statements(handler.body)

        self.ways((statement.body, lambda: self.statements(node.body)), (statement.caught, caught_here))

    def further_out(self, depth: Expr) -> None:
        """What is unwound because of an exception is no event that was stopped."""
        if self.tr.thrown:
            raised = Expr(TRUTH, "less", (depth, Expr(INT, "const", (), 0)))
            self.block.append(If(raised, [Raise("unwind again", "")], []))

    def can_be_done(self, node: ast.Try, caught: tuple[type[Exception], ...]) -> Value:
        """Whether the one thing that is tried can be done. Refused where it is not seen what else could fail."""
        tried = node.body[0]
        if isinstance(tried, ast.Delete) and len(node.body) == len(tried.targets) == 1:
            tried = ast.copy_location(ast.Expr(tried.targets[0]), tried)
        named = isinstance(tried, ast.Assign) and [*map(type, tried.targets)] == [ast.Name]
        what = tried.value if isinstance(tried, (ast.Return, ast.Expr)) or named else None  # type: ignore[attr-defined]
        fails: type[Exception] | None = None
        if len(node.body) == 1 and isinstance(what, ast.Subscript) and self.cannot_fail(what.value, what.slice):
            fails, done = self.has_item(what)
        elif len(node.body) == 1 and isinstance(what, ast.BinOp) and isinstance(what.op, (ast.FloorDiv, ast.Mod)):
            if self.cannot_fail(what.left, what.right) and self.is_whole(what.left) and self.is_whole(what.right):
                fails, done = ZeroDivisionError, ast.Compare(what.right, [ast.NotEq()], [ast.Constant(0)])
        elif len(node.body) == 1 and isinstance(what, ast.Call) and isinstance(what.func, ast.Attribute):
            row, (kind, error) = what.func.value, METHODS.get(what.func.attr, (None, None))
            one = len(what.args) == 1 and not what.keywords
            if one and kind and self.cannot_fail(row, what.args[0]) and self.kind_of(self.eval(row)) is kind:
                fails, done = error, ast.Compare(what.args[0], [ast.In()], [row])
        if fails is None or not issubclass(fails, caught):
            raise self.refuse(node, ONE_THING, INSTEAD)
        for each in ast.walk(done):
            ast.copy_location(each, tried)
        found = self.eval(done)
        self.env.pop(LENGTH, None)
        return found

    def has_item(self, what: ast.Subscript) -> tuple[type[Exception] | None, ast.expr]:
        on = self.eval(what.value)
        kind = self.kind_of(on)
        if kind is dict:
            return KeyError, ast.Compare(what.slice, [ast.In()], [what.value])
        if kind is list and not isinstance(what.slice, ast.Slice) and self.is_whole(what.slice):
            self.env[LENGTH] = self.call(Known(len), [on], {}, what)
            length = ast.Name(LENGTH, ast.Load())
            least = ast.UnaryOp(ast.USub(), length)
            return IndexError, ast.Compare(least, [ast.LtE(), ast.Lt()], [what.slice, length])
        return None, what

    def kind_of(self, value: Value) -> type | None:
        """Whether something is surely a list or a tuple (list), or a dictionary that makes nothing up (dict)."""
        if isinstance(value, Known):
            thing = value.thing
            listed = type(thing) in (list, tuple) and not self.is_of_each(thing)
            return list if listed else dict if type(thing) is dict else None
        if isinstance(value, Entries):
            return dict
        if isinstance(value, Made):
            return list if value.maker in (tuple, list) else None
        if not isinstance(value, Run):
            return None
        kind = value.expr.type
        if isinstance(kind, Map):
            return dict if not kind.missing else None
        if isinstance(kind, Record):
            return list if kind.maker is tuple else None
        return list if isinstance(kind, Seq) and kind.kind != "set" else None

    def is_whole(self, node: ast.expr) -> bool:
        """Whether it is surely a whole number."""
        value = self.eval(node)
        return type(value.thing) is int if isinstance(value, Known) else self.type_or_none(value) == INT

    def cannot_fail(self, *nodes: ast.expr) -> bool:
        """Whether to look at them runs nothing of an author's: names, constants, attributes of known things."""
        return all(map(self.only_looks, nodes))

    def only_looks(self, node: ast.expr) -> bool:
        if isinstance(node, ast.UnaryOp):
            return isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant)
        if isinstance(node, ast.Attribute):
            on = self.eval(node.value) if isinstance(node.value, ast.Name) else None
            if not isinstance(on, Known):
                return False
            of_class = getattr(type(on.thing), node.attr, None)
            return not hasattr(of_class, "__get__") and not hasattr(type(on.thing), "__getattr__")
        return isinstance(node, (ast.Name, ast.Constant))


LENGTH = "the length of what is tried"
"""Stands among the names for a number that the text does not name."""
