"""Escalation with two players as a network learned it: `train.py` made `policy.onnx` and `vocabulary.json`."""

from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime

from referee.bot import Ask, Bot, Option, View
from referee.env.speaking import Speaker

HERE = Path(__file__)
ONE_THREAD = onnxruntime.SessionOptions()
ONE_THREAD.intra_op_num_threads = ONE_THREAD.inter_op_num_threads = 1


class Learned(Bot):
    def start(self, info: dict[str, Any]) -> None:
        self.network = onnxruntime.InferenceSession(HERE.with_name("policy.onnx").read_bytes(), ONE_THREAD)
        self.speaker: Speaker | None = None

    def answer(self, view: View, ask: Ask) -> Option:
        self.speaker = self.speaker or Speaker(view.game, HERE.with_name("vocabulary.json"))
        return self.speaker.answer(view, ask, self.word)

    def word(self, seen: Any, mask: Any) -> int:
        """The likeliest word of those that may come next."""
        likely = self.network.run(None, {"seen": seen[None]})[0][0]
        return int(np.where(mask, likely, -np.inf).argmax())
