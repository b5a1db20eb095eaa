"""What is a meld under the readings of Five Crowns, F-4 and F-5, and natural cards packed into one number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

RANKS = 11
"""From 3 to K, numbered from 0."""
SUITS = 5
MANY = 99
"""Room for any number of wilds."""


@dataclass(frozen=True, slots=True)
class MeldRules:
    """What is a meld, by the readings; the defaults are those of the rulebook."""

    exactly_three: bool = False
    """Reading run-length."""
    any_suits: bool = False
    """Reading run-suit."""
    least_naturals: int = 0
    """Reading all-wild-melds."""
    most_wilds: int = MANY
    """Reading wilds-per-meld."""
    different_suits: bool = False
    """Reading identical-cards."""
    corner: bool = False
    """Reading run-ends: after K comes 3."""
    beyond: bool = False
    """Reading run-ends: wilds may lie below 3 and above K."""

    @staticmethod
    def of(readings: Mapping[str, str]) -> MeldRules:
        """F-4 and F-5 under the readings of a game, by slug."""
        return MeldRules(
            exactly_three=readings["run-length"] == "exactly-three",
            any_suits=readings["run-suit"] == "any-suits",
            least_naturals={"none": 0, "one": 1, "two": 2}[readings["all-wild-melds"]],
            most_wilds=MANY if readings["wilds-per-meld"] == "no-limit" else 2,
            different_suits=readings["identical-cards"] == "different-suits",
            corner=readings["run-ends"] == "round-the-corner",
            beyond=readings["run-ends"] == "wilds-beyond",
        )


Cards = int
"""Natural cards packed into one number: how many there are of kind ``rank * SUITS + suit`` in so many bits each."""
BITS = 5
"""Room for 31 cards of a kind: a meld that cards are added to may hold those of all packs, of which there are 20."""
COUNT = (1 << BITS) - 1
UNIT = tuple([1 << BITS * kind for kind in range(RANKS * SUITS)])

NEAR = tuple(
    [
        sum([COUNT * UNIT[kind] for kind in range(RANKS * SUITS) if kind % SUITS == one % SUITS])
        | sum([COUNT * UNIT[kind] for kind in range(RANKS * SUITS) if kind // SUITS == one // SUITS])
        for one in range(RANKS * SUITS)
    ]
)
"""By kind of card what selects the cards of its rank and those of its suit."""


def within(length: int) -> tuple[Cards, ...]:
    """The like where runs may be of any suits: the cards of so many ranks from its own on, or of all."""
    reach = [[kind for kind in range(RANKS * SUITS) if 0 <= kind // SUITS - rank < length] for rank in range(RANKS)]
    masks = [-1 if length == MANY else sum([COUNT * UNIT[kind] for kind in kinds]) for kinds in reach]
    return tuple([masks[one // SUITS] for one in range(RANKS * SUITS)])


def cards_of(kinds: Iterable[int]) -> Cards:
    return sum([UNIT[kind] for kind in kinds])


def lowest(cards: Cards) -> int:
    """The lowest kind that there is."""
    return ((cards & -cards).bit_length() - 1) // BITS


def kinds_of(cards: Cards) -> list[int]:
    """Each as often as it occurs, the lowest first."""
    found: list[int] = []
    while cards:
        kind = lowest(cards)
        found.append(kind)
        cards -= UNIT[kind]
    return found


def is_meld(naturals: Sequence[int], wilds: int, rules: MeldRules) -> bool:
    """Whether natural cards of these kinds and so many wilds are together one meld."""
    size = len(naturals) + wilds
    if size < 3 or wilds > rules.most_wilds or len(naturals) < rules.least_naturals:
        return False
    ranks = sorted([kind // SUITS for kind in naturals])
    suits = {kind % SUITS for kind in naturals}
    if len(set(ranks)) <= 1 and not (rules.different_suits and len(suits) < len(naturals)):
        return True
    if (rules.exactly_three and size > 3) or (len(suits) > 1 and not rules.any_suits):
        return False
    if rules.corner:
        return any(_lie_on_circle(ranks, start, size) for start in range(RANKS))
    fits = len(set(ranks)) == len(ranks) and ranks[-1] - ranks[0] < size
    return fits and (rules.beyond or size <= RANKS)


def _lie_on_circle(ranks: Sequence[int], start: int, size: int) -> bool:
    """Whether these ranks are among so many that follow each other from ``start`` on, 3 after K."""
    wanted = [rank % RANKS for rank in range(start, start + size)]
    return all(ranks.count(rank) <= wanted.count(rank) for rank in ranks)
