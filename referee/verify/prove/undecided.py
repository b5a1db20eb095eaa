"""What no symbolic value can do, and who asks it."""

from __future__ import annotations

import os
import sys
import sysconfig
from typing import Any, NoReturn

import referee


class Refusals:
    """How often something was refused: an error that somebody caught is not forgotten."""

    times = 0


class Undecided:
    """What no symbolic value can do, with the reason in the rule author's words.

    Whatever Python would refuse of its own is refused here, so that it is counted: an error that rule text catches,
    or text that asks what a value looks like, would tell a proof from play.
    """

    __slots__ = ()

    def _refuse(self, *_: object, counted: bool = True) -> NoReturn:
        Refusals.times += counted
        raise TypeError(
            f"{type(self).__name__}: its value is not known in a proof; it can be compared, added and asked for with "
            "'if', but not hashed, indexed with, counted to, iterated, divided, written out or asked what it is"
        )

    __hash__ = __int__ = __index__ = __iter__ = __len__ = __float__ = __contains__ = __complex__ = _refuse

    def _no_operator(self, *_: object) -> NoReturn:
        """What Python would refuse as well: where the project's own code asks, it is prepared for that."""
        above = 1
        while sys._getframe(above).f_code.co_filename.startswith(TERMS):
            above += 1
        self._refuse(counted=by_rule_text(above))

    def shown(self) -> str:
        """As messages write it."""
        return f"<{type(self).__name__}>"

    def _written(self, *_: object) -> str:
        if by_rule_text(1):
            self._refuse()
        return self.shown()

    __repr__ = __str__ = __format__ = _written

    def __getattr__(self, name: str) -> Any:
        if by_rule_text(1) and not name.startswith("__"):  # protocols of Python ask of everything
            self._refuse()
        raise AttributeError(name)

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        """Where isinstance() does not know better: rule text is not told what stands for a number."""
        if by_rule_text(1):
            self._refuse()
        return type(self)


OPERATORS = (
    "add radd sub rsub mul rmul matmul rmatmul truediv rtruediv floordiv rfloordiv mod rmod divmod rdivmod pow rpow "
    "lshift rlshift rshift rrshift and rand or ror xor rxor lt le gt ge neg pos abs invert round trunc floor ceil "
    "getitem"
)
for _word in OPERATORS.split():
    setattr(Undecided, f"__{_word}__", Undecided._no_operator)

OWN = os.path.dirname(referee.__file__) + os.sep
NOT_OWN = os.path.join(OWN, "games")
TERMS = os.path.join(OWN, "verify", "prove", "terms")
STANDARD = tuple({sysconfig.get_path(each) for each in ("stdlib", "platstdlib")})
_of_rules: dict[str, bool] = {}


def by_rule_text(above: int) -> bool:
    """Whether what stands so far above the caller is rules, properties, helpers, and not the project's or Python's."""
    file = sys._getframe(above + 1).f_code.co_filename
    known = _of_rules.get(file)
    if known is None:
        python = file.startswith((*STANDARD, "<")) and "site-packages" not in file
        known = _of_rules[file] = file.startswith(NOT_OWN) or not (python or file.startswith(OWN))
    return known
