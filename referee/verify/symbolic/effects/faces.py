"""Whether a card lies yet as it was seen: with the marks and the link that it had then.

Of each row a log is kept of the cards that got others. A card that has gone and comes back has none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.verify.symbolic import terms
from referee.verify.symbolic.effects.linked import Linked
from referee.verify.symbolic.effects.sequences import Card, Seen
from referee.verify.symbolic.term_types import Term


class Faces(Linked):
    """See the module's docstring."""

    def seen_now(self, place: int) -> Seen:
        """What a card is seen with that is looked at in that row now."""
        now, faces = self.table.moment(place)
        return place, faces, now

    def lies_so(self, card: Card, place: int, truth: Term) -> None:
        """Whether a card that may lie in that row now lies there as it is known."""
        self.paths.settled["face", self.key_of(card), place] = (self.seen_now(place), truth)

    def as_it_lies(self, card: Card, place: int) -> Term:
        """Whether a card that lies in that row has the marks and the link that it is known with."""
        seen, truth = (
            (card.seen, True) if card.seen is not None and card.seen[0] == place else self._settled(card, place)
        )
        if seen is None or not self._is_of_this_table(seen):
            truth = self.paths.fresh_truth("as it lies")
        else:
            truth = terms.both([truth, terms.no(self._turned_since(card.number, seen))])
        self.lies_so(card, place, truth)
        return truth

    def _settled(self, card: Card, place: int) -> tuple[Seen | None, Term]:
        return self.paths.settled.get(("face", self.key_of(card), place), (None, True))  # type: ignore[no-any-return]

    def _is_of_this_table(self, seen: Seen) -> bool:
        place, faces, now = seen
        turns, log = self.table.turns[place], self.table.logs[place]
        return faces in (0, *[each[0] for each in turns]) and now in (0, *[each[0] for each in log])

    def _turned_since(self, number: Term, seen: Seen) -> Term:
        """Whether the card of that number may lie otherwise than it was seen."""
        place, faces, now = seen
        turned = [self._is_one(number, which) for moment, which in self.table.turns[place] if moment > faces]
        gone: Term = False
        for moment, what, numbers in self.table.logs[place]:
            if moment <= now:
                continue
            if what == "gone":
                gone = terms.either([gone, self._is_one(number, numbers)])
            elif what == "came":
                turned.append(terms.both([gone, self._is_one(number, numbers)]))
            elif what == "some came":
                turned.append(gone)
            else:
                gone = True
                turned += [True] if what == "anything" else []
        return terms.either(turned)

    def _is_one(self, number: Term, of: Sequence[Any] | None) -> Term:
        return True if of is None else terms.either([terms.equal(number, each) for each in of])
