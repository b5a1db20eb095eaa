"""One small bot an attack: the body of its ``answer``, and the kind of fault that the match must end with.

None: the attack fails inside the jail, the bot sees it fail and plays on. Such a body calls ``denied(call)``, which
raises Escaped where the attack succeeds: the match would then end with a crash.
"""

HEAD = """
import os, sys, time
from referee.bot import Bot

class Escaped(Exception):
    pass

def denied(call, *args):
    try:
        got = call(*args)
    except OSError:
        return
    raise Escaped(repr(got)[:200])

def system(number, *args):
    import ctypes
    libc = ctypes.CDLL(None, use_errno=True)
    got = libc.syscall(number, *args)
    if got < 0:
        raise OSError(ctypes.get_errno(), "")
    return got

class Hostile(Bot):
    def answer(self, view, ask):
        self.attack()
        return next(ask.options())

    def attack(self):
"""


def raw(what: str, times: int = 1) -> str:
    """Writes to the protocol's own pipe, which a hostile bot finds easily."""
    return (
        "gc = __import__('gc')\n"
        "last = [each for each in gc.get_objects() if type(each).__name__ == 'Wire'][0].outward\n"
        f"for _ in range({times}): os.write(last, {what})"
    )


ATTACKS: dict[str, tuple[str, str | None]] = {
    "read a secret file": ("denied(open, {secret!r})", None),
    "read the password file": ("denied(open, '/etc/passwd')", None),
    "read another bot's source": ("denied(open, {other!r})", None),
    "read the referee's environment": ("denied(open, '/proc/{referee}/environ')", None),
    "see its own environment": ("assert 'REFEREE_SECRET' not in os.environ, os.environ", None),
    "read the referee's memory": ("denied(open, '/proc/{referee}/mem')", None),
    "see any process": ("denied(os.listdir, '/proc')", None),
    "ptrace": ("denied(system, 101, 16, {referee}, 0, 0)", None),
    "signal the referee": ("denied(os.kill, {referee}, 0)", None),
    "signal everybody": ("denied(os.kill, -1, 9)", None),
    "TCP": ("denied(__import__('socket').create_connection, ('127.0.0.1', {port}), 1)", None),
    "UDP": ("import socket\ndenied(socket.socket, socket.AF_INET, socket.SOCK_DGRAM)", None),
    "an abstract socket": ("import socket\ndenied(socket.socket, socket.AF_UNIX)", None),
    "a fork bomb": ("denied(os.fork)", None),
    "a process by clone": ("denied(system, 56, 17, 0, 0, 0, 0)", None),
    "a process by clone3": ("denied(system, 435, 0, 88)", None),
    "another program": ("denied(os.posix_spawn, '/usr/bin/true', ['true'], {{}})", None),
    "4 GB": ("big = bytearray(4 << 30)", "memory"),
    "4 GB of shared memory": ("import mmap\ndenied(mmap.mmap, -1, 4 << 30)", None),
    "4 GB of shared zeros": (
        "import mmap\ndef zeros():\n    mmap.mmap(os.open('/dev/zero', os.O_RDWR), 4 << 30, flags=mmap.MAP_SHARED)\n"
        "denied(zeros)",
        None,
    ),
    "a memory file": ("denied(os.memfd_create, 'x')", None),
    "many small pieces": ("many = []\nwhile True: many.append(bytearray(1 << 20))", "memory"),
    "a busy loop": ("while True: pass", "time"),
    "silence": ("time.sleep(1000)", "time"),
    "a full tmp": (
        "def fill():\n    for n in range(100):\n        with open(f'/tmp/{{n}}', 'wb') as f: f.write(bytes(1 << 20))\n"
        "denied(fill)",
        None,
    ),
    "a file elsewhere": ("denied(open, '/x', 'w')\ndenied(open, '/bot/x', 'w')\ndenied(open, '/dev/x', 'w')", None),
    "100 MB on standard output": ("for _ in range(100): print('x' * (1 << 20))", "flood"),
    "100 MB on standard error": ("for _ in range(100): sys.stderr.write('x' * (1 << 20))", "flood"),
    "100 MB on the protocol": (raw("b'x' * 65536", 1600), "flood"),
    "a closed protocol": (raw("b''") + "\nos.close(last)\ntime.sleep(1000)", "time"),
    "leaving": ("os._exit(3)", "crash"),
    "a crash of the interpreter": ("import ctypes\nctypes.string_at(0)", "crash"),
    "half a line": (raw("b'{{\"type\":'") + "\ntime.sleep(1000)", "time"),
    "invalid UTF-8": (raw("b'\\xff\\xfe\\n'"), "protocol"),
    "NaN": (raw('b\'{{"type":"answer","id":1,"answer":NaN}}\\n\''), "protocol"),
    "an infinite number": (raw('b\'{{"type":"answer","id":1,"answer":1e999}}\\n\''), "protocol"),
    "a huge integer": (raw('b\'{{"type":"answer","id":1,"answer":\' + b\'9\' * 5000 + b\'}}\\n\''), "protocol"),
    "deep nesting": (
        raw("b'{{\"type\":\"answer\",\"id\":1,\"answer\":' + b'[' * 9000 + b']' * 9000 + b'}}\\n'"),
        "protocol",
    ),
    "duplicate keys": (
        raw('b\'{{"type":"answer","id":1,"answer":["take"],"answer":["take"]}}\\n\''),
        "protocol",
    ),
    "an answer before its question": (raw('b\'{{"type":"answer","id":99,"answer":["take"]}}\\n\''), "protocol"),
    "the same answer twice": (
        "me = sys.modules['bot'].__dict__\nme['n'] = me.get('n', 0) + 1\n"
        "if me['n'] > 1:\n    "
        + raw('b\'{{"type":"answer","id":%d,"answer":["take"]}}\\n\' % (me[\'n\'] - 1)', 3).replace("\n", "\n    "),
        None,
    ),
    "quotes that are never closed": (raw("b'\"' + b'\\\\\"' * 30000 + b'\\n'"), "protocol"),
    "quotes that are never closed in an answer": (
        raw('b\'{{"type":"answer","id":1,"answer":"\' + b\'\\\\"\' * 30000 + b\'\\n\''),
        "protocol",
    ),
    "an answer, and then silence": (
        "me = sys.modules['bot'].__dict__\nme['n'] = me.get('n', 0) + 1\n"
        "if me['n'] == 2: __import__('threading').Event().wait()",
        "time",
    ),
    "no standard error": ("try: os.close(2), os.close(1)\nexcept OSError: pass", None),
    "nothing open": ("os.closerange(0, 64)", "crash"),
    "answers to old questions": (raw('b\'{{"type":"answer","id":0,"answer":["take"]}}\\n\'', 5), None),
    "a lock on a shared file": (
        "import fcntl\nf = open(sys.executable, 'rb')\ndenied(fcntl.flock, f, fcntl.LOCK_SH)\n"
        "denied(fcntl.lockf, f, fcntl.LOCK_SH)\ndenied(fcntl.fcntl, f, fcntl.F_SETLEASE, 0)",
        None,
    ),
    "a watch on a shared file": ("denied(system, 254)", None),
    "a keyring": ("denied(system, 248, b'user', b'x', b'y', 1, -3)", None),
    "shared memory of System V": ("denied(system, 29, 4711, 4096, 0o1666)", None),
    "a namespace": ("denied(system, 272, 0x10000000)", None),
    "io_uring": ("denied(system, 425, 8, 0)", None),
    "a namespace of users": ("denied(system, 272, 0x10000000)\ndenied(system, 56, 0x10000011, 0, 0, 0, 0)", None),
    "files in /dev/shm": ("denied(open, '/dev/shm/x', 'w')\ndenied(os.mkdir, '/dev/shm')", None),
    "privileges by prctl": (
        # PR_SET_DUMPABLE is its own business; PR_CAP_AMBIENT_RAISE of CAP_SYS_ADMIN is not.
        "denied(system, 157, 47, 2, 21, 0, 0)\ndenied(os.setuid, 0)\ndenied(os.setgroups, [0])",
        None,
    ),
    "inherited descriptors": (
        "for n in range(3, 64):\n"
        "    try: there = os.readlink(f'/dev/fd/{{n}}') if os.path.exists('/dev/fd') else os.fstat(n)\n"
        "    except OSError: continue\n"
        "    import stat\n"
        "    if stat.S_ISSOCK(there.st_mode) or stat.S_ISREG(there.st_mode): raise Escaped(str((n, there)))",
        None,
    ),
    "a huge sparse file": (
        "def sparse():\n    with open('/tmp/s', 'wb') as f:\n        f.truncate(1 << 40)\n"
        "import signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\ndenied(sparse)",
        None,
    ),
    "stopping itself": ("denied(os.kill, os.getpid(), 19)", None),
    "stopping itself by a thread": (
        "import signal\ndenied(signal.pthread_kill, __import__('threading').get_ident(), 19)",
        None,
    ),
    "a session of its own": ("denied(os.setsid)\ndenied(os.fork)", None),
    "very many threads": (
        "import threading\ndef start():\n    for _ in range(500):\n"
        "        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
        "try: start()\nexcept RuntimeError: pass\nelse: raise Escaped('500 threads')",
        None,
    ),
    "deaf to every signal": (
        "import signal\n[signal.signal(n, signal.SIG_IGN) for n in range(1, 32) if n not in (9, 19)]\nwhile True: pass",
        "time",
    ),
    "a later flood": (
        "import threading\ndef flood():\n    while True: os.write(2, b'x' * 65536)\n"
        "threading.Thread(target=flood, daemon=True).start()\ntime.sleep(1)",
        "flood",
    ),
    "a higher priority": ("denied(os.nice, -5) if hasattr(os, 'nice') else None", None),
    "other processors' time": ("denied(system, 203, 0, 8, 0)", None),
    "another root": ("denied(os.chroot, '/tmp')\ndenied(system, 155, b'/tmp', b'/tmp')", None),
    "a device": ("denied(os.mknod, '/tmp/d', 0o60666, 0x801)\ndenied(open, '/dev/mem', 'rb')", None),
    "the name of the host": ("denied(__import__('socket').sethostname, 'x')", None),
    "answers in advance": (
        "me = sys.modules['bot'].__dict__\nme['n'] = me.get('n', 0) + 1\n"
        + raw('b\'{{"type":"answer","id":%d,"answer":["take"]}}\\n\' * 2 % (me[\'n\'], me[\'n\'] + 1)'),
        "protocol",
    ),
    "an answer byte by byte": (
        raw("b''") + '\nfor byte in b\'{{"type":"answer","id":1,\' + b\' \' * 900:\n'
        "    os.write(last, bytes([byte]))\n    time.sleep(0.01)",
        "time",
    ),
    "looking without end": (raw('b\'{{"type":"view","id":1}}\\n\' * 1000', 1000000), "time"),
    "looking and reading": (
        raw("b''") + "\nwire = [each for each in gc.get_objects() if type(each).__name__ == 'Wire'][0]\n"
        "while True: wire.look(b'1', b'')",
        "time",
    ),
    "ready again": (raw('b\'{{"type":"ready","protocol":1}}\\n\''), "protocol"),
    "a null byte": (raw('b\'{{"type":"answer","id":1,"answer":["take"]}}\\0\\n\''), "protocol"),
    "a byte-order mark": (raw('b\'\\xef\\xbb\\xbf{{"type":"answer","id":1,"answer":["take"]}}\\n\''), "protocol"),
    "separators of lines in the data": (
        raw('b\'{{"type":"answer","id":1,"answer":"\\xe2\\x80\\xa8\\xc2\\x85\\x0b"}}\\n\''),
        "protocol",
    ),
    "notes that nest": (
        raw('b\'{{"type":"answer","id":1,"answer":["take"],"notes":[[["x"]]]}}\\n\''),
        "protocol",
    ),
    "a million notes": (
        raw('b\'{{"type":"answer","id":1,"answer":["take"],"notes":[\' + b\'"",\' * 9999 + b\'""]}}\\n\''),
        "protocol",
    ),
    "closed questions": (
        raw("b''") + "\nos.close([each for each in gc.get_objects() if type(each).__name__ == 'Wire'][0].inward)",
        "crash",
    ),
    "another program in its place": (
        "os.execv(sys.executable, [sys.executable, '-I', '-c', 'import socket; socket.socket(); print(1 / 0)'])",
        "crash",
    ),
    "system calls of the x32 interface": ("import ctypes\nctypes.CDLL(None).syscall(0x40000000 + 57)", "crash"),
    "system calls of 32 bits": (
        # mov eax, 2 (fork); int 0x80; ret
        "import ctypes, mmap\ncode = mmap.mmap(-1, 4096, flags=0x22, prot=7)\n"
        "code.write(bytes.fromhex('b802000000cd80c3'))\n"
        "ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()",
        "crash",
    ),
    "memory by growing the stack": (
        "import threading\ntry: threading.stack_size(1 << 30)\nexcept ValueError: pass\n"
        "def deep(n):\n    return bytearray(1 << 20), deep(n + 1)\n"
        "sys.setrecursionlimit(10 ** 6)\n[deep(0)]",
        "memory",
    ),
}
"""Numbers of system calls are those of x86-64."""


def source(attack: str, **about: object) -> str:
    """The text of a bot; ``about`` fills in what it attacks."""
    body = ATTACKS[attack][0].format(**about)
    return HEAD + "".join(f"        {line}\n" for line in body.splitlines())
