"""How the claim of a property is asked of a table: read as rules are, with the claim as an argument."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Claim = Callable[..., Any]


def truth(said: Any) -> Any:
    """What a claim says, where that is a truth: another one has no meaning."""
    return said


def number(said: Any) -> Any:
    """What a measure says, where that is one number: another one has no meaning."""
    return said


def pair(said: Any) -> Any:
    """What a claim about pairs says, where that is two things in a tuple, or None."""
    return said


def holds(claim: Claim, t: Any) -> bool:
    """Whether it is as it always should be."""
    if truth(claim(t)):  # noqa: SIM103
        return True
    return False


def does_not_happen(claim: Claim, t: Any) -> bool:
    if truth(claim(t)):  # noqa: SIM103
        return False
    return True


def holds_when_asked(claim: Claim, t: Any, choice: Any) -> bool:
    """The same where somebody is asked something."""
    if truth(claim(t, choice)):  # noqa: SIM103
        return True
    return False


def does_not_happen_when_asked(claim: Claim, t: Any, choice: Any) -> bool:
    if truth(claim(t, choice)):  # noqa: SIM103
        return False
    return True


def hold_together(claim: Claim, words: Any, t: Any, choices: Any) -> bool:
    """The same of each of several who are asked at once, of those questions that have one of the words."""
    return all([truth(claim(t, each)) for each in choices if "*" in words or each.ask in words])  # noqa: C419


def do_not_happen_together(claim: Claim, words: Any, t: Any, choices: Any) -> bool:
    return not any([truth(claim(t, each)) for each in choices if "*" in words or each.ask in words])  # noqa: C419


def measured(claim: Claim, t: Any) -> Any:
    """What a measure says."""
    return number(claim(t))


def compares(claim: Claim, t: Any) -> bool:
    """Whether there is anything to compare."""
    return pair(claim(t)) is not None


def are_equal(claim: Claim, t: Any) -> bool:
    """Whether both parts are the same; None says that there is nothing to compare."""
    both = pair(claim(t))
    if both is None:
        return True
    one, other = both
    if one == other:  # noqa: SIM103
        return True
    return False


@dataclass(frozen=True, slots=True)
class WhenAsked:
    """A claim about questions: ``words`` are those of the questions, ``*`` all; ``ask`` is how it is asked at one, and
    ``together`` at several that are put at once."""

    claim: Claim
    words: tuple[str, ...]
    ask: Callable[..., bool]
    together: Callable[..., bool]

    def is_about(self, word: str) -> bool:
        return word in self.words or "*" in self.words
