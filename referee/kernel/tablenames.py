"""Names that every table has, which a zone or a scalar of a game may hide."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import FunctionType

from referee.kernel.table import Table

CALLED = frozenset(
    "begin_events choose decider end everyone_from greater move move_by_row restore snapshot team unlink".split()  # noqa: SIM905
)
"""Methods that referee itself calls on a table: without them nothing can be played."""


@dataclass(frozen=True, slots=True)
class Hiding:
    """A zone or a scalar, ``table.name``, under a name of every table. ``breaks``: there is no play with it."""

    file: Path
    line: int
    table: str
    name: str
    breaks: bool

    @property
    def message(self) -> str:
        return f"{self.table}.{self.name} hides what every table has under that name: give it another name"


@lru_cache
def methods_of_tables() -> frozenset[str]:
    """Methods that rules may call."""
    own = [(name, each) for cls in Table.__mro__[:-1] for name, each in vars(cls).items()]
    return frozenset([name for name, each in own if isinstance(each, FunctionType) and not name.startswith("_")])


@lru_cache
def state_of_tables() -> frozenset[str]:
    """Everything else: where the kernel keeps its own, and what each step begins with."""
    bare = Table.__new__(Table)
    bare.begin_events()
    names = {name for cls in Table.__mro__[:-1] for name in vars(cls)} | set(vars(bare))
    return frozenset(names - methods_of_tables())


def hiding(table: type[Table]) -> Iterator[Hiding]:
    """The zones and scalars of a table that hide something, where they are declared."""
    hidden = {*table.zone_specs, *table.scalar_specs} & (state_of_tables() | methods_of_tables())
    for cls in table.__mro__ if hidden else ():
        if cls is Table:
            return
        lines, first = inspect.getsourcelines(cls)
        (node,) = ast.parse(textwrap.dedent("".join(lines))).body
        for each in node.body if isinstance(node, ast.ClassDef) else ():
            targets = each.targets if isinstance(each, ast.Assign) else [getattr(each, "target", None)]
            for name in [one.id for one in targets if isinstance(one, ast.Name) and one.id in hidden]:
                breaks = name in CALLED or name in state_of_tables()
                yield Hiding(Path(inspect.getfile(cls)), each.lineno + first - 1, cls.__name__, name, breaks)
