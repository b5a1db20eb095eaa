"""What is true of a game: properties, and the methods that decide them.

``from referee.verify import always, …`` is what a file of properties needs; it loads no solver.
"""

from referee.verify.properties import (
    all_cards,
    always,
    answerable,
    endless,
    equal,
    every,
    free_of,
    never,
    possible,
    some,
    terminates,
    turns_end,
    under,
    what_if,
    winners,
)
from referee.verify.scales import scale
from referee.verify.verdicts import Verdict

__all__ = [
    "Verdict",
    "all_cards",
    "always",
    "answerable",
    "endless",
    "equal",
    "every",
    "free_of",
    "never",
    "possible",
    "scale",
    "some",
    "terminates",
    "turns_end",
    "under",
    "what_if",
    "winners",
]
