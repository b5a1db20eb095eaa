"""docs/kernel.md and docs/cookbook.md: what stands there is played."""

from __future__ import annotations

import re

import pytest

import referee.kernel
from referee import check_game
from referee.games.registry import find_game
from referee.kernel import Place, Row, Table
from referee.record.replay import replay
from referee.verify.verdicts import Trouble, Verdict
from tests.pages import COOKBOOK, KERNEL, Example, blocks, examples, play, rules_with, the_game, written
from tests.reference import doc, members

EXAMPLES = examples()


def run(folder, example):
    """Play an example, and say what is not as it says ("" where all is)."""
    rules, fault = rules_with(example)
    written(folder, rules, example.readings)
    for seed in range(3):
        stopped = play(folder, seed).data.get("stopped", "")
        if fault not in stopped or bool(fault) != bool(stopped):
            return f"{example}: {stopped or 'it does not stop'}"
    return ""


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_an_example_runs_as_it_says(tmp_path, example):
    assert run(tmp_path / "eights", example) == ""


def test_an_example_that_lies_is_noticed(tmp_path):
    true, false = "t.hand[me].size  # -> 5", "t.hand[me].size  # -> 6"
    stops = "t.move(self.deck.whole, t.pile, t.stock)  # !! cards that are not there"
    for number, (text, noticed) in enumerate(
        [
            (true, False),
            (false, True),
            ("suit = value(NO_SUIT)", False),
            ("t.suit = t.nothing_like_that", True),
            (stops, False),
            (stops.replace("cards that", "an amount that"), True),
            (true.replace("->", "!!"), True),
            ("yield from t.draw(t.stock, 1, t.hand[me])", False),
            ("def step(self, t):\n    yield from t.draw(t.stock, 60, t.pile)", True),
        ]
    ):
        said = run(tmp_path / str(number), Example("page", 1, text))
        assert bool(said) is noticed, (text, said)


def test_the_game_has_fifty_lines_plays_and_is_well(tmp_path):
    rules = the_game()[1]
    assert 30 < len(rules.splitlines()) <= 50
    folder = written(tmp_path / "eights", rules)
    reasons = set()
    for seed in range(20):
        match = play(folder, seed, 2 + seed % 4)
        reasons.add(match.reason)
        assert min(match.ranks) == 1
        assert (
            replay(match.record, "match.jsonl", find=lambda name: find_game(folder)).result["payoffs"] == match.payoffs
        )
    assert reasons == {"out of cards"}
    found = check_game(folder, methods=["fuzz"], effort=0.25, players=[2, 3])
    assert (found.exit_code, found.checked.findings) == (0, [])
    wrong = written(tmp_path / "wrong", rules.replace("t.stock, 5,", "t.stock, 11,"))
    assert check_game(wrong, methods=["fuzz"], effort=0.25, players=[5]).exit_code == 1


def unsaid(page):
    """The words of rules that a page does not have: exported names, and what rules do with a table and its places."""
    words = {*referee.kernel.__all__}
    for cls in (Table, Place, Row):
        own = [each for each in doc(cls).split("\n\n") if each.startswith("The kernel's own")]
        words |= {word for word in members(cls) if f"``{word}``" not in " ".join(own)}
    return sorted(word for word in words if not re.search(rf"\b{word}\b", page))


def test_every_word_is_on_the_page():
    page = KERNEL.read_text(encoding="utf-8")
    assert unsaid(page) == []
    assert unsaid(page.replace("take_back", "").replace("EqualValue", "")) == ["EqualValue", "take_back"]


RECIPES = list({example.section: example for example in blocks(COOKBOOK)}.values())
"""By section its last block, with all that stands before it."""


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda each: each.section)
@pytest.mark.every(2)
def test_a_recipe_is_short_plays_and_is_well(tmp_path, recipe):
    lines = [line for text in (*recipe.before, recipe.text) for line in text.splitlines() if line.strip()]
    assert 5 <= len(lines) <= 25
    folder = written(tmp_path / "eights", rules_with(recipe)[0])
    matches = [play(folder, seed) for seed in range(3)]
    assert [each.data.get("stopped") for each in matches] == [None] * 3
    assert {"turn-cap", "example"}.isdisjoint([each.reason for each in matches])
    found = check_game(folder, methods=["fuzz"], effort=0.25)
    assert [each for each in found.checked.findings if each.trouble is not Trouble.RULEBOOK] == []


@pytest.mark.parametrize(
    ("section", "line", "instead", "found"),
    [
        ("Tricks and trumps", "t.following(hand.pile, ", "t.hand[player].only(", Trouble.DEAD_END),
        ("Betting with side pots", 't.reveal(t.hand[player].pile, player, why="showdown")', "pass", Trouble.LEAK),
        ("Drafting", 't.reveal(t.kept[player].pile, player, why="scoring")', "pass", Trouble.LEAK),
        ("Auctions", "t.lot(t.most(bids), seen_by=everybody)", "t.lot(t.most(bids)[:1])", Trouble.SEAT),
        ("Hidden dice", 't.disclose("dice", of=player, dice=t.dice[player])', "pass", Trouble.LEAK),
        ("Hidden roles", 't.disclose("role", of=accused, role=t.role[accused].value)', "pass", Trouble.LEAK),
    ],
)
@pytest.mark.untraced
@pytest.mark.every(2)
def test_what_a_recipe_warns_of_is_found(tmp_path, section, line, instead, found):
    rules = rules_with(next(each for each in RECIPES if each.section == section))[0]
    line = line.replace('"', "'")  # as it is written out
    assert line in rules
    folder = written(tmp_path / "eights", rules.replace(line, instead))
    findings = check_game(folder, methods=["fuzz"]).checked.findings
    assert {each.trouble for each in findings if each.trouble is not Trouble.RULEBOOK} == {found}


PROMISES = """
from referee.verify import all_cards, always, every, free_of, some

@free_of("dead end", "E-2")
def nobody_is_stuck(t):
    "Whoever is asked can answer."

@always("E-1")
def no_card_is_lost(t):
    "All cards are somewhere."
    return t.is_exactly(all_cards(t), t.deck.all_kinds, t.deck.whole)
"""
HANDS = """
@always("E-1")
def hands_are_of_one_size(t):
    "All hands are of one size, and not empty while play goes on."
    size = t.hand[t.mover].size
    return every(t, (t.hand[player].size == size for player in t.players)) & ((size > 0) | (t.outcome is not None))
"""
ALIVE = """
@always("E-1")
def play_can_go_on(t):
    "There is a stock, and the mover and another one are alive."
    if t.outcome is not None:
        return True
    return (t.stock.size > 0) & t.alive[t.mover] & some(t, (t.alive[player] for player in t.others(t.mover)))
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("section", "promise", "players"),
    [
        ("Tricks and trumps", HANDS, 2),
        ("Betting with side pots", "", 2),
        ("Drafting", HANDS, 2),
        ("Teams", HANDS, 4),
        ("Elimination", ALIVE, 3),
    ],
)
def test_what_a_recipe_says_is_proved_is(tmp_path, monkeypatch, section, promise, players):
    rules = rules_with(next(each for each in RECIPES if each.section == section))[0]
    folder = written(tmp_path / "games" / "eights", rules)
    (tmp_path / "properties").mkdir()
    (tmp_path / "properties" / "eights.py").write_text(PROMISES + promise, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    found = check_game(folder, methods=["prove"], players=players)
    assert {each.property: each.verdict for each in found.checked.results} == dict.fromkeys(
        [each.name for each in found.checked.properties], Verdict.PROVED
    )
    assert len(found.checked.properties) == 2 + bool(promise)
