"""The cards that a clause is about, so that extreme deals can bring just these together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from referee.kernel.card_effects import card_effects
from referee.kernel.game import Game, rules_of
from referee.kernel.rulebook import load_rulebook


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
