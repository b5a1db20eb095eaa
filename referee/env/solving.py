"""Small games solved exactly: the value of best play, and what a policy loses to the best answer to it.

Everything is worked out over the whole tree of matches, with exact chance and exact payoffs (fractions). A game that
is too large says so: make it smaller by its settings.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from referee.env.actions import TooMany
from referee.env.env import Env
from referee.env.matrices import equilibrium
from referee.env.seats import seat_of
from referee.kernel.errors import BadInput
from referee.record.record import plain_outcome

MOST = 200_000
"""Positions that are looked at, unless somebody says otherwise."""
ASKED = 20
"""Times that a bot is asked the same question, for how often it gives each answer."""
Policy = Callable[[Env], Sequence[Fraction | float]]
"""The probability of each answer to the open question, in the order of ``legal()``. They sum to 1."""
Looked = Callable[[int], None]
"""Is told how many positions were looked at."""


def _nobody(looked: int) -> None:
    """Nobody wants to know."""


class TooLarge(BadInput):
    """There are more positions than may be looked at."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of best play from a position on."""

    value: tuple[Fraction, ...]
    """The expected payoff of each seat."""
    line: tuple[str, ...]
    """A match of best play to its end, each answer as ``seat ask: answer``, the likeliest where seats answer at once;
    of chance the first outcome that there is, as ``chance: outcome``."""
    positions: int
    answers: tuple[Any, ...]
    """Those of the line and its outcomes of chance, in the kernel's form."""


def solve(env: Env, most: int = MOST, looked: Looked = _nobody) -> Solution:
    """The value for two seats whose payoffs always have the same sum, who both see everything (minimax; of a game that
    hides something it is the value with open cards). Of equal answers the first is the best. Where both answer at once
    they do so by chance, as in an equilibrium of what follows.

    The open match plays on undisturbed. BadInput: there are not two seats, or their payoffs have another sum. TooLarge:
    there are more than ``most`` positions.
    """
    if env.game.players != 2:
        raise BadInput(f"{env.game.name}: best play is worked out for two seats; there are {env.game.players}")
    tree = _Open(most, looked)
    root = env.clone(explicit_chance=True)
    try:
        value = tree.value(root)
    except RecursionError:
        raise TooLarge(f"{env.game.name}: matches are too long to be solved: take smaller settings") from None
    line, answers, here = [], [], root
    while not here.done:
        if here.seat is None:
            outcome = _chance(here)[0][0]
            told = plain_outcome(here.event, outcome)
            line += [f"chance: {told}"] * (told is not None)
            answers.append(outcome)
            here.step(outcome)
            continue
        best = tree.best[here.state_key()]
        option = here.nth(best)
        line.append(f"seat {here.seat} {here.ask}: {option.plain}")
        answers.append(option.raw)
        here = _after(here, best)
    return Solution(value, tuple(line), len(tree.known), tuple(answers))


