"""Playing a block: what a worker does."""

from __future__ import annotations

import hashlib
import time
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.games.registry import find_game
from referee.games.shipped import folders
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.play.referee import play_match, seat_rng
from referee.play.seats import Seat, SeatMaker, find_bot, seat_maker
from referee.stats.blocks import Seatings
from referee.tournament.definition import Defined
from referee.tournament.schedule import Block

TRUSTED = "trusted:"


@dataclass(frozen=True, slots=True)
class Plan:
    """All that a worker needs to know of a tournament, but for its secret."""

    game: str
    players: int
    readings: dict[str, str]
    settings: dict[str, Any]
    turn_cap: int | None
    names: tuple[str, ...]
    seats: tuple[str, ...]
    seatings: Seatings
    seeded: bool
    records: bool


@dataclass(frozen=True, slots=True)
class Played:
    """One match. ``ranks`` and ``payoffs`` by seat, None where the rules stopped it."""

    seated: tuple[int, ...]
    data: dict[str, Any]
    decisions: int
    seconds: float
    record: bytes | None
    """Compressed by zlib."""


def entrant_forms(defined: Defined) -> tuple[str, ...]:
    """The seats of the entrants, their paths made absolute."""

    def absolute(seat: str) -> str:
        if not seat.startswith(TRUSTED):
            return seat
        return TRUSTED + str((defined.folder / Path(seat.removeprefix(TRUSTED)).expanduser()).resolve())

    return tuple(absolute(entrant.seat) for entrant in defined.entrants)


def try_entrants(defined: Defined) -> None:
    """Make every bot once. BadInput, with the line of the first that cannot start."""
    where = folders("bots", type(defined.game))
    for number, form in enumerate(entrant_forms(defined)):
        try:
            seat_maker(form, defined.game.name, where)(seat_rng(b"", 0))
        except BadInput as error:
            defined.wrong(("entrant", number, "seat"), str(error))


def fingerprint_of(form: str, game: Game[Any]) -> str:
    """Of a bot's text, so that a tournament is not gone on with by another bot of the same name."""
    if form == "random":
        return "built in"
    path = form.removeprefix(TRUSTED)
    file = Path(path) if form.startswith(TRUSTED) else find_bot(form, game.name, folders("bots", type(game)))
    return hashlib.sha256(file.read_bytes()).hexdigest()[:32]


class _Worker:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game = find_game(plan.game)(plan.players, readings=plan.readings, settings=plan.settings)
        where = folders("bots", type(self.game))
        self.makers: list[SeatMaker] = [seat_maker(form, self.game.name, where) for form in plan.seats]

    def seat(self, entrant: int, rng_secret: bytes, seat: int) -> Seat:
        made = self.makers[entrant](seat_rng(rng_secret, seat))
        made.name = self.plan.names[entrant]
        return made

    def match(self, seated: tuple[int, ...], secret: bytes, number: int) -> Played:
        began = time.monotonic()
        # The deal is the same in every seating of a block; the bots' own chance is not.
        own = hashlib.sha256(secret + b"\0seating %d" % number).digest()
        seats = [self.seat(entrant, own, seat) for seat, entrant in enumerate(seated)]
        keep, plan = self.plan.records, self.plan
        result = play_match(
            self.game, seats, secret=secret, seeded=plan.seeded, turn_cap=plan.turn_cap, record=keep, views=keep
        )
        record = None if result.record is None else zlib.compress(result.record, 6)
        return Played(seated, dict(result.data), result.decisions, time.monotonic() - began, record)


_worker: _Worker | None = None


def start(plan: Plan) -> None:
    """Prepare this process."""
    global _worker
    _worker = _Worker(plan)


def play_block(task: tuple[Block, bytes]) -> list[Played]:
    """The matches of a block, with the secret of its chance tape."""
    block, secret = task
    assert _worker is not None
    return [
        _worker.match(seated, secret, number) for number, seated in enumerate(block.seated(_worker.plan.seatings), 1)
    ]
