"""A Program without what is known of numbers while rules are read: members of an ``IntEnum`` are numbers in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.meaning.program import Do, Expr, Function, If, Let, Return, Set, walk
from referee.meaning.types import Type, bare


class Bare:
    """Expressions and functions with the types of a Program."""

    def __init__(self) -> None:
        self.known: dict[int, tuple[Expr, Expr]] = {}

    def expr(self, one: Expr) -> Expr:
        found = self.known.get(id(one))
        if found is not None:
            return found[1]
        kind, args = bare(one.type), tuple([self.expr(each) for each in one.args])
        if one.op == "convert" and args[0].type == kind:
            made = args[0]
        elif kind == one.type and all(a is b for a, b in zip(args, one.args, strict=True)):
            made = one
        else:
            made = Expr(kind, one.op, args, one.about)
        self.known[id(one)] = one, made
        return made

    def function(self, one: Function) -> None:
        """Change a function in place."""
        one.parameters[:] = [(name, bare(kind)) for name, kind in one.parameters]
        one.results = tuple(map(bare, one.results))
        one.variables.update({name: bare(kind) for name, kind in one.variables.items()})
        for each in walk(one.body):
            if isinstance(each, (Let, Set, Do)):
                each.value = self.expr(each.value)
            elif isinstance(each, If):
                each.condition = self.expr(each.condition)
            elif isinstance(each, Return):
                each.values = tuple(map(self.expr, each.values))

    @staticmethod
    def types(fields: Mapping[Any, Mapping[str, Type]]) -> dict[Any, dict[str, Type]]:
        return {of: {name: bare(kind) for name, kind in each.items()} for of, each in fields.items()}
