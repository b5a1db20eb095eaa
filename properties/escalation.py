"""What the rulebook of Escalation promises."""

from referee.verify import (
    all_cards,
    always,
    answerable,
    equal,
    every,
    free_of,
    never,
    scale,
    some,
    terminates,
    under,
    what_if,
    winners,
)

NEW_TURN = under({"take-and-lead": "new-turn"})
SMALL = {"hand": 1, "suits": 2, "ranks": ("2", "3", "5", "9", "K")}


def unplayed(t):
    """Cards that can still be played: those of the stock, and of all hands."""
    cards = t.stock.size
    for player in t.players:
        cards = cards + t.hand[player].size
    return cards


@terminates("X-2", "X-3", "X-4", "X-5", readings={"take-and-lead": "same-turn"})
def it_ends_within_the_bound(t):
    """A game is over after as many turns at most as there are cards, less the other players."""
    return unplayed(t) - len(t.players) + (t.game.rounds - t.round) * t.game.deck.total


@terminates("X-2", "X-3", "X-4", "X-5")
def it_ends_also_where_taking_is_a_turn(t):
    """Every turn plays a card, or takes what lies in the middle so that the next one does."""
    taking = t.if_else(t.middle.is_empty, 0, 1)
    return 2 * unplayed(t) + taking + (t.game.rounds - t.round) * 3 * t.game.deck.total


@always("X-7", settings={"rounds": 2})
def no_game_is_cut_short(t):
    """The turns that are left, also where taking is one, are fewer than the cap on turns still allows."""
    taking = t.if_else(t.middle.is_empty, 0, 1)
    left = 2 * unplayed(t) + taking + (t.game.rounds - t.round) * 2 * t.game.deck.total
    return t.turns + left <= t.game.turn_cap


@always("X-7", refuted_under=[NEW_TURN])
def a_turn_plays_a_card(t):
    """After so many turns at least so many cards have left the stock and the hands."""
    return t.deck.total - unplayed(t) >= t.turns


# Looks like a defect and is none: nobody draws but at the end of his own turn, and who is out then has won.
@never("X-7")
def two_hands_are_empty(t):
    """Two players have run out of cards."""
    empty = 0
    for player in t.players:
        empty = empty + t.if_else(t.hand[player].is_empty, 1, 0)
    return (empty >= 2) & (t.outcome is None)


@always("X-7", "X-8")
def there_is_exactly_one_winner(t):
    """Whoever wins wins alone."""
    return t.outcome is None or winners(t) == 1


@always("X-7", "X-8", readings={"empty-hand-early": "refill"})
def nobody_wins_with_cards_to_play(t):
    """When it is over there is no stock, and no card in any hand: the winner has none, the others have counted them."""
    hands = (t.hand[player].is_empty for player in t.players)
    return t.outcome is None or every(t, [t.stock.is_empty, *hands])


@always("X-6", "X-7")
def whoever_goes_on_has_cards(t):
    """While play goes on nobody is without cards."""
    return t.outcome is not None or every(t, (t.hand[player].size >= 1 for player in t.players))


@always("X-1", "X-2", "X-5")
def only_the_first_lead_opens(t):
    """A game is still to be opened as long as nothing has been led in it: no card lies in the middle or was taken."""
    led = [t.negate(t.middle.is_empty), *(t.negate(t.taken[player].is_empty) for player in t.players)]
    return t.outcome is not None or t.opening == t.negate(some(t, led))


@always("X-2", "X-4", readings={"led-special": "no-total"}, settings=SMALL, only_there=True)
def no_total_is_left_under_a_led_special(t):
    """Where a led special makes no total nothing is left of the total before it."""
    return some(t, [t.negate(t.bare), t.total == 0])


@always("X-6")
def no_hand_is_more_than_full(t):
    """Nobody ever holds more cards than a full hand has."""
    return every(t, (t.hand[player].size <= t.game.full_hand for player in t.players))


# Looks like a defect and is none: a second refill, where taking is a turn of its own, has nothing to draw.
@always("X-5", "X-6")
def hands_are_full_as_long_as_there_is_a_stock(t):
    """As long as there is a stock every hand is full when a turn is over."""
    full = every(t, (t.hand[player].size >= t.game.full_hand for player in t.players))
    return t.outcome is not None or some(t, [t.stock.is_empty, full])


@equal("X-4", players=[2])
def between_two_a_three_is_a_two(t):
    """With two players a 3 leaves the same next player, total and options as a 2."""
    me = t.mover

    def after(ranks):
        cards = t.hand[me].only(t.deck.where(ranks=[ranks]))
        return what_if(t, lambda: t.game.pass_through(t, me, cards), lambda: options(t))

    return None if t.outcome is not None else (after("2"), after("3"))


@free_of("dead end", "X-2", "X-5",
         refuted_under={"led-special": ["forbidden"], "last-card-special": ["not-allowed"]})  # fmt: skip
def whoever_has_the_turn_can_play(t):
    """The player to move always has a play."""


@free_of("shortage", "X-1", "X-6", "X-8")
def no_card_is_wanted_that_is_not_there(t):
    """Whenever cards are dealt, drawn, played or taken, they are there."""


# Looks like a defect and is none: nothing ordinary beats that total, but there are specials, and taking.
@never("X-3", asked="turn")
def ordinary_cards_beat_four_aces(t, choice):
    """A set is played on a total of four aces."""
    beats = [answerable(t, space) for arm, space in choice.space.arms.items() if arm.value == "cards"]
    return (t.total >= 56) & some(t, beats)


@always("X-1", scaled=False)
def nine_could_not_be_dealt(t):
    """Nine hands are more cards than there are, 54 of 52: the game is for 8 players at most, and leaves them 4."""
    return 9 * t.game.full_hand > t.deck.total


@free_of("missing case", "X-6", refuted_under={"short-stock": ["undefined"]})
def there_is_a_rule_for_everything(t):
    """Play never comes to a point for which there is no rule."""


@always("X-1")
def the_pack_is_complete(t):
    """No card of any kind is lost or doubled."""
    return t.is_exactly(all_cards(t), t.deck.all_kinds, t.deck.whole)


@always("X-8")
def money_is_conserved(t):
    """What the players have won and lost adds up to nothing, without any bank."""
    total = 0
    for player in t.players:
        total = total + t.balance(player)
    return total == 0


@always("X-8", settings={"rounds": 3})
def nobody_pays_for_more_cards_than_there_are(t):
    """All games together cost nobody more than whoever forfeits the match, and what is won is within the bounds."""
    least, most = t.game.payoff_bounds()
    paid = [t.balance(player) for player in t.players]
    return every(t, [(each >= max(least, -t.game.forfeit())) & (each <= most) for each in paid])


def options(t):
    """Who is next, and what he has to choose from."""
    return (t.mover, t.total, t.bare, t.hand[t.mover].pile, t.stock.size)


SCALES = [
    scale([2], hand=2, suits=2, ranks=("2", "3", "5", "9")),
    scale([3], hand=1, suits=1, ranks=("2", "3", "5", "9", "K")),
]
