"""NOT RUN: the only way in which a test may be skipped.

A test that needs a program says so with the fixture `need`, or with the marker `needs`:

    def test_of_a_page(need):
        chromium = need("chromium")

    @pytest.mark.needs("bwrap")
    def test_of_a_jail(): ...

Where the program is missing the test is skipped with a reason that begins "NOT RUN: "; a test that
misses something else (a user namespace, say) calls `pytest.skip("NOT RUN: ...")` itself. Every test
NOT RUN is listed at the end. Under CI=true a test NOT RUN fails the session; any other skip always does.
"""

import gc
import json
import os
import shutil
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from referee.kernel.errors import BadInput
from referee.verify.conform import resuming
from referee.verify.kept import dependencies

# How long an example takes says more of the machine than of the code.
hypothesis.settings.register_profile("tests", deadline=None)
hypothesis.settings.load_profile("tests")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts what runs in its background so, and all processes of the tests would be deaf to interrupts.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# What tests import and make stays for the whole session: looking through it again and again finds nothing.
gc.set_threshold(50_000, 20, 100)

# What is seen in a process that was forked, as those of proofs are, is told nobody.
os.register_at_fork(after_in_child=partial(sys.settrace, None))

LOOKED_SECONDS, TRACED_SECONDS = 0.02, 0.2
"""Of processor time: the tracer stops where it has seen nothing new for so long, and at last after so long."""
_in_vain: Counter[str] = Counter()
"""Of each test how many of its cases in a row have shown the tracer nothing new."""
_to_skip: Counter[str] = Counter()
"""How many of its next cases go without the tracer."""
KEPT = Path(__file__).with_name("kept_compiler.py")
NOT_RUN = "NOT RUN: "
OTHER_NAMES = {"chromium": ("chromium-browser", "google-chrome")}


def find_program(name: str) -> str:
    """The path of the program; where it is missing, the running test is NOT RUN."""
    for candidate in (name, *OTHER_NAMES.get(name, ())):
        if path := shutil.which(candidate):
            return path
    pytest.skip(f"{NOT_RUN}{name} is not installed")


@pytest.fixture(scope="session")
def need() -> Callable[[str], str]:
    return find_program


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker in item.iter_markers("needs"):
        for program in marker.args:
            find_program(program)


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out what is marked long
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Properties that are tests by themselves are long ways; test_pytest_plugin.py traces what makes them tests.
    Of a test that is marked ``every(n)`` one case in n is short."""
    seen: Counter[str] = Counter()
    for item in items:
        if item.path.parent.name == "properties":
            item.add_marker("untraced")
        if (every := item.get_closest_marker("every")) is not None:
            test = item.nodeid.partition("[")[0]
            if seen[test] % every.args[0]:
                item.add_marker("long")
            seen[test] += 1


def pytest_collection_finish() -> None:
    """What was loaded until now stays: nobody looks for garbage in it again, here or in a process begun here."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """With coverage's tracer for the first TRACED_SECONDS as long as it sees what no test before it went through, and
    without it where a test is marked ``untraced``: what is gone through for the thousandth time needs none. Where cases
    of a test have shown nothing new, one, three, seven, … of the next ones go without.
    pytest-cov's own marker does nothing beside xdist: it stops the worker's tracer, and the one that lies below it goes
    on."""
    here, in_threads = sys.gettrace(), threading.gettrace()
    if here is None:
        return (yield)
    began = time.process_time()
    before = seen = _seen(here)
    test = item.nodeid.partition("[")[0]

    def stop() -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]

    def look(*_: object) -> None:
        nonlocal seen
        last, seen = seen, _seen(here)
        if seen == last or time.process_time() - began >= TRACED_SECONDS:
            stop()

    # The timer is that of processor time: it never breaks into a call that waits.
    handler = signal.signal(signal.SIGPROF, look)
    untraced = item.get_closest_marker("untraced") is not None or _to_skip[test] > 0
    if untraced:
        stop()
    else:
        signal.setitimer(signal.ITIMER_PROF, LOOKED_SECONDS, LOOKED_SECONDS)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, handler)
        sys.settrace(here)
        threading.settrace(in_threads)  # type: ignore[arg-type]
        if untraced:
            _to_skip[test] -= 1
        else:
            _in_vain[test] = _in_vain[test] + 1 if _seen(here) == before else 0
            _to_skip[test] = 2 ** _in_vain[test] - 1


def _seen(tracer: object) -> int:
    """How many lines and branches coverage's tracer has seen, of all files."""
    return sum(map(len, list(getattr(tracer, "data", {}).values())))


