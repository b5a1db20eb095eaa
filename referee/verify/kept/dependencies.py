"""What rules and properties looked at beyond their own text, while they were loaded and while they ran.

A kept verdict rests on it: on files and folders, on modules that were looked for, on variables of the environment.
What nobody can compare afterwards (another process, the network, a clock) is noted too, and then nothing is kept. An
audit hook hears of everything that is opened; it is the rules' doing where their text is the innermost that is
neither Python's nor referee's.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import Any, ClassVar, TypeVar

from referee.verify.kept.imported_files import INSTALLED, OWN

LARGEST = 1 << 26
"""Bytes of a file that is read in order to compare it."""
UNCOMPARABLE = (
    "subprocess.", "os.system", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "pty.", "socket.", "ctypes.",
    "_thread.start", "urllib.", "http.", "sqlite3.", "os.putenv", "mmap.",
)  # fmt: skip
UNSEEN_MODULES = frozenset(
    ("time", "datetime", "secrets", "uuid", "platform", "locale", "tempfile", "socket", "subprocess",
     "ctypes", "threading", "multiprocessing", "resource", "posix")
)  # fmt: skip
"""Modules that tell what no event tells, or by which nothing is the same twice."""
UNSEEN_NAMES = frozenset(
    ("exists", "is_file", "is_dir", "isfile", "isdir", "islink", "is_symlink", "lexists", "stat", "lstat", "getmtime",
     "getsize", "access", "urandom", "getcwd", "cwd", "getpid", "uname", "getlogin", "times", "cpu_count", "argv",
     "readlink", "resolve", "realpath", "samefile", "getloadavg", "environb", "modules", "getrefcount")
)  # fmt: skip
"""Names of ``os``, ``sys``, ``pathlib`` and the like whose use causes no audit event."""
ASKING_MODULES = frozenset(("os", "sys", "pathlib", "glob", "shutil", "io", "importlib", "posixpath", "gc"))

T = TypeVar("T")
Facts = dict[str, str]
"""A digest of what was there, by ``file PATH``, ``folder PATH``, ``module NAME`` or ``variable NAME``."""
CHANGED = "changed meanwhile"
FRAMES = 400


class _Recorded:
    """The recorded dependencies of this process."""

    facts: ClassVar[Facts] = {}
    why_not = ""
    busy = False


def recorded_dependencies() -> tuple[Facts, str]:
    """The dependencies of rules and properties in this process until now, and the reason if they cannot be compared."""
    return dict(_Recorded.facts), _Recorded.why_not or _unseen_in_files()


def add(facts: Facts, why_not: str) -> None:
    """The dependencies recorded in another process."""
    for what, was in facts.items():
        _note(what, was)
    _Recorded.why_not = _Recorded.why_not or why_not


def with_dependencies(work: Callable[[T], Any], about: T) -> tuple[Any, Facts, str]:
    """The result of a work with all recorded dependencies: to be sent to another process."""
    given = work(about)
    return (given, *recorded_dependencies())


def take_in(sent: tuple[Any, Facts, str]) -> Any:
    """The result of a work in another process; its dependencies are recorded here."""
    result, facts, why_not = sent
    add(facts, why_not)
    return result


def is_as_it_was(facts: Facts) -> bool:
    """Whether all of it is still there, and the same."""
    return all(was == _now(what) != CHANGED for what, was in facts.items())


def has_changed_since_opened(file: Path) -> bool:
    """Whether a file that rules or properties opened, or imported, is another one now."""
    what = f"file {file}"
    return what in _Recorded.facts and not is_as_it_was({what: _Recorded.facts[what]})


def unseen_in(files: Iterable[Path]) -> str:
    """The place where text asks for something that no audit event reports; "" if there is none."""
    for file in sorted(files):
        with suppress(OSError):
            there = file.stat()
            if found := _unseen(file, there.st_mtime_ns, there.st_size):
                return found
    return ""


@lru_cache(maxsize=4096)
def _unseen(file: Path, changed: int, size: int) -> str:
    if size > LARGEST:
        return ""
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    modules: set[str] = set()
    asks: list[tuple[str, int]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {each.name.partition(".")[0] for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            modules.add(node.module.partition(".")[0])
            asks += [(each.name, node.lineno) for each in node.names]
        elif isinstance(node, ast.Attribute):
            asks.append((node.attr, node.lineno))
    if "random" in modules and not _is_seeded(tree):
        return f"{file}: uses random without a seed"
    if clocks := sorted(modules & UNSEEN_MODULES):
        return f"{file}: imports {clocks[0]}"
    if modules & ASKING_MODULES:
        for name, line in asks:
            if name in UNSEEN_NAMES:
                return f"{file}:{line}: {name}"
    return ""


def _is_seeded(tree: ast.AST) -> bool:
    """Whether ``random`` is used for nothing but ``Random(seed)``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            if any(each.name != "Random" for each in node.names):
                return False
        elif isinstance(node, ast.Import):
            if any(each.name == "random" and each.asname for each in node.names):
                return False
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
            if node.attr != "Random":
                return False
        elif isinstance(node, ast.Call) and not node.args:
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if called == "Random":
                return False
    return True


