"""Cards of a row that are chosen: explored, announced and recorded, though each table tells them apart by itself."""

from __future__ import annotations

import random

import pytest

from referee.games.registry import find_game
from referee.kernel.views import seen
from referee.record.record import Story
from referee.verify.findings import Finding
from referee.verify.methods import Question, method_of
from referee.verify.play.drivers import AtRandom, Script
from referee.verify.play.trial import Trial
from referee.verify.verdicts import Method
from tests.bad_games.leaking import RowAskedTogether
from tests.tiny import write_game

ROWS = [
    ("import clause, nobody, owner, zone, zones", "import OneOfRow, clause, everybody, nobody, owner, row, rows, zone"),
    ("hand = zones(seen_by=owner)", "hand = rows(seen_by=owner)\n    gone = row(seen_by=everybody)"),
    (
        "    def deal(self, t: TinyTable) -> Rule[None]:\n",
        "    def deal(self, t: TinyTable) -> Rule[None]:\n"
        "        for player in t.players:\n            yield from t.draw(t.stock, 2, t.hand[player])\n",
    ),
    (
        "        yield from t.shuffle(t.stock)\n\n    def forfeit",
        "        me = yield from t.lot(t.players)\n"
        "        if t.hand[me].is_empty:\n            t.end(dict.fromkeys(t.players, 0), "
        "dict.fromkeys(t.players, 0), 'over')\n            return\n"
        "        laid = yield from t.choose(me, 'card', OneOfRow(t.hand[me], t.hand[me].row)OPEN)\n"
        "        t.move((laid,), t.hand[me], t.gone)\n\n    def forfeit",
    ),
]


def game(folder, how=""):
    changes = [(old, new.replace("OPEN", how)) for old, new in ROWS]
    write_game(folder / "tiny", *changes)
    return find_game(folder / "tiny")(2)


@pytest.mark.parametrize("how", ["", ", open=True"])
@pytest.mark.parametrize("method", [Method.EXPLORE, Method.FUZZ], ids=lambda each: each.value)
@pytest.mark.untraced
def test_one_of_a_row_is_looked_at_by_every_method(tmp_path, method, how):
    said = list(method_of(method).decide(Question(game(tmp_path, how), (), effort=0.2)))
    assert [each.sentence for each in said if isinstance(each, Finding)] == []


def test_what_was_announced_stays_what_it_was_when_the_card_is_gone(tmp_path):
    trial, entries = Trial(game(tmp_path, ", open=True"), ()), []
    trial.advance(Script())
    trial.table.watch = Story([entries.append])
    trial.advance(Script())
    (told,) = [seen(trial.table, each, trial.table.players[1]) for each in entries if each[0] == "open"]
    assert told == ["open", 0, "card", 0]


def test_all_who_are_asked_at_once_are_told_the_faces_that_they_see():
    """One space was put to all of them, and told each what the last one sees."""
    told = {}

    class Asked(AtRandom):
        def choose(self, choice):
            if choice.ask == "which":
                told[choice.decider] = choice.space.describe()["of"]
            return super().choose(choice)

    trial = Trial(RowAskedTogether(3), ())
    trial.advance(AtRandom(random.Random(1)))
    mover = trial.table.mover
    trial.advance(Asked(random.Random(1)))
    assert told.pop(mover) == [[0, None]]
    assert [*told.values()] == [[[0, trial.table.deck.names(trial.table.fools[mover].pile)[0]]]] * 2


def test_a_name_within_a_comprehension_that_has_no_value_yet_is_explored(tmp_path):
    """Its cell is empty while the step waits for the answer that is put there."""
    late = (
        "        me = yield from t.lot(t.players)\n        look = lambda: bid\n"
        "        bid = yield from t.choose(me, 'bid', [1, 2])\n        first = look() + bid\n"
        "        other = yield from t.choose(me, 'other', [1, 2, 3])\n"
        "        last = yield from t.choose(t.next(me), 'last', [1, 2, first, *range(60, 80)])\n"
        "        t.end(dict.fromkeys(t.players, other), dict.fromkeys(t.players, 0 * last), 'over')\n\n    def forfeit"
    )
    write_game(tmp_path / "tiny", ("        yield from t.shuffle(t.stock)\n\n    def forfeit", late))
    said = list(method_of(Method.EXPLORE).decide(Question(find_game(tmp_path / "tiny")(2), ())))
    assert [each.sentence for each in said if isinstance(each, Finding)] == []
