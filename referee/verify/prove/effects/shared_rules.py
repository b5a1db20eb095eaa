"""Rules that effects have in common, followed once for all that carry them out."""

from __future__ import annotations

import operator
from collections.abc import Callable
from enum import Enum
from functools import partial, wraps
from inspect import isfunction, isgenerator, isgeneratorfunction
from typing import Any

from referee.kernel.events import Event
from referee.kernel.game import Game, methods_of
from referee.kernel.places import Place
from referee.kernel.players import NO_PLAYER, Player
from referee.kernel.requests import Unwind
from referee.verify.prove.effects.cards import Many, SomeCard
from referee.verify.prove.effects.context import Context, least_of
from referee.verify.prove.effects.events import SomeEvent, Stack
from referee.verify.prove.effects.following import EffectOutcome, Following
from referee.verify.prove.effects.knowledge import Over
from referee.verify.prove.effects.unknown import OneOfThese, Thing, Unknown, key_of
from referee.verify.prove.effects.watched import Watched, copied
from referee.verify.prove.effects.ways import ChangesMuch
from referee.verify.prove.paths import Dropped, NotSymbolic
from referee.verify.prove.undecided import Refusals
from referee.verify.verdicts import Verdict

FEW_WAYS = 4
"""A rule with so few results is run again, so that its decisions are known."""


