"""What happens while rules are carried out: which clauses begin, which quantities are changed, what is ended early."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cached_property
from types import GeneratorType
from typing import Any

from referee.kernel.effects import Layer, Window, WindowKind, rewire
from referee.kernel.events import Event
from referee.kernel.faults import clause_running
from referee.kernel.game import Game
from referee.kernel.ledger import Ledger
from referee.kernel.requests import clause_at, waiting
from referee.kernel.table import Table

Ids = tuple[str, ...]


class Trace(Ledger):
    """The clauses of one game object, in the order in which they begin. ``begun`` may be cleared at any time.

    ``changed`` has, for each time a modifier made a difference, its clauses and those that read the quantity;
    ``ended`` the clauses that ended something early and those whose event it was, ``looped`` those that met a cap
    and what went round.
    """

    def __init__(self, game: Game[Any]) -> None:
        self.begun: list[Ids] = []
        self.changed: list[tuple[Ids, Ids]] = []
        self.ended: list[tuple[Ids, Ids]] = []
        self.looped: list[tuple[Ids, str]] = []
        self._driver: Any = None
        self.game = game
        self.effect_names = {each.name for window in game.effects.values() for each in window}
        super().__init__(game)
        rewire(game, self._answering)

    def _counting(self, ids: Ids, rule: Callable[..., Any]) -> Callable[..., Any]:
        begun = self.begun

        def traced(*args: Any, **more: Any) -> Any:
            begun.append(ids)
            return rule(*args, **more)

        traced.__clauses__ = ids  # type: ignore[attr-defined]
        return traced

    def _answering(self, rule: Any, window: Window | None) -> Any:
        return rule if window is None or window.kind is WindowKind.TRIGGER else self._ending(rule)

    def _ending(self, carry_out: Callable[..., Any]) -> Callable[..., Any]:
        """An effect that answers an event; where it replaces or stops it, that ends what opened the window."""
        ids: Ids = carry_out.__clauses__  # type: ignore[attr-defined]

        def answering(game: Any, t: Table, event: Event, player: Any) -> Any:
            result = carry_out(game, t, event, player)
            if type(result) is GeneratorType:
                result = yield from result
            if result:
                whose = self.innermost(t)
                if whose and whose != ids:
                    self.ended.append((ids, whose))
            return result

        answering.__clauses__ = ids  # type: ignore[attr-defined]
        return answering

    def table(self) -> Table:
        """A table whose quantities and early ends are noted."""
        table: Table = self.game.table()
        vars(table)["quantity"] = self._quantity(table)
        vars(table)["stop"] = self._stop(table)
        vars(table)["_meet_cap"] = self._meet_cap(table)
        return table

    def follow(self, driver: Any) -> None:
        """The driver whose rules are running from now on."""
        self._driver = driver

    def clear(self) -> None:
        self.begun.clear()
        self.changed.clear()
        self.ended.clear()
        self.looped.clear()

    @cached_property
    def _codes(self) -> Any:
        return self.game.clause_codes

    def innermost(self, table: Table) -> Ids:
        """The clauses that are being carried out just now; () outside every clause."""
        running = clause_running(self._codes)
        if running:
            return running
        ids = clause_at(table, getattr(self._driver, "rules", []))
        return () if ids == ("?",) else ids

    def _quantity(self, table: Table) -> Callable[..., Any]:
        def quantity(name: str, player: Any, base: Any) -> Any:
            reader = self.innermost(table)
            value = base
            for layer in self.game.layers(name):
                for contribute in self.game.modifiers.get(name, {}).get(layer, ()):
                    share = contribute(self.game, table, player)
                    after = _with(table, layer, value, share)
                    if after != value and reader:
                        self.changed.append((contribute.__clauses__, reader))
                    value = after
            return value

        return quantity

    def _stop(self, table: Table) -> Callable[..., None]:
        plain = table.stop

        def stop(event: Event, result: Any = None) -> None:
            by = self.innermost(table)
            whose = self._running(table)
            if by and whose and whose != by:
                self.ended.append((by, whose))
            plain(event, result)

        return stop

    def _meet_cap(self, table: Table) -> Callable[[Event], None]:
        plain = table._meet_cap

        def meet_cap(refused: Event) -> None:
            by = self.innermost(table)
            plain(refused)
            if by and table.caps_met:
                self.looped.append((by, " → ".join(map(str, table.caps_met[-1].loop))))

        return meet_cap

    def _running(self, table: Table) -> Ids:
        """The clause that is carried out around the innermost one, which is the one that ends it."""
        found: list[Ids] = []
        frame: Any = sys._getframe(1)
        while frame is not None:
            if frame.f_code in self._codes and (not found or found[-1] != self._codes[frame.f_code]):
                found.append(self._codes[frame.f_code])
            frame = frame.f_back
        for rule in reversed(getattr(self._driver, "rules", [])):
            chain = [self._codes[each.gi_code] for each in waiting(rule) if each.gi_code in self._codes]
            found += [ids for ids in reversed(chain) if ids not in found]
        return found[1] if len(found) > 1 else ()


def _with(table: Table, layer: Layer, value: Any, share: Any) -> Any:
    if layer is Layer.ADD:
        return value + share
    if layer is Layer.SUBTRACT:
        return value - share
    return table.greater(value, share) if layer is Layer.CLAMP else value * share
