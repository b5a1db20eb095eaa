"""A small game of two, exactly: what it is worth to a seat when both play perfectly with what they know.

Counterfactual regret minimization with the sum of positive regrets and averages weighted by the round (CFR+; Tammelin,
Burch, Johanson, Bowling, "Solving heads-up limit Texas hold'em", IJCAI 2015). The interval is certain: each end is what
an average policy gets at least against the best answer to it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from referee.env import Env
from referee.kernel.errors import RefereeError
from referee.kernel.game import Game
from referee.study.estimates import Estimate

MOST = 1000
"""Positions of the whole tree."""
WORK = 400_000
"""Positions that are gone through in all rounds together."""
MOST_ROUNDS = 1500
END, CHANCE = -1, -2


@dataclass(slots=True)
class Tree:
    """Every position: who decides there (END, CHANCE or a seat), in which information state, and what follows."""

    decider: list[int] = field(default_factory=list)
    state: list[int] = field(default_factory=list)
    after: list[list[int]] = field(default_factory=list)
    likely: list[list[float]] = field(default_factory=list)
    paid: list[float] = field(default_factory=list)
    """What seat 0 gets at an end, above half of what both get."""
    states: dict[Hashable, int] = field(default_factory=dict)
    total: float | None = None


class TooLarge(Exception):
    """The tree is too large, or payoffs have different sums."""


def exact_value(game: Game[Any]) -> Estimate | None:
    """What the match is worth to seat 0, above half of what both get together; None where the game is too large for it,
    has not two seats, or its payoffs have different sums. ``number`` is the number of positions."""
    if game.players != 2 or game.cooperative:
        return None
    try:
        env = Env(game, explicit_chance=True)
        env.reset(seed="exact")
        tree = Tree()
        _grow(tree, env)
    except (TooLarge, RefereeError, RecursionError):
        return None
    policies = _policies(tree)
    low, high = (_best_answer(tree, policies, seat) for seat in (1, 0))
    return Estimate((high - low) / 2, -low, high, len(tree.decider))


def _grow(tree: Tree, env: Env) -> int:
    if len(tree.decider) >= MOST:
        raise TooLarge
    at = len(tree.decider)
    tree.decider.append(END)
    tree.state.append(-1)
    tree.after.append([])
    tree.likely.append([])
    tree.paid.append(0.0)
    if env.done:
        one, other = env.returns()
        if tree.total is None:
            tree.total = one + other
        if abs(one + other - tree.total) > 1e-9 or env.outcome is None:
            raise TooLarge
        tree.paid[at] = (one - other) / 2
        return at
    if env.seat is None:
        tree.decider[at] = CHANCE
        for outcome, likely in env.chance():
            there = env.clone()
            there.step(outcome)
            tree.likely[at].append(float(likely))
            tree.after[at].append(_grow(tree, there))
        return at
    seat = env.choice.decider.seat
    tree.decider[at] = seat
    known = (seat, repr(env.history(seat)))
    tree.state[at] = tree.states.setdefault(known, len(tree.states))
    for option in env.legal():
        there = env.clone()
        there.step(option)
        tree.after[at].append(_grow(tree, there))
    return at


def _policies(tree: Tree) -> dict[int, list[float]]:
    """The average policy of each information state."""
    size = {tree.state[at]: len(after) for at, after in enumerate(tree.after) if tree.decider[at] >= 0}
    regret = {state: [0.0] * number for state, number in size.items()}
    average = {state: [0.0] * number for state, number in size.items()}

    def now(state: int) -> list[float]:
        total = sum(regret[state])
        return [each / total for each in regret[state]] if total > 0 else [1 / size[state]] * size[state]

    def walk(at: int, mover: int, mine: float, others: float, weight: int) -> float:
        """What the position is worth to the mover; ``mine`` and ``others``: how likely each side comes to it."""
        decider = tree.decider[at]
        if decider == END:
            return tree.paid[at] if mover == 0 else -tree.paid[at]
        if decider == CHANCE:
            pairs = zip(tree.likely[at], tree.after[at], strict=True)
            return sum(likely * walk(there, mover, mine, others * likely, weight) for likely, there in pairs)
        state = tree.state[at]
        policy = policies[state]
        if decider != mover:
            pairs = zip(policy, tree.after[at], strict=True)
            return sum(part * walk(there, mover, mine, others * part, weight) for part, there in pairs)
        values = [walk(there, mover, mine * policy[n], others, weight) for n, there in enumerate(tree.after[at])]
        worth = sum(part * value for part, value in zip(policy, values, strict=True))
        for n, value in enumerate(values):
            gained[state][n] += others * (value - worth)
            average[state][n] += weight * mine * policy[n]
        return worth

    for number in range(1, max(20, min(MOST_ROUNDS, WORK // (2 * len(tree.decider)))) + 1):
        for mover in (0, 1):
            policies = {state: now(state) for state in size}
            gained: dict[int, list[float]] = defaultdict(lambda: [0.0] * max(size.values()))
            walk(0, mover, 1.0, 1.0, number)
            for state, gains in gained.items():
                regret[state] = [max(0.0, old + new) for old, new in zip(regret[state], gains, strict=False)]
    return {state: [e / sum(a) for e in a] if sum(a) else [1 / len(a)] * len(a) for state, a in average.items()}


def _best_answer(tree: Tree, policies: dict[int, list[float]], seat: int) -> float:
    """What a seat gets by the best answer to the policy of the other one."""
    reach = [0.0] * len(tree.decider)
    reach[0] = 1.0
    members: dict[int, list[int]] = defaultdict(list)
    for at, after in enumerate(tree.after):  # a position comes after the one that it follows
        decider = tree.decider[at]
        parts = tree.likely[at] if decider == CHANCE else [1.0] * len(after)
        if decider >= 0 and decider != seat:
            parts = policies[tree.state[at]]
        elif decider == seat:
            members[tree.state[at]].append(at)
        for part, there in zip(parts, after, strict=True):
            reach[there] = reach[at] * part
    chosen: dict[int, int] = {}
    known: dict[int, float] = {}

    def worth(at: int) -> float:
        if at not in known:
            decider = tree.decider[at]
            if decider == END:
                known[at] = tree.paid[at] if seat == 0 else -tree.paid[at]
            elif decider == seat:
                known[at] = worth(tree.after[at][choice(tree.state[at])])
            else:
                parts = tree.likely[at] if decider == CHANCE else policies[tree.state[at]]
                known[at] = sum(part * worth(there) for part, there in zip(parts, tree.after[at], strict=True))
        return known[at]

    def choice(state: int) -> int:
        if state not in chosen:
            number = len(tree.after[members[state][0]])
            sums = [sum(reach[at] * worth(tree.after[at][n]) for at in members[state]) for n in range(number)]
            chosen[state] = max(range(number), key=lambda n: sums[n])
        return chosen[state]

    return worth(0)
