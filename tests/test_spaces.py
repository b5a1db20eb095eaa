"""Spaces against an enumeration of their own (``tests/oracles/spaces.py``)."""

import json
import random
from collections import Counter
from itertools import combinations
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.kernel import (
    NOTHING,
    Arms,
    Card,
    Deck,
    EqualValue,
    OneCard,
    OneOf,
    Option,
    Player,
    Selection,
    Space,
    Values,
    everybody,
    row,
)
from referee.kernel.rows import OneOfRow, SomeOfRow
from tests.bad_games.small import Small, SmallTable, Way
from tests.oracles.chi_square import p_value
from tests.oracles.spaces import Multiset, is_set, may_select, multiset, parts

NAMES = ("A", "K", "Q", "J", "X", "2")
SURE = 1e-6
"""A correct space fails a chi-square test here with this probability; the seeds are fixed."""


class Suit(Option):
    """Something to choose by name."""

    RED = "red"
    BLACK = "black suit"


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    copies = draw(st.lists(st.integers(1, 4), min_size=1, max_size=5))
    return Deck([(Card(name), number) for name, number in zip(NAMES, copies, strict=False)])


@st.composite
def piles(draw: st.DrawFn) -> tuple[Deck, int]:
    deck = draw(decks())
    numbers = [draw(st.integers(0, most)) for most in deck.copies]
    return deck, sum(one * number for one, number in zip(deck.one, numbers, strict=True))


@st.composite
def selections(draw: st.DrawFn) -> Selection:
    deck, pile = draw(piles())
    least = draw(st.integers(0, 5))
    return Selection(deck, pile, least, draw(st.integers(0, 8)))


@st.composite
def values_of(draw: st.DrawFn, deck: Deck) -> Values:
    """Some kinds without a value, some with the same; ranks apart or not."""
    numbers = {index: draw(st.sampled_from([None, 0, 1, 6, 6, 7])) for index in range(len(deck.cards))}
    of = {index: number for index, number in numbers.items() if number is not None}
    return Values(deck, of, apart=draw(st.booleans()))


@st.composite
def equal_values(draw: st.DrawFn) -> tuple[EqualValue, bool]:
    deck, pile = draw(piles())
    values = draw(values_of(deck))
    apart = len({group.indices for _, group in values.groups}) == len(values.of)
    return EqualValue(values, pile, draw(st.integers(-1, 25))), apart


def names_of(deck: Deck, pile: int) -> Multiset:
    return multiset(deck.names(pile))


def counts_of(deck: Deck, pile: int) -> dict[str, int]:
    return dict(Counter(deck.names(pile)))


def answers(space: Any) -> list[Any]:
    return [space.nth(number) for number in range(space.count())]


def check_cards(space: Any, deck: Deck, pile: int, wanted: set[Multiset]) -> None:
    """Count, numbering and membership of a space of cards, against the multisets that are wanted."""
    listed = answers(space)
    assert {names_of(deck, answer) for answer in listed} == wanted
    assert len(listed) == len(set(listed)) == len(wanted) == space.count()
    assert space.exists() == bool(wanted)
    assert list(space) == listed
    assert [space.number_of(answer) for answer in listed] == list(range(len(listed)))
    for some in parts(dict(zip([card.name for card in deck.cards], deck.copies, strict=True))):
        packed = deck.parse([name for name, number in some for _ in range(number)])
        assert space.admits(packed) == (some in wanted)
        told = [name for name, number in some for _ in range(number)]
        if some in wanted:
            assert space.read(told) == packed
            assert space.read(told[::-1]) == packed
            assert multiset(space.plain(packed)) == some
        else:
            with pytest.raises(ValueError, match=r"."):
                space.read(told)
            with pytest.raises(ValueError, match=r"."):
                space.number_of(packed)
    json.dumps(space.describe())


def check_growth(space: Any, deck: Deck, wanted: set[Multiset]) -> None:
    """Card by card one reaches exactly the answers, and from everything reached there is a way to one."""
    reached: set[int] = set()
    may_stay: set[int] = set()
    leads_on: dict[int, list[int]] = {}
    waiting = [0]
    while waiting:
        chosen = waiting.pop()
        if chosen in reached:
            continue
        reached.add(chosen)
        kinds, stays = space.grow(chosen)
        if stays:
            may_stay.add(chosen)
        leads_on[chosen] = [chosen + deck.one[kind] for kind in kinds]
        waiting += leads_on[chosen]
    assert {names_of(deck, chosen) for chosen in may_stay} == wanted
    if wanted:
        for chosen in sorted(reached, reverse=True):
            assert chosen in may_stay or leads_on[chosen], f"{deck.names(chosen)} leads nowhere"


