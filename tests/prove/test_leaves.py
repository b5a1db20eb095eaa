"""Questions that leave something open: enough for what holds whatever the cards are, and never enough for more."""

from __future__ import annotations

import pytest

from referee.games.effervesce.rules import Effervesce
from referee.kernel.errors import Broken
from referee.verify.prove.algebra import SymbolicAlgebra
from referee.verify.prove.boundary import lazy_class
from referee.verify.prove.paths import Interned, Obligation, Path
from referee.verify.prove.smt_query import Relaxation, SmtQuery
from referee.verify.prove.solve import Prover
from referee.verify.prove.terms import both, negate


class NoneIsHighEnough(Effervesce):
    """Wrong: the greatest is looked for from 50 on, and a hand may have no such card."""

    @staticmethod
    def highest_of(t, of, amounts):
        best = 50
        for player, truth in of.items():
            best = t.greater(best, t.if_else(truth, amounts[player], -1))
        return {player: truth & (amounts[player] == best) for player, truth in of.items()}


class OneIsForgotten(Effervesce):
    """Wrong: the last one is not looked at, and may be alone."""

    @staticmethod
    def highest_of(t, of, amounts):
        best = -1
        for player, truth in list(of.items())[:-1]:
            best = t.greater(best, t.if_else(truth, amounts[player], -1))
        return {player: truth & (amounts[player] == best) for player, truth in of.items()}


def someone_is_highest(kind, players):
    """The obligation that somebody shares a win, where hands of unknown cards are compared card by card."""
    game = kind(players)
    path = Path(game.deck, [], Interned(), {}, "")
    table = lazy_class(game, None)(game, SymbolicAlgebra(path))
    hands = {player: path.new_pile("hand", game.full_hand, None) for player in table.players}
    path.partitions.append((*hands.values(), path.new_pile("stock", game.deck.total - 15 * players, None)))
    holders = {player: game.is_natural_suit(table, hand, game.suits[0]) for player, hand in hands.items()}
    order = game.rankings["as-in-challenge", "lowest"]
    best = game.highest_of(table, holders, {p: table.highest(hand, order.card) for p, hand in hands.items()})
    best = game.highest_of(table, best, {p: table.worth(hand, order.whole) for p, hand in hands.items()})
    path.conditions.append(game.anybody(holders))
    truth = game.number_of(table, best) >= 1
    return path, Obligation(truth, Broken.RAISED, "a share of nothing", ("?",), 1, 0, 0, 1)


@pytest.mark.parametrize("players", [2, 7])
def test_somebody_shares_a_win_whatever_the_cards_are(players):
    path, owed = someone_is_highest(Effervesce, players)
    prover = Prover()
    assert prover.decide(path, owed, roughly=True).proved
    assert prover.queries <= 4


@pytest.mark.parametrize("kind", [NoneIsHighEnough, OneIsForgotten])
def test_a_comparison_that_nobody_may_win_is_not_proved(kind):
    path, owed = someone_is_highest(kind, 2)
    assert not Prover().decide(path, owed, roughly=True).proved


def asked(path, truth, leaves):
    question = SmtQuery(path, path.partitions, leaves=leaves)
    question.put(truth, [])
    return question.answer(numbers=False).proved


def test_what_hangs_on_the_cards_needs_to_be_told_of_them():
    game = Effervesce(2)
    path = Path(game.deck, [], Interned(), {}, "")
    table = lazy_class(game, None)(game, SymbolicAlgebra(path))
    hand = path.new_pile("hand", game.full_hand, None)
    path.partitions.append((hand, path.new_pile("stock", game.deck.total - game.full_hand, None)))
    order = game.rankings["as-in-challenge", "lowest"]
    suit = game.is_natural_suit(table, hand, game.suits[0])
    spades = game.is_natural_suit(table, hand, game.suits[1])
    ace = table.count(hand, game.suits[0].kinds) >= 1
    two_suits = negate(both(suit, spades))
    assert asked(path, two_suits, Relaxation.NOTHING), "fifteen cards are too few for two suits"
    assert not asked(path, two_suits, Relaxation.PILES)
    highest = table.highest(hand, order.card)
    of_one = negate(both(ace, highest == -1))
    assert asked(path, of_one, Relaxation.PILES)
    assert not asked(path, of_one, Relaxation.AMOUNTS)
