"""What the rulebook of Spades promises."""

from referee.verify import all_cards, always, every, free_of, possible, scale, some, terminates

NO_WAY = {"only-spades": ["may-not"]}


@always("S-1", "S-5")
def no_card_is_lost(t):
    """Every card of the pack is somewhere, and there once."""
    return t.is_exactly(all_cards(t), t.deck.all_kinds, t.deck.whole)


@free_of("dead end", "S-2", "S-3", "S-4", refuted_under=NO_WAY)
def nobody_is_stuck(t):
    """Whoever has to bid, lead or follow can do so."""


@free_of("shortage", "S-1")
def every_card_that_is_wanted_is_there(t):
    """Whenever cards are dealt, they are there."""


@terminates("S-5", "S-9", "S-10")
def it_ends(t):
    """Every turn brings the end nearer."""
    rest = (t.game.deals - t.deal_number) * (t.game.full_hand + 1)
    return rest + t.hand[t.mover].size + (1 if t.phase.value == "bidding" else 0)


@always("S-1", "S-4")
def all_hands_are_of_one_size(t):
    """Between tricks everybody holds as many cards as everybody else."""
    return every(t, (t.hand[player].size == t.hand[t.mover].size for player in t.players))


@always("S-4", "S-5")
def a_trick_is_left(t):
    """While play goes on, not all tricks are taken."""
    return (_taken(t) < t.game.full_hand) if t.outcome is None else True


@always("S-9", "S-10")
def deals_are_counted(t):
    """There are no more deals than are played."""
    return (t.deal_number >= 1) & (t.deal_number <= t.game.deals)


@always("S-5")
def no_card_is_left_lying(t):
    """Between tricks no card lies before a player."""
    return every(t, (t.played[player].is_empty for player in t.players))


@always("S-5")
def each_trick_is_taken_by_somebody(t):
    """The tricks of all, and the cards that each still holds, are the cards that each was dealt."""
    return _taken(t) + t.hand[t.mover].size == t.game.full_hand


@always("S-2", "S-5")
def bids_and_tricks_are_numbers_of_cards(t):
    """Nobody bids or has taken less than no trick, or bids more tricks than there are."""
    return every(
        t, ((t.tricks[each] >= 0) & (t.bid[each] >= 0) & (t.bid[each] <= t.game.full_hand) for each in t.players)
    )


@always("S-6", "S-7", "S-8")
def partners_have_one_score(t):
    """Partners have the same points and the same bags."""
    return every(
        t,
        (
            (t.score[player] == t.score[partner]) & (t.bags[player] == t.bags[partner])
            for player in t.players
            for partner in t.partners(player)
        ),
    )


@always("S-8")
def fewer_than_ten_bags(t):
    """Nobody has ten bags after they were counted."""
    return every(t, ((t.bags[player] >= 0) & (t.bags[player] < 10) for player in t.players))


@always("S-4", asked="follow")
def suit_is_followed(t, choice):
    """Whoever holds a card of the suit that was led may play no other."""
    led = t.deck.where(suit=t.led)
    offered = choice.space.pile
    return (t.count(offered, led) == t.size(offered)) | (t.hand[choice.player].count(led) == 0)


@always("S-3", asked="lead")
def no_spade_is_led_before_they_are_broken(t, choice):
    """Before spades are broken nobody who has another card may lead one."""
    hand = t.hand[choice.player]
    spades = t.game.spades
    return t.broken | (t.count(choice.space.pile, spades) == 0) | (hand.count(spades) == hand.size)


@possible("S-7", settings={"deals": 1, "hand": 2})
def a_team_makes_two_nils(t):
    """Both partners of a team can bid nil and take no trick."""
    if t.outcome is None:
        return False
    return some(t, (every(t, (t.bid[each] + t.tricks[each] == 0 for each in t.team(player))) for player in t.players))


def _taken(t):
    taken = 0
    for player in t.players:
        taken = taken + t.tricks[player]
    return taken


SCALES = [scale([4], hand=1, ranks=("A",), deals=1)]
"""A game that is small enough to be explored exhaustively."""
