"""Things that are equal in Python though they are two: a word and a member of an enum of words, members of two enums,
equal floats and sets. Either a proof takes them for equal, or it says nothing."""

from __future__ import annotations

import pytest

from referee.meaning.texts import NoMeaning
from referee.verify.symbolic.method import proof_of
from referee.verify.symbolic.terms import NotFollowed
from tests.prove.written_games import written

pytestmark = pytest.mark.untraced

TOP = """
import enum

class Word(str, enum.Enum):
    A = "a"
    B = "b"

class Said(enum.StrEnum):
    A = "a"
    B = "b"

class Number(enum.IntEnum):
    ONE = 1
    TWO = 2

class Other(enum.IntEnum):
    ONE = 1
    TWO = 2
"""
STEP = """
one = yield from t.choose(me, "one", list(Way))
two = yield from t.choose(me, "two", list(Way))
first, second = one is Way.HIGH, two is Way.HIGH
word = "a" if first else "b"
x = Word.A if first else Word.B
y = Said.A if second else Said.B
n = Number.ONE if first else Number.TWO
m = Other.ONE if second else Other.TWO
t.bad = bool({bad})
"""
SO = [
    "x == y", "not x != y", "word == y", "y in [word, 'c']", "(x, 1) == (y, 1)", "[x] == [y]", "word in {y: 1}",
    "y in {word}", "[x, 'c'].count(y) == 1", "{x} == {y}", "(0.5 if first else 1.5) == (0.5 if second else 2.5)",
    "(frozenset([1]) if first else frozenset([2])) == (frozenset([1]) if second else frozenset([3]))",
    "{word: 1}.get(y, 0) == 1", "{n: 1}.get(m, 0) == 1", "len({x, y}) == 1", "len({x: 1, y: 2}) == 1",
    "[x, y, 'a', 'b'].index(word) == 1", "y in {word: 1} and {word: 1}[y] == 1", "{word: 1} == {y: 1}",
    "{word: 1}.pop(y, 0) == 1",
]  # fmt: skip
"""What is so after some two answers: it is followed, or said to have no meaning."""


def is_proved(folder, bad):
    game, claims = written(folder, top=TOP, step=STEP.format(bad=bad))
    try:
        return "it-goes-wrong" in proof_of(game(2), claims).proved
    except (NoMeaning, NotFollowed):
        return False


@pytest.mark.parametrize("bad", SO)
@pytest.mark.every(4)
def test_what_is_equal_is_not_taken_for_two(bad, tmp_path):
    assert not is_proved(tmp_path, bad)


@pytest.mark.parametrize(
    "bad", ["x == y and first is not second", "y in [word, 'c'] and first is not second", "x == 'c'", "n == m + 2"]
)
def test_what_differs_is_told_apart(bad, tmp_path):
    assert is_proved(tmp_path, bad)
