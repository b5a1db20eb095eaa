"""A Program as text for people: its functions by the rules that they mean, and one function to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee.meaning.program import (
    Again,
    Block,
    Catch,
    Do,
    Expr,
    Function,
    If,
    Leave,
    Let,
    Loop,
    Program,
    Raise,
    Return,
    Set,
    Stmt,
    reachable,
    walk,
)

INDENT = "    "


def summary(program: Program) -> Iterator[dict[str, Any]]:
    """For each function of Python that is understood: file, line, name, clauses, ``forms`` (one for each form of its
    arguments), ``statements`` of all of them, and ``branches`` among these."""
    reached = reachable(program, (program.deal, program.step))
    functions = [each for each in program.functions if each.name in reached]
    forms = Counter(each.about for each in functions)
    for about in forms:
        mine = [each for each in functions if each.about == about]
        statements = [each for one in mine for each in walk(one.body)]
        file, _, line = about.rpartition(":")
        yield {
            "file": file,
            "line": int(line),
            "function": name_of(mine[0]),
            "clauses": list(mine[0].clauses),
            "forms": len(mine),
            "statements": len(statements),
            "branches": sum(isinstance(each, If) for each in statements),
        }


def name_of(function: Function) -> str:
    """Its name in Python."""
    return function.name.rpartition("_")[0]


def function_lines(function: Function, atoms: list[Any]) -> Iterator[str]:
    """The text of a function, to read."""
    known = {each.name: each.value.type for each in walk(function.body) if isinstance(each, Let)}
    parameters = ", ".join([f"{name}: {kind!r}" for name, kind in function.parameters])
    results = ", ".join([repr(each) for each in function.results])
    yield f"{function.name}({parameters})" + (f" -> {results}" if results else "")
    yield f"{INDENT}means {Path(function.about).name}"
    if function.clauses:
        yield f"{INDENT}carries out {', '.join(function.clauses)}"
    for name, kind in function.variables.items():
        if name not in known:
            yield f"{INDENT}var {name}: {kind!r}"
    yield from _lines(function.body, 1, atoms)


def _lines(body: list[Stmt], depth: int, atoms: list[Any]) -> Iterator[str]:
    pad = INDENT * depth
    for each in body:
        match each:
            case Let(name, value):
                yield f"{pad}{name} = {text(value, atoms)}"
            case Set(name, value):
                yield f"{pad}{name} := {text(value, atoms)}"
            case Do(value):
                yield f"{pad}{text(value, atoms)}"
            case If(condition, yes, no):
                yield f"{pad}if {text(condition, atoms)}:"
                yield from _lines(yes, depth + 1, atoms)
                if no:
                    yield f"{pad}else:"
                    yield from _lines(no, depth + 1, atoms)
            case Block(label, inner):
                yield f"{pad}block {label}:"
                yield from _lines(inner, depth + 1, atoms)
            case Loop(label, inner):
                yield f"{pad}loop {label}:"
                yield from _lines(inner, depth + 1, atoms)
            case Leave(label):
                yield f"{pad}leave {label}"
            case Again(label):
                yield f"{pad}again {label}"
            case Return(values):
                yield f"{pad}return {', '.join([text(one, atoms) for one in values])}".rstrip()
            case Raise(broken, why):
                yield f"{pad}stop: {broken.lower().replace('_', ' ')}" + (f" ({why})" if why else "")
            case Catch(inner, caught, _):
                yield f"{pad}try:"
                yield from _lines(inner, depth + 1, atoms)
                yield f"{pad}where it is stopped:"
                yield from _lines(caught, depth + 1, atoms)


def text(value: Expr, atoms: list[Any]) -> str:
    """An expression, to read."""
    if value.op in ("const", "local"):
        return str(value.about)
    if value.op == "atom" and isinstance(value.about, int):
        return repr(atoms[value.about])
    inner = ", ".join([text(each, atoms) for each in value.args])
    about = value.about
    named = "" if about is None else f"[{getattr(about, 'name', None) or getattr(about, '__name__', about)}]"
    return f"{value.op}{named}({inner})"
