"""Play that never ends, and who can bring it about: told from all tables of a scale and all choices between them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from referee.verify.explore.choice_trees import RemainingStates
from referee.verify.explore.graphs import Steps, can_end, components, shortest_cycle

if TYPE_CHECKING:
    from referee.verify.explore.breadth import Search, Way

MOST_LOOPS = 25
"""Components in which a shortest cycle is looked for."""


class By(Enum):
    """Whose doing it is, the worst first."""

    RULES = "rules"
    """No way leads from there to an end: everybody is forced to go on for ever."""
    ONE = "one"
    """A single seat can see to it, whatever the others do and chance brings."""
    ALL = "all"
    """All seats together can, whatever chance brings, and no single one."""
    CHANCE = "chance"
    """It takes luck: chance can end it, whatever the seats do."""
    UNKNOWN = "unknown"
    """It was seen to come round; who could keep it so was not, as not everything was seen."""


@dataclass(frozen=True, slots=True)
class Endless:
    """A way from the deal into a shortest cycle and once around it, ``length`` steps. ``seats`` are those that can
    keep play going alone (``By.ONE``); ``knowing``: there are cards that they do not see, and may have to know."""

    way: Way
    length: int
    by: By
    seats: tuple[int, ...] = ()
    knowing: bool = False

    @property
    def sentence(self) -> str:
        """One sentence in plain words."""
        before = len(self.way) - 1
        after = "the deal" if not before else f"{before} {'turn' if before == 1 else 'turns'}"
        turns = "turn" if self.length == 1 else "turns"
        round_ = f"after {after} the table is as it was {self.length} {turns} before, and play can go round for ever"
        return f"{round_}; {self._whose()}"

    def _whose(self) -> str:
        if self.by is By.RULES:
            return "no way from there leads to an end, so that everybody is forced to go on"
        if self.by is By.ONE:
            knowing = " if it knows where the cards lie" if self.knowing else ""
            who = f"seat {self.seats[0]} alone" if len(self.seats) == 1 else f"each of {_seats(self.seats)} alone"
            return f"{who} can see to it{knowing}, whatever the others do and chance brings"
        if self.by is By.ALL:
            return "all players together can see to it, whatever chance brings, and none of them alone"
        if self.by is By.CHANCE:
            return "chance must play along: whatever the players do, it can bring play to an end"
        return "whether one player alone can see to it was not decided, as not everything was seen"


def _seats(seats: tuple[int, ...]) -> str:
    return f"seats {', '.join(map(str, seats[:-1]))} and {seats[-1]}"


def endless(search: Search) -> Endless | None:
    """The worst that there is, with a shortest cycle of it; None where no state returns."""
    loops = components(search.steps)
    if not loops:
        return None
    reached = can_end(search.steps, search.ends)
    locked = [loop for loop in loops if not reached[loop[0]]]
    if locked:
        return _shown(search, search.steps, locked, By.RULES)
    kept = {seat: search.trees.keeping((seat,)) for seat in range(search.game.players)}
    alone = {seat: steps for seat, keeps in kept.items() if components(steps := _steps(search, keeps))}
    if alone:
        seats = tuple(alone)
        steps = alone[seats[0]]
        knowing = any(_must_know(search, kept[seat], seat) for seat in seats)
        return _shown(search, steps, components(steps), By.ONE, seats, knowing)
    steps = _steps(search, search.trees.keeping(range(search.game.players)))
    together = components(steps)
    if together:
        return _shown(search, steps, together, By.UNKNOWN if search.seen.bounded else By.ALL)
    return _shown(search, search.steps, loops, By.UNKNOWN if search.seen.bounded else By.CHANCE)


def _steps(search: Search, kept: RemainingStates) -> Steps:
    """The next states while play is kept going."""
    follows = dict(kept.steps())
    steps = Steps()
    for state in range(len(search.steps)):
        steps.put(follows.get(state, ()))
    return steps


def _shown(
    search: Search, steps: Steps, loops: list[list[int]], by: By, seats: tuple[int, ...] = (), knowing: bool = False
) -> Endless:
    best: list[int] = []
    for loop in sorted(loops)[:MOST_LOOPS]:
        cycle = shortest_cycle(steps, loop)
        if cycle and (not best or len(cycle) < len(best)):
            best = cycle
    return Endless(search.around(best), len(best), by, seats, knowing)


def _must_know(search: Search, kept: RemainingStates, seat: int) -> bool:
    """Whether what a seat does not see differs where it keeps play going."""
    table = search.trial.table
    hidden = [
        place.number for place in table.places if place is not table.flight and not place.sees(table.players[seat])
    ]
    states = [state for state in range(len(search.steps)) if state in kept]
    return any(len({search.states.contents(state)[number] for state in states}) > 1 for number in hidden)
