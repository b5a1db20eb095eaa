"""Notes what happens in a step, and what had been done before it."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

from referee.kernel.requests import Choice
from referee.verify.collide.edges import Act, Facts, What
from referee.verify.collide.optional_moves import label_of, passing_of, ways_of
from referee.verify.collide.tracing import Ids
from referee.verify.play.chance import CardBias
from referee.verify.play.drivers import AtRandom


class Notes:
    """Notes the facts of one step after the other; ``done`` is where clauses that do something are listed."""

    def __init__(self, facts: Facts, done: list[Ids]) -> None:
        self.facts, self.done = facts, done
        self.did: frozenset[Act] = frozenset()
        self._at = 0
        self._known: set[tuple[What, frozenset[Act]]] = set()

    def begin(self) -> None:
        """Begin a step, without entries yet."""
        self.did, self._at = frozenset(), 0
        self._known.clear()

    def count(self) -> None:
        """Count the step that has ended, as one of a random match."""
        self.flush()
        facts = self.facts
        whats = {what for what, _ in self._known}
        facts.steps += 1
        facts.with_act.update(self.did)
        facts.with_what.update(whats)
        facts.together.update([(act, what) for act in self.did for what in whats])
        facts.after.update({(act, what) for what, did in self._known for act in did})

    def flush(self) -> None:
        """Note the clauses that have done something."""
        for ids in self.done[self._at :]:
            for each in ids:
                self._note(each)
        self._at = len(self.done)

    def asked(self, choice: Choice) -> list[Act]:
        """Somebody is about to answer; gives what he may do."""
        self.flush()
        acts = acts_of(choice)
        for act in acts:
            self._note(act)
        return acts

    def answered(self, choice: Choice, answer: Any, acts: Collection[Act]) -> None:
        act = (choice.ask, label_of(choice.space, answer)) if acts else None
        if act is not None and act in acts:
            self.did |= {act}
            self.facts.done.add(act)

    def _note(self, what: What) -> None:
        if (what, self.did) not in self._known:
            self._known.add((what, self.did))
            self.facts.note(what, self.did)


def acts_of(choice: Choice) -> list[Act]:
    """What may be done; passing is doing nothing."""
    ways = ways_of(choice.space)
    passing = passing_of(ways)
    return [(choice.ask, name) for name in ways if name != passing] if len(ways) > 1 else []


class Noted(AtRandom):
    """Random play that records what follows what."""

    def __init__(self, notes: Notes, rng: random.Random, taste: CardBias | None) -> None:
        super().__init__(rng, taste)
        self.notes = notes

    def choose(self, choice: Choice) -> Any:
        acts = self.notes.asked(choice)
        answer = super().choose(choice)
        self.notes.answered(choice, answer, acts)
        return answer
