"""A warning, once, about text of rules that a proof does not follow: play does."""

from __future__ import annotations

import inspect
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.verify.understood import strange_rule


def text_warning(game: Game[Any]) -> str:
    """The line, with file, place and remedy; "" where all is followed, and of a game that ships, which is nobody's to
    mend here."""
    file = Path(inspect.getfile(type(game)))
    if file.is_relative_to(Path(inspect.getfile(sys.modules["referee.games"])).parent):
        return ""
    strange = strange_rule(game)
    return f"warning: {strange} (it is played, and proofs are UNKNOWN)" if strange is not None else ""


def warning_of_class(game: type[Game[Any]]) -> str:
    """The same of a game as it is by default."""
    with suppress(BadInput):  # with its defaults it cannot be made
        return text_warning(game())
    return ""
