"""Section 4.4: the Js and Qs (BP-J to BP-QS)."""

from __future__ import annotations

from typing import Any

from referee.games.bpoker.magic import Magic
from referee.games.bpoker.notions import Group, first_of
from referee.games.bpoker.table import BETWEEN, RESOLVES, BPokerTable, Happening, Mark, every
from referee.kernel import (
    Event,
    Laid,
    OneOfPiles,
    OneOfRow,
    Option,
    Player,
    Row,
    Rule,
    clause,
    effect,
)

PASSING_QUEENS = ("Qc", "Qs")


class Companion(Option):
    """BP-QC: what goes with a Q♣ or Q♠."""

    ONE = "one card"
    PAIR = "pay and pass a pair"


class Queens(Magic):
    """Cards that wait, and cards that are passed."""

    # -- the Js -----------------------------------------------------------------------------------------

    @effect("BP-J", window=RESOLVES, on=every("J"))
    def wait_for_next(self, t: BPokerTable, event: Event, me: Player) -> None:
        """The next card or set that anybody plays enters without effect."""
        t.jack = True

    def sideways(self, row: Row) -> tuple[Laid, ...]:
        """The no-effect cards, and the 6s of a three-6s tile that have been used."""
        both = (Mark.NO_EFFECT, Mark.TURNED)
        return tuple([laid for laid in row.row if laid.marks and any(mark in both for mark in laid.marks)])

    def jacks(self, t: BPokerTable, me: Player) -> list[Laid]:
        row = t.table[me]
        lying = row.derive(self.sideways)
        return [laid for laid in lying if laid.has(Mark.NO_EFFECT) and row.face(laid).rank == "J"] if lying else []

    def raisable(self, t: BPokerTable, me: Player, of: Player) -> list[Laid]:
        """Reading unit-jack: whose J raises a 6 of the three-6s tile."""
        any_unit = of is me or t.reading("unit-jack") == "any-player"
        return [laid for laid in t.table[of].derive(self.sideways) if any_unit or laid.has(Mark.NO_EFFECT)]

    def can_raise(self, t: BPokerTable, event: Event, me: Player) -> bool:
        """In his turn or while he has cards-to-be-played; EN-16: another sideways card is needed."""
        if (t.mover is not me and not t.pending[me].row) or not self.jacks(t, me):
            return False
        return sum([len(self.raisable(t, me, player)) for player in self.around(t, me)]) > 1

    @effect("BP-J", "EN-3", "EN-16", window=BETWEEN, on=every("J"), can=can_raise, public=True)
    def raise_card(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """Discard it while it is no-effect: another sideways card becomes normal, without immediate effects."""
        yield from t.happen(Happening.DISCARD, me, me, [self.give_up_jack, self.raise_one])

    def give_up_jack(self, t: BPokerTable, event: Event) -> Rule[None]:
        yield from self.give_up(t, event.at, tuple(self.jacks(t, event.at)))

    @clause("BP-J", "BP-SET-666", "BP-NOEFF")
    def raise_one(self, t: BPokerTable, event: Event) -> Rule[None]:
        """A tile that lies there as one no-effect card becomes that tile again."""
        me = event.at
        owners = [player for player in self.around(t, me) if self.raisable(t, me, player)]
        of = yield from t.choose(me, "raise a card of", owners)
        row = t.table[of]
        card = yield from t.choose(me, "raise", OneOfRow(row, self.raisable(t, me, of)))
        if not (yield from self.reaches(t, event, of)) or not t.lies(card, row):
            return
        if card.has(Mark.TURNED):
            t.unmark(row, card, Mark.TURNED)
            return
        for laid in t.group_of(card, row):
            t.unmark(row, laid, Mark.NO_EFFECT)

    # -- the Qs -----------------------------------------------------------------------------------------

    @effect("BP-QD", window=RESOLVES, on="Qd")
    def queen_of_diamonds(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """It goes to the next player's table, neither played nor forced; you look at his view."""
        yield from self.pass_queen(t, event, me, self.neighbour(t, me, t.next), alone=True)

    @effect("BP-QH", window=RESOLVES, on="Qh")
    def queen_of_hearts(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """The same to the previous player."""
        yield from self.pass_queen(t, event, me, self.behind(t, me), alone=True)

    @effect("BP-QC", window=RESOLVES, on="Qc")
    def queen_of_clubs(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """It goes to the next player and takes a card of your table along, which he plays."""
        yield from self.pass_queen(t, event, me, self.neighbour(t, me, t.next), alone=False)

    @effect("BP-QS", window=RESOLVES, on="Qs")
    def queen_of_spades(self, t: BPokerTable, event: Event, me: Player) -> Rule[None]:
        """The same to the previous player."""
        yield from self.pass_queen(t, event, me, self.behind(t, me), alone=False)

    def behind(self, t: BPokerTable, me: Player) -> Player:
        """The nearest player in the hand against the direction of play."""
        return self.neighbour(t, me, lambda player: t.everyone_from(player)[-1])

    @clause("BP-5-LEAVE", "BP-QD")
    def pass_queen(self, t: BPokerTable, event: Event, me: Player, to: Player, *, alone: bool) -> Rule[None]:
        """A Q in effect is played afterwards, with its face value, by who has it; reading passed-queen-in-effect."""
        card = self.played_now(t, event, me)
        if card is None or to is me or not (yield from self.reaches(t, event, to)):
            return
        card = self.played_now(t, event, me)
        if card is None:
            return
        rest = self.rest_of_tile(t, me, card)
        (card,) = t.lay((card,), t.table[me], t.table[to])
        self.hold_together(t, me, rest)
        if alone:
            t.reveal(t.view[to].pile, to, [me], why="queen")
        else:
            yield from self.pass_companion(t, me, to, card)
        if self.is_in_effect(event):
            if t.reading("passed-queen-in-effect") == "face-value" or t.lies(card, t.table[me]):
                yield from self.play_received(t, card, (to, me))
            self.let_go(t, me, event.cards)

    @clause("BP-QC", "BP-QS")
    def pass_companion(self, t: BPokerTable, me: Player, to: Player, queen: Laid) -> Rule[None]:
        """A card of your table, or for a fee of 2 to the pot two that make a pair; the receiver plays what comes."""
        paying = False
        if self.pairs_to_pass(t, me) and self.covers(t, me, 2):
            paying = (yield from t.choose(me, "pass along", tuple(Companion))) is Companion.PAIR
        if paying:
            yield from self.pay_fee(t, me, None, 2)
        pairs = self.pairs_to_pass(t, me) if paying else {}
        row = t.table[me]
        if pairs:
            arms = {way: OneOfPiles(self.deck, piles) for way, piles in pairs.items()}
            way, pile = yield from t.choose(me, "pair to be passed", arms)
            cards = self.to_flight(t, self.singles_of(t, me, pile), row)
        elif self.passable(t, me):
            way = ""
            laid = yield from t.choose(me, "card to be passed", OneOfRow(row, self.passable(t, me)))
            cards = self.to_flight(t, t.group_of(laid, row), row)
        else:
            return
        if t.doings is not None:
            t.doings.queens[cards[0].number] = queen
        if way:
            yield from self.send_set(t, Happening.PASS, me, to, way, cards)
        else:
            yield from self.play_group(t, Happening.PASS, me, to, cards)

    def passable(self, t: BPokerTable, me: Player) -> list[Laid]:
        """Protected ones too; no no-effect card, no Q♣ or Q♠."""
        there = self.reachable(t, me, no_effect=False, unit=True)
        return [laid for laid in there if self.word(t.group_of(laid, t.table[me])) not in PASSING_QUEENS]

    def singles(self, t: BPokerTable, me: Player) -> list[Laid]:
        """What may be one of two: a set has no cards in effect."""
        return [laid for laid in self.passable(t, me) if not laid.link]

    def pairs_to_pass(self, t: BPokerTable, me: Player) -> dict[str, tuple[int, ...]]:
        pile = self.deck.pack([laid.kind for laid in self.singles(t, me)])
        found: dict[str, tuple[int, ...]] = {}
        for way, piles in self.sets.sets_in(pile).items():
            for each in piles:
                if self.deck.size(each) == 2:
                    found[way] = (*found.get(way, ()), each)
        return found

    def singles_of(self, t: BPokerTable, me: Player, pile: Any) -> Group:
        """Cards of those kinds out of his single ones."""
        chosen: list[Laid] = []
        singles = list(self.singles(t, me))
        for kind in self.deck.unpack(pile):
            chosen.append(first_of(singles, kind))
            singles.remove(chosen[-1])
        return tuple(chosen)

    @clause("BP-REFL", "BP-QC")
    def return_queen(self, t: BPokerTable, event: Event, me: Player) -> None:
        """The Q that brought a reflected card goes back with it."""
        queen = None if t.doings is None else t.doings.queens.get(event.cards[0].number)
        if queen is not None and t.lies(queen, t.table[me]):
            t.lay((queen,), t.table[me], t.table[event.actor])
