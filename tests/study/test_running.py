"""The same figures whatever the jobs; what was played is kept; clauses that are left out are put back."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

import referee
from referee.games.registry import find_game
from referee.kernel.errors import BadInput
from referee.study import running
from referee.study.experiments import Experiment
from referee.study.forms import Variant, left_out, others_of
from referee.study.matches import play
from referee.study.running import Kept, play_all, tasks_of
from referee.study.study import Study, rules_text, study_game
from tests.tournament.test_cluster import cluster

PLANTED = str(Path("tests/study/games/planted").resolve())


@pytest.fixture
def empty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A project in which nothing was played yet."""
    monkeypatch.chdir(tmp_path)


def experiment(number: int = 40) -> Experiment:
    return Experiment("random", Variant("as it is", PLANTED, 2), ("random", "random"), number, seconds=1.0)


@pytest.mark.usefixtures("empty")
def test_jobs_and_what_is_kept_change_nothing() -> None:
    alone = play_all([experiment()], "s", Kept("rules"), jobs=1)
    kept = play_all([experiment()], "s", Kept("rules"), jobs=1)
    assert alone == kept == play_all([experiment()], "s", Kept("rules", fresh=True), jobs=2)
    assert len(alone["as it is", "random"]) == 40
    assert alone != play_all([experiment()], "t", Kept("rules"), jobs=1)


@pytest.mark.usefixtures("empty")
def test_a_study_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []
    part = running.play_part

    def counted(task: running.Task) -> list[running.Facts]:
        played.append(task[2])
        return part(task)

    def interrupt(done: float, wanted: float) -> None:
        if done > wanted / 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(running, "play_part", counted)
    with pytest.raises(KeyboardInterrupt):
        play_all([experiment()], "s", Kept("rules"), progress=interrupt)
    before = len(played)
    found = play_all([experiment()], "s", Kept("rules"))
    assert 0 < before < len(played) == len([*tasks_of([experiment()], "s")])
    assert len(found["as it is", "random"]) == 40


@pytest.mark.usefixtures("empty")
def test_what_is_damaged_is_played_again() -> None:
    first = play_all([experiment()], "s", Kept("rules"))
    for file in Path(".referee/study").iterdir():
        file.write_bytes(file.read_bytes()[:20])
    assert play_all([experiment()], "s", Kept("rules")) == first


@pytest.mark.usefixtures("empty")
def test_another_text_of_the_rules_is_played_anew() -> None:
    task = next(tasks_of([experiment()], "s"))
    Kept("rules").put(task, [])
    assert Kept("rules").get(task) == []
    assert Kept("other rules").get(task) is None


