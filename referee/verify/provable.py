"""The properties that a proof decides, what they owe, and what is said of them."""

from __future__ import annotations

from typing import Any

from referee.kernel.errors import Broken
from referee.kernel.game import Game
from referee.verify.findings import OWED, TROUBLE_OF
from referee.verify.properties import Kind, Property
from referee.verify.verdicts import Method, Result, Verdict

DECIDED = (Kind.ALWAYS, Kind.NEVER, Kind.EQUAL, Kind.TERMINATES)
"""Kinds of claims that an induction over steps decides."""


def can_be_asked(each: Property) -> bool:
    """Whether a proof of it is tried."""
    decided = each.kind in (*DECIDED, Kind.TURNS_END) or (each.kind is Kind.FREE_OF and each.trouble in OWED)
    return decided and each.provable


def owed_by(each: Property) -> tuple[Broken, ...]:
    """The obligations of the kernel where a property says that rules are free of some trouble."""
    if each.kind is Kind.TURNS_END:
        return (Broken.NO_END,)
    if each.kind is not Kind.FREE_OF:
        return ()
    return tuple([broken for broken, trouble in TROUBLE_OF.items() if trouble is each.trouble])


def verdict_on(game: Game[Any], each: Property, verdict: Verdict, why: str, seconds: float = 0.0) -> Result:
    """What a proof says of a property."""
    form = game.players, game.unusual_readings, game.unusual_settings
    return Result(each.name, Method.PROVE, *form, verdict, why=why, seconds=seconds)
