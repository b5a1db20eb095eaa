"""Running rules symbolically: every path through the clause text, with what each one owes.

The table is the kernel's own, under the algebra of this module; the driver of this module answers requests
with new unknowns. The kernel never branches on them. Where clause text does, the path is run again from its
beginning for the other way (re-execution with the decisions made so far).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.kernel.algebra import Algebra
from referee.kernel.cards import Deck, Kinds, Values
from referee.kernel.errors import Broken, MissingCase
from referee.kernel.game import Game
from referee.kernel.players import Player
from referee.kernel.requests import (
    Chance,
    Choice,
    Draw,
    Lot,
    Pick,
    Roll,
    Shuffle,
    Together,
    clause_at,
    drive,
)
from referee.kernel.selections import EqualValue, Selection
from referee.kernel.spaces import Arms, Nothing, OneOf, Space
from referee.kernel.table import Table
from referee.verify.prove.terms import (
    Atom,
    Base,
    Exactly,
    Only,
    SymAmount,
    SymPile,
    SymTruth,
    at_most,
    both,
    count_of,
    either,
    negate,
    worth_of,
)


@dataclass(frozen=True, slots=True)
class Obligation:
    """Something that must hold where it arises: ``conditions`` counts the path's decisions before it."""

    truth: Any
    broken: Broken | None
    message: str
    clause: tuple[str, ...]
    conditions: int
    assumptions: int


class Path:
    """One way through the rules. ``decisions`` were made before; what is undecided is decided ``True`` first.

    ``assumptions`` hold because of what answers are (members of their spaces, outcomes of their events),
    ``conditions`` because of the way that this path takes.
    """

    def __init__(
        self, deck: Deck, decisions: list[int], atoms: dict[str, Atom], numbers: dict[tuple[Any, ...], int]
    ) -> None:
        self.deck = deck
        self.numbers = numbers
        self.sums: dict[Any, Any] = {}
        self.decisions = decisions
        self.made = 0
        self.widths: list[int] = []
        self.atoms = atoms
        self.assumptions: list[Any] = []
        self.conditions: list[SymTruth] = []
        self.obligations: list[Obligation] = []
        self.known: dict[int, bool] = {}
        self.requests: list[tuple[str, Any, Any]] = []
        """Of each request: the word, the request, the symbolic answer; what a witness is read off."""
        self.shares: list[Base] = []
        """The piles among which the whole pack is divided at the beginning."""
        self.bases = 0

    # -- what terms ask ---------------------------------------------------------------------------------

    def atom(self, name: str, low: int, high: int, what: tuple[Any, ...]) -> SymAmount:
        found = self.atoms.get(name)
        if found is None:
            found = self.atoms[name] = Atom(len(self.atoms), name, low, high, what)
        found.what = what
        return SymAmount(self, 0, ((found, 1),))

    def number(self, key: tuple[Any, ...]) -> int:
        """A number for what a term is made of: the same for the same, on every path."""
        return self.numbers.setdefault(key, len(self.numbers))

    def pile(self, packed: int) -> SymPile:
        return Exactly(self, packed)

    def fork(self, ways: int) -> int:
        """Which of some concrete ways this path takes."""
        if ways == 1:
            return 0
        if self.made == len(self.decisions):
            self.decisions.append(0)
        self.widths.append(ways)
        self.made += 1
        return self.decisions[self.made - 1]

    def decide(self, truth: SymTruth) -> bool:
        """A branch of the clause text. What this path has settled before is not asked again."""
        plain, positive = (truth.args[0], False) if truth.op == "not" else (truth, True)
        if plain.key in self.known:
            return self.known[plain.key] is positive
        way = self.fork(2) == 0
        self.known[plain.key] = way is positive
        self.conditions.append(truth if way else negate(truth))
        return way

    def owe(self, truth: Any, broken: Broken | None, message: str, clause: tuple[str, ...] = ()) -> None:
        if truth is not True:
            self.obligations.append(
                Obligation(truth, broken, message, clause, len(self.conditions), len(self.assumptions))
            )

    def assume(self, truth: Any) -> None:
        if truth is not True:
            self.assumptions.append(truth)

    def new_pile(self, word: str, size: Any, within: SymPile | None) -> Base:
        return Base(self, self._new_name(word), size, within)

    def new_amount(self, word: str, low: int, high: int) -> SymAmount:
        return self.atom(self._new_name(word), low, high, ("free",))

    def _new_name(self, word: str) -> str:
        """The same on every path that has come this way: what was proved of it holds on all of them."""
        self.bases += 1
        came = "".join(map(str, self.decisions[: self.made]))
        return f"{word} {self.bases}@{came}"


