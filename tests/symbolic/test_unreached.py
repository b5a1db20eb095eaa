"""Ways of rule text that no table leads to, and a twin of each that some rare table does."""

from __future__ import annotations

import pytest

from referee.verify.play.branches import counting
from referee.verify.symbolic.unreached import unreached
from tests.prove.written_games import written

NEVER = {
    "an amount": ("if t.stock.size > {}:\n    t.a = 1", 5, 4, "if t.stock.size > {}"),
    "the whole hand": ("if t.hand[me].size {}:\n    t.bad = True", "!= 1", "== 1", "if t.hand[me].size {}"),
    "a rare coincidence": ("if t.middle.count(self.low) > {}:\n    t.a = 1", 4, 3,
                           "if t.middle.count(self.low) > {}"),
    "a part": ("if t.a == 0 and t.stock.size > {}:\n    t.a = 1", 5, 4, "t.stock.size > {}, in:"),
    "a truth of amounts": ("t.a = t.if_else(t.stock.size > {}, 1, 2)", 5, 4, "if t.stock.size > {}"),
    "within a comprehension": ("t.a = len([p for p in t.players if t.hand[p].size > {}])", 1, 0,
                               "if t.hand[p].size > {}"),
    "after a scalar": ("t.a = 1 - t.a\nif t.a > {}:\n    t.bad = True", 1, 0, "if t.a > {}"),
    "in a pass": ("if t.stock.size > 0:\n    yield from t.repeat(self.turn_up)", 4, 3, "if t.stock.size > {}"),
    "in a helper": ("t.a = self.looked(t)", 5, 4, "if t.stock.size > {}"),
    "an answer": ("more = yield from t.choose(me, 'more', [1, 2])\nif more > {}:\n    t.a = 1", 2, 1, "if more > {}"),
}  # fmt: skip
BODIES = {
    "in a pass": """
def turn_up(self, t: T) -> Rule[Any]:
    yield from t.draw(t.stock, 1, t.middle)
    if t.stock.size > {}:
        t.b = 1
    more = yield from t.choose(t.mover, "more", [True, False])
    return more & (t.stock.size > 0)
""",
    "in a helper": """
def looked(self, t: T) -> int:
    if t.stock.size > {}:
        return 1
    return 0
""",
}
SET_UP = {"a rare coincidence": 'self.low = self.deck.where(ranks=["2", "3"])'}


def never_gone(folder, what: str, given, players: int = 2):
    """The text and way of what is never gone, why nothing is said, and of what it is proved that play does it."""
    step = NEVER[what][0].format(given)
    game, _ = written(folder, step=step, body=BODIES.get(what, "").format(given), set_up=SET_UP.get(what, ""))
    with counting(game, parts=True) as found:
        said = unreached(game(players), len(found.ways))
        branches = found.branches()
    wrong = [branches[each] for each in said.ways if branches[each].times]  # facts are guessed from play
    return {(branches[each].text, branches[each].way) for each in said.ways}, said.why, wrong


@pytest.mark.parametrize("what", sorted(NEVER))
def test_what_cannot_be_is_proved_and_what_seldom_is_is_not(tmp_path, what):
    _, never, seldom, text = NEVER[what]
    told, why, wrong = never_gone(tmp_path, what, never)
    assert not why
    assert any(each.startswith(text.format(never)) and way == "yes" for each, way in told)
    told, why, also_wrong = never_gone(tmp_path, what, seldom)
    assert not why
    assert not any(each.startswith(text.format(seldom)) and way == "yes" for each, way in told)
    assert wrong == also_wrong == []


OF = """
def of(self, n: int) -> int:
    return 1 if n > 90 else 0
"""
ANSWERS = f"""{OF}
def default_answer(self, choice: Any) -> Any:
    return choice.space.nth(self.of(99))
"""
UNTOLD = {
    "where a game is made, too": {"set_up": "self.many = self.of(99)", "body": OF, "step": "t.a = self.of(1)"},
    "what a seat answers that has forfeited": {"body": ANSWERS, "step": "t.a = self.of(1)"},
    "nobody calls it": {
        "body": "def unused(self, t: T) -> int:\n    if t.stock.size > 90:\n        return 1\n    return 0"
    },
    "where a game is made": {"set_up": "if self.players > 90:\n    self.turn_cap = 90"},
}


@pytest.mark.parametrize("what", sorted(UNTOLD))
def test_nothing_is_said_of_text_that_no_rule_carries_out(tmp_path, what):
    game, _ = written(tmp_path, **UNTOLD[what])
    with counting(game, parts=True) as found:
        said = unreached(game(2), len(found.ways))
        branches = found.branches()
    assert any("> 90" in each.text for each in branches)
    assert not any("> 90" in branches[each].text for each in said.ways)


def test_rules_that_may_stop_are_not_believed(tmp_path):
    game, _ = written(tmp_path, step="yield from t.draw(t.stock, 1, t.hand[me])")
    with counting(game, parts=True) as found:
        said = unreached(game(2), len(found.ways))
    assert said.why == "it may stop: X-2: cards that are not there"
    assert not said.ways
