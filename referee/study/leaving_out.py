"""A clause that is left out: the rules that carry it out do nothing."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FunctionType
from typing import Any

from referee.kernel.clauses import rulebook_order
from referee.kernel.errors import BadInput
from referee.kernel.game import Game, methods_of, rules_of
from referee.kernel.rulebook import load_rulebook
from referee.verify.mutate.mutants import code_of, replaced, tree_of

EMPTY: dict[str, str] = {
    "None": "None",
    "bool": "False",
    "AnyTruth": "False",
    "int": "0",
    "AnyNumber": "0",
    "Pile": "0",
}
"""What a method answers that has nothing to say, by the type that it declares."""


def rules_of_clause(game: type[Game[Any]], clause: str) -> dict[str, FunctionType]:
    """The methods that carry a clause out. BadInput: there is none, or one of them carries out others too."""
    known = {id for each in methods_of(game).values() for id in getattr(each, "__clauses__", ())}
    found = {name: each for name, each in methods_of(game).items() if clause in getattr(each, "__clauses__", ())}
    if not found:
        load_rulebook(rules_of(game).folder / "rulebook.md").clause(clause)
        there = ", ".join(sorted(known, key=rulebook_order))
        raise BadInput(f"{game.name}: {clause}: no rule carries it out; those with a rule: {there}")
    for name, each in found.items():
        if len(each.__clauses__) > 1:
            others = ", ".join([id for id in each.__clauses__ if id != clause])
            raise BadInput(
                f"{game.name}: {clause}: {name} carries out {others} too: give each clause a rule of its own"
            )
    return found


def _nothing(game: type[Game[Any]], clause: str, name: str, rule: FunctionType) -> CodeType:
    """The code of a rule that does nothing."""
    tree, _ = tree_of(rule)
    answer = getattr(rule, "__without__", None)
    if answer is not None:
        text = f"return {answer!r}"
    else:
        declared = "None" if tree.returns is None else ast.unparse(tree.returns)
        declared = declared.removeprefix("Rule[").removesuffix("]") if declared.startswith("Rule[") else declared
        if declared not in EMPTY:
            raise BadInput(
                f"{game.name}: {clause}: {name} answers a {declared}, and what it is without the clause is not known: "
                "say it with @clause(…, without=…)"
            )
        text = f"return {EMPTY[declared]}"
    tree.body = ast.parse(text).body
    if inspect.isgeneratorfunction(rule):
        tree.body += ast.parse("yield").body
    return code_of(rule, ast.fix_missing_locations(tree))


def check_left_out(game: type[Game[Any]], clause: str) -> None:
    """BadInput says why a clause cannot be left out."""
    for name, rule in rules_of_clause(game, clause).items():
        _nothing(game, clause, name, rule)


@contextmanager
def left_out(game: type[Game[Any]], clause: str) -> Iterator[None]:
    """Leave a clause out for a while. BadInput says why that cannot be."""
    rules = rules_of_clause(game, clause)
    with replaced(game, {rule: _nothing(game, clause, name, rule) for name, rule in rules.items()}):
        yield
