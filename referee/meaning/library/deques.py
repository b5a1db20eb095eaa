"""What a ``deque`` that holds so many things at most means, in ordinary Python."""

# mypy: ignore-errors

from __future__ import annotations

from collections import deque


class BoundedDeque(deque):
    """It drops what is too much at the other end."""

    def __init__(self, things=(), maxlen=0):
        self.things = []
        self.maxlen = maxlen
        self.extend(things)

    def append(self, thing):
        self.things.append(thing)
        if len(self.things) > self.maxlen:
            self.things.pop(0)

    def appendleft(self, thing):
        self.things.insert(0, thing)
        if len(self.things) > self.maxlen:
            self.things.pop()

    def extend(self, things):
        for each in list(things):
            self.append(each)

    def extendleft(self, things):
        for each in list(things):
            self.appendleft(each)

    def insert(self, at, thing):
        if len(self.things) >= self.maxlen:
            raise IndexError("deque already at its maximum size")
        self.things.insert(at, thing)

    def pop(self):
        return self.things.pop()

    def popleft(self):
        return self.things.pop(0)

    def remove(self, thing):
        self.things.remove(thing)

    def index(self, thing):
        return self.things.index(thing)

    def count(self, thing):
        return self.things.count(thing)

    def clear(self):
        self.things.clear()

    def reverse(self):
        self.things.reverse()

    def copy(self):
        return BoundedDeque(self.things, self.maxlen)

    def rotate(self, by=1):
        many = len(self.things)
        if many:
            at = -by % many
            self.things = [*self.things[at:], *self.things[:at]]

    def __len__(self):
        return len(self.things)

    def __iter__(self):
        return iter(self.things)

    def __reversed__(self):
        return reversed(self.things)

    def __contains__(self, thing):
        return thing in self.things

    def __getitem__(self, at):
        return self.things[at]

    def __setitem__(self, at, thing):
        self.things[at] = thing

    def __delitem__(self, at):
        del self.things[at]

    def __eq__(self, other):
        return isinstance(other, deque) and self.things == other.things

    def __iadd__(self, things):
        self.extend(things)
        return self
