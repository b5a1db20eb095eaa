"""Two versions are PROVED the same game where rules only say it in other words, and not where anything differs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from referee.games import escalation
from referee.games.registry import find_game
from referee.verify.impact.proved import same_game
from referee.verify.impact.same_text import same_beside_rules, same_text
from tests.tiny import forget_imported, write_game

ZONES = """\
    hand = zones(seen_by=owner)
    number = amount(3)
    late = flag(False)
    mover = value(NO_PLAYER)
    dish = zone(seen_by=who_sees)
"""
BEFORE = """\
def who_sees(game):
    return owner if is_open(game) else everybody


def is_open(game):
    return game.players < 9


def named(thing, word):
    return getattr(thing, word)


def number_of(game):
    return game.players


class TinyTable(Table):
"""
STEP = """\
    @clause("T-2")
    def step(self, t: TinyTable) -> Rule[None]:
        me = t.players[0]
        t.late = t.number == number_of(self)
        said = yield from t.choose(me, "more", ("yes", "no"))
        if said == "yes":
            t.number = t.number + 1
        else:
            t.number = t.lesser(t.number, 7)
            yield from t.draw(t.stock, 1, t.hand[me])
        t.disclose("said", what=1)
        self.over(t)

    def over(self, t: TinyTable) -> None:
        if t.stock.is_empty:
            t.end({p: 1 for p in t.players}, {p: 0 for p in t.players}, "over")

    def forfeit"""
RULES = (
    ("    hand = zones(seen_by=owner)\n", ZONES),
    ("class TinyTable(Table):\n", BEFORE),
    ("import clause, nobody,", "import NO_PLAYER, amount, clause, everybody, flag, nobody, value,"),
)


def version(folder, *changes):
    file = write_game(folder / "tiny") / "rules.py"
    text = file.read_text()
    begin, end = text.index('    @clause("T-2")'), text.index("    def forfeit")
    text = text[:begin] + STEP + text[end + len("    def forfeit") :]
    for old, new in (*RULES, *changes):
        assert old in text, old
        text = text.replace(old, new, 1)
    file.write_text(text)
    return find_game(str(folder / "tiny"))


def proved(tmp_path, *changes):
    old, new = version(tmp_path / "old"), version(tmp_path / "new", *changes)
    assert old is not new
    return bool(same_game(old(2), new(2), 60))


OVER = "    def over(self, t: TinyTable) -> None:\n        if t.stock.is_empty:\n            t.end("
HELPER = '        t.disclose("said", what=1)\n', "        tell(t)\n"
TELL = 'def tell(t):\n    t.disclose("said", what=1)\n\n\nclass TinyTable(Table):\n'


@pytest.mark.parametrize(
    "changes",
    [
        (("        me = t.players[0]\n", "        me = t.players[0]  # a comment\n"),),
        (("me = t.players[0]", "mine = t.players[0]"), ("choose(me,", "choose(mine,"), ("t.hand[me]", "t.hand[mine]")),
        (HELPER, ("class TinyTable(Table):\n", TELL)),
        ((OVER, OVER.replace("if t.stock.is_empty:", "if t.stock.size == 0:")),),
        (("        self.over(t)\n", "        if t.stock.is_empty:\n            self.over(t)\n"),),
        (("class TinyTable(Table):\n", "def nobody_calls(t):\n    return 7\n\n\nclass TinyTable(Table):\n"),),
        (("t.number = t.number + 1", "t.number += 1"),),
        (("def over(self", "def at_last(self"), ("self.over(t)", "self.at_last(t)")),
    ],
)
def test_what_is_only_said_otherwise_is_the_same_game(tmp_path, changes):
    assert proved(tmp_path, *changes)


@pytest.mark.parametrize(
    "changes",
    [
        (("t.number = t.number + 1", "t.number = t.number + 2"),),
        (("t.lesser(t.number, 7)", "t.lesser(t.number, 8)"),),
        (('("yes", "no")', '("no", "yes")'),),
        (('"more"', '"less"'),),
        (('t.disclose("said", what=1)', 't.disclose("said", what=2)'),),
        (('        t.disclose("said", what=1)\n', ""),),
        (('        t.disclose("said", what=1)\n', '        t.disclose("said", (t.players[0],), what=1)\n'),),
        (("me = t.players[0]", "me = t.players[1]"),),
        (("t.hand[me]", "t.dish"),),
        (("{p: 0 for", "{p: 1 for"),),
        (('"over")', '"done")'),),
    ],
)
def test_a_step_that_does_otherwise_is_not_proved(tmp_path, changes):
    old, new = version(tmp_path / "old"), version(tmp_path / "new", *changes)
    assert same_beside_rules(old, new)
    assert not same_game(old(2), new(2), 60)


CALLED_OVER = "        self.over(t)\n"


@pytest.mark.parametrize(
    ("text", "one", "other"),
    [
        ("what=1", "what=1", "what=t.players[1]"),
        ("what=1", "what=t.mover.seat", "what=t.mover"),
        ('("yes", "no")', "(0, 1)", "t.players"),
        (
            CALLED_OVER,
            "        t.reveal(t.stock.pile, None, why='x')\n",
            "        t.reveal(t.stock.pile, me, why='x')\n",
        ),
        (CALLED_OVER, "        raise ValueError('odd')\n", "        raise ValueError('even')\n"),
    ],
)
def test_a_player_is_not_the_number_of_his_seat_and_one_error_is_not_another(tmp_path, text, one, other):
    """To a proof a player is a number, and so is None."""
    old, new = version(tmp_path / "old", (text, one)), version(tmp_path / "new", (text, other))
    assert same_beside_rules(old, new)
    assert not same_game(old(2), new(2), 60)
    again = version(tmp_path / "again", (text, one))
    assert same_game(old(2), again(2), 60)


RAISES = "        if t.number > 6:\n            "


@pytest.mark.parametrize(
    ("before", "raises", "same"),
    [
        ("word = WORD", "raise ValueError('odd')", True),
        ("word = WORD", "raise ValueError(word)", False),
        ("kind = ValueError if WORD == 'odd' else KeyError", "raise kind('odd')", False),
        ("word = WORD", "assert t.number < 7, 'odd'", True),
        ("word = WORD", "assert t.number < 7, word", False),
    ],
)
def test_an_error_that_is_made_of_what_came_before_is_not_told_by_its_text(tmp_path, before, raises, same):
    versions = []
    for name, word in (("old", "'odd'"), ("new", "'even'")):
        text = f"        {before.replace('WORD', word)}\n{RAISES}{raises}\n{CALLED_OVER}"
        versions.append(version(tmp_path / name, (CALLED_OVER, text)))
    assert same_beside_rules(*versions)
    assert bool(same_game(versions[0](2), versions[1](2), 60)) is same


@pytest.mark.parametrize(
    ("told", "one", "other", "same"),
    [
        ("t.number", "t.number = True", "t.number = 1", False),
        ("t.number", "t.number = t.late + 0", "t.number = 0 + t.late", True),
        ("kept(t.late)", "pass", "t.late = kept(t.late)", True),
        ("kept(t.late)", "t.number = kept(4)", "t.number = kept(True)", False),
        ("half", "half = Fraction(1, 2) if t.late else Fraction(2)", "half = Fraction(1, 2) if t.late else 2", False),
        (
            "half",
            "half = Fraction(1, 2) if t.late else Fraction(2)",
            "half = Fraction(2, 4) if t.late else Fraction(2)",
            True,
        ),
    ],
)
def test_a_truth_is_told_otherwise_than_one_and_a_fraction_otherwise_than_a_whole_number(
    tmp_path, told, one, other, same
):
    """To a Program they are equal numbers where a scalar or a variable keeps them."""
    versions = []
    for name, text in (("old", one), ("new", other)):
        kept = ("def who_sees(game):\n", "def kept(number):\n    return number\n\n\ndef who_sees(game):\n")
        fraction = (
            "from __future__ import annotations\n",
            "from __future__ import annotations\nfrom fractions import Fraction\n",
        )
        tells = f'        {text}\n        t.note("x", what={told})\n'
        versions.append(version(tmp_path / name, kept, fraction, (CALLED_OVER, tells)))
    old, new = versions
    assert same_beside_rules(old, new)
    assert bool(same_game(old(2), new(2), 60)) is same


@pytest.mark.parametrize(
    "changes",
    [
        (("amount(3)", "amount(4)"),),
        (("flag(False)", "flag(True)"),),
        (("return owner if is_open(game) else everybody", "return everybody"),),
        (("return game.players < 9", "return game.players < 8"),),
        (("return 0\n", "return 1\n"),),
        (("turn_cap = 10", "turn_cap = 11"),),
        (('("2", "3")', '("2", "4")'),),
        (('Parameter("size", 2', 'Parameter("size", 3'),),
        (('@clause("T-2")', '@clause("T-1", "T-2")'),),
    ],
)
def test_what_is_no_part_of_a_step_has_to_be_the_same_text(tmp_path, changes):
    old, new = version(tmp_path / "old"), version(tmp_path / "new", *changes)
    assert not same_beside_rules(old, new)
    assert not same_game(old(2), new(2), 60)


SETS_UP = "    def set_up(self) -> None:\n"
NUMBERED = "    return game.players\n", "    return game.players + 0\n"
OTHERWISE = OVER, OVER.replace("if t.stock.is_empty:", "if t.stock.size == 0:")


@pytest.mark.parametrize(
    ("made", "change", "same"),
    [
        ("", NUMBERED, True),
        ("number_of(self)", NUMBERED, False),
        ("number_of(self)", OTHERWISE, True),
        ("named(self, 'over')", OTHERWISE, False),
        ("named(self, 'ov' + 'er')", OTHERWISE, False),
    ],
)
def test_a_function_that_is_come_to_elsewhere_too_has_to_be_the_same_text(tmp_path, made, change, same):
    """It may be named by a word, too, where words may name any function."""
    looked = (SETS_UP, f"{SETS_UP}        self.many = {made}\n") if made else (SETS_UP, SETS_UP)
    old, new = version(tmp_path / "old", looked), version(tmp_path / "new", looked, change)
    assert same_beside_rules(old, new) is same


OWN = """\
class Own(OneOf):
    def by_nobody(self):
        return 1

    def describe(self):
        return {}


