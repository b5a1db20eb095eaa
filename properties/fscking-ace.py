"""What the rulebook of Fscking Ace promises at the end of every turn."""

from fractions import Fraction

from referee.verify import all_cards, always, every, free_of, possible, scale, terminates

ONE_ROUND = {"rounds": 1}
AGREED = {"match-end": "agreed-rounds"}
BY_THE_RULEBOOK = {
    **AGREED, "spade-wipes": "this-turn", "kept-two-of-spades": "marker", "red-two-scope": "all-regular",
    "doubling-time": "final-tally", "doublers-reach": "owner", "losers-own-cards": "ignored",
    "doubled-losses": "everything", "several-twos-of-spades": "compound", "bonus-payer": "loser",
    "loser-on-top": "nobody", "loser-tied": "others-share-all", "nobody-scored": "non-losers",
    "uneven-shares": "exact", "bonus-count": "all-players",
}  # fmt: skip
MANY_TWOS = {"rounds": 1, "packs": 3, "ranks": ["2", "3", "4"], "spades": ["A", "2", "7"]}
"""Cards of which many are twos: random play scores three red twos, or three 2♣, every few rounds."""


@always("A-1", scaled=False)
def a_pack_of_48_and_47_more_for_each_further_one(t):
    """Up to five players use one pack of 48 cards; every five more add another one without its ace of spades, and
    without its 2♦, 2♣ and 2♥, or all four twos, where these are taken out: two packs have 95, 92 or 91 cards."""
    packs, twos = (len(t.players) - 1) // 5 + 1, t.game.readings["extra-twos"]
    more = {"none": 47, "all-but-spades": 44, "all": 43}[twos]
    return t.game.deck.total == 48 + (packs - 1) * more


@always("A-1", scaled=False)
def at_least_three_play(t):
    """Nobody plays alone against one other: there are three players or more."""
    return len(t.players) >= 3


@always("A-1", "A-11", scaled=False)
def what_is_set_where_nobody_says_otherwise(t):
    """Three rounds, and as many packs as A-1 gives."""
    usual = {each.name: each.default for each in t.game.parameters}
    return usual["rounds"] == 3 and usual["packs"] == 0


@always("A-1")
def no_card_is_lost(t):
    """No card of any kind is lost or doubled."""
    return t.is_exactly(all_cards(t), t.deck.all_kinds, t.deck.whole)


@always("A-3", "A-6")
def the_ace_is_in_the_pack_between_turns(t):
    """While play goes on the ace of spades is in the pack: it is never empty when a card has to be turned up."""
    return t.pack.count(t.game.ace) == (1 if t.outcome is None else 0)


@always("A-4")
def nothing_is_left_turned_up_between_turns(t):
    """After every turn the cards turned up in it have been scored, kept or discarded."""
    return t.turned.size == 0


@always("A-8", "A-9", refuted_under={"bonus-payer": ["bank"]})
def payments_sum_to_zero(t):
    """What some players have won the others have lost."""
    return t.money[-1] == 0


@always("A-8", "A-7", "A-9", scaled=False,
        readings={"kept-two-of-spades": "marker", "extra-twos": "none", "uneven-shares": "exact"})  # fmt: skip
def the_worst_that_a_round_can_cost(t):
    """With m packs and N players a round costs nobody more than 2^m times the sum of 39m × 4^m, 15m × 2^m, N - 1 and
    5N dollars, as one other player has scored all cards and the loser kept every 2♠: 406 for three players."""
    packs, players = t.game.packs, len(t.players)
    cards = 39 * packs * 4**packs + 15 * packs * 2**packs
    return t.game.worst_loss() == 2**packs * (cards + players - 1 + 5 * players)


@always("A-8", "A-9", provable=False)  # Z3 gives up on two payments that are doubled by so many twos each
def nobody_loses_more_than_that(t):
    """Nobody has lost more than that for each round that is over."""
    over = t.round - (1 if t.outcome is None else 0)
    return every(t, (t.balance(player) >= -t.game.worst_loss() * over for player in t.players))


