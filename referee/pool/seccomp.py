"""Which system calls a bot may make: those that computing, and files that it can see anyway, need.

The filter is made by libseccomp. Everything that is not named fails as if the system did not have it. Left out
on purpose: sockets of every kind, fork, signals to others, ptrace and other processes' memory, keyrings, shared
memory and queues of System V, io_uring, bpf, perf events, namespaces, mounts, file watches, locks and leases on
files (two bots see the same read-only files), memory files, residency of pages, timers that send any signal (one
that says "go on" would wake a bot that was stopped).
"""

from __future__ import annotations

import errno
import os
import tempfile
from contextlib import suppress
from functools import lru_cache
from typing import Any

_ALLOWED = """
    read write readv writev pread64 pwrite64 preadv pwritev lseek _llseek close close_range dup dup2 dup3
    open openat stat fstat lstat fstat64 stat64 lstat64 fstatat64 newfstatat statx access faccessat faccessat2
    readlink readlinkat getdents getdents64 getcwd chdir fchdir
    truncate ftruncate unlink unlinkat rename renameat renameat2 mkdir mkdirat rmdir fsync fdatasync umask
    pipe pipe2 poll ppoll select _newselect pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait
    epoll_pwait2 eventfd eventfd2 timerfd_create timerfd_settime timerfd_gettime
    mprotect munmap mremap brk madvise msync
    futex futex_waitv set_robust_list get_robust_list rseq set_tid_address arch_prctl set_thread_area
    exit exit_group rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait rt_sigsuspend
    sigaltstack restart_syscall nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday time times
    clock_gettime64 clock_nanosleep_time64 futex_time64
    alarm setitimer getitimer
    getpid getppid gettid getuid geteuid getgid getegid getresuid getresgid getgroups getpgrp getpgid getsid
    getrusage uname getrandom sched_yield sched_getaffinity sched_getparam sched_getscheduler getpriority getcpu
    getrlimit ugetrlimit setrlimit wait4 waitid
    execve capget capset setresuid setresgid setgroups setuid setgid setreuid setregid
"""
ALLOWED = _ALLOWED.split()
"""The last line is for the way into the jail: without capabilities and with no_new_privs it gives a bot nothing."""

_NOT_PERMITTED = """
    fork vfork kill tkill ptrace socket socketpair connect bind listen flock add_key request_key keyctl
    shmget shmat semget msgget memfd_create unshare setns mount umount2 pidfd_open process_vm_readv
    process_vm_writev io_uring_setup inotify_init inotify_init1 bpf perf_event_open userfaultfd
"""
NOT_PERMITTED = _NOT_PERMITTED.split()
"""These say EPERM, so that the message is clear."""

FCNTL = (0, 1, 2, 3, 4, 1030)
"""F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC: no locks, leases, owners or notices."""
IOCTL = (0x5401, 0x541B, 0x5450, 0x5451, 0x5421, 0x5413)
"""TCGETS, FIONREAD, FIONCLEX, FIOCLEX, FIONBIO, TIOCGWINSZ."""
CLONE_THREAD = 0x00010000
PRCTL = (3, 4, 8, 15, 16, 21, 23, 24, 27, 38, 39, 47, 0x53564D41, 0x41555856)
"""PR_GET_DUMPABLE, PR_SET_DUMPABLE, PR_SET_KEEPCAPS, PR_SET_NAME, PR_GET_NAME, PR_GET_SECCOMP, PR_CAPBSET_READ,
PR_CAPBSET_DROP, PR_GET_SECUREBITS, PR_SET_NO_NEW_PRIVS, PR_GET_NO_NEW_PRIVS, PR_CAP_AMBIENT, PR_SET_VMA, PR_GET_AUXV.
Not PR_SCHED_CORE: whatever else runs there would wait."""
PR_SET_PDEATHSIG, SIGKILL, SIGCONT, SIGSTOP = 1, 9, 18, 19
MEMBARRIER_GLOBAL = 7
"""Commands that reach other programs, and take as long as these let them."""
CLONE_NEW = 0x7E020080
"""All flags of clone that make namespaces."""
FORKING = ["fork", "vfork", "kill", "tkill"]
"""Also for bots that may start processes; they see no others than their own."""
SIGNALS = {"kill": 1, "tkill": 1}
"""The argument that says the signal; for ``tgkill`` it is the third."""
REFUSED = {"kill": {SIGCONT}, "tkill": {SIGCONT}, "tgkill": {SIGKILL, SIGCONT, SIGSTOP}}
"""A bot sends itself no signal that only the referee sends: a thread that is awake could wake the stopped ones, and
the bot could seem to have been killed from outside."""
PIPES = ("pipe", "pipe2")
FUTEXES = ("futex", "futex_time64", "futex_waitv")
FUTEX_PRIVATE = 128
"""Without this flag everybody who sees a file can wake a thread that waits at an address of it."""
MAP_SHARED, MAP_ANONYMOUS, MAP_GROWSDOWN = 0x01, 0x20, 0x100


