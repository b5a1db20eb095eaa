"""Functions that are one and the same for whoever follows them are followed once, and no other is taken for one."""

import pytest

from referee.meaning.program import Expr, Function, Let, Return
from referee.meaning.translation import meaning
from referee.meaning.types import INT, PLAYER, Atoms
from referee.verify.symbolic.effects.alike import Alike
from referee.verify.symbolic.effects.search import Effects
from tests.bad_games.followed import Sorts


def function(name, numbers, kind=INT, add=1, calls=None):
    """A function of a word of these numbers, which gives a number."""
    one = Expr(INT, "const", (), add)
    found = Expr(INT, "call", (Expr(Atoms(numbers), "local", (), "word"),), calls) if calls else one
    parameters = [("word", Atoms(frozenset(numbers))), ("other", kind)]
    return Function(name, "rules.py:1", parameters, (INT,), {}, [Let("t", found), Return((one,))])


def alike(cut=()):
    return Alike(lambda each: each.name in cut, lambda each: None)


WIDE, NARROW = {1, 2, 3}, {1, 2}


def test_what_allows_less_is_followed_with_what_allows_more():
    wide, narrow = function("wide", WIDE), function("narrow", NARROW)
    known = alike()
    assert sorted([narrow, wide], key=known.narrowness) == [wide, narrow]
    assert known.one_for(wide) == known.one_for(narrow) == (wide,)


def test_what_allows_more_is_not_followed_with_what_allows_less():
    wide, narrow = function("wide", WIDE), function("narrow", NARROW)
    known = alike()
    assert known.one_for(narrow) == (narrow,)
    assert known.one_for(wide) == (wide,)


@pytest.mark.parametrize("other", [{"kind": PLAYER}, {"add": 2}, {"calls": function("called", WIDE)}])
def test_another_text_is_another_function(other):
    known = alike()
    wide, narrow = function("wide", WIDE), function("narrow", NARROW, **other)
    assert known.one_for(wide) == (wide,)
    assert known.one_for(narrow) == (narrow,)


@pytest.mark.parametrize("inner", [function("two", WIDE, add=2), function("two", {1, 2, 3, 4}), function("two", {7})])
def test_what_is_called_counts_as_far_as_it_is_followed(inner):
    one, two = function("one", WIDE), inner
    outer, other = function("outer", WIDE, calls=one), function("other", WIDE, calls=two)
    known = alike()
    assert known.one_for(outer) == (outer,)
    assert known.one_for(other) == (other,)
    assert known.one_for(outer, one) == (outer, one)


def test_effects_are_followed_for_each_sort_of_play_that_is_another():
    effects = Effects(Sorts(2), meaning(Sorts(2)), frozenset(), frozenset())
    said = {each.name: effects.of(each) for each in effects.every if each.name.endswith("_sort")}
    assert len(effects.forms["sound_sort"]) > 2
    assert said["sound_sort"].why == ""
    assert "cards that are not there" in said["bad_sort"].why
    followed = {effects._followed(each, form)[0].name for each in effects.every for form in effects.forms[each.name]}
    assert len(followed) < sum(map(len, effects.forms.values()))
