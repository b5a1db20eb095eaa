"""``try``: what stops an event, what the text raises, and what Python raises where something is not there.

Nothing is raised by an operation of a Program: whether an index, a key or a divisor fits is asked before it is used
(``failing.py``). What else fails in there would be caught as well, so that it is refused.
"""

from __future__ import annotations

import ast
from typing import Any

from referee.kernel.requests import Unwind
from referee.meaning.authors import is_author
from referee.meaning.body.raising import Catching
from referee.meaning.body.reader import Dead, Reader
from referee.meaning.program import Catch, Expr, If, Raise
from referee.meaning.raised import INSTEAD, WayOut, is_raised
from referee.meaning.types import INT, NEVER, TRUTH
from referee.meaning.values import Made, Run

CAUGHT = (IndexError, KeyError, LookupError, ValueError, ZeroDivisionError, ArithmeticError, StopIteration, Exception)
"""What may be caught: anything else may be what stops the rules. No text is played that raises more than Exception."""


LEAVING = (ast.Return, ast.Break, ast.Continue, ast.Raise, ast.Yield, ast.YieldFrom, ast.Try)


class Trying(Reader):
    """``try``."""

    def do_Try(self, node: ast.Try) -> None:
        if node.finalbody:
            self.with_last_things(node)
            return
        kinds = [self.caught_by(each) for each in node.handlers]
        if kinds == [(Unwind,)] and not node.orelse:
            self.unwound_here(node, node.handlers[0])
            return
        every = [one for each in kinds for one in each]
        own = [each for each in every if is_author(each) or issubclass(each, WayOut)]
        if not all(kinds) or any(each not in (*own, *CAUGHT) for each in every):
            raise self.refuse(node, "'try' that catches this", f"{INSTEAD}, or except IndexError, KeyError or the like")
        self.caught_here(node, kinds, len(own) < len(every))

    def caught_by(self, handler: ast.ExceptHandler) -> tuple[Any, ...]:
        """What a handler catches; () where that is not known."""
        caught = [BaseException] if handler.type is None else self.all_known(self.eval(handler.type))
        every = () if caught is None else caught[0] if isinstance(caught[0], tuple) else (caught[0],)
        return tuple([Exception if each is BaseException else each for each in every])

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
