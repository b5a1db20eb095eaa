"""Cycles of a graph of numbered states, on arrays of integers."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx

MOST_STARTS = 64
"""States of a component from which the shortest way back is looked for."""


class Steps:
    """For each state the next states of one step; states are added one after the other."""

    def __init__(self) -> None:
        self._ends = array("I", [0])
        self._targets = array("I")

    def put(self, targets: Iterable[int]) -> None:
        """The targets of the next state."""
        self._targets.extend(targets)
        self._ends.append(len(self._targets))

    def of(self, state: int) -> array[int]:
        """The targets of a state; none, where they have not been put in."""
        if state + 1 >= len(self._ends):
            return self._targets[:0]
        return self._targets[self._ends[state] : self._ends[state + 1]]

    def __len__(self) -> int:
        """How many states have had their targets put in."""
        return len(self._ends) - 1

    @property
    def memory(self) -> int:
        """Bytes that all of this takes."""
        return 4 * (len(self._ends) + len(self._targets))


def components(steps: Steps) -> list[list[int]]:
    """The sets of states that can return to themselves, by Tarjan's algorithm without recursion; each sorted."""
    states = len(steps)
    order, low = array("I", bytes(4 * states)), array("I", bytes(4 * states))
    waiting = bytearray(states)
    stack: list[int] = []
    found: list[list[int]] = []
    clock = 0
    for root in range(states):
        if order[root]:
            continue
        clock += 1
        order[root] = low[root] = clock
        stack.append(root)
        waiting[root] = 1
        calls = [(root, iter(steps.of(root)))]
        while calls:
            state, targets = calls[-1]
            for target in targets:
                if target >= states:
                    continue
                if not order[target]:
                    clock += 1
                    order[target] = low[target] = clock
                    stack.append(target)
                    waiting[target] = 1
                    calls.append((target, iter(steps.of(target))))
                    break
                if waiting[target]:
                    low[state] = min(low[state], order[target])
            else:
                calls.pop()
                if calls:
                    above = calls[-1][0]
                    low[above] = min(low[above], low[state])
                if low[state] == order[state]:
                    component = []
                    while True:
                        member = stack.pop()
                        waiting[member] = 0
                        component.append(member)
                        if member == state:
                            break
                    if len(component) > 1 or state in steps.of(state):
                        found.append(sorted(component))
    return found


def shortest_cycle(steps: Steps, component: list[int]) -> list[int]:
    """The states of a shortest cycle through one of the first states of a component, the first state at its start."""
    import networkx as nx

    members = set(component)
    best: list[int] = []
    for start in component[:MOST_STARTS]:
        graph = within(steps, members, start, len(best))
        if start in graph and graph.in_degree(start):
            back = min((nx.shortest_path(graph, start, each) for each in graph.predecessors(start)), key=len)
            if not best or len(back) < len(best):
                best = back
        if len(best) == 1:
            break
    return best


def within(steps: Steps, members: set[int], start: int, deep: int) -> nx.DiGraph[int]:
    """The part of a component that is at most so many steps from a start (0: without a limit), to be looked at."""
    import networkx as nx

    graph: nx.DiGraph[int] = nx.DiGraph()
    distance = {start: 0}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        if deep and distance[state] >= deep:
            continue
        for target in steps.of(state):
            if target in members:
                graph.add_edge(state, target)
                if target == start and not deep:
                    deep = distance[state] + 1
                if target not in distance:
                    distance[target] = distance[state] + 1
                    queue.append(target)
    return graph


def can_end(steps: Steps, ends: Iterable[int]) -> bytearray:
    """For each state, whether some way leads from it to one of these; states without successors count as ends."""
    states = len(steps)
    before: dict[int, list[int]] = {}
    queue: deque[int] = deque(ends)
    for state in range(states):
        for target in steps.of(state):
            before.setdefault(target, []).append(state)
            if target >= states:
                queue.append(target)
    reached = bytearray(max([states, *(each + 1 for each in queue)], default=0))
    while queue:
        state = queue.popleft()
        if not reached[state]:
            reached[state] = 1
            queue.extend(before.get(state, ()))
    return reached
