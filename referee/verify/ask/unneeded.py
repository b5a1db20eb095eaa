"""Clauses without which whole matches go the same: prohibitions that never forbid anything, effects that something
else undoes before they matter, what comes too late to find anything to do.

Matches are played, and then again with the same answers and the same chance and with one method left out, or giving
the same thing whatever it is asked. What is compared is all that anybody is asked and told, where the cards lie after
every turn, and the end. A scalar that differs is no difference, as long as nothing follows from it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from inspect import isgeneratorfunction, signature, unwrap
from itertools import chain
from pathlib import Path
from typing import Any

from referee.kernel.cards import Kinds
from referee.kernel.game import Game, methods_of
from referee.kernel.requests import Chance, Choice
from referee.kernel.table import Table
from referee.kernel.watch import Story
from referee.play.one_by_one import OneByOne
from referee.verify.ask.finding import MOST_STEPS
from referee.verify.ask.idle import BELONGS, LONGEST, OF_A_READING, other_readings
from referee.verify.collide.ablation import plain
from referee.verify.mine.observing import drivers
from referee.verify.play.drivers import Script
from referee.verify.play.minimise import variant
from referee.verify.play.trial import Trial
from referee.verify.play.watchdog import WATCHDOG

MATCHES = 40
"""Matches of each form."""
FEWEST = 20
"""Times that a method did something: what did it seldom says nothing."""
CHANCES = 40
"""Times that a method was carried out and did nothing, for that to say something."""
FRAME = ("step", "deal", "set_up", "forfeit")
"""Methods without which there is no game."""
LEFT_OUT, NO, YES, NO_CARD, EVERY_CARD, NOTHING = "left out", "no", "yes", "no card", "every card", "nothing"
INSTEAD = {
    LEFT_OUT: "without it", NO: "if it always said no", YES: "if it always said yes", NO_CARD: "if it named no card",
    EVERY_CARD: "if it named every card", NOTHING: "if it gave nothing",
}  # fmt: skip

UNCHANGED, SAID_NO, SAID_YES, GAVE_NOTHING = ALWAYS = (
    "never changed anything", "always said no", "always said yes", "always gave nothing",
)  # fmt: skip
"""What a method can do that does nothing."""

Way = tuple[str, str]
"""The name of a method, and what is done instead of it."""


@dataclass(frozen=True, slots=True)
class Unneeded:
    """A method that changes nothing: it did something so many ``times`` in ``matches``, and with what is done
    ``instead`` they all go the same. Or it never did anything: ``instead`` is one of ``ALWAYS``, what it did each of so
    many ``times``. ``exhausted``: the forms in which no match goes another way; "" where there is none."""

    clauses: tuple[str, ...]
    file: Path
    line: int
    name: str
    instead: str
    times: int
    matches: int
    exhausted: str = ""

    @property
    def sentence(self) -> str:
        often = f"{self.times} times, in {self.matches} matches"
        if self.instead in ALWAYS:
            return f"{self.name} {self.instead}, {often}"
        return f"{self.name}: nothing else would be otherwise {INSTEAD[self.instead]}; it did something {often}"


def unneeded(
    games: Sequence[Game[Any]],
    seed: str,
    effort: float = 1.0,
    fixed: Mapping[str, str] | None = None,
    names: Collection[str] | None = None,
) -> list[Unneeded]:
    """The methods that clauses are carried out by and that change nothing in any of these forms of one game, those
    that did something most often first. Each form is also played under readings drawn at random, but for ``fixed``.
    ``names`` are those that are looked at, None for all."""
    search = Search(type(games[0]), names)
    for game in games:
        search.play(variant(game) or game, seed, effort)
        for each in other_readings(game, seed, {} if fixed is None else fixed):
            search.play(each, seed, effort * OF_A_READING)
    return search.found()


@dataclass(slots=True)
class Step:
    """A step of a match: the table before and after it, its answers, and what was noticed."""

    before: tuple[Any, ...]
    after: tuple[Any, ...] = ()
    answers: list[Any] = field(default_factory=list)
    noticed: list[Any] = field(default_factory=list)
    same: dict[str, set[str]] = field(default_factory=dict)
    """The methods that were carried out, with what each could have done instead, all times, without any difference."""

    def stays(self, way: Way) -> bool:
        """Whether it goes as it did, from the same table."""
        name, instead = way
        return name not in self.same or instead in self.same[name]


@dataclass(slots=True)
class Played:
    """A match: its steps, and how often which way would have been another one. The last step is the one that goes on,
    or that ran into something."""

    steps: list[Step] = field(default_factory=list)
    otherwise: Counter[Way] = field(default_factory=Counter)
    ways: set[Way] = field(default_factory=set)
    """All ways to do otherwise that there are."""
    did: Counter[Way] = field(default_factory=Counter)
    """By method and one of ``ALWAYS``, or "" for anything else, how often it did that."""


class Search:
    """All forms of one game; what has made a difference once is looked at no more."""

    def __init__(self, game: type[Game[Any]], names: Collection[str] | None = None) -> None:
        methods = methods_of(game) if names is None else {name: methods_of(game)[name] for name in names}
        self.methods = {name: each for name, each in methods.items() if _is_looked_at(name, each)}
        self.open = dict(self.methods)
        """Those of which it is not known yet that they matter, whatever is done instead."""
        self.matter: set[Way] = set()
        self.times: Counter[Way] = Counter()
        self.matches: Counter[Way] = Counter()
        self.did: dict[str, Counter[str]] = {name: Counter() for name in self.methods}
        self.did_in: Counter[str] = Counter()

    def play(self, game: Game[Any], seed: str, effort: float) -> None:
        """The matches of a form."""
        rng = random.Random(f"unneeded {seed} {game.players} {sorted(game.readings.items())} {game.settings}")
        steps = 0
        for _, driver in zip(range(max(2, round(MATCHES * effort))), drivers(game, rng), strict=False):
            if steps >= MOST_STEPS * effort or not self.open:
                return
            played = self._played(game, driver)
            steps += len(played.steps)
            for (name, what), times in played.did.items():
                self.did[name][what] += times
            self.did_in.update({name for name, _ in played.did})
            for way, times in played.otherwise.items():
                if way not in self.matter:
                    if self._goes_the_same(game, played, way):
                        self.times[way] += times
                        self.matches[way] += 1
                    else:
                        self.matter.add(way)
            self._close(played)

    def _close(self, played: Played) -> None:
        """What is known to matter is played as it is from now on: to look at it takes most of the time."""
        for name in {name for name, _ in played.ways}:
            ways = {way for way in played.ways if way[0] == name}
            if ways <= self.matter and (len(self.did[name]) > 1 or "" in self.did[name]):
                self.open.pop(name, None)

    def found(self) -> list[Unneeded]:
        told: dict[str, Unneeded] = {}
        for (name, instead), times in self.times.most_common():
            if (name, instead) not in self.matter and times >= FEWEST:
                told.setdefault(name, self._told(name, instead, times, self.matches[name, instead]))
        for name, did in self.did.items():
            [(what, times)] = did.items() if len(did) == 1 else [("", 0)]
            if what and times >= CHANCES:
                told.setdefault(name, self._told(name, what, times, self.did_in[name]))
        return list(told.values())

    def _told(self, name: str, instead: str, times: int, matches: int) -> Unneeded:
        code = unwrap(self.methods[name]).__code__
        clauses = tuple(self.methods[name].__clauses__)
        return Unneeded(clauses, Path(code.co_filename), code.co_firstlineno, name, instead, times, matches)

    def _played(self, game: Game[Any], driver: Any) -> Played:
        played = Played()
        form: Any = variant(game)
        for name, method in self.open.items():
            object.__setattr__(form, name, noting(method, form, name, played))
        trial = Trial(form, [])
        watching = Noticing(driver)
        trial.table.watch = Story([watching.told])
        for _ in range(min(LONGEST, game.turn_cap) + 1):
            step = Step(trial.table.snapshot())
            played.steps.append(step)
            watching.noticed = step.noticed
            met = trial.advance(watching)
            if met is not None:
                played.steps.pop()
                break  # what the rules run into is told by whoever plays them
            step.answers = driver.transcript
            watching.lies(trial)
            step.after = trial.table.snapshot()
            if trial.table.outcome is not None:
                break
        return played

    def _goes_the_same(self, game: Game[Any], played: Played, way: Way) -> bool:
        """Steps before which the table is as it was, and in which the method did nothing, are as they were."""
        name, instead = way
        form: Any = variant(game)
        object.__setattr__(form, name, instead_of(self.methods[name], form, instead))
        trial, driver = Trial(form, []), Script()
        watching = Noticing(driver)
        trial.table.watch = Story([watching.told])
        as_it_was = True
        try:
            for step in played.steps:
                if as_it_was and step.stays(way):
                    continue
                if as_it_was:
                    trial.table.restore(step.before)
                watching.noticed = Alike(iter(step.noticed))
                driver.next_step(step.answers)
                with WATCHDOG.hurrying():
                    if trial.advance(watching) is not None:
                        return False
                watching.lies(trial)
                as_it_was = trial.table.snapshot() == step.after
        except Apart:
            return False
        return True


class Apart(BaseException):
    """The match goes another way; the rules cannot catch it by mistake."""


class Alike:
    """Takes what is noticed as long as it is as it was."""

    def __init__(self, there: Iterator[Any]) -> None:
        self.there = there

    def append(self, noticed: Any) -> None:
        if next(self.there, None) != noticed:
            raise Apart


class Noticing(OneByOne):
    """A driver that answers as another one does, and notes all that is asked and told."""

    def __init__(self, driver: Any, noticed: Any = ()) -> None:
        """``noticed``: where it is noted, a list or what compares it with one; another one for each step."""
        self.driver, self.noticed = driver, noticed
        self.rules = driver.rules
        self.on_choice = None

    @property
    def transcript(self) -> list[Any]:
        return self.driver.transcript  # type: ignore[no-any-return]

    @transcript.setter
    def transcript(self, transcript: list[Any]) -> None:
        if type(self.driver) is not Script:
            self.driver.transcript = transcript

    def choose(self, choice: Choice) -> Any:
        self.noticed.append(("ask", choice.player.seat, choice.decider.seat, choice.ask, choice.space.describe()))
        return self.driver.choose(choice)

    def chance(self, event: Chance) -> Any:
        self.noticed.append((type(event).__name__, getattr(event, "number", None), getattr(event, "among", None)))
        return self.driver.chance(event)

    def told(self, entry: Any) -> None:
        """A move of no cards is none."""
        if entry[0] == "open" or (entry[0] == "move" and not entry[1]):
            return
        self.noticed.append(tuple([plain(each) for each in entry]))

    def lies(self, trial: Trial) -> None:
        """The table after a turn."""
        table = trial.table
        self.noticed.append((table.snapshot()[0], tuple(table.money), table.outcome))


def _is_looked_at(name: str, method: Any) -> bool:
    clauses = getattr(method, "__clauses__", ())
    special = hasattr(method, "__effect__") or hasattr(method, "__modifies__")
    return name not in FRAME and 0 < len(clauses) <= BELONGS and len(signature(method).parameters) > 1 and not special


def noting(method: Any, form: Any, name: str, played: Played) -> Any:
    """The method, which also counts what it does, and each way to do otherwise where it did something."""

    def note(result: Any, before: Any, table: Any, heard: int) -> Any:
        step = played.steps[-1]
        changed = before is None or before != table.snapshot() or heard < len(step.noticed)
        ways = _ways(result, form)
        same = {instead for instead, value in ways if value == result and not changed}
        step.same[name] = step.same.get(name, same) & same
        for instead, value in ways:
            played.ways.add((name, instead))
            if value != result or (instead == LEFT_OUT and changed):
                played.otherwise[name, instead] += 1
        played.did[name, "" if changed else _always(result, form)] += 1
        return result

    def heard() -> int:
        return len(played.steps[-1].noticed)

    @wraps(method)
    def answering(table: Any, *about: Any, **more: Any) -> Any:
        before, sofar = table.snapshot() if isinstance(table, Table) else None, heard()
        return note(method(form, table, *about, **more), before, table, sofar)

    @wraps(method)
    def doing(table: Any, *about: Any, **more: Any) -> Any:
        before, sofar = table.snapshot() if isinstance(table, Table) else None, heard()
        return note((yield from method(form, table, *about, **more)), before, table, sofar)

    return doing if isgeneratorfunction(unwrap(method)) else answering


def _always(result: Any, form: Any) -> str:
    """What a method did that has changed nothing and given this; "" where that is something."""
    if result is None:
        return UNCHANGED
    if isinstance(result, bool):
        return SAID_YES if result else SAID_NO
    return GAVE_NOTHING if any(value == result for _, value in _ways(result, form)[:1]) else ""


def _ways(result: Any, form: Any) -> tuple[tuple[str, Any], ...]:
    """What a method may give instead, by what it has given."""
    if result is None:
        return ((LEFT_OUT, None),)
    if isinstance(result, bool):
        return (NO, False), (YES, True)
    if isinstance(result, Kinds):
        return (NO_CARD, Kinds(form.deck, ())), (EVERY_CARD, form.deck.all_kinds)
    if isinstance(result, int):
        return ((NOTHING, 0),)
    return ((NOTHING, type(result)()),) if type(result) in (tuple, list) else ()


def instead_of(method: Any, form: Any, instead: str) -> Any:
    """Stands for the method: it does what it is asked to do instead."""
    samples = (None, False, Kinds(form.deck, ()), 0, ())
    value = dict(chain.from_iterable(_ways(each, form) for each in samples))[instead]

    @wraps(method)
    def answering(*about: Any, **more: Any) -> Any:
        return value

    @wraps(method)
    def doing(*about: Any, **more: Any) -> Any:
        yield from ()
        return value

    return doing if isgeneratorfunction(unwrap(method)) else answering
