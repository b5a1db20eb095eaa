"""Defects seen without playing: where rulebook, readings and code do not speak of the same things."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.kernel.citations import Citation, asked_readings, cited_clauses, module_files, remarks
from referee.kernel.clauses import KINDS, Reading
from referee.kernel.game import Game, rules_of
from referee.kernel.input_files import read_text
from referee.kernel.rulebook import CLAUSE_ID, Block, BlockKind, Rulebook, load_rulebook
from referee.kernel.rulecircles import empty_circles
from referee.kernel.tablenames import hiding

_REFERENCE = re.compile(rf"(?<![\w-])({CLAUSE_ID})")
_CODE = re.compile(r"`[^`]*`")
_BOLD = re.compile(r"\*\*[^*]*\*\*")
_TERM = re.compile(r"\*(?!\s)([^*]+?)(?<!\s)\*")
_SETTING = re.compile(r"`([a-z0-9-]+) = ([^`]+)`")
_BESIDE = ("a docstring", "a comment")
_NAMED_READING = re.compile(r"\breadings? ([a-z0-9]+(?:-[a-z0-9]+)+)")


@dataclass(frozen=True, slots=True, order=True)
class Complaint:
    file: Path
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


@dataclass(frozen=True, slots=True)
class Register:
    """``readings.toml``: the readings by slug, and the line of each."""

    path: Path
    readings: Mapping[str, Reading]
    lines: Mapping[str, int]


def lint(game: type[Game[Any]]) -> list[Complaint]:
    """Every complaint about a game's rulebook, by file and line. BadInput where a file cannot be read."""
    folder = rules_of(game).folder
    book, register = load_rulebook(folder / "rulebook.md"), register_of(game)
    return sorted(
        {
            *lint_words(book),
            *lint_references(book, register),
            *lint_circles(book),
            *lint_readings(book, register),
            *lint_parameters(book, [parameter.name for parameter in game.parameters]),
            *lint_code(book, cited_clauses(game)),
            *lint_remarks(book, register, game),
            *[Complaint(each.file, each.line, each.message) for each in hiding(game.table_class)],
            *lint_asked(register, asked_readings(game)),
        }
    )


# -- what is compared -------------------------------------------------------------------------------------


def register_of(game: type[Game[Any]]) -> Register:
    rules = rules_of(game)
    path = rules.folder / "readings.toml"
    text = read_text(path, kind="a register of readings") if rules.readings else ""
    lines = {}
    for number, line in enumerate(text.splitlines(), 1):
        key = re.match(r"""\s*slug\s*=\s*["']([^"']*)["']""", line)
        if key:
            lines[key[1]] = number
    return Register(path, rules.readings, lines)


# -- what is complained of --------------------------------------------------------------------------------


def lint_words(book: Rulebook) -> Iterator[Complaint]:
    """Terms in italics without a definition, definitions without a use, asterisks without a partner.

    A rulebook without Words uses italics as its author likes: for what is stressed, or first named.
    """
    terms = {term.casefold(): term for term in book.words}
    used = set()
    for block in book.blocks:
        text = _CODE.sub(_blank, _BOLD.sub(_blank, block.text))
        for each in _TERM.finditer(text):
            term = _singular(each[1].casefold(), terms)
            if term in terms:
                used.add(terms[term])
            elif book.words:
                message = f"{each[1]!r} is in italics and not among the Words"
                yield Complaint(book.path, block.line_at(each.start()), message)
        for stray in re.finditer(r"\*(?=\w)|(?<=\w)\*", _TERM.sub(_blank, text)):
            yield Complaint(book.path, block.line_at(stray.start()), "an asterisk without its partner")
    for word in book.words.values():
        if word.term not in used:
            yield Complaint(book.path, word.line, f"{word.term!r} is defined and nowhere used (in italics)")


def lint_references(book: Rulebook, register: Register) -> Iterator[Complaint]:
    """Ids of clauses and readings, and values of readings, that name nothing; in rulebook and register."""
    ids = {clause.id for clause in book.clauses}
    known = _Ids([*ids, *(reading.id for reading in register.readings.values())])
    for block in book.blocks:
        for each in known.dangling(block.text):
            yield Complaint(book.path, block.line_at(each.start()), f"there is no {each[1]}")
        yield from _settings(book, block, register)
    for slug, reading in register.readings.items():
        line = register.lines.get(slug, 1)
        for clause in reading.clauses:
            if clause not in ids:
                yield Complaint(register.path, line, f"reading {slug}: there is no clause {clause}")
        for text in (reading.question, *reading.alternatives.values()):
            for each in known.dangling(text):
                yield Complaint(register.path, line, f"reading {slug}: there is no {each[1]}")


def lint_circles(book: Rulebook) -> Iterator[Complaint]:
    """Clauses that only send their reader round in a circle."""
    for clause, named in empty_circles(book):
        message = f"{clause.id} says nothing else than to look at {', '.join(named)}, which leads back and says nothing"
        yield Complaint(book.path, clause.line, message)


def _settings(book: Rulebook, block: Block, register: Register) -> Iterator[Complaint]:
    settings = {"players", *(row[0].strip("`") for row in _parameter_rows(book))}
    for each in _SETTING.finditer(block.text):
        line, reading = block.line_at(each.start()), register.readings.get(each[1])
        if reading is None and each[1] not in settings:
            yield Complaint(book.path, line, f"there is no reading or parameter {each[1]}")
        elif reading is not None and each[2] not in reading.alternatives:
            yield Complaint(book.path, line, f"reading {each[1]} has no alternative {each[2]}")
    for each in _NAMED_READING.finditer(block.text):
        if each[1] not in register.readings:
            yield Complaint(book.path, block.line_at(each.start(1)), f"there is no reading {each[1]}")