def available() -> str:
    """'' where filters can be made, else why not, and what to do."""
    try:
        import pyseccomp  # noqa: F401
    except (ImportError, OSError, RuntimeError, AttributeError) as error:
        return f"no libseccomp ({error}); install the package libseccomp2"
    return ""


@lru_cache(maxsize=4)
def program(*, own_signals: bool, forks: bool = False, pipes: bool = True) -> bytes:
    """The filter, as instructions of the kernel's packet filter.

    ``own_signals``: the bot is alone in its process namespace, and may send signals to its own threads; elsewhere it
    may also wait for its own threads only. ``forks``: it may start processes. ``pipes``: it may make pipes, whose
    numbers are counted through for all of a machine.
    """
    import pyseccomp as seccomp

    made = seccomp.SyscallFilter(seccomp.ERRNO(errno.ENOSYS))

    def rule(action: Any, name: str, *conditions: Any) -> None:
        with suppress(RuntimeError, ValueError, OSError):  # this system has no such call
            made.add_rule(action, name, *conditions)

    refused = {*(() if pipes or forks else PIPES), *(() if own_signals else FUTEXES)}
    for name in ALLOWED:
        if name not in refused:
            rule(seccomp.ALLOW, name)
    for name in refused & {*PIPES}:
        rule(seccomp.ERRNO(errno.EPERM), name)
    for name in refused & {"futex", "futex_time64"}:
        rule(seccomp.ALLOW, name, seccomp.Arg(1, seccomp.MASKED_EQ, FUTEX_PRIVATE, FUTEX_PRIVATE))
    signals = [*(SIGNALS if forks else ()), *(("tgkill",) if own_signals else ())]
    for name in signals:
        for number in {*range(65)} - REFUSED[name]:
            rule(seccomp.ALLOW, name, seccomp.Arg(SIGNALS.get(name, 2), seccomp.MASKED_EQ, 0xFFFFFFFF, number))
    for name in NOT_PERMITTED:
        if name not in signals:
            rule(seccomp.ALLOW if forks and name in FORKING else seccomp.ERRNO(errno.EPERM), name)
    if forks:
        rule(seccomp.ALLOW, "clone", seccomp.Arg(0, seccomp.MASKED_EQ, CLONE_NEW, 0))
    else:
        rule(seccomp.ALLOW, "clone", seccomp.Arg(0, seccomp.MASKED_EQ, CLONE_THREAD, CLONE_THREAD))
        rule(seccomp.ERRNO(errno.EPERM), "clone", seccomp.Arg(0, seccomp.MASKED_EQ, CLONE_THREAD, 0))
    for option in PRCTL:
        rule(seccomp.ALLOW, "prctl", seccomp.Arg(0, seccomp.EQ, option))
    # On the way in, to end with its referee. Nobody takes that back.
    rule(
        seccomp.ALLOW,
        "prctl",
        seccomp.Arg(0, seccomp.EQ, PR_SET_PDEATHSIG),
        seccomp.Arg(1, seccomp.EQ, SIGKILL),
    )
    rule(seccomp.ALLOW, "membarrier", seccomp.Arg(0, seccomp.MASKED_EQ, MEMBARRIER_GLOBAL, 0))
    # Of others too where others can be seen.
    rule(seccomp.ALLOW, "prlimit64", *(() if own_signals else (seccomp.Arg(0, seccomp.EQ, 0),)))
    for command in FCNTL:
        rule(seccomp.ALLOW, "fcntl", seccomp.Arg(1, seccomp.EQ, command))
        rule(seccomp.ALLOW, "fcntl64", seccomp.Arg(1, seccomp.EQ, command))
    for command in IOCTL:
        rule(seccomp.ALLOW, "ioctl", seccomp.Arg(1, seccomp.EQ, command))
    # Memory that is shared and anonymous, or grows like a stack, does not count as data of the process.
    private = seccomp.Arg(3, seccomp.MASKED_EQ, MAP_SHARED | MAP_GROWSDOWN, 0)
    for name in ("mmap", "mmap2"):
        rule(seccomp.ALLOW, name, private)
        rule(
            seccomp.ALLOW,
            name,
            seccomp.Arg(3, seccomp.MASKED_EQ, MAP_SHARED | MAP_ANONYMOUS | MAP_GROWSDOWN, MAP_SHARED),
        )
    with tempfile.TemporaryFile() as file:
        made.export_bpf(file)
        file.seek(0)
        return file.read()


def as_file(instructions: bytes) -> int:
    """A descriptor from which the program can be read once."""
    handle = os.memfd_create("seccomp")
    os.write(handle, instructions)
    os.lseek(handle, 0, os.SEEK_SET)
    return handle
