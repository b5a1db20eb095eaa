"""Scalars that a seat does not see, imagined: the chance that set them is drawn again.

A *window* is the last few steps in which all of them were set, or the whole match. It is played again with other
chance and other hidden answers until it shows the seat exactly what the seat was shown, step for step. Where fresh
tries do not succeed, single outcomes are drawn again as long as more agrees, and then, all of it agreeing, each
outcome is drawn once more among those that keep it so (Gibbs sampling).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.kernel.driving import run, run_deal, run_step
from referee.kernel.table import Table
from referee.kernel.views import view_of
from referee.play.hidden import CannotImagine
from referee.play.known_places import Cards
from referee.play.resampling import (
    ANEW,
    WRONG,
    Address,
    Cell,
    Resample,
    disclosed_values,
    distance,
    hidden_scalars,
    other_outcomes,
    set_to,
    value_of,
    view_distance,
    watched,
)
from referee.play.step_replay import TargetReached

if TYPE_CHECKING:
    from referee.play.imagine import Imagination

FRESH = 40
"""Tries that are independent of each other."""
TRIES = 2000
"""Windows that are played again before one gives up."""
SWEEPS = 2


@dataclass(slots=True)
class Played:
    """A window that was played again: how far it agreed, what was answered where, and how it ended."""

    agrees: bool
    score: tuple[float, ...]
    used: dict[Address, Any]
    """Outcomes and hidden answers, as they may be given again."""
    events: dict[Address, Any]
    """The requests that they answered."""
    boundary: tuple[Any, ...]
    answers: list[Any]
    """The answers of the running step."""
    way: tuple[Any, ...]
    """The snapshot that the window began with, and the answers of each step."""


class Secrets:
    """The scalars that a seat does not see, as far as it can know them."""

    def __init__(self, last: Imagination, past: Sequence[Imagination]) -> None:
        """``last`` is of the running step, ``past`` has one for each step before, the deal first."""
        self.game, self.player, self.last = last.game, last.player, last
        self.cells = hidden_scalars(last.game.table(), last.player)
        self.past = list(past)
        self._begin: int | None = None
        self._left = 0
        self._found: Played | None = None

    # -- the window ---------------------------------------------------------------------------------------

    def begin(self, rng: random.Random) -> int:
        """The step that the window begins with: since then all of them were set."""
        if self._begin is None:
            missing = set(self.cells)
            self._begin = 0
            for number in range(len(self.past) - 1, 0, -1):
                missing -= self._set_in(number, rng)
                if not missing:
                    self._begin = number
                    break
        return self._begin

    def _set_in(self, number: int, rng: random.Random) -> set[Cell]:
        """The scalars that are set in a step on every one of a few tries with different chance."""
        found: set[Cell] | None = None
        for _ in range(3):
            try:
                table = self._start(number, {}, rng)
                told = {type(each) for each in disclosed_values(self.past[number])}
                written, used = watched(table)
                self._step(table, number, {}, rng, blind=True)
            except WRONG:
                return set()
            # What was used before it was set, and was not shown then, comes from before.
            written -= {cell for cell in used if type(value_of(self.game.table(), cell)) not in told}
            found = set(written) if found is None else found & written
        return found or set()

    def _start(self, number: int, recorded: dict[Address, Any], rng: random.Random) -> Table:
        """The table before a step; scalars as they were told there, or as they are on a new table."""
        of = self.past[number] if number < len(self.past) else self.last
        table: Table = self.game.table()
        if of.dealing:
            return table
        snapshot = recorded.get((-1, 0)) or of.filled(rng)
        recorded[-1, 0] = snapshot
        table.restore(snapshot)
        told = [value for each in [*self.past[number:], self.last] for value in disclosed_values(each)]
        for at, cell in enumerate(self.cells):
            start = value_of(table, cell)
            if (-1, 1 + at) not in recorded:
                recorded[-1, 1 + at] = rng.choice([start, *[each for each in told if type(each) is type(start)]])
            set_to(table, cell, recorded[-1, 1 + at])
        return table

    def _step(
        self, table: Table, number: int, recorded: Mapping[Address, Any], rng: random.Random, *, blind: bool = False
    ) -> None:
        of = self.past[number]
        table.dealing = of.dealing
        driver = Resample(table, of, number, recorded, rng, blind=blind)
        (run_deal if of.dealing else run_step)(self.game, table, driver)

    # -- playing it again -----------------------------------------------------------------------------------

    def play(self, recorded: Mapping[Address, Any], rng: random.Random, wanted: Table | None = None) -> Played:
        """The window once more. The hidden things of a ``wanted`` table are to come out, where somebody asks about
        them."""
        self._left -= 1
        begin = self.begin(rng)
        start = dict(recorded)
        table = self._start(begin, start, rng)
        used = {address: value for address, value in start.items() if address[0] == -1}
        way: list[Any] = [table.snapshot()]
        events: dict[Address, Any] = dict.fromkeys(used)
        far: tuple[float, ...] = (begin, 0, 0)
        agrees, boundary, answers = False, way[0], list[Any]()
        for number in range(begin, len(self.past) + 1):
            of = self.past[number] if number < len(self.past) else self.last
            boundary = table.snapshot()
            if of is self.last and wanted is not None:
                pairs = zip(self.secret(table), self.secret(wanted), strict=True)
                off = sum([distance(now, value) for now, value in pairs])
                if off:
                    far = (number, 0, -off)
                    break
            table = self.game.table()
            table.restore(boundary)
            table.dealing = of.dealing
            cards = None if wanted is None else self._coming(wanted, number)
            driver = Resample(table, of, number, recorded, rng, blind=False, wanted=cards)
            ended = self._run(of, driver)
            used.update(driver.used)
            events.update(driver.events)
            off = 0.0 if not ended else view_distance(of.view, view_of(table, self.player))
            far = (number, driver.told_so_far + (0.5 if ended else 0.0), -off)
            if not ended or off or (of is not self.last and driver.next() is not None):
                break
            way.append(list(driver.answers))
            answers = driver.answers
            agrees = of is self.last
        return Played(agrees, far, used, events, boundary, answers, tuple(way))

    def _coming(self, wanted: Table, number: int) -> dict[str, Cards]:
        """By place the cards that lie there in the end, or were seen to leave it after a step."""
        found = {each.full_name: Counter(wanted.deck.names(each.pile)) for each in wanted.places}
        for of in self.past[number + 1 :]:
            for place, left in of.leaving.items():
                found[place].update([each for each in left if each is not None])
        return found

    def _run(self, of: Imagination, driver: Resample) -> bool:
        """Whether the step came to its end, or to the open question, with all that the seat was told."""
        try:
            if of is self.last:
                run(self.game, driver.table, driver, driver.table.turns + (0 if of.dealing else 1))
            else:
                (run_deal if of.dealing else run_step)(self.game, driver.table, driver)
                return True
        except TargetReached:
            return of is self.last
        except WRONG:
            return False
        return False

    def find(self, rng: random.Random, wanted: Table | None = None) -> Played | None:
        """A window that agrees; None where none was found."""
        self._left = TRIES
        best: Played | None = None
        for _ in range(FRESH):
            played = self.play({}, rng, wanted)
            if played.agrees:
                return played
            best = played if best is None or played.score > best.score else best
        assert best is not None
        while self._left > 0:
            sites = list(best.used)
            rng.shuffle(sites)
            before = best
            for site in sites:
                if site not in best.used:
                    continue  # what agrees more has fewer outcomes
                for other in other_outcomes(best.events[site], best.used[site], rng, near=True):
                    played = self.play(_with(best.used, site, other), rng, wanted)
                    if played.score >= best.score:
                        best = played
                    if best.agrees:
                        return self._mixed(best, rng) if wanted is None else best
                    if self._left <= 0:
                        return None
                    if site not in best.used:
                        break
            if best.score == before.score and rng.random() < 0.3:
                best = self.play({}, rng, wanted)
        return None

    def _mixed(self, found: Played, rng: random.Random) -> Played:
        """Each outcome drawn again among those that agree, and pairs of outcomes exchanged."""
        for _ in range(SWEEPS):
            sites = list(found.used)
            rng.shuffle(sites)
            for site, other_site in zip(sites, [*sites[1:], *sites[:1]], strict=True):
                if site not in found.used:
                    continue
                tried = [found.used[site], *other_outcomes(found.events[site], found.used[site], rng)]
                rng.shuffle(tried)
                for other in tried:
                    if other == found.used[site]:
                        break
                    played = self.play(_with(found.used, site, other), rng)
                    if played.agrees:
                        found = played
                        break
                if _alike(found, site, other_site):
                    exchanged = {**found.used, site: found.used[other_site], other_site: found.used[site]}
                    played = self.play(exchanged, rng)
                    found = played if played.agrees and rng.random() < 0.5 else found
        return found

    def imagine(self, rng: random.Random) -> Played:
        found = self.find(rng)
        if found is None:
            names = ", ".join(dict.fromkeys([f"{name!r}" for name, _ in self.cells]))
            raise CannotImagine(
                f"seat {self.player.seat}: it does not see {names}, and no chance that agrees with all that it has "
                f"seen was found in {TRIES} tries; {self.game.name} may say what could be: see Game.possible_scalars"
            )
        return found

    # -- whether a position could be -------------------------------------------------------------------------

    def admits(self, boundary: tuple[Any, ...], way: tuple[Any, ...] | None, rng: random.Random) -> bool:
        """Whether a table can have come about as the seat saw it; ``way`` is how, where somebody knows."""
        begin = self.begin(rng)
        if way is not None and len(way) == len(self.past) - begin + 2:
            recorded: dict[Address, Any] = {(-1, 0): way[0]}
            table: Table = self.game.table()
            if self.past[begin : begin + 1] and not self.past[begin].dealing:
                table.restore(way[0])
                recorded |= {(-1, 1 + at): value_of(table, cell) for at, cell in enumerate(self.cells)}
            for number, answers in enumerate(way[1:], begin):
                recorded |= {(number, at): answer for at, answer in enumerate(answers)}
            played = self.play(recorded, rng)
            if played.agrees and played.boundary == boundary and played.way == way:
                return True
        table = self.game.table()
        table.restore(boundary)
        return self.find(rng, table) is not None

    def secret(self, table: Table) -> list[Any]:
        """The hidden scalars of a table, and the cards of each hidden place, which scalars may follow."""
        hidden = [tuple(table.deck.names(each.pile)) for each in table.places if not each.sees(self.player)]
        return [*[value_of(table, cell) for cell in self.cells], *hidden]


def _alike(found: Played, one: Address, other: Address) -> bool:
    """Whether the outcomes of two events may be exchanged."""
    if one[0] < 0 or other[0] < 0 or one not in found.used or other not in found.used:
        return False
    return type(found.events[one]) is type(found.events[other]) and found.used[one] != found.used[other]


def _with(used: Mapping[Address, Any], site: Address, other: Any) -> dict[Address, Any]:
    if other is ANEW:
        return {each: value for each, value in used.items() if each != site}
    return {**used, site: other}
