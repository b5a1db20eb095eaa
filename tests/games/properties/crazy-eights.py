"""What the rulebook of Crazy eights promises."""

from referee.kernel import NO_SUIT
from referee.verify import all_cards, always, every, free_of, possible, scale, terminates


@free_of("dead end", "CE-2", "CE-5")
def whoever_has_the_turn_can_act(t):
    """Nobody is ever stuck."""


@free_of("shortage", "CE-1", "CE-2", "CE-5")
def every_card_that_is_drawn_is_there(t):
    """Whoever draws finds a card."""


@terminates("CE-2", "CE-5", "CE-6")
def it_ends(t):
    """Every turn lays or draws a card, and the discards are not shuffled for ever."""
    shuffles = t.game.settings["shuffles"] - t.shuffles
    return (2 * shuffles + 1) * t.deck.total + t.stock.size - t.discards.size


@always("CE-1", "CE-2", "CE-6")
def no_card_is_lost(t):
    """All cards are always somewhere."""
    return t.is_exactly(all_cards(t), t.deck.all_kinds, t.deck.whole)


@always("CE-1", "CE-6")
def one_card_is_to_be_fitted(t):
    """Nobody shuffles it, and no card lies on it."""
    return t.last.size == 1


@always("CE-6")
def shuffles_are_counted(t):
    """The discards become the stock no more often than is said."""
    return (t.shuffles >= 0) & (t.shuffles <= t.game.settings["shuffles"])


@always("CE-5")
def a_two_is_drawn_for_or_passed_on(t):
    """Cards are drawn only for a two that lies there to be seen, two for each."""
    none = t.negate(t.drawing) & (t.to_draw == 0)
    return none | (t.to_draw > 0) & t.last.holds(t.game.twos)


@always("CE-3")
def a_suit_is_named_for_eights(t):
    """And for no other card."""
    return t.named is NO_SUIT or t.last.holds(t.game.eights)


@always("CE-3", asked="lay")
def the_suit_that_is_named_is_laid(t, choice):
    """Or another eight."""
    cards = choice.space.pile
    return t.named is NO_SUIT or t.count(cards, t.deck.of_suit(t.named) | t.game.eights) == t.size(cards)


@always("CE-7")
def it_goes_on_while_all_have_cards(t):
    """And there is a stock; then it ends."""
    goes_on = (t.stock.size > 0) & every(t, (t.hand[player].size > 0 for player in t.players))
    return goes_on if t.outcome is None else t.negate(goes_on)


@always("CE-7")
def whoever_has_fewest_points_wins_most(t):
    """Nobody with more points is paid more, and what one is paid another pays."""
    if t.outcome is None:
        return True
    points = {player: t.hand[player].worth(t.game.points) for player in t.players}
    won = {player: t.outcome.payoffs[player] for player in t.players}
    fair = [(points[one] < points[other]) | (won[one] <= won[other]) for one in t.players for other in t.others(one)]
    return (sum(won.values()) == 0) & every(t, fair)


@possible("CE-6")
def the_discards_become_the_stock(t):
    """They can be needed."""
    return t.shuffles > 0


SCALES = [scale([2], ranks=("2", "8"), hand=1, shuffles=1)]
"""A game that is small enough to be explored exhaustively."""
