"""Rules that are proved apart: a clause that is carried out from many places is followed once and not on every path.

A call of such a rule is replaced by what is known of it: that it comes to one of its ends, and what it may have
changed until then. Both are found by following the very same rule from every table that it is called with (their
join: sizes and scalars as far as all calls agree, cards unknown). What it owes is owed there, for all calls.
That is assume and guarantee (Jones, *Specification and Design of (Parallel) Programs*, 1983) with both found and
not written: calls and ends grow together until neither does, and only then is anything proved of them.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from referee.kernel.game import Game, methods_of
from referee.kernel.requests import Unwind
from referee.kernel.table import Outcome
from referee.kernel.terms import Rule
from referee.verify.prove.boundary import Shape, lazy_class, scalar_of
from referee.verify.prove.called import bounds_of, key_of_all, lay_scalars, same, scalars_of, sizes_by_owner, whole
from referee.verify.prove.facts import Facts, Finder
from referee.verify.prove.paths import Dropped, NotSymbolic, Path
from referee.verify.prove.piles import Base, SymPile
from referee.verify.prove.search import Ended
from referee.verify.prove.terms import key_of

FEWEST_CALLS = 3
"""A rule that is called from fewer places is followed where it is called."""

FEWEST_PATHS = 6
"""A rule with fewer paths is too."""
MOST_GROWTH = 6
"""How often the sizes that a rule is called with may grow before nothing is known of them."""

Exit = tuple[Any, ...]
"""How a rule ends: the depth that it unwinds to (None if it returns), what it gives, and whether the game is over."""


def rules_apart(game: type[Game[Any]]) -> list[str]:
    """The rules of clauses that others call in so many places, without looking at what they give."""
    methods = methods_of(game)
    calls: Counter[str] = Counter()
    for method in methods.values():
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(method)))
        except (OSError, SyntaxError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.YieldFrom):
                call = node.value.value
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
                    calls[call.func.attr] += 1
    clauses = [name for name, method in methods.items() if hasattr(method, "__clauses__")]
    return [name for name in clauses if calls[name] >= FEWEST_CALLS and inspect.isgeneratorfunction(methods[name])]


class AnyOutcome(Outcome):
    """That the game is over, and nothing more."""

    def __init__(self) -> None:
        pass

    def __getattribute__(self, name: str) -> Any:
        if name.startswith("__"):
            return super().__getattribute__(name)
        raise NotSymbolic(f"the {name} of an outcome that a rule proved apart leaves are not known")


@dataclass(slots=True)
class Change:
    """What one end may have changed: places by number with the bounds of their sizes, and scalars."""

    places: dict[int, tuple[int, int]] = field(default_factory=dict)
    resized: set[int] = field(default_factory=set)
    """Those of the places whose size may have changed; that of what their owner has in all may not, unless named."""
    owners: set[Any] = field(default_factory=set)
    scalars: Shape = field(default_factory=Shape)
    names: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Lemma:
    """One rule with one list of arguments, in one nesting of events, and all tables that it is called with."""

    name: str
    rule: Callable[[Any], Rule[Any]]
    dealing: bool
    stack: tuple[Any, ...]
    number: int
    sizes: dict[int, tuple[int, int]] = field(default_factory=dict)
    sums: dict[Any, int | None] = field(default_factory=dict)
    shape: Shape = field(default_factory=Shape)
    table_class: Any = None
    exits: dict[Exit, Change] = field(default_factory=dict)
    facts: dict[Exit, Facts] = field(default_factory=dict)
    ends: list[Ended] = field(default_factory=list)
    followed: str = ""
    """The tables that it was followed from, in words: whether they have grown since."""
    running: bool = False
    recursed: bool = False
    grown: int = 0

    def enter(self, table: Any) -> None:
        """Take in one more table that the rule is called with."""
        for place in table.places:
            if not place.is_row:
                low, high = bounds_of(place.size)
                was = self.sizes.get(place.number, (low, high))
                wider = (min(low, was[0]), max(high, was[1]))
                if wider != was:
                    self.grown += 1
                    # What has grown so often may grow for ever.
                    wider = (0, table.deck.total) if self.grown > MOST_GROWTH else wider
                self.sizes[place.number] = wider
        for owner, size in sizes_by_owner(table).items():
            known = size if isinstance(size, int) else None
            self.sums[owner] = known if self.sums.get(owner, known) == known else None
        self.shape.take_in(table, opaque=True)
        # What is true of one player at one call may be true of another at the next: so it need not be followed again.
        for name, spec in table.game.table_class.scalar_specs.items():
            if spec.per_player and name in self.shape.truths:
                self.shape.truths[name] = {True, False}

    @property
    def said(self) -> str:
        return f"{sorted(self.sizes.items())} {sorted(self.sums.items(), key=str)} {self.shape.said()}"

    def prepare(self, path: Path, table: Any) -> None:
        """Any table that it is called with."""
        table.dealing, table.stack = self.dealing, self.stack
        table._events = max([each.number for each in self.stack], default=0)
        shares: list[SymPile] = []
        together: Any = 0
        for place in table.places:
            if place.is_row:
                continue
            low, high = self.sizes[place.number]
            name = f"{path.label}{place!r}"
            size: Any = low if low == high else path.atom(f"size of {name}", low, high, ("free",))
            share = path.pile(0) if isinstance(size, int) and not size else Base(path, name, size, None)
            place.pile, place.size = share, size
            shares.append(share)
            together = together + size
        path.partitions.append(tuple(shares))
        path.assume(together == path.deck.total)
        for owner, size in sizes_by_owner(table).items():
            known = self.sums[owner]
            if known is not None:
                path.assume(size == known)
        lay_scalars(path, table, self.shape)


class Apart:
    """The rules of one game that are proved apart, and what is known of them so far."""

    def __init__(self, game: Game[Any], follow: Callable[[Lemma], Iterator[Ended]], finder: Finder) -> None:
        self.game, self.follow, self.finder = game, follow, finder
        self.lemmas: dict[Any, Lemma] = {}
        self.grew = False
        self.collecting = False
        """Whether calls are gathered first, before any rule is followed."""
        self.plain: set[str] = set()
        """Rules with so few paths that they are followed where they are called."""
        for name in rules_apart(type(game)):
            object.__setattr__(game, name, self._stand_in(name, getattr(game, name)))

    def begin(self, finder: Finder) -> None:
        """Know nothing yet, and find facts in this way."""
        self.lemmas.clear()
        self.finder = finder

    def _stand_in(self, name: str, rule: Callable[..., Any]) -> Callable[..., Any]:
        def called(t: Any, *args: Any, **more: Any) -> Rule[Any]:
            if not isinstance(getattr(t.algebra, "path", None), Path):
                yield from rule(t, *args, **more)
                return
            if name in self.plain or not self._call(name, rule, t, args, more):
                yield from rule(t, *args, **more)

        return called

    def _call(self, name: str, rule: Callable[..., Any], t: Any, args: tuple[Any, ...], more: Any) -> bool:
        """Put what is known of a rule in the place of it; False where it is better followed."""
        path: Path = t.algebra.path
        if not path.is_settled and not whole(t).is_made_of(path.partitions):
            raise NotSymbolic(f"cards are on their way while {name} is carried out")
        stack = tuple([(each.what, each.actor, each.at) for each in t.stack])
        key = (name, args, tuple(sorted(more.items())), stack, t.dealing)
        lemma = self.lemmas.get(key)
        if lemma is None:
            self.grew = True
            lemma = self.lemmas[key] = Lemma(
                f"{name}{args}", lambda table: rule(table, *args, **more), t.dealing, t.stack, len(self.lemmas)
            )
        if not path.is_settled:
            lemma.enter(t)
        lemma.recursed = lemma.recursed or lemma.running
        if not lemma.followed:
            if self.collecting:
                raise Dropped("it is followed from all tables that it is called with")
            self._follow(lemma)
        if not lemma.running and sum(not each.dropped for each in lemma.ends) < FEWEST_PATHS:
            self.plain.add(name)
            self.lemmas = {key: each for key, each in self.lemmas.items() if key[0] != name}
            return False
        self._end(lemma, t, path)
        return True

    def prepare(self, lemma: Lemma, path: Path, table: Any) -> None:
        """Any table that a rule is called with, and what properties say of it."""
        lemma.prepare(path, table)
        self.finder.begin(path, table)

    def settle(self, *, first: bool = False) -> bool:
        """Follow those again whose calls have grown; whether there was one.

        Only the ``first`` of them where calls are still gathered: those of the others may grow by what it leaves.
        """
        grown = [lemma for lemma in self.lemmas.values() if lemma.said != lemma.followed]
        for lemma in grown[:1] if first else grown:
            before = _said(lemma.exits), lemma.facts
            self._follow(lemma)
            self.grew = self.grew or (_said(lemma.exits), lemma.facts) != before
        return bool(grown)

    def _follow(self, lemma: Lemma) -> None:
        """Follow the rule from all tables that it is called with, until its ends grow no more."""
        lemma.running, lemma.facts = True, {}
        while True:
            before = _said(lemma.exits), lemma.said
            lemma.followed = lemma.said
            lemma.table_class = lazy_class(self.game, lemma.shape)
            lemma.ends, ways = [], dict[Exit, list[Path]]()
            for ended in self.follow(lemma):
                lemma.ends.append(ended)
                exit = self._take_in(lemma, ended)
                if exit is not None and ended.table.outcome is None:
                    self.finder.end(ended.path, ended.table)
                    ways.setdefault(exit, []).append(ended.path)
            if (_said(lemma.exits), lemma.said) == before or (not lemma.recursed and lemma.said == lemma.followed):
                break
        lemma.running = False
        if not lemma.recursed:
            lemma.facts = {exit: self.finder.facts(paths) for exit, paths in ways.items()}

    def _take_in(self, lemma: Lemma, ended: Ended) -> Exit | None:
        """Widen the end that a path comes to; None where it comes to none."""
        if not ended.is_whole:
            return None
        table, path = ended.table, ended.path
        if not whole(table).is_made_of(path.partitions):
            raise NotSymbolic(f"{lemma.name} loses cards, or leaves them on their way")
        unwound = ended.unwound
        over = table.outcome is not None
        result = ended.result if unwound is None else unwound.result
        exit = (unwound and unwound.depth, result, over)
        change = lemma.exits.setdefault(exit, Change())
        begun = path.partitions[0]
        bags = [place for place in table.places if not place.is_row]
        for place, share in zip(bags, begun, strict=True):
            if place.pile.key != share.key:
                low, high = bounds_of(place.size)
                was = change.places.get(place.number, (low, high))
                change.places[place.number] = (min(low, was[0]), max(high, was[1]))
                if key_of(place.size) != key_of(share.size):
                    change.resized.add(place.number)
        first: dict[Any, Any] = {}
        for place, share in zip(bags, begun, strict=True):
            first[place.owner] = first.get(place.owner, 0) + share.size
        for owner, size in sizes_by_owner(table).items():
            if key_of(size) != key_of(first[owner]):
                change.owners.add(owner)
        if table.stack[: len(lemma.stack)] != lemma.stack[: len(table.stack)] or table.control:
            raise NotSymbolic(f"{lemma.name} leaves events or control behind")
        if key_of_all(table.money) != path.before["money"]:
            raise NotSymbolic(f"{lemma.name} pays")
        for name, value in scalars_of(table):
            if not same(value, path.before["scalars"].get(name)):
                change.names.add(name)
                change.scalars.take(name.partition("[")[0], value, table)
        return exit

    def _end(self, lemma: Lemma, t: Any, path: Path) -> None:
        """Come to one of the ends, with what it may have changed."""
        exits = list(lemma.exits)
        if not exits:
            raise Dropped("no end of it is known yet")
        depth, result, over = exit = exits[path.fork(len(exits))]
        change, facts = lemma.exits[exit], lemma.facts.get(exit, {})
        before, said = sizes_by_owner(t), self.finder.before(facts, t)
        for place in t.places:
            if place.number in change.places and not place.is_row:
                low, high = change.places[place.number]
                size: Any = place.size
                if place.number in change.resized:
                    size = low if low == high else path.new_amount(f"size of {place!r}", low, high)
                place.pile = (
                    path.pile(0) if isinstance(size, int) and not size else path.new_pile(repr(place), size, None)
                )
                place.size = size
        if change.places:
            path.partitions.append(tuple([place.pile for place in t.places if not place.is_row]))
            after = sizes_by_owner(t)
            for owner, size in before.items():
                if owner not in change.owners:
                    path.assume(after[owner] == size)
            total: Any = 0
            for size in after.values():
                total = total + size
            path.assume(total == path.deck.total)
        for name in sorted(change.names):
            plain = name.partition("[")[0]
            words = change.scalars.words.get(plain, ())
            if len(words) > 1:
                self._set(t, name, words[path.fork(len(words))])
            else:
                self._set(t, name, scalar_of(path, change.scalars, plain, path.new_name(name)))
        self.finder.assume(facts, said, path, t)
        if over:
            t.outcome = AnyOutcome()
        if depth is not None:
            raise Unwind(depth, result)

    @staticmethod
    def _set(t: Any, name: str, value: Any) -> None:
        plain, _, seat = name.partition("[")
        if seat:
            getattr(t, plain)[int(seat[:-1])] = value
        else:
            setattr(t, plain, value)


def _said(exits: dict[Exit, Change]) -> str:
    """Changes in words, so that growth is seen."""
    said = []
    for exit, each in exits.items():
        owners, names = sorted(map(str, each.owners)), sorted(each.names)
        said.append((str(exit), sorted(each.places.items()), sorted(each.resized), owners, each.scalars.said(), names))
    return str(said)
