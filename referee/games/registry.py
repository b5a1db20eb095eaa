"""Which games there are, and how to load one.

There is no list of games: a game is a folder beside this module with a ``rules.py``, an entry point of the
group ``referee.games`` (``my-game = "my_package.rules"``, or ``…rules:MyGame``), or a folder of an author's
project, which holds ``rules.py`` itself or has it below, in ``games/<name>/`` or ``<name>/``.
"""

from __future__ import annotations

import importlib
import inspect
import os
import re
import sys
import traceback
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache, partial
from hashlib import blake2b
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

from referee.kernel import BadInput, Game, RefereeError, Table
from referee.kernel.input_files import MOST_OF_A_TEXT, read_bytes, typed_path
from referee.kernel.source_loading import spec_of_file

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "referee.games"
FOLDER_PACKAGE = "_referee_game_"
"""How the names of packages begin that are made of an author's folder."""
_KERNEL = Path(sys.modules[Game.__module__].__file__ or "").resolve().parent
_DECLARED = (
    "name",
    "title",
    "table_class",
    "fewest_players",
    "most_players",
    "set_up",
    "deal",
    "step",
    "forfeit",
)


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game that can be loaded; ``origin`` says where it comes from. ``load`` may raise BadInput.

    ``name`` is what ``find_game`` takes: the game's own, or a folder where the name alone would be ambiguous.
    """

    name: str
    origin: str
    load: Callable[[], type[Game[Any]]]
    folder: Path | None = None


def games(project: Path | None = None) -> list[GameEntry]:
    """Every game that ships, of other packages and of the author's project. Nothing is imported."""
    mine = [*_in_project(project)] if project else []
    found = [*_shipped(), *_packaged({entry.folder for entry in mine})]
    folders = {entry.folder for entry in found}
    names = {entry.name for entry in found}
    for entry in mine:
        if entry.folder in folders:
            continue
        if entry.name in names:
            entry = GameEntry(entry.origin, entry.origin, entry.load, entry.folder)
        names.add(entry.name)
        found.append(entry)
    return found


def find_game(name_or_folder: str | Path, project: Path | None = None) -> type[Game[Any]]:
    """The game of that name, or in that folder; ``project`` is the author's, the current folder if not given.

    BadInput, in one line: no such game, a folder without one or with several, rules that cannot be imported.
    """
    given = str(name_or_folder)
    folder = typed_path(given)
    if isinstance(name_or_folder, Path) or re.search(r"[./\\~]", given):
        return _in_folder(folder)
    known = games(Path.cwd() if project is None else project)
    found = _named(given, known)
    if found is None and given and folder.is_dir():
        return _in_folder(folder)
    return found or _unknown(given, known)


def game_called(name: str, project: Path | None = None) -> type[Game[Any]]:
    """Like ``find_game`` for a name from outside, a record's say: one that is a folder is never followed."""
    known = games(Path.cwd() if project is None else project)
    return _named(name, known) or _unknown(name, known)


def _named(name: str, known: list[GameEntry]) -> type[Game[Any]] | None:
    named = [entry for entry in known if _name_of(entry) == name]
    if len(named) > 1:
        places = " or ".join(_as_typed(entry.folder) for entry in named if entry.folder)
        raise BadInput(f"there are two games {name!r}: give the folder of the one you mean, {places}")
    if named:
        return named[0].load()
    for entry in known:
        # The folder that the author stands in may be called anything.
        if entry.origin == "." and (here := entry.load()).name == name:
            return here
    return None


def _unknown(name: str, known: list[GameEntry]) -> NoReturn:
    names = sorted({entry.name for entry in known})
    near = get_close_matches(name, names, 3)
    hint = f"did you mean {' or '.join(near)}? There" if near else "there"
    raise BadInput(f"there is no game {name!r}; {hint} are {', '.join(names)}; or give a game's folder")


# -- where games are --------------------------------------------------------------------------------------


def _shipped() -> Iterator[GameEntry]:
    package = __name__.rpartition(".")[0]
    for rules in sorted(rules for home in sys.modules[package].__path__ for rules in Path(home).glob("*/rules.py")):
        folder, name = rules.parent, _dashed(rules.parent)
        load = partial(_import_game, f"{package}.{folder.name}.rules", folder, name)
        yield GameEntry(name, "referee", load, folder)


