"""The edges between the clauses of a game, by kind, and all that was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import combinations
from typing import Any

from referee.kernel.clauses import rulebook_order
from referee.kernel.game import Game
from referee.kernel.parameters import in_words
from referee.verify.verdicts import Verdict, Witness


class Kind(Enum):
    """The ways in which one clause or effect works on another."""

    MODIFIES = "modifies"
    """Changes a quantity that the other reads."""
    ENABLES = "enables"
    """The other can be done, or is carried out, only because of it."""
    DISABLES = "disables"
    """The other can no longer be done, or is no longer carried out."""
    CANCELS = "cancels"
    """Ends or replaces what the other is doing."""
    ORDER = "order matters"
    """Both can be done in either order, and the tables afterwards differ."""
    COMMUTES = "commutes"
    """Both can be done in either order, and the tables afterwards are the same."""
    REPEATS = "repeats"
    """Can be done again at once, or comes back to itself until a cap is met."""
    READING = "one reading"
    """One reading decides for both what the rulebook leaves open; it works both ways."""


Act = tuple[str, str]
"""The word of a question and what is answered, whoever is asked."""
What = Act | str
"""What may be answered, or a clause that is carried out."""


@dataclass(frozen=True, slots=True)
class Certainty:
    """An edge that always holds at a scale: it is EXHAUSTED, and was not only seen.

    ``number`` counts the tables in which the source can be done.
    """

    players: int
    scale: Mapping[str, Any]
    number: int

    def __str__(self) -> str:
        form = f"{self.players} players {in_words(self.scale)}".rstrip()
        tables = "the one table" if self.number == 1 else f"all {self.number} tables"
        return f"{Verdict.EXHAUSTED.value} in {tables} where it can be done ({form})"


SAYS_ALWAYS = (Kind.ENABLES, Kind.DISABLES, Kind.COMMUTES)
"""Kinds that say what is always or never so; of the others one witness is all that there is to say."""


@dataclass(slots=True)
class Edge:
    """``count`` times seen; ``players``, ``readings`` and ``scale`` say where first. ``outcomes``: the two orders'.

    ``about`` has what is done at the source and what that changes, of an order the two things that are done; ``sure``
    says where it is known always to hold.
    """

    kind: Kind
    source: str
    target: str
    description: str
    players: int
    readings: Mapping[str, str]
    scale: Mapping[str, Any]
    count: int = 1
    steps: int = 0
    outcomes: tuple[str, ...] = ()
    witnesses: tuple[Witness, ...] = ()
    about: frozenset[tuple[Act, What]] = frozenset()
    sure: tuple[Certainty, ...] = ()

    @property
    def key(self) -> tuple[Kind, str, str]:
        return self.kind, self.source, self.target

    @property
    def verdict(self) -> Verdict:
        """The strongest that is known: WITNESSED where one sighting is all that it says, else NOT REFUTED if it was
        only seen."""
        if self.kind not in SAYS_ALWAYS:
            return Verdict.WITNESSED
        return Verdict.EXHAUSTED if self.sure else Verdict.NOT_REFUTED


@dataclass(slots=True)
class Facts:
    """``pairs`` has what was done before something that happened, or could be done, in the same step; ``least`` of each
    the smallest sets of things that had been done by then. ``done`` is what was done."""

    pairs: set[tuple[Act, What]] = field(default_factory=set)
    least: dict[What, set[frozenset[Act]]] = field(default_factory=dict)
    done: set[Act] = field(default_factory=set)
    steps: int = 0
    """The edges of random matches, and what they rest on: the acts, their partners, and the act that followed each
    act."""
    with_act: Counter[Act] = field(default_factory=Counter)
    with_what: Counter[What] = field(default_factory=Counter)
    together: Counter[tuple[Act, What]] = field(default_factory=Counter)
    """Steps in which something came after an act, or had come before it."""
    after: Counter[tuple[Act, What]] = field(default_factory=Counter)

    def rates(self, act: Act, what: What) -> tuple[int, int, int, int]:
        """How many of how many steps had it after the act, and how many of how many without the act."""
        without = self.with_what[what] - self.together[act, what]
        return self.after[act, what], self.with_act[act], without, self.steps - self.with_act[act]

    def note(self, what: What, did: frozenset[Act]) -> None:
        """It happened, or could be done, when that had been done."""
        self.pairs.update([(act, what) for act in did])
        least = self.least.setdefault(what, set())
        if did in least or any(each <= did for each in least):
            return
        self.least[what] = {each for each in least if not did <= each} | {did}

    def add(self, other: Facts) -> None:
        """Add the edges that were seen elsewhere."""
        self.pairs |= other.pairs
        self.done |= other.done
        self.steps += other.steps
        self.with_act += other.with_act
        self.with_what += other.with_what
        self.together += other.together
        self.after += other.after
        for what, least in other.least.items():
            for did in least:
                self.note(what, did)

    def only_after(self, acts: Collection[Act], whats: Collection[What]) -> bool:
        """Whether nothing of it ever comes before any of these acts."""
        wanted = {*acts}
        return all(did & wanted for what in whats for did in self.least.get(what, ()))

    def comes_after(self, act: Act, what: What) -> bool:
        return (act, what) in self.pairs

    def comes_without(self, acts: Collection[Act], what: What) -> bool:
        wanted = {*acts}
        return any(not did & wanted for did in self.least.get(what, ()))

    def violates(self, kind: Kind, about: Collection[tuple[Act, What]]) -> bool:
        """Whether an edge of these kinds is not so in these steps."""
        if kind is Kind.ENABLES:
            return not self.only_after({act for act, _ in about}, {what for _, what in about})
        return any(self.comes_after(act, what) for act, what in about)

    def shows(self, kind: Kind, about: Collection[tuple[Act, What]]) -> bool:
        """Whether such an edge says something here: what it enables comes, or what it disables comes without it."""
        if kind is Kind.ENABLES:
            return any(self.comes_after(act, what) for act, what in about)
        return any(self.comes_without({act for act, _ in about}, what) for _, what in about)


FEWEST = 10
"""The fewest steps with something, and without it, on which *more often* or *less often* may rest."""
OFTEN = 1.5
"""So many times as often, at least."""


@dataclass(slots=True)
class Interactions:
    """``carried_out`` counts steps by clause id; ``undecided`` orders came out differently now and then only."""

    edges: list[Edge] = field(default_factory=list)
    carried_out: dict[str, int] = field(default_factory=dict)
    matches: int = 0
    steps: int = 0
    undecided: int = 0
    facts: Facts = field(default_factory=Facts, repr=False)
    """The actions of all steps that were played, with the actions before each."""
    unsure: tuple[str, ...] = ()
    """Why no more of it is exhausted, a line each."""
    broken_off: list[str] = field(default_factory=list)
    """Parts that broke off, a line each; the rest was looked at."""
    looked: dict[Any, Any] = field(default_factory=dict, repr=False)
    """How often each thing was looked at, so that the rest has its turn."""

    def add(self, edge: Edge) -> None:
        """Edges of a kind between the same two are one; the shortest witness is kept."""
        for at, known in enumerate(self.edges):
            if known.key == edge.key:
                known.about = edge.about = known.about | edge.about
                if edge.kind is Kind.READING:
                    return
                if edge.witnesses and (not known.witnesses or edge.steps < known.steps):
                    edge.count += known.count
                    self.edges[at] = edge
                else:
                    known.count += edge.count
                return
        self.edges.append(edge)

    def take(self, other: Interactions) -> None:
        """Add the findings of another process."""
        for edge in other.edges:
            self.add(edge)
        for each, number in other.carried_out.items():
            self.carried_out[each] = self.carried_out.get(each, 0) + number
        self.matches += other.matches
        self.steps += other.steps
        self.undecided += other.undecided
        self.facts.add(other.facts)
        self.broken_off += [each for each in other.broken_off if each not in self.broken_off]

    def keep_true(self) -> None:
        """An edge that claims always or never may fail in some step of the campaign. It then says how often it holds,
        or is dropped where that does not support it. Of an *enables* and a *disables* with the same ends the rarer one
        is dropped too."""
        kept = [edge for edge in self.edges if self._made_true(edge)]
        # That one does otherwise without the other is already said where their order matters.
        ordered = {frozenset([edge.source, edge.target]) for edge in kept if edge.kind is Kind.ORDER}
        kept = [each for each in kept if each.kind is not Kind.MODIFIES or {each.source, each.target} not in ordered]
        seen = {(edge.kind, edge.source, edge.target): edge.count for edge in kept}
        opposite = {Kind.ENABLES: Kind.DISABLES, Kind.DISABLES: Kind.ENABLES}
        self.edges = [
            edge
            for edge in kept
            if edge.kind not in opposite
            or (edge.count, edge.kind is Kind.ENABLES)
            > (seen.get((opposite[edge.kind], edge.source, edge.target), 0), edge.kind is Kind.DISABLES)
        ]

    def _made_true(self, edge: Edge) -> bool:
        if edge.kind not in (Kind.ENABLES, Kind.DISABLES):
            return True
        if not self.facts.violates(edge.kind, edge.about):
            return True
        for act, what in sorted(edge.about, key=str):
            come, of, others, of_others = self.facts.rates(act, what)
            share, other_share = come / max(1, of), others / max(1, of_others)
            more = edge.kind is Kind.ENABLES
            high, low = (share, other_share) if more else (other_share, share)
            if of >= FEWEST and of_others >= FEWEST and high > OFTEN * low:
                done = f"{what[1]!r} ({what[0]}) can be done" if isinstance(what, tuple) else "carried out"
                edge.description = (
                    f"{done} {'more' if more else 'less'} often after {act[1]!r} ({act[0]}): "
                    f"in {come} of {of} turns, and in {others} of {of_others} without it"
                )
                edge.about = frozenset([(act, what)])
                return True
        if ":" in edge.source or ":" in edge.target:
            return False
        act = min(edge.about)[0]
        tables = "a table" if edge.count == 1 else f"{edge.count} tables"
        does = "carried out" if edge.kind is Kind.ENABLES else "not carried out"
        edge.description = (
            f"{does} after {act[1]!r} ({act[0]}), and the other way without it, from {tables} taken both ways"
        )
        edge.about = frozenset()
        return True


def share_readings(form: Game[Any], found: Interactions) -> None:
    """The pairs of clauses of which one reading says how both are meant."""
    coded = {each for ids in form.clause_codes.values() for each in ids}
    pairs: dict[tuple[str, ...], list[str]] = {}
    for reading in form.register.values():
        there = sorted({*reading.clauses} & coded, key=rulebook_order)
        for pair in combinations(there, 2):
            pairs.setdefault(pair, []).append(reading.slug)
    for (one, other), slugs in pairs.items():
        said = f"decided for both by {', '.join(slugs)}"
        found.add(Edge(Kind.READING, one, other, said, form.players, form.unusual_readings, form.unusual_settings))
