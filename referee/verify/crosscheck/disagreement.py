"""A contradiction between play and a proof, or between play and a search that claims to have seen everything."""

from __future__ import annotations

from dataclasses import dataclass

OF_REFEREE = "a defect of referee: "
"""The words that tell a reader that neither the rules nor the property are to blame."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """``message`` is one sentence. ``where`` says how to come to the same table again.

    ``is_limit``: the method did not follow what play does, and says so itself somewhere; then nothing is wrong with
    referee but that it had said too much. ``only``: the one property that it speaks against, where nothing else rests
    on that.
    """

    message: str
    where: str
    is_limit: bool = False
    only: str = ""

    def __str__(self) -> str:
        if self.is_limit:
            return f"play goes on where the proof does not: {self.message} ({self.where})"
        return f"{OF_REFEREE}{self.message} ({self.where}); please report it with the rules and the property"
