"""Fscking Ace. Read beside rulebook.md: here a round and its turns, A-1 to A-6, and what follows a round, A-10, A-11.

What cards are worth (A-7) stands in ``values.py``, what is paid (A-8, A-9) in ``paying.py``.
"""

from __future__ import annotations

from typing import Any

from referee.games.fscking_ace.outlook import Outlook
from referee.games.fscking_ace.table import (
    ANOTHER_OR_ENOUGH,
    ENOUGH,
    GO_ON,
    JOKERS,
    RANKS,
    REGULAR_SUITS,
    SPADE_RANKS,
    STOP,
    STOP_OR_GO_ON,
    FsckingAceTable,
    pack_of,
)
from referee.kernel import BadInput, Choice, Direction, Parameter, Pile, Player, Rule, clause

PLAYERS_A_PACK = 5


class FsckingAce(Outlook):
    """Turn up cards and stop in time: whoever turns up the ace of spades pays all the others."""

    name = "fscking-ace"
    title = "Fscking Ace"
    table_class = FsckingAceTable
    fewest_players, most_players = 3, 50
    parameters = (
        Parameter("rounds", 3, "rounds in a match", 1, 1000),
        Parameter("packs", 0, "packs shuffled together; 0: as many as A-1 says", 0, 20),
        Parameter("suits", tuple(REGULAR_SUITS), "suits without spades", words=tuple(REGULAR_SUITS)),
        Parameter("ranks", RANKS, "ranks of these suits", words=RANKS),
        Parameter("spades", SPADE_RANKS, "spades, the ace among them", words=SPADE_RANKS),
        Parameter("jokers", tuple(JOKERS), "jokers in a pack", words=tuple(JOKERS)),
    )

    def set_up(self) -> None:
        s = self.settings
        if "A" not in s["spades"]:
            raise BadInput(f"{self.name}: a round ends with the ace of spades: name A among the spades")
        self.packs: int = s["packs"] or (self.players - 1) // PLAYERS_A_PACK + 1
        self.rounds: int = s["rounds"]
        deck = self.deck = pack_of(s, self.packs, self.readings["extra-twos"])
        # Without an agreed number a match goes on for as long as nobody refuses.
        self.turn_cap = deck.total * (self.rounds if self.readings["match-end"] == "agreed-rounds" else 100)
        self.name_cards()

    # -- a round begins ---------------------------------------------------------------------------------

    def deal(self, t: FsckingAceTable) -> Rule[None]:
        by_seat = t.reading("first-dealer") == "first-seat"
        t.dealer = t.first_seat() if by_seat else (yield from t.lot(t.players))
        yield from self.shuffle_pack(t)
        self.open_round(t, t.left(t.dealer))

    @clause("A-1")
    def shuffle_pack(self, t: FsckingAceTable) -> Rule[None]:
        """All cards are shuffled; nobody sees the card at the bottom."""
        t.gather(t.pack)
        yield from t.shuffle(t.pack)

    @clause("A-2")
    def open_round(self, t: FsckingAceTable, opener: Player) -> None:
        """The opener has the first turn, and play goes clockwise."""
        t.direction = Direction.LEFT
        t.mover = opener

    # -- a turn -----------------------------------------------------------------------------------------

    @clause("A-3")
    def step(self, t: FsckingAceTable) -> Rule[None]:
        """Turn up one card after the other, at least one, until a spade comes or the player stops."""
        yield from t.repeat(self.turn_up, t.mover)

    def turn_up(self, t: FsckingAceTable, me: Player) -> Rule[bool]:
        """The next card. Gives whether another one follows."""
        card = yield from t.draw(t.pack, 1, t.turned)
        if t.count(card, self.spades) == 1:
            yield from self.end_with_spade(t, me, card)
            return False
        word = yield from t.choose(me, "turn", STOP_OR_GO_ON)
        if word is STOP:
            self.score(t, me)
            t.mover = t.next(me)
        return word is GO_ON

    @clause("A-4")
    def score(self, t: FsckingAceTable, me: Player) -> None:
        """The cards of this turn are laid before the player."""
        cards = t.turned.pile
        t.move(cards, t.turned, t.scored[me])
        if t.reading("doubling-time") == "cards-so-far":
            self.double_so_far(t, me, cards)

    @clause("A-4")
    def end_with_spade(self, t: FsckingAceTable, me: Player, card: Pile) -> Rule[None]:
        """A spade ends the turn, and the cards of this turn are discarded."""
        if t.count(card, self.ace) == 1:
            yield from self.end_round(t, me)
            return
        if t.reading("spade-wipes") == "whole-round":
            t.move(t.scored[me].pile, t.scored[me], t.discarded)
            t.doubled_so_far[me] = t.twos_so_far[me] = t.jokers_so_far[me] = 0  # kept 2♠ stay
        self.follow_spade(t, me, card)
        t.move(t.turned.pile, t.turned, t.discarded)
        t.mover = t.next(me)

    @clause("A-5")
    def follow_spade(self, t: FsckingAceTable, me: Player, card: Pile) -> None:
        """A 2♠ is kept, a 7♠ reverses the direction, 3♠ to 6♠ do nothing."""
        if t.count(card, self.two_of_spades) == 1:
            t.move(card, t.turned, t.kept[me])
            if t.reading("kept-two-of-spades") == "scored-card":
                t.kept_so_far[me] = t.kept_so_far[me] + 1
            if t.reading("turn-of-two-of-spades") == "kept":
                self.score(t, me)
        elif t.count(card, self.seven_of_spades) == 1:
            t.direction = t.direction.reversed

    @clause("A-6")
    def end_round(self, t: FsckingAceTable, loser: Player) -> Rule[None]:
        """The ace of spades ends the round, and who has turned it up is the loser."""
        t.move(t.turned.only(self.ace), t.turned, t.discarded)
        if t.reading("ace-turn-cards") == "scored":
            self.score(t, loser)
        else:
            t.move(t.turned.pile, t.turned, t.discarded)
        self.pay_cards(t, loser)
        self.pay_bonus(t, loser)
        opener = self.next_opener(t, loser)
        if (yield from self.match_is_over(t, opener)):
            agreed = t.reading("match-end") == "agreed-rounds"
            won = {player: t.balance(player) for player in t.players}
            t.end({p: -won[p] for p in t.players}, won, "rounds played" if agreed else "refused")
        else:
            t.round += 1
            self.forget_values(t)
            yield from self.shuffle_pack(t)
            self.open_round(t, opener)

    # -- the next round ---------------------------------------------------------------------------------

    @clause("A-10")
    def next_opener(self, t: FsckingAceTable, loser: Player) -> Player:
        """Who would have followed the loser opens; the player on the right of him is the dealer."""
        if t.reading("next-opener") == "left-of-dealer":
            t.dealer = t.left(t.dealer)
            return t.left(t.dealer)
        opener = t.left(loser) if t.reading("who-would-follow") == "clockwise" else t.next(loser)
        t.dealer = t.right(opener)
        return opener

    @clause("A-11", without=False)
    def match_is_over(self, t: FsckingAceTable, opener: Player) -> Rule[bool]:
        """After the agreed number of rounds."""
        if t.reading("match-end") == "agreed-rounds":
            return t.round == self.rounds
        asked = opener
        while True:
            word = yield from t.choose(asked, "another round", ANOTHER_OR_ENOUGH, open=True)
            if word is ENOUGH:
                return True
            asked = t.left(asked)
            if asked is opener:
                return False

    # -- what the referee asks --------------------------------------------------------------------------

    def default_answer(self, choice: Choice) -> Any:
        """Stop, after a card as after a round."""
        return STOP if choice.space.admits(STOP) else ENOUGH

    def forfeit(self) -> int:
        """As if every round were lost in the worst way."""
        return self.rounds * self.worst_loss()

    def payoff_bounds(self) -> tuple[int, int] | None:
        if self.readings["match-end"] != "agreed-rounds":
            return None
        most = self.rounds * self.worst_loss()
        return -most, most

    def hand_number(self, t: FsckingAceTable) -> int:
        return t.round
