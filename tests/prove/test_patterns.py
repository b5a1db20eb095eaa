"""Questions with the same pattern are the same question about other unknowns: nothing else may share an answer."""

from __future__ import annotations

from referee.games.registry import find_game
from referee.verify.prove.paths import Interned, Path
from referee.verify.prove.smt_query import SmtQuery
from referee.verify.prove.terms import both

DECK = find_game("escalation")(2).deck


def pattern(ask, *names):
    """The pattern of a question about unknown numbers of these names, made in one proof."""
    path = Path(DECK, [], INTERNED)
    query = SmtQuery(path, [])
    query.put(ask(*[path.atom(name, 0, 12 if name != "wide" else 123, ("free",)) for name in names]), [])
    return query.pattern()


INTERNED = Interned()


def test_other_names_of_unknowns_are_the_same_question():
    assert pattern(lambda a, b: a <= b + 3, "a", "b") == pattern(lambda c, d: c <= d + 3, "c", "d")


def test_other_numbers_bounds_and_places_of_the_same_unknown_are_not():
    found = {
        pattern(lambda a, b: a <= b + 3, "a", "b"),
        pattern(lambda a, b: a <= b + 31, "a", "b"),
        pattern(lambda a, b: b <= a + 3, "a", "b"),
        pattern(lambda a, b: a <= b + 3, "a", "wide"),
        pattern(lambda a, b: both(a <= b + 3, b <= 5), "a", "b"),
        pattern(lambda a, b: both(a <= b + 3, a <= 5), "a", "b"),
    }
    assert len(found) == 6


def test_a_proof_after_it_has_the_same_patterns():
    global INTERNED
    first = pattern(lambda a, b: a <= b + 3, "a", "b")
    INTERNED = Interned()
    assert pattern(lambda a, b: a <= b + 3, "other", "names") == first
