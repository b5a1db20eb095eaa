"""What the rulebook of liar's dice promises."""

from liars_dice.rules import Phase
from referee.kernel import NO_PLAYER
from referee.verify import always, every, free_of, possible, scale, terminates


@terminates("LD-3", "LD-5")
def it_ends(t):
    """A bid is higher than the last one, and every doubt costs a die."""
    dice = t.game.all_dice(t)
    higher = sum([t.bid < bid for bid in t.game.bids])
    return dice * (len(t.game.bids) + 2) + (len(t.game.bids) + 1 if t.phase is Phase.SHAKE else higher)


@free_of("dead end", "LD-3")
def whoever_has_the_turn_can_bid_or_doubt(t):
    """Nobody is ever stuck."""


@possible("LD-7")
def somebody_wins(t):
    """One can be left alone."""
    return t.outcome is not None


@always("LD-1", "LD-5")
def nobody_finds_a_die(t):
    """Dice are lost and never won."""
    return every(t, ((t.held[player] >= 0) & (t.held[player] <= t.game.dice) for player in t.players))


@always("LD-3", "LD-6")
def the_turn_is_of_somebody_with_dice(t):
    """Whoever is out is passed over."""
    return t.held[t.mover] > 0


@always("LD-2", "LD-4")
def everybody_has_his_dice_under_his_cup(t):
    """In a round there lie as many dice as a player has, each showing a face; between rounds none."""
    return all(
        len(t.dice[player]) == (0 if t.phase is Phase.SHAKE else t.held[player])
        and all(1 <= face <= t.game.faces for face in t.dice[player])
        for player in t.players
    )


@always("LD-3")
def a_bid_is_of_no_more_dice_than_there_are(t):
    """Nobody says more than could be."""
    return t.phase is Phase.SHAKE or t.bidder is NO_PLAYER or t.bid.number <= t.game.all_dice(t)


@always("LD-7")
def whoever_is_alone_wins(t):
    """It is over when one player has dice, and he has won."""
    left = tuple([player.seat for player in t.players if t.held[player] > 0])
    return t.outcome.winners == left if t.outcome is not None else len(left) > 1


@always("LD-6")
def a_round_begins_without_a_bid(t):
    """The first of a round doubts nobody; whoever made the last bid has dice."""
    return t.phase is Phase.SHAKE or t.bidder is NO_PLAYER or t.held[t.bidder] > 0


SCALES = [scale([2], dice=2, faces=2), scale([3], dice=1, faces=2)]
