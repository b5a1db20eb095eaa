"""Blocks that ask whether something holds of any of several things (``any``, ``all``, ``in``), or of none.

Play looks at nothing behind the first. Where all of it only looks, looking further does no harm: the things are gone
through once, and not again for each that may be the first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from referee.meaning.looking import LISTED
from referee.meaning.program import Again, Block, Do, Function, If, Leave, Let, Loop, Set, Stmt, expressions, walk
from referee.meaning.types import TRUTH
from referee.verify.symbolic.looks import LOOKS


@dataclass(frozen=True, slots=True)
class Search:
    """``variable`` becomes ``wanted`` where one of the ``exits``, conditions by their identity, holds."""

    variable: str
    wanted: bool
    exits: frozenset[int]


def search_of(block: Block, function: Function, pure: Collection[str]) -> Search | None:
    """What a block of a function looks for; None where it does something else too."""
    inside = list(walk(block.body))
    exits = [found for each in inside if (found := _exit(each, block.label)) is not None]
    leaving = [each for each in inside if isinstance(each, Leave) and each.label == block.label]
    ends = {(variable, wanted) for _, variable, wanted in exits}
    if len(ends) != 1 or len(leaving) != len(exits):
        return None
    ((variable, wanted),) = ends
    if not all(isinstance(each, (Let, Set, If, Do, Block, Loop, Leave, Again)) for each in inside):
        return None
    own = {block.label, *[each.label for each in inside if isinstance(each, (Block, Loop))]}
    if any(isinstance(each, Leave) and each.label not in own for each in inside):
        return None  # it may come to something that is caught further out
    every = expressions(block.body)
    if any(each.op not in LOOKS or each.op in LISTED for each in every):
        return None
    if any(each.op == "call" and each.about.name not in pure for each in every):
        return None
    made = [each.name for each in inside if isinstance(each, (Let, Set))]
    if made.count(variable) != len(exits):
        return None
    read_there, read = [Counter(read_in(body)) for body in (block.body, function.body)]
    if any(read_there[name] != read[name] for name in made if name != variable):
        return None
    return Search(variable, wanted, frozenset([each[0] for each in exits]))


def _exit(statement: Stmt, label: str) -> tuple[int, str, bool] | None:
    """A condition under which a truth is set, and the block left: which it is, the variable, and what that becomes."""
    if not isinstance(statement, If) or statement.no or len(statement.yes) != 2:
        return None
    done, leave = statement.yes
    if not isinstance(done, Set) or not isinstance(leave, Leave) or leave.label != label:
        return None
    if done.value.op != "const" or done.value.type is not TRUTH:
        return None
    return id(statement), done.name, bool(done.value.about)


def read_in(body: Sequence[Stmt]) -> list[str]:
    """The variables that statements read, each as often as they do."""
    return [each.about for each in expressions(body) if each.op == "local"]
