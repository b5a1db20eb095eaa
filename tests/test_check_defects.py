"""One tiny game for each class of defect that a check meets without any property, and a sound twin that is silent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.games.registry import find_game
from referee.kernel import BadInput
from referee.record.replay import replay
from referee.verify.campaign import check_game
from referee.verify.conform.conformance import decide as conform
from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.questions import Plan
from referee.verify.verdicts import Method, Trouble, Verdict
from tests.tiny import write_game

STEP = "        yield from t.shuffle(t.stock)\n\n    def forfeit"
END = "        t.end({p: 0 for p in t.players}, {p: 0 for p in t.players}, 'over')\n"
ASKING = "        me = yield from t.lot(t.players)\n"


def step(*lines, ends=True):
    """The tiny game with another step, which ends it."""
    body = ASKING + "".join(f"        {line}\n" for line in lines) + (END if ends else "")
    return STEP, body + "\n    def forfeit"


UNDEFINED = ('default = "no"', 'default = "undefined"')
NO_RULE = ('yes = "Yes."', 'yes = "Yes."\nundefined = "No rule."')
IMPORT = ("from referee.kernel import clause,", "from referee.kernel import NOTHING, OneCard, Option, clause,")
WAYS = (
    "class TinyTable(Table):",
    'class Way(Option):\n    LEFT = "left"\n    RIGHT = "right"\n\n\nclass TinyTable(Table):',
)
EXTRA = (
    "    def forfeit",
    '    @clause("T-3")\n    def extra(self, t: TinyTable) -> None:\n        """More."""\n'
    "        t.reveal(t.stock.pile, None, why='more')\n\n    def forfeit",
)
EXTRA_TEXT = ("## Parameters", "**T-3 More.** The *end* may be more than that.\n\n## Parameters")
COUNTING = ("class TinyTable(Table):", "COUNT = []\n\n\nclass TinyTable(Table):")

DRAW = ("if t.hand[me].is_empty:", "    yield from t.draw(t.stock, 2, t.hand[me])", "    return")

DEFECTS = {
    "dead end": (
        Trouble.DEAD_END, ["T-2"],
        [step("yield from t.select(me, 'lay', t.hand[me].pile, 1)")],
        [step("yield from t.select(me, 'lay', t.hand[me].pile, 0)")],
    ),
    "shortage": (
        Trouble.SHORTAGE, ["T-2"],
        [step("yield from t.draw(t.stock, 9, t.hand[me])")],
        [step("yield from t.draw(t.stock, 8, t.hand[me])")],
    ),
    "missing case": (
        Trouble.MISSING_CASE, ["T-2"],
        [NO_RULE, UNDEFINED, step("yield from t.shuffle(t.stock)")],
        [NO_RULE, step("yield from t.shuffle(t.stock)")],
    ),
    "arithmetic": (
        Trouble.ARITHMETIC, ["T-2"],
        [step("yield from t.choose(me, 'number', [8 // t.hand[me].size])")],
        [step("yield from t.choose(me, 'number', [8 // t.stock.size])")],
    ),
    "a step that asks for ever": (
        Trouble.ENDLESS, ["T-2"],
        [step("while t.stock.size == 8:", "    yield from t.shuffle(t.stock)")],
        [step("while t.stock.size == 7:", "    yield from t.shuffle(t.stock)")],
    ),
    "play that goes round": (
        Trouble.ENDLESS, ["T-2"],
        [step("yield from t.shuffle(t.stock)", ends=False)],
        [step("yield from t.shuffle(t.stock)")],
    ),
    "a clause that nothing brings about": (
        Trouble.NEVER_APPLIES, ["T-3"],
        [step("yield from t.shuffle(t.stock)", "if t.stock.size > 8:", "    self.extra(t)"), EXTRA, EXTRA_TEXT],
        [step("yield from t.shuffle(t.stock)", "if t.stock.size > 7:", "    self.extra(t)"), EXTRA, EXTRA_TEXT],
    ),
    "an option that is never open": (
        Trouble.NEVER_APPLIES, ["T-2"],
        [IMPORT, WAYS, step("yield from t.choose(me, 'way', {Way.LEFT: NOTHING, Way.RIGHT: OneCard(self.deck, "
                            "t.hand[me].pile)})")],
        [IMPORT, WAYS, step("yield from t.choose(me, 'way', {Way.LEFT: NOTHING, Way.RIGHT: OneCard(self.deck, "
                            "t.stock.pile)})")],
    ),
    "information leak": (
        Trouble.LEAK, ["T-2"],
        [step(*DRAW, "yield from t.choose(t.next(me), 'guess', [t.hand[me].count(self.deck.where(ranks=['2']))])")],
        [step(*DRAW, "yield from t.choose(t.next(me), 'guess', [t.hand[me].size])")],
    ),
}  # fmt: skip


def checked(folder, changes, **more):
    write_game(folder, *changes)
    more = {"alternatives": False, **more}  # that of the tiny game ends it a second time
    return check_game(Plan(str(folder), methods=(Method.FUZZ, Method.EXPLORE), effort=0.6, **more))


def played(finding, folder):
    return not replay(finding.witness.record, "witness", find=lambda name: find_game(str(folder))).rules_changed


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    """Steps of a tiny game that take so long do not end."""
    for name, seconds in (("MOST_SECONDS", 0.6), ("KNOWN_SECONDS", 0.2), ("EVERY", 0.1)):
        monkeypatch.setattr(f"referee.verify.play.watchdog.{name}", seconds)


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_is_found_with_its_clause_and_a_witness(tmp_path, name):
    trouble, clauses, broken, _ = DEFECTS[name]
    findings = checked(tmp_path / "games" / "tiny", broken).findings
    assert {(each.trouble, each.clauses) for each in findings} == {(trouble, tuple(clauses))}
    if trouble is Trouble.NEVER_APPLIES:
        assert findings[0].verdict is Verdict.EXHAUSTED
    else:
        assert played(findings[0], tmp_path / "games" / "tiny")


@pytest.mark.parametrize("name", DEFECTS)
@pytest.mark.untraced
def test_a_sound_twin_is_passed_over_in_silence(tmp_path, name):
    *_, sound = DEFECTS[name]
    given = checked(tmp_path / "games" / "tiny", sound)
    assert given.findings == []
    assert given.exit_code() == 0


@pytest.mark.untraced  # what ends them may come while the tracer holds its lock, and the next line would wait for ever
def test_rules_that_loop_without_asking_are_ended_and_their_place_is_told(tmp_path):
    folder = tmp_path / "games" / "tiny"
    given = checked(
        folder,
        [step("yield from t.shuffle(t.stock)", "while t.stock.size == 8:", "    t.gather(t.stock)")],
        players=(2,),
    )
    (finding,) = given.findings
    assert (finding.trouble, finding.clauses) == (Trouble.ENDLESS, ("T-2",))
    rules = (folder / "rules.py").read_text().splitlines()
    line = next(number for number, text in enumerate(rules, 1) if "while t.stock" in text)
    assert any(f"rules.py:{each}: " in finding.sentence for each in (line, line + 1)), finding.sentence
    assert "ask for nothing" in finding.sentence
    assert played(finding, folder)
    assert given.exit_code() == 1


def test_what_a_rule_keeps_outside_of_the_table_is_noticed(tmp_path):
    kept = step("COUNT.append(1)", "yield from t.choose(me, 'number', [len(COUNT)])", ends=False)
    findings = checked(tmp_path / "one" / "tiny", [COUNTING, kept]).findings
    assert any("not on the table" in each.sentence for each in findings), findings


@pytest.mark.untraced
def test_a_leak_of_a_reading_of_effervesce_is_found_and_the_default_is_silent():
    settings = {"packs": 3, "suits": ["hearts", "spades"], "ranks": ["K", "A"], "jokers": ["black"], "hand": 4,
                "sides": 2}  # fmt: skip
    both = {"win-check": "end-of-turn", "claim-opponent": "not-a-winner"}
    for readings, clauses in ((both, [("E-18",)]), ({"win-check": "end-of-turn"}, [])):
        game = find_game("effervesce")(3, readings=readings, settings=settings)
        found = [each for each in conform(Question(game, (), effort=2)) if isinstance(each, Finding)]
        assert [each.clauses for each in found] == clauses
        assert all(each.trouble is Trouble.LEAK for each in found)


# -- input that cannot be used --------------------------------------------------------------------------


def check(*arguments):
    result = CliRunner().invoke(main, ["check", *arguments, "--method", "fuzz", "--jobs", "1", "--effort", "0.1"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path / "games" / "tiny", step("yield from t.shuffle(t.stock)"))
    (tmp_path / "properties").mkdir()
    return tmp_path / "properties"


PROPERTY = 'from referee.verify import always, scale\n\n@always("T-2"{more})\ndef a(t):\n    "A."\n    return {claim}\n'


EQUAL = PROPERTY.format(more="", claim="3").replace("always", "equal")
MADE = """from referee.verify import always

