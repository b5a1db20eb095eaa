"""The format of a kind."""

from __future__ import annotations

from collections.abc import Callable

from referee.tournament.formats.format import Field, Format
from referee.tournament.formats.knockout import Knockout
from referee.tournament.formats.ladder import Ladder
from referee.tournament.formats.round_robin import BalancedGroups, Gauntlet, RoundRobin
from referee.tournament.formats.swiss import Swiss


def _round_robin(field: Field) -> Format:
    return BalancedGroups(field) if field.format["groups"] == "balanced" else RoundRobin(field)


_KINDS: dict[str, Callable[[Field], Format]] = {
    "round-robin": _round_robin,
    "gauntlet": Gauntlet,
    "swiss": Swiss,
    "single-elimination": lambda field: Knockout(field, lives=1),
    "double-elimination": lambda field: Knockout(field, lives=2),
    "ladder": Ladder,
}


def format_of(field: Field) -> Format:
    """A format at its beginning."""
    return _KINDS[field.format["kind"]](field)
