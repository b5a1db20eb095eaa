"""Which files the rules and properties of a game rest on: whatever they import, and what that imports in turn.

A verdict that is kept must be forgotten when any of them changes. Import statements are resolved as Python has done
it, or would do it (a statement within a function may not have been carried out yet); what a module holds that another
one made is followed too, so that a module loaded in some other way is found. Python's own modules and installed
packages are left out.
"""

from __future__ import annotations

import ast
import site
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import resolve_name
from pathlib import Path
from types import ModuleType
from typing import Any

import referee

LOADING = ("import_module", "__import__")
"""The functions whose first argument may name a module."""
OWN = Path(referee.__file__).resolve().parent
READ = tuple([OWN / part for part in ("kernel", "record", "verify")])
"""The parts of referee that are always read as a whole."""
INSTALLED = tuple(
    {
        Path(folder).resolve()
        for folder in (
            *[sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")],
            *site.getsitepackages(),
            site.getusersitepackages(),
        )
    }
)


_found: dict[tuple[frozenset[str], frozenset[Path], frozenset[str]], dict[Path, tuple[int, int]]] = {}
"""What was found the last times, with the time of the last change and the size of each file."""
MOST_FOUND = 8


def imported(modules: Iterable[str], files: Iterable[Path]) -> set[Path]:
    """The files that these modules, and these files, rest on; with those of the modules themselves.

    They are looked for again where another module was loaded since, or one of the files has changed.
    """
    asked = frozenset(modules), frozenset(files), frozenset(sys.modules)
    known = _found.get(asked)
    if known is None or any(_stamp(file) != before for file, before in known.items()):
        if len(_found) >= MOST_FOUND:
            _found.clear()
        known = _found[asked] = {file: _stamp(file) for file in _imported(*asked[:2])}
    return set(known)


def _stamp(file: Path) -> tuple[int, int]:
    try:
        there = file.stat()
    except OSError:
        return 0, -1
    return there.st_mtime_ns, there.st_size


def _imported(modules: Iterable[str], files: Iterable[Path]) -> set[Path]:
    found: set[Path] = set()
    given = {str(_resolved(str(file))): file.name for file in files}
    # Of all modules, of which there may be thousands, only those are looked up whose files have these names.
    ends = (*given.values(), *[Path(file).name for file in given])
    modules_there = [(name, each) for name, each in list(sys.modules.items()) if _ends(each, ends)]
    loaded = {str(file_of(each)): name for name, each in modules_there}
    known = {*modules, *[loaded[file] for file in given if file in loaded]}
    todo, roots = list(known), {name.partition(".")[0] for name in known} - sys.stdlib_module_names
    while todo:
        name = todo.pop()
        file = _where(name)
        if file is None or (_is_elsewhere(file) and name.partition(".")[0] not in roots):
            continue
        if not file.is_file():  # within an archive
            found |= {each for each in file.parents if each.is_file()}
            continue
        found.add(file)
        if _is_read_anyhow(file):
            continue
        new = {*_named(file, name), *_made_elsewhere(sys.modules.get(name))} - known
        known |= new
        todo += new
    return found


def is_of_rules(file: str | None) -> bool:
    """Whether a file is a part of rules or properties, or a helper of theirs: nobody else's, nor the kernel's."""
    if file is None:
        return False
    where = _resolved(file)
    return not (_is_read_anyhow(where) or _is_elsewhere(where))


def helpers_of(modules: Iterable[str], files: Iterable[Path]) -> set[Path]:
    """What these modules and files rest on that is neither referee's nor installed."""
    return {each for each in imported(modules, files) if is_of_rules(str(each)) and not each.is_relative_to(OWN)}


@lru_cache(maxsize=4096)
def _is_read_anyhow(file: Path) -> bool:
    return any(file.is_relative_to(part) for part in READ)


@lru_cache(maxsize=4096)
def _is_elsewhere(file: Path) -> bool:
    """Whether it is Python's own, or an installed package's that is not referee."""
    if file.is_relative_to(OWN):
        return False
    return "site-packages" in file.parts or any(file.is_relative_to(folder) for folder in INSTALLED)


def _ends(module: ModuleType | None, ends: tuple[str, ...]) -> bool:
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and file.endswith(ends)


def file_of(module: ModuleType | None) -> Path | None:
    """The text of a module that is loaded."""
    file = getattr(module, "__file__", None)
    return _resolved(file) if isinstance(file, str) and file.endswith(".py") else None


@lru_cache(maxsize=4096)
def _resolved(file: str) -> Path:
    return Path(file).resolve()


def _where(name: str) -> Path | None:
    """The file of a module; None where it has none, or there is no such module (a class may have been meant)."""
    if name in sys.modules:
        return file_of(sys.modules[name])
    if name.partition(".")[0] in sys.stdlib_module_names:
        return None
    origin = getattr(_not_loaded(name), "origin", None)
    return Path(origin).resolve() if origin is not None and origin.endswith(".py") else None


def _not_loaded(name: str) -> ModuleSpec | None:
    """The file that would be loaded; nothing is imported in order to find out."""
    above = name.rpartition(".")[0]
    folders = None
    if above:
        loaded = sys.modules.get(above)
        holder = _not_loaded(above) if loaded is None else loaded.__spec__
        folders = getattr(loaded, "__path__", None) or getattr(holder, "submodule_search_locations", None)
        if folders is None:
            return None
    with suppress(ImportError, ValueError):
        return PathFinder.find_spec(name, folders)
    return None


def _named(file: Path, name: str) -> Iterator[str]:
    """The modules that a file may import; it is the one of the module called ``name``."""
    module = sys.modules.get(name)
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]
    package = getattr(module, "__package__", None) or package
    there = file.stat()
    itself = (".",) if package else ()
    for relative in (*_statements(file, there.st_mtime_ns, there.st_size), *itself):
        with suppress(ImportError):
            full = resolve_name(relative, package) if relative.startswith(".") else relative
            parts = full.split(".")
            yield from [".".join(parts[: end + 1]) for end in range(len(parts))]


@lru_cache(maxsize=4096)
def _statements(file: Path, changed: int, size: int) -> tuple[str, ...]:
    """The modules in the import statements of a file, relative names with their dots."""
    found: dict[str, None] = {}
    text = file.read_bytes()
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return ()
    # To go through every expression takes much longer than to go through the statements.
    loads = not text.isascii() or any(name.encode() in text for name in LOADING)
    for node in ast.walk(tree) if loads else _statements_of(tree):
        if isinstance(node, ast.Import):
            found |= dict.fromkeys([each.name for each in node.names])
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            joint = "." if node.module else ""
            found |= dict.fromkeys([base, *[f"{base}{joint}{each.name}" for each in node.names if each.name != "*"]])
        elif isinstance(node, ast.Call) and node.args and _loads(node.func):
            given = node.args[0]
            if isinstance(given, ast.Constant) and isinstance(given.value, str):
                found[given.value] = None
    return tuple(found)


def _statements_of(tree: ast.Module) -> Iterator[ast.AST]:
    """All statements of a text, whatever they stand in."""
    todo: list[Any] = [tree]
    while todo:
        holder = todo.pop()
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            inner = getattr(holder, part, ())
            yield from inner
            todo += inner


def _loads(function: ast.expr) -> bool:
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in LOADING


def _made_elsewhere(module: ModuleType | None) -> Iterator[str]:
    """The modules of which something is held here; not what lies in a package, and has been loaded by anybody."""
    if module is None:
        return
    for value in list(vars(module).values()):
        name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None)
        if isinstance(name, str) and name in sys.modules and not name.startswith(f"{module.__name__}."):
            yield name
