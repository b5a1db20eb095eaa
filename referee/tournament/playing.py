"""Playing a block: what a worker does."""

from __future__ import annotations

import hashlib
import threading
import time
import zlib
from dataclasses import dataclass
from typing import Any

from referee.games.registry import find_game
from referee.kernel.errors import BadInput, RefereeError
from referee.play.referee import play_match, seat_rng
from referee.pool.limits import Limits
from referee.pool.processors import Share
from referee.pool.seating import Lifetime
from referee.record.header import fingerprint
from referee.stats.blocks import Seatings
from referee.tournament.entrants import Bot, factory_of
from referee.tournament.schedule import Block

TRIES = 3
"""A match that the host failed is void and played again, so often in all."""
LEVEL = 1
"""The level of compression: records of matches are played much more often than read."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All that a worker needs to know of a tournament, but for its secret."""

    name: str
    """Told from every other tournament that the same worker may play for."""
    game: str
    rules: str
    """Their fingerprint: a worker with other rules refuses."""
    players: int
    readings: dict[str, str]
    settings: dict[str, Any]
    turn_cap: int | None
    bots: tuple[Bot, ...]
    seatings: Seatings
    limits: Limits
    lifetime: Lifetime
    anonymous: bool
    seeded: bool
    records: bool
    side_by_side: bool = False
    """Other matches are played on the same machine at the same time."""


@dataclass(frozen=True, slots=True)
class Played:
    """One match. ``data`` is its result as a record has it."""

    seated: tuple[int, ...]
    data: dict[str, Any]
    decisions: int
    seconds: float
    record: bytes | None
    """Compressed by zlib."""
    thought: tuple[tuple[int, int, float, float], ...] = ()
    """For each seat whose bot has a clock: the seat, the number of its answers, their seconds, and the longest."""


@dataclass(frozen=True, slots=True)
class Task:
    """A block of a plan, with the secret of its chance tape."""

    plan: str
    block: Block
    secret: bytes


class HostFault(RefereeError):
    """This machine could not do what a match needs."""


class Worker:
    """Plays blocks of one plan, one at a time."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.game = find_game(plan.game)(plan.players, readings=plan.readings, settings=plan.settings)
        if fingerprint(type(self.game)) != plan.rules:
            raise BadInput(f"the rules of {self.game.name} are not those of the coordinator here")
        self.share = Share(max(1, plan.limits.processors)) if plan.side_by_side else None
        self.factories = [factory_of(bot, self.game, plan.limits, plan.lifetime) for bot in plan.bots]

    def block(self, block: Block, secret: bytes) -> list[Played]:
        seated = block.seated(self.plan.seatings, self.plan.players)
        try:
            return [self.match(each, secret, number) for number, each in enumerate(seated, 1)]
        finally:
            for factory in self.factories:
                factory.end_block()

    def match(self, seated: tuple[int, ...], secret: bytes, number: int) -> Played:
        """Played again where the host failed: a bot's own faults are none of its."""
        for tried in range(1, TRIES + 1):
            try:
                return self._match(seated, secret, number)
            except OSError as error:
                self.close()
                if tried == TRIES:
                    raise HostFault(f"this machine failed {TRIES} times in a match: {error}") from None
                time.sleep(0.1 * tried)
        raise AssertionError

    def _match(self, seated: tuple[int, ...], secret: bytes, number: int) -> Played:
        began, plan = time.monotonic(), self.plan
        # The deal is the same in every seating of a block; the bots' own chance is not.
        own = hashlib.sha256(secret + b"\0seating %d" % number).digest()
        seats = [self.factories[entrant].seat(seat_rng(own, seat)) for seat, entrant in enumerate(seated)]
        names = [plan.bots[entrant].name for entrant in seated]
        for seat, name in zip(seats, names, strict=True):
            seat.name = name
        result = play_match(
            self.game, seats, secret=secret, seeded=plan.seeded, turn_cap=plan.turn_cap, record=plan.records,
            views=plan.records, names=None if plan.anonymous else names, again=True,
        )  # fmt: skip
        times = [(seat, getattr(each, "times", ())) for seat, each in enumerate(seats)]
        thought = tuple([(seat, len(took), sum(took), max(took)) for seat, took in times if took])
        for entrant, seat in zip(seated, seats, strict=True):
            self.factories[entrant].give_back(seat)
        record = None if result.record is None else zlib.compress(result.record, LEVEL)
        return Played(seated, dict(result.data), result.decisions, time.monotonic() - began, record, thought)

    def close(self) -> None:
        """End the bots' processes."""
        for factory in self.factories:
            factory.close()

    def leave(self) -> None:
        self.close()
        if self.share is not None:
            self.share.release()


_plans: dict[str, Plan] = {}
_workers: dict[tuple[str, int], Worker] = {}
"""Workers by plan and thread: processes of bots are no business of another thread."""


def start(plan: Plan) -> None:
    """Prepare this process for the blocks of a plan."""
    _plans[plan.name] = plan


def play_block(task: Task) -> list[Played]:
    """The matches of a block."""
    key = (task.plan, threading.get_ident())
    if key not in _workers:
        _workers[key] = Worker(_plans[task.plan])
    return _workers[key].block(task.block, task.secret)


def finish(plan: Plan) -> None:
    """The plan is over for this process."""
    _plans.pop(plan.name, None)
    for key in [key for key in _workers if key[0] == plan.name]:
        _workers.pop(key).leave()
