"""What the views of dictionaries mean, in ordinary Python."""

# mypy: ignore-errors

from __future__ import annotations

from collections import OrderedDict


class Keys:
    """The keys of a dictionary, as ``.keys()`` gives them: they are compared and put together like sets."""

    def __init__(self, of):
        self.of = of

    def __eq__(self, other):
        return isinstance(other, (set, frozenset, Keys)) and set(self.of) == set(other)

    def __le__(self, other):
        return set(self.of) <= set(other)

    def __lt__(self, other):
        return set(self.of) < set(other)

    def __ge__(self, other):
        return set(self.of) >= set(other)

    def __gt__(self, other):
        return set(self.of) > set(other)

    def __and__(self, other):
        return set(self.of) & set(other)

    def __rand__(self, other):
        return set(other) & set(self.of)

    def __or__(self, other):
        return set(self.of) | set(other)

    def __ror__(self, other):
        return set(other) | set(self.of)

    def __sub__(self, other):
        return set(self.of) - set(other)

    def __rsub__(self, other):
        return set(other) - set(self.of)

    def __xor__(self, other):
        return set(self.of) ^ set(other)

    def __rxor__(self, other):
        return set(other) ^ set(self.of)

    def __reversed__(self):
        return reversed(list(self.of))

    def isdisjoint(self, other):
        return set(self.of).isdisjoint(other)


class Ordered(OrderedDict):
    """An ``OrderedDict``: a dictionary whose keys are moved, and whose order counts where two are compared."""

    def __init__(self, things=()):
        self.held = dict(things)

    def move_to_end(self, key, last=True):
        thing = self.held.pop(key)
        if last:
            self.held[key] = thing
        else:
            others = list(self.held.items())
            self.held.clear()
            self.held[key] = thing
            for each, held in others:
                self.held[each] = held

    def popitem(self, last=True):
        if not self.held:
            raise KeyError("dictionary is empty")
        key = list(self.held)[-1 if last else 0]
        return key, self.held.pop(key)

    def get(self, key, otherwise=None):
        return self.held.get(key, otherwise)

    def pop(self, key, *otherwise):
        return self.held.pop(key, *otherwise)

    def setdefault(self, key, otherwise=None):
        return self.held.setdefault(key, otherwise)

    def update(self, things):
        self.held.update(things.held if isinstance(things, Ordered) else things)

    def clear(self):
        self.held.clear()

    def copy(self):
        return Ordered(self.held)

    def keys(self):
        return self.held.keys()

    def values(self):
        return list(self.held.values())

    def items(self):
        return list(self.held.items())

    def __len__(self):
        return len(self.held)

    def __iter__(self):
        return iter(self.held)

    def __reversed__(self):
        return reversed(list(self.held))

    def __contains__(self, key):
        return key in self.held

    def __getitem__(self, key):
        return self.held[key]

    def __setitem__(self, key, thing):
        self.held[key] = thing

    def __delitem__(self, key):
        del self.held[key]

    def __eq__(self, other):
        if isinstance(other, Ordered):
            return list(self.held.items()) == list(other.held.items())
        return isinstance(other, dict) and self.held == other
