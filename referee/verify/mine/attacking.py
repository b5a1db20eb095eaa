"""Promises attacked like declared properties, and the smallest match in which an exception is met."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.verify.findings import Finding
from referee.verify.methods import Question
from referee.verify.mine.inferring import Mined, compiled
from referee.verify.mine.observing import Observed
from referee.verify.play import fuzz
from referee.verify.play.met import Met
from referee.verify.play.minimise import Recorded, minimised
from referee.verify.play_results import last_change
from referee.verify.properties import Kind, Property
from referee.verify.verdicts import Result, Trouble, Verdict

EFFORT = 0.5
"""Of the fuzzer, where nobody says more."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A promise that does not always hold: the smallest match found that breaks it, and the clause that did."""

    mined: Mined
    shown: Recorded
    clauses: tuple[str, ...]


def as_property(mined: Mined) -> Property:
    """The promise as a declaration would make it."""
    promise, name = mined.promise, mined.name.replace("_", "-")
    kind = Kind.FREE_OF if promise.free_of else Kind.TERMINATES if promise.measure else Kind.ALWAYS
    trouble = Trouble(promise.free_of) if promise.free_of else None
    claim = compiled(mined.text or "None", "t, choice" if promise.asked else "t")
    return Property(
        name, (), kind, mined.sentence, claim, Verdict.NOT_REFUTED, (), promise.players or None, {}, {}, promise.scaled,
        promise.asked, trouble, __file__, 1, promise.provable,
    )  # fmt: skip


def attacked(
    mined: Sequence[Mined], forms: Iterable[Observed], seed: str, effort: float
) -> tuple[list[Mined], list[Broken], int]:
    """Those that the fuzzer could not break in any form, those that it did, and the tables that it looked at."""
    declared = {each.name.replace("_", "-"): each for each in mined}
    properties = tuple(map(as_property, mined))
    broken: dict[str, Broken] = {}
    unknown: set[str] = set()
    tables = 0
    for seen in forms:
        about = seen.game.readings, seen.game.players, seen.game.unusual_settings
        asked = tuple([each for each in properties if each.name not in broken and each.applies(*about)])
        most = 0
        for said in fuzz.decide(Question(seen.game, asked, seed, effort=EFFORT * effort)):
            if isinstance(said, Finding) and said.property_name in declared:
                known = declared[said.property_name]
                broken[said.property_name] = Broken(known, said.short, said.last_change)
            elif isinstance(said, Result):
                most = max(most, said.tries)
                if said.verdict not in (Verdict.NOT_REFUTED, Verdict.REFUTED):
                    unknown.add(said.property)
        tables += most
    held = [each for name, each in declared.items() if name not in broken and name not in unknown]
    return held, list(broken.values()), tables


def shown(mined: Mined, forms: Sequence[Observed]) -> Broken:
    """The exception of a promise that held almost always, as small as it can be made by replay."""
    form, number = min(mined.broken, key=lambda at: (at[0], forms[at[0]].boundaries[at[1]].step))
    seen, boundary = forms[form], forms[form].boundaries[number]
    script = seen.scripts[boundary.match][: boundary.step + 1]
    claimed = as_property(mined)
    short = minimised(seen.game, Met(Trouble.REFUTED, (), "it does not hold", claimed), script)
    return Broken(mined, short, last_change(short.game, claimed, short.script))
