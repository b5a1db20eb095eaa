"""Amounts that are fractions are compared as they are."""

from __future__ import annotations

from fractions import Fraction

from referee.verify.prove.paths import Interned, Path
from referee.verify.prove.smt_query import SmtQuery
from tests.bad_games.passing import Passing


def test_fractions_are_compared_as_they_are():
    path = Path(Passing(2).deck, [], Interned())
    some = path.new_amount("some", 0, 9)
    third = some * Fraction(1, 3)

    def holds(truth, *given):
        question = SmtQuery(path, [])
        question.put(truth, list(given))
        return question.answer().proved

    assert holds(third + third + third == some)
    assert holds(third < Fraction(1, 2), some <= 1)
    assert not holds(third < Fraction(1, 2), some <= 2)
    assert holds(third > Fraction(1, 2), some >= 2)
    assert (third + Fraction(2, 3)).parts_of_one == 3
