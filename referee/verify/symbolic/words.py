"""Terms as people read them."""

from __future__ import annotations

import re
from typing import Any

from referee.verify.symbolic.term_types import Atom, Number, Term, Truth

NO_PLAYER = 1 << 30
"""Stands for nobody among the numbers of players."""
LONGEST = 200
"""Letters of one term; the rest is left out."""
NUMBERED = re.compile(r"^(?P<whole>.*) c(?P<number>\d+)!\d+$")


def words(term: Term, classes: int) -> str:
    """A term, cut where it is long. ``classes``: so many numbers of cards are the size of a place."""
    text = _said(term, classes)
    text = text.replace(str(NO_PLAYER), "nobody")
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 2]} …"


def _said(term: Term, classes: int) -> str:
    if isinstance(term, Truth):
        return _truth(term, classes)
    if not isinstance(term, Number):
        return str(term)
    return _sum([*_parts(term, classes), *([("", term.constant)] if term.constant else [])])


def _truth(truth: Truth, classes: int) -> str:
    if truth.op == "name":
        return str(truth.args[0]).rpartition("!")[0]
    if truth.op in ("<=0", "==0"):
        number: Number = truth.args[0]
        parts = _parts(number, classes)
        left = [(name, by) for name, by in parts if by > 0]
        right = [(name, -by) for name, by in parts if by < 0]
        (right if number.constant < 0 else left).append(("", abs(number.constant)))
        return f"{_sum(left)} {'≤' if truth.op == '<=0' else '='} {_sum(right)}"
    inner = [_said(each, classes) for each in truth.args]
    if truth.op == "not":
        return f"not ({inner[0]})"
    return f" {truth.op} ".join([f"({each})" for each in inner])


def _parts(number: Number, classes: int) -> list[tuple[str, Any]]:
    """Names, and how many times each: all the classes of a place together are its size."""
    of_places: dict[tuple[str, Any], list[str]] = {}
    found: list[tuple[str, Any]] = []
    for atom, by in number.parts:
        match = NUMBERED.match(atom.name)
        if match and not atom.of:
            of_places.setdefault((match["whole"], by), []).append(match["number"])
        else:
            found.append((_name(atom, classes), by))
    for (whole, by), numbers in of_places.items():
        if len(set(numbers)) == classes:
            found.append((f"size of {whole}", by))
        else:
            found += [(f"{whole} c{each}", by) for each in numbers]
    return found


def _name(atom: Atom, classes: int) -> str:
    if not atom.of:
        return atom.name
    if atom.of[0] == "if":
        _, truth, yes, otherwise = atom.of
        return f"[{_said(yes, classes)} if {_said(truth, classes)}, else {_said(otherwise, classes)}]"
    how, inner, by = atom.of
    return f"[({_said(inner, classes)}) {'//' if how == 'div' else '%'} {by}]"


def _sum(parts: list[tuple[str, Any]]) -> str:
    said = [str(by) if not name else name if by == 1 else f"{by} × {name}" for name, by in parts if name or by]
    return " + ".join(said) or "0"
