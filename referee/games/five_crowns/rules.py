"""Five Crowns. Read beside rulebook.md: here the rounds and a turn, F-1 to F-3 and F-6.

What is a meld (F-4, F-5) stands in ``melds.py``, how a hand is best melded in
``partition.py``. The rest is in the base classes: ``exits.py`` has F-7 and
F-8, ``scoring.py`` F-9 to F-11, ``discards.py`` F-12 and F-13.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from referee.games.five_crowns.exits import Exits
from referee.games.five_crowns.hands import JOKER, RANK_NAMES, Hands
from referee.games.five_crowns.table import (
    FIRST_ROUND,
    JOKERS_A_PACK,
    LAST_ROUND,
    SUITS,
    FiveCrownsTable,
    Source,
    Turn,
    rank_after,
    rank_of,
)
from referee.kernel import BadInput, Choice, Deck, Direction, Parameter, Player, Rule, clause

LOST = "lost"
"""In place of a card drawn: there was none, and the turn is over."""


class FiveCrowns(Exits):
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
        by_seat = t.reading("first-dealer") == "first-seat"
        t.dealer = t.first_seat() if by_seat else (yield from t.lot(t.players))
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
        t.top_is_dead, t.top_is_new = False, True
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

    # -- a turn -----------------------------------------------------------------------------------------

    @clause("F-6")
    def step(self, t: FiveCrownsTable) -> Rule[None]:
        """Draw from the stock or take the top of the discard pile; then exit, or discard one card."""
        me = t.mover
        taken = yield from self.draw_card(t, me)
        if taken is None and t.reading_or("no-draw", "") == "round-ends":
            yield from self.end_round(t)
            return
        t.top_is_dead, t.top_is_new = False, False
        if taken != LOST:
            yield from self.finish_turn(t, me, taken)
            yield from self.recycle_empty_stock(t)
        yield from self.pass_turn(t, me)

    def draw_card(self, t: FiveCrownsTable, me: Player) -> Rule[Any]:
        """Gives the card taken from the discard pile, no card where the stock was drawn from, None without a draw,
        LOST where the turn is lost for a wild that was taken too late (reading late-wild)."""
        sources = [Source.STOCK] if self.can_draw(t) else []
        late = bool(sources) and self.takes_too_late(t)
        if late or self.may_take(t):
            sources.append(Source.DISCARD)
        if not sources:
            t.reading("no-draw")
            return None
        source = sources[0]
        if len(sources) > 1:
            source = yield from t.choose(me, "draw", sources)
        if source is Source.STOCK:
            yield from self.draw_from_stock(t, me)
            return t.no_cards
        if late:
            return LOST
        top = t.discard.row[-1:]
        t.move(top, t.discard, t.hand[me])
        return self.deck.one[top[0].kind]

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
        yield from self.recycle_empty_stock(t)

    def finish_turn(self, t: FiveCrownsTable, me: Player, taken: Any) -> Rule[None]:
        if t.last_turns and t.reading("extend-melds") == "yes":
            yield from self.add_to_melds(t, me, taken)
        ways = self.ways_to_finish(t, me, taken)
        if list(ways) == [Turn.LAY_DOWN]:
            return
        how, card = yield from t.choose(me, "turn", ways)
        if how is Turn.EXIT or how is Turn.EXIT_WITH_ALL:
            yield from self.exit(t, me, t.no_cards if card is None else card)
        elif how is Turn.DISCARD:
            self.put_on_pile(t, me, card)

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

    @clause("F-1")
    def end_round(self, t: FiveCrownsTable) -> Rule[None]:
        """The hands are scored; the next dealer deals a card more, or the match is over."""
        yield from self.score_round(t)
        if t.round < self.last:
            t.dealer = t.left(t.dealer)
            yield from self.begin_round(t, t.round + 1)
        else:
            self.end_match(t)

    # -- what the referee asks --------------------------------------------------------------------------

    def default_answer(self, choice: Choice) -> Any:
        """Draw from the stock; discard the first card; lay down what comes first."""
        return choice.space.nth(0)

    def forfeit(self) -> int:
        """As if every hand of every round cost all that it can: jokers and wild cards alone."""
        cards: int = sum([number + self.most_draws() for number in range(self.first, self.last + 1)])
        return 50 * cards

    def most_draws(self) -> int:
        """By how many cards a hand is larger at most than it was dealt: by the one drawn, or by one for each exit of
        the others, where further last turns follow each other without a discard."""
        grows = self.readings["last-turn-discard"] != "discard" and self.readings["second-exit"] == "further-turns"
        return self.players - 1 if grows else 1

    def payoff_bounds(self) -> tuple[int, int]:
        most = self.forfeit()
        return -most, most

    def standing(self, t: FiveCrownsTable) -> list[Fraction]:
        """As if the match ended with the rounds that are scored."""
        mean = Fraction(sum([t.total[player] for player in t.players]), len(t.players))
        return [mean - t.total[player] for player in t.players]

    def hand_number(self, t: FiveCrownsTable) -> int:
        return t.round - self.first + 1
