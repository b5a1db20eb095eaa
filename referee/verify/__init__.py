"""What is true of a game: properties, and the methods that decide them.

``from referee.verify import always, …`` is what a file of properties needs; it loads no solver.
"""

from referee.verify.properties import (
    always,
    endless,
    equal,
    free_of,
    never,
    possible,
    terminates,
    turns_end,
    under,
    value,
)
from referee.verify.scales import scale
from referee.verify.verdicts import Verdict
from referee.verify.vocabulary import all_cards, answerable, every, offers, some, what_if, winners

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
    "offers",
    "possible",
    "scale",
    "some",
    "terminates",
    "turns_end",
    "under",
    "value",
    "what_if",
    "winners",
]
