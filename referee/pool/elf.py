"""What a compiled program says of itself (the ELF format, 64 bits, little-endian).

It is read as data, and a stranger's is never given to the system's loader: that maps a program where the program
says, and runs the libraries that it names for audit, even where it is only asked to list what the program needs.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from typing import NamedTuple

LOADED, DYNAMIC, LOADER = 1, 2, 3
"""Kinds of parts."""
_NEEDED, _TEXTS = 1, 5
_MOST_LIBRARIES = 256
_plain = re.compile(rb"[A-Za-z0-9_+.-]+")


class Damaged(ValueError):
    """The file says something impossible."""


class Part(NamedTuple):
    """A part of a program: where it lies in the file, and where in memory."""

    kind: int
    offset: int
    address: int
    length: int


def parts(content: bytes) -> Iterator[Part]:
    """None of what is no such program. Damaged where the file ends before they do."""
    if content[:6] != b"\x7fELF\x02\x01":
        return
    try:
        start, size, number = *struct.unpack_from("<Q", content, 32), *struct.unpack_from("<HH", content, 54)
        for index in range(number):
            kind, _, offset, address, _, length = struct.unpack_from("<IIQQQQ", content, start + index * size)
            yield Part(kind, offset, address, length)
    except (struct.error, OverflowError):
        raise Damaged("it is cut off, or damaged") from None


def loader(content: bytes) -> str:
    """The path of what loads its libraries, which it names itself; '' where it names none."""
    for part in parts(content):
        if part.kind == LOADER:
            return content[part.offset : part.offset + min(part.length, 4096)].rstrip(b"\0").decode(errors="replace")
    return ""


def libraries(content: bytes) -> list[str]:
    """The names of the libraries that it is linked to. Damaged where one is no plain name of a file."""
    found = list(parts(content))
    entries: list[tuple[int, int]] = []
    for part in found:
        if part.kind == DYNAMIC:
            inside = content[part.offset : part.offset + part.length]
            entries = [*struct.iter_unpack("<QQ", inside[: len(inside) // 16 * 16])]
    texts = next((_place(found, value) for tag, value in entries if tag == _TEXTS), 0)
    names: list[str] = []
    for tag, value in entries:
        if tag == _NEEDED:
            name = _plain.match(content, min(texts + value, len(content)))
            if name is None or content[name.end() : name.end() + 1] != b"\0" or len(names) == _MOST_LIBRARIES:
                raise Damaged("it names libraries by paths, by no plain names, or far too many")
            names.append(name[0].decode())
    return names


def _place(found: list[Part], address: int) -> int:
    """The position in the file of an address of memory."""
    for part in found:
        if part.kind == LOADED and part.address <= address < part.address + part.length:
            return part.offset + address - part.address
    raise Damaged("it is cut off, or damaged")
