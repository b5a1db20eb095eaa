"""What ``referee rules --meaning`` shows: what of a game is understood, and a function of it to read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Timer
from typing import Any

from referee.cli.terminal import Terminal, complain, shown_path
from referee.kernel.errors import BadInput
from referee.kernel.game import Game, rules_of
from referee.meaning.printing import function_lines, name_of, summary
from referee.meaning.program import Function, Program
from referee.meaning.texts import NoMeaning
from referee.meaning.translation import meaning
from referee.verify.program_claims import OF_TABLES, of_questions, of_tables
from referee.verify.properties import Property

HEADINGS = ("line", "function", "clauses", "forms", "statements", "branches")


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning of a form, or ``refused``: why it has none. ``named`` is a clause or a function to read; ``claims``
    are the properties that are asked of it, with why one has no meaning, "" where it has one."""

    game: Game[Any]
    program: Program | None
    refused: str
    named: str | None
    claims: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game[Any], named: str | None, properties: Sequence[Property] = ()) -> Meaning:
        waiting = Timer(2.0, complain, [f"reading the rules of {game.title}"])
        waiting.start()
        try:
            asking = of_questions(properties)
            program = meaning(game, of_tables(properties), asking=asking)
            claims = [each.name for each in properties if each.name in asking or each.kind in OF_TABLES]
            found = cls(game, program, "", named, {each: program.unread.get(each, "") for each in claims})
        except NoMeaning as error:
            return cls(game, None, str(error), named)
        finally:
            waiting.cancel()
        if named and not found.functions:
            raise BadInput(
                f"{game.name} has no function {named!r} and none that carries out such a clause; "
                f"'referee rules {game.name} --meaning' lists them"
            )
        return found

    @property
    def functions(self) -> list[Function]:
        """Those that are named."""
        every = self.program.functions if self.program is not None else []
        return [each for each in every if self.named in (each.name, name_of(each), *each.clauses)]

    def as_json(self) -> dict[str, Any]:
        program = self.program
        document: dict[str, Any] = {**self.game.form, "understood": program is not None, "refused": self.refused}
        if program is not None:
            document["functions"] = list(summary(program))
            document["claims"] = [{"property": name, "refused": why} for name, why in self.claims.items()]
            document["text"] = [list(function_lines(each, program.atoms)) for each in self.functions]
        return {"meaning": document}

    def lines(self, terminal: Terminal) -> Iterator[str]:
        game, program = self.game, self.program
        told = terminal.bold(f"{game.title}, {game.players} players")
        if program is None:
            yield f"{told}: not understood"
            yield from terminal.wrapped(self.refused)
            return
        if self.named:
            for number, function in enumerate(self.functions):
                yield from [""] if number else []
                yield from function_lines(function, program.atoms)
            return
        rows = list(summary(program))
        yield f"{told}: understood wholly"
        forms = sum([each["forms"] for each in rows])
        yield from terminal.wrapped(
            f"{len(rows)} functions of Python mean {forms} functions, one for each form of arguments. "
            f"'referee rules {game.name} NAME --meaning' shows those of a function or a clause."
        )
        folder = str(rules_of(type(game)).folder)
        files = sorted(dict.fromkeys(each["file"] for each in rows), key=lambda each: not each.startswith(folder))
        for file in files:
            yield ""
            yield shown_path(Path(file))
            table = [
                [" ".join(each[word]) if word == "clauses" else each[word] for word in HEADINGS]
                for each in sorted(rows, key=lambda each: int(each["line"]))
                if each["file"] == file
            ]
            yield from terminal.table(HEADINGS, table, right=(0, 3, 4, 5)).split("\n")
        refused = {name: why for name, why in self.claims.items() if why}
        if self.claims:
            yield ""
            yield f"{len(self.claims) - len(refused)} of {len(self.claims)} properties that look at play have a meaning"
        for name, why in refused.items():
            yield from terminal.wrapped(f"{name}: {why}", "  ", "    ")
