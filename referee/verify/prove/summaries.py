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
from typing import Any

from referee.kernel.game import Game, methods_of
from referee.kernel.requests import Unwind
from referee.kernel.rule_types import Rule
from referee.verify.prove.boundary import UNREAD, Shape, is_mixed, lazy_class, scalar_of, scalars_of, set_scalar
from referee.verify.prove.concrete_values import frozen, is_known
from referee.verify.prove.facts import Finder
from referee.verify.prove.lemmas import AnyOutcome, Change, Exit, Lemma
from referee.verify.prove.paths import Dropped, NotSymbolic, Path
from referee.verify.prove.search import Ended
from referee.verify.prove.summary_calls import bounds_of, key_of_all, key_of_rest, rest_of, same, sizes_by_owner
from referee.verify.prove.terms import SymAmount, bounds, key_of
from referee.verify.vocabulary import all_cards

FEWEST_CALLS = 3
"""A rule that is called from fewer places is followed where it is called."""
FEWEST_PATHS = 6
"""A rule with fewer paths is too."""


def summarised_rules(game: type[Game[Any]]) -> list[str]:
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


class Summaries:
    """The rules of one game that are proved apart, and what is known of them so far."""

    def __init__(self, game: Game[Any], follow: Callable[[Lemma], Iterator[Ended]], finder: Finder) -> None:
        self.game, self.follow, self.finder = game, follow, finder
        self.lemmas: dict[Any, Lemma] = {}
        self.grew = False
        self.made = 0
        self.followed: list[Lemma] = []
        """The lemmas that are being followed, the innermost last."""
        self.collecting = False
        """Whether calls are gathered first, before any rule is followed."""
        self.plain: set[str] = set()
        """Rules with so few paths that they are followed where they are called."""
        for name in summarised_rules(type(game)):
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
        if not path.is_settled and not all_cards(t).is_made_of(path.partitions):  # type: ignore[attr-defined]
            raise NotSymbolic(f"cards are on their way while {name} is carried out")
        key = path.once(lambda: key_of_call(name, t, args, more))
        if key is None:
            return False
        lemma = self.lemmas.get(key)
        if lemma is None:
            self.grew = True
            self.made += 1
            lemma = self.lemmas[key] = Lemma(
                f"{name}{args}", lambda table: rule(table, *args, **more), rest_of(t), self.made
            )
        if lemma.running:
            raise NotSymbolic(f"{lemma.name} is carried out within itself")
        if not path.is_settled:
            lemma.enter(t)
        if not lemma.followed:
            if self.collecting:
                raise Dropped("it is followed from all tables that it is called with")
            self._follow(lemma)
        if lemma.alive < FEWEST_PATHS:
            self.plain.add(name)
            self.lemmas = {key: each for key, each in self.lemmas.items() if key[0] != name}
            return False
        if self.followed:
            self.followed[-1].used[lemma.number] = (lemma, lemma.known)
        self._end(lemma, t, path)
        return True

    def prepare(self, lemma: Lemma, path: Path, table: Any) -> None:
        """Any table that a rule is called with, and what properties say of it."""
        lemma.prepare(path, table)
        self.finder.begin(path, table)

    def settle(self) -> bool:
        """Follow those again whose calls have grown, or that rest on others of which more is known; whether there
        was one."""
        any_grown = False
        while grown := [one for one in self.lemmas.values() if one.as_text != one.followed or one.rests_on_less]:
            before, any_grown = grown[0].known, True
            self._follow(grown[0])
            self.grew = self.grew or grown[0].known != before
        return any_grown

    def _follow(self, lemma: Lemma) -> None:
        """Follow the rule from all tables that it is called with."""
        lemma.running, lemma.facts = True, {}
        self.followed.append(lemma)
        lemma.used.clear()
        lemma.followed = lemma.as_text
        for change in lemma.exits.values():
            change.always = None  # from fewer tables it seemed that less was set
        lemma.table_class = lazy_class(self.game, lemma.shape)
        lemma.ends, lemma.alive, ways = [], 0, dict[Exit, list[Path]]()
        for ended in self.follow(lemma):
            lemma.ends.append(ended)
            lemma.alive += not ended.dropped
            exit = self._take_in(lemma, ended)
            if exit is not None and ended.table.outcome is None:
                self.finder.end(ended.path, ended.table)
                ways.setdefault(exit, []).append(ended.path)
        self.followed.pop()
        lemma.running = False
        lemma.facts = {exit: self.finder.facts(paths) for exit, paths in ways.items()}
        lemma.known = (_changes_text(lemma.exits), lemma.facts)

    def _take_in(self, lemma: Lemma, ended: Ended) -> Exit | None:
        """Widen the end that a path comes to; None where it comes to none."""
        if not ended.is_whole:
            return None
        table, path = ended.table, ended.path
        if not all_cards(table).is_made_of(path.partitions):  # type: ignore[attr-defined]
            raise NotSymbolic(f"{lemma.name} loses cards, or leaves them on their way")
        unwound = ended.unwound
        over = table.outcome is not None
        result = ended.result if unwound is None else unwound.result
        if not is_known(result):
            raise NotSymbolic(f"{lemma.name} gives what is not known")
        exit = exit_of(None if unwound is None else unwound.depth, result, over)
        change = lemma.exits.setdefault(exit, Change(result))
        begun = path.partitions[0]
        bags = [place for place in table.places if not place.is_row]
        for place, share in zip(bags, begun, strict=True):
            low, high = bounds_of(place.size)
            was = change.sizes.get(place.number, (low, high))
            change.sizes[place.number] = (min(low, was[0]), max(high, was[1]))
            if place.pile.key != share.key:
                change.places.add(place.number)
                if key_of(place.size) != key_of(share.size):
                    change.resized.add(place.number)
        first: dict[Any, Any] = {}
        for place, share in zip(bags, begun, strict=True):
            first[place.owner] = first.get(place.owner, 0) + share.size
        for owner, size in sizes_by_owner(table).items():
            if key_of(size) != key_of(first[owner]):
                change.owners.add(owner)
        self._leaves(lemma, table, path, unwound)
        if key_of_all(table.money) != path.before["money"]:
            raise NotSymbolic(f"{lemma.name} pays")
        changed = {
            name: value
            for name, value in scalars_of(table)
            if not same(value, path.before["scalars"].get(name, UNREAD))
        }
        for name, value in changed.items():
            change.scalars.take(name.partition("[")[0], value, table)
        change.names |= changed.keys()
        change.always = {*changed} if change.always is None else change.always & changed.keys()
        return exit

    @staticmethod
    def _leaves(lemma: Lemma, table: Any, path: Path, unwound: Unwind | None) -> None:
        """NotSymbolic where anything else is left otherwise than it was found, whatever it is."""
        after = dict(rest_of(table))
        for name, was in path.before["rest"]:
            now = after.pop(name)
            if name == "outcome" or (name == "stack" and unwound is not None):
                continue
            if not is_known(now) or frozen(now) != was:
                raise NotSymbolic(
                    f"{lemma.name} leaves {name.lstrip('_')} otherwise than it was: no card and no scalar"
                )
        if after or key_of(table.turns) != path.before["turns"]:
            raise NotSymbolic(f"{lemma.name} leaves {', '.join(after) or 'turns'} otherwise than it was")

    def _end(self, lemma: Lemma, t: Any, path: Path) -> None:
        """Come to one of the ends, with what it may have changed."""
        exits = list(lemma.exits)
        if not exits:
            raise Dropped("no end of it is known yet")
        depth, _, over = exit = exits[path.fork(len(exits))]
        change, facts = lemma.exits[exit], lemma.facts.get(exit, {})
        before, assumed = path.once(lambda: sizes_by_owner(t)), self.finder.before(facts, t)
        for place in t.places:
            if place.number in change.places and not place.is_row:
                low, high = change.sizes[place.number]
                size: Any = place.size
                if place.number in change.resized:
                    size = low if low == high else path.new_amount(f"size of {place!r}", low, high)
                place.pile = (
                    path.pile(0) if isinstance(size, int) and not size else path.new_pile(repr(place), size, None)
                )
                place.size = size
        if change.places:
            path.partitions.append(tuple([place.pile for place in t.places if not place.is_row]))
            for truth in path.once(lambda: _of_sizes(change, before, t)):
                path.assume(truth)
        for name in sorted(change.names):
            self._change(change, t, name, path)
        self.finder.assume(facts, assumed, path, t)
        if over:
            t.outcome = AnyOutcome()
        if depth is not None:
            raise Unwind(depth, change.result)

    def _change(self, change: Change, t: Any, name: str, path: Path) -> None:
        """One scalar becomes what an end may have made of it; or stays what it is, if not every way sets it."""
        plain = name.partition("[")[0]
        words = () if is_mixed(change.scalars, plain) else change.scalars.words.get(plain, ())
        stays = name not in (change.always or ())
        if words:
            if not (stays and path.fork(2)):
                set_scalar(t, name, words[path.fork(len(words))])
            return
        value = scalar_of(path, change.scalars, plain, path.new_name(name))
        if stays:
            was = dict(scalars_of(t)).get(name, UNREAD)
            if was is UNREAD:
                raise NotSymbolic(f"the scalar {name} is now a number or a truth and now another thing")
            if not _covers(change.scalars, plain, was):
                value = t.algebra.if_else(path.new_truth(f"{name} changes"), value, was)
        set_scalar(t, name, value)