class SymbolicAlgebra(Algebra):
    """The kernel's algebra over terms."""

    def __init__(self, path: Path) -> None:
        self.path, self.deck = path, path.deck
        self.nothing = Exactly(path, 0)
        self.whole = Exactly(path, path.deck.whole)

    def size(self, pile: Any) -> Any:
        return pile.size

    def is_empty(self, pile: Any) -> Any:
        return pile.size == 0

    def count(self, pile: Any, kinds: Kinds) -> Any:
        return count_of(pile, kinds)

    def only(self, pile: Any, kinds: Kinds) -> Any:
        return Only(pile, kinds)

    def worth(self, pile: Any, values: Values) -> Any:
        return worth_of(pile, values)

    def highest(self, pile: SymPile, values: Values) -> Any:
        """One term: the greatest value of which there is a card, -1 where there is none."""
        name = f"highest {pile.key} {self.path.number(tuple(sorted(values.of.items())))}"
        numbers = [value for value, _ in values.groups]
        return self.path.atom(name, -1, max(numbers), ("highest", pile, values))

    def less(self, pile: Any, part: Any, *about: object) -> Any:
        if not _part_of(part, pile):
            self.path.owe(("covers", pile, part), Broken.SHORTAGE, " ".join(map(str, about)))
        return pile - part

    def negate(self, truth: Any) -> Any:
        return negate(truth)

    def both(self, one: Any, other: Any) -> Any:
        return both(one, other)

    def either(self, one: Any, other: Any) -> Any:
        return either(one, other)

    def if_else(self, truth: Any, yes: Any, no: Any) -> Any:
        if isinstance(truth, bool):
            return yes if truth else no
        if isinstance(yes, int) and isinstance(no, int) and yes == no:
            return yes
        lows, highs = zip(
            *[each.bounds() if isinstance(each, SymAmount) else (each, each) for each in (yes, no)], strict=True
        )
        name = f"if {truth.key} {_key(yes)} {_key(no)}"
        return self.path.atom(name, min(lows), max(highs), ("if", truth, yes, no))

    def oblige(self, truth: Any, broken: Broken, *about: object) -> None:
        if truth is not True:
            self.path.owe(truth, broken, " ".join(map(str, about)))


def _key(value: Any) -> Any:
    return value.key if isinstance(value, SymAmount) else value


def _part_of(part: SymPile, pile: SymPile) -> bool:
    """Whether a pile was chosen or drawn out of just that one (or is it)."""
    return (
        part.key == pile.key
        or (isinstance(part, Exactly) and not part.packed)
        or (isinstance(part, Base) and part.within is not None and _part_of(part.within, pile))
        or (isinstance(part, Only) and part.of.key == pile.key)
    )


