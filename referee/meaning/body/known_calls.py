"""Calls of what is known with what is known: they are carried out while the text is read."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import functools
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import Enum
from fractions import Fraction
from math import prod
from types import FunctionType, MethodType
from typing import Any

from referee.kernel.cards import Deck, Kinds
from referee.kernel.errors import RuleFault
from referee.kernel.places import Place
from referee.kernel.spaces import Space
from referee.kernel.table import Table
from referee.meaning import library
from referee.meaning.authors import is_author
from referee.meaning.body.making import is_frozen
from referee.meaning.body.reader import INSTEAD_OF_TEXT, Reader
from referee.meaning.objects import RECORDS
from referee.meaning.pure_text import alike_in_every_order, holds_set
from referee.meaning.texts import CHANGING, KINDS_IN_PLAY, KINDS_TOGETHER, code_of, is_rule
from referee.meaning.types import PILE, Atoms, Seq
from referee.meaning.values import (
    NEVER_CHANGES,
    ONLY_TOLD,
    Known,
    Made,
    Run,
    Value,
    by_parts_in,
    only_told,
)

TELLING = frozenset(["join", "format"])
"""The methods of a text that put others together."""
MOST_CASES = 256
"""In so many cases a call is carried out for each while the text is read."""
UNDERSTOOD = "what is understood of Python (docs/native.md), or a function of your own"


class KnownCalls(Reader):
    """Calls that nothing of play goes into."""

    def method_of_known(self, own: Any, name: str, args: list[Value], words: dict[str, Value], node: Any) -> Value:
        if isinstance(own, (tuple, list, dict, str)):
            if isinstance(own, str):
                self.operated(own)
                told = name in TELLING
                if name == "join" and len(args) == 1 and self.are_words(args[0], node):
                    return Known(ONLY_TOLD)
                return self.by_first_atom(lambda known: self.of_word(own, name, known), args, node, told)
            own = dict(own) if type(own) in (defaultdict, OrderedDict) else own
            kind = self.tr.type_of_known(own)
            if isinstance(kind, Atoms):
                raise self.refuse(
                    node, f"'.{name}(…)' of a {type(own).__name__} that is there before the match", "a dict"
                )
            return self.method(self.let(self.constant(own, kind)), name, args, words, node)
        raise self.refuse(
            node,
            f"{type(own).__name__}.{name}",
            UNDERSTOOD,
        )

    def are_words(self, things: Value, node: Any) -> bool:
        """Whether things that are known in play only are surely words."""
        if self.all_known(things, told=True) is not None:
            return False
        self.needs_no_set(things, node)
        kind: Any = self.as_seq(things, node=node).expr.type.item  # type: ignore[attr-defined]
        return isinstance(kind, Atoms) and all(isinstance(self.tr.atoms[each], str) for each in kind.numbers)

    def needs_no_set(self, things: Value, node: Any) -> None:
        """Refuse what has no order: Python has another one in each process."""
        kind = self.type_or_none(things) if isinstance(things, Run) else None
        if isinstance(kind, Seq) and kind.kind == "set":
            raise self.refuse(node, "going through a set", "sorted(…) of it")

    def of_word(self, word: str, name: str, known: list[Any]) -> Value:
        if any(map(holds_set, known)):
            raise self.refuse(None, "going through a set", "sorted(…) of it")
        try:
            return Known(getattr(word, name)(*known))
        except Exception as error:
            return self.broke(error, None)

    def by_first_atom(
        self, what: Callable[[list[Any]], Value], args: list[Value], node: Any, told: bool = False
    ) -> Value:
        """What is done with arguments that are known, for each thing that one of them, or a part of one, may be."""
        parts = [part for each in args for part in _parts(each)]
        atom = next((each for each in parts if isinstance(each, Run) and isinstance(each.expr.type, Atoms)), None)
        if atom is not None:
            return self.by_atom(
                atom, lambda one: self.by_first_atom(what, [_with(each, atom, one) for each in args], node, told)
            )
        known = [self.all_known(each, told) for each in args]
        if any(each is None for each in known) and told:
            raise self.refuse(node, "a text that is put together in play", INSTEAD_OF_TEXT)
        if any(each is None for each in known):
            raise self.refuse(node, "an argument that is known in play only", "an if for each thing that it may be")
        return what([each[0] for each in known if each is not None])

    def known_result(self, thing: Any, key: Any, args: list[Value], words: dict[str, Value], node: Any) -> Value | None:
        """What a call gives whose arguments are all known and which does not look at the table."""
        own = getattr(thing, "__self__", None)
        read = isinstance(key, (FunctionType, type)) and (is_author(key) or key.__module__.startswith(library.__name__))
        handed_on = isinstance(own, Table) or read
        known = [self.all_known(each, handed_on) for each in args]
        named = {name: self.all_known(each, handed_on) for name, each in words.items()}
        if any(each is not None and only_told(each[0]) for each in (*known, *named.values())):
            return None  # a text that is put together in play
        if only_told(own):
            self.told_only(node)
        if isinstance(own, (Table, Place)) or self.is_of_each(own):
            return None
        if isinstance(key, FunctionType) and is_rule(code_of(key)):
            return None
        if isinstance(own, (list, dict, set, deque)) and getattr(thing, "__name__", "") in CHANGING:
            raise self.refuse(node, "changing what all matches share", "a scalar of the table, or a new list")
        if any(each is None for each in (*known, *named.values())):
            pure = isinstance(own, Deck) or isinstance(thing, functools._lru_cache_wrapper)
            pure = pure and not self.tr.purity.why_not(thing)
            if pure and self.only_atoms([*args, *words.values()]):
                return self.by_atoms_known(thing, args, words, node)
            return None
        things = [each[0] for each in known if each is not None]
        others = {name: each[0] for name, each in named.items() if each is not None}
        if any(self.on_table(each) for each in (*things, *others.values())):
            return None
        if any(map(holds_set, (*things, *others.values()))) and not alike_in_every_order(thing, others):
            return None
        kept = isinstance(thing, functools._lru_cache_wrapper)
        changes = isinstance(key, type) and not kept and not issubclass(key, (tuple, Space, Kinds, Fraction, Enum))
        if changes and (key in RECORDS or not (is_frozen(key) or key.__module__ == "builtins")):
            return None
        if getattr(thing, "__clauses__", None):
            return None
        if self.tr.purity.why_not(thing) or self.tr.purity.of_arguments([*things, *others.values()]):
            return None
        return self.called_known(thing, things, others, node)

    def called_known(self, thing: Any, args: list[Any], words: dict[str, Any], node: Any) -> Value | None:
        try:
            found = thing(*args, **words)
            given = isinstance(found, (list, dict, set)) and any(found is each for each in args)
            if isinstance(thing, FunctionType) and is_author(thing) and (given or is_to_be_filled(found)):
                return None
            if not isinstance(found, Iterator):
                if made := [*by_parts_in(found)]:
                    again = [*by_parts_in(thing(*args, **words))]
                    for each in made:
                        self.tr.note_known(each, is_new=not any(each is one for one in again))
                return Known(found)
            return self.iterator(Known(tuple(found)), NEVER_CHANGES)
        except RuleFault as fault:
            self.stop(fault.broken.name, fault.message)
        except Exception as error:
            self.broke(error, node)
        raise AssertionError  # what stops goes no further

    def only_atoms(self, args: list[Value]) -> bool:
        """Whether all that is not known is one of a few things."""
        parts = [part for each in args for part in _parts(each) if self.all_known(part) is None]
        kinds = [each.expr.type for each in parts if isinstance(each, Run)]
        few = [len(each.numbers) for each in kinds if isinstance(each, Atoms)]
        return len(few) == len(parts) and prod(few) <= MOST_CASES

    def by_atoms_known(self, thing: Any, args: list[Value], words: dict[str, Value], node: Any) -> Value:
        names = list(words)
        if "condition" in words and self.all_known(words["condition"]) is None:
            raise self.refuse(node, KINDS_IN_PLAY, KINDS_TOGETHER)

        def what(known: list[Any]) -> Value:
            plain, named = known[: len(args)], dict(zip(names, known[len(args) :], strict=True))
            found = self.called_known(thing, plain, named, node)
            assert found is not None
            is_pile = getattr(thing, "__func__", None) is Deck.parse
            return Run(self.fit(found, PILE)) if is_pile else found

        return self.by_first_atom(what, [*args, *words.values()], node)

    def on_table(self, thing: Any) -> bool:
        """Whether a thing is of the table, and looks at it."""
        if isinstance(thing, (Table, Place)) or self.is_of_each(thing):
            return True
        if isinstance(thing, MethodType):
            return self.on_table(thing.__self__)
        if isinstance(thing, dict):
            return any(self.on_table(each) for each in thing.values())
        return isinstance(thing, (tuple, list)) and any(self.on_table(each) for each in thing)


def is_to_be_filled(thing: Any) -> bool:
    """Whether a function that gives this has made what is filled later: its text is read, which makes it anew."""
    if isinstance(thing, tuple):
        return any(map(is_to_be_filled, thing))
    if not isinstance(thing, (list, dict, set, deque)):
        return False
    inner = list(thing.values() if isinstance(thing, dict) else thing)
    several = any(each is None or isinstance(each, (list, dict, set, deque)) for each in inner)
    return not thing or several or hasattr(type(thing), "__missing__")


def _parts(value: Value) -> list[Value]:
    """What a value is made of, in order: itself, if it is no sequence that is written out."""
    return [part for each in value.values for part in _parts(each)] if isinstance(value, Made) else [value]


def _with(value: Value, part: Value, one: Value) -> Value:
    """A value with another one in the place of a part."""
    if isinstance(value, Made):
        return replace(value, values=tuple([_with(each, part, one) for each in value.values]))
    return one if value is part else value