@dataclass(slots=True)
class _Open:
    """Positions with open cards, each worked out once."""

    most: int
    looked: Looked
    known: dict[Hashable, tuple[Fraction, ...]] = field(default_factory=dict)
    best: dict[Hashable, int] = field(default_factory=dict)
    total: Fraction | None = None

    def value(self, env: Env) -> tuple[Fraction, ...]:
        if env.done:
            return self.paid(env)
        key = env.state_key()
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= self.most:
                raise _too_large(env, self.most)
            self.looked(len(self.known))
            found = self.known[key] = self.chance(env) if env.seat is None else self.choice(env, key)
        return found

    def chance(self, env: Env) -> tuple[Fraction, ...]:
        value = [Fraction(0), Fraction(0)]
        for outcome, likely in _chance(env):
            there = env.clone()
            there.step(outcome)
            value = [mine + likely * of_it for mine, of_it in zip(value, self.value(there), strict=True)]
        return tuple(value)

    def choice(self, env: Env, key: Hashable) -> tuple[Fraction, ...]:
        if len(set(env.waiting)) > 1:
            return self.at_once(env, key)
        seat = env.choice.decider.seat
        values = [self.value(_after(env, number)) for number in range(env.count())]
        best = max(range(len(values)), key=lambda number: values[number][seat])
        self.best[key] = best
        return values[best]

    def at_once(self, env: Env, key: Hashable) -> tuple[Fraction, ...]:
        """Two seats answer at once, each as often as in an equilibrium; the line has what they answer most often."""
        if len(env.waiting) > 2:
            raise BadInput(f"{env.game.name}: more is asked at once than an answer of each seat: {env.ask!r}")
        seat = env.choice.decider.seat
        after = [_after(env, number) for number in range(env.count())]
        values = [[self.value(_after(each, number)) for number in range(each.count())] for each in after]
        found = equilibrium([[value[seat] for value in row] for row in values])
        self.best[key] = found.rows.index(max(found.rows))
        for each in after:
            self.best[each.state_key()] = found.columns.index(max(found.columns))
        value = [found.value, found.value]
        value[1 - seat] = sum(values[0][0], Fraction(0)) - found.value
        return tuple(value)

    def paid(self, env: Env) -> tuple[Fraction, ...]:
        payoffs = _payoffs(env)
        if self.total is None:
            self.total = sum(payoffs, Fraction(0))
        if sum(payoffs) != self.total:
            raise BadInput(
                f"{env.game.name}: payoffs sum to {self.total} here and to {sum(payoffs)} there: "
                "such a game is not solved here"
            )
        return payoffs


# -- against a policy -------------------------------------------------------------------------------------


@dataclass(slots=True)
class BestResponse:
    """What one seat can get at most where the others keep to a policy."""

    seat: int
    value: Fraction
    """Its expected payoff."""
    kept: Fraction
    """What it gets if it keeps to the policy too."""
    answers: dict[Hashable, int]
    """By what the seat knows (``Env.history``), the number of its best answer."""


@dataclass(slots=True)
class _Node:
    """A position of the tree. ``reach``: how likely chance and the other seats lead to it."""

    reach: Fraction
    paid: Fraction | None = None
    knows: Hashable | None = None
    """The seat's information state, where it has to answer."""
    weights: list[Fraction] = field(default_factory=list)
    """Of what follows by chance or by other seats."""
    follow: list[_Node] = field(default_factory=list)


def best_responses(env: Env, policy: Policy, most: int = MOST, looked: Looked = _nobody) -> list[BestResponse]:
    """The most that each seat can get in the game of the environment against others who keep to a policy, which it
    knows.

    It has perfect memory and sees what the rules show it. BadInput: the policy's numbers are no probabilities.
    TooLarge: the tree has more than ``most`` positions.
    """
    kept = expected(env, policy, most, looked)
    return [_best_response(env, seat, policy, most, looked, kept[seat]) for seat in range(env.game.players)]


def _best_response(env: Env, seat: int, policy: Policy, most: int, looked: Looked, kept: Fraction) -> BestResponse:
    there = env.at_the_start(explicit_chance=True)
    sets: dict[Hashable, list[_Node]] = defaultdict(list)
    left = [most]

    def grown(env: Env, reach: Fraction) -> _Node:
        left[0] -= 1
        if left[0] < 0:
            raise _too_large(env, most)
        looked(most - left[0])
        node = _Node(reach)
        if env.done:
            node.paid = _payoffs(env)[seat]
            return node
        if env.seat == seat:
            node.knows = repr(env.history(seat))
            sets[node.knows].append(node)
            node.follow = [grown(_after(env, number), reach) for number in range(env.count())]
            return node
        ways = _chance(env) if env.seat is None else _answers(env, policy)
        for answer, likely in ways:
            following = env.clone()
            following.step(answer)
            node.weights.append(likely)
            node.follow.append(grown(following, reach * likely))
        return node

    answers: dict[Hashable, int] = {}

    def worth(node: _Node) -> Fraction:
        if node.paid is not None:
            return node.paid
        if node.knows is not None:
            return worth(node.follow[answer_of(node.knows)])
        return sum([each * worth(after) for each, after in zip(node.weights, node.follow, strict=True)], Fraction(0))

    def answer_of(knows: Hashable) -> int:
        if knows not in answers:
            alike = sets[knows]
            of_each = [
                sum([each.reach * worth(each.follow[number]) for each in alike], Fraction(0))
                for number in range(len(alike[0].follow))
            ]
            answers[knows] = of_each.index(max(of_each))
        return answers[knows]

    try:
        root = grown(there, Fraction(1))
        value = worth(root)
        for knows in sets:
            answer_of(knows)
    except RecursionError:
        raise TooLarge(f"{env.game.name}: matches are too long to be solved: take smaller settings") from None
    return BestResponse(seat, value, kept, answers)


