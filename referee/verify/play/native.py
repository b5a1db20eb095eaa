"""Fuzzing natively: many more fair matches, in which the compiled rules look for what Python then replays.

Nothing is told of a match that Python has not played again. What is counted without a replay are matches in which
nothing was met, and further matches that met the same claim.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.requests import Chance, Choice
from referee.meaning.claims import are_equal, does_not_happen, holds
from referee.meaning.translation import Claims
from referee.native.counting import CountingEngine
from referee.native.engine import CLAIM
from referee.play.bulk import CAPPED, STOPPED, play_in_bulk
from referee.record.project_folder import project_folder
from referee.record.words import Words, drawn, key_of, number_of_answer
from referee.verify.methods import Budget
from referee.verify.play.drivers import AtRandom
from referee.verify.play.trial import Met, Trial
from referee.verify.properties import Kind, Property

TIMES = 20
"""Matches for each one that Python plays."""
PART = 400
"""Matches that are played at once: then the budget is looked at, and what was met."""
REPLAYED = 3
"""Matches of a part that are replayed for each claim or obligation, the shortest first."""
JUDGED = 5
"""The first matches, which Python plays too."""
ASKED: dict[Kind, Callable[..., bool]] = {
    Kind.ALWAYS: holds,
    Kind.NEVER: does_not_happen,
    Kind.EQUAL: are_equal,
    Kind.POSSIBLE: does_not_happen,
}
"""The kinds of claims that are compiled, and how they are asked: of what may happen, whether it does not."""


class FromWords(AtRandom):
    """The driver of a match of bulk play."""

    def __init__(self, key: tuple[int, int], match: int) -> None:
        super().__init__(None)  # type: ignore[arg-type]
        self.below = Words(key, match).below

    def some_answer(self, choice: Choice) -> Any:
        answers = choice.space.listed()
        _, at = number_of_answer(choice.space, self.below)
        return answers[at] if answers else choice.space.nth(at)

    def chance(self, event: Chance) -> Any:
        outcome = drawn(event, self.below)
        self.transcript.append(outcome)
        return outcome


@dataclass(slots=True)
class NativeMatches:
    """What native play met. ``hits`` counts matches by property, ``looked`` those in which it was looked at and the
    boundaries at which it was."""

    matches: int = 0
    capped: int = 0
    """Those that were cut before their end, and had met nothing."""
    steps: int = 0
    decisions: int = 0
    hits: Counter[str] = field(default_factory=Counter)
    looked: Counter[str] = field(default_factory=Counter)
    boundaries: Counter[str] = field(default_factory=Counter)
    carried_out: Counter[str] = field(default_factory=Counter)
    """By clause the matches in which it was carried out, of those that were ``counted``."""
    counted: int = 0
    refused: str = ""
    """Why nothing was played natively, or no more."""


def claims_of(properties: Iterable[Property]) -> Claims:
    """The claims that can be compiled, by the names of their properties."""
    return {each.name: (ASKED[each.kind], each.claim) for each in properties if each.kind in ASKED and not each.asked}


def compiled_for(game: Game[Any], properties: list[Property]) -> CountingEngine:
    """The engine of a form with the claims of these properties. BadInput says why it is not to be had."""
    claims = claims_of(properties)
    plain = type(game)(game.players, readings=game.readings, settings=game.settings)
    try:
        return CountingEngine(plain, project_folder("native"), claims=claims)
    except OSError as error:
        raise BadInput(f".referee/native cannot be made: {error}") from None


def play_natively(
    engine: CountingEngine,
    trial: Trial,
    seed: str,
    number: int,
    longest: int,
    budget: Budget,
    note: Callable[[Met, list[list[Any]]], None],
    possible: dict[str, list[list[Any]]],
) -> NativeMatches:
    """Play so many fair matches of at most ``longest`` steps. ``note`` is told what Python met in its replay, and the
    answers of the match. ``possible`` has the answers that lead to what may happen, for what has happened; what
    happens only here is put in."""
    import numpy as np

    game, done = trial.game, NativeMatches()
    asked = {each.name: each for each in trial.at_boundary}
    cap, key = min(longest, game.turn_cap), key_of(seed)
    judged = engine.play(key, 0, min(JUDGED, number), cap).results
    for match, native in enumerate(judged):
        python = play_in_bulk(engine.game, key, match, cap)
        if (python.fault is not None) != (native["end"] == STOPPED) or not (
            python.fault is not None or python.digest == native["digest"]
        ):
            done.refused = f"{game.name}: match {match} is another one natively than in Python, which is a defect"
            return done
    engine.counted()
    while done.matches < number and not budget.is_spent:
        looked_for = {each.name for each in trial.at_boundary} - possible.keys()
        wanted = {each for each in engine.claims if each in looked_for}
        results = engine.play(key, done.matches, min(PART, number - done.matches), cap, wanted).results
        wrong = results["end"] == STOPPED
        counts = engine.counted()[0]
        codes = np.unique(results["broken"][wrong]).tolist()
        claims = {code: asked[engine.claims[code - CLAIM]] for code in codes if code >= CLAIM}
        if happened := {code: each for code, each in claims.items() if each.kind is Kind.POSSIBLE}:
            for code, hoped in happened.items():
                there = np.flatnonzero(wrong & (results["broken"] == code))
                first = done.matches + int(there[np.argmin(results["turns"][there])])
                _, script = replayed(trial, key, first, cap, hoped)
                if hoped not in trial.reached:
                    what = hoped.name
                    done.refused = f"{game.name}: {what} happens natively, and not in Python, which is a defect"
                    return done
                possible[hoped.name] = script
                done.hits[hoped.name], done.looked[hoped.name] = len(there), done.matches + len(results)
            continue  # those matches stopped there: they are played again, to their ends
        for code in codes:
            there = np.flatnonzero(wrong & (results["broken"] == code))
            shortest = there[np.argsort(results["turns"][there], kind="stable")][:REPLAYED].tolist()
            claimed = claims.get(code)
            for at in shortest:
                met, script = replayed(trial, key, done.matches + at, cap)
                if met is None or (claimed is not None and met.claimed is not claimed):
                    what = "an obligation" if claimed is None else claimed.name
                    done.refused = f"{game.name}: {what} is broken natively, and not in Python, which is a defect"
                    return done
                note(met, script)
            if claimed is not None:
                done.hits[claimed.name] += len(there)
        new = {each for each, times in counts.items() if times} - trial.ledger.carried_out if trial.ledger else set()
        if missing := new and not_carried_out(new, engine, trial, key, done.matches, len(results), cap):
            done.refused = f"{game.name}: {missing} is carried out natively, and not in Python, which is a defect"
            return done
        if engine.counts_all:
            done.carried_out.update(counts)
            done.counted += len(results) - int(wrong.sum())
        done.matches += len(results)
        done.capped += int((results["end"] == CAPPED).sum())
        done.decisions += int(results["decisions"].sum())
        done.steps += int(results["turns"].sum())
        for name in wanted:
            done.looked[name] += len(results)
            done.boundaries[name] += int(results["turns"].sum()) + len(results)
    return done


def not_carried_out(
    clauses: set[str], engine: CountingEngine, trial: Trial, key: tuple[int, int], first: int, number: int, cap: int
) -> str:
    """Have Python play the first match in which each of these clauses is carried out natively; names one that Python
    does not carry out there."""
    assert trial.ledger is not None
    wanted = set(clauses)
    for match in range(first, first + number):
        engine.play(key, match, 1, cap)
        here = {each for each, times in engine.counted()[0].items() if times} & wanted
        if here:
            trial.ledger.match_begins()
            replayed(trial, key, match, cap)
            if missing := sorted(here - trial.ledger.carried_out):
                return missing[0]
            wanted -= here
        if not wanted:
            break
    return ""


def replayed(
    trial: Trial, key: tuple[int, int], match: int, cap: int, until: Property | None = None
) -> tuple[Met | None, list[list[Any]]]:
    """What Python meets in a match, and its answers step by step: ``until`` something that may happen has happened,
    which ``trial.reached`` then has."""
    driver, script = FromWords(key, match), []
    trial.begin()
    trial.reached.clear()
    met = None
    for _ in range(cap + 1):
        met = trial.advance(driver)
        script.append(driver.transcript)
        if met is not None or trial.table.outcome is not None or until in trial.reached:
            break
    return met, script
