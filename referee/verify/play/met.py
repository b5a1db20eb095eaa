"""What a trial met: trouble of the rules, or of a property, with the clauses that it concerns."""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.kernel.clauses import rulebook_order
from referee.kernel.effects import WindowKind
from referee.kernel.errors import RuleFault
from referee.kernel.events import Event
from referee.kernel.game import Game
from referee.kernel.table import Table
from referee.verify.findings import TROUBLE_OF
from referee.verify.properties import Property
from referee.verify.verdicts import Trouble

DEEP = 10
"""Times that a clause is being carried out at once where rules call each other without an end."""


@dataclass(frozen=True, slots=True)
class Met:
    """Something that a trial met. ``claimed`` is None where the rules themselves ran into it."""

    trouble: Trouble
    clauses: tuple[str, ...]
    message: str
    claimed: Property | None = None
    fault: str = ""
    """The referee's message about a match that this stopped."""
    looping: bool = False
    """The step does not come to its end: it cannot be played again."""
    what: str = ""
    """The mark that tells it from others of its clauses, whatever the cards and the seats are."""

    @property
    def about(self) -> str:
        """The mark that tells it from others of its clauses: a clause can leave several questions open."""
        return self.message if self.trouble is Trouble.MISSING_CASE else self.what

    @property
    def same_as(self) -> tuple[Any, ...]:
        """Equal where two trials met the same."""
        return self.trouble, self.clauses, self.claimed and self.claimed.name, self.about


def refuted(properties: Iterable[Property], met: Iterable[Met]) -> set[str]:
    """The names of those properties that something was met against."""
    met = list(met)
    troubles = {each.trouble for each in met}
    by_name = {each.claimed.name for each in met if each.claimed is not None}
    return by_name | {each.name for each in properties if each.trouble in troubles}


SHALLOW = 4
"""A cap of fewer plays, of a small game that was drawn, ends what would have ended by itself."""


def met_cap(game: Game[Any], table: Table) -> Met | None:
    """Plays that went round until a cap of the game ended them, if there were any in the last step."""
    for cap in table.caps_met:
        if len(cap.stack) >= max(2 * len(cap.loop), SHALLOW):
            said = f"a cap ended plays that went round, {len(cap.stack)} deep: {', '.join(map(str, cap.loop))}"
            return Met(Trouble.ENDLESS, clauses_of(game, cap.loop), said)
    return None


def clauses_of(game: Game[Any], events: Sequence[Event]) -> tuple[str, ...]:
    """The clauses of what must follow on the words of some events."""
    found: dict[str, None] = {}
    for window in game.effects:
        for word in [event.word for event in events if event.word and window.kind is WindowKind.TRIGGER]:
            for each in game.sorted_out.effects_on(window, word):
                if each.on:
                    found |= dict.fromkeys(each.carry_out.__clauses__)  # type: ignore[attr-defined]
    return tuple(found)


def met_fault(fault: RuleFault) -> Met:
    """The class of a broken obligation for a rule author."""
    clauses = () if fault.clause == "?" else tuple(fault.clause.split(", "))
    return Met(TROUBLE_OF[fault.broken], clauses, fault.message, fault=str(fault))


def met_depth(game: Game[Any], error: RecursionError) -> Met:
    """Rules that call each other deeper and deeper: the clauses that are being carried out many times at once."""
    running = Counter(
        each for frame, _ in traceback.walk_tb(error.__traceback__) for each in game.clause_codes.get(frame.f_code, ())
    )
    clauses = tuple(sorted([each for each, times in running.items() if times >= DEEP], key=rulebook_order))
    said = f"one step goes round and round, each time deeper: {' '.join(clauses) or 'outside of every clause'}"
    return Met(Trouble.ENDLESS, clauses, said, looping=True)


def met_error(game: Game[Any], error: BaseException) -> Met:
    """Rule code that raised something of its own: the place is in the message, the clause is the innermost one."""
    clauses: tuple[str, ...] = ()
    trace = error.__traceback__
    while trace is not None:
        clauses = game.clause_codes.get(trace.tb_frame.f_code, clauses)
        trace = trace.tb_next
    frames = traceback.extract_tb(error.__traceback__)
    kernel = (
        Path(traceback.__file__).parent,
        Path(__file__).parent.parent.parent / "kernel",
        Path(__file__).parent.parent,
    )
    own = [each for each in frames if not any(Path(each.filename).is_relative_to(one) for one in kernel)]
    at = (own or list(frames))[-1]
    return Met(Trouble.ARITHMETIC, clauses, f"{at.filename}:{at.lineno}: {type(error).__name__}: {error}")
