"""Many records in one file: a zip archive, a member for each match, not compressed (that takes longer than play).

The same records make the same bytes.
"""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from referee.kernel.errors import BadInput
from referee.record.record import draft

SUFFIX = ".zip"
FIRST_BYTES = b"PK\x03\x04"


class Archive:
    """Puts an archive in its place when all is written: an error in between leaves nothing. BadInput where it cannot
    be written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.number = 0

    def __enter__(self) -> Archive:
        handle, self._name = draft(self.path)
        self._file = ZipFile(os.fdopen(handle, "w+b"), "w", ZIP_STORED)
        return self

    def add(self, name: str, record: bytes) -> None:
        try:
            self._file.writestr(ZipInfo(name), record)
        except OSError as error:
            raise self._error(error) from None
        self.number += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        under = self._file.fp
        try:
            self._file.close()
            if under is not None:
                under.close()
            if kind is None and self.number:
                os.chmod(self._name, 0o644)
                os.replace(self._name, self.path)
        except OSError as full:
            raise self._error(full) from None
        finally:
            if os.path.exists(self._name):
                os.unlink(self._name)

    def _error(self, error: OSError) -> BadInput:
        return BadInput(f"{self.path}: cannot be written: {error.strerror}")
