"""The kernel's spaces of answers, also of cards of unknown number, in the place of those that rule text imports."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import referee.kernel
from referee.kernel.places import Row
from referee.kernel.rows import OneOfRow, SomeOfRow
from referee.kernel.spaces import OneOf
from referee.verify.prove.effects.cards import Many
from referee.verify.prove.effects.unknown import Unknown
from referee.verify.prove.paths import NotSymbolic


class OneOfSome(OneOf[Any]):
    """``OneOf``, also of options of unknown number."""

    __slots__ = ()

    def __init__(self, options: Any) -> None:
        self.options: Any = options if isinstance(options, Many) else tuple(options)


class OneOfCards(OneOfRow):
    """``OneOfRow``, also of cards of unknown number."""

    __slots__ = ()

    def __init__(self, row: Row, among: Any) -> None:
        self.row = row
        self.among = among if isinstance(among, (Many, Unknown)) else tuple(among)  # type: ignore[assignment]


class SomeOfCards(SomeOfRow):
    """``SomeOfRow``, also of cards of unknown number."""

    __slots__ = ()

    def __init__(self, row: Row, among: Any, least: Any, most: Any) -> None:
        self.row, self.least, self.most = row, least, most
        self.among = among if isinstance(among, (Many, Unknown)) else tuple(among)  # type: ignore[assignment]

    def __iter__(self) -> Any:
        raise NotSymbolic("tries every choice of some cards of a row of unknown length")


REPLACED = {OneOf: OneOfSome, OneOfRow: OneOfCards, SomeOfRow: SomeOfCards}


class _Replaced(ModuleType):
    def __init__(self, module: ModuleType) -> None:
        super().__init__(module.__name__)
        for name, value in vars(module).items():
            if not name.startswith("__"):
                setattr(self, name, REPLACED.get(value, value) if isinstance(value, type) else value)


_kernel = _Replaced(referee.kernel)


def replaced(module: Any) -> Any:
    """The kernel, with spaces of answers that may be unknown."""
    return _kernel if module is referee.kernel else module
