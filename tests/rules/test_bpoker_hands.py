"""BG-12, and the patterns of BP-SET: against counts made another way."""

import random
from collections import Counter
from itertools import combinations, product

import pytest

from referee.games.bpoker.hands import FIVE_ABOVE, FIVE_BELOW, FOUR, NUMBER, STRAIGHT, worth
from referee.games.bpoker.patterns import BAN_TILE, DOUBLE_FIVE, JOKERS, TWO_FOURS, SetFinder, set_word
from referee.kernel import FRENCH_RANKS, FRENCH_SUITS, Deck

pytestmark = pytest.mark.untraced
"""Thousands of matches through code that other tests cover: not traced, so that they take half the time."""


def hand(text: str, five: int = FIVE_ABOVE) -> tuple[int, ...]:
    """``?`` is a wild, ``Jo`` a joker."""
    words = text.split()
    held = [(1, "") if word == "Jo" else (NUMBER[word[:-1]], word[-1]) for word in words if word != "?"]
    return worth(tuple(sorted(held)), words.count("?"), five)


ORDERED = [
    "9h 7s 5d 4c 2h",
    "Ah 7s 5d 4c 2h",
    "2h 2s 5d 4c 3h",
    "Ah As 5d 4c 3h",
    "3h 3s 2d 2c Kh",
    "3h 3s 2d 2c Ah",
    "2h 2s 2d 4c 3h",
    "Ah 2s 3d 4c 5h",
    "2h 3s 4d 5c 6h",
    "10h Js Qd Kc Ah",
    "2h 3h 4h 5h 7h",
    "2h 2s 2d 3c 3h",
    "3h 3s 3d 2c 2h",
    "2h 2s 2d 2c 3h",
    "Ah 2h 3h 4h 5h",
    "10h Jh Qh Kh Ah",
    "2h 2h 2s 2d 2c",
]


def test_BG_12_hands_in_their_order():
    worths = [hand(each) for each in ORDERED]
    assert worths == sorted(worths)
    assert len(set(worths)) == len(worths)


def test_BG_12_a_joker_is_a_one_without_suit():
    assert hand("Jo 2h 3s 4d 5c") == hand("Ah 2h 3s 4d 5c") == (STRAIGHT, 5)
    assert hand("Jo 2h 3h 4h 5h") == (STRAIGHT, 5)
    assert hand("Jo 9h 7h 5h 3h")[0] == hand("2h 4s 6d 8c 10h")[0]


def test_BG_12_no_straight_goes_round_the_corner():
    assert hand("Qh Ks Ad 2c 3h")[0] == hand("2h 4s 6d 8c 10h")[0]


@pytest.mark.parametrize(
    ("five", "above", "below"),
    [(FIVE_ABOVE, [], ["10h Jh Qh Kh Ah"]), (FIVE_BELOW, ["Ah 2h 3h 4h 5h"], ["Kh Ks Kd Kc Ah"])],
)
def test_BG_12_where_five_of_a_kind_stands(five, above, below):
    alike = hand("2h 2h 2s 2d 2c", five)
    assert all(hand(each, five) > alike for each in above)
    assert all(hand(each, five) < alike for each in below)


def test_BG_12_five_of_a_kind_as_four_of_a_kind():
    assert hand("3h 3h 3s 3d 3c", FOUR) == (FOUR, 3, 3)
    assert hand("3h 3h 3s 3d ?", FOUR) == hand("3h 3h 3s 3d Ac", FOUR)


@pytest.mark.parametrize("wilds", [1, 2])
def test_BG_12_a_wild_is_worth_the_best_card_that_it_could_be(wilds):
    rng = random.Random(wilds)
    cards = [(rank, suit) for rank in range(2, 15) for suit in "hsdc"]
    for _ in range(40):
        held = [rng.choice([*cards, (1, "")]) for _ in range(5 - wilds)]
        for five in (FIVE_ABOVE, FIVE_BELOW):
            best = max(worth(tuple(sorted([*held, *more])), 0, five) for more in product(cards, repeat=wilds))
            assert worth(tuple(sorted(held)), wilds, five) == best, held


def test_BG_12_short_hands_have_pairs_but_no_straights_or_flushes():
    assert hand("2h 3h 4h 5h") < hand("2h 2s")
    assert hand("") == ()


