"""Questions that the solver does not answer at once: they are put to one that knows less, or looks at all anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import z3

RESOURCES = 3_000_000
"""What a question to the solver may take, in its own measure: the same on every machine. Beyond it anything may be."""
FEW_RESOURCES = RESOURCES // 3
"""The same where much is known that has nothing to do with the question."""
NEWEST = (64, 128)
"""So many of what was assumed last a question is asked with: what follows from a part follows from all, and most
questions are decided by little of all that is known."""


def asked_anew(known: Sequence[Any]) -> tuple[z3.CheckSatResult, z3.Solver]:
    """Whether all of that can hold, by solvers that know nothing of earlier questions; the last one has answered."""
    for many in [*[each for each in NEWEST if each < len(known)], len(known)]:
        solver = _knowing(known[-many:])
        found = solver.check()
        if found == z3.unsat or (found == z3.sat and many == len(known)):
            return found, solver
    solver = _knowing(known)
    solver.set("smt.relevancy", 0)
    return solver.check(), solver


def _knowing(known: Sequence[Any]) -> z3.Solver:
    solver = z3.Solver()
    solver.set("rlimit", 5 * RESOURCES)
    solver.add(*known)
    return solver