class SkipLedger:
    """Every skip of the session, as (test, reason)."""

    def __init__(self) -> None:
        self.not_run: list[tuple[str, str]] = []
        self.forbidden: list[tuple[str, str]] = []

    def enter(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if not report.skipped or hasattr(report, "wasxfail"):
            return
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        reason = reason.removeprefix("Skipped: ")
        skips = self.not_run if reason.startswith(NOT_RUN) else self.forbidden
        skips.append((report.nodeid, reason.removeprefix(NOT_RUN)))

    pytest_runtest_logreport = enter
    pytest_collectreport = enter

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        in_ci = os.environ.get("CI") == "true"
        fails = self.forbidden or (in_ci and self.not_run)
        if fails and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for heading, skips in (("NOT RUN", self.not_run), ("SKIPPED, which is not allowed", self.forbidden)):
            if not skips:
                continue
            terminalreporter.section(heading, red=True, bold=True)
            for test, reason in skips:
                terminalreporter.write_line(f"{test}: {reason}")
            noun = "test" if len(skips) == 1 else "tests"
            terminalreporter.write_line(f"{len(skips)} {noun} {heading}", red=True, bold=True)


@pytest.fixture(scope="session", autouse=True)
def own_state(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[None]:
    """No test reads or makes what a user keeps. What one test compiled no other compiles again; the long profile alone
    has it optimised, as users do."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        own = tmp_path_factory.getbasetemp()
        compiled = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "compiled"
        if "CXX" not in os.environ and shutil.which("g++") and not any(" " in str(each) for each in (compiled, KEPT)):
            compiled.mkdir(exist_ok=True)
            quickly = "-O0 " if pytestconfig.option.markexpr == "not long" else ""
            patch.setenv("CXX", f"{sys.executable} -IS {KEPT} {compiled} {quickly}g++")
        yield


@pytest.fixture(autouse=True)
def nothing_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the rules of another test looked at is nothing that a verdict of this one rests on."""
    monkeypatch.setattr(dependencies._Recorded, "facts", {})
    monkeypatch.setattr(dependencies._Recorded, "why_not", "")


@pytest.fixture(autouse=True)
def gone_on_with_here(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a check has saved is taken up again in this process: to start one takes longer than most checks of a test.
    Tests that are marked ``afresh`` have the process that users have."""
    if request.node.get_closest_marker("afresh") is None:
        monkeypatch.setattr(resuming, "continued_elsewhere", continued_here)


def continued_here(saved: list[dict[str, Any]], steps: int) -> list[list[str]]:
    try:
        return [resuming.Match.restored(json.loads(json.dumps(each))).lines(steps) for each in saved]
    except Exception as error:
        raise BadInput(f"a fresh process cannot go on with a saved match: {error}") from error


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(SkipLedger(), "skip-ledger")


@pytest.fixture
def followed(monkeypatch):
    """Proofs by following live rules alone: nothing is proved on their meaning before."""
    from referee.verify.symbolic.method import Meant

    monkeypatch.setattr("referee.verify.proving.proved_on_meaning", lambda *_: Meant())


@pytest.fixture
def whatever_is_written(monkeypatch):
    """Proofs without the list of what is understood: what it refuses has to be caught all the same."""
    monkeypatch.setattr("referee.verify.proving.rule_text", lambda *about: "")
    monkeypatch.setattr("referee.verify.proving.claim_text", lambda *about: "")
