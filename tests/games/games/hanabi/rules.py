"""Hanabi. Read beside rulebook.md, in the same order."""

from __future__ import annotations

from typing import NamedTuple

from referee.kernel import (
    FRENCH_SUITS,
    NO_PLAYER,
    Arms,
    BadInput,
    Card,
    Deck,
    Game,
    Laid,
    OneOf,
    OneOfRow,
    Option,
    Parameter,
    Player,
    Rule,
    Suit,
    Table,
    amount,
    clause,
    everybody,
    nobody,
    others,
    rows,
    value,
    zone,
)

SUITS = (*FRENCH_SUITS, Suit("w", "✿", "flowers"), Suit("x", "★", "stars"))
RANKS = ("1", "2", "3", "4", "5")
COPIES = (3, 2, 2, 2, 1)


class Way(Option):
    """What whoever has the turn may do."""

    SUIT = "hint suit"
    RANK = "hint rank"
    DISCARD = "discard"
    PLAY = "play"


class SuitHint(NamedTuple):
    """To whom, and which suit."""

    player: Player
    suit: Suit


class RankHint(NamedTuple):
    """To whom, and which rank."""

    player: Player
    rank: str


class HanabiTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    hand = rows(seen_by=others)
    fireworks = zone(seen_by=everybody)
    discarded = zone(seen_by=everybody)
    hints = zone(seen_by=everybody, pack=lambda game: game.hint_tokens)
    spent = zone(seen_by=everybody)
    lives = zone(seen_by=everybody, pack=lambda game: game.life_tokens)
    lost = zone(seen_by=everybody)

    mover: Player = value(NO_PLAYER)
    left_over = amount(0)


