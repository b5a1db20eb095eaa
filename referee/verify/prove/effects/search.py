"""Every way through one effect, from any table; and what is to be said of it."""

from __future__ import annotations

import operator
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import partial, wraps
from inspect import isfunction, isgenerator, isgeneratorfunction
from typing import Any

from referee.kernel.effects import Effect, WindowKind
from referee.kernel.errors import Broken, MissingCase
from referee.kernel.events import Event
from referee.kernel.game import Game, methods_of
from referee.kernel.places import Place
from referee.kernel.players import NO_PLAYER, Player
from referee.kernel.requests import Unwind, drive
from referee.kernel.rulelint import module_files
from referee.verify.prove.effects.answers import AnyAnswer
from referee.verify.prove.effects.context import (
    ChangesMuch,
    Context,
    Kept,
    Owed,
    Shared,
    Touched,
    _current,
    least_of,
    line_of,
)
from referee.verify.prove.effects.table import EVERYTHING, Over, SomeEvent, Stack, table_class
from referee.verify.prove.effects.text import other_game
from referee.verify.prove.effects.unknown import Many, OneOfThese, SomeCard, Thing, key_of
from referee.verify.prove.paths import Dropped, NotSymbolic, TooLong
from referee.verify.prove.terms import Refusals
from referee.verify.verdicts import Verdict

MOST_PATHS = 3000
SECONDS = 60.0
"""Of processor time for one effect."""
ROUNDS = 12
FEW_WAYS = 4


@dataclass(slots=True)
class Said:
    """What came out for one effect: PROVED, or UNKNOWN and why."""

    name: str
    clauses: tuple[str, ...]
    window: str
    verdict: Verdict
    why: str = ""
    paths: int = 0
    ends: int = 0
    """Paths that came to the end of the effect."""
    obligations: int = 0
    seconds: float = 0.0
    touched: set[Touched] = field(default_factory=set)
    owed: dict[Any, Owed] = field(default_factory=dict)
    quantities: set[str] = field(default_factory=set)
    results: set[Any] = field(default_factory=set)
    """What a rule may give."""
    forks: int = 0
    inline: bool = False
    """What it gives lies somewhere that only those who carry it out can name."""


