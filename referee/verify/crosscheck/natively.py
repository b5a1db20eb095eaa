"""What is said to be proved is attacked with compiled rules: many more matches, and Python replays what they meet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.kernel.errors import BadInput
from referee.verify.crosscheck.matches import Disagreement
from referee.verify.findings import Finding
from referee.verify.ledger import Ledger
from referee.verify.methods import Question
from referee.verify.play import native
from referee.verify.play.met import Met
from referee.verify.play.trial import LOOKED_AT, Trial
from referee.verify.properties import Kind
from referee.verify.verdicts import Result, Verdict

MATCHES = 2_000
"""Matches, times the effort of the question; each from the deal and of at most so many steps:"""
STEPS = 80

Conclusion = Result | Finding | Ledger


def attacked(question: Question, said: Sequence[Conclusion]) -> Iterator[Conclusion]:
    """The conclusions about a form; what is PROVED, and refuted by a match that Python has replayed, is UNKNOWN."""
    proved = {each.property for each in said if isinstance(each, Result) and each.verdict is Verdict.PROVED}
    claims = [each for each in question.properties if each.kind in LOOKED_AT and not each.asked]
    troubles = {each.trouble: each.name for each in question.properties if each.kind is Kind.FREE_OF}
    if not proved & ({each.name for each in claims} | set(troubles.values())):
        yield from said
        return
    wrong: dict[str, Disagreement] = {}

    def met(found: Met, script: Sequence[object]) -> None:
        name = found.claimed.name if found.claimed is not None else troubles.get(found.trouble, "")
        if name in proved:
            where = f"a match of {len(script) - 1} steps between random seats, seed {question.seed!r}"
            wrong.setdefault(name, Disagreement(f"play refutes it: {found.message}", where, only=name))

    trial = Trial(question.game, [each for each in claims if each.name in proved])
    try:
        # The same claims as in fuzzing, so that a form is compiled once.
        engine = native.compiled_for(question)
        number = int(MATCHES * question.effort)
        seed = f"{question.seed} attack {question.readings}"
        why = native.play_natively(engine, trial, seed, number, (STEPS,), question.budget, met, {}).refused
    except BadInput as error:
        why = f"what is proved is attacked by Python alone: {error}"
    for each in said:
        against = wrong.get(each.property) if isinstance(each, Result) and each.verdict is Verdict.PROVED else None
        if against is not None:
            assert isinstance(each, Result)
            each = replace(each, verdict=Verdict.UNKNOWN, why=str(against), consulted=(), defect=True)
        yield each
    if why:
        yield Ledger(complaints=[why])
