"""What most drivers have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.kernel.players import Player
from referee.kernel.requests import Choice, Together


class OneByOne:
    """A driver of play with cards. It answers what several are asked at once as if they were asked one by one."""

    symbolic = False

    def choose(self, choice: Choice) -> Any:
        raise NotImplementedError

    def together(self, choices: Together) -> Mapping[Player, Any]:
        return {choice.player: self.choose(choice) for choice in choices.choices}
