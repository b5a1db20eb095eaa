"""``play --matches`` between random seats, on several processes and on the workers of a cluster."""

import json

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.native import choosing
from referee.pool.bulk import Workers
from tests.tournament.test_cluster import cluster

PLAY = ["play", "escalation", "--seats", "random,random", "--matches", "300", "--engine", "python", "--json", "-"]


def played(*arguments):
    result = CliRunner().invoke(main, [*PLAY, *arguments])
    assert result.exit_code == 0, result.output
    said = json.loads(result.output[result.output.index("{") :])
    del said["summary"]["seconds"]
    return said


@pytest.fixture
def parts(monkeypatch):
    """What others play is told, and they play as soon as they may."""
    told = []

    def play(workers, bulk, done, many):
        for part in real(workers, bulk, done, many):
            told.append(len(part.results))
            yield part

    real = Workers.play
    monkeypatch.setattr(Workers, "play", play)
    monkeypatch.setattr(choosing, "WORTH_SPREADING", 0.0)
    return told


def test_more_processes_play_the_same_matches(parts):
    alone = played("--jobs", "1", "--seed", "s")
    assert parts == []
    assert played("--jobs", "2", "--seed", "s") == alone
    assert sum(parts) > 100
    assert played("--jobs", "1", "--seed", "t")["summary"] != alone["summary"]


def test_workers_of_a_cluster_play_the_same_matches(parts, tmp_path):
    alone = played("--jobs", "1", "--seed", "s")
    with cluster(tmp_path, 1) as (address, *_):
        assert played("--cluster", address, "--seed", "s") == alone
    assert sum(parts) > 100


@pytest.mark.long
def test_what_is_compiled_is_played_by_more_processes(parts, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    native = ["--matches", "20000", "--engine", "native", "--seed", "s"]
    alone = played(*native, "--jobs", "1")
    assert played(*native, "--jobs", "2") == alone
    assert sum(parts) > 10_000


@pytest.mark.parametrize(
    "arguments",
    [
        ["--seats", "greedy,random", "--matches", "3", "--jobs", "2"],
        ["--seats", "random,random", "--jobs", "2"],
        ["--seats", "random,random", "--matches", "3", "--jobs", "2", "--cluster", "tcp://127.0.0.1:1"],
        ["--seats", "random,random", "--matches", "3", "--cluster", "nowhere"],
    ],
)
def test_what_others_cannot_play_is_refused_in_one_line(arguments):
    result = CliRunner().invoke(main, ["play", "escalation", *arguments])
    assert result.exit_code == 2
    assert result.output.count("\n") == 1
    assert "--cluster" in result.output
