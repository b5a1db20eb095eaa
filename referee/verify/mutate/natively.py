"""Survivors are played natively, thousands of matches each: all of them stand in one compiled text of the rules.

What a match meets natively speaks against a mutant only when Python has met it too, with the mutant in place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from referee.native.engine import CLAIM
from referee.native.schemata import Changed, Schemata, SchemataEngine
from referee.play.bulk import STOPPED
from referee.record.project_folder import project_folder
from referee.record.words import key_of
from referee.verify.limits import run_limited
from referee.verify.methods import Question
from referee.verify.mutate.mutants import Mutant, install, install_to_read
from referee.verify.mutate.reach import Statements
from referee.verify.mutate.stages import SEED, Bench, Speaks
from referee.verify.play.fuzz import LONG
from referee.verify.play.native import replayed
from referee.verify.play.trial import LOOKED_AT, Trial
from referee.verify.program_claims import TRUTHS, claims_of
from referee.verify.properties import Kind
from referee.verify.verdicts import Method

PARTS = (5, 95, 900, 1_000)
"""Matches that are played one part after the other, until something is met: rules that hang do so soon."""
REPLAYED = 3
"""Matches of a part that Python replays for each thing that was met, the shortest first."""
READ_FOR, PLAYED_FOR = 30.0, 60.0
"""Seconds of processor time for reading one mutant, and for playing it."""


@dataclass(frozen=True, slots=True)
class NativeFate:
    """What native play says of a mutant: how it ``shown`` itself ("" where it did not); ``defect``: what is wrong
    with the translation; ``unread``: it has no meaning beside the rules, and was not played."""

    shown: str = ""
    defect: str = ""
    unread: bool = False


class NativeTrial:
    """One form of the rules as they are, with the properties about it, and mutants beside it."""

    def __init__(self, bench: Bench, statements: Statements) -> None:
        """NoMeaning: the rules as they are have none."""
        self.bench = bench
        self.statements = statements
        self.form = bench.game(bench.game.fewest_players)
        self.question: Question = bench.question(self.form, 1.0)
        self.properties = [each for each in self.question.properties if each.kind in LOOKED_AT]
        refutable = [each for each in self.properties if each.kind is not Kind.POSSIBLE]
        self.schemata = Schemata(self.form, claims_of(refutable, TRUTHS))
        made = run_limited(self._carried_in_making, READ_FOR)
        self.made: frozenset[int] = statements.all if isinstance(made, str) else made
        self.key = key_of(SEED)
        self.read: list[Mutant] = []

    def _carried_in_making(self) -> frozenset[int]:
        seen: set[int] = set()
        self.statements.watch(seen.add)
        self.bench.game(self.form.players).table()
        return frozenset(seen)

    def add(self, mutant: Mutant) -> bool:
        """Read a mutant; whether it can stand beside the rules. What already differs where a form is made cannot: the
        form is one for all."""
        changed = self.statements.changed_by(mutant)
        if changed is None or changed & self.made:
            return False
        said = run_limited(lambda: {"": self._read(mutant)}, READ_FOR)
        found = said[""] if isinstance(said, dict) else None
        if found is None:
            return False
        self.schemata.add(mutant.number + 1, found)
        self.read.append(mutant)
        return True

    def _read(self, mutant: Mutant) -> Changed | None:
        install_to_read(self.bench.game, mutant)
        return self.schemata.read()

    def fates(self) -> Iterator[tuple[Mutant, NativeFate]]:
        """Compile what was read, and play each mutant in a process of its own."""
        if not self.read:
            return
        engine = self.schemata.engine(project_folder("native"))
        said = run_limited(lambda: {"": set(self._met(engine, 0))}, PLAYED_FOR)
        as_it_is = said[""] if isinstance(said, dict) else set()
        for mutant in self.read:
            said = run_limited(lambda mutant=mutant: self._looked_at(engine, mutant, as_it_is), PLAYED_FOR)  # type: ignore[misc]
            name = f"mutant {mutant.number} ({mutant.operator}, {mutant.function})"
            fate = NativeFate(defect=said) if isinstance(said, str) else said
            yield mutant, replace(fate, defect=f"{name}: {fate.defect}") if fate.defect else fate

    def _met(self, engine: SchemataEngine, number: int) -> dict[int, list[int]]:
        """The numbers of obligations and claims that matches meet, each with the shortest of these: of all parts
        for the rules as they are (0), and of the first part in which a mutant meets anything."""
        import numpy as np

        engine.choose(number)
        first, cap = 0, min(LONG, self.form.turn_cap)
        found: dict[int, list[int]] = {}
        for many in PARTS:
            results = engine.play(self.key, first, many, cap, engine.claims).results
            wrong = results["end"] == STOPPED
            for code in np.unique(results["broken"][wrong]).tolist():
                there = np.flatnonzero(wrong & (results["broken"] == code))
                shortest = there[np.argsort(results["turns"][there], kind="stable")][:REPLAYED]
                found.setdefault(code, [first + at for at in shortest.tolist()])
            if found and number:
                break
            first += many
        return found

    def _looked_at(self, engine: SchemataEngine, mutant: Mutant, as_it_is: set[int]) -> NativeFate:
        met = self._met(engine, mutant.number + 1)
        install(self.bench.game, mutant)
        form = self.bench.game(self.form.players)
        trial = Trial(form, self.properties)
        speaks = Speaks(self.bench, replace(self.question, game=form), Method.FUZZ)
        for code, matches in met.items():
            if code in as_it_is:
                continue
            for match in matches:
                found, _ = replayed(trial, self.key, match, min(LONG, form.turn_cap))
                claimed = engine.claims[code - CLAIM] if code >= CLAIM else "an obligation"
                if found is None:
                    return NativeFate(defect=f"{claimed} is broken natively, and not in Python, which is a defect")
                for key, words in speaks.of(found):
                    if key not in self.bench.quiet:
                        return NativeFate(shown=words)
        return NativeFate()


def noticed_natively(
    bench: Bench, statements: Statements, mutants: Sequence[Mutant], on_progress: Callable[[], None]
) -> Iterator[tuple[Mutant, NativeFate]]:
    """The fates of mutants that nothing else has noticed. NoMeaning, NoCompiler: none of them can be played."""
    trial = NativeTrial(bench, statements)
    for mutant in mutants:
        if not trial.add(mutant):
            yield mutant, NativeFate(unread=True)
        on_progress()
    for fate in trial.fates():
        yield fate
        on_progress()
