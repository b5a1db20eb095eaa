"""What a user wrote is loaded from its text, never from the bytecode that Python keeps beside it.

Python takes kept bytecode for fresh if size and whole second of the text agree (PEP 3147), so a text that changes twice
in a second, a ``<`` for a ``>``, would be checked as it was before. What was loaded is remembered: a file that is saved
again while a check runs is not what runs.
"""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NoReturn

OF_USERS = ("_referee_game_", "_referee_properties_", "_referee_bot_")
"""With these begin the names of the packages and modules that are made of users' files."""

_loaded: dict[str, bytes] = {}
"""By path the texts of users' files as they were loaded the last time; empty where there was none."""


def was_loaded(path: str | Path, text: bytes) -> None:
    """What a process goes by from now on is made of that text of a file."""
    _loaded[os.path.realpath(path)] = text


def has_changed(path: str | Path) -> bool:
    """Whether a file that was loaded has another text now."""
    before = _loaded.get(os.path.realpath(path))
    if before is None:
        return False
    try:
        return Path(path).read_bytes() != before
    except OSError:
        return before != b""


class SourceLoader(SourceFileLoader):
    """Loads a module from its text, which it keeps."""

    text = b""

    def source_to_code(self, data: Any, path: Any, **more: Any) -> CodeType:  # type: ignore[override]
        self.text = bytes(data)
        was_loaded(path, self.text)
        return super().source_to_code(data, path, **more)

    def path_stats(self, path: str) -> NoReturn:
        """Python then neither reads bytecode nor keeps it (``SourceLoader.get_code`` of importlib)."""
        raise OSError(f"{path}: it is loaded from its text")


def text_of(function: FunctionType) -> bytes:
    """The text of the file in which a function stands: as its module was loaded, whatever the file has now. OSError:
    there is none."""
    loader, file = function.__globals__.get("__loader__"), function.__code__.co_filename
    return loader.text if isinstance(loader, SourceLoader) and loader.path == file else text_at(file)


def text_at(file: str) -> bytes:
    """The text of a file as it was loaded the last time; where it was not, the one that it has. OSError: there is
    none."""
    loaded = _loaded.get(os.path.realpath(file))
    return Path(file).read_bytes() if loaded is None else loaded


class _Finder:
    """Finds the modules inside users' packages as Python does, and has them loaded from their texts."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith(OF_USERS):
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = SourceLoader(spec.loader.name, spec.loader.path)
        return spec


sys.meta_path.insert(0, _Finder)


def spec_of_file(name: str, path: Path, folders: list[str] | None = None) -> ModuleSpec | None:
    """How a user's file is loaded as the module of a name. None: it is no Python file."""
    if path.suffix != ".py":
        return None
    loader = SourceLoader(name, str(path))
    return spec_from_file_location(name, path, loader=loader, submodule_search_locations=folders)
