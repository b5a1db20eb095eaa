"""What the rulebook of hold'em promises."""

from holdem.rules import Phase, Round
from referee.kernel import Kinds
from referee.verify import always, every, free_of, possible, scale, some, terminates


def won(t, player):
    """What of the pots a player has been paid."""
    return t.chips[player] + t.put[player] - t.brought[player]


@terminates("TH-5", "TH-7", "TH-12")
def it_ends(t):
    """Who raises has fewer chips, who folds is out, who calls has acted; every pot is smaller than all before."""
    pots = sum([t.if_else(t.put[player] > t.paid_up_to, 1, 0) for player in t.players])
    if t.phase is Phase.PAY:
        return pots
    if t.phase is Phase.SHOW:
        return t.game.players + 1
    rounds = (Round.RIVER, Round.FOURTH_STREET, Round.FLOP, Round.PREFLOP).index(t.round)
    to_act = sum([t.if_else(t.folded[player], 0, 1) + t.if_else(t.acted[player], 0, 1) for player in t.players])
    return (rounds + sum([t.chips[player] for player in t.players]) + 1) * (t.game.players + 2) + to_act


@free_of("dead end", "TH-4", "TH-5")
def whoever_has_the_turn_can_act(t):
    """Nobody is ever stuck."""


@free_of("shortage", "TH-2", "TH-3", "TH-8")
def every_card_and_chip_is_there(t):
    """Nobody puts in chips that he does not have, and cards suffice."""


@possible("TH-12", players=[3, 4, 5, 6])
def there_is_a_side_pot(t):
    """When the first pot is paid there is another one, which two players can win."""
    can_win = [t.negate(t.folded[player]) & (t.put[player] > t.paid_up_to) for player in t.players]
    return (t.paid_up_to > 0) & (sum([t.if_else(each, 1, 0) for each in can_win]) >= 2)


@always("TH-2", "TH-8", "TH-10")
def no_card_is_lost(t):
    """All cards of the pack are always somewhere."""
    return every(
        t,
        (
            sum(place.count(Kinds(t.game.deck, [kind])) for place in t.places) == number
            for kind, number in enumerate(t.game.deck.copies)
        ),
    )


@always("TH-2", "TH-8")
def all_have_their_hands_and_the_board_its_cards(t):
    """Everybody has his hand, on the table in the end, and as many cards lie open as the round has."""
    flop = t.game.new_cards[Round.FLOP]
    board = {Round.PREFLOP: 0, Round.FLOP: flop, Round.FOURTH_STREET: flop + 1, Round.RIVER: flop + 2}[t.round]
    hands = (t.hand[player].size + t.shown[player].size == t.game.cards_in_hand for player in t.players)
    return (t.board.size == board) & every(t, hands)


@always("TH-3", "TH-12", "TH-14")
def no_chip_is_lost(t):
    """What all have and what is in the pots is what they have brought."""
    in_pots = sum([t.max0(t.put[player] - t.paid_up_to) for player in t.players])
    return in_pots + sum([t.chips[player] for player in t.players]) == sum([t.brought[player] for player in t.players])


@always("TH-3", "TH-4")
def nobody_has_fewer_chips_than_none(t):
    """Whoever has too few is all in; before pots are paid everybody has brought what he has and has put in."""
    whole = (
        (t.chips[player] >= 0)
        & (t.put[player] >= 0)
        & (won(t, player) >= 0 if t.phase is Phase.PAY else won(t, player) == 0)
        for player in t.players
    )
    return every(t, whole)


@always("TH-12")
def pots_are_paid_when_all_is_bet(t):
    """Nothing is paid before, and no more than was put in."""
    if t.phase is not Phase.PAY:
        return t.paid_up_to == 0
    return (t.paid_up_to >= 0) & (t.paid_up_to <= t.game.most_put(t))


@always("TH-12")
def nobody_wins_more_of_another_than_he_has_put_in(t):
    """What a player is paid is no more than all together have put in, each as far as he has himself."""
    return every(
        t,
        (
            won(t, player)
            <= sum([t.lesser(t.put[player], t.lesser(t.put[other], t.paid_up_to)) for other in t.players])
            for player in t.players
        ),
    )


@always("TH-4", "TH-12")
def whoever_has_put_in_most_has_not_folded(t):
    """So every pot has somebody who can win it."""
    most = t.game.most_put(t)
    return some(t, (t.negate(t.folded[player]) & (t.put[player] == most) for player in t.players))


@always("TH-12")
def every_pot_goes_to_the_best_hand_in_it(t):
    """Whoever has folded, or meets a better hand that has put in as much as he, wins nothing."""
    return every(
        t,
        (
            t.negate(better_than(t, player, other)) | (won(t, player) == 0)
            for player in t.players
            for other in t.players
            if other is not player
        ),
    )


def better_than(t, player, other):
    """Whether the other one wins every pot in which the player is."""
    is_better = t.negate(t.folded[other]) & (t.put[other] >= t.put[player]) & (t.strength[other] > t.strength[player])
    return t.folded[player] | is_better


@always("TH-7")
def the_turn_is_of_somebody_who_has_to_act(t):
    """Whoever has folded, is all in, or has answered, is passed over."""
    if t.phase is not Phase.BET:
        return True
    asked = t.negate(t.acted[t.mover]) | (t.put[t.mover] < t.game.most_put(t))
    return (t.chips[t.mover] > 0) & t.negate(t.folded[t.mover]) & asked


@always("TH-8", "TH-10")
def cards_are_laid_open_until_the_river(t):
    """After the river hands are shown, and never before."""
    if t.phase is Phase.DEAL:
        return t.round is not Round.RIVER
    return t.phase is not Phase.SHOW or t.round is Round.RIVER


@always("TH-14")
def whoever_has_won_most_wins(t):
    """It is over when all pots are paid."""
    if t.outcome is None:
        return True
    return (t.phase is Phase.PAY) & (t.paid_up_to == t.game.most_put(t))


SMALL = {"chips": 2, "more": 1, "hand": 1, "flop": 1}
SCALES = [scale([2], **SMALL, ranks=("A", "K")), scale([3], **SMALL, ranks=("A", "K"))]
