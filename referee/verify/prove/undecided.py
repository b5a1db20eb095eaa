"""The operations that no symbolic value can do, and the code that asks for them."""

from __future__ import annotations

import os
import sys
import sysconfig
from dataclasses import dataclass
from enum import Enum
from typing import Any, NoReturn

import referee


@dataclass(frozen=True, slots=True)
class Refused:
    """Something that was refused: why, where in rule text, and how far its path (if there is one) had come then."""

    why: str
    place: str
    clause: tuple[str, ...]
    here: tuple[int, int, int, int] | None
    """The place of the decision, as obligations count it; None where an earlier path was there as well."""

    def __str__(self) -> str:
        return f"{self.why} ({self.place})" if self.place else self.why


class Refusals:
    """The refusals until now: nobody who catches the error can make a path forget it.

    Every error that play would not meet is made by ``refusal``. ``path`` is the one that is followed now.
    """

    entries: list[Refused] = []  # noqa: RUF012 - there is one, as there is one path at a time
    path: Any = None

    @classmethod
    def mark(cls) -> int:
        """The number of refusals, to ask later which came after."""
        return len(cls.entries)

    @classmethod
    def forget(cls, mark: int) -> None:
        """Forget the refusals after a mark: they have been reported where they belong."""
        del cls.entries[mark:]


def refusal(why: str, kind: type[Exception] = TypeError) -> Exception:
    """The error of something that play can do and a proof cannot, or that stops a path where play goes on."""
    path = Refusals.path
    clause = ("?",) if path is None else path.clause_here()
    here = None if path is None or path.is_settled else path.here
    Refusals.entries.append(Refused(why, _place_in_rule_text(), clause, here))
    return kind(why)


def _place_in_rule_text() -> str:
    """The innermost line of rule text, "" where none is carried out."""
    frame: Any = sys._getframe(2)
    while frame is not None and _home_of(frame.f_code.co_filename) is not Home.RULES:
        frame = frame.f_back
    return "" if frame is None else f"{frame.f_code.co_filename}:{frame.f_lineno}"


class Undecided:
    """An operation that no symbolic value can do, with the reason in the rule author's words.

    Whatever play can do with a number and a proof cannot is refused here, so that it is reported: an error that
    somebody catches, or text that asks what a value looks like, would tell a proof from play.
    """

    __slots__ = ()

    def _refuse(self, *_: object) -> NoReturn:
        raise refusal(
            f"{type(self).__name__}: its value is not known in a proof; it can be compared, added and asked for with "
            "'if', but not hashed, indexed with, counted to, iterated, divided, written out or asked what it is"
        )

    __hash__ = __int__ = __index__ = __iter__ = __len__ = __float__ = __contains__ = __complex__ = _refuse

    def __eq__(self, other: object) -> Any:
        self._refuse()

    def __ne__(self, other: object) -> Any:
        self._refuse()

    def shown(self) -> str:
        """The place as messages write it."""
        return f"<{type(self).__name__}>"

    def _written(self, *_: object) -> str:
        if by_rule_text():
            self._refuse()
        return self.shown()

    __repr__ = __str__ = __format__ = _written

    def __getattr__(self, name: str) -> Any:
        if by_rule_text() and not name.startswith("__"):  # protocols of Python ask of everything
            self._refuse()
        raise AttributeError(name)

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        """The class that isinstance() sees. Rule text must not learn what stands for a number."""
        if by_rule_text():
            self._refuse()
        return type(self)


OPERATORS = (
    "add radd sub rsub mul rmul matmul rmatmul truediv rtruediv floordiv rfloordiv mod rmod divmod rdivmod pow rpow "
    "lshift rlshift rshift rrshift and rand or ror xor rxor lt le gt ge neg pos abs invert round trunc floor ceil "
    "getitem"
)
for _word in OPERATORS.split():
    setattr(Undecided, f"__{_word}__", Undecided._refuse)

OWN = os.path.dirname(referee.__file__) + os.sep
NOT_OWN = os.path.join(OWN, "games")
STANDARD = tuple({sysconfig.get_path(each) for each in ("stdlib", "platstdlib")})
OF_NUMBERS = ("abc.py", "fractions.py", "numbers.py")
"""Python's own text that reckons with what it is given, and asks what that is for no other end."""


class Home(Enum):
    """Whose text it is: rules, properties and helpers; the project's; Python's, which somebody else calls."""

    RULES = "rules"
    OWN = "own"
    PYTHON = "python"


_homes: dict[str, Home] = {}


def _home_of(file: str) -> Home:
    known = _homes.get(file)
    if known is None:
        python = file.startswith((*STANDARD, "<")) and "site-packages" not in file
        if python:
            known = Home.OWN if os.path.basename(file) in OF_NUMBERS else Home.PYTHON
        else:
            known = Home.OWN if file.startswith(OWN) and not file.startswith(NOT_OWN) else Home.RULES
        _homes[file] = known
    return known


def by_rule_text() -> bool:
    """Whether the caller was called by rules, properties, helpers, or Python's text on their behalf."""
    frame: Any = sys._getframe(2)
    while frame is not None:
        home = _home_of(frame.f_code.co_filename)
        if home is not Home.PYTHON:
            return home is Home.RULES
        frame = frame.f_back
    return False