@given(selections())
def test_a_selection_is_what_brute_force_finds(space):
    deck, pile = space.deck, space.pile
    of = counts_of(deck, pile)
    wanted = {some for some in parts(of) if may_select(some, of, space.least, space.most)}
    check_cards(space, deck, pile, wanted)
    if wanted:
        check_growth(space, deck, wanted)


@given(piles())
def test_one_card_is_a_selection_of_one(deck_and_pile):
    deck, pile = deck_and_pile
    of = counts_of(deck, pile)
    check_cards(OneCard(deck, pile), deck, pile, {some for some in parts(of) if may_select(some, of, 1, 1)})
    check_cards(Selection(deck, pile, 1, 1), deck, pile, {((name, 1),) for name in of})


@given(equal_values())
def test_sets_of_equal_value_are_what_brute_force_finds(space_and_apart):
    space, apart = space_and_apart
    deck, pile, values = space.deck, space.pile, space.values
    of = counts_of(deck, pile)
    value = {deck.cards[index].name: number for index, number in values.of.items()}
    wanted = {some for some in parts(of) if is_set(some, of, value, space.above)}
    if apart:
        wanted = {some for some in wanted if len(some) == 1}
    check_cards(space, deck, pile, wanted)
    check_growth(space, deck, wanted)
    told = space.describe()
    groups = [set(group) for group in told["together"]]
    by_description = {
        some
        for some in parts(dict(Counter(told["of"])))
        if some
        and any({name for name, _ in some} <= group for group in groups)
        and sum(told["values"][name] * number for name, number in some) > told["above"]
    }
    assert by_description == wanted, "a bot that reads the description finds other answers"


words = st.lists(
    st.one_of(
        st.sampled_from(list(Suit)), st.integers(0, 5), st.builds(Player.at, st.integers(0, 7)), st.text(max_size=3)
    ),
    max_size=6,
    unique_by=lambda each: (type(each), each),
)


@given(words, words)
def test_one_of_admits_its_options_and_nothing_like_them(options, others):
    space = OneOf(options)
    check_named(space, list(options))
    for other in others:
        assert space.admits(other) == any(type(other) is type(each) and other == each for each in options)


def check_named(space: Space[Any], wanted: list[Any]) -> None:
    assert answers(space) == wanted
    assert space.count() == len(wanted)
    assert [space.number_of(answer) for answer in wanted] == list(range(len(wanted)))
    assert space.exists() == bool(wanted)
    for answer in wanted:
        assert space.admits(answer)
        told = json.loads(json.dumps(space.plain(answer)))
        assert space.read(told) == answer
        assert type(space.read(told)) is type(answer)
    json.dumps(space.describe())


@given(st.lists(st.one_of(selections(), st.just(NOTHING), st.builds(OneOf, words)), min_size=1, max_size=3), st.data())
def test_arms_are_the_sum_of_their_spaces(spaces, data):
    names = data.draw(st.permutations([Way.HIGH, Way.LOW, Suit.BLACK]))
    arms = dict(zip(names, spaces, strict=False))
    space = Arms(arms)
    wanted = [(arm, answer) for arm, each in arms.items() for answer in answers(each)]
    check_named(space, wanted)
    for arm, each in arms.items():
        for other, another in arms.items():
            for answer in answers(another)[:5]:
                assert space.admits((arm, answer)) == each.admits(answer), (arm, other)
    with pytest.raises(ValueError, match="none of the ways"):
        space.number_of(("another way", None))


@pytest.mark.parametrize(
    "junk",
    [
        None,
        True,
        -1,
        1.0,
        "A",
        "",
        [],
        ["A"],
        {},
        (),
        ((),),
        (1, 2, 3),
        1 << 200,
        pytest.param(object(), id="object"),
        float("nan"),
        [["A"]],
        b"A",
    ],
    ids=repr,
)
def test_membership_never_raises_and_reading_raises_only_value_errors(junk):
    deck = Deck([(Card("A"), 2), (Card("K"), 1)])
    values = Values(deck, {0: 1, 1: 1})
    selection = Selection(deck, deck.whole, 1, 2)
    spaces: list[Space[Any]] = [
        selection,
        OneCard(deck, deck.whole),
        EqualValue(values, deck.whole),
        OneOf(list(Suit)),
        Arms({Suit.RED: selection, Suit.BLACK: EqualValue(values, deck.whole)}),
    ]
    for space in spaces:
        assert space.admits(junk) is False
        if junk == ["A"] and not isinstance(space, (OneOf, Arms)):
            continue
        with pytest.raises(ValueError, match=r"."):
            space.read(junk)
        if isinstance(space, Arms):
            assert not space.admits((Suit.RED, junk))
            if junk not in (["A"],):
                with pytest.raises(ValueError, match=r"."):
                    space.read(["red", junk])


