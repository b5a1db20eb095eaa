"""Everything that is offered to the author of a game: promises of all sorts, the best first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from referee.kernel.game import Game
from referee.verify.mine.asked import at_questions, looks_of, numbers_of
from referee.verify.mine.inferring import FEWEST, Mined, best_first, infer, tables_of
from referee.verify.mine.left_over import put_back, together
from referee.verify.mine.never_so import never_had, never_together
from referee.verify.mine.observing import Observed, observe
from referee.verify.mine.offered import never_offered
from referee.verify.mine.relations import as_many_as, winners_by
from referee.verify.mine.templates import PUT_BACK, Column, Promise
from referee.verify.mine.terms import GOING_ON, Term

RARELY = 0.97
"""What is left over after more turns than this leaves out is meant to last."""


def observed(game: Game[Any], seed: str, effort: float) -> Observed:
    """One form, its questions too."""
    return observe(game, seed, effort, looks_of(numbers_of(game)))


def suggested(forms: Sequence[Observed]) -> tuple[list[Mined], list[Mined]]:
    """What held whenever it was looked at, and what almost always held. ``forms`` are as ``observed``."""
    held, almost = infer(forms, partial(_more, forms), together)
    said = {each.promise.about[:3] for each in held if "=" in each.promise.about}
    almost = [each for each in almost if _is_exception(each) and each.promise.about not in said]
    grown = {each.promise.about[0] for each in held if each.promise.about[-1] == "falls"}
    asked = at_questions(forms, numbers_of(forms[0].game), grown)
    return best_first([*map(_while_it_goes_on, held), *asked, *never_offered(forms)]), almost


def comes_to_its_end(forms: Sequence[Observed]) -> Mined | None:
    """That every match ends, which no play shows: ``held`` of ``met`` matches ended by themselves. None where the rules
    brought some match to a stop, or too little was seen."""
    matches = sum(len(seen.scripts) for seen in forms)
    if any(seen.stopped for seen in forms) or sum(len(seen.boundaries) for seen in forms) < FEWEST:
        return None
    over = sum(table.outcome is not None for table in tables_of(forms))
    words, about = "every match comes to its end", ("end",)
    promise = Promise("every_match_ends", "", words, about, 50, True, free_of="endless play")
    return Mined(promise, None, matches, over)


def _while_it_goes_on(mined: Mined) -> Mined:
    """What is empty between turns may not be where a match has been won in the middle of one, rarely as that may be."""
    promise = mined.promise
    if mined.guard is not None or not promise.name.endswith(("_is_empty", "empty_between_turns")):
        return mined
    return replace(mined, promise=replace(promise, text=f"{GOING_ON.other} or {promise.text}"))


def _is_exception(mined: Mined) -> bool:
    return mined.rate >= RARELY or not mined.promise.name.endswith(PUT_BACK)


def _more(forms: Sequence[Observed], columns: Mapping[Term, Column]) -> Iterator[Promise]:
    specs = type(forms[0].game).table_class.scalar_specs
    names = [name for name, spec in specs.items() if spec.per_player and type(spec.start) is bool]
    flags: dict[str, list[tuple[bool, ...]]] = {name: [] for name in names}
    ends: dict[int, tuple[int, ...]] = {}
    for number, table in enumerate(tables_of(forms)):
        for name in names:
            flags[name].append(tuple(map(bool, getattr(table, name))))
        if table.outcome is not None:
            ends[number] = tuple(table.outcome.winners)
    moving = {name: values for name, values in flags.items() if any(map(any, values))}
    yield from put_back(forms)
    yield from never_had(forms)
    yield from never_together(forms)
    yield from as_many_as(columns, moving)
    yield from winners_by(columns, ends)
