"""A function while it is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.meaning.program import Function
from referee.meaning.values import Code, Value


class Anew(Exception):
    """What is known of types is another thing than it was taken for: all is read anew."""


Guarding = frozenset[tuple[type, bool]]
"""Exceptions that are caught, and whether whoever catches them looks at them."""


class Spec:
    """A function for arguments of one form."""

    def __init__(self, number: int, code: Code, function: Function, unheard: bool) -> None:
        self.number, self.code, self.function = number, code, function
        self.unheard = unheard
        """Whether it is remembered, or called by what is, where the Program counts."""
        self.shape: Value | None = None
        """What it gives, with leaves that stand for its results; None: it does not come back."""
        self.handed: dict[str, Value] = {}
        """The arguments of its form."""
        self.kept: dict[Any, Any] = {}
        """What is remembered between readings of its text: types of variables and lists."""
        self.reading = False
        self.relied = False
        """Whether somebody has used ``shape`` before it was final."""
        self.depends: set[Spec] = set()
        """The functions that are still being read and whose ``shape`` went into this reading."""
        self.round = -1
        self.guarding: Guarding = frozenset()
        """What Python raises and somebody catches who calls it."""
        self.around: list[Guarding] = []
        """What is caught of that around what is read of it."""
        self.raises: set[type] = set()
        """The exceptions that it raises and does not catch."""
        self.growers: list[Callable[[Any], None] | None] = []
        """For each of its results how it is told that the list or dictionary is to hold other things, too."""
        self.growing = False
        """Whether one of these is telling already: a function that calls itself gives what it got."""
        self.drives_at_once = False
        """Whether it drives a rule that comes of several, so that its caller has nothing left to drive."""
