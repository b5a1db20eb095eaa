"""Worked examples: this table and these answers give that. The format is in docs/examples.md."""

from referee.play.examples.file import Case, Example, cards_of, load_examples
from referee.play.examples.position import Position
from referee.play.examples.run import Shown, check_example, check_examples, play_case

__all__ = [
    "Case",
    "Example",
    "Position",
    "Shown",
    "cards_of",
    "check_example",
    "check_examples",
    "load_examples",
    "play_case",
]