def _unseen_in_files() -> str:
    return unseen_in([Path(what[5:]) for what in _Recorded.facts if what.startswith("file ")])


# -- what is there now ----------------------------------------------------------------------------------


def _now(what: str) -> str:
    kind, _, name = what.partition(" ")
    if kind == "file":
        return _of_file(name)
    if kind == "folder":
        return _of_folder(name)
    if kind == "module":
        return _of_module(name)
    return "" if (value := os.environ._data.get(os.environ.encodekey(name))) is None else _digest(bytes(value))  # type: ignore[attr-defined]


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]


def _of_file(name: str) -> str:
    """ "" where there is none."""
    try:
        if os.path.isdir(name):
            return _of_folder(name)
        if not os.path.isfile(name):
            return "no file" if os.path.lexists(name) else ""
        if os.path.getsize(name) > LARGEST:
            return CHANGED
        return _digest(Path(name).read_bytes())
    except OSError as error:
        return type(error).__name__


def _of_folder(name: str) -> str:
    """The names in it, but for what Python keeps there itself."""
    try:
        names = sorted(each for each in os.listdir(name) if each not in ("__pycache__", ".referee"))
    except OSError as error:
        return type(error).__name__
    return _digest("\0".join(names).encode("utf-8", "surrogateescape"))


def _of_module(name: str) -> str:
    """What Python would find under that name, folder by folder."""
    there = []
    for folder in sys.path:
        where = Path(folder or ".").resolve()
        if _is_installed(str(where)):
            continue
        found = [each.name for each in _children(where) if each.name.partition(".")[0] == name]
        if where.is_file():
            found.append(_of_file(str(where)))
        if found:
            there.append(f"{where}: {sorted(found)}")
    return _digest("\n".join(there).encode("utf-8", "surrogateescape"))


def _children(folder: Path) -> Iterator[Path]:
    with suppress(OSError):
        yield from folder.iterdir()


# -- listening ------------------------------------------------------------------------------------------


def _hear(event: str, args: tuple[Any, ...]) -> None:
    if event in _IGNORED:
        return
    if event not in LISTENED_TO and not event.startswith(UNCOMPARABLE):
        _IGNORED.add(event)
        return
    if _Recorded.busy:
        return
    _Recorded.busy = True
    try:
        frame = sys._getframe(1)
        importing = frame.f_code.co_filename.startswith("<frozen importlib")
        if not (importing and event == "os.listdir") and _is_of_rules(frame):  # of modules it is told by "import"
            _take_in(event, args)
            if importing and event == "open" and not isinstance(args[0], int):  # a number: bytecode is written
                _found(os.fsdecode(args[0]))
    finally:
        _Recorded.busy = False


_IGNORED: set[str] = set()
"""Events that were heard and say nothing: some are told a million times a second."""
LISTENED_TO = frozenset(("open", "import", "os.listdir", "os.scandir", "glob.glob", "os.chdir", "sys.setprofile"))


