"""Reads the text of one function."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from referee.meaning.body.ahead import Ahead
from referee.meaning.body.answering import Answering
from referee.meaning.body.asking import Asking
from referee.meaning.body.attributes import Attributes
from referee.meaning.body.cached import Cached
from referee.meaning.body.calling import Calling
from referee.meaning.body.claiming import Claiming
from referee.meaning.body.comparing import Comparing
from referee.meaning.body.containing import Containing
from referee.meaning.body.dictionaries import Dictionaries
from referee.meaning.body.displays import Displays
from referee.meaning.body.equality import Equality
from referee.meaning.body.failing import Failing
from referee.meaning.body.fitting import Fitting
from referee.meaning.body.functions import Functions
from referee.meaning.body.interleaving import Interleaving
from referee.meaning.body.items import Items
from referee.meaning.body.iterating import Iterating
from referee.meaning.body.joining import Joining
from referee.meaning.body.known_calls import KnownCalls
from referee.meaning.body.loops import Loops
from referee.meaning.body.making import Making
from referee.meaning.body.managing import Managing
from referee.meaning.body.matching import Matching
from referee.meaning.body.members import OfMembers
from referee.meaning.body.once import Iterators
from referee.meaning.body.operators import Operators
from referee.meaning.body.raising import Catching, Raising
from referee.meaning.body.reader import Dead, Env, Way
from referee.meaning.body.rounding import Rounding
from referee.meaning.body.statements import Statements
from referee.meaning.body.truths import Truths
from referee.meaning.body.trying import Trying
from referee.meaning.copies import KEEPING
from referee.meaning.likeness import compares_sets, without_hash, without_order
from referee.meaning.program import Do, Expr, Let, Raise, Return, Stmt, c_name
from referee.meaning.spec import Spec
from referee.meaning.texts import NoMeaning, assigned_in, is_plain_generator
from referee.meaning.translation import Translation
from referee.meaning.types import NEVER, Map, Seq, Type, Wider
from referee.meaning.values import NOTHING, Entries, Known, Made, Run, Value, leaves, rebuilt, same


def _told_outside(at: int) -> Callable[[Type], None]:
    """How whoever calls is told that what is handed in as that parameter is to hold other things, too."""

    def grow(kind: Type) -> None:
        raise Wider(at, kind)

    return grow


class Body(
    Fitting,
    Truths,
    Displays,
    Iterating,
    Iterators,
    Dictionaries,
    Operators,
    Answering,
    Comparing,
    Equality,
    Containing,
    Items,
    Asking,
    Claiming,
    Attributes,
    Cached,
    OfMembers,
    Calling,
    Rounding,
    KnownCalls,
    Ahead,
    Functions,
    Making,
    Joining,
    Statements,
    Trying,
    Managing,
    Failing,
    Raising,
    Matching,
    Interleaving,
    Loops,
):
    """One function while it is read."""

    def __init__(self, translation: Translation, spec: Spec) -> None:
        self.tr, self.spec, self.code = translation, spec, spec.code
        self.function = self.called = spec.function
        self.kept = spec.kept
        self.env: Env = {}
        self.block: list[Stmt] = []
        self.returns: list[tuple[list[Stmt], Value]] = []
        self.catching: list[Catching] = []
        """The ``try`` around that catch exceptions of the author's."""
        self.handling: list[dict[Any, Made]] = []
        """For each handler around: by the exceptions that it may have caught what was raised."""
        self.going_ahead, self.outside, self.lacking = 0, [], KeyError
        self.last_things: list[tuple[list[ast.stmt], int]] = []
        """What each 'finally' around does, and how many loops are around that."""
        self.exits: list[tuple[list[Way], list[Way]]] = []
        """For each loop around: what ``break`` leaves with, and what ``continue``."""
        body = spec.code.node.body
        self.own_names = assigned_in(tuple(body) if isinstance(body, list) else (body,))
        self.comprehending: list[Any] = []
        """The comprehensions that are gone through."""
        self.named = 0
        self.sites = 0
        self.grown = False
        self.path: list[Any] = []
        """Which pass through unrolled loops this is."""
        self.seen: dict[Any, int] = {}
        self.answers_of = {}
        self.growers: dict[str, Callable[[Any], None]] = {}
        """How lists and dictionaries are told that they are to hold other things, too."""
        self.displayed: dict[Any, tuple[str, ...]] = {}
        """The dictionaries and lists that are made here, each with the loops in play around it."""
        self.looping: list[str] = []
        self.yielded: tuple[str, Any] | None = None
        self.line: Any = spec.code.node
        self.scopes = [spec.code.scope]

    def read(self, arguments: dict[str, Value]) -> bool:
        """Make the function; gives whether it has to be read again, because something has grown."""
        self.function.variables.clear()
        parameters: list[tuple[str, Type]] = []
        for name, value in arguments.items():
            fresh: list[Expr] = []
            for leaf in leaves(value):
                word = f"{c_name(name)}_a{len(parameters)}"
                if isinstance(leaf.type, (Seq, Map)):
                    self.growers[word] = _told_outside(len(parameters))
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
        self.function.body = body
        try:
            if self.returns:
                self.finish_with_results()
                return
        except Dead:  # what it gave is another thing now
            pass
        self.spec.shape = None
        self.function.results = ()

    def finish_with_results(self) -> None:
        shape = self.returns[0][1]
        for _, value in self.returns[1:]:
            shape = self.joined(shape, value)
        if self.spec.shape is not None:
            shape = self.joined(self.spec.shape, shape)
        growers: list[list[Any]] = []
        for block, value in self.returns:
            self.block = block
            parts = self.fitted(value, shape)
            block.append(Return(tuple(parts)))
            growers.append([self.one_thing(each) for each in parts])
        every = zip(*growers, strict=True)
        self.spec.growers = [self.all_growers([*each]) if all(each) else None for each in every]
        self.spec.shape = self.blank(shape)
        self.function.results = tuple([each.type for each in leaves(shape)])

    def fresh(self, word: str = "t") -> str:
        self.named += 1
        return f"{word}{self.named}"

    def let(self, expr: Expr, word: str = "t") -> Run:
        """Give what an expression gives a name."""
        if expr.op in ("local", "const"):
            return Run(expr)
        self.alike_in_python(expr)
        return self.named_now(expr, word)

    def named_now(self, expr: Expr, word: str = "t") -> Run:
        name = self.fresh(word)
        self.block.append(Let(name, expr))
        return Run(Expr(expr.type, "local", (), name))

    def alike_in_python(self, expr: Expr) -> None:
        """Refuse what compares objects in another way than their class says."""
        if expr.op in (*KEEPING, "set scalar", "set each"):
            self.stay_one(expr)
        self.tr.copies.look(expr)
        if self.tr.copies.changed(expr, self.line, self.code.node):
            what = f"changing one of several {expr.args[0].type!r}, of which some are kept under several names,"
            raise self.refuse(None, what, "list(…) or dict(…) where it is kept")
        if (unordered := without_order(expr)) is not None:
            raise self.refuse(None, f"the order of {unordered!r}", "a key that is a tuple of numbers")
        if compares_sets(expr):
            raise self.refuse(None, "comparing what holds a set", "a tuple of it that is sorted")
        if (changes := without_hash(expr)) is not None:
            raise self.refuse(None, f"{changes!r} in a set, or as a key,", "a tuple")
        if self.tr.likeness.told(expr):
            self.told_only(None)
        self.refuse_own(self.tr.likeness.otherwise(expr))

    def refuse_own(self, found: str) -> None:
        """Refuse comparing what holds an object of that class; "": there is none."""
        if found:
            what = f"comparing what holds a {found}, which has its own way to be compared,"
            raise self.refuse(None, what, "a loop that compares two of them, or a key that is a tuple")

    def refuse_equal(self, *kinds: Type) -> None:
        """Refuse looking for things of one type among those of another one where two that are not one are equal."""
        self.refuse_own(self.tr.likeness.two_equal(*kinds))

    def do(self, expr: Expr) -> None:
        self.alike_in_python(expr)
        self.block.append(Do(expr))

    def stop(self, broken: str, why: str, kind: type[Exception] | None = None) -> Any:
        """The match stops, but where somebody catches what Python raises."""
        if kind is not None:
            self.fails(kind, None)
        self.block.append(Raise(broken, why, kind))
        raise Dead

    def variable(self, name: str, kind: Type) -> Expr:
        self.function.variables[name] = kind
        return Expr(kind, "local", (), name)

    def where(self, node: Any = None) -> str:
        at = node if node is not None and hasattr(node, "lineno") else self.line
        return f"{self.scopes[-1].file}:{getattr(at, 'lineno', 0)}"

    def refuse(self, node: Any, what: str, instead: str) -> NoMeaning:
        """The error that says where what has no meaning yet, and what to write instead."""
        return NoMeaning(f"{self.where(node)}: {what} has no meaning yet: write {instead}")

    def new_site(self) -> Any:
        self.sites += 1
        return (self.sites,)

    def site_of(self, node: Any, role: str = "") -> Any:
        """A name for a place in the text, and what is there, that is the same whenever the text is read."""
        key = (tuple(self.path), id(node), role)
        self.seen[key] = self.seen.get(key, 0) + 1
        return (*key, self.seen[key])

    def eval(self, node: ast.expr) -> Value:
        method = getattr(self, f"eval_{type(node).__name__}", None)
        if method is None:
            raise self.refuse(node, f"'{ast.unparse(node)}'", "a function with statements")
        value = method(node)
        if isinstance(value, (Known, Made, Entries)):
            self.tr.copies.note(value, node)
        if isinstance(value, Known):
            self.tr.note_known(value.thing)
        return value
