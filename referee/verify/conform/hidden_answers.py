"""Other worlds in which somebody chose another card, of which others were not told: a card that is put face down, say.

What a player does openly with his cards is his own doing. But where a card goes from a place that a seat does not see
to another one, and it is never shown, nothing that the seat notices may tell which card it was.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.kernel.requests import Choice
from referee.kernel.selections import OneCard, Selection
from referee.kernel.spaces import Arms
from referee.verify.conform.comparing import Played, run
from referee.verify.conform.observations import Course, Kind, Noticed
from referee.verify.conform.worlds import TRIES, First, Key, Like
from referee.verify.play.drivers import repeatable


@dataclass(frozen=True, slots=True)
class OtherAnswer:
    """The answers of a step with other cards in one of them: ``cards`` are the names that only one of both has."""

    log: list[list[tuple[Key, Any]]]
    cards: frozenset[str]
    sentence: str


class Choosing(First):
    """Keeps for each answer with cards in it, of which nobody else is told, the same answer with other cards."""

    def __init__(self, answers: Sequence[Sequence[Any]], rng: random.Random) -> None:
        super().__init__(answers, rng)
        self.others: list[tuple[int, Choice, Any, Any]] = []
        """The place in the log, the question, the answer and the other one."""

    def choice(self, choice: Choice, step: int) -> Any:
        answer = super().choice(choice, step)
        other = None if choice.open else _other(choice.space, answer, self.rng)
        if other is not None:
            self.others.append((len(self.log[step]) - 1, choice, answer, other))
        return answer


def _other(space: Any, answer: Any, rng: random.Random) -> Any:
    """The same answer with other cards, as many as there are; None where there is none."""
    if type(space) is Arms:
        way, inner = answer
        inside = _other(space.arms[way], inner, rng)
        return None if inside is None else (way, inside)
    if type(space) not in (OneCard, Selection) or type(answer) is not int:
        return None
    number = space.deck.size(answer)
    for _ in range(TRIES):
        other: Any = Selection(space.deck, space.pile, number, number).sample(rng)
        if other != answer:
            return other
    return None


def _cards(space: Any, answer: Any) -> tuple[str, ...]:
    if type(space) is Arms:
        return _cards(space.arms[answer[0]], answer[1])
    return tuple(space.deck.names(answer))


def hidden_answers(played: Played, rng: random.Random) -> list[OtherAnswer]:
    """What others may have answered in the first step, for all that the seat was told of it."""
    choosing = Choosing(played.script, rng)
    run(Course(played.world, played.player, choosing, lambda _: None), 1)
    found = []
    for at, choice, answer, other in choosing.others:
        if choice.decider is played.player:
            continue
        log = [list(each) for each in choosing.log]
        log[0][at] = log[0][at][0], repeatable(choice, other)
        mine, theirs = _cards(choice.space, answer), _cards(choice.space, other)
        apart = frozenset(set(mine) ^ set(theirs))
        asked = f"seat {choice.decider.seat}, who alone knows, had answered {choice.ask!r}"
        found.append(OtherAnswer(log, apart, f"{asked} with {' '.join(theirs)} and not {' '.join(mine)}"))
    return found


def was_seen(played: Played, other: OtherAnswer, rng: random.Random) -> bool:
    """Whether the seat sees any of these cards in that step, in the one world or in the other: then they are no
    secret, only told a moment later."""
    noticed: list[Noticed] = []
    run(Course(played.world, played.player, Like(other.log, None, rng), noticed.append), 1)
    if not noticed or noticed[-1].kind is not Kind.END or played.noticed[-1].kind is not Kind.END:
        return True
    table = played.world.table()
    sees = [place.sees(played.player) for place in table.places]
    one, two = played.noticed[-1].glance, noticed[-1].glance
    if any(seen and a != b for seen, a, b in zip(sees, one, two, strict=False)):
        return True
    return any(_names(each.data) & other.cards for each in (*played.noticed, *noticed) if each.kind is Kind.EVENT)


def _names(data: Any) -> set[str]:
    """All words of an event that its seat is told of."""
    if isinstance(data, str):
        return {data}
    if isinstance(data, dict):
        return set().union(*map(_names, data.values()))
    return set().union(*map(_names, data)) if isinstance(data, (list, tuple)) else set()


__all__ = ["OtherAnswer", "hidden_answers", "was_seen"]
