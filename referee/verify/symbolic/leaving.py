"""How control goes elsewhere within a function: to the end of a block, the beginning of a loop, or out of it."""

from __future__ import annotations

from typing import Any


class Leaves(Exception):
    """Control goes elsewhere: to the end of a block (``Leave``), to the beginning of a loop (``Again``)."""

    def __init__(self, label: str) -> None:
        self.label = label


class ToEnd(Leaves):
    pass


class ToBeginning(Leaves):
    pass


class Returned(Exception):
    """A function gives that."""

    def __init__(self, value: Any) -> None:
        self.value = value
