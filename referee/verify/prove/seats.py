"""Rules and properties that tell seats apart: a proof takes the first seat that is read for any of them.

It is looked for in two ways: in the text, and by turning tables that were played, so that everybody sits one
seat further on. What is found by either is not proved.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from referee.kernel.driving import run_deal, run_step
from referee.kernel.errors import RefereeError
from referee.kernel.game import Game
from referee.kernel.table import Table
from referee.verify.conform import NotConforming
from referee.verify.conform.seat_rotation import Turn, check_rotation
from referee.verify.play.drivers import AtRandom, TooLong
from referee.verify.play.watchdog import Looping
from referee.verify.properties import Kind, Property
from referee.verify.readonly_table import evaluate
from referee.verify.understood.seat_text import seat_order_use

MATCHES, STEPS = 6, 10
"""Matches that are played, and the steps of each after which the table is turned."""
LOOKED_AT = (Kind.ALWAYS, Kind.NEVER, Kind.TERMINATES)


def seats_distinguished(game: Game[Any]) -> str:
    """The place where rules may tell seats apart, or a note that play showed it; "" if they do not.

    A deal may begin with some seat: the proof follows every lot of it.
    """
    found = seat_order_use(game, [game.step])
    if found:
        return found
    rng = random.Random(game.players)
    for _ in range(MATCHES):
        with suppress(RefereeError, Looping):
            try:
                check_rotation(game, rng, STEPS)
            except NotConforming as wrong:
                return str(wrong)
    return ""


def seat_in_property(each: Property, game: Game[Any], tables: Sequence[Table]) -> str:
    """The place where a property tells seats apart, or a note that it does; "" if none was found."""
    found = seat_order_use(game, [each.claim])
    if not found and each.kind in LOOKED_AT and not each.asked:
        for table in tables:
            with suppress(Exception):
                if evaluate(each.claim, table) != evaluate(each.claim, turned(table)):
                    return f"{each.file}:{each.line} (it is another one when everybody sits one seat further on)"
    return found


def some_tables(game: Game[Any]) -> list[Table]:
    """Tables of some random matches, between steps."""
    rng, found = random.Random(game.players), []
    for _ in range(MATCHES):
        table, driver = game.table(), AtRandom(rng)
        with suppress(RefereeError, TooLong):
            run_deal(game, table, driver)
            while table.outcome is None and table.turns < STEPS:
                kept = game.table()
                kept.restore(table.snapshot())
                found.append(kept)
                driver.transcript.clear()
                run_step(game, table, driver)
    return found


def turned(table: Table) -> Table:
    """The same table with everybody one seat further on."""
    other = type(table)(table.game)
    other.restore(Turn(len(table.players)).snapshot(table))
    return other