class SharedRules(Following):
    """See the module's docstring."""

    def __init__(
        self,
        game: Game[Any],
        whats: str = "",
        nobody: frozenset[str] = frozenset(),
        without_cards: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(game, nobody)
        self.without_cards = without_cards
        """The effects that are carried out at events without cards too."""
        self.whats = self._whats(whats)
        self.found: dict[Any, Any] = {}
        """What a method that looks at no table may give, by method and arguments."""
        self.known: dict[Any, EffectOutcome] = {}
        """The outcome of each rule, by rule and arguments."""
        self.running: set[Any] = set()
        self.changing: set[str] = set()
        """Methods that ask nothing and change what lies where."""
        self.changing_given: set[Any] = set()
        """Rules, and what they are given, that change a list that they are given."""
        for name, method in methods_of(type(self.game)).items():
            if isfunction(method) and not isgeneratorfunction(method):
                vars(self.game)[name] = self._remembering(name, getattr(self.game, name))
            elif not hasattr(method, "__effect__"):
                vars(self.game)[name] = self._summarising(name, getattr(self.game, name))

    def _whats(self, name: str) -> tuple[Any, ...]:
        """The enum of that name, of what events are."""
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
                    return copied(layer[key])
            version, watched = context.version, Watched((given, list(named.values())))
            found = self._found(name, method, context, given, named)
            if context.version != version or isgenerator(found) or watched.changed:
                return found
            context.answers[-1][key] = found
            return copied(found)

        return remembered

    def _found(self, name: str, method: Any, context: Context, args: Any, named: Any) -> Any:
        """The result of a method. Where it walks something unknown: any of its possible results, and one way
        follows."""
        if not any(each is context.table for each in (*args, *named.values())):
            return self.of_cards(name, method, context, args, named)
        walks = not {"_loop_", "_while_"}.isdisjoint(method.__func__.__code__.co_names)
        if name in self.changing or not walks:
            return method(*args, **named)
        before = context.about
        seats = [_settled(context, each) for each in args if _is_player(context, each)]
        context.about = tuple([-1 if each is None else each.seat for each in seats])
        watched = Watched((args, list(named.values())))

        def run() -> Any:
            try:
                return method(*args, **named)
            finally:
                if watched.changed:
                    watched.restore()
                    raise ChangesMuch("changes a list that it is given")

        try:
            ways = context.locally(run, context.seen)
        except ChangesMuch:
            self.changing.add(name)
            return method(*args, **named)
        finally:
            context.about = before
        return context.one_of_seen(ways)

    def of_cards(self, name: str, method: Any, context: Context, args: Any, named: Any) -> Any:
        """A method that looks at no table: any of its results for any such things, found once for all effects."""
        if all(isinstance(each, (bool, int, str, Player, Enum)) for each in (*args, *named.values())):
            return method(*args, **named)
        try:
            about = tuple([(None, context.kind_of(each)) for each in args])
            about += tuple([(word, context.kind_of(each)) for word, each in sorted(named.items())])
        except NotSymbolic:
            return method(*args, **named)
        key = (name, about)

        def run() -> Any:
            made = [context.made(each) for _, each in about]
            watched = Watched(made)
            result = method(*made[: len(args)], **dict(zip(sorted(named), made[len(args) :], strict=True)))
            if watched.changed:
                self.changing_given.add(name)
            return result

        if key not in self.found:
            self.found[key] = context.apart(run, context.seen)
        ways, owed = self.found[key]
        if len(ways) <= FEW_WAYS or name in self.changing_given:
            return method(*args, **named)  # what it decides is known afterwards
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
            summary = self._summary(name, rule, about)
            if summary is None or summary.inline or (name, about) in self.changing_given:
                return (yield from rule(*given, **named))
            for key, owed in summary.owed.items():
                context.shared.open.setdefault(key, owed)
            context.shared.quantities |= summary.quantities
            if summary.verdict is Verdict.UNKNOWN and not summary.owed:
                raise NotSymbolic(f"{name}: {summary.why}")
            context.table.owe_players()
            context.table.forget(summary.touched)
            if summary.stops:
                self._may_stop(context)
            if not summary.ends:
                raise Dropped("it never comes to its end")
            return context.one_of_seen(list(summary.results))

        return summarised

    def _may_stop(self, context: Context) -> None:
        """A rule that is followed apart may stop an event around it: one that was begun here, or one around this."""
        inner = context.table.stack.inner
        number = context.fork(2 + len(inner))
        if number == 1:
            raise Over
        if number:
            raise Unwind(0, (inner[number - 2], Unknown(context, "what an event gives")))

    def follow_hook(self, context: Context, hook: Any, row: Any, cards: Any) -> None:
        """Tell a zone of cards that leave it, or of a group that falls apart; once, for any such cards."""
        key = ("hook", hook.__name__, row.number)
        if key in self.running:
            return
        if key not in self.known:
            self.running.add(key)
            self.known[key] = self.explore(hook.__name__, (), "", partial(self._begin_hook, hook, row.number, cards))
            self.running.discard(key)
        said = self.known[key]
        for each, owed in said.owed.items():
            context.shared.open.setdefault(each, owed)
        if said.verdict is Verdict.UNKNOWN and not said.owed:
            raise NotSymbolic(f"{hook.__name__}: {said.why}")
        if said.touched:
            context.table.forget(said.touched)

    def _begin_hook(self, hook: Any, number: int, cards: Any, context: Context, table: Any) -> Any:
        table.stack = Stack(context, self.whats, SomeEvent(context, self.whats))
        some = Many(context, context.amount("cards that leave", 1))
        if cards is None:  # these still lie there
            context.facts[some.id] = table.places[number]
        return hook(table, table.places[number], some)

    def _about(self, context: Context, args: Any, named: Any) -> Any:
        """The arguments of a rule without what is known of players and events; None where cards are among them."""
        found: list[Any] = []
        every = (*args, *[value for _, value in sorted(named.items())])
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
                found.append(("is", each if isinstance(each, tuple) else (), "tuple"))
            elif isinstance(each, type(self.whats[0]) if self.whats else Enum):
                found.append(("one of", self.whats or (each,)))
            elif isinstance(each, (bool, int, str, Enum, type(None))):
                found.append(("is", each, type(each).__name__))
            elif isinstance(each, (SomeEvent, Event)):
                cards = each.cards
                found.append(("event", least_of(cards) if isinstance(cards, Many) else int(bool(cards))))
            elif isinstance(each, Place):
                if each.owner is not None:
                    return None
                found.append(("place", each.number))
            else:
                return None
        return tuple(found), tuple(sorted(named))

    def _place_of(self, context: Context, one: Any, players: list[Any]) -> Any:
        """The place of cards, as far as it is the same for any players."""
        row = context.where(one)
        if row is None:
            return ("anywhere",)
        if row.owner is None:
            return ("row", row.number)
        for number, player in enumerate(players):
            if player is row.owner:
                return ("of", row.name, number)
        return ("anywhere",)

    def _summary(self, name: str, rule: Any, about: Any) -> EffectOutcome | None:
        key = (name, about)
        if key in self.running:
            return None
        if key not in self.known:
            self.running.add(key)
            self.known[key] = self.explore(name, (), "", partial(self._begin_rule, name, rule, about))
            self.running.discard(key)
            if self.context is not None:
                self.context.refused = Refusals.mark()
        return self.known[key]

    def _begin_rule(self, name: str, rule: Any, about: Any, context: Context, table: Any) -> Any:
        table.stack = Stack(context, self.whats, SomeEvent(context, self.whats))
        args: list[Any] = []
        same = [[each[1]] if each[0] == "player" else each[2] if each[0] == "players" else () for each in about[0]]
        players = self._some_players(context, table, [number for numbers in same for number in numbers])
        left = list(players)
        for word, *value in about[0]:
            if word == "table":
                args.append(table)
            elif word == "player":
                args.append(left.pop(0))
            elif word == "players":
                args.append(value[0]([left.pop(0) for _ in value[1]]))
            elif word == "one of":
                args.append(OneOfThese(context, value[0]))
            elif word in ("card", "tuple", "list", "many"):
                args.append(self._some_cards(context, table, word, value, players))
            elif word == "event":
                args.append(SomeEvent(context, self.whats, least=value[0]))
            elif word == "place":
                args.append(table.places[value[0]])
            else:
                args.append(value[0])
        names = about[1]
        last = len(args) - len(names)
        return self._watched((name, about), rule(*args[:last], **dict(zip(names, args[last:], strict=True))), args)

    def _watched(self, key: Any, rule: Any, args: list[Any]) -> Any:
        """The same rule; what changes a list that it is given cannot be followed apart."""
        lists = [(each, list(each)) for each in args if type(each) is list]
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
                found.append(OneOfThese(context, tuple(table._seated)))
            elif first < number:
                found.append(found[first])
            else:
                taken = [found[other] for other in range(number) if same[other] == other]
                left = [player for player in table._seated if not any(player is each for each in taken)]
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


def _settled(context: Context, each: Any) -> Any:
    """The player that it is; None where that is open."""
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
