"""The same work in one process, in several, and on a real Dask scheduler with real workers."""

import operator
from functools import partial

import pytest

from referee.kernel.errors import BadInput
from referee.verify.spread import spread
from tests.tournament.test_cluster import cluster

DOUBLED = [2 * number for number in range(7)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_processes_give_what_one_gives(jobs):
    assert sorted(spread(partial(operator.mul, 2), range(7), jobs)) == DOUBLED


def test_nothing_more_is_begun_when_the_time_is_over():
    assert list(spread(partial(operator.mul, 2), range(7), 1, seconds=-1)) == []


def test_a_cluster_gives_what_one_process_gives(tmp_path):
    with cluster(tmp_path, 2) as (address, _, _):
        assert sorted(spread(partial(operator.mul, 2), range(7), 1, cluster=address)) == DOUBLED


@pytest.mark.parametrize(
    ("address", "said"),
    [("nonsense", "--cluster takes tcp://HOST:PORT"), ("tcp://127.0.0.1:9", "127.0.0.1:9: no scheduler answers there")],
)
def test_a_cluster_that_is_not_there_is_bad_input(address, said):
    with pytest.raises(BadInput, match=said):
        list(spread(abs, [1], 1, cluster=address))
