"""Promises as a file of properties, in the words that an author would write them in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill

from referee.kernel.errors import BadInput
from referee.verify.mine.inferring import Mined

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
