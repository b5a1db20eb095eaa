"""Refutations: a real deal and the answers of the first turn, found by the solver and played by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.kernel.errors import Broken, RuleFault
from referee.kernel.game import Game, run_deal, run_step
from referee.kernel.terms import Rule
from referee.verify.properties import Kind, Property
from referee.verify.prove.boundary import lazy_class
from referee.verify.prove.induction import Induction, new_table
from referee.verify.prove.paths import NotSymbolic, Obligation
from referee.verify.prove.search import Ended, Search
from referee.verify.prove.solve import Prover
from referee.verify.prove.witness import Guided, concrete

MOST_PATHS = 600


@dataclass(frozen=True, slots=True)
class Refutation:
    """``answers`` of choices and of chance, from an undealt table on; ``shows`` says what came of it."""

    answers: tuple[Any, ...]
    shows: str
    dealt: str

    def __str__(self) -> str:
        return f"{self.shows}; dealt: {self.dealt}"


def refute_in_first_turn(game: Game[Any], each: Property, owed: tuple[Broken, ...] | None) -> Refutation | None:
    """A deal after which the first turn breaks the property, carried out by the concrete rules; None if not found."""
    fresh = type(game)(game.players, readings=game.readings, settings=game.settings)
    induction = Induction(fresh, [each])

    def first_turn(t: Any) -> Rule[None]:
        yield from fresh.deal(t)
        t.dealing = False
        yield from fresh.step(t)

    search = Search(table_class=lazy_class(fresh, None), label="first ", asked=induction.ask)
    prover = Prover()
    try:
        for number, ended in enumerate(search.paths(fresh, new_table, first_turn)):
            if number >= MOST_PATHS:
                return None
            if not ended.failed and not ended.missing and each.kind is not Kind.TERMINATES:
                induction.claims_at(ended, list(induction.claims))
            for obligation in _about(ended, each, owed):
                found = _play(game, each, prover, ended, obligation)
                if found is not None:
                    return found
    except NotSymbolic:
        return None
    return None


def _about(ended: Ended, each: Property, owed: tuple[Broken, ...] | None) -> Iterator[Obligation]:
    for obligation in ended.path.obligations:
        if obligation.broken in owed if owed is not None else obligation.message == each.name:
            yield obligation


def _play(game: Game[Any], each: Property, prover: Prover, ended: Ended, owed: Obligation) -> Refutation | None:
    """Ask for numbers that break an obligation, and let the concrete rules play them."""
    path, truth = ended.path, owed.truth
    if isinstance(truth, tuple) or prover.decide(path, owed).proved:
        return None
    given = path.assumptions[: owed.assumptions], path.conditions[: owed.conditions]
    found = prover.refute(path, truth, *given, asked=owed.asked, all_kinds=True)
    if found.model is None:
        return None
    answers = concrete(path, found.model, tuple([answer for _, _, answer in path.requests[: owed.asked]]))
    table: Any = game.table()
    driver = Guided(answers)
    at_boundary = owed.broken is None and each.kind in (Kind.ALWAYS, Kind.NEVER) and not getattr(each, "asked", ())
    dealt = ""
    try:
        run_deal(game, table, driver)
        dealt = _hands(table)
        if at_boundary and _fails(each, table):
            return Refutation(answers, "it does not hold after the deal", dealt)
        run_step(game, table, driver)
        if at_boundary and _fails(each, table):
            return Refutation(answers, "it does not hold after the first turn", dealt)
    except RuleFault as fault:
        if fault.broken is owed.broken:
            return Refutation(answers, str(fault), dealt)
    except AssertionError:
        pass  # the rules asked for something else than on the path that was followed
    return None


def _fails(each: Property, table: Any) -> bool:
    return bool(each.claim(table)) is (each.kind is Kind.NEVER)


def _hands(table: Any) -> str:
    """What lies with each player, in words."""
    held = [place for place in table.places if place.owner is not None and place.pile]
    return ", ".join(f"{place!r} {' '.join(table.deck.names(place.pile))}" for place in held)
