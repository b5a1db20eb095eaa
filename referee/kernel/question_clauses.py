"""The clauses of each question, read off the text of the rules."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Mapping
from typing import Any

from referee.kernel.game import Game, methods_of

_known: dict[type, Mapping[str, tuple[str, ...]]] = {}


def clauses_asking(game: type[Game[Any]]) -> Mapping[str, tuple[str, ...]]:
    """The clauses whose rule asks a question, by the question's word, in the order of the code.

    A rule without a clause may only ask which clause is to be carried out; it then stands for the clauses that it
    calls. The result is the same at any moment and for every seat: the rule that is running could tell a seat what it
    must not know.
    """
    if game in _known:
        return _known[game]
    methods = methods_of(game)
    order = list(dict.fromkeys(each for one in methods.values() for each in getattr(one, "__clauses__", ())))
    found: dict[str, set[str]] = {}
    for method in methods.values():
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(method)))
        except (OSError, SyntaxError):
            continue
        calls = {
            node: node.func.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        }
        ids: tuple[str, ...] = getattr(method, "__clauses__", ())
        if not ids:
            called = [methods[name] for name in calls.values() if name in methods]
            ids = tuple(each for one in called for each in getattr(one, "__clauses__", ()))
        for call in calls:
            for word in [*call.args, *(keyword.value for keyword in call.keywords)]:
                if isinstance(word, ast.Constant) and isinstance(word.value, str):
                    found.setdefault(word.value, set()).update(ids)
    _known[game] = {word: tuple(sorted(ids, key=order.index)) for word, ids in found.items() if ids}
    return _known[game]
