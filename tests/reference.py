"""docs/reference.md is made of the docstrings: ``python -m tests.reference`` writes it anew.

An entry has the signature, the text, and the first line that uses the name in text that runs: the pages first, then
what ships. What a class says of its members in its own text (named ```member```) needs no text of theirs, and what it
calls the kernel's own no example.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "docs" / "reference.md"
FENCED = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(r"``[^`]{12,}``", re.DOTALL)
"""What a text itself shows of its name."""
LONGEST = 120
"""Characters of an example."""

HEAD = [
    "# Reference",
    "Every public name, made from the docstrings. [The kernel on one page](kernel.md) has the words of the "
    "rules in the order in which one needs them, [the cookbook](cookbook.md) whole pieces of games.",
    "Numbers are whole numbers of what they are about: cards, dice, turns. Payoffs are exact, whole numbers or"
    " fractions, in a unit that is the game's own. An *obligation* is what rules owe the kernel: in play a "
    "match stops where it is broken (`RuleFault`, with the clause), in a proof it is a theorem to be shown, "
    "and `referee check` looks for deals that break it. What gives a `Rule` is called with `yield from`. What "
    "text is refused, where and why: [refusals](refusals.md). Answers and spaces as JSON data: "
    "[the protocol](protocol.md#spaces).",
]


@dataclass(frozen=True)
class Section:
    """Names of a module (all that are public, if none are given), and where they are used."""

    title: str
    module: str
    names: tuple[str, ...] = ()
    used: str = ""


SHIPPED = "referee/play referee/record"

SECTIONS = (
    Section("Writing rules", "referee.kernel", used=f"kernel.md cookbook.md referee/games {SHIPPED}"),
    Section("What a seat may see", "referee.kernel.views", ("view_of",), SHIPPED),
    Section("Writing properties", "referee.verify", used=f"checking.md properties {SHIPPED}"),
    Section("Writing bots", "referee.bot", used=f"bots.md bots {SHIPPED}"),
    Section("A position that a bot imagines", "referee.play.position", ("Position",), "bots.md bots"),
    Section("Commands as functions", "referee.report.python", used="python.md"),
    Section("What a check gives", "referee.verify.check_result", ("Checked",)),
    Section("A finding", "referee.verify.findings", ("Finding",)),
    Section("Verdicts", "referee.verify.verdicts", ("Verdict", "Method", "Trouble", "Result")),
    Section("What standings give", "referee.tournament.standings", ("Standings", "Line")),
)

HEADINGS = {
    "cards": "Cards",
    "places": "Zones and places",
    "grids": "Boards",
    "scalars": "Scalars",
    "players": "Players and audiences",
    "outcome": "The end of a match",
    "table": "The table",
    "requests": "Questions",
    "spaces": "Answers",
    "selections": "Answers that are cards",
    "piles": "Answers that are piles",
    "rows": "Answers that are cards of a row",
    "numbers": "Answers that are numbers",
    "events": "Events",
    "effects": "Windows, effects, modifiers",
    "clauses": "Clauses and readings",
    "parameters": "Settings",
    "game": "Games",
    "driving": "Running a game",
    "errors": "Errors",
    "rule_types": "The words that rules are typed in",
}
"""Of the modules of the kernel, in the order of the page."""

BEFORE = {
    "Table": r"t|table",
    "Game": r"self|game|t\.game|form|def|=",
    "Place": r"t\.(hand|pile|stock|played|kept|bought|board)(\[.*\])?|hand|stock|place",
    "Row": r"t\.line\[.*\]|row",
    "Grid": r"t\.board",
    "Deck": r"self\.deck|deck|Deck",
    "Space": r"space|choice\.space|ask\.space|OneOf\(.*\)",
    "View": r"view",
    "Ask": r"ask",
    "Bot": r"self|def",
}
"""Classes whose members are shown in use: what stands before the dot ("def", "=": it is written there)."""


# -- names ------------------------------------------------------------------------------------------------


def public_names(module: ModuleType) -> list[str]:
    """What a module says is public; without that, what it makes."""
    made = [name for name, each in vars(module).items() if getattr(each, "__module__", "") == module.__name__]
    return list(getattr(module, "__all__", [name for name in made if not name.startswith("_")]))


def home_of(module: ModuleType, name: str) -> str:
    """The module that a name was written in."""
    for node in ast.walk(_tree(module.__name__)):
        if isinstance(node, ast.ImportFrom) and node.module and name in [each.name for each in node.names]:
            return node.module
    return module.__name__


def classes() -> list[tuple[type, Section]]:
    """Every class that has an entry."""
    found = [
        (getattr(importlib.import_module(section.module), name), section)
        for section in SECTIONS
        for name in section.names or public_names(importlib.import_module(section.module))
    ]
    return [(each, section) for each, section in found if inspect.isclass(each)]


def members(cls: type) -> dict[str, tuple[str, str]]:
    """Signature and text of the public members of a class, with those of bases that have no entry of their own."""
    entries = {each for each, _ in classes()} - {cls}
    found: dict[str, tuple[str, str]] = {}
    elsewhere: set[str] = set()
    for each in cls.__mro__:
        if not each.__module__.startswith("referee"):
            continue
        for name, said in _members(each):
            if each in entries:
                elsewhere.add(name)
            elif not name.startswith("_"):
                known = found.get(name, ("", ""))
                found[name] = (known[0] or said[0], known[1] or said[1])
    return {name: said for name, said in found.items() if name not in elsewhere}


def lacking() -> list[str]:
    """What has no text or, of what is shown in use, no example."""
    found = []
    for section in SECTIONS:
        module = importlib.import_module(section.module)
        for name in section.names or public_names(module):
            thing = getattr(module, name)
            said = ("", doc(thing)) if inspect.isclass(thing) else _said(home_of(module, name), name)
            found += [f"{name}: no text"] * (not said[1] and " = " not in said[0])
            shown = section.names or _example(section, name) or SHOWN.search(said[1])
            found += [f"{name}: no example"] * (not shown)
    for cls, section in classes():
        told = " ".join(doc(each) for each in cls.__mro__ if each.__module__.startswith("referee"))
        inside = " ".join(each for each in told.split("\n\n") if each.startswith("The kernel's own"))
        for name, (signature, text) in members(cls).items() if cls.__name__ in BEFORE or section is SECTIONS[0] else ():
            named = text or f"``{name}``" in told or " = " in signature
            found += [f"{cls.__name__}.{name}: no text"] * (not named)
            shown = cls.__name__ not in BEFORE or f"``{name}``" in inside or _example(section, name, cls)
            found += [f"{cls.__name__}.{name}: no example"] * (not shown)
    return found


# -- the page ---------------------------------------------------------------------------------------------


def page() -> str:
    """The whole page."""
    parts = ["\n\n".join(HEAD) + "\n"]
    for section in SECTIONS:
        module = importlib.import_module(section.module)
        parts.append(f"## {section.title}\n")
        names = list(section.names or public_names(module))
        if section is SECTIONS[0]:
            order = [home_of(module, name).rpartition(".")[2] for name in names]
            for home, heading in HEADINGS.items():
                parts.append(f"### {heading}\n")
                parts += _entries(section, module, [name for name, of in zip(names, order, strict=True) if of == home])
        else:
            parts += _entries(section, module, names)
    return "\n".join(part for part in parts if part)


def _entries(section: Section, module: ModuleType, names: Sequence[str]) -> Iterator[str]:
    listed = [name for name in names if not inspect.isclass(getattr(module, name))]
    yield "".join(_entry(section, name, _said(home_of(module, name), name)) + "\n" for name in listed)
    for name in names:
        if name not in listed:
            yield _class(section, name, getattr(module, name))


def _class(section: Section, name: str, cls: type) -> str:
    bases = [each.__name__ for each in cls.__bases__ if any(each is one for one, _ in classes())]
    example = _example(section, name)
    told = members(cls)
    lines = [
        f"{'####' if section is SECTIONS[0] else '###'} `{name}`{f' ({bases[0]})' if bases else ''}\n",
        _in_markdown(doc(cls)),
        f"Example: {_code(example)}\n" if example else "",
        "".join(_entry(section, key, said, cls) + "\n" for key, said in told.items() if said[1]),
    ]
    if bare := [_code(key + signature) for key, (signature, text) in told.items() if not text]:
        lines.append(f"Has {', '.join(bare)}.\n")
    return "\n".join(line for line in lines if line)


def _entry(section: Section, name: str, said: tuple[str, str], of: type | None = None) -> str:
    signature, text = said
    example = _example(section, name, of)
    shown = f"Example: {_code(example)}" if example else ""
    return " ".join(
        each for each in (f"- **{_code(name + signature)}**", " ".join(_in_markdown(text).split()), shown) if each
    )


def _in_markdown(text: str) -> str:
    return re.sub(r"``(.+?)``", r"`\1`", text, flags=re.DOTALL) + "\n" if text else ""


def _code(text: str) -> str:
    return f"`` {text} ``" if "`" in text else f"`{text}`"


# -- text -------------------------------------------------------------------------------------------------


@cache
def _tree(module: str) -> ast.Module:
    file = importlib.import_module(module).__file__
    assert file is not None, module
    return ast.parse(Path(file).read_text(encoding="utf-8"))


def _class_text(cls: type) -> ast.ClassDef:
    """The text of a class: what the type checker reads, where there are two."""
    found = [each for each in ast.walk(_tree(cls.__module__)) if isinstance(each, ast.ClassDef)]
    return next(each for each in found if each.name == cls.__name__)


def doc(cls: type) -> str:
    """What a class says of itself."""
    return ast.get_docstring(_class_text(cls)) or ""


def _members(cls: type) -> Iterator[tuple[str, tuple[str, str]]]:
    text = _class_text(cls)
    fields = any(ast.unparse(each).startswith("dataclass") for each in text.decorator_list)
    yield from _attributes(text.body, shown=not fields)
    for each in text.body:
        if isinstance(each, ast.FunctionDef) and each.name in ("__init__", "_make"):
            yield from _attributes(each.body, "self", shown=False)
        elif isinstance(each, ast.FunctionDef):
            yield each.name, _function(each, inside=True)
        elif isinstance(each, ast.If):
            yield from _attributes(each.body)
        elif isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == "__slots__":
            yield from [(name, ("", "")) for name in ast.literal_eval(each.value)]


def _attributes(body: Sequence[ast.stmt], of: str = "", *, shown: bool = True) -> Iterator[tuple[str, tuple[str, str]]]:
    """What is set there: its type or value, and the text that follows it."""
    for each, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        if not isinstance(each, (ast.Assign, ast.AnnAssign)):
            continue
        told = ""
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
            told = inspect.cleandoc(after.value.value)
        signature = f": {ast.unparse(each.annotation)}" if isinstance(each, ast.AnnAssign) else ""
        if not signature and shown and each.value is not None and len(ast.unparse(each.value)) < 70:
            signature = f" = {ast.unparse(each.value)}"
        for target in each.targets if isinstance(each, ast.Assign) else [each.target]:
            several = isinstance(target, ast.Tuple)
            for one in target.elts if isinstance(target, ast.Tuple) else [target]:
                if of and isinstance(one, ast.Attribute) and ast.unparse(one.value) == of:
                    yield one.attr, ("" if several else signature, told)
                elif not of and isinstance(one, ast.Name) and not one.id.startswith("_"):
                    yield one.id, ("" if several else signature, told)


def _function(node: ast.FunctionDef, *, inside: bool) -> tuple[str, str]:
    told = inspect.cleandoc(ast.get_docstring(node) or "")
    kinds = [ast.unparse(each) for each in node.decorator_list]
    gives = ast.unparse(node.returns) if node.returns else ""
    if "property" in kinds:
        return f": {gives}", told
    taken = ast.parse(ast.unparse(node)).body[0]
    assert isinstance(taken, ast.FunctionDef)
    if inside and "staticmethod" not in kinds:
        del taken.args.args[0]
    return f"({ast.unparse(taken.args)})" + f" -> {gives}" * bool(gives), told


def _said(home: str, name: str) -> tuple[str, str]:
    """Signature and text of what is no class."""
    tree = _tree(home)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return _function(node, inside=False)
    signature, told = dict(_attributes(tree.body)).get(name, ("", ""))
    thing = getattr(importlib.import_module(home), name)
    if inspect.isfunction(thing):
        line = thing.__code__.co_firstlineno
        made = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef) and each.lineno == line]
        signature = _function(made[0], inside=False)[0]
    return signature, told


# -- examples ---------------------------------------------------------------------------------------------


@cache
def _uses(where: str) -> dict[str, list[tuple[str, str]]]:
    """By word the lines that use it, each with what stands before the dot ("" for nothing)."""
    found: dict[str, list[tuple[str, str]]] = {}
    for text in _texts(where):
        source = text.encode().split(b"\n")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, (ast.stmt, ast.Call)) and (line := _line(node, source)):
                for before, word in _words(node):
                    found.setdefault(word, []).append((before, line))
    return found


def _texts(where: str) -> Iterator[str]:
    """Text that runs: what comes first is shown first."""
    for name in where.split():
        if name.endswith(".md"):
            yield from FENCED.findall((ROOT / "docs" / name).read_text(encoding="utf-8"))
        else:
            yield from [file.read_text(encoding="utf-8") for file in sorted((ROOT / name).rglob("*.py"))]


def _line(node: ast.stmt | ast.Call, source: Sequence[bytes]) -> str:
    """A statement or a call in one line, of one with a body its head; "" where that is too long or says nothing."""
    if isinstance(node, (ast.Import, ast.ImportFrom, ast.If, ast.For, ast.While, ast.With, ast.Try)):
        return ""
    text = ""
    if node.lineno == node.end_lineno:
        text = source[node.lineno - 1][node.col_offset : node.end_col_offset].decode()
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        lines = ast.unparse(node).split("\n")
        heads = [line for line in lines if line.startswith(("@", "def ", "class "))]
        text = " ".join(heads[: 1 + len(node.decorator_list)])
    return text if len(text) <= LONGEST else ""


def _words(node: ast.stmt | ast.Call) -> Iterator[tuple[str, str]]:
    """What a statement names, each with what stands before the dot."""
    parts: list[ast.AST] = [node]
    if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
        yield "def", node.name
        head = node.bases if isinstance(node, ast.ClassDef) else [node.args, *([node.returns] if node.returns else [])]
        parts = [*node.decorator_list, *head]
    for part in [each for one in parts for each in ast.walk(one)]:
        if isinstance(part, ast.Name):
            yield "=" if isinstance(part.ctx, ast.Store) else "", part.id
        elif isinstance(part, ast.Attribute):
            yield ast.unparse(part.value), part.attr


def _example(section: Section, word: str, of: type | None = None) -> str:
    """The first line that uses a name of a module, or a member of a class."""
    if not section.used or (of is not None and of.__name__ not in BEFORE):
        return ""
    wanted = re.compile(BEFORE[of.__name__] if of else "")
    return next((line for before, line in _uses(section.used).get(word, []) if wanted.fullmatch(before)), "")


if __name__ == "__main__":
    REFERENCE.write_text(page(), encoding="utf-8")
