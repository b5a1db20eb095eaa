"""What is known is not played again when alternatives are compared, and nothing else comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import find_game
from referee.verify.impact.alternative import Asked, alternatives_of
from referee.verify.impact.changes import Compare, compare
from referee.verify.impact.common_matches import CommonMatches, Style, Under
from referee.verify.impact.hearing import Hearing
from referee.verify.impact.lockstep import Both
from referee.verify.impact.readings import matters
from referee.verify.methods import Budget
from referee.verify.play.consulted_readings import HeardAnyhow
from referee.verify.play.minimise import variant
from referee.verify.play.trial import LOOKED_AT
from referee.verify.project import Project
from tests.tiny import write_project

STYLE = Style("played once", lambda number: 25, lambda number: number % 2 == 0, lambda number: number % 3 == 2)
NO_HURRY = Budget()


def both_ways(common: CommonMatches, slug: str, value: str, matches: int = 3) -> tuple[list[Any], list[Any]]:
    """Matches under an alternative: what is common is not played again, and each of them by itself."""
    other = variant(common.game, readings={slug: value})
    assert other is not None
    shared, alone = Under(common, other), Under(common, other)
    alone.alone = True
    return tuple([[each.match(number, NO_HURRY) for number in range(matches)] for each in (shared, alone)])


def common_of(game: Any, name: str) -> CommonMatches:
    about = [each for each in Project.of(type(game), name).properties if each.kind in LOOKED_AT]
    return CommonMatches(game, [each for each in about if each.applies({**game.readings, **each.readings}, 3)], STYLE)


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("name", "every"), [("escalation", 7), ("effervesce", 17), ("five-crowns", 41), ("fscking-ace", 17), ("bpoker", 75)]
)
def test_matches_under_another_reading_are_the_same_as_if_each_was_played_by_itself(name: str, every: int) -> None:
    chosen = find_game(name)(3)
    common = common_of(chosen, name)
    spared = 0
    for slug, value in alternatives_of(type(chosen), chosen.readings)[::every]:
        before = common.played
        shared, alone = both_ways(common, slug, value, 2)
        assert shared == alone
        spared += 2 * 26 - (common.played - before) // 2
    assert spared or name == "five-crowns"  # it is made with all of its readings


def test_a_reading_that_is_consulted_unheard_would_be_noticed() -> None:
    """Planted: nobody hears that it is consulted, so the other way to read the rules seems to be the same."""
    common = common_of(find_game("escalation")(3), "escalation")
    for number in range(3):
        known = common.known_match(number, NO_HURRY)
        known.steps = [each._replace(consulted=frozenset()) for each in known.steps]
    apart = [both_ways(common, slug, value) for slug, value in alternatives_of(type(common.game), {})]
    assert any(shared != alone for shared, alone in apart)


@pytest.mark.parametrize("kept", ["cache", "dictionary"])
def test_what_a_property_keeps_of_the_game_is_heard(kept: str, tmp_path: Path) -> None:
    """A property that looks a reading up once and remembers it does not seem to be none of its business later."""
    write_project(tmp_path, ('        if t.reading("late") == "yes":', "        if t.turns > 5:"))
    file = tmp_path / "properties" / "tiny.py"
    file.write_text(f"from functools import lru_cache\n{file.read_text()}{KEPT[kept]}{NOT_LATE}")
    asked = Compare(str(tmp_path / "games" / "tiny"), file, 2, {}, {}, ({"late": "yes"},), figures=False)
    (found,) = compare(asked)
    assert found.breaks == ["it-is-not-late"]


LOOKS = [
    lambda readings: readings.items(),
    lambda readings: readings.values(),
    lambda readings: readings.get("late"),
    lambda readings: readings["late"],
    lambda readings: {**readings},
    lambda readings: readings.copy(),
    lambda readings: readings == {"late": "no"},
    lambda readings: readings | {},
    lambda readings: {} | readings,
    repr,
    dict,
]


@pytest.mark.parametrize("look", LOOKS)
def test_a_reading_is_heard_however_it_is_looked_up(look: Callable[[Any], object]) -> None:
    heard = set[str]()
    look(HeardAnyhow({"late": "no"}, heard.add))
    assert heard == {"late"}


STEP = '        if t.reading("late") == "yes":'
MADE = "        self.deck = Deck.of"
BEFORE = "class TinyTable(Table):"
IS_LATE = '\n\ndef is_late(game):\n    return game.readings["late"] == "yes"\n\n\n'
LAYERED = """\
    def layers(self, quantity):
        return LAYERS[::-1] if self.readings["late"] == "yes" else LAYERS

    @modifier("T-2", of="fee", layer=Layer.ADD)
    def more(self, t, player):
        return 1

    @modifier("T-2", of="fee", layer=Layer.MULTIPLY)
    def twice(self, t, player):
        return 2

"""
REMEMBERED = """
SEEN = {}


