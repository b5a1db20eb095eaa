"""What a learning program is shown at a question: the view as a vector, the words said so far, and a mask."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from referee.env.encoding import Encoder
from referee.env.env import Env

if TYPE_CHECKING:
    from gymnasium import spaces


class Observing:
    """Observations of one table: ``observation`` is the ``Encoder``'s vector and then, for each word of an answer,
    whether it was said in the answer that has begun; ``action_mask`` has 1 for each word that may come next."""

    def __init__(self, table: Env) -> None:
        self.table, self.encoder = table, Encoder(table.game)
        self.size = self.encoder.size + table.actions.size

    def space(self) -> spaces.Dict:
        """The space of observations."""
        from gymnasium import spaces

        return spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (self.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.table.actions.size,), np.int8),
            }
        )

    def observe(self, seat: int) -> dict[str, np.ndarray[Any, Any]]:
        """What that seat sees now. Who does not have to answer sees no question, and a mask of zeros."""
        table = self.table
        asked = seat == table.seat
        vector = np.zeros(self.size, np.float32)
        vector[: self.encoder.size] = self.encoder.encode(table.observe(seat), table.ask if asked else None)
        if asked:
            vector[[self.encoder.size + each for each in table.said]] = 1
        return {"observation": vector, "action_mask": self.mask(seat)}

    def mask(self, seat: int) -> np.ndarray[Any, Any]:
        """The mask alone."""
        mask = np.zeros(self.table.actions.size, np.int8)
        if seat == self.table.seat:
            mask[self.table.legal_actions()] = 1
        return mask

    def picture(self) -> str:
        """What the seat that has to answer sees, as text."""
        return json.dumps(self.table.observe(self.table.seat or 0), ensure_ascii=False)
