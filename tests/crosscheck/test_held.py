"""Two moments of a step are one only if rules cannot tell them apart."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from types import CellType, SimpleNamespace
from typing import NamedTuple

import pytest

from referee.verify.explore.positions import Held, distinguishing_key
from tests.bad_games.crosschecked import Plain


@dataclass
class Counted:
    number: int


class Pair(NamedTuple):
    one: object
    other: object = 0


@dataclass(frozen=True)
class Fixed:
    number: object


@dataclass(unsafe_hash=True)
class Loose:
    number: int


def beside(number):
    counted = Counted(1)
    counted.more = number
    return counted


def default(number):
    def asked(*, most=number):
        return most

    return asked


def same(one, other):
    table = Plain(2).table()
    return Held(table).of(one) == Held(table).of(other)


def two_names():
    some = [1]
    return [some, some]


def test_what_is_alike_is_the_same():
    for make in (two_names, lambda: [[1], [1]], lambda: beside(2), lambda: {"a": (1, Fraction(1, 2))}):
        assert same(make(), make())
    asked = default(1)
    assert same(asked, asked)
    assert same(CellType(), CellType())


def test_types_are_told_apart():
    for one, other in ((1, True), (2, Fraction(2)), (0, False), ((1,), [1]), (range(0), range(1, 1))):
        assert not same(one, other)
        assert not same([one], [other])
    sets = frozenset([1]), frozenset([True])
    typed = (Pair(1), Pair(True)), (Pair(0, (1,)), Pair(0, (True,))), (Fixed(1), Fixed(True)), ((0.0,), (-0.0,))
    nested = ((1, (2,)), (True, (2,))), ((2, (1,)), (2, (Fraction(1),)))
    for one, other in ((1, True), (2, Fraction(2)), sets, *typed, *nested):
        assert one == other
        assert distinguishing_key(one) != distinguishing_key(other)
        assert distinguishing_key(one) == distinguishing_key(one)


@pytest.mark.parametrize("kept", [Loose(1), CellType(1), iter((1, 2)), lambda: 1, SimpleNamespace(number=1)])
def test_what_can_be_changed_in_place_is_no_part_of_a_state(kept):
    for each in (kept, (kept,), Pair(kept), Fixed(kept)):
        with pytest.raises(TypeError, match="is not known to stay what it is"):
            distinguishing_key(each)


def asking(first, second):
    """A rule that asks in the midst of an expression, and holds a number in a cell."""
    kept = 6
    got = (first, second, (yield), lambda: kept)
    yield got


def test_parts_of_an_expression_are_told_apart_from_what_is_in_a_cell():
    table = Plain(2).table()

    def stands(*numbers):
        rule = asking(*numbers)
        next(rule)
        return list(Held(table).running(rule))

    assert stands(6, 7) == stands(6, 7)
    assert stands(6, 7) != stands(7, 6)


def test_one_list_under_two_names_is_not_two_lists():
    assert not same(two_names(), [[1], [1]])


def test_a_list_of_the_table_is_not_another_one_that_is_alike():
    class Each:
        each = ([1],)

    table = Each()
    assert Held(table).of(table.each[0]) != Held(table).of([1])


def test_what_is_set_beside_what_is_declared_counts():
    assert not same(beside(1), beside(2))
    assert not same(beside(1), Counted(1))


def test_keyword_defaults_count():
    one, other = default(1), default(2)
    assert one.__code__ is other.__code__
    assert not same(one, other)


def test_a_cell_that_nothing_was_put_into_is_not_one_with_none():
    assert not same(CellType(), CellType(None))


@pytest.mark.parametrize("walk", [dict.values, dict.items, lambda of: reversed(of.values())])
def test_an_iterator_of_a_dictionary_is_not_one_of_a_copy(walk):
    def held(*, of_copy):
        pile = {1: 1, 2: 2, 3: 3}
        copy = dict(pile)
        going = iter(walk(copy if of_copy else pile))
        next(going)
        return Held(SimpleNamespace(each=[])).of((pile, going))

    assert held(of_copy=False) != held(of_copy=True)
    assert held(of_copy=False) == held(of_copy=False)
    assert held(of_copy=True) == held(of_copy=True)


class Slotted:
    __slots__ = ("memo",)


@dataclass
class Note(Slotted):
    number: int


def test_a_slot_of_a_base_counts():
    def held(memo):
        note = Note(1)
        note.memo = memo
        return Held(SimpleNamespace(each=[])).of(note)

    assert held(1) != held(2)
    assert held(1) == held(1)