class Hanabi(Game[HanabiTable]):
    """Let off fireworks together, blind to your own cards."""

    name = "hanabi"
    title = "Hanabi"
    table_class = HanabiTable
    fewest_players, most_players = 2, 5
    cooperative = True
    parameters = (
        Parameter("suits", 5, "suits", 1, 6),
        Parameter("ranks", 5, "the highest rank", 1, 5),
        Parameter("hints", 8, "hint tokens", 1, 12),
        Parameter("lives", 3, "life tokens", 1, 5),
        Parameter("hand", 0, "cards in a hand; 0: as HA-1 says", 0, 5),
    )

    def set_up(self) -> None:
        self.suits = SUITS[: self.settings["suits"]]
        self.highest: int = self.settings["ranks"]
        ranks = list(zip(RANKS[: self.highest], COPIES, strict=False))
        tokens = [(Card("hint"), self.settings["hints"]), (Card("life"), self.settings["lives"])]
        self.deck = Deck([(Card(rank, suit), many) for suit in self.suits for rank, many in ranks] + tokens)
        self.hint_tokens, self.life_tokens = self.deck.of_rank("hint"), self.deck.of_rank("life")
        self.of_suit = {suit: self.deck.of_suit(suit) for suit in self.suits}
        self.hand: int = self.settings["hand"] or (5 if self.players < 4 else 4)
        if self.hand * self.players > self.deck.total - sum(many for _, many in tokens):
            raise BadInput(f"{self.name}: there are too few cards for {self.players} hands of {self.hand}")
        self.turn_cap = 3 * self.deck.total

    @clause("HA-1")
    def deal(self, t: HanabiTable) -> Rule[None]:
        """Everybody holds his hand for the others to see."""
        t.mover = yield from t.lot(t.players, seen_by=everybody)
        t.left_over = self.players
        yield from t.shuffle(t.stock)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, self.hand, t.hand[player])

    @clause("HA-2")
    def step(self, t: HanabiTable) -> Rule[None]:
        """A hint, a discard or a play."""
        me, hand = t.mover, t.hand[t.mover]
        was_last = t.stock.is_empty
        ways = {**self.hints(t, me), Way.PLAY: OneOfRow(hand, hand)}
        if self.may_discard(t):
            ways[Way.DISCARD] = OneOfRow(hand, hand)
        way, what = yield from t.choose(me, "turn", Arms(ways), open=True)
        if way is Way.PLAY:
            yield from self.play(t, me, what)
        elif way is Way.DISCARD:
            yield from self.discard(t, me, what)
        else:
            self.give_hint(t, me, *what)
        if was_last:
            self.last_turns(t)
        t.mover = t.next(me)

    @clause("HA-3")
    def hints(self, t: HanabiTable, me: Player) -> dict[Way, OneOf]:
        """What may be named to whom: at least one card has it."""
        if t.hints.is_empty:
            return {}
        suits = [SuitHint(each, suit) for each in t.others(me) for suit in self.suits if self.named(t, each, suit)]
        ranks = [RankHint(each, rank) for each in t.others(me) for rank in RANKS if self.named(t, each, rank)]
        return {Way.SUIT: OneOf(suits), Way.RANK: OneOf(ranks)}

    def named(self, t: HanabiTable, player: Player, what: Suit | str) -> tuple[int, ...]:
        """The places, from 1 on, of the cards in a hand that have this suit or rank."""
        cards = enumerate(t.hand[player], 1)
        return tuple([at for at, laid in cards if what is t.suit_of(laid) or what == t.rank_of(laid)])

    @clause("HA-3")
    def give_hint(self, t: HanabiTable, me: Player, player: Player, what: Suit | str) -> None:
        """All may hear which cards they are."""
        t.move(self.deck.one[self.hint_tokens.indices[0]], t.hints, t.spent)
        t.disclose("hint", t.players, of=player, has=what, cards=self.named(t, player, what))

    @clause("HA-4", without=True)
    def may_discard(self, t: HanabiTable) -> bool:
        """Not while all hint tokens are there."""
        return t.reading("discard") == "yes" or not t.spent.is_empty

    @clause("HA-4")
    def discard(self, t: HanabiTable, me: Player, card: Laid) -> Rule[None]:
        """For a hint token."""
        t.move((card,), t.hand[me], t.discarded)
        self.get_hint_back(t)
        yield from self.draw_card(t, me)

    def get_hint_back(self, t: HanabiTable) -> None:
        t.move(t.cards_if(t.spent.size > 0, self.deck.one[self.hint_tokens.indices[0]]), t.spent, t.hints)

    def draw_card(self, t: HanabiTable, me: Player) -> Rule[None]:
        yield from t.draw(t.stock, t.lesser(t.stock.size, 1), t.hand[me])

    @clause("HA-5")
    def play(self, t: HanabiTable, me: Player, card: Laid) -> Rule[None]:
        """To the fireworks if it is the next of its suit."""
        rank = int(t.rank_of(card))
        fits = t.fireworks.count(self.of_suit[t.suit_of(card)]) == rank - 1
        t.move((card,), t.hand[me], t.fireworks if fits else t.discarded)
        if fits and rank == self.highest:
            self.get_hint_back(t)
        if not fits:
            t.move(self.deck.one[self.life_tokens.indices[0]], t.lives, t.lost)
        yield from self.draw_card(t, me)
        self.look_for_end(t)

    @clause("HA-6")
    def last_turns(self, t: HanabiTable) -> None:
        """Everybody has one more turn."""
        t.left_over = t.left_over - 1
        if t.left_over == 0 and t.outcome is None:
            t.end_together(t.fireworks.size, "no more turns")

    @clause("HA-7")
    def look_for_end(self, t: HanabiTable) -> None:
        """All fireworks, or no life."""
        if t.lives.is_empty:
            t.end_together(0 if t.reading("no-life") == "nothing" else t.fireworks.size, "no life")
        elif t.fireworks.size == self.goal():
            t.end_together(self.goal(), "all fireworks")

    # -- what the referee asks ----------------------------------------------------------------------------

    def goal(self) -> int:
        return len(self.suits) * self.highest

    def forfeit(self) -> int:
        return self.goal()

    def payoff_bounds(self) -> tuple[int, int]:
        return 0, self.goal()
