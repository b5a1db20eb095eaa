"""Functions of a Program that are one and the same for whoever follows them.

Rules are read for each sort of arguments that they are given: an effect that acts at plays of several sorts is there
several times, and often only the types of words tell these apart. Decided: whether following one function follows
another as well. So it is where both have the same text down to all that is followed into, and every type in the one
has all the values that the other's has."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Hashable
from typing import Any

from referee.meaning.program import Expr, Function, Stmt
from referee.meaning.types import Atoms, Map, Maybe, Record, Seq, Type, Union

Sets = tuple[frozenset[int], ...]
"""The numbers of what is known that types allow, in the order in which a function has these types."""


class Alike:
    """``is_cut`` says of a function whether it is followed into, ``about`` what else is known of one that matters."""

    def __init__(self, is_cut: Callable[[Function], bool], about: Callable[[Function], Any]) -> None:
        self.is_cut, self.about = is_cut, about
        self._texts: dict[str, tuple[int, Sets, list[Function]]] = {}
        self._numbers: dict[Any, int] = {}
        self._whole: dict[str, tuple[Any, Sets]] = {}
        self._known: dict[Any, list[tuple[Sets, Any]]] = {}
        self._found: dict[Any, Any] = {}

    def one_for(self, *functions: Function) -> tuple[Function, ...]:
        """Those that are followed for these: others that were asked about before, or themselves."""
        names = tuple([each.name for each in functions])
        if names not in self._found:
            wholes = [self.whole(each) for each in functions]
            text, sets = tuple([each[0] for each in wholes]), sum([each[1] for each in wholes], ())
            others = self._known.setdefault(text, [])
            wider = (other for wide, other in others if all(a <= b for a, b in zip(sets, wide, strict=True)))
            found = next(wider, None)
            if found is None:
                found = functions
                others.append((sets, found))
            self._found[names] = found
        return self._found[names]  # type: ignore[no-any-return]

    def narrowness(self, function: Function) -> int:
        """The less the types allow the greater: whatever allows more comes first, and others are followed with it."""
        return -sum(map(len, self.whole(function)[1]))

    def whole(self, function: Function) -> tuple[Any, Sets]:
        """The text of a function with all that is followed into, and its sets."""
        if function.name not in self._whole:
            order, every = {function.name: 0}, [function]
            text, sets = [], list[frozenset[int]]()
            for each in every:
                number, own, called = self._text(each, at_root=each is function)
                for other in called:
                    if other.name not in order:
                        order[other.name] = len(order)
                        every.append(other)
                text.append((number, *[order[other.name] for other in called]))
                sets += own
            self._whole[function.name] = self._number(tuple(text)), tuple(sets)
        return self._whole[function.name]

    def _number(self, thing: Any) -> int:
        return self._numbers.setdefault(thing, len(self._numbers))

    def _text(self, function: Function, at_root: bool) -> tuple[int, Sets, list[Function]]:
        cut = not at_root and self.is_cut(function)
        key = f"{function.name}{' cut' * cut}"
        if key not in self._texts:
            reading = _Reading()
            for name, kind in function.parameters:
                reading.tokens += [name, reading.kind(kind)]
            reading.tokens += [reading.kind(each) for each in function.results]
            reading.tokens += [function.about, function.clauses, function.remembered, self.about(function), cut]
            if not cut:
                for name, kind in function.variables.items():
                    reading.tokens += [name, reading.kind(kind)]
                reading.thing(function.body)
            self._texts[key] = self._number(tuple(reading.tokens)), tuple(reading.sets), reading.called
        return self._texts[key]


class _Reading:
    """The text of one function as tokens, without the names of the functions that it calls."""

    def __init__(self) -> None:
        self.tokens: list[Any] = []
        self.sets: list[frozenset[int]] = []
        self.called: list[Function] = []

    def thing(self, thing: Any) -> None:
        if isinstance(thing, Expr):
            self.tokens += [thing.op, self.kind(thing.type), len(thing.args)]
            self.thing(thing.about)
            for each in thing.args:
                self.thing(each)
        elif isinstance(thing, Stmt):
            self.tokens.append(type(thing))
            for field in dataclasses.fields(thing):  # type: ignore[arg-type]
                self.thing(getattr(thing, field.name))
        elif isinstance(thing, (list, tuple)):
            self.tokens += [type(thing), len(thing)]
            for each in thing:
                self.thing(each)
        elif isinstance(thing, Function):
            self.tokens.append(Function)
            self.called.append(thing)
        elif isinstance(thing, Type):
            self.tokens.append(self.kind(thing))
        elif thing is None or isinstance(thing, (str, int)):
            self.tokens += [type(thing), thing]
        else:
            self.tokens += [type(thing), thing if isinstance(thing, Hashable) else id(thing)]

    def kind(self, kind: Type) -> Any:
        """A type without the numbers of what is known."""
        match kind:
            case Atoms(numbers):
                self.sets.append(numbers)
                return Atoms
            case Seq(item, word):
                return Seq, self.kind(item), word
            case Map(key, value, missing):
                return Map, self.kind(key), self.kind(value), missing
            case Record(maker, names, types):
                return (Record, maker, names, *[self.kind(each) for each in types])
            case Maybe(of):
                return Maybe, self.kind(of)
            case Union(of):
                return (Union, *[self.kind(each) for each in of])
        return kind
