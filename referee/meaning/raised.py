"""What functions raise that a ``try`` in another one would catch: refused, as nothing is raised in a Program."""

from __future__ import annotations

from dataclasses import dataclass

from referee.meaning.program import Function, Stmt, expressions
from referee.meaning.texts import NoMeaning

RETURNS = "a function that returns where it is raised, and ask for what it gives"


@dataclass(frozen=True)
class Caught:
    """The statements of a ``try``, in which no function may raise what it catches."""

    where: str
    kinds: tuple[type, ...]
    body: list[Stmt]


def raised_elsewhere(caught: Caught, raises: dict[str, set[type]]) -> None:
    """Refuse a ``try`` in which a function raises what it catches; ``raises``: what functions raise, by their names."""
    seen: set[str] = set()
    new: list[Function] = [each.about for each in expressions(caught.body) if each.op == "call"]
    while new:
        function = new.pop()
        if function.name in seen:
            continue
        seen.add(function.name)
        for kind in raises.get(function.name, ()):
            if issubclass(kind, caught.kinds):
                what = f"'try' of a call of {function.name.rpartition('_')[0]}, which raises {kind.__name__},"
                raise NoMeaning(f"{caught.where}: {what} has no meaning yet: write {RETURNS}")
        new += [each.about for each in expressions(function.body) if each.op == "call"]
