"""The trace of rules: the clauses that begin and act, the changes, and what ends early."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cached_property, wraps
from typing import Any

from referee.kernel.clause_actions import ActionTracer
from referee.kernel.effects import WindowKind
from referee.kernel.events import Event
from referee.kernel.game import Game
from referee.kernel.ledger import Begun
from referee.kernel.requests import waiting
from referee.kernel.table import Table

Ids = tuple[str, ...]


class Trace(Begun):
    """The clauses of one game object, in the order in which they begin. ``begun`` may be cleared at any time.

    ``done`` has the clauses of what is done, on tables that are its own; ``changed``, for each time a modifier made a
    difference, its clauses and those that read the quantity; ``ended`` the clauses that ended something early and
    those that were ended, ``looped`` those that met a cap and what went round.
    """

    def __init__(self, game: Game[Any]) -> None:
        self.begun: list[Ids] = []
        self.done: list[Ids] = []
        self.changed: list[tuple[Ids, Ids]] = []
        self.ended: list[tuple[Ids, Ids]] = []
        self.looped: list[tuple[Ids, str]] = []
        self._driver: Any = None
        self.listen: Any = None
        """A second listener for each action."""
        self.game = game
        self.effect_names = {each.name for window in game.effects.values() for each in window}
        super().__init__(game)
        self._tracer = ActionTracer(game, self._on_action)
        self._tracer.wrap_answers(game)

    def _counting(self, ids: Ids, rule: Callable[..., Any]) -> Callable[..., Any]:
        begun = self.begun

        @wraps(rule)
        def traced(*args: Any, **more: Any) -> Any:
            begun.append(ids)
            return rule(*args, **more)

        traced.__clauses__ = ids  # type: ignore[attr-defined]
        return traced

    def _on_action(self, ids: Ids, word: str, about: tuple[Any, ...]) -> None:
        self.done += [(each,) for each in ids]
        if self.listen is not None:
            self.listen(ids, word, about)
        if word == "quantity":
            reader = about[1]
            if reader:
                self.changed.append((ids[:1], reader[:1]))
        elif word == "end":
            event, opened = about
            self._ends(ids, words_of(self.game, event) or [opened])
        elif word == "stop":
            (event,) = about
            self._ends(ids, words_of(self.game, event) or [self._running()])
        elif word == "cap":
            _, cap = about
            if cap is not None:
                self.looped.append((ids, " → ".join(map(str, cap.loop))))

    def _ends(self, by: Ids, whose: Sequence[Ids]) -> None:
        self.ended += [(by[:1], each[:1]) for each in whose if each and each != by]

    def table(self) -> Table:
        """A table whose actions are recorded."""
        table: Table = self.game.table()
        self._tracer.follow(table)
        return table

    def by(self, table: Table) -> Ids:
        """The clause that is being carried out on a table."""
        return self._tracer.by(table)

    def follow(self, driver: Any) -> None:
        """The driver whose rules are running from now on."""
        self._driver = driver

    def clear(self) -> None:
        for each in (self.begun, self.done, self.changed, self.ended, self.looped):
            each.clear()

    @cached_property
    def _codes(self) -> Any:
        return self.game.clause_codes

    def _running(self) -> Ids:
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


def words_of(game: Game[Any], event: Event) -> list[Ids]:
    """The clauses of what follows on the word of an event: of the card that is played."""
    found = [
        each.carry_out.__clauses__  # type: ignore[attr-defined]
        for window in game.effects
        if event.word and window.kind is WindowKind.TRIGGER
        for each in game.sorted_out.effects_on(window, event.word)
        if each.on
    ]
    return list(dict.fromkeys(found))
