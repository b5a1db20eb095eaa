"""How the claim of a property is asked of a table: read as rules are, with the claim as an argument."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Claim = Callable[[Any], Any]


def holds(claim: Claim, t: Any) -> bool:
    """Whether it is as it always should be."""
    if claim(t):  # noqa: SIM103 - any truth will do
        return True
    return False


def does_not_happen(claim: Claim, t: Any) -> bool:
    if claim(t):  # noqa: SIM103
        return False
    return True


def are_equal(claim: Claim, t: Any) -> bool:
    """Whether both parts are the same; None says that there is nothing to compare."""
    both = claim(t)
    if both is None:
        return True
    one, other = both
    if one == other:  # noqa: SIM103
        return True
    return False
