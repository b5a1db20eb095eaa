"""Winning and losing a hand (BG-6, BG-11), and whom an effect reaches (EN-9)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.bpoker.notions import Group
from referee.games.bpoker.paying import Paying
from referee.games.bpoker.table import PLAYS, REACHED, BPokerTable, Happening
from referee.kernel import Event, Laid, Pile, Place, Player, Rule, clause


class Ending(Paying):
    """What stops a hand, and what an effect touches."""

    @clause("BG-7", "BP-9D", "EN-13")
    def win_hand(self, t: BPokerTable, winner: Player) -> None:
        """The hand is over at once, whatever is going on."""
        t.winner = winner
        t.note("wins-the-hand", of=winner)
        t.stop(t.stack[0])

    def end_without_winner(self, t: BPokerTable) -> None:
        t.given_up = True
        t.note("hand-without-winner")
        t.stop(t.stack[0])

    @clause("BG-11", "BP-10C")
    def lose_hand(self, t: BPokerTable, loser: Player) -> None:
        """He is out until the hand ends: his turn and his pending effects end, nobody controls him."""
        t.note("loses-the-hand", of=loser)
        t.out[loser] = True
        while t.decider(loser) is not loser:
            t.release(loser)
        for each in t.players:
            while t.decider(each) is loser and each is not loser:
                t.release(each)
        if t.mover is loser:
            t.turn_over = True
        inside = self.around(t, loser)
        if not inside:
            self.end_without_winner(t)
        elif len(inside) == 1 and t.reading("one-survivor") == "wins-at-once":
            self.win_hand(t, inside[0])
        self.stop_effects_of(t, loser)

    @clause("EN-12")
    def stop_effects_of(self, t: BPokerTable, player: Player) -> None:
        """Down to the outermost card that he played; what goes on around it goes on."""
        mine = [event for event in t.stack if event.at is player and event.what in PLAYS]
        if mine:
            self.drop_waiting(t, mine[0])
            t.stop(mine[0])

    def drop_waiting(self, t: BPokerTable, outermost: Event) -> None:
        """Plays that wait for a stopped effect do not take place: their cards go to the discard."""
        if t.doings is None:
            return
        numbers = [event.number for event in t.stack[t.stack.index(outermost) :]]
        for each in t.doings.waiting:
            if each.within in numbers:
                self.put_away(t, each.cards, each.at)
        t.doings.waiting = tuple([each for each in t.doings.waiting if each.within not in numbers])

    def put_away(self, t: BPokerTable, cards: Sequence[Laid], at: Player) -> None:
        """To the discard, those that are still in flight, or on the table where they were to be played again."""
        for laid in cards:
            if t.lies(laid, t.flight):
                t.move((laid,), t.flight, t.discard)
            elif t.lies(laid, t.table[at]):
                t.move((laid,), t.table[at], t.discard)

    @clause("EN-13")
    def take_up(self, t: BPokerTable, cards: Pile | Group, source: Place) -> Group:
        """Cards that are to be played leave their place."""
        flying = t.lay(cards, source, t.flight)
        if t.doings is not None:
            for laid in flying:
                t.doings.came_from[laid.number] = source
        return flying

    # -- whom an effect reaches -------------------------------------------------------------------------

    @clause("EN-1", "EN-9", "BP-10D-MAG")
    def reach(self, t: BPokerTable, event: Event, players: Sequence[Player]) -> Rule[list[Player]]:
        """Those of the players whom an effect reaches after the Magic of the others, who are asked once each."""
        if t.reading("any-time-effects") == "everywhere":
            yield from self.anytime(t, event, self.around(t, t.mover))
        asked = [player for player in players if player is not event.at and not t.out[player]]
        if event.what is Happening.TRIGGER and t.reading("magic-against-trigger") == "no":
            asked = []
        if event.what is Happening.DISCARD and t.reading("magic-against-discard-effect") == "no":
            asked = []
        stopped = (yield from t.window(REACHED, event, asked)) if asked else ()
        return [player for player in players if player not in stopped]

    def reaches(self, t: BPokerTable, event: Event, player: Player) -> Rule[bool]:
        """The same for one player."""
        return bool((yield from self.reach(t, event, [player])))