def lint_readings(book: Rulebook, register: Register) -> Iterator[Complaint]:
    """Readings that clauses name and the register does not give for them, and the other way round."""
    named = {clause.id: clause.readings for clause in book.clauses}
    for clause in book.clauses:
        for slug in clause.readings:
            reading = register.readings.get(slug)
            line = clause.blocks[-1].marks[-1][1]
            if reading is None:
                message = f"{clause.id} names the reading {slug}, which is not in readings.toml"
                yield Complaint(book.path, line, message)
            elif clause.id not in reading.clauses:
                has = ", ".join(reading.clauses) or "no clause"
                message = f"{clause.id} names the reading {slug}, which readings.toml has at {has}"
                yield Complaint(book.path, line, message)
    for slug, reading in register.readings.items():
        line = register.lines.get(slug, 1)
        for id in reading.clauses:
            if id in named and slug not in named[id]:
                yield Complaint(register.path, line, f"reading {slug} is not named at the end of clause {id}")
        if not reading.clauses:
            yield Complaint(register.path, line, f"reading {slug} belongs to no clause")
        if reading.kind not in KINDS:
            message = f"reading {slug} is of no known kind, {reading.kind!r}: write one of {', '.join(KINDS)}"
            yield Complaint(register.path, line, message)


def lint_parameters(book: Rulebook, parameters: Sequence[str]) -> Iterator[Complaint]:
    """Parameters without a row under Parameters, and the other way round; every game has ``players``.

    A rulebook without that section leaves settings to whoever tries the game at other sizes.
    """
    section = book.section("Parameters")
    if section is None:
        return
    described = [row[0].strip("`") for row in _parameter_rows(book)]
    for name in described:
        if name != "players" and name not in parameters:
            yield Complaint(book.path, section.line, f"the game has no parameter {name!r}")
    for name in parameters:
        if name not in described:
            yield Complaint(book.path, section.line, f"the parameter {name!r} has no row in the table of Parameters")


def lint_code(book: Rulebook, cited: Iterable[Citation]) -> Iterator[Complaint]:
    """Clauses that no code carries out, and code for clauses that do not exist."""
    cited = list(cited)
    ids = {clause.id for clause in book.clauses}
    for clause in book.clauses:
        if all(citation.name != clause.id for citation in cited):
            yield Complaint(book.path, clause.line, f"no code carries out {clause.id} (no @clause names it)")
    for citation in cited:
        if citation.name not in ids:
            message = f"{citation.rule} carries out {citation.name}, which is no clause of {book.path.name}"
            yield Complaint(citation.file, citation.line, message)


def lint_remarks(book: Rulebook, register: Register, game: type[Game[Any]]) -> Iterator[Complaint]:
    """Comments and docstrings of a game's modules that name a clause which is not there, and ``@clause`` at what is no
    method of the game."""
    ids = {clause.id for clause in book.clauses}
    known = _Ids([*ids, *(reading.id for reading in register.readings.values())])
    for file in module_files(game):
        text = read_text(file, kind="rule text")
        for line, remark in remarks(text):
            for each in known.dangling(remark):
                message = f"{_BESIDE[remark.startswith('#')]} names {each[1]}, which is no clause of {book.path.name}"
                yield Complaint(file, line + remark.count("\n", 0, each.start()), message)
    for cls in game.table_class.__mro__:
        for name, method in vars(cls).items():
            for id in getattr(method, "__clauses__", ()):
                code = method.__code__
                message = f"{cls.__name__}.{name} carries out {id}, and is no method of the game: put @clause there"
                yield Complaint(Path(code.co_filename), code.co_firstlineno, message)


def lint_asked(register: Register, asked: Iterable[Citation]) -> Iterator[Complaint]:
    """Readings that no rule asks, and rules that ask what is no reading."""
    asked = list(asked)
    for slug in register.readings:
        if all(citation.name not in (slug, "") for citation in asked):
            yield Complaint(register.path, register.lines.get(slug, 1), f"no rule asks for the reading {slug}")
    for citation in asked:
        if citation.name not in ("", *register.readings):
            yield Complaint(citation.file, citation.line, f"there is no reading {citation.name} in readings.toml")


class _Ids:
    """Tells ids from ranges of ranks (A-K) and the like: a reference begins as one of the ids does."""

    def __init__(self, ids: Iterable[str]) -> None:
        self.ids = set(ids)
        self.prefixes = {id.partition("-")[0] for id in self.ids}
        self.lettered = {id.partition("-")[0] for id in self.ids if id.partition("-")[2][:1].isalpha()}

    def dangling(self, text: str) -> Iterator[re.Match[str]]:
        for each in _REFERENCE.finditer(text):
            prefix, _, rest = each[1].partition("-")
            alike = prefix in self.lettered or (prefix in self.prefixes and rest[0].isdigit())
            if alike and each[1] not in self.ids:
                yield each


def _parameter_rows(book: Rulebook) -> list[tuple[str, ...]]:
    section = book.section("Parameters")
    tables = [block for block in section.blocks if block.kind is BlockKind.TABLE] if section else []
    return [row for table in tables for row in table.rows if row[0].startswith("`")]


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _singular(term: str, terms: Mapping[str, str]) -> str:
    """The defined term that this is the plural of, or the term itself."""
    for end, instead in (("", ""), ("s", ""), ("es", ""), ("ies", "y")):
        if term.endswith(end) and term[: len(term) - len(end)] + instead in terms:
            return term[: len(term) - len(end)] + instead
    return term
