"""Functions that are followed once, from any table, for all that call them.

Decided: whether a function comes to its end from any table and whatever it is given, as far as its callers owe that
players are players, that cards which are handed on lie somewhere and that there are some. Then no caller follows it: it
may change all that it touches and gives anything."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import repeat
from typing import TYPE_CHECKING, Any

from referee.meaning.looking import may_change
from referee.meaning.program import Function, Loop, Program, called, expressions, walk
from referee.meaning.types import INT, LAID, PLAYER, TRUTH, Maybe, Places, Record, Seq, within
from referee.verify.symbolic import terms
from referee.verify.symbolic.effects.alike import Alike
from referee.verify.symbolic.effects.given_places import touching_given
from referee.verify.symbolic.effects.looked_at import looked_at
from referee.verify.symbolic.effects.loops import Anew, Loose
from referee.verify.symbolic.effects.lying import Where
from referee.verify.symbolic.effects.sequences import Card, Many, Some, is_part, parts_of
from referee.verify.symbolic.effects.touching import FACES, Touched, is_kernel, touching
from referee.verify.symbolic.paths import Fault, Unwound
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import Items, Perhaps, is_scalar

if TYPE_CHECKING:
    from referee.verify.symbolic.effects.following import EffectMachine

MOST_APART = 1_200
"""A rule in which others may act is followed apart where it has no more ways."""
WIDE = 8
"""A function with so many loops in it, and in what it calls, looks at much."""
MOST_INLINE = 60
"""A function that looks at no table and means no more is followed wherever it is called."""
OF_TABLES = frozenset(
    "place.row|place.pile|place.size|lies|lying|scalar|each|each all|money|field|outcome".split("|")  # noqa: SIM905
)


Origin = tuple[int | None, int]
"""A place: its number, from that of the player or the place who is given as a parameter on, if there is one."""


@dataclass(slots=True)
class Cards:
    """What is known of the cards, or other things, that a function gives: ``origins``, each the place where all lie;
    whether no two are one card, whether there are any, whether each is the last of its linked group, and whether each
    has the marks and the link with which it lies; of players the parameters that name none of them."""

    origins: set[Origin] | None = None
    distinct: bool = True
    filled: bool = True
    lasts: bool = True
    as_they_lie: bool = True
    unlike: set[int] | None = None


FILLED = -1
"""Instead of a place: there are cards, wherever they lie."""
EACH_ONCE = -2
"""The same, and no two are one card."""
Rows = tuple[Where | None, ...] | None
"""By parameter where all the cards lie that are given, None where nothing is known of what is given."""


@dataclass(slots=True)
class Apart:
    """What is known of a function that comes to its end: the ``rows`` in which its callers owe that the cards lie that
    they give, at least one (by parameter), and whether all players are players in what it gives."""

    rows: Rows = None
    gives_players: bool = True
    cards: dict[int, Cards] = field(default_factory=dict)
    """By result that is a card or several what is known of them."""


class Callees:
    """Which functions of a Program call which."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.by_name = {each.name: each for each in program.functions}
        self.called = {each.name: called(each) for each in program.functions}

    def reachable(self, name: str) -> Iterable[Function]:
        """A function, and all that it calls."""
        found, new = {name}, [name]
        while new:
            more = self.called[new.pop()] - found
            found |= more
            new += more
        return [self.by_name[each] for each in found]


