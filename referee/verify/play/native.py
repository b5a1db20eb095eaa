"""Fuzzing natively: many more fair matches, in which the compiled rules look for what Python then replays.

Nothing is told of a match that Python has not played again. What is counted without a replay are matches in which
nothing was met, and further matches that met the same claim.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game, methods_of
from referee.kernel.requests import Chance, Choice
from referee.meaning.claims import WhenAsked
from referee.meaning.texts import NoMeaning
from referee.meaning.translation import Claims
from referee.native.counting import CountingEngine
from referee.native.engine import CLAIM
from referee.play.bulk import CAPPED, STOPPED, play_in_bulk
from referee.record.project_folder import project_folder
from referee.record.words import Words, drawn, key_of, number_of_answer
from referee.verify.methods import Budget, Question
from referee.verify.play.drivers import AtRandom
from referee.verify.play.met import Met
from referee.verify.play.trial import Trial
from referee.verify.program_claims import claims_of, of_questions
from referee.verify.properties import Kind, Property

TIMES = 20
"""Matches for each one that Python plays."""
PART = 400
"""Matches that are played at once: then the budget is looked at, and what was met."""
REPLAYED = 3
"""Matches of a part that are replayed for each claim or obligation, the shortest first."""
JUDGED = 5
"""The first matches, which Python plays too."""


class FromWords(AtRandom):
    """The driver of a match of bulk play."""

    def __init__(self, key: tuple[int, int], match: int) -> None:
        super().__init__(None)  # type: ignore[arg-type]
        self.below = Words(key, match).below

    def some_answer(self, choice: Choice) -> Any:
        answers = choice.space.listed()
        _, at = number_of_answer(choice.space, self.below)
        return answers[at] if answers else choice.space.nth(at)

    def some_outcome(self, event: Chance) -> Any:
        return drawn(event, self.below)


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


_ENGINES: dict[Any, list[CountingEngine]] = {}
"""The engines of this process: a check asks about the same form under one row of alternatives after the other."""
MOST_ENGINES = 12


def compiled_for(question: Question) -> CountingEngine:
    """The engine of a form with the claims of its properties, which plays it from now on. One build is for all the
    rows of alternatives of the question, where that can be. BadInput says why it is not to be had."""
    game, rows = question.game, question.rows or (question.game.readings,)
    form = type(game)(game.players, readings=game.readings, settings=game.settings)
    about = _about(question, rows)
    claims, asking = claims_of(about), of_questions(about)
    # Properties are loaded anew for each question: those of the same text are the same.
    asked = [(name, ask, _text_of(claim)) for name, (ask, claim) in claims.items()]
    asked += [(name, (when.ask, when.words), _text_of(when.claim)) for name, when in asking.items()]
    rules = [each.__code__ for each in methods_of(type(game)).values() if hasattr(each, "__code__")]
    key = type(game), game.players, repr((sorted(game.settings.items()), rows)), tuple(asked), tuple(rules)
    if key not in _ENGINES and len(_ENGINES) >= MOST_ENGINES:
        _ENGINES.pop(next(iter(_ENGINES)))
    engines = _ENGINES.setdefault(key, [])
    engine = next((each for each in engines if each.covers(form)), None)
    if engine is None:
        engine = _compiled(form, claims, asking, rows)
        engines.append(engine)
    engine.choose(form)
    return engine


def _text_of(claim: Any) -> Any:
    return claim if claim.__closure__ else claim.__code__


def _compiled(
    form: Game[Any], claims: Claims, asking: Mapping[str, WhenAsked], rows: Sequence[Mapping[str, str]]
) -> CountingEngine:
    """For all rows, or where that has no meaning for the form alone."""
    try:
        return CountingEngine(form, project_folder("native"), claims=claims, rows=rows, asking=asking)
    except NoMeaning:
        if len(rows) <= 1:
            raise
        return _compiled(form, claims, asking, ())
    except OSError as error:
        raise BadInput(f".referee/native cannot be made: {error}") from None


def _about(question: Question, rows: Sequence[Mapping[str, str]]) -> list[Property]:
    """The properties that are about the form under any of the rows."""
    game = question.game
    defaults = {slug: reading.default for slug, reading in game.register.items()}
    forms = [{**defaults, **row} for row in rows]
    declared = question.declared or question.properties
    return [each for each in declared if any(each.applies(form, game.players, question.scale) for form in forms)]


def play_natively(
    engine: CountingEngine,
    trial: Trial,
    seed: str,
    number: int,
    longest: Sequence[int],
    budget: Budget,
    note: Callable[[Met, list[list[Any]]], None],
    possible: dict[str, list[list[Any]]],
) -> NativeMatches:
    """Play so many fair matches, the parts of them in turn for at most so many steps (``longest``). ``note`` is told
    what Python met in its replay, and the answers of the match. ``possible`` has the answers that lead to what may
    happen, for what has happened; what happens only here is put in."""
    import numpy as np

    game, done = trial.game, NativeMatches()
    asked = {each.name: each for each in (*trial.at_boundary, *trial.when_asked)}
    key, cap = key_of(seed), min(max(longest), game.turn_cap)
    judged = engine.play(key, 0, min(JUDGED, number), cap).results
    for match, native in enumerate(judged):
        python = play_in_bulk(engine.game, key, match, cap)
        if (python.fault is not None) != (native["end"] == STOPPED) or not (
            python.fault is not None or python.digest == native["digest"]
        ):
            done.refused = f"{game.name}: match {match} is another one natively than in Python, which is a defect"
            return done
    engine.counted()
    parts = 0
    while done.matches < number and not budget.is_spent:
        cap = min(longest[parts % len(longest)], game.turn_cap)
        looked_for = {each.name for each in (*trial.at_boundary, *trial.when_asked)} - possible.keys()
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
        parts += 1
        done.matches += len(results)
        done.capped += int((results["end"] == CAPPED).sum())
        done.decisions += int(results["decisions"].sum())
        done.steps += int(results["turns"].sum())
        for name in wanted:
            done.looked[name] += len(results)
            if not asked[name].asked:
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
