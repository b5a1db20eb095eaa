"""The effects of a game, each followed along every way from any table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from referee.kernel.effects import Effect, WindowKind
from referee.verify.prove.effects.any_table import EVERYTHING
from referee.verify.prove.effects.context import Context
from referee.verify.prove.effects.events import SomeEvent, Stack
from referee.verify.prove.effects.following import ROUNDS, EffectOutcome
from referee.verify.prove.effects.shared import Touched
from referee.verify.prove.effects.shared_rules import SharedRules
from referee.verify.prove.paths import Dropped


class Effects(SharedRules):
    """The effects of one form of a game."""

    # -- all of them --------------------------------------------------------------------------------------

    def decide(self) -> Iterator[EffectOutcome]:
        """Effects in windows where others are touched come first: the others need what these may touch."""
        every = [each for group in self.game.effects.values() for each in group]
        touching = [each for each in every if each.window.kind is WindowKind.TOUCH]
        for each in touching:
            self.summaries[each.name] = set()
        found: dict[str, EffectOutcome] = {}
        for _ in range(ROUNDS if touching else 0):
            before = {name: set(touched) for name, touched in self.summaries.items()}
            for each in touching:
                said = found[each.name] = self.of(each)
                self._add_touched(each.name, said.touched)
            if before == self.summaries:
                break
        else:
            for each in touching:
                self._add_touched(each.name, {EVERYTHING})
            found.clear()
        for each in every:
            yield found[each.name] if each.name in found else self.of(each)

    def _add_touched(self, name: str, more: set[Touched]) -> None:
        """Rule outcomes rest on what is touched in the windows within them: where that grows, all are found anew."""
        if not more <= self.summaries[name]:
            self.summaries[name] |= more
            self.known.clear()

    def of(self, effect: Effect) -> EffectOutcome:
        """One effect, for each of the words on which it acts."""
        method: Any = effect.carry_out
        clauses = getattr(method, "__clauses__", ())
        return self.explore(effect.name, clauses, effect.window.name, partial(self._begin, effect))

    def _begin(self, effect: Effect, context: Context, table: Any) -> Any:
        me = table._seated[0]
        on = effect.window.kind is WindowKind.TRIGGER and effect.on
        word = effect.on[context.fork(len(effect.on))] if on else None
        least = 0 if effect.name in self.without_cards else 1
        event: Any = SomeEvent(context, self.whats, me if on else None, word, least)
        table.stack = Stack(context, self.whats, event)
        if not effect.can(self.game, table, event, me):
            raise Dropped("it cannot be used")
        return effect.carry_out(self.game, table, event, me)
