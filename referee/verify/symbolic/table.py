"""A table whose cards and scalars may be terms."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from referee.verify.symbolic.piles import Pile
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.things import copied, is_alike


@dataclass(slots=True)
class Table:
    """What lies on the table, and what it keeps: ``scalars`` has a value for each name, or a list of one a seat."""

    piles: list[Pile]
    rows: list[Any]
    """Of each row what is known of its order (see ``rows``), nothing for other places."""
    scalars: dict[str, Any]
    money: list[Term]
    ended: Term = False
    found_at: dict[Term, Any] = field(default_factory=dict)
    """By places in rows that are not known which card was found there, and among which ones."""

    def beside(self) -> Table:
        """The same table, on which all may change but what lists hold."""
        scalars = {name: list(each) if isinstance(each, list) else each for name, each in self.scalars.items()}
        return Table(list(self.piles), list(self.rows), scalars, list(self.money), self.ended, dict(self.found_at))

    def kept(self, name: str, at: int | None) -> Any:
        """A scalar, that of a seat, or the money of an account."""
        of = self.money if name == "$money" else self.scalars[name]
        return of if at is None else of[at]

    def keep(self, name: str, at: int | None, value: Any) -> None:
        if at is None:
            self.scalars[name] = value
        else:
            (self.money if name == "$money" else self.scalars[name])[at] = value

    def copy(self) -> Table:
        scalars = {name: copied(each) for name, each in self.scalars.items()}
        return Table(list(self.piles), list(self.rows), scalars, list(self.money), self.ended, dict(self.found_at))

    def is_as(self, other: Table) -> bool:
        """Whether all is as on another table, told without the solver."""
        mine, others = [(each.piles, each.rows, each.money, each.ended) for each in (self, other)]
        scalars = [(each, other.scalars[name]) for name, each in self.scalars.items()]
        return is_alike(mine, others) and all(is_alike(*each) for each in scalars)
