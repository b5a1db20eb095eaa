"""Hold'em: hands against another way to rank them, and each promise broken by rules that break it."""

import random
import re
import shutil
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.games.registry import find_game
from referee.kernel import FRENCH_RANKS, FRENCH_SUITS
from tests.test_human import at_terminal

HERE = Path(__file__).parent
CARDS = [(rank, suit.letter) for rank in FRENCH_RANKS for suit in FRENCH_SUITS]


def of_five(cards: tuple[tuple[str, str], ...]) -> tuple[Any, ...]:
    """What five cards are worth, as a tuple that is compared."""
    ranks = sorted([FRENCH_RANKS.index(rank) for rank, _ in cards], reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda each: (-each[1], -each[0]))
    shape, order = [number for _, number in groups], [rank for rank, _ in groups]
    flush = len({suit for _, suit in cards}) == 1
    top = 3 if order == [12, 3, 2, 1, 0] else order[0] if ranks[0] - ranks[4] == 4 and len(order) == 5 else None
    if top is not None:
        return (8 if flush else 4, top)
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1,) * 5: 5 if flush else 0}
    return (kinds[tuple(shape)], *order)


def test_hands_are_ranked_like_the_best_of_all_fives() -> None:
    game: Any = find_game(str(HERE / "games" / "holdem"))(2)
    table, rng, kinds, ranked = game.table(), random.Random(1), Counter[int](), []
    for number in range(400):
        few = [card for card in CARDS if number % 2 == 0 or card[1] == "h" or card[0] in FRENCH_RANKS[-5:-3]]
        cards = rng.sample(few, 7)
        best = max(map(of_five, combinations(cards, 5)))
        kinds[best[0]] += 1
        ranked.append((best, game.best_hand(table, game.deck.parse(["".join(card) for card in cards]))))
    assert set(kinds) == set(range(9)), kinds
    numbers = sorted(ranked)
    for (one, low), (other, high) in pairwise(numbers):
        assert (low < high) is (one < other), (one, low, other, high)


BREAKS = {
    "no-chip-is-lost": ("odd = t.if_else(wins[player], t.lesser(left, each_one), 0)", "odd = 0"),
    "nobody-has-fewer-chips-than-none": ("there = t.lesser(number, t.chips[player])", "there = number"),
    "every-pot-goes-to-the-best-hand-in-it": ("best = t.greater(best, t.if_else(", "best = t.lesser(99**9, t.if_else("),
    "nobody-wins-more-of-another-than-he-has-put-in": ("& (t.put[player] >= top) for", "& (t.put[player] >= 0) for"),
    "whoever-has-put-in-most-has-not-folded": (
        "            self.answers(t, me, number)\n",
        "            self.answers(t, me, number)\n            t.folded[me] = True\n",
    ),
    "the-turn-is-of-somebody-who-has-to-act": ("t.negate(t.acted[player]) & (rivals > 1)", "(rivals > 1)"),
    "it-ends": ("        t.acted[me] = True\n", ""),
    "cards-are-laid-open-until-the-river": (
        "Phase.SHOW if t.round is Round.RIVER",
        "Phase.SHOW if t.round is Round.FLOP",
    ),
    "all-have-their-hands-and-the-board-its-cards": (
        "t.draw(t.stock, self.new_cards[t.round], t.board)",
        "t.draw(t.stock, 1, t.board)",
    ),
    "whoever-has-won-most-wins": ("if top == self.most_put(t):", "if top <= self.most_put(t):"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_a_rule_that_breaks_a_promise_is_found(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(HERE / "games" / "holdem", tmp_path / "games" / "holdem")
    shutil.copytree(HERE / "properties", tmp_path / "properties")
    rules = tmp_path / "games" / "holdem" / "rules.py"
    old, new = BREAKS[name]
    text = rules.read_text(encoding="utf-8")
    assert text.count(old) == 1
    rules.write_text(text.replace(old, new), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    asked = ["games/holdem", "--property", name, "--method", "fuzz", "--players", "3", "--jobs", "1", "--effort", "0.5"]
    result = CliRunner().invoke(main, ["check", *asked])
    assert result.exit_code == 1, result.output
    assert "\n✗ refuted 3 " in result.output, result.output


def test_a_hand_is_played_at_a_terminal_and_no_other_hand_is_shown() -> None:
    asked = ["play", str(HERE / "games" / "holdem"), "--seats", "human,random", "--seed", "d", "--set", "more=0"]
    code, shown = at_terminal(*asked, typed=["fold it", "raise 0", "raise 4", *["call", "check"] * 20])
    assert code == 0, shown
    assert "raise  a number from 2 to 18" in shown
    assert "nothing goes with it: leave 'it' away" in shown
    before, after = shown.split("seat 1 puts ")
    assert len(set(re.findall(r"\w+[♠♥♦♣]", before))) == 7  # his own two and the board
    assert re.match(r"\w+[♠♥♦♣] \w+[♠♥♦♣] from hand into shown\n  pot: chips 38, to 0, 38\n", after)
    assert max(map(len, shown.splitlines())) <= 80
