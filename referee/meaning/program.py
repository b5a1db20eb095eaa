"""A Program as data: functions of typed statements and expressions.

An expression has no effect, or is the only one of a statement: what has effects is given a name first, so that a
Program says in which order things happen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.meaning.types import Type


@dataclass(frozen=True, slots=True, eq=False)
class Expr:
    """An operation on other expressions. ``const`` and ``local`` have theirs in ``about``."""

    type: Type
    op: str
    args: tuple[Expr, ...] = ()
    about: Any = None

    def __repr__(self) -> str:
        if self.op in ("const", "local"):
            return str(self.about)
        about = "" if self.about is None else f"[{getattr(self.about, '__name__', self.about)}]"
        return f"{self.op}{about}({', '.join(map(repr, self.args))})"


AHEAD = "ahead_"
"""How the labels of blocks begin that Python may carry out less of: what breaks off there need not do so in Python."""


class Stmt:
    """A statement."""

    __slots__ = ()


@dataclass(slots=True)
class Let(Stmt):
    """A name for a value, once."""

    name: str
    value: Expr


@dataclass(slots=True)
class Set(Stmt):
    """A variable of the function gets another value."""

    name: str
    value: Expr


@dataclass(slots=True)
class Do(Stmt):
    """Something is done for its effect."""

    value: Expr


@dataclass(slots=True)
class If(Stmt):
    condition: Expr
    yes: list[Stmt]
    no: list[Stmt]


@dataclass(slots=True)
class Block(Stmt):
    """Statements that ``Leave`` can end."""

    label: str
    body: list[Stmt]


@dataclass(slots=True)
class Loop(Stmt):
    """Statements again and again, until one leaves."""

    label: str
    body: list[Stmt]


@dataclass(slots=True)
class Leave(Stmt):
    """Go on behind the block or the loop with that label."""

    label: str


@dataclass(slots=True)
class Again(Stmt):
    """Go on at the beginning of that loop."""

    label: str


@dataclass(slots=True)
class Return(Stmt):
    values: tuple[Expr, ...]


@dataclass(slots=True)
class Raise(Stmt):
    """The match stops: ``broken`` is the name of the obligation that does not hold."""

    broken: str
    why: str
    kind: type | None = field(default=None, compare=False)
    """What Python raises there, if that is known."""


@dataclass(slots=True)
class Catch(Stmt):
    """Statements, and what is done where an event that they run in is unwound (see ``Table.stop``)."""

    body: list[Stmt]
    caught: list[Stmt]
    depth: str
    """The variable that has the depth to which it is unwound."""


@dataclass(slots=True)
class Function:
    """A function of the rules or of the kernel, for arguments of these types.

    ``about`` is the Python that it means (file and line), ``clauses`` are those that it carries out. What it gives is
    kept for the same arguments (``remembered``), or as long as the same cards lie in the row that it is given
    (``derived``).
    """

    name: str
    about: str
    parameters: list[tuple[str, Type]]
    results: tuple[Type, ...] = ()
    variables: dict[str, Type] = field(default_factory=dict)
    body: list[Stmt] = field(default_factory=list)
    clauses: tuple[str, ...] = ()
    remembered: bool = False
    derived: bool = False
    is_counted: bool = False
    """Whether the ways are told that it goes: what is derived is then found anew each time."""
    row: int | None = None
    """The place of the row of which it is derived, if that is always the same."""
    names_chance: bool = False
    """Whether chance that is drawn in it is called by its clauses."""
    ahead: bool = False
    """Whether Python may carry out less of it: it finds all the things at once that Python looks for one by one. What
    breaks off in it need not do so in Python."""


@dataclass(frozen=True, slots=True, eq=False)
class Owed:
    """What the operation ``owe`` is about: the claim of a property, and the function that says whether it holds, or
    what it says wherever it comes to its end."""

    name: str
    function: Function
    said: Any = None
    several: bool = False
    """Whether it is asked of a list of questions that are put at once."""


@dataclass(frozen=True, slots=True, eq=False)
class Appraised:
    """What a question is ``about`` whose answers are appraised: its word, and the function that says how good an answer
    looks. Its arguments are the last ones of the question, of one of several at once these ``parts``, and the answer.
    None: all look the same."""

    word: str
    function: Function | None
    parts: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.word


@dataclass(slots=True)
class Program:
    """What one form of a game means.

    ``scalars`` are what a table keeps beside cards and money, with types and first values; ``things`` the attributes
    of objects that change; ``atoms`` what is known and never changes, by number. ``unwound`` is the type of what a
    stopped event gives.
    """

    form: Any
    game: Any
    table: Any
    functions: list[Function]
    deal: str
    step: str
    scalars: dict[str, tuple[Type, Expr]]
    things: dict[type, dict[str, Type]]
    atoms: list[Any]
    unwound: Type
    marks: frozenset[int] = frozenset()
    claims: dict[str, str] = field(default_factory=dict)
    """The functions of claims, by the names of their properties: each says whether a table is as it should be."""
    known: dict[str, tuple[str, Any]] = field(default_factory=dict)
    """The functions of other claims, which say the same wherever they come to their ends, and what that is."""
    unread: dict[str, str] = field(default_factory=dict)
    """Why other claims have no meaning."""
    hand: Expr | None = None
    """The number of the hand, where that is wanted."""
    standings: dict[str, Function] = field(default_factory=dict)
    """What says how a match stands, by the name of the method (``standing``, ``evaluation``), where that is wanted."""
    beforehand: frozenset[str] = frozenset()
    """The clauses that were carried out while the rules were read, and are in no function."""


def questioned(program: Program) -> tuple[str, ...]:
    """The properties of which something is claimed where questions are asked, and understood wherever it is."""
    every = [each for function in program.functions for each in expressions(function.body)]
    names = dict.fromkeys([each.about.name for each in every if each.op == "owe"])
    return tuple([each for each in names if each not in program.unread])


def goes_on(program: Program, name: str) -> bool:
    """Whether a scalar stays as it is where the table is taken back to an earlier moment: events go on."""
    kept = (*program.table.scalar_specs, "direction", "turns", "dealing", "control", "$money")
    return name not in kept or name in ("stack", "caps_met", "_asked", "_counted", "_events", "_caused", "doings")


def walk(body: list[Stmt]) -> Iterator[Stmt]:
    """Every statement, also those within others, however deep they lie: each is given on by nobody."""
    still = body[::-1]
    while still:
        each = still.pop()
        yield each
        if isinstance(each, (If, Catch)):
            yes, no = (each.yes, each.no) if isinstance(each, If) else (each.body, each.caught)
            still += no[::-1]
            still += yes[::-1]
        elif isinstance(each, (Block, Loop)):
            still += each.body[::-1]


def expressions(body: Sequence[Stmt]) -> list[Expr]:
    """Every expression in statements, those within others too."""
    found: list[Expr] = []
    for statement in walk(list(body)):
        if isinstance(statement, (Let, Set, Do)):
            still = [statement.value]
        elif isinstance(statement, If):
            still = [statement.condition]
        elif isinstance(statement, Return):
            still = [*statement.values[::-1]]
        else:
            continue
        while still:
            each = still.pop()
            found.append(each)
            still += each.args[::-1]
    return found


def called(function: Function) -> set[str]:
    """The names of the functions that a function calls."""
    return {each.about.name for each in expressions(function.body) if each.op == "call"}


def reachable(program: Program, names: Iterable[str]) -> set[str]:
    """These functions, and all that they call."""
    of = {each.name: each for each in program.functions}
    found, new = set(names), list(names)
    while new:
        more = called(of[new.pop()]) - found
        found |= more
        new += more
    return found


def c_name(name: str) -> str:
    """A name of Python as part of a name in a Program."""
    return "".join([each if each.isascii() and each.isalnum() else "_" for each in name])
