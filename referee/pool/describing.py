"""What may be answered, as JSON text: the same bytes as of ``space.describe()``, with what repeats itself kept.

A hand is asked about again and again with another total to beat, and most of a question is the hand.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from referee.kernel.cards import Deck, Values
from referee.kernel.selections import EqualValue, OneCard
from referee.kernel.spaces import NOTHING, Arms, Space, plain_word
from referee.play.protocol import encode


def description(space: Space[Any]) -> bytes:
    """The space as JSON text."""
    kind = type(space)
    if kind is Arms:
        found = []
        for arm, each in space.arms.items():  # type: ignore[attr-defined]
            if each.exists():
                found.append(_word(plain_word(arm)) + description(each))
        return b'{"space":"arms","arms":{' + b",".join(found) + b"}}"
    if kind is EqualValue and type(space.above) is int:  # type: ignore[attr-defined]
        return b"%b%d}" % (_equal_value(space.values, space.pile), space.above)  # type: ignore[attr-defined]
    if kind is OneCard:
        return _one_card(space.deck, space.pile)  # type: ignore[attr-defined]
    return _NOTHING if space is NOTHING else encode(space.describe())


_NOTHING = encode(NOTHING.describe())


@lru_cache(256)
def _word(arm: str) -> bytes:
    return encode(arm) + b":"


@lru_cache(4096)
def _equal_value(values: Values, pile: Any) -> bytes:
    """All but the number that is to be beaten, which comes last."""
    text = encode(EqualValue(values, pile, 0).describe())
    assert text.endswith(b'"above":0}')
    return text[:-2]


@lru_cache(4096)
def _one_card(deck: Deck, pile: Any) -> bytes:
    return encode(OneCard(deck, pile).describe())
