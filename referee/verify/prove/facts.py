"""Facts about the properties at the end of a rule that is proved apart.

Such a rule leaves other cards behind, and its knowledge of them would be lost. So each property is evaluated where the
rule begins and ends, on every path of it. It may hold at an end whatever was before, or hold there if it held where
the rule began. A fact of every path to an end holds wherever the rule is called; the others are dropped. Candidates
are taken from the properties (Flanagan and Leino, *Houdini*, 2001), nothing is assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from referee.verify.prove.claims import evaluate_claim
from referee.verify.prove.paths import NotSymbolic, Path
from referee.verify.prove.solve import Prover, depends_on_cards
from referee.verify.prove.terms import either, negate

Facts = Mapping[str, bool]
"""Names of properties that hold at an end; with True only if they held at the beginning."""


class Finder:
    """Finds such facts, with one prover, about some claims by their names."""

    def __init__(self, claims: Mapping[str, Callable[[Any], Any]], prover: Prover) -> None:
        self.claims, self.prover = claims, prover

    def begin(self, path: Path, table: Any) -> None:
        """Keep what the claims say of a table that the rule begins with. What looks at sizes alone is known anyway."""
        said = path.once(lambda: {name: self._truth(name, table) for name in self.claims})
        path.held = {name: truth for name, truth in said.items() if depends_on_cards(truth)}

    def end(self, path: Path, table: Any) -> None:
        """The same of the table that a path leaves, while ways may still be taken."""
        path.holds_at_end = {name: self._truth(name, table) for name in path.held}

    def facts(self, paths: Iterable[Path]) -> dict[str, bool]:
        """The facts at the end of all these paths."""
        paths = list(paths)
        found = {}
        for name in self.claims:
            if all(self._proved(path, name, if_before=True) for path in paths):
                found[name] = not all(self._proved(path, name, if_before=False) for path in paths)
        return found

    def before(self, facts: Facts, table: Any) -> dict[str, Any]:
        """The values to keep of the table that a rule is called with."""
        path: Path = table.algebra.path
        return path.once(  # type: ignore[no-any-return]
            lambda: {name: self._truth(name, table) for name, conditional in facts.items() if conditional}
        )

    def assume(self, facts: Facts, before: Mapping[str, Any], path: Path, table: Any) -> None:
        """The rule has come to its end: what is known of its table."""
        for name, conditional in facts.items():
            truth = path.once(partial(self._known, name, conditional, before, table))
            if truth is not None:
                path.assume(truth)

    def _known(self, name: str, conditional: bool, before: Mapping[str, Any], table: Any) -> Any:
        truth = self._truth(name, table)
        if truth is None or before.get(name, True) is None:
            return None
        return either(negate(before[name]), truth) if conditional else truth

    def _truth(self, name: str, table: Any) -> Any:
        """The value of a claim; None where it cannot be evaluated on a table in the middle of a step."""
        try:
            return evaluate_claim(self.claims[name], table)
        except (Exception, NotSymbolic):
            return None

    def _proved(self, path: Path, name: str, *, if_before: bool) -> bool:
        before, truth = path.held.get(name), path.holds_at_end.get(name)
        if before is None or truth is None:
            return False
        if if_before:
            truth = either(negate(before), truth)
        return self.prover.holds(path, truth, roughly=True)
