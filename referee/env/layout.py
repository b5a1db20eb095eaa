"""Where native play writes what an ``Encoder`` says of a view."""

from __future__ import annotations

from referee.env.encoding import NOBODY, Encoder
from referee.native.observing import NOWHERE, Layout, ScalarAt


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
        words = encoder.words(spec.start)
        if words is not None:
            owners = list(seats) if spec.per_player else [None]
            by_owner = [[encoder.owned(name, each, me) for me in seats] for each in owners]
            scalars[name] = _scalar(encoder, words, by_owner)
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


def _scalar(encoder: Encoder, words: list[str], owned: list[list[str]]) -> ScalarAt:
    if not words:
        return ScalarAt([[encoder.at[each] for each in by_viewer] for by_viewer in owned], True)
    first = [[encoder.at[f"{each} {words[0]}"] for each in by_viewer] for by_viewer in owned]
    behind = {word: number for number, word in enumerate(words)}
    return ScalarAt(first, False, behind.get(NOBODY, NOWHERE), behind)
