"""A question to the author of the rules, and how much it matters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.kernel.game import Game
from referee.verify.ask.edges import WEIGHT, Edge
from referee.verify.ask.sites import Site
from referee.verify.play.met import Met
from referee.verify.play.minimise import Steps, recorded
from referee.verify.verdicts import Trouble

DECIDES = 3.0
"""What an edge counts more where it is met in the step that ends the match."""
AT_SCALE = 0.3
"""What an edge counts less that only smaller games meet."""
CHANGES_NOTHING = 0.1
"""What an edge counts less where nothing would differ with another answer."""
LITERAL = re.compile(r"[<>]=? \d+$|^\d+ [<>]")
NAMELESS = re.compile(r"two amounts |an amount is more|something is compared|there is nothing, or nobody, that")
"""A sentence that says nothing of what it is about."""
LIMIT = 0.1
"""A limit that is written as a number says itself whether it belongs to it."""

UNNAMED = 0.3
"""What an edge counts less whose sentence has no name in it."""
SURE = 0.9
"""Of the matches at random. That the last card is drawn, one answer is left, or a flag is set again, in more of them is
hardly news, and none where the rulebook speaks of it."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A step that met an edge, the ``number``-th time that it came to the place (from 0): snapshots of the table
    ``before`` and ``after`` it, and its answers and chance."""

    game: Game[Any]
    before: tuple[Any, ...]
    after: tuple[Any, ...]
    answers: Sequence[Any]
    number: int


@dataclass(slots=True)
class Question:
    """An edge. ``real`` of ``matches`` at random meet it, ``driven`` of ``others`` with players who want something;
    ``ends``: the share of its steps that end a match. ``position`` is the table before its first step, in which it is
    met after ``given`` answers. ``scaled``: only smaller games meet it, and these are the matches that are counted.
    ``solved``: no match of play meets it, and the solver found one.
    ``occurrences``: the shown one, then some of other matches. ``otherwise``: what another answer would change, as far
    as it was played; ``idle``: nothing in any of them.
    """

    site: Site
    edge: Edge
    game: Game[Any]
    position: tuple[str, ...] = ()
    script: Steps = field(default_factory=list)
    step: int = 0
    given: int = 0
    real: int = 0
    driven: int = 0
    matches: int = 0
    others: int = 0
    ends: float = 0.0
    spoken: str = ""
    scaled: bool = False
    solved: bool = False
    occurrences: list[Occurrence] = field(default_factory=list)
    otherwise: str = ""
    idle: bool = False

    @property
    def key(self) -> tuple[str, Edge]:
        """Its place and edge."""
        return self.site.id, self.edge

    @property
    def id(self) -> str:
        return f"{self.site.id}-{self.edge.value.split()[0]}" if self.edge is not Edge.REST else f"{self.site.id}-rest"

    @property
    def rank(self) -> float:
        """How much it matters: how often it is met, and whether it ends matches and the rulebook is silent."""
        often = (self.real + 1) / (self.matches + 2) + 0.2 * (self.driven + 1) / (self.others + 2)
        limit = LIMIT if self.edge is Edge.EQUAL and LITERAL.search(self.site.text) else 1
        often *= AT_SCALE if self.is_sure else 1
        often *= UNNAMED if self.is_unnamed else 1
        silent = (1 if self.spoken else 2) * (AT_SCALE if self.scaled else 1) * (CHANGES_NOTHING if self.idle else 1)
        return often * limit * WEIGHT[self.edge] * (1 + DECIDES * self.ends) * silent / len(self.site.clauses)

    @property
    def is_sure(self) -> bool:
        """Whether nearly all matches come to what is an edge where few do."""
        often = not self.scaled and self.real > SURE * self.matches > 0
        return often and self.edge in (Edge.ALL, Edge.ONE, Edge.AGAIN)

    @property
    def is_unnamed(self) -> bool:
        """Whether its sentence says nothing of what it is about."""
        return NAMELESS.match(sentence(self)) is not None

    def record(self) -> bytes:
        """The match up to that step, which ``referee replay`` plays."""
        met = Met(Trouble.REFUTED, self.site.clauses, sentence(self))
        return recorded(self.game, met, self.script).witness.record


def sentence(asked: Question) -> str:
    """The edge in words, for people who read no Python."""
    return asked.site.words[asked.edge]