@always("A-8", "A-11", provable=False)
def nobody_can_owe_more_than_the_match_allows(t):
    """What a player forfeits, and what a match can bring or cost, is the worst of every round: no payoff is more."""
    worst, rounds = t.game.worst_loss(), t.game.rounds
    bounds = t.game.payoff_bounds()
    return t.game.forfeit() == rounds * worst and bounds in (None, (-rounds * worst, rounds * worst))


@always("A-7", "A-8", "A-9", readings=BY_THE_RULEBOOK, settings=MANY_TWOS, only_there=True, provable=False)
def a_round_costs_what_clauses_say(t):
    """Each other player has from the loser a dollar, the value of his cards (2^k for k twos), and a share of five
    dollars a player if nobody has more cards; all of it doubled by each 2♠ that the loser kept."""
    if t.outcome is None or t.game.rounds > 1:
        return True
    loser, others = t.mover, t.others(t.mover)
    cards = {player: t.scored[player].size for player in t.players}
    most = max(cards[player] for player in others)
    best = [player for player in others if cards[player] == most >= cards[loser]]
    twice = 2 ** t.kept[loser].size
    for player in others:
        scored = t.scored[player]
        jokers = scored.count(t.deck.where(ranks=["Jo5"])), scored.count(t.deck.where(ranks=["Jo10"]))
        regular = (scored.size - sum(jokers)) * 2 ** scored.count(t.game.red_twos)
        value = regular + (5 * jokers[0] + 10 * jokers[1]) * 2 ** scored.count(t.game.two_of_clubs)
        share = Fraction(5 * len(t.players), len(best)) if player in best else 0
        if t.balance(player) != twice * (value + 1 + share):
            return False
    return True


@always("A-5")
def only_twos_of_spades_are_kept(t):
    """Nothing but 2♠ is kept by anybody, and no spade is ever scored; none lies among the cards of a turn that goes
    on, as a proof has to know of each further card."""
    kept = [t.kept[player].size == t.kept[player].count(t.game.two_of_spades) for player in t.players]
    scored = [t.scored[player].count(t.game.spades) == 0 for player in t.players]
    return every(t, [*kept, *scored, t.turned.count(t.game.spades) == 0])


@always("A-5", "A-8")
def a_single_pack_has_one_two_of_spades(t):
    """With one pack (up to five players) at most one 2♠ is kept: what several of them do (A-8) begins to matter with
    six players."""
    return t.game.packs > 1 or sum([t.kept[player].size for player in t.players]) <= 1


@always("A-11", readings=AGREED)
def no_more_rounds_than_agreed(t):
    """A match has as many rounds as were agreed, neither more nor fewer."""
    return t.round <= t.game.rounds if t.outcome is None else t.round == t.game.rounds


@terminates("A-3", "A-4", "A-6", readings=AGREED)
def a_round_ends(t):
    """Every turn takes a card from the pack and puts none back, and the ace ends the round: a match has no more
    turns than its packs have cards."""
    return t.pack.size + (t.game.rounds - t.round) * t.deck.total


@always("A-3", "A-11", readings=AGREED)
def a_match_is_not_cut_off(t):
    """The turn cap is as high as the bound on the turns of a match, so that it never ends one."""
    return t.game.turn_cap == t.game.rounds * t.deck.total


@free_of("shortage", "A-3", "A-6")
def the_pack_does_not_run_out(t):
    """Whenever a card has to be turned up there is one."""


@free_of("dead end", "A-3", "A-10")
def whoever_has_the_turn_can_play(t):
    """The player to move always has something to do."""


@free_of("missing case", "A-11", refuted_under={"match-end": ["undefined"]})
def there_is_a_rule_for_everything(t):
    """Play never comes to a point for which there is no rule."""


