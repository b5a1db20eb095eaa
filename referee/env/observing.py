"""What a learning program is shown at a question: the view as a vector, the words said so far, and a mask."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from referee.env.encoding import Encoder
from referee.env.env import Env
from referee.env.vocabulary import Vocabulary


class Words(spaces.Discrete):
    """The words of answers; a sample without a mask is one that may come next, by the ``mask`` that is given."""

    def __init__(self, size: int, mask: Callable[[], np.ndarray[Any, Any]]) -> None:
        super().__init__(size)
        self._mask = mask

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        if mask is None and probability is None and (now := self._mask()).any():
            mask = now
        return super().sample(mask, probability)

    def __reduce__(self) -> tuple[Any, ...]:
        # Trainers send the spaces to other processes: without the table, which stays where it is played.
        return spaces.Discrete, (int(self.n),)


class Observing:
    """Observations of one table: ``observation`` is the ``Encoder``'s vector and then, for each word of an answer,
    whether it was said in the answer that has begun; ``action_mask`` has 1 for each word that may come next."""

    def __init__(self, table: Env) -> None:
        self.table, self.encoder = table, Encoder(table.game)
        self.size = self.encoder.size + table.actions.size

    @property
    def vocabulary(self) -> Vocabulary:
        """What its numbers mean, to be kept beside a policy that learns them."""
        return Vocabulary.of(self.table.game)

    def space(self) -> spaces.Dict:
        """The space of observations."""
        return spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (self.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.table.actions.size,), np.int8),
            }
        )

    def observe(self, seat: int) -> dict[str, np.ndarray[Any, Any]]:
        """What that seat sees now. Who does not have to answer sees no question, and a mask of zeros."""
        table = self.table
        vector = self.vector(seat, table.ask, table.said) if seat == table.seat else self.vector(seat)
        return {"observation": vector, "action_mask": self.mask(seat)}

    def vector(self, seat: int, ask: str | None = None, said: Sequence[int] = ()) -> np.ndarray[Any, Any]:
        """What that seat sees, the word of its question, and what it has said of the answer."""
        vector = np.zeros(self.size, np.float32)
        vector[: self.encoder.size] = self.encoder.encode(self.table.observe(seat), ask)
        vector[[self.encoder.size + each for each in said]] = 1
        return vector

    def mask(self, seat: int) -> np.ndarray[Any, Any]:
        """The mask alone."""
        mask = np.zeros(self.table.actions.size, np.int8)
        if seat == self.table.seat:
            mask[self.table.legal_actions()] = 1
        return mask

    def picture(self) -> str:
        """What the seat that has to answer sees, as text."""
        return json.dumps(self.table.observe(self.table.seat or 0), ensure_ascii=False)
