"""A quick look at a hand: whether an exit (F-7) is out of the question.

A card is *weak* that no meld of natural cards takes in. It needs wilds beside it, and this is the least that each
weak card adds to the number of wilds, whatever its meld:

* In a family there are two weak cards at most, with a wild at least: half a wild each, two for a single one.
* In a run weak cards lie in pieces of one or two without a gap. The wilds of a gap are shared by the pieces on both
  sides; a piece of three or more, of cards that are not weak, leaves its share to the other side. A single card has
  half a wild at least, two cards together half a wild if the next card is but one rank away, else one.
* So an *isolated* card, with no card of its rank and none within two ranks in its suit, needs one wild; two cards
  in a row with another card one rank away a quarter each (*quartered*); all others half a wild.

Of the cards one may be left over. Wild cards that stand for themselves, and readings that forbid melds, only ask
for more. Equal cards are counted once.
"""

from __future__ import annotations

from referee.kernel import Deck


class Sieve:
    """Of a deck of so many suits after each other with eleven ranks each; all at once on packed piles."""

    def __init__(self, deck: Deck, suits: int, ranks: int) -> None:
        width, kinds = deck.width, suits * ranks
        self.width, self.block = width, ranks * width
        self.high = width - 1
        half = 1 << self.high
        ones = [1 << kind * width for kind in range(kinds)]
        by_suit = [ones[suit * ranks : (suit + 1) * ranks] for suit in range(suits)]
        self.one_suit = (1 << self.block) - 1
        self.shifts = tuple([suit * self.block for suit in range(1, suits)])
        self.everywhere = sum([suit[0] for suit in by_suit])
        """Multiplied with it, what is said of ranks is said of the cards of every suit."""
        self.some = (half - 1) * sum(ones)
        self.top = half * sum(ones)
        self.two, self.three = (half - 2) * sum(ones[:ranks]), (half - 3) * sum(ones[:ranks])
        self.top_of_suit = half * sum(ones[:ranks])
        self.from_second, self.from_third, self.from_fourth = (
            sum([one for suit in by_suit for one in suit[skipped:]]) for skipped in (1, 2, 3)
        )

    def lets_pass(self, naturals: int, wilds: int) -> bool:
        """Whether these natural cards and so many wilds may be a hand to exit with; False is certain."""
        width, high = self.width, self.high
        there = (naturals + self.some & self.top) >> high
        of_rank = naturals & self.one_suit
        for shift in self.shifts:
            of_rank += naturals >> shift & self.one_suit
        below = there & there << width & self.from_second
        above = below >> width
        inside = below & above
        three = ((of_rank + self.three & self.top_of_suit) >> high) * self.everywhere
        weak = there & ~(inside | inside << width | inside >> width | three)
        if not weak:
            return True
        two_below = there & there << 2 * width & self.from_third
        two_above = two_below >> 2 * width
        two = ((of_rank + self.two & self.top_of_suit) >> high) * self.everywhere
        isolated = (weak & ~(below | above | two_below | two_above | two)).bit_count()
        pairs = below & (two_above | there << 3 * width & self.from_fourth)
        quartered = (weak & (pairs | pairs >> width)).bit_count()
        quarters = 2 * isolated + 2 * weak.bit_count() - quartered
        return quarters - (4 if isolated else 2) <= 4 * wilds
