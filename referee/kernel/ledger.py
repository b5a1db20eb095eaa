"""Counts the steps in which each clause was carried out, and reports which clauses begin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any

from referee.kernel.clause_actions import ActionTracer, Ids, rebind
from referee.kernel.effects import rewire
from referee.kernel.game import Game, methods_of

if TYPE_CHECKING:
    from referee.kernel.table import Table


def wrap_clauses(game: Game[Any], wrap: Callable[[tuple[str, ...], Callable[..., Any]], Callable[..., Any]]) -> None:
    """Put ``wrap(its ids, rule)`` in the place of every method of this game object that carries out clauses. `rewire`
    does the same for its effects."""
    for name, method in methods_of(type(game)).items():
        if hasattr(method, "__clauses__"):
            object.__setattr__(game, name, wrap(method.__clauses__, getattr(game, name)))
    rebind(game)


class Ledger:
    """Counts by clause id the steps in which it did something, on the tables of one game object that are followed.

    A clause that is only called and changes nothing is not carried out: see ``referee.kernel.clause_actions``. The
    matches that a referee plays of the game object are always followed.
    """

    def __init__(self, game: Game[Any]) -> None:
        ids = [each for ids in game.clause_codes.values() for each in ids]
        self._counts = dict.fromkeys(ids, 0)
        self._last: dict[str, Any] = {}
        self._followed = 0
        self._tracer = ActionTracer(game, self._done)
        self._tracer.wrap_answers(game)
        self._table: Table | None = None
        vars(game)["ledger"] = self

    def follow(self, table: Table) -> None:
        """Count what is done on that table from now on, and on the one before no more."""
        self._table = table
        self._followed += 1
        self._tracer.follow(table)

    def _done(self, ids: Ids, word: str, about: tuple[Any, ...]) -> None:
        table = self._table
        at = None if table is None else (self._followed, table.turns, table.dealing)
        for each in ids:
            if self._last.get(each) != at:
                self._last[each] = at
                self._counts[each] = self._counts.get(each, 0) + 1

    @property
    def counts(self) -> Mapping[str, int]:
        """Steps in which it was carried out by clause id, in the order of the ids' first mention in the code."""
        return dict(self._counts)


class Begun:
    """How often each clause of one game object began, whether it then did anything or not: what a way through the rules
    goes by."""

    def __init__(self, game: Game[Any]) -> None:
        self._counts: dict[tuple[str, ...], int] = {}
        wrap_clauses(game, self._counting)
        rewire(game, lambda rule, window: self._counting(rule.__clauses__, rule))

    def _counting(self, ids: tuple[str, ...], rule: Callable[..., Any]) -> Callable[..., Any]:
        counts = self._counts
        counts.setdefault(ids, 0)

        @wraps(rule)
        def counted(*args: Any, **more: Any) -> Any:
            counts[ids] += 1
            return rule(*args, **more)

        return counted

    @property
    def counts(self) -> Mapping[str, int]:
        """Times begun by clause id."""
        found: dict[str, int] = {}
        for ids, number in self._counts.items():
            for each in ids:
                found[each] = found.get(each, 0) + number
        return found
