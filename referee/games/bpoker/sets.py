"""Section 4.5: pairs and sets (BP-SET-JO to BP-SET-AA, without f_poker)."""

from __future__ import annotations

from referee.games.bpoker.kings import Kings
from referee.games.bpoker.patterns import (
    ACES,
    ATOMIC_BOMB,
    BLACK_HOLE,
    DIAMOND_FOURS,
    JOKERS,
    QUEENS,
    SHIELD,
    SWAP,
    THREE_FOURS,
    THREE_SIXES,
    TWO_FOURS,
    TWO_THREES,
    TWO_TWOS,
    WHITE_HOLE,
)
from referee.games.bpoker.table import BETWEEN, RESOLVES, TURN_BEGINS, Ban, BPokerTable, Happening, Mark
from referee.kernel import PASS, Event, Laid, OneOfRow, Player, Rule, clause, effect, equal_cards


class Sets(Kings):
    """What is played as one card; its cards are single ones afterwards, unless they stay a tile."""

    # -- jokers, 2s and 3s ------------------------------------------------------------------------------

    @effect("BP-SET-JO", window=RESOLVES, on=JOKERS)
    def jokers(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """Each of them acts as a 1 of black."""
        for laid in self.set_now(t, event, me):
            if t.lies(laid, t.table[me]):
                t.move((laid,), t.table[me], t.pot)
            yield from self.take_two(t, me)

    @effect("BP-SET-2H2D", window=RESOLVES, on=TWO_TWOS)
    def two_twos(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """As the 2♦, but you replay what you take, card by card; pair-takes-two-of-hearts, pair-of-twos-given."""
        given = self.set_now(t, event, me)
        barred = t.reading("pair-takes-two-of-hearts") == "not-allowed"
        found = (yield from self.choose_for_diamond(t, me, no_heart_two=barred)) if given else None
        if found is None:
            return
        of, wanted = found
        if t.reading("pair-of-twos-given") == "one-two" and len(given) > 1:
            given = ((yield from t.choose(me, "give", OneOfRow(t.table[me], given))),)
        came = yield from self.trade(t, event, me, of, wanted, given)
        left = [came[-1]] if came and came[0].link else list(came)
        while left := self.as_they_lie(t, me, left):
            laid = left[0]
            if len(left) > 1:
                laid = yield from t.choose(me, "replay", OneOfRow(t.table[me], left))
            left = [each for each in left if each.number != laid.number]
            yield from self.replay(t, me, laid)

    @effect("BP-SET-3C3C", window=RESOLVES, on=TWO_THREES)
    def two_threes(self, t: BPokerTable, event: Event, me: Player) -> None:
        """It stays a tile; while it is in effect you can have no hand."""
        for laid in t.table[me].row:
            if laid.marks:
                t.unmark(t.table[me], laid, Mark.DECLARED)

    # -- 4s ---------------------------------------------------------------------------------------------

    @effect("BP-SET-44", window=RESOLVES, on=TWO_FOURS)
    def two_fours(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """One card of your table may go to your view; reading pair-of-fours-reach."""
        row, reading = t.table[me], t.reading("pair-of-fours-reach")
        if all(self.words[laid.kind] == "4d" for laid in event.cards):
            return
        there = self.affectable(t, me)
        if reading == "any-card":
            there = self.reachable(t, me, no_effect=True, unit=True)
        if reading == "not-the-fours":
            fours = [laid.number for laid in event.cards]
            there = [laid for laid in there if laid.number not in fours]
        if not there or (yield from t.choose(me, "take back", (PASS, "take"))) == PASS:
            return
        laid = yield from t.choose(me, "take back", OneOfRow(row, there))
        t.move(t.group_of(laid, row), row, t.view[me])

    @effect("BP-SET-4D4D", window=RESOLVES, on=DIAMOND_FOURS)
    def two_diamond_fours(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """Your declared hand, in whatever state, must be played again; reading two-fours-themselves."""
        cards = self.declared(t, me)
        if t.reading("two-fours-themselves") == "excluded":
            fours = [laid.number for laid in event.cards]
            cards = tuple([laid for laid in cards if laid.number not in fours])
        if cards:
            yield from self.add_pending(t, me, cards, t.table[me])

    @effect("BP-SET-4D3", window=RESOLVES, on=THREE_FOURS)
    def three_diamond_fours(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """All your table but no-effect cards must be played again; reading three-fours-themselves."""
        fours = [laid.number for laid in event.cards]
        out = t.reading("three-fours-themselves") == "excluded"
        row = t.table[me].row
        cards = [laid for laid in row if not laid.has(Mark.NO_EFFECT) and not (out and laid.number in fours)]
        if cards:
            yield from self.add_pending(t, me, tuple(cards), t.table[me])

    # -- 6s ---------------------------------------------------------------------------------------------

    def unit_of(self, t: BPokerTable, me: Player) -> list[Laid]:
        """The upright 6s of his three-6s tiles in effect."""
        tiles = [self.tile_of(t, me, last) for last in self.free(t, me, [THREE_SIXES])]
        return [laid for tile in tiles for laid in tile if not laid.has(Mark.TURNED)]

    def can_use_unit(self, t: BPokerTable, event: Event, me: Player) -> bool:
        return t.mover is me and bool(self.in_effect(t, me, [THREE_SIXES])) and bool(self.unit_of(t, me))

    def has_card_to_force(self, t: BPokerTable, event: Event, me: Player) -> bool:
        return self.can_use_unit(t, event, me) and not t.view[me].is_empty

    @equal_cards(3, "6", "three 6s of one suit, which no 8 breaks")
    @effect("BP-SET-666", "EN-3", window=BETWEEN, on=THREE_SIXES, can=has_card_to_force, could=can_use_unit)
    def turn_a_six(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """In your turn: turn an upright 6 of it sideways and force a card of your view; unit-third-use."""
        row = t.table[me]
        six = yield from t.choose(me, "turn sideways", OneOfRow(row, self.unit_of(t, me)))
        tile = t.group_of(t.mark(row, six, Mark.TURNED), row)
        used_up = all(laid.has(Mark.TURNED) for laid in tile)
        if used_up and t.reading("unit-third-use") == "before-force":
            t.move(tile, row, t.discard)
        yield from self.use_shaft(t, me)
        there = tuple(self.as_they_lie(t, me, tile))
        if used_up and len(there) == len(tile) and there[0].link and all(laid.has(Mark.TURNED) for laid in there):
            t.move(there, row, t.discard)

    # -- 7s ---------------------------------------------------------------------------------------------

    def has_black_hole(self, t: BPokerTable, event: Event, me: Player) -> bool:
        return bool(self.in_effect(t, me, [BLACK_HOLE]))

    @effect("BP-SET-7H7H", window=TURN_BEGINS, on=BLACK_HOLE, can=has_black_hole, public=True)
    def black_hole(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """As any turn begins, every other player pays you a fee of 2."""
        for _ in self.in_effect(t, me, [BLACK_HOLE]):
            yield from t.happen(Happening.TRIGGER, me, me, [self.pull], word=BLACK_HOLE)

    def pull(self, t: BPokerTable, event: Event) -> Rule[None]:
        yield from self.take_fees(t, event, event.at, 2)

    def has_white_hole(self, t: BPokerTable, event: Event, me: Player) -> bool:
        return bool(self.in_effect(t, me, [WHITE_HOLE]))

    @effect("BP-SET-7C7C", window=TURN_BEGINS, on=WHITE_HOLE, can=has_white_hole, public=True)
    def white_hole(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """As any turn begins, you pay every other player a fee of 2."""
        for _ in self.in_effect(t, me, [WHITE_HOLE]):
            yield from t.happen(Happening.TRIGGER, me, me, [self.push], word=WHITE_HOLE)

    def push(self, t: BPokerTable, event: Event) -> Rule[None]:
        yield from self.pay_fees(t, event, event.at, 2)

    # -- 9♦ and 10♣ -------------------------------------------------------------------------------------

    @effect("BP-SET-9D10C", window=RESOLVES, on=SWAP)
    def swap_all(self, t: BPokerTable, event: Event, me: Player) -> None:
        """You and the table's owner swap view, cards-to-be-played, table and stash, not seats."""
        row, other = t.table[me], event.actor
        cards = self.set_now(t, event, me)
        if cards:
            t.move(cards, row, t.discard)
        if other is me or t.out[other]:
            return
        for player in (me, other):
            self.count_all_again(t, player)
        for places in (t.view, t.pending, t.table, t.stash):
            t.swap(places[me], places[other])
        t.declared_at[me], t.declared_at[other] = t.declared_at[other], t.declared_at[me]
        if t.mover in (me, other) and self.is_full(t, t.mover):
            t.turn_over = True

    # -- Js ---------------------------------------------------------------------------------------------

    @effect("BP-SET-JJ", window=RESOLVES, on=SHIELD)
    def shield(self, t: BPokerTable, event: Event, me: Player) -> None:
        """All of your table becomes no-effect, the Js too, and tiles break; reading shield-reach."""
        row, reading = t.table[me], t.reading("shield-reach")
        safe = [laid.number for laid in self.unit_cards(t, me)]
        if reading != "all-but-three-sixes":
            wild_or_ten = [laid for laid in row.row if laid.has(Mark.WILD) or self.words[laid.kind] == "10d"]
            whole = reading == "unprotected"
            safe += [
                laid.number for laid in row.row if (laid.link and whole) or (laid in wild_or_ten and not laid.link)
            ]
        reached = [laid for laid in row.row if laid.number not in safe]
        self.break_up(t, row, reached)
        for laid in reached:
            t.mark(row, laid, Mark.NO_EFFECT)

    # -- Qs, Ks and As ----------------------------------------------------------------------------------

    @equal_cards(2, "Q")
    @effect("BP-SET-QQ", window=RESOLVES, on=QUEENS)
    def two_queens(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """Direction turns; between your turn and the next, the new neighbour is next; double-queen-two-players."""
        due = self.neighbour(t, me, t.next)
        t.direction = t.direction.reversed
        if t.mover is not me or not t.turn_over or not (yield from self.reaches(t, event, due)):
            return
        two = len(self.around(t, me)) == 2
        again = two and t.reading("double-queen-two-players") == "own-turn-again"
        t.coming = me if again else self.neighbour(t, me, t.next)

    @effect("BP-SET-KCKC", window=RESOLVES, on=ATOMIC_BOMB)
    def atomic_bomb(self, t: BPokerTable, event: Event, me: Player) -> None:
        """All cards of all tables and the discard go to the pot."""
        for player in t.players:
            if t.table[player].row:
                t.move(t.table[player].row, t.table[player], t.pot)
        t.move(t.discard.pile, t.discard, t.pot)

    @effect("BP-SET-AA", "BG-8", window=RESOLVES, on=ACES)
    def two_aces(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """Your turn ends, and so does the next player's, if it is running or due; double-ace-next-player."""
        reading = t.reading("double-ace-next-player")
        mine = t.mover is me
        if mine or t.reading("ace-off-turn") == "yes":
            self.ban_by_aces(t, me)
        if mine:
            t.turn_over = True
        other = self.neighbour(t, me, t.next)
        running = t.mover is other
        if other is me or not (running or (mine and reading != "running-only")):
            return
        if not (yield from self.reaches(t, event, other)):
            return
        self.ban_by_aces(t, other)
        if running:
            t.turn_over = True
        else:
            t.skip[other] = True

    @clause("BP-SET-AA")
    def ban_by_aces(self, t: BPokerTable, player: Player) -> None:
        self.ban_turns(t, player)
        if t.reading("double-ace-next-player") == "strict":
            t.ban[player] = Ban.EVERY
