"""What the rulebook of sealed bids promises."""

from referee.verify import all_cards, always, every, free_of, possible, terminates


@free_of("dead end", "SB-2")
def everybody_can_bid(t):
    """Nothing can be bid too."""


@always("SB-2", "SB-3")
def no_card_is_lost(t):
    """All prizes are always somewhere."""
    return t.is_exactly(all_cards(t), t.deck.all_kinds, t.deck.whole)


@always("SB-3")
def nobody_owes_coins(t):
    """Nobody pays more than he has, and nobody is given any."""
    return every(t, ((t.coins[player] >= 0) & (t.coins[player] <= t.game.settings["coins"]) for player in t.players))


@terminates("SB-2", "SB-5")
def prizes_run_out(t):
    """There are ever fewer prizes in the stock."""
    return t.stock.size


@always("SB-5")
def there_is_a_prize_to_come(t):
    """As long as the game is not over."""
    return t.outcome is not None or t.stock.size >= 1


@possible("SB-4")
def prizes_pile_up(t):
    """After ties several prizes are on offer."""
    return t.offer.size >= 2
