"""Two who choose at once, solved exactly: an equilibrium of a matrix, by linear programming in fractions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """What whoever chooses the row gets, and how often each row and each column is chosen."""

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


def equilibrium(matrix: Sequence[Sequence[Fraction]]) -> Equilibrium:
    """Of a matrix of what the row's side gets; the other side gets so much less. It has a row and a column.

    Where every number is above 0, the most that columns can weigh in all, each row costing at most 1, is one by the
    value (von Neumann); the simplex method finds it, by Bland's rule, so that it ends.
    """
    rows, columns = range(len(matrix)), range(len(matrix[0]))
    lowest = min(map(min, matrix)) - 1
    table = [[each - lowest for each in row] + [Fraction(at == own) for at in rows] for own, row in enumerate(matrix)]
    table = [[*row, Fraction(1)] for row in table]
    goal = [Fraction(-1) for _ in columns] + [Fraction(0) for _ in (*rows, "total")]
    basis = [len(columns) + at for at in rows]
    while (enters := next((at for at, cost in enumerate(goal[:-1]) if cost < 0), None)) is not None:
        possible = [at for at in rows if table[at][enters] > 0]
        pivot = min(possible, key=lambda at: (table[at][-1] / table[at][enters], basis[at]))
        by = table[pivot][enters]
        table[pivot] = [each / by for each in table[pivot]]
        basis[pivot] = enters
        for at in rows:
            if at != pivot:
                table[at] = _less(table[at], table[pivot], table[at][enters])
        goal = _less(goal, table[pivot], goal[enters])
    total, weights = goal[-1], {each: row[-1] for each, row in zip(basis, table, strict=True)}
    return Equilibrium(
        1 / total + lowest,
        tuple([goal[len(columns) + at] / total for at in rows]),
        tuple([weights.get(at, Fraction(0)) / total for at in columns]),
    )


def _less(row: list[Fraction], other: list[Fraction], times: Fraction) -> list[Fraction]:
    return [each - times * of_it for each, of_it in zip(row, other, strict=True)]
