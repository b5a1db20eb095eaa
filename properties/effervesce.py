"""What the rulebook of Effervesce promises at the end of every turn."""

from referee.kernel import NO_PLAYER
from referee.verify import all_cards, always, endless, equal, every, free_of, never, scale, some, turns_end, under

ONE_SHORT = {"joker-from-selection": "one-short", "challenge-and-trade": "also-trade"}
UNEVEN = [under({"challenger-gives-back": "always-two"}), under({"red-joker-passed": "passable"}), under(ONE_SHORT)]
"""Readings under which hands become unequal, and then stocks too small."""
EVEN = {
    "challenger-gives-back": "as-many-as-taken",
    "red-joker-passed": "not-passable",
    "challenge-and-trade": "replaced",
}
"""Readings under which they do not."""


@always("E-20", refuted_under=UNEVEN)
def every_hand_is_complete(t):
    """All hands have their full number of cards after every turn, unless somebody has won in the middle of it."""
    if t.outcome is not None:
        return True
    return every(t, (t.hand[player].size == t.game.full_hand for player in t.players))


@always("E-20", refuted_under=UNEVEN)
def the_stock_is_as_large_as_before(t):
    """The stock has after every turn as many cards as the deal left in it."""
    if t.outcome is not None:
        return True
    return t.stock.size == t.game.deck.total - t.game.full_hand * len(t.players)


@always("E-2", readings={"failed-claim": "misses-turn"})
def whoever_misses_a_turn_does_not_have_it(t):
    """A turn that somebody misses is left out, and is not still to be missed when he has one."""
    return t.outcome is not None or t.negate(t.misses_turn[t.mover])


@always("E-1")
def the_pack_is_complete(t):
    """No card of any kind is lost or doubled."""
    return t.is_exactly(all_cards(t), t.deck.all_kinds, t.deck.whole)


# Looks like a defect and is none: whoever draws from that stock has put as many cards into it before.
@always("E-1", players=[7], readings=EVEN, scaled=False)
def seven_leave_a_stock_of_one_card(t):
    """Between seven players the stock is one single card after every turn."""
    return t.stock.size == 1


@free_of("shortage", "E-6", "E-8", "E-9", "E-13", "E-15", "E-16", "E-18",
         refuted_under=[*UNEVEN, under({"new-cards": "different"}, players=[6, 7])])  # fmt: skip
def every_draw_finds_its_cards(t):
    """Whenever cards are wanted, they are there."""


# Between two players the red joker has one user, whoever that is.
@free_of("missing case", "E-15", refuted_under=[under({"red-joker-user": "undefined"}, players=range(3, 8))])
def there_is_a_rule_for_everything(t):
    """Play never comes to a point for which there is no rule."""


SMALL = {"packs": 3, "suits": ("spades", "clubs"), "ranks": ("K", "A"), "hand": 4, "sides": 2}
"""Suits of two cards, which several players complete, or claim, at the same moment."""
OF_WINNERS = ("equal-leftovers", "joker-leftover", "three-winners", "winning-suit-order")


@free_of("missing case", "E-3", "E-18", "E-19", players=[3], settings=SMALL, only_there=True,
         refuted_under=[*(under({slug: "undefined"}) for slug in OF_WINNERS),
                        under({"joker-and-natural": "undefined", "win-check": "end-of-turn"})])  # fmt: skip
def winners_at_the_same_moment_are_told_apart(t):
    """Whoever completes suits at the same moment, there is a rule that says who has won."""


@free_of("missing case", "E-18", players=[3], settings={**SMALL, "packs": 6, "jokers": ("black",)}, only_there=True,
         refuted_under={"second-tie": ["undefined"]})  # fmt: skip
def a_claim_is_decided_when_all_leftovers_have_tied(t):
    """However often the cards shown in a joker claim tie, there is a rule that says who has won."""


@free_of("missing case", "E-18", "E-15", players=[3], settings={**SMALL, "suits": ("hearts", "spades")},
         only_there=True, refuted_under={"red-joker-shown": ["undefined"]})  # fmt: skip
def the_red_joker_shown_in_a_claim_has_a_value(t):
    """Whatever is shown in a joker claim can be compared."""


# Looks like a defect and is none: whoever has set cards aside may be asked for all that he still holds, and can.
@free_of("dead end", "E-4", "E-7", "E-10", "E-12", "E-13", "E-15", "E-16", "E-18")
def every_question_can_be_answered(t):
    """Whoever is asked has an answer, also who passes cards with some of the hand set aside."""


# Looks like a defect and is none: each of them bars challenges, but no two equal dice add up to seven.
@never("E-5", "E-6", "E-10", asked="*")
def doubles_and_a_seven_meet(t, choice):
    """A roll of doubles has a total of seven."""
    return (t.first_die == t.second_die) & (t.total == 7)


SHORT = {"suits": ("hearts", "spades"), "ranks": ("2", "3", "4", "5"), "hand": 6, "sides": 3}
"""Hands of which all but one card may be set aside. Of 15 cards at least four are left, and so enough to pass."""


@always("E-15", "E-20", players=[2], settings=SHORT, only_there=True, provable=False,
        refuted_under={"selected-cards": ["set-aside"]})  # fmt: skip
def short_hands_are_complete(t):
    """Whoever has set aside nearly all of a short hand passes two cards like everybody else, so that all hands have
    their full number of cards again."""
    if t.outcome is not None:
        return True
    return every(t, (t.hand[player].size == t.game.full_hand for player in t.players))


@always("E-5", "E-7", asked="set aside", refuted_under={"doubles-and-trade": ["trade-first", "reshuffle-first"]})
def a_trade_is_of_three_to_eleven_cards(t, choice):
    """From three to eleven cards are set aside for a trade, as doubles take its place."""
    return (t.total >= 3) & (t.total <= 11)


