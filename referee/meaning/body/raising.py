"""Exceptions of the author's, raised and caught in one function: a way from the one place to the other."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any

from referee.meaning.authors import is_author
from referee.meaning.body.reader import Dead, Reader, Way
from referee.meaning.program import Block, Leave
from referee.meaning.raised import RETURNS, Caught
from referee.meaning.values import Known, Made

RAISED = "$raised"
"""Stands among the names for what was raised."""


@dataclass
class Catching:
    """A ``try`` around: what it catches, and the ways that were raised. ``last``: how many 'finally' are around it."""

    kinds: tuple[type, ...]
    last: int
    ways: list[Way] = field(default_factory=list)


class Raising(Reader):
    """``raise`` and ``except`` of the author's exceptions."""

    def raised_here(self, node: ast.Raise) -> None:
        """Leave to the ``try`` around that catches it; come back where none does."""
        if node.exc is None:
            if self.catching:
                raise self.refuse(node, "'raise' of what was caught", RETURNS)
            return
        call = node.exc if isinstance(node.exc, ast.Call) else None
        kind = self.eval(call.func if call else node.exc)
        thing = kind.thing if isinstance(kind, Known) else None
        if not (isinstance(thing, type) and issubclass(thing, Exception)):
            if self.catching:
                raise self.refuse(node, "'raise' of what is known in play only", RETURNS)
            return
        frame = next((each for each in reversed(self.catching) if issubclass(thing, each.kinds)), None)
        if frame is None:
            self.spec.raises.add(thing)
            return
        if frame.last != len(self.last_things):
            raise self.refuse(node, "'raise' through 'finally'", RETURNS)
        args = [self.settled(self.eval(each)) for each in (call.args if call else ())]
        self.env[RAISED] = Made(thing, ("args",), (Made(tuple, tuple(range(len(args))), tuple(args)),))
        frame.ways.append((self.env, self.block))
        raise Dead

    def not_caught(self, error: Exception, node: Any) -> None:
        """Refuse what was raised while rules are read, where a ``try`` around catches it."""
        if any(isinstance(error, each.kinds) for each in self.catching):
            raise self.refuse(node, f"'try' of what raises {type(error).__name__}", RETURNS)

    def caught_here(self, node: ast.Try, handler: ast.ExceptHandler, kinds: tuple[type, ...]) -> None:
        """``try`` and ``except`` of the author's exceptions."""
        if handler.name is not None and any(is_author(each.__init__) for each in kinds):  # type: ignore[misc]
            raise self.refuse(node, f"a name for what is raised, which {kinds[0].__name__}.__init__ makes,", RETURNS)
        outer = self.block
        whole, tried = Block(self.fresh("tried_"), []), Block(self.fresh("raised_"), [])
        outer.append(whole)
        whole.body.append(tried)
        self.block = tried.body
        frame, done = Catching(kinds, len(self.last_things)), list[Way]()
        self.tr.caught[self.spec, id(node)] = Caught(self.where(node), kinds, tried.body)
        self.catching.append(frame)
        alive = True
        try:
            self.statements(node.body)
        except Dead:
            alive = False
        self.catching.pop()
        if alive:
            try:
                self.statements(node.orelse)
                done.append((self.env, self.block))
            except Dead:
                pass
        self.block = whole.body
        if frame.ways:
            try:
                self.merge(frame.ways, lambda block: block.append(Leave(tried.label)))
                error = self.env.pop(RAISED)
                if handler.name is not None:
                    self.env[handler.name] = error
                self.statements(handler.body)
                self.env.pop(handler.name or "", None)
                done.append((self.env, self.block))
            except Dead:
                pass
        self.block = outer
        self.merge(done, lambda block: block.append(Leave(whole.label)))
