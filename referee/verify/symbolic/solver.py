"""Z3's solver, which is told what is assumed only when it is asked: of most that is decided on the ways through rules
nothing is asked before it is taken back."""

from __future__ import annotations

from typing import Any

import z3

from referee.verify.symbolic.term_types import Term, to_z3


class Solver:
    """What is assumed, in scopes that are taken back one after the other. Z3 has the first ``told`` of them, of the
    last of these ``said`` truths, and of the others all."""

    def __init__(self) -> None:
        self._z3 = z3.Solver()
        self._scopes: list[list[Term]] = [[]]
        self._told, self._said = 1, 0

    def set(self, option: str, value: Any) -> None:
        self._z3.set(option, value)

    def add(self, truth: Term) -> None:
        self._scopes[-1].append(truth)

    def push(self) -> None:
        self._scopes.append([])

    def pop(self, many: int = 1) -> None:
        left = len(self._scopes) - many
        del self._scopes[left:]
        if left < self._told:
            self._z3.pop(self._told - left)
            self._told, self._said = left, len(self._scopes[-1])

    def check(self) -> z3.CheckSatResult:
        self._tell()
        return self._z3.check()

    def model(self) -> z3.ModelRef:
        return self._z3.model()

    def assertions(self) -> list[Any]:
        self._tell()
        return list(self._z3.assertions())

    def to_smt2(self) -> str:
        self._tell()
        return str(self._z3.to_smt2())

    def _tell(self) -> None:
        context, solver = self._z3.ctx.ref(), self._z3.solver
        for truth in self._scopes[self._told - 1][self._said :]:
            z3.Z3_solver_assert(context, solver, to_z3(truth).ast)
        for scope in self._scopes[self._told :]:
            z3.Z3_solver_push(context, solver)
            for truth in scope:
                z3.Z3_solver_assert(context, solver, to_z3(truth).ast)
        self._told, self._said = len(self._scopes), len(self._scopes[-1])
