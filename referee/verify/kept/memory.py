"""What was decided the last time, kept as long as nothing that it rests on has changed.

A file under ``.referee/proofs`` for each question; its name is a digest of the texts of the rules and properties and
of every file that these import, of what referee proves with, of the version of Z3, and of the form of the game.
It is made before the work begins: what is edited meanwhile is another question. The file says too what rules and
properties opened and read beside their text, while they were loaded and in the proof: it holds as long as all of that
is the same, and is not written where something cannot be compared. It is sealed by this user: another's is not
believed. What time or memory decided is not kept: other UNKNOWNs would be found again.
"""

from __future__ import annotations

import hashlib
import json
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import msgspec

import referee
from referee.kernel.citations import rules_files
from referee.kernel.errors import BadInput
from referee.kernel.game import rules_of
from referee.kernel.input_files import read_bytes
from referee.kernel.source_loading import has_changed
from referee.record.project_folder import OWN, write_file
from referee.record.seals import sealed, unsealed
from referee.verify.crosscheck.matches import refuted_in_play
from referee.verify.findings import Finding
from referee.verify.kept.dependencies import (
    CHANGED,
    has_changed_since_opened,
    is_as_it_was,
    is_theirs,
    recorded_dependencies,
    unseen_in,
)
from referee.verify.kept.imported_files import imported
from referee.verify.ledger import Ledger, Looked
from referee.verify.methods import Question
from referee.verify.verdicts import EffectVerdict, Result, Verdict

T = TypeVar("T")
FOLDER = OWN / "proofs"
FORMAT = 8
UNREADABLE = (BadInput, OSError, ValueError, KeyError, TypeError, RecursionError, msgspec.MsgspecError)
PARTS = ("kernel", "meaning", "native", "play", "record", "verify")
"""The parts of referee that prove, and that attack what is proved."""

Conclusion = Result | Finding | Ledger


@dataclass(frozen=True, slots=True)
class Kept:
    """What was said of one question."""

    results: list[Result]
    findings: list[Finding]
    looked: list[Looked]


def read(question: Question, key: str | None = None) -> list[Conclusion] | None:
    """The cached conclusions; None where there are none, or a file cannot be read. Loads no solver.

    ``key`` is the result of ``key_of``, if it was asked before.
    """
    if question.emit is not None or question.why or not FOLDER.is_dir():
        return None
    with suppress(*UNREADABLE):
        kept = _read(f"{key or key_of(question)}.json", Kept)
        if kept is not None and not _is_refuted(question, kept.results):
            results = [replace(each, cached=True, seconds=0.0) for each in kept.results]
            return [*results, *kept.findings, *[Ledger(looked=[each]) for each in kept.looked]]
    return None


IGNORED: list[str] = []
"""A line about each kept file that was not believed."""


def _is_refuted(question: Question, results: list[Result]) -> bool:
    """Whether some matches speak against what is kept: then it is worked out again, as if nothing were known."""
    proved = {each.property for each in results if each.verdict is Verdict.PROVED}
    properties = [each for each in question.properties if each.name in proved]
    return bool(refuted_in_play(question.game, properties, question.seed))


def _read(name: str, of: type[T]) -> T | None:
    """The entry of a name, if everything that it rests on is unchanged."""
    path = FOLDER / name
    text = read_bytes(path)
    try:
        kept = unsealed(name, text)
    except (ValueError, RecursionError) as why:
        IGNORED.append(f"{path}: {why}: it is not believed, and the proof made again")
        return None
    if not is_as_it_was(kept["rests_on"]):
        return None
    return msgspec.convert(kept["said"], of, dec_hook=lambda wanted, plain: wanted(plain))


def _write(name: str, said: Any, question: Question) -> None:
    """Save what was said. Nothing is saved if the folder cannot be written, or if what it rests on cannot be
    compared."""
    facts, why_not = recorded_dependencies()
    if why_not or CHANGED in facts.values() or unseen_by(question):
        return
    plain = msgspec.to_builtins(said, enc_hook=str)
    with suppress(OSError, RuntimeError):
        write_file(FOLDER.name, name, sealed(name, {"said": plain, "rests_on": facts}))


