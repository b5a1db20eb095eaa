"""B-poker with three effects that forget to look whether the cards are there."""

from typing import Any

from referee.games.bpoker.rules import BPoker
from referee.games.bpoker.table import RESOLVES
from referee.kernel import Event, OneOf, Player, Rule, effect


class Forgetful(BPoker):
    def take_two(self, t: Any, me: Player) -> Rule[None]:
        """Without counting them."""
        yield from self.add_pending(t, me, t.top(t.stash[me], 2), t.stash[me])

    def discard_from(self, t: Any, event: Event, me: Player, *, wide: bool) -> Rule[None]:
        """What Magic has used up may be that very card."""
        others = [player for player in self.others_in(t, me) if t.table[player].row]
        if not others:
            return
        of = yield from t.choose(me, "whose", OneOf(others))
        laid = t.table[of].row[0]
        if (yield from self.reaches(t, event, of)):
            t.move((laid,), t.table[of], t.discard)

    @effect("BP-KC", window=RESOLVES, on="Kc")
    def king_of_clubs(self, t: Any, event: Event, me: Player) -> None:
        """Some of the cards twice."""
        row = t.table[me]
        gone = (*row.row, *row.row[:1])
        t.move(gone, row, t.pot)