def is_late(game, readings):
    if game not in SEEN:
        SEEN[game] = readings("late")
    return SEEN[game] == "yes"


"""
KEEPING = {
    "made with it": [(MADE, f'        self.late = self.readings["late"] == "yes"\n{MADE}'), ("WHEN", "self.late")],
    "made with all": [(MADE, f"        self.of = {{**self.readings}}\n{MADE}"), ("WHEN", 'self.of["late"] == "yes"')],
    "made with a rule": [(MADE, f'        self.late = self.defined["late"] == "yes"\n{MADE}'), ("WHEN", "self.late")],
    "in its form": [("WHEN", 'self.form["readings"]["late"] == "yes"')],
    "in a cache": [
        (BEFORE, f"@lru_cache{IS_LATE[1:]}{BEFORE}"),
        ("\n\nfrom referee.kernel import FR", "\nfrom functools import lru_cache\nfrom referee.kernel import FR"),
        ("WHEN", "is_late(self)"),
    ],
    "in a dictionary": [(BEFORE, f"{REMEMBERED}{BEFORE}"), ("WHEN", "is_late(self, self.readings.get)")],
    "what a table says in a dictionary": [(BEFORE, f"{REMEMBERED}{BEFORE}"), ("WHEN", "is_late(self, t.reading)")],
    "in the order of modifiers": [
        ("    def forfeit", f"{LAYERED}    def forfeit"),
        ("import clause", "import LAYERS, Layer, modifier, clause"),
        ("WHEN", 't.quantity("fee", t.players[0], 1) == 3'),
    ],
    "nowhere": [("WHEN", 'self.readings["late"] == "yes"')],
}


@pytest.mark.parametrize("kept", KEEPING)
def test_what_rules_keep_of_a_reading_is_heard(kept: str, tmp_path: Path) -> None:
    """It is looked up in every turn, and goes for something in late ones."""
    changes = [(STEP, "        late = WHEN\n        if late and t.turns > 5:"), *KEEPING[kept]]
    write_project(tmp_path, *changes)
    chosen = find_game(str(tmp_path / "games" / "tiny"))(2)
    common = CommonMatches(chosen, (), STYLE)
    shared, alone = both_ways(common, "late", "yes")
    assert shared == alone
    assert all(each != common.match(number, NO_HURRY) for number, each in enumerate(shared))


@pytest.mark.parametrize("kept", KEEPING)
def test_what_rules_keep_of_a_reading_is_seen_to_matter(kept: str, tmp_path: Path) -> None:
    """Steps that ask for nothing are not taken under another reading, and none of these is one of them."""
    write_project(tmp_path, (STEP, "        late = WHEN\n        if late and t.turns > 5:"), *KEEPING[kept])
    game = find_game(str(tmp_path / "games" / "tiny"))
    (found,) = matters(game, Asked((2,), {}, {}, (("late", "yes"),), matches=2))
    assert found.matters
    assert found.steps == 7


KEPT = {
    "cache": """

@lru_cache
def is_late(game):
    return {**game.readings}["late"] == "yes"
""",
    "dictionary": """

SEEN = {}


def is_late(game):
    if game not in SEEN:
        SEEN[game] = game.readings["late"]
    return SEEN[game] == "yes"
""",
}
NOT_LATE = """

@always("T-2")
def it_is_not_late(t):
    "It is not late in the third turn."
    return not is_late(t.game) or t.turns < 3
"""


@pytest.mark.untraced
def test_a_witness_is_the_same_as_from_whole_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("escalation")
    alternatives = tuple(alternatives_of(game, game(2).readings))
    asked = Asked((2, 3), {}, {}, alternatives, matches=4)
    quick = matters(game, asked)
    steps = 0

    def from_the_beginning(both: Both, script: Sequence[Sequence[Any]]) -> int:
        nonlocal steps
        del both.passed[:]
        for table, snapshot in zip(both.tables, both.begin, strict=True):
            table.restore(snapshot)
        steps += len(script)
        return 0

    monkeypatch.setattr(Both, "go_to", from_the_beginning)
    assert matters(game, asked) == quick
    assert steps
    assert any(each.witness is not None for each in quick)


@pytest.mark.untraced
def test_a_witness_is_the_same_as_from_steps_that_are_all_taken_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """And steps are spared: those that go by no reading in which the two forms differ."""
    game = find_game("escalation")
    alternatives = tuple(alternatives_of(game, game(2).readings))
    asked = Asked((3,), {}, {}, alternatives, matches=4)
    taken = 0
    one_step = Both.step

    def counted(both: Both, answers: Sequence[Any]) -> Any:
        nonlocal taken
        one, two = one_step(both, answers)
        taken += 1 if one is two else 2
        return one, two

    monkeypatch.setattr(Both, "step", counted)
    quick, spared = matters(game, asked), taken
    taken = 0
    monkeypatch.setattr(Hearing, "may_go_by", lambda heard, slug: True)
    assert matters(game, asked) == quick
    assert spared < 0.9 * taken
