"""Terms and piles: what is said of them is what Z3 and cards say."""

from __future__ import annotations

import itertools
from fractions import Fraction
from types import SimpleNamespace

import pytest
import z3
from hypothesis import given
from hypothesis import strategies as st

from referee.kernel.cards import FRENCH_SUITS, Deck
from referee.meaning.types import INT
from referee.verify.symbolic import terms
from referee.verify.symbolic.joining import put_together
from referee.verify.symbolic.machine import KERNEL, Machine
from referee.verify.symbolic.paths import Fault, Paths
from referee.verify.symbolic.piles import classes_of
from referee.verify.symbolic.term_types import to_z3

DECK = Deck.of(("2", "3", "4"), FRENCH_SUITS[:2], packs=2)
LOW = DECK.where(ranks=["2", "3"])
PILES = st.lists(st.sampled_from(range(len(DECK.cards))), max_size=6).map(
    lambda kinds: DECK.pack([kind for kind in set(kinds) for _ in range(min(2, kinds.count(kind)))])
)


def numbers():
    # Names are made where they are drawn: another test may have forgotten all terms since this file was read.
    return st.recursive(
        st.one_of(st.integers(-3, 3), st.sampled_from("xy").map(terms.name)),
        lambda inner: st.one_of(
            st.tuples(inner, inner).map(lambda pair: terms.add(*pair)),
            st.tuples(inner, inner).map(lambda pair: terms.sub(*pair)),
            st.tuples(inner, st.integers(-3, 3)).map(lambda pair: terms.mul(*pair)),
            st.tuples(inner, st.integers(1, 3)).map(lambda pair: terms.div(*pair)),
            st.tuples(inner, st.integers(1, 3)).map(lambda pair: terms.mod(*pair)),
            st.tuples(inner, inner, inner).map(lambda three: terms.choose(terms.less(three[0], three[1]), *three[1:])),
        ),
        max_leaves=6,
    )


def put_in(term, x, y):
    """What a term is worth for known numbers, by Z3."""
    pairs = [(z3.Int("x"), z3.IntVal(x)), (z3.Int("y"), z3.IntVal(y))]
    return z3.simplify(z3.substitute(to_z3(term), *pairs))


@given(numbers(), numbers(), st.integers(-4, 4), st.integers(-4, 4))
def test_terms_compare_as_numbers_do(one, other, x, y):
    a, b = put_in(one, x, y).as_long(), put_in(other, x, y).as_long()
    assert z3.is_true(put_in(terms.less(one, other), x, y)) is (a < b)
    assert z3.is_true(put_in(terms.most(one, other), x, y)) is (a <= b)
    assert z3.is_true(put_in(terms.equal(one, other), x, y)) is (a == b)
    assert put_in(terms.sub(one, other), x, y).as_long() == a - b


@given(numbers(), st.integers(-4, 4), st.integers(-4, 4))
def test_no_number_is_beyond_its_bounds(one, x, y):
    low, high = terms.bounds(one)
    worth = put_in(one, x, y).as_long()
    assert low is None or low <= worth
    assert high is None or worth <= high


def test_a_truth_and_its_contrary_are_never_both_and_always_one_of_them():
    a, b, c = [terms.truth_named(each) for each in "abc"]
    said = terms.less(0, terms.name("x"))
    for one in (a, said, terms.either([a, b])):
        assert terms.both([b, one, terms.no(one)]) is False
        assert terms.both([terms.no(one), terms.both([c, one])]) is False
        assert terms.either([terms.no(one), c, one]) is True
    assert terms.both([a, terms.no(b)]) not in (True, False)
    assert terms.both([a, terms.either([terms.no(a), b])]) not in (True, False)


def test_the_values_of_a_sum_of_truths_are_known_without_the_solver():
    x = [terms.truth_named(each) for each in "abc"]
    paths = Paths()
    assert set(paths.every(lambda: paths.value(terms.add(*x)), silent=True)) == {0, 1, 2, 3}
    assert set(paths.every(lambda: paths.value(terms.sub(terms.add(*x), 1)))) == {-1, 0, 1, 2}
    assert paths.queries == 4


