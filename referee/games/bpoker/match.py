"""Sections 2.1 to 2.3: parameters, the match and its hands (BG-1 to BG-6)."""

from __future__ import annotations

from referee.games.bpoker.patterns import SetFinder
from referee.games.bpoker.table import JOKER, Ban, BPokerTable
from referee.games.bpoker.turns import Turns
from referee.kernel import (
    FRENCH_RANKS,
    FRENCH_SUITS,
    NO_PLAYER,
    BadInput,
    Card,
    Deck,
    Direction,
    Parameter,
    Player,
    Rule,
    clause,
)

FIXED_STASH = 20
SUIT_NAMES = tuple([suit.name for suit in FRENCH_SUITS])


class Match(Turns):
    """A match is a row of hands; the stashes outlast them."""

    table_class = BPokerTable
    fewest_players, most_players = 2, 6
    parameters = (
        Parameter("packs", 3, "packs shuffled together", 1, 6),
        Parameter("ranks", FRENCH_RANKS, "ranks in a pack", words=FRENCH_RANKS),
        Parameter("suits", SUIT_NAMES, "suits in a pack", words=SUIT_NAMES),
        Parameter("jokers", 2, "jokers in a pack", 0, 4),
        Parameter("viewing", 5, "correct number of cards in a viewing hand", 1, 10),
        Parameter("maximum", 7, "cards on a table that end a turn", 5, 12),
        Parameter("ante", 1, "cards that everybody puts into the pot before a hand", 0, 5),
        Parameter("hands", 10, "hands in a match; 0: until one player is left", 0, 1000),
        Parameter("nesting", 199, "how deep plays may nest", 1, 1000),
    )

    def set_up(self) -> None:
        s = self.settings
        self.packs: int = s["packs"]
        self.viewing: int = s["viewing"]
        self.maximum: int = s["maximum"]
        self.ante: int = s["ante"]
        self.hands: int = s["hands"]
        self.nesting_cap: int = s["nesting"]
        suits = [suit for suit in FRENCH_SUITS if suit.name in s["suits"]]
        contents = [(Card(rank, suit), self.packs) for rank in s["ranks"] for suit in suits]
        if s["jokers"]:
            contents.append((Card(JOKER), self.packs * s["jokers"]))
        self.deck = Deck(contents)
        self.opening = self.deck.total // self.players
        if self.readings["opening-stash"] == "twenty":
            self.opening = min(FIXED_STASH, self.opening)
        if self.opening <= self.ante:
            raise BadInput(f"bpoker: {self.deck.total} cards give each of {self.players} players no stash of 2 or more")
        self.turn_cap = 100 * self.players * (self.hands or 10)
        self.words = tuple(["1b" if card.rank == JOKER else card.name for card in self.deck.cards])
        third_fives = self.readings["double-five-with-five"] == "acts-as-five"
        plain_fours = self.readings["overlapping-sets"] == "player-declares"
        self.sets = SetFinder(self.deck, third_fives=third_fives, plain_fours=plain_fours)

    def forfeit(self) -> int:
        return self.opening

    def payoff_bounds(self) -> tuple[int, int]:
        return -self.opening, self.deck.total - self.opening

    def hand_number(self, t: BPokerTable) -> int:
        return t.hand

    def standing(self, t: BPokerTable) -> list[int]:
        """When a hand begins all cards lie in stashes and viewing hands, but for the ante that everybody has paid."""
        return [len(t.stash[player].row) + self.deck.size(t.view[player].pile) - self.opening for player in t.players]

    # -- BG-3, BG-4 -------------------------------------------------------------------------------------

    @clause("BG-3", "BG-1", "BG-2")
    def deal(self, t: BPokerTable) -> Rule[None]:
        """Everybody gets the same number of cards as his stash; the rest is the pot. Reading opening-stash."""
        t.dealer = yield from t.lot(t.players)
        for player in t.everyone_from(t.left(t.dealer)):
            yield from t.draw(t.pot, self.opening, t.stash[player])
        yield from self.begin_hand(t)

    @clause("BG-4")
    def begin_hand(self, t: BPokerTable) -> Rule[None]:
        t.hand += 1
        t.direction = Direction.LEFT
        t.jack, t.given_up, t.turn_over = False, False, False
        t.given_by_f_poker, t.barred_now = False, False
        t.winner, t.coming, t.barred = NO_PLAYER, NO_PLAYER, NO_PLAYER
        t.declarations, t.still = 0, 0
        for player in t.everyone_from(t.left(t.dealer)):
            self.begin_hand_of(t, player)
            if not t.out[player]:
                yield from t.shuffle(t.stash[player])
                self.take_view(t, player)
        t.mover = self.neighbour(t, t.dealer, t.left)

    def begin_hand_of(self, t: BPokerTable, player: Player) -> None:
        t.out[player] = t.gone[player] > 0
        t.ban[player] = Ban.NONE
        t.skip[player] = False
        t.number_shift[player] = 0
        t.declared_at[player] = 0
        if t.reading("sideways-lifetime") != "until-match-ends":
            self.raise_stash(t, player)

    def take_view(self, t: BPokerTable, player: Player) -> None:
        """The ante is no fee."""
        stash = t.stash[player]
        t.move(t.top(stash, self.ante), stash, t.pot)
        t.move(t.top(stash, min(self.viewing, len(stash.row))), stash, t.view[player])

    @clause("BG-7")
    def step(self, t: BPokerTable) -> Rule[None]:
        """A turn; and the end of the hand, where it has come."""
        yield from self.take_turn(t)
        if t.winner is not NO_PLAYER or t.given_up:
            yield from self.end_hand(t)

    # -- BG-5, BG-6 -------------------------------------------------------------------------------------

    @clause("BG-6", "EN-13")
    def end_hand(self, t: BPokerTable) -> Rule[None]:
        """The winner takes the pot and his own cards; readings losers-cards, old-discard."""
        winner = t.winner
        for player in t.players:
            own = player is winner or t.reading("losers-cards") == "own-stash"
            to = t.stash[player] if own and not t.gone[player] else t.pot
            t.move(t.table[player].row, t.table[player], to)
            t.move(t.pending[player].row, t.pending[player], to)
            t.move(t.view[player].pile, t.view[player], to)
            for place in (t.fhand[player], t.ftable[player]):
                t.move(place.pile, place, to)
        t.move(t.fpot.pile, t.fpot, t.pot)
        for row in (t.heap, t.flight):
            t.move(row.row, row, t.pot if winner is NO_PLAYER else t.stash[winner])
        if winner is not NO_PLAYER:
            t.move(t.pot.pile, t.pot, t.stash[winner])
            if t.reading("old-discard") == "winner":
                t.move(t.discard.pile, t.discard, t.stash[winner])
            t.last_winner = winner
        t.move(t.discard.pile, t.discard, t.pot)
        yield from self.go_on(t)

    @clause("BG-5")
    def go_on(self, t: BPokerTable) -> Rule[None]:
        """Whoever cannot pay the ante and hold a card leaves the match; one player left ends it.

        So does the last hand, and nobody leaves after that.
        """
        for player in t.players:
            if t.hand != self.hands and not t.gone[player] and len(t.stash[player].row) < self.ante + 1:
                t.gone[player] = t.hand
                t.move(t.stash[player].row, t.stash[player], t.pot)
        staying = [player for player in t.players if not t.gone[player]]
        if len(staying) < 2 or t.hand == self.hands:
            scores = {player: self.score(t, player) for player in t.players}
            payoffs = {player: len(t.stash[player].row) - self.opening for player in t.players}
            t.end(scores, payoffs, "hands-played" if len(staying) > 1 else "one-player-left")
            return
        for player in t.players:
            t.out[player] = t.gone[player] > 0
        t.dealer = self.neighbour(t, t.dealer, t.left)
        yield from self.begin_hand(t)

    def score(self, t: BPokerTable, player: Player) -> tuple[int, int]:
        """By stash; those who left rank behind, the earlier the lower."""
        return (1, -t.gone[player]) if t.gone[player] else (0, -len(t.stash[player].row))
