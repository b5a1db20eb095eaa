"""Information-set Monte Carlo tree search: plays any game from its rules alone.

One tree over what the searching seat knows, another imagined position in each iteration (P. I. Cowling, E. J. Powley,
D. Whitehouse, "Information set Monte Carlo tree search", IEEE TCIAIG 4(2), 2012). Chance is drawn anew each time, and
the tree does not branch on it. Every decider maximises its own payoff. Of a question to several seats at once each
learns by itself (decoupled UCT), as nobody sees what another one answers. Where there are many answers a node takes
more of them as it is visited more often (progressive widening; A. Couëtoux et al., "Continuous upper confidence
trees", LION 5, 2011).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf, log, sqrt
from typing import Any

from referee.kernel.game import Game
from referee.kernel.requests import Choice
from referee.play.bot import Ask, Option, View
from referee.play.chance import fair
from referee.play.course import Course
from referee.play.hidden import CannotImagine
from referee.play.horizon import Horizon
from referee.play.playing_on import PlayingOn, appraises
from referee.play.policies import PlayingByBots, default_policy
from referee.play.position import Position
from referee.play.rollouts import Rollouts

DEFAULT_BUDGET = 200
"""Iterations for a decision."""
EXPLORATION = 0.7
FEW = 40
"""Answers that are all tried; of more there are ``WIDENING`` times the root of the visits."""
WIDENING = 2.0


@dataclass(slots=True)
class Arm:
    """An answer at a node: how often it was given and could have been given, and what its decider had of it."""

    answer: Any
    plain: Any
    """The answer as JSON data."""
    given: int = 0
    possible: int = 0
    gained: float = 0.0


@dataclass(slots=True)
class Node:
    """A place in the tree: the arms of each seat that is asked there, and the nodes behind their answers."""

    visits: int = 0
    arms: dict[int, dict[Hashable, Arm]] = field(default_factory=dict)
    behind: dict[Hashable, Node] = field(default_factory=dict)


Natively = Callable[[Game[Any]], PlayingOn]


def playing_on(game: Game[Any], natively: Natively | None = None) -> PlayingOn | None:
    """How matches of a game are played on: by what it says of answers, ``natively`` where that is given, or by the bot
    that comes with it. None where there is neither."""
    if appraises(game):
        return (natively or PlayingOn)(game)
    bots = default_policy(type(game))  # type: ignore[arg-type]
    return None if bots is None else PlayingByBots(game, bots)


def searcher(game: Game[Any], rng: random.Random, budget: int, natively: Natively | None = None) -> Search | Rollouts:
    """Who looks for answers in a game: rollouts where something says how to play on, else a tree search."""
    playing = playing_on(game, natively)
    return Search(rng, budget) if playing is None else Rollouts(rng, budget, playing)


class Search:
    """Looks for the best answer to a question. The same ``rng`` and ``budget`` (iterations) find the same answer."""

    def __init__(self, rng: random.Random, budget: int = DEFAULT_BUDGET) -> None:
        self.rng, self.budget, self.why = rng, budget, ""
        self.least, self.most = inf, -inf
        """The payoffs that were met, between which an arm's worth is measured."""
        self.root = Node()

    def best(self, view: View, ask: Ask) -> Option:
        """The answer that was given most often; one drawn at random where no position can be imagined."""
        if ask.count() == 1:
            return next(ask.options())
        self.root = Node()
        with suppress(CannotImagine):  # then nothing more is learnt: it was tried many times
            for _ in range(self.budget):
                self.iterate(view.imagine(self.rng))
        arms = self.root.arms.get(view.seat)
        if not arms:
            return ask.sample(self.rng)
        most = max(arms.values(), key=lambda arm: (arm.given, arm.gained))
        return Option(ask.space, ask.space.read(most.plain))

    def iterate(self, position: Position) -> None:
        """Play an imagined position on, through the tree as far as it goes and then at random; learn from it."""
        rng, game = self.rng, position.game
        course = Course(
            game, position.table(), game.turn_cap, lambda event: fair(event, rng), position.answers, as_data=True
        )
        horizon, node, grows = Horizon(course), self.root, True
        taken: list[tuple[Arm, int]] = []
        joint: tuple[Hashable, ...] = ()
        """What was answered so far to a question of several seats."""
        while (choice := course.choice) is not None and not horizon.passed():
            if not grows:
                course.answer(choice.space.sample(rng))
                continue
            key, arm, answer = self.chosen(node, choice)
            taken.append((arm, choice.decider.seat))
            joint = (*joint, key)
            grows = arm.given > 0
            course.answer(answer)
            if course.together is None or not course.answers:
                node.visits += 1
                node = node.behind.setdefault(joint, Node())
                joint = ()
        gains = horizon.gains()
        self.least, self.most = min(self.least, *gains), max(self.most, *gains)
        for arm, seat in taken:
            arm.given += 1
            arm.gained += gains[seat]

    def chosen(self, node: Node, choice: Choice) -> tuple[Hashable, Arm, Any]:
        """The arm to try, with its key and the answer: a new one while there are to be more, else the one with the
        highest upper bound on what it is worth."""
        space, arms = choice.space, node.arms.setdefault(choice.decider.seat, {})
        by_place = choice.table.has_rows  # a card of a row is known on its own table only: it is named by its place
        count = space.count()
        if count <= FEW:
            answers = space.listed() or tuple(space)
            here = {str(space.plain(each)) if by_place else each: each for each in answers}
            new = [key for key in here if key not in arms]
        else:
            here = {key: arm.answer for key, arm in arms.items() if space.admits(arm.answer)} if not by_place else {}
            for key, arm in arms.items() if by_place else ():
                with suppress(ValueError, TypeError, LookupError):
                    here[key] = space.read(arm.plain)
            new = []
            if len(here) < WIDENING * sqrt(node.visits + 1):
                answer = space.sample(self.rng)
                key = str(space.plain(answer)) if by_place else answer
                if key not in here:
                    here[key] = answer
                    new = [key]
        if new:
            key = new[int(self.rng.random() * len(new))]
            arm = arms[key] = Arm(here[key], space.plain(here[key]), possible=1)
            return key, arm, here[key]
        span, best, chosen = max(self.most - self.least, 1e-9), -inf, None
        for key in here:
            arm = arms[key]
            arm.possible += 1
            worth = (arm.gained / arm.given - self.least) / span if arm.given else inf
            bound = worth + EXPLORATION * sqrt(log(arm.possible) / arm.given) if arm.given else inf
            if bound > best:
                best, chosen = bound, key
        assert chosen is not None
        return chosen, arms[chosen], here[chosen]
