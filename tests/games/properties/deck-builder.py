"""What the rulebook of Provinces promises."""

from referee.verify import all_cards, always, every, free_of, possible


@free_of("dead end", "DB-3", "DB-8", "DB-9")
def whoever_is_asked_can_answer(t):
    """Nobody is ever stuck."""


@free_of("shortage", "DB-2")
def every_card_that_is_drawn_is_there(t):
    """Whoever draws has the cards in his pile."""


@always("DB-2", "DB-9", "DB-10")
def no_card_is_lost(t):
    """All cards are always somewhere."""
    return t.is_exactly(all_cards(t), t.deck.all_kinds, t.deck.whole)


@always("DB-10")
def nothing_is_left_from_the_turn_before(t):
    """Only whose turn it is has played cards."""
    return every(t, (t.played[player].is_empty for player in t.others(t.mover)))


@always("DB-3", "DB-9")
def nobody_owes_coins(t):
    """He has as many as he spends."""
    return t.coins + t.hand[t.mover].worth(t.game.treasure) >= 0


@always("DB-9")
def actions_and_purchases_are_counted(t):
    """Nobody plays or buys more often than he may."""
    return (t.actions >= 0) & (t.purchases >= 0)


@possible("DB-8")
def a_hand_of_three_is_left(t):
    """The militia leaves three cards."""
    return any(t.hand[player].size == 3 for player in t.others(t.mover))
