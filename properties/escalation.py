"""What the rulebook of Escalation promises."""

from referee.kernel import Kinds
from referee.verify import always, every, free_of, never, terminates, under

NEW_TURN = under({"take-and-lead": "new-turn"})


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


@always("X-7", refuted_under=[NEW_TURN])
def a_turn_plays_a_card(t):
    """After so many turns at least so many cards have left the stock and the hands."""
    return t.deck.total - unplayed(t) >= t.turns


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
    return t.outcome is None or len(t.outcome.winners) == 1


@free_of("dead end", "X-2", "X-5",
         refuted_under={"led-special": ["forbidden"], "last-card-special": ["not-allowed"]})  # fmt: skip
def whoever_has_the_turn_can_play(t):
    """The player to move always has a play."""


@free_of("shortage", "X-1", "X-6", "X-8")
def no_card_is_wanted_that_is_not_there(t):
    """Whenever cards are dealt, drawn, played or taken, they are there."""


@never("X-3", asked="turn")
def ordinary_cards_beat_four_aces(t, choice):
    """A set is played on a total of four aces."""
    beats = [space.exists() for arm, space in choice.space.arms.items() if arm.value == "cards"]
    return t.total >= 56 and any(beats)


@always("X-1")
def the_pack_is_complete(t):
    """No card of any kind is lost or doubled."""
    return every(t, (_everywhere(t, kind) == number for kind, number in enumerate(t.game.deck.copies)))


@always("X-8")
def money_is_conserved(t):
    """What the players have won and lost adds up to nothing, without any bank."""
    total = 0
    for player in t.players:
        total = total + t.balance(player)
    return total == 0


def _everywhere(t, kind):
    """How many cards of a kind there are on the whole table."""
    one = Kinds(t.game.deck, [kind])
    total = 0
    for place in t.places:
        if not place.is_row:
            total = total + place.count(one)
    return total
