"""The shipped properties under fuzzing: they hold where their authors say so, and are refuted where they say that."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.games.registry import find_game, games
from referee.kernel import BadInput
from referee.verify.explore.step_cycles import refute_end_of_turns
from referee.verify.findings import OWED
from referee.verify.methods import Question
from referee.verify.play.fuzz import Campaign, decide
from referee.verify.play.trial import LOOKED_AT
from referee.verify.properties import Kind, load_properties, read_properties
from referee.verify.questions import Plan, jobs_of
from referee.verify.verdicts import Method, Result, Verdict
from tests.prove.written_games import written

pytestmark = pytest.mark.untraced
"""Thousands of matches through code that other tests cover: not traced, so that they take half the time."""

ROOT = Path(__file__).parent.parent / "properties"
GAMES = [entry.name for entry in games() if (ROOT / f"{entry.name}.py").exists()]
REFUTED = [
    (game, each, under)
    for game in GAMES
    for each in load_properties(ROOT / f"{game}.py", find_game(game))
    for under in each.refuted
]


def results(game, properties, effort):
    return [each for each in decide(Question(game, tuple(properties), effort=effort)) if isinstance(each, Result)]


def forms_of(name, properties):
    """What a check asks the fuzzer: jobs, each with players, readings, settings and names of properties."""
    jobs = jobs_of(Plan(name, methods=(Method.FUZZ,)), find_game(name), None, properties, ())
    for job in (each for each in jobs if each.method is Method.FUZZ):
        game = find_game(name)(job.players, readings=job.readings, settings=job.settings)
        about = [each for each in properties if each.name in job.names or not job.names]
        yield job, game, [each for each in about if each.applies(game.readings, job.players)]


def is_refuted(game, claimed, effort):
    """Whether a check's fuzzer refutes it; of what is met in play alone no witness is made small."""
    question = Question(game, (claimed,), effort=effort)
    if claimed.kind is Kind.ENDLESS:
        return any(each.verdict is Verdict.REFUTED for each in decide(question) if isinstance(each, Result))
    if claimed.kind is Kind.TURNS_END:
        return any(refute_end_of_turns(question, claimed))
    met = []

    def against(each):
        met.append(each.claimed is claimed or (claimed.trouble is not None and each.trouble is claimed.trouble))
        return met[-1]

    Campaign(question).play(against)
    return any(met)


@pytest.mark.parametrize("name", GAMES)
def test_properties_hold_under_default_readings(name):
    declared = load_properties(ROOT / f"{name}.py", find_game(name))
    # What two default readings contradict holds under others (tests/test_conflicts.py).
    wanted = {
        each.name
        for each in declared
        if (
            each.kind in (*LOOKED_AT, Kind.TURNS_END)
            or each.trouble in OWED
            or (each.kind is Kind.ENDLESS and each.settings)
        )
        and each.expected(find_game(name)().readings)
    }
    looked_at = set()
    for job, game, about in forms_of(name, declared):
        about = [each for each in about if job.readings.items() <= each.readings.items()]
        about = [each for each in about if each.expected(game.readings, job.players)]
        seen = wanted & {each.name for each in about} <= looked_at
        if seen and game.fewest_players < job.players < game.most_players:
            continue
        for result in results(game, about, 0.01) if about else ():
            assert result.verdict is not Verdict.REFUTED, result
            if result.tries:
                looked_at.add(result.property)
    assert looked_at == wanted


@pytest.mark.parametrize(
    ("name", "claimed", "under"), REFUTED, ids=[f"{each.name}: {dict(under.readings)}" for _, each, under in REFUTED]
)
@pytest.mark.every(3)
def test_a_property_is_refuted_where_its_author_expects_it(name, claimed, under):
    forms = [game for _, game, _ in forms_of(name, [claimed]) if under.covers(game.readings, game.players)]
    assert not any(claimed.expected(game.readings, game.players) for game in forms)
    # Full tables first: the more cards are dealt, the sooner there are too few of them.
    forms.sort(key=lambda game: -game.players)
    if not any(is_refuted(game, claimed, effort) for effort in (0.1, 1, 4) for game in forms):
        pytest.fail(f"{claimed.name} still holds under {dict(under.readings)}")


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ('@always("E-99")', "there is no clause E-99"),
        ('@always("E-20", refuted_under={"no-such": ["x"]})', "there is no reading 'no-such'"),
        ('@always("E-20", refuted_under={"win-check": ["x"]})', "reading 'win-check' has no alternative 'x'"),
        ("@alwys", "cannot be loaded: NameError"),
    ],
)
def test_a_property_that_names_what_is_not_there_is_refused(tmp_path, change, complaint):
    path = tmp_path / "effervesce.py"
    path.write_text(f"from referee.verify import always\n\n\n{change}\ndef claim(t):\n    return True\n")
    with pytest.raises(BadInput, match=complaint):
        load_properties(path, find_game("effervesce"))


TWO = """
from referee.verify import always

def at_most(number):
    @always("X-2")
    def hands_are_small(t):
        "Hands are small."
        return t.stock.size <= number
    return hands_are_small

one, two = at_most(1), at_most(2)
"""


def test_two_properties_of_one_name_are_refused_wherever_they_were_made(tmp_path):
    game, _ = written(tmp_path)
    (tmp_path / "two.py").write_text(TWO)
    found, complaints = read_properties(tmp_path / "two.py", game)
    assert [each.name for each in found] == ["hands-are-small"]
    wrong = "there is another property of this name: rename one of them"
    assert complaints == [f"{tmp_path / 'two.py'}:5: hands-are-small: {wrong}"]
    (tmp_path / "two.py").write_text(TWO.replace("one, two = at_most(1), at_most(2)", "one = two = at_most(1)"))
    assert read_properties(tmp_path / "two.py", game)[1] == []
