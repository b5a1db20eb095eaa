"""The same work in one process, in several, and on a real Dask scheduler with real workers."""

import operator
import time
from functools import partial

import pytest

from referee.kernel.errors import BadInput
from referee.verify import parallel as module
from tests.tournament.test_cluster import cluster

spread = partial(module.run_parallel, broken_off=[], about=str)
DOUBLED = [2 * number for number in range(7)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_processes_give_what_one_gives(jobs):
    assert list(spread(partial(operator.mul, 2), range(7), jobs)) == DOUBLED


def waits(given):
    time.sleep(given[1])
    return given[0]


def test_whoever_is_ready_first_changes_nothing():
    assert list(spread(waits, [("slow", 0.8), ("quick", 0), ("quicker", 0)], 2)) == ["slow", "quick", "quicker"]


def test_an_interrupt_keeps_what_had_come_before_its_turn(monkeypatch):
    def interrupted(work, tasks, **more):
        tasks = list(tasks)
        yield tasks[1], work(tasks[1])
        raise KeyboardInterrupt

    monkeypatch.setattr("referee.pool.cluster.run_all", interrupted)
    results = spread(partial(operator.mul, 2), range(3), 2)
    assert next(results) == 2
    with pytest.raises(KeyboardInterrupt):
        next(results)


def test_nothing_more_is_begun_when_the_time_is_over():
    assert list(spread(partial(operator.mul, 2), range(7), 1, seconds=-1)) == []


def test_a_cluster_gives_what_one_process_gives(tmp_path):
    with cluster(tmp_path, 2) as (address, _, _):
        assert list(spread(partial(operator.mul, 2), range(7), 1, cluster=address)) == DOUBLED


@pytest.mark.parametrize(
    ("address", "said"),
    [("nonsense", "--cluster takes tcp://HOST:PORT"), ("tcp://127.0.0.1:9", "127.0.0.1:9: no scheduler answers there")],
)
def test_a_cluster_that_is_not_there_is_bad_input(address, said):
    with pytest.raises(BadInput, match=said):
        list(spread(abs, [1], 1, cluster=address))