def _take_in(event: str, args: tuple[Any, ...]) -> None:
    if event == "open":
        _opened(*args)
    elif event == "import":
        root = str(args[0]).partition(".")[0]
        if root not in sys.stdlib_module_names and root != "referee":
            _note(f"module {root}")
    elif event in ("os.listdir", "os.scandir"):
        where = args[0] if args[0] is not None else "."
        if isinstance(where, int):
            _Recorded.why_not = _Recorded.why_not or f"{event} of an open folder"
        else:
            _note_path("folder", where)
    elif event != "glob.glob":
        _Recorded.why_not = _Recorded.why_not or event


def _found(name: str) -> None:
    """A file of a module, loaded in some way of which no import is told: another one may come to lie before it."""
    folder = Path(name).parent
    if _is_installed(os.path.abspath(name)):
        return
    for each in (Path(name).name, (folder.parent if folder.name == "__pycache__" else folder).name):
        root = each.partition(".")[0]
        if root not in ("__init__", *sys.stdlib_module_names):
            _note(f"module {root}")


def _opened(path: Any, mode: Any, flags: Any) -> None:
    if isinstance(path, int):
        return  # it was opened before
    writes = os.O_WRONLY | os.O_RDWR | os.O_CREAT
    name = os.fsdecode(path)
    if name.endswith(".pyc") or ".pyc." in name:
        with suppress(ValueError):
            _note_path("file", importlib.util.source_from_cache(name.partition(".pyc")[0] + ".pyc"))
            return
    if isinstance(flags, int) and flags & writes:
        _Recorded.why_not = _Recorded.why_not or f"{name} is written to"
    else:
        _note_path("file", name)


def _note_path(kind: str, path: Any) -> None:
    name = os.path.abspath(os.fsdecode(path))
    if not _is_installed(name):
        _note(f"{kind} {name}")


def _note(what: str, was: str | None = None) -> None:
    now = _now(what) if was is None else was
    _Recorded.facts[what] = now if _Recorded.facts.get(what, now) == now else CHANGED


@lru_cache(maxsize=4096)
def _is_installed(name: str) -> bool:
    path = Path(name)
    if path.is_relative_to(OWN):
        return True  # read anyhow
    return any(path.is_relative_to(folder) for folder in INSTALLED) or "site-packages" in path.parts


TRANSPARENT = tuple([str(OWN / part) + os.sep for part in ("kernel",)])
GAMES = str(OWN / "games") + os.sep


def _is_of_rules(frame: FrameType | None) -> bool:
    """Whether the innermost text that is neither Python's nor the kernel's is of somebody whom referee has called."""
    theirs = False
    for _ in range(FRAMES):
        if frame is None:
            return False
        whose = is_theirs(frame.f_code.co_filename)
        if whose is False:
            return theirs
        theirs = theirs or whose is True
        frame = frame.f_back
    return theirs


@lru_cache(maxsize=8192)
def is_theirs(file: str) -> bool | None:
    """Whether a file is of rules; None where it depends on who called it."""
    if file.startswith("<") or file.startswith(TRANSPARENT):
        return None
    if file.startswith(GAMES):
        return os.sep in file[len(GAMES) :]
    if file.startswith(str(OWN) + os.sep):
        return False
    return None if _is_installed(os.path.abspath(file)) else True


class _Variables(os._Environ):  # type: ignore[type-arg]
    """The environment, which says what is read of it."""

    def __getitem__(self, name: Any) -> Any:
        if _is_of_rules(sys._getframe(1)):
            _note(f"variable {name}")
        return super().__getitem__(name)

    def __iter__(self) -> Iterator[Any]:
        if _is_of_rules(sys._getframe(1)):
            _Recorded.why_not = _Recorded.why_not or "the whole environment is read"
        return super().__iter__()


def listen() -> None:
    """Record from now on; once for a process."""
    if not isinstance(os.environ, _Variables):
        os.environ.__class__ = _Variables
        sys.addaudithook(_hear)


listen()
