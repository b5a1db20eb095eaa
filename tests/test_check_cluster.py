"""``check --cluster``: the questions of a check on the workers of a Dask scheduler."""

import signal
from dataclasses import replace

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.pool import cluster as pool_cluster
from referee.report.check_json import as_json
from referee.verify.campaign import check_game
from referee.verify.questions import Plan
from referee.verify.verdicts import Method
from tests.tournament.test_cluster import cluster

PLAN = Plan("escalation", (2,), methods=(Method.FUZZ,), effort=0.02)


def said(checked):
    """All that is said of a check but how long it took."""

    def plain(data):
        if isinstance(data, dict):
            return {key: plain(each) for key, each in data.items() if key != "seconds"}
        return [plain(each) for each in data] if isinstance(data, list) else data

    return plain(as_json(checked, "check", {}))


def test_a_check_says_the_same_on_workers_one_of_which_dies(tmp_path):
    near = check_game(PLAN)
    killed = []
    with cluster(tmp_path, 2) as (address, _, workers):

        def progress(done, wanted):
            if done == 2:
                workers[0].send_signal(signal.SIGKILL)
                killed.append(workers[0].wait())

        far = check_game(replace(PLAN, cluster=address), progress)
    assert killed == [-signal.SIGKILL]
    assert said(far) == said(near)
    near.results.pop()
    assert said(far) != said(near)


@pytest.mark.parametrize("address", ["nowhere", "tcp://127.0.0.1:1"])
def test_a_cluster_that_is_not_there_is_one_line(tmp_path, monkeypatch, address):
    pytest.importorskip("distributed", reason="NOT RUN: distributed is not installed")
    monkeypatch.setattr(pool_cluster, "PATIENCE", 0.5)
    result = CliRunner().invoke(main, ["check", "escalation", "--cluster", address])
    assert result.exit_code == 2
    assert result.output.count("\n") == 1
    assert result.output.startswith("referee: --cluster")
