"""What stopping and going on are worth, for bots that play on in their heads."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.games.fscking_ace.paying import BONUS_A_PLAYER, Paying
from referee.games.fscking_ace.table import JOKERS, STOP, FsckingAceTable
from referee.kernel import Choice

FIVE, TEN = JOKERS
DOLLAR = 1000
"""Amounts are in thousandths."""
FURTHER = 2
"""So many cards are looked ahead."""


class Cards(NamedTuple):
    """Numbers of cards that are no spades, of what is told apart."""

    plain: int
    red_twos: int
    twos_of_clubs: int
    fives: int
    tens: int

    def number(self) -> int:
        return self.plain + self.red_twos + self.twos_of_clubs + self.fives + self.tens

    def dollars(self) -> int:
        """In dollars, with all twos counted; values are those of the default readings."""
        regular = self.plain + self.red_twos + self.twos_of_clubs
        return (regular << self.red_twos) + (5 * self.fives + 10 * self.tens << self.twos_of_clubs)

    def plus(self, other: Cards, times: int) -> Cards:
        return Cards(
            self.plain + times * other.plain,
            self.red_twos + times * other.red_twos,
            self.twos_of_clubs + times * other.twos_of_clubs,
            self.fives + times * other.fives,
            self.tens + times * other.tens,
        )

    def of(self, one: Cards) -> int:
        """How many there are of what ``one`` is one of."""
        return (
            self.plain * one.plain
            + self.red_twos * one.red_twos
            + self.twos_of_clubs * one.twos_of_clubs
            + self.fives * one.fives
            + self.tens * one.tens
        )


ONES = (Cards(1, 0, 0, 0, 0), Cards(0, 1, 0, 0, 0), Cards(0, 0, 1, 0, 0), Cards(0, 0, 0, 1, 0), Cards(0, 0, 0, 0, 1))
"""One card of each."""


class Others(NamedTuple):
    """What the other players have: the number of players in all, the most cards that one of them has and how many have
    so many, and the dollars that are due to them all without the bonus."""

    players: int
    most: int
    with_most: int
    due: int


def expected(held: Cards, kept: int, others: Others) -> int:
    """Of the rest of the round, with these scored cards: as everybody seems equally likely to meet the ace."""
    number, share = held.number(), 0
    if number >= others.most:
        among = 1 + (others.with_most if number == others.most else 0)
        share = BONUS_A_PLAYER * others.players * DOLLAR // among
    paid = (held.dollars() + 1) * DOLLAR + share
    return paid - (paid + payment(held, kept, others)) // others.players


def payment(held: Cards, kept: int, others: Others) -> int:
    """What is paid to the others by who meets the ace; each 2♠ that he keeps doubles it."""
    bonus = BONUS_A_PLAYER * others.players if held.number() <= others.most else 0
    return (others.due + bonus) * DOLLAR << kept


def going_on(held: Cards, left: Cards, spades: int, by_spades: int, kept: int, others: Others, further: int) -> int:
    """One more card, and ``further - 1`` after it at most, with the choice to stop after each. ``left`` in the pack are
    those cards and so many ``spades``, which are worth ``by_spades`` together."""
    worth = by_spades
    for one in ONES:
        number = left.of(one)
        if number:
            more = held.plus(one, 1)
            best = expected(more, kept, others)
            if further > 1:
                best = max(best, going_on(more, left.plus(one, -1), spades, by_spades, kept, others, further - 1))
            worth += number * best
    return worth // (left.number() + spades)


class Outlook(Paying):
    """What answers look like."""

    def appraise(self, t: FsckingAceTable, choice: Choice, answer: Any) -> int | None:
        """The dollars that the player may expect: as all cards are seen as they are turned up, he knows what is left
        in the pack. Values are those of the default readings."""
        if choice.ask != "turn":
            return None
        me = choice.player
        kept: Any = t.kept[me].size
        mine, turned = self.cards(t, t.scored[me].pile), self.cards(t, t.turned.pile)
        held = mine.plus(turned, 1)
        theirs = [self.cards(t, t.scored[each].pile) for each in t.others(me)]
        most = max([each.number() for each in theirs])
        with_most = sum([each.number() == most for each in theirs])
        due = sum([each.dollars() + 1 for each in theirs])
        others = Others(self.players, most, with_most, due)
        if answer is STOP:
            return expected(held, kept, others)
        left = self.cards(t, t.pack.pile)
        ace: Any = t.pack.count(self.ace)
        two: Any = t.pack.count(self.two_of_spades)
        spades: Any = t.pack.count(self.spades)
        by_spades = (
            -ace * payment(mine, kept, others)
            + two * expected(mine, kept + 1, others)
            + (spades - ace - two) * expected(mine, kept, others)
        )
        return max([going_on(held, left, spades, by_spades, kept, others, each) for each in (1, FURTHER)])

    def cards(self, t: FsckingAceTable, pile: Any) -> Cards:
        number: Any = t.count(pile, self.regular)
        red_twos: Any = t.count(pile, self.red_twos)
        twos_of_clubs: Any = t.count(pile, self.two_of_clubs)
        fives: Any = t.count(pile, self.deck.of_rank(FIVE))
        tens: Any = t.count(pile, self.deck.of_rank(TEN))
        return Cards(number - red_twos - twos_of_clubs, red_twos, twos_of_clubs, fives, tens)
