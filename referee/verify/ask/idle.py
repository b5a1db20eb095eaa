"""Text of the rules that does nothing in play: ways that are never gone, parts of conditions that decide nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from referee.kernel.game import Game
from referee.verify.ask.finding import MATCHES, MOST_STEPS
from referee.verify.ask.solved import Way, rare, way_of
from referee.verify.ask.unused import Unused, Use
from referee.verify.ask.whole import Whole, is_used, never_goes, never_used, tells_apart, whole_games, whole_scale
from referee.verify.mine.observing import drivers
from referee.verify.play.branches import ALIKE, Branch, counting
from referee.verify.play.minimise import variant
from referee.verify.play.trial import Trial
from referee.verify.understood import PROOF, rule_text

LONGEST = 150
READINGS = 20
OF_A_READING = 0.1
BELONGS = 3
"""Clauses of a helper at most: a way of one that more share says nothing about any."""


@dataclass(frozen=True, slots=True)
class Idle:
    """A way that play never went. ``times``: how often it went the other way; 0 where it never came to the place.
    ``exhausted``: a smaller form in which it cannot go that way; "" where there is none. ``proved``: the numbers
    of players with which no table leads to it, in the forms asked for."""

    clauses: tuple[str, ...]
    file: Path
    line: int
    text: str
    way: str
    times: int
    exhausted: str = ""
    proved: tuple[int, ...] = ()

    @property
    def part(self) -> bool:
        """Whether it is a part of a condition alone."""
        return ", in: " in self.text

    @property
    def sentence(self) -> str:
        if self.way == "":
            return f"{self.text}: never so"
        if not self.times:
            return f"{self.text}: never asked"
        if self.way == ALIKE:
            return f"{self.text}: always the same amounts, in {self.times} times"
        if self.way not in ("yes", "no"):
            least = "least" if re.match(r"min\b|\w+\.lesser\b", self.text) else "greatest"
            return f"{self.text}: {self.way} alone was never the {least}, in {self.times} times"
        return f"{self.text}: {'never so' if self.way == 'yes' else 'always so'}, in {self.times} times"


@dataclass(frozen=True, slots=True)
class IdleText:
    """``ways`` that play never went, those that had most chances first; what was ``unused``; ``exhausted``: every match
    of these forms was gone through, under their readings, so that the ways cannot be gone there. ``facts``: by the
    number of players what holds between all steps, and is proved: on it rests what is ``proved`` with them;
    ``unproved``: why nothing is. ``solved``: so many ways are left out, as the solver found a match that goes them.
    ``whole``: the forms that were gone through."""

    ways: list[Idle]
    unused: list[Unused]
    matches: int
    exhausted: bool
    facts: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    unproved: Mapping[int, str] = field(default_factory=dict)
    solved: int = 0
    whole: Sequence[Whole] = ()
    watched: int = 0
    """Ways that the conditions of these rules can go."""


def idle(
    games: Sequence[Game[Any]],
    seed: str,
    effort: float = 1.0,
    at: Callable[[int], None] | None = None,
    fixed: Mapping[str, str] | None = None,
    *,
    surely: bool = False,
    ways_alone: bool = False,
    wanted: Callable[[Idle], bool] | None = None,
) -> IdleText:
    """What play never did in any of these forms of one game. ``effort`` scales it. Each form is also played under
    readings drawn at random, but for ``fixed``: what only another reading brings about is not idle. Small games are
    gone through whole as well; with ``surely`` else the greatest smaller game of the first form that can be, and what
    no table leads to is proved on the meaning of the rules, as far as that is followed. With ``ways_alone`` it is not
    looked at who uses what. Where some alone are ``wanted`` it is played until none of them is left, first under
    other readings, which is quick."""
    matches, use = 0, None if ways_alone else Use(type(games[0]))
    with counting(type(games[0]), parts=True) as found:
        for number, form, share in _forms(games, seed, {} if fixed is None else fixed, others_first=wanted is not None):
            matches += _played(form, seed, effort * share, use)
            if at is not None:
                at(number)
            if wanted is not None and not any(map(wanted, _idle(found.branches()))):
                return IdleText([], [], matches, exhausted=False)
        seen = whole_games(games, effort, found)
        exhausted, branches = bool(seen), found.branches()
        # A part says nothing where the whole never went both ways: that is told.
        alike = {each for each, whole in found.whole.items() if 0 in (branches[whole].times, branches[whole + 1].times)}
        told = _idle([each for number, each in enumerate(branches) if number not in alike])
        unused = [each for each in use.unused() if not is_used(each, seen)] if use is not None else []
        if surely and not exhausted:
            seen = whole_scale(games[0], effort, found)
    if surely:
        unused = list(_alike(unused, seen, effort, exhausted))
    text = IdleText(
        [replace(each, exhausted=never_goes(seen, each.file, each.line, each.text, each.way)) for each in told],
        [replace(each, exhausted=each.exhausted or never_used(each, seen)) for each in unused],
        matches, exhausted, whole=seen, watched=len(branches),
    )  # fmt: skip
    return _proved(games, text, seed) if surely and told else text


def _forms(
    games: Sequence[Game[Any]], seed: str, fixed: Mapping[str, str], *, others_first: bool
) -> Iterator[tuple[int, Game[Any], float]]:
    """What is played, each with the number of forms asked for that are done then, and its share of the effort."""
    made = [type(game)(game.players, readings=game.readings, settings=game.settings) for game in games]
    if not others_first:
        for number, game in enumerate(made):
            yield number, game, 1.0
            for each in other_readings(game, seed, fixed):
                yield number + 1, each, OF_A_READING
        return
    for game in made:
        for each in other_readings(game, seed, fixed):
            yield 0, each, OF_A_READING
    for number, game in enumerate(made, 1):
        yield number, game, 1.0


def _alike(unused: Sequence[Unused], seen: Sequence[Whole], effort: float, exhausted: bool) -> Iterator[Unused]:
    """The same, with the forms in which alternatives are alike in all matches. Without those that some match of the
    forms asked for tells apart."""
    for each in unused:
        told = [tells_apart(each, whole, effort) for whole in seen] if each.kind == "reading" else []
        if not (exhausted and True in told):
            forms = [whole.form for whole, apart in zip(seen, told, strict=False) if apart is False]
            yield replace(each, exhausted=", ".join(forms))


def _proved(games: Sequence[Game[Any]], text: IdleText, seed: str) -> IdleText:
    """The same, with what is proved, and without what the solver finds a match for."""
    from referee.verify.symbolic.unreached import unreached  # which loads Z3

    if strange := rule_text(games[0], PROOF):
        return replace(text, unproved={each.players: strange for each in games})
    never: dict[int, set[Way]] = {}
    facts, unproved = {}, {}
    for game in games:
        with counting(type(game), parts=True) as found:
            said = unreached(game, len(found.ways))
            branches = found.branches()
        if said.why:
            unproved[game.players] = said.why
            continue
        facts[game.players] = said.facts
        may = {way_of(each) for number, each in enumerate(branches) if each.times or number not in said.ways}
        never[game.players] = {way_of(each) for each in branches} - may
    nowhere = never.get(games[0].players, set())
    wanted = [_ways(each) - nowhere if each.way in ("yes", "no", "") else set() for each in text.ways]
    gone = rare(games[0], set().union(*wanted), seed)
    left = [each for each, ways in zip(text.ways, wanted, strict=True) if not ways & gone]
    proved = [tuple([players for players, those in never.items() if _ways(each) <= those]) for each in left]
    ways = [replace(each, proved=players) for each, players in zip(left, proved, strict=True)]
    return replace(text, ways=ways, facts=facts, unproved=unproved, solved=len(text.ways) - len(left))


def _ways(idle: Idle) -> set[Way]:
    """What play would have to do, so that it is not idle."""
    ways = [idle.way] if idle.times or not idle.way else ["yes", "no"]
    return {(idle.file, idle.line, idle.text, way) for way in ways}


def other_readings(game: Game[Any], seed: str, fixed: Mapping[str, str]) -> Iterator[Game[Any]]:
    """The same form under readings that are drawn, where there is such a form."""
    rng = random.Random(f"readings {seed} {game.players}")
    open_ones = {slug: sorted(each.alternatives) for slug, each in game.register.items() if slug not in fixed}
    for _ in range(READINGS if open_ones else 0):
        drawn = {slug: rng.choice(each) for slug, each in open_ones.items()}
        if (made := variant(game, readings=drawn)) is not None:
            yield made


def _idle(branches: Sequence[Branch]) -> list[Idle]:
    gone: dict[tuple[Path, int, str], int] = {}
    for each in branches:
        key = each.file, each.line, each.text
        gone[key] = gone.get(key, 0) + each.times
    alike = {(each.file, each.line, each.text): each.times for each in branches if each.way == ALIKE}
    told: dict[tuple[Path, int, str], Idle] = {}
    for each in branches:
        key = each.file, each.line, each.text
        if not each.times and each.way != ALIKE and 0 < len(each.clauses) <= BELONGS:
            way = ALIKE if gone[key] and alike.get(key) == gone[key] else each.way
            told.setdefault(key, Idle(each.clauses, each.file, each.line, each.text, way, gone[key]))
    return sorted(told.values(), key=lambda each: (-each.times, str(each.file), each.line))


def _played(game: Game[Any], seed: str, effort: float, use: Use | None) -> int:
    rng = random.Random(f"idle {seed} {game.players} {sorted(game.readings.items())} {game.settings}")
    steps = matches = 0
    for _, driver in zip(range(max(2, round(MATCHES * effort))), drivers(game, rng), strict=False):
        if steps >= MOST_STEPS * effort:
            break
        trial = Trial(game, [])
        if use is not None:
            use.listen(trial, driver)
        matches += 1
        for _ in range(min(LONGEST, game.turn_cap) + 1):
            steps += 1
            if trial.advance(driver) is not None or trial.table.dealing or trial.table.outcome is not None:
                break
    return matches
