"""What a Program counts where that is asked for: clauses that are carried out, and ways that play goes."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

from referee.kernel.clause_actions import traced_class
from referee.kernel.events import _in_order
from referee.kernel.game import Game, methods_of
from referee.meaning.program import Function, Program, called
from referee.meaning.purity import Purity
from referee.meaning.values import Code

WAYS = "__referee_counts__"
"""The name of what rules call at the beginning of each way, with its number: their text is made so."""


class Ways:
    """The ways that play goes in the text of rules; there are so many (see ``WAYS``)."""

    def __init__(self, ways: int = 0) -> None:
        self.ways = ways
        self.ways_of: dict[str, frozenset[int]] = {}
        """By the name of a function of the Program the ways in its text."""
        self.texts: dict[str, str] = {}
        """And the name of the function that its text is of."""
        self.otherwise: set[str] = set()
        """The functions that Python carries out more seldom, or in another way."""
        self.beforehand: set[int] = set()
        """The ways that were gone while the text was read."""

    @contextmanager
    def unnoticed(self, purity: Purity) -> Iterator[None]:
        """Functions that tell their ways may be carried out meanwhile, and nobody counts them."""
        telling = [vars(each) for each in purity.modules if WAYS in vars(each)]
        before = [each[WAYS] for each in telling]

        def told(at: int, function: Callable[..., Any] | None = None, *amounts: Any) -> Any:
            self.beforehand |= {*range(at, at + len(amounts) + 1)}
            return None if function is None else function(*amounts)

        try:
            for each in telling:
                each[WAYS] = told
            with purity.though_told(told):
                yield
        finally:
            for each, hook in zip(telling, before, strict=True):
                each[WAYS] = hook

    def follow(self, table: Any) -> None:
        """Have a table on which nobody plays tell what it does, for those who read it. Ways are in the text alone."""

    def running(self, code: Code, function: Function) -> None:
        """Note whose function that is, and the ways of its text."""
        calls = [each for each in ast.walk(code.node) if isinstance(each, ast.Call) and is_way(each)]
        ways = [each.args[0].value for each in calls if len(each.args) == 1]  # type: ignore[attr-defined]
        self.ways_of[function.name] = frozenset(ways)
        self.texts[function.name] = getattr(code.node, "name", "")

    def unsure_functions(self, program: Program) -> set[str]:
        """Those that Python may carry out more or less often than the Program.

        An answer that is remembered is not found again: how often it is found depends on what was played before.
        In a Program there is no other way for a whole number than for a fraction. All that a generator gives is
        found at once, of which Python may ask for the first alone.
        """
        of = {each.name: each for each in program.functions}
        new = [each.name for each in program.functions if each.remembered or each.ahead or each.name in self.otherwise]
        reached = set(new)
        while new:
            more = called(of[new.pop()]) - reached
            reached |= more
            new += more
        return reached

    def unsure_ways(self, program: Program) -> frozenset[int]:
        """The ways of such functions, and those that are in none: what is asked when a game object is made is no part
        of the Program, nor which of several amounts was the least or greatest."""
        reached = self.unsure_functions(program)
        surely = [self.ways_of[each.name] for each in program.functions if each.name not in reached]
        doubtful = [self.ways_of[each] for each in reached]
        return frozenset(range(self.ways)) - frozenset().union(*surely) | frozenset().union(*doubtful, self.beforehand)


class Counted(Ways):
    """The clauses of a game by number, and the sets of them that belong to one rule."""

    def __init__(self, game: Game[Any], ways: int = 0) -> None:
        super().__init__(ways)
        self.codes = game.clause_codes
        self.ids = tuple(dict.fromkeys([each for ids in self.codes.values() for each in ids]))
        rules = [each for each in methods_of(type(game)).values() if hasattr(each, "__effect__")]
        self.effects = frozenset([each.__code__ for each in rules])
        self.of_effects = self.bits([each for rule in rules for each in rule.__clauses__])
        self.rules: dict[str, tuple[int, bool]] = {}
        """By the name of a function of the Program the clauses that are running with it, and whether it is an effect;
        no clauses: what it carries out is nested, and begins anew."""
        self.unsure_bits = 0

    def bits(self, ids: Collection[str]) -> int:
        """A set of clauses as a number, a bit for each."""
        found = 0
        for each in ids:
            found |= 1 << self.ids.index(each)
        return found

    def own(self, ids: Collection[str]) -> tuple[str, ...]:
        """The clauses of a helper that are no effect's, if it has any; else all of them."""
        return tuple([each for each in ids if not self.bits([each]) & self.of_effects]) or tuple(ids)

    def follow(self, table: Any) -> None:
        """Have a table on which nobody plays tell what it does, for those who read it."""
        table.__class__ = traced_class(type(table))

    def running(self, code: Code, function: Function) -> None:
        super().running(code, function)
        own = code.scope.function
        if own is None or own.__name__ != code.__name__:
            return
        if own is _in_order:
            self.rules[function.name] = 0, False
        elif own.__code__ in self.codes:
            self.rules[function.name] = self.bits(self.codes[own.__code__]), own.__code__ in self.effects

    def unsure(self, program: Program) -> tuple[int, frozenset[int]]:
        """The clauses (as bits) and the ways of which Python may count other numbers."""
        bits = self.unsure_bits
        for each in self.unsure_functions(program):
            bits |= self.rules.get(each, (0, False))[0]
        return bits, self.unsure_ways(program)


def is_way(call: ast.Call) -> bool:
    """Whether a text tells there which way it goes."""
    return isinstance(call.func, ast.Name) and call.func.id == WAYS
