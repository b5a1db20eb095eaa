"""Tables and answers that the solver gives for paths of a proof: those on which what is rare in play comes about."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from referee.kernel.game import Game
from referee.kernel.table import Table
from referee.verify.play.chance import CardBias
from referee.verify.play.drivers import AtRandom, Script
from referee.verify.prove.boundary import Shape, lazy_values, set_scalar, unknown_scalars
from referee.verify.prove.paths import Path, le
from referee.verify.prove.piles import Base, Exactly, SymPile
from referee.verify.prove.search import Ended
from referee.verify.prove.solve import Prover
from referee.verify.prove.terms import SymAmount, SymTruth


def concrete(path: Path, model: Mapping[str, int], thing: Any) -> Any:
    """The value of a term in a model; anything else is what it is."""
    if isinstance(thing, SymAmount):
        return thing.constant + sum(factor * model.get(atom.name, atom.some) for atom, factor in thing.parts)
    if isinstance(thing, SymPile):
        return sum(
            concrete(path, model, thing.count(kind)) << kind * path.deck.width for kind in range(len(path.deck.cards))
        )
    if isinstance(thing, tuple):
        return tuple([concrete(path, model, each) for each in thing])
    return thing


RESOURCES = 60_000
"""Z3's limit for one table: one that is not soon found is not looked for."""

MOST_COUNTS = 120
"""The most kinds of card in places. Beyond it the solver chooses only the kinds that the path looks at."""


class Following(Script):
    """Gives the answers of a path as long as they are allowed, then any."""

    def __init__(self, game: Game[Any], answers: Sequence[Any], rng: random.Random) -> None:
        super().__init__()
        self.prepared = list(answers)
        self.free = AtRandom(rng, rng.choice((None, CardBias(game.deck, rng))))
        self.next_step(self.prepared)

    def next_step(self, answers: Sequence[Any]) -> None:
        super().next_step(answers or self.prepared)

    def otherwise(self, choice: Any) -> Any:
        return self.free.some_answer(choice)

    def some_outcome(self, event: Any) -> Any:
        self.free.transcript.clear()
        return self.free.chance(event)


def models(
    game: Game[Any], ends: Sequence[Ended], shape: Shape, rng: random.Random, most: int, text: int
) -> Iterator[tuple[Table, Following]]:
    """A table, and answers that lead along a path of a step, for one path after the other: for ``most`` of them, or
    until the solver was given so much text."""
    every_card = len(game.deck.cards) * len(game.table().places) <= MOST_COUNTS
    prover = Prover()
    for ended in chosen(ends, rng, most):
        if prover.written > text:
            return
        path = ended.path
        given = [*path.assumptions, *path.conditions]
        for extra in (_some_size(ended, rng), True):
            answer = prover.refute(path, False, [*given, extra], [], all_kinds=every_card, resources=RESOURCES)
            if answer.model is not None:
                try:
                    table = table_of(game, ended, shape, answer.model, rng)
                    answers = [_answer(path, answer.model, each, every_card) for _, _, each in path.requests]
                except (TypeError, KeyError, AttributeError, ValueError):
                    break  # a path that begins on what its table does not tell
                yield table, Following(game, answers, rng)
                break


def _answer(path: Path, model: Mapping[str, int], answer: Any, every_card: bool) -> Any:
    """An answer in numbers; what the model does not tell is no answer to anything, so that any will do."""
    if isinstance(answer, tuple):
        return tuple([_answer(path, model, each, every_card) for each in answer])
    return None if isinstance(answer, SymPile) and not every_card else concrete(path, model, answer)


def chosen(ends: Sequence[Ended], rng: random.Random, most: int) -> list[Ended]:
    """Some of the paths: of each clause one that carries it out, then any."""
    left = [each for each in ends if each.path.requests or each.path.conditions]
    rng.shuffle(left)
    seen: set[str] = set()
    first: list[Ended] = []
    for each in left:
        if each.path.met - seen:
            first.append(each)
            seen |= each.path.met
    known = {id(each) for each in first}
    return [*first, *[each for each in left if id(each) not in known]][:most]


def _some_size(ended: Ended, rng: random.Random) -> Any:
    """A premise that some pile is rather empty, or rather full: random models seldom have extremes."""
    piles = [each for each in ended.before if hasattr(each, "size") and not isinstance(each.size, int)]
    if not piles:
        return True
    pile, total = rng.choice(piles), ended.path.deck.total
    return le(pile.size, rng.choice((0, 1, 2))) if rng.random() < 0.5 else le(rng.randrange(total // 2 + 1), pile.size)


def table_of(game: Game[Any], ended: Ended, shape: Shape, model: dict[str, int], rng: random.Random) -> Table:
    """The table that a path begins with, in numbers that the solver gave."""
    path, symbolic = ended.path, ended.table
    table: Any = game.table()
    table.dealing = False
    bags = [(place, pile) for place, pile in zip(table.places, ended.before, strict=True) if not place.is_row]
    for (place, _), cards in zip(bags, laid_out(path, [pile for _, pile in bags], model, rng), strict=True):
        place.restore(cards)
    for name, said in unknown_scalars(path, symbolic, shape):
        set_scalar(table, name, number_of(path, model, said))
    for name in symbolic.shape_names:
        if values := lazy_values(symbolic, name):
            setattr(table, name, symbolic.__dict__.get(f"_first_{name}", rng.choice(values)))
    if shape.money:
        held = [Fraction(model.get(f"{path.label}{each!r} has", 0), shape.cents) for each in table.players]
        table.money = (*held, -sum(held))
    return table  # type: ignore[no-any-return]


def laid_out(path: Path, piles: Sequence[SymPile], model: Mapping[str, int], rng: random.Random) -> list[int]:
    """The cards of each pile: as many of a kind as the model says, and others anywhere up to its size."""
    deck = path.deck
    left = [list(found) for found in zip(range(len(deck.cards)), deck.copies, strict=True)]
    counts: list[dict[int, int]] = []
    for pile in piles:
        counts.append(dict(deck.counts(pile.packed)) if isinstance(pile, Exactly) else {})
    numbers = {pile.name: at for at, pile in enumerate(piles) if isinstance(pile, Base)}
    for name, value in model.items():
        how, *about = path.atoms[name].what
        if how == "count" and about[0].name in numbers:
            counts[numbers[about[0].name]][about[1]] = value
    for known in counts:
        for kind, number in known.items():
            left[kind][1] -= number
    room = [concrete(path, model, pile.size) - sum(known.values()) for pile, known in zip(piles, counts, strict=True)]
    if min(room, default=0) < 0 or any(number < 0 for _, number in left):
        raise ValueError("the numbers are no table")
    cards = [kind for kind, number in left for _ in range(number)]
    rng.shuffle(cards)
    found = [[kind for kind, number in known.items() for _ in range(number)] for known in counts]
    for kind in cards:
        there = [at for at, free in enumerate(room) if free and kind not in counts[at]]
        at = rng.choice(there or [at for at, free in enumerate(room) if free])
        room[at] -= 1
        found[at].append(kind)
    return [deck.pack(each) for each in found]


def number_of(path: Path, model: dict[str, int], scalar: Any) -> Any:
    """The value of a scalar in the solver's model."""
    if isinstance(scalar, SymTruth):
        ((atom, _),) = scalar.args[0].parts
        return bool(model.get(atom.name, atom.some))
    return concrete(path, model, scalar)
