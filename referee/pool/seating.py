"""Seats from the words of a command line or a tournament file, isolated where they have to be.

    with SeatFactory("bots/mine.py", game, folders, limits=Limits(move=2), lifetime=Lifetime.BLOCK) as factory:
        for ...:                                                 # a block
            for ...:                                             # a match
                seat = factory.seat(seat_rng(secret, number))    # one for each place it takes in the match
                play_match(game, [seat, ...], secret=secret)
                factory.give_back(seat)
            factory.end_block()

A factory loads and checks its bot once (BadInput in one line). Its ``lifetime`` says how long the process of an
isolated bot lives. One process serves one seat at a time: there are as many as seats are in use, and a seat that
was given back is used again. ``close`` ends all of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from pathlib import Path
from typing import Any

from referee.kernel.game import Game
from referee.play.bot import Bot
from referee.play.seats import Seat, seat_maker
from referee.pool.bot_files import program_of, with_rules
from referee.pool.cgroups import settle
from referee.pool.isolated import IsolatedSeat
from referee.pool.jail import Isolation, isolation
from referee.pool.limits import Limits
from referee.pool.program import Program
from referee.pool.selftest import measured


class Lifetime(Enum):
    """How long a process of an isolated bot lives, unless the bot is at fault: then it ends at once.

    What a bot remembers from match to match lives as long, and may make matches depend on each other.
    """

    MATCH = "match"
    BLOCK = "block"
    """Until ``SeatFactory.end_block``."""
    TOURNAMENT = "tournament"
    """Until the factory is closed."""


class SeatFactory:
    """See the module's docstring. ``form`` is what the command line says: ``random``, ``trusted:PATH``, …"""

    def __init__(
        self,
        form: str,
        game: type[Game[Any]],
        folders: list[Path],
        *,
        limits: Limits | None = None,
        isolated: bool = True,
        isolate_builtin: bool = False,
        lifetime: Lifetime = Lifetime.MATCH,
        human: Callable[[], Bot] | None = None,
        program: Program | None = None,
    ) -> None:
        """``isolated`` false is ``--no-isolation``: a process of its own, unconfined.

        ``program`` is what ``program_of`` gave for the form, perhaps earlier and elsewhere.

        ``isolate_builtin`` puts built-in bots (but for ``random``, which is the referee's own) into jails too.
        """
        self.form, self.limits, self.lifetime = form, limits or Limits(), lifetime
        self._free: list[IsolatedSeat] = []
        self._made: list[IsolatedSeat] = []
        self.program = program or program_of(form, game.name, folders, builtin=isolate_builtin)
        if self.program is None:
            self._maker = seat_maker(form, game.name, folders, human)
            self.kind = Isolation.NONE
        else:
            self.program = with_rules(self.program, game)
            self.kind = isolation() if isolated else Isolation.NONE

    def seat(self, rng: random.Random) -> Seat:
        """A seat for one match. ``rng`` is the chance of a bot in this process; an isolated one gets a seed.

        The process of an isolated one is started, so that those of all seats of a table come up side by side.
        """
        if self.program is None:
            return self._maker(rng)
        seat = self._free.pop() if self._free else self._made_seat(self.program)
        with suppress(OSError):  # that is told when the match begins
            seat.prepare()
        return seat

    def _made_seat(self, program: Program) -> IsolatedSeat:
        seat = IsolatedSeat(self.form, program, self.limits, self.kind, lasting=self.lifetime is not Lifetime.MATCH)
        seat.isolation = measured(self.kind).record_text
        self._made.append(seat)
        return seat

    def give_back(self, seat: Seat) -> None:
        """The match is over: the seat, and its process if that is lasting, may be used in another."""
        if isinstance(seat, IsolatedSeat) and seat in self._made and seat not in self._free:
            self._free.append(seat)

    def end_block(self) -> None:
        """A block of matches is over: processes that live for one block end."""
        if self.lifetime is Lifetime.BLOCK:
            for seat in self._made:
                seat.close()

    def close(self) -> None:
        for seat in self._made:
            seat.close()
        self._made, self._free = [], []
        settle()

    def __enter__(self) -> SeatFactory:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
