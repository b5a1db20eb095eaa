"""What the rulebook of Five Crowns promises, and what an author would want to know of it."""

from referee.verify import always, endless, equal, every, free_of, never, possible, scale, terminates, under

from ._five_crowns_melds import exits, first_difference, first_lost, first_melds, melds, points

ONE_ROUND = {"first": 3, "last": 3}
LARGEST = {"first": 13}
NO_SECOND_STOCK = {"stock-exhausted": "seven-or-more"}
TWELVE_CARDS = {"packs": 1, "suits": ["stars"], "jokers": 1, "first": 3, "last": 3}
"""Three players can be dealt three cards each, and one turned up; four would leave none to turn up."""
BIG = 1 << 20

NO_LAST_DISCARD = [under({"last-turn-discard": value}, players=range(3, 41)) for value in ("no-discard", "optional")]

SCALES = [
    scale([2], suits=["stars"], ranks=["4", "5", "6"], packs=2, jokers=1, first=3, last=3),
    scale([2], suits=["stars"], ranks=["3", "5", "6"], packs=3, jokers=0, first=3, last=3, alternatives=False),
]


# -- packs and hands ------------------------------------------------------------------------------------


@always("F-2")
def a_pack_has_58_cards(t):
    """A pack has five suits of eleven ranks and three jokers, which is 58 cards; two packs make 116."""
    s = t.game.settings
    return t.deck.total == s["packs"] * (len(s["suits"]) * len(s["ranks"]) + s["jokers"])


@always("F-1", "F-2", scaled=False)
def what_is_set_where_nobody_says_otherwise(t):
    """Two packs with three jokers each, and eleven rounds, from three cards to thirteen."""
    usual = {each.name: each.default for each in t.game.parameters}
    return [usual[name] for name in ("packs", "jokers", "first", "last")] == [2, 3, 3, 13]


@always("F-1", "F-2", settings=TWELVE_CARDS, refuted_under=[under({"extra-packs": "optional"}, players=range(9, 41))])
def there_are_cards_for_every_round(t):
    """All hands of every round can be dealt, and a card turned up: with two packs for 8 players at most."""
    return len(t.players) * t.game.last + 1 <= t.deck.total


@always("F-2")
def a_round_is_for_115_by_its_cards(t):
    """With 116 cards a round of r cards can be dealt to 115 / r players, rounded down: 38 at 3, 9 at 12, 8 at 13."""
    return len(t.players) <= (t.deck.total - 1) // t.round


@always("F-2", "F-6")
def no_card_is_lost(t):
    """No card of any kind is lost or doubled."""
    return sum([place.pile for place in t.places]) == t.deck.whole


@always("F-6", "F-7", "F-12")
def a_card_that_is_barred_was_just_put_there(t):
    """That the top of the discard pile may not be taken lasts for one turn: it was put there just before."""
    return not t.top_is_dead or t.top_is_new


@always("F-7", "F-8")
def last_turns_are_of_those_who_have_not_exited(t):
    """While somebody has exited, and only then, there are last turns: the first is the next turn, none an exiter's."""
    if t.outcome is not None:
        return True
    if not t.last_turns:
        return not any(t.exited[player] for player in t.players)
    exited = [player for player in t.players if t.exited[player]]
    return len(exited) > 0 and t.last_turns[0] is t.mover and not any(player in exited for player in t.last_turns)


@always("F-1", "F-6")
def hands_are_full_until_somebody_exits(t):
    """Between turns everybody holds the cards of the round, as long as nobody has exited."""
    hands = (t.hand[player].size == t.round for player in t.players)
    return bool(t.last_turns) or t.outcome is not None or every(t, hands)


@always("F-7", "F-8", refuted_under=[*NO_LAST_DISCARD, under({"extend-melds": "yes"}, players=range(3, 41))])
def a_last_turn_leaves_as_many_cards(t):
    """In the last turns everybody still holds the cards of the round, and whoever has exited none."""
    hands = (t.hand[p].size == (0 if t.exited[p] else t.round) for p in t.players)
    return not t.last_turns or every(t, hands)


@always("F-6", "F-13")
def there_is_a_card_to_draw(t):
    """Whoever has the turn can draw, as long as nobody has exited: stock and pile have a card at least, and if it is
    the only one, as where n × r + 1 cards are all there are, it was put there just before (F-12). With eight players
    and two packs they have twelve."""
    return bool(t.last_turns) or t.outcome is not None or t.game.can_draw(t) or t.game.may_take(t)


# -- exits and scores -----------------------------------------------------------------------------------


@always("F-8")
def everybody_else_has_one_last_turn(t):
    """After an exit those who still have a last turn are named once each, and have not exited themselves."""
    waiting = list(t.last_turns)
    return len(set(waiting)) == len(waiting) and not any(t.exited[player] for player in waiting)


