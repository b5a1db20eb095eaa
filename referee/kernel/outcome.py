"""How a game ends: scores, payoffs and a reason."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from referee.kernel.scalars import to_plain


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: by seat the ``scores`` (lower is better, compared as tuples) and the ``payoffs``.

    ``reason`` is a short word; a game that its turn cap ended says ``turn-cap``.

    The kernel's own: ``check``.
    """

    scores: tuple[Any, ...]
    payoffs: tuple[Any, ...]
    reason: str

    @property
    def ranks(self) -> tuple[int, ...]:
        """1 for the best seats, and one more for each seat that is strictly better: ties share a rank."""
        return tuple(1 + sum(other < score for other in self.scores) for score in self.scores)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of rank 1."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    def check(self) -> None:
        """TypeError: a payoff is not exact, scores cannot be kept or ranked, or the reason is no word."""
        for amount in self.payoffs:
            check_exact(amount, "a payoff")
        for score in self.scores:
            to_plain(score)
        sorted(self.scores)
        if not isinstance(self.reason, str):
            raise TypeError(f"the reason for the end is a word, and not {self.reason!r}")


def check_exact(amount: Any, what: str) -> None:
    """TypeError: it is no whole number or fraction."""
    if not isinstance(amount, (int, Fraction)):
        raise TypeError(f"{what} is a whole number or a fractions.Fraction, and not {amount!r}")
