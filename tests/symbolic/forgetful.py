"""B-poker with effects that forget to look whether the cards are there."""

from typing import Any

from referee.games.bpoker.rules import BPoker
from referee.games.bpoker.table import RESOLVES
from referee.games.bpoker.twos import Improve
from referee.kernel import Event, Laid, OneOf, OneOfRow, Player, Rule, effect


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

    def pay_and_replay(self, t: Any, me: Player, card: Laid) -> Rule[None]:
        """While the fee was paid somebody may have taken the card away."""
        yield from self.pay_fee(t, me, None, 3)
        t.move((card,), t.table[me], t.discard)
        others = self.others_to_replay(t, me, card)
        if others:
            laid = yield from t.choose(me, "replay", OneOfRow(t.table[me], others))
            yield from self.replay(t, me, laid)

    def trade_for_one(self, t: Any, event: Event, me: Player, candidates: Any, *, played: bool = False) -> Rule[None]:
        """Magic may have stopped it: then nothing came."""
        card = self.played_now(t, event, me)
        if card is None:
            return
        found = yield from self.choose_card(t, me, "trade for", candidates, self.others_in(t, me), optional=True)
        if found is None:
            return
        of, laid = found
        came = yield from self.trade(t, event, me, of, (laid,), (card,))
        if played:
            yield from self.replay(t, me, came[-1])
        yield from self.after_trade(t, event, me, of, card)

    def improve(self, t: Any, event: Event, of: Player, by: Player) -> Rule[None]:
        """The hand is formed on the table of the other player."""
        best = self.best_hand(t, of, event.cards)
        if best and (yield from t.choose(by, "hand to be formed", tuple(Improve))) is Improve.YES:
            self.mark_members(t, t.table[by], best)
