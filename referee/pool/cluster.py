"""Tasks on the workers of a Dask cluster, on as many machines as there are (the extra ``referee[cluster]``)."""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from queue import Empty, Queue
from typing import Any, Generic, TypeVar

from referee.kernel.errors import BadInput, RefereeError
from referee.pool.executors import NO_PREPARATION, Preparation, Wait, WorkerLost, run_all

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


RECOUNT = 1.0
"""Seconds after which the scheduler is asked again how many threads its workers have."""
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


REMEDY = "run it again, on a cluster or without"


def run_anywhere(
    work: Callable[[Task], Result],
    tasks: Iterator[Task | Wait],
    *,
    jobs: int,
    cluster: str | None,
    preparation: Preparation = NO_PREPARATION,
    remedy: str = REMEDY,
    **here: Any,
) -> Iterator[tuple[Task, Result]]:
    """On the workers of the scheduler ``cluster``, or without one on this machine; ``here`` goes to ``run_all``."""
    if cluster is not None:
        return run_on_cluster(work, tasks, address=cluster, preparation=preparation, remedy=remedy)
    return run_all(work, tasks, jobs=jobs, preparation=preparation, **here)


def run_on_cluster(
    work: Callable[[Task], Result],
    tasks: Iterator[Task | Wait],
    *,
    address: str,
    preparation: Preparation = NO_PREPARATION,
    remedy: str = REMEDY,
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
    tasked = _Tasked(client, work, tasks)
    try:
        client.register_plugin(plugin, name=plugin.name)
        while tasked.fill():
            found = tasked.done()
            # Workers go on while results travel, which takes several messages: those that are there come together.
            tasked.fill()
            yield from zip(found.values(), client.gather(list(found)), strict=True)
    except KilledWorker:
        raise WorkerLost(f"the workers of {address} were lost, one after the other, in the same task") from None
    except (OSError, TimeoutError, CancelledError, _ClusterLost) as error:
        raise ClusterLost(f"the scheduler {address} is gone ({error or type(error).__name__}); {remedy}") from None
    finally:
        _leave(client, plugin.name, list(tasked.under_way))


class _ClusterLost(Exception):
    pass


class _Tasked(Generic[Task, Result]):
    """The tasks that the workers have: one more for each thread than it can work on."""

    def __init__(self, client: Any, work: Callable[[Task], Result], tasks: Iterator[Task | Wait]) -> None:
        self.client, self.work, self.tasks = client, work, tasks
        self.under_way: dict[Any, Task] = {}
        self._told: Queue[Any] = Queue()
        self._most, self._counted = 0, 0.0

    def fill(self) -> bool:
        """Give them more, where there is more; whether anything is under way."""
        if not self._most or time.monotonic() - self._counted > RECOUNT:
            self._most, self._counted = max(2, 2 * sum(self.client.nthreads().values())), time.monotonic()
        while len(self.under_way) < self._most:
            task = next(self.tasks, None)
            if task is None or isinstance(task, Wait):
                break
            future = self.client.submit(self.work, task, pure=False)
            self.under_way[future] = task
            future.add_done_callback(self._told.put)
        return bool(self.under_way)

    def done(self) -> dict[Any, Task]:
        """What is done, at least one, which is no longer under way. _ClusterLost where the scheduler does not come
        back."""
        found: dict[Any, Task] = {}
        while not found:
            for future in self._next():
                if future.status in AGAIN:
                    future.add_done_callback(self._told.put)
                elif future in self.under_way:  # one that was lost and run again may be told twice
                    found[future] = self.under_way.pop(future)
        return found

    def _next(self) -> list[Any]:
        since = time.monotonic()
        while True:
            try:
                found = [self._told.get(timeout=0.5)]
                break
            except Empty:
                if self.client.status == "running":
                    since = time.monotonic()
                elif time.monotonic() - since > PATIENCE:
                    raise _ClusterLost("no answer") from None
        while not self._told.empty():
            found.append(self._told.get())
        if any(future.status == "cancelled" for future in found):
            raise _ClusterLost("tasks were lost with it")
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
