"""The settings of a game: what each may be, and how they are written in one line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.kernel.errors import BadInput


@dataclass(frozen=True, slots=True)
class Parameter:
    """A setting of a game: a whole number from ``least`` to ``most``, or a list of words out of ``words``.

    ``--set`` takes ``name``; ``default`` is played if nothing is set; ``meaning`` says in a few words what it is.
    """

    name: str
    default: int | tuple[str, ...]
    meaning: str
    least: int = 0
    most: int = 1_000_000
    words: tuple[str, ...] = ()

    def read(self, given: Any, game: str) -> int | tuple[str, ...]:
        """A value from text or data; BadInput says what is allowed."""
        if isinstance(self.default, int):
            try:
                number = int(str(given))
            except ValueError:
                raise BadInput(f"{game}: {self.name} is a whole number, not {given!r}") from None
            if not self.least <= number <= self.most:
                raise BadInput(f"{game}: {self.name} is from {self.least} to {self.most}, not {number}")
            return number
        words = tuple(str(given).replace(",", " ").split()) if isinstance(given, str) else tuple(given)
        strange = [word for word in words if word not in self.words]
        if strange or not words or len(set(words)) < len(words):
            raise BadInput(f"{game}: {self.name} is some of {' '.join(self.words)}, each once, not {given!r}")
        return tuple(word for word in self.words if word in words)


def in_words(values: Mapping[str, Any]) -> str:
    """Settings or readings as commands take them, ``NAME=VALUE`` each; lists in commas."""
    return " ".join(f"{name}={value_in_words(value)}" for name, value in sorted(values.items()))


def value_in_words(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value)
