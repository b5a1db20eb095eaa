"""Turns in which nobody is asked anything and all comes back: play that its rules have forgotten to end."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, NoReturn

from referee.kernel.clause_actions import ActionTracer, Ids, is_followed
from referee.kernel.clauses import rulebook_order
from referee.kernel.requests import Chance, Draw, Lot, Pick, Roll, Shuffle
from referee.kernel.table import Table
from referee.verify.play.drivers import first_outcome

if TYPE_CHECKING:
    from referee.verify.play.trial import Trial

MOVING = ("move", "swap", "pay")
TURNS = 200
"""Turns that are played to see whether anything happens again."""


def counting_between(table: Table, before: Any, after: Any) -> frozenset[str] | None:
    """The names of what is higher in the second of two snapshots; None where anything else differs."""
    if before[0] != after[0]:
        return None
    counting = set()
    names = table._scalar_names
    pairs = list(zip(names, before[1], after[1], strict=True))
    each_names = [name for name, spec in type(table).scalar_specs.items() if spec.per_player]
    for name, old, new in zip(each_names, before[2], after[2], strict=True):
        pairs += [(name, one, other) for one, other in zip(old, new, strict=True)]
    for name, old, new in pairs:
        if old == new:
            continue
        if type(old) is not int or type(new) is not int or new < old:
            return None
        counting.add(name)
    return frozenset(counting)


def is_sure(event: Chance) -> bool:
    """Whether only one thing can come out."""
    if isinstance(event, Roll):
        return event.sides == 1
    if isinstance(event, Lot):
        return event.among == 1
    if isinstance(event, Shuffle):
        return not event.place.is_row or len(event.place.row) < 2
    assert isinstance(event, (Draw, Pick)), event
    deck, pile = event.table.deck, event.place.pile if isinstance(event, Draw) else event.pile
    return event.number in (0, deck.size(pile)) or len(set(deck.unpack(pile))) == 1


class Asked(BaseException):
    """Somebody is asked, or chance decides; rules cannot catch it by mistake."""


class Nobody:
    """A driver of steps in which nobody is asked, and nothing is left to chance."""

    symbolic = False

    def __init__(self) -> None:
        self.rules: list[Generator[Any, Any, Any]] = []
        self.transcript: list[Any] = []
        self.on_choice = None

    def choose(self, choice: Any) -> NoReturn:
        raise Asked

    def together(self, choices: Any) -> NoReturn:
        raise Asked

    def chance(self, event: Chance) -> Any:
        if not is_sure(event):
            raise Asked
        return first_outcome(event)


def goes_round(trial: Trial, turns: int) -> tuple[str, tuple[str, ...]]:
    """What is so for many turns to come, after so many of which the table was as before; "" where it is not. Then the
    clauses that move cards or money meanwhile. The table is left where play has come to."""
    table: Any = trial.table
    here, done, moved = table.snapshot(), set[str](), False

    def listener(ids: Ids, word: str, about: tuple[Any, ...]) -> None:
        done.update(ids if word in MOVING else ())

    tracer, followed = ActionTracer(trial.game, listener), is_followed(table)
    others = table.tracer if followed else None
    if followed:
        table.tracer = tracer
    else:
        tracer.follow(table)
    try:
        for _ in range(TURNS + -TURNS % turns):  # whole rounds
            if trial.move(Nobody()) is not None or table.outcome is not None:
                return "", ()
            moved = moved or table.snapshot()[0] != here[0]
    except Asked:
        return "", ()
    finally:
        if followed:
            table.tracer = others
        else:
            tracer.leave(table)
    if counting_between(table, here, table.snapshot()) is None:
        return "", ()
    again = "the same turn comes" if turns == 1 else f"the same {turns} turns come"
    more = f", and {again} again and again" if moved or done else " and nothing happens"
    return f"nobody is asked anything any more{more}, in {TURNS} turns", tuple(sorted(done, key=rulebook_order))