class SymbolicDriver:
    """Answers with new unknowns; concrete alternatives (arms, players, words) are taken in turn."""

    symbolic = True

    def __init__(self, path: Path, table: Table) -> None:
        self.path, self.table = path, table
        self.rules: list[Generator[Any, Any, Any]] = []

    def choose(self, choice: Choice) -> Any:
        clause = clause_at(self.table, self.rules)
        self.path.owe(
            self.exists(choice.space),
            Broken.NO_OPTION,
            f"{choice.player!r} must answer {choice.ask!r} and cannot",
            clause,
        )
        answer = self.answer(choice.space, choice.ask)
        self.path.requests.append(("answer", choice, answer))
        return answer

    def together(self, choices: Together) -> Mapping[Player, Any]:
        return {choice.player: self.choose(choice) for choice in choices.choices}

    def exists(self, space: Space[Any]) -> Any:
        """That there is an answer, as a truth."""
        if isinstance(space, Nothing):
            return True
        if isinstance(space, OneOf):
            return bool(space.options)
        if isinstance(space, Arms):
            found: Any = False
            for arm in space.arms.values():
                found = either(found, self.exists(arm))
            return found
        if isinstance(space, Selection):
            return both(_le(self.path, space.least, space.most), _le(self.path, space.least, space.pile.size))
        assert isinstance(space, EqualValue), space
        found = False
        for value, group in space.values.groups:
            held = count_of(space.pile, group)
            some = both(_le(self.path, 1, held), _le(self.path, space.above + 1, held * value))
            found = either(found, some)
        return found

    def answer(self, space: Space[Any], ask: str) -> Any:
        """An unknown member of a space that has one."""
        path = self.path
        if isinstance(space, Nothing):
            return None
        if isinstance(space, OneOf):
            return space.options[path.fork(len(space.options))]
        if isinstance(space, Arms):
            arms = [arm for arm, each in space.arms.items() if self.exists(each) is not False]
            arm = arms[path.fork(len(arms))]
            path.assume(self.exists(space.arms[arm]))
            return arm, self.answer(space.arms[arm], ask)
        if isinstance(space, Selection):
            if space.least is space.most or _key(space.least) == _key(space.most):
                return path.new_pile(ask, space.least, space.pile)
            size = path.new_amount(f"size of {ask}", 0, path.deck.total)
            path.assume(_le(path, space.least, size))
            path.assume(_le(path, size, space.most))
            path.assume(_le(path, size, space.pile.size))
            return path.new_pile(ask, size, space.pile)
        assert isinstance(space, EqualValue), space
        value, group = space.values.groups[path.fork(len(space.values.groups))]
        size = path.new_amount(f"size of {ask}", 1, path.deck.total)
        chosen = path.new_pile(ask, size, Only(space.pile, group))
        path.assume(_le(path, size, count_of(space.pile, group)))
        path.assume(_le(path, space.above + 1, size * value))
        return chosen

    def chance(self, event: Chance) -> Any:
        path = self.path
        outcome: Any = None
        if isinstance(event, Draw):
            outcome = path.new_pile("drawn", event.number, event.place.pile)
        elif isinstance(event, Pick):
            outcome = path.new_pile("picked", event.number, event.pile)
        elif isinstance(event, Roll):
            outcome = tuple([path.new_amount("die", 1, event.sides) for _ in range(event.number)])
        elif isinstance(event, Lot):
            outcome = path.fork(event.among)
        else:
            assert isinstance(event, Shuffle), event
            assert not event.place.is_row, "rows are not symbolic yet"
        path.requests.append(("chance", event, outcome))
        return outcome


def _le(path: Path, one: Any, other: Any) -> Any:
    return at_most(path, one - other)


Prepare = Callable[[Path, Table], None]
"""Puts a symbolic boundary table into its place."""


@dataclass(slots=True)
class Ended:
    """A path at its end: the symbolic table ``before`` the rule and after it.

    ``missing`` is the reading where the path ran out of rules, if it did.
    """

    path: Path
    before: tuple[Any, ...]
    table: Any
    missing: str | None = None


def paths(game: Game[Any], prepare: Prepare, rule: Callable[[Any], Any] | None = None) -> Iterator[Ended]:
    """Every path through a rule of the game (its step, if none is given) from the tables that ``prepare`` makes.

    Paths that no play can take are among them: conditions are not looked at before they matter.
    """
    decisions: list[int] = []
    atoms: dict[str, Atom] = {}
    numbers: dict[tuple[Any, ...], int] = {}
    while True:
        path = Path(game.deck, list(decisions), atoms, numbers)
        table = game.table(SymbolicAlgebra(path))
        prepare(path, table)
        before = table.snapshot()
        missing = None
        try:
            drive((rule or game.step)(table), SymbolicDriver(path, table))
        except MissingCase as case:
            missing = case.reading
        yield Ended(path, before, table, missing)
        made = path.decisions[: path.made]
        while made and made[-1] + 1 >= path.widths[len(made) - 1]:
            made.pop()
        if not made:
            return
        made[-1] += 1
        decisions = made
