"""Words for what is offered and answered, few enough to be counted: the arm of a choice, a card, a plain answer.

A label is the word of the question and a part of an answer: ``turn: take``, ``lead: 7``, ``vote: yes``.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.kernel.requests import Choice
from referee.kernel.spaces import Arms
from referee.play.bot import Option

LISTED = 64
"""Of more answers only the arms are told apart."""
PLAIN = 16
"""So many plain answers get a label each."""


def labels_of(choice: Choice) -> dict[str, float]:
    """What may be answered: for each label the share of the answers that have it."""
    space = choice.space
    count = space.count()
    if count > LISTED:
        if not isinstance(space, Arms):
            return {}
        return {
            f"{choice.ask}: {_word(arm)}": inner.count() / count for arm, inner in space.arms.items() if inner.exists()
        }
    found: Counter[str] = Counter()
    for answer in space.listed() or tuple(space):
        found.update(set(of_answer(choice, answer, count)))
    return {label: times / count for label, times in found.items()}


def of_answer(choice: Choice, answer: Any, count: int | None = None) -> list[str]:
    """The labels of one answer."""
    option = Option(choice.space, answer)
    if isinstance(choice.space, Arms):
        found = [f"{choice.ask}: {option.arm}"]
        if (choice.space.count() if count is None else count) > LISTED:
            return found
    else:
        found = []
    cards = option.cards
    if cards:
        return found + [f"{choice.ask}: {card}" for card in sorted(set(cards))]
    if not found and (choice.space.count() if count is None else count) <= PLAIN:
        found = [f"{choice.ask}: {_plain(option.plain)}"]
    return found


def part_of(label: str, choice: Choice, answer: Any) -> bool:
    """Whether an answer has that label."""
    return label.startswith(f"{choice.ask}: ") and label in of_answer(choice, answer)


def _word(arm: Any) -> str:
    return str(getattr(arm, "value", arm))


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(_plain, value)) or "nothing"
    if isinstance(value, dict):
        return " ".join([f"{name} {_plain(each)}" for name, each in value.items()])
    return "nothing" if value is None else str(value)
