"""Other seats at a table of an environment: built-in bots, trusted files, objects and classes of ``Bot``."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from referee.env.env import Env
from referee.games.shipped import folders
from referee.play.referee import seat_seed
from referee.play.seats import Seat, seat_maker, seat_of_object


def seats_of(table: Env, seats: Sequence[Any], but: str, secret: bytes) -> Mapping[int, Seat]:
    """The seats of a new match, by number, without the one that is called ``but``. ``secret`` is their chance."""
    made: dict[int, Seat] = {}
    for number, form in enumerate(seats):
        if form == but:
            continue
        seed = seat_seed(secret, number)
        seat = seat_of(form, table, random.Random(seed))
        seat.start({"seat": number, **table.game.form, "seed": seed.hex()})
        made[number] = seat
    return made


def seat_of(form: Any, table: Env, rng: random.Random) -> Seat:
    """The seat that a word names (``random``, ``greedy``, ``trusted:PATH``), or of a bot or its class."""
    if isinstance(form, str):
        seat = seat_maker(form, table.game.name, folders("bots", type(table.game)))(rng)
    else:
        seat = seat_of_object(form, rng)
    seat.history = table.recalled()
    return seat
