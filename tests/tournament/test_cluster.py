"""On a real scheduler with real workers: the same standings, also when a worker is killed on the way."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.kernel.errors import BadInput, RefereeError
from referee.pool import cluster as pool_cluster
from referee.pool.cluster import check_cluster, run_on_cluster
from referee.pool.executors import Preparation
from referee.tournament.audit import Audit
from referee.tournament.loading import load_definition
from referee.tournament.runner import run_tournament
from referee.tournament.standings import standings
from referee.tournament.store import Store

ROOT = Path(__file__).parents[2]
TEXT = """\
game = "escalation"
players = 2
[format]
kind = "swiss"
rounds = 3
blocks = {blocks}
[[entrant]]
name = "a"
seat = "first.py"
[[entrant]]
name = "b"
seat = "random"
[[entrant]]
name = "c"
seat = "random"
"""
FIRST = """\
from referee.bot import Bot


class First(Bot):
    def answer(self, view, ask):
        return next(ask.options())
"""


def started(*words):
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


@contextmanager
def cluster(folder, workers):
    """A scheduler's address, its process, and those of its workers."""
    pytest.importorskip("distributed", reason="NOT RUN: distributed is not installed")
    file = folder / "scheduler.json"
    scheduler = started("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
                        "--scheduler-file", str(file))  # fmt: skip
    running = [scheduler]
    try:
        for _ in range(600):
            with suppress(OSError, ValueError):
                address = json.loads(file.read_text())["address"]
                break
            time.sleep(0.1)
        for _ in range(workers):
            running.append(started("dask_worker", address, "--no-nanny", "--nthreads", "1", "--no-dashboard",
                                   "--local-directory", str(folder)))  # fmt: skip
        for _ in range(600):
            with suppress(BadInput):
                if check_cluster(address) >= workers:
                    break
            time.sleep(0.1)
        yield address, scheduler, running[1:]
    finally:
        for each in running:
            each.kill()
            each.wait()


def table_of(store):
    found = standings(store.meta(), store.blocks())
    store.close()
    return found


def cup(folder, blocks):
    (folder / "first.py").write_text(FIRST)
    (folder / "cup.toml").write_text(TEXT.format(blocks=blocks))
    return load_definition(folder / "cup.toml")


def test_a_cluster_that_loses_a_worker_ends_with_the_same_standings(tmp_path):
    defined = cup(tmp_path, 6)
    whole = table_of(run_tournament(defined, tmp_path / "whole.sqlite", seed="s", isolated=False))
    killed = []
    with cluster(tmp_path, 2) as (address, _, workers):

        def progress(done, wanted):
            if done == 4:
                workers[0].send_signal(signal.SIGKILL)
                killed.append(workers[0].wait())

        store = run_tournament(
            defined, tmp_path / "far.sqlite", seed="s", isolated=False, cluster=address, progress=progress
        )
        assert set(Audit(store)) == {None}
        assert table_of(store) == whole
        assert killed == [-signal.SIGKILL]
        assert workers[1].poll() is None
        assert len(killed) == 1


class Twice:
    """A client whose futures, done at once, are told twice: as one that was lost and run again may be."""

    status = "running"

    def nthreads(self):
        return {"worker": 1}

    def submit(self, work, task, pure):
        return Done(work(task))

    def gather(self, futures):
        return [each.result() for each in futures]

    def register_plugin(self, *_, **__):
        pass

    def __getattr__(self, name):
        return lambda *_, **__: None


class Done:
    status = "finished"

    def __init__(self, result):
        self.result = lambda: result

    def add_done_callback(self, told):
        told(self)
        told(self)


def test_a_task_that_is_told_twice_counts_once(monkeypatch):
    monkeypatch.setattr(pool_cluster, "_client", lambda address: Twice())
    nothing = Preparation(lambda: None, lambda: None, ())
    done = run_on_cluster(str, iter([1, 2, 3]), address="tcp://anywhere:1", preparation=nothing)
    assert sorted(done) == [(1, "1"), (2, "2"), (3, "3")]


def test_workers_have_something_to_do_while_results_travel(monkeypatch):
    log = []

    class Logging(Twice):
        def nthreads(self):
            log.append("counted")
            return super().nthreads()

        def submit(self, work, task, pure):
            log.append("given")
            return super().submit(work, task, pure)

        def gather(self, futures):
            log.append("gathered")
            return super().gather(futures)

    monkeypatch.setattr(pool_cluster, "_client", lambda address: Logging())
    nothing = Preparation(lambda: None, lambda: None, ())
    assert len(list(run_on_cluster(str, iter(range(6)), address="tcp://anywhere:1", preparation=nothing))) == 6
    two = ["given", "given"]
    assert log == ["counted", *two, *two, "gathered", *two, "gathered", "gathered"]


@pytest.mark.long
def test_a_cluster_that_loses_its_scheduler_loses_no_blocks(tmp_path):
    defined = cup(tmp_path, 6)
    whole = table_of(run_tournament(defined, tmp_path / "whole.sqlite", seed="s", isolated=False))
    with cluster(tmp_path, 1) as (address, scheduler, _):

        def lose(done, wanted):
            if done == 3:
                scheduler.kill()

        with pytest.raises(RefereeError, match=r"is gone .* --resume goes on"):
            run_tournament(defined, tmp_path / "lost.sqlite", seed="s", isolated=False, cluster=address, progress=lose)
        store = Store(tmp_path / "lost.sqlite")
        assert 3 <= len(store.done()) < whole.blocks
        store.close()
    again = run_tournament(defined, tmp_path / "lost.sqlite", isolated=False, resume=True)
    assert table_of(again) == whole


@pytest.mark.filterwarnings("ignore")  # of Dask, about connections that were never made
def test_what_the_command_line_says_of_clusters(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cup(tmp_path, 1)
    run = ["tournament", "run", "cup.toml", "--no-isolation"]
    result = CliRunner().invoke(main, [*run, "--cluster", "tcp://127.0.0.1:1", "--jobs", "2"])
    assert result.exit_code == 2
    assert "give one of them" in result.output
    monkeypatch.setattr("referee.pool.cluster.PATIENCE", 0.3)
    result = CliRunner().invoke(main, [*run, "--cluster", "tcp://127.0.0.1:1"])
    assert result.exit_code == 2
    assert "no scheduler answers there" in result.output
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = CliRunner().invoke(main, [*run, "--cluster", "tcp://127.0.0.1:1"])
    assert result.exit_code == 2
    assert "pip install distributed" in result.output
    assert not list(tmp_path.glob("**/*.sqlite"))
