"""What the rulebook of Effervesce promises at the end of every turn."""

from referee.kernel import Kinds
from referee.verify import always, every


@always("E-20", refuted_under={"challenger-gives-back": ["always-two"], "red-joker-passed": ["passable"]})
def every_hand_is_complete(t):
    """All hands have their full number of cards after every turn."""
    return every(t, (t.hand[player].size == t.game.full_hand for player in t.players))


@always("E-20", refuted_under={"challenger-gives-back": ["always-two"]})
def the_stock_is_as_large_as_before(t):
    """The stock has after every turn as many cards as the deal left in it."""
    return t.stock.size == t.game.deck.total - t.game.full_hand * len(t.players)


@always("E-1")
def the_pack_is_complete(t):
    """No card of any kind is lost or doubled."""
    return every(t, (_everywhere(t, kind) == number for kind, number in enumerate(t.game.deck.copies)))


@always("E-7", "E-15", "E-16")
def nothing_lies_about_between_turns(t):
    """No card stays set aside, and no joker lies open, when a turn is over."""
    return every(t, [t.open_joker.size == 0, *(t.aside[player].size == 0 for player in t.players)])


@always("E-3")
def nobody_holds_an_unnoticed_suit(t):
    """While play goes on nobody has a full suit of natural cards."""
    return every(t, (t.negate(t.game.holds_natural_suit(t, player)) for player in t.players))


def _everywhere(t, kind):
    """How many cards of a kind there are on the whole table."""
    one = Kinds(t.game.deck, [kind])
    total = 0
    for place in t.places:
        if not place.is_row:
            total = total + place.count(one)
    return total
