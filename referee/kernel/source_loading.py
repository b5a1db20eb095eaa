"""What a user wrote is loaded from its text, never from the bytecode that Python keeps beside it.

Python takes kept bytecode for fresh if size and whole second of the text agree (PEP 3147), so a text that changes twice
in a second, a ``<`` for a ``>``, would be checked as it was before.
"""

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import NoReturn

OF_USERS = ("_referee_game_", "_referee_properties_", "_referee_bot_")
"""With these begin the names of the packages and modules that are made of users' files."""


class SourceLoader(SourceFileLoader):
    """Loads a module from its text."""

    def path_stats(self, path: str) -> NoReturn:
        """Python then neither reads bytecode nor keeps it (``SourceLoader.get_code`` of importlib)."""
        raise OSError(f"{path}: it is loaded from its text")


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
