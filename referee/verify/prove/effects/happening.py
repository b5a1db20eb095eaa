"""Events that a rule begins, windows in them, and who may stop what: a part of the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from referee.kernel.effects import Window, WindowKind
from referee.kernel.errors import Broken
from referee.kernel.events import Event
from referee.kernel.players import NO_PLAYER, Player
from referee.kernel.requests import Unwind
from referee.verify.prove.effects.any_table import EVERYTHING, AnyTable
from referee.verify.prove.effects.cards import Many, SomeCard
from referee.verify.prove.effects.events import SomeEvent, opens_trigger
from referee.verify.prove.effects.knowledge import Over
from referee.verify.prove.effects.shared import Touched
from referee.verify.prove.effects.unknown import OneOfThese, Unknown, key_of
from referee.verify.prove.paths import NotSymbolic


class Happening(AnyTable):
    """See the module's docstring."""

    def owe_players(self) -> None:
        """A scalar that names a player goes on to name one wherever other rules begin, and at the end."""
        context = self.context
        for (name, _), value in self._scalars_now.items():
            spec = self.game.table_class.scalar_specs.get(name)
            if spec is not None and isinstance(spec.start, Player) and name not in context.shared.nobody:
                every = value.open if isinstance(value, OneOfThese) else (value,)
                if not all(isinstance(each, Player) and each is not NO_PLAYER for each in every):
                    context.settle(False, Broken.RAISED, f"{name} may be nobody afterwards")

    # -- events -------------------------------------------------------------------------------------------

    @property
    def event(self) -> Any:
        return self.stack[-1]

    def window(
        self, window: Window, event: Any, players: Iterable[Any], *, on: Any = "", ordered_by: Any = None
    ) -> Any:
        """Effects of others are events of their own: behind them stands any table that they may leave."""
        yield from ()
        there = self.game.sorted_out.effects_on(window, on if isinstance(on, str) else "")
        if not there:
            return ()
        players = players if isinstance(players, Many) else tuple(players)
        touched: set[Touched] = set()
        for each in there:
            touched |= self.context.shared.summaries.get(each.name, {EVERYTHING})
        if window.kind is not WindowKind.TOUCH:
            touched = {EVERYTHING}
        context = self.context
        self.owe_players()
        self.forget(touched)
        self.may_be_stopped()
        if window.kind is WindowKind.TRIGGER:
            return ()
        if isinstance(players, Many):
            return players.part(context.amount("how many", 0, players.size))
        most = len(players) if window.kind is WindowKind.TOUCH else 1
        return Many(context, context.amount("who", 0, most), lambda: OneOfThese(context, players))

    def happen(
        self,
        what: Any,
        actor: Any,
        at: Any,
        steps: Sequence[Any],
        *,
        cards: Any = (),
        word: Any = "",
        otherwise: Any = None,
    ) -> Any:
        context = self.context
        number = 10**6 + context.shared.next_number()
        event: Any = Event(number, 0, what, actor, at, cards, word)
        if context.fork(2):  # a cap is met
            if otherwise is not None:
                otherwise(self, event)
            return None
        if any(opens_trigger(step) for step in steps):
            # Of plays that rules have kept for later the cards are not known: whoever kept them has had them.
            for each in (cards,) if isinstance(cards, (Many, Unknown)) else cards:
                if isinstance(each, (SomeCard, Many)) and context.where(each) is None:
                    context.oblige(False, Broken.SHORTAGE, "a card is handed on that may lie anywhere")
            self.owe_players()
            self.forget({EVERYTHING})
            self.may_be_stopped()
            return Unknown(context, "what an event gives")
        before = self.stack
        self.stack = before.with_inner(event)
        context.version += 1
        result = None
        try:
            for step in steps:
                result = step(self, event)
                if hasattr(result, "send"):
                    result = yield from result
                if result:
                    break
        except Unwind as unwind:
            stopped, result = unwind.result
            if stopped is not event:
                raise
        self.stack = before
        context.version += 1
        return result

    def may_be_stopped(self) -> None:
        """Others may stop an event that this rule has begun, or one around it: that ends the rule."""
        context, inner = self.context, self.stack.inner
        if inner and context.shared.stops:
            number = context.fork(1 + len(inner))
            if number:
                raise Unwind(0, (inner[number - 1], Unknown(context, "what an event gives")))

    def stop(self, event: Any, result: Any = None) -> None:
        if isinstance(event, SomeEvent):
            if self.stack.inner and self.context.fork(2):  # it may be one that was begun here
                event = self.stack.inner[self.context.fork(len(self.stack.inner))]
            else:
                self.owe_players()
                raise Over  # one of those around this rule, whichever it is
        if not any(each is event for each in self.stack.inner):
            raise NotSymbolic("stops an event of which it is not known whether it is running")
        raise Unwind(0, (event, result))

    def decider(self, player: Any, ask: Any = None) -> Any:
        context = self.context
        return context.answer(
            ("decider", key_of(player), context.version), lambda: OneOfThese(context, tuple(self._seated))
        )

    def take_control(self, controller: Any, of: Any, asks: Any = None) -> None:
        self.context.touch("control")

    def release(self, of: Any) -> None:
        self.context.touch("control")
