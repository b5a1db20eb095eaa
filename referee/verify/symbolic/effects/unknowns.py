"""Anything of a type, and what is remembered of it on one way through an effect.

Decided: nothing. What is made stands for any value that its type has; only what ``assume`` is told narrows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.meaning.looking import may_change
from referee.meaning.program import Expr
from referee.meaning.types import (
    FRACTION,
    INT,
    LAID,
    PILE,
    PLAYER,
    TRUTH,
    WIDE,
    Atoms,
    Map,
    Maybe,
    Places,
    Record,
    Seq,
    Thing,
    Type,
    Union,
)
from referee.verify.symbolic import terms
from referee.verify.symbolic.carried import Args
from referee.verify.symbolic.effects.sequences import AnyMap, Card, Many, One, Some, parts_of
from referee.verify.symbolic.effects.touching import is_kernel
from referee.verify.symbolic.operations import Operations
from referee.verify.symbolic.paths import Impossible
from referee.verify.symbolic.piles import Pile
from referee.verify.symbolic.term_types import Number, Term
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import Dictionary, Items, Object, OneOfTypes, Perhaps
from referee.verify.symbolic.words import NO_PLAYER

PEOPLED = ("stack", "control")
"""What the kernel keeps of running events: all players in it are players."""


class Unknowns(Operations):
    """What the operations on rows and sequences need: names, what is certain, anything of a type."""

    machine: Any

    def __init__(self, machine: Any) -> None:
        super().__init__(machine)
        self.telling_apart = False
        self.objects: list[tuple[Any, Type]] = []
        """Objects and dictionaries of the table on this way, with their types."""
        self.lists: list[Any] = []
        """Lists and dictionaries of rules that the table keeps on this way."""
        self.kept_for_later = False
        """Whether what is made now is a part of what rules keep on the table within a step."""
        self.of_events = False
        """Whether it is a part of running events, whose players are players."""
        self.counted: frozenset[int] = frozenset()
        """The rows that rules ask for their cards as a pile."""
        self._changing: dict[int, bool] = {}

    def begin(self) -> None:
        """A way begins."""
        self.objects, self.lists = [], []
        self.kept_for_later = self.of_events = self.telling_apart = False

    # -- what is remembered on one way ------------------------------------------------------------------

    def once(self, key: Any, make: Callable[[], Any]) -> Any:
        """What has that key on this way."""
        found = self.paths.settled.get(key)
        if found is None:
            made = make()
            found = self.paths.settled[key] = (made, key)
        return found[0]

    def key_of(self, thing: Any) -> Any:
        """What is the same for two things only where they are the same, as they are now."""
        if type(thing) is Number or type(thing) is int:
            return thing
        match thing:
            case tuple():
                return tuple([self.key_of(each) for each in thing])
            case Many() | Items():
                of = [
                    ("one", self.key_of(part.thing)) if isinstance(part, One) else part.number
                    for part in parts_of(thing)
                ]
                return ("things", *of)
            case Dictionary(keys, values):
                return "map", self.key_of(tuple(keys)), self.key_of(tuple(values))
            case AnyMap():
                return "any map", thing.number, tuple([self.key_of(put) for put in thing.puts])
            case Perhaps(has, value):
                return "perhaps", has, self.key_of(value)
            case OneOfTypes(tag, value):
                return "of type", tag, self.key_of(value)
            case Card(number, kind, link, marks, others):
                return "card", number, kind, link, tuple(marks.items()), others
            case bool():
                return "truth", thing
        return thing

    def is_certain(self, truth: Term) -> bool:
        """Whether nothing else can be here; the same when this way is followed again."""
        if isinstance(truth, bool):
            return truth
        return self.paths.once(lambda: not self.may_fail(truth))

    def may_fail(self, truth: Term) -> bool:
        """Whether something else can be here; nothing is on a way that no table leads to."""
        if truth is False:
            return self.paths.silent > 0 or self.paths.can_be_here()
        return self.paths.may_be(terms.no(truth))

    def aside(self, check: Callable[[], None]) -> None:
        """What is owed of something that stands for many is looked at on a way of its own."""
        if self.paths.holds(self.paths.fresh_truth("aside")):
            check()
            raise Impossible

    def index(self, length: Term, word: str = "at") -> Term:
        """Any place in so many things."""
        if isinstance(length, int) and length == 1:
            return 0
        found = self.paths.fresh(word)
        self.paths.assume(terms.both([terms.most(0, found), terms.less(found, length)]))
        return found

    def amount(self, word: str, least: Term = 0, most: Term | None = None) -> Term:
        found = self.paths.fresh(word)
        self.paths.assume(terms.most(least, found))
        if most is not None:
            self.paths.assume(terms.most(found, most))
        return found

    def somebody(self, word: str) -> Term:
        """Any player."""
        found = self.paths.fresh(f"seat {word}")
        self.paths.assume(terms.both([terms.most(0, found), terms.less(found, self.machine.players)]))
        self.machine.seated.add(found)
        return found

    # -- anything of a type -----------------------------------------------------------------------------

    def fresh(self, kind: Type, word: str) -> Any:
        """Anything of a type."""
        paths = self.paths
        if kind in (INT, WIDE, FRACTION):
            return paths.fresh(word, kind != FRACTION)
        if kind == TRUTH:
            return paths.fresh_truth(word)
        if kind == PLAYER:
            if self.of_events:
                return self.somebody(word)
            found = paths.fresh(word)
            seat = terms.both([terms.most(0, found), terms.less(found, self.machine.players)])
            self.paths.assume(terms.either([seat, terms.equal(found, NO_PLAYER)]))
            return found
        if isinstance(kind, (Atoms, Places)):
            numbers = sorted(kind.numbers)
            if len(numbers) == 1:
                return numbers[0]
            found = paths.fresh(word)
            self.paths.assume(terms.either([terms.equal(found, each) for each in numbers]))
            return found
        if kind == LAID:
            return self.card()
        if kind is PILE:
            return self.pile_of(self.amount(word))
        if isinstance(kind, Maybe):
            return Perhaps(paths.fresh_truth(word), self.fresh(kind.of, word))
        if isinstance(kind, Record):
            return tuple([self.fresh(each, word) for each in kind.types])
        if isinstance(kind, Seq):
            kept = self.kept_for_later, self.of_events
            return Many([Some(self.amount(f"length of {word}"), lambda index: self._part(kind.item, word, kept))])
        if isinstance(kind, Map):
            kept = self.kept_for_later, self.of_events
            held = AnyMap(lambda key: self._part(kind.value, word, kept))
            self.objects.append((held, kind))
            return held
        if isinstance(kind, Union):
            at = paths.one_of([(at, True) for at in range(len(kind.of))])
            return OneOfTypes(at, self.fresh(kind.of[at], word))
        if isinstance(kind, Thing):
            fields = self.machine.program.things[kind.maker]
            before, self.kept_for_later = self.kept_for_later, True
            try:
                made = Object({name: self.fresh(each, name) for name, each in fields.items()})
            finally:
                self.kept_for_later = before
            self.objects.append((made, kind))
            return made
        return Opaque(kind)

    def maker(self, kind: Type, word: str, players: bool = False) -> Callable[[Any], Any]:
        """It makes anything of a type; ``players``: no player in it is nobody."""
        return lambda _: self.with_players(kind, word) if players else self.fresh(kind, word)

    def with_players(self, kind: Type, word: str) -> Any:
        """Anything of a type in which all players are players."""
        return self._part(kind, word, (False, True))

    def _part(self, kind: Type, word: str, kept: tuple[bool, bool]) -> Any:
        before = self.kept_for_later, self.of_events
        self.kept_for_later, self.of_events = kept
        try:
            return self.fresh(kind, word)
        finally:
            self.kept_for_later, self.of_events = before

    def pile_of(self, size: Term) -> Pile:
        """Any cards, so many."""
        counts = [self.paths.fresh("cards") for _ in self.kinds.groups]
        if len(counts) == 1:
            counts = [size]
        ones = [
            each if len(group) == 1 else self.paths.fresh("one kind")
            for each, group in zip(counts, self.kinds.groups, strict=True)
        ]
        pile = self.kinds.unknown(f"{self.paths.names}", counts, ones)
        self.paths.assume(pile.is_pile())
        self.paths.assume(terms.equal(pile.size(), size))
        return pile

    def card(self) -> Card:
        """Any card."""
        deck = self.machine.program.table.deck
        number, kind, link = self.paths.fresh("card"), self.paths.fresh("kind"), self.paths.fresh("link")
        self.paths.assume(terms.both([terms.most(0, kind), terms.less(kind, len(deck.cards)), terms.most(0, link)]))
        return Card(number, kind, link, {}, id(number) or 1, None, self.kept_for_later)

    def forget_objects(self) -> None:
        """Objects and dictionaries of the table may have changed. NotFollowed: a list may have that rules have made."""
        if self.lists:
            raise NotFollowed("a list that the table keeps may change")
        for each, kind in list(self.objects):
            if isinstance(each, AnyMap):
                each.forget()
            else:
                fields = self.machine.program.things[kind.maker]  # type: ignore[attr-defined]
                each.fields.update({name: self.fresh(of, name) for name, of in fields.items()})

    def fresh_item(self) -> Any:
        raise NotFollowed("what a loop had collected before")

    def _keep(self, value: Any, kind: Type) -> None:
        """What others may change from now on."""
        if not may_change(kind) or is_kernel(self.machine.running[-1]):
            return
        if isinstance(value, (Perhaps, OneOfTypes)):
            self._keep(value.value, kind)
        elif isinstance(value, tuple):
            for each in value:
                self._keep(each, kind)
        elif isinstance(value, (Items, Many, Dictionary, AnyMap)):
            self.lists.append(value)

    def x_new(self, e: Expr, a: Args) -> Any:
        made = super().x_new(e, a)
        if isinstance(e.type, Thing):
            self.objects.append((made, e.type))
        return made


class Opaque:
    """Something of which nothing is asked."""

    def __init__(self, kind: Type) -> None:
        self.kind = kind
