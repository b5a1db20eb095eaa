"""Members of an enum that are numbers: what they are beside that."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any

from referee.meaning.authors import is_author
from referee.meaning.body.reader import Reader
from referee.meaning.program import Expr
from referee.meaning.types import TRUTH, Members
from referee.meaning.values import BoundTo, Known, Made, Run, Value


class OfMembers(Reader):
    """Attributes of members of an ``IntEnum``."""

    def of_member(self, on: Run, kind: Members, name: str, node: Any) -> Value:
        """What the class gives its members, or each of them has for itself."""
        raw = inspect.getattr_static(kind.of, name, None)
        if isinstance(raw, property) and isinstance(raw.fget, FunctionType) and is_author(raw.fget):
            return self.call(Known(raw.fget), [on], {}, node)
        if isinstance(raw, FunctionType) and is_author(raw):
            return Made(BoundTo(raw), ("self",), (on,))
        if callable(getattr(int, name, None)):
            return Made(BoundTo(name), ("self",), (on,))
        return self.by_member(on, [*kind.of.__members__.values()], lambda each: self.attribute(Known(each), name, node))

    def by_member(self, on: Run, members: list[Any], what: Callable[[Any], Value]) -> Value:
        """What is done with one of these members, for each of them."""
        first, *others = members
        if not others:
            return what(first)
        own = Expr(TRUTH, "equal", (on.expr, self.constant(first, on.expr.type)))
        return self.either(Run(own), lambda: what(first), lambda: self.by_member(on, others, what))
