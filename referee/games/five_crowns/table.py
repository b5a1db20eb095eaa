"""What lies on a table of Five Crowns, and the words in which its players answer."""

from __future__ import annotations

from referee.games.five_crowns.hands import NO_RANK, RANK_NAMES, STARS
from referee.kernel import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    NO_PLAYER,
    SPADES,
    Option,
    Player,
    Table,
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


class Laying(Option):
    """What a player says who may lay down melds, or add cards to those of others."""

    MELD = "meld"
    ADD = "add"
    ENOUGH = "enough"


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
    """What each player has laid down."""
    melds = row(seen_by=everybody)
    """Melds of players who exited, each a linked group, where cards may be added to them (reading extend-melds)."""

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


def rank_of(number: int) -> str:
    """The rank that has that number; none for a number that is no card's."""
    return RANK_NAMES[number - 3] if 3 <= number <= 13 else NO_RANK


def rank_after(rank: str) -> str:
    """Reading wild-changes: the next rank, after K again 3."""
    return rank if rank == NO_RANK else RANK_NAMES[(RANK_NAMES.index(rank) + 1) % len(RANK_NAMES)]
