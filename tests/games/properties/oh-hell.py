"""What the rulebook of oh hell promises."""

from oh_hell.rules import Phase
from referee.kernel import NO_SUIT, Kinds
from referee.verify import always, every, free_of, possible, scale


@free_of("dead end", "OH-2", "OH-3", "OH-4")
def whoever_is_asked_can_answer(t):
    """Nobody is ever stuck."""


@free_of("shortage", "OH-1")
def every_card_that_is_wanted_is_there(t):
    """Whenever cards are dealt, they are there."""


@possible("OH-6")
def somebody_scores(t):
    """One can take as many tricks as one said."""
    return t.outcome is not None and max(t.outcome.payoffs) > 0


@always("OH-1", "OH-4")
def no_card_is_lost(t):
    """All cards of the pack are always somewhere."""
    return every(
        t,
        (
            sum(place.count(Kinds(t.game.deck, [kind])) for place in t.places if not place.is_row) == number
            for kind, number in enumerate(t.game.deck.copies)
        ),
    )


@always("OH-4", "OH-5")
def hands_are_of_one_size_between_tricks(t):
    """Everybody plays one card in a trick."""
    return every(t, (t.hand[player].size == t.hand[t.leader].size for player in t.players))


@always("OH-1", "OH-7")
def rounds_are_counted(t):
    """There is a round, and there are no more rounds than were agreed."""
    return (t.round >= 1) & (t.round <= t.game.rounds)


@always("OH-1", "OH-4")
def everybody_holds_what_is_to_be_played(t):
    """While bids are said everybody holds the cards of the round, and when the round is scored none."""
    held = t.hand[t.leader].size
    if t.phase is Phase.PLAY:
        return held > 0
    return held == (t.game.cards(t) if t.phase is Phase.BID else 0)


@always("OH-1")
def there_is_a_trump(t):
    """A suit is turned up."""
    return t.trump is not NO_SUIT


SCALES = [scale([3], rounds=1, ranks=("A", "K"))]
