"""How often each clause was carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from referee.kernel.effects import SortedOut
from referee.kernel.game import Game, methods_of


class Ledger:
    """Counts for one game object, by clause id. Counting is off until a ledger is attached."""

    def __init__(self, game: Game[Any]) -> None:
        """Wrap the clauses of this game object. It is bookkeeping: what the rules do stays the same."""
        self._counts: dict[tuple[str, ...], int] = {}
        for name, method in methods_of(type(game)).items():
            if hasattr(method, "__clauses__"):
                bound = self._counting(method.__clauses__, getattr(game, name))
                object.__setattr__(game, name, bound)
        effects = {
            window: tuple(
                [
                    replace(each, carry_out=self._counting(each.carry_out.__clauses__, each.carry_out))  # type: ignore[attr-defined]
                    for each in offered
                ]
            )
            for window, offered in game.effects.items()
        }
        object.__setattr__(game, "effects", effects)
        modifiers = {
            quantity: {
                layer: tuple([self._counting(each.__clauses__, each) for each in contributions])
                for layer, contributions in layers.items()
            }
            for quantity, layers in game.modifiers.items()
        }
        object.__setattr__(game, "modifiers", modifiers)
        object.__setattr__(game, "sorted_out", SortedOut(game))

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
