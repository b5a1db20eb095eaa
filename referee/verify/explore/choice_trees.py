"""Who decides where a step leads: for each explored state a tree of the choices of seats and of chance in the step.

A tree leaves out questions and answers. An inner node has an owner and the different continuations; a leaf is the
state after the step. Consecutive choices of one owner are one node, and a choice with one continuation is no node. So
a tree takes a few bytes where many ways lead to few states.
"""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterable, Iterator

CHANCE = -1
"""The owner of choices that no seat makes."""
STOPPED = -1
"""A leaf: play stops there, or nobody followed it."""
ROUND = -2
"""A leaf: the step comes back to where it stands, and need not end."""
FIRST = -3
"""The code of node 0; of node n it is FIRST - n. Codes from 0 on are states."""


class TreeBuilder:
    """The tree of one step while its ways are gone through, depth first."""

    def __init__(self) -> None:
        self._levels: list[tuple[int, set[int]]] = []
        self._nodes: list[tuple[int, frozenset[int]]] = []
        self._codes: dict[tuple[int, frozenset[int]], int] = {}
        self.root = STOPPED

    def begin(self) -> None:
        """A new step."""
        self._levels.clear()
        self._nodes.clear()
        self._codes.clear()
        self.root = STOPPED

    def ask(self, owner: int) -> None:
        """The way goes through something that the owner decides."""
        self._levels.append((owner, set()))

    def lead(self, code: int) -> None:
        """The way ends: in a state, or in a code that is known."""
        if self._levels:
            self._levels[-1][1].add(code)
        else:
            self.root = code

    def back(self) -> int:
        """All that can follow what was asked last has been gone through; gives the code of it."""
        owner, follows = self._levels.pop()
        if len(follows) == 1:
            (code,) = follows
        else:
            for each in [each for each in follows if each <= FIRST and self._nodes[FIRST - each][0] == owner]:
                follows.remove(each)
                follows |= self._nodes[FIRST - each][1]
            node = owner, frozenset(follows)
            code = self._codes.setdefault(node, FIRST - len(self._nodes))
            if code == FIRST - len(self._nodes):
                self._nodes.append(node)
        self.lead(code)
        return code

    def nodes(self) -> Iterator[tuple[int, frozenset[int]]]:
        """The nodes of the whole tree by number; some may not belong to it any more."""
        return iter(self._nodes)


class Trees:
    """The trees of all states that were followed, in arrays; they are put in one state after the other."""

    def __init__(self) -> None:
        self.roots = array("i")
        self._owners = array("b")
        self._ends = array("I", [0])
        self._follows = array("i")

    def put(self, grown: TreeBuilder | None) -> None:
        """The tree of the next state; None where nothing follows it, or it was not followed to its end."""
        if grown is None:
            self.roots.append(STOPPED)
            return
        nodes = list(grown.nodes())
        new: dict[int, int] = {}
        stack = [grown.root]
        # Nodes come after those that they lead to.
        wanted: set[int] = set()
        while stack:
            code = stack.pop()
            if code <= FIRST and code not in wanted:
                wanted.add(code)
                stack += nodes[FIRST - code][1]
        for code in sorted(wanted, reverse=True):
            owner, follows = nodes[FIRST - code]
            new[code] = FIRST - len(self._owners)
            self._owners.append(owner)
            self._follows.extend([new.get(each, each) for each in sorted(follows)])
            self._ends.append(len(self._follows))
        self.roots.append(new.get(grown.root, grown.root))

    @property
    def memory(self) -> int:
        """Bytes that all of this takes."""
        return 4 * (len(self.roots) + len(self._ends) + len(self._follows)) + len(self._owners)

    def node(self, code: int) -> tuple[int, array[int]]:
        """The owner of a node, and what can follow."""
        number = FIRST - code
        return self._owners[number], self._follows[self._ends[number] : self._ends[number + 1]]

    def keeping(self, owners: Container[int]) -> RemainingStates:
        """The states from which these owners together can keep play going for ever, whatever the others decide."""
        states = len(self.roots)
        above: dict[int, list[int]] = {}
        lost: list[int] = [STOPPED]
        for state, root in enumerate(self.roots):
            above.setdefault(root, []).append(state)
            if root >= states:
                lost.append(root)
        left: dict[int, int] = {}
        for number, owner in enumerate(self._owners):
            code = FIRST - number
            follows = self._follows[self._ends[number] : self._ends[number + 1]]
            for each in follows:
                above.setdefault(each, []).append(code)
                if each >= states:
                    lost.append(each)
            left[code] = len(follows) if owner in owners else 1
        removed: set[int] = set()
        while lost:
            code = lost.pop()
            if code in removed:
                continue
            removed.add(code)
            for each in above.get(code, ()):
                if each <= FIRST:
                    left[each] -= 1
                    if left[each]:
                        continue
                lost.append(each)
        return RemainingStates(self, removed)


class RemainingStates:
    """The result of ``Trees.keeping``. Owners may know where all cards lie: what they cannot do here they never can."""

    def __init__(self, trees: Trees, removed: set[int]) -> None:
        self.trees, self._removed = trees, removed

    def __contains__(self, state: int) -> bool:
        return 0 <= state < len(self.trees.roots) and state not in self._removed

    def steps(self) -> Iterator[tuple[int, list[int]]]:
        """Each state from where play is kept going, with those that a step can then lead to."""
        for state, root in enumerate(self.trees.roots):
            if state not in self._removed:
                yield state, sorted(self._leads(root))

    def _leads(self, root: int) -> Iterable[int]:
        found: set[int] = set()
        seen: set[int] = set()
        stack = [root]
        while stack:
            code = stack.pop()
            if code in seen or code in self._removed:
                continue
            seen.add(code)
            if code >= 0:
                found.add(code)
            elif code <= FIRST:
                stack += self.trees.node(code)[1]
        return found
