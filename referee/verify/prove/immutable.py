"""Arguments of a rule that is carried out again and again: nothing that one pass could change for the next.

Only scalars and places of the table are compared before and after a pass; a list would change unseen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import partial
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from referee.kernel.game import Game
from referee.kernel.table import Table
from referee.verify.understood.changes import set_outside

PLAIN = (int, str, float, bytes, type(None), Fraction, Enum, type, Game, Table, BuiltinFunctionType)
AT_HOME = ("referee.kernel.", "referee.verify.prove.")
"""The modules of cards, places, amounts and truths: these do not change, or belong to the table."""


def can_change(rule: Callable[..., Any], about: tuple[Any, ...], table: Any) -> str:
    """The part of a repeated rule and its arguments that may change, as a word; "" if nothing does."""
    return _can_change((rule, *about), [id(each) for each in table.each])


def _can_change(thing: Any, of_table: list[int]) -> str:
    inner: list[Any] = []
    frozen = getattr(getattr(thing, "__dataclass_params__", None), "frozen", False)
    if isinstance(thing, (tuple, frozenset)):
        inner = [*thing]
    elif isinstance(thing, PLAIN) or id(thing) in of_table:
        return ""
    elif isinstance(thing, MethodType):
        inner = [thing.__self__, thing.__func__]
    elif isinstance(thing, partial):
        inner = [thing.func, *thing.args, *thing.keywords.values()]
    elif isinstance(thing, FunctionType) and _counts_clauses(thing):
        inner = [thing.__wrapped__]  # type: ignore[attr-defined]
    elif isinstance(thing, FunctionType):
        if kept := set_outside(thing.__code__):
            return f"`nonlocal {kept[0]}`"
        cells = [cell.cell_contents for cell in thing.__closure__ or () if cell.cell_contents is not thing]
        inner = [*cells, *(thing.__defaults__ or ()), *(thing.__kwdefaults__ or {}).values()]
    elif frozen and is_dataclass(thing):
        inner = [getattr(thing, each.name) for each in fields(thing)]
    elif not type(thing).__module__.startswith(AT_HOME):
        return f"a {type(thing).__name__}"
    return next((found for each in inner if (found := _can_change(each, of_table))), "")


def _counts_clauses(function: FunctionType) -> bool:
    """Whether the kernel has wrapped a rule to count it, which no rule sees."""
    return function.__globals__["__name__"].startswith(AT_HOME) and hasattr(function, "__wrapped__")
