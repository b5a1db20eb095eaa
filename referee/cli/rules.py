"""``referee rules``: a rulebook, and what can be seen of it without playing."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any

import click

from referee.cli.game_options import form_options
from referee.cli.json_file import JsonFile, json_option
from referee.cli.markdown import heading, inline, rendered
from referee.cli.meaning_text import Meaning
from referee.cli.terminal import Terminal, complain, say, shown_path
from referee.cli.values import CLAUSE, GAME, PLAYERS
from referee.games.registry import find_game
from referee.kernel.card_effects import card_effects
from referee.kernel.cards import Deck
from referee.kernel.citations import Citation, cited_clauses
from referee.kernel.clauses import Reading
from referee.kernel.errors import BadInput
from referee.kernel.game import Game, rules_of
from referee.kernel.rulebook import Block, Clause, Rulebook, load_rulebook
from referee.kernel.rulecircles import circles
from referee.kernel.rulelint import Complaint, lint
from referee.verify.project import found_file
from referee.verify.properties import Property, read_properties
from referee.verify.understood.hard_to_prove import hard_to_prove

SCHEMA = "referee.rules/1"
WIDEST_NAME = 22
"""Characters of an alternative's name; the text of a longer one begins on the next line."""


@click.command()
@click.argument("game", type=GAME)
@click.argument("clause", type=CLAUSE, required=False)
@click.option("--readings", "view", flag_value="readings", help="The points left open, and the ways to read them.")
@click.option("--cards", "view", flag_value="cards", help="The cards, how many there are of each, and what each does.")
@click.option("--lint", "view", flag_value="lint", help="Defects of the rulebook; exit code 1 if it has any.")
@click.option("--provable", "view", flag_value="provable", help="Rule text that is hard to prove, and what to write.")
@click.option(
    "--meaning", "view", flag_value="meaning",
    help="What of the rules is understood, to be played natively; of a CLAUSE or the name of a function its meaning.",
)  # fmt: skip
@click.option("--players", type=PLAYERS, metavar="N", help="Of --meaning: as few as the game allows if not given.")
@form_options
@json_option
def command(
    game: str,
    clause: str | None,
    view: str | None,
    players: int | None,
    readings: Mapping[str, str],
    settings: Mapping[str, str],
    json_file: JsonFile,
) -> int:
    """The rulebook of GAME, or one CLAUSE with its readings and the code that carries it out."""
    if clause and view in ("cards", "lint", "provable"):
        raise BadInput(f"--{view} is about a whole game: leave {clause!r} out")
    if view != "meaning" and (players or readings or settings):
        raise BadInput("--players, --reading and --set belong to --meaning: say it, or leave them out")
    found = find_game(game)
    page = Page(found, Terminal.of(sys.stdout))
    if view == "lint":
        complaints = lint(found)
        document, lines, code = page.lint_as_json(complaints), page.lint(complaints), 1 if complaints else 0
        document["circles"], lines = [list(each) for each in page.circles()], chain(lines, page.notes())
    elif view == "meaning":
        form = found(players or found.fewest_players, readings=readings, settings=settings)
        means = Meaning.of(form, clause, _about(form, game))
        document, lines, code = means.as_json(), means.lines(page.terminal), int(means.program is None)
    elif view == "provable":
        complaints, code = hard_to_prove(found), 0
        document, lines = page.lint_as_json(complaints), page.lint(complaints)
    else:
        code = 0
        book = load_rulebook(page.folder / "rulebook.md")
        one = book.clause(clause) if clause else None
        open_points = [each for each in page.readings.values() if one is None or each.slug in one.readings]
        if view == "readings":
            document = {"readings": [reading_as_json(each) for each in open_points]}
            lines = page.all_readings(open_points, one)
        elif view == "cards":
            deck = found().deck
            document, lines = {"cards": deck_as_json(deck)}, page.cards(deck)
            if effects := [asdict(each) for each in card_effects(page.game)]:
                document["effects"] = effects
        elif one:
            document, lines = page.clause_as_json(one, open_points), page.clause(book, one, open_points)
        else:
            document, lines = {"rulebook": rulebook_as_json(book)}, page.rulebook(book)
    identity = {"game": found.name, "title": found.title, "folder": str(page.folder)}
    json_file.write(SCHEMA, {**identity, **document})
    if not json_file.takes_stdout:
        say(*lines)
    return code


