"""What the rulebook of Fscking Ace promises at the end of every turn."""

from referee.verify import all_cards, always, every, scale


@always("A-1", scaled=False, refuted_under={"extra-twos": ["all-but-spades", "all"]})
def a_pack_of_48_and_47_more_for_each_further_one(t):
    """Up to five players use one pack of 48 cards; every five more add another one without its ace of spades."""
    return t.game.deck.total == 47 * ((len(t.players) - 1) // 5 + 1) + 1


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


@always("A-5")
def only_twos_of_spades_are_kept(t):
    """Nothing but 2♠ is kept by anybody, and no spade is ever scored."""
    kept = (t.kept[player].size == t.kept[player].count(t.game.two_of_spades) for player in t.players)
    return every(t, [*kept, *(t.scored[player].count(t.game.spades) == 0 for player in t.players)])


SCALES = [scale([3], rounds=1, packs=1, suits=["hearts"], ranks=["2", "3"], spades=["A", "2"], jokers=["Jo5"])]
