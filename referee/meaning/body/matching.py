"""Statements that match patterns."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import ast
import functools
from collections.abc import Callable

from referee.meaning import library
from referee.meaning.body.reader import Reader
from referee.meaning.types import NEVER, Map, Record, Seq
from referee.meaning.values import Entries, Known, Made, Run, Unsure, Value, is_typed_tuple, tuple_of

Bound = list[tuple[str, Callable[[], Value]]]
"""The names that a pattern sets, and what they stand for where it matches."""


WHOLE = (bool, int, str, list, tuple, dict, set, frozenset)
"""The classes whose pattern has one part, which is the whole thing."""


class Matching(Reader):
    """Patterns."""

    def do_Match(self, node: ast.Match) -> None:
        subject = self.settled(self.eval(node.subject))
        self.cases(node, node.cases, subject)

    def cases(self, node: ast.Match, cases: list[ast.match_case], subject: Value) -> None:
        if not cases:
            return
        first, rest = cases[0], cases[1:]
        bound: Bound = []
        truth = self.truth(self.matches(first.pattern, subject, node, bound))
        before = self.env
        held: dict[str, Value] = {}
        if first.guard is not None:
            guard = first.guard
            every = [each.target.id for each in ast.walk(guard) if isinstance(each, ast.NamedExpr)]

            def guarded() -> Value:
                self.bind(bound)
                found = self.tested(guard)
                for name in every:
                    value = self.env[name]
                    sure = value.value if isinstance(value, Unsure) else value
                    kept = self.to_variables(sure, name, self.new_site(), [(self.block, sure)])
                    held[name] = Unsure(kept) if isinstance(value, Unsure) else kept
                self.env = dict(before)  # the names are set again where the case is taken
                return found

            truth = self.truth(self.either(truth, guarded, lambda: Known(False)))

        def taken() -> None:
            self.bind(bound)
            self.env |= held
            if first.guard is not None:
                self.refine(first.guard, True)
            self.statements(first.body)

        def others() -> None:
            self.env |= {name: Unsure(value) for name, value in held.items() if not isinstance(value, Unsure)}
            self.cases(node, rest, subject)

        self.branch(truth, taken, others)

    def bind(self, bound: Bound) -> None:
        for name, value in bound:
            self.env[name] = value()

    def matches(self, pattern: ast.pattern, subject: Value, node: ast.AST, bound: Bound) -> Value:
        """Whether a pattern matches; ``bound`` gets the names that it sets then."""
        if isinstance(pattern, ast.MatchValue):
            return self.compare(ast.Eq(), subject, self.eval(pattern.value), node)
        if isinstance(pattern, ast.MatchSingleton):
            return self.compare(ast.Is(), subject, Known(pattern.value), node)
        if isinstance(pattern, ast.MatchOr):
            return self.matches_one(pattern, subject, node, bound)
        if isinstance(pattern, ast.MatchAs):
            inner = Known(True) if pattern.pattern is None else self.matches(pattern.pattern, subject, node, bound)
            if pattern.name is not None:
                bound.append((pattern.name, lambda: subject))
            return inner
        if isinstance(pattern, ast.MatchClass):
            return self.matches_class(pattern, subject, node, bound)
        if isinstance(pattern, ast.MatchSequence):
            return self.matches_parts(pattern, subject, node, bound)
        if isinstance(pattern, ast.MatchMapping):
            return self.matches_keys(pattern, subject, node, bound)
        raise self.refuse(node, "this pattern", "if and elif")

    def matches_one(self, pattern: ast.MatchOr, subject: Value, node: ast.AST, bound: Bound) -> Value:
        """Whether one of several patterns matches. Each sets the same names, the first that matches for good."""
        found: Value = Known(False)
        ways: list[tuple[Value, dict[str, Callable[[], Value]]]] = []
        for each in pattern.patterns:
            own: Bound = []
            truth = self.truth(self.matches(each, subject, node, own))
            if isinstance(truth, Run):
                truth = self.let(truth.expr)
            ways.append((truth, dict(own)))
            found = self.binary(ast.BitOr(), self.truth(found), truth, node)

        def name_of(name: str, at: int) -> Value:
            truth, names = ways[at]
            if at == len(ways) - 1 or (isinstance(truth, Known) and truth.thing):
                return names[name]()
            return self.either(truth, names[name], lambda: name_of(name, at + 1))

        bound.extend([(name, functools.partial(name_of, name, 0)) for name in ways[0][1]])
        return found

    def within_another(self, pattern: ast.pattern, part: Callable[[], Value], node: ast.AST, bound: Bound) -> Value:
        """Whether a pattern that is a part of another one matches: what its names stand for is asked for later."""
        if isinstance(pattern, ast.MatchAs) and pattern.pattern is None:
            if pattern.name is not None:
                bound.append((pattern.name, part))
            return Known(True)
        own: Bound = []
        truth = self.truth(self.matches(pattern, part(), node, own))

        def again(name: str) -> Value:
            later: Bound = []
            self.matches(pattern, part(), node, later)
            return dict(later)[name]()

        bound.extend([(name, functools.partial(again, name)) for name, _ in own])
        return truth

    def matches_keys(self, pattern: ast.MatchMapping, subject: Value, node: ast.AST, bound: Bound) -> Value:
        kind = None if isinstance(subject, Entries) else self.type_of(subject)
        known = isinstance(subject, Known) and isinstance(subject.thing, dict)
        if not (isinstance(subject, Entries) or isinstance(kind, Map) or known):
            raise self.refuse(node, f"a pattern of keys for {kind!r}", "if and elif")
        keys = [self.eval(each) for each in pattern.keys]
        found: Value = Known(True)
        for key, each in zip(keys, pattern.patterns, strict=True):

            def has(key: Value = key, each: ast.pattern = each) -> Value:
                def part() -> Value:
                    return self.settled(self.item(subject, key, node))

                own: Bound = []
                held = self.either(
                    self.truth(self.contained(key, subject, node)),
                    lambda: self.within_another(each, part, node, own),
                    lambda: Known(False),
                )
                bound.extend(own)
                return held

            found = self.either(self.truth(found), has, lambda: Known(False))
        if pattern.rest is not None:
            others = [subject, tuple_of(keys)]
            bound.append((pattern.rest, lambda: self.call(Known(library.without_keys), others, {}, node)))
        return found

    def matches_class(self, pattern: ast.MatchClass, subject: Value, node: ast.AST, bound: Bound) -> Value:
        kinds = self.eval(pattern.cls)
        truth = self.truth(self.call(Known(isinstance), [subject, kinds], {}, node))
        if len(pattern.patterns) == 1 and getattr(kinds, "thing", None) in WHOLE and not pattern.kwd_attrs:
            whole = pattern.patterns[0]

            def sure() -> Value:
                return self.of_class(subject, kinds, True) if isinstance(subject, Run) else subject

            return self.either(truth, lambda: self.within_another(whole, sure, node, bound), lambda: Known(False))
        names = [
            *getattr(getattr(kinds, "thing", None), "__match_args__", ())[: len(pattern.patterns)],
            *pattern.kwd_attrs,
        ]
        patterns = [*pattern.patterns, *pattern.kwd_patterns]
        if len(names) != len(patterns):
            raise self.refuse(node, "this pattern", "the names of its parts")
        if isinstance(truth, Known) and not truth.thing:
            return truth

        def narrowed() -> Value:
            return self.of_class(subject, kinds, True) if isinstance(subject, Run) else subject

        def part(name: str) -> Value:
            return self.settled(self.attribute(narrowed(), name, node))

        def parts() -> Value:
            found: Value = Known(True)
            for name, each in zip(names, patterns, strict=True):
                held = self.within_another(each, functools.partial(part, name), node, bound)
                found = self.logic("and", self.truth(found), self.truth(held))
            return found

        return self.either(truth, parts, lambda: Known(False))

    def matches_parts(self, pattern: ast.MatchSequence, subject: Value, node: ast.AST, bound: Bound) -> Value:
        kind = self.type_of(subject)
        if isinstance(subject, Made) and subject.maker is list:
            kind = Record(list, subject.names, ())
        elif isinstance(kind, Seq):
            return self.matches_sequence(pattern, subject, kind, node, bound)
        if not isinstance(kind, Record) or not (kind.maker in (tuple, list) or is_typed_tuple(kind.maker)):
            raise self.refuse(node, f"a pattern of several for {kind!r}", "if and elif")
        whole = isinstance(subject, Run)
        things = (
            [self.part(subject, at) for at in range(len(kind.names))] if whole else self.iterable(subject, node, True)
        )
        assert isinstance(things, list)
        stars = [at for at, each in enumerate(pattern.patterns) if isinstance(each, ast.MatchStar)]
        many = len(pattern.patterns)
        if len(things) < many - 1 if stars else len(things) != many:
            return Known(False)
        found: Value = Known(True)
        at = stars[0] if stars else many
        rest = len(things) - (many - at - 1) if stars else many
        if stars and pattern.patterns[at].name is not None:  # type: ignore[attr-defined]
            middle = tuple_of(things[at:rest])
            name = pattern.patterns[at].name  # type: ignore[attr-defined]
            bound.append((name, lambda: self.call(Known(list), [middle], {}, node)))
        before = zip(pattern.patterns[:at], things[:at], strict=True)
        behind = zip(pattern.patterns[at + 1 :], things[rest:], strict=True)
        for each, thing in (*before, *behind):
            found = self.logic("and", self.truth(found), self.truth(self.matches(each, thing, node, bound)))
        return found

    def matches_sequence(
        self, pattern: ast.MatchSequence, subject: Value, kind: Seq, node: ast.AST, bound: Bound
    ) -> Value:
        """Whether a pattern of several matches a sequence whose length is known in play only."""
        if kind.kind == "set":
            return Known(False)
        patterns = pattern.patterns
        star = next((at for at, each in enumerate(patterns) if isinstance(each, ast.MatchStar)), None)
        many = len(patterns) - (star is not None)
        length = self.call(Known(len), [subject], {}, node)
        fits = self.compare(ast.Eq() if star is None else ast.GtE(), length, Known(many), node)
        if kind.item is NEVER and many:
            return Known(False)
        places = {at: at if star is None or at < star else at - len(patterns) for at in range(len(patterns))}

        def part(at: int) -> Value:
            return self.settled(self.item(subject, Known(places[at]), node))

        def rest() -> Value:
            assert star is not None
            stop = places[star] + 1
            bounds = [Known(star), Known(stop) if stop else None, None]
            return self.call(Known(list), [self.sliced(subject, bounds, node)], {}, node)

        def parts() -> Value:
            found: Value = Known(True)
            for at, each in enumerate(patterns):
                if isinstance(each, ast.MatchStar):
                    if each.name is not None:
                        bound.append((each.name, rest))
                    continue
                held = self.within_another(each, functools.partial(part, at), node, bound)
                found = self.logic("and", self.truth(found), self.truth(held))
            return found

        return self.either(self.truth(fits), parts, lambda: Known(False))
