"""Loops of rule text over what is not known: one pass, from any state that there may be before one.

Whatever a pass may touch is unknown there; what it may touch, and what it may make of names that it changes, is found
out by following it again until nothing more is found.
"""

from __future__ import annotations

from typing import Any

from referee.verify.prove.effects.cards import Many
from referee.verify.prove.effects.context import Context, current
from referee.verify.prove.effects.shared import Touched
from referee.verify.prove.effects.unknown import Passed, Thing, Unknown
from referee.verify.prove.effects.watched import Watched
from referee.verify.prove.paths import Dropped, NotSymbolic
from referee.verify.prove.terms import SymTruth


class Loop:
    """A ``for`` of rule text, over something of unknown length: one pass, from any state before one."""

    def __init__(self, walked: Any, site: tuple[str, ...], parts: int) -> None:
        self.site = site
        self.context: Context = walked.context
        self.key = (site, self.context.about)
        if isinstance(walked, Unknown):
            walked = self.context.things_of(walked, parts)
        self.walked: Many = walked
        self.last: tuple[Any, ...] | None = None
        self.over = False

    def __iter__(self) -> Any:
        context = self.context
        self.touched = begin_pass(context, self.key)
        if context.fork(2) == 0:
            return  # as it is before any pass, or behind the last
        context.path.assume(self.walked.size >= 1)
        one = self.walked.generic()
        yield one
        self.over = True
        if self.watched is not None and self.watched.changed:
            raise NotSymbolic("changes a list or dictionary out of sight, in what a loop carries out")
        context.shared.loop_facts.add_touched(self.key, self.touched)
        if len(self.site) > 1:
            yield one  # only to learn what has become of the names, see ``carried``
        raise Dropped("the next pass begins in a state that is followed")

    watched: Watched | None = None

    def watch(self, names: dict[str, Any]) -> None:
        """Containers that are not among the names that the text of the loop changes."""
        if not self.over:
            self.watched = Watched([each for name, each in names.items() if name not in self.site])

    def behind(self, last: Any) -> Any:
        """The meaning of a loop's name after the loop."""
        return Passed(self.context)

    def carried(self, *values: Any) -> Any:
        if self.over:
            note_ends(self.context, self.key, self.last or (), values)
            raise Dropped("the next pass begins in a state that is followed")
        self.last = widened(self.context, self.key, values)
        return self.last

    def done(self, *values: Any) -> Any:
        return widened(self.context, self.key, values)


class Plain:
    """A ``for`` over things that are known one by one."""

    def __init__(self, walked: Any) -> None:
        self.walked = walked

    def __iter__(self) -> Any:
        return iter(self.walked)

    def watch(self, names: dict[str, Any]) -> None:
        return None

    def behind(self, last: Any) -> Any:
        return last

    def carried(self, *values: Any) -> Any:
        return values

    done = carried


class While:
    """A ``while`` of rule text: its first pass, and then one from any state before another."""

    def __init__(self, site: tuple[str, ...]) -> None:
        self.site, self.passes, self.forks = site, 0, 0
        self.unknown = False
        self.context: Context = current()
        self.key = (site, self.context.about)
        self.last: tuple[Any, ...] = ()
        self.touched: set[Touched] = set()
        self.watched: Watched | None = None
        self.context.watching.append(self.touched)

    def watch(self, names: dict[str, Any]) -> None:
        if self.unknown and self.watched is not None and self.watched.changed:
            raise NotSymbolic("changes a list or dictionary out of sight, in what a loop carries out")
        self.watched = Watched([each for name, each in names.items() if name not in self.site])

    def carried(self, *values: Any) -> Any:
        context = self.context
        self.passes += 1
        self.forks = context.forks
        if self.passes == 1 or not self.unknown:
            self.last = values
            return values
        note_ends(context, self.key, self.last, values)
        context.shared.loop_facts.add_touched(self.key, self.touched)
        if self.last_pass:
            raise Dropped("the next pass begins in a state that is followed")
        self.touched = begin_pass(context, self.key)
        self.last_pass = True
        self.last = widened(context, self.key, values)
        return self.last

    last_pass = False

    def goes_on(self, test: Any) -> bool:
        going = bool(test)
        self.unknown = self.unknown or isinstance(test, (Thing, SymTruth)) or self.context.forks != self.forks
        self.unknown = self.unknown or self.passes > 20
        return going


def begin_pass(context: Context, site: Any) -> set[Touched]:
    """Whatever a pass may touch is unknown; gives a set that learns what is touched from here on."""
    touched = context.shared.loop_facts.touched.get(site, set())
    if touched:
        context.table.forget(touched)
    learns: set[Touched] = set()
    context.watching.append(learns)
    return learns


def note_ends(context: Context, site: Any, before: tuple[Any, ...], after: tuple[Any, ...]) -> None:
    """The new values of the names that a pass changes."""
    for name, was, now in zip(site[0][1:], before, after, strict=True):
        if now is not was or isinstance(now, (list, dict, set, Many)):  # these may have changed as they are
            context.shared.loop_facts.add_end((site, name), context.loosely(now))


def widened(context: Context, site: Any, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Names that a loop changes, as they may be before any of its passes."""
    ends = context.shared.loop_facts.ends
    return tuple(
        [
            value if (site, name) not in ends else context.one_like({context.loosely(value), *ends[site, name]})
            for name, value in zip(site[0][1:], values, strict=True)
        ]
    )
