"""Options of a question as people read and type them: words, numbers, players, suits, cells, tuples of such."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from itertools import product
from typing import Any

from referee.kernel.cards import Suit
from referee.kernel.players import NO_PLAYER, Player
from referee.kernel.spaces import plain_word

FIELD = re.compile(r"(?:^| )(\w+)=")


def spoken(option: Any) -> str:
    """An option as it is shown: ``hearts``, ``seat 2``, ``a1``; a tuple as its values, ``3 5``."""
    if _is_leaf(option):
        return _words_for(option)[0]
    return " ".join(map(spoken, option)) or "none"


def typed_forms(option: Any) -> set[str]:
    """All that people can type for an option in full, in small letters: its values, or its fields with their values
    (``face=5 number=3``, here in the order of the alphabet). Two options that share a form are typed alike; one
    without a form cannot be typed."""
    forms = _of_values(option)
    if fields := fields_of(option):
        named = sorted(zip(fields, map(_of_values, option), strict=True))
        forms |= {" ".join(each) for each in product(*[[f"{name}={form}" for form in of] for name, of in named])}
    return forms


def meant(options: Sequence[Any], typed: str) -> list[Any]:
    """The options that typed text stands for: those of which it is a form; else those with all the fields that it
    names; else those that begin with these words, or with these letters."""
    text = _small(typed)
    forms = [(option, typed_forms(option)) for option in options]
    if not text:
        return []
    first, *named = FIELD.split(text)
    wanted = {} if first else dict(zip(named[::2], map(_small, named[1::2]), strict=True))
    ways = (
        [option for option, of in forms if text in of],
        [option for option in options if wanted and _has(option, wanted)],
        [option for option, of in forms if any(form.startswith(f"{text} ") for form in of)],
        [option for option, of in forms if any(form.startswith(text) for form in of)],
    )
    return next(filter(None, ways), [])


def fields_of(option: Any) -> tuple[str, ...]:
    """The names of the parts of a typed tuple, in small letters; () for any other option."""
    return () if _is_leaf(option) else tuple([_small(each) for each in getattr(option, "_fields", ())])


def heading(options: Sequence[Any]) -> str:
    """The fields of options that all have the same ones, else nothing: what stands above a list of them."""
    fields = {fields_of(option) for option in options}
    return " ".join(fields.pop()) if len(fields) == 1 else ""


def _has(option: Any, wanted: dict[str, str]) -> bool:
    values = dict(zip(fields_of(option), option, strict=True)) if fields_of(option) else {}
    return all(name in values and form in _of_values(values[name]) for name, form in wanted.items())


def _of_values(option: Any) -> set[str]:
    if _is_leaf(option) or not option:
        return {form for form in map(_small, _words_for(option)) if form}
    return {" ".join(each) for each in product(*map(_of_values, option))}


def _is_leaf(option: Any) -> bool:
    # A cell is a tuple that says itself in one word.
    return not isinstance(option, tuple) or isinstance(plain_word(option), str)


def _words_for(option: Any) -> Sequence[str]:
    """The names of one thing; the first is the one that is shown."""
    if option is NO_PLAYER:
        return "nobody", "none"
    if isinstance(option, Player):
        return f"seat {option.seat}", str(option.seat)
    if isinstance(option, Suit):
        return option.name, option.letter, option.symbol
    if isinstance(option, Enum):
        return _words_for(option._value_)
    if isinstance(option, bool):
        return ("yes", "true") if option else ("no", "false")
    if option is None or option == ():
        return ("none",)
    return (str(plain_word(option)),)


def _small(text: str) -> str:
    return " ".join(text.replace(",", " ").casefold().split())
