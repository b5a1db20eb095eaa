"""A reading is PROVED never to matter where both values give the same paths, and where anything differs it is not."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.verify.impact.exhaustive import AskedAt
from referee.verify.impact.proved import never_matter
from tests.test_readings_matter import IMPORT, PACK, RESHUFFLE, SAME, SEEN, TELLS, WHO
from tests.tiny import write_game, write_project

ALL_TWOS = """\
        if t.reading("late") == "yes" and t.stock.count(self.deck.where(ranks=["2"])) == 3:
            t.end({p: 1 for p in t.players}, {p: 0 for p in t.players}, "over")
"""
"""It matters on tables of which there may be some for all that a proof knows."""
IN_OTHER_WORDS = """\
        if t.reading("late") == "yes":
            four = 4
        else:
            four = 2 + 2
        yield from t.draw(t.stock, four, t.hand[t.players[0]])
        t.gather(t.stock)
"""


LATE = "3 if game.readings['late'] == 'yes' else 4"


def proved(folder, *changes, players=2):
    write_game(folder, *changes)
    return never_matter(AskedAt(str(folder), players, {}, {}, (("late", "yes"),)))


@pytest.mark.parametrize(
    ("changes", "consulted"),
    [([(RESHUFFLE, SAME)], True), ([(RESHUFFLE, IN_OTHER_WORDS)], True), ([(RESHUFFLE, "")], False)],
)
def test_the_same_paths_under_both_values_are_a_proof(tmp_path, changes, consulted):
    (never,) = proved(tmp_path / "tiny", *changes)
    assert (never.slug, never.alternative, never.players) == ("late", "yes", 2)
    assert never.consulted is consulted
    assert never.paths > 0


@pytest.mark.parametrize(
    "changes",
    [
        [],
        [(RESHUFFLE, ALL_TWOS)],
        [(RESHUFFLE, IN_OTHER_WORDS.replace("2 + 2", "5"))],
        [(RESHUFFLE, TELLS)],
        [(RESHUFFLE, ""), SEEN, WHO, IMPORT],
        [(RESHUFFLE, ""), PACK],
    ],
)
def test_what_differs_in_anything_is_not_proved(tmp_path, changes):
    assert proved(tmp_path / "tiny", *changes) == []


MADE = "        self.deck = Deck.of("


@pytest.mark.parametrize("every", ["vars(self)", "self.__dict__", "dict(inspect.getmembers(self))"])
def test_readings_may_be_found_among_all_that_a_game_has(tmp_path, every):
    late = f"any(isinstance(each, dict) and each.get('late') == 'yes' for each in list({every}.values()))"
    import_ = "from referee.kernel import FRENCH", "import inspect\n\nfrom referee.kernel import FRENCH"
    used = "        t.note('limit', what=self.limit)\n"
    for folder, limit, same in (("tiny", late, False), ("twin", "any(each == 'yes' for each in ['no'])", True)):
        changes = import_, (MADE, f"        self.limit = {limit}\n{MADE}"), (RESHUFFLE, used)
        assert bool(proved(tmp_path / folder, *changes)) is same


@pytest.mark.parametrize(
    ("helper", "number", "same"), [("limits_of_all", "3", True), ("limits_of_readings", LATE, False)]
)
def test_how_a_game_is_made_may_stand_in_a_module_of_nobodys(tmp_path, monkeypatch, helper, number, same):
    (tmp_path / f"{helper}.py").write_text(f"def limit_of(game):\n    return {number}\n")
    monkeypatch.syspath_prepend(tmp_path)
    changes = (
        ("class TinyTable(Table):\n", f"from {helper} import limit_of\n\n\nclass TinyTable(Table):\n"),
        (MADE, f"        self.limit = limit_of(self)\n{MADE}"),
        (RESHUFFLE, "        t.note('limit', what=self.limit)\n"),
    )
    assert bool(proved(tmp_path / "tiny", *changes)) is same


PAYS = "        return 0\n", "        return 1 if LATE == 'yes' else 0\n"
ANSWERS = (
    "        return 0\n",
    "        return 0\n\n    def default_answer(self, choice):\n        return choice.space.nth(which(choice.table))\n",
)
WHICH = (
    "class TinyTable(Table):",
    "def which(t):\n    return 1 if t.reading('late') == 'yes' else 0\n\n\nclass TinyTable(Table):",
)
MATCHED = (
    PAYS[0],
    "        match self:\n            case Game(readings={'late': 'yes'}):\n"
    "                return 1\n        return 0\n",
)


@pytest.mark.parametrize(
    ("late", "changes"),
    [
        ("self.readings['late']", [PAYS]),
        ("getattr(self, 'readings')['late']", [PAYS]),
        ("", [MATCHED]),
        ("", [ANSWERS, WHICH]),
    ],
)
@pytest.mark.parametrize("step", [SAME, ""])
def test_what_a_seat_pays_or_answers_that_has_forfeited_is_on_no_path(tmp_path, late, changes, step):
    changes = [(old, new.replace("LATE", late)) for old, new in changes]
    assert proved(tmp_path / "tiny", (RESHUFFLE, step), *changes) == []
    changes = [
        (old, (new.replace(late, "'no'") if late else new).replace("t.reading('late')", "'no'")) for old, new in changes
    ]
    if MATCHED not in changes:
        assert proved(tmp_path / "twin", (RESHUFFLE, step), *changes)


def test_nothing_is_proved_of_a_game_with_too_much_to_follow(tmp_path, monkeypatch):
    monkeypatch.setattr("referee.verify.symbolic.sameness.MOST_STATEMENTS", 0)
    assert proved(tmp_path / "tiny", (RESHUFFLE, SAME)) is None


def test_the_command_says_that_it_is_proved(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_project(tmp_path, (RESHUFFLE, SAME))
    output = CliRunner().invoke(main, ["check", "games/tiny", "--all-readings", "--jobs", "1"]).output
    assert "yes: never; PROVED: never between 2, 3 players: the same on" in " ".join(output.split())
