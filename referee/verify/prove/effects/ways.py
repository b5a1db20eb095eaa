"""A path through an effect, and the ways of its own inside a question about any one card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.kernel.errors import Broken
from referee.verify.prove.effects.unknown import Unknown
from referee.verify.prove.paths import NotSymbolic, Path, next_decisions
from referee.verify.prove.terms import SymAmount

if TYPE_CHECKING:
    from referee.verify.prove.effects.context import Context

MOST_FORKS = 30_000
"""Forks on all ways through one effect together."""
MOST_LOCAL = 3000
"""Ways through a question about any one card."""


class ChangesMuch(NotSymbolic):
    """A question about any one card moves cards."""


class EffectPath(Path):
    """A path with ways of its own inside a question about any one card; what is owed is settled at once."""

    context: Context

    def fork(self, ways: int) -> int:
        local = self.context.local
        self.context.forks += ways > 1
        shared = self.context.shared
        shared.forks += ways > 1
        if shared.forks > MOST_FORKS:
            raise NotSymbolic(f"it takes more than {MOST_FORKS} decisions to follow")
        return super().fork(ways) if local is None else local.fork(ways)

    def new_name(self, word: str) -> str:
        """Another one each time: ways that were followed once are not followed again on other paths."""
        self.context.shared.named += 1
        self.bases += 1
        return f"{word} #{self.context.shared.named}"

    def product(self, one: SymAmount, other: Any) -> Any:
        return self.context.amount("a product") if isinstance(other, SymAmount) else Unknown(self.context, "so many")

    def owe(
        self, truth: Any, broken: Broken | None, message: str, clause: tuple[str, ...] = (), *, cut: bool = False
    ) -> None:
        if truth is not True:
            assert broken is not None
            self.context.settle(truth, broken, message)


class Local:
    """The ways through a question about any one card."""

    def __init__(self) -> None:
        self.decisions: list[int] = []
        self.made, self.widths = 0, list[int]()

    def fork(self, ways: int) -> int:
        if ways == 1:
            return 0
        if self.made == len(self.decisions):
            self.decisions.append(0)
        self.widths.append(ways)
        self.made += 1
        return self.decisions[self.made - 1]

    def next(self) -> bool:
        """Go on to the next way, if there is one."""
        following = next_decisions(self.decisions[: self.made], self.widths)
        if following is None:
            return False
        self.decisions, self.made, self.widths = following, 0, []
        return True
