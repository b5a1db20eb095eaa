"""Tasks on the workers of a Dask cluster, on as many machines as there are (the extra ``referee[cluster]``)."""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from queue import Empty, Queue
from typing import Any, TypeVar

from referee.kernel.errors import BadInput, RefereeError
from referee.pool.executors import Preparation, Wait, WorkerLost

Task = TypeVar("Task")
Result = TypeVar("Result")

PATIENCE = 10.0
"""Seconds that a scheduler has to answer."""


_ADDRESS = re.compile(
    r"(?:(?:tcp|tls|ws|wss)://)?(?:[A-Za-z0-9_][A-Za-z0-9._-]{0,252}|\[[0-9a-fA-F:.]{2,45}\]):([0-9]{1,5})/?"
)


def check_address(address: str) -> None:
    """BadInput for what cannot be the address of a scheduler: Dask waits long for some, and raises at others."""
    found = _ADDRESS.fullmatch(address)
    if found is None or not 1 <= int(found[1]) <= 65535:
        shown = repr(address if len(address) <= 60 else f"{address[:60]}…")
        raise BadInput(f"--cluster takes tcp://HOST:PORT or tls://HOST:PORT, with a port from 1 to 65535, not {shown}")


class ClusterLost(RefereeError):
    """The scheduler went away."""


AGAIN = ("pending", "lost")
"""What Dask says of a task that was done, on a worker that was lost since: it is run again."""


class _Prepared:
    """Prepares every worker that there is, and every one that comes later."""

    def __init__(self, preparation: Preparation) -> None:
        self.name = f"referee-{uuid.uuid4()}"
        self.preparation = preparation

    def setup(self, worker: Any) -> None:
        self.preparation.start(*self.preparation.args)

    def teardown(self, worker: Any) -> None:
        self.preparation.finish(*self.preparation.args)


def run_on_cluster(
    work: Callable[[Task], Result],
    tasks: Iterator[Task | Wait],
    *,
    address: str,
    preparation: Preparation,
    remedy: str = "run it again, on a cluster or without",
) -> Iterator[tuple[Task, Result]]:
    """Like ``run_all``. Another worker runs the task of a lost worker again; workers may come and go.

    BadInput: there is no Dask or no scheduler. ClusterLost: the scheduler went away; it says the ``remedy``.
    WorkerLost: a task ends every worker that takes it.
    """
    client = _client(address)
    from distributed.diagnostics.plugin import WorkerPlugin
    from distributed.scheduler import KilledWorker

    class Plugin(_Prepared, WorkerPlugin):  # type: ignore[misc]
        pass

    plugin = Plugin(preparation)
    under_way: dict[Any, Task] = {}
    done: Queue[Any] = Queue()
    try:
        client.register_plugin(plugin, name=plugin.name)
        while True:
            most = max(2, 2 * sum(client.nthreads().values()))
            while len(under_way) < most:
                task = next(tasks, None)
                if task is None or isinstance(task, Wait):
                    break
                future = client.submit(work, task, pure=False)
                under_way[future] = task
                future.add_done_callback(done.put)
            if not under_way:
                return
            for future in _done(client, done):
                # One that was lost and run again may be told twice.
                if future in under_way:
                    result = future.result()
                    yield under_way.pop(future), result
    except KilledWorker:
        raise WorkerLost(f"the workers of {address} were lost, one after the other, in the same task") from None
    except (OSError, TimeoutError, CancelledError, _ClusterLost) as error:
        raise ClusterLost(f"the scheduler {address} is gone ({error or type(error).__name__}); {remedy}") from None
    finally:
        _leave(client, plugin.name, list(under_way))


class _ClusterLost(Exception):
    pass


def _done(client: Any, done: Queue[Any]) -> list[Any]:
    """What is done, at least one; _Gone where the scheduler does not come back."""
    since = time.monotonic()
    while True:
        try:
            found = [done.get(timeout=0.5)]
        except Empty:
            if client.status == "running":
                since = time.monotonic()
            elif time.monotonic() - since > PATIENCE:
                raise _ClusterLost("no answer") from None
            continue
        while not done.empty():
            found.append(done.get())
        if any(future.status == "cancelled" for future in found):
            raise _ClusterLost("tasks were lost with it")
        for future in found:
            if future.status in AGAIN:
                future.add_done_callback(done.put)
        if found := [future for future in found if future.status not in AGAIN]:
            return found


def check_cluster(address: str) -> int:
    """The workers' threads. BadInput where there is no Dask, no scheduler at the address, or no worker."""
    client = _client(address)
    try:
        threads: int = sum(client.nthreads().values())
    finally:
        client.close()
    if not threads:
        raise BadInput(f"--cluster {address}: it has no workers yet: start some with 'dask worker {address}'")
    return threads


def _client(address: str) -> Any:
    check_address(address)
    try:
        from distributed import Client
    except ImportError:
        raise BadInput("--cluster needs Dask: pip install distributed") from None
    try:
        return Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        said = str(error).splitlines() or [type(error).__name__]
        raise BadInput(f"--cluster {address}: no scheduler answers there ({said[0][:200]})") from None


def _leave(client: Any, plugin: str, futures: list[Any]) -> None:
    try:
        if client.status == "running":
            client.cancel(futures, force=True)
            client.unregister_worker_plugin(plugin)
    except Exception:
        return  # what there was to say was said
    finally:
        client.close()
