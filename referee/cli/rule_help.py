"""The clauses behind a question, for a person who asks for help."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import Any

from referee.cli.markdown import rendered
from referee.cli.table_view import words
from referee.cli.terminal import Terminal
from referee.kernel.errors import BadInput
from referee.kernel.game import Game, rules_of
from referee.kernel.players import NO_PLAYER
from referee.kernel.question_clauses import clauses_asking
from referee.kernel.rulebook import Clause, Rulebook, load_rulebook

MOST_CLAUSES = 30
"""More are not listed in the help."""


def attribute_docs(cls: type) -> dict[str, str]:
    """The text below each declaration in the body of a class and of those that it builds on."""
    found: dict[str, str] = {}
    for each in reversed(cls.__mro__):
        try:
            (node,) = ast.parse(textwrap.dedent(inspect.getsource(each))).body
        except (OSError, TypeError, ValueError):
            continue
        body = node.body if isinstance(node, ast.ClassDef) else []
        for one, below in pairwise(body):
            match one, below:
                case (
                    ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)),
                    ast.Expr(value=ast.Constant(value=str(text))),
                ):
                    found[name] = text
    return found


def _names(text: str, attribute: str) -> bool:
    return re.search(rf"\b{re.escape(attribute).replace('_', '[ -]')}s?\b", text, re.IGNORECASE) is not None


class RuleHelp:
    """The rules of one game as help. A game without a readable rulebook shows nothing."""

    def __init__(self, game: Game[Any], terminal: Terminal) -> None:
        self.game, self.terminal = game, terminal

    @cached_property
    def book(self) -> Rulebook | None:
        try:
            return load_rulebook(rules_of(type(self.game)).folder / "rulebook.md")
        except BadInput:
            return None

    def clauses(self, ask: str) -> list[Clause]:
        """The clauses behind a question, in the order of the rulebook."""
        ids = clauses_asking(type(self.game)).get(ask, ())
        return [clause for clause in self.book.clauses if clause.id in ids] if self.book else []

    def clause(self, id: str) -> Iterator[str]:
        """The lines of a clause, or of what a word of the rulebook means; or one that says what there is."""
        if self.book is None:
            yield f"{self.game.title} has no rulebook to show"
            return
        word = self.book.words.get(id.casefold())
        if word:
            yield from self.terminal.wrapped(f"{word.term}: {word.definition}", "", "  ")
            return
        if declared := self.declared(id):
            yield from self.terminal.wrapped(declared, "", "  ")
            return
        try:
            yield from self.lines(self.book.clause(id))
        except BadInput as error:
            yield from self.terminal.wrapped(str(error))

    def declared(self, name: str) -> str:
        """What the rules say of a zone, a value or a role that the table shows by that name; else nothing."""
        table = self.game.table_class
        attribute = "_".join(name.casefold().split())
        if attribute in self.game.settled_zones:
            zone = self.game.settled_zones[attribute]
            what = (
                f"cards {'of every player' if zone.per_player else 'on the table'}, their faces seen by {zone.seen_by}"
            )
        elif attribute in table.scalar_specs:
            value = table.scalar_specs[attribute]
            told, whose = (
                "a seat" if value.start is NO_PLAYER else "a value",
                "every player" if value.per_player else "all",
            )
            what = f"{told} for {whose}, seen by {value.audience(self.game)}"
        else:
            return ""
        said = " ".join(attribute_docs(table).get(attribute, "").split())
        clauses = [clause.id for clause in self.book.clauses if _names(clause.text, attribute)] if self.book else []
        named = f" The rulebook names it in {', '.join(clauses)}." if clauses else ""
        return f"{words(attribute)}: {f'{said} It is {what}' if said else what}.{named}"

    def about(self, ask: str) -> Iterator[str]:
        """The clauses behind a question, and the unusual readings of what they leave open, each once."""
        known: set[str] = set()
        for clause in self.clauses(ask):
            yield from self.lines(clause, known)
            yield ""

    def lines(self, clause: Clause, known: set[str] | None = None) -> Iterator[str]:
        """A clause, and its readings other than the default, which its text describes; not the ``known``."""
        known = set() if known is None else known
        yield self.terminal.bold(self.terminal.plain(f"{clause.id} {clause.title}"))
        yield from rendered(clause.blocks, self.terminal)
        for slug in clause.readings:
            value = self.game.readings.get(slug)
            if value is not None and value != self.game.register[slug].default and slug not in known:
                known.add(slug)
                meaning = self.game.register[slug].alternatives[value]
                yield from self.terminal.wrapped(f"{slug} = {value}: {meaning}", "  ", "    ")

    def contents(self) -> Iterator[tuple[str, str]]:
        """The commands and their meaning."""
        if self.book is None:
            yield "?", "this help"
            return
        clauses = self.book.clauses
        ids = ", ".join(f"{clause.id} {clause.title}" for clause in clauses)
        if len(clauses) > MOST_CLAUSES:
            ids = f"{clauses[0].id} to {clauses[-1].id}: 'referee rules {self.game.name}' lists all {len(clauses)}"
        yield "?", "this help"
        yield f"? {self.book.clauses[0].id}", f"a clause; there are {ids}"
        for word in [*self.book.words][:1]:
            yield f"? {word}", "what a word of the rulebook means"
