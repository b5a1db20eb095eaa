"""The file system of a jail: copies of what a program of this machine needs, in memory that no other process has.

Bots that saw the same files could tell each other things by them: how long it takes to find a name that another has
looked for, which pages lie in memory, who waits at an address of the same file. So every jail has files of its own.
They are copied from memory files that are made once in a process of the referee.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from functools import lru_cache
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from referee.kernel.errors import BadInput
from referee.kernel.input_files import read_bytes
from referee.pool.archives import WITHOUT_MODULES, packed, standard_library
from referee.pool.cleanup import IMAGE
from referee.pool.elf import LOADED, Damaged, Part, libraries, loader, parts
from referee.pool.program import PACKAGE, PYTHON, SDK, Program, straight

LIBRARIES = "/lib"
"""The folder of all libraries of a jail."""
MOST_BYTES = 256 << 20
"""The size of a program and its libraries."""
_FIRST_LINE = 256
"""Bytes of a script in which Linux looks for its program."""
_OF_ENVIRONMENTS = tuple(f"env/{name}.py" for name in ("__init__", "actions", "encoding", "speaking", "vocabulary"))
_SDK_PARTS = (
    "__init__.py",
    "bot.py",
    "kernel",
    "games/*.py",
    "play",
    "record/__init__.py",
    "record/words.py",
    *_OF_ENVIRONMENTS,
)
_AT_START = (
    "__init__.py",
    *[f"play/{name}.py" for name in ("__init__", "bot", "described_cards", "described_spaces", "serve")],
)
"""Modules that a bot loads before it is ready: they are translated beforehand."""

LINKED = """
import ctypes, importlib, json, sys
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except ImportError:
        pass
class Library(ctypes.Structure):
    _fields_ = (("base", ctypes.c_void_p), ("name", ctypes.c_char_p))
found = []
@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Library), ctypes.c_size_t, ctypes.c_void_p)
def seen(library, size, data):
    found.append((library.contents.name or b"").decode())
    return 0
ctypes.CDLL(None).dl_iterate_phdr(seen, None)
print(json.dumps(found))
"""
"""Says which libraries the interpreter has loaded with some of its modules, by the names that they were found by."""


class Image:
    """Files for a jail: by the path there a memory file with what it has. BadInput where there is no such program."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.size = sum(map(len, files.values()))
        self.handles: dict[str, int] = {}
        for path, content in files.items():
            handle = self.handles[path] = os.memfd_create(IMAGE, os.MFD_CLOEXEC)
            with os.fdopen(os.dup(handle), "wb") as file:
                file.write(content)

    def opened(self) -> Iterator[tuple[str, int]]:
        """Each path with a descriptor of its own, at the beginning of the file. The caller closes them."""
        for path, handle in self.handles.items():
            yield path, os.open(f"/proc/self/fd/{handle}", os.O_RDONLY | os.O_CLOEXEC)


def images(program: Program, tools: tuple[str, ...] = ()) -> list[Image]:
    """The files of this machine that a program needs, and ``tools`` that run in its jail before it."""
    from referee.pool.packages import image_of  # it makes images itself

    found = [_python()] if program.python else []
    found += [image_of(program.packages)] if program.packages else []
    return found + [_linked(*each) for each in (*((tool, tool) for tool in tools), *program.programs)]


# -- the interpreter --------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def interpreter() -> str:
    """This Python without its environment."""
    return os.path.realpath(getattr(sys, "_base_executable", "") or sys.executable)


@lru_cache(maxsize=1)
def _python() -> Image:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    home = str(Path(PYTHON).parent.parent)
    modules = {path.name.partition(".")[0]: path for path in _extension_modules()}
    ran = subprocess.run(
        [interpreter(), "-I", "-S", "-B", "-c", LINKED, *modules], capture_output=True, timeout=60, check=True
    )
    loaded = [Path(name) for name in json.loads(ran.stdout) if name.startswith("/")]
    files = {PYTHON: read_program(Path(interpreter()))}
    if start := loader(files[PYTHON]):
        files[start] = read_program(Path(start))
    for path in loaded:
        if str(path) == start:
            continue
        if path.parent == _modules_folder():
            files[f"{home}/lib/python{version}/lib-dynload/{path.name}"] = read_program(path)
        else:
            files |= library(path, Path(interpreter()))
    # The folder is how the interpreter finds its home.
    files.setdefault(f"{home}/lib/python{version}/lib-dynload/README", b"")
    folder = Path(sysconfig.get_path("stdlib"))
    files[f"{home}/lib/python{version.replace('.', '')}.zip"] = standard_library(folder)
    package = [path for part in _SDK_PARTS for path in sorted(PACKAGE.glob(part))]
    package = [each for path in package for each in (sorted(path.glob("**/*.py")) if path.is_dir() else [path])]
    files[SDK] = packed(package, PACKAGE.parent, {PACKAGE / each for each in _AT_START})
    return Image(files)