class FollowedApart:
    """What is found once of the functions of a Program."""

    def __init__(self, program: Program, of_effects: frozenset[str], begin: Callable[[], EffectMachine]) -> None:
        """``begin`` gives a machine; its ``any_table`` begins a way."""
        self.coarse = True
        """Whether little is known of what a function gives that looks at the table."""
        self.program, self.of_effects, self.begin = program, of_effects, begin
        self.callees = Callees(program)
        self.alike = Alike(self._is_cut, self._about)
        self.found: dict[tuple[str, Rows, bool], Apart | None] = {}
        self.why_not: dict[str, str] = {}
        self.owing: dict[str, bool] = {}
        self.possible: dict[str, bool] = {}

    @cached_property
    def touching(self) -> dict[str, frozenset[Touched]]:
        return touching(self.program)

    @cached_property
    def touching_given(self) -> dict[str, frozenset[Touched]]:
        return touching_given(self.program)

    @cached_property
    def looked_at(self) -> dict[str, tuple[Touched, ...] | None]:
        return looked_at(self.program)

    @cached_property
    def plays(self) -> frozenset[str]:
        """The functions that make an event happen in which effects must act."""
        return frozenset(
            [each.name for each in self.program.functions if is_kernel(each, "happen") and self._triggers(each)]
        )

    def _triggers(self, function: Function) -> bool:
        seen, waiting = {function.name}, [function.name]
        while waiting:
            for name in self.callees.called[waiting.pop()]:
                other = self.callees.by_name[name]
                if is_kernel(other, "_trigger"):
                    return True
                within = is_kernel(other, "happen") or (is_kernel(other, "window") and not self._opens_trigger(other))
                if name in seen or within:  # what happens within it is an event of its own
                    continue
                seen.add(name)
                waiting.append(name)
        return False

    def _opens_trigger(self, window: Function) -> bool:
        return any(is_kernel(self.callees.by_name[name], "_trigger") for name in self.callees.called[window.name])

    @cached_property
    def wide(self) -> frozenset[str]:
        """The functions that look at much and give a number."""
        loops = {each.name: sum(isinstance(one, Loop) for one in walk(each.body)) for each in self.program.functions}
        return frozenset(
            [
                each.name
                for each in self.program.functions
                if not self.touching[each.name]
                and each.results == (INT,)
                and sum(loops[one.name] for one in self.callees.reachable(each.name)) >= WIDE
            ]
        )

    def _waits(self, function: Function) -> bool:
        """Whether others may act within it, in a window or at an event: then little is known after it in any case."""
        if function.name in self.plays or function.name in self.of_effects or is_kernel(function):
            return False
        return any(
            each.name in self.plays or is_kernel(each, "window") for each in self.callees.reachable(function.name)
        )

    def of(self, function: Function, rows: Rows = None, *, empty: bool = False) -> Apart | None:
        """What is known of a function, whatever cards it is given or such as lie in those rows; ``empty``: also where
        it is given sequences without a thing. None: it has to be followed wherever it is called."""
        if not self.coarse and function.name in self.looking:
            return None
        (function,) = self.alike.one_for(function)
        key = function.name, rows, empty
        if key not in self.found:
            self.found[key] = None
            least = int(self.owes_things(function) and not empty)
            self.found[key] = self._follow(function, rows, least) if self.may_be(function) else None
        return self.found[key]

    def _is_cut(self, function: Function) -> bool:
        """Whether nobody follows it where it is called."""
        if function.name in self.plays or function.name in self.of_effects:
            return True
        return bool(self.touching[function.name]) and is_kernel(function, "window")

    def _about(self, function: Function) -> Any:
        """What is known of a function that may depend on more than is followed into."""
        name = function.name
        sorts = [name in each for each in (self.plays, self.of_effects, self.wide, self.looking)]
        return (*sorts, self.touching[name], self.may_be(function), self.owes_things(function))

    @cached_property
    def looking(self) -> frozenset[str]:
        """The functions that only look, and at much."""
        found = set()
        for each in self.program.functions:
            if self.touching[each.name] or not each.results or is_kernel(each) or each.name in self.wide:
                continue
            reached = list(self.callees.reachable(each.name))
            loops = any(isinstance(one, Loop) for other in reached for one in walk(other.body))
            much = self._looks_at_tables(reached) or self._is_much(reached)
            if loops and much and all(map(_may_be_summed_up, each.results)):
                found.add(each.name)
        return frozenset(found)

    def only_joins(self, function: Function) -> bool:
        """Whether it gives a truth that it puts together from what others give, going through nothing itself."""
        return function.results == (TRUTH,) and not any(isinstance(each, Loop) for each in walk(function.body))

    def _looks_at_tables(self, functions: Iterable[Function]) -> bool:
        return any(each.op in OF_TABLES for one in functions for each in expressions(one.body))

    def is_of_rows(self, function: Function) -> bool:
        """Whether more may be known of a function where it is known where the cards lie that it is given."""
        return any(word not in FACES for word, _ in self.touching[function.name])

    def may_be(self, function: Function) -> bool:
        """Whether it is tried to follow a function once for all that call it."""
        if function.name not in self.possible:
            self.possible[function.name] = self._may_be(function)
        return self.possible[function.name]

    def _may_be(self, function: Function) -> bool:
        touched = self.touching[function.name]
        if any(word not in FACES for word, _ in touched):
            gives_cards = any(LAID in within(each) for each in function.results)
            return not gives_cards and self._waits(function) and all(map(_may_be_given, function.parameters))
        if touched:
            return not function.results
        if function.name in self.wide or function.name in self.looking:
            return all(map(_may_be_given, function.parameters))
        if not function.results or not all(is_scalar(each) and each != TRUTH for each in function.results):
            return False
        reached = list(self.callees.reachable(function.name))
        return self._is_much(reached) and not self._looks_at_tables(reached)

    def _is_much(self, functions: Iterable[Function]) -> bool:
        every = [e for each in functions for e in expressions(each.body)]
        return sum(e.op not in ("const", "local") for e in every) >= MOST_INLINE

    def owes_things(self, function: Function) -> bool:
        """Whether whoever calls it owes that the sequences are not empty that he gives."""
        if function.name not in self.owing:
            reached = self.callees.reachable(function.name)
            self.owing[function.name] = not self.touching[function.name] and not self._looks_at_tables(reached)
        return self.owing[function.name]

    def _follow(self, function: Function, rows: Rows, least: int) -> Apart | None:
        loose: Loose = {}
        try:
            while True:
                try:
                    return self._comes_to_its_end(function, loose, rows, least)
                except Anew:
                    continue
        except NotFollowed as reason:
            self.why_not[function.name] = str(reason)
            return None

    def _comes_to_its_end(self, function: Function, loose: Loose, rows: Rows, least: int) -> Apart | None:
        machine, found = self.begin(), Apart(rows)
        machine.loose, paths = loose, machine.paths

        def way() -> None:
            machine.any_table(paths.fresh_truth("ended"))
            given = [
                self._given(machine, kind, name, least, row)
                for (name, kind), row in zip(function.parameters, rows or repeat(None), strict=False)
            ]
            with suppress(Unwound):
                made = machine.carried_out(function, given)
                machine.owe_flags()
                self._look_at(machine, function, given, made, found)

        for number, ended in enumerate(paths.every(way)):
            if isinstance(ended, Fault):
                self.why_not[function.name] = f"{ended.why} ({ended.where})"
                return None
            if number > MOST_APART:
                self.why_not[function.name] = "there are too many ways"
                return None
        return found

    def _look_at(
        self, machine: EffectMachine, function: Function, given: Sequence[Any], made: Any, found: Apart
    ) -> None:
        """NotFollowed: a list that it was given, or gives, is known to others afterwards."""
        made = (made,) if len(function.results) == 1 else made or ()
        lists = [each for each, (_, kind) in zip(given, function.parameters, strict=True) if may_change(kind)]
        kept = [
            *machine.table.scalars.values(),
            *[each for each, _ in machine.operations.objects],
            *machine.operations.lists,
        ]
        new = [each for each, kind in zip(made, function.results, strict=True) if may_change(kind)]
        if any(is_part(each, other) for each in lists for other in [*made, *kept]) or any(
            is_part(each, other) for each in new for other in kept
        ):
            raise NotFollowed("a list is known to others afterwards")
        if not all(map(machine.has_players, made, function.results)):
            found.gives_players = False
        for at, (thing, kind) in enumerate(zip(made, function.results, strict=True)):
            of_cards = are_cards(("", kind.of if isinstance(kind, Maybe) else kind))
            if of_cards or isinstance(kind, Seq):
                known = found.cards.setdefault(at, Cards())
                self._look_at_cards(machine, function, given, thing, known, kind)

    def _look_at_cards(
        self, machine: EffectMachine, function: Function, given: Sequence[Any], thing: Any, found: Cards, kind: Any
    ) -> None:
        ops = machine.operations
        kind = kind.of if isinstance(kind, Maybe) else kind
        of_cards = are_cards(("", kind))
        if isinstance(thing, Perhaps):
            if thing.value is None or not machine.paths.holds(thing.has):
                return
            thing = thing.value
        cards = Items([thing]) if isinstance(thing, Card) else thing
        if not parts_of(cards):
            found.filled = False
            return
        found.filled = found.filled and machine.is_some(cards)
        if not of_cards and kind.item == PLAYER:
            found.unlike = self._unlike(machine, function, given, cards, found.unlike)
        found.distinct = found.distinct and of_cards and ops.all_differ(cards)
        row = ops.where_all_lie(cards) if of_cards else None
        origins: set[Origin] = set()
        found.lasts = found.lasts and row is not None and ops.are_lasts(cards, row)
        found.as_they_lie = found.as_they_lie and row is not None and ops.are_as_they_lie(cards, row)
        if row is not None:
            origins.add((None, row))
            for at, ((_, kind), number) in enumerate(zip(function.parameters, given, strict=True)):
                if kind == PLAYER or isinstance(kind, Places):
                    value = number if isinstance(number, int) else machine.paths.settled.get(number)
                    if value is not None:
                        origins.add((at, row - value))
        found.origins = origins if found.origins is None else found.origins & origins

    def _unlike(
        self, machine: EffectMachine, function: Function, given: Sequence[Any], things: Any, known: set[int] | None
    ) -> set[int]:
        """The parameters that name none of the players who are given."""
        seats = [at for at, (_, kind) in enumerate(function.parameters) if kind == PLAYER]
        return {
            at
            for at in (seats if known is None else known)
            if machine.operations.are_all(things, lambda each, at=at: terms.no(terms.equal(each, given[at])))
        }

    def _given(self, machine: EffectMachine, kind: Any, name: str, least: int, row: Where | None) -> Any:
        """Anything of a type that a caller may give: see ``may_be_given_to``."""
        ops = machine.operations
        if row not in (None, FILLED, EACH_ONCE):
            assert row is not None
            cards = ops.some_lying(row, 1)
            return ops.at(cards, 0) if kind == LAID else cards
        least = 1 if row in (FILLED, EACH_ONCE) else least
        if not isinstance(kind, Seq):
            made = ops.with_players(kind, name)
            for cards in cards_in(made, kind):
                machine.paths.assume(terms.less(0, ops.length(cards)))
                for part in parts_of(cards):
                    part.distinct = True
            return made
        return Many([Some(ops.amount(name, least), lambda index: ops.with_players(kind.item, name), row == EACH_ONCE)])


def cards_in(thing: Any, kind: Any) -> list[Any]:
    """The cards of an event: whoever hands it on owes that it has some, and none of them twice."""
    if not isinstance(kind, Record):
        return []
    return [part for part, of in zip(thing, kind.types, strict=True) if isinstance(of, Seq) and of.item == LAID]


def _may_be_summed_up(kind: Any) -> bool:
    if isinstance(kind, Maybe):
        return _may_be_summed_up(kind.of)
    return is_scalar(kind) or kind == LAID or (isinstance(kind, Seq) and (kind.item == LAID or is_scalar(kind.item)))


def are_cards(parameter: tuple[str, Any]) -> bool:
    """Whether a card or several are given."""
    _, kind = parameter
    return bool(kind == LAID) or (isinstance(kind, Seq) and kind.item == LAID)


def _may_be_given(parameter: tuple[str, Any]) -> bool:
    """Whether something is the same whoever looks at it: a list is where nobody else has it."""
    _, kind = parameter
    return not may_change(kind) or (isinstance(kind, Seq) and not may_change(kind.item))
