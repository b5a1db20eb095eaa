"""What Python raises: where an index, a key or a divisor does not fit, and somebody catches that.

Whether it fits is asked before it is done, and where it does not, play goes where that is caught. Where nobody catches
it nothing is asked: the match stops.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from referee.meaning.body.reader import Dead, Reader
from referee.meaning.program import Expr, If, Raise
from referee.meaning.texts import COMPREHENSIONS, is_plain_generator, is_rule
from referee.meaning.types import INT, TRUTH
from referee.meaning.values import Known, Made, Run, Value, tuple_of

THROUGH = "a generator in a 'try' that catches StopIteration, which a function raises,"


def _is_asked(node: Any) -> bool:
    """Whether a generator expression, and no list, asks a function or an object for something."""
    every = ast.walk(node) if isinstance(node, ast.GeneratorExp) else ()
    return any(isinstance(each, (ast.Call, ast.Attribute)) for each in every)


class Failing(Reader):
    """What is asked before something is done that may fail."""

    def is_looked_for(self, kind: type[Exception]) -> bool:
        """Whether somebody catches what Python raises here. What is found before Python comes to it is none of that."""
        frame = self.frame_of(kind)
        if frame is not None:
            return not self.going_ahead
        if not any(issubclass(kind, each) for each, _ in self.spec.guarding):
            return False
        if kind is StopIteration and (is_rule(self.code) or is_plain_generator(self.code)):
            return False  # out of a generator Python makes another exception of it
        self.spec.raises.add(kind)
        return kind in self.tr.thrown

    def needs_no_other_exception(self, node: Any) -> None:
        """Refuse a generator out of which a StopIteration may come that somebody around catches: Python makes a
        RuntimeError of it."""
        if isinstance(node, COMPREHENSIONS) and not _is_asked(node):
            return
        caught = [each for each, _ in self.spec.guarding]
        is_caught = self.frame_of(StopIteration) is not None or any(issubclass(StopIteration, each) for each in caught)
        if is_caught and StopIteration in self.tr.thrown:
            raise self.refuse(node, THROUGH, "next(…, None) in that function, and what asks whether it gave None")

    def unless(self, holds: Callable[[], Value], kind: type[Exception], node: Any, *args: Value) -> bool:
        """Go where ``kind`` is caught, but where that holds. False: nobody catches it, and nothing is asked."""
        if not self.is_looked_for(kind):
            return False
        truth = self.truth(holds())
        if isinstance(truth, Known):
            if not truth.thing:
                self.fails(kind, node, *args)
            return True
        assert isinstance(truth, Run)
        statement = If(truth.expr, [], [])
        self.block.append(statement)
        block, env = self.block, self.env
        self.block, self.env = statement.no, dict(env)
        try:
            self.fails(kind, node, *args)
        except Dead:
            pass
        finally:
            self.block, self.env = block, env
        return True

    def fails(self, kind: type[Exception], node: Any, *args: Value) -> None:
        """Go where Python's exception is caught; come back where nobody does."""
        if not self.is_looked_for(kind):
            return
        frame = self.frame_of(kind)
        used = any(looks and issubclass(kind, each) for each, looks in self.spec.guarding)
        used = used if frame is None else frame.is_used
        if used and kind is not KeyError:
            raise self.refuse(node, f"what Python says of {kind.__name__}", "'except' without 'as'")
        self.thrown(kind, Made(kind, ("args",), (tuple_of([self.settled(each) for each in args]),)), node)

    def broke(self, error: Exception, node: Any) -> Any:
        """Something was raised while rules are read."""
        self.not_caught(error, node)
        self.block.append(Raise("RAISED", f"{type(error).__name__}: {error}", type(error)))
        raise Dead

    def sure(self, expr: Expr, is_sure: bool = True) -> Expr:
        """An operation that does not fail, if it was asked for before."""
        if is_sure:
            self.tr.sure[id(expr)] = expr
        return expr

    def has_place(self, length: Callable[[], Expr], index: Expr, node: Any) -> tuple[Expr, bool]:
        """The index, and whether it was made sure that a sequence has such a place."""
        if not self.is_looked_for(IndexError):
            return index, False
        at, many = self.let(index).expr, self.let(length()).expr
        least = Expr(TRUTH, "most", (at, Expr(INT, "negative", (many,))))
        fits = Expr(TRUTH, "both.and", (least, Expr(TRUTH, "less", (at, many))))
        return at, self.unless(lambda: Run(fits), IndexError, node)

    def has_entry(self, there: Run, key: Value, node: Any) -> None:
        if not self.unless(lambda: there, self.lacking, node, key):
            self.require(there.expr, kind=self.lacking)

    def has_no_entry(self, key: Value, node: Any, why: str) -> None:
        self.fails(self.lacking, node, key)
        self.stop("RAISED", why, self.lacking)
