"""Which clause made the last change of the table before a promise was broken: where an author looks first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.kernel.game import Game, run_deal, run_step
from referee.kernel.views import Entry
from referee.record.record import Story
from referee.verify.collide.tracing import Ids, Trace
from referee.verify.looking import look
from referee.verify.play.drivers import Script
from referee.verify.play.minimise import variant
from referee.verify.properties import Kind, Property

CHANGES = ("move", "swap", "mark", "pay")
"""Words of events after which a table is another."""


def last_change(game: Game[Any], claimed: Property, script: Sequence[Sequence[Any]]) -> Ids:
    """The innermost clause that is the last to change the table in the step after which a promise does not hold.

    A promise may fail for a while, as cards are on their way in the middle of a trade: so it is the last change that
    counts and not the first. It need not be the clause that is wrong. () where no clause can be named: for promises
    that are not about tables, and where the last change is made outside every clause.
    """
    plain = variant(game) if claimed.kind in (Kind.ALWAYS, Kind.NEVER) and not claimed.asked else None
    if plain is None:
        return ()
    trace = Trace(plain)
    table, driver = trace.table(), Script()
    trace.follow(driver)
    by: list[Ids] = []

    def told(entry: Entry) -> None:
        if entry[0] in CHANGES:
            by.append(trace.innermost(table))

    table.watch = Story([told])
    try:
        for answers in script:
            by.clear()
            driver.next_step(answers)
            (run_deal if table.dealing else run_step)(plain, table, driver)
        holds = bool(look(claimed.claim, table)) == (claimed.kind is Kind.ALWAYS)
    except Exception:  # the witness of something else
        return ()
    return () if holds or not by else by[-1]
