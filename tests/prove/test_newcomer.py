"""What a proof says to somebody who writes his first rules: what is missing, what would help, nothing of Python's."""

import re
from pathlib import Path

import pytest

from referee.kernel.errors import RefereeError
from referee.verify import proving
from referee.verify.methods import Question
from referee.verify.properties import Property, load_module, properties_in
from referee.verify.prove import induction
from referee.verify.proving import decide_here
from referee.verify.verdicts import Result, Verdict
from tests.bad_games import unsound as games
from tests.prove.written_games import written

OF_PYTHON = re.compile(
    r"Error\b|object has no|unsupported operand|not subscriptable|not iterable|takes \d+ positional|Traceback"
)
PROPERTIES = """from referee.verify import always, every, free_of, never

@free_of("shortage", "X-2")
def cards_are_there(t):
    "Whatever is drawn is there."

@always("X-1")
def hands_are_full(t):
    "Everybody holds a card."
    return every(t, (t.hand[player].size == 1 for player in t.players))

@never("X-2")
def it_goes_wrong(t):
    "Nothing goes wrong."
    return t.bad
"""


def asked(game, claims: list[Property]) -> dict[str, Result]:
    said = decide_here(Question(game(2), tuple(claims), effort=0.02))
    return {each.property: each for each in said if isinstance(each, Result)}


def declared(tmp_path: Path, game, text: str) -> list[Property]:
    file = tmp_path / "written.py"
    file.write_text(text)
    return properties_in(load_module(file, game), game)[0]


@pytest.mark.usefixtures("followed")
def test_what_does_not_depend_on_a_missing_fact_is_proved_as_far_as_play_goes(tmp_path):
    game, _ = written(tmp_path, step="yield from t.draw(t.stock, 1, t.middle)")
    found = asked(game, declared(tmp_path, game, PROPERTIES))
    assert found["cards-are-there"].verdict is Verdict.REFUTED or found["cards-are-there"].verdict is Verdict.UNKNOWN
    assert found["hands-are-full"].verdict is Verdict.PROVED
    assert "as far as play goes: it may stop: X-2: stock has too few cards to draw" in found["hands-are-full"].why


@pytest.mark.parametrize(
    ("step", "verdict"),
    [
        ("yield from t.draw(t.stock, 1, t.middle)\nt.bad = t.middle.size > 100", Verdict.PROVED),
        ("yield from t.draw(t.stock, 1, t.middle)\nt.bad = t.middle.size > 2", Verdict.UNKNOWN),
        ("yield from t.draw(t.stock, 1, t.middle)\nt.bad = {1: False}[t.players.index(me) + 1 - t.players.index(me)]",
         Verdict.PROVED),
    ],
)  # fmt: skip
def test_what_goes_wrong_behind_it_is_not_proved(tmp_path, step, verdict):
    game, _ = written(tmp_path, step=step)
    found = asked(game, declared(tmp_path, game, PROPERTIES))["it-goes-wrong"]
    assert found.verdict is verdict or (verdict is Verdict.UNKNOWN and found.verdict is Verdict.REFUTED), found


def test_nothing_is_proved_where_nobody_ever_plays():
    claim = games.laid_is_nought_or_one.__property__
    assert asked(games.NeverDealt, [claim])[claim.name].verdict is Verdict.UNKNOWN


HELPED = """
if t.stock.size > 3:
    yield from t.draw(t.stock, 2 - t.a, t.middle)
t.a = t.if_else(t.a > 1, 0, t.a + 1)
"""


@pytest.mark.usefixtures("followed")
def test_a_fact_that_is_missing_is_offered_and_helps(tmp_path):
    """Whoever draws 2 - a cards has to know that a is at most 2; the proof knows that it is a number."""
    game, _ = written(tmp_path, step=HELPED)
    found = asked(game, declared(tmp_path, game, PROPERTIES))["cards-are-there"]
    assert found.verdict is Verdict.UNKNOWN, found
    assert "return t.a <= 2" in found.missing, found
    helped = asked(game, declared(tmp_path, game, f"{PROPERTIES}\n\n{found.missing}\n"))
    assert helped["cards-are-there"].verdict is Verdict.PROVED, helped["cards-are-there"]


def test_what_play_contradicts_is_not_offered(tmp_path):
    """That the stock has three cards would help, and is not so."""
    game, _ = written(tmp_path, step="yield from t.draw(t.stock, 2, t.middle)")
    found = asked(game, declared(tmp_path, game, PROPERTIES))
    assert all("stock" not in each.missing for each in found.values()), found


ODD = [
    "t.bad = {}[t.a]", "t.bad = [1, 2][t.a] > 3", "t.a = t.a / 2", "t.a = int(t.a)",
    "for _ in range(t.stock.size):\n    pass",
    "t.bad = t.stock.pile == 3", "t.bad = len(t.stock.pile) > 3", "t.a = t.stock.pile + 1", "t.a = t.stock.size ** 2",
    "x = {t.a: 1}", "x = {t.stock.size}", "t.bad = t.a in (1, 2)", "t.a = None + t.a", "t.a = 'x' + t.a",
    "t.a = sorted([t.a, t.b])[0]", "t.a = max(t.a, t.b)", "t.bad = t.nothing_like_it > 1", "t.a = t.a.size",
    "t.move(3, t.stock, t.middle)", "t.a = t.hand[me]", "t.a = t.stock.count(3)", "t.a = f'{t.a}'", "t.a = t.a[0]",
    "t.a = t.lesser(t.a)", "t.bad = not t.a", "t.a = t.a % 0", "t.a = t.mover + 1",
    "t.a, t.b = t.a", "t.bad = t.players[9] is me", "t.a = (lambda: 1)(t.a)", "t.a = round(t.a)", "t.a = float(t.a)",
]  # fmt: skip


@pytest.mark.parametrize("step", ODD)
@pytest.mark.every(3)
def test_no_message_is_an_exception_of_python(tmp_path, step):
    game, claims = written(tmp_path, step=step)
    try:
        found = asked(game, claims)
    except RefereeError:  # registration refuses it, in words of its own
        return
    for each in found.values():
        if each.verdict is Verdict.UNKNOWN:
            assert not OF_PYTHON.search(each.why), each.why


def test_whoever_ends_a_proof_is_told_how_far_it_was(tmp_path, monkeypatch):
    told: list[str] = []
    monkeypatch.setattr(induction, "stands_open", told.append)
    monkeypatch.setattr(induction, "MANY_PATHS", 0)
    monkeypatch.setattr(induction, "TOLD_EVERY", 1)
    step = "if t.stock.size > 3:\n    t.a = 1\nyield from t.draw(t.stock, 1, t.middle)"
    game, claims = written(tmp_path, step=step)
    asked(game, claims)
    assert re.search(r"\d+ paths of step were followed", told[-1])
    assert any("not known: X-2: stock has too few cards to draw" in each for each in told)
    assert proving.SECONDS > 0