class Page:
    """The lines that a terminal shows of a game."""

    def __init__(self, game: type[Game[Any]], terminal: Terminal) -> None:
        self.game, self.terminal = game, terminal
        rules = rules_of(game)
        self.folder, self.readings = rules.folder, rules.readings
        self.code = cited_clauses(game)

    def rulebook(self, book: Rulebook) -> Iterator[str]:
        yield from heading(book.title, 1, self.terminal)
        yield ""
        yield from rendered(book.blocks, self.terminal)

    def clause(self, book: Rulebook, clause: Clause, readings: list[Reading]) -> Iterator[str]:
        yield from heading(f"{clause.id} {clause.title}", 2, self.terminal)
        yield ""
        yield from rendered(clause.blocks, self.terminal)
        if readings:
            yield ""
            yield from self.all_readings(readings, clause)
        yield ""
        yield f"In {shown_path(book.path)}:{clause.line}"
        carried = list(self.carried_out(clause))
        yield "Carried out in" if carried else "Carried out nowhere: no @clause names it"
        for citation in carried:
            yield f"  {shown_path(citation.file)}:{citation.line}  {citation.rule}"

    def carried_out(self, clause: Clause) -> Iterator[Citation]:
        return (citation for citation in self.code if citation.name == clause.id)

    def all_readings(self, readings: list[Reading], clause: Clause | None) -> Iterator[str]:
        if not readings:
            yield f"{clause.id if clause else self.game.title} has no readings"
            return
        yield from self.terminal.wrapped(
            f"Readings of {clause.id if clause else self.game.title}; * marks the default. "
            "Choose another with --reading NAME=VALUE, the name being slug or id."
        )
        for reading in readings:
            yield ""
            yield from self.reading(reading)

    def reading(self, reading: Reading) -> Iterator[str]:
        t = self.terminal
        named = t.bold(f"{reading.id} {reading.slug}")
        yield from t.wrapped(f"{named} ({reading.kind}; {', '.join(reading.clauses)})", rest="    ")
        yield from t.wrapped(inline(reading.question, t), "  ")
        widest = min(WIDEST_NAME, max(map(len, reading.alternatives)))
        for name, meaning in reading.alternatives.items():
            mark = "*" if name == reading.default else " "
            first = f"  {mark} {name.ljust(widest)}  "
            hanging = " " * (widest + 6)
            if len(name) > widest:
                yield first.rstrip()
                first = hanging
            yield from t.wrapped(inline(meaning, t), first, hanging)

    def cards(self, deck: Deck) -> Iterator[str]:
        ranks: dict[tuple[str, int], list[str]] = {}
        for card, copies in zip(deck.cards, deck.copies, strict=True):
            suit = f"{card.suit.symbol} {card.suit.name}" if card.suit else "none"
            ranks.setdefault((suit, copies), []).append(card.rank)
        rows = [(suit, " ".join(each), copies, len(each) * copies) for (suit, copies), each in ranks.items()]
        number = f"{deck.total} cards of {len(deck.cards)} kinds"
        yield from self.terminal.wrapped(f"{self.game.title} has {number}, unless parameters say otherwise.")
        yield ""
        yield from self.terminal.table(("suit", "cards", "of each", "in all"), rows, right=(2, 3)).split("\n")
        yield from self.card_effects()

    def card_effects(self) -> Iterator[str]:
        """The actions of single cards, where cards do something by themselves."""
        for each in card_effects(self.game):
            yield ""
            named = self.terminal.bold(" / ".join(each.words))
            when = f"changes {each.when}" if each.lasting else each.when
            told = ", ".join(each.clauses)
            yield from self.terminal.wrapped(f"{named} ({when}; {told})" if when else f"{named} ({told})", rest="    ")
            if each.text:
                yield from self.terminal.wrapped(inline(each.text, self.terminal), "  ")

    def lint(self, complaints: list[Complaint]) -> Iterator[str]:
        for each in complaints:
            yield self.terminal.plain(f"{shown_path(each.file)}:{each.line}: {each.message}")
        if not complaints:
            yield "no complaints"

    def notes(self) -> Iterator[str]:
        if found := "; ".join([" ".join(each) for each in self.circles()]):
            told = f"note: clauses that refer to each other in a circle (no defect by itself): {found}"
            yield from self.terminal.wrapped(told, "", "  ")

    def circles(self) -> list[tuple[str, ...]]:
        return circles(load_rulebook(self.folder / "rulebook.md"))

    def clause_as_json(self, clause: Clause, readings: list[Reading]) -> dict[str, Any]:
        return {
            "clause": clause_as_json(clause),
            "readings": [reading_as_json(each) for each in readings],
            "code": [
                {"file": self.relative(each.file), "line": each.line, "rule": each.rule}
                for each in self.carried_out(clause)
            ],
        }

    def lint_as_json(self, complaints: list[Complaint]) -> dict[str, Any]:
        found = [(self.relative(each.file), each.line, each.message) for each in complaints]
        return {"complaints": [{"file": file, "line": line, "message": message} for file, line, message in found]}

    def relative(self, file: Path) -> str:
        """The path from the game's folder."""
        return file.relative_to(self.folder).as_posix() if file.is_relative_to(self.folder) else str(file)


def rulebook_as_json(book: Rulebook) -> dict[str, Any]:
    return {
        "title": book.title,
        "intro": blocks_as_json(book.intro),
        "words": {word.term: word.definition for word in book.words.values()},
        "clauses": [clause_as_json(clause) for clause in book.clauses],
        "sections": [
            {"title": section.title, "line": section.line, "blocks": blocks_as_json(section.blocks)}
            for section in book.sections
            if section.title not in ("Words", "Clauses")
        ],
    }


def clause_as_json(clause: Clause) -> dict[str, Any]:
    return {
        "id": clause.id,
        "title": clause.title,
        "part": clause.part,
        "text": clause.text,
        "readings": list(clause.readings),
        "line": clause.line,
    }


def blocks_as_json(blocks: Iterable[Block]) -> list[dict[str, Any]]:
    return [{"kind": block.kind.value, "text": block.text, "line": block.line} for block in blocks]


def reading_as_json(reading: Reading) -> dict[str, Any]:
    alternatives: Mapping[str, str] = dict(reading.alternatives)
    return {
        "id": reading.id,
        "slug": reading.slug,
        "kind": reading.kind,
        "clauses": list(reading.clauses),
        "question": reading.question,
        "default": reading.default,
        "alternatives": alternatives,
    }


def deck_as_json(deck: Deck) -> list[dict[str, Any]]:
    return [
        {
            "name": card.name,
            "rank": card.rank,
            "suit": card.suit.name if card.suit else None,
            "copies": copies,
        }
        for card, copies in zip(deck.cards, deck.copies, strict=True)
    ]


def _about(form: Game[Any], where: str) -> list[Property]:
    """The properties that are about a form, where there are any that can be read."""
    file = found_file(type(form), f"{form.name}.py", where)
    try:
        every = read_properties(file, type(form))[0] if file is not None else []
    except BadInput as error:
        complain(str(error))
        return []
    return [each for each in every if each.trouble is None and each.applies(form.readings, form.players)]
