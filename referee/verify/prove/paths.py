"""One path through the rules: what was decided on the way, what is assumed, and what it owes.

Where clause text branches on something that is not known, the path is run again from its beginning for the other
way (re-execution with the decisions made so far). The kernel never branches.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import CodeType
from typing import Any, NoReturn

from referee.kernel.cards import Deck
from referee.kernel.errors import Broken
from referee.kernel.faults import clause_running
from referee.verify.prove.path_log import PathLog
from referee.verify.prove.piles import Base, Exactly, SymPile
from referee.verify.prove.terms import Atom, SymAmount, SymTruth, at_most, negate
from referee.verify.prove.undecided import Refusals, refusal

OF_MANY_CARDS = ("highest", "sum")
"""The names of unknowns that are made of the counts of many kinds of card."""
AGAIN = object()
MOST_DECISIONS = 600
"""A path with more is taken for one that may not end."""


class Stopped(BaseException):
    """A path is not followed on. Nobody's ``except Exception`` may take it for an error of their own; whoever catches
    it all the same does not make the path one that went on."""

    def __init__(self, *why: Any) -> None:
        super().__init__(*why)
        if Refusals.path is not None:
            Refusals.path.stopped = True


class NotSymbolic(Stopped):
    """The rules or the game need something that a proof cannot do; the message says what to write instead."""


class Hung:
    """``times``: how often a limit of time or memory decided something in this process.

    What Z3's limit of resources or a number of paths ends, ends on every machine; what these end may not be kept.
    """

    times = 0


class Dropped(Stopped):
    """This path need not be followed: no play takes it, or what it comes to was proved elsewhere."""


class TooLong(Exception):
    """A path that has more decisions than any that ends should have."""


@dataclass(frozen=True, slots=True)
class Obligation:
    """Something that must hold where it arises: ``conditions`` counts the path's decisions before it.

    ``broken`` is None for a claim of a property, which ``message`` names.
    """

    truth: Any
    broken: Broken | None
    message: str
    clause: tuple[str, ...]
    conditions: int
    assumptions: int
    asked: int
    """The number of the path's requests before."""
    divided: int
    """The number of its partitions then."""
    cut: bool = False
    """Whether play may go on here and the path does not, or otherwise: what was proved of it then says nothing."""


class Interned:
    """The shared state of all paths of one proof: names of unknowns, and numbers for the parts of terms."""

    def __init__(self) -> None:
        self.atoms: dict[str, Atom] = {}
        self.numbers: dict[tuple[Any, ...], int] = {}
        self.texts: dict[Any, Any] = {}
        """The solver's sentences of terms and facts, by their keys."""
        self.rough_texts: dict[Any, Any] = {}
        """The same where what is said of whole piles, kind by kind, is left open."""
        self.of_many: set[int] = set()
        """The numbers of unknowns that are made of the counts of many kinds of card."""
        self.files: set[str] = set()
        """The files of the rules."""
        self.sums: dict[Any, Any] = {}
        """Weighed sums of the cards of piles, by the keys of these."""


