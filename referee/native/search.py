"""Matches of a search are played on natively, where that can be."""

from __future__ import annotations

from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.native.build import compiler
from referee.native.choosing import place_of_engines
from referee.native.playing_on import NativePlayingOn
from referee.play.playing_on import PlayingOn

_made: dict[tuple[type, str], PlayingOn] = {}
"""By the form of a game: each is compiled once."""


def natively(game: Game[Any]) -> PlayingOn:
    """Who plays matches of a game on by what it says of answers; where its rules cannot be compiled Python, which then
    says why."""
    form = type(game), repr(game.form)
    if form not in _made:
        try:
            compiler()  # where there is none, nothing needs to be read
            _made[form] = NativePlayingOn(game, place_of_engines())
        except BadInput as error:
            _made[form] = PlayingOn(game)
            _made[form].why = f"Python plays on: {error}"
    return _made[form]
