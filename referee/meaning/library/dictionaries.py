"""What the views of dictionaries mean, in ordinary Python."""

# mypy: ignore-errors

from __future__ import annotations


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