def exploitability(env: Env, policy: Policy, most: int = MOST) -> Fraction:
    """What a policy of all seats loses in the mean over seats to a best response: 0 in an equilibrium. For two seats
    whose payoffs sum to zero it is half of NashConv (Lanctot et al., "A unified game-theoretic approach to multiagent
    reinforcement learning", 2017)."""
    found = best_responses(env, policy, most)
    return sum([each.value - each.kept for each in found], Fraction(0)) / len(found)


def expected(env: Env, policy: Policy, most: int = MOST, looked: Looked = _nobody) -> tuple[Fraction, ...]:
    """The expected payoff of each seat where all keep to a policy."""
    left = [most]

    def worth(env: Env) -> list[Fraction]:
        left[0] -= 1
        if left[0] < 0:
            raise _too_large(env, most)
        looked(most - left[0])
        if env.done:
            return list(_payoffs(env))
        value = [Fraction(0)] * env.game.players
        for answer, likely in _chance(env) if env.seat is None else _answers(env, policy):
            there = env.clone()
            there.step(answer)
            value = [mine + likely * of_it for mine, of_it in zip(value, worth(there), strict=True)]
        return value

    return tuple(worth(env.at_the_start(explicit_chance=True)))


def uniform(env: Env) -> list[Fraction]:
    """The policy that gives every answer alike."""
    return [Fraction(1, env.count())] * env.count()


def policy_of(form: Any, seed: int | str = 0, asked: int = ASKED) -> Policy:
    """How a seat answers: a word (``greedy``, ``search:50``, ``trusted:PATH``) or a bot. Each question is put to it
    ``asked`` times, with other chance, and what it knows is the same only where its whole history is.

    It is asked out of the blue: it may imagine, but a bot that keeps what it heard by ``event`` has heard nothing.
    """
    known: dict[Hashable, list[Fraction]] = {}

    def policy(env: Env) -> list[Fraction]:
        choice, answers = env.choice, env.legal()
        key = choice.decider.seat, repr(env.history(choice.decider.seat))
        if key not in known:
            given = [0] * len(answers)
            places = {str(each.plain): number for number, each in enumerate(answers)}
            for number in range(asked):
                seat = seat_of(form, env, random.Random(f"{seed} {number} {key}"))
                given[places[str(choice.space.plain(seat.answer(choice)))]] += 1
            known[key] = [Fraction(each, asked) for each in given]
        return known[key]

    return policy


def _answers(env: Env, policy: Policy) -> list[tuple[Any, Fraction]]:
    likely: list[Fraction] = [Fraction(each) for each in policy(env)]
    if len(likely) != env.count() or min(likely) < 0 or abs(sum(likely, Fraction(0)) - 1) > Fraction(1, 10**9):
        raise BadInput(f"a policy gives {env.count()} probabilities that sum to 1 for {env.ask!r}, not {likely}")
    return [(env.nth(number), each) for number, each in enumerate(likely) if each]


def _chance(env: Env) -> list[tuple[Any, Fraction]]:
    try:
        return env.chance()
    except TooMany as error:
        raise TooLarge(f"{env.game.name}: {str(error).partition(':')[0]}: take smaller settings") from None


def _after(env: Env, number: int) -> Env:
    made = env.clone()
    made.step(made.nth(number))
    return made


def _payoffs(env: Env) -> tuple[Fraction, ...]:
    outcome = env.outcome
    if outcome is None:
        raise BadInput(f"{env.game.name}: a match comes to the cap of {env.turn_cap} turns: it has no result")
    return tuple([Fraction(each) for each in outcome.payoffs])


def _too_large(env: Env, most: int) -> TooLarge:
    return TooLarge(f"{env.game.name}: there are more than {most} positions: take smaller settings, or a larger most=")
