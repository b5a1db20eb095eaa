"""The method ``prove``: what is proved of one form of a game, and what is refuted by replay."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.kernel.errors import Broken
from referee.kernel.game import Game
from referee.verify.properties import Kind, Property
from referee.verify.prove.induction import Failure, Induction, Proof
from referee.verify.prove.limits import run_limited
from referee.verify.prove.paths import NotSymbolic
from referee.verify.prove.refute import Refutation, refute_in_first_turn
from referee.verify.verdicts import Method, Result, Verdict

DECIDED = (Kind.ALWAYS, Kind.NEVER, Kind.EQUAL, Kind.TERMINATES)
"""Kinds that an induction over steps decides."""
TROUBLE: Mapping[str, tuple[Broken, ...]] = {
    "dead end": (Broken.NO_OPTION,),
    "shortage": (Broken.SHORTAGE, Broken.NO_MONEY),
    "missing case": (Broken.MISSING_CASE,),
}
"""What the kernel owes that is free of some trouble, by the word for it."""


def decide(question: Any) -> Iterator[Result]:
    """The verdicts on a question: a game made for its form, and properties that are about it."""
    budget = question.budget.left if getattr(question, "budget", None) is not None else None
    yield from prove(question.game, question.properties, seconds=budget)


def prove(game: Game[Any], properties: Sequence[Property], *, seconds: float | None = None) -> list[Result]:
    """A verdict on every property that a proof can decide, in a process of its own.

    UNKNOWN with the reason where the process ran out of time (``seconds``; 120, if not given) or memory, or was
    killed. A property is proved for all tables that the invariant allows: whatever of the properties holds.
    """
    asked = [each for each in properties if _can_be_asked(each)]
    if not asked:
        return []
    began = time.monotonic()
    said = run_limited(lambda: prove_here(game, asked), 120.0 if seconds is None else seconds)
    if isinstance(said, str):
        return [_result(game, each, Verdict.UNKNOWN, said, time.monotonic() - began) for each in asked]
    return said  # type: ignore[no-any-return]


def prove_here(game: Game[Any], properties: Sequence[Property]) -> list[Result]:
    """The same in this process and without limits."""
    began = time.monotonic()
    try:
        proof = Induction(type(game)(game.players, readings=game.readings, settings=game.settings), properties).prove()
    except NotSymbolic as reason:
        return [_result(game, each, Verdict.UNKNOWN, str(reason), time.monotonic() - began) for each in properties]
    results = [_verdict(game, each, proof) for each in properties]
    spent = (time.monotonic() - began) / len(results)
    return [_result(game, each, verdict, why, spent) for each, (verdict, why) in zip(properties, results, strict=True)]


def _can_be_asked(each: Property) -> bool:
    return each.kind in DECIDED or _troubles(each) is not None


def _troubles(each: Property) -> tuple[Broken, ...] | None:
    trouble = getattr(each, "trouble", None)
    return None if trouble is None else TROUBLE.get(trouble.value)


def _verdict(game: Game[Any], each: Property, proof: Proof) -> tuple[Verdict, str]:
    owed = _troubles(each)
    failures = proof.broken(*owed) if owed is not None else proof.failures.get(each.name, [])
    if failures:
        found = refute_in_first_turn(game, each, owed)
        if isinstance(found, Refutation):
            return Verdict.REFUTED, str(found)
        return Verdict.UNKNOWN, f"not known to be reachable: {failures[0]}"
    rest = proof.failures.get(None, [])
    if owed is not None:
        rest = [each for each in rest if each.broken is None or each.broken is Broken.NO_END]
    if rest:
        return Verdict.UNKNOWN, f"rests on what is not proved: {_first(rest)}"
    return Verdict.PROVED, _passed(proof, each)


def _first(failures: Sequence[Failure]) -> str:
    return str(failures[0]) + (f", and {len(failures) - 1} more" if len(failures) > 1 else "")


def _passed(proof: Proof, each: Property) -> str:
    """What a proof went through, in one line."""
    bound = f"at most {proof.bounds[each.name]} steps; " if each.name in proof.bounds else ""
    missed = sorted(proof.clauses - proof.covered)
    never = f"; no table was found that carries out {' '.join(missed)}" if missed else ""
    return (
        f"{bound}{proof.paths} paths, {proof.obligations} obligations, through {' '.join(sorted(proof.clauses))}{never}"
    )


def _result(game: Game[Any], each: Property, verdict: Verdict, why: str, seconds: float) -> Result:
    readings = {slug: value for slug, value in game.readings.items() if value != game.register[slug].default}
    scale = {one.name: game.settings[one.name] for one in game.parameters if game.settings[one.name] != one.default}
    return Result(each.name, Method.PROVE, game.players, readings, scale, verdict, why=why, seconds=seconds)
