"""Section 2.4: a turn and its phases (BG-7 to BG-11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.games.bpoker.notions import Group
from referee.games.bpoker.patterns import BAN_TILE, SWAP, THREE_SIXES
from referee.games.bpoker.plays import Plays
from referee.games.bpoker.table import END, GO_ON, SCRAP, TURN_BEGINS, Ban, BPokerTable, Happening, Mark
from referee.kernel import (
    NO_PLAYER,
    NOTHING,
    Amount,
    Event,
    Laid,
    Layer,
    OneCard,
    OneOfPiles,
    Player,
    Row,
    Rule,
    SomeOfRow,
    Space,
    clause,
    modifier,
)

CARD = "card"
STOP = "stop"
MEMBERS = 5
NO_FLOOR = -1_000_000


class Turns(Plays):
    """The phases of a turn are the steps of an event."""

    viewing: int
    maximum: int

    @clause("BG-7")
    def take_turn(self, t: BPokerTable) -> Rule[None]:
        """The phases, one after the other; unless the hand is over, somebody has the next turn."""
        me = t.mover
        t.turn_over = False
        t.doings, t.used_spades = None, ()
        phases = (self.test_win, self.act_triggers, self.scrap, self.correct, self.play_phase, self.end_turn)
        yield from t.happen(Happening.TURN, me, me, phases)
        if t.winner is NO_PLAYER and not t.given_up:
            self.pass_turn(t, me)
            self.notice_standstill(t)

    @clause("BG-7", "EN-15")
    def notice_standstill(self, t: BPokerTable) -> None:
        """Nobody who may have a turn has a card left to play: after two rounds the hand ends without a winner."""
        t.still += 1
        for player in t.players:
            able = not t.out[player] and t.ban[player] is not Ban.EVERY
            if able and (t.stash[player].row or t.pending[player].row or not t.view[player].is_empty):
                t.still = 0
                return
        if t.still > 2 * len(t.players):
            t.note("nobody-can-play")
            self.give_up_hand(t)

    def give_up_hand(self, t: BPokerTable) -> None:
        t.given_up = True
        t.note("hand-without-winner")

    # -- phase 1 ----------------------------------------------------------------------------------------

    @clause("BG-7")
    def test_win(self, t: BPokerTable, turn: Event) -> None:
        """Five declared cards that are higher than every other declared hand win; reading tied-best-hand."""
        me = turn.at
        t.barred_now = t.barred is me
        t.barred = NO_PLAYER
        if t.reading("sideways-lifetime") == "until-own-turn":
            self.raise_stash(t, me)
        members = self.declared(t, me)
        if t.barred_now or len(members) < MEMBERS:
            return
        mine = self.worth_of(members)
        for other in self.others_in(t, me):
            theirs = self.declared(t, other)
            if len(theirs) == MEMBERS:
                worth = self.worth_of(theirs)
                earlier = t.declared_at[me] < t.declared_at[other] and t.reading("tied-best-hand") == "earlier-declared"
                if worth > mine or (worth == mine and not earlier):
                    return
        self.win_hand(t, me)

    # -- phase 2 ----------------------------------------------------------------------------------------

    @clause("BG-7", "BP-TYPES")
    def act_triggers(self, t: BPokerTable, turn: Event) -> Rule[None]:
        """The turn player's, then the others' in direction; reading trigger-order."""
        orders = turn.at if t.reading("trigger-order") == "turn-player-orders" else None
        yield from t.window(TURN_BEGINS, turn, self.around(t, turn.at), ordered_by=orders)

    # -- phase 3 ----------------------------------------------------------------------------------------

    @modifier("BG-9", of="viewing", layer=Layer.CLAMP)
    def viewing_floor(self, t: BPokerTable, player: Player) -> int:
        """Reading viewing-floor."""
        return {"zero": 0, "one": 1, "no-floor": NO_FLOOR}[t.reading("viewing-floor")]

    def counted(self, t: BPokerTable, player: Player) -> int:
        """BP-TILE: the cards that count towards the maximum, one by one; BP-SET-666 and BP-3 except some."""
        row = t.table[player]
        if len(row.row) < self.maximum:
            return len(row.row)  # exact only where it matters
        unit = [laid.number for laid in self.unit_cards(t, player)]
        return sum([laid.number not in unit and not laid.has(Mark.UNCOUNTED) for laid in row.row])

    @clause("BG-9")
    def is_full(self, t: BPokerTable, player: Player) -> bool:
        return bool(self.counted(t, player) >= t.quantity("maximum", player, self.maximum))

    @clause("BG-7")
    def scrap(self, t: BPokerTable, turn: Event) -> Rule[None]:
        """With a full table he scraps or ends his turn; reading full-table."""
        me = turn.at
        loose = self.scrappable(t, me)
        full = self.is_full(t, me)
        if t.out[me] or not (loose or full):
            return
        options = [GO_ON, SCRAP]
        if full:
            options = {
                "scrap-or-end": [SCRAP, END],
                "must-scrap": [SCRAP] if loose else [END],
                "one-card": [SCRAP, GO_ON],
            }[t.reading("full-table")]
        choice = yield from t.choose(me, "scrap", options)
        if choice is SCRAP and loose:
            to = {"discard": t.discard, "pot": t.pot, "own-stash": t.stash[me]}[t.reading("scrap-destination")]
            t.move(loose, t.table[me], to)
        elif choice is END:
            t.turn_over = True

    def scrappable(self, t: BPokerTable, player: Player) -> Group:
        """BP-SET-666, BP-SET-10DX: these tiles stay."""
        stay: list[int] = []
        for last in self.in_effect(t, player, (THREE_SIXES, BAN_TILE)):
            stay += [laid.number for laid in self.tile_of(t, player, last)]
        return tuple([laid for laid in t.table[player].row if laid.number not in stay])

    # -- phase 4 ----------------------------------------------------------------------------------------

    def correct(self, t: BPokerTable, turn: Event) -> Rule[None]:
        yield from self.correct_view(t, turn.at)

    @clause("BG-7", "BG-9")
    def correct_view(self, t: BPokerTable, me: Player) -> Rule[None]:
        """Draw from the top of the stash, or give back cards of one's choice; reading surplus-view-cards."""
        stash, view = t.stash[me], t.view[me]
        number: Any = t.quantity("viewing", me, self.viewing)
        if t.out[me]:
            return
        if view.size < number:
            if stash.row:
                t.move(t.top(stash, min(number - view.size, len(stash.row))), stash, view)
        elif view.size > number and view.size > 0:
            surplus = yield from t.select(me, "give back", view.pile, view.size - max(number, 0))
            to = {"stash-bottom": stash, "pot": t.pot, "discard": t.discard}[t.reading("surplus-view-cards")]
            t.move(surplus, view, to)

    # -- phase 5 ----------------------------------------------------------------------------------------

    @clause("BG-7", "EN-4", "EN-17")
    def play_phase(self, t: BPokerTable, turn: Event) -> Rule[None]:
        """Cards-to-be-played first, then cards of the view until the table is full or he stops."""
        me, played = turn.at, False
        yield from self.settle_others(t)
        while not t.out[me]:
            if t.reading("viewing-correction") == "at-once":
                for player in self.around(t, me):
                    yield from self.correct_view(t, player)
            yield from self.anytime(t, turn, self.around(t, me))
            yield from self.settle_others(t)
            if t.turn_over and t.reading("turn-end-pending") == "kept":
                break
            must = bool(t.pending[me].row)
            if must and self.is_full(t, me) and t.reading("pending-beyond-maximum") == "wait":
                break
            if not must and (t.turn_over or t.view[me].is_empty or self.no_room(t, me, played)):
                break
            if not (yield from self.play_one(t, me, must, played)):
                break
            played = True
            yield from self.settle_others(t)

    def no_room(self, t: BPokerTable, me: Player, played: bool) -> bool:
        """Reading full-table: with one-card he may play one card in spite of it."""
        return self.is_full(t, me) and (played or t.reading("full-table") != "one-card")

    @clause("BG-7", "BP-SET")
    def play_one(self, t: BPokerTable, me: Player, must: bool, played: bool) -> Rule[bool]:
        """One card or legal set; from the cards-to-be-played where there are any. False where he stops."""
        source = t.pending[me] if must else t.view[me]
        pile = source.pile
        if must and t.reading("pending-order") == "as-added":
            pile = self.deck.pack([t.pending[me].row[0].kind])
        ways: dict[str, Space[Any]] = {CARD: OneCard(self.deck, pile)}
        for way, piles in self.sets.sets_in(pile).items():
            fitting = self.fitting(t, me, piles, must)
            if fitting:
                ways[way] = OneOfPiles(self.deck, fitting)
        if played and not must:
            ways[STOP] = NOTHING
        way, cards = yield from t.choose(me, "play", ways)
        if way == STOP:
            return False
        at = me
        if way == SWAP and self.others_in(t, me) and t.reading("swap-pair-target") == "names-opponent":
            at = yield from t.choose(me, "swap with", self.others_in(t, me))
        actor = t.decider(me)
        own = actor is me or (actor is at and t.reading("own-table-force") == "normal-play")
        what = Happening.PLAY if own else Happening.FORCE
        if way == CARD:
            yield from self.play_card(t, what, actor, at, cards, source)
        else:
            yield from self.play_set(t, what, actor, at, way, cards, source)
        return True

    def fitting(self, t: BPokerTable, me: Player, piles: tuple[int, ...], must: bool) -> tuple[int, ...]:
        """Reading maximum-check: whether a set may overshoot the maximum."""
        if must or t.reading("maximum-check") == "before-play":
            return piles
        room: Amount = t.quantity("maximum", me, self.maximum) - self.counted(t, me)
        fitting: tuple[int, ...] = ()
        for pile in piles:
            if self.deck.size(pile) <= room:
                fitting += (pile,)
        return fitting

    @clause("EN-7")
    def settle_others(self, t: BPokerTable) -> Rule[None]:
        """Cards-to-be-played of those who are not at turn; reading pending-off-turn."""
        while owing := [each for each in self.around(t, t.mover) if each is not t.mover and self.owes_cards(t, each)]:
            yield from self.play_pending(t, owing[0])

    @clause("EN-7", "EN-4", "BP-10D-CTL")
    def play_pending(self, t: BPokerTable, me: Player, but: Sequence[int] = ()) -> Rule[None]:
        """His cards-to-be-played, until at most those with these numbers are left; what may be used at any time may
        have taken them from him."""
        while self.owes_cards(t, me, but):
            yield from self.anytime(t, t.event, self.around(t, t.mover))
            if self.owes_cards(t, me, but):
                yield from self.play_one(t, me, True, False)

    def owes_cards(self, t: BPokerTable, me: Player, but: Sequence[int] = ()) -> bool:
        """Readings pending-off-turn, turn-end-pending, pending-beyond-maximum."""
        if t.out[me] or all(laid.number in but for laid in t.pending[me].row):
            return False
        if t.mover is not me:
            return t.reading("pending-off-turn") != "own-turn"
        if t.turn_over and t.reading("turn-end-pending") == "kept":
            return False
        return t.reading("pending-beyond-maximum") != "wait" or not self.is_full(t, me)

    # -- phase 6 ----------------------------------------------------------------------------------------

    @clause("BG-7", "BG-10")
    def end_turn(self, t: BPokerTable, turn: Event) -> Rule[None]:
        t.turn_over = True
        self.count_all_again(t, turn.at)
        if not t.out[turn.at]:
            yield from self.redeclare(t, turn.at)
            yield from self.correct_view(t, turn.at)
        if t.reading("jack-lifetime") == "until-turn-ends":
            t.jack = False
        t.barred_now = False

    @clause("BP-3")
    def count_all_again(self, t: BPokerTable, player: Player) -> None:
        """The end of what a 3 gives: only the cards of that player's own table, and only during his turn, do not
        count."""
        for laid in t.table[player].row:
            if laid.marks and laid.has(Mark.UNCOUNTED):
                t.unmark(t.table[player], laid, Mark.UNCOUNTED)

    @clause("BG-10", "BP-3C")
    def redeclare(self, t: BPokerTable, me: Player) -> Rule[None]:
        """Up to five cards of one's table; the 3♣ must be among them."""
        row = t.table[me]
        for laid in self.declared(t, me):
            t.unmark(row, laid, Mark.DECLARED)
        members = self.must_be_members(t, me)
        if len(members) > MEMBERS:
            members = list((yield from t.choose(me, "declare", SomeOfRow(row, members, MEMBERS, MEMBERS))))
        rest = without(self.may_be_members(t, me), members)
        if rest and len(members) < MEMBERS:
            members += yield from t.choose(me, "declare", SomeOfRow(row, rest, 0, MEMBERS - len(members)))
        self.mark_members(t, row, members)
        t.declarations += 1
        t.declared_at[me] = t.declarations

    def mark_members(self, t: BPokerTable, row: Row, members: Sequence[Laid]) -> None:
        for laid in members:
            t.mark(row, laid, Mark.DECLARED)

    @clause("BG-8", "BG-7")
    def pass_turn(self, t: BPokerTable, me: Player) -> None:
        """To the next player in direction who is in the hand, or to whom an effect has given the turn."""
        player, given = t.coming, t.coming is not NO_PLAYER
        if not given:
            player = self.neighbour(t, me, t.next)
        all_the_same = t.given_by_f_poker and t.reading("barred-fpoker-winner") == "winner"
        t.coming, t.given_by_f_poker = NO_PLAYER, False
        # Everybody may be skipped once before it is his turn after all.
        for _ in range(2 * len(t.players)):
            banned = t.ban[player] is Ban.EVERY or (given and t.ban[player] is Ban.GIVEN)
            if given and all_the_same:
                banned = False
            if not banned and not t.skip[player] and not t.out[player]:
                t.mover = player
                t.ban[player] = Ban.NONE
                for each in t.players:
                    t.skip[each] = False
                return
            t.skip[player] = False
            player, given = self.neighbour(t, player, t.next), False
        t.note("nobody-may-have-the-turn")
        self.give_up_hand(t)


def without(cards: Sequence[Laid], taken: Sequence[Laid]) -> list[Laid]:
    """The cards that are not among those taken."""
    numbers = [laid.number for laid in taken]
    return [laid for laid in cards if laid.number not in numbers]
