"""Packages that a Python bot may name in ``bot.toml``, as files of its jail: for policies that were trained elsewhere.

They are copied like everything else in a jail. A bot's folder is a stranger's word, and what is installed beside
referee may be the user's own: so only the packages named here can be had.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import lru_cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from referee.kernel.errors import BadInput
from referee.pool.archives import packed
from referee.pool.elf import libraries
from referee.pool.image import LINKED, Image, library, read_program
from referee.pool.program import PACKAGES, PLACE, archive_of

WITH = {"numpy": ("numpy",), "onnxruntime": ("onnxruntime", "numpy")}
"""The packages, each with those that it needs."""
EXTRA = "policy"
"""The extra of this package that installs them."""
_WITHOUT = ("tests", "f2py", "transformers", "quantization", "tools", "datasets")
"""Folders that only those need who build or measure such packages."""


def with_needed(names: list[str], form: str) -> tuple[str, ...]:
    """The packages that a ``bot.toml`` names, with those that they need. BadInput: there is none, or not here."""
    for name in names:
        if name not in WITH:
            raise BadInput(f"{form}: bot.toml wants the package {name[:80]!r}; a jail can have {', '.join(WITH)}")
    found = tuple(sorted({each for name in names for each in WITH[name]}))
    for name in found:
        try:
            distribution(name)
        except PackageNotFoundError:
            raise BadInput(
                f"{form}: bot.toml wants the package {name}, which is not installed: pip install 'referee[{EXTRA}]'"
            ) from None
    return found


def brought(reason: str) -> str | None:
    """What brings a bot what it lacked in its jail, where the reason of its crash says so."""
    if found := re.search(r"No module named '(\w{1,80})", reason):
        name = found[1]
        if name in WITH:
            return f'packages = ["{name}"] in the bot.toml of a folder (entry = "bot.py") brings {name} into the jail'
        return (
            f"the jail has the standard library, of packages {' and '.join(WITH)}, and what bot.toml names in "
            f"files = […]: bring {name} so, or do without"
        )
    if found := re.search(rf"No such file or directory: '{PLACE}/([^']{{1,80}})'", reason):
        return f'files = ["{found[1]}"] in bot.toml brings it into the jail'
    return None


@lru_cache(maxsize=4)
def image_of(names: tuple[str, ...]) -> Image:
    """The files of installed packages, and the libraries of the system that they are linked to."""
    files: dict[str, bytes] = {}
    for name in names:
        told = distribution(name)
        root = Path(str(told.locate_file("")))
        sources, modules, bundled = [], [], {}
        for each in told.files or ():
            path = root / each
            if set(each.parts) & {*_WITHOUT} or ".." in each.parts or not path.is_file():
                continue
            if path.name.endswith(tuple(EXTENSION_SUFFIXES)) and "_tests" not in path.name and each.parts[0] == name:
                modules.append(each)
            elif ".so" in path.name:
                bundled[path.name] = each
            elif path.suffix == ".py":
                sources.append(path)
        waiting = [*modules]
        while waiting:
            each = waiting.pop()
            content = files[f"{PACKAGES}/{each.as_posix()}"] = read_program(root / each)
            waiting += [bundled.pop(needed) for needed in libraries(content) if needed in bundled]
        # In a jail nothing that was translated can be kept: without this each match would translate all again.
        files[archive_of(name)] = packed(sources, root, {*sources})
    return Image(files | _of_system(names))


def _of_system(names: tuple[str, ...]) -> dict[str, bytes]:
    """The libraries of the system that are loaded with the packages, and not without them."""
    own = [Path(str(distribution(name).locate_file(""))).resolve() for name in names]
    found: dict[str, bytes] = {}
    for path in sorted(_loaded(names) - _loaded(())):
        if not any(path.is_relative_to(root) for root in own) and "lib-dynload" not in path.parts:
            found |= library(path, Path(names[0]))
    return found


def _loaded(names: tuple[str, ...]) -> set[Path]:
    """The libraries that this interpreter has when it has imported packages."""
    ran = subprocess.run(
        [sys.executable, "-I", "-B", "-c", LINKED, *names], capture_output=True, timeout=60, check=True
    )
    return {Path(os.path.normpath(path)) for path in json.loads(ran.stdout) if path.startswith("/")}
