"""Packed piles taken apart: the same whatever the width of their fields."""

import random

import pytest

from referee.kernel import Deck
from referee.kernel.cards import FRENCH_RANKS, FRENCH_SUITS
from referee.kernel.errors import RuleFault


@pytest.mark.parametrize("packs", [1, 2, 3])
def test_the_kinds_of_a_pile_are_the_same_in_fields_of_any_width(packs):
    deck = Deck.of(FRENCH_RANKS, FRENCH_SUITS, packs)
    assert deck.width == 6 + packs
    rng, cards = random.Random(packs), [kind for kind in range(52) for _ in range(packs)]
    for number in range(40):
        kinds = sorted(rng.sample(cards, number))
        pile, each = deck.pack(kinds), sorted(set(kinds))
        assert deck.unpack(pile) == kinds
        assert deck.named(pile) == tuple(deck.card_names[kind] for kind in kinds)
        assert deck.ones(pile) == tuple(deck.one[kind] for kind in each)
        assert deck.ones(pile, "arm") == tuple(("arm", deck.one[kind]) for kind in each)


@pytest.mark.parametrize("packs", [1, 2, 3])
def test_cards_that_are_not_there_are_no_kinds_of_a_pile(packs):
    deck = Deck.of(FRENCH_RANKS, FRENCH_SUITS, packs)
    with pytest.raises(RuleFault, match="not in it"):
        deck.ones(deck.one[4] - deck.one[3])
