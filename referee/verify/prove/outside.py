"""What rules keep outside of the table: a proof follows paths in any order, so nothing there may change.

Registration refuses what it can see in the text; here the contents are compared, before and after.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

from referee.kernel.game import Game, methods_of

DEEPEST = 6
COUNTED = ("effects", "modifiers", "sorted_out")
"""What a ledger that counts clauses puts into a game object; rules cannot change it."""


def kept_outside(game: Game[Any]) -> dict[str, Any]:
    """Everything that can change on the game object, and among the module names that its rules use."""
    found = {f"self.{name}": value for name, value in vars(game).items() if name not in COUNTED and not callable(value)}
    for method in methods_of(type(game)).values():
        for name in method.__code__.co_names:
            value = method.__globals__.get(name)
            if value is not None and not callable(value) and not isinstance(value, ModuleType):
                found[name] = value
    return {name: tuple(_contents(value, 0)) for name, value in found.items()}


def changed_outside(game: Game[Any], before: dict[str, Any]) -> str:
    """The name of something that is not what it was, "" if there is none."""
    after = kept_outside(game)
    return next((name for name in after if after[name] != before.get(name)), "")


def _contents(value: Any, depth: int) -> Iterator[Any]:
    """Containers by what is in them, anything else by what it is or (if it can change) by which it is."""
    if depth < DEEPEST and isinstance(value, (list, tuple)):
        yield type(value).__name__, len(value)
        for each in value:
            yield from _contents(each, depth + 1)
    elif depth < DEEPEST and isinstance(value, dict):
        yield "dict", len(value)
        for key, each in value.items():
            yield from _contents(key, depth + 1)
            yield from _contents(each, depth + 1)
    elif isinstance(value, (set, frozenset, bytearray)):
        yield type(value).__name__, frozenset(value)
    elif isinstance(value, (int, str, float, bytes, bool)):
        yield value
    else:
        yield id(value)
