"""A step played again with other chance: which outcomes may be tried, and how far what comes of it agrees."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.kernel.errors import RefereeError, RuleFault
from referee.kernel.players import Player
from referee.kernel.requests import Chance, Choice, Draw, Lot, Pick, Roll
from referee.kernel.table import Table
from referee.play.chance import fair
from referee.play.guesses import guesses
from referee.play.known_places import Cards
from referee.play.step_replay import ShownOtherwise, StepReplay

if TYPE_CHECKING:
    from referee.play.imagine import Imagination

OTHERS = 24
"""Outcomes of one event that are tried."""
ANEW = object()
"""Whatever comes."""

Address = tuple[int, int]
"""The step of the window, and how many answers of it came before."""
Cell = tuple[str, int | None]
WRONG = (ShownOtherwise, RefereeError, RuleFault, AssertionError, LookupError, ValueError, TypeError, ArithmeticError)


def hidden_scalars(table: Table, player: Player) -> list[Cell]:
    """The scalars of a table that a player does not see; with a seat where every player has one."""
    found: list[Cell] = []
    for name, spec in table.scalar_specs.items():
        audience = spec.audience(table.game)
        if spec.per_player:
            found += [(name, owner.seat) for owner in table.players if not audience.includes(owner, player)]
        elif not audience.includes(None, player):
            found.append((name, None))
    return found


def value_of(table: Table, cell: Cell) -> Any:
    value = getattr(table, cell[0])
    return value if cell[1] is None else value[cell[1]]


def set_to(table: Table, cell: Cell, value: Any) -> None:
    if cell[1] is None:
        setattr(table, cell[0], value)
    else:
        getattr(table, cell[0])[Player.at(cell[1])] = value


class Resample(StepReplay):
    """Plays a step again; what is not known is answered as it was at the same place before, or by a guess."""

    def __init__(
        self,
        table: Table,
        of: Imagination,
        step: int,
        recorded: Mapping[Address, Any],
        rng: random.Random,
        *,
        blind: bool,
        wanted: Mapping[str, Cards] | None = None,
    ) -> None:
        """``wanted``: by place the cards that are to come there, where somebody asks whether they can."""
        super().__init__(table, of, (), None)
        self.step, self.recorded, self.rng, self.blind, self.wanted = step, recorded, rng, blind, wanted
        self.used: dict[Address, Any] = {}
        self.events: dict[Address, Any] = {}

    def observe(self, entry: Any) -> None:
        if not self.blind:
            super().observe(entry)

    def choose(self, choice: Choice) -> Any:
        if self.blind:
            return choice.space.read(self._answer(choice))
        return super().choose(choice)

    def _answer(self, request: Any, known: Any = None) -> Any:
        self._go_on()
        if known is not None:
            answer = known[0]
        else:
            address = self.step, len(self.answers)
            answer = self.recorded.get(address)
            if address not in self.recorded or not _possible(request, answer):
                answer = self._guess(request)
            self.used[address], self.events[address] = answer, request
        self.answers.append(answer)
        self.at += 1
        return answer

    def _guess(self, request: Any) -> Any:
        coming = [each[1] for each in self.of.since[self.told_so_far :] if each[0] == "event"]
        first = next(guesses(request, coming, self.rng), None)
        if self.wanted is not None and isinstance(request, Draw) and first is not None:
            return self._towards(request, coming[:1], first[0])
        if first is None:
            raise ShownOtherwise
        return request.space.plain(first[0]) if isinstance(request, Choice) else first[0]

    def _towards(self, request: Draw, coming: list[Any], guess: Any) -> Any:
        """Cards for the place that they are seen to go to, as far as it lacks some and they are there to be drawn. The
        ``guess`` where that is not seen, or where the cards are."""
        assert self.wanted is not None
        if not coming or coming[0][:2] != ["move", request.place.full_name] or isinstance(coming[0][3], list):
            return guess
        deck = self.table.deck
        left = Counter(deck.names(request.place.pile))
        lacking = {
            each.full_name: self.wanted[each.full_name] - Counter(deck.names(each.pile))
            for each in self.table.places
            if each is not request.place
        }
        own = lacking.get(coming[0][2], Counter()) & left
        own = Counter(self.rng.sample(sorted(own.elements()), min(own.total(), request.number)))
        others = left - own
        unwanted = others - sum(lacking.values(), Counter())
        rest = unwanted if unwanted.total() + own.total() >= request.number else others
        return deck.parse([*own.elements(), *self.rng.sample(sorted(rest.elements()), request.number - own.total())])


def _possible(request: Any, answer: Any) -> bool:
    try:
        if isinstance(request, Choice):
            return bool(request.space.admits(request.space.read(answer)))
        return bool(request.check(answer))
    except (TypeError, ValueError, LookupError, AttributeError):
        return False


def other_outcomes(request: Any, now: Any, rng: random.Random, *, near: bool = False) -> list[Any]:
    """Other outcomes of a request, all of them where there are few. With ``near`` those of many dice differ in one die
    or in the order of two, so that a search comes nearer step by step."""
    if request is None:
        return [ANEW] * 4
    if isinstance(request, Choice) and request.open:
        return []  # everybody has heard what was answered
    if isinstance(request, Lot) and request.among <= OTHERS:
        found: list[Any] = [each for each in range(request.among) if each != now]
    elif isinstance(request, Roll) and request.sides**request.number <= 4 * OTHERS:
        found = []
        for code in range(request.sides**request.number):
            faces = tuple([1 + code // request.sides**at % request.sides for at in range(request.number)])
            found += [faces] if faces != now else []
    elif isinstance(request, Roll) and near and len(now) == request.number:
        found = list(_next_rolls(now, request.sides))
    elif isinstance(request, Choice):
        space = request.space
        answers = list(space) if space.count() <= OTHERS else [space.sample(rng) for _ in range(OTHERS)]
        found = [each for each in map(space.plain, answers) if each != now]
    elif isinstance(request, (Draw, Pick)) and request.number == 1:
        deck = request.table.deck
        # The pile has changed since: it is looked at again when it is drawn from.
        found = [deck.one[kind] for kind in range(len(deck.cards)) if deck.one[kind] != now]
    else:
        assert isinstance(request, Chance)
        found = [each for each in [_some(request, rng) for _ in range(3)] if each is not None and each != now]
    rng.shuffle(found)
    return found[: 4 * OTHERS]


def _next_rolls(now: Sequence[int], sides: int) -> Iterator[tuple[int, ...]]:
    """The rolls that differ from this one in one die, or in the order of two."""
    for at, face in enumerate(now):
        yield from [(*now[:at], other, *now[at + 1 :]) for other in range(1, sides + 1) if other != face]
        for behind in range(at + 1, len(now)):
            if now[behind] != face:
                yield (*now[:at], now[behind], *now[at + 1 : behind], face, *now[behind + 1 :])


def _some(request: Chance, rng: random.Random) -> Any:
    try:
        return fair(request, rng)
    except (ValueError, RuleFault):
        return None


def distance(one: Any, other: Any) -> float:
    """How much two scalars differ: 0 where they are equal, less for tuples that have more in common, then for those
    that have more of it in the same places."""
    if one == other:
        return 0.0
    if isinstance(one, (tuple, list)) and isinstance(other, (tuple, list)):
        mine, theirs = Counter(map(repr, one)), Counter(map(repr, other))
        off = sum([int(here != there) for here, there in zip(one, other, strict=False)])
        return 1.0 + ((mine - theirs).total() + (theirs - mine).total()) + off / (1 + max(len(one), len(other)))
    return 1.0


def view_distance(wanted: Mapping[str, Any], view: Mapping[str, Any]) -> float:
    """How much of a view is not as it was seen."""
    if wanted == view:
        return 0.0
    off = 0.0
    for name, value in wanted["scalars"].items():
        mine = view["scalars"].get(name)
        if isinstance(value, list) and isinstance(mine, list) and len(value) == len(mine):
            off += sum([distance(one, other) for one, other in zip(value, mine, strict=True)])
        else:
            off += distance(value, mine)
    return max(0.5, off + float(wanted["zones"] != view["zones"]))


def disclosed_values(of: Imagination) -> list[Any]:
    """What was told in a step that may be a hidden scalar: values in notes and in what was told on purpose."""
    found: list[Any] = []
    for word, *what in of.since:
        if word == "event" and what[0][0] in ("note", "tell") and isinstance(what[0][-1], dict):
            found += [of.value(each) for each in what[0][-1].values()]
    return [each for at, each in enumerate(found) if each not in found[:at]]


def watched(table: Table) -> tuple[set[Cell], set[Cell]]:
    """Two sets of scalars that fill from now on: those that are set, and those that are read before they are set."""
    written: set[Cell] = set()
    read: set[Cell] = set()

    class Watched(list):  # type: ignore[type-arg]
        def __init__(self, name: str, values: list[Any]) -> None:
            super().__init__(values)
            self.name = name

        def __getitem__(self, at: Any) -> Any:
            if not isinstance(at, slice) and (self.name, int(at)) not in written:
                read.add((self.name, int(at)))
            return super().__getitem__(at)

        def __setitem__(self, at: Any, value: Any) -> None:
            super().__setitem__(at, value)
            seats = range(len(self))[at] if isinstance(at, slice) else [int(at)]
            written.update([(self.name, seat) for seat in seats])

    def set_attribute(self: Any, name: str, value: Any) -> None:
        object.__setattr__(self, name, value)
        written.add((name, None))

    for name, spec in table.scalar_specs.items():
        if spec.per_player:
            object.__setattr__(table, name, Watched(name, list(getattr(table, name))))
    cls = type(table)
    table.__class__ = type(cls.__name__, (cls,), {"__slots__": (), "__setattr__": set_attribute})
    return written, read
