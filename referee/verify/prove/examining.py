"""What a path owes, decided by the prover."""

from __future__ import annotations

from referee.kernel.errors import Broken
from referee.verify.prove.proof import Failure, Proof
from referee.verify.prove.search import Ended
from referee.verify.prove.solve import Prover

MOST_FAILURES = 3
"""The most failures of obligations of one sort in one clause; further ones are not examined."""


def examine(proof: Proof, prover: Prover, ended: Ended, names: set[str], out: set[str | None]) -> None:
    """Decide everything that a path owes, but for the properties that are ``out``; ``names`` are those of all
    of them."""
    path = ended.path
    if ended.missing and not ended.owed:
        path.owe(False, Broken.MISSING_CASE, f"there is no rule (reading {ended.missing}=undefined)", ("?",))
    if ended.failed and not ended.owed and not any(each.cut for each in path.obligations):
        path.owe(False, ended.broken, ended.failed, ended.clause, cut=not ended.stops)
    ended.owed = True
    proof.paths += not ended.dropped
    for obligation in path.obligations:
        if obligation.broken is None and obligation.message in out:
            continue
        proof.obligations += 1
        name = obligation.message if obligation.broken is None and obligation.message in names else None
        known = proof.failures.get(name, ())
        if (name is not None and known) or sum(each.same_as(obligation) for each in known) >= MOST_FAILURES:
            continue
        answer = prover.decide(path, obligation)
        if not answer.proved:
            story = path.story(obligation.asked)
            clause, place = obligation.clause, ""
            if obligation.broken is None:
                clause, place = path.log.last(obligation.conditions + obligation.asked)
            raised = path.raised.get(name or "", "")
            failure = Failure(
                obligation.message, obligation.broken, clause, story, raised or answer.why, place, bool(raised),
                obligation.cut, obligation.truth,
            )  # fmt: skip
            proof.failures.setdefault(name, []).append(failure)
    new = path.met - proof.covered
    proof.clauses |= path.met
    if new and prover.is_feasible(path):
        proof.covered |= path.met
