"""Who wrote what: rule authors, the kernel, or Python's library."""

from __future__ import annotations

import functools
import sys
import sysconfig
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from referee.meaning.texts import has_text

HOME = Path(__file__).parent.parent
LIBRARIES = tuple({sysconfig.get_path(each) for each in ("stdlib", "platstdlib", "purelib", "platlib")})


def is_author(thing: Any) -> bool:
    """Whether a rule author wrote a function, a class or a module."""
    if isinstance(thing, FunctionType):
        return has_text(thing) and is_authors_file(thing.__code__.co_filename)
    if isinstance(thing, type):
        thing = sys.modules.get(thing.__module__)
    file = getattr(thing, "__file__", None)
    return file is not None and is_authors_file(file)


@functools.lru_cache(None)
def is_authors_file(file: str) -> bool:
    if file.startswith(str(HOME)):
        return file.startswith(str(HOME / "games"))
    return not file.startswith(LIBRARIES)


def is_kernel(thing: Any) -> bool:
    home = str(getattr(thing, "__module__", None) or "")
    return home == "referee.kernel" or home.startswith("referee.kernel.")


def is_class_of(thing: Any, module: ModuleType) -> bool:
    return isinstance(thing, type) and thing.__module__ == module.__name__


def modules_of(game: type) -> list[ModuleType]:
    """The modules that authors wrote and that the rules of a game can reach by names."""
    found = [sys.modules[each.__module__] for each in game.__mro__ if is_author(each)]
    for module in found:
        for each in list(vars(module).values()):
            home = each if isinstance(each, ModuleType) else sys.modules.get(str(getattr(each, "__module__", "")))
            if home is not None and home not in found and is_author(home):
                found.append(home)
    return found


@functools.lru_cache(None)
def kernel_names() -> frozenset[str]:
    """The names of the methods of the kernel."""
    kernel = [module for name, module in list(sys.modules.items()) if name.startswith("referee.kernel")]
    classes = [each for module in kernel for each in vars(module).values() if isinstance(each, type)]
    return frozenset([name for each in classes if is_kernel(each) for name in vars(each) if not name.startswith("_")])


OF_TUPLES = frozenset(["_replace", "_asdict", "_fields", "_make"])
"""What Python gives named tuples for everybody."""


@functools.lru_cache(None)
def is_inward(kind: type, name: str) -> bool:
    """Whether what a class of the kernel has under a name is the kernel's own affair: it begins with ``_``, and no
    author has given it."""
    if not name.startswith("_") or name in ("__class__", "__name__") or (issubclass(kind, tuple) and name in OF_TUPLES):
        return False
    kernels = [each for each in kind.__mro__ if is_kernel(each)]
    if not kernels or any(name in vars(each) for each in kernels):
        return bool(kernels)
    authors = [each for each in kind.__mro__ if is_author(each)]
    if not authors or any(name in vars(each) for each in authors):
        return not authors
    own = [each for one in kernels for each in vars(one).values() if isinstance(each, FunctionType)]
    return hasattr(kind, name) or any(name in each.__code__.co_names for each in own)