def test_a_clause_is_left_out_and_put_back() -> None:
    game = find_game(PLANTED)
    form = game(2)
    usual = play(form, ["random", "random"], "deal", native=False)
    with left_out(game, "P-3"):
        without = play(form, ["random", "random"], "deal", native=False)
    assert (usual.decisions, without.decisions) == (12, 6)
    assert play(form, ["random", "random"], "deal", native=False) == usual


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"without": ["P-9"]}, "P-9"),
        ({"without": ["X-1"]}, "X-1"),
        ({"compare": ["nothing=1"]}, "--compare knows no 'nothing'; there are players, readings"),
        ({"compare": ["players=two"]}, "takes numbers of players"),
        ({"versus": ["no-such-game"]}, "no-such-game"),
        ({"compare": ["players=9"]}, "2"),
        ({"compare": ["players=2"]}, "--compare players=2 names no other form than the one that is studied"),
    ],
)
def test_what_cannot_be_compared_is_refused(words: dict[str, list[str]], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        others_of(PLANTED, 2, {}, {}, None, **words)  # type: ignore[arg-type]


def test_a_reading_is_compared_with_all_its_alternatives() -> None:
    labels = [each.label for each in others_of("escalation", 3, {}, {}, None, ["rate", "players=2,3,4"], ["X-4"])]
    assert labels == ["rate=one-cent", "2 players", "4 players", "without X-4"]


def test_forms_side_by_side() -> None:
    others = others_of(PLANTED, 2, {}, {}, None, without=["P-3"])
    study = study_game(PLANTED, others=others, minutes=0.04)
    (form,) = study.compared
    assert form.label == "without P-3"
    assert not form.failed
    decisions = next(each for each in form.figures if each.figure == "decisions")
    assert (decisions.first.value, decisions.other.value) == (12, 6)
    assert decisions.p < 0.001
    assert all(each.p == 1 or each.figure != "wins of seat 0, above even" for each in form.figures)


def test_a_form_that_cannot_be_played_is_told_and_loses_nothing() -> None:
    broken = Variant("broken", PLANTED, 7)
    study = study_game(PLANTED, others=[broken], minutes=0.02)
    assert study.compared[0].failed
    assert study.sentences


@pytest.mark.parametrize("change", ["nothing", "broken"])
def test_a_clause_without_which_nobody_can_play_is_a_result(tmp_path: Path, change: str) -> None:
    folder = tmp_path / f"planted_{change}"
    shutil.copytree(PLANTED, folder)
    if change == "broken":  # somebody is asked, and then the rules stop
        text = (folder / "rules.py").read_text()
        asks = "        me = t.mover\n        yield from t.choose(t.players[0], 'word', ['a', 'b'])\n"
        (folder / "rules.py").write_text(text.replace("        me = t.mover\n", asks))
    others = others_of(str(folder), 2, {}, {}, None, without=["P-1", "P-3"])
    without_deal, without_bonus = study_game(str(folder), others=others, minutes=0.005).compared
    why = {"nothing": "nobody is asked anything", "broken": "the rules stop every match"}[change]
    assert without_deal.failed == f"without P-1 nobody can play: {why}"
    assert not without_bonus.failed


def test_a_study_is_data() -> None:
    study = study_game(PLANTED, minutes=0.02, records=True)
    assert msgspec.json.decode(msgspec.json.encode(study), type=Study) == study
    assert set(study.records) == {each.name for each in study.shown}
    assert all(text.startswith('{"schema":"referee.record"') for text in study.records.values())


def test_every_reading_and_every_clause_can_be_named_at_once() -> None:
    labels = [each.label for each in others_of("escalation", 3, {}, {}, None, ["readings"], ["all"])]
    assert len([each for each in labels if "=" in each]) == 28 - 12
    assert [each for each in labels if each.startswith("without")] == [f"without X-{n}" for n in range(1, 9)]
    held = others_of(PLANTED, 2, {}, {}, None, without=["all"])
    assert [each.without for each in held] == ["P-1", "P-2", "P-3"]


@pytest.mark.long
@pytest.mark.usefixtures("empty")
def test_workers_of_a_cluster_play_the_same_matches(tmp_path: Path) -> None:
    alone = play_all([experiment()], "s", Kept("rules"), jobs=1)
    with cluster(tmp_path, 1) as (address, *_):
        assert play_all([experiment()], "s", Kept("rules", fresh=True), cluster=address) == alone


def test_two_versions_of_the_rules(tmp_path: Path) -> None:
    other = tmp_path / "planted"
    shutil.copytree(PLANTED, other)
    text = (other / "rules.py").read_text()
    (other / "rules.py").write_text(text.replace("t.draw(t.stock, 3,", "t.draw(t.stock, 2,"))
    study = study_game(PLANTED, others=others_of(PLANTED, 2, {}, {}, None, versus=[str(other)]), minutes=0.01)
    turns = next(each for each in study.compared[0].figures if each.figure == "turns")
    assert (turns.first.value, turns.other.value) == (6, 4)
    assert turns.p < 0.001


def test_another_greedy_bot_is_another_player(tmp_path: Path) -> None:
    mine = tmp_path / "planted"
    shutil.copytree(PLANTED, mine)
    game = find_game(str(mine))(2)
    without = rules_text(game)
    (mine / "bots").mkdir()
    bot = "from referee.bot import Bot\n\n\nclass Greedy(Bot):\n    budget = 1\n"
    (mine / "bots" / "greedy.py").write_text(bot)
    told = rules_text(game)
    (mine / "bots" / "greedy.py").write_text(bot + "# another\n")
    assert len({without, told, rules_text(game)}) == 3


def test_a_study_in_python_and_notebooks() -> None:
    found = referee.study_game(PLANTED, minutes=0.02)
    assert found.page().startswith("<!doctype html>")
    assert [row[:3] for row in found.to_frame().to_numpy().tolist()][:2] == [
        ["random", 200, 0],
        ["random", 200, 1],
    ]
    assert "No seat is seen to be better" in found._repr_html_()
