"""``cached_property``: what it gives is kept by the object, and is an attribute from then on."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from referee.meaning.body.reader import Reader
from referee.meaning.looking import gives_the_same, may_change
from referee.meaning.types import Thing
from referee.meaning.values import Known, Run, Value

IS_KEPT = "is_kept_"
"""How the name of what says so begins."""


def kept_by(maker: type) -> Iterator[str]:
    """The names of what objects of a class keep."""
    names = dict.fromkeys([name for each in maker.__mro__ for name in vars(each)])
    return (name for name in names if isinstance(inspect.getattr_static(maker, name), cached_property))


class Cached(Reader):
    """What objects keep."""

    def kept_answer(self, on: Value, name: str, raw: cached_property[Any], node: Any) -> Value:
        """What an object keeps under that name, which is found the first time."""
        if not (isinstance(on, Run) and isinstance(on.expr.type, Thing)):
            return self.same_answer(on, name, raw, node)

        def found() -> None:
            self.set_attribute(on, name, self.settled(self.call(Known(raw.func), [on], {}, node)), node)

        self.branch(self.truth(self.attribute(on, IS_KEPT + name, node)), lambda: None, found)
        return self.run_attribute(on, name, node, kept=True)

    def same_answer(self, on: Value, name: str, raw: cached_property[Any], node: Any) -> Value:
        """What an object that never changes keeps is the same whenever it is asked for."""
        given = self.settled(self.call(Known(raw.func), [on], {}, node))
        kinds = [*[kind for _, kind in self.called.parameters], self.kept_type(given)]
        if not gives_the_same(self.called) or any(map(may_change, kinds)):
            what = f"'{name}', which is a cached_property and gives or looks at what changes,"
            raise self.refuse(node, what, "a property or a method")
        return given

    def keeps_nothing_yet(self, maker: type, thing: Run, node: Any) -> None:
        for name in kept_by(maker):
            self.set_attribute(thing, IS_KEPT + name, Known(False), node)