@always("E-11", asked="*")
def contestants_have_a_card_to_show(t, choice):
    """As long as a challenge is open both contestants hold cards, and every card can be compared."""
    if t.challenger is NO_PLAYER:
        return True
    return every(t, (t.hand[player].size + t.aside[player].size > 0 for player in (t.mover, t.challenger)))


@always("E-7", "E-15", "E-16")
def nothing_lies_about_between_turns(t):
    """No card stays set aside, and no joker lies open, when a turn is over and nobody has won."""
    if t.outcome is not None:
        return True
    return every(t, [t.open_joker.size == 0, *(t.aside[player].size == 0 for player in t.players)])


@always("E-5", "E-7", "E-10", "E-16")
def nothing_of_a_trade_outlives_its_turn(t):
    """When a turn is over no dice lie there, no window is open, no joker is late, no card is missing."""
    if t.passes:
        return False
    amounts = (t.first_die, t.second_die, t.given_short)
    flags = (t.cancellable, t.compared, *(t.received_late[player] for player in t.players))
    return every(t, [*(each == 0 for each in amounts), *(t.negate(each) for each in flags)])


# Not proved: it reads who has won, so that no way to win a claim could be left out of the proof.
@always("E-5", "E-11", provable=False)
def nobody_is_in_a_trade_between_turns(t):
    """When a turn is over and nobody has won, nobody is declared and nobody challenges."""
    return all(each is NO_PLAYER for each in (t.declared, t.challenger, t.winner))


@always("E-3")
def nobody_holds_an_unnoticed_suit(t):
    """While play goes on nobody has a full suit of natural cards."""
    if t.outcome is not None:
        return True
    return every(t, (t.negate(t.game.holds_natural_suit(t, player)) for player in t.players))


@equal("E-3", readings={"joker-as-leftover": "leftover"})
def a_full_suit_is_each_of_its_ranks_once(t):
    """A natural suit is as many cards of a suit as it has ranks, and one of each."""
    if t.outcome is not None:
        return None
    found = []
    for player in t.players:
        cards = t.game.hand_of(t, player)
        found.append(some(t, [every(t, full_suit(t, cards, each.kinds)) for each in t.game.suits]))
    return tuple(t.game.holds_natural_suit(t, player) for player in t.players), tuple(found)


def full_suit(t, cards, kinds):
    """That there are as many cards of these kinds as a suit has, and that there is one of each."""
    yield t.count(cards, kinds) == t.game.full
    for kind in kinds.indices:
        yield t.count(cards, t.deck.alone(kind)) == 1


@always("E-14", "E-20", asked="full suit", readings=EVEN)
def both_hands_are_complete_after_a_tie(t, choice):
    """When neither shown card was the higher, and nothing of the trade lies open, both contestants hold full hands."""
    if not t.compared or t.winner is not NO_PLAYER:
        return True
    # Some readings ask in the middle of a trade, too, while cards are set aside or a joker is being played.
    pairs = [(t.hand[player].size, t.aside[player].size) for player in (t.mover, t.challenger)]
    open_still = (t.open_joker.size > 0) | (pairs[0][1] + pairs[1][1] > 0)
    return open_still | every(t, (held == t.game.full_hand for held, _ in pairs))


@always("E-1", scaled=False)
def eight_could_not_be_dealt(t):
    """Eight hands are more cards than there are, 120 of 106: the game is for 7 players at most."""
    return 8 * t.game.full_hand > t.deck.total


@always("E-1", "E-5", scaled=False)
def the_real_game_has_two_packs_hands_of_fifteen_and_six_sides(t):
    """Two packs of 52 with two jokers, fifteen cards in a hand, and dice of six sides."""
    return t.deck.total == 2 * 52 + 2 and t.game.full_hand == 15 and t.game.sides == 6


# Looks like a case that is missing and is none: of a suit there are cards for two.
@always("E-17", "E-19", scaled=False)
def three_winners_have_not_all_the_same_suit(t):
    """Three full suits of one suit are more cards than there are of it: 38 of 26 even if the joker is one."""
    return 3 * t.game.full - 1 > t.game.settings["packs"] * t.game.full


@turns_end("E-2", readings={"turn-after-cancel": "turn-ends"})
def every_turn_ends(t):
    """Every turn comes to its end, whatever is answered."""


# A trade that is declared anew can be cancelled again, if the joker is drawn back from the stock.
@turns_end("E-2", "E-16", players=[3], settings=SMALL, only_there=True,
           refuted_under={"turn-after-cancel": ["declares-anew"]})  # fmt: skip
def cancelling_comes_to_an_end(t):
    """Every turn comes to its end, however often trades are cancelled in it."""


# A hand that is new after a failed claim is examined again at once, and may be claimed as well.
@turns_end("E-3", "E-18", players=[3], settings=SMALL, only_there=True,
           refuted_under={"joker-claim-moment": ["every-check", "automatic"]})  # fmt: skip
def claims_come_to_an_end(t):
    """Every turn comes to its end, also between players who hold joker suits."""


@endless("E-2", "E-6", "E-8")
def play_can_go_on_for_ever(t):
    """Nothing obliges anybody to come nearer to a full suit: the table can be again as it was."""


SCALES = [
    scale([2], packs=5, suits=["hearts", "spades"], ranks=["K"], jokers=["black"], hand=4, sides=2, alternatives=False),
    scale([2], packs=5, suits=["hearts", "spades"], ranks=["K"], jokers=["red"], hand=4, sides=2, alternatives=False),
    scale([3], packs=3, suits=["hearts", "spades"], ranks=["K", "A"], jokers=["black"], hand=4, sides=2,
          alternatives=False, effort=0.03),
]  # fmt: skip
