"""One process of a bot: lines go in and come out, each against a deadline; nothing that it does hangs us."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
from contextlib import suppress

from referee.play.protocol import LINE_BYTES
from referee.play.sanitize import harmless
from referee.play.seats import BotFault
from referee.pool.affinity import QUICK, SharedProcessor
from referee.pool.cgroups import Group, groups_here
from referee.pool.cleanup import gone, remove_folder, watch
from referee.pool.jail import Isolation, jailed
from referee.pool.launch import Launch
from referee.pool.limits import Limits
from referee.pool.process_tree import (
    ended_by,
    handle_of,
    memory_of,
    peak_memory_of,
    process_tree,
    signal_family,
    state_of,
)
from referee.pool.processors import crowded
from referee.pool.program import Program

QUICK_MS = QUICK * 1000
READ_BYTES = 1 << 15
"""Small enough that the memory for it is at hand."""
WATCH = 0.02
"""Seconds between two looks at the memory of a bot that may start processes, where no control group limits it."""
GRACE = 0.1
"""Seconds in which a bot that was told to quit, or says that it failed, may end by itself."""

now = time.monotonic


class BotProcess:
    """Started when it is made. BotFault says what a bot did; OSError is the host's fault."""

    def __init__(self, program: Program, limits: Limits, kind: Isolation) -> None:
        self.limits, self.kind = limits, kind
        started = jailed(program, limits, kind)
        self._folder = started.folder
        self.pid = 0
        """The process of the bot itself, once it is known."""
        self._first = 0
        """The first process in the jail: when it ends, so do all. Often the bot itself."""
        self._handle: int | None = None
        self._first_handle: int | None = None
        self._shared_processor = SharedProcessor(0)
        self.group: Group | None = None
        """The group in which the system limits what it uses in all."""
        try:
            self._child = subprocess.Popen(
                started.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=started.inherits,
                env=started.environment,
                process_group=0 if os.name == "posix" else None,
                user=started.user,
                group=started.user,
                extra_groups=None if started.user is None else [],
            )
        except BaseException:
            self._remove_folder()
            for end in (started.information, started.go):
                if end is not None:
                    os.close(end)
            raise
        finally:
            for handle in started.inherits:
                os.close(handle)
        watch("P", self._child.pid)
        self._pipes = [each for each in (self._child.stdin, self._child.stdout, self._child.stderr) if each is not None]
        self._to, self._from, self._err = [pipe.fileno() for pipe in self._pipes]
        for handle in (self._to, self._from, self._err):
            os.set_blocking(handle, False)
        self._family = limits.processes > 1 and kind is not Isolation.NONE
        """Whether there may be more than one process."""
        self._poll = select.poll()
        self._poll.register(self._from, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)
        self._answered = [(self._from, select.POLLIN)]
        """What is ready when an answer has come and nothing else."""
        self._errors_open = True
        self.pending = b""
        """Bytes that were read behind the last line."""
        self._log = bytearray()
        self.output = 0
        """Bytes of this match that were no answer."""
        self._frozen = False
        self._receive_pid(started)
        self._first = self.pid
        if self.pid not in (0, self._child.pid):
            watch("P", self.pid)
        self._let_go(started)
        if started.below and self.pid:
            self._first_handle = handle_of(self._first)
            self._find_bot()
        self._handle = handle_of(self.pid)
        self._shared_processor = SharedProcessor(0 if self._family else self.pid)

    def _receive_pid(self, started: Launch) -> None:
        if started.information is None:
            self.pid = self._child.pid
            return
        told = b""
        with os.fdopen(started.information, "rb", buffering=0) as file:
            while b"}" not in told:
                ready, _, _ = select.select([file], [], [], self.limits.start)
                part = file.read(4096) if ready else b""
                if not part:
                    break
                told += part
        digits = told.partition(b'"child-pid":')[2].strip().split(b"\n")[0].split(b",")[0].strip(b" }")
        self.pid = int(digits) if digits.isdigit() else 0

    def _find_bot(self) -> None:
        """The child of the first process: bubblewrap starts it once the jail is there."""
        until = now() + self.limits.start
        while not (below := process_tree(self._first)[1:]) and self.running() and now() < until:
            time.sleep(0.0005)
        self.pid = below[0] if below else 0

    def _let_go(self, started: Launch) -> None:
        """It waits in its jail until it is in a control group, if there are any."""
        if started.go is None:
            return
        groups = groups_here()
        try:
            if groups is not None and self.pid:
                self.group = Group(groups, self.limits, copied=started.copied, shares=crowded())
                self.group.add(self.pid)
            os.write(started.go, b"x")
        except BrokenPipeError:
            pass  # it has ended: whoever reads from it will see that
        except BaseException:
            self._end()
            raise
        finally:
            os.close(started.go)

    # -- lines ------------------------------------------------------------------------------------------

    def send(self, line: bytes, deadline: float) -> None:
        """BotFault where the bot does not read, or is gone."""
        if self._frozen:
            self.thaw()
        while True:
            try:
                written = os.write(self._to, line)
                if written == len(line):
                    return
            except BlockingIOError:
                written = 0
            except OSError:
                raise self._exit_fault() from None
            line = line[written:]
            self._wait_to_write(deadline)

    def _wait_to_write(self, deadline: float) -> None:
        """A bot that writes and does not read must not block us both: its errors are read meanwhile."""
        poll = select.poll()
        poll.register(self._to, select.POLLOUT)
        if self._errors_open:
            poll.register(self._err, select.POLLIN)
        left = deadline - now()
        if left <= 0:
            raise BotFault("time", "it does not read what it is told")
        if self._family:
            self._check_memory()
            left = min(left, WATCH)
        for handle, _ in poll.poll(left * 1000):
            if handle == self._err:
                self._read_errors()

    def _check_memory(self) -> None:
        """BotFault where all its processes together use more than they may."""
        if self.group is not None:
            over = self.group.ran_out_of_memory()
        else:
            over = memory_of(process_tree(self.pid)) > self.limits.memory
        if over:
            raise BotFault("memory", f"its processes together use more than {self.limits.memory >> 20} MiB")

    def receive(self, deadline: float) -> bytes:
        """The next line, without its newline."""
        pending = self.pending
        if not pending and not self._family:
            # As it mostly comes: a whole line, and nothing else.
            left = deadline - now()
            ready = self._poll.poll(QUICK_MS if left > QUICK else max(left, 0) * 1000)
            if ready == self._answered:
                pending = os.read(self._from, READ_BYTES)
                if pending.find(b"\n") == len(pending) - 1 >= 0:
                    return pending[:-1]
                if not pending:
                    raise self._exit_fault()
            elif not ready:
                self._shared_processor.part()
        while True:
            end = pending.find(b"\n")
            if end >= 0:
                self.pending = pending[end + 1 :]
                return pending[:end]
            if len(pending) >= LINE_BYTES:
                self.pending = b""
                raise BotFault("flood", f"a line of more than {LINE_BYTES} bytes")
            left = deadline - now()
            if left <= 0:
                self.pending = pending
                raise BotFault("time", "no answer in time" + (" (half a line came)" if pending else ""))
            if self._family:
                self._check_memory()
                left = min(left, WATCH)
            for handle, _ in self._poll.poll(left * 1000):
                if handle == self._err:
                    self._read_errors()
                    continue
                try:
                    chunk = os.read(self._from, READ_BYTES)
                except BlockingIOError:
                    continue
                if not chunk:
                    raise self._exit_fault()
                pending = pending + chunk if pending else chunk

    def _read_errors(self) -> None:
        try:
            chunk = os.read(self._err, READ_BYTES)
        except BlockingIOError:
            return
        if not chunk:
            self._poll.unregister(self._err)
            self._errors_open = False
            return
        self.wrote(len(chunk))
        if len(self._log) < self.limits.log:
            self._log += chunk[: self.limits.log - len(self._log)]

    def wrote(self, number: int) -> None:
        """So many bytes came that were no answer."""
        self.output += number
        if self.output > self.limits.output:
            raise BotFault("flood", f"more than {self.limits.output} bytes of output beside its answers")

    def _exit_fault(self) -> BotFault | OSError:
        """Why it has ended, or closed its pipes."""
        try:
            code = self._child.wait(0.5)
        except subprocess.TimeoutExpired:
            return BotFault("crash", "it closed its output")
        self._drain()
        if self.group is not None and self.group.ran_out_of_memory():
            return BotFault("memory", f"it was ended for using more than {self.limits.memory >> 20} MiB")
        if self._jail_was_killed(code):
            return OSError("a bot's jail was killed from outside")
        if code < 0:
            name = signal.Signals(-code).name if -code in set(signal.Signals) else str(-code)
            return BotFault("crash", f"it was ended by {name}")
        if code in (128 + signal.SIGKILL, 128 + signal.SIGXCPU):
            return BotFault("crash", f"it was killed (exit code {code})")
        return BotFault("crash", f"it ended with exit code {code}{self._last_words()}")

    def _jail_was_killed(self, code: int) -> bool:
        """Whether processes around the bot were killed, which it cannot do itself."""
        if self._first != self.pid and ended_by(self._first_handle) == signal.SIGKILL:
            return True
        return self.kind is Isolation.BUBBLEWRAP and code == -signal.SIGKILL

    def _last_words(self) -> str:
        words = self.log.strip().splitlines()
        return f": {words[-1][:300]}" if words else ""

    def _drain(self) -> None:
        try:
            while self._errors_open and len(self._log) < self.limits.log:
                before = len(self._log)
                self._read_errors()
                if len(self._log) == before:
                    return
        except (OSError, BotFault):
            return

    @property
    def log(self) -> str:
        """Its standard error in this match, as far as it is kept."""
        return harmless(self._log.decode(errors="replace"), "\n\t")

    def new_match(self, *, may_share_processor: bool = True) -> None:
        """Begin a new log. ``may_share_processor``: the bot may share the processor of this thread."""
        self._log.clear()
        self.output = 0
        self._shared_processor.again(may_share_processor)

    # -- freezing and ending ----------------------------------------------------------------------------

    def freeze(self) -> None:
        """Stop an idle bot, with all that it has started."""
        if self.pid and not self._frozen:
            self._signal(signal.SIGSTOP)
            self._frozen = True

    def is_stopped(self) -> bool:
        """Whether the system says that it is stopped."""
        deadline = now() + 0.5
        while now() < deadline:
            state = state_of(self.pid)
            if state in ("T", ""):
                return state == "T"
            time.sleep(0.005)
        return False

    def rest(self) -> None:
        """The match is over: stop it, and let this thread run where it could before."""
        self.freeze()
        self._shared_processor.release()

    def thaw(self) -> None:
        if self._frozen:
            self._shared_processor.together()
            self._signal(signal.SIGCONT)
            self._frozen = False

    def _signal(self, number: signal.Signals) -> None:
        if self._family and number != signal.SIGKILL:
            signal_family(self.pid, number)
            return
        with suppress(ProcessLookupError):
            if self._handle is None:
                os.kill(self.pid, number)
            else:
                signal.pidfd_send_signal(self._handle, number)

    def peak_memory(self) -> int:
        """The most memory that it has had at a time, in bytes; 0 where the system does not tell."""
        return peak_memory_of(self.pid)

    def running(self) -> bool:
        return self._child.poll() is None

    def close(self, farewell: bytes = b"", patience: float = GRACE) -> bool:
        """End it: within ``patience`` seconds it may go by itself, told so by a farewell. Whether it did."""
        try:
            if patience > 0 and self.running():
                self.thaw()
                with suppress(BotFault, subprocess.TimeoutExpired):
                    if farewell:
                        self.send(farewell, now() + patience)
                    self._wait(patience)
            return not self.running()
        finally:
            self._end()

    def _wait(self, patience: float) -> None:
        """Like ``Popen.wait``, but an end is seen at once where the system can tell it; elsewhere it looks less and
        less often."""
        if (handle := handle_of(self._child.pid)) is not None:
            try:
                select.select([handle], [], [], patience)
            finally:
                os.close(handle)
            patience = 0
        self._child.wait(patience)

    def _end(self) -> None:
        self._shared_processor.release()
        if self._child.returncode is None:
            if self.pid and self._child.poll() is None:
                self._signal(signal.SIGKILL)
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._child.pid, signal.SIGKILL)
            self._child.wait()
        for number in {self._first, self._child.pid} - {0}:
            gone("P", number)
        self._drain()
        for pipe in self._pipes:
            pipe.close()
        for handle in (self._handle, self._first_handle):
            if handle is not None:
                os.close(handle)
        self._handle = self._first_handle = None
        if self.group is not None:
            self.group.remove()
        self._remove_folder()

    def _remove_folder(self) -> None:
        if self._folder is not None:
            remove_folder(self._folder)
