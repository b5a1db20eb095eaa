"""What the rulebook of Love letter promises."""

from referee.verify import all_cards, always, every, free_of, possible


@free_of("dead end", "LL-2", "LL-3", "LL-7")
def whoever_is_asked_can_answer(t):
    """Nobody is ever stuck."""


@free_of("shortage", "LL-2", "LL-7")
def every_card_that_is_drawn_is_there(t):
    """Whoever draws finds a card."""


@always("LL-1", "LL-2")
def no_card_is_lost(t):
    """All cards are always somewhere."""
    return t.is_exactly(all_cards(t), t.deck.all_kinds, t.deck.whole)


@always("LL-2", "LL-10")
def everybody_who_is_in_holds_a_card(t):
    """One card each between turns, and none for whoever is out."""
    return t.outcome is not None or every(
        t, (t.hand[player].size == t.if_else(t.out[player], 0, 1) for player in t.players)
    )


@always("LL-2")
def whose_turn_it_is_can_draw(t):
    """He is not out, and there is a card."""
    return t.outcome is not None or (t.negate(t.out[t.mover]) & (t.stock.size >= 1))


@always("LL-1", "LL-7", "LL-12")
def a_card_is_laid_aside(t):
    """Nobody takes it before the round ends."""
    return t.outcome is not None or (t.aside.size == 1)


@always("LL-2", "LL-12")
def two_are_left(t):
    """A round goes on as long as there are two."""
    return t.outcome is not None or (sum([t.if_else(t.out[player], 0, 1) for player in t.players]) >= 2)


@possible("LL-10")
def somebody_holds_the_princess_to_the_end(t):
    """She can win."""
    return t.outcome is not None and any(t.hand[player].holds(t.game.princess) for player in t.players)
