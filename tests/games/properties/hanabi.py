"""What the rulebook of Hanabi promises."""

from referee.verify import always, every, free_of, possible, scale, terminates


@terminates("HA-3", "HA-4", "HA-5", "HA-6")
def it_ends(t):
    """Each turn spends a hint token, or costs a card of a hand."""
    cards = t.stock.size + sum([t.hand[player].size for player in t.players])
    return (t.game.settings["hints"] + 2) * cards + t.hints.size + t.left_over


@free_of("dead end", "HA-2")
def whoever_has_the_turn_can_do_something(t):
    """Nobody is ever stuck."""


@free_of("shortage", "HA-1", "HA-5")
def every_card_and_token_that_is_wanted_is_there(t):
    """Whatever is moved is there."""


@possible("HA-7", settings={"ranks": 1, "lives": 5})
def fireworks_can_be_let_off(t):
    """Together they can reach something."""
    return t.outcome is not None and t.outcome.payoffs[0] > 0


@possible("HA-5")
def a_card_fits(t):
    """Somebody plays well."""
    return t.fireworks.size > 0


@always("HA-1", "HA-3", "HA-4", "HA-5")
def no_card_is_lost(t):
    """All cards and tokens are always somewhere, and only there."""
    everything = sum([place.pile for place in t.places], start=t.no_cards)
    return t.is_exactly(everything, t.deck.all_kinds, t.deck.whole)


@always("HA-5")
def fireworks_have_no_gap(t):
    """Of each suit there lie the lowest ranks, one card of each."""
    return every(
        t,
        (
            t.fireworks.count(t.deck.where(ranks=[higher], suit=suit))
            <= t.fireworks.count(t.deck.where(ranks=[lower], suit=suit))
            for suit in t.game.suits
            for lower, higher in zip("1234", "2345", strict=True)
        ),
    ) & every(t, (t.fireworks.count(t.deck.where(ranks=["1"], suit=suit)) <= 1 for suit in t.game.suits))


@always("HA-3", "HA-5")
def tokens_lie_where_tokens_lie(t):
    """Hint tokens are there or spent, life tokens there or lost."""
    hints, lives = t.game.hint_tokens, t.game.life_tokens
    return (t.hints.count(hints) + t.spent.count(hints) == t.game.settings["hints"]) & (
        t.lives.count(lives) + t.lost.count(lives) == t.game.settings["lives"]
    )


@always("HA-6", "HA-7")
def it_is_over_when_it_should_be(t):
    """All fireworks, no life, or no more turns; and else it goes on."""
    over = (t.fireworks.size == t.game.goal()) | (t.lives.size == 0) | (t.left_over == 0)
    return over == (t.outcome is not None)


@always("HA-7")
def they_score_their_fireworks(t):
    """All have the points of the fireworks, or none without a life."""
    if t.outcome is None:
        return True
    scored = 0 if t.lives.is_empty and t.reading("no-life") == "nothing" else t.fireworks.size
    return all(payoff == scored for payoff in t.outcome.payoffs)


SCALES = [scale([2], suits=1, ranks=2, hints=1, lives=1, hand=1)]
