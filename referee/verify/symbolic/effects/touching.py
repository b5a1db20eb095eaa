"""What each function of a Program may change, with all that it calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.meaning.looking import LISTED, PLAIN
from referee.meaning.program import Expr, Function, Let, Program, Return, Set, expressions, walk
from referee.meaning.types import Places
from referee.verify.symbolic.looks import LOOKS, MAKES

Touched = tuple[str, Any]
EVERYTHING: Touched = ("everything", None)
HARMLESS = (
    LOOKS
    | PLAIN
    | LISTED
    | frozenset(
        """place.row|lies|lying|laid|laid.has|laid.marks|laid.with|laid.mark|laid.unmark|field|unwound|pile.one|offered
        |combinations again|moment""".replace("\n", "")
        .replace(" ", "")
        .split("|")
    )
    | {"combinations again", "pile.highest", "pile.is_exactly", "pile.is_within", "call", "reading is"}
)
ASKS = frozenset(["ask", "together", "lot", "roll", "draw", "pick", "shuffle", "owe", "unwind", "spin"])


FACES = ("faces", "links")
"""What is told of a row whose cards lie otherwise and stay where they are."""
OF_PLACES = ("left", "came", "bag", *FACES)
"""What is told of a place."""
CHANGES = "_change"
"""The function of the kernel that changes how a card of a row lies, and nothing else."""


def is_kernel(function: Function, name: str = "") -> bool:
    """Whether the kernel has that function (``name``: and calls it so)."""
    return "/kernel/" in f"/{function.about}" and (not name or name_of(function) == name)


def direct(function: Function, places: Callable[[Expr], list[Any]] | None = None) -> set[Touched]:
    """What it changes itself; ``places`` says which an expression stands for."""
    places = places or places_of
    found: set[Touched] = set()
    name = name_of(function) if is_kernel(function) else ""
    if name in ("groups", "group_of"):
        return found  # these make what they change
    roots = roots_of(function)
    for each in expressions(function.body):
        if name == "link" and each.op in ("place.row", "lying"):
            found |= {("links", at) for at in places(each.args[0])}
        if each.op in LISTED:
            found |= roots.changed(each.args[0])
        if each.op in HARMLESS:
            continue
        found |= set(touched_by(each, name, places))
    return found


class Roots:
    """What the lists and dictionaries of a function are: made in it, given to it, or kept by the table."""

    def __init__(self, function: Function) -> None:
        self.made: dict[str, list[Expr]] = {}
        for each in walk(function.body):
            if isinstance(each, (Let, Set)):
                self.made.setdefault(each.name, []).append(each.value)
        self.put: dict[str, list[Expr]] = {}
        """The values that are put into dictionaries, by their names."""
        for one in expressions(function.body):
            if one.op in ("setdefault", "map.set") and one.args[0].op == "local":
                self.put.setdefault(str(one.args[0].about), []).append(one.args[2])
        self.given = {name: at for at, (name, _) in enumerate(function.parameters)}

    def changed(self, e: Expr, depth: int = 0) -> set[Touched]:
        """What changes where that changes."""
        if e.op in MAKES and e.op != "local":
            return set()
        if e.op == "convert":
            return self.changed(e.args[0], depth)
        if e.op == "local" and depth < 9:
            name = str(e.about)
            found: set[Touched] = {("given", self.given[name])} if name in self.given else set()
            for each in self.made.get(name, ()):
                found |= self.changed(each, depth + 1)
            return found
        if e.op in ("field", "scalar"):
            return {("field", None)}
        if e.op in ("setdefault", "map.item") and depth < 9:
            found = self.changed(e.args[0], depth + 1)
            for value in self.put.get(str(e.args[0].about), ()):
                found |= self.changed(value, depth + 1)
            return found
        if e.op == "call" and depth < 9:
            return self._given_back(e, depth)
        return {("given", None)}

    def _given_back(self, call: Expr, depth: int) -> set[Touched]:
        """What changes where that changes which a function has given."""
        inside, found = roots_of(call.about), set[Touched]()
        for each in walk(call.about.body):
            if isinstance(each, Return):
                for value in each.values:
                    for word, at in inside.changed(value, depth + 1):
                        found |= (
                            self.changed(call.args[at], depth + 1)
                            if at is not None and word == "given"
                            else {(word, at)}
                        )
        return found


_roots: dict[int, tuple[Function, Roots]] = {}


def roots_of(function: Function) -> Roots:
    """The roots of a function, found once."""
    found = _roots.get(id(function))
    if found is None:
        found = _roots[id(function)] = function, Roots(function)
    return found[1]


def name_of(function: Function) -> str:
    return function.name.rpartition("_")[0]


def touched_by(e: Expr, function: str, places: Callable[[Expr], list[Any]] | None = None) -> list[Touched]:
    places = places or places_of
    if e.op in ASKS:
        return [("ask", None)]
    if e.op in ("set scalar", "set each"):
        return [("scalar", e.about)]
    if e.op == "set field":
        return [("field", e.about)]
    if e.op == "pay":
        return [("scalar", "$money")]
    if e.op in ("end", "same payoffs"):
        return [("scalar", "$ended")]
    if e.op == "take":
        return [("left", at) for at in places(e.args[1])]
    if e.op == "set row":
        return [("faces" if function == CHANGES else "came", at) for at in places(e.args[0])]
    if e.op == "set pile":
        return [("bag", at) for at in places(e.args[0])]
    if e.op in ("shift", "swap"):
        return [("bag", at) for each in e.args if isinstance(each.type, Places) for at in places(each)]
    return [EVERYTHING]


def places_of(e: Expr) -> list[int]:
    if e.op == "convert":
        return places_of(e.args[0])
    if isinstance(e.type, Places):
        return sorted(e.type.numbers)
    if e.op == "const":
        return [int(e.about)]
    raise KeyError(f"{e.op} {e.type!r}")


def touching(program: Program) -> dict[str, frozenset[Touched]]:
    """By function what it may change."""
    found = {each.name: direct(each) for each in program.functions}
    by_name = {each.name: each for each in program.functions}
    callers: dict[str, dict[str, list[Expr]]] = {}
    for function in program.functions:
        for each in expressions(function.body):
            if each.op == "call":
                callers.setdefault(each.about.name, {}).setdefault(function.name, []).append(each)
    waiting = list(found)
    while waiting:
        name = waiting.pop()
        for caller, where in callers.get(name, {}).items():
            more = {each for each in found[name] if each[0] != "given"}
            for at in [at for word, at in found[name] if word == "given"]:
                for call in where:
                    more |= {("given", None)} if at is None else roots_of(by_name[caller]).changed(call.args[at])
            if not more <= found[caller]:
                found[caller] |= more
                waiting.append(caller)
    return {name: frozenset(each) for name, each in found.items()}