class TinyTable(Table):
"""
ONE_OF = "import NO_PLAYER,", "import NO_PLAYER, OneOf,"


@pytest.mark.parametrize(
    ("old", "new", "same"), [("return 1", "return 2", True), ("return {}", "return dict()", False)]
)
def test_what_the_kernel_calls_of_an_own_class_has_to_be_the_same_text(tmp_path, old, new, same):
    """``describe`` is of every space; nobody calls ``by_nobody``."""
    own = ONE_OF, ("class TinyTable(Table):\n", OWN)
    assert same_beside_rules(version(tmp_path / "old", *own), version(tmp_path / "new", *own, (old, new))) is same


def test_rules_that_make_classes_while_they_run_are_not_compared(tmp_path):
    made = "    return game.players\n", "    class Many:\n        pass\n\n    return game.players\n"
    assert not same_beside_rules(version(tmp_path / "old", made), version(tmp_path / "new", made))


def test_other_readings_are_another_game(tmp_path):
    old, new = version(tmp_path / "old"), version(tmp_path / "new")
    assert same_text(old, new)
    file = tmp_path / "other" / "tiny" / "readings.toml"
    other = version(tmp_path / "other")
    text = file.read_text()
    assert 'default = "no"' in text
    file.write_text(text.replace('default = "no"', 'default = "yes"'))
    forget_imported(tmp_path / "other")
    other = find_game(str(tmp_path / "other" / "tiny"))
    assert not same_text(old, other)
    assert not same_game(old(2), other(2), 60)


def test_what_cannot_be_followed_or_takes_too_long_is_not_proved(tmp_path, monkeypatch):
    change = "        t.late = t.number == number_of(self)\n", "        t.late = t.number == 2\n"
    assert proved(tmp_path, change), "number_of says how many players there are"
    monkeypatch.setattr("referee.verify.impact.proved.MOST_STATEMENTS", 0)
    assert not proved(tmp_path, change)


def test_rules_that_come_from_above_their_folder_are_not_compared(tmp_path):
    game = version(tmp_path)
    file = tmp_path / "tiny" / "rules.py"
    assert same_beside_rules(game, game)
    file.write_text(file.read_text() + "\n\nfrom ..beside import helper\n")
    assert not same_beside_rules(game, game)


@pytest.mark.untraced
@pytest.mark.parametrize(
    ("new", "same"),
    [
        pytest.param("t.hand[me].size == 0", True, marks=pytest.mark.long),
        pytest.param("t.hand[me].size == 1", False, marks=pytest.mark.long),
    ],
)
def test_versions_for_more_players_are_compared_than_mutants(tmp_path, new, same):
    versions = []
    for name, text in (("old", "t.hand[me].is_empty"), ("new", new)):
        folder = shutil.copytree(Path(escalation.__file__).parent, tmp_path / name / "escalation")
        rules = (folder / "rules.py").read_text()
        (folder / "rules.py").write_text(rules.replace("if t.hand[me].is_empty:", f"if {text}:"))
        versions.append(find_game(str(folder)))
    assert bool(same_game(versions[0](4), versions[1](4), 120)) is same


READ = 'from pathlib import Path\n\nFINE = int((Path(__file__).parent / "fine.txt").read_text())\n'
THERE = 'from pathlib import Path\n\nFINE = 5 if (Path(__file__).parent / "fine.txt").exists() else 3\n'


@pytest.mark.parametrize("where", ["", "parts"])
@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"costs.py": "FINE = 3\n"}, {"costs.py": "FINE = 3  # of old\n"}, True),
        ({"costs.py": "FINE = 3\n"}, {"costs.py": "FINE = 5\n"}, False),
        ({"costs.py": READ, "fine.txt": "3"}, {"costs.py": READ, "fine.txt": "3"}, True),
        ({"costs.py": READ, "fine.txt": "3"}, {"costs.py": READ, "fine.txt": "5"}, False),
        ({"costs.py": THERE}, {"costs.py": THERE, "fine.txt": ""}, False),
    ],
)
def test_what_no_step_carries_out_may_be_told_by_another_file(tmp_path, where, one, other, same):
    """What a seat pays that has forfeited, with a helper in a folder below, or with a file that it reads."""
    imports = (
        "class TinyTable(Table):\n",
        f"from .{where + '.' if where else ''}costs import FINE\n\n\nclass TinyTable(Table):\n",
    )
    again = ("t.number = t.number + 1", "t.number += 1")
    versions = []
    for name, files, change in (("old", one, ()), ("new", other, (again,))):
        below = tmp_path / name / "tiny" / where
        below.mkdir(parents=True)
        for file, text in {"__init__.py": "", **files}.items():
            (below / file).write_text(text)
        versions.append(version(tmp_path / name, imports, ("return 0", "return FINE"), *change))
    assert bool(same_game(versions[0](2), versions[1](2), 60)) is same


@pytest.mark.parametrize(
    ("pays", "same"), [("len(named.__doc__)", False), ("named.__code__.co_firstlineno", False), ("0", True)]
)
def test_rules_that_go_by_words_that_are_not_compared_are_not_the_same(tmp_path, pays, same):
    versions = []
    for name, words in (("old", "One."), ("new", "Another.\n\n    And more.\n    ")):
        doc = "def named(thing, word):\n", f'def named(thing, word):\n    """{words}"""\n'
        first = '"""Tiny."""', f'"""{words}"""'
        versions.append(version(tmp_path / name, doc, first, ("return 0", f"return {pays}")))
    assert same_text(*versions) is same
    assert bool(same_game(versions[0](2), versions[1](2), 60)) is same
