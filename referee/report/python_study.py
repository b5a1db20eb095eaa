"""``from referee import study_game``: a study in Python and notebooks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.games.registry import find_game
from referee.record.words import seed_text
from referee.report.python import Shown
from referee.report.study import study_page
from referee.study import study as made
from referee.study.estimates import Estimate
from referee.study.forms import others_of


@dataclass(frozen=True)
class Studied(Shown):
    """The result of ``study_game("escalation", 4)``: ``study`` has all figures, ``given`` is the game that was
    named."""

    study: made.Study
    given: str

    def headings(self) -> Sequence[str]:
        return ("players", "matches", "seat", "wins", "from", "to", "wins after the first", "from ", "to ")

    def table(self) -> Sequence[Sequence[Any]]:
        rows: list[Sequence[Any]] = []
        for each in self.study.fairness:
            for seat, share in enumerate(each.seats):
                first = each.from_first[seat] if each.from_first else Estimate(None)
                rows.append((each.level, each.number, seat, share.value, share.low, share.high,
                             first.value, first.low, first.high))  # fmt: skip
        return rows

    def caption(self) -> str:
        return " ".join(self.study.sentences)

    def page(self) -> str:
        """The page of ``referee study --html``."""
        return study_page(self.study, find_game(self.given))


def study_game(
    game: str | Path,
    players: int | None = None,
    *,
    readings: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
    compare: Sequence[str] = (),
    without: Sequence[str] = (),
    versus: Sequence[str | Path] = (),
    minutes: float | None = None,
    turn_cap: int | None = None,
    seed: int | str = "study",
    jobs: int = 1,
    cluster: str | None = None,
    fresh: bool = False,
) -> Studied:
    """``referee study``. ``game`` is a name or a folder; ``compare``, ``without`` and ``versus`` are as on the command
    line, ``minutes`` of one processor are spent on the form itself, ``jobs`` are processes. BadInput is the
    command's."""
    number = max(2, find_game(str(game)).fewest_players) if players is None else players
    read, set_to = dict(readings or {}), {name: str(value) for name, value in (settings or {}).items()}
    others = others_of(str(game), number, read, set_to, turn_cap, compare, without, [str(each) for each in versus])
    study = made.study_game(
        str(game), number, readings=read, settings=set_to, turn_cap=turn_cap, others=others, minutes=minutes,
        seed=seed_text(seed), jobs=jobs, cluster=cluster, fresh=fresh, records=True,
    )  # fmt: skip
    return Studied(study, str(game))
