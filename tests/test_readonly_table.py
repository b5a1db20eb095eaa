"""A property is handed a table that it can only look at, whichever method asks it."""

from __future__ import annotations

import random

import pytest

from referee.games.registry import find_game
from referee.verify import what_if
from referee.verify.campaign import check_game
from referee.verify.methods import Question
from referee.verify.play.drivers import AtRandom
from referee.verify.play.machine import Machine
from referee.verify.play.trial import Trial
from referee.verify.properties import read_properties
from referee.verify.questions import Plan
from referee.verify.readonly_table import WroteToTable, evaluate
from referee.verify.verdicts import Method, Verdict
from tests.test_check_defects import step
from tests.tiny import write_game

SCALARS = (
    "    stock = zone(",
    "    seen = amount()\n    marks = values(0)\n    story = value((1, 2))\n    stock = zone(",
)
NAMES = ("from referee.kernel import clause,", "from referee.kernel import amount, clause, value, values,")
KEEPING = ("story = value((1, 2))", "story = value([1, 2])")
"""Nobody ought to keep a list; a property shall not change it."""
HEAD = "from referee.verify import always, never, what_if\n\n"
PLAIN = '@always("T-2"{asked})\ndef plain(t{choice}):\n    "Holds."\n    return t.turns >= 0\n\n'
PROPERTY = '@always("T-2"{asked})\ndef writing(t{choice}):\n    "Writes."\n    {writes}\n    return True\n'

WRITES = [
    "t.seen = 1",
    "t.seen += 1",
    "t.turns = 7",
    "t.unheard_of = 1",
    "t.marks[t.players[0]] += 1",
    "t.each[0][0] = 4",
    "t.stock.pile = 0",
    "t.move(t.stock.pile, t.stock, t.hand[t.players[0]])",
    "t.gather(t.hand[t.players[0]])",
    "t.pay(None, t.players[0], 1)",
    "t.end({p: 0 for p in t.players}, {p: 0 for p in t.players}, 'over')",
    "t.marks.append(3)",
    "del t.seen",
]
METHODS = [Method.FUZZ, Method.EXPLORE, Method.PROVE]


def project(folder, writes, *changes, asked=False, extra=""):
    """A project whose first property is sound and whose second one writes to the table."""
    about = {"asked": ', asked="*"' if asked else "", "choice": ", choice" if asked else ""}
    steps = "yield from t.choose(me, 'number', [1, 2])" if asked else "yield from t.shuffle(t.stock)"
    write_game(folder / "games" / "tiny", NAMES, SCALARS, step(steps), *changes)
    (folder / "properties").mkdir()
    text = HEAD + PLAIN.format(**about) + PROPERTY.format(writes=writes, **about) + extra
    (folder / "properties" / "tiny.py").write_text(text)
    return str(folder / "games" / "tiny")


def said_of(given, name):
    return {each.verdict for each in given.results if each.property == name}


@pytest.mark.parametrize("method", METHODS, ids=lambda each: each.value)
def test_a_property_that_writes_is_unknown_and_the_others_are_decided(tmp_path, monkeypatch, method):
    monkeypatch.chdir(tmp_path)
    game = project(tmp_path, "t.seen = 1")
    given = check_game(Plan(game, methods=(method,), effort=0.1, players=(2,), alternatives=False))
    assert said_of(given, "writing") == {Verdict.UNKNOWN}
    assert said_of(given, "plain") & {Verdict.NOT_REFUTED, Verdict.EXHAUSTED, Verdict.PROVED}
    assert given.complaints == []
    assert given.exit_code() == 3
    (why,) = {each.why for each in given.results if each.property == "writing"}
    assert "tiny.py:11" in why, why
    assert "it writes to the table (seen), and may only look at it" in why


def tables_of(path):
    game = find_game(path)(2)
    trial, driver = Trial(game, ()), AtRandom(random.Random(1))
    trial.advance(driver)
    return trial.table


