"""Two clauses that want the same cards in different places at the same moment are told; one that carries on what the
other began, or is about what it leaves, is not."""

from __future__ import annotations

import random

import pytest

from referee.games.registry import find_game, games
from referee.record.replay import replay
from referee.verify.campaign import check_game
from referee.verify.collide.same_cards import same_cards
from referee.verify.questions import Plan
from referee.verify.verdicts import Method, Trouble
from tests.test_interactions import RULEBOOK, RULES
from tests.tiny import write_game

STEP = """\
    def step(self, t: TinyTable) -> Rule[None]:
        yield from t.draw(t.stock, 3, t.middle)
        cards = t.middle.pile
        self.double(t, cards)
        BETWEEN
        self.add(t, cards)
        if t.turns == 4:
            t.end({p: 0 for p in t.players}, {p: 0 for p in t.players}, "over")
        else:
            t.gather(t.stock)
            yield from t.shuffle(t.stock)

    @clause("T-1")
    def double(self, t: TinyTable, cards: Any) -> None:
        FIRST

    @clause("T-2")
    def add(self, t: TinyTable, cards: Any) -> None:
        SECOND
"""
MINE, YOURS = "t.here", "t.there"
ALL_TO_ME = f"t.move(t.middle.pile, t.middle, {MINE})"
THREES_TO_YOU = f"t.move(t.middle.only(t.deck.where(ranks=['3'])), t.middle, {YOURS})"
THREES_TO_ME = THREES_TO_YOU.replace(YOURS, MINE)
ALL_TO_YOU = f"t.move(t.middle.pile, t.middle, {YOURS})"
THE_REST_TO_YOU = f"{ALL_TO_YOU} if t.middle.size else None"
WHEREVER_THEY_ARE = f"t.move(cards, t.middle if t.middle.size else {MINE}, {YOURS})"
WHAT_I_HAVE = f"t.move({MINE}.pile, {MINE}, {YOURS})"
EVERYTHING = f"[t.move(each.pile, each, {YOURS}) for each in (t.middle, {MINE}, t.stock)]"


def checked(folder, first, second, between="pass"):
    write_game(folder)
    (folder / "readings.toml").unlink()
    step = STEP.replace("FIRST", first).replace("SECOND", second).replace("BETWEEN", between)
    if "self.add" in first:
        step = step.replace("        self.add(t, cards)\n        if", "        if")
    rules = RULES.replace("STEP\n", step + "\n")
    zones = "".join(f"    {name} = zone(seen_by=nobody)\n" for name in ("middle", "here", "there"))
    rules = rules.replace("    number = amount(1)\n", zones)
    rules = rules.replace("from enum import Enum", "from enum import Enum\nfrom typing import Any")
    rules = rules.replace("class What(Enum)", "_ = amount\n\n\nclass What(Enum)")
    (folder / "rules.py").write_text(rules, encoding="utf-8")
    (folder / "rulebook.md").write_text(RULEBOOK, encoding="utf-8")
    found = check_game(Plan(str(folder), methods=(Method.FUZZ,), players=(2,), effort=0.4)).findings
    # That a clause does nothing is told, too, as no property says anything: it is not what is tried here.
    others = (Trouble.NEVER_APPLIES,)
    findings = [each for each in found if each.method is not Method.TEXT and each.trouble not in others]
    assert {each.trouble for each in findings} <= {Trouble.CONTRADICTION, Trouble.LEAK}
    leaks = [each for each in findings if each.trouble is Trouble.LEAK]
    assert bool(leaks) == (first == THREES_TO_ME), "all see how many threes lay among cards that nobody sees"
    return [each for each in findings if each not in leaks]


@pytest.mark.parametrize(
    ("second", "told"),
    [
        (THREES_TO_YOU, "T-2 finds none of them left that it would put into there"),
        (WHEREVER_THEY_ARE, "T-2 moves them on to there"),
    ],
)
def test_clauses_that_want_the_same_cards_elsewhere_are_told(tmp_path, second, told):
    (finding,) = checked(tmp_path / "tiny", ALL_TO_ME, second)
    assert finding.clauses == ("T-1", "T-2")
    assert "T-1 puts" in finding.sentence
    assert told in finding.sentence
    replay(finding.witness.record, "witness", find=lambda name: find_game(str(tmp_path / name)))


@pytest.mark.parametrize(
    ("first", "second", "between"),
    [
        (THREES_TO_ME, THE_REST_TO_YOU, "pass"),  # it is about what is left
        (ALL_TO_ME, WHAT_I_HAVE, "pass"),  # it carries on
        (ALL_TO_ME, EVERYTHING, "pass"),  # it is about other cards too
        (ALL_TO_ME, ALL_TO_ME, "pass"),  # they agree
        (ALL_TO_ME, THREES_TO_YOU, "yield from t.shuffle(t.stock)"),  # at another moment
        (f"{ALL_TO_ME}; self.add(t, cards)", THREES_TO_YOU, "pass"),  # a part of it
    ],
)
def test_what_carries_on_comes_later_or_is_about_the_rest_is_not(tmp_path, first, second, between):
    assert checked(tmp_path / "tiny", first, second, between) == []


@pytest.mark.untraced
@pytest.mark.parametrize("name", [entry.name for entry in games()])
def test_no_two_clauses_of_the_shipped_games_want_the_same_cards(name):
    assert not list(same_cards(find_game(name)(3), random.Random(2), 4))
