"""What a turn leaves as it was before the match: scalars that change while it runs, and have been put back after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum
from typing import Any

from referee.kernel.players import NO_PLAYER
from referee.play.event_text import listed
from referee.verify.mine.observing import Observed
from referee.verify.mine.templates import PUT_BACK, Promise
from referee.verify.mine.terms import GOING_ON, spoken


def put_back(forms: Sequence[Observed]) -> Iterator[Promise]:
    """A promise for each scalar that a question met otherwise than it was declared."""
    specs = type(forms[0].game).table_class.scalar_specs
    for name in sorted({name for seen in forms for name in seen.stirred}):
        said = _said(specs[name].start)
        if said is None:
            continue
        condition, words = said
        if specs[name].per_player:
            text = f"every(t, ({condition.format(f't.{name}[p]')} for p in t.players))"
            words = f"nobody's '{spoken(name)}' is {words}"
        else:
            text, words = condition.format(f"t.{name}"), f"'{spoken(name)}' is not {words}"
        about = (name, "put back")
        yield Promise(f"{name}{PUT_BACK}", text, f"{words} between turns", about, 92, True, lasting=True, guarded=False,
                      apart=True)  # fmt: skip


def _said(start: Any) -> tuple[str, str] | None:
    """The condition that a value is the one that was declared, and words for any other."""
    if type(start) is bool:
        return ("{}", "unset") if start else ("t.negate({})", "set")
    if type(start) is int:
        return f"{{}} == {start}", f"other than {start}"
    if start is NO_PLAYER:
        return "{} is NO_PLAYER", "anybody"
    if isinstance(start, Enum):
        return f"{{}}.name == {start.name!r}", f"other than {spoken(str(start.value))}"
    return ("{} == ()", "anything") if start == () else None


def together(put_back: Sequence[Promise]) -> Promise:
    """One promise of all that hold, while play goes on: a match may be won in the middle of a turn."""
    first = put_back[0]
    names = [f"'{spoken(each.about[0])}'" for each in put_back]
    said = "is as it was before the match" if len(names) == 1 else "are as they were before the match"
    text = f"every(t, [{', '.join(each.text for each in put_back)}])" if len(names) > 1 else first.text
    return replace(
        first,
        name="nothing_left_over" if len(names) > 1 else first.name,
        text=f"{GOING_ON.other} or {text}",
        sentence=f"while play goes on {listed(names)} {said} whenever a turn is over",
        about=tuple([each.name for each in put_back]),
    )
