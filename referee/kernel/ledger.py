"""How often each clause was carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.kernel.effects import rewire
from referee.kernel.game import Game, methods_of


def wrap_clauses(game: Game[Any], wrap: Callable[[tuple[str, ...], Callable[..., Any]], Callable[..., Any]]) -> None:
    """Put ``wrap(its ids, rule)`` in the place of every method of this game object that carries out clauses. Its
    effects are another matter: `rewire`."""
    for name, method in methods_of(type(game)).items():
        if hasattr(method, "__clauses__"):
            object.__setattr__(game, name, wrap(method.__clauses__, getattr(game, name)))


class Ledger:
    """Counts for one game object, by clause id. Counting is off until a ledger is attached."""

    def __init__(self, game: Game[Any]) -> None:
        """Wrap the clauses of this game object. It is bookkeeping: what the rules do stays the same."""
        self._counts: dict[tuple[str, ...], int] = {}
        wrap_clauses(game, self._counting)
        rewire(game, lambda rule, window: self._counting(rule.__clauses__, rule))

    def _counting(self, ids: tuple[str, ...], rule: Callable[..., Any]) -> Callable[..., Any]:
        counts = self._counts
        counts.setdefault(ids, 0)

        def counted(*args: Any, **more: Any) -> Any:
            counts[ids] += 1
            return rule(*args, **more)

        return counted

    @property
    def counts(self) -> Mapping[str, int]:
        """Times carried out by clause id, in the order of the ids' first mention in the code."""
        found: dict[str, int] = {}
        for ids, number in self._counts.items():
            for each in ids:
                found[each] = found.get(each, 0) + number
        return found
