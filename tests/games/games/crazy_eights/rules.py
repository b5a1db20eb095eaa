"""Crazy eights. Read beside rulebook.md, in the same order."""

from __future__ import annotations

from typing import Any

from referee.kernel import (
    FRENCH_RANKS,
    FRENCH_SUITS,
    NO_PLAYER,
    NO_SUIT,
    NOTHING,
    Amount,
    BadInput,
    Deck,
    Game,
    OneCard,
    Parameter,
    Pile,
    Player,
    Rule,
    Table,
    Truth,
    Values,
    amount,
    clause,
    everybody,
    flag,
    nobody,
    owner,
    value,
    zone,
    zones,
)

POINTS = {"A": 1, "J": 10, "Q": 10, "K": 10} | {rank: int(rank) for rank in FRENCH_RANKS if rank.isdigit()}
EIGHT, FOR_A_TWO = 50, 2


class CrazyEightsTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    last = zone(seen_by=everybody)
    discards = zone(seen_by=everybody)
    hand = zones(seen_by=owner)

    mover: Player = value(NO_PLAYER)
    named = value(NO_SUIT)
    to_draw = amount(0)
    drawing = flag(False)
    shuffles = amount(0)


class CrazyEights(Game[CrazyEightsTable]):
    """Lay what fits."""

    name = "crazy-eights"
    title = "Crazy eights"
    table_class = CrazyEightsTable
    fewest_players, most_players = 2, 5
    parameters = (
        Parameter("hand", 5, "cards dealt to each player", 1, 10),
        Parameter("ranks", FRENCH_RANKS, "ranks in the pack", words=FRENCH_RANKS),
        Parameter("eights", ("8",), "ranks that fit all others", words=FRENCH_RANKS),
        Parameter("queens", ("Q",), "ranks that skip a player", words=FRENCH_RANKS),
        Parameter("twos", ("2",), "ranks for which two are drawn", words=FRENCH_RANKS),
        Parameter("shuffles", 3, "how often the discards become the stock", 0, 10),
    )

    def set_up(self) -> None:
        s = self.settings
        self.deck = Deck.of(s["ranks"], FRENCH_SUITS)
        if s["hand"] * self.players + 2 > self.deck.total:
            raise BadInput(f"{self.name}: there are {self.deck.total} cards: smaller hands or more ranks")
        if len({*s["eights"], *s["queens"], *s["twos"]}) < len(s["eights"] + s["queens"] + s["twos"]):
            raise BadInput(f"{self.name}: a rank is named twice: give eights, queens and twos ranks of their own")
        self.eights = self.deck.where(ranks=s["eights"])
        self.queens = self.deck.where(ranks=s["queens"])
        self.twos = self.deck.where(ranks=s["twos"])
        self.points = Values.by_rank(self.deck, POINTS | dict.fromkeys(s["eights"], EIGHT))
        self.turn_cap = 2 * self.deck.total * (s["shuffles"] + 1)

    @clause("CE-1")
    def deal(self, t: CrazyEightsTable) -> Rule[None]:
        """Hands, a card that is turned up, and who begins."""
        yield from t.shuffle(t.stock)
        t.mover = yield from t.lot(t.players, seen_by=everybody)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, self.settings["hand"], t.hand[player])
        yield from t.draw(t.stock, 1, t.last)

    def step(self, t: CrazyEightsTable) -> Rule[None]:
        me = t.mover
        if t.drawing:
            yield from self.draw_for_two(t, me)
        elif t.to_draw > 0:
            yield from self.answer(t, me)
        else:
            yield from self.turn(t, me)
        if t.hand[me].is_empty:
            self.end_game(t, "last card")
        elif t.stock.is_empty:
            self.end_game(t, "stock")

    @clause("CE-2")
    def turn(self, t: CrazyEightsTable, me: Player) -> Rule[None]:
        """Lay what fits, or draw."""
        fits = self.fitting(t, t.hand[me].pile)
        if t.size(fits) > 0:
            card = yield from t.choose(me, "lay", OneCard(self.deck, fits))
            yield from self.lay(t, me, card)
        else:
            yield from self.draw_and_lay(t, me)

    @clause("CE-2")
    def draw_and_lay(self, t: CrazyEightsTable, me: Player) -> Rule[None]:
        """Draw a card, and lay it if it fits."""
        drawn = yield from self.draw_one(t, me)
        fits = t.cards_if(t.reading("drawn-card") == "may-be-laid", self.fitting(t, drawn))
        ways: dict[str, Any] = {"lay": OneCard(self.deck, fits), "keep": NOTHING}
        how, card = yield from t.choose(me, "drawn", ways)
        if how == "lay":
            yield from self.lay(t, me, card)
        else:
            t.mover = t.next(me)

    @clause("CE-2", "CE-3")
    def fitting(self, t: CrazyEightsTable, cards: Pile) -> Pile:
        """Those of the cards that may be laid."""
        if t.named is not NO_SUIT:
            return t.only(cards, self.deck.where(suit=t.named) | self.eights)
        ordinary = t.only(cards, self.deck.all_kinds - self.eights)
        fits = t.matching(ordinary, t.last.pile) + t.only(cards, self.eights)
        anything = self.anything_fits(t)
        return t.cards_if(anything, cards) + t.cards_if(t.negate(anything), fits)

    @clause("CE-1")
    def anything_fits(self, t: CrazyEightsTable) -> Truth:
        """Nobody named a suit for an eight that was turned up."""
        return t.last.holds(self.eights) & (t.reading("first-eight") == "anything")

    def lay(self, t: CrazyEightsTable, me: Player, card: Pile) -> Rule[None]:
        """A card does what it says."""
        t.move(t.last.pile, t.last, t.discards)
        t.move(card, t.hand[me], t.last)
        t.named = NO_SUIT
        if t.last.holds(self.eights):
            yield from self.name_suit(t, me)
        t.to_draw += self.draws(t)
        t.mover = t.next(t.next(me)) if self.skips(t) else t.next(me)

    @clause("CE-3")
    def name_suit(self, t: CrazyEightsTable, me: Player) -> Rule[None]:
        """An eight names a suit."""
        t.named = yield from t.choose(me, "suit", self.deck.suits, open=True)

    @clause("CE-4")
    def skips(self, t: CrazyEightsTable) -> Truth:
        """A queen skips a player."""
        return t.last.holds(self.queens)

    @clause("CE-5")
    def draws(self, t: CrazyEightsTable) -> Amount:
        """A two has somebody draw."""
        return t.if_else(t.last.holds(self.twos), FOR_A_TWO, 0)

    @clause("CE-5")
    def answer(self, t: CrazyEightsTable, me: Player) -> Rule[None]:
        """Draw for the twos, or lay another one."""
        twos = t.cards_if(t.reading("answered-two") == "adds-up", t.hand[me].only(self.twos))
        ways: dict[str, Any] = {"lay": OneCard(self.deck, twos), "draw": NOTHING}
        how, card = yield from t.choose(me, "two", ways)
        if how == "lay":
            yield from self.lay(t, me, card)
        else:
            t.drawing = True
            yield from self.draw_for_two(t, me)

    @clause("CE-5")
    def draw_for_two(self, t: CrazyEightsTable, me: Player) -> Rule[None]:
        """One card of those that are to be drawn."""
        yield from self.draw_one(t, me)
        t.to_draw -= 1
        if t.to_draw == 0:
            t.drawing, t.mover = False, t.next(me)

    def draw_one(self, t: CrazyEightsTable, me: Player) -> Rule[Pile]:
        """A card of the stock, which is made anew when it is out."""
        card = yield from t.draw(t.stock, 1, t.hand[me])
        if t.stock.is_empty & (t.shuffles < self.settings["shuffles"]):
            yield from self.new_stock(t)
        return card

    @clause("CE-6")
    def new_stock(self, t: CrazyEightsTable) -> Rule[None]:
        """The discards are shuffled."""
        t.shuffles += 1
        t.move(t.discards.pile, t.discards, t.stock)
        yield from t.shuffle(t.stock)

    @clause("CE-7")
    def end_game(self, t: CrazyEightsTable, reason: str) -> None:
        """The points that are left in hands are paid."""
        for player in t.players:
            t.reveal(t.hand[player].pile, player, why="end of the game")
        points = {player: t.hand[player].worth(self.points) for player in t.players}
        won = {player: sum(points.values()) - self.players * points[player] for player in t.players}
        t.end(points, won, reason)

    # -- what the referee asks ----------------------------------------------------------------------------

    def forfeit(self) -> int:
        """As if all cards were in hand."""
        return (self.players - 1) * sum(self.points.of.values())

    def payoff_bounds(self) -> tuple[int, int]:
        return -self.forfeit(), self.forfeit()
