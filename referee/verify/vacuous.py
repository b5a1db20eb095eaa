"""Claims that say nothing with some settings: a guard that settings, readings or players alone decide.

Such a claim holds of every table because it looks at none. One whose text never looks at a table is about what the
game makes of its settings, and says something.
"""

from __future__ import annotations

import ast
from typing import Any

from referee.kernel.game import Game
from referee.verify.properties import Kind, Property
from referee.verify.understood.complaints import Found
from referee.verify.understood.reader import source_of

SAYS_NOTHING = "it says nothing with these settings: they alone decide it, before it looks at the table"
FIXED = ("algebra", "deck", "game", "players", "reading", "reading_or", "no_cards")
"""The parts of a table that settings, readings and players decide."""
CLAIMING = (Kind.ALWAYS, Kind.NEVER)


class Looked(BaseException):
    """A table was looked at."""


class Unseen:
    """A table of which nothing is seen but what the form of the game decides."""

    def __init__(self, table: Any = None) -> None:
        object.__setattr__(self, "_table", table)

    def __setattr__(self, name: str, value: Any) -> None:
        raise Looked  # what it writes to is told by whoever lets it look

    def __getattr__(self, name: str) -> Any:
        if self._table is None or name not in FIXED:
            raise Looked
        return getattr(self._table, name)


def says_nothing(game: Game[Any], each: Property) -> str:
    """Why a property says nothing of this form of the game, "" where it does."""
    if each.kind not in CLAIMING or not reads_table(each):
        return ""
    table = Unseen(game.table())
    try:
        said = each.claim(table, Unseen()) if each.asked else each.claim(table)
    except (Looked, Exception):
        return ""
    return SAYS_NOTHING if said is (each.kind is Kind.ALWAYS) else ""


def reads_table(each: Property) -> bool:
    """Whether the text of a property looks at a table, or at what somebody is asked."""
    try:
        node = source_of(each.claim)[0]
    except Found:
        return False
    names = list(each.claim.__code__.co_varnames[: each.claim.__code__.co_argcount])
    table, rest = names[:1], names[1:]
    above = {child: node for node in ast.walk(node) for child in ast.iter_child_nodes(node)}
    for name in [one for one in ast.walk(node) if isinstance(one, ast.Name)]:
        user = above[name]
        if name.id in rest:
            return True
        if name.id in table and not (isinstance(user, ast.Attribute) and user.attr in FIXED):
            return True
    return False
