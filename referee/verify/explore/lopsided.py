"""Smaller games of the very same rules in which the cards of a few effects come together again and again.

Effects that bring about others are seen in random matches: what was played, and what happened because of it. A pack of
the ranks and suits of one or two of these has them in every hand; other settings are drawn.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from referee.kernel.events import Event
from referee.kernel.game import Game
from referee.kernel.watch import Watch
from referee.verify.play.chance import CardBias
from referee.verify.play.drivers import AtRandom
from referee.verify.play.met import clauses_of
from referee.verify.play.minimise import variant
from referee.verify.play.trial import Trial

MATCHES, STEPS = 40, 30
"""Matches in which effects are watched, and their steps at most."""
MOST_COPIES = 6
"""Of a setting that is a number, such as the packs: more is seldom needed for things to meet."""


class _Events(Watch):
    def __init__(self) -> None:
        self.met: list[Event] = []

    def happened(self, event: Event) -> None:
        self.met.append(event)


@dataclass(frozen=True, slots=True)
class Pack:
    """A smaller game with the cards of one effect, or of two; ``clauses`` are those of the effects."""

    game: Game[Any]
    effects: int
    clauses: tuple[str, ...]


def causing(game: Game[Any], seed: str) -> dict[tuple[int, ...], tuple[str, ...]]:
    """The kinds of card of each word of an event that another event happened because of, with the clauses of what that
    word brings about; those first that did so most often."""
    rng = random.Random(f"causing {seed} {game.players}")
    names = {card.name: number for number, card in enumerate(game.deck.cards)}
    times: dict[tuple[int, ...], int] = {}
    clauses: dict[tuple[int, ...], tuple[str, ...]] = {}
    for number in range(MATCHES):
        trial, watch = Trial(game, ()), _Events()
        trial.table.watch = watch
        driver = AtRandom(rng, CardBias(game.deck, rng) if number % 2 else None)
        for _ in range(STEPS):
            watch.met.clear()
            met = trial.advance(driver)
            here = {each.number: each for each in watch.met}
            for each in watch.met:
                cause = here.get(each.parent)
                words = str(cause.word).split() if cause is not None else []
                kinds = tuple(sorted({names[word] for word in words if word in names}))
                if kinds and cause is not None:
                    times[kinds] = times.get(kinds, 0) + 1
                    clauses.setdefault(kinds, clauses_of(game, [cause]))
            if met is not None or trial.table.outcome is not None:
                break
    return {each: clauses[each] for each in sorted(times, key=lambda each: (-times[each], each))}


def lopsided(game: Game[Any], seed: str) -> Iterator[Pack]:
    """The game with a pack of one such effect, and then of two: all that there can be, again and again with other
    numbers drawn. None where packs cannot be chosen."""
    rng = random.Random(f"lopsided {seed} {game.players}")
    groups = causing(game, seed) if _packs(game) else {}
    pairs = [(each,) for each in groups] + list(combinations(groups, 2))
    while pairs:
        made = False
        for pair in pairs:
            form = pack_of(game, {kind for each in pair for kind in each}, rng)
            if form is not None:
                made = True
                yield Pack(form, len(pair), tuple(dict.fromkeys(clause for each in pair for clause in groups[each])))
        if not made:
            return


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
