"""Properties: what a rulebook promises, or what its author wants to know.

A property is a function of the table in the kernel's words, the same for integers and for terms of the prover.
It lives in ``properties/GAME.py``:

    from referee.verify import always, every

    @always("E-20", refuted_under={"challenger-gives-back": ["always-two"]})
    def every_hand_is_complete(t):
        "Fifteen cards in every hand after every turn."
        return every(t, (t.hand[player].size == t.game.full_hand for player in t.players))
"""

from __future__ import annotations

import importlib.util
import inspect
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game, rules_of
from referee.kernel.rulebook import load_rulebook
from referee.kernel.table import Table
from referee.kernel.terms import AnyTruth, Truth
from referee.verify.verdicts import HOLDS, Verdict

Claim = Callable[..., Any]


class Kind(Enum):
    """What a property says."""

    ALWAYS = "always"
    """Holds at every step boundary."""
    POSSIBLE = "possible"
    """Some table is reached."""
    NEVER = "never"
    """No such table is reached."""
    TERMINATES = "terminates"
    """A measure, not negative, that every step makes smaller."""
    EQUAL = "equal"
    """Two things agree at every step boundary."""


@dataclass(frozen=True, slots=True)
class Property:
    """See the module's docstring.

    ``accepts`` is the weakest verdict that its author accepts. ``refuted_under`` names the values of readings
    under which it is expected not to hold; ``players`` the numbers of players that it is about (all, if None);
    ``settings`` a scale at which it is looked at.
    """

    name: str
    clauses: tuple[str, ...]
    kind: Kind
    sentence: str
    claim: Claim
    accepts: Verdict
    refuted_under: Mapping[str, tuple[str, ...]]
    players: tuple[int, ...] | None
    settings: Mapping[str, Any]
    file: str
    line: int

    def expected(self, readings: Mapping[str, str]) -> bool:
        """Whether it is expected to hold under these readings."""
        return not any(readings.get(slug) in values for slug, values in self.refuted_under.items())

    def accepts_verdict(self, verdict: Verdict) -> bool:
        """Whether a verdict in its favour is strong enough for its author."""
        return verdict in HOLDS and HOLDS.index(verdict) <= HOLDS.index(self.accepts)


def _declare(kind: Kind) -> Callable[..., Callable[[Claim], Claim]]:
    def declare(
        *clauses: str,
        accepts: Verdict = Verdict.NOT_REFUTED,
        refuted_under: Mapping[str, Sequence[str]] | None = None,
        players: Iterable[int] | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> Callable[[Claim], Claim]:
        def register(claim: Claim) -> Claim:
            claim.__property__ = Property(  # type: ignore[attr-defined]
                claim.__name__.replace("_", "-"),
                clauses,
                kind,
                " ".join((inspect.getdoc(claim) or claim.__name__.replace("_", " ")).split()),
                claim,
                accepts,
                {slug: tuple(values) for slug, values in (refuted_under or {}).items()},
                None if players is None else tuple(players),
                dict(settings or {}),
                claim.__code__.co_filename,
                claim.__code__.co_firstlineno,
            )
            return claim

        return register

    return declare


always = _declare(Kind.ALWAYS)
possible = _declare(Kind.POSSIBLE)
never = _declare(Kind.NEVER)
terminates = _declare(Kind.TERMINATES)
equal = _declare(Kind.EQUAL)


def every(t: Table, truths: Iterable[AnyTruth]) -> Truth:
    """All of them, as one truth that never forks a proof."""
    together: Any = True
    for truth in truths:
        together = t.algebra.both(together, truth)
    return together  # type: ignore[no-any-return]


def some(t: Table, truths: Iterable[AnyTruth]) -> Truth:
    """At least one of them, as one truth that never forks a proof."""
    together: Any = False
    for truth in truths:
        together = t.algebra.either(together, truth)
    return together  # type: ignore[no-any-return]


def load_properties(path: Path, game: type[Game[Any]]) -> list[Property]:
    """The properties of a file, in its order. BadInput names the file, the property and what is wrong."""
    name = f"_referee_properties_{abs(hash(path.resolve()))}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise BadInput(f"{path}: there is no such file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise BadInput(f"{path}: cannot be loaded: {type(error).__name__}: {error}") from None
    found = [each.__property__ for each in vars(module).values() if hasattr(each, "__property__")]
    rules = rules_of(game)
    ids = {clause.id for clause in load_rulebook(rules.folder / "rulebook.md").clauses}
    for each in found:
        place = f"{each.file}:{each.line}: {each.name}"
        for clause in each.clauses:
            if clause not in ids:
                raise BadInput(f"{place}: there is no clause {clause}")
        for slug, values in each.refuted_under.items():
            if slug not in rules.readings:
                raise BadInput(f"{place}: there is no reading {slug!r}")
            for value in values:
                if value not in rules.readings[slug].alternatives:
                    raise BadInput(f"{place}: reading {slug!r} has no alternative {value!r}")
    return found
