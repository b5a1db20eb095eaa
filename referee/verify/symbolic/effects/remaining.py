"""Loops that take away the cards through which they go: those that are still to come lie where all of them lay.

Taken to hold before a pass, and shown after it: every card from the index on lies in the row in which all of them lay
before the first pass. It rests on no two of them being one card."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from referee.meaning.program import expressions
from referee.meaning.types import LAID
from referee.verify.symbolic import terms
from referee.verify.symbolic.effects.once_more import OnceMore
from referee.verify.symbolic.effects.passes import Pass, once_told
from referee.verify.symbolic.effects.sequences import Many
from referee.verify.symbolic.effects.touching import EVERYTHING, Touched
from referee.verify.symbolic.paths import Fault
from referee.verify.symbolic.term_types import Term
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import Items


@dataclass(slots=True)
class Rest:
    """The cards through which a loop goes, the row in which those lie that are still to come, and its moment as a pass
    begins."""

    things: Any
    row: int
    moment: int = 0


class Remaining(OnceMore):
    """See the module's docstring."""

    def _rest_of(
        self, plan: Pass, touched: Collection[Touched], names: dict[str, Any], bound: Term | None
    ) -> Rest | None:
        """The cards that are still to come before the first pass, where a pass may take some of them away. None: others
        may act in a pass, after which nobody knows where cards lie."""
        takes = any(word == "left" for word, _ in touched)
        if bound is None or self.paths.silent or not takes or EVERYTHING in touched or ("ask", None) in touched:
            return None
        for name in self._sequences_of_cards(plan):
            things = names.get(name)
            if not isinstance(things, (Many, Items)) or terms.equal(self.operations.length(things), bound) is not True:
                continue
            row = self.operations.where_all_lie(things)
            if row is not None and ("left", row) in touched and self.operations.all_differ(things):
                return Rest(things, row)
        return None

    @once_told
    def _sequences_of_cards(self, plan: Pass) -> list[str]:
        """The sequences of cards of which a pass looks at one by its index, and which no pass changes."""
        found: dict[str, None] = {}
        for each in expressions(plan.body):
            if each.op == "at" and each.args[0].op == "local" and each.type == LAID:
                found[str(each.args[0].about)] = None
        changing = (*plan.variables, *plan.lists, *plan.maps)
        return [name for name in found if name not in changing]

    def _lies_yet(self, rest: Rest, index: Term) -> None:
        """A pass begins: the card at the index has not been taken away."""
        rest.moment = self.table.moment(rest.row)[0]
        card = self.operations.at(rest.things, index)
        self.paths.settled["lies", card.number, rest.row] = (rest.moment, True)

    def _rest_lies(self, rest: Rest, passed: Term, after: Term) -> bool:
        """Whether after a pass all cards lie there yet from the index on that it has ``after`` the pass."""
        ops = self.operations

        def lies() -> Term:
            later = ops.index(ops.length(rest.things))
            self.paths.assume(terms.most(after, later))
            card, gone = ops.at(rest.things, later), ops.at(rest.things, passed)
            differ = terms.no(terms.equal(card.number, gone.number))
            self.paths.assume(terms.either([terms.equal(later, passed), differ]))
            self.paths.settled["lies", card.number, rest.row] = (rest.moment, True)
            return ops.lies(card.number, rest.row)

        def work() -> bool:
            try:
                with closing(self.paths.every(lies)) as ways:
                    return not any(isinstance(each, Fault) or ops.may_fail(each) for each in ways)
            except NotFollowed:
                return False

        return bool(self.paths.once(work))
