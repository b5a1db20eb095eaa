"""What became of mutants the last time, kept as long as nothing that it rests on has changed.

``.referee/mutants/GAME.jsonl`` has a line for each mutant as it is decided, so that a run that was cut off goes on
where it was. A mutant that an example has noticed stays noticed for as long as rules, kernel and that example are
the same; one that another method has noticed, for as long as that method is the same too and properties were only
added. A mutant that nothing has noticed is tried again with what is new: the examples and methods that it has passed
already, it passes again.
"""

from __future__ import annotations

import ast
import hashlib
import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import referee
from referee.kernel.citations import rules_files
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.input_files import read_bytes
from referee.play.examples import Example
from referee.record.project_folder import project_folder, write_file
from referee.verify.kept.imported_files import helpers_of
from referee.verify.mutate.mutants import Mutant

FOLDER = "mutants"
FORMAT = 1
PROVING = ("meaning", "verify/crosscheck", "verify/kept", "verify/prove", "verify/symbolic", "verify/understood")
"""The folders of referee whose text decides what is proved."""


@dataclass(frozen=True, slots=True)
class CachedMutant:
    """The known fate of a mutant. ``by`` is the key of what has noticed it; ``passed`` are those of what has not.

    ``equal``: why it cannot differ; None where that was not asked.
    """

    killed_by: str
    shown: str = ""
    by: str = ""
    passed: frozenset[str] = frozenset()
    equal: str | None = None


class Grounds:
    """Digests of what a fate rests on: the texts of rules, kernel and verifier, and what the properties declare."""

    def __init__(self, game: type[Game[Any]], properties: Path | None, accepted: Path | None) -> None:
        own = Path(referee.__file__).parent
        rules = rules_files(game, ".py", ".toml")
        rules |= helpers_of([each.__module__ for each in (*game.__mro__, *game.table_class.__mro__)], rules)
        played = [*rules, *_python(own / "kernel"), *_python(own / "record"), *_python(own / "play")]
        self.rules = _digest(played)
        verify = own / "verify"
        looked = [
            *verify.glob("*.py"),
            *(path for part in ("play", "conform", "explore") for path in _python(verify / part)),
        ]
        looked += [
            *(verify / "mutate" / f"{each}.py" for each in ("mutants", "stages", "reach")),
            *([accepted] if accepted is not None else []),
        ]
        self.verifier = f"{self.rules} {_digest(looked)}"
        proving = [path for each in PROVING for path in _python(own / each)]
        self.prover = f"{self.verifier} {_digest([*proving, verify / 'mutate' / 'equivalent.py'])}"
        folders = own / "meaning", own / "native"
        compiled = [path for each in folders for path in each.rglob("*") if path.suffix in (".py", ".hpp")]
        self.native = f"{self.verifier} {_digest([*compiled, verify / 'mutate' / 'natively.py'])}"
        self.promises = _statements(properties)
        if properties is not None:
            self.promises |= {
                f"{each}\0{_digest([each])}" for each in helpers_of([], {properties}) - rules - {properties}
            }

    def of_example(self, example: Example) -> str:
        """The key of a worked example: what it says, wherever it stands."""
        said = repr([(case.name, *_without_place(case)) for case in example.cases])
        return f"e{_short(f'{self.rules} {said}')}"

    def of_stage(self, name: str, *, proof: bool) -> str:
        """The key of a method that is asked about some form of the game."""
        return f"s{_short(f'{self.prover if proof else self.verifier} {name}')}"

    def of_native(self) -> str:
        """The key of native play of a mutant."""
        return f"s{_short(f'{self.native} native')}"

    def may_differ(self) -> str:
        """The key of the evidence that a mutant is the same game: it rests on no property and no example."""
        return f"q{_short(self.prover)}"