# -- what can come about --------------------------------------------------------------------------------


@possible("A-9", players=[4], readings={"uneven-shares": "exact", **AGREED}, settings=ONE_ROUND)
def a_share_is_no_whole_number_of_cents(t):
    """So many players are tied that their share cannot be paid in cents: among four players three, each with 20/3
    of a dollar. Among three or six players every share is a whole number of cents."""
    return t.outcome is not None and any((Fraction(amount) * 100).denominator > 1 for amount in t.money)


@possible("A-9", players=[3], readings={"uneven-shares": "exact", **AGREED}, settings=ONE_ROUND)
def a_share_is_no_whole_number_of_dollars(t):
    """Two of three players are tied, and each gets 15/2 dollars. Where a dollar is played for as a cent, as it is
    among people who would rather not lose 400 of them, no coin pays that."""
    return t.outcome is not None and any(Fraction(amount).denominator > 1 for amount in t.money)


@possible("A-9", players=[3], readings=AGREED, settings=ONE_ROUND)
def the_loser_has_the_most_cards(t):
    """The loser alone has scored the most cards: their owner should have the bonus, and is to pay it."""
    others = [t.scored[player].size for player in t.players if player is not t.mover]
    return t.outcome is not None and t.scored[t.mover].size > max(others)


@possible("A-9", players=[3], readings=AGREED, settings=ONE_ROUND)
def the_loser_is_tied_for_the_most_cards(t):
    """The loser has as many scored cards as the best of the others, and more than none."""
    others = [t.scored[player].size for player in t.players if player is not t.mover]
    return t.outcome is not None and t.scored[t.mover].size == max(others) > 0


@possible("A-6", "A-9", players=[3], readings=AGREED, settings=ONE_ROUND)
def nobody_has_scored(t):
    """The ace comes before anybody has scored a card, and the bonus is for the most of none."""
    return t.outcome is not None and all(t.scored[player].size == 0 for player in t.players)


@possible("A-8", players=[3], readings=AGREED, settings=ONE_ROUND)
def the_loser_has_kept_a_two_of_spades(t):
    """The losses are doubled, the bonus with them."""
    return t.outcome is not None and t.kept[t.mover].size > 0


@possible("A-8", players=[3], readings={**AGREED, "extra-twos": "none", "bonus-payer": "loser"},
          settings={"rounds": 1, "packs": 3, "spades": ["A", "2"]})  # fmt: skip
def the_loser_has_kept_two_of_them(t):
    """With more than one pack a loser can have kept two 2 of spades."""
    return t.outcome is not None and t.kept[t.mover].size > 1


FIVE_CARDS = {"rounds": 1, "suits": ["hearts"], "ranks": ["2"], "spades": ["A", "2", "7"], "jokers": ["Jo5"]}


@possible("A-8", "A-9", players=[3], readings={**AGREED, "kept-two-of-spades": "marker"}, settings=FIVE_CARDS)
def the_worst_comes_about(t):
    """Somebody loses the worst that a round can cost: one other player has scored all that can be scored, and the
    loser has kept every 2 of spades. With these five cards it is 48 dollars, with a whole pack 406."""
    worst = -t.game.worst_loss()
    return t.outcome is not None and any(t.balance(player) == worst for player in t.players)


@possible("A-3", "A-6", players=[3], readings=AGREED, settings={"rounds": 1, "ranks": ["2", "3"]})
def whoever_is_next_must_lose(t):
    """Nothing but the ace is left when a turn begins: its player has to turn it up and has no choice."""
    return t.outcome is None and t.pack.size == 1


@possible("A-5", "A-10", players=[3])
def play_goes_counterclockwise(t):
    """A 7 of spades has reversed the direction."""
    return t.outcome is None and t.direction.value < 0


SCALES = [scale([3], rounds=1, packs=1, suits=["hearts"], ranks=["2", "3"], spades=["A", "2"], jokers=["Jo5"])]
