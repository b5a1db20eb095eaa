"""What functions of Python's library mean, in ordinary Python: it is read like rules.

What gives one thing after the other gives all of them here: a name for what is gone through once is refused
(``Body.assign``).
"""

# mypy: ignore-errors
# ruff: noqa: F403

from pathlib import Path

from referee.meaning.library.counters import *
from referee.meaning.library.deques import *
from referee.meaning.library.dictionaries import *
from referee.meaning.library.iterators import *
from referee.meaning.library.numbers import *
from referee.meaning.library.orders import *
from referee.meaning.library.sets import *

HOME = str(Path(__file__).parent)
