"""A property that cannot be worked out is UNKNOWN for itself alone, with file and line; a failed one says where."""

from __future__ import annotations

import pytest

from referee.verify import always, equal, free_of, never, terminates
from referee.verify.methods import Question
from referee.verify.proving import decide_here
from referee.verify.symbolic.method import Meant
from referee.verify.verdicts import Result, Verdict
from tests.bad_games.small import Small
from tests.bad_games.unsound import Base, hands_are_full


@always("B-2")
def gives_nothing(t):
    """A forgotten 'return'."""
    t.stock.size >= 0  # noqa: B015


@never("B-2")
def never_gives_nothing(t):
    """The same of what never happens."""
    t.stock.size < 0  # noqa: B015


@always("B-2")
def divides(t):
    """What is not known cannot be divided."""
    return t.stock.size / 2 >= 0


@always("B-2")
def raises(t):
    """Somebody was not sure."""
    raise AssertionError("no")


@always("B-2")
def raises_now_and_then(t):
    """Right on some tables, and nothing at all on others."""
    if t.middle.is_empty:
        raise LookupError("no card lies open")
    return True


@terminates("B-2")
def measures_nothing(t):
    """A measure without a 'return'."""
    t.stock.size  # noqa: B018


@terminates("B-2")
def measures_by_dividing(t):
    """Half the stock."""
    return t.stock.size / 2


@always("B-2", asked="lay")
def gives_nothing_when_asked(t, choice):
    """A forgotten 'return'."""
    t.hand[choice.player].size >= 0  # noqa: B015


@equal("B-2")
def compares_one_thing(t):
    """No pair."""
    return t.stock.size


@terminates("B-2")
def the_stock_becomes_smaller(t):
    """Every turn takes a card of the stock."""
    return t.stock.size


@free_of("dead end")
def everybody_can_answer(t):
    """Whoever is asked has an answer."""


GOOD = [hands_are_full, the_stock_becomes_smaller, everybody_can_answer]
BAD = [
    (gives_nothing, "is there a 'return'?"),
    (never_gives_nothing, "is there a 'return'?"),
    (divides, "divided"),
    (raises, "what is asserted does not hold: no"),
    (raises_now_and_then, "no card lies open"),
    (measures_nothing, "something is used as what it is not"),
    (measures_by_dividing, "its value is not known in a proof"),
    (gives_nothing_when_asked, "is there a 'return'?"),
    (compares_one_thing, "its value is not known in a proof"),
]


def verdicts(game, claims):
    properties = tuple([each.__property__ for each in claims])
    said = decide_here(Question(game(2), properties, effort=0.02))
    return {each.property: each for each in said if isinstance(each, Result)}


@pytest.mark.parametrize("case", BAD, ids=lambda case: case[0].__name__)
def test_one_bad_property_leaves_the_others_proved(case):
    claim, why = case
    found = verdicts(Base, [claim, *GOOD])
    bad = found.pop(claim.__property__.name)
    assert bad.verdict is Verdict.UNKNOWN, bad
    first = claim.__code__.co_firstlineno
    assert bad.why.startswith("cannot be worked out: ")
    assert any(f"test_one_bad_property.py:{line})" in bad.why for line in range(first, first + 6)), bad.why
    assert why in bad.why
    assert {each.verdict for each in found.values()} == {Verdict.PROVED}, found


def test_the_good_ones_alone_are_proved():
    assert {each.verdict for each in verdicts(Base, GOOD).values()} == {Verdict.PROVED}


@always("B-2")
def not_all_lies_open(t):
    """So it is, as hands are full; that is not said."""
    return t.middle.size < 13


@pytest.mark.usefixtures("followed")
def test_a_failed_property_says_where_and_what_was_answered_and_not_its_name():
    why = verdicts(Small, [not_all_lies_open])["not-all-lies-open"].why
    line = Small.step.__code__.co_firstlineno + 6
    assert why == f"not known to be reachable: B-2 small.py:{line} (after: lay)"


@always("B-2", asked="lay")
def not_all_but_one_lie_open(t, choice):
    """The same, when somebody is asked."""
    return t.middle.size < 13


def test_one_that_is_asked_about_says_where_the_question_is(monkeypatch):
    monkeypatch.setattr("referee.verify.proving.proved_on_meaning", lambda *_: Meant())
    why = verdicts(Small, [not_all_but_one_lie_open])["not-all-but-one-lie-open"].why
    line = Small.lay_one.__code__.co_firstlineno + 1
    assert why == f"not known to be reachable: B-2 small.py:{line}"