def _modules_folder() -> Path:
    return Path(sysconfig.get_config_var("DESTSHARED") or Path(sysconfig.get_path("platstdlib"), "lib-dynload"))


def _extension_modules() -> list[Path]:
    found = [path for suffix in EXTENSION_SUFFIXES[:1] for path in sorted(_modules_folder().glob(f"*{suffix}"))]
    return [path for path in found if not path.name.startswith(WITHOUT_MODULES)]


# -- programs and their libraries -------------------------------------------------------------------------


@lru_cache(maxsize=32)
def _linked(program: str, there: str) -> Image:
    """A program of this machine, at a path of the jail, with the libraries that it is linked to."""
    files = _needed(Path(program), there)
    if sum(map(len, files.values())) > MOST_BYTES:
        raise BadInput(f"{program}: it and its libraries have more than {MOST_BYTES >> 20} MiB")
    return Image(files)


def _needed(path: Path, there: str, script: bool = False) -> dict[str, bytes]:
    content = read_program(path)
    files = {there: content}
    if content[:2] == b"#!":
        if script:
            raise BadInput(f"{path}: it is a script, and cannot start another one")
        words = content[2:_FIRST_LINE].split(b"\n", 1)[0].decode(errors="replace").split()
        if os.path.basename(words[0] if words else "") == "env" and words[1:]:
            found = shutil.which(words[1]) or words[1]
            return {**files, **_of_script(words[0], path), **_of_script(found, path)}
        return {**files, **_of_script(words[0] if words else "", path)}
    if content[:4] != b"\x7fELF":
        raise BadInput(f"{path}: it is no program: it begins neither with '#!' nor as one that was compiled")
    try:
        start, names = loader(content), libraries(content)
    except Damaged as error:
        raise BadInput(f"{path}: {error}") from None
    if not start:
        return files  # nothing is linked to it
    shell = Path("/bin/sh")
    if start != loader(read_program(shell)):
        raise BadInput(f"{path}: it is to be started by {start[:80]!r}, which is not what starts programs here")
    # The system's own loader maps the programs of the system alone: a stranger's is a list of names to it.
    words = [str(path)] if _of_system(path) else ["--preload", " ".join(names), str(shell)] if names else []
    ran = subprocess.run([start, "--list", *words], capture_output=True, text=True, timeout=60) if words else None
    if ran is not None and ran.returncode:
        said = ran.stderr.strip().splitlines() or [""]
        raise BadInput(f"{path}: its libraries are not all there: {said[-1][:200]}")
    files[start] = read_program(Path(start))
    for line in ran.stdout.splitlines() if ran is not None else ():
        _, arrow, found = line.partition(" => ")
        if arrow and found.startswith("/"):
            files |= library(Path(found.rpartition(" (")[0]), path)
    for name in names:
        if f"{LIBRARIES}/{name}" not in files and name != os.path.basename(start):
            raise BadInput(f"{path}: its library {name[:80]} is none of the system's")
    return files


def _of_script(interpreter: str, script: Path) -> dict[str, bytes]:
    place = Path(interpreter)
    if not straight(interpreter) or not _of_system(place) or not os.path.isfile(place):
        raise BadInput(f"{script}: its first line names {interpreter[:80]!r}, which is no program of the system")
    return _needed(place, interpreter, script=True)


def library(path: Path, program: Path) -> dict[str, bytes]:
    if not _of_system(path) and not path.resolve().is_relative_to(sys.base_prefix):
        raise BadInput(f"{program}: its library {path} is none of the system's")
    return {f"{LIBRARIES}/{path.name}": read_program(path)}


def _parts(path: Path, content: bytes) -> list[Part]:
    try:
        return [*parts(content)]
    except Damaged as error:
        raise BadInput(f"{path}: {error}") from None


def _of_system(path: Path) -> bool:
    return any(Path(os.path.realpath(path)).is_relative_to(each) for each in ("/usr", "/lib", "/lib64", "/bin", "/opt"))


def read_program(path: Path) -> bytes:
    """A program or library without what only debuggers need, which lies behind all that is loaded."""
    content = read_bytes(path, MOST_BYTES, kind="a program")
    end = max((each.offset + each.length for each in _parts(path, content) if each.kind == LOADED), default=None)
    return content[:end]