def empty_spaces() -> list[Space[Any]]:
    deck = Deck([(Card("A"), 2), (Card("K"), 1)])
    values = Values(deck, {0: 1})
    return [
        OneOf([]),
        OneCard(deck, 0),
        Selection(deck, deck.whole, 4, 4),
        Selection(deck, deck.whole, 2, 1),
        Selection(deck, 0, 1, 3),
        EqualValue(values, deck.one[1]),
        EqualValue(values, deck.whole, 2),
        Arms({Suit.RED: OneOf([]), Suit.BLACK: OneCard(deck, 0)}),
        Arms({}),
    ]


@pytest.mark.parametrize("space", empty_spaces(), ids=lambda space: type(space).__name__)
def test_an_empty_space_has_no_answer_and_no_sample(space):
    assert not space.exists()
    assert space.count() == 0
    assert list(space) == []
    with pytest.raises(ValueError, match="empty"):
        space.sample(random.Random(1))


def test_nothing_to_select_is_one_answer():
    deck = Deck([(Card("A"), 2)])
    space = Selection(deck, 0, 0, 3)
    assert space.exists()
    assert list(space) == [0]
    assert space.read([]) == 0


def uneven_spaces() -> list[Space[Any]]:
    deck = Deck([(Card(name), number) for name, number in zip(NAMES, (3, 1, 2, 4, 1, 2), strict=True)])
    values = Values(deck, {0: 6, 1: 6, 2: 6, 3: 7, 4: 9})
    selection = Selection(deck, deck.whole, 2, 4)
    return [
        selection,
        OneCard(deck, deck.whole),
        EqualValue(values, deck.whole, 6),
        OneOf(range(7)),
        Arms({Suit.RED: OneCard(deck, deck.whole), Way.LOW: NOTHING, Way.HIGH: EqualValue(values, deck.whole)}),
    ]


@pytest.mark.parametrize("space", uneven_spaces(), ids=lambda space: type(space).__name__)
def test_a_sample_is_uniform_over_the_answers(space):
    """Chi-square with 200 samples for each answer: a uniform sampler fails once in 10**6 seeds."""
    rng = random.Random(12)
    number = space.count()
    drawn = Counter(space.sample(rng) for _ in range(200 * number))
    assert set(drawn) == set(space)
    assert p_value([drawn[answer] for answer in space]) > SURE


def test_a_large_selection_is_counted_and_sampled_without_a_list():
    """7 of 15, and 30 of 104: more answers than anybody could list."""
    singles = Deck([(Card(str(number)), 1) for number in range(104)])
    space = Selection(singles, singles.whole, 30, 30)
    assert space.count() == comb(104, 30)
    rng = random.Random(3)
    taken = Counter(kind for _ in range(2000) for kind in singles.unpack(space.sample(rng)))
    # Each card is in 30 of 104 selections; the counts are a little less spread than independent ones.
    assert p_value([taken[kind] for kind in range(104)]) > SURE
    for seed in range(50):
        sample = space.sample(random.Random(seed))
        assert sample == space.nth(random.Random(seed).randrange(space.count()))
        assert space.admits(sample)
        number = rng.randrange(space.count())
        assert space.number_of(space.nth(number)) == number


# -- rows -----------------------------------------------------------------------------------------------


class RowTable(SmallTable):
    line = row(seen_by=everybody)


class RowGame(Small):
    table_class = RowTable


def a_row(kinds: list[int]) -> Any:
    table: Any = RowGame().table()
    table.line.restore(tuple(kinds))
    return table.line


@settings(max_examples=50)
@given(st.lists(st.integers(0, 5), max_size=6), st.integers(0, 4), st.integers(0, 6), st.data())
def test_cards_of_a_row_are_told_apart_by_where_they_lie(kinds, least, most, data):
    line = a_row(kinds)
    among = [laid for laid in line if data.draw(st.booleans())]
    one = OneOfRow(line, among)
    assert answers(one) == among
    some = SomeOfRow(line, among, least, most)
    listed = answers(some)
    wanted = {each for size in range(least, min(most, len(among)) + 1) for each in combinations(among, size)}
    assert set(listed) == wanted
    assert len(listed) == len(wanted) == some.count()
    for space in (one, some):
        assert space.exists() == bool(answers(space))
        for answer in answers(space):
            assert space.admits(answer)
            assert space.read(json.loads(json.dumps(space.plain(answer)))) == answer
        json.dumps(space.describe())
    for laid in line:
        assert one.admits(laid) == (laid in among)
        assert not some.admits(laid)
