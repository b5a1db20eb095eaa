"""Values that can be told from others: they are compared and kept without asking anything that a proof does not
know."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from referee.kernel.players import Player
from referee.verify.prove.undecided import Undecided

PLAIN = (int, bool, str, type(None), Player)


def is_known(value: Any) -> bool:
    """Whether something can be told from others without asking what a proof does not know."""
    if type(value) in PLAIN:
        return True
    if isinstance(value, (tuple, list)):
        return all(map(is_known, value))
    if isinstance(value, dict):
        return all(is_known(each) for each in (*value, *value.values()))
    if is_dataclass(value) and not isinstance(value, type):
        return all(is_known(getattr(value, each.name)) for each in fields(value))
    return type(value).__hash__ is not None and not issubclass(type(value), Undecided)


def frozen(value: Any) -> Any:
    """It so that it can be compared and kept: with the types, as 1 and True are the same to Python."""
    if type(value) in PLAIN:
        return type(value), value
    if isinstance(value, (tuple, list)):
        return type(value), tuple(map(frozen, value))
    if isinstance(value, dict):
        return dict, tuple([(frozen(key), frozen(each)) for key, each in value.items()])
    if is_dataclass(value) and not isinstance(value, type):
        return type(value), tuple([frozen(getattr(value, each.name)) for each in fields(value)])
    return type(value), value