def test_how_many_truths_hold_is_said_with_truths_where_that_is_all_or_none_of_them():
    x = [terms.truth_named(each) for each in "abc"]
    many = terms.add(*x)
    assert terms.equal(many, 0) is terms.both(map(terms.no, x)) is terms.most(many, 0)
    assert terms.equal(many, 3) is terms.both(x) is terms.less(2, many)
    assert terms.equal(many, 4) is False
    assert terms.less(many, 4) is True
    assert terms.equal(terms.choose(x[0], 1, terms.choose(x[1], 2, 3)), 2) is terms.both([terms.no(x[0]), x[1]])
    paths = Paths()
    paths.assume(terms.equal(many, 1))
    assert paths.may_be(terms.both([x[0], terms.no(x[1])]))
    assert not paths.may_be(terms.both(x[:2]))


@pytest.mark.parametrize("last", [1, 40, 200])
def test_what_is_not_answered_is_asked_with_what_was_assumed_last(monkeypatch, last):
    paths = Paths()
    paths.tell_apart()
    x = terms.name("x")
    paths.assume(terms.less(x, 3))
    for number in range(last):
        paths.assume(terms.most(0, terms.name(f"other{number}")))
    monkeypatch.setattr(paths.solver, "check", lambda: z3.unknown)
    assert not paths.may_be(terms.less(3, x))
    assert paths.may_be(terms.less(1, x))


def test_where_a_way_leads_is_not_asked_at_length_but_whether_an_obligation_breaks_is(monkeypatch):
    paths = Paths()
    paths.tell_apart()
    x = terms.name("x")
    paths.assume(terms.less(x, 3))
    monkeypatch.setattr(paths.solver, "check", lambda: z3.unknown)
    assert list(paths.every(lambda: paths.holds(terms.less(3, x)))) == [True, False]
    assert list(paths.every(lambda: paths.holds(terms.less(4, x), breaks=True))) == [False]


def test_what_several_ways_give_is_one_value_that_chooses_once_for_each_decision():
    paths, x = Paths(), [terms.truth_named(each) for each in "abcdef"]
    found = []
    for each in paths.every(lambda: sum([paths.holds(truth) for truth in x[:-1]]), silent=True):
        found.append((paths.decisions(), [each]))
    assert len(found) == 32
    (one,) = put_together(found, 0, [INT])
    assert len(str(to_z3(one))) < 2_000
    wrong = terms.no(terms.equal(one, terms.add(*x[:-1])))
    assert not paths.may_be(wrong)
    assert paths.may_be(terms.no(terms.equal(one, terms.add(*x))))


@pytest.mark.parametrize(("a", "b"), [(7, 2), (-7, 2), (-1, 3), (0, 5)])
def test_what_is_divided_is_rounded_as_python_does(a, b):
    x = terms.name("x")
    assert put_in(terms.div(x, b), a, 0).as_long() == a // b == terms.div(a, b)
    assert put_in(terms.mod(x, b), a, 0).as_long() == a % b == terms.mod(a, b)


def test_equal_terms_are_one():
    x, y = terms.name("x"), terms.name("y")
    assert terms.add(x, y) is terms.add(y, x)
    assert terms.sub(terms.add(x, y), y) is x
    assert terms.sub(x, x) == 0
    assert terms.no(terms.no(terms.less(x, y))) is terms.less(x, y)


def test_a_part_is_less_than_the_whole_number_above():
    x = terms.name("x", is_whole=False)
    between = terms.both([terms.less(0, x), terms.less(x, 1)])
    paths = Paths()
    assert paths.may_be(between)
    assert not paths.may_be(terms.both([between, terms.equal(terms.mul(x, Fraction(1, 2)), 2)]))


@given(PILES, PILES)
def test_known_piles_are_what_cards_are(one, other):
    kinds = classes_of(DECK, [LOW.mask], [], apart=True)
    a, b = kinds.known(one), kinds.known(other)
    assert a.size() == DECK.size(one)
    assert a.count(LOW.mask) == DECK.size(one & LOW.mask)
    assert a.covers(b) is DECK.covers(one, other)
    assert a.is_empty() is (one == 0)
    assert (not a.unlike(b)) is (one == other)


