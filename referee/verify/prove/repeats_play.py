"""Play against what is known of rules that are repeated: before each pass, and from one pass to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.kernel.algebra import Packed
from referee.kernel.cards import Deck
from referee.kernel.rule_types import Rule
from referee.verify.prove.instance import Differs
from referee.verify.prove.repeats import Head, RepeatedRules, rule_name


class WatchedPasses(Packed):
    """The algebra of a table whose repeated rules are compared with what is known of them. ``looked`` counts passes;
    ``measures`` are those of the table that the step began with."""

    __slots__ = ("looked", "measures", "passes")

    def __init__(self, deck: Deck, passes: RepeatedRules) -> None:
        super().__init__(deck)
        self.passes, self.looked = passes, 0
        self.measures: dict[str, Any] = {}

    def begin(self, table: Any) -> None:
        """A step begins with this table."""
        self.measures = {} if table.dealing else {name: each(table) for name, each in self.passes.measures.items()}

    def repeats(self, table: Any, rule: Callable[..., Rule[Any]], about: tuple[Any, ...]) -> Rule[None]:  # type: ignore[override]
        """All passes, one after the other. Differs where one is not as it is known to be."""
        name = rule_name(rule)
        head = self.passes.heads.get(name)
        if head is None:
            raise Differs(f"{name} is repeated in play, and never in the proof")
        if sum(len(each.row) if each.is_row else each.size for each in table.places) != table.deck.total:
            raise Differs(f"cards are on their way while {name} is repeated, and the proof knows of none")
        first = _sizes(table)
        while True:
            self.looked += 1
            self._begins(head, table, name, first)
            before = _contents(table), _sizes(table), {one: self.passes.measures[one](table) for one in head.measures}
            if not (yield from rule(table, *about)):
                return
            self._comes_back(head, table, name, *before)

    def _begins(self, head: Head, table: Any, name: str, first: dict[int, int]) -> None:
        for claim in head.claims:
            if not self.passes.claims[claim](table):
                raise Differs(f"{claim} is not true before a pass of {name}, and the proof takes it for true")
        for measure in head.measures & self.measures.keys():
            if not self.passes.measures[measure](table) <= self.measures[measure]:
                raise Differs(
                    f"{measure} is more before a pass of {name} than before the step, and the proof says less"
                )
        for number in head.shrinking:
            if _sizes(table)[number] > first[number]:
                raise Differs(f"{table.places[number]!r} becomes larger in passes of {name}")

    def _comes_back(
        self,
        head: Head,
        table: Any,
        name: str,
        contents: dict[int, Any],
        sizes: dict[int, int],
        measures: dict[str, Any],
    ) -> None:
        now = _contents(table)
        changed = {number for number, cards in contents.items() if now[number] != cards}
        if not changed <= head.places:
            raise Differs(f"a pass of {name} changes places that it never changes in the proof")
        for measure, was in measures.items():
            if not 0 <= self.passes.measures[measure](table) < was:
                raise Differs(f"{measure} does not become less in a pass of {name}")
        for number in head.shrinking:
            if not _sizes(table)[number] < sizes[number]:
                raise Differs(f"{table.places[number]!r} does not become smaller in a pass of {name}")


def _contents(table: Any) -> dict[int, Any]:
    return {place.number: place.row if place.is_row else place.pile for place in table.places}


def _sizes(table: Any) -> dict[int, int]:
    return {place.number: table.deck.size(place.pile) for place in table.places if not place.is_row}
