"""Five Crowns. Read beside rulebook.md, in the same order. What is a meld (F-4, F-5) is worked out in ``melds.py``."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

from referee.games.five_crowns.hands import JOKER, NO_RANK, RANK_NAMES, STARS, Hands
from referee.kernel import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    NO_PLAYER,
    NOTHING,
    SPADES,
    BadInput,
    Choice,
    Deck,
    Direction,
    Game,
    OneCard,
    Option,
    Parameter,
    Pile,
    Player,
    Rule,
    Space,
    Table,
    clause,
    everybody,
    flag,
    nobody,
    owner,
    row,
    value,
    values,
    zone,
    zones,
)

SUITS = {suit.name: suit for suit in (STARS, DIAMONDS, CLUBS, HEARTS, SPADES)}
FIRST_ROUND, LAST_ROUND = 3, 13
JOKERS_A_PACK = 3


class Source(Option):
    """Where a player draws from."""

    STOCK = "stock"
    DISCARD = "discard"


class Turn(Option):
    """How a turn ends."""

    DISCARD = "discard"
    EXIT = "exit"
    EXIT_WITH_ALL = "exit with all"
    LAY_DOWN = "lay down"


class FiveCrownsTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    under = row(seen_by=nobody)
    """Cards that lie under the stock in an order of their own, the next one first (F-13, wild-upcard)."""
    discard = row(seen_by=everybody)
    """The discard pile, its top card last."""
    aside = zone(seen_by=everybody)
    """Wilds that are out of the round (reading discarded-wilds-recycled)."""
    hand = zones(seen_by=owner)
    laid = zones(seen_by=everybody)
    """What players who exited have laid down."""

    mover: Player = value(NO_PLAYER)
    dealer: Player = value(NO_PLAYER)
    round: int = value(FIRST_ROUND)
    """The number of cards dealt to each player."""
    wild: str = value(NO_RANK)
    """The wild rank, as far as it does not depend on a hand (reading hand-count)."""
    top_is_new = flag(False)
    """The top of the discard pile was put there just before this turn."""
    top_is_dead = flag(False)
    """And the player whose turn it is may not take it."""
    exited = values(False)
    last_turns: tuple[Player, ...] = value(())
    """Who still has a last turn, once somebody has exited."""
    total = values(0)
    """Points of the rounds before this one."""
    points = values(0)
    """Points of the round before this one."""


class FiveCrowns(Game[FiveCrownsTable]):
    """Meld the whole hand in runs and families, round after round, and be left with few points."""

    name = "five-crowns"
    title = "Five Crowns"
    table_class = FiveCrownsTable
    fewest_players, most_players = 2, 40
    parameters = (
        Parameter("packs", 2, "packs shuffled together", 1, 20),
        Parameter("suits", tuple(SUITS), "suits in a pack", words=tuple(SUITS)),
        Parameter("ranks", RANK_NAMES, "ranks in a pack", words=RANK_NAMES),
        Parameter("jokers", JOKERS_A_PACK, "jokers in a pack", 0, 20),
        Parameter("first", FIRST_ROUND, "cards dealt to each player in the first round", 1, LAST_ROUND),
        Parameter("last", LAST_ROUND, "cards dealt to each player in the last round", 1, LAST_ROUND),
    )

    def set_up(self) -> None:
        s = self.settings
        suits = [suit for name, suit in SUITS.items() if name in s["suits"]]
        jokers = {JOKER: s["packs"] * s["jokers"]} if s["jokers"] else {}
        self.deck = Deck.of(s["ranks"], suits, s["packs"], jokers=jokers)
        self.first: int = s["first"]
        self.last: int = s["last"]
        if self.first > self.last:
            raise BadInput(f"{self.name}: the first round deals {self.first} cards and the last {self.last}")
        why = self.why_not_players()
        if why and self.readings["extra-packs"] == "required":
            raise BadInput(f"{self.name}: {why}: fewer players, smaller hands or more packs")
        self.hands = Hands(self)
        self.turn_cap = 200 * (self.last - self.first + 1)

    def why_not_players(self) -> str:
        s = self.settings
        total = s["packs"] * (len(s["suits"]) * len(s["ranks"]) + s["jokers"])
        needed = self.players * s["last"] + 1
        if needed <= total:
            return ""
        return f"{self.players} players × {s['last']} cards + 1 = {needed}, but there are {total} cards"

    # -- a round begins ---------------------------------------------------------------------------------

    def deal(self, t: FiveCrownsTable) -> Rule[None]:
        if t.reading("first-dealer") == "first-seat":
            t.dealer = t.first_seat()
        else:
            t.dealer = yield from t.lot(t.players)
        yield from self.begin_round(t, self.first)

    @clause("F-1")
    def begin_round(self, t: FiveCrownsTable, number: int) -> Rule[None]:
        """Eleven rounds, with one card more in each; the dealer's left neighbour begins."""
        t.direction = Direction.LEFT
        t.round = number
        t.mover = t.left(t.dealer)
        t.last_turns = ()
        for player in t.players:
            t.exited[player] = False
        self.name_wild_rank(t)
        yield from self.deal_hands(t)

    @clause("F-2")
    def deal_hands(self, t: FiveCrownsTable) -> Rule[None]:
        """Shuffle all cards, deal, and turn up the first card of the discard pile."""
        t.gather(t.stock)
        yield from t.shuffle(t.stock)
        for player in t.everyone_from(t.mover):
            yield from t.draw(t.stock, t.round, t.hand[player])
        t.top_is_dead = False
        t.top_is_new = True
        if t.reading("upcard-moment") == "after-deal":
            yield from self.turn_up(t)

    def turn_up(self, t: FiveCrownsTable) -> Rule[None]:
        yield from t.draw(t.stock, 1, t.discard)
        reading = t.reading("wild-upcard")
        while reading == "turn-again" and self.top_is_wild(t) and not t.stock.is_empty:
            t.move(t.discard.row, t.discard, t.under)
            yield from t.draw(t.stock, 1, t.discard)
        t.top_is_dead = reading == "not-taken" and self.top_is_wild(t)

    @clause("F-3")
    def name_wild_rank(self, t: FiveCrownsTable) -> None:
        """The rank that has the number of the cards dealt is wild, jokers always."""
        dealt = t.round if t.reading("wild-number") == "per-player" else t.round * len(t.players)
        t.wild = rank_of(dealt)

    def wild_for(self, t: FiveCrownsTable, cards: Pile) -> str:
        """Reading hand-count: the wild rank for a player with these cards."""
        return t.wild if t.reading("hand-count") == "before-draw" else rank_of(cast(Any, t.size(cards)))

    # -- melds ------------------------------------------------------------------------------------------

    @clause("F-4", "F-5")
    def discards_to_exit(self, t: FiveCrownsTable, cards: Any, free: Any) -> Any:
        """The cards of which one may be discarded so that all others are in runs and families, one of each kind."""
        exits = self.hands.exits(cards, self.wild_for(t, cards))
        return sum([one for one in self.deck.ones(exits) if self.deck.covers(free, one)])

    # -- a turn -----------------------------------------------------------------------------------------

    @clause("F-6")
    def step(self, t: FiveCrownsTable) -> Rule[None]:
        """Draw from the stock or take the top of the discard pile; then exit, or discard one card."""
        me = t.mover
        taken = yield from self.draw_card(t, me)
        if taken is None and t.reading_or("no-draw", "") == "round-ends":
            yield from self.end_round(t)
            return
        t.top_is_dead = False
        t.top_is_new = False
        yield from self.finish_turn(t, me, taken)
        if t.reading("recycle-moment") == "at-once":
            yield from self.recycle_empty_stock(t)
        yield from self.pass_turn(t, me)

    def draw_card(self, t: FiveCrownsTable, me: Player) -> Rule[Any]:
        """Gives the card taken from the discard pile, no card where the stock was drawn from, None without a draw."""
        sources = []
        if self.can_draw(t):
            sources.append(Source.STOCK)
        if self.may_take(t):
            sources.append(Source.DISCARD)
        if not sources:
            t.reading("no-draw")
            return None
        source = sources[0]
        if len(sources) > 1:
            source = yield from t.choose(me, "draw", sources)
        if source is Source.DISCARD:
            top = t.discard.row[-1:]
            t.move(top, t.discard, t.hand[me])
            return self.deck.one[top[0].kind]
        yield from self.draw_from_stock(t, me)
        return t.no_cards

    def can_draw(self, t: FiveCrownsTable) -> bool:
        """Whether there is a stock, or a discard pile to make one of."""
        return bool(t.stock.size + t.under.size > 0) or bool(self.recyclable(t))

    def draw_from_stock(self, t: FiveCrownsTable, me: Player) -> Rule[None]:
        if t.stock.size + t.under.size == 0:
            yield from self.recycle(t)
        if t.stock.is_empty:
            t.move(t.under.row[:1], t.under, t.hand[me])
        else:
            yield from t.draw(t.stock, 1, t.hand[me])
        if t.reading("recycle-moment") == "at-once":
            yield from self.recycle_empty_stock(t)

    def finish_turn(self, t: FiveCrownsTable, me: Player, taken: Any) -> Rule[None]:
        ways = self.ways_to_finish(t, me, taken)
        if list(ways) == [Turn.LAY_DOWN]:
            return
        how, card = yield from t.choose(me, "turn", ways)
        if how is Turn.EXIT or how is Turn.EXIT_WITH_ALL:
            self.exit(t, me, t.no_cards if card is None else card)
        elif how is Turn.DISCARD:
            self.put_on_pile(t, me, card)

    def ways_to_finish(self, t: FiveCrownsTable, me: Player, taken: Any) -> dict[Turn, Space[Any]]:
        cards = t.hand[me].pile
        free = cards
        if taken is not None and t.reading("return-drawn-discard") == "forbidden":
            free = cards - taken
        last, at_last = bool(t.last_turns), t.reading("last-turn-discard")
        ways: dict[Turn, Space[Any]] = {}
        if not last or at_last != "no-discard":
            ways[Turn.DISCARD] = OneCard(self.deck, free)
        if last and at_last != "discard":
            ways[Turn.LAY_DOWN] = NOTHING
        exits = self.ways_to_exit(t, cards, free)
        if exits and t.reading("exit-optional") == "mandatory":
            return exits
        return ways | exits

    def ways_to_exit(self, t: FiveCrownsTable, cards: Any, free: Any) -> dict[Turn, Space[Any]]:
        """F-7, and what the readings about exits after another one say."""
        ways: dict[Turn, Space[Any]] = {}
        if t.last_turns:
            if t.reading("after-anothers-exit") == "may-exit":
                return {Turn.EXIT: OneCard(self.deck, free)}
            if t.reading("second-exit") == "no-further-turns":
                return ways
        exits = self.discards_to_exit(t, cards, free)
        if exits:
            ways[Turn.EXIT] = OneCard(self.deck, exits)
        if t.reading("fully-melded-hand") == "exit-without-discard" and self.hands.complete(
            cards, self.wild_for(t, cards)
        ):
            ways[Turn.EXIT_WITH_ALL] = NOTHING
        return ways

    @clause("F-7")
    def exit(self, t: FiveCrownsTable, me: Player, card: Pile) -> None:
        """Everything but one card is laid down in melds, and that card is discarded."""
        first = not t.last_turns
        t.exited[me] = True
        self.put_on_pile(t, me, card)
        t.top_is_dead = t.top_is_new and t.reading("exit-discard") == "dead"
        t.move(t.hand[me].pile, t.hand[me], t.laid[me])
        if first or t.reading("second-exit") == "further-turns":
            self.grant_last_turns(t, me)

    @clause("F-8")
    def grant_last_turns(self, t: FiveCrownsTable, exiter: Player) -> None:
        """After an exit every other player has one more turn, clockwise from the player on the left of the exiter."""
        first = exiter if t.reading("last-turn-order") == "from-exiter" else t.dealer
        order = t.everyone_from(t.left(first))
        # The exiter stands first: pass_turn takes off who has just had his turn.
        t.last_turns = (exiter, *[player for player in order if not t.exited[player]])

    def put_on_pile(self, t: FiveCrownsTable, me: Player, card: Pile) -> None:
        if t.size(card) > 0:
            t.move(card, t.hand[me], t.discard)
            t.top_is_new = True

    def pass_turn(self, t: FiveCrownsTable, me: Player) -> Rule[None]:
        if t.reading("wild-changes") == "per-turn":
            t.wild = rank_after(t.wild)
        if t.last_turns:
            t.last_turns = t.last_turns[1:]
            if not t.last_turns:
                yield from self.end_round(t)
                return
            t.mover = t.last_turns[0]
        else:
            t.mover = t.left(me)

    # -- scoring ----------------------------------------------------------------------------------------

    @clause("F-9")
    def end_round(self, t: FiveCrownsTable) -> Rule[None]:
        """Players lay down what they can; what is left counts against them, and the exiter has no points."""
        for player in t.everyone_from(t.left(t.dealer)):
            t.points[player] = 0
            if not t.exited[player]:
                t.reveal(t.hand[player].pile, player, why="points")
                t.points[player] = self.points_of(t, player)
            t.total[player] = t.total[player] + t.points[player]
        if t.round < self.last:
            t.dealer = t.left(t.dealer)
            yield from self.begin_round(t, t.round + 1)
        else:
            self.end_match(t)

    @clause("F-10")
    def points_of(self, t: FiveCrownsTable, player: Player) -> int:
        """Cards left over cost their number; J 11, Q 12, K 13, a wild rank 20, a joker 50."""
        cards: Any = t.hand[player].pile
        wild = self.wild_for(t, cards)
        points: int = self.hands.fewest(cards, wild, True)
        if points and t.reading_or("number-card-points", "zero") == "zero":
            without = self.hands.fewest(cards, wild, False)
            if without != points:
                t.reading("number-card-points")
            points = without
        return points

    @clause("F-11")
    def end_match(self, t: FiveCrownsTable) -> None:
        """The lowest total wins; everybody is paid the mean of all totals less his own."""
        lowest = min([t.total[player] for player in t.players])
        best = [player for player in t.players if t.total[player] == lowest]
        last_round = len(best) > 1 and t.reading("equal-totals") == "last-round"
        scores = {p: (t.total[p], t.points[p] if last_round and p in best else 0) for p in t.players}
        mean = Fraction(sum([t.total[player] for player in t.players]), len(t.players))
        t.end(scores, {player: mean - t.total[player] for player in t.players}, "rounds played")

    # -- the discard pile -------------------------------------------------------------------------------

    def top_is_wild(self, t: FiveCrownsTable) -> bool:
        return bool(t.discard.row) and self.hands.is_wild(t.discard.row[-1].kind, t.wild)

    @clause("F-12")
    def may_take(self, t: FiveCrownsTable) -> bool:
        """The top of the discard pile may be taken; a wild one only by the player after whoever discarded it."""
        if not t.discard.row or t.top_is_dead:
            return False
        return bool(t.top_is_new) or not self.top_is_wild(t)

    def recyclable(self, t: FiveCrownsTable) -> tuple[Any, ...]:
        """What would become the new stock: nothing, where the reading stock-exhausted has none."""
        players, reading = len(t.players), t.reading("stock-exhausted")
        if (reading == "seven-only" and players != 7) or (reading == "seven-or-more" and players < 7):
            return ()
        cards = t.discard.row if t.reading("recycling") == "shuffled-whole" else t.discard.row[:-1]
        if t.reading("discarded-wilds-recycled") == "kept-out":
            return tuple([laid for laid in cards if not self.hands.is_wild(laid.kind, t.wild)])
        return cards

    @clause("F-13")
    def recycle(self, t: FiveCrownsTable) -> Rule[None]:
        """The discard pile without its top card is shuffled and becomes the stock."""
        cards = self.recyclable(t)
        whole = t.reading("recycling") == "shuffled-whole"
        for laid in t.discard.row if whole else t.discard.row[:-1]:
            if laid not in cards:
                t.move((laid,), t.discard, t.aside)
        if t.reading("recycling") == "turned-top-kept":
            t.move(cards, t.discard, t.under)
        else:
            t.move(cards, t.discard, t.stock)
            yield from t.shuffle(t.stock)

    def recycle_empty_stock(self, t: FiveCrownsTable) -> Rule[None]:
        """Reading recycle-moment: at once, when the last card has been drawn, or as soon as there is a pile."""
        if t.stock.size + t.under.size == 0 and self.recyclable(t):
            yield from self.recycle(t)

    # -- what the referee asks --------------------------------------------------------------------------

    def default_answer(self, choice: Choice) -> Any:
        """Draw from the stock; discard the first card."""
        return choice.space.nth(0)

    def forfeit(self) -> int:
        """As if every hand of every round cost all that it can: jokers and wild cards alone."""
        cards: int = sum([number + 1 for number in range(self.first, self.last + 1)])
        return 50 * cards

    def payoff_bounds(self) -> tuple[int, int]:
        most = self.forfeit()
        return -most, most

    def hand_number(self, t: FiveCrownsTable) -> int:
        return t.round - self.first + 1


def rank_of(number: int) -> str:
    """The rank that has that number; none for a number that is no card's."""
    return RANK_NAMES[number - 3] if 3 <= number <= 13 else NO_RANK


def rank_after(rank: str) -> str:
    """Reading wild-changes: the next rank, after K again 3."""
    return rank if rank == NO_RANK else RANK_NAMES[(RANK_NAMES.index(rank) + 1) % len(RANK_NAMES)]
