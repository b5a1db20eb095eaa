"""Where native play writes what an ``Encoder`` says of a view."""

from __future__ import annotations

from typing import Any

from referee.env.encoding import NO_TEXT, NOBODY, NUMBERS, OTHERWISE, Encoder, typed_parts
from referee.native.observing import NOWHERE, Layout, ScalarAt, Shape


def layout_of(encoder: Encoder) -> Layout:
    """The places of an encoder's numbers, by who looks."""
    game, at = encoder.game, encoder.at
    seats = range(game.players)
    places = []
    for place in game.table().places:
        owner = None if place.owner is None else place.owner.seat
        owned = [encoder.owned(place.name, owner, me) for me in seats]
        places.append([at[f"{each} size"] if place.name in game.settled_zones else NOWHERE for each in owned])
    scalars = {}
    for name, spec in game.table_class.scalar_specs.items():
        names = encoder.names_of(spec.start)
        if names:
            owners = list(seats) if spec.per_player else [None]
            by_owner = [[encoder.owned(name, each, me) for me in seats] for each in owners]
            first = [[at[f"{each} {names[0]}" if names[0] else each] for each in by_viewer] for by_viewer in by_owner]
            scalars[name] = ScalarAt(first, _shape(encoder, spec.start))
    balances = [[at[f"money {encoder.relative(seat, me)}"] for me in seats] for seat in seats]
    return Layout(
        encoder.size,
        places,
        scalars,
        at["turn"],
        at["direction left"],
        [*balances, [at["money bank"]] * game.players],
        {each: at[f"asked {each}"] for each in encoder.asks},
        at["asked otherwise"],
    )


def _shape(encoder: Encoder, start: Any) -> Shape:
    if parts := typed_parts(start):
        at, found = 0, []
        for part in parts.values():
            found.append((at, _shape(encoder, part)))
            at += len(encoder.names_of(part))
        return Shape("parts", parts=found)
    if isinstance(start, tuple):
        return Shape("tuple", numbers=NUMBERS)
    words = encoder.words(start)
    if not words:
        return Shape("number" if words is not None else "word")
    behind = {word: number for number, word in enumerate(words)}
    if isinstance(start, str):
        return Shape("word", behind=behind | {"": behind[NO_TEXT]}, otherwise=behind[OTHERWISE])
    return Shape("word", behind.get(NOBODY, NOWHERE), behind)