def made(number):
    @always("T-2")
    def a(t):
        return t.stock.size <= number
    return a

one = made(1)
two = made(100)
"""
FREE_OF = PROPERTY.format(more="", claim="True").replace("always", "free_of").replace("T-2", "bad luck")


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("tiny.py", PROPERTY.format(more="", claim="1 / 0"), "tiny.py:6: a raised ZeroDivisionError"),
        (
            "tiny.py",
            PROPERTY.format(more="", claim="None"),
            "tiny.py:3: a raised TypeError: it gives None, and a truth",
        ),
        ("tiny.py", PROPERTY.format(more=", 'T-9'", claim="True"), "tiny.py:3: a: there is no clause T-9"),
        ("tiny.py", PROPERTY.format(more=", players=[9]", claim="True"), "tiny is for 2 to 3 players, not 9"),
        ("tiny.py", PROPERTY.format(more=", refuted_under=['late']", claim="True"), "or a list of under(…)"),
        ("tiny.py", PROPERTY.format(more="", claim="True").replace('("T-2")', ""), "declared with its clauses"),
        (
            "tiny.py",
            PROPERTY.format(more="", claim="True") * 2,
            "tiny.py:9: a: there is another property of this name: rename one of them",
        ),
        ("tiny.py", MADE, "tiny.py:4: a: there is another property of this name: rename one of them"),
        ("tiny.py", EQUAL, "it gives 3, and a pair"),
        ("tiny.py", FREE_OF, "'dead end', 'endless play'"),
        ("tiny.py", "SCALES = 3\n", "a list of scale(…) is wanted, and not 3"),
        ("tiny.py", PROPERTY.format(more="", claim="True") + "\nSCALES = [scale(['x'])]\n", "and not 'x'"),
        ("tiny.py", PROPERTY.format(more=", readings={'soon': 'x'}", claim="True"), "there is no reading 'soon'"),
        ("tiny.py", "x = (", "tiny.py:1: cannot be loaded: SyntaxError"),
        ("tiny.py", PROPERTY.format(more="", claim="True") + "\nSCALES = [scale([2], size=9)]\n", "SCALES"),
        ("tiny.examples.toml", "[[example]", "tiny.examples.toml"),
        ("tiny.accepted.toml", "[[accepted]", "tiny.accepted.toml"),
    ],
)
def test_input_that_cannot_be_used_is_named_in_a_line(project, file, text, said):
    (project / file).write_text(text)
    result = check("games/tiny")
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())


def test_a_folder_without_a_game_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    result = check("empty")
    assert result.exit_code == 2
    assert "empty" in result.output


def test_what_was_looked_at_is_told(project):
    result = check("games/tiny", "--report-scale", "--json", "out.json", "--reading", "late=no")
    assert result.exit_code == 0, result.output
    assert "looked at:" in result.output
    assert "fuzz, 2-3 players, readings default, as it is played: 24 matches (at random)" in result.output
    assert "every clause with code was carried out" in result.output
    document = json.loads(Path("out.json").read_text())
    assert {each["unit"] for each in document["looked"]} == {"matches", "positions"}
    assert document["not_seen"] == {"clauses": [], "options": []}


def test_a_scale_that_does_not_exist_is_bad_input():
    with pytest.raises(BadInput, match="has no setting"):
        find_game("escalation")(2, settings={"colours": 3})
