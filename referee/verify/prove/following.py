"""What is concluded by following live rules: properties that are proved so, and facts that a proof misses, as
properties to paste."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from math import inf
from typing import Any

from referee.kernel.errors import Broken
from referee.kernel.game import Game
from referee.kernel.table import Table
from referee.meaning.open_readings import NotedDefined
from referee.verify.consulted import listen
from referee.verify.crosscheck.proofs import CrossChecked, Effort, ProofCrossCheck
from referee.verify.findings import Finding
from referee.verify.ledger import Ledger, Looked
from referee.verify.methods import Question
from referee.verify.properties import Kind, Property
from referee.verify.provable import can_be_asked, owed_by, verdict_on
from referee.verify.prove.induction import Induction
from referee.verify.prove.paths import NotSymbolic
from referee.verify.prove.proof import Failure, Proof, in_short
from referee.verify.prove.seat_symmetry import seats_alike
from referee.verify.prove.seats import seat_in_property, seats_distinguished, some_tables
from referee.verify.prove.terms import SymAmount, SymTruth
from referee.verify.readonly_table import evaluate
from referee.verify.refuting import Refutation, refuted
from referee.verify.understood import PROOF, HeldContainers, claim_text
from referee.verify.verdicts import Method, Result, Verdict
from referee.verify.vocabulary import every

UNKNOWN_OF_THE_TABLE = re.compile(r"\d+ (?P<size>size of )?(?P<name>\w+)(?: of seat (?P<owner>\d+)|\[(?P<seat>\d+)\])?")
"""The name of an unknown of the table before the step: ``3 size of hand of seat 0``, ``3 round``, ``3 points[1]``."""


TURNED = {"<=": ">=", ">": "<", "==": "=="}


class NotSayable(Exception):
    """The fact is not about sizes and amounts of the table before the step."""


def helping_fact(truth: Any, game: Game[Any], tables: Sequence[Table]) -> str:
    """A condition on tables between two steps under which an obligation holds, as an expression of ``t``.

    "" where the condition is not about one player and the table, or fails on one of the ``tables`` that play reached.
    """
    try:
        said, seats = _in_words(truth, game)
    except NotSayable:
        return ""
    if len(seats) > 1:
        return ""
    text = f"every(t, ({said} for player in t.players))" if seats else said
    holds = eval(f"lambda t: {text}", {"every": every})
    return text if tables and all(bool(evaluate(holds, table)) for table in tables) else ""


def as_property(fact: str, clause: str, message: str) -> str:
    """A fact as a property to paste into ``properties/GAME.py``."""
    name = re.sub(r"\W+", "_", f"what_{clause or 'a_step'}_needs").lower()
    ids = ", ".join(f'"{each}"' for each in clause.split(", ") if each)
    return f'@always({ids})\ndef {name}(t):\n    """A proof misses this: {message}."""\n    return {fact}'


def _in_words(truth: Any, game: Game[Any]) -> tuple[str, set[str]]:
    if not isinstance(truth, SymTruth):
        raise NotSayable
    if truth.op == "not" and truth.args[0].op == "<=0":
        return _compared(truth.args[0].args[0], ">", game)
    if truth.op == "and":
        parts = [_in_words(each, game) for each in truth.args]
        return " & ".join(f"({said})" for said, _ in parts), set().union(*[seats for _, seats in parts])
    if truth.op not in ("<=0", "==0"):
        raise NotSayable
    return _compared(truth.args[0], "<=" if truth.op == "<=0" else "==", game)


def _compared(amount: SymAmount, sign: str, game: Game[Any]) -> tuple[str, set[str]]:
    """``amount`` against 0, with what is counted against it on the other side."""
    seats: set[str] = set()
    mine: list[str] = []
    others: list[str] = []
    for atom, factor in amount.parts:
        if factor.denominator != 1:
            raise NotSayable
        (mine if factor > 0 else others).append(_of_the_table(atom.name, abs(int(factor)), game, seats))
    if amount.constant.denominator != 1:
        raise NotSayable
    number = int(amount.constant)
    if number:
        (mine if number > 0 else others).append(str(abs(number)))
    left, right = " + ".join(others) or "0", " + ".join(mine) or "0"
    if left.isdigit():
        return f"{right} {sign} {left}", seats
    return f"{left} {TURNED[sign]} {right}", seats


def _of_the_table(name: str, factor: int, game: Game[Any], seats: set[str]) -> str:
    found = UNKNOWN_OF_THE_TABLE.fullmatch(name)
    table = game.table_class
    if not found:
        raise NotSayable
    specs = table.zone_specs if found["size"] else table.scalar_specs
    spec: Any = specs.get(found["name"])
    if spec is None or bool(found["owner"] or found["seat"]) is not spec.per_player:
        raise NotSayable
    seats |= {found["owner"] or found["seat"]} if spec.per_player else set()
    text = f"t.{found['name']}{'[player]' if spec.per_player else ''}{'.size' if found['size'] else ''}"
    return text if factor == 1 else f"{factor} * {text}"


UNHOPED = 5.0
"""So many seconds of processor time, where nothing is asked about but what its author expects not to hold."""

UNREFUTED = "no play was found that refutes it; no proof is tried beside what is refuted"
Conclusion = Result | Finding | Ledger


def followed(
    question: Question,
    fresh: Game[Any],
    rest: list[Property],
    proved: Sequence[Property],
    known: list[Refutation],
    emit: Callable[[str], None] | None,
    tried: Collection[Property] = (),
) -> list[Conclusion]:
    """What is concluded of the rest by following live rules, which what is proved already may help. No play was found
    that refutes what was ``tried``."""
    game = question.game
    conclusions: list[Conclusion] = []
    tables = some_tables(fresh)
    others = [each for each in (*question.others, *proved) if can_be_asked(each) and each.kind is not Kind.TERMINATES]
    others = [each for each in others if not claim_text(fresh, each.claim, PROOF)]
    others = [each for each in others if not seat_in_property(each, fresh, tables)]
    for each in list(rest):
        if where := seat_in_property(each, fresh, tables):
            conclusions.append(verdict_on(game, each, Verdict.UNKNOWN, f"{where}: the property tells seats apart"))
            rest.remove(each)
    if not rest:
        return conclusions
    began = time.monotonic()
    hoped = any(each.expected(game.readings, game.players) for each in rest)
    if (known or all(each.kind is Kind.TURNS_END for each in rest)) and not hoped:
        return [*conclusions, *[verdict_on(game, each, Verdict.UNKNOWN, UNREFUTED) for each in rest]]
    containers = HeldContainers(fresh, PROOF, [each.claim for each in (*rest, *others)])
    consulted = listen(fresh, [*rest, *others])
    try:
        induction = Induction(fresh, [*rest, *others], emit, inf if hoped else UNHOPED, question.answers)
        induction.alike = not seats_distinguished(fresh)
        with seats_alike(induction.alike):
            proof = induction.prove()
    except NotSymbolic as reason:
        return [*conclusions, *[verdict_on(game, each, Verdict.UNKNOWN, str(reason)) for each in rest]]
    if changed := containers.changed():
        return [*conclusions, *[verdict_on(game, each, Verdict.UNKNOWN, changed) for each in rest]]
    spent = (time.monotonic() - began) / len(rest)
    decided = [
        _consulting(one, consulted)
        for each in rest
        for one in _decided(question, each, proof, spent, each not in tried)
    ]
    induction.consulted = consulted.asked
    shaken = _shaken(question, induction, proof, decided)
    if shaken.disagreement is None:
        conclusions.append(_clause_ledger(question, proof))
    return [*conclusions, *[_withdrawn(each, shaken) for each in decided]]


def _shaken(question: Question, induction: Induction, proof: Proof, decided: Sequence[Conclusion]) -> CrossChecked:
    """The disagreements of play with what is claimed to be proved."""
    names = {each.property for each in decided if isinstance(each, Result) and each.verdict is Verdict.PROVED}
    proved = [each for each in question.properties if each.name in names]
    if not (proved and question.shaken):
        return CrossChecked()
    effort = Effort().scaled(question.effort)
    return ProofCrossCheck(induction, proof, proved, question.seed, effort).shake()


def _withdrawn(conclusion: Conclusion, shaken: CrossChecked) -> Conclusion:
    """A conclusion about a property. If it claims a proof and play contradicts it, the contradiction."""
    if not isinstance(conclusion, Result) or conclusion.verdict is not Verdict.PROVED:
        return conclusion
    wrong = shaken.disagreement or shaken.only.get(conclusion.property)
    if wrong is None:
        return conclusion
    return replace(conclusion, verdict=Verdict.UNKNOWN, why=str(wrong), consulted=(), defect=not wrong.is_limit)


def _consulting(conclusion: Conclusion, consulted: NotedDefined) -> Conclusion:
    """A proof with the readings that it consulted."""
    if isinstance(conclusion, Result) and conclusion.verdict is Verdict.PROVED:
        return replace(conclusion, consulted=tuple(sorted(consulted.asked)))
    return conclusion


def _clause_ledger(question: Question, proof: Proof) -> Ledger:
    """Clauses that no path of a proof goes through are never carried out, where everything is proved that it rests
    on: there are more paths than ways to play."""
    why = "not all is proved that it rests on" if proof.failures else ""
    looked = Looked(
        Method.PROVE, question.game.players, question.readings, question.scale, proof.paths, "paths", not why, why,
        frozenset(proof.clauses),
    )  # fmt: skip
    return Ledger(looked=[looked])


def _decided(question: Question, each: Property, proof: Proof, spent: float, to_be_refuted: bool) -> list[Conclusion]:
    game, owed = question.game, owed_by(each)
    failures = proof.broken(*owed) if owed else proof.failures.get(each.name, [])
    offered = _offered(game, [*failures, *proof.failures.get(None, [])])
    if failures:
        hoped = to_be_refuted and each.expected(game.readings, game.players)
        found = refuted(question, each, []) if hoped else None
        if found is not None:
            return [*found]
        told = "cannot be worked out" if failures[0].raised else "not known to be reachable"
        return [replace(verdict_on(game, each, Verdict.UNKNOWN, f"{told}: {failures[0]}", spent), missing=offered)]
    # Where a fault ends play its path may go on, so that what is proved is proved of every match as far as it goes.
    # Where a path ends and play does not, nothing is known.
    rest = [one for one in proof.failures.get(None, []) if one.cut or one.broken in (None, Broken.NO_END)]
    if rest:
        why = f"rests on what is not proved: {in_short(rest)}"
        return [replace(verdict_on(game, each, Verdict.UNKNOWN, why, spent), missing=offered)]
    if each.name in proof.vacuous:
        return [verdict_on(game, each, Verdict.UNKNOWN, proof.vacuous[each.name], spent)]
    return [replace(verdict_on(game, each, Verdict.PROVED, proof.extent(each.name), spent), missing=offered)]


def _offered(game: Game[Any], failures: Sequence[Failure]) -> str:
    """The first fact that would help a proof and that no play contradicts, as a property; "" where none is known."""
    tables = some_tables(game) if failures else []
    for each in failures:
        fact = helping_fact(each.truth, game, tables)
        if fact:
            clause = ", ".join(each.clause) if each.clause != ("?",) else ""
            return as_property(fact, clause, f"{clause}: {each.what}" if each.broken else f"for {each.what}")
    return ""
