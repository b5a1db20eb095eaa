"""Effects that may bring each other about again and again, and games in which their cards come together.

Effects that bring about others are seen in random matches: what was played, and what happened because of it. A pack of
the ranks and suits of a few of these has them in every hand; other settings are drawn.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.kernel.events import Event
from referee.kernel.game import Game
from referee.kernel.places import Laid
from referee.verify.explore.lassos import Events
from referee.verify.impact.random_settings import MOST_COPIES
from referee.verify.play.chance import CardBias
from referee.verify.play.drivers import AtRandom
from referee.verify.play.met import clauses_of
from referee.verify.play.minimise import variant
from referee.verify.play.trial import Trial

MATCHES, STEPS, FIRST_MATCHES = 300, 30, 40
"""Matches in which effects are watched, their steps at most, and the matches after which it is left where nothing has
brought anything about."""
MOST_EFFECTS = 3
"""Effects that are looked at together."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """Words of events that bring each other about, with the kinds of card that they name and the clauses of their
    effects."""

    words: tuple[str, ...]
    kinds: tuple[int, ...]
    clauses: tuple[str, ...]


class Causes:
    """What was seen to bring what about, in play of one game and of smaller ones."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._brought: set[tuple[str, str]] = set()
        self._chains: set[tuple[str, ...]] = set()
        self._clauses: dict[str, tuple[str, ...]] = {}
        self._kinds: dict[str, set[int]] = {}
        for kind, card in enumerate(game.deck.cards):
            for name in (card.name, card.rank):
                self._kinds.setdefault(name, set()).add(kind)

    def watch(self, seed: str) -> None:
        """Some random matches."""
        rng = random.Random(f"causing {seed} {self.game.players}")
        for number in range(MATCHES):
            if number >= FIRST_MATCHES and not self._brought:
                return
            trial, events = Trial(self.game, ()), Events()
            trial.table.watch = events
            driver = AtRandom(rng, CardBias(self.game.deck, rng) if number % 2 else None)
            for _ in range(STEPS):
                events.met.clear()
                met = trial.advance(driver)
                self.see(events.met)
                if met is not None or trial.table.outcome is not None:
                    break

    def see(self, events: Sequence[Event]) -> list[tuple[tuple[str, ...], Event, Event]]:
        """The events of a step; gives what led back to its cards there (see ``returning``)."""
        here = {each.number: each for each in events}
        for each in events:
            cause = here.get(each.parent)
            if cause is not None and cause.word and (cause.word, each.word) not in self._brought:
                self._brought.add((cause.word, each.word))
                if cause.word not in self._clauses:
                    self._clauses[cause.word] = clauses_of(self.game, [cause])
        back = list(returning(events))
        self._chains |= {words for words, _, _ in back if len(words) <= MOST_EFFECTS}
        return back

    def cycles(self) -> list[Cycle]:
        """Each word of cards that brought some other event about, alone; then all two that brought each other about,
        and all that led from a card back to the same one."""
        alone = {(one,) for one, _ in self._brought}
        mutual = {tuple(sorted(each)) for each in self._brought if each[0] != each[1] and each[::-1] in self._brought}
        found = []
        for words in sorted(alone | mutual | self._chains, key=lambda each: (len(each), each)):
            kinds = sorted({kind for word in words for name in word.split() for kind in self._kinds.get(name, ())})
            if kinds and all(word in self._clauses for word in words):
                about = dict.fromkeys(clause for word in words for clause in self._clauses[word])
                found.append(Cycle(words, tuple(kinds), tuple(about)))
        return found


def returning(events: Sequence[Event]) -> Iterator[tuple[tuple[str, ...], Event, Event]]:
    """Each event that led back to its cards by way of others, and the one to which it led; with the words of all
    these. Cards that do not lie in rows are the same where their word is."""
    here = {each.number: each for each in events}
    for event in [each for each in events if each.word]:
        cards, words = _cards(event), {event.word}
        cause, others = here.get(event.parent), False
        while cause is not None and _cards(cause) != cards:
            others = others or bool(cause.word)
            words |= {cause.word} if cause.word else set()
            cause = here.get(cause.parent)
        if cause is not None and others:
            yield tuple(sorted(words)), cause, event


def _cards(event: Event) -> Any:
    lying = [each.number for each in event.cards if isinstance(each, Laid)] if type(event.cards) is tuple else []
    return tuple(lying) or event.word


def pack_of(game: Game[Any], kinds: set[int], rng: random.Random) -> Game[Any] | None:
    """The game with a pack of the ranks and suits of some kinds of card, and other numbers drawn; None where packs
    cannot be chosen, or there is no such game."""
    return variant(game, settings=_settings(game, kinds, rng)) if _packs(game) else None


def _packs(game: Game[Any]) -> dict[str, bool]:
    """The parameters that say which ranks there are (True), and which suits (False)."""
    suits = {each.name for each in game.deck.suits}
    found: dict[str, bool] = {}
    for each in game.parameters:
        words = game.settings[each.name]
        if isinstance(words, tuple) and words:
            if set(words) <= set(game.deck.ranks):
                found[each.name] = True
            elif set(words) <= suits:
                found[each.name] = False
    return found


def _settings(game: Game[Any], kinds: set[int], rng: random.Random) -> dict[str, Any]:
    packs = _packs(game)
    cards = [game.deck.cards[kind] for kind in sorted(kinds)]
    drawn: dict[str, Any] = {}
    for each in game.parameters:
        if each.name in packs:
            wanted = {
                card.rank if packs[each.name] else card.suit.name if card.suit is not None else "" for card in cards
            }
            chosen = tuple([word for word in game.settings[each.name] if word in wanted])
            drawn[each.name] = chosen or game.settings[each.name][:1]
        elif isinstance(each.default, int) and each.most <= 12:
            drawn[each.name] = rng.choice(
                (each.least, min(each.most, MOST_COPIES), each.most, game.settings[each.name])
            )
    return drawn
