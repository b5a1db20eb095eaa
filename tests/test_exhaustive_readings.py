"""A reading that never matters at a scale is said to be EXHAUSTED there; one that matters in one way only is found."""

from __future__ import annotations

import gc
import json
from functools import lru_cache

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.games.registry import find_game
from referee.record.replay import replay
from referee.verify.impact.exhaustive import AskedAt, compare_exhaustively
from referee.verify.impact.hearing import every_object
from referee.verify.impact.lockstep import DifferenceKind
from tests.tiny import write_game

RARE = """\
        yield from t.draw(t.stock, 8, t.hand[t.players[0]])
        said = yield from t.select(t.players[0], "lay", t.hand[t.players[0]].pile, 3)
        t.move(said, t.hand[t.players[0]], t.stock)
        if WHERE t.reading("late") == "yes":
            yield from t.draw(t.stock, 1, t.hand[t.players[1]])
        t.gather(t.stock)
        t.end({p: 1 for p in t.players}, {p: 0 for p in t.players}, "over")

    def forfeit"""
OLD = """\
        if t.reading("late") == "yes":
            t.end({p: 1 for p in t.players}, {p: 0 for p in t.players}, "over")
        yield from t.shuffle(t.stock)

    def forfeit"""
TWOS = "t.stock.count(self.deck.where(ranks=['2'])) == 3 and"
"""In four of the 56 ways to lay three of eight cards."""
OR_ELSE = ('t.reading("late")', 't.reading_or("late", "no")')
KEPT = ("        t.gather(t.stock)\n        t.end", "        t.end")


def looked_at(folder, where, *changes, alternatives=(("late", "yes"),)):
    rare = RARE.replace("WHERE ", f"{where} " if where else "")
    for old, new in changes:
        rare = rare.replace(old, new)
    write_game(folder, (OLD, rare))
    return compare_exhaustively(AskedAt(str(folder), 2, {}, {"size": 1}, alternatives))


@pytest.mark.parametrize(
    ("where", "changes", "how", "consulted"),
    [
        (TWOS, [KEPT], DifferenceKind.TABLE, True),
        (TWOS, [KEPT, OR_ELSE], DifferenceKind.TABLE, True),
        (f"{TWOS} False and", [KEPT], DifferenceKind.NOTHING, False),
        (TWOS, [KEPT, ("yield from t.draw(t.stock, 1, t.hand[t.players[1]])", "pass")],
         DifferenceKind.NOTHING, True),
    ],
)  # fmt: skip
def test_every_way_through_every_step_is_looked_at(tmp_path, where, changes, how, consulted):
    (found,) = looked_at(tmp_path / "tiny", where, *changes)
    if how is DifferenceKind.NOTHING:
        assert found.difference.how is DifferenceKind.NOTHING
        assert found.witness is None
    else:
        assert found.difference.how is how
        for witness in (found.witness, found.other_witness):
            replay(witness.record, "witness", find=lambda name: find_game(str(tmp_path / name)))
    assert found.consulted == consulted
    assert (found.states, found.ways) == (57, 57)


def test_nothing_is_said_of_a_scale_that_cannot_be_seen_whole(tmp_path, monkeypatch):
    monkeypatch.setattr("referee.verify.impact.exhaustive.MOST_WAYS", 5)
    assert looked_at(tmp_path / "tiny", f"{TWOS} False and", KEPT) == []


def test_never_is_not_said_where_no_rule_consults_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("referee.verify.symbolic.sameness.MOST_STATEMENTS", 0)
    looked_at(tmp_path / "games" / "tiny", f"{TWOS} False and", KEPT)
    (tmp_path / "properties").mkdir()
    (tmp_path / "properties" / "tiny.py").write_text(
        "from referee.verify import scale\n\nSCALES = [scale([2], size=1)]\n"
    )
    arguments = ["check", "games/tiny", "--all-readings", "--jobs", "1", "--json", "out.json"]
    output = " ".join(CliRunner().invoke(main, arguments).output.split())
    assert "TINY-1 late (T-1 T-2; silent), read as no" in output
    assert "EXHAUSTED" not in output
    assert "yes: not seen; no rule consults it between 2 players with size=1, which says nothing" in output
    (told,) = json.loads((tmp_path / "out.json").read_text())["alternatives"]
    assert told["kind"] == "silent"
    assert told["exhausted"] == []


