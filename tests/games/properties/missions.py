"""What the rulebook of Missions promises."""

from referee.verify import all_cards, always, every, free_of, possible, terminates


@always("M-1", "M-6")
def no_card_is_lost(t):
    """All roles and all mission cards are always somewhere."""
    return t.is_exactly(all_cards(t), t.deck.all_kinds, t.deck.whole)


@always("M-1")
def everybody_has_one_role(t):
    """Every player has one card as a role, and it is a role."""
    return every(t, ((t.role[p].size == 1) & (t.role[p].count(t.game.mission_cards) == 0) for p in t.players))


@always("M-6")
def mission_cards_go_back(t):
    """Between turns all mission cards lie in the supply or are shown."""
    return t.is_exactly(t.supply.pile + t.shown.pile, t.game.mission_cards, t.game.all_mission_cards)


@always("M-4")
def everybody_has_two_ballots(t):
    """Every player has a ballot for and one against, in the hand or laid."""
    return every(
        t, (t.is_exactly(t.ballot[p].pile + t.vote[p].pile, t.deck.all_kinds, t.game.two_ballots) for p in t.players)
    )


@always("M-5", "M-8")
def counts_are_below_the_end(t):
    """While play goes on, no side has what it needs to win."""
    if t.outcome is not None:
        return True
    return (
        (t.succeeded >= 0)
        & (t.failed >= 0)
        & (t.rejected >= 0)
        & (t.succeeded < t.game.to_win)
        & (t.failed < t.game.to_win)
        & (t.rejected < 5)
    )


@free_of("dead end", "M-3", "M-6")
def nobody_is_stuck(t):
    """There is always a team to propose and a card to play."""


@free_of("shortage", "M-6")
def there_are_cards_enough(t):
    """The supply has a success and a fail for everybody of a team."""


@terminates("M-5", "M-8")
def it_ends(t):
    """Every turn brings the end nearer."""
    return 6 * (2 * t.game.to_win - t.succeeded - t.failed) - t.rejected


@possible("M-8")
def spies_can_win(t):
    """The spies can win by missions."""
    return t.outcome is not None and t.outcome.reason == "missions failed"


@possible("M-8")
def the_loyal_can_win(t):
    """The loyal can win."""
    return t.outcome is not None and t.outcome.reason == "missions succeeded"
