"""An edge of a place in the rule text, in words that need no Python.

Names are those of the author: ``t.hand[me].size`` is "the number of cards in hand". What has no such name is left out.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

from referee.verify.ask.edges import Edge

LONGEST = 60
"""Characters of a name; what is longer says less than nothing."""
OF_CARDS = {"highest": "the highest card in", "lowest": "the lowest card in", "worth": "the worth of"}
MEASURED = {"size": "the number of cards in", "pile": "", "row": "", "cards": ""}
JOINED = {ast.Add: "+", ast.Sub: "−", ast.Mult: "×"}


def noun(node: ast.expr | None) -> str:
    """What an expression is called, "" where nobody could say."""
    said = _noun(node)
    return said if len(said) <= LONGEST else ""


def _named(node: ast.expr) -> str:
    """The same, in quotes where it is a name alone: it may be any word of the language."""
    said = noun(node)
    return said if not said or said[0].isdigit() or said.startswith("the ") else f"‘{said}’"


def _noun(node: ast.expr | None) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value) if isinstance(node.value, (int, str)) and not isinstance(node.value, bool) else ""
    if isinstance(node, ast.Name):
        return _words(node.id)
    if isinstance(node, ast.NamedExpr):
        return _noun(node.target)
    if isinstance(node, ast.Attribute):
        if node.attr in MEASURED:
            of = _noun(node.value)
            return f"{MEASURED[node.attr]} {of}".strip() if of else ""
        return "the number of players" if node.attr == "players" and _is(node.value, "self") else _words(node.attr)
    if isinstance(node, ast.Subscript):
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            return f"the setting {_words(node.slice.value)}"
        return _noun(node.value)
    if isinstance(node, ast.BinOp) and type(node.op) in JOINED:
        left, right = _noun(node.left), _noun(node.right)
        return f"{left} {JOINED[type(node.op)]} {right}" if left and right else ""
    if isinstance(node, (ast.ListComp, ast.GeneratorExp, ast.SetComp)):
        return _noun(node.generators[0].iter) if isinstance(node.elt, ast.Name) else ""
    return _called(node) if isinstance(node, ast.Call) else ""


def _called(node: ast.Call) -> str:
    if isinstance(node.func, ast.Name):
        return f"the number of {of}" if node.func.id == "len" and (of := _noun(node.args[0])) else ""
    if not isinstance(node.func, ast.Attribute):
        return ""
    name = node.func.attr
    if name in OF_CARDS:
        # A place is asked (``hand.highest(values)``), or the table is told of which cards (``t.worth(cards, values)``).
        of = _noun(node.args[0]) if _is_short(node.func.value) and node.args else _noun(node.func.value)
        return f"{OF_CARDS[name]} {of}" if of else ""
    if name == "count" and len(node.args) == 2:
        kind, of = _noun(node.args[1]), _noun(node.args[0])
        return f"the number of {kind} in {of}" if kind and of else ""
    if name == "quantity" and node.args:
        return _noun(node.args[0])
    return _words(name) if _is(node.func.value, "self") else ""


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_short(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and len(node.id) == 1


def _words(name: str) -> str:
    """A name as words; of one letter it says nothing."""
    return name.strip("_").replace("_", " ") if len(name) > 1 else ""


def words_of(what: str, how: str, node: ast.AST) -> Mapping[Edge, str]:
    """A sentence for each edge that a place of this sort can have. ``what`` and ``how`` are as the hook is told."""
    return SAID[what](how, node)


def _compare(how: str, node: ast.Compare) -> dict[Edge, str]:
    left, right = _named(node.left), _named(node.comparators[0])
    both = bool(left and right)
    equal = f"{left} is the same on both sides" if both and left == right else f"{left} is just {right}"
    return {
        Edge.EQUAL: equal if both else "two amounts that are compared are equal",
        Edge.MORE: f"{left} is more than {right}" if both else "an amount is more than its limit",
        Edge.FIRST: f"{left} is compared with {right} before anybody has changed one of them"
        if both
        else "something is compared before anybody has changed it",
    }


def _divide(how: str, node: ast.BinOp) -> dict[Edge, str]:
    left, right = _named(node.left), _named(node.right)
    return {Edge.REST: f"{left or 'an amount'} does not divide by {right}" if right else "an amount does not divide"}


def _best(how: str, node: ast.Call) -> dict[Edge, str]:
    which = "highest" if how == "max" else "lowest"
    if len(node.args) > 1:
        named = [_named(each) for each in node.args]
        return {Edge.EQUAL: f"{' and '.join(named)} are the same" if all(named) else "two amounts are the same"}
    of = node.args[0] if node.args else None
    measured = of.elt if isinstance(of, (ast.ListComp, ast.GeneratorExp, ast.SetComp)) else None
    key = next((each.value for each in node.keywords if each.arg == "key"), None)
    measured = key.body if isinstance(key, ast.Lambda) else measured
    return {Edge.EQUAL: _tie(f"a tie for the {which}", noun(measured))}


def _most(how: str, node: ast.Call) -> dict[Edge, str]:
    of = node.args[0] if node.args else None
    value = of.value if isinstance(of, ast.DictComp) else None
    return {Edge.EQUAL: _tie("a tie for the most", noun(value)), Edge.NONE: "nobody is left who could have the most"}


def _tie(said: str, of: str) -> str:
    return f"there is {said}" + (f" ({of.removeprefix('the ')})" if of else "")


def _draw(how: str, node: ast.Call) -> dict[Edge, str]:
    place = noun(node.args[0]) if node.args else ""
    of = f"the {place}" if place else "a place"
    return {
        Edge.ALL: f"the last cards of {of} are drawn",
        Edge.NONE: f"more is to be drawn from {of} than there is",
        Edge.MORE: _larger(node, "drawn"),
    }


def _move(how: str, node: ast.Call) -> dict[Edge, str]:
    return {Edge.MORE: _larger(node, "put there")}


def _larger(node: ast.Call, done: str) -> str:
    """Draws and moves go to their third argument."""
    target = noun(node.args[2]) if len(node.args) > 2 else ""
    return f"more lies in the {target or 'place'} of a player than anybody was dealt, as cards are {done}"


def _end(how: str, node: ast.Call) -> dict[Edge, str]:
    return {Edge.FIRST: "the match ends before everybody was asked for anything"}


def _effect(how: str, node: ast.FunctionDef) -> dict[Edge, str]:
    return {Edge.MORE: f"two players have ‘{_words(how)}’ at the same moment"}


def _pay(how: str, node: ast.Call) -> dict[Edge, str]:
    return {Edge.ONESELF: "a player pays himself", Edge.NONE: "nothing is paid"}


def _asked(how: str, node: ast.Call) -> dict[Edge, str]:
    ask = _question(node)
    return {Edge.NONE: f"{ask} has no answer", Edge.ONE: f"{ask} has only one answer"}


def _answered(how: str, node: ast.Call) -> dict[Edge, str]:
    return {Edge.ONESELF: f"a player answers {_question(node)} with himself"}


def _question(node: ast.Call) -> str:
    ask = noun(node.args[1]) if len(node.args) > 1 else ""
    return f"the question ‘{ask}’" if ask else "a question"


def _empty(how: str, node: ast.If | ast.For) -> dict[Edge, str]:
    of = node.iter if isinstance(node, ast.For) else node.test
    chosen = isinstance(of, (ast.ListComp, ast.GeneratorExp)) and bool(of.generators[0].ifs)
    if not (said := _listed(of)):
        return {Edge.NONE: "there is nothing, or nobody, that it could be about"}
    return {Edge.NONE: f"it is about none of the {said}" if chosen else f"there is nothing, or nobody, in ‘{said}’"}


def _listed(node: ast.expr) -> str:
    """What could be empty of an expression."""
    if isinstance(node, ast.IfExp):
        return _listed(node.body)
    if isinstance(node, ast.BoolOp):
        named = [each for each in node.values if not isinstance(each, (ast.Compare, ast.UnaryOp)) and noun(each)]
        return noun(named[0 if isinstance(node.op, ast.And) else -1]) if named else ""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not noun(node):
        return (noun(node.args[0]) if node.args else "") or _words(node.func.attr)
    return noun(node)


def _again(how: str, node: ast.Assign) -> dict[Edge, str]:
    said = noun(node.targets[0])
    return {Edge.AGAIN: f"‘{said}’ comes, and is so already" if said else "it is so already, and comes again"}


SAID: dict[str, Callable[[str, Any], dict[Edge, str]]] = {
    "compare": _compare, "divide": _divide, "best": _best, "most": _most, "draw": _draw, "pay": _pay,
    "asked": _asked, "answered": _answered, "empty": _empty, "again": _again,
    "move": _move, "end": _end, "win": _end, "effect": _effect,
}  # fmt: skip
