"""What the numbers of cards in rows are: they tell cards apart, and are others wherever a table is made again.

So tables that a search takes for one may differ in them. Rules may compare them with each other; where they go by what
a number is, a search does not say that it has seen everything.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any


class CardNumber:
    """The number of a card; ``tell`` is told who asks what it is. It is no int, of which Python asks some things
    without a method."""

    __slots__ = ("number",)
    tell: Callable[[Any], None]

    def __init__(self, number: int) -> None:
        self.number = number

    def __hash__(self) -> int:
        return hash(self.number)

    def __eq__(self, other: object) -> bool:
        if type(other) is type(self):
            return self.number == other.number
        if isinstance(other, int) and other > 0:  # what is no number of a card stands for none
            self.tell(sys._getframe(1))
        return self.number == other


_TWICE = ["add", "sub", "mul", "mod", "divmod", "floordiv", "truediv", "pow", "and", "or", "xor", "lshift", "rshift"]
_VALUES = [*_TWICE, *[f"r{each}" for each in _TWICE]]
_VALUES += ["neg", "abs", "invert", "lt", "le", "gt", "ge", "index", "int", "float", "bool", "round"]
_VALUES += ["repr", "str", "format"]
"""The methods, without underscores, by which something is asked of what a number is."""


def _telling(name: str) -> Callable[..., Any]:
    plain = getattr(int, name)

    def operation(self: CardNumber, *others: Any) -> Any:
        self.tell(sys._getframe(1))
        return plain(self.number, *[each.number if isinstance(each, CardNumber) else each for each in others])

    return operation


for _name in _VALUES:
    setattr(CardNumber, f"__{_name}__", _telling(f"__{_name}__"))


class _Count(int):
    """How many cards have come into rows; the numbers behind it are ``kind``."""

    kind: type[CardNumber]

    def __add__(self, other: int) -> Any:
        return self.kind(int.__add__(self, other))

    def __iadd__(self, other: int) -> Any:
        return type(self)(int.__add__(self, other))


class NumbersRead:
    """Where rules, or properties, go by what the number of a card is: ``told`` is the first place."""

    def __init__(self) -> None:
        self.told = ""
        kind: Any = type("CardNumber", (CardNumber,), {"tell": lambda _, frame: self._note(frame)})
        self._count: Any = type("Count", (_Count,), {"kind": kind})

    def watch(self, table: Any) -> None:
        """From here on, on this table."""
        table.cards_numbered = self._count(0)

    def _note(self, frame: Any) -> None:
        module = frame.f_globals.get("__name__", "")
        if self.told or (module.startswith("referee.") and not module.startswith("referee.games.")):
            return
        code = frame.f_code
        self.told = (
            f"{Path(code.co_filename).name}:{frame.f_lineno}: what the number of a card in a row is says nothing: "
            "compare cards, or their numbers with each other"
        )
