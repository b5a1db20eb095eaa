"""Which mutants are noticed: each is checked as ``referee check`` checks, until the first method that notices it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from referee.games.registry import find_game
from referee.kernel.clauses import rulebook_order
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.play.examples import check_examples
from referee.verify.campaign import found_file
from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.mutate.equivalent import Original, forms_of
from referee.verify.mutate.mutants import Mutant, install, mutants_of
from referee.verify.play.fuzz import decide as fuzz
from referee.verify.properties import Property, read_properties
from referee.verify.prove.limits import run_limited
from referee.verify.prove.method import cards_in_rows, decide_here
from referee.verify.verdicts import Result, Verdict

EFFORT = 0.2
"""Of the fuzzer, for one mutant and one number of players."""
SECONDS = 120.0
"""For one mutant: one that takes longer is noticed, as the rules then hang."""
PROVED_FOR = 2
"""Players for whom a mutant is tried to be refuted by proof."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant: ``killed_by`` a method ("" where it survived), and how it showed."""

    mutant: Mutant
    killed_by: str
    shown: str = ""
    equal: str = ""
    """Why it cannot differ, where that is known: then it is no survivor, and does not count."""


@dataclass(slots=True)
class Ledger:
    """All fates. ``made`` counts the mutants that there are, of which a sample may have been looked at."""

    game: type[Game[Any]]
    made: int
    seed: str
    fates: list[Fate] = field(default_factory=list)
    interrupted: bool = False

    @property
    def survivors(self) -> list[Fate]:
        return [each for each in self.fates if not (each.killed_by or each.equal)]

    @property
    def equivalent(self) -> list[Fate]:
        return [each for each in self.fates if each.equal]

    @property
    def counted(self) -> int:
        """How many could be noticed: all that are not known to be equivalent."""
        return len(self.fates) - len(self.equivalent)

    @property
    def score(self) -> float:
        """The share of mutants that were noticed, of those that are not known to be equivalent."""
        return 1 - len(self.survivors) / self.counted if self.counted else 1.0

    def by_clause(self) -> dict[str, dict[str, int]]:
        """By clause and method, how many were noticed ("" survived); a mutant counts for each of its clauses."""
        found: dict[str, dict[str, int]] = {}
        for each in self.fates:
            for clause in each.mutant.clauses or ("no clause",):
                row = found.setdefault(clause, {})
                how = "equal" if each.equal else each.killed_by
                row[how] = row.get(how, 0) + 1
        return dict(sorted(found.items(), key=lambda one: rulebook_order(one[0])))


def mutate(
    given: str,
    most: int | None = None,
    seed: str = "mutants",
    jobs: int = 1,
    progress: Callable[[int, int], None] = lambda done, wanted: None,
) -> Ledger:
    """Look at the mutants of a game, each in a process of its own. BadInput where they cannot be made."""
    game = find_game(given)
    everything = mutants_of(game)
    mutants = mutants_of(game, most, seed)
    examples = found_file(game, f"{game.name}.examples.toml", given)
    file = found_file(game, f"{game.name}.py", given)
    properties = read_properties(file, game)[0] if file is not None else []
    ledger = Ledger(game, len(everything), seed)
    quiet = _baseline(game, properties)

    original = Original(game, forms_of(game))

    def look(mutant: Mutant) -> Fate:
        said = run_limited(lambda: _noticed(game, mutant, examples, properties, quiet), SECONDS)
        if isinstance(said, str):
            return Fate(mutant, "limits", said)
        fate = Fate(mutant, *said)
        if fate.killed_by:
            return fate
        if not original.runs():
            return fate
        same = run_limited(lambda: {"": original.same(mutant)}, SECONDS)
        return replace(fate, equal=same[""]) if isinstance(same, dict) else fate

    with ThreadPoolExecutor(jobs) as pool:
        waiting = {pool.submit(look, each) for each in mutants}
        try:
            while waiting:
                ready, waiting = wait(waiting, timeout=1.0, return_when=FIRST_COMPLETED)
                ledger.fates += [each.result() for each in ready]
                progress(len(ledger.fates), len(mutants))
        except KeyboardInterrupt:
            ledger.interrupted = True
            pool.shutdown(wait=False, cancel_futures=True)
    ledger.fates.sort(key=lambda each: each.mutant.number)
    return ledger


def _sizes(game: type[Game[Any]]) -> list[int]:
    """Numbers of players that a mutant is played with."""
    fewest, most = game.fewest_players, game.most_players
    return sorted({fewest, min(fewest + 1, most), min(fewest + 3, most)})


def _baseline(game: type[Game[Any]], properties: Sequence[Property]) -> set[str]:
    """Fingerprints of what the rules as they are already show."""
    found: set[str] = set()
    for players in _sizes(game):
        found |= {each.fingerprint for each in _fuzzed(game(players), properties) if isinstance(each, Finding)}
    return found


def _fuzzed(form: Game[Any], properties: Sequence[Property]) -> list[Result | Finding]:
    about = tuple([each for each in properties if each.applies(form.readings, form.players)])
    said = fuzz(Question(form, about, "mutants", effort=EFFORT))
    return _only(said)


def _only(said: Iterable[Any]) -> list[Result | Finding]:
    return [each for each in said if isinstance(each, (Result, Finding))]


def _noticed(
    game: type[Game[Any]], mutant: Mutant, examples: Path | None, properties: Sequence[Property], quiet: set[str]
) -> tuple[str, str]:
    """The method that notices a mutant, and how; ("", "") where none does. It changes this process for good."""
    install(game, mutant)
    if examples is not None:
        try:
            for each in check_examples(game, examples):
                if each.differences:
                    return "examples", f"{each.example.name}: {each.differences[0]}"
        except (BadInput, Exception) as error:
            return "examples", f"{type(error).__name__}: {error}"
    forms = []
    for players in _sizes(game):
        try:
            forms.append(game(players))
        except Exception as error:
            return "fuzz", f"{players} players: {type(error).__name__}: {error}"
    for form in forms:
        for said in _fuzzed(form, properties):
            shown = _against(said, properties, quiet)
            if shown:
                return "fuzz", shown
    form = game(max(PROVED_FOR, game.fewest_players))
    if cards_in_rows(game(form.players)):
        return "", "not proved: cards lie in rows"
    about = tuple([each for each in properties if each.applies(form.readings, form.players)])
    try:
        proved = _only(decide_here(Question(form, about, "mutants", effort=EFFORT)))
    except Exception as error:  # a proof that cannot go on has noticed nothing
        return "", f"the proof stopped: {type(error).__name__}: {error}"
    unproved: list[str] = []
    for said in proved:
        shown = _against(said, properties, quiet)
        if shown:
            return "prove", shown
        if isinstance(said, Result) and said.verdict is Verdict.UNKNOWN:
            unproved.append(said.property)
    return "", f"no longer proved: {', '.join(unproved)}" if unproved else ""


def _against(said: Result | Finding, properties: Sequence[Property], quiet: set[str]) -> str:
    """What speaks against the rules as their author expects them, in words; "" where nothing does."""
    if isinstance(said, Finding):
        new = said.fingerprint not in quiet
        return f"{said.trouble.value} {' '.join(said.clauses)}: {said.sentence}" if new else ""
    if said.verdict is Verdict.REFUTED:
        claimed = next(each for each in properties if each.name == said.property)
        if claimed.expected(said.readings, said.players):
            return f"{said.property} is refuted with {said.players} players"
    if said.verdict is Verdict.UNKNOWN and " raised " in said.why:
        return said.why
    return ""
