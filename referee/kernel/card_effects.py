"""The actions of single cards, read off the effects and modifiers of a game: a table that nobody writes by hand."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any

from referee.kernel.effects import WindowKind
from referee.kernel.game import Game, methods_of


@dataclass(frozen=True, slots=True)
class CardEffect:
    """One effect of some cards.

    ``when`` is the name of the window in which it acts, or of the quantity that it changes; "" where it is no effect
    in a window. ``lasting``: it changes the quantity for as long as the card lies there. ``follows``: nobody chooses
    it; it happens by itself. ``text`` is the first paragraph of the rule's own docstring, "" where it has none.
    """

    words: tuple[str, ...]
    when: str
    lasting: bool
    follows: bool
    clauses: tuple[str, ...]
    rule: str
    text: str


def card_effects(game: type[Game[Any]]) -> list[CardEffect]:
    """Every effect and modifier that names cards, in the order in which the rules stand."""
    found: list[CardEffect] = []
    for name, method in methods_of(game).items():
        words: tuple[str, ...] = ()
        when, lasting, follows = "", False, False
        if hasattr(method, "__effect__"):
            words, when = method.__effect__.on, method.__effect__.window.name
            follows = method.__effect__.window.kind is WindowKind.TRIGGER
        elif hasattr(method, "__modifies__"):
            words, when, lasting = method.__words__, method.__modifies__[0], True
        elif hasattr(method, "__words__"):
            words = method.__words__
        if words:
            text = inspect.cleandoc(method.__doc__ or "").partition("\n\n")[0].replace("\n", " ")
            found.append(CardEffect(words, when, lasting, follows, method.__clauses__, name, text))
    return found
