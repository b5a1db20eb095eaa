"""Running events: those around an effect, of which nothing is known, and the innermost ones, which are."""

from __future__ import annotations

from typing import Any

from referee.kernel.effects import Window, WindowKind
from referee.verify.prove.effects.cards import Many
from referee.verify.prove.effects.context import Context
from referee.verify.prove.effects.unknown import OneOfThese, Unknown


class Over(BaseException):
    """The effect ends here: an event around it is stopped."""


class SomeEvent:
    """An event of which nothing is known."""

    is_event = True

    def __init__(self, context: Context, whats: tuple[Any, ...], at: Any = None, word: Any = None) -> None:
        players = tuple(context.game.seated)
        self.number = context.amount("number of an event", 1)
        self.parent = context.amount("number of an event", 0)
        self.what = OneOfThese(context, whats)
        self.actor = OneOfThese(context, players)
        self.at = at or OneOfThese(context, players)
        self.cards = Many(context, context.amount("cards played", 1))
        self.word = word if word is not None else Unknown(context, "word")


class Stack(Many):
    """The running events: some around it, and the innermost ones, which are known."""

    def __init__(self, context: Context, whats: tuple[Any, ...], inner: tuple[Any, ...]) -> None:
        super().__init__(context, context.amount("depth", len(inner) + 1), self.any_event)
        self.whats, self.inner = whats, inner

    def any_event(self) -> Any:
        number = self.context.fork(1 + len(self.inner))
        return self.inner[number - 1] if number else self.outer()

    def outer(self) -> SomeEvent:
        return SomeEvent(self.context, self.whats)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, int) and -len(self.inner) <= place < 0:
            return self.inner[place]
        return super().__getitem__(place)

    def with_inner(self, event: Any) -> Stack:
        return Stack(self.context, self.whats, (*self.inner, event))


def opens_trigger(step: Any) -> bool:
    """Whether a step of an event has effects follow: what it does is an event of its own."""
    rule = getattr(step, "__wrapped__", step)
    rule = getattr(rule, "__func__", rule)
    code, names = getattr(rule, "__code__", None), getattr(rule, "__globals__", {})
    if code is None:
        return True
    windows = [names.get(name) for name in code.co_names]
    return any(isinstance(each, Window) and each.kind is WindowKind.TRIGGER for each in windows)