def test_a_part_of_a_pile_is_covered_and_the_pile_by_its_part_is_not():
    kinds = classes_of(DECK, [LOW.mask], [DECK.whole], apart=False)
    hand = kinds.unknown("hand", [terms.name("n0"), terms.name("n1")], [terms.name("k0"), terms.name("k1")])
    paths = Paths()
    paths.assume(hand.is_pile())
    assert hand.covers(hand.only(LOW.mask)) is True
    assert paths.may_be(terms.no(hand.only(LOW.mask).covers(hand)))
    assert paths.may_be(terms.no(hand.covers(hand.plus(kinds.known(DECK.whole)))))


def test_what_was_taken_cancels_in_a_class_of_many_kinds():
    kinds = classes_of(DECK, [LOW.mask], [DECK.whole], apart=False)
    assert len(kinds.groups) == 2
    counts, ones = [terms.name("n0"), terms.name("n1")], [terms.name("k0"), terms.name("k1")]
    hand = kinds.unknown("hand", counts, ones)
    whole = kinds.known(DECK.whole)
    rest = whole.plus(hand, -1)
    assert not rest.plus(hand).unlike(whole)
    paths = Paths()
    paths.assume(hand.is_pile())
    paths.assume(rest.is_pile())
    assert not paths.may_be(terms.no(whole.covers(hand)))
    # As many cards of a class are not yet these very cards.
    other = kinds.unknown("other", counts, [terms.name("m0"), terms.name("m1")])
    paths.assume(other.is_pile())
    assert paths.may_be(terms.no(hand.covers(other)))


def test_every_way_is_followed_once_and_none_that_cannot_be_taken():
    paths = Paths()
    x, y = terms.name("x"), terms.name("y")
    paths.assume(terms.both([terms.most(0, x), terms.most(x, 2), terms.most(0, y), terms.most(y, 1)]))
    found = list(paths.every(lambda: (paths.value(x), paths.holds(terms.less(x, y)))))
    assert set(found) == {(a, a < b) for a, b in itertools.product(range(3), range(2))}
    assert len(found) == len(set(found))


def test_ways_that_are_followed_again_keep_what_was_put_together():
    paths = Paths()
    x, y = terms.name("x"), terms.name("y")
    paths.assume(terms.both([terms.most(0, x), terms.most(x, 1), terms.most(0, y), terms.most(y, 1)]))
    worked_out = []

    def way():
        first = paths.once(lambda: worked_out.append("first") or paths.may_be(terms.less(x, 1)))
        a = paths.holds(terms.equal(x, 0))
        second = paths.once(lambda: worked_out.append("second") or paths.may_be(terms.less(x, 1)))
        b = paths.holds(terms.equal(y, 0))
        return first, a, second, b

    found = set(paths.every(way))
    assert found == {(True, a, a, b) for a in (True, False) for b in (True, False)}
    assert worked_out == ["first", "second", "second"]


@pytest.mark.parametrize(("least", "faults"), [(1, 0), (0, 1)])
def test_a_fault_where_no_table_leads_is_none(least, faults):
    paths = Paths()

    def run():
        number = paths.fresh("number")
        paths.assume(terms.most(least, number))
        paths.assume(terms.less(number, 1))
        if not paths.holds(terms.equal(number, 7)):
            raise Fault("SHORTAGE", "too few", "rules.py:1", ("A-1",))

    assert len(list(paths.every(run))) == faults


def test_a_line_of_rules_is_called_as_from_here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    here = str(tmp_path.resolve())
    assert terms.called_here(f"{here}/games/it/rules.py:7") == "games/it/rules.py:7"
    assert terms.called_here(f"{here}beside/rules.py:7") == "rules.py:7"
    assert terms.called_here("/elsewhere/rules.py:7") == "rules.py:7"
    assert terms.called_here("") == ""
    running = [SimpleNamespace(about=f"{here}/rules.py:7"), SimpleNamespace(about=f"{KERNEL}/table.py:3")]
    assert Machine.where(SimpleNamespace(running=running)) == "rules.py:7"
    assert Machine.where(SimpleNamespace(running=running[1:])) == "table.py:3"
    assert Machine.where(SimpleNamespace(running=[])) == ""
