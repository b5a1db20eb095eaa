"""Four promises of each of the eight small games, as authors write them."""

from __future__ import annotations

from referee.verify import all_cards, always, every, never, terminates
from tests.symbolic.natural_games import Bids, Eights, Nim, Passing, Pig, Rummy, Tricks, War


@always("X-1")
def war_no_card_is_lost(t):
    """All cards are somewhere."""
    return t.is_exactly(all_cards(t), t.deck.all_kinds, t.deck.whole)


@always("X-2")
def war_nothing_is_shown_between_rounds(t):
    """Shown cards are taken."""
    return every(t, (t.shown[p].is_empty for p in t.players))


@always("X-2")
def war_the_lost_come_in_pairs(t):
    """Each tie loses a card of each."""
    return t.lost.size % len(t.players) == 0


@terminates("X-2")
def war_a_war_ends(t):
    """After forty rounds it is over."""
    return 40 - t.rounds


@always("X-2")
def nim_no_less_than_nothing(t):
    """The heap is never below zero."""
    return t.heap >= 0


@always("X-2")
def nim_what_is_gone_was_taken(t):
    """Heap and taken are 21."""
    return t.heap + sum(t.taken) == 21


@always("X-2")
def nim_an_empty_heap_ends_it(t):
    """While play goes on something lies there."""
    return t.heap > 0 or t.outcome is not None


@terminates("X-2")
def nim_nim_ends(t):
    """The heap becomes smaller."""
    return t.heap


@always("X-2")
def tricks_all_hold_as_many(t):
    """Between tricks all hold as many cards."""
    return every(t, (t.hand[p].size == t.hand[t.next(p)].size for p in t.players))


@always("X-2")
def tricks_a_trick_is_complete(t):
    """A won trick has a card of each."""
    return every(t, (t.tricks[p].size == len(t.players) * t.won[p] for p in t.players))


@always("X-1")
def tricks_nothing_lies_open(t):
    """Between tricks nothing is played."""
    return every(t, (t.played[p].is_empty for p in t.players))


@terminates("X-2")
def tricks_tricks_end(t):
    """Hands become smaller."""
    return t.hand[t.leader].size


@always("X-2")
def bids_nobody_is_in_debt(t):
    """Coins are never below zero."""
    return every(t, (t.coins[p] >= 0 for p in t.players))


@always("X-2")
def bids_coins_are_kept(t):
    """Coins and the pot are those of the beginning."""
    return sum([t.coins[p] for p in t.players]) + t.pot == 10 * len(t.players)


@always("X-2")
def bids_prizes_are_won(t):
    """Prizes and the stock are the pack."""
    return t.stock.size + sum([t.prizes[p].size for p in t.players]) == 6


@terminates("X-2")
def bids_all_is_sold(t):
    """The stock becomes smaller."""
    return t.stock.size


@always("X-2")
def rummy_everybody_holds_four(t):
    """Hands have four cards between turns."""
    return every(t, (t.hand[p].size == 4 for p in t.players))


@always("X-2")
def rummy_no_card_is_lost(t):
    """All cards are somewhere."""
    return t.is_exactly(all_cards(t), t.deck.all_kinds, t.deck.whole)


@always("X-2")
def rummy_something_is_discarded(t):
    """There is always a discard."""
    return not t.discard.is_empty


@never("X-2")
def rummy_the_stock_is_empty_and_play_goes_on(t):
    """It ends with the stock."""
    return t.outcome is None and t.stock.is_empty


@always("X-2")
def pig_below_thirty_while_play_goes_on(t):
    """Nobody has thirty while play goes on."""
    return t.outcome is not None or every(t, (t.score[p] < 30 for p in t.players))


@always("X-2")
def pig_a_die_has_six_faces(t):
    """What was rolled is a face."""
    return 0 <= t.rolled <= 6


@always("X-2")
def pig_nothing_is_negative(t):
    """Pot and scores are not negative."""
    return (t.pot >= 0) & every(t, (t.score[p] >= 0 for p in t.players))


@always("X-2")
def pig_nobody_scores_one(t):
    """Nobody ever has one point."""
    return every(t, (t.score[p] != 1 for p in t.players))


@always("X-2")
def eights_one_card_is_on_top(t):
    """The top is one card."""
    return t.top.size == 1


@always("X-2")
def eights_hands_are_not_empty(t):
    """While play goes on everybody holds a card."""
    return t.outcome is not None or every(t, (not t.hand[p].is_empty for p in t.players))


@always("X-2")
def eights_not_all_have_passed(t):
    """Whoever can go on does."""
    return t.outcome is not None or t.passed < len(t.players)


@always("X-2")
def eights_no_card_is_lost(t):
    """All cards are somewhere."""
    return t.is_exactly(all_cards(t), t.deck.all_kinds, t.deck.whole)


@always("X-3")
def passing_everybody_holds_three(t):
    """Hands have three cards."""
    return every(t, (t.hand[p].size == 3 for p in t.players))


@always("X-2")
def passing_nothing_is_on_its_way(t):
    """What was passed has come."""
    return every(t, (t.away[p].is_empty for p in t.players))


@always("X-2")
def passing_no_more_points_than_hands(t):
    """A point a hand at most."""
    return every(t, (t.points[p] <= t.hands for p in t.players))


@terminates("X-3")
def passing_five_hands(t):
    """Five hands are played."""
    return 5 - t.hands


CLAIMS = {
    War: (war_no_card_is_lost, war_nothing_is_shown_between_rounds, war_the_lost_come_in_pairs, war_a_war_ends),
    Nim: (nim_no_less_than_nothing, nim_what_is_gone_was_taken, nim_an_empty_heap_ends_it, nim_nim_ends),
    Tricks: (tricks_all_hold_as_many, tricks_a_trick_is_complete, tricks_nothing_lies_open, tricks_tricks_end),
    Bids: (bids_nobody_is_in_debt, bids_coins_are_kept, bids_prizes_are_won, bids_all_is_sold),
    Rummy: (
        rummy_everybody_holds_four,
        rummy_no_card_is_lost,
        rummy_something_is_discarded,
        rummy_the_stock_is_empty_and_play_goes_on,
    ),
    Pig: (pig_below_thirty_while_play_goes_on, pig_a_die_has_six_faces, pig_nothing_is_negative, pig_nobody_scores_one),
    Eights: (eights_one_card_is_on_top, eights_hands_are_not_empty, eights_not_all_have_passed, eights_no_card_is_lost),
    Passing: (
        passing_everybody_holds_three,
        passing_nothing_is_on_its_way,
        passing_no_more_points_than_hands,
        passing_five_hands,
    ),
}
