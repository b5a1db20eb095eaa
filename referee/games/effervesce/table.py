"""What lies on a table of Effervesce, and the words in which its players answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, cast

from referee.kernel import (
    FRENCH_RANKS,
    FRENCH_SUITS,
    NO_PLAYER,
    SPADES,
    Amount,
    AnyTruth,
    Audience,
    Deck,
    Game,
    Kinds,
    Option,
    Pile,
    Player,
    Selection,
    Space,
    Suit,
    Table,
    Truth,
    Values,
    amount,
    everybody,
    flag,
    nobody,
    owner,
    value,
    values,
    zone,
    zones,
)

RED, BLACK = "RJ", "BJ"
"""The names of the jokers, as ranks without a suit; E-11 ranks the black one below the red one."""
PLAIN_VALUE = {rank: number for number, rank in enumerate(FRENCH_RANKS, 2)}
VALUE = PLAIN_VALUE | {"7": PLAIN_VALUE["K"]}


class Named(Option):
    """What a turn player can name beside the other players."""

    STOCK = "stock"


class Reply(Option):
    """What a declared player says to the trade."""

    LET = "let"
    CHALLENGE = "challenge"


class JokerPlay(Option):
    """What a player does in a window."""

    NONE = "none"
    RED = "red"
    BLACK = "black"


class Number(Option):
    """How many cards a turn player who has won a challenge exchanges."""

    FIRST = "first die"
    SECOND = "second die"
    TOTAL = "total"
    NONE = "none"


class Word(Option):
    """What a player says who might have a full suit."""

    SILENT = "silent"
    DECLARE = "declare"
    CLAIM = "claim"


class Happening(Enum):
    """The events of a match: a win stops the deal or the turn, the Black Joker stops the trade."""

    DEAL = "deal"
    TURN = "turn"
    TRADE = "trade"


class Moment(Enum):
    """What has just happened when the question for jokers is put (E-16).

    The first three carry the names that the reading cancel-window-start gives them.
    """

    DECLARED = "from-declaration"
    ROLLED = "from-roll"
    SELECTED = "from-selection"
    DOUBLES = "doubles"
    REPLIED = "replied"
    COMPARED = "compared"
    TIED = "tied"
    SHOWN = "shown"
    PICKED = "picked"


class Check(Enum):
    """When hands are examined for full suits (E-3)."""

    DEAL = "deal"
    EXCHANGE = "exchange"
    TURN_END = "turn end"


@dataclass(frozen=True, slots=True, eq=False)
class SuitInPlay:
    """A suit of the deck."""

    suit: Suit
    kinds: Kinds
    one_of_each: int
    """One card of each of them, packed."""
    black: bool
    """The Black Joker can stand for a card of it."""

    @staticmethod
    def of(deck: Deck, suit: Suit) -> SuitInPlay:
        kinds = deck.of_suit(suit)
        return SuitInPlay(suit, kinds, deck.pack(kinds.indices), suit.letter in "sc")


@dataclass(frozen=True, slots=True)
class Ranking:
    """An order of all cards, by a number for each."""

    card: Values
    whole: Values
    """Of two piles of equal size the one with the higher best card is worth more; if their best cards are
    equal, the one with the higher second card, and so on."""

    @staticmethod
    def of(deck: Deck, value: dict[str, int], *, suits: bool = True, jokers_highest: bool = False) -> Ranking:
        number: dict[int, int] = {}
        for index, card in enumerate(deck.cards):
            if card.suit is None:
                number[index] = (BLACK, RED).index(card.rank) + (1000 if jokers_highest else 0)
            else:
                suit = 3 - FRENCH_SUITS.index(card.suit) if suits else 0
                number[index] = 4 * value[card.rank] + suit
        places = sorted(set(number.values()))
        base = deck.total + 1
        power = {index: base ** places.index(each) for index, each in number.items()}
        return Ranking(Values(deck, number), Values(deck, power))


@dataclass(frozen=True, slots=True)
class Parts:
    """Cards of a hand, or chosen of it: set-aside cards, and others."""

    aside: Pile
    others: Pile

    @property
    def all(self) -> Pile:
        return self.aside + self.others


def who_sees_set_aside(game: Game[Any]) -> Audience:
    """Reading selection-seen: whether the set-aside cards lie face up."""
    return everybody if game.readings["selection-seen"] == "face-up" else owner


class EffervesceTable(Table):
    stock = zone(seen_by=nobody, pack=True)
    open_joker = zone(seen_by=everybody)
    """A joker that has been played and is not yet in the stock."""
    hand = zones(seen_by=owner)
    aside = zones(seen_by=who_sees_set_aside)
    """The turn player's set-aside cards: they lie apart from the hand and belong to it (selected-cards)."""

    mover: Player = value(NO_PLAYER)
    misses_turn = values(False)
    """Whose next turn is left out (reading failed-claim)."""
    dealt_suits_wait = flag(False)
    """Full suits that were dealt count only when the first turn has ended (reading deal-win)."""
    dealt_suit: Any = values(False, seen_by=nobody)
    """Who was dealt one."""
    came_over: Any = values(False, seen_by=nobody)
    """Whose natural suit came over in an exchange of hands (reading swapped-suit)."""

    # What follows is about the trade under way; between turns it is as it stands here.
    declared: Player = value(NO_PLAYER)
    """The declared player; none where the stock was named."""
    first_die = amount(0)
    second_die = amount(0)
    cancellable = flag(False)
    """The Black Joker's window has been opened."""
    challenger: Player = value(NO_PLAYER)
    compared = flag(False)
    winner: Player = value(NO_PLAYER)
    """Who has won the challenge, as far as it has come."""
    given_short = amount(0, seen_by=nobody)
    """How many cards fewer than the total are given (reading joker-from-selection)."""
    passes: tuple[tuple[Player, Any], ...] = value((), seen_by=nobody)
    """Who passed which cards, in this order."""
    received_late: Any = values(False, seen_by=nobody)
    """To whom the Black Joker came too late for this trade (reading passed-black-joker)."""

    @property
    def total(self) -> Amount:
        return self.first_die + self.second_die

    def end_trade(self) -> None:
        """Forget the trade: nothing of it outlives the turn."""
        self.declared = self.challenger = self.winner = NO_PLAYER
        self.first_die = self.second_die = self.given_short = 0
        self.cancellable = self.compared = False
        if self.passes:
            self.passes = ()
            for player in self.players:
                self.received_late[player] = False

    # -- words that the kernel does not have (yet) ------------------------------------------------------

    def highest(self, cards: Pile, values: Values) -> Amount:
        """The highest of the values of the cards; -1 where no card has a value."""
        return self.algebra.highest(cards, values)  # type: ignore[no-any-return]

    def only(self, cards: Pile, kinds: Kinds) -> Pile:
        """Those of the cards that are of those kinds."""
        return self.algebra.only(cards, kinds)  # type: ignore[no-any-return]

    def has_each_once(self, cards: Pile, suit: SuitInPlay) -> Truth:
        """Whether there is exactly one card of each rank of the suit."""
        return self.is_exactly(cards, suit.kinds, suit.one_of_each)

    def has_none_twice(self, cards: Pile, suit: SuitInPlay) -> Truth:
        """Whether there are no two cards of one rank of the suit."""
        return self.is_within(cards, suit.kinds, suit.one_of_each)

    def only_if(self, truth: AnyTruth) -> Space[Pile]:
        """The one answer that names no cards, if something holds; otherwise no answer."""
        return Selection(self.deck, self.no_cards, self.if_else(truth, 0, 1), 0)

    def share(self, number: Amount) -> Any:
        """What each of so many winners gets."""
        return self.algebra.share(number)

    def either_of(self, truth: AnyTruth, yes: Any, no: Fraction) -> Any:
        """``yes`` if something holds, else ``no``: like ``if_else``, for shares of a win."""
        return self.algebra.if_else(truth, yes, no)

    def reveal_if(self, truth: AnyTruth, cards: Pile, of: Player, why: str) -> None:
        """Show cards to everybody, if something holds."""
        if self.watch is not None and truth:
            self.reveal(cards, of, why=why)

    def show_highest(self, cards: Pile, values: Values, of: Player, to: Audience | tuple[Player, ...]) -> None:
        """Show one card of the highest value; of two such kinds the one that stands first in the deck."""
        if self.watch is None:
            return
        for _, mask in values.downward:
            best = cast(Any, cards) & mask
            if best:
                self.reveal(self.deck.ones(best)[0], of, to, why="comparison")
                return


def suits_in_play(deck: Deck, names: tuple[str, ...]) -> tuple[SuitInPlay, ...]:
    """From high to low by E-11."""
    return tuple(SuitInPlay.of(deck, suit) for suit in FRENCH_SUITS if suit.name in names)


def bridge_order(suits: tuple[SuitInPlay, ...]) -> tuple[SuitInPlay, ...]:
    """The same with ♠ as the highest."""
    return tuple(sorted(suits, key=lambda each: each.suit is not SPADES))
