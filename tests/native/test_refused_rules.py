"""What rules may not be made of: the place that is told is one of the rules, and what to write is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.registry import find_game
from referee.meaning.texts import NoMeaning
from referee.meaning.translation import meaning
from referee.play.bulk import play_in_bulk
from tests.tiny import write_game

STEP = '        if t.reading("late") == "yes":'
HAND = "    hand = zones(seen_by=owner)"
NAMES = "clause, nobody, owner, zone, zones"
MORE = f"{NAMES}, rows, everybody, OneOf, NOTHING"
ABOVE = """


def amount(t):
    return len(t.players)


def rule(t):
    x = yield from t.lot((1, 2))
    return x


def other(t):
    x = yield from t.lot((1, 2, 3))
    return x
"""
REFUSED = {
    "what is no rule is driven": (
        "x = yield from amount(t)",
        "'yield from' of what is no rule has no meaning yet: write it without 'yield from'",
    ),
    "a card of a row for a pile": (
        "x = t.size(t.line[t.players[0]].row[0])",
        "laid where pile is wanted has no meaning yet: write what its kind tells: t.rank_of(card), values.of[card.kind",
    ),
    "'finally' behind a question": (
        "try:\n            x = yield from rule(t)\n        finally:\n            t.turns",
        "'finally' behind what asks has no meaning yet: write what is to be done behind it, on every way",
    ),
    "kinds by a condition that goes by the table": (
        "x = t.deck.where(condition=lambda card: t.hand[t.players[0]].size > 1)",
        "a set of kinds that are known in play only has no meaning yet: write kinds that are put together: ",
    ),
    "kinds by a condition that goes by what was drawn": (
        "n = yield from t.lot((1, 2))\n        x = t.deck.where(condition=lambda card: n > 1)",
        "a set of kinds that are known in play only has no meaning yet: write kinds that are put together: ",
    ),
    "numbers and tuples are compared": (
        "x = t.most({p: (1, 2) if t.hand[p].size else 3 for p in t.players})",
        "has no meaning yet: write numbers of both, or an if for each (kernel/card_arithmetic.py, line ",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_the_place_is_one_of_the_rules(name: str, tmp_path: Path) -> None:
    text, said = REFUSED[name]
    changes = ((HAND, f"{HAND}\n    line = rows(seen_by=everybody)"), (STEP, f"        {text}\n{STEP}"))
    game = find_game(write_game(tmp_path, (NAMES, MORE + ABOVE), *changes))()
    with pytest.raises(NoMeaning, match=r"rules\.py:4\d: ") as refused:
        meaning(game)
    assert said in str(refused.value)


def test_a_rule_of_several_is_driven_where_it_comes_from(tmp_path: Path) -> None:
    several = "yield from {0: rule, 1: other}[t.turns % 2](t)"
    text = f"x = yield from (rule(t) if t.turns % 2 else other(t))\n        y = {several}"
    game = find_game(write_game(tmp_path, (NAMES, MORE + ABOVE), (STEP, f"        {text}\n{STEP}")))()
    assert meaning(game).functions


@pytest.mark.parametrize(
    ("told", "kept"), [("(0, t.turns)", True), ("[0, t.turns]", False), ("(1, [t.turns])", False), ("{1: 2}", False)]
)
def test_what_may_change_is_told_to_nobody(tmp_path: Path, told: str, kept: bool) -> None:
    """Python keeps no list in a record, so that the match stops there, recorded or not."""
    game = find_game(write_game(tmp_path, (STEP, f"        t.note('seen', of={told})\n{STEP}")))
    played = play_in_bulk(game(), (1, 2), 0)
    if kept:
        assert played.fault is None
        assert all(meaning(game(), recorded=recorded).functions for recorded in (False, True))
        return
    assert "what is told may not change later: write tuple(…)" in str(played.fault)
    for recorded in (False, True):
        with pytest.raises(NoMeaning, match=r"rules.py:32: .*telling .* has no meaning yet: write tuple\(…\) of it"):
            meaning(game(), recorded=recorded)


def test_what_begins_with_an_underscore_and_is_the_authors_own_is_understood(tmp_path: Path) -> None:
    of_table = f"{HAND}\n    _seen = value(0)\n\n    def _twice(self) -> int:\n        return self._seen * 2"
    changes = (
        (NAMES, f"{NAMES}, value"),
        (HAND, of_table),
        ("        self.deck = ", "        self._low = 3\n        self.deck = "),
        ("    def forfeit", "    def _next(self, t) -> int:\n        return t._twice() + self._low\n\n    def forfeit"),
        (STEP, f"        t._seen = self._next(t)\n{STEP}"),
    )
    game = find_game(write_game(tmp_path, *changes))()
    assert play_in_bulk(game, (1, 2), 0).fault is None
    assert meaning(game).functions
