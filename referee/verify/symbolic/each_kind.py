"""What a loop over cards of a row does with the cards of each kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.verify.symbolic import terms
from referee.verify.symbolic.lines import Laid
from referee.verify.symbolic.piles import Pile
from referee.verify.symbolic.term_types import Term


@dataclass(slots=True)
class Outcome:
    """What a pass does with a card of one kind: whether it is the last one, of each list whether it gets something, and
    what (UNSET: the thing that the pass is about), and how much more each sum becomes."""

    exits: Term
    given: list[tuple[Term, Any]]
    more: list[Term]

    def is_about(self, names: Sequence[Term]) -> bool:
        """Whether any of that is not so whatever these names stand for."""
        given = [one for pair in self.given for one in pair]
        return any(terms.mention(each, names) for each in (self.exits, *self.more, *given))


@dataclass(slots=True)
class Part:
    """Cards with which a pass does the same: those of a class (``at``), or one card that is told apart (None).
    ``thing``: what a pass is about."""

    pile: Pile
    thing: Any
    at: int | None = None
    outcome: Outcome = field(default_factory=lambda: Outcome(False, [], []))


@dataclass(frozen=True, slots=True)
class Share:
    """Cards that a loop goes through: those among all lines of these numbers, and among none of the others."""

    pile: Pile
    inside: frozenset[int] = frozenset()
    outside: frozenset[int] = frozenset()


@dataclass(slots=True)
class EachCard:
    """The cards that a loop goes through, in ``shares``, as it looks for them among others: ``alone`` are told apart
    from these, as it asks which they are, each of ``same`` is one of the alone, and ``elsewhere`` are none of them all.

    A pass may begin with anything in what earlier ones have changed: with unknown numbers (``so_far``). What has a
    number up to ``begun`` was there before the loop."""

    shares: list[Share]
    so_far: list[Term]
    begun: int
    alone: list[Laid] = field(default_factory=list)
    elsewhere: list[Laid] = field(default_factory=list)
    same: list[Laid] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)

    @property
    def others(self) -> list[Laid]:
        """The cards that are in none of the shares."""
        return [*self.alone, *self.same, *self.elsewhere]
