"""The answer of a method that plays to one question: results of properties, and findings with their witnesses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from referee.kernel.clause_actions import ActionTracer, Ids
from referee.kernel.driving import run_deal, run_step
from referee.kernel.game import Game
from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.play.drivers import Script
from referee.verify.play.met import Met
from referee.verify.play.minimise import Recorded, Steps, minimised, variant
from referee.verify.properties import Kind, Property
from referee.verify.readonly_table import evaluate
from referee.verify.verdicts import Method, Result, Sightings, Trouble, Verdict

NO_CHANGE = frozenset(
    {"ask", "reveal", "disclose", "roll", "lot", "pick", "shuffle", "quantity", "answer", "end", "stop", "cap"}
)
"""ActionTracer after which a table is as it was; all others move, pay, mark, or give a scalar another value."""


def last_change(game: Game[Any], claimed: Property, script: Sequence[Sequence[Any]]) -> Ids:
    """The innermost clause whose change is the last in the step after which a promise does not hold any more.

    A promise may fail for a while, as cards are on their way in the middle of a trade: so it is the last such change
    that counts and not the first. It need not be the clause that is wrong. () where no clause can be named: for
    promises that are not about tables, and where the last change is made outside every clause.
    """
    plain = variant(game) if claimed.kind in (Kind.ALWAYS, Kind.NEVER) and not claimed.asked else None
    if plain is None:
        return ()
    changes: list[tuple[Ids, bool]] = []
    wanted = claimed.kind is Kind.ALWAYS
    last = False

    def holds() -> bool:
        try:
            return bool(evaluate(claimed.claim, table)) == wanted
        except Exception:  # what it looks at is on its way
            return False

    def listener(ids: Ids, word: str, about: tuple[Any, ...]) -> None:
        if last and word not in NO_CHANGE:
            changes.append((ids, holds()))

    table, driver = plain.table(), Script()
    ActionTracer(plain, listener).follow(table)
    held = True
    try:
        for number, answers in enumerate(script, 1):
            last = number == len(script)
            held = holds()
            driver.next_step(answers)
            (run_deal if table.dealing else run_step)(plain, table, driver)
        if bool(evaluate(claimed.claim, table)) == wanted:
            return ()
    except Exception:  # the witness of something else
        return ()
    befores = [held, *[each for _, each in changes]]
    broke = [ids for (ids, after), before in zip(changes, befores, strict=False) if before and not after]
    return broke[-1] if broke else changes[-1][0] if changes else ()


def result_of(
    question: Question, method: Method, claimed: Property, verdict: Verdict, tries: int, **more: Any
) -> Result:
    """A verdict of a property in the form of the game that is asked about; ``more`` are other parts of a result."""
    game = question.game
    return Result(claimed.name, method, game.players, question.readings, question.scale, verdict, tries=tries, **more)


def finding_of(
    method: Method,
    short: Recorded,
    met: Met | None = None,
    *,
    about: Property | None = None,
    sightings: Sightings | None = None,
) -> Finding:
    """Something that was ``met``, made small; ``about`` is the property that it shows, where it refutes none."""
    found = shown_by(short, method, met)
    claimed = (met or short.met).claimed
    changed = last_change(short.game, claimed, short.script) if claimed is not None else ()
    name = found.property_name or (about.name if about is not None else "")
    return replace(found, property_name=name, sightings=sightings, last_change=changed, short=short)


def shown_by(short: Recorded, method: Method, met: Met | None = None) -> Finding:
    """What a record shows; ``met`` where something of the same clauses was met first."""
    met, game = met or short.met, short.game
    return Finding(
        met.trouble, game.name, short.sentence, short.met.clauses, game.players, short.readings,
        game.unusual_settings, method, Verdict.REFUTED if met.claimed is not None else Verdict.WITNESSED,
        met.claimed.name if met.claimed is not None else "", witness=short.witness, about=met.about,
    )  # fmt: skip


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
    witness = minimised(question.game, met, script).witness
    return say(claimed, Verdict.WITNESSED, witness=witness, sightings=sightings)
