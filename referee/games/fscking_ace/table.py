"""What lies on a table of Fscking Ace, and the words in which its players answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.kernel import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    NO_PLAYER,
    SPADES,
    Amount,
    AnyAmount,
    Card,
    Deck,
    OneOf,
    Option,
    Player,
    Table,
    amounts,
    everybody,
    nobody,
    value,
    zone,
    zones,
)

REGULAR_SUITS = {suit.name: suit for suit in (DIAMONDS, CLUBS, HEARTS)}
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SPADE_RANKS = RANKS[:7]
JOKERS = {"Jo5": 5, "Jo10": 10}
"""By name: dollars."""


class Turn(Option):
    """What a player says after a card that is no spade."""

    STOP = "stop"
    GO_ON = "go on"


class Round(Option):
    """What a player says after a round (reading match-end)."""

    ANOTHER = "another"
    ENOUGH = "enough"


STOP, GO_ON = Turn
STOP_OR_GO_ON = OneOf((STOP, GO_ON))
ANOTHER, ENOUGH = Round
ANOTHER_OR_ENOUGH = OneOf((ANOTHER, ENOUGH))


class FsckingAceTable(Table):
    pack = zone(seen_by=nobody, pack=True)
    turned = zone(seen_by=everybody)
    """The cards of the turn under way."""
    discarded = zone(seen_by=everybody)
    scored = zones(seen_by=everybody)
    kept = zones(seen_by=everybody)
    """The 2♠ that ended a turn of the player's."""

    mover: Player = value(NO_PLAYER)
    dealer: Player = value(NO_PLAYER)
    round: int = value(1)

    # What each player's scored cards are worth by now: looked at where twos double the cards so far only.
    doubled_so_far = amounts(0)
    """The cards that every red two doubles."""
    twos_so_far = amounts(0)
    """The twos that are valued apart (reading red-two-scope)."""
    jokers_so_far = amounts(0)
    kept_so_far = amounts(0)
    """The kept 2♠, if they are worth anything (reading kept-two-of-spades)."""


def pack_of(settings: Mapping[str, Sequence[str]], packs: int, extra_twos: str) -> Deck:
    """So many packs shuffled together: A-1 with the reading extra-twos."""
    contents: list[tuple[Card, int]] = []
    for name, suit in REGULAR_SUITS.items():
        if name in settings["suits"]:
            for rank in settings["ranks"]:
                alone = rank == "2" and extra_twos != "none"
                contents.append((Card(rank, suit), 1 if alone else packs))
    for rank in settings["spades"]:
        alone = rank == "A" or (rank == "2" and extra_twos == "all")
        contents.append((Card(rank, SPADES), 1 if alone else packs))
    contents += [(Card(name), packs) for name in settings["jokers"]]
    return Deck(contents)


def doubled(t: Table, amount: AnyAmount, times: AnyAmount, most: int) -> Amount:
    """``amount`` doubled so many times, 0 to ``most``. One amount; it does not fork."""
    found: AnyAmount = amount
    for each in range(1, most + 1):
        amount = amount * 2
        found = t.if_else(times == each, amount, found)
    return found  # type: ignore[return-value]
