"""Part 3: how cards of a play come to a table, and how they leave it again (EN-1, steps 1, 3 and 5; BP-5-LEAVE)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.bpoker.fives import Fives
from referee.games.bpoker.notions import Group
from referee.games.bpoker.patterns import BAN_TILE, SWAP, TILES
from referee.games.bpoker.table import BPokerTable, Happening, Mark
from referee.kernel import Event, Laid, OneOfRow, Player, Row, Rule, clause


class Entering(Fives):
    """Steps that concern only cards and the table on which they are played."""

    # -- step 1 -----------------------------------------------------------------------------------------

    @clause("EN-1", "BP-SET-10DX", on=[BAN_TILE])
    def meet_ban(self, t: BPokerTable, event: Event) -> bool:
        """A card of a banned rank is discarded without effects. Readings ban-rank, ban-scope, ban-and-swap-pair."""
        tiles = self.lasting(t, event.at, [BAN_TILE]) if t.table[event.at].row else ()
        if not tiles:
            return False
        if t.reading("ban-scope") == "owner-only" and (event.actor is not event.at or event.what is Happening.FORCE):
            return False
        if event.word == SWAP and t.reading("ban-and-swap-pair") == "pair-first":
            return False
        banned = [self.rank_of(self.words[last.kind]) for last in tiles]
        words = [self.words[laid.kind] for laid in event.cards]
        if t.reading("ban-rank") == "in-effect" and (len(words) == 1 or self.is_in_effect(event)):
            words = self.acting(event.cards)
        if all(self.rank_of(word) not in banned for word in words):
            return False
        t.note("banned", on=event.at, card=event.word)
        self.put_away(t, self.entering(t, event) or event.cards, event.at)
        return True

    def rank_of(self, word: str) -> str:
        return word[:-1]

    # -- step 3 -----------------------------------------------------------------------------------------

    @clause("EN-1", "BP-J")
    def meet_jack(self, t: BPokerTable, event: Event) -> Rule[bool]:
        """Where a J waits the group enters without effect. Reading jack-and-sets: or one card of a set."""
        if not t.jack:
            return False
        t.jack = False
        t.note("met-by-a-J", card=event.word, at=event.at)
        if " " in event.word and t.reading("jack-and-sets") == "first-card":
            yield from self.enter_one_sideways(t, event)
        else:
            self.enter_sideways(t, event, self.entering(t, event))
        return True

    def enter_one_sideways(self, t: BPokerTable, event: Event) -> Rule[None]:
        """One card of the set, as its player chooses; the rest are single cards without immediate effects."""
        row = t.table[event.at]
        flying = self.entering(t, event)
        if not flying:  # played again where it lies
            flying = tuple(self.as_they_lie(t, event.at, event.cards))
            one = yield from t.choose(event.at, "enters sideways", OneOfRow(row, flying))
            self.break_up(t, row, flying)
            self.turn_sideways_on(t, row, one)
            return
        one = yield from t.choose(event.at, "enters sideways", OneOfRow(t.flight, flying))
        t.lay((one,), t.flight, row, marks=(Mark.NO_EFFECT,))
        rest = self.entering(t, event)
        if rest:
            t.lay(rest, t.flight, row)

    # -- step 5 -----------------------------------------------------------------------------------------

    @clause("EN-1", "BP-TILE", "BP-WILD", "BP-NOEFF")
    def put(self, t: BPokerTable, event: Event) -> None:
        """On the table, face up; a chain and the sets that stay together form a tile."""
        row, cards = t.table[event.at], event.cards
        flying = self.entering(t, event)
        if flying:
            self.come_in(t, event, flying)
        if event.what is Happening.REPLAY:
            for laid in self.as_they_lie(t, event.at, cards):
                t.unmark(row, laid, Mark.WILD, Mark.NO_EFFECT, Mark.INERT, Mark.TURNED)
        if len(cards) > 1 and (event.word in TILES or " " not in event.word):
            there = self.as_they_lie(t, event.at, cards)
            if len(there) > 1 and len(t.group_of(there[0], row)) < len(cards):
                self.break_up(t, row, there)
                t.link(row, there)

    # -- ways to enter ----------------------------------------------------------------------------------

    @clause("EN-13")
    def entering(self, t: BPokerTable, event: Event) -> Group:
        """The cards of a play that are still in flight, in the order of the play: a tile lies in that order."""
        flying = {laid.number: laid for laid in t.flight.row}
        if not flying:
            return ()
        return tuple([flying[laid.number] for laid in event.cards if laid.number in flying])

    def come_in(self, t: BPokerTable, event: Event, cards: Group) -> Group:
        """From flight to the table; the suit that was named for a joker goes with it."""
        row = t.table[event.at]
        came = t.lay(cards, t.flight, row)
        for before, now in zip(cards, came, strict=True):
            if before.marks:
                t.mark(row, now, *before.marks)
        return came

    def to_flight(self, t: BPokerTable, group: Group, row: Row) -> Group:
        """A card, or a tile as a whole, leaves a table to be played on another."""
        suits = (Mark.AS_CLUBS, Mark.AS_SPADES)
        named = [tuple([mark for mark in laid.marks if mark in suits]) for laid in group]
        came = t.lay(tuple(group), row, t.flight)
        both = zip(came, named, strict=True)
        return tuple([t.mark(t.flight, laid, *marks) if marks else laid for laid, marks in both])

    @clause("BP-NOEFF")
    def enter_sideways(self, t: BPokerTable, event: Event, cards: Sequence[Laid]) -> None:
        """Without effect: every card sideways and untiled; reading noeffect-tile: a tile may stay one."""
        row = t.table[event.at]
        if cards:
            there = self.come_in(t, event, tuple(cards))
        else:  # played again where it lies
            there = tuple(self.as_they_lie(t, event.at, event.cards))
        sideways = tuple([self.turn_sideways_on(t, row, laid) for laid in there])
        tile = len(sideways) > 1 and (event.word in TILES or " " not in event.word)
        if tile and t.reading("noeffect-tile") == "stays-tiled":
            if not sideways[0].link:
                t.link(row, sideways)
        else:
            self.break_up(t, row, sideways)
            for laid in self.as_they_lie(t, event.at, sideways):
                t.unmark(row, laid, Mark.AS_CLUBS, Mark.AS_SPADES)

    def turn_sideways_on(self, t: BPokerTable, row: Row, laid: Laid) -> Laid:
        return t.mark(row, t.unmark(row, laid, Mark.WILD, Mark.TURNED), Mark.NO_EFFECT)

    def break_up(self, t: BPokerTable, row: Row, cards: Sequence[Laid]) -> None:
        """BP-TILE: the tiles to which these cards belong."""
        numbers = [laid.number for laid in cards]
        links = [laid.link for laid in row.row if laid.link and laid.number in numbers]
        for link in sorted(dict.fromkeys(links)):
            t.unlink(row, link)

    # -- what has been played, as it lies now (EN-6) ----------------------------------------------------

    @clause("EN-6")
    def played_now(self, t: BPokerTable, event: Event, me: Player) -> Laid | None:
        """The card that acts, as it lies on his table now; None where something has used it up."""
        number = event.cards[-1].number
        for laid in t.table[me].row:
            if laid.number == number:
                return laid
        return None

    @clause("BP-SET")
    def set_now(self, t: BPokerTable, event: Event, me: Player) -> Group:
        """The cards of a set that still lie on his table."""
        return tuple(self.as_they_lie(t, me, event.cards))

    # -- a card in effect that leaves (BP-5-LEAVE) ------------------------------------------------------

    @clause("BP-5-LEAVE")
    def rest_of_tile(self, t: BPokerTable, me: Player, last: Laid) -> Group:
        return tuple([laid for laid in t.group_of(last, t.table[me]) if laid.number != last.number])

    @clause("BP-5-LEAVE")
    def hold_together(self, t: BPokerTable, me: Player, rest: Group) -> None:
        """The tile breaks only after what its last card causes: until then the others stay linked."""
        if rest:
            t.link(t.table[me], rest)

    @clause("BP-5-LEAVE")
    def let_go(self, t: BPokerTable, me: Player, cards: Group) -> None:
        """Now it breaks, if its last card has left it."""
        there = self.as_they_lie(t, me, cards)
        if there and there[0].link and not any(laid.number == cards[-1].number for laid in self.linked(t, me, there)):
            self.break_up(t, t.table[me], there)

    def linked(self, t: BPokerTable, me: Player, there: Sequence[Laid]) -> Group:
        return t.group_of(there[0], t.table[me])
