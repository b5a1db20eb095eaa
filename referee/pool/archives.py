"""The standard library for a jail, and other modules, as archives that Python imports from."""

from __future__ import annotations

import hashlib
import importlib.util
import io
import os
import stat
import struct
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from referee.kernel.errors import BadInput
from referee.kernel.input_files import read_bytes

MOST_BYTES = 64 << 20
"""The size of a cached archive."""
_WITHOUT = {
    "__pycache__", "curses", "dbm", "distutils", "ensurepip", "http", "idlelib", "lib-dynload", "lib2to3",
    "multiprocessing", "pydoc_data", "site-packages", "sqlite3", "test", "tests", "tkinter", "turtledemo", "venv",
    "wsgiref", "xmlrpc", "_pydecimal", "_pyio", "pickletools",
    "aifc", "asynchat", "asyncore", "cgi", "cgitb", "chunk", "ftplib", "imaplib", "mailbox", "mailcap", "nntplib",
    "pipes", "poplib", "pty", "pydoc", "smtpd", "smtplib", "socketserver", "ssl", "sunau", "telnetlib", "turtle",
    "uu", "wave", "webbrowser", "xdrlib",
}  # fmt: skip
"""Parts of the standard library that are no use in a jail: networks, screens, databases, sound, installing, tests."""
WITHOUT_MODULES = (
    "_asyncio", "_codecs_", "_crypt", "_curses", "_dbm", "_gdbm", "_hashlib", "_multiprocessing", "_sqlite3", "_ssl",
    "_test", "_tkinter", "_xx", "audioop", "nis", "ossaudiodev", "readline", "spwd", "syslog", "termios", "xx",
)  # fmt: skip
_WITHOUT_ENCODINGS = (
    "big5",
    "cp",
    "euc",
    "gb",
    "hp",
    "hz",
    "iso2022",
    "iso8859_",
    "johab",
    "koi",
    "kz",
    "mac_",
    "shift",
)


def standard_library(folder: Path) -> bytes:
    """Its modules but those that are no use in a jail; kept for the next process (``XDG_CACHE_HOME``), as packing it
    takes half a second."""
    sources = [*_sources(folder)]
    seen = hashlib.sha256(repr((sys.version, str(folder), [(str(each), *_about(each)) for each in sources])).encode())
    try:
        archive = _own_folder() / f"{seen.hexdigest()[:32]}.zip"
        if archive.exists() and zipfile.is_zipfile(io.BytesIO(content := read_bytes(archive, MOST_BYTES))):
            return content
    except (OSError, RuntimeError, BadInput):
        return packed(sources, folder)
    content = packed(sources, folder)
    handle, draft = tempfile.mkstemp(dir=archive.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(draft, archive)
    except OSError:
        os.unlink(draft)
    return content


def _own_folder() -> Path:
    """A folder that nobody else may write to. OSError and RuntimeError where there is none."""
    folder = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "referee"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    about = folder.lstat()
    if not stat.S_ISDIR(about.st_mode) or about.st_uid != os.getuid() or about.st_mode & 0o022:
        raise PermissionError(f"{folder}: others may write to it")
    if not os.access(folder, os.W_OK):
        raise PermissionError(f"{folder}: not writable")
    return folder


def _about(path: Path) -> tuple[int, int]:
    about = path.stat()
    return about.st_size, about.st_mtime_ns


def _sources(folder: Path) -> Iterator[Path]:
    for home, folders, names in os.walk(folder):
        folders[:] = sorted(each for each in folders if each not in _WITHOUT and not each.startswith("config-"))
        if os.path.basename(home) == "encodings":
            names = [name for name in names if not name.startswith(_WITHOUT_ENCODINGS) or name == "cp437.py"]
        modules = (name for name in sorted(names) if name.endswith(".py") and name[:-3] not in _WITHOUT)
        yield from (Path(home, name) for name in modules)


def packed(sources: Iterator[Path] | list[Path], root: Path, translate: set[Path] | None = None) -> bytes:
    """Modules as one archive, translated where the system has kept that, or where it is asked for."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for path in sources:
            name, text = path.relative_to(root).as_posix(), path.read_bytes()
            code = _cached_bytecode(path) or (_translated(text, name) if translate and path in translate else None)
            if code is not None:
                archive.writestr(zipfile.ZipInfo(f"{name}c"), code, zipfile.ZIP_DEFLATED)
            else:
                archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return written.getvalue()


def _cached_bytecode(source: Path) -> bytes | None:
    """The translation that lies beside a module, if it is of this text."""
    try:
        code = Path(importlib.util.cache_from_source(str(source))).read_bytes()
        there = source.stat()
    except (OSError, NotImplementedError):
        return None
    flags, *about = struct.unpack("<III", code[4:16]) if len(code) > 16 else (1, 0, 0)
    told = [int(there.st_mtime) & 0xFFFFFFFF, there.st_size & 0xFFFFFFFF]
    return code if code[:4] == importlib.util.MAGIC_NUMBER and flags == 0 and about == told else None


def _translated(text: bytes, name: str) -> bytes:
    import marshal

    code = compile(text, name, "exec", dont_inherit=True)
    return importlib.util.MAGIC_NUMBER + bytes(12) + marshal.dumps(code)