def _packaged(but: Container[Path | None] = ()) -> Iterator[GameEntry]:
    """Those of other packages, but for the folders of a project that is installed where it lies."""
    taken = {entry.name for entry in _shipped()}
    for point in _entry_points(tuple([(each, _changed(each)) for each in sys.path])):
        origin = point.dist.name if point.dist else point.value
        if _folder_of(point) in but:
            continue
        if point.name in taken:
            yield GameEntry(f"{point.name} ({origin})", origin, partial(_refuse_twin, point.name, origin))
        else:
            yield GameEntry(point.name, origin, partial(_load_entry_point, point, origin))
        taken.add(point.name)


@lru_cache(4)
def _entry_points(path: tuple[tuple[str, int], ...]) -> list[EntryPoint]:
    """Those for games of all that is installed in these folders, as they were last changed: to look through a hundred
    packages takes longer than all else to find a game."""
    # Not loaded where a game is found without it, as by a process that goes on with a saved match.
    from importlib.metadata import entry_points

    return sorted(entry_points(group=ENTRY_POINTS), key=lambda each: (each.name, each.value))


def _changed(folder: str) -> int:
    """When something came into a folder or went; 0 where there is none."""
    try:
        return os.stat(folder or ".").st_mtime_ns
    except (OSError, ValueError):
        return 0


def _folder_of(point: EntryPoint) -> Path | None:
    """Of the package of an entry point such as ``my_game.rules``; nothing is imported."""
    package, _, module = point.module.rpartition(".")
    spec = find_spec(package) if package and "." not in package and module == "rules" else None
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))).resolve() if places else None


def _in_project(folder: Path) -> Iterator[GameEntry]:
    folder = folder.resolve()
    for home in game_folders(folder):
        name = _dashed(home)
        load = partial(_import_folder, home, None if home == folder else name)
        yield GameEntry(name, _as_typed(home), load, home)


def game_folders(folder: Path) -> list[Path]:
    """The folder itself if it holds rules, or those below that do."""
    patterns = ["rules.py"] if (folder / "rules.py").is_file() else ["games/*/rules.py", "*/rules.py"]
    return [rules.parent for pattern in patterns for rules in sorted(folder.glob(pattern)) if _speaks_of_referee(rules)]


def _speaks_of_referee(rules: Path) -> bool:
    """Whether it may be a game: what has nothing to do with games is not run in order to find out."""
    try:
        return b"referee" in read_bytes(rules, MOST_OF_A_TEXT)
    except BadInput:
        return False


def _in_folder(folder: Path) -> type[Game[Any]]:
    if folder.is_file():
        raise BadInput(f"{folder} is a file; give the folder that holds rules.py")
    if not folder.is_dir():
        raise BadInput(f"there is no folder {folder}")
    found = game_folders(folder)
    if not found:
        looked = "rules.py, games/*/rules.py and */rules.py that import referee"
        raise BadInput(f"no game in {folder.resolve()}: looked for {looked}")
    if len(found) > 1:
        raise BadInput(f"several games in {folder}: give one of {', '.join(str(each) for each in found)}")
    home = found[0].resolve()
    for entry in _shipped():
        if entry.folder == home:
            return entry.load()
    return _import_folder(home, None)


def _dashed(folder: Path) -> str:
    return folder.name.replace("_", "-")


def _name_of(entry: GameEntry) -> str:
    return _dashed(entry.folder) if entry.folder else entry.name


def _as_typed(folder: Path) -> str:
    """A folder as one would type it from the current one."""
    here = Path.cwd().resolve()
    if folder == here:
        return "."
    return f"./{folder.relative_to(here).as_posix()}" if folder.is_relative_to(here) else str(folder)


# -- loading ----------------------------------------------------------------------------------------------


def _refuse_twin(name: str, origin: str) -> type[Game[Any]]:
    raise BadInput(f"the package {origin} registers a game {name!r}, and there is one of that name already")


