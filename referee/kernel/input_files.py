"""Files that somebody names: read once, here, and only if they are ordinary, not too long, and what they should be."""

from __future__ import annotations

import errno
import os
import re
import stat
import tomllib
from pathlib import Path
from typing import Any

from referee.kernel.errors import BadInput

MOST_OF_A_TEXT = 4 << 20
"""Bytes of a file that somebody wrote."""
MOST_OF_A_FILE = 256 << 20
"""Bytes of a file that a program wrote."""
MOST_DOTS = 40_000_000
"""The sum of the squares of how many each line of TOML has: dotted keys take tomllib so long."""
DEEPEST = 50
LARGEST = 1 << 63


def read_bytes(
    path: Path, most: int = MOST_OF_A_FILE, *, label: str = "", kind: str = "a file", follow: bool = True
) -> bytes:
    """The content of an ordinary file. A pipe or a device could make us wait, or never end.

    BadInput begins with ``label``, the path if it is empty, and says which ``kind`` of file is wanted.
    """
    label = label or shown(path)
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
    parts: list[bytes] = []
    try:
        if not stat.S_ISREG((path.stat() if follow else path.lstat()).st_mode):
            raise _NotOrdinary(path)
        handle = os.open(path, flags | (0 if follow else getattr(os, "O_NOFOLLOW", 0)))
        try:
            there = os.fstat(handle)
            if not stat.S_ISREG(there.st_mode):
                raise _NotOrdinary(path)
            left = most + 1 if there.st_size <= most else 0
            while left and (part := os.read(handle, min(left, 1 << 20))):
                parts.append(part)
                left -= len(part)
        finally:
            os.close(handle)
    except _NotOrdinary:
        what = "a folder" if path.is_dir() else "a pipe, a socket, a device or a link"
        raise BadInput(f"{label}: cannot be read: it is {what}, and {kind} is an ordinary file") from None
    except (OSError, RuntimeError, ValueError) as error:
        raise BadInput(f"{label}: {why(error)}") from None
    if not left:
        raise BadInput(f"{label}: it has more than {most >> 20} MiB, too much for {kind}")
    return b"".join(parts)


class _NotOrdinary(Exception):
    pass


def why(error: Exception) -> str:
    """The system's error about a path, in words."""
    if isinstance(error, FileNotFoundError):
        return "cannot be read: there is no such file"
    if isinstance(error, OSError) and error.errno == errno.ELOOP:
        return "cannot be read: its links lead round in a ring"
    return f"cannot be read: {getattr(error, 'strerror', None) or error}"


def shown(path: Path) -> str:
    """A path as errors begin with it, not longer than a line may be."""
    text = str(path)
    return text if len(text) <= 300 else f"{text[:100]}…{text[-100:]}"


def check_path(path: Path) -> None:
    """BadInput for what cannot be the path of anything: with NUL, too long, through a ring of links, another's."""
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return
    except (OSError, ValueError) as error:
        raise BadInput(f"{shown(path)!r}: {why(error)}") from None


def typed_path(text: str) -> Path:
    """A path as somebody types it, with ``~``; BadInput as ``check_path``."""
    try:
        path = Path(text).expanduser()
    except (RuntimeError, ValueError) as error:
        raise BadInput(f"{shown(Path(text))!r}: {error}") from None
    check_path(path)
    return path


def read_text(path: Path, most: int = MOST_OF_A_TEXT, *, kind: str = "a text") -> str:
    """A file of UTF-8; BadInput names the line that is none."""
    return decoded(path, read_bytes(path, most, kind=kind))


def decoded(path: Path, content: bytes) -> str:
    """The content of a file as a text; BadInput names the line that is no UTF-8."""
    try:
        # As ``open`` reads a text: lines end in one way.
        return content.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise BadInput(f"{shown(path)}:{line}: not UTF-8: {error.reason} at byte {error.start}") from None


def read_toml(path: Path, *, kind: str = "a TOML file") -> tuple[dict[str, Any], str]:
    """The data of a file, and its text. BadInput names the line, also for what no TOML of ours has."""
    text = read_text(path, kind=kind)
    return parse_toml(text, shown(path)), text


def parse_toml(text: str, label: str) -> dict[str, Any]:
    """BadInput begins with ``label`` and the line."""
    lines = text.split("\n")
    dots = 0
    for number, line in enumerate(lines, 1):
        dots += line.count(".") ** 2
        if dots > MOST_DOTS:
            raise BadInput(f"{label}:{number}: cannot be read: it has too many dots; break the line up")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        wrong, _, place = str(error).partition(" (at ")
        told = re.search(r"line (\d+)", place)
        at = int(told[1]) if told else len(lines)
        raise BadInput(f"{label}:{at}: this is no TOML: {wrong[:1].lower()}{wrong[1:]}") from None
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{label}: cannot be read: {_brief(error)}") from None
    check_data(data, label)
    return data


def parse_json(content: bytes, label: str) -> Any:
    """BadInput begins with ``label``."""
    import msgspec  # a bot that loads rules to imagine has none, and reads no JSON here

    try:
        data = msgspec.json.decode(content)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise BadInput(f"{label}: it is no JSON: {_brief(error)}") from None
    check_data(data, label)
    return data


def _brief(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    return str(error).partition(";")[0][:200]


def check_data(data: Any, label: str) -> None:
    """BadInput where data are nested deeper, or have numbers that are larger, than anything of ours."""
    level: list[Any] = [data]
    for _ in range(DEEPEST):
        if not level:
            return
        below: list[Any] = []
        for each in level:
            if isinstance(each, dict):
                below += each.values()
            elif isinstance(each, list):
                below += each
            elif isinstance(each, int) and not -LARGEST <= each < LARGEST:
                raise BadInput(f"{label}: it has a number of more than 64 bits")
            elif isinstance(each, float) and not abs(each) < float("inf"):
                raise BadInput(f"{label}: it has {each} where a number is wanted")
        level = below
    raise BadInput(f"{label}: it is nested more than {DEEPEST} deep")
