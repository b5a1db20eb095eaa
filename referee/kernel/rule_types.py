"""The words that rule text is typed in.

In concrete play an ``Amount`` is an ``int``, a ``Truth`` a ``bool`` and an unordered ``Pile`` one packed
``int``; in a proof they are terms of the prover. These classes exist for the type checker alone: they have
just the operations that mean the same for both, so that ``range(amount)`` or ``hash(pile)`` in a rule is a
type error and not a crash in the prover.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from referee.kernel.requests import Request


class Truth:
    """Yes or no. Using one as a condition of ``if`` makes a proof take both ways."""

    def __bool__(self) -> bool: ...  # type: ignore[empty-body]
    def __and__(self, other: AnyTruth) -> Truth: ...  # type: ignore[empty-body]
    def __or__(self, other: AnyTruth) -> Truth: ...  # type: ignore[empty-body]
    def __rand__(self, other: bool) -> Truth: ...  # type: ignore[empty-body]
    def __ror__(self, other: bool) -> Truth: ...  # type: ignore[empty-body]

    __hash__: ClassVar[None]  # type: ignore[assignment]


class Amount:
    """A whole number of something: cards, points, units of money."""

    def __add__(self, other: AnyAmount) -> Amount: ...  # type: ignore[empty-body]
    def __radd__(self, other: int) -> Amount: ...  # type: ignore[empty-body]
    def __sub__(self, other: AnyAmount) -> Amount: ...  # type: ignore[empty-body]
    def __rsub__(self, other: int) -> Amount: ...  # type: ignore[empty-body]
    def __mul__(self, other: int) -> Amount: ...  # type: ignore[empty-body]
    def __rmul__(self, other: int) -> Amount: ...  # type: ignore[empty-body]
    def __neg__(self) -> Amount: ...  # type: ignore[empty-body]
    def __lt__(self, other: AnyAmount) -> Truth: ...  # type: ignore[empty-body]
    def __le__(self, other: AnyAmount) -> Truth: ...  # type: ignore[empty-body]
    def __gt__(self, other: AnyAmount) -> Truth: ...  # type: ignore[empty-body]
    def __ge__(self, other: AnyAmount) -> Truth: ...  # type: ignore[empty-body]
    def __eq__(self, other: AnyAmount) -> Truth: ...  # type: ignore[override,empty-body]
    def __ne__(self, other: AnyAmount) -> Truth: ...  # type: ignore[override,empty-body]

    __hash__: ClassVar[None]  # type: ignore[assignment]


class Pile:
    """An unordered multiset of cards. Taking away what is not there is an obligation of ``Table.move`` only."""

    def __add__(self, other: Pile) -> Pile: ...  # type: ignore[empty-body]
    def __sub__(self, other: Pile) -> Pile: ...  # type: ignore[empty-body]

    __hash__: ClassVar[None]  # type: ignore[assignment]


AnyTruth = Truth | bool
AnyAmount = Amount | int


if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")
    Rule = Generator[Request, Any, T]
    """A rule that asks: a generator which yields requests, is sent answers and returns a ``T``."""
else:

    class Rule(Generator):
        """At run time any generator is a rule; the annotation ``Rule[T]`` only has to exist."""
