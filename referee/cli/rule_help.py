"""The clauses behind a question, for a person who asks for help."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from referee.cli.markdown import rendered
from referee.cli.terminal import Terminal
from referee.kernel.errors import BadInput
from referee.kernel.game import Game, rules_of
from referee.kernel.question_clauses import clauses_asking
from referee.kernel.rulebook import Clause, Rulebook, load_rulebook


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
        try:
            yield from self.lines(self.book.clause(id))
        except BadInput as error:
            yield from self.terminal.wrapped(str(error))

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
        ids = ", ".join(f"{clause.id} {clause.title}" for clause in self.book.clauses)
        yield "?", "this help"
        yield f"? {self.book.clauses[0].id}", f"a clause; there are {ids}"
        for word in [*self.book.words][:1]:
            yield f"? {word}", "what a word of the rulebook means"