class Path:
    """One way through the rules. ``decisions`` were made before; what is undecided is decided ``True`` first.

    ``assumptions`` hold because of what answers are (members of their spaces, outcomes of their events),
    ``conditions`` because of the way that this path takes.
    """

    def __init__(
        self,
        deck: Deck,
        decisions: list[int],
        interned: Interned,
        clauses: Mapping[CodeType, tuple[str, ...]] | None = None,
        label: str = "",
    ) -> None:
        self.deck = deck
        self.clauses = clauses or {}
        self.label = label
        self.atoms, self.numbers, self.texts = interned.atoms, interned.numbers, interned.texts
        self.rough_texts, self.sums = interned.rough_texts, interned.sums
        self.of_many, self.files = interned.of_many, interned.files
        self.pile_sums: dict[int, tuple[int, dict[int, int]]] = {}
        self.decisions = decisions
        self.begun = len(decisions)
        self.made = 0
        self._came = 0, ""
        """So many decisions in words."""
        self.settled = -1
        """Obligations before so many decisions belong to a path that was followed before."""
        self.worked_out: list[Any] = []
        """Values that were computed ``once``, in this order; ``AGAIN`` for those that took decisions or made
        unknowns."""
        self.known_before: list[Any] = []
        """The same of the path that was followed before."""
        self.feasible: Any = None
        """Says of a path whether some play may take it, where loops are pruned."""
        self.visits: dict[Any, int] = {}
        self.widths: list[int] = []
        self.assumptions: list[Any] = []
        self.conditions: list[SymTruth] = []
        self.obligations: list[Obligation] = []
        self.known: dict[int, bool] = {}
        self.requests: list[tuple[str, Any, Any]] = []
        """For each request: the word, the request, the symbolic answer. A witness is read off them."""
        self.partitions: list[tuple[SymPile, ...]] = []
        """Piles among which the whole pack is divided, at the beginning and after what was proved apart."""
        self.bases = 0
        self.claimed: dict[str, int] = {}
        """The assumption that each property held at the beginning, by the property's name."""
        self.before: dict[str, Any] = {}
        """Measures of the table that the path began with, by name."""
        self.held: dict[str, Any] = {}
        """Values of properties on the table that a rule proved apart began with, by name."""
        self.holds_at_end: dict[str, Any] = {}
        """And what they say of the one that it leaves."""
        self.raised: dict[str, str] = {}
        """Errors of properties that could not be evaluated, by name."""
        self.log = PathLog(self.clauses, self.files)
        self.met: set[str] = set()
        """The clauses that were carried out on it."""
        self.driver: Any = None
        self.stopped = False
        """Whether it was to end somewhere before its end."""

    # -- what terms ask ---------------------------------------------------------------------------------

    def atom(self, name: str, low: int, high: int, what: tuple[Any, ...]) -> SymAmount:
        found = self.atoms.get(name)
        if found is None:
            found = self.atoms[name] = Atom(len(self.atoms), name, low, high, what)
            if what[0] in OF_MANY_CARDS:
                self.of_many.add(found.number)
        found.what = what
        return SymAmount(self, 0, ((found, 1),))

    def number(self, key: tuple[Any, ...]) -> int:
        """A number for what a term is made of: the same for the same, on every path."""
        return self.numbers.setdefault(key, len(self.numbers))

    def pile(self, packed: int) -> SymPile:
        return Exactly(self, packed)

    def as_pile(self, pile: Any) -> SymPile:
        """A pile, also where rules name its cards: those are packed."""
        return self.pile(pile) if issubclass(type(pile), int) else pile  # isinstance() asks symbolic things slowly

    def fork(self, ways: int) -> int:
        """The number of the way, of several, that this path takes."""
        if ways == 1:
            return 0
        if self.made == len(self.decisions):
            if self.made >= MOST_DECISIONS:
                raise refusal(f"more than {MOST_DECISIONS} decisions on one path", TooLong)
            self.decisions.append(0)
        self.widths.append(ways)
        self.made += 1
        return self.decisions[self.made - 1]

    def product(self, one: SymAmount, other: Any) -> Any:
        """The product of an unknown amount with something that is no number."""
        raise refusal("a product of two amounts that are not known: fork on a bounded one")

    def one_of(self, word: str, things: Sequence[Any]) -> Any:
        """The one of several things that it is on this path: an answer, an outcome, a scalar; ``word`` says which."""
        return things[self.fork(len(things))]

    def holds(self, truth: SymTruth) -> bool:
        """Whether this path takes a truth that nothing is known of for true."""
        return self.fork(2) == 0

    def on_answer(self, word: str, request: Any, answer: Any) -> None:
        """A request has been answered."""
        self.requests.append((word, request, answer))

    def laid_out(self, table: Any) -> None:
        """The table that the path begins with lies there."""

    def decide(self, truth: SymTruth) -> bool:
        """A branch of the clause text. What this path has settled before is not asked again."""
        plain, positive = (truth.args[0], False) if truth.op == "not" else (truth, True)
        if plain.key in self.known:
            return self.known[plain.key] is positive
        way = self.holds(truth)
        self.known[plain.key] = way is positive
        self.conditions.append(truth if way else negate(truth))
        self.log.branched(sys._getframe(2), self.clock)
        if self.feasible is not None:
            self._prune()
        return bool(way)

    @property
    def clock(self) -> int:
        """The numbers of requests and decisions."""
        return len(self.conditions) + len(self.requests)

    def _prune(self) -> None:
        """Follow no play into a loop that it cannot take once more: asked where a line decides for every third time."""
        frame = sys._getframe(3)
        here = (frame.f_code, frame.f_lasti)
        times = self.visits[here] = self.visits.get(here, 0) + 1
        if times % 3 == 0 and self.made >= self.begun and not self.feasible(self):
            raise Dropped("no play comes here")

    def owe(
        self, truth: Any, broken: Broken | None, message: str, clause: tuple[str, ...] = (), *, cut: bool = False
    ) -> None:
        if truth is not True and not self.is_settled:
            self.obligations.append(Obligation(truth, broken, message, clause or self.clause_here(), *self.here, cut))

    @property
    def here(self) -> tuple[int, int, int, int]:
        """The progress of the path, as obligations count it."""
        return len(self.conditions), len(self.assumptions), len(self.requests), len(self.partitions)

    def once(self, make: Callable[[], Any]) -> Any:
        """The result of ``make``, taken over from the path before as long as this one has not parted from it.

        Its obligations are already owed there. If it takes decisions it is carried out again, so that these are taken
        again. It must change nothing but the path, and its result must not be decided upon.
        """
        number = len(self.worked_out)
        if self.is_settled and number < len(self.known_before) and self.known_before[number] is not AGAIN:
            found = self.known_before[number]
            self.worked_out.append(found)
            return found
        self.worked_out.append(AGAIN)
        before = self.made, self.bases, len(self.conditions), len(self.assumptions)
        found = make()
        if (self.made, self.bases, len(self.conditions), len(self.assumptions)) == before:
            self.worked_out[number] = found
        return found

    @property
    def is_settled(self) -> bool:
        """Whether a path before this one came here as well."""
        return self.made <= self.settled

    def clause_here(self) -> tuple[str, ...]:
        """The innermost clause that is being carried out, also where it is a plain function."""
        return clause_running(self.clauses) or ("?",)

    def refuse(self, why: str) -> NoReturn:
        """Give up: no proof is possible."""
        raise NotSymbolic(f"{' '.join(self.clause_here())}: {why}")

    def assume(self, truth: Any) -> None:
        if truth is not True:
            self.assumptions.append(truth)

    def new_pile(self, word: str, size: Any, within: SymPile | None) -> Base:
        return Base(self, self.new_name(word), size, within)

    def new_amount(self, word: str, low: Any, high: Any) -> SymAmount:
        return self.atom(self.new_name(word), low, high, ("free",))

    def new_truth(self, word: str) -> Any:
        return self.new_amount(word, 0, 1) == 1

    def new_name(self, word: str) -> str:
        """The same on every path that has come this way: what was proved of it holds on all of them."""
        self.bases += 1
        if self._came[0] != self.made:
            self._came = self.made, ".".join(map(str, self.decisions[: self.made]))
        return f"{self.label}{word} {self.bases}@{self._came[1]}"

    def story(self, until: int | None = None) -> str:
        """The requests on this path and the concrete alternatives that it took, in a few words."""
        told = []
        for word, request, answer in self.requests[:until]:
            if word == "answer":
                arm = answer[0] if isinstance(answer, tuple) else answer
                named = getattr(arm, "value", arm)
                told.append(request.ask if isinstance(named, SymPile) else f"{request.ask}: {named}")
        return ", ".join(told)


def next_decisions(made: list[int], widths: list[int]) -> list[int] | None:
    """The first decisions of the way after the one on which these decisions were ``made``, each out of so many ways;
    None where it was the last one."""
    made = list(made)
    while made and made[-1] + 1 >= widths[len(made) - 1]:
        made.pop()
    if not made:
        return None
    made[-1] += 1
    return made


class SampledPath(Path):
    """A path that takes its ways at random: what tables can be is found sooner than by following all in order."""

    rng: Any

    def fork(self, ways: int) -> int:
        if ways > 1 and self.made == len(self.decisions) < MOST_DECISIONS:
            self.decisions.append(self.rng.randrange(ways))
        return super().fork(ways)


def le(one: Any, other: Any) -> Any:
    """one ≤ other, whichever of them is known."""
    difference = one - other
    return at_most(difference.path, difference) if isinstance(difference, SymAmount) else difference <= 0
