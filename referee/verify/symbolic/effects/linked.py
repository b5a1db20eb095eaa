"""Which cards are linked with which.

Of a card it is remembered that it is the last one of its group: of the cards of its row that are linked with it, or
itself alone. That stays so until cards of the row are linked, or come to lie in another order: whatever leaves a group,
the rest of it falls apart. Assumed: links are what the kernel's operations make of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.verify.symbolic import terms
from referee.verify.symbolic.effects.cards import Cards
from referee.verify.symbolic.effects.sequences import Card, Many, One, Some
from referee.verify.symbolic.term_types import Term

Then = tuple[int, int, int]
"""Since when the cards of a row are those that they are, since when they lie so, and the version of the table."""


class Linked(Cards):
    """See the module's docstring."""

    def was_last_then(self, number: Term, place: int, moment: int) -> None:
        """That card is known to have been the last of its group at a moment."""
        self.paths.settled["last", number, place] = (moment, True)

    def is_last(self, number: Term, place: int) -> bool:
        """Whether a card that lies in a row is known to be the last of its group there."""
        return self.was_last(number, place, self.table.version)

    def was_last(self, number: Term, place: int, moment: int) -> bool:
        """The same at a moment before, since which nothing was linked."""
        since = self.paths.settled.get(("last", number, place), (None,))[0]
        links: int = self.table.links[place]
        return since is not None and links <= since <= moment

    def is_alone(self, card: Card, place: int) -> bool:
        """Whether a card that was seen in that row is certain to be linked with no other."""
        if card.seen is None or card.seen[0] != place or self.table.links[place] > card.seen[1]:
            return False
        return self.is_certain(terms.equal(card.link, 0))

    def now(self, place: int) -> Then:
        """The present moment of a row: what is looked at later is what lies there now."""
        return (*self.table.moment(place), self.table.version)

    def group(self, place: int, last: Card, then: Then) -> Many:
        """The cards that were linked with a card at a moment, which was the last of them."""
        length = self.amount("group", 1)
        end, (moment, faces, version) = terms.sub(length, 1), then

        def make(index: Term) -> Card:
            if terms.equal(index, end) is True:
                return last
            card = self.card()
            self.paths.settled["lies", card.number, place] = (moment, True)
            is_it = terms.equal(card.number, last.number)
            at_end = terms.equal(index, end)
            self.paths.assume(terms.either([terms.both([is_it, at_end]), terms.no(terms.either([is_it, at_end]))]))
            return Card(card.number, card.kind, card.link, {}, card.others, (place, faces, moment))

        return Many([Some(length, make, True, among=(place, moment), tile=(last.number, version))])

    def groups_in(self, parts: Sequence[Any]) -> tuple[tuple[Term, ...], int] | None:
        """Of single cards and whole groups: the numbers of those that may be the last of a group, and a moment when
        the others were not."""
        tiles = [(part.thing.number, self.table.version) if isinstance(part, One) else part.tile for part in parts]
        known = [each for each in tiles if each is not None]
        if len(known) < len(tiles):
            return None
        return tuple([number for number, _ in known]), min([moment for _, moment in known])
