"""What is looked at while all tables are gone through: a search comes to each table, and to each question, only once.

A match that has met something against one property is over. A search goes on, and nothing else would look at that table
again: all that speaks against properties there is told at once.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.kernel.requests import Choice
from referee.verify.play.looks import Looks
from referee.verify.play.met import Met
from referee.verify.play.trial import Trial, where_asked
from referee.verify.verdicts import Trouble


class EveryLook(Trial):
    """A trial that keeps all that speaks against its properties in ``against``, until somebody takes it from there.
    A property that something speaks against is looked at no more."""

    def __init__(self, *about: Any, **more: Any) -> None:
        super().__init__(*about, **more)
        self.against: list[Met] = []

    def _refuted(self, prepared: Looks, *about: Any) -> Met | None:
        tries, measures = dict(self.tries), dict(self._measures)
        first = met = super()._refuted(prepared, *about)
        while met is not None and met.claimed is not None:
            self.against.append(met)
            self.forget(met.claimed)
            left = Looks([each for each, name, *_ in prepared if name not in self._dropped])
            still = {name for _, name, *_ in left}
            looked_at = {name: self.tries[name] for _, name, *_ in prepared if name not in still}
            self.tries, self._measures = {**tries, **looked_at}, dict(measures)
            met = super()._refuted(left, *about) if left else None
        return first

    def _asked(self, choice: Choice) -> None:
        known = len(self.against)
        super()._asked(choice)
        self._met = None  # others may be asked about at the next question
        where = where_asked(choice) if self.against[known:] else ""
        self.against[known:] = [replace(each, message=f"{each.message} {where}") for each in self.against[known:]]

    def taken(self) -> list[Met]:
        """All that speaks against properties since this was asked last."""
        found, self.against = self.against, []
        return found


def goes_on(met: Met) -> bool:
    """Whether the step came to its end all the same: a cap has ended what went round in it."""
    return met.trouble is Trouble.ENDLESS and not (met.fault or met.looping)
