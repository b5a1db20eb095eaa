"""Questions as JSON text, with what repeats itself kept: most of a question is a hand that is asked about again.

The text of a space has the same bytes as ``space.describe()``.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Any

from referee.kernel.cards import Deck, Values
from referee.kernel.requests import Choice
from referee.kernel.selections import EqualValue, OneCard
from referee.kernel.spaces import NOTHING, Arms, Space
from referee.play.protocol import encode

MOST_KEPT, MOST_ANSWERS = 4096, 64
"""Questions that are kept, and answers of each."""


class Question:
    """``text`` is what is said behind the question's number, up to its clock. ``answers`` has by their text
    answers of this question that were read before, strictly, in the kernel's form."""

    __slots__ = ("_arms", "answers", "text")

    def __init__(self, choice: Choice, arms: Any = None) -> None:
        said = _encoded_word(choice.ask), choice.player.seat, description(choice.space)
        self.text = b',"ask":%b,"for":%d,"space":%b,"clock":' % said
        self.answers: dict[bytes, Any] = {}
        self._arms = arms
        """Kept so that nothing else has their identity."""

    def keep(self, text: bytes, answer: Any) -> None:
        """An answer has been read; it is kept where the question is, and where it does not change."""
        if self._arms is not None and len(self.answers) < MOST_ANSWERS:
            self.answers[text] = answer


_kept: dict[tuple[Any, ...], Question] = {}


def question(choice: Choice) -> Question:
    """What is asked. Ways to go on with sets of cards are recognized, and not described again."""
    space = choice.space
    if type(space) is not Arms:
        return Question(choice)
    key: list[Any] = [choice.ask, choice.player.seat]
    arms = space.arms
    for arm, each in arms.items():
        if type(each) is EqualValue:
            key += (id(arm), each.values, each.pile, each.above)
        elif type(each) is OneCard:
            key += (id(arm), each.deck, each.pile)
        elif each is NOTHING:
            key.append(id(arm))
        else:
            return Question(choice)
    told = tuple(key)
    found = _kept.get(told)
    if found is None:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        found = _kept[told] = Question(choice, tuple(arms))
    return found


def description(space: Space[Any]) -> bytes:
    """The space as JSON text."""
    kind = type(space)
    if kind is Arms:
        found = []
        for arm, each in space.arms.items():  # type: ignore[attr-defined]
            if each.exists():
                found.append(_encoded_word(arm._value_ if isinstance(arm, Enum) else arm) + b":" + description(each))
        return b'{"space":"arms","arms":{' + b",".join(found) + b"}}"
    if kind is EqualValue and type(space.above) is int:  # type: ignore[attr-defined]
        return b"%b%d}" % (_equal_value(space.values, space.pile), space.above)  # type: ignore[attr-defined]
    if kind is OneCard:
        return _one_card(space.deck, space.pile)  # type: ignore[attr-defined]
    return _NOTHING if space is NOTHING else encode(space.describe())


_NOTHING = encode(NOTHING.describe())


@lru_cache(256)
def _encoded_word(word: str) -> bytes:
    return encode(word)


@lru_cache(4096)
def _equal_value(values: Values, pile: Any) -> bytes:
    """All but the number that is to be beaten, which comes last."""
    text = encode(EqualValue(values, pile, 0).describe())
    assert text.endswith(b'"above":0}')
    return text[:-2]


@lru_cache(4096)
def _one_card(deck: Deck, pile: Any) -> bytes:
    return encode(OneCard(deck, pile).describe())