def test_BG_12_kinds_of_hands_occur_as_often_as_they_must():
    """One pack without the ranks above 8: counted by the kinds of hand that the textbooks count."""
    pack = [(rank, suit) for rank in range(2, 9) for suit in "hsdc"]
    counts = Counter(worth(five, 0, FIVE_ABOVE)[0] for five in combinations(pack, 5))
    straights, choose = 3, 21
    assert counts[FOUR] == 7 * 24
    assert counts[FOUR + 2] == straights * 4
    assert counts[STRAIGHT] == straights * (4**5 - 4)
    assert counts[STRAIGHT + 2] == (choose - straights) * 4
    assert counts[STRAIGHT + 4] == 7 * 4 * 6 * 6
    assert sum(counts.values()) == 98_280


DECK = Deck.of(FRENCH_RANKS, FRENCH_SUITS, 3, jokers={"Jo": 6})


@pytest.mark.parametrize(
    ("cards", "word"),
    [
        ("Jo Jo Jo", "Jo Jo Jo +"),
        ("Jo 7h Jo", "Jo Jo 7"),
        ("2d 2h", "2h 2d"),
        ("4s 4d", "4 4"),
        ("4d 4d", "4d 4d"),
        ("4d 4d 4d", "4d 4d 4d"),
        ("6h 6s 6c", "6 6 6"),
        ("7h 7h", "7h 7h"),
        ("10c 9d", "9d 10c"),
        ("Ks 10d", "10d +"),
        ("Jh Jc", "J J"),
        ("Jh Jh Jc", "J J J"),
        ("Qh Qh", "Q Q"),
        ("Kc Kc", "Kc Kc"),
        ("Ah As", "A A"),
        ("Jo Jo", ""),
        ("Qh Qs", ""),
        ("7h 7s", ""),
        ("Kc Kh", ""),
        ("2h 2h", ""),
    ],
)
def test_BP_SET_which_cards_make_a_set(cards, word):
    assert set_word([DECK.cards[DECK.index(name)] for name in cards.split()]) == word


def finder(**options: bool) -> SetFinder:
    return SetFinder(DECK, **{"third_fives": True, "plain_fours": True} | options)


@pytest.mark.parametrize("seed", range(30))
def test_BP_SET_every_set_of_a_hand_is_found_and_nothing_else(seed):
    rng = random.Random(seed)
    ranks = ("Jo", "4", "5", "6", "7", "J", "Q", "10", "9")
    pool = [kind for kind, card in enumerate(DECK.cards) if card.rank in ranks]
    kinds = [rng.choice(pool) for _ in range(9)]
    kinds = [kind for place, kind in enumerate(kinds) if kinds[:place].count(kind) < DECK.copies[kind]]
    wanted: dict[str, set[int]] = {}
    for size in range(2, len(kinds) + 1):
        for some in combinations(kinds, size):
            faces = [DECK.cards[kind] for kind in some]
            words = [set_word(faces)]
            if words == ["4d 4d"]:
                words.append(TWO_FOURS)
            fives = Counter(kind for kind in some if DECK.cards[kind].rank == "5")
            if size == 3 and max(fives.values(), default=0) > 1:
                words.append(DOUBLE_FIVE)
            for word in words:
                if word:
                    wanted.setdefault(word, set()).add(DECK.pack(some))
    found = finder().sets_in(DECK.pack(kinds))
    assert {word: set(piles) for word, piles in found.items()} == wanted
    assert all(len(set(piles)) == len(piles) for piles in found.values())


def test_BP_SET_the_two_readings_of_the_patterns():
    pile = DECK.parse(["4d", "4d", "5h", "5h", "5h"])
    assert set(finder().sets_in(pile)) == {"4 4", "4d 4d", DOUBLE_FIVE}
    assert set(finder(plain_fours=False).sets_in(pile)) == {"4d 4d", DOUBLE_FIVE}
    assert [len(finder(third_fives=each).sets_in(pile)[DOUBLE_FIVE]) for each in (True, False)] == [2, 1]


def test_BP_SET_one_pack_has_no_set_of_equal_cards_and_no_three_jokers():
    deck = Deck.of(FRENCH_RANKS, FRENCH_SUITS, 1, jokers={"Jo": 2})
    words = set(SetFinder(deck, third_fives=True, plain_fours=True).sets_in(deck.whole))
    assert words == {"Jo Jo 7", "2h 2d", "4 4", "6 6 6", "9d 10c", "10d +", "J J", "J J J", "A A"}


def test_BP_SET_cards_lie_in_the_order_of_their_tile():
    five, two, ten, three = (DECK.index(name) for name in ("5h", "2d", "10d", "3h"))
    assert finder().in_order(DOUBLE_FIVE, [two, five, five]) == [five, five, two]
    assert finder().in_order(BAN_TILE, [three, ten]) == [ten, three]
    assert finder().in_order(JOKERS, [three]) == [three]