def _of_sizes(change: Change, before: dict[Any, Any], t: Any) -> list[Any]:
    """What is known of the sizes behind a rule: of what it leaves alone, and of all together."""
    after = sizes_by_owner(t)
    found = [after[owner] == size for owner, size in before.items() if owner not in change.owners]
    total: Any = 0
    for size in after.values():
        total = total + size
    return [*found, total == t.deck.total]


def key_of_call(name: str, t: Any, args: tuple[Any, ...], more: Any) -> Any:
    """The arguments of a rule but for cards and scalars. None where they are not known, or play is over: then the rule
    is followed where it is called."""
    rest = None if t.outcome is not None else key_of_rest(t)
    given = (args, tuple(sorted(more.items())))
    return None if rest is None or not is_known(given) else (name, frozen(given), rest)


def exit_of(depth: int | None, result: Any, over: bool) -> Exit:
    return depth, frozen(result), over


def _covers(shape: Shape, name: str, value: Any) -> bool:
    """Whether all that a scalar may be is among what a shape knows of it, so that an unknown one stands for it too."""
    if name in shape.truths:
        return len(shape.truths[name]) == 2
    least, most = shape.ranges[name]
    low, high = bounds(value)
    return type(value) in (int, SymAmount) and least <= low and high <= most


def _changes_text(exits: dict[Exit, Change]) -> str:
    """Changes in words, so that growth is seen."""
    said = []
    for exit, each in exits.items():
        owners, names, always = sorted(map(str, each.owners)), sorted(each.names), sorted(each.always or ())
        sizes = [(number, each.sizes[number]) for number in sorted(each.places)]
        said.append((str(exit), sizes, sorted(each.resized), owners, each.scalars.as_text(), names, always))
    return str(said)
