"""What is known of rules that are proved apart: the tables that they are called with, and what they may change."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from referee.kernel.outcome import Outcome
from referee.kernel.rule_types import Rule
from referee.verify.prove.boundary import Shape
from referee.verify.prove.facts import Facts
from referee.verify.prove.paths import NotSymbolic, Path
from referee.verify.prove.piles import Base, SymPile
from referee.verify.prove.search import Ended
from referee.verify.prove.summary_calls import bounds_of, key_of_rest, lay_call, sizes_by_owner

MOST_GROWTH = 6
"""The number of times that the sizes of a rule's calls may grow before nothing is known of them."""

Exit = tuple[Any, ...]
"""The end of a rule: the depth that it unwinds to (None if it returns), its result, and whether the game is over."""


class AnyOutcome(Outcome):
    """An outcome that only says that the game is over."""

    def __init__(self) -> None:
        pass

    def __getattribute__(self, name: str) -> Any:
        if name.startswith("__"):
            return super().__getattribute__(name)
        raise NotSymbolic(f"the {name} of an outcome that a rule proved apart leaves are not known")


@dataclass(slots=True)
class Change:
    """The changes of one end: places by number, and scalars. ``result`` is the result of the rule."""

    result: Any = None
    sizes: dict[int, tuple[int, int]] = field(default_factory=dict)
    """The bounds of the sizes of all places, whether they have changed or not."""
    places: set[int] = field(default_factory=set)
    resized: set[int] = field(default_factory=set)
    """The places whose size may have changed. What their owner has in all may change only where it is named."""
    owners: set[Any] = field(default_factory=set)
    scalars: Shape = field(default_factory=Shape)
    names: set[str] = field(default_factory=set)
    always: set[str] | None = None
    """The names that are set on every way to this exit. Other names may keep their values."""


@dataclass(slots=True)
class Lemma:
    """One rule with one list of arguments, and all tables that it is called with: whatever is no card and no scalar
    is the same on all of them (``rest``)."""

    name: str
    rule: Callable[[Any], Rule[Any]]
    rest: list[tuple[str, Any]]
    number: int
    sizes: dict[int, tuple[int, int]] = field(default_factory=dict)
    sums: dict[Any, int | None] = field(default_factory=dict)
    shape: Shape = field(default_factory=Shape)
    table_class: Any = None
    exits: dict[Exit, Change] = field(default_factory=dict)
    facts: dict[Exit, Facts] = field(default_factory=dict)
    ends: list[Ended] = field(default_factory=list)
    alive: int = 0
    """The number of its ends that are not dropped."""
    followed: str = ""
    """The tables that it was followed from, in words: whether they have grown since."""
    known: Any = ""
    """The result, in words."""
    used: dict[int, tuple[Lemma, Any]] = field(default_factory=dict)
    """The rules that it carries out in its turn, by number, with what was known of them."""
    running: bool = False
    grown: int = 0

    def enter(self, table: Any) -> None:
        """Take in one more table that the rule is called with."""
        for place in table.places:
            if not place.is_row:
                low, high = bounds_of(place.size)
                was = self.sizes.get(place.number, (low, high))
                wider = (min(low, was[0]), max(high, was[1]))
                if wider != was:
                    self.grown += 1
                    # What has grown so often may grow for ever.
                    wider = (0, table.deck.total) if self.grown > MOST_GROWTH else wider
                self.sizes[place.number] = wider
        for owner, size in sizes_by_owner(table).items():
            known = size if isinstance(size, int) else None
            self.sums[owner] = known if self.sums.get(owner, known) == known else None
        self.shape.take_in(table, opaque=True)
        # What is true of one player at one call may be true of another at the next: so it need not be followed again.
        for name, spec in table.game.table_class.scalar_specs.items():
            if spec.per_player and name in self.shape.truths:
                self.shape.truths[name] = {True, False}

    @property
    def rests_on_less(self) -> bool:
        """Whether more is known by now of a rule that it carries out: it has to be followed again."""
        return any(each.known != known for each, known in self.used.values())

    @property
    def as_text(self) -> str:
        return f"{sorted(self.sizes.items())} {sorted(self.sums.items(), key=str)} {self.shape.as_text()}"

    def prepare(self, path: Path, table: Any) -> None:
        """Any table that it is called with."""
        for name, value in self.rest:
            setattr(table, name, copy(value))
        shares: list[SymPile] = []
        together: Any = 0
        for place in table.places:
            if place.is_row:
                continue
            low, high = self.sizes[place.number]
            name = f"{path.label}{place!r}"
            size: Any = low if low == high else path.atom(f"size of {name}", low, high, ("free",))
            share = path.pile(0) if isinstance(size, int) and not size else Base(path, name, size, None)
            place.pile, place.size = share, size
            shares.append(share)
            together = together + size
        path.partitions.append(tuple(shares))
        path.assume(together == path.deck.total)
        for owner, size in sizes_by_owner(table).items():
            known = self.sums[owner]
            if known is not None:
                path.assume(size == known)
        lay_call(path, table, self.shape)
        if table._counted is not None:
            table._counted = (table._counted[0], table.turns if table._counted[1] == "now" else -1)
        path.before["rest"] = key_of_rest(table)
