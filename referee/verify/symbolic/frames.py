"""What is remembered of the ways through something, while they are followed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from referee.verify.symbolic import terms
from referee.verify.symbolic.term_types import Term

OTHERWISE = "a way that is followed again goes otherwise than before, which is a defect of referee"

EARLIER = "what a pass of a loop over cards of a row does goes by what earlier ones have found"


@dataclass(slots=True)
class Fork:
    """A decision: which of its ways are to be followed yet, the present one first."""

    left: list[Any]
    joined: int
    is_alone: bool = False
    """Whether it cannot go another way."""


@dataclass(slots=True)
class Frame:
    """One exploration: what was decided, put together and assumed on its present way."""

    forks: list[Fork] = field(default_factory=list)
    depth: int = 0
    """The decisions of this way so far."""
    kept: int = -1
    """The decision at which this way differs from the one before; what is assumed before it the solver has."""
    joined: list[tuple[Any, int, CodeType]] = field(default_factory=list)
    """What was put together on this way, how many names it took, and the text that did it."""
    met: int = 0
    pushed: int = 0
    """The decisions that the solver knows of."""
    assumed: list[tuple[int, Term]] = field(default_factory=list)
    """What was assumed on this way, and behind how many decisions."""

    @property
    def adding(self) -> bool:
        return self.depth > self.kept


def free_of(numbers: Sequence[Term], truths: Iterable[Term]) -> None:
    """NotFollowed: what is decided or assumed goes by one of these numbers."""
    if numbers and any(terms.mention(each, numbers) for each in truths):
        raise terms.NotFollowed(EARLIER)


def text_of(work: Callable[[], Any]) -> CodeType:
    """The text that some work is carried out by: what is worked out once for many ways is the same on each of them."""
    return getattr(work, "func", work).__code__
