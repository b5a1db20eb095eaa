"""The rules and many changes of them in one text, of which one is chosen in play: a hundred mutants, one compile.

These are mutant schemata (Untch, Offutt and Harrold, *Mutation analysis using mutant schemata*, ISSTA 1993). A
changed function stands beside the one that it is made of, and a number says which of them is carried out. What is
changed is read as rules are: from the tree of the changed function.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.kernel.game import Game
from referee.meaning.program import Function, Program
from referee.meaning.reading_limits import deep
from referee.meaning.translation import Claims, Translation
from referee.native.cxx import Writer
from referee.native.engine import Engine

CHOOSE = """EXPORTED void choose_mutant(int64_t number) {
  mutant_ = number;
  forget_all();
}"""


@dataclass(frozen=True, slots=True)
class Changed:
    """What is another text in the C++ of a mutant: functions, constants and heads by their names."""

    functions: Mapping[str, str]
    heads: Mapping[str, str]
    constants: Mapping[str, str]


class SchemataWriter(Writer):
    """Writes the functions of a Program, and those that changes of it put beside them."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.plain: dict[str, str] = {}
        """The functions as they are, by name."""
        self.heads: dict[str, str] = {}
        self.beside: dict[str, list[int]] = {}
        """The numbers of the mutants that have another one, by name."""
        self.changed: dict[int, Changed] = {}

    def function(self, function: Function) -> str:
        text = super().function(function)
        inner = f"{function.name}_anew" if self.is_kept(function) else function.name
        head = self.head(function).replace(f" {function.name}(", f" {inner}(", 1)
        self.plain[inner], self.heads[inner] = text, head
        mutants = self.beside.get(inner)
        if not mutants:
            return text
        given = ", ".join(name for name, _ in function.parameters)
        ways = " ".join(f"case {number}: return {inner}_x{number}({given});" for number in mutants)
        own = text.replace(f" {inner}(", f" {inner}_x0(", 1)
        return f"{own}\n{head} {{ switch (mutant_) {{ {ways} default: return {inner}_x0({given}); }} }}"

    def frame(self) -> tuple[Any, ...]:
        """What has to be the same, so that a mutant can stand in the text of the rules."""
        program = self.program
        starts = [(name, str(kind), repr(start)) for name, (kind, start) in program.scalars.items()]
        parts = self.state(), self.thing_texts(), self.marks(), self.claims(), self.spaces(), self.type(program.unwound)
        return *parts, starts, len(program.atoms), program.deal, program.step

    def more(self, where: str) -> list[str]:
        if where == "spaces":
            names = [name for name, mutants in self.beside.items() if mutants]
            heads = [self.heads[name].replace(f" {name}(", f" {name}_x0(", 1) + ";" for name in names]
            for each in self.changed.values():
                heads += [*each.constants.values(), *[f"{head};" for head in each.heads.values()]]
            return ["static int64_t mutant_ = 0;", *heads]
        if where == "end":
            return [CHOOSE, *[text for each in self.changed.values() for text in each.functions.values()]]
        return []


class Schemata:
    """The rules of one form, and what is added to them."""

    def __init__(self, game: Game[Any], claims: Claims) -> None:
        """NoMeaning: the rules as they are have none."""
        self.game, self.claims = game, claims
        self.translation = Translation(game)
        with deep():
            self.translation.program(claims)
            # What is known at the end of a reading, the next one begins with: mutants are read so too.
            self.writer = SchemataWriter(self.translation.again(claims))
        self.writer.text()

    def read(self) -> Changed | None:
        """What is another text, after functions were changed (``referee.meaning.texts.read_as``); None where that
        cannot stand beside the rules. This changes the process that it is called in for good."""
        writer, translation = self.writer, self.translation
        frame, plain, heads = writer.frame(), dict(writer.plain), dict(writer.heads)
        constants, looking = dict(writer.constants), set(writer.looking)
        with deep():
            writer.program = translation.again(self.claims)
        for of_program in ("recursive", "looked_at", "_of_tables"):
            vars(writer).pop(of_program, None)
        writer.plain.clear()
        writer.text()
        if writer.frame() != frame or set(writer.looking) - looking:
            return None
        new = {name: text for name, text in writer.plain.items() if plain.get(name) != text}
        if any(name in heads and heads[name] != writer.heads[name] for name in new):
            return None
        own = {name: text for text, name in writer.constants.items() if text not in constants}
        return Changed(
            new,
            {name: writer.heads[name] for name in new},
            {name: text.replace("NAME", name) for name, text in own.items()},
        )

    def add(self, number: int, changed: Changed) -> None:
        """A mutant, by a number from 1 on."""
        names = [*changed.functions, *changed.constants]
        known = set(self.writer.plain)
        for name in changed.functions:
            if name in known:
                self.writer.beside.setdefault(name, []).append(number)
        own = [name for name in names if name not in known]
        any_of = re.compile(rf"\b({'|'.join(map(re.escape, own))})\b") if own else None

        def renamed(name: str, text: str) -> str:
            text = any_of.sub(rf"\1_x{number}", text) if any_of is not None else text
            return text.replace(f" {name}(", f" {name}_x{number}(", 1) if name in known else text

        self.writer.changed[number] = Changed(
            {name: renamed(name, text) for name, text in changed.functions.items()},
            {name: renamed(name, head) for name, head in changed.heads.items()},
            {name: renamed(name, text) for name, text in changed.constants.items()},
        )

    def engine(self, folder: Path, building: Callable[[], None] | None = None) -> SchemataEngine:
        """All of it compiled. NoCompiler: it cannot be."""
        return SchemataEngine(self.writer, folder, building)


class SchemataEngine(Engine):
    """An engine of the rules, or of the mutant that was chosen last."""

    def __init__(self, writer: SchemataWriter, folder: Path, building: Callable[[], None] | None) -> None:
        self._load(writer, folder, building)

    def choose(self, number: int) -> None:
        """A mutant by its number, 0 for the rules as they are."""
        self._library.choose_mutant(ctypes.c_int64(number))
