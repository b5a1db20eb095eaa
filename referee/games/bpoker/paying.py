"""Section 2.5: payments, fees, and what is done when a stash is too small (BG-13 to BG-16)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from referee.games.bpoker.notions import Notions
from referee.games.bpoker.patterns import THREE_JACKS
from referee.games.bpoker.table import BPokerTable, Mark, every
from referee.kernel import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    LAYERS,
    SPADES,
    End,
    Laid,
    Layer,
    OneOfRow,
    Pile,
    Place,
    Player,
    Row,
    Rule,
    SomeOfRow,
    clause,
    equal_cards,
    modifier,
)

COSTLY_JACKS = every("J", [HEARTS, SPADES, DIAMONDS])
CLUB_JACK = every("J", [CLUBS])
EIGHTS = every("8")


class Paying(Notions):
    """Fees are a modified quantity: rules name a base and read what it comes to."""

    # -- BG-14: how much --------------------------------------------------------------------------------

    def layers(self, quantity: str) -> tuple[Layer, ...]:
        """Reading fee-clamp: once, after adding and subtracting; or before anything is added."""
        if quantity == "fee" and self.readings["fee-clamp"] == "after-discount":
            return (Layer.SUBTRACT, Layer.CLAMP, Layer.ADD, Layer.MULTIPLY)
        return LAYERS

    @clause("BG-14")
    def fee(self, t: BPokerTable, payer: Player, base: int) -> Any:
        """max(0, base + his Js − his 8s), times the factors of three Js."""
        return t.quantity("fee", payer, base)

    @modifier("BP-J-FEE", of="fee", layer=Layer.ADD, on=(*COSTLY_JACKS, *CLUB_JACK))
    def surcharge_of_jacks(self, t: BPokerTable, payer: Player) -> int:
        """Each J on his table adds 1 to each of his fees, a J♣ 2."""
        return len(self.lasting(t, payer, COSTLY_JACKS)) + 2 * len(self.lasting(t, payer, CLUB_JACK))

    @modifier("BP-8", of="fee", layer=Layer.SUBTRACT, on=EIGHTS)
    def discount_of_eights(self, t: BPokerTable, payer: Player) -> int:
        """Each 8 kept on his table takes 1 off each of his fees; reading own-discount: also one just played."""
        found = self.in_effect if t.reading("own-discount") == "yes" else self.lasting
        return len(found(t, payer, EIGHTS))

    @modifier("BG-14", of="fee", layer=Layer.CLAMP)
    def no_fee_below_nothing(self, t: BPokerTable, payer: Player) -> int:
        return 0

    @equal_cards(3, "J", "three Js of one suit")
    @modifier("BP-SET-JJJ", of="fee", layer=Layer.MULTIPLY, on=THREE_JACKS)
    def factor_of_triple_jacks(self, t: BPokerTable, payer: Player) -> int:
        """Three Js on anybody's table double every fee, three of one suit treble it; several-triple-jacks."""
        factors: list[int] = []
        for player in t.players:
            for last in self.lasting(t, player, [THREE_JACKS]):
                suits = [t.table[player].face(laid).suit for laid in self.tile_of(t, player, last)]
                factors.append(3 if all(suit is suits[0] for suit in suits) else 2)
        if not factors:
            return 1
        reading = t.reading("several-triple-jacks")
        if reading != "multiply":
            return max(factors) if reading == "highest" else sum(factors)
        return prod(factors)

    # -- BG-13: how -------------------------------------------------------------------------------------

    def payable(self, t: BPokerTable, player: Player) -> tuple[Laid, ...]:
        """The cards of a stash in the order in which they are paid; reading sideways-payable."""
        stash = t.stash[player].row
        upright = tuple([laid for laid in stash if not laid.marks])
        if len(upright) == len(stash):
            return stash
        reading = t.reading("sideways-payable")
        if reading == "like-others":
            return stash
        return upright + tuple([laid for laid in stash if laid.marks]) if reading == "last" else upright

    @clause("BG-13", "EN-3", "EN-3b")
    def pay_fee(self, t: BPokerTable, payer: Player, payee: Player | None, base: int) -> Rule[None]:
        """Before it the payer may use what can be used at any time. ``payee`` None is the pot."""
        everywhere = t.reading("any-time-effects") == "everywhere"
        if t.stack:
            yield from self.anytime(t, t.event, self.around(t, t.mover) if everywhere else [payer])
        amount = self.fee(t, payer, base)
        if amount > 0:
            yield from self.pay(t, payer, t.pot if payee is None else t.stash[payee], amount)

    @clause("BG-13", "BG-15")
    def pay(self, t: BPokerTable, payer: Player, to: Place, amount: int) -> Rule[None]:
        """From the top of the stash, face down; what another player receives goes to the bottom of his."""
        cards = self.payable(t, payer)[:amount]
        self.receive(t, cards, t.stash[payer], to)
        if len(cards) < amount:
            yield from self.cannibalize(t, payer, to, amount - len(cards))

    def receive(self, t: BPokerTable, cards: tuple[Laid, ...], source: Place, to: Place) -> None:
        """Reading received-cards: where a stash takes what it is paid."""
        if not cards:
            return
        if isinstance(to, Row):
            t.lay(cards, source, to, at=End.TOP if t.reading("received-cards") == "top" else End.BOTTOM)
        else:
            t.move(cards, source, to)

    @clause("BG-15")
    def cannibalize(self, t: BPokerTable, payer: Player, to: Place, missing: int) -> Rule[None]:
        """What the stash does not cover comes from the table, then the view; the rest is forgiven."""
        if t.out[payer]:
            return
        reading = t.reading("fee-shortfall")
        if reading == "forgiven":
            return
        table, view = t.table[payer], t.view[payer]
        from_table = min(missing, len(table.row))
        if from_table > 0:
            cards = yield from t.choose(payer, "cannibalize", SomeOfRow(table, table.row, from_table, from_table))
            self.receive(t, cards, table, to)
        from_view: Any = t.lesser(missing - from_table, view.size)
        if reading == "table-then-view" and from_view > 0:
            pile = yield from t.select(payer, "cannibalize the view", view.pile, from_view)
            t.move(pile, view, to)

    def to_stash(self, t: BPokerTable, pile: Pile, source: Place, player: Player) -> Rule[None]:
        """Cards that lie in no order are shuffled before they go to the bottom of a stash."""
        t.move(pile, source, t.heap)
        yield from t.shuffle(t.heap)
        t.move(t.heap.row, t.heap, t.stash[player])

    @clause("BG-15")
    def covers(self, t: BPokerTable, payer: Player, base: int) -> bool:
        """Whether he may choose a fee that he need not pay; reading optional-fee-cover."""
        if t.reading("optional-fee-cover") == "cannibalize":
            return True
        return bool(self.fee(t, payer, base) <= len(self.payable(t, payer)))

    # -- cards-to-be-played -----------------------------------------------------------------------------

    @clause("BG-7", "BP-10H")
    def add_pending(self, t: BPokerTable, me: Player, cards: tuple[Laid, ...] | Pile, source: Place) -> Rule[None]:
        """Cards become cards-to-be-played; reading pending-order: their owner may have to state an order."""
        flying = t.lay(cards, source, t.flight)
        if t.reading("pending-order") == "owner-chooses":
            t.move(flying, t.flight, t.pending[me])
            return
        while flying:
            first = flying[0]
            if len(flying) > 1:
                first = yield from t.choose(me, "to be played first", OneOfRow(t.flight, flying))
            t.move((first,), t.flight, t.pending[me])
            flying = tuple([laid for laid in flying if laid.number != first.number])

    # -- BG-16: who, and in which order -----------------------------------------------------------------

    def concerned(self, t: BPokerTable) -> list[Player]:
        """Those whom "each player" means; reading fees-of-the-dead."""
        still = t.reading("fees-of-the-dead") == "still-pay"
        return [player for player in t.players if not t.out[player] or (still and not t.gone[player])]

    @clause("BG-16")
    def payers(self, t: BPokerTable, me: Player | None) -> list[Player]:
        """Everybody who owes ``me`` (None: the pot) something, in the order of reading payment-order."""
        first = t.mover
        order: Sequence[Player] = t.everyone_from(t.next(first))
        if t.reading("payment-order") == "leftward-from-splitter":
            order = self.leftward(t)
        himself = me is None or t.reading("each-player-self") == "includes-self"
        concerned = self.concerned(t)
        return [player for player in order if player in concerned and (himself or player is not me)]

    @clause("BG-16")
    def payees(self, t: BPokerTable, me: Player) -> Rule[list[Player]]:
        """Everybody whom ``me`` owes something."""
        reading = t.reading("payment-order")
        order = self.leftward(t) if reading == "leftward-from-splitter" else t.everyone_from(t.next(me))
        himself = t.reading("each-player-self") == "includes-self"
        concerned = self.concerned(t)
        left = [player for player in order if player in concerned and (himself or player is not me)]
        if reading != "payer-chooses":
            return left
        chosen: list[Player] = []
        while len(left) > 1:
            chosen.append((yield from t.choose(me, "pay next", left)))
            left = [player for player in left if player is not chosen[-1]]
        return chosen + left

    def leftward(self, t: BPokerTable) -> Sequence[Player]:
        """Everybody to the left, from the splitter's left on."""
        order = [t.left(self.splitter(t))]
        while len(order) < len(t.players):
            order.append(t.left(order[-1]))
        return order

    @clause("BG-4")
    def splitter(self, t: BPokerTable) -> Player:
        """Reading splitter: the dealer, or the last winner (in the first hand the dealer)."""
        last = t.reading("splitter") == "last-winner" and t.last_winner in t.players
        return t.last_winner if last else t.dealer

    # -- BP-5-FORCE: sideways cards ---------------------------------------------------------------------

    @clause("BP-5-FORCE")
    def turn_sideways(self, t: BPokerTable, player: Player) -> None:
        """The lowest card of the stash that is not yet sideways."""
        upright = [laid for laid in t.stash[player].row if not laid.marks]
        t.mark(t.stash[player], upright[-1], Mark.SIDEWAYS)
        t.note("turns-sideways", of=player, sideways=len(t.stash[player].row) - len(upright) + 1)

    def raise_stash(self, t: BPokerTable, player: Player) -> None:
        for laid in t.stash[player].row:
            if laid.marks:
                t.unmark(t.stash[player], laid)
