"""Everything that is offered to the author of a game: promises of all sorts, the best first, as a file of properties in
the words of an author."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from textwrap import fill
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.verify.mine.asked import at_questions, looks_of, never_offered, numbers_of
from referee.verify.mine.inferring import FEWEST, Mined, best_first, infer, tables_of
from referee.verify.mine.left_over import put_back, together
from referee.verify.mine.never_so import never_had, never_together
from referee.verify.mine.observing import Observed, observe
from referee.verify.mine.relations import as_many_as, winners_by
from referee.verify.mine.templates import PUT_BACK, Column, Promise
from referee.verify.mine.terms import GOING_ON, Term

WORDS = ("always", "every", "free_of", "offers", "some", "terminates")
"""Those that promises are written with."""


def source_of(title: str, mined: Sequence[Mined]) -> str:
    """The text of the file: each a property as it stands, to be kept, changed or thrown away."""
    bodies = [_property(each) for each in mined]
    text = "".join(bodies)
    used = [word for word in WORDS if re.search(rf"\b{word}\(", text)]
    head = fill(f"What held whenever {title} was played, and nobody has promised: keep what the rulebook means.", 110)
    kernel = "from referee.kernel import NO_PLAYER\n" if any("NO_PLAYER" in each for each in bodies) else ""
    imports = f"{kernel}from referee.verify import {', '.join(used)}"
    return "\n\n\n".join([f'"""{head}"""\n\n{imports}', *bodies]) + "\n"


def _property(mined: Mined) -> str:
    promise = mined.promise
    asked = [f"asked={promise.asked[0]!r}" if len(promise.asked) == 1 else f"asked={list(promise.asked)!r}"]
    told = [*(asked if promise.asked else []), *([] if promise.scaled else ["scaled=False"])]
    told += [f"players={[*promise.players]}"] if promise.players else []
    options = ", ".join([*told, *([] if promise.provable else ["provable=False"])])
    kind = "terminates" if mined.promise.measure else "always"
    measure = mined.promise.measure
    said = mined.sentence + (" Each turn makes this smaller, as turns go by." if measure else "")
    doc = fill(f'"""{said}"""', 108, initial_indent="    ", subsequent_indent="    ")
    if promise.free_of:
        return f'@free_of("{promise.free_of}")\ndef {mined.name}(t):\n{doc}'
    of = "t, choice" if promise.asked else "t"
    return f"@{kind}({options})\ndef {mined.name}({of}):\n{doc}\n    return {mined.text}"


def target(folder: Path, game: str) -> Path:
    """The file to write: that of the properties, or one beside it that it can import. BadInput: both are there."""
    for path in (folder / f"{game}.py", folder / f"_{game.replace('-', '_')}_suggested.py"):
        if not path.exists():
            return path
    raise BadInput(f"{path}: it is there already and is never overwritten: move it away, or take from it what you keep")


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
