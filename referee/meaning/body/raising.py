"""Exceptions: a way from where one is raised to where it is caught.

In one function that is known while it is read. What another function raises is unwound, as events are that are
stopped: to a depth below 0, which says what was raised.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from referee.kernel.requests import Unwind
from referee.meaning.body.reader import Dead, Env, Reader, Way
from referee.meaning.program import Block, Catch, Expr, If, Leave, Raise, Set, Stmt
from referee.meaning.raised import RETURNS, SAYS, Caught, WayOut, code_of, makes_itself
from referee.meaning.texts import COMPREHENSIONS, assigned_in, changed_in
from referee.meaning.types import INT, NEVER, NONE_TYPE, TRUTH, Maybe, Record, Thing, Type, Union
from referee.meaning.values import NOTHING, Entries, Known, Made, Once, Unsure, Value, leaves, tuple_of

RAISED = "$raised"
"""Stands among the names for what was raised."""


@dataclass
class Catching:
    """A ``try`` around: what it catches, and the ways that were raised. ``last``: how many 'finally' are around it."""

    kinds: tuple[type, ...]
    last: int
    ways: list[Way] = field(default_factory=list)
    is_used: bool = False
    """Whether somebody looks at what was caught."""
    site: Any = None
    kept: Env = field(default_factory=dict)
    """The names that are set within, as variables: so they stand where another function raises something."""


class Raising(Reader):
    """``raise`` and ``except``."""

    def raised_here(self, node: ast.Raise) -> None:
        """Leave to the ``try`` around that catches it; come back where none does."""
        if node.exc is None:
            if self.handling and len(self.handling[-1]) == 1:
                ((kind, error),) = self.handling[-1].items()
                self.thrown(kind, error, node)
                self.stop("RAISED", f"{SAYS}{kind.__name__}")
            if self.handling or any(each.kinds for each in self.catching):
                raise self.refuse(node, "'raise' of what was caught", RETURNS)
            return
        call = node.exc if isinstance(node.exc, ast.Call) else None
        kind = self.eval(call.func if call else node.exc)
        thing = kind.thing if isinstance(kind, Known) else self.class_of(kind)
        if isinstance(thing, Exception):
            thing = type(thing)
        if not (isinstance(thing, type) and issubclass(thing, (Exception, WayOut))):
            if any(each.kinds for each in self.catching):
                raise self.refuse(node, "'raise' of what is known in play only", RETURNS)
            self.spec.raises.add(BaseException)
            return
        if thing is Unwind:
            return
        if not isinstance(kind, Known):
            self.thrown(thing, kind, node)
        elif makes_itself(thing) and (thing in self.tr.thrown or self.frame_of(thing) is not None):
            self.thrown(thing, self.eval(call) if call else self.call(kind, [], {}, node), node)
        else:
            self.thrown(
                thing, _error(thing, [self.settled(self.eval(each)) for each in (call.args if call else ())]), node
            )

    def frame_of(self, thing: type) -> Catching | None:
        """The ``try`` around that catches an exception."""
        return next((each for each in reversed(self.catching) if issubclass(thing, each.kinds)), None)

    def thrown(self, thing: type, error: Value, node: Any) -> None:
        """Go on where that is caught; come back where nobody does."""
        frame = self.frame_of(thing)
        if frame is None:
            self.spec.raises.add(thing)
            if thing in self.tr.thrown:
                code = Expr(INT, "const", (), code_of(self.tr.thrown, thing))
                self.do(Expr(NEVER, "unwind", (code, *self.handed_on(thing, error, node))))
                raise Dead
            return
        if frame.last != len(self.last_things):
            raise self.refuse(node, "'raise' through 'finally'", RETURNS)
        if self.going_ahead:
            return  # Python may never come to it
        env = dict(self.outside[0]) if self.outside else self.env
        env[RAISED] = error
        frame.ways.append((env, self.block))
        raise Dead

    def not_caught(self, error: Exception, node: Any) -> None:
        """What was raised while rules are read goes where it is caught; come back where nobody does."""
        kind = type(error)
        if not makes_itself(kind):
            self.thrown(kind, _error(kind, [Known(each) for each in error.args]), node)
        elif kind in self.tr.thrown or self.frame_of(kind) is not None:
            made = self.let(Expr(Thing(kind), "new"), "thing_")
            for name, held in {"args": error.args, **vars(error)}.items():
                self.set_attribute(made, name, Known(held), node)
            self.thrown(kind, made, node)
        else:
            self.spec.raises.add(kind)

    def caught_here(self, node: ast.Try, kinds: list[tuple[type, ...]], told: bool) -> None:
        """``try`` and ``except`` of what the text raises: ``kinds`` are what each handler catches. ``told``: Python may
        raise it as well."""
        outer = self.block
        whole, site = Block(self.fresh("tried_"), []), (self.spec, id(node))
        outer.append(whole)
        tried = [Block(self.fresh("raised_"), []) for _ in node.handlers]
        for around, inner in zip([whole, *tried], tried, strict=False):
            around.body.append(inner)
        done = list[Way]()
        frames = [
            Catching(each, len(self.last_things), is_used=_is_used(handler))
            for each, handler in zip(kinds, node.handlers, strict=True)
        ]
        self.block = tried[-1].body
        catch = Catch([], [], self.fresh("depth_"))
        if thrown_to := site in self.tr.thrown_to:
            used = [each for handler, each in zip(node.handlers, kinds, strict=True) if _is_used(handler)]
            looked_at = tuple([one for each in used for one in each])
            self.tr.look_at_raised([each for each in self.tr.thrown if issubclass(each, looked_at)])
            self.variable(catch.depth, INT)
            self.keep_names(frames[0], node)
            self.block.append(catch)
            self.block = catch.body
        entry, body = dict(self.env), self.block
        every = tuple(one for each in kinds for one in each)
        self.catching += frames[::-1]
        by_python = [(one, each.is_used) for each in frames for one in each.kinds if one.__module__ == "builtins"]
        self.spec.around.append(frozenset(by_python if told else ()))
        alive = True
        try:
            self.statements(node.body)
        except Dead:
            alive = False
        finally:
            self.spec.around.pop()
        del self.catching[-len(frames) :]
        self.tr.caught[site] = Caught(self.where(node), every, list(body), told)
        self.block = tried[-1].body
        if thrown_to:
            self.unwound_to(frames, catch, {**entry, **self.kept_still(frames[0], node, entry)})
        if alive:
            try:
                self.statements(node.orelse)
                done.append((self.env, self.block))
            except Dead:
                pass
        for around, inner, handler, frame in [*zip([whole, *tried], tried, node.handlers, frames, strict=False)][::-1]:
            self.block = around.body
            if frame.ways:
                try:
                    self.handled(handler, frame, inner.label)
                    done.append((self.env, self.block))
                except Dead:
                    pass
        self.block = outer
        self.merge(done, lambda block: block.append(Leave(whole.label)))

    def handled(self, handler: ast.ExceptHandler, frame: Catching, label: str) -> None:
        """What is done with what was caught."""
        raised = [env[RAISED] for env, _ in frame.ways]
        self.merge(frame.ways, lambda block: block.append(Leave(label)))
        error = self.env.pop(RAISED)
        if _is_used(handler):
            self.env[handler.name or ""] = error
        makers = {self.class_of(each) for each in raised}
        self.handling.append(dict.fromkeys(makers, error))
        try:
            self.statements(handler.body)
        finally:
            self.handling.pop()
        self.env.pop(handler.name or "", None)

    def unwound_to(self, frames: list[Catching], catch: Catch, env: Env) -> None:
        """What is done where another function has raised something: it is caught here, or further out."""
        depth = Expr(INT, "local", (), catch.depth)
        at: list[Stmt] = catch.caught
        behind = self.block
        for kind in self.tr.thrown:
            frame = next((each for each in frames if issubclass(kind, each.kinds)), None)
            if frame is None:
                continue
            here, further = list[Stmt](), list[Stmt]()
            code = Expr(INT, "const", (), code_of(self.tr.thrown, kind))
            at.append(If(Expr(TRUTH, "equal", (depth, code)), here, further))
            self.block = here
            frame.ways.append(({**env, RAISED: self.handed_in(kind)}, here))
            at = further
        self.block = behind
        at.append(Raise("unwind again", ""))

    def handed_on(self, thing: type, error: Value, node: Any) -> list[Expr]:
        """What was raised with, where somebody looks at it who catches it."""
        if thing not in self.tr.raised_with:
            return []
        if isinstance(error, Made) and (error.values[0] is NOTHING or isinstance(error.values[0], Known)):
            raise self.refuse(node, "'raise' of what was caught", RETURNS)
        self.tr.grow_raised(thing, self.kept_type(error))
        return [self.fit(error, self.tr.unwound)]

    def handed_in(self, thing: type) -> Value:
        """The same where it is caught."""
        if self.tr.raised_with.get(thing, NEVER) is NEVER:  # nobody looks, or nothing was raised as far as is known
            return Made(thing, ("args",), (NOTHING,)) if thing not in self.tr.raised_with else _error(thing, [])
        made = self.unwound_as(lambda each: getattr(each, "maker", None) is thing)
        assert made is not None
        if makes_itself(thing):
            return made
        args = self.part(made, 0)
        own = self.type_of(args)
        if isinstance(own, Record):
            return _error(thing, [self.part(args, at) for at in own.names])
        return Made(thing, ("args",), (args,))

    def unwound_as(self, wanted: Callable[[Type], bool]) -> Value | None:
        """What is handed on, where it is of such a type; None: nothing is."""
        whole = self.tr.unwound
        kinds = list(whole.of) if isinstance(whole, Union) else [whole]
        kinds = [NONE_TYPE, whole.of] if isinstance(whole, Maybe) else kinds
        some = [each for each in kinds if wanted(each)]
        if not some or some == [NEVER]:
            return None
        value = self.let(Expr(whole, "unwound"))
        if len(some) == len(kinds):
            return value
        if isinstance(whole, Maybe):
            return Known(None) if some == [NONE_TYPE] else self.without_none(value)
        return self.only_of(value, some) if some != [NONE_TYPE] else Known(None)

    # -- names that are set within ---------------------------------------------------------------------------

    def keep_names(self, frame: Catching, node: ast.Try) -> None:
        """Make variables of the names that a ``try`` sets; what it changes is such in play."""
        for name in sorted({name for each in node.body for name in changed_in(each)}):
            value = self.env.get(name)
            if isinstance(value, Entries) or (isinstance(value, Made) and value.maker in (list, set)):
                self.again_in_play(value, node)
        frame.site = self.site_of(node, "try")
        for name in sorted(_set_plainly(node)):
            value = self.env.get(name)
            if value is None or isinstance(value, (Unsure, Entries, Once)):
                continue
            known = self.kept.get((frame.site, name))
            joined = value if known is None else self.joined(known, value)
            if known is None or not self.alike(joined, known):
                known = self.kept[frame.site, name] = self.open_leaves(joined)
            form = self.to_variables(known, name, self.new_site(), [(self.block, value)])
            frame.kept[name] = known if isinstance(known, Known) else form

    def set_within(self, name: str, value: Value) -> None:
        """A name gets another value: whoever catches what is raised later sees it."""
        for frame in self.catching:
            form = frame.kept.get(name)
            if form is None:
                continue
            known = self.kept[frame.site, name]
            joined = self.joined(known, value)
            if not self.alike(joined, known) or not self.alike(known, form):  # another reading may have told more
                self.kept[frame.site, name] = self.open_leaves(joined)
                self.grown = True
                continue
            for variable, part in zip(leaves(form), self.fitted(value, known), strict=True):
                self.block.append(Set(variable.about, part))

    def kept_still(self, frame: Catching, node: ast.Try, entry: Env) -> Env:
        """What the names that a ``try`` may have set stand for where something was raised in it."""
        names = assigned_in(tuple(node.body)) | {name for each in node.body for name in changed_in(each)}
        found: Env = {}
        for name in names & {*entry}:
            value = frame.kept.get(name)
            if value is not None:
                found[name] = value
            elif name in assigned_in(tuple(node.body)) or isinstance(entry[name], (Entries, Made)):
                found[name] = Unsure(entry[name])
        return found


def _error(thing: type, args: list[Value]) -> Made:
    return Made(thing, ("args",), (tuple_of(args),))


def _is_used(handler: ast.ExceptHandler) -> bool:
    """Whether a handler looks at what it has caught; it may raise something else ``from`` it."""
    every = [each for statement in handler.body for each in ast.walk(statement)]
    causes = [each.cause for each in every if isinstance(each, ast.Raise)]
    used = [each for each in every if isinstance(each, ast.Name) and each.id == handler.name and each not in causes]
    return handler.name is not None and bool(used)


def _set_plainly(node: ast.Try) -> set[str]:
    """The names that a ``try`` sets by assignments and loops alone, and by ``:=`` outside of comprehensions."""
    every = [each for statement in node.body for each in ast.walk(statement)]
    within = {id(part) for each in every if isinstance(each, COMPREHENSIONS) for part in ast.walk(each)}
    plain: set[int] = set()
    for each in every:
        targets: list[ast.expr] = []
        if isinstance(each, ast.Assign):
            targets = each.targets
        elif isinstance(each, (ast.AnnAssign, ast.AugAssign, ast.For)) or (
            isinstance(each, ast.NamedExpr) and id(each) not in within
        ):
            targets = [each.target]
        plain |= {id(part) for target in targets for part in ast.walk(target)}
    stored = [each for each in every if isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load)]
    other = {each.id for each in stored if id(each) not in plain}
    other |= {each.name for each in every if isinstance(each, ast.FunctionDef)}
    other |= {each.name for each in every if isinstance(each, (ast.MatchAs, ast.MatchStar)) and each.name}
    return {each.id for each in stored} - other