@pytest.mark.parametrize("writes", WRITES)
def test_whatever_is_written_is_refused_and_nothing_is_left_of_it(tmp_path, writes):
    path = project(tmp_path, writes)
    properties = read_properties(tmp_path / "properties" / "tiny.py", find_game(path))[0]
    table = tables_of(path)
    before, kinds, own = table.snapshot(), [type(each) for each in (table, *table.places)], dict(vars(table))
    with pytest.raises(WroteToTable):
        evaluate(properties[1].claim, table)
    assert evaluate(properties[0].claim, table) is True
    assert table.snapshot() == before
    assert [type(each) for each in (table, *table.places)] == kinds
    assert all(value is vars(table)[name] for name, value in own.items())
    trial = Trial(table.game, properties)
    for _ in range(2):
        assert trial.advance(AtRandom(random.Random(2))) is None
    assert [each.claimed.name for each in trial.raised] == ["writing"]
    assert trial.tries["plain"] == 2


def test_what_is_written_at_a_question_is_refused(tmp_path):
    path = project(tmp_path, "t.marks[t.players[0]] = 5", asked=True)
    game = find_game(path)(2)
    trial = Trial(game, read_properties(tmp_path / "properties" / "tiny.py", game.__class__)[0])
    for _ in range(2):
        assert trial.advance(AtRandom(random.Random(2))) is None
    assert [each.claimed.name for each in trial.raised] == ["writing"]
    assert "tiny.py:11: writing: it writes to the table" in str(trial.raised[0])
    assert list(trial.table.marks) == [0, 0]


def test_what_a_scalar_holds_is_a_copy(tmp_path):
    """In place of the list of the game itself, which every later table begins with."""
    path = project(tmp_path, "t.story.append(3)", KEEPING)
    game = find_game(path)(2)
    trial = Trial(game, read_properties(tmp_path / "properties" / "tiny.py", game.__class__)[0])
    trial.advance(AtRandom(random.Random(2)))
    assert [each.claimed.name for each in trial.raised] == ["writing"]
    assert "what it holds" in str(trial.raised[0])
    assert trial.table.story == [1, 2]


def test_what_is_written_past_attributes_is_noticed_by_comparing(tmp_path):
    rare = "vars(t)['seen'] = 3"
    path = project(tmp_path, rare)
    game = find_game(path)(2)
    trial = Trial(game, read_properties(tmp_path / "properties" / "tiny.py", game.__class__)[0])
    trial.advance(AtRandom(random.Random(2)))
    assert trial.table.seen == 0
    assert [each.claimed.name for each in trial.raised] == ["writing"]


def test_what_is_tried_out_and_taken_back_is_no_writing(tmp_path):
    """The sound twin: ``what_if`` is there for that."""
    tried = "what_if(t, lambda: t.move(t.stock.pile, t.stock, t.hand[t.players[0]]), lambda: t.stock.is_empty)"
    path = project(tmp_path, tried)
    plan = Plan(path, methods=(Method.FUZZ, Method.EXPLORE), effort=0.1, players=(2,), alternatives=False)
    given = check_game(plan)
    assert Verdict.UNKNOWN not in said_of(given, "writing")
    assert given.exit_code() == 0
    with pytest.raises(WroteToTable):  # it is shut again afterwards
        evaluate(what_if_then_write, tables_of(path))


def what_if_then_write(t):
    what_if(t, lambda: None, lambda: None)
    t.seen = 4


def test_a_machine_gives_it_up_too(tmp_path):
    path = project(tmp_path, "t.seen = 1")
    game = find_game(path)(2)
    machine = Machine([(game, read_properties(tmp_path / "properties" / "tiny.py", game.__class__)[0])], "tiny")
    machine.run(shrink=False)
    assert set(machine.raised) == {"writing"}
    assert not machine.failures


@pytest.mark.untraced
def test_the_properties_of_a_game_only_look():
    """No false alarm: those of a game of the package, at every table and question of some matches."""
    from referee.verify.project import found_file

    for name in ("escalation", "fscking-ace"):
        game = find_game(name)
        properties = read_properties(found_file(game, f"{name}.py", name), game)[0]
        question = Question(game(game.fewest_players), tuple(properties))
        trial, driver = Trial(question.game, properties), AtRandom(random.Random(4))
        for _ in range(8):
            trial.advance(driver)
        assert trial.raised == []
