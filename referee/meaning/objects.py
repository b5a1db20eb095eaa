"""Objects that never change, by their parts: what a class keeps of the arguments that it is given."""

from __future__ import annotations

from typing import Any

from referee.kernel.errors import Broken
from referee.kernel.events import CapMet, Event
from referee.kernel.numbers import Number
from referee.kernel.outcome import Outcome
from referee.kernel.piles import OneOfPiles
from referee.kernel.requests import Choice, Draw, Lot, Pick, Roll, Shuffle, Together, Unwind
from referee.kernel.rows import OneOfRow, SomeOfRow
from referee.kernel.selections import EqualValue, OneCard, Selection
from referee.kernel.spaces import Arms, Nothing, OneOf

RECORDS: dict[Any, tuple[str, ...]] = {
    OneOf: ("options",),
    Arms: ("arms",),
    Nothing: (),
    Selection: ("deck", "pile", "least", "most"),
    OneCard: ("deck", "pile"),
    EqualValue: ("values", "pile", "above"),
    OneOfPiles: ("deck", "piles"),
    OneOfRow: ("row", "among"),
    SomeOfRow: ("row", "among", "least", "most"),
    Number: ("least", "most", "but"),
    Choice: ("table", "player", "decider", "ask", "space", "open"),
    Together: ("table", "choices"),
    Draw: ("table", "place", "number"),
    Pick: ("table", "pile", "number"),
    Roll: ("table", "number", "sides"),
    Shuffle: ("table", "place"),
    Lot: ("table", "among"),
    Unwind: ("depth", "result"),
    Event: ("number", "parent", "what", "actor", "at", "cards", "word"),
    CapMet: ("refused", "stack", "loop"),
    Outcome: ("scores", "payoffs", "reason"),
}
"""The parts of the kernel's own, in the order in which they are given."""
AS_TUPLES = {(OneOf, "options"), (OneOfRow, "among"), (SomeOfRow, "among"), (OneOfPiles, "piles")}
DEFAULTS: dict[tuple[Any, str], Any] = {
    (EqualValue, "above"): -1,
    (Number, "but"): None,
    (Choice, "open"): False,
    (Unwind, "result"): None,
    (Event, "cards"): (),
    (Event, "word"): "",
}
REQUESTS = (Choice, Together, Draw, Pick, Roll, Shuffle, Lot)
SHORTAGE, NO_OPTION = Broken.SHORTAGE.name, Broken.NO_OPTION.name