class MutantCache:
    """The file of one game, read once and appended to. What cannot be written is only not kept."""

    def __init__(self, game: type[Game[Any]], grounds: Grounds) -> None:
        self.grounds = grounds
        self._sets: dict[str, frozenset[str]] = {}
        self._known: dict[str, Mapping[str, Any]] = {}
        self._written: set[str] = set()
        self._file: IO[str] | None = None
        try:
            self._path = project_folder(FOLDER) / f"{game.name}.jsonl"
            self._read()
        except OSError:
            self._path = Path()

    def known(self, mutant: Mutant, keys: Iterable[str]) -> CachedMutant | None:
        """The part of a mutant's fate that still holds; ``keys`` are those of all that is asked now. None where
        nothing holds."""
        entry = self._known.get(name_of(mutant))
        if entry is None or entry["rules"] != self.grounds.rules:
            return None
        equal = entry["equal"] if entry["may"] == self.grounds.may_differ() else None
        added = self._only_added(self._sets.get(entry["promises"]))
        if entry["killed_by"]:
            holds = entry["by"] in set(keys) and (entry["by"].startswith("e") or added)
            return (
                CachedMutant(entry["killed_by"], entry["shown"], entry["by"])
                if holds
                else CachedMutant("", equal=equal)
            )
        same = self._sets.get(entry["promises"]) == self.grounds.promises
        passed = self._sets.get(entry["passed"], frozenset())
        passed = frozenset([each for each in passed if each.startswith("e") or same])
        return CachedMutant("", entry["shown"] if same else "", "", passed, equal)

    def keep(self, mutant: Mutant, cached: CachedMutant) -> None:
        """Write it down at once."""
        entry = {
            "mutant": name_of(mutant),
            "rules": self.grounds.rules,
            "killed_by": cached.killed_by,
            "shown": cached.shown,
            "by": cached.by,
            "promises": self._set(self.grounds.promises),
            "passed": self._set(cached.passed),
            "equal": cached.equal,
            "may": self.grounds.may_differ(),
        }
        self._known[name_of(mutant)] = entry
        self._write(entry)

    def close(self) -> None:
        """After the last mutant."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _only_added(self, before: frozenset[str] | None) -> bool:
        """Whether the properties are those of before and others beside them: none has another meaning now."""
        now = self.grounds.promises
        return (
            before is not None
            and before <= now
            and not {_name(each) for each in now - before} & {_name(each) for each in before}
        )

    def _set(self, of: frozenset[str]) -> str:
        name = _short(repr(sorted(of)))
        if name not in self._written:
            self._written.add(name)
            self._sets[name] = of
            self._write({"set": name, "of": sorted(of)})
        return name

    def _write(self, line: Mapping[str, Any]) -> None:
        try:
            if self._file is None:
                self._file = self._path.open("a", encoding="utf-8")
            self._file.write(json.dumps(line) + "\n")
            self._file.flush()
        except OSError:
            return

    def _read(self) -> None:
        if not self._path.exists():
            return
        try:
            text = read_bytes(self._path).decode(errors="replace")
        except BadInput:
            text = ""  # no file that could be gone on with: another takes its place
        for line in text.split("\n"):
            try:
                said = json.loads(line)
                if "set" in said:
                    self._sets[said["set"]] = frozenset(said["of"])
                elif said["rules"] == self.grounds.rules and said.keys() >= _WORDS:
                    self._known[said["mutant"]] = said
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                continue  # a line that was being written when the run was cut off
        self._rewrite()

    def _rewrite(self) -> None:
        """Write the file without entries that rest on other rules or were decided again. Another run at the same time
        only loses its cache."""
        used = {said[each] for said in self._known.values() for each in ("promises", "passed")}
        self._sets = {name: of for name, of in self._sets.items() if name in used}
        self._written = set(self._sets)
        lines: list[Mapping[str, Any]] = [{"set": name, "of": sorted(of)} for name, of in self._sets.items()]
        text = "".join([json.dumps(each) + "\n" for each in [*lines, *self._known.values()]])
        write_file(FOLDER, self._path.name, text)


_WORDS = {"mutant", "rules", "killed_by", "shown", "by", "promises", "passed", "equal", "may"}


def name_of(mutant: Mutant) -> str:
    """The same for the same change of the same text, wherever it stands."""
    return _short("\0".join([mutant.file.name, mutant.function, mutant.before, mutant.after]))


def _python(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def _digest(files: Iterable[Path]) -> str:
    digest = hashlib.sha256(f"{FORMAT} {sys.version}".encode())
    for path in sorted({each for each in files if each.exists()}):  # a game without open points has no register of them
        digest.update(f"\0{path.name}\0".encode() + read_bytes(path))
    return digest.hexdigest()[:24]


def _statements(file: Path | None) -> frozenset[str]:
    """A file's statements, ``NAME DIGEST`` each: what it declares, wherever it stands, without its comments."""
    if file is None:
        return frozenset()
    found = []
    for node in ast.parse(read_bytes(file)).body:
        name = getattr(node, "name", "") or " ".join(sorted(_bound(node)))
        found.append(f"{name}\0{_short(ast.dump(node))}")
    return frozenset(found)


def _bound(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}


def _name(statement: str) -> str:
    """Under which it is known; one that is not (an import) is told from others by all of it."""
    name, _, digest = statement.partition("\0")
    return name or digest


def _without_place(case: Any) -> list[Any]:
    return [getattr(case, name) for name in type(case).__slots__ if name != "place"]


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