@always("F-8", readings={"last-turn-order": "from-exiter", "second-exit": "no-further-turns",
                         "after-anothers-exit": "lay-down-only"})  # fmt: skip
def last_turns_go_round_to_whoever_exited(t):
    """Those who still have a last turn are all who sit between the player to move and the one who exited, clockwise."""
    if not t.last_turns:
        return True
    order = t.everyone_from(t.mover)
    exiter = [t.exited[player] for player in order].index(True)
    return list(t.last_turns) == list(order[:exiter])


@always("F-7", "F-9", settings=ONE_ROUND)
def whoever_exits_has_no_points(t):
    """A player who exited has no points for the round."""
    return t.outcome is None or all(t.points[player] == 0 for player in t.players if t.exited[player])


@always("F-7", "F-9")
def somebody_has_no_points(t):
    """In every round that is over somebody has exited, and so has no points."""
    return (t.outcome is None and t.round == t.game.first) or min(t.points) == 0


@always("F-10")
def points_are_never_negative(t):
    """Nobody ever has fewer than no points."""
    return min(t.points) >= 0 and all(t.total[player] >= t.points[player] for player in t.players)


@always("F-1", "F-11")
def a_match_has_all_its_rounds(t):
    """No match is over before the last round is, and none goes on after it."""
    return t.game.first <= t.round <= t.game.last and (t.outcome is None or t.round == t.game.last)


@always("F-10", "F-11")
def nothing_costs_more_than_jokers(t):
    """A card costs 50 points at most, and hands have a card more than was dealt at most, or one more for each other
    player where further last turns have no discard: whoever is disqualified pays for so many jokers in each round,
    and no payoff is more."""
    says = t.game.readings
    grows = says["last-turn-discard"] != "discard" and says["second-exit"] == "further-turns"
    more = len(t.players) - 1 if grows else 1
    worst = 50 * sum([dealt + more for dealt in range(t.game.first, t.game.last + 1)])
    is_worst = t.game.forfeit() == worst and t.game.payoff_bounds() == (-worst, worst)
    return is_worst and max(t.points) <= 50 * (t.round + more)


@always("F-11", settings=ONE_ROUND)
def payoffs_sum_to_zero(t):
    """What players win in a match others lose, and only the lowest total wins."""
    over = t.outcome
    if over is None:
        return True
    lowest = min(t.total)
    return sum(over.payoffs) == 0 and all(t.total[t.players[seat]] == lowest for seat in over.winners)


def melded_and_no_exit(t, choice, dealt):
    """Nobody has exited in the round of so many cards, every card is in a meld, and none can be spared for an exit."""
    cards = t.hand[choice.player].pile
    if t.round != dealt or t.last_turns or "exit" in [arm.value for arm in choice.space.arms]:
        return False
    wild = t.game.wild_for(t, cards)
    return t.game.hands.complete(cards, wild) and not t.game.hands.exits(cards, wild)


TRIPLES = {"packs": 3, "suits": ["stars"], "jokers": 0}
"""Of every card three, and no wilds."""
FOUR = ["3", "4", "6", "7"]
SIX, EIGHT = [*FOUR, "9", "10"], [*FOUR, "9", "10", "Q", "K"]
"""Ranks of which no three follow each other, so that only three equal cards are a meld."""


@possible("F-7", "F-8", asked="turn", players=[2], readings={"fully-melded-hand": "no-exit"}, only_there=True,
          settings={**TRIPLES, "first": 5, "last": 5, "ranks": FOUR})  # fmt: skip
def a_melded_hand_cannot_exit(t, choice):
    """All six cards of a hand are in melds, and there is none to discard: two triples in the round of five cards."""
    return melded_and_no_exit(t, choice, 5)


@possible("F-7", "F-8", asked="turn", players=[2], readings={"fully-melded-hand": "no-exit"}, only_there=True,
          settings={**TRIPLES, "first": 8, "last": 8, "ranks": SIX})  # fmt: skip
def three_triples_cannot_exit(t, choice):
    """Three triples of a round of eight cards are all in melds, and there is none to discard."""
    return melded_and_no_exit(t, choice, 8)


@possible("F-7", "F-8", asked="turn", players=[2], readings={"fully-melded-hand": "no-exit"}, only_there=True,
          settings={**TRIPLES, "first": 11, "last": 11, "ranks": EIGHT})  # fmt: skip
def four_triples_cannot_exit(t, choice):
    """Four triples of a round of eleven cards are all in melds, and there is none to discard."""
    return melded_and_no_exit(t, choice, 11)


# -- melds -----------------------------------------------------------------------------------------------
# Hands are drawn, and every choice of their cards is looked at, under each reading that bears on melds.


