"""Turning a counterexample into play: a table of cards, answers and outcomes, carried out by the real rules."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.kernel.driving import run_step
from referee.kernel.errors import RuleFault
from referee.kernel.game import Game
from referee.kernel.players import Player
from referee.kernel.requests import Chance, Choice, Together
from referee.kernel.table import Table
from referee.verify.prove.paths import Path
from referee.verify.prove.piles import SymPile
from referee.verify.prove.search import Ended
from referee.verify.prove.smt_query import Answer
from referee.verify.prove.solve import Prover
from referee.verify.prove.terms import SymAmount


@dataclass(frozen=True, slots=True)
class Witness:
    """A concrete table before the step, and every answer and outcome of the step, in order."""

    before: tuple[Any, ...]
    answers: tuple[Any, ...]


class Guided:
    """The driver that gives prepared answers; it fails loudly where the rules ask for something else."""

    symbolic = False

    def __init__(self, answers: tuple[Any, ...]) -> None:
        self.rules: list[Generator[Any, Any, Any]] = []
        self.left = list(answers)

    def _take(self) -> Any:
        assert self.left, "the rules ask for more than the prover's path did"
        return self.left.pop(0)

    def choose(self, choice: Choice) -> Any:
        return self._take()

    def together(self, choices: Together) -> Mapping[Player, Any]:
        return {choice.player: self._take() for choice in choices.choices}

    def chance(self, event: Chance) -> Any:
        return self._take()


def find_witness(prover: Prover, ended: Ended, truth: Any) -> Witness | Answer:
    """A witness that ``truth`` can be false at the end of a path, or the answer that says why there is none."""
    path = ended.path
    found = prover.refute(path, truth, path.assumptions, path.conditions, all_kinds=True)
    if found.model is None:
        return found
    answers = tuple([answer for _, _, answer in path.requests])
    return Witness(concrete(path, found.model, ended.before), concrete(path, found.model, answers))


def concrete(path: Path, model: Mapping[str, int], thing: Any) -> Any:
    """The value of a term in a model; anything else is what it is."""
    if isinstance(thing, SymAmount):
        return thing.constant + sum(factor * model.get(atom.name, atom.some) for atom, factor in thing.parts)
    if isinstance(thing, SymPile):
        return sum(
            concrete(path, model, thing.count(kind)) << kind * path.deck.width for kind in range(len(path.deck.cards))
        )
    if isinstance(thing, tuple):
        return tuple([concrete(path, model, each) for each in thing])
    return thing


def carry_out(game: Game[Any], witness: Witness, check: Callable[[Any], bool]) -> tuple[Table, bool, RuleFault | None]:
    """Replay a witness with the concrete engine: the table after, whether ``check`` holds there, and a fault."""
    table = game.table()
    table.restore(witness.before)
    fault = None
    try:
        run_step(game, table, Guided(witness.answers))
    except RuleFault as broken:
        fault = broken
    return table, bool(check(table)), fault