def write(key: str, conclusions: list[Conclusion], question: Question) -> None:
    """Keep what was said, under what ``key_of`` gave before; where the folder cannot be written, nothing is kept."""
    results = [each for each in conclusions if isinstance(each, Result)]
    if any(each.verdict is Verdict.UNKNOWN and not each.lasting for each in results):
        return
    findings = [replace(each, short=None) for each in conclusions if isinstance(each, Finding)]
    looked = [each for ledger in conclusions if isinstance(ledger, Ledger) for each in ledger.looked]
    _write(f"{key}.json", Kept(results, findings, looked), question)


def unseen_by(question: Question) -> str:
    """The place where rules or properties ask for what nobody can compare afterwards, or the file that has changed;
    "" if there is none."""
    if why := edited(question):
        return why
    return unseen_in([each for each in _sources(question) if is_theirs(str(each)) is True and each.suffix == ".py"])


def read_effects(key: str) -> list[EffectVerdict] | None:
    """The cached verdicts of single effects, under a key of ``key_of``; None where there are none."""
    with suppress(*UNREADABLE):
        kept = _read(f"effects-{key}.json", list[EffectVerdict])
        return None if kept is None else [replace(each, cached=True) for each in kept]
    return None


def write_effects(key: str, verdicts: list[EffectVerdict], question: Question) -> None:
    """Keep what was said of single effects, where the folder can be written."""
    _write(f"effects-{key}.json", verdicts, question)


def edited(question: Question) -> str:
    """Why nothing is said: a file has changed since it was loaded, so that what runs is not what is read. "" where
    none has."""
    own = _own_sources()
    for path in sorted(_sources(question)):
        if (path not in own and has_changed(path)) or has_changed_since_opened(path):
            return f"{path} has changed since it was loaded: check again"
    return ""


def key_of(question: Question) -> str:
    """A digest of all that an answer rests on, as it lies on the disk now."""
    digest = hashlib.sha256()
    game = question.game
    names = [[each.name for each in some] for some in (question.properties, question.others)]
    about = [FORMAT, version("z3-solver"), sys.version, question.seed, question.effort, game.form, names]
    about += [question.effects, question.engine, str(Path.cwd()), str(rules_of(type(game)).folder)]
    about += [[each.file for each in some] for some in (question.properties, question.others)]
    digest.update(json.dumps(about, sort_keys=True, default=str).encode())
    for path in sorted(_sources(question)):
        digest.update(f"\0{path}\0".encode("utf-8", "surrogateescape"))
        digest.update(_text_of(path))
    return digest.hexdigest()[:32]


_texts: dict[Path, tuple[tuple[int, int], bytes]] = {}
"""Files that were read for a question before, with the time of their last change and their size."""


def _text_of(path: Path) -> bytes:
    try:
        there = path.stat()
    except FileNotFoundError:
        return b""  # a game without ambiguous points has no register of readings
    now = there.st_mtime_ns, there.st_size
    known = _texts.get(path)
    if known is None or known[0] != now:
        known = _texts[path] = now, read_bytes(path)
    return known[1]


def _sources(question: Question) -> set[Path]:
    """Every file that the verdicts may rest on: of the rules whole folders, of referee what it
    runs, and whatever rules and properties import."""
    game = type(question.game)
    found = {*_own_sources(), *rules_files(game, ".py", ".toml", ".md")}
    claims = [each.claim for each in (*question.properties, *question.others)]
    found |= {Path(each.file) for each in (*question.properties, *question.others)}
    classes = [each.__module__ for each in (*game.__mro__, *game.table_class.__mro__)]
    return found | imported([*classes, *[claim.__module__ for claim in claims]], found)


@cache
def _own_sources() -> frozenset[Path]:
    """The files of referee that prove. They are listed once for a process, which runs none that is added later; nobody
    loads rules or properties from there."""
    own = Path(referee.__file__).parent
    return frozenset([path for part in PARTS for path in (own / part).rglob("*.py")])
