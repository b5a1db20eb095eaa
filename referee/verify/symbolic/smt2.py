"""Obligations as files in SMT-LIB 2, for any other solver, and the recheck of them with cvc5.

A file holds one question of a proof: ``unsat`` says that the obligation holds. What follows from the terms alone, or
was asked before under other names of its unknowns, needs no file of its own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.input_files import MOST_OF_A_FILE, read_text

SECONDS = 20
"""Seconds for one file."""


class Folder:
    """Writes the questions of one form's proof into a folder, numbered as they come."""

    def __init__(self, path: Path, game: Game[Any]) -> None:
        self.path, self.game, self.written = path, game, 0
        other = [f"{slug}={value}" for slug, value in game.unusual_readings.items()]
        self.name = "-".join([game.name, str(game.players), *other])
        for old in path.glob(f"{self.name}-[0-9]*.smt2"):
            old.unlink()

    def write(self, text: str) -> None:
        """One question; it is named after the form."""
        self.written += 1
        form = json.dumps(self.game.form, sort_keys=True)
        path = self.path / f"{self.name}-{self.written:05}.smt2"
        path.write_text(f"; {form}\n(set-info :status unsat)\n{text}", encoding="utf-8")


def ready(path: Path) -> None:
    """BadInput where files cannot be written there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        trial = path / ".referee"
        trial.touch()
        trial.unlink()
    except OSError as error:
        raise BadInput(f"--emit-smt2 {path}: {error.strerror or error}: name a folder that can be written") from None


@dataclass(slots=True)
class Rechecked:
    """The answers of another solver: ``agreed`` counts the files that it calls ``unsat`` too."""

    agreed: int = 0
    undecided: list[Path] | None = None
    contradicted: list[Path] | None = None


def recheck(files: list[Path], progress: Callable[[int, int], None] = lambda done, wanted: None) -> Rechecked:
    """Ask cvc5 about every file. BadInput where it is not installed."""
    undecided: list[Path] = []
    contradicted: list[Path] = []
    for number, path in enumerate(files):
        progress(number, len(files))
        said = list(answers(read_text(path, MOST_OF_A_FILE, kind="an obligation"), path.name))
        if said == ["sat"]:
            contradicted.append(path)
        elif said != ["unsat"]:
            undecided.append(path)
    return Rechecked(len(files) - len(undecided) - len(contradicted), undecided, contradicted)


def answers(text: str, name: str = "question") -> Iterator[str]:
    """The output of cvc5 for a text in SMT-LIB 2."""
    try:
        import cvc5
    except ImportError:
        raise BadInput("--recheck needs cvc5: pip install cvc5") from None
    terms = cvc5.TermManager()
    solver = cvc5.Solver(terms)
    solver.setOption("tlimit-per", str(1000 * SECONDS))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, name)
    symbols = parser.getSymbolManager()
    while True:
        command = parser.nextCommand()
        if command.isNull():
            return
        printed = str(command.invoke(solver, symbols)).strip()
        if printed:
            yield printed
