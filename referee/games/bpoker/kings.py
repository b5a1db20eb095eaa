"""Section 4.4: the Ks and As (BP-KH to BP-AC)."""

from __future__ import annotations

from typing import Any

from referee.games.bpoker.queens import Queens
from referee.games.bpoker.table import PLAYS, RESOLVES, Ban, BPokerTable, Doings, Happening, Mark, every
from referee.kernel import (
    DIAMONDS,
    HEARTS,
    SPADES,
    Event,
    Laid,
    OneOfRow,
    Player,
    Row,
    Rule,
    SomeOfRow,
    clause,
    effect,
)


class Kings(Queens):
    """Cards that empty tables, and cards that end turns."""

    # -- the Ks -----------------------------------------------------------------------------------------

    @effect("BP-KH", window=RESOLVES, on="Kh")
    def king_of_hearts(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """One of your affectable cards goes to the pot; the others owe a card of their tables, as a fee."""
        mine = self.affectable(t, me)
        others = [laid for laid in mine if laid.number != event.cards[-1].number]
        reading = t.reading("heart-king-itself")
        own = mine if reading == "freely" or (reading == "last-resort" and not others) else others
        if own:
            laid = yield from t.choose(me, "to the pot", OneOfRow(t.table[me], own))
            t.move((laid,), t.table[me], t.pot)
        for payer in (yield from self.reach(t, event, self.others_in(t, me))):
            yield from self.anytime(t, event, [payer])
            yield from self.owe_cards(t, payer, self.fee(t, payer, 1))

    @clause("BP-KH", "BG-14")
    def owe_cards(self, t: BPokerTable, payer: Player, number: int) -> Rule[None]:
        """Cards of his choice that are not without effect, chosen together; heart-king-protected."""
        row, free = t.table[payer], self.affectable(t, payer)
        there = self.reachable(t, payer, no_effect=False)
        number = min(number, len(there))
        if number <= 0:
            return
        owed: list[Laid] = []
        if t.reading("heart-king-protected") == "unprotected-first":
            if len(free) >= number:
                there = free
            else:
                owed, there = free, [laid for laid in there if laid not in free]
        missing = number - len(owed)
        if missing:
            owed += yield from t.choose(payer, "owes", SomeOfRow(row, there, missing, missing))
        for laid in owed:
            t.move(t.group_of(laid, row), row, t.discard)

    @effect("BP-KD", window=RESOLVES, on="Kd")
    def king_of_diamonds(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """It goes to the pot; one affectable card of each opponent's table is discarded; diamond-king-no-card."""
        card = self.played_now(t, event, me)
        if card is not None:
            t.move((card,), t.table[me], t.pot)
        for of in self.others_in(t, me):
            there = self.affectable(t, of)
            if not there and t.reading("diamond-king-no-card") == "skipped":
                continue
            laid = yield from t.choose(me, "discard", OneOfRow(t.table[of], there))
            if (yield from self.reaches(t, event, of)) and t.lies(laid, t.table[of]):
                t.move((laid,), t.table[of], t.discard)

    @effect("BP-KS", window=RESOLVES, on="Ks")
    def king_of_spades(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """Your declared hand is discarded, in whatever state; who forces it may have a higher one formed first."""
        if event.what is Happening.FORCE and event.actor is not me:
            yield from self.improve(t, event, me, event.actor)
        members = self.swappable(t, event, me)
        if members and (len(members) == 5 or t.reading("spade-king-short-hand") == "members"):
            t.move(members, t.table[me], t.discard)

    @effect("BP-KC", window=RESOLVES, on="Kc")
    def king_of_clubs(self, t: BPokerTable, event: Event, me: Player) -> None:
        """Your table goes to the pot, but for no-effect cards and the three 6s; reading bomb-itself."""
        safe = [laid.number for laid in self.unit_cards(t, me)]
        if t.reading("bomb-itself") == "stays":
            safe += [laid.number for laid in event.cards]
        row = t.table[me]
        gone = tuple([laid for laid in row.row if laid.number not in safe and not laid.has(Mark.NO_EFFECT)])
        if gone:
            t.move(gone, row, t.pot)

    # -- the As -----------------------------------------------------------------------------------------

    @effect("BP-A", "EN-4", "BG-8", window=RESOLVES, on=every("A", [HEARTS, SPADES, DIAMONDS]))
    def ace(self, t: BPokerTable, event: Event, me: Player) -> None:
        """Your turn, if running, ends, and it is not given back; readings ace-ban, ace-off-turn."""
        if t.mover is me or t.reading("ace-off-turn") == "yes":
            self.ban_turns(t, me)
        if t.mover is me:
            t.turn_over = True

    @clause("BG-8")
    def ban_turns(self, t: BPokerTable, player: Player) -> None:
        t.ban[player] = Ban.GIVEN if t.reading("ace-ban") == "given-turns" else Ban.EVERY

    @effect("BP-AC", "EN-12", window=RESOLVES, on="Ac")
    def ace_of_clubs(self, t: BPokerTable, event: Event, me: Player) -> None:
        """Also your cards-to-be-played lie down without effect, and what you are processing stops."""
        if t.reading("ace-of-clubs-interrupt") == "rolled-back":
            self.roll_back(t, event, me)
        self.ace(t, event, me)
        if t.pending[me].row:
            t.lay(t.pending[me].row, t.pending[me], t.table[me])
        self.stop_effects_of(t, me)

    @clause("BP-AC")
    def roll_back(self, t: BPokerTable, event: Event, me: Player) -> None:
        """Reading ace-of-clubs-interrupt: as before the stopped effect, but the A♣ lies on your table."""
        mine = [each for each in t.stack if each.at is me and each.what in PLAYS]
        if t.doings is None or mine[0].number == event.number or mine[0].number not in t.doings.moments:
            return
        t.take_back(t.doings.moments[mine[0].number])
        for laid in event.cards:
            self.bring_back(t, t.doings, laid, t.table[me])

    def bring_back(self, t: BPokerTable, doings: Doings, laid: Laid, row: Row) -> None:
        """A card from where it lay before it was played."""
        for place in t.places:
            if place.is_row and any(each.number == laid.number for each in place.row):
                if place is not row:
                    t.move((laid,), place, row)
                return
        pile: Any = self.deck.pack([laid.kind])
        t.move(pile, doings.came_from[laid.number], row)
