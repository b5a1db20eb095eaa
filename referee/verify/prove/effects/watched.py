"""Containers of rule text that something may change which is followed several times, or once for all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.verify.prove.effects.cards import Many
from referee.verify.prove.effects.dictionaries import Words


class Watched:
    """The contents of containers at one moment, and the contents of the tuples in them."""

    def __init__(self, values: Any) -> None:
        self.before = [(each, _held(each)) for each in _containers(values, 3)]

    @property
    def changed(self) -> bool:
        return any(not _alike(_held(each), held) for each, held in self.before)

    def restore(self) -> None:
        for each, held in self.before:
            if isinstance(each, (Many, Words)):
                vars(each).update(held[-1])
            if isinstance(each, list):
                each[:] = held
            elif isinstance(each, dict):
                dict.clear(each)
                dict.update(each, held[0])
            elif isinstance(each, set):
                each.clear()
                each.update(held)


def copied(value: Any) -> Any:
    """The same in a container of its own: rule text may change it."""
    if isinstance(value, Many):
        return value.again()
    return value.again() if isinstance(value, Words) else list(value) if type(value) is list else value


def _containers(values: Any, depth: int) -> Iterator[Any]:
    if isinstance(values, (list, dict, set, Many)):
        yield values
    if depth and type(values) in (tuple, list):
        for each in values:
            yield from _containers(each, depth - 1)
    elif depth and isinstance(values, dict):
        for each in dict.values(values):
            yield from _containers(each, depth - 1)


def _held(each: Any) -> Any:
    if isinstance(each, dict):
        return dict(dict.items(each)), each.id if isinstance(each, Words) else 0, dict(getattr(each, "__dict__", ()))
    if isinstance(each, Many):
        return each.id, dict(vars(each))
    return list(each) if type(each) is list else frozenset(each) if isinstance(each, set) else []


def _alike(one: Any, other: Any) -> bool:
    """Whether they hold the very same things: nothing is asked of these."""
    if isinstance(one, tuple):  # of a dictionary or of cards: the last part is only needed to restore them
        return all(map(_alike, one[:-1], other[:-1]))
    if isinstance(one, dict):
        return _alike(list(one), list(other)) and _alike(list(one.values()), list(other.values()))
    if isinstance(one, list):
        return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))
    return bool(one == other)
