"""Findings for which nothing is played: rulebook, readings and code that do not go together, and rules that take a
seat by its number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game, rules_of
from referee.kernel.rulebook import CLAUSE_ID, load_rulebook
from referee.kernel.rulelint import lint
from referee.verify.findings import Finding, Place
from referee.verify.understood.seat_preferred import REMEDY, seats_preferred
from referee.verify.understood.seat_text import seat_order_use
from referee.verify.verdicts import Method, Trouble, Verdict


def findings_of_text(game: type[Game[Any]]) -> Iterator[Finding]:
    """The complaints of ``referee rules GAME --lint``, and rules that prefer a seat; each once, with all its places."""
    known = {clause.id for clause in load_rulebook(rules_of(game).folder / "rulebook.md").clauses}
    said: dict[tuple[str, str], list[Place]] = {}
    for each in lint(game):
        said.setdefault((each.file.name, each.message), []).append(Place(each.file, each.line))
    for (file, message), places in said.items():
        clauses = [id for id in dict.fromkeys(re.findall(rf"(?<![\w-]){CLAUSE_ID}", message)) if id in known]
        sentence = f"{message[0].upper()}{message[1:]}."
        yield _finding(game, Trouble.RULEBOOK, sentence, clauses, places, f"{file}: {message}")
    with suppress(BadInput):  # with its defaults it cannot be made
        by_text: dict[tuple[str, str, tuple[str, ...]], list[Place]] = {}
        for one in seats_preferred(game()):
            by_text.setdefault((one.rule, one.words, one.clauses), []).append(Place(one.file, one.line))
        for (rule, words, clauses_of), places in by_text.items():
            sentence = f"{rule} takes a seat by its number, {words}: {REMEDY}; if it is meant so, accept it."
            yield _finding(game, Trouble.SEAT, sentence, clauses_of, places, f"{rule}: {words}")


def with_text(findings: list[Finding], game: type[Game[Any]]) -> None:
    """Add what is read. That a seat is preferred is told once, with the text that shows it and the play that does:
    where rules take one by its number, play with everybody one seat further on can only differ."""
    read = list(findings_of_text(game))
    met = [each for each in findings if each.trouble is Trouble.SEAT]
    seats = [each for each in read if each.trouble is Trouble.SEAT]
    if met and seats:
        findings[:] = [each for each in findings if each not in met]
        read[read.index(seats[0])] = replace(seats[0], witness=met[0].witness)
    for each in [] if seats else met:
        if place := _where_in_order(game):
            findings[findings.index(each)] = replace(each, places=(place,))
    findings += read


def _where_in_order(game: type[Game[Any]]) -> Place | None:
    """The place where the text may depend on the order of the seats."""
    with suppress(BadInput):
        form = game()
        file, _, line = seat_order_use(form, [form.deal, form.step]).rpartition(":")
        return Place(Path(file), int(line)) if line else None
    return None


def _finding(
    game: type[Game[Any]], trouble: Trouble, sentence: str, clauses: Iterable[str], places: list[Place], about: str
) -> Finding:
    return Finding(
        trouble, game.name, sentence, tuple(clauses), game.fewest_players, {}, {}, Method.TEXT, Verdict.PROVED,
        about=about, places=tuple(places),
    )  # fmt: skip
