"""Files of bots are read here: ordinary ones alone, and never more than is allowed."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from referee.kernel.errors import BadInput


def read_file(path: Path, form: str, most: int, *, follow: bool = True) -> bytes:
    """What an ordinary file has. A pipe or a device would make us wait, or never end."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(path, flags | (0 if follow else getattr(os, "O_NOFOLLOW", 0)))
        try:
            kind = os.fstat(handle).st_mode
            content = b""
            while stat.S_ISREG(kind) and len(content) <= most and (part := os.read(handle, most + 1 - len(content))):
                content += part
        finally:
            os.close(handle)
    except FileNotFoundError:
        raise BadInput(f"{form}: there is no file {path.name}") from None
    except (OSError, RuntimeError, ValueError) as error:
        if getattr(error, "errno", None) != errno.ENXIO:
            said = getattr(error, "strerror", None) or error
            raise BadInput(f"{form}: {path.name!r} cannot be read: {said}") from None
        kind = stat.S_IFSOCK
    if not stat.S_ISREG(kind):
        what = "a folder" if stat.S_ISDIR(kind) else "a pipe, a socket or a device"
        raise BadInput(f"{form}: {path.name} is {what}: a bot's files are ordinary files")
    if len(content) > most:
        raise BadInput(f"{form}: {path.name} has more than {most >> 20} MiB")
    return content