@equal("F-3", "F-4", "F-5", players=[2], scaled=False, provable=False)
def melds_are_runs_and_families(t):
    """Runs and families are what can be laid down of a hand, and nothing else."""
    return first_difference(t.game, melds)


@equal("F-4", "F-5", "F-7", players=[2], scaled=False, provable=False)
def an_exit_leaves_only_melds(t):
    """A hand exits with each card without which all others can be put into melds, and with no other."""
    return first_difference(t.game, exits)


@equal("F-4", "F-5", "F-7", players=[2], scaled=False, provable=False)
def melds_of_an_exit_leave_only_melds(t):
    """Of a melded hand the melds with its first card can be laid down that leave what can be melded, and no other."""
    return first_difference(t.game, first_melds)


@equal("F-4", "F-5", "F-9", "F-10", players=[2], scaled=False, provable=False)
def no_other_melds_leave_fewer_points(t):
    """What is laid down when a round ends are melds, each card is in one of them at most, and no other choice of melds
    leaves fewer points."""
    return first_difference(t.game, points)


@equal("F-4", "F-5", "F-7", players=[2], scaled=False, provable=False)
def melds_with_a_card_more_can_exit(t):
    """Whoever holds melds and one card more can exit with that card, however large the hand is."""
    return first_lost(t.game)


# -- does it end? ---------------------------------------------------------------------------------------


@endless("F-6", "F-7")
def players_can_go_on_for_ever(t):
    """A round ends when somebody exits; players who take a discard and put it back need never."""


@terminates(
    "F-6", "F-13", settings=ONE_ROUND, readings={**NO_SECOND_STOCK, "no-draw": "round-ends"}, players=range(2, 7)
)
def drawing_from_the_stock_alone_comes_to_an_end(t):
    """Where the discard pile is not used again, a round lasts as many turns as there are cards in the stock, and
    each player's last one, unless somebody takes from the discard pile."""
    dealt = t.deck.total - len(t.players) * t.round - 1
    only_stock = t.turns == dealt - t.stock.size - t.under.size
    return BIG + t.stock.size if only_stock else BIG - t.turns


@possible("F-13", "F-8", players=(4, 6, 8), settings=LARGEST)
def the_stock_is_empty_before_anybody_exits(t):
    """The last card of the stock is drawn in the round of thirteen cards before anybody has exited: after the deal
    it has 63 cards for four players, 37 for six, 24 for seven and 11 for eight."""
    return t.stock.size + t.under.size == 0 and not t.last_turns and t.outcome is None


@always("F-1", "F-6")
def a_match_has_at_most_200_turns_a_round(t):
    """A match is cut off after 200 turns for each of its rounds, since players can go on for ever."""
    return t.game.turn_cap == 200 * (t.game.last - t.game.first + 1)


@always("F-1", players=range(2, 9), scaled=False)
def not_everybody_deals_equally_often(t):
    """Eleven rounds divide by no number of players from 2 to 8: some deal, and their neighbours begin, once more than
    others, and of eight players five do not deal a second time."""
    return (t.game.last - t.game.first + 1) % len(t.players) != 0


# -- the discard pile -----------------------------------------------------------------------------------


@never("F-12", refuted_under=[*NO_LAST_DISCARD, under({"fully-melded-hand": "exit-without-discard"})])
def an_old_wild_is_on_top(t):
    """A wild on top of the discard pile was put there before the last turn, so that F-12 forbids taking it: every
    turn ends with a discard, which covers it."""
    return t.outcome is None and not t.top_is_new and t.game.top_is_wild(t)


@possible("F-12", "F-13", players=(4, 6, 8), settings=LARGEST, readings={"discarded-wilds-recycled": "recycled"})
def a_discarded_wild_comes_back(t):
    """A wild that the next player left lies in the pile which is about to become the stock: whoever draws it then
    has a card that F-12 leaves to one player."""
    again = t.game.recyclable(t) if t.stock.size + t.under.size == 0 else ()
    return any(t.game.hands.is_wild(laid.kind, t.wild) for laid in again)


# -- what the rules run into ----------------------------------------------------------------------------


@free_of("dead end", "F-6", "F-7", "F-13")
def whoever_has_the_turn_can_play(t):
    """The player to move always has something to do."""


@free_of("shortage", "F-2", "F-6", "F-13", refuted_under=[under({"extra-packs": "optional"}, players=[9, 39, 40])])
def cards_that_are_wanted_are_there(t):
    """Whenever cards are dealt, drawn or laid down, they are there."""


@free_of("missing case", "F-6", "F-10", "F-11", settings=ONE_ROUND,
         refuted_under={"number-card-points": ["undefined"], "equal-totals": ["undefined"]})  # fmt: skip
def there_is_a_rule_for_everything(t):
    """Play never comes to a point for which there is no rule."""
