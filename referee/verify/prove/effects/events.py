"""Running events: those around an effect, of which nothing is known, and the innermost ones, which are."""

from __future__ import annotations

from typing import Any

from referee.kernel.effects import Window, WindowKind
from referee.verify.prove.effects.cards import Many
from referee.verify.prove.effects.context import Context
from referee.verify.prove.effects.unknown import OneOfThese, Thing, Unknown


class SomeEvent(Thing):
    """An event of which nothing is known, that others began; it may be the same as another such event."""

    is_event = True

    def __init__(
        self, context: Context, whats: tuple[Any, ...], at: Any = None, word: Any = None, least: int = 0
    ) -> None:
        super().__init__(context)
        players = tuple(context.game.seated)
        self.number = context.amount("number of an event", 1)
        self.parent = context.amount("number of an event", 0)
        self.what = OneOfThese(context, whats)
        self.actor = OneOfThese(context, players)
        self.at = at or OneOfThese(context, players)
        self.cards = Many(context, context.amount("cards played", least))
        self.word = word if word is not None else Unknown(context, "word")

    def is_it(self, other: Any) -> bool:
        """Whether another event is the same: those that rules have begun themselves are not."""
        return other is self or (
            isinstance(other, SomeEvent) and self.context.asked(("same event", *sorted((self.id, other.id))))
        )

    def __eq__(self, other: object) -> bool:
        return self.is_it(other)

    __hash__ = Thing.__hash__


class Stack(Many):
    """The running events: some around a rule, ``given`` is among them, and those within that it has begun itself."""

    def __init__(self, context: Context, whats: tuple[Any, ...], given: Any, inner: tuple[Any, ...] = ()) -> None:
        super().__init__(context, context.amount("depth", len(inner) + 1), self.any_event)
        self.whats, self.given, self.inner = whats, given, inner

    def any_event(self) -> Any:
        number = self.context.fork(2 + len(self.inner))
        return (*self.inner, self.given, self.outer())[number]

    def _around(self) -> Any:
        """The innermost of those around the rule: the one that it is about, or another."""
        return self.given if self.context.fork(2) == 0 else self.outer()

    def outer(self, least: int = 0) -> SomeEvent:
        """An event around the rule, with so many cards at least."""
        return SomeEvent(self.context, self.whats, least=least)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, int) and -len(self.inner) <= place < 0:
            return self.inner[place]
        if isinstance(place, int) and place == -len(self.inner) - 1:
            return self.context.answer(("event around", id(self.given)), self._around)
        return super().__getitem__(place)

    def _must_have(self, other: Any) -> None:
        if not isinstance(other, SomeEvent) and not any(other is each for each in self.inner):
            super()._must_have(other)  # events that are not known are running ones

    def with_inner(self, event: Any) -> Stack:
        return Stack(self.context, self.whats, self.given, (*self.inner, event))


def opens_trigger(step: Any) -> bool:
    """Whether a step of an event has effects follow: what it does is an event of its own."""
    rule = getattr(step, "__wrapped__", step)
    rule = getattr(rule, "__func__", rule)
    code, names = getattr(rule, "__code__", None), getattr(rule, "__globals__", {})
    if code is None:
        return True
    windows = [names.get(name) for name in code.co_names]
    return any(isinstance(each, Window) and each.kind is WindowKind.TRIGGER for each in windows)
