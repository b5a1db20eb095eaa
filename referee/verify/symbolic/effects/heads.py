"""What the text of a loop begins with: whether another pass follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.meaning.program import Do, Expr, If, Leave, Let, Set, Stmt, expressions, walk

_PLAIN = frozenset(["local", "const", "length", "less", "more", "least", "most", "equal", "differ", "truth", "not"])
"""Operations of conditions that are worked out twice where they are known."""


@dataclass(frozen=True, slots=True)
class Head:
    """Whether another pass of a loop follows: while the ``condition`` holds, for which its text works something out
    ``before``; ``is_plain``: all of that is about nothing but variables and lengths. Of a loop that counts, its
    ``index`` stays below the ``bound``."""

    condition: Expr | None = None
    before: tuple[Let, ...] = ()
    is_plain: bool = False
    index: str = ""
    bound: Expr | None = None
    is_counting: bool = False


def head_of(label: str, body: Sequence[Stmt]) -> Head:
    """What the text of a loop begins with."""
    before = []
    for each in body:
        if not isinstance(each, Let):
            break
        before.append(each)
    first = body[len(before)] if len(before) < len(body) else None
    if not (isinstance(first, If) and not first.yes and len(first.no) == 1 and isinstance(first.no[0], Leave)):
        return Head()
    condition = first.condition
    if first.no[0].label != label:
        return Head()
    is_plain = all(each.op in _PLAIN for each in expressions([*before, Do(condition)]))
    if before or condition.op != "less" or condition.args[0].op != "local":
        return Head(condition, tuple(before), is_plain)
    index, bound = str(condition.args[0].about), condition.args[1]
    steps = [each.value for each in walk(list(body)) if isinstance(each, Set) and each.name == index]
    is_counting = bool(steps) and all(each.op == "int.next" and each.args[0].about == index for each in steps)
    return Head(condition, (), is_plain, index, bound, is_counting)
