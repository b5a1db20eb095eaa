"""Outcomes of chance without a tape that are skewed, and answers that are; and the cards that
a clause is about, so that extreme deals can bring just these together."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from referee.kernel.card_effects import card_effects
from referee.kernel.cards import Deck
from referee.kernel.game import Game, rules_of
from referee.kernel.requests import Chance, Draw, Pick, Shuffle
from referee.kernel.rulebook import load_rulebook
from referee.kernel.spaces import Arms, Space
from referee.play.chance import fair, some


class CardBias:
    """A liking for some kinds of card: draws made by it are possible ones, and extreme.

    Each draw takes the kinds that are liked most, now and then some other card. Hands become of few kinds, and
    rare cards come together.
    """

    def __init__(self, deck: Deck, rng: random.Random, liked: Sequence[int] = ()) -> None:
        """``liked`` are indices of kinds of card that are liked most; the rest of the order is drawn."""
        self.rng = rng
        self.order = list(range(len(deck.cards)))
        rng.shuffle(self.order)
        self.order.sort(key=lambda kind: kind not in liked)
        self.slip = rng.choice((0.0, 0.05, 0.3))
        """How often a card is drawn that is not the one liked most."""
        self.turns = rng.random() < 0.5
        """The next draw likes other kinds: every hand becomes a different extreme."""
        if liked:
            self.turns = False
        self.first = rng.random() < 0.7
        """Whether the preferred cards come first in a shuffled row, or last."""

    def outcome(self, event: Chance) -> Any:
        if isinstance(event, Draw):
            return self._of(event.table.deck, event.place.pile, event.number)
        if isinstance(event, Pick):
            return self._of(event.table.deck, event.pile, event.number)
        if isinstance(event, Shuffle) and event.place.is_row:
            return self._row(event)
        return fair(event, self.rng)

    def _row(self, event: Shuffle) -> tuple[int, ...]:
        """An order of a row in which the kinds that are liked lie together at one of its ends."""
        rank = {kind: at for at, kind in enumerate(self.order)}
        found = list(range(len(event.place.row)))
        self.rng.shuffle(found)
        slips = {at: self.rng.random() if self.rng.random() < self.slip else 0.0 for at in found}
        row, most = event.place.row, len(self.order)
        found.sort(key=lambda at: rank[row[at].kind] + slips[at] * most, reverse=not self.first)
        return tuple(found)

    def _of(self, deck: Deck, pile: int, number: int) -> int:
        random_, field, width = self.rng.random, deck.field, deck.width
        if self.turns and random_() < 0.5:
            self.rng.shuffle(self.order)
        taken, left = 0, number
        for kind in self.order:
            there = pile >> width * kind & field
            if there and left:
                take = min(there, left)
                if self.slip:
                    take -= sum([random_() < self.slip for _ in range(take)])
                taken += deck.one[kind] * take
                left -= take
        return taken + some(deck, pile - taken, left, self.rng) if left else taken


def varied(space: Space[Any], rng: random.Random) -> Any:
    """An answer, the way to go on drawn first: rare arms of a choice come as often as those with many answers."""
    if not isinstance(space, Arms):
        return space.sample(rng)
    answers = space.listed()
    if answers is None:
        ways = [arm for arm, each in space.arms.items() if each.exists()]
        arm = ways[int(rng.random() * len(ways))]
        return arm, varied(space.arms[arm], rng)
    if len(answers) == 1 and not isinstance(space.arms[answers[0][0]], Arms):
        # Most questions of some games have one answer. Chance goes on as if it had been drawn.
        rng.random()
        rng.random()
        return answers[0]
    ends = begins_of(answers)
    chosen = int(rng.random() * (len(ends) - 1))
    arm = answers[ends[chosen]][0]
    if isinstance(space.arms[arm], Arms):
        return arm, varied(space.arms[arm], rng)
    return answers[ends[chosen] + int(rng.random() * (ends[chosen + 1] - ends[chosen]))]


def begins_of(answers: Sequence[tuple[Any, Any]]) -> list[int]:
    """The position where the answers of each arm begin in the list of all answers, and the end of the last ones."""
    begins: dict[Any, int] = {}
    for number, (way, _) in enumerate(answers):
        if way not in begins:
            begins[way] = number
    return [*begins.values(), len(answers)]


def cards_named(game: Game[Any]) -> dict[str, tuple[int, ...]]:
    """For each clause the kinds of card that its effects act on, or that its text names; the shorter list of the two.

    Clauses that name no card, or nearly all of them, are left out. A number by itself, and "A", may be no card.
    """
    kinds: dict[str, list[int]] = {}
    for at, card in enumerate(game.deck.cards):
        for word in {card.name, card.rank, card.pretty}:
            kinds.setdefault(word, []).append(at)
    found: dict[str, tuple[int, ...]] = {}

    def add(clause: str, words: list[str]) -> None:
        named = tuple(dict.fromkeys(at for word in words for at in kinds.get(word, ())))
        if named and 2 * len(named) <= len(game.deck.cards) and len(named) <= len(found.get(clause, named)):
            found[clause] = named

    for each in card_effects(type(game)):
        for clause in each.clauses:
            add(clause, [word for text in each.words for word in text.split()])
    for said in load_rulebook(rules_of(type(game)).folder / "rulebook.md").clauses:
        add(said.id, [word for word in re.findall(r"[\w♠♥♦♣]+", f"{said.title} {said.text}") if not word.isdecimal()
                      and word != "A"])  # fmt: skip
    return found


def least_seen(named: Mapping[str, tuple[int, ...]], carried_out: Counter[str], number: int) -> tuple[int, ...]:
    """The cards of one of the clauses that were carried out least, another one each time; () where none names any."""
    rare = sorted(named, key=lambda clause: (carried_out[clause], clause))[:6]
    return named[rare[number % len(rare)]] if rare else ()
