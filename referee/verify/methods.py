"""The interface of a method: it is asked about one form of a game and yields verdicts and findings.

A method is a module with a function ``decide(question)``, named in ``MODULES``. It yields one ``Result`` for each
property that it can say something about, and a ``Finding`` for each defect that it meets. It leaves out what it cannot
answer: the campaign then says NOT ASKED. A method that plays the rules also yields a ``Ledger`` of what happened.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.verify.findings import Finding
from referee.verify.kept import dependencies as _listens_from_here_on  # noqa: F401  before any rules are loaded
from referee.verify.ledger import Ledger
from referee.verify.properties import Property
from referee.verify.verdicts import Method, Result

MODULES: Mapping[Method, str] = {
    Method.FUZZ: "referee.verify.play.fuzz",
    Method.EXPLORE: "referee.verify.explore.explore",
    Method.PROVE: "referee.verify.proving",
    Method.CONFORMANCE: "referee.verify.conform.conformance",
    Method.ALTERNATIVES: "referee.verify.sidesteps.method",
}
"""By method the module with its ``decide``; it is imported on demand."""

MEMORIES: Mapping[Method, str] = {Method.PROVE: "referee.verify.kept.memory"}
"""By method the module whose ``read(question)`` gives the last result, or None."""


class Budget:
    """The seconds of somebody's time that may be spent. None: as many as the number of tries takes.

    ``processor`` are seconds of its own processor time that a proof may take. None: as many as it takes. The load of
    the machine decides nothing there.
    """

    def __init__(self, seconds: float | None = None, processor: float | None = None) -> None:
        self.seconds, self.processor = seconds, processor
        self._began = time.monotonic()

    @property
    def spent(self) -> float:
        return time.monotonic() - self._began

    @property
    def is_spent(self) -> bool:
        return self.seconds is not None and self.spent >= self.seconds

    @property
    def left(self) -> float | None:
        return None if self.seconds is None else max(0.0, self.seconds - self.spent)


@dataclass(frozen=True, slots=True)
class Question:
    """Properties of one form of a game: its players, readings and settings are those of ``game``.

    ``seed`` makes random methods repeat themselves; ``effort`` scales their number of tries (1 is the default).
    ``properties`` are about this form (``Property.applies``); so are ``others``, which are not asked about.
    """

    game: Game[Any]
    properties: tuple[Property, ...]
    seed: str = "check"
    budget: Budget = field(default_factory=Budget)
    effort: float = 1.0
    engine: str = "python"
    """What plays and explores beyond what Python does: ``python``, ``native``, or ``auto`` where that pays."""
    others: tuple[Property, ...] = ()
    rows: tuple[Mapping[str, str], ...] = ()
    """The readings under which the same check plays this form: one native build is for all of them."""
    declared: tuple[Property, ...] = ()
    """The properties that are looked at under any of these."""
    effects: bool = False
    """Whether single effects are asked about too."""
    emit: Path | None = None
    """A folder into which a proof writes what it asks the solver; nothing is taken from memory then."""
    why: bool = False
    """Whether a proof tells its argument; nothing is taken from memory then either."""
    shaken: bool = True
    """Whether what is proved is attacked with cards before it is said: who wants refutations alone needs none of it."""
    meant: bool = True
    """Whether proofs on the meaning of the rules are tried: where they are known to prove nothing, they need not be."""
    answers: dict[Any, Any] | None = None
    """The solver's answers to questions of earlier proofs, by their patterns; those of this one are added."""
    drained: dict[Any, Any] = field(default_factory=dict)
    """What play came to that uses up what is drawn from: one for all methods that are asked about the same form."""

    @property
    def expected_to_fail(self) -> frozenset[str]:
        """The names of the properties that are expected not to hold in this form."""
        game = self.game
        return frozenset([each.name for each in self.properties if not each.expected(game.readings, game.players)])

    @property
    def readings(self) -> Mapping[str, str]:
        """The readings that are not the default, by slug."""
        return self.game.unusual_readings

    @property
    def scale(self) -> Mapping[str, Any]:
        """The settings that are not the default."""
        return self.game.unusual_settings

    def rng(self) -> random.Random:
        """Chance of its own for each form of a game, the same again with the same seed."""
        game = self.game
        return random.Random(f"{self.seed} {sorted(game.form['readings'].items())} {game.players} {game.settings}")


class Decides(Protocol):
    """The interface of a method's module."""

    def decide(self, question: Question) -> Iterator[Result | Finding | Ledger]: ...


def is_there(method: Method) -> bool:
    """Whether the method can be asked in this installation."""
    return method in MODULES and find_spec(MODULES[method]) is not None


def remembered(method: Method, question: Question) -> list[Result | Finding | Ledger] | None:
    """The method's earlier answer to the very same question; None where it has none."""
    return import_module(MEMORIES[method]).read(question) if method in MEMORIES else None


def method_of(method: Method) -> Decides:
    """BadInput where the method is not there."""
    if not is_there(method):
        raise BadInput(f"the method {method.value} is not installed")
    return import_module(MODULES[method])
