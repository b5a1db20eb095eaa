"""The effect of a change of a file: the clauses whose rules changed, and the properties about them.

Files are compared as syntax trees, so that a comment or a blank line changes nothing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from referee.kernel.errors import BadInput
from referee.kernel.input_files import MOST_OF_A_TEXT, read_bytes

_CLAUSE = re.compile(r"^\*\*([A-Z][\w-]*-[\w-]+)\b", re.MULTILINE)

DECLARE = {"always", "possible", "never", "terminates", "equal", "free_of", "endless"}
"""The decorators of properties."""


@dataclass(frozen=True, slots=True)
class Part:
    """A function with a decorator: its name, the words of the decorators (clause ids among them), its text."""

    name: str
    words: tuple[str, ...]
    text: str
    declared: bool
    """It is a property."""


def clauses_touched(before: str, after: str) -> set[str] | None:
    """The clauses whose functions in a rules file differ; None where something else does, or it cannot be read."""
    one, other = _parts(before), _parts(after)
    if one is None or other is None or one[1] != other[1]:
        return None
    changed = set(one[0]) ^ set(other[0])
    if any(not part.words for part in changed):
        return None
    return {word for part in changed for word in part.words}


def rulebook_touched(before: str, after: str) -> set[str] | None:
    """The clauses of a rulebook whose text differs; None where something else does."""
    one, other = _sections(before), _sections(after)
    if one.pop("", "") != other.pop("", ""):
        return None
    return {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)}


def properties_touched(before: str, after: str) -> set[str] | None:
    """The names of the properties of a file that differ or are new; None where what they share does."""
    one, other = _parts(before), _parts(after)
    if one is None or other is None or one[1] != other[1]:
        return None
    if any(not part.declared for part in set(other[0]) ^ set(one[0])):
        return None
    return {part.name for part in set(other[0]) - set(one[0])}


def properties_about(text: str, clauses: Iterable[str]) -> set[str]:
    """The names of the properties that cite one of the clauses."""
    parts, wanted = _parts(text), set(clauses)
    return {part.name for part in parts[0] if part.declared and wanted & set(part.words)} if parts else set()


def snapshot(folders: Iterable[Path], game: str) -> Mapping[Path, str]:
    """The texts of what a check of a game reads there."""
    found: dict[Path, str] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if is_read(path, game):
                try:
                    found[path] = read_bytes(path, MOST_OF_A_TEXT).decode(errors="replace")
                except BadInput:
                    continue
    return found


def is_read(path: Path, game: str) -> bool:
    """Whether a check of a game may read the file: not what tools leave beside it, nor properties of other games."""
    if path.suffix not in (".py", ".md", ".toml") or path.name.startswith("."):
        return False
    if any(part.startswith(".") or part == "__pycache__" for part in path.parts[-4:-1]):
        return False
    return path.parent.name != "properties" or path.name.startswith("_") or path.name.split(".")[0] == game


def _parts(text: str) -> tuple[list[Part], str] | None:
    """The decorated functions of a module, and all of the rest."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return None
    found: list[Part] = []
    bodies = [tree.body, *(each.body for each in tree.body if isinstance(each, ast.ClassDef))]
    for body in bodies:
        for each in list(body):
            if isinstance(each, ast.FunctionDef) and each.decorator_list:
                nodes = [node for decorator in each.decorator_list for node in ast.walk(decorator)]
                words = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
                names = {node.id for node in nodes if isinstance(node, ast.Name)}
                declared = bool(names & DECLARE)
                found.append(Part(each.name.replace("_", "-"), tuple(words), ast.dump(each), declared))
                body.remove(each)
    return found, ast.dump(tree)


def _sections(text: str) -> dict[str, str]:
    """The text of each clause by its id, and "" for all before the first; other headings end a clause."""
    found: dict[str, str] = {"": ""}
    at = ""
    for block in re.split(r"\n\s*\n", text):
        if clause := _CLAUSE.match(block):
            at = clause[1]
        elif block.lstrip().startswith("#"):
            at = ""
        found[at] = found.get(at, "") + block.strip() + "\n\n"
    return found
