"""Love letter. Read beside rulebook.md, in the same order."""

from __future__ import annotations

from typing import NamedTuple

from referee.kernel import (
    NO_PLAYER,
    Card,
    Deck,
    Game,
    OneCard,
    Parameter,
    Pile,
    Player,
    Rule,
    Table,
    Values,
    amounts,
    clause,
    everybody,
    nobody,
    owner,
    value,
    values,
    zone,
    zones,
)

COPIES = {"guard": 5, "priest": 2, "baron": 2, "handmaid": 2, "prince": 2, "king": 1, "countess": 1, "princess": 1}
NUMBERS = {name: number for number, name in enumerate(COPIES, 1)}


class Guess(NamedTuple):
    """What a guard thinks that somebody holds."""

    whom: Player
    card: str


class LoveLetterTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    aside = zone(seen_by=nobody)
    open = zone(seen_by=everybody)
    hand = zones(seen_by=owner)
    laid = zones(seen_by=everybody)

    mover: Player = value(NO_PLAYER)
    out = values(False)
    protected = values(False)
    favours = amounts()


class LoveLetter(Game[LoveLetterTable]):
    """One card in hand, and one drawn."""

    name = "love-letter"
    title = "Love letter"
    table_class = LoveLetterTable
    fewest_players, most_players = 2, 4
    turn_cap = 300
    parameters = (Parameter("favours", 3, "favours that win the game", 1, 7),)

    def set_up(self) -> None:
        self.deck = Deck([(Card(name), number) for name, number in COPIES.items()])
        self.numbers = Values.by_rank(self.deck, NUMBERS)
        self.countess, self.princess = self.deck.of_rank("countess"), self.deck.of_rank("princess")
        self.men = self.deck.where(ranks=["prince", "king"])
        self.plays = {
            "guard": self.guard, "priest": self.priest, "baron": self.baron, "prince": self.prince, "king": self.king,
        }  # fmt: skip

    def deal(self, t: LoveLetterTable) -> Rule[None]:
        t.mover = yield from t.lot(t.players, seen_by=everybody)
        yield from self.deal_round(t)

    @clause("LL-1")
    def deal_round(self, t: LoveLetterTable) -> Rule[None]:
        """A card for everybody, and one that nobody knows."""
        t.gather(t.stock)
        yield from t.shuffle(t.stock)
        yield from t.draw(t.stock, 1, t.aside)
        if self.players == 2:
            yield from t.draw(t.stock, 3, t.open)
        for player in t.everyone_from(t.mover):
            t.out[player] = t.protected[player] = False
            yield from t.draw(t.stock, 1, t.hand[player])

    @clause("LL-2")
    def step(self, t: LoveLetterTable) -> Rule[None]:
        """Draw one, lay one."""
        me = t.mover
        t.protected[me] = False
        yield from t.draw(t.stock, 1, t.hand[me])
        card = yield from t.choose(me, "lay", OneCard(self.deck, self.may_lay(t, me)), open=True)
        t.move(card, t.hand[me], t.laid[me])
        name = t.rank_of(card)
        if name == "handmaid":
            self.handmaid(t, me)
        elif name == "princess":
            self.lay_princess(t, me)
        elif name in self.plays:
            yield from self.plays[name](t, me)
        left = [player for player in t.everyone_from(t.next(me)) if not t.out[player]]
        if len(left) == 1 or t.stock.is_empty:
            yield from self.end_round(t, left)
        else:
            t.mover = left[0]

    @clause("LL-3")
    def guard(self, t: LoveLetterTable, me: Player) -> Rule[None]:
        """Guess a card."""
        guesses = [Guess(whom, card) for whom in self.others(t, me) for card in COPIES if card != "guard"]
        if guesses:
            guess = yield from t.choose(me, "guess", guesses, open=True)
            right = t.hand[guess.whom].holds(self.deck.of_rank(guess.card))
            t.disclose("guess", right=right)
            if right:
                self.leave(t, guess.whom)

    @clause("LL-4")
    def priest(self, t: LoveLetterTable, me: Player) -> Rule[None]:
        """Look at a hand."""
        if others := self.others(t, me):
            whom = yield from t.choose(me, "look at", others, open=True)
            t.reveal(t.hand[whom].pile, whom, [me], why="priest")

    @clause("LL-5")
    def baron(self, t: LoveLetterTable, me: Player) -> Rule[None]:
        """Compare hands."""
        if others := self.others(t, me):
            whom = yield from t.choose(me, "compare with", others, open=True)
            t.reveal(t.hand[whom].pile, whom, [me], why="baron")
            t.reveal(t.hand[me].pile, me, [whom], why="baron")
            highest = t.most({player: t.hand[player].highest(self.numbers) for player in (me, whom)})
            t.disclose("baron", higher=highest)
            if len(highest) == 1:
                self.leave(t, whom if highest[0] is me else me)

    @clause("LL-6")
    def handmaid(self, t: LoveLetterTable, me: Player) -> None:
        """Nobody may choose you."""
        t.protected[me] = True

    @clause("LL-7")
    def prince(self, t: LoveLetterTable, me: Player) -> Rule[None]:
        """A new hand for somebody."""
        whom = yield from t.choose(me, "new hand for", (*self.others(t, me), me), open=True)
        cards = t.hand[whom].pile
        t.move(cards, t.hand[whom], t.laid[whom])
        if t.count(cards, self.princess) == 1:
            self.lay_princess(t, whom)
        elif t.stock.is_empty:
            t.move(t.aside.pile, t.aside, t.hand[whom])
        else:
            yield from t.draw(t.stock, 1, t.hand[whom])

    @clause("LL-8")
    def king(self, t: LoveLetterTable, me: Player) -> Rule[None]:
        """Exchange hands."""
        if others := self.others(t, me):
            whom = yield from t.choose(me, "exchange with", others, open=True)
            t.swap(t.hand[me], t.hand[whom])

    @clause("LL-9")
    def may_lay(self, t: LoveLetterTable, me: Player) -> Pile:
        """The countess cannot stay with a king or a prince."""
        hand = t.hand[me]
        must = hand.holds(self.countess) & hand.holds(self.men)
        return t.cards_if(must, hand.only(self.countess)) + t.cards_if(t.negate(must), hand.pile)

    @clause("LL-10")
    def lay_princess(self, t: LoveLetterTable, player: Player) -> None:
        """Whoever lays her down is out."""
        self.leave(t, player)

    def leave(self, t: LoveLetterTable, player: Player) -> None:
        """Somebody is out."""
        t.out[player] = True
        t.move(t.hand[player].pile, t.hand[player], t.laid[player])

    @clause("LL-11")
    def others(self, t: LoveLetterTable, me: Player) -> tuple[Player, ...]:
        """Who can be chosen."""
        return tuple([player for player in t.others(me) if not t.out[player] and not t.protected[player]])

    @clause("LL-12")
    def end_round(self, t: LoveLetterTable, left: list[Player]) -> Rule[None]:
        """The highest card wins."""
        for player in left:
            t.reveal(t.hand[player].pile, player, why="end of the round")
        best = t.most({player: t.hand[player].highest(self.numbers) for player in left})
        if t.reading("tie") == "laid-cards":
            best = t.most({player: t.laid[player].worth(self.numbers) for player in best})
        for player in best:
            t.favours[player] = t.favours[player] + 1
        yield from self.end(t, best)

    @clause("LL-13")
    def end(self, t: LoveLetterTable, best: tuple[Player, ...]) -> Rule[None]:
        """So many favours win."""
        winners = [player for player in best if t.favours[player] == self.settings["favours"]]
        if winners:
            t.win(*winners, reason="a letter is read")
        else:
            t.mover = yield from t.lot(best, seen_by=everybody)
            yield from self.deal_round(t)

    # -- what the referee asks ----------------------------------------------------------------------------

    def forfeit(self) -> int:
        return 1
