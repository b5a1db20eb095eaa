"""The answer of a method that plays to one question: results of properties, and findings with their witnesses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.play.last_change import last_change
from referee.verify.play.met import Met
from referee.verify.play.minimise import Recorded, Steps, minimised
from referee.verify.properties import Property
from referee.verify.verdicts import Method, Result, Sightings, Trouble, Verdict


def result_of(
    question: Question, method: Method, claimed: Property, verdict: Verdict, tries: int, **more: Any
) -> Result:
    """A verdict of a property in the form of the game that is asked about; ``more`` are other parts of a result."""
    game = question.game
    return Result(claimed.name, method, game.players, question.readings, question.scale, verdict, tries=tries, **more)


def finding_of(
    question: Question,
    method: Method,
    met: Met,
    short: Recorded,
    *,
    about: Property | None = None,
    sightings: Sightings | None = None,
) -> Finding:
    """Something that was met, made small; ``about`` is the property that it shows, where it refutes none."""
    claimed = met.claimed or about
    return Finding(
        met.trouble,
        question.game.name,
        short.sentence,
        short.met.clauses,
        short.game.players,
        short.readings,
        question.scale,
        method,
        Verdict.REFUTED if met.claimed is not None else Verdict.WITNESSED,
        claimed.name if claimed is not None else "",
        sightings,
        short.witness,
        last_change(short.game, met.claimed, short.script) if met.claimed is not None else (),
        about=met.about,
        short=short,
    )


def check_possible(
    script: Steps | None,
    claimed: Property,
    question: Question,
    say: Callable[..., Result],
    tries: int,
    sightings: Sightings | None = None,
) -> Result:
    """The result of a property that says what may happen: WITNESSED where a script leads to it."""
    if script is None:
        return say(claimed, Verdict.UNKNOWN, why=f"not met in {tries} tables")
    met = Met(Trouble.REFUTED, claimed.clauses, "it happens", claimed)
    witness = minimised(question.game, met, script, [claimed]).witness
    return say(claimed, Verdict.WITNESSED, witness=witness, sightings=sightings)