def _load_entry_point(point: EntryPoint, origin: str) -> type[Game[Any]]:
    try:
        found = point.load()
    except (Exception, SystemExit) as error:
        raise _import_failure(error, f"the game {point.name!r} of the package {origin}", None) from error
    if isinstance(found, ModuleType):
        found = _only_game(found, Path(found.__file__ or point.value))
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise BadInput(f"the package {origin} registers {point.value} as the game {point.name!r}, which is no Game")
    return _checked(found, point.name)


def _import_game(module: str, folder: Path, name: str | None) -> type[Game[Any]]:
    before = set(sys.modules)
    try:
        loaded = importlib.import_module(module)
    except (Exception, SystemExit) as error:
        package = module.rpartition(".")[0]
        for each in set(sys.modules) - before:
            if each == package or each.startswith(f"{package}."):
                del sys.modules[each]
        raise _import_failure(error, str(folder / "rules.py"), folder) from error
    return _checked(_only_game(loaded, folder / "rules.py"), name)


def _import_folder(folder: Path, name: str | None) -> type[Game[Any]]:
    """Import a folder as a package of a name of its own; its modules can import each other relatively."""
    package = f"{FOLDER_PACKAGE}{blake2b(str(folder).encode(), digest_size=8).hexdigest()}"
    if package not in sys.modules:
        start = folder / "__init__.py"
        spec = ModuleSpec(package, None, is_package=True)
        if start.is_file():
            spec = spec_of_file(package, start, []) or spec
        spec.submodule_search_locations = [str(folder)]
        loaded = sys.modules[package] = module_from_spec(spec)
        try:
            if spec.loader:
                spec.loader.exec_module(loaded)
        except (Exception, SystemExit) as error:
            del sys.modules[package]
            raise _import_failure(error, str(start), folder) from error
    return _import_game(f"{package}.rules", folder, name)


def _only_game(module: ModuleType, file: Path) -> type[Game[Any]]:
    """The one game that a module declares, or imports from its own package."""
    package = module.__name__.rpartition(".")[0] or module.__name__
    found = {
        each
        for each in vars(module).values()
        if isinstance(each, type)
        and issubclass(each, Game)
        and (each.__module__ == module.__name__ or each.__module__.startswith(f"{package}."))
    }
    leaves = sorted(
        (each for each in found if not any(each in other.__mro__[1:] for other in found)),
        key=lambda each: each.__name__,
    )
    if len(leaves) != 1:
        which = f"several games: {', '.join(each.__name__ for each in leaves)}" if leaves else "no game"
        raise BadInput(f"{file}: it declares {which}; looked for one subclass of referee.kernel.Game")
    return leaves[0]


def _checked(game: type[Game[Any]], name: str | None) -> type[Game[Any]]:
    missing = [each for each in _DECLARED if getattr(game, each, None) is getattr(Game, each, None)]
    wrong = f"does not declare {', '.join(missing)}" if missing else ""
    table: Any = getattr(game, "table_class", None)
    if not missing and not (isinstance(table, type) and issubclass(table, Table)):
        wrong = "has a table_class that is no subclass of Table"
    if not wrong and name is not None and game.name != name:
        wrong = f"is called {game.name!r}, and is to be found as {name!r}: make them the same"
    if wrong:
        raise BadInput(f"{inspect.getfile(game)}:{inspect.getsourcelines(game)[1]}: {game.__name__} {wrong}")
    return game


def _import_failure(error: BaseException, what: str, folder: Path | None) -> BadInput:
    """One line with the file and the line of the game's own text at which an import failed."""
    if isinstance(error, SyntaxError) and error.filename and not error.filename.startswith("<"):
        return BadInput(f"{error.filename}:{error.lineno or 1}: {type(error).__name__}: {error.msg}")
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith("<")]
    own = [frame for frame in frames if folder and Path(frame.filename).is_relative_to(folder)]
    not_ours = [Path(importlib.__file__).parent, _KERNEL]
    others = [
        frame
        for frame in frames
        if frame.filename != __file__
        and not any(Path(frame.filename).is_relative_to(each) for each in not_ours)
        and Path(frame.filename).parent.name != "importlib_metadata"
    ]
    message = " ".join(str(error).split())
    message = message if isinstance(error, RefereeError) else f"{type(error).__name__}: {message}"
    at = (own or others)[-1:]
    return BadInput(f"{at[0].filename}:{at[0].lineno}: {message}" if at else f"{what} cannot be loaded: {message}")