class Effects:
    """The effects of one form of a game."""

    def __init__(self, game: Game[Any], whats: str = "", nobody: frozenset[str] = frozenset()) -> None:
        other = other_game(type(game))
        self.game: Any = other(game.players, readings=game.readings, settings=game.settings)
        self.table_class = table_class(self.game)
        self.files = frozenset(str(file) for file in module_files(type(game)))
        self.nobody = nobody
        self.whats = self._whats(whats)
        self.summaries: dict[str, set[Touched]] = {}
        self.apart = Kept()
        self.found: dict[Any, Any] = {}
        """By method that looks at no table, and what it is given, what it may give."""
        self.known: dict[Any, Said] = {}
        """By rule and what it is given, what came out for it."""
        self.running: set[Any] = set()
        self.changing: set[str] = set()
        """Methods that ask nothing and change what lies where."""
        self.changing_given: set[Any] = set()
        """Rules, and what they are given, that change a list that they are given."""
        self.context: Context | None = None
        for name, method in methods_of(other).items():
            if isfunction(method) and not isgeneratorfunction(method):
                vars(self.game)[name] = self._remembering(name, getattr(self.game, name))
            elif not hasattr(method, "__effect__"):
                vars(self.game)[name] = self._summarising(name, getattr(self.game, name))

    def _whats(self, name: str) -> tuple[Any, ...]:
        for method in methods_of(type(self.game)).values():
            found = method.__globals__.get(name)
            if isinstance(found, type) and issubclass(found, Enum):
                return tuple(found)
        return ()

    def _remembering(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        """A method that asks nothing gives the same again, while nothing has changed."""

        @wraps(method)
        def remembered(*given: Any, **named: Any) -> Any:
            context = self.context
            if context is None:
                return method(*given, **named)
            key = ("method", name, key_of(given), key_of(tuple(sorted(named.items()))), context.version)
            for layer in reversed(context.answers):
                if key in layer:
                    return layer[key]
            version = context.version
            found = self._found(name, method, context, given, named)
            if context.version == version and not isgenerator(found):
                context.answers[-1][key] = found
            return found

        return remembered

    def _found(self, name: str, method: Any, context: Context, given: Any, named: Any) -> Any:
        """What a method gives; where it walks what it does not know, any of what it may give, and one way follows."""
        if not any(each is context.table for each in (*given, *named.values())):
            return self.of_cards(name, method, context, given, named)
        walks = not {"_loop_", "_while_"}.isdisjoint(method.__func__.__code__.co_names)
        if name in self.changing or not walks:
            return method(*given, **named)
        before = context.about
        seats = [_settled(context, each) for each in given if _is_player(context, each)]
        context.about = tuple([-1 if each is None else each.seat for each in seats])
        try:
            ways = context.locally(lambda: method(*given, **named), context.seen)
        except ChangesMuch:
            self.changing.add(name)
            return method(*given, **named)
        finally:
            context.about = before
        return context.one_of_seen(ways)

    def of_cards(self, name: str, method: Any, context: Context, given: Any, named: Any) -> Any:
        """What looks at no table: any of what it gives for any such things, found once for all effects."""
        if all(isinstance(each, (bool, int, str, Player, Enum)) for each in (*given, *named.values())):
            return method(*given, **named)
        try:
            about = tuple([context.kind_of(each) for each in given]), tuple(sorted(named.items()))
        except NotSymbolic:
            return method(*given, **named)
        key = (name, about)
        if key not in self.found:
            self.found[key] = context.apart(
                lambda: method(*[context.made(each) for each in about[0]], **named), context.seen
            )
        ways, owed = self.found[key]
        if len(ways) <= FEW_WAYS:
            return method(*given, **named)  # what it decides is known afterwards
        for each, one in owed.items():
            context.shared.open.setdefault(each, one)
        return context.one_of_seen(ways)

    # -- rules that effects have in common ------------------------------------------------------------------

    def _summarising(self, name: str, rule: Any) -> Any:
        """A rule about players and numbers alone is followed once, from any table, for all that carry it out."""

        @wraps(rule)
        def summarised(*given: Any, **named: Any) -> Any:
            context = self.context
            about = None if context is None else self._about(context, given, named)
            if context is None or about is None:
                return (yield from rule(*given, **named))
            said = self._summary(name, rule, about)
            if said is None or said.inline or (name, about) in self.changing_given:
                return (yield from rule(*given, **named))
            for key, owed in said.owed.items():
                context.shared.open.setdefault(key, owed)
            context.shared.quantities |= said.quantities
            if said.verdict is Verdict.UNKNOWN and not said.owed:
                raise NotSymbolic(f"{name}: {said.why}")
            context.table.forget(said.touched)
            if not said.ends:
                raise Dropped("it never comes to its end")
            return context.one_of_seen(list(said.results))

        return summarised

    def _about(self, context: Context, given: Any, named: Any) -> Any:
        """What a rule is given, without what is known of players and events; None where cards are among it."""
        found: list[Any] = []
        every = (*given, *[value for _, value in sorted(named.items())])
        players = [_settled(context, one) for each in every for one in _players_in(context, each)]
        for each in every:
            if each is context.table:
                found.append(("table",))
            elif type(each) is list and not each:
                found.append(("players", list, ()))
            elif isinstance(each, (tuple, list)) and _players_in(context, each):
                who = [_settled(context, one) for one in each]
                found.append(("players", type(each), tuple([-1 if one is None else players.index(one) for one in who])))
            elif _is_player(context, each):
                who = _settled(context, each)
                found.append(("player", players.index(who) if who is not None else -1))
            elif isinstance(each, OneOfThese):
                found.append(("one of", each.open))
            elif isinstance(each, (SomeCard, Many)) or (isinstance(each, (tuple, list)) and len(each) == 1):
                one = each if isinstance(each, Thing) else each[0]
                if not isinstance(one, (SomeCard, Many)) or (isinstance(one, Many) and not one.is_of_cards):
                    return None
                there = self._place_of(context, one, players)
                if there is None:
                    return None
                least = least_of(one) if isinstance(one, Many) else 1
                kind = (
                    "many" if isinstance(each, Many) else "card" if isinstance(each, SomeCard) else type(each).__name__
                )
                if isinstance(one, Many) and kind != "many":
                    return None
                found.append((kind, there, least, getattr(one, "once", True)))
            elif isinstance(each, (tuple, list)) and not each:
                found.append(("is", each if isinstance(each, tuple) else ()))
            elif isinstance(each, type(self.whats[0]) if self.whats else Enum):
                found.append(("one of", self.whats or (each,)))
            elif isinstance(each, (bool, int, str, Enum, type(None))):
                found.append(("is", each))
            elif isinstance(each, (SomeEvent, Event)):
                found.append(("event",))
            elif isinstance(each, Place):
                if each.owner is not None:
                    return None
                found.append(("place", each.number))
            else:
                return None
        return tuple(found), tuple(sorted(named))

    def _place_of(self, context: Context, one: Any, players: list[Any]) -> Any:
        """Where cards lie, as far as that can be said of any players."""
        row = context.where(one)
        if row is None:
            return ("anywhere",)
        if row.owner is None:
            return ("row", row.number)
        for number, player in enumerate(players):
            if player is row.owner:
                return ("of", row.name, number)
        return ("anywhere",)

    def _summary(self, name: str, rule: Any, about: Any) -> Said | None:
        key = (name, about)
        if key in self.running:
            return None
        if key not in self.known:
            self.running.add(key)
            self.known[key] = self.explore(name, (), "", partial(self._begin_rule, name, rule, about))
            self.running.discard(key)
            if self.context is not None:
                self.context.refused = Refusals.times
        return self.known[key]

    def _begin_rule(self, name: str, rule: Any, about: Any, context: Context, table: Any) -> Any:
        table.stack = Stack(context, self.whats, (SomeEvent(context, self.whats),))
        given: list[Any] = []
        same = [[each[1]] if each[0] == "player" else each[2] if each[0] == "players" else () for each in about[0]]
        players = self._some_players(context, table, [number for numbers in same for number in numbers])
        left = list(players)
        for word, *value in about[0]:
            if word == "table":
                given.append(table)
            elif word == "player":
                given.append(left.pop(0))
            elif word == "players":
                given.append(value[0]([left.pop(0) for _ in value[1]]))
            elif word == "one of":
                given.append(OneOfThese(context, value[0]))
            elif word in ("card", "tuple", "list", "many"):
                given.append(self._some_cards(context, table, word, value, players))
            elif word == "event":
                given.append(SomeEvent(context, self.whats))
            elif word == "place":
                given.append(table.places[value[0]])
            else:
                given.append(value[0])
        names = about[1]
        last = len(given) - len(names)
        return self._watched((name, about), rule(*given[:last], **dict(zip(names, given[last:], strict=True))), given)

    def _watched(self, key: Any, rule: Any, given: list[Any]) -> Any:
        """The same rule; what changes a list that it is given cannot be followed apart."""
        lists = [(each, list(each)) for each in given if type(each) is list]
        try:
            return (yield from rule)
        finally:
            if any(len(each) != len(was) or any(map(operator.is_not, each, was)) for each, was in lists):
                self.changing_given.add(key)

    def _some_players(self, context: Context, table: Any, same: list[int]) -> list[Any]:
        """Any players; those that were the same are, and those that were not are not."""
        found: list[Any] = []
        for number, first in enumerate(same):
            if first < 0:
                found.append(OneOfThese(context, tuple(table.players)))
            elif first < number:
                found.append(found[first])
            else:
                taken = [found[other] for other in range(number) if same[other] == other]
                left = [player for player in table.players if not any(player is each for each in taken)]
                found.append(left[context.fork(len(left))])
        return found

    def _some_cards(self, context: Context, table: Any, word: str, value: Any, players: list[Any]) -> Any:
        there, least, once = value
        made: Any = Many(context, context.amount("how many", least), once=once) if word == "many" else SomeCard(context)
        if there[0] == "row":
            context.facts[made.id] = table.places[there[1]]
        elif there[0] == "of":
            context.facts[made.id] = getattr(table, there[1])[players[there[2]]]
        return [made] if word == "list" else (made,) if word == "tuple" else made

    # -- all of them --------------------------------------------------------------------------------------

    def decide(self) -> Iterator[Said]:
        """Those in windows where others are touched come first: what they may touch is needed for the rest."""
        every = [each for group in self.game.effects.values() for each in group]
        touching = [each for each in every if each.window.kind is WindowKind.TOUCH]
        for each in touching:
            self.summaries[each.name] = set()
        found: dict[str, Said] = {}
        for _ in range(ROUNDS if touching else 0):
            before = {name: set(touched) for name, touched in self.summaries.items()}
            for each in touching:
                said = found[each.name] = self.of(each)
                self._add_touched(each.name, said.touched)
            if before == self.summaries:
                break
        else:
            for each in touching:
                self._add_touched(each.name, {EVERYTHING})
            found.clear()
        for each in every:
            yield found[each.name] if each.name in found else self.of(each)

    def _add_touched(self, name: str, more: set[Touched]) -> None:
        """What rules come to rests on what is touched in windows within them: where that grows all is found anew."""
        if not more <= self.summaries[name]:
            self.summaries[name] |= more
            self.known.clear()

    def of(self, effect: Effect) -> Said:
        """One effect, for each of the words on which it acts."""
        method: Any = effect.carry_out
        clauses = getattr(method, "__clauses__", ())
        return self.explore(effect.name, clauses, effect.window.name, partial(self._begin, effect))

    def _begin(self, effect: Effect, context: Context, table: Any) -> Any:
        me = table.players[0]
        on = effect.window.kind is WindowKind.TRIGGER and effect.on
        word = effect.on[context.fork(len(effect.on))] if on else None
        event: Any = SomeEvent(context, self.whats, me if on else None, word)
        table.stack = Stack(context, self.whats, (event,))
        if not effect.can(self.game, table, event, me):
            raise Dropped("it cannot be used")
        return effect.carry_out(self.game, table, event, me)

    # -- every way ----------------------------------------------------------------------------------------

    def explore(self, name: str, clauses: tuple[str, ...], window: str, begin: Callable[[Context, Any], Any]) -> Said:
        began = time.process_time()
        shared = Shared(self.files, engine=self, apart=self.apart, summaries=self.summaries, nobody=self.nobody)
        said = Said(name, clauses, window, Verdict.UNKNOWN)
        for _ in range(ROUNDS):
            shared.kept.grew = False
            shared.open.clear()
            said.paths = said.ends = 0
            said.results.clear()
            said.inline = False
            try:
                self._all_paths(shared, said, begin, began)
            except NotSymbolic as reason:
                said.why = f"{reason} ({self.line_of_last})"
                said.touched = {EVERYTHING}
                break
            if not shared.kept.grew:
                said.why = self._why_not(shared, said)
                break
        else:
            said.why = "what its loops may have touched grows for too long"
            said.touched = {EVERYTHING}
        said.obligations, said.owed, said.quantities = shared.obligations, dict(shared.open), shared.quantities
        said.forks = shared.forks
        said.seconds = time.process_time() - began
        if not said.why:
            said.verdict = Verdict.PROVED
        return said

    def _why_not(self, shared: Shared, said: Said) -> str:
        if not shared.open:
            return "" if said.ends else "no way leads to its end"
        first, *more = shared.open.values()
        return str(first) + (f", and {len(more)} more" if more else "")

    line_of_last = "?"

    def _all_paths(self, shared: Shared, said: Said, begin: Callable[[Context, Any], Any], began: float) -> None:
        decisions: list[int] = []
        while True:
            outer = self.context
            context = self.context = Context(self.game, list(decisions), shared)
            _current.append(context)
            try:
                if self._follow(context, said, begin):
                    said.ends += 1
                said.touched |= context.touched
            finally:
                self.context = outer
                _current.pop()
            said.paths += 1
            if said.paths > MOST_PATHS or time.process_time() - began > SECONDS:
                raise NotSymbolic(f"it has more than {said.paths - 1} ways")
            if shared.kept.grew and said.paths > 50:
                return
            path = context.path
            made = path.decisions[: path.made]
            while made and made[-1] + 1 >= path.widths[len(made) - 1]:
                made.pop()
            if not made:
                return
            made[-1] += 1
            decisions = made

    def _follow(self, context: Context, said: Said, begin: Callable[[Context, Any], Any]) -> bool:
        """Whether this way leads to the end of the effect."""
        try:
            table = context.table = self.table_class(self.game, context.algebra)
            table.lay_out(context)
            driver = AnyAnswer(context)
            rule = begin(context, table)
            result = drive(rule, driver) if isgenerator(rule) else rule
            self._note(context, table, said, result)
            for name in self.game.table_class.scalar_specs:
                self._stays(context, table, name)
        except Dropped:
            return False
        except (Over, Unwind):
            return True
        except NotSymbolic as reason:
            self.line_of_last = line_of(reason, self.files)
            raise
        except MissingCase as case:
            return self._broken(context, Broken.MISSING_CASE, f"reading {case.reading} has no rule")
        except (TooLong, RecursionError):
            return self._broken(context, Broken.NO_END, "it may go on for ever")
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            return self._broken(context, Broken.RAISED, what, line_of(error, self.files))
        if Refusals.times > context.refused:
            raise NotSymbolic("an error was caught that a proof has to see")
        return True

    def _note(self, context: Context, table: Any, said: Said, result: Any) -> None:
        """What a rule gives; of effects nobody asks."""
        if said.window:
            return
        try:
            seen = context.seen(result)
            hash(seen)
        except (NotSymbolic, TypeError):
            said.inline = True
            return
        said.results.add(seen)
        said.inline = said.inline or has_owner(seen, table.places) or seen[0] == "these"

    def _stays(self, context: Context, table: Any, name: str) -> None:
        """A scalar that names a player goes on to name one."""
        value = table._scalars_now.get((name, -1))
        if value is NO_PLAYER and name not in self.nobody:
            context.settle(False, Broken.RAISED, f"{name} is nobody afterwards")

    def _broken(self, context: Context, broken: Broken, message: str, line: str = "") -> bool:
        with suppress(Dropped):
            context.settle(False, broken, message, line)
        return False


def has_owner(described: Any, places: Any) -> bool:
    """Whether something is described as lying in the row of one player."""
    if not isinstance(described, tuple) or not described:
        return False
    if described[0] in ("card", "many") and isinstance(described[1], int) and places[described[1]].owner is not None:
        return True
    return any(has_owner(each, places) for each in described[1:])


def _settled(context: Context, each: Any) -> Any:
    """Which player it is, None where that is open."""
    if isinstance(each, OneOfThese):
        left = each.open
        return left[0] if len(left) == 1 else None
    return each


def _players_in(context: Context, each: Any) -> list[Any]:
    """A player, or players that are known one by one."""
    if type(each) in (tuple, list):
        return list(each) if all(_is_player(context, one) for one in each) else []
    return [each] if _is_player(context, each) else []


def _is_player(context: Context, each: Any) -> bool:
    if isinstance(each, OneOfThese):
        return all(isinstance(one, Player) and one is not NO_PLAYER for one in each.open)
    return isinstance(each, Player) and each is not NO_PLAYER
