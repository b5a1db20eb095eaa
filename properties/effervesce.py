"""What the rulebook of Effervesce promises at the end of every turn."""

from referee.kernel import NO_PLAYER, Kinds
from referee.verify import always, every, free_of, never, scale, under

ONE_SHORT = {"joker-from-selection": "one-short", "challenge-and-trade": "also-trade"}
UNEVEN = [under({"challenger-gives-back": "always-two"}), under({"red-joker-passed": "passable"}), under(ONE_SHORT)]
"""Readings under which hands become unequal, and then stocks too small."""


@always("E-20", refuted_under=UNEVEN)
def every_hand_is_complete(t):
    """All hands have their full number of cards after every turn."""
    return every(t, (t.hand[player].size == t.game.full_hand for player in t.players))


@always("E-20", refuted_under=UNEVEN)
def the_stock_is_as_large_as_before(t):
    """The stock has after every turn as many cards as the deal left in it."""
    return t.stock.size == t.game.deck.total - t.game.full_hand * len(t.players)


@always("E-1")
def the_pack_is_complete(t):
    """No card of any kind is lost or doubled."""
    return every(t, (_everywhere(t, kind) == number for kind, number in enumerate(t.game.deck.copies)))


@always("E-1", players=[7], scaled=False)
def seven_leave_a_stock_of_one_card(t):
    """Between seven players the stock is one single card after every turn."""
    return t.stock.size == 1


@free_of("shortage", "E-6", "E-8", "E-13", "E-15", "E-16", "E-18",
         refuted_under=[*UNEVEN, under({"new-cards": "different"}, players=[6, 7])])  # fmt: skip
def every_draw_finds_its_cards(t):
    """Whenever cards are wanted, they are there."""


@free_of("dead end", "E-4", "E-7", "E-10", "E-12", "E-13", "E-15", "E-16", "E-18")
def every_question_can_be_answered(t):
    """Whoever is asked has an answer, also who passes cards with some of the hand set aside."""


@never("E-5", "E-6", "E-10", asked="*")
def doubles_and_a_seven_meet(t, choice):
    """A roll of doubles has a total of seven."""
    return (t.first_die == t.second_die) & (t.total == 7)


@always("E-5", "E-7", asked="set aside")
def a_trade_is_of_three_to_eleven_cards(t, choice):
    """From three to eleven cards are set aside for a trade, as doubles take its place."""
    return (t.total >= 3) & (t.total <= 11)


@always("E-11", asked="*")
def contestants_have_a_card_to_show(t, choice):
    """As long as a challenge is open both contestants hold cards, and every card can be compared."""
    if t.challenger is NO_PLAYER:
        return True
    return every(t, (t.hand[player].size + t.aside[player].size > 0 for player in (t.mover, t.challenger)))


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


SCALES = [
    scale([2], packs=4, suits=["spades"], ranks=["7", "K"], jokers=["black"], hand=4, sides=2),
    scale([2], packs=2, suits=["hearts", "spades"], ranks=["K", "A"], hand=4, sides=2, alternatives=False),
]
