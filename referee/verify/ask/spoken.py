"""Sentences of the rulebook that may speak of something. They are found by words, and only say where to look."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from typing import Any

from referee.kernel.game import Game, methods_of, rules_of
from referee.kernel.rulebook import load_rulebook
from referee.verify.ask.edges import SPOKEN, Edge
from referee.verify.ask.question import Question

SENTENCES = re.compile(r"(?<=[.!?;])\s+")
LEAST = 4
WORD = re.compile(r"[A-Za-z]{4,}")
"""A word that says something; its first ``LEAST`` letters are compared."""


def sentences_of(game: type[Game[Any]]) -> dict[str, str]:
    """The text of each clause, with the questions of the readings that are about it."""
    rules = rules_of(game)
    found = {each.id: each.text for each in load_rulebook(rules.folder / "rulebook.md").clauses}
    for slug, reading in rules.readings.items():
        for id in reading.clauses:
            if id in found:
                found[id] += f"\n(reading {slug}) {reading.question}"
    return found


def called_by(game: type[Game[Any]], text: str) -> tuple[str, ...]:
    """The clauses of the rules that a line calls."""
    called = [getattr(game, name, None) for name in re.findall(r"\bself\.(\w+)\(", text)]
    return tuple([id for each in called for id in getattr(each, "__clauses__", ())])


def called_in(game: type[Game[Any]], name: str) -> tuple[str, ...]:
    """The clauses of the rules that a rule calls anywhere: what is done at an edge may stand in another line."""
    method = methods_of(game).get(name.rpartition(".")[2])
    try:
        return called_by(game, inspect.getsource(inspect.unwrap(method))) if method is not None else ()
    except OSError:
        return ()


def spoken_of(
    asked: Question, clauses: Mapping[str, str], called: Sequence[str] = (), beside: Sequence[str] = ()
) -> str:
    """The sentence that has a word for such an edge, of the clauses that its line calls, of its own, or of those that
    its rule calls ``beside``; "" where there is none."""
    return spoken_in(asked.edge, (*called, *asked.site.clauses, *beside), clauses)


def spoken_in(edge: Edge, ids: Sequence[str], clauses: Mapping[str, str]) -> str:
    """The sentence of these clauses that has a word for such an edge; "" where there is none."""
    words = re.compile(rf"\b({SPOKEN[edge]})\b", re.IGNORECASE)
    for clause in dict.fromkeys(ids):
        for each in SENTENCES.split(clauses.get(clause, "").replace("\n", " ")):
            if words.search(each):
                return f"{clause}: {each}"
    return ""


def nearest(text: str, ids: Sequence[str], clauses: Mapping[str, str]) -> str:
    """The sentence of these clauses that has most words of a line of code; the first one where none has any, "" where
    there is no text."""
    words = {each.lower()[:LEAST] for each in WORD.findall(text.replace("_", " "))}
    best, most = "", -1
    for clause in ids:
        for each in SENTENCES.split(clauses.get(clause, "").replace("\n", " ").strip()):
            there = {word.lower()[:LEAST] for word in WORD.findall(each)}
            if each and len(words & there) > most:
                best, most = f"{clause}: {each}", len(words & there)
    return best
