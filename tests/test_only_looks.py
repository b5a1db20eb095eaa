"""Properties whose text can only look need nobody who watches the table; all others are watched for ever."""

from __future__ import annotations

import random

import pytest

from referee.games.registry import find_game
from referee.verify.play import looks
from referee.verify.play import trial as trials
from referee.verify.play.drivers import AtRandom
from referee.verify.play.trial import Trial
from referee.verify.properties import read_properties
from referee.verify.prove import claims
from referee.verify.understood import only_looks
from tests.test_readonly_table import KEEPING, WRITES, project

DISGUISED = [
    "held = t.marks\n    held[t.players[0]] = 4",
    "held = t.marks\n    held += [3]",
    "held = [t.marks]\n    held[0][t.players[0]] = 4",
    "held = [t.marks]\n    one = held[0]\n    one.append(4)",
    "held = dict.fromkeys(t.players, t.marks)\n    for one in held.values():\n        one.append(4)",
    "held = {}\n    one = held.setdefault(1, t.marks)\n    one.append(4)",
    "held = [] if t.dealing else t.marks\n    held.append(4)",
    "held, = [t.marks]\n    held.append(4)",
    "list = lambda each: each\n    held = list(t.marks)\n    held.append(4)",
    "change = t.marks.append\n    change(4)",
    "(lambda each: each.append(4))(t.marks)",
    "vars(t)['seen'] = 3",
    "setattr(t, 'seen', 3)",
    "what_if(t, lambda: None, lambda: None)",
    "[each for each in t.marks if t.marks.append(each)]",
    "t.stock.restore(0)",
    "next(t.game.step(t))",
    "for t.seen in (1, 2):\n        pass",
]
LOOKS = [
    "held = []\n    held.append(t.stock.size)",
    "held = dict.fromkeys(t.players, 0)\n    held[t.players[0]] = t.marks[t.players[0]]",
    "held = list(t.marks)\n    held.append(3)",
    "number = 0\n    for each in t.players:\n        number += 1",
    "all(t.hand[each].size + t.marks[each] >= 0 for each in t.players)",
    "t.story + (3,)",
]
"""Sound twins: each makes what it changes."""


def declared(folder, writes, *changes):
    game = find_game(project(folder, writes, *changes))
    return game(2), read_properties(folder / "properties" / "tiny.py", game)[0]


@pytest.mark.parametrize("writes", [*WRITES, *DISGUISED])
def test_what_may_write_is_watched(tmp_path, writes):
    game, (plain, writing) = declared(tmp_path, writes)
    assert only_looks(game, plain.claim)
    assert not only_looks(game, writing.claim)


def test_what_changes_a_list_that_a_scalar_holds_is_watched(tmp_path):
    game, (_, writing) = declared(tmp_path, "held = t.story\n    held.sort()", KEEPING)
    assert not only_looks(game, writing.claim)


def test_a_method_of_ones_own_under_the_name_of_a_changing_one_is_not_trusted(tmp_path):
    own = ("    def step(self", "    def append(self, each):\n        return each\n\n    def step(self")
    game, (_, writing) = declared(tmp_path, "held = [t.game.append(t.marks)]\n    held.append(4)", own)
    assert not only_looks(game, writing.claim)


@pytest.mark.parametrize("looks", LOOKS)
def test_what_changes_only_what_it_has_made_is_not(tmp_path, looks):
    game, (_, looking) = declared(tmp_path, looks)
    assert only_looks(game, looking.claim)


def test_a_trial_goes_on_watching_what_may_write_however_often_it_has_looked(tmp_path, monkeypatch):
    """It writes when it has looked so often that nobody compares the table for what only looks any more."""
    monkeypatch.setattr(trials, "PAYS", 10)
    game, properties = declared(tmp_path, "if t.turns > 50:\n        vars(t)['seen'] = 3")
    trial = Trial(game, properties)
    trial.advance(AtRandom(random.Random(2)))
    assert all(trial.look() is None for _ in range(50))
    assert not trial.raised
    trial.table.turns = 51
    assert trial.look() is None
    assert [each.claimed.name for each in trial.raised] == ["writing"]
    assert trial.table.seen == 0


def test_a_trial_compares_no_table_for_what_only_looks(tmp_path, monkeypatch):
    monkeypatch.setattr(trials, "PAYS", 10)
    game, properties = declared(tmp_path, LOOKS[0])
    trial = Trial(game, properties)
    read = []
    monkeypatch.setattr(looks, "only_looks", lambda *about: read.append(about) or only_looks(*about))
    compared = [trial._may_write(trial._prepared_properties) for _ in range(12)]
    assert compared == [True] * 9 + [False] * 3
    assert len(read) == len(properties)  # once for a trial: it looks thousands of times a second
    other = Trial(game, properties)
    assert not other._may_write(other._prepared_properties)  # what is known by then is known of all their trials


def test_a_proof_shuts_the_table_for_what_may_write_alone(tmp_path, monkeypatch):
    game, (plain, writing) = declared(tmp_path, "t.seen = 1")
    shut = []
    monkeypatch.setattr(claims, "evaluate", lambda claim, *about: shut.append(claim))
    table = game.table()
    assert claims.look(plain.claim, table) is True
    claims.look(writing.claim, table)
    assert shut == [writing.claim]
