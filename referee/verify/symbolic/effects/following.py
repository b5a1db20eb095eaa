"""Carries out one effect, and says what is not followed into.

Cut are windows, events in which effects must act, and other effects: they change whatever they touch, may end what is
going on, and are followed by themselves (an induction over how deep events nest). Owed at a cut: players are players,
and cards that are handed on lie somewhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path as File
from typing import Any

from referee.meaning.looking import may_change
from referee.meaning.program import Function, Program
from referee.meaning.types import LAID, PLAYER, Maybe, Record, Seq, within
from referee.verify.symbolic import terms
from referee.verify.symbolic.effects.apart import EACH_ONCE, FILLED, Apart, Cards, FollowedApart, are_cards, cards_in
from referee.verify.symbolic.effects.loops import Loose
from referee.verify.symbolic.effects.lying import Where
from referee.verify.symbolic.effects.on_tables import OnTables, Typed
from referee.verify.symbolic.effects.passes import Pass
from referee.verify.symbolic.effects.rows import RowOperations
from referee.verify.symbolic.effects.sequences import AnyMap, Card, Many, One, Some, copied, is_part, parts_of, singles
from referee.verify.symbolic.effects.touching import OF_PLACES, Touched, is_kernel, name_of
from referee.verify.symbolic.paths import Fault, Paths, Unwound
from referee.verify.symbolic.piles import Classes
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import Dictionary, Items, Object, OneOfTypes, Perhaps


class EffectMachine(OnTables):
    """Carries out functions of a Program on any table whose cards lie in rows."""

    def __init__(
        self,
        program: Program,
        paths: Paths,
        kinds: Classes,
        touching: dict[str, frozenset[Touched]],
        plays: frozenset[str],
        effects: frozenset[str],
        nobody: frozenset[str],
    ) -> None:
        super().__init__(program, paths, kinds)
        self.operations: Any = RowOperations(self)
        self.touching_given: dict[str, frozenset[Touched]] = {}
        self.touching, self.plays, self.effects, self.nobody = touching, plays, effects, nobody
        self.passes: dict[int, Pass] = {}
        self.told: dict[Any, Any] = {}
        self.began: Any = None
        """The table with which every way begins, and what is known of it."""
        self.catching = 0
        self.apart: FollowedApart
        """What is known of functions that are followed once for all."""
        self.wide: frozenset[str] = frozenset()
        """Functions that look at much and give a number: any number, once each way through them comes to its end."""
        self.cut: set[str] = set()
        self.loose: Loose = {}
        """The variables of loops that may come to be nobody."""
        self.guarding = False
        """Whether it is looked at whether an effect can be used: what that says is known while it is carried out."""

    # -- functions --------------------------------------------------------------------------------------

    def carried_out(self, function: Function, arguments: Sequence[Any]) -> Any:
        try:
            return super().carried_out(function, arguments)
        except NotFollowed as reason:
            if not reason.where and not is_kernel(function):
                reason.where = line_of(function)
            raise

    def where(self) -> str:
        return next((line_of(each) for each in reversed(self.running) if not is_kernel(each)), "")

    def call(self, function: Function, arguments: Sequence[Any]) -> Any:
        name, kernel = name_of(function), "/kernel/" in f"/{function.about}"
        direct = getattr(self, f"k_{name}", None) if kernel else None
        if direct is not None and (made := direct(function, arguments)) is not NotImplemented:
            return made
        touched = self.touching[function.name]
        if self._is_cut(function, name, kernel, arguments):
            return self._havoc(function, touched, arguments)
        if touched and (known := self._known(function, arguments)):
            return self._havoc(function, touched, arguments, known)
        if touched:
            return super().call(function, arguments)
        now = self.table.unchanged(self.apart.looked_at[function.name])
        key = ("call", function.name, now, tuple([self.operations.key_of(each) for each in arguments]))
        found = self.paths.settled.get(key)
        if found is None:
            if known := self._known(function, arguments):
                made = self._any_results(function, arguments, known)
            elif function.name in self.wide and self._comes_to_its_end(function, arguments):
                made = self.operations.fresh(function.results[0], "result")
            else:
                made = super().call(function, arguments)
            kept = [*self.table.scalars.values(), *[each for each, _ in self.operations.objects]]
            lists = any(isinstance(kind, Seq) and may_change(kind) for kind in function.results)
            if _may_be_given_back(made, [*arguments, *(kept if lists else kept[len(self.table.scalars) :])]):
                return made
            found = self.paths.settled[key] = (copied(made), list(arguments))
        return copied(found[0])

    def _comes_to_its_end(self, function: Function, arguments: Sequence[Any]) -> bool:
        """Whether a function that only looks comes to its end on every way from here."""

        def work() -> bool:
            running = len(self.running)
            try:
                with closing(self.paths.every(lambda: super(EffectMachine, self).call(function, arguments))) as ways:
                    return not any(isinstance(each, Fault) for each in ways)
            except NotFollowed:
                return False
            finally:
                del self.running[running:]

        return not self.paths.silent and self.paths.once(work)

    def _known(self, function: Function, arguments: Sequence[Any]) -> Apart | None:
        """What is known of a function that is followed apart, where arguments are what those were with which it is."""
        if not self.apart.may_be(function) or (self.guarding and self.apart.only_joins(function)):
            return None
        known = None
        rows: tuple[Where | None, ...] = tuple(map(self._is_filled_with, arguments, function.parameters))
        if any(rows):
            known = self.apart.of(function, rows)
            if known is None and self.apart.is_of_rows(function):
                rows = tuple(
                    [
                        None if row is None else self._row_of(given, row)
                        for row, given in zip(rows, arguments, strict=True)
                    ]
                )
                known = (
                    self.apart.of(function, rows) if any(row not in (None, FILLED, EACH_ONCE) for row in rows) else None
                )
        else:
            known = self.apart.of(function)
        if known is None:
            return None
        given = [(each, kind) for each, (_, kind) in zip(arguments, function.parameters, strict=True)]
        if not all(self._may_be_given(each, kind) for each, kind in given):
            return None
        if self.touching[function.name]:
            self.owe_flags()
        if not self.apart.owes_things(function) or all(self.is_some(each) for each, _ in given):
            return known
        return self.apart.of(function, empty=True)

    def _is_filled_with(self, given: Any, parameter: tuple[str, Any]) -> int | None:
        """FILLED where cards are given, and there are any; EACH_ONCE where no two of several are one."""
        if not are_cards(parameter) or self.paths.silent:
            return None
        if parameter[1] == LAID:
            return FILLED
        if not self.is_some(given):
            return None
        return EACH_ONCE if self.operations.are_distinct(given) else FILLED

    def _row_of(self, given: Any, filled: Where) -> Where:
        """Where all the cards lie that are given; where that is not known, what ``_is_filled_with`` says."""
        cards, ops = Items([given]) if isinstance(given, Card) else given, self.operations
        found: Where | None = ops.where_all_lie(cards)
        if found is None:
            found = ops.rows_of_all(cards)
        return filled if found is None else found

    def _may_be_given(self, given: Any, kind: Any) -> bool:
        ops = self.operations
        if not self.has_players(given, kind):
            return False
        if not isinstance(kind, Seq):
            return all(self.is_some(cards) and ops.all_differ(cards) for cards in cards_in(given, kind))
        if may_change(kind):
            kept = [*self.table.scalars.values(), *[each for each, _ in ops.objects], *ops.lists]
            if any(is_part(given, each) for each in kept):
                return False
        return True

    def has_players(self, given: Any, kind: Any) -> bool:
        """Whether all players in it are certain to be players."""
        if kind == PLAYER:
            return self._is_seat(given)
        if isinstance(kind, Record):
            return all(map(self.has_players, given, kind.types))
        if PLAYER not in within(kind):
            return True
        if isinstance(kind, Maybe):
            return given.value is None or given.has is False or self.has_players(given.value, kind.of)
        if isinstance(kind, Seq) and kind.item == PLAYER:
            known = singles(parts_of(given))
            if known is not None:
                return all(map(self._is_seat, known))
            return bool(self.operations.are_all(given, lambda each: terms.less(each, self.players)))
        return False

    def is_some(self, given: Any) -> bool:
        """Whether a sequence has a thing: only of such it is known what a function that is followed apart owes."""
        if not isinstance(given, (Many, Items)):
            return True
        length = self.operations.length(given)
        return length != 0 if isinstance(length, int) else self.operations.is_certain(terms.less(0, length))

    def _is_cut(self, function: Function, name: str, kernel: bool, arguments: Sequence[Any]) -> bool:
        if self.touching[function.name] and kernel and name == "window":
            self._owe_all(function, arguments, cards=False)
            return True
        if function.name in self.plays:
            self._owe_all(function, arguments, cards=True)
            return True
        if function.name in self.effects:
            self._owe_all(function, arguments, cards=False)
            return True
        if any(each is function for each in self.running):
            raise NotFollowed(f"{name} is carried out within itself")
        return False

    def _owe_all(self, function: Function, arguments: Sequence[Any], *, cards: bool) -> None:
        """What other rules are given: players are players, and ``cards`` lie somewhere."""
        self.owe_flags()
        for (_, kind), given in zip(function.parameters, arguments, strict=True):
            self.owe_those(given, kind, cards)

    def owe_those(self, given: Any, kind: Any, cards: bool) -> None:
        """Of cards that rules have kept for later it is not known where they lay."""
        ops = self.operations
        if kind == LAID:
            if cards:
                ops.owe_somewhere(given)
        elif kind == PLAYER:
            if not self._is_seat(given):
                ops.require(terms.less(given, self.players), "RAISED", "nobody takes part in what follows")
        elif isinstance(kind, Record):
            for each, of in zip(given, kind.types, strict=True):
                self.owe_those(each, of, cards)
        elif isinstance(kind, Seq) and any(each in (LAID, PLAYER) for each in within(kind)):
            for part in parts_of(given):
                if isinstance(part, One):
                    self.owe_those(part.thing, kind.item, cards)
                elif not (isinstance(part.length, int) and part.length == 0):
                    ops.aside(lambda part=part: self.owe_those(ops.of(part, ops.index(part.length)), kind.item, cards))

    def _together(self, run: Callable[[], list[Any]], kinds: Sequence[Any]) -> list[Any] | None:
        """What is put together is kept for other ways: nothing is in it that belongs to one."""
        found = super()._together(run, kinds)
        return None if found is None or any(map(_belongs_to_a_way, found)) else found

    def _any_results(self, function: Function, arguments: Sequence[Any], known: Apart | None = None) -> Any:
        """What a function gives that is not followed."""
        results = []
        for at, kind in enumerate(function.results):
            if known is not None and (cards := known.cards.get(at)) is not None:
                results.append(self._any_cards(kind, cards, function, arguments, known.gives_players))
            elif known is not None and known.gives_players:
                results.append(self.operations.with_players(kind, "result"))
            else:
                results.append(self.operations.fresh(kind, "result"))
        return results[0] if len(results) == 1 else tuple(results) if results else None

    def _any_cards(self, kind: Any, known: Cards, function: Function, arguments: Sequence[Any], players: bool) -> Any:
        """Cards, or a sequence of other things, of which that is known."""
        ops = self.operations
        if isinstance(kind, Maybe):
            return Perhaps(
                self.paths.fresh_truth("result"), self._any_cards(kind.of, known, function, arguments, players)
            )
        if known.origins is None:  # it never gives any
            return Items([])
        least = int(known.filled)
        if isinstance(kind, Seq) and kind.item != LAID:
            make = ops.with_players if players else ops.fresh
            others = [arguments[at] for at in sorted(known.unlike or ())] if kind.item == PLAYER else []

            def made(index: Any) -> Any:
                found = make(kind.item, "result")
                for each in others:
                    self.paths.assume(terms.no(terms.equal(found, each)))
                return found

            return Many([Some(ops.amount("result", least), made)])
        if not known.origins:
            cards = Many([Some(ops.amount("result", least), lambda index: ops.card(), known.distinct)])
        else:
            given, first = min(known.origins, key=lambda each: (each[0] is None, each))
            row = first
            if given is not None:
                kind_of = function.parameters[given][1]
                number = arguments[given]
                row = first + (ops.seat(number) if kind_of == PLAYER else ops.place(number, Typed(kind_of)))
            cards = ops.some_lying(row, least, known.distinct, known.lasts, known.as_they_lie)
        return ops.at(cards, 0) if kind == LAID else cards

    def _havoc(
        self, function: Function, touched: frozenset[Touched], arguments: Sequence[Any], known: Apart | None = None
    ) -> Any:
        """What is not followed into may change all that it touches."""
        if function.name in self.plays or is_kernel(function, "window") or function.name in self.effects:
            self.cut.add(name_of(function))
        names = {name: given for (name, _), given in zip(function.parameters, arguments, strict=True)}
        of_places = {each for each in self.touching_given[function.name] if each[0] in OF_PLACES}
        others = {each for each in touched if each[0] not in OF_PLACES}
        self.forget(self._touched_now(frozenset(of_places), names) | others)
        if self.catching and ("ask", None) in touched and self.paths.holds(self.paths.fresh_truth("unwound")):
            raise Unwound(self.operations.amount("depth"), self.operations.fresh(self.program.unwound, "unwound"))
        given = {at for word, at in touched if word == "given"}
        several = function.parameters if None in given else [function.parameters[at] for at in given]
        if any(may_change(kind) for _, kind in several):
            raise NotFollowed(f"{name_of(function)} may change a list that it is given")
        return self._any_results(function, arguments, known)


def line_of(function: Function) -> str:
    """The name of a function of rules, and the line on which its text begins."""
    path, _, line = function.about.rpartition(":")
    return f"{name_of(function)}, {File(path).name}:{line}"


def _belongs_to_a_way(thing: Any) -> bool:
    if isinstance(thing, (tuple, Items)):
        return any(map(_belongs_to_a_way, thing if isinstance(thing, tuple) else thing.items))
    if isinstance(thing, (Perhaps, OneOfTypes)):
        return _belongs_to_a_way(thing.value)
    return isinstance(thing, (Many, AnyMap, Dictionary, Object))


def _may_be_given_back(made: Any, arguments: Sequence[Any]) -> bool:
    """Whether what a function gives, or a part of it, is a list or a dictionary that it was given."""
    lists = (Many, Items, Dictionary, AnyMap, Object)
    if isinstance(made, tuple):
        return any(_may_be_given_back(each, arguments) for each in made)
    if isinstance(made, (Perhaps, OneOfTypes)):
        return _may_be_given_back(made.value, arguments)
    return isinstance(made, Object) or (isinstance(made, lists) and any(is_part(made, each) for each in arguments))