def test_never_is_said_where_some_rule_consults_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("referee.verify.symbolic.sameness.MOST_STATEMENTS", 0)
    nothing = ("yield from t.draw(t.stock, 1, t.hand[t.players[1]])", "pass")
    looked_at(tmp_path / "games" / "tiny", TWOS, KEPT, nothing)
    (tmp_path / "properties").mkdir()
    (tmp_path / "properties" / "tiny.py").write_text(
        "from referee.verify import scale\n\nSCALES = [scale([2], size=1)]\n"
    )
    arguments = ["check", "games/tiny", "--all-readings", "--jobs", "1", "--json", "out.json"]
    output = " ".join(CliRunner().invoke(main, arguments).output.split())
    assert "EXHAUSTED: never in 57 tables and 57 ways between 2 players with size=1" in output
    (told,) = json.loads((tmp_path / "out.json").read_text())["alternatives"]
    assert [each["settings"] for each in told["exhausted"]] == [{"size": 1}]


MADE = (
    "        self.deck = Deck.of",
    "        self.more = 1 if self.readings['late'] == 'yes' else 0\n        self.deck = Deck.of",
)
USES = ("        t.gather(t.stock)\n        t.end", "        t.note('more', what=self.more)\n        t.end")
PAYS = ("        return 0\n", "        return 1 if LATE == 'yes' else 0\n")
ANSWERS = (
    "        return 0\n",
    "        return 0\n\n    def default_answer(self, choice):\n        return choice.space.nth(self.which())\n\n"
    "    def which(self):\n        return 1 if LATE == 'yes' else 0\n",
)
CAP = ("    turn_cap = 10\n", "    @property\n    def turn_cap(self):\n        return 9 if LATE == 'yes' else 10\n\n")
BY_NOTHING = ("yield from t.draw(t.stock, 1, t.hand[t.players[1]])", "pass")


@pytest.mark.parametrize(
    ("late", "change"),
    [
        ("", MADE),
        ("self.readings['late']", PAYS),
        ("getattr(self, 'readings')['late']", PAYS),
        ("self.defined.get('late')", CAP),
        ("self.readings['late']", ANSWERS),
        ("self.readings['la' + 'te']", ANSWERS),
    ],
)
def test_of_what_goes_by_a_reading_beside_the_steps_that_ask_for_it_nothing_is_said(tmp_path, late, change):
    """A rule asks for the reading too, and that makes no difference."""
    assert beside(tmp_path / "tiny", late, change) == []
    if change is not MADE:
        (found,) = beside(tmp_path / "none", "'no'", change)
        assert found.difference.how is DifferenceKind.NOTHING
        assert found.consulted


def beside(folder, late, change):
    rare = RARE.replace("WHERE", TWOS)
    for old, new in (USES if change is MADE else KEPT, BY_NOTHING):
        rare = rare.replace(old, new)
    old, new = change
    write_game(folder, (OLD, rare), (old, new.replace("LATE", late)))
    return compare_exhaustively(AskedAt(str(folder), 2, {}, {"size": 1}, (("late", "yes"),)))


def test_what_one_step_has_asked_for_and_another_one_goes_by_is_not_exhausted(tmp_path):
    """The reading is looked up once, and remembered beside the table."""
    asks = 't.reading("late") == "yes"'
    known = ("class TinyTable(Table):", "KNOWN = {}\n\n\nclass TinyTable(Table):")
    kept = f"KNOWN.setdefault('late', {asks})"
    rare = RARE.replace("WHERE", TWOS).replace(asks, kept).replace(*KEPT)
    write_game(tmp_path / "tiny", known, (OLD, rare))
    assert compare_exhaustively(AskedAt(str(tmp_path / "tiny"), 2, {}, {"size": 1}, (("late", "yes"),))) == []


PLAIN = "@lru_cache(None)\ndef is_worth(size: int):\n    return size > 0\n", "is_worth(1)", 1
OF_GAME = '@lru_cache(None)\ndef is_worth(game):\n    return game.readings["late"] != ""\n', "is_worth(self)", 0


@pytest.mark.parametrize(("cached", "asked", "says"), [PLAIN, OF_GAME])
def test_results_are_kept_that_go_by_no_reading(tmp_path, cached, asked, says):
    asks = 't.reading("late") == "yes"'
    known = ("class TinyTable(Table):", f"from functools import lru_cache\n\n\n{cached}\n\nclass TinyTable(Table):")
    rare = RARE.replace("WHERE", TWOS).replace(asks, f"{asked} and {asks}").replace(*KEPT).replace(*BY_NOTHING)
    write_game(tmp_path / "tiny", known, (OLD, rare))
    found = compare_exhaustively(AskedAt(str(tmp_path / "tiny"), 2, {}, {"size": 1}, (("late", "yes"),)))
    assert len(found) == says


def test_results_are_forgotten_also_where_no_garbage_is_looked_for_in_them():
    kept = lru_cache(None)(str)
    gc.freeze()
    assert any(each is kept for each in every_object())
    assert gc.get_freeze_count()
