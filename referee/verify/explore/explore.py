"""Exploring: every table of a scaled game, reached breadth first through all answers and all outcomes of chance.

The rules are those that are played; only the settings are smaller. What is said of all tables of a scale (EXHAUSTED)
is said only where the search came to its end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from referee.native.exploring import Explored as NativelyExplored
from referee.verify.crosscheck.matches import Disagreement
from referee.verify.crosscheck.searches import cross_check_search
from referee.verify.explore.breadth import Explored, Search
from referee.verify.explore.native import Natively, explore_natively
from referee.verify.explore.nontermination import Endless, endless
from referee.verify.explore.unasked import TURNS, clauses_of, is_promised_to_end, rounds
from referee.verify.findings import Finding
from referee.verify.ledger import Ledger, Looked
from referee.verify.methods import Question
from referee.verify.play.met import Met
from referee.verify.play.minimise import minimised, recorded
from referee.verify.play.trial import LOOKED_AT
from referee.verify.play_results import check_possible, finding_of, result_of
from referee.verify.properties import Kind, Property
from referee.verify.understood import ENUMERATION, claim_text
from referee.verify.vacuous import says_nothing
from referee.verify.verdicts import Method, Result, Trouble, Verdict

FOUND = (Trouble.DEAD_END, Trouble.SHORTAGE, Trouble.MISSING_CASE, Trouble.ARITHMETIC, Trouble.ENDLESS)
"""Trouble that a search meets by itself."""
PAYS = 50_000
"""Ways or tables of a scale that Python has seen in 5 s at least; there are more."""


def decide(question: Question) -> Iterator[Result | Finding | Ledger]:
    """See ``referee.verify.methods``."""
    promised = question.properties or question.others or question.declared
    search = Search(question, briefly=not (promised or question.scale))
    seen = search.run()
    wrong = None if seen.bounded else cross_check_search(search)
    looked = Looked(Method.EXPLORE, question.game.players, question.readings, question.scale, seen.states, "states")
    carried_out = frozenset(search.ledger.carried_out)
    natively, loop = Natively(), endless(search)
    if _goes_on_natively(search):
        natively = explore_natively(search, loop)
        if natively.refused:
            search.ledger.complaints.append(natively.refused)
        elif natively.seen is not None:
            looked, loop = replace(looked, number=natively.seen.states), loop or natively.loop
    search.ledger.looked.append(
        replace(looked, whole=not seen.bounded and not wrong, why=str(wrong or seen.bounded), clauses=carried_out)
    )
    if not seen.states and not search.met:
        # Not even one deal was carried out: there is nothing to be said but why.
        yield search.ledger
        yield from _of_rounds(question, search)
        return
    found: dict[str, Finding] = {}
    for met, script in search.met.values():
        short = minimised(question.game, met, script)
        finding = finding_of(Method.EXPLORE, short, met)
        found[finding.property_name] = finding
        yield finding
    for raised in search.trial.raised:
        yield _result(question, raised.claimed, Verdict.UNKNOWN, search, why=str(raised))
    yield search.ledger
    given_up = {raised.claimed.name for raised in search.trial.raised}
    yield from _of_endless(question, search, loop, natively)
    for said in _of_rounds(question, search) if loop is None else ():
        yield said
        given_up |= {said.property} if isinstance(said, Result) else set()
    for claimed in question.properties:
        if claimed.name in given_up or claimed.kind is Kind.ENDLESS:
            continue
        its = natively if claimed.name in natively.looked | natively.held else None
        if claimed.kind is Kind.FREE_OF:
            if claimed.trouble in FOUND:
                mine = any(met.trouble is claimed.trouble for met, _ in search.met.values())
                mine = mine or (claimed.trouble is Trouble.ENDLESS and loop is not None)
                yield _result(
                    question,
                    claimed,
                    Verdict.REFUTED if mine else _held(search, claimed, natively),
                    search,
                    its,
                    wrong=wrong,
                )
        elif claimed.name in found:
            witness = found[claimed.name].witness
            yield _result(question, claimed, Verdict.REFUTED, search, witness=witness)
        elif claimed.kind is Kind.POSSIBLE:
            yield check_possible(
                search.reached.get(claimed.name),
                claimed,
                question,
                partial(_result, question, search=search, natively=its),
                _tries(search, claimed, its),
            )
        elif nothing := says_nothing(question.game, claimed):
            yield _result(question, claimed, Verdict.UNKNOWN, search, why=nothing)
        elif claimed.kind in LOOKED_AT and search.trial.tries[claimed.name]:
            yield _result(question, claimed, _held(search, claimed, natively), search, its, wrong=wrong)


def _of_rounds(question: Question, search: Search) -> Iterator[Result | Finding]:
    """Play that goes round, and what it refutes."""
    first: Finding | None = None
    for found in rounds(question):
        first = first or found
        yield found
    for claimed in question.properties:
        if is_promised_to_end(claimed) and first is not None:
            yield _result(question, claimed, Verdict.REFUTED, search, witness=first.witness)
        elif is_promised_to_end(claimed) and not search.seen.states:
            tries, why = int(TURNS * question.effort), "no play that goes round was found"
            yield result_of(question, Method.EXPLORE, claimed, Verdict.NOT_REFUTED, tries, why=why)


def _goes_on_natively(search: Search) -> bool:
    """Whether there is more to be seen, and it takes Python longer than compiling does (``auto``)."""
    question, seen = search.question, search.seen
    if not seen.had_enough or search.strange or question.budget.is_spent:
        return False
    # Where nothing is promised all that is looked for is trouble, which random play of whole matches meets sooner.
    many = max(seen.ways, seen.states) >= PAYS and bool(question.properties) and not question.expected_to_fail
    return question.engine == "native" or (question.engine == "auto" and many)


def _held(search: Search, claimed: Property, natively: Natively) -> Verdict:
    """The verdict where nothing spoke against the property."""
    if claimed.name in natively.held and not claim_text(search.game, claimed.claim, ENUMERATION):
        return Verdict.EXHAUSTED
    if search.seen.bounded or claim_text(search.game, claimed.claim, ENUMERATION):
        return Verdict.NOT_REFUTED
    if claimed.name in search.reads.properties and not search.states.with_turns:
        # A table was looked at with the fewest turns that lead to it.
        return Verdict.NOT_REFUTED if search.seen.shortcuts else Verdict.EXHAUSTED
    return Verdict.EXHAUSTED


def _of_endless(
    question: Question, search: Search, found: Endless | None, natively: Natively
) -> Iterator[Result | Finding]:
    """A cycle is what refutes that play ends and what witnesses that it can go on for ever."""
    about = [each for each in question.properties if each.kind is Kind.ENDLESS]
    if found is None:
        for claimed in about:
            bounded = (natively.seen or search.seen).bounded
            far = f"; {_how_far(search, natively)}" if bounded else ""
            why = "no table is reached again" + (far or " at this scale")
            yield _result(question, claimed, Verdict.UNKNOWN, search, natively, why=why)
        return
    said = found.sentence + (" (at this scale)" if question.scale else "")
    # A property that was not asked about says what the cycle is all the same: the finding is that of a whole check.
    shown = next((each for each in (*about, *question.others) if each.kind is Kind.ENDLESS), None)
    clauses = shown.clauses if shown else clauses_of(question.game, found.way, found.length)
    short = recorded(question.game, Met(Trouble.ENDLESS, clauses, said), found.way)
    finding = finding_of(Method.EXPLORE, short, about=shown)
    yield finding
    for claimed in about:
        yield _result(question, claimed, Verdict.WITNESSED, search, witness=finding.witness)


def _result(
    question: Question,
    claimed: Property,
    verdict: Verdict,
    search: Search,
    natively: Natively | None = None,
    *,
    wrong: Disagreement | None = None,
    **more: Any,
) -> Result:
    if wrong is not None and verdict is Verdict.EXHAUSTED:
        verdict, more = Verdict.UNKNOWN, {**more, "why": str(wrong), "defect": True}
    if verdict is Verdict.NOT_REFUTED:
        strange = "" if search.seen.bounded else claim_text(search.game, claimed.claim, ENUMERATION)
        far = _how_far(search, natively)
        more["why"] = f"{far}; {strange}" if strange else far
    return result_of(question, Method.EXPLORE, claimed, verdict, _tries(search, claimed, natively), **more)


def _tries(search: Search, claimed: Property, natively: Natively | None) -> int:
    tries = search.trial.tries.get(claimed.name, 0) or search.seen.states
    if natively is not None and natively.seen is not None:
        tries = max(tries, natively.seen.states)
    return tries


def _how_far(search: Search, natively: Natively | None = None) -> str:
    """The result of a search that did not see everything."""
    seen: Explored | NativelyExplored = search.seen
    if natively is not None and natively.seen is not None and natively.seen.bounded:
        seen = natively.seen
    if not seen.bounded:
        return f"{seen.states} states, each with the fewest turns that lead to it"
    return f"bounded: {seen.states} states, up to {seen.depth} steps, {seen.expanded} of them followed ({seen.bounded})"
