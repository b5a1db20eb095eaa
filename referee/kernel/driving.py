"""Running a game: the deal, one step, or a whole match, with a driver that answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from referee.kernel.errors import NO_CLAUSE, Broken, RefereeError, RuleFault
from referee.kernel.faults import clause_of, place_in_rules
from referee.kernel.game import Game, folders_of, own_classes
from referee.kernel.outcome import Outcome
from referee.kernel.requests import Driver, asked_in_rules, clause_in, drive
from referee.kernel.rule_types import Rule
from referee.kernel.table import Table

TableT = TypeVar("TableT", bound=Table)


def run_deal(game: Game[TableT], table: TableT, driver: Driver) -> None:
    """Deal, once."""
    table._requests = 0
    _drive(game, lambda: game.deal(table) or _no_rule(game.deal), driver)
    table.dealing = False


def run_step(game: Game[TableT], table: TableT, driver: Driver) -> None:
    """One step."""
    table._requests = 0
    _drive(game, lambda: game.step(table) or _no_rule(game.step), driver)
    table.turns += 1


def run(
    game: Game[TableT],
    table: TableT,
    driver: Driver,
    turn_cap: int | None = None,
    step_done: Callable[[int], None] | None = None,
) -> Outcome | None:
    """Deal if nothing is dealt, then step until the game ends. None: the turn cap came first.

    ``step_done`` is called after the deal and after each step, with the number of finished steps.
    """
    cap = game.turn_cap if turn_cap is None else turn_cap
    _drive(game, lambda: course(game, table, cap, step_done), driver)
    return table.outcome


def course(game: Game[TableT], table: TableT, cap: int, step_done: Callable[[int], None] | None) -> Rule[None]:
    """A match from where the table stands, as one rule: driving it once is quicker than driving each step."""
    table._requests = 0
    if table.dealing:
        yield from game.deal(table) or _no_rule(game.deal)
        table.dealing = False
        if step_done is not None:
            step_done(table.turns)
    step = game.step
    while table.outcome is None and table.turns < cap:
        table._requests = 0
        yield from step(table) or _no_rule(step)
        table.turns += 1
        if step_done is not None:
            step_done(table.turns)


def _no_rule(method: Any) -> NoReturn:
    """Stands for a rule that was not handed on: registration cannot see every way through a function."""
    code = method.__code__
    said = f"{Path(code.co_filename).name}:{code.co_firstlineno}: {method.__name__} neither asks nor gives a rule"
    raise RuleFault(Broken.RAISED, said, ", ".join(getattr(method, "__clauses__", NO_CLAUSE)))


def _drive(game: Game[Any], begin: Callable[[], Rule[None]], driver: Driver) -> None:
    """Begin a rule and drive it; what stops it is told as a fault of the rules, where it is one."""
    try:
        drive(begin(), driver)
    except Exception as error:
        if not driver.symbolic or isinstance(error, RuleFault):
            raise_fault(error, game, driver.rules)
        raise


def raise_fault(error: Exception, game: Game[Any], rules: list[Any]) -> None:
    """Raise what stopped the rules as a fault of theirs, where it is told as another one. A caller keeps no name for
    it: a frame that knows its own error lives on, with all rules in it, until somebody collects garbage."""
    told = fault_of(error, game, rules)
    if told is not error:
        try:
            raise told from error
        finally:
            del told
    del told, error


def fault_of(error: Exception, game: Game[Any], rules: list[Any]) -> Exception:
    """What stopped the rules, as it is told. A fault that does not know its clause gets the innermost one in its
    traceback; an error of Python in the text of a rule (an unknown name, a missing key) is a fault of the rules too.
    Anything else is given back."""
    if isinstance(error, RuleFault) and error.clause == NO_CLAUSE:
        error.clause = clause_of(error, game.clause_codes)
    if isinstance(error, RefereeError):
        return error
    place, clause = place_in_rules(error, own_classes(type(game))), clause_of(error, game.clause_codes)
    if isinstance(error, RuntimeError) and isinstance(nothing := error.__cause__, StopIteration):
        # Python makes another error of it where a generator ends with it, and forgets where that was.
        within = clause_of(nothing, game.clause_codes)
        place = place_in_rules(nothing, own_classes(type(game))) or place
        clause = clause if within == NO_CLAUSE else within
        if place is not None:
            return RuleFault(Broken.RAISED, f"{place}: StopIteration: next(…) of nothing", clause)
    if place is None:
        place = asked_in_rules(error, rules, folders_of(type(game)))
        clause = ", ".join(clause_in(rules, game.clause_codes))
    return error if place is None else RuleFault(Broken.RAISED, f"{place}: {type(error).__name__}: {error}", clause)
