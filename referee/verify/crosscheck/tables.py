"""Tables that a proof's assumption allows: those of matches, and others to which no play need lead.

A table between two steps of a match is changed: its cards change places, some are moved, scalars take other values
that the proof knows of them. What the assumption does not allow is left out.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.kernel.table import Table
from referee.verify.prove.boundary import Shape
from referee.verify.prove.terms import NO_BOUND
from referee.verify.readonly_table import ReadOnly

AMOUNTS = 3
"""A bounded amount is set to one of its ends or to one of so many numbers near them."""


def changed(table: Table, shape: Shape, rng: random.Random) -> Table:
    """Another table of the same sizes, or nearly so, and with other values of some scalars."""
    other = type(table)(table.game)
    other.restore(table.snapshot())
    _reshuffle(other, rng)
    while rng.random() < 0.4:
        _move_some(other, rng)
    while rng.random() < 0.5:
        _set_a_scalar(other, shape, rng)
    return other


def _reshuffle(table: Table, rng: random.Random) -> None:
    """Every bag keeps its size; few kinds of card lie together in some of them."""
    deck = table.deck
    bags = [place for place in table.places if not place.is_row]
    cards = [kind for place in bags for kind in deck.unpack(place.pile)]
    rng.shuffle(cards)
    if rng.random() < 0.7:
        rank = {kind: rng.random() for kind in set(cards)}
        cards.sort(key=rank.__getitem__)
        rng.shuffle(bags)
    for place in bags:
        size = deck.size(place.pile)
        place.restore(deck.pack(cards[:size]))
        del cards[:size]


def _move_some(table: Table, rng: random.Random) -> None:
    """Cards of one bag go to another one."""
    deck = table.deck
    full = [place for place in table.places if not place.is_row and place.pile]
    if not full:
        return
    source = rng.choice(full)
    target = rng.choice([place for place in table.places if not place.is_row and place is not table.flight])
    cards = deck.unpack(source.pile)
    number = rng.choice((1, 1, 2, len(cards)))
    some = deck.pack(rng.sample(cards, min(number, len(cards))))
    source.restore(source.pile - some)
    target.restore(target.pile + some)


def _set_a_scalar(table: Any, shape: Shape, rng: random.Random) -> None:
    """One scalar takes another value that the proof knows it to have somewhere."""
    specs = table.game.table_class.scalar_specs
    names = sorted({*shape.words, *shape.ranges, *shape.truths} & {*specs, "direction"})
    if not names:
        return
    name = rng.choice(names)
    sorts = [each for each in (shape.words, shape.ranges, shape.truths) if name in each]
    if len(sorts) != 1:
        return
    value = _some_value(shape, name, rng)
    if name in specs and specs[name].per_player:
        getattr(table, name)[rng.randrange(len(table.players))] = value
    else:
        setattr(table, name, value)


def _some_value(shape: Shape, name: str, rng: random.Random) -> Any:
    if name in shape.words:
        return rng.choice(shape.words[name])
    if name in shape.truths:
        return rng.choice(sorted(shape.truths[name]))
    low, high = (None if abs(each) == NO_BOUND else each for each in shape.ranges[name])
    near = {each + more for each in (low, high, 0) if each is not None for more in range(-AMOUNTS, AMOUNTS + 1)}
    return rng.choice(
        [each for each in sorted(near) if (low is None or low <= each) and (high is None or each <= high)]
    )


def is_allowed(table: Table, shape: Shape, assumed: Mapping[str, Callable[[Any], Any]]) -> bool:
    """Whether the proof's assumption is true of a table, and it knows the values of its scalars."""
    try:
        with ReadOnly(table) as looking:
            allowed = all(claim(table) is True for claim in assumed.values())
            looking.compare()
        return allowed and not shape.copy().take_in(table)
    except Exception:  # of what cannot be worked out nothing is known
        return False


def allowed_near(
    tables: list[Table], shape: Shape, assumed: Mapping[str, Callable[[Any], Any]], rng: random.Random, most: int
) -> Iterator[Table]:
    """Changed tables that are allowed; so many are tried."""
    for _ in range(most):
        other = changed(rng.choice(tables), shape, rng)
        if is_allowed(other, shape, assumed):
            yield other
