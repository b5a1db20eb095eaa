"""Exploring natively: where the search in Python had enough, many more tables, in which the compiled rules look for
what Python then replays.

The first tables are those that Python has found too: as many at each number of steps. Nothing is told to be wrong that
Python has not met again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.requests import Chance, Choice, Draw, Lot, Pick, Roll, Shuffle
from referee.kernel.selections import Selection
from referee.native.exploring import Cycle, Explored, Explorer, Met
from referee.record.project_folder import project_folder
from referee.verify.explore.breadth import MOST_STATES, MOST_WAYS, Search
from referee.verify.explore.nontermination import By, Endless, endless
from referee.verify.explore.states import EMPTY, States
from referee.verify.findings import OWED
from referee.verify.play.drivers import AtRandom
from referee.verify.play.trial import Trial
from referee.verify.program_claims import TRUTHS, claims_of
from referee.verify.properties import Kind
from referee.verify.verdicts import Trouble

TIMES = 50
"""Tables and ways for each one that Python has at most."""


@dataclass(slots=True)
class Natively:
    """What a native search says. ``looked`` are the properties that it looked at, ``held`` those that hold of all
    tables, ``loop`` is a cycle of tables. ``refused`` says why there was no search, or why it does not count."""

    seen: Explored | None = None
    looked: frozenset[str] = frozenset()
    held: frozenset[str] = frozenset()
    loop: Endless | None = None
    refused: str = ""


class FromNumbers(AtRandom):
    """The driver of a way of a native search: its answers and outcomes by number."""

    def __init__(self) -> None:
        super().__init__(None)  # type: ignore[arg-type]
        self.numbers: Iterator[int] = iter(())

    def some_answer(self, choice: Choice) -> Any:
        answers, at = choice.space.listed(), next(self.numbers)
        return answers[at] if answers else choice.space.nth(at)

    def some_outcome(self, event: Chance) -> Any:
        following = self.numbers
        if isinstance(event, (Draw, Pick)):
            pile = event.place.pile if isinstance(event, Draw) else event.pile
            return Selection(event.table.deck, pile, event.number, event.number).nth(next(following))
        if isinstance(event, Roll):
            return tuple([1 + next(following) for _ in range(event.number)])
        if isinstance(event, Lot):
            return next(following)
        assert isinstance(event, Shuffle), event
        if not event.place.is_row:
            return None
        contents, order = event.place.contents(), list(range(len(event.place.row)))
        for at in range(len(order)):
            left = {contents[order[other]]: other for other in reversed(range(at, len(order)))}
            other = sorted(left.values())[next(following)]
            order[at], order[other] = order[other], order[at]
        return tuple(order)


def explore_natively(search: Search, loop: Endless | None) -> Natively:
    """Go on where a search in Python had enough, and had found a cycle or none; what is met is put to what the search
    has met."""
    question, game = search.question, search.game
    claims = claims_of(question.properties, TRUTHS)
    plain = type(game)(game.players, readings=game.readings, settings=game.settings)
    try:
        explorer = Explorer(plain, project_folder("native"), claims=claims)
    except OSError as error:
        return Natively(refused=f".referee/native cannot be made: {error}" if question.engine == "native" else "")
    except BadInput as error:
        return Natively(refused=str(error) if question.engine == "native" else "")
    given_up = {raised.claimed.name for raised in search.trial.raised}
    wanted = {each for each in claims if each in explorer.claims and each not in given_up | search.reached.keys()}
    met_free = {each.name for each in question.properties if each.kind is Kind.FREE_OF and each.trouble in OWED}
    most = int(TIMES * question.effort)
    seen = explorer.run(MOST_STATES * most, MOST_WAYS * most, wanted, lambda: question.budget.is_spent)
    alike = _levels(search)
    if explorer.with_turns != search.states.with_turns or tuple(seen.levels[: len(alike)]) != alike:
        return Natively(refused=f"{game.name}: other tables are reached natively, which is a defect")
    broken: set[str] = set()
    for met in explorer.met(seen):
        if not _replayed(search, met):
            why = f"{met.claim or 'an obligation'} is broken natively, and not in Python, which is a defect"
            return Natively(refused=f"{game.name}: {why}")
        broken.add(met.claim)
    cycle = None if loop else explorer.cycle()
    if cycle is not None:
        loop = went_round(search, cycle)
        if loop is None:
            why = "a table returns natively, and not in Python, which is a defect"
            return Natively(refused=f"{game.name}: {why}")
    looked = wanted - explorer.of_turns
    held = set()
    if not seen.bounded and not explorer.reads_numbers:
        held = looked - broken
        if "" not in broken:
            held |= met_free
        if loop is None:
            held |= {each.name for each in question.properties if each.trouble is Trouble.ENDLESS}
    return Natively(seen, frozenset(looked | met_free), frozenset(held), None if cycle is None else loop)


def went_round(search: Search, cycle: Cycle) -> Endless | None:
    """Play a cycle in Python, and see who can keep play going there; None where no table comes back."""
    trial, driver, script = Trial(search.game, ()), FromNumbers(), list[list[Any]]()
    trial.begin()
    tables = States(trial.table)
    first, start = EMPTY, None
    for numbers in cycle.way:
        driver.numbers = iter(numbers)
        if trial.advance(driver) is not None:
            return None
        script.append(driver.transcript)
        if len(script) == len(cycle.way) - cycle.length:
            first, start = tables.add()[0], trial.table.snapshot()
    if start is None or tables.number_of(trial.table) != first:
        return None
    near = Search(replace(search.question, properties=()), start=start)
    near.run()
    found = endless(near)
    if found is None or (cycle.locked and found.by is not By.RULES):
        return Endless(script, cycle.length, By.RULES if cycle.locked else By.UNKNOWN)
    return replace(found, way=[*script[: -cycle.length], *found.way])


def _levels(search: Search) -> tuple[int, ...]:
    """How many tables Python found at each number of steps, as far as it found all of them."""
    depths = search.depths
    if not depths or not search.seen.expanded:
        return ()  # the deal may not have been carried out in all ways
    # The last one may not have been gone on from in all ways.
    followed = depths[search.seen.expanded - 1] if search.seen.bounded else depths[-1]
    number = Counter(depths)
    return tuple([number[each] for each in range(followed + 1) if number[each]])


def _replayed(search: Search, met: Met) -> bool:
    """Play a way in Python; True where that meets what was met natively."""
    asked = tuple([each for each in search.question.properties if each.name == met.claim])
    trial, driver, script = Trial(search.game, asked), FromNumbers(), list[list[Any]]()
    trial.begin()
    for numbers in met.way:
        driver.numbers = iter(numbers)
        found = trial.advance(driver)
        script.append(driver.transcript)
        if found is not None:
            if found.claimed is None or found.claimed.name == met.claim:
                search.met.setdefault(found.same_as, (found, script))
                return (found.claimed is not None) == bool(met.claim)
            return False
        if trial.reached:
            search.reached.setdefault(met.claim, script)
            return True
    return False
