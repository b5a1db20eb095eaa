"""Tables between two steps, as a proof begins with them: any that the invariant allows (a *havoc* of the table).

What a proof knows of such a table is its *shape* (which values the scalars have that are neither amounts nor
truths) and the properties that always hold. The shape is found, not written: it begins with what the deal leaves,
and grows by what steps leave until nothing new comes. Scalars of a few values are taken in turn, and only on the
paths that read them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any

from referee.kernel.game import Game
from referee.kernel.players import NO_PLAYER, Player
from referee.kernel.table import Table
from referee.verify.prove.algebra import SymbolicAlgebra
from referee.verify.prove.claims import assumed
from referee.verify.prove.concrete_values import is_known
from referee.verify.prove.paths import Interned, NotSymbolic, Path, le
from referee.verify.prove.piles import Base
from referee.verify.prove.seat_symmetry import Seats, of_anybody
from referee.verify.prove.terms import NO_BOUND, SymAmount, SymTruth, bounds, parts_of_one

Claims = Mapping[str, Callable[[Any], Any]]

REPEATED = "rules that are repeated are followed by proofs on the meaning of the rules alone"
UNREAD = object()
"""The value of a scalar that is decided when it is first read, where nobody has read or set it."""


@dataclass
class Shape:
    """The values that scalars may have between two steps.

    ``words`` has the values of those that are neither amounts nor truths, ``ranges`` those of amounts; a truth is in
    ``truths`` with the values that it was seen to have. ``money`` says whether accounts are not all empty, and
    ``cents`` of how many parts of one their amounts are multiples.
    """

    words: dict[str, list[Any]] = field(default_factory=dict)
    ranges: dict[str, tuple[int, int]] = field(default_factory=dict)
    truths: dict[str, set[bool]] = field(default_factory=dict)
    money: bool = False
    cents: int = 1
    grown: int = 0
    opaque: bool = False

    def copy(self) -> Shape:
        words = {name: list(known) for name, known in self.words.items()}
        truths = {name: set(seen) for name, seen in self.truths.items()}
        return Shape(words, dict(self.ranges), truths, self.money, self.cents, self.grown)

    def as_text(self) -> str:
        """It in words: the same as long as it has not grown."""
        truths = {name: sorted(seen) for name, seen in self.truths.items()}
        return str((self.words, self.ranges, truths, self.money, self.cents))

    def _extent(self) -> tuple[Any, ...]:
        """How much it holds: as ``as_text``, of one and the same shape, and sooner told."""
        words = {name: (len(known), [type(each) for each in known[:1]]) for name, known in self.words.items()}
        return words, dict(self.ranges), {name: len(seen) for name, seen in self.truths.items()}, self.money, self.cents

    def forget(self, names: Iterable[str]) -> None:
        """Know nothing of these scalars."""
        for name in names:
            for known in (self.words, self.ranges, self.truths):
                known.pop(name, None)

    def take_in(self, table: Any, *, opaque: bool = False) -> bool:
        """Widen by the scalars of a table at the end of a path; whether that was something new.

        NotSymbolic where a scalar cannot be followed; with ``opaque`` only where it is read later.
        """
        before = self._extent()
        self.opaque = opaque
        specs = table.game.table_class.scalar_specs
        for name in table.shape_names:
            for unread in lazy_values(table, name) if opaque and lazy_now(table, name) is UNREAD else ():
                self.take(name, unread, table)
            value = at_end(table, name)
            if name in specs and specs[name].per_player:
                for each in value:  # seats are alike: what one may have, all may
                    self.take(name, each, table)
            else:
                self.take(name, value, table)
        self.money = self.money or any(not isinstance(each, int) or each != 0 for each in table.money)
        for each in table.money:
            self.cents = lcm(self.cents, parts_of_one(each))
        if table.control:
            raise NotSymbolic("somebody still decides for somebody else when a step is over")
        for place in table.places:
            if place.is_row and place.row:
                raise NotSymbolic(f"cards lie in the row {place!r} between steps: rows are not symbolic, use a bag")
        grew = self._extent() != before
        self.grown += grew
        return grew

    def take(self, name: str, value: Any, table: Any) -> None:
        """Widen one scalar by a value."""
        if isinstance(value, (bool, SymTruth)):
            seen = self.truths.setdefault(name, set())
            seen |= {True, False} if isinstance(value, SymTruth) else {value}
        elif isinstance(value, SymAmount) or type(value) is int:
            if parts_of_one(value) > 1:
                raise NotSymbolic(f"the scalar {name} keeps a fraction between steps: keep so many parts of it")
            low, high = bounds(value)
            was = self.ranges.get(name, (low, high))
            wide = self.grown > 3  # what still grows then may grow for ever
            self.ranges[name] = (
                was[0] if low >= was[0] else -NO_BOUND if wide else low,
                was[1] if high <= was[1] else NO_BOUND if wide else high,
            )
        else:
            if not is_known(value):
                if self.opaque:
                    self.words[name] = [Opaque(name)]
                    return
                raise NotSymbolic(f"the scalar {name} keeps {value!r} between steps, which is not known")
            known = self.words.setdefault(name, [])
            if known and isinstance(known[0], Opaque):
                return
            # whoever it is after a step by the first player, it may be anybody after a step by another
            for each in [value] if self.opaque else of_anybody(value, table.players, name):
                if each not in known:
                    known.append(each)


class Opaque:
    """A scalar of which nothing is known: whoever reads it learns that a proof cannot go on."""

    def __init__(self, name: str) -> None:
        self.name = name

    def _refuse(self, *_: Any) -> Any:
        raise NotSymbolic(f"the scalar {self.name} keeps cards, which are not known where a rule is proved apart")

    __bool__ = __iter__ = __len__ = __add__ = __radd__ = __getitem__ = __eq__ = __ne__ = _refuse
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Opaque({self.name})"


def scalar_of(path: Path, shape: Shape, name: str, unknown: str, start: Any = None) -> Any:
    """A scalar as far as a shape knows it; ``unknown`` names what is not known of it."""
    if is_mixed(shape, name):
        raise NotSymbolic(f"the scalar {name} is now a number and now a truth or another thing")
    if name in shape.truths:
        seen = shape.truths[name]
        return next(iter(seen)) if len(seen) == 1 else path.atom(unknown, 0, 1, ("free",)) == 1
    if name in shape.ranges:
        low, high = shape.ranges[name]
        return low if low == high else path.atom(unknown, low, high, ("free",))
    words = shape.words.get(name, [start])
    if len(words) > 1:
        few = ", ".join(map(str, words[:3]))
        raise NotSymbolic(
            f"the scalar {name} has several values between steps, {len(words)} so far ({few}, …), where a proof needs "
            f"one: what amounts and flags say can be followed"
        )
    return words[0]


def is_mixed(shape: Shape, name: str) -> bool:
    """Whether a scalar was seen with values of several sorts, of which each would be followed alone."""
    return sum(name in seen for seen in (shape.words, shape.ranges, shape.truths)) > 1


def lazy_class(game: Game[Any], shape: Shape | None) -> type[Table]:
    """The game's class of tables, with scalars of several values that are decided when they are first read."""
    specs = game.table_class.scalar_specs
    names = [*specs, "direction"]
    body: dict[str, Any] = {
        "shape_names": tuple(names),
        "pick_word": _pick_word,
        "repeat": _repeat,
        "__module__": __name__,
    }
    for name in names:
        values = (shape.words.get(name) if shape else None) or ()
        many = len(values) > 1 or any(isinstance(each, Opaque) for each in values)
        if shape and many and not is_mixed(shape, name) and not (name in specs and specs[name].per_player):
            body[name] = _lazy(name, tuple(values))
    return type(game.table_class.__name__, (game.table_class,), body)


def _repeat(table: Table, rule: Callable[..., Any], *about: Any) -> Any:
    raise NotSymbolic(REPEATED)


def lazy_values(table: Any, name: str) -> tuple[Any, ...]:
    """The values of a scalar that is decided when it is first read; () for any other."""
    found: Any = type(table).__dict__.get(name)
    lazy: Any = found.fget if isinstance(found, property) else None
    return () if lazy is None else tuple(lazy.values)


def lazy_now(table: Any, name: str) -> Any:
    """The value of such a scalar on this path."""
    return table.__dict__.get(f"_now_{name}", UNREAD)


def at_end(table: Any, name: str) -> Any:
    """The value of a scalar at the end of a path; of one that nobody read or set, one that it had before."""
    values = lazy_values(table, name)
    if not values:
        return getattr(table, name)
    now = lazy_now(table, name)
    return values[0] if now is UNREAD else now


def scalars_of(table: Any) -> Iterator[tuple[str, Any]]:
    """Every scalar with its name, ``came[1]`` for those that each player has; of lazy ones those that were set."""
    specs = table.game.table_class.scalar_specs
    for name in table.shape_names:
        if name in specs and specs[name].per_player:
            for number, value in enumerate(getattr(table, name)):
                yield f"{name}[{number}]", value
        elif lazy_values(table, name):
            now = lazy_now(table, name)
            if now is not table.__dict__.get(f"_first_{name}", UNREAD):
                yield name, now
        else:
            yield name, getattr(table, name)


def unknown_scalars(path: Path, table: Any, shape: Shape) -> Iterator[tuple[str, Any]]:
    """Every scalar as far as a shape knows it, by the same names; lazy ones are left out."""
    specs = table.game.table_class.scalar_specs
    for name in table.shape_names:
        if name in specs and specs[name].per_player:
            for each in [f"{name}[{number}]" for number in range(len(table.players))]:
                yield each, scalar_of(path, shape, name, f"{path.label}{each}", specs[name].start)
        elif not lazy_values(table, name):
            yield name, scalar_of(path, shape, name, f"{path.label}{name}", getattr(table, name))


def set_scalar(table: Any, name: str, value: Any) -> None:
    """Set a scalar of one of these names."""
    plain, _, seat = name.partition("[")
    if seat:
        getattr(table, plain)[int(seat[:-1])] = value
    else:
        setattr(table, plain, value)


def lay_scalars(path: Path, table: Any, shape: Shape) -> None:
    """Give scalars, turns and money the values that a shape knows of them."""
    for name, value in unknown_scalars(path, table, shape):
        set_scalar(table, name, value)
    for name in table.shape_names:
        table.__dict__.pop(f"_now_{name}", None)
    table.turns = path.atom(f"{path.label}turns", 0, NO_BOUND, ("free",))
    if shape.money:
        held = [path.atom(f"{path.label}{each!r} has", -NO_BOUND, NO_BOUND, ("free",)) for each in table.players]
        if shape.cents > 1:
            held = [each * Fraction(1, shape.cents) for each in held]
        table.money = (*held, 0 - sum(held[1:], held[0]))


def _lazy(name: str, values: tuple[Any, ...]) -> property:
    now, first = f"_now_{name}", f"_first_{name}"

    def read(self: Any) -> Any:
        found = self.__dict__.get(now, UNREAD)
        if found is UNREAD:
            found = self.__dict__[now] = self.__dict__[first] = self.pick_word(name, values)
        return found

    def write(self: Any, value: Any) -> None:
        self.__dict__[now] = value

    read.values = values  # type: ignore[attr-defined]
    return property(read, write)


class Boundary:
    """Prepares symbolic tables between two steps."""

    def __init__(self, game: Game[Any], shape: Shape, invariant: Claims, label: str = "") -> None:
        self.game, self.shape, self.invariant, self.label = game, shape.copy(), invariant, label
        self.table_class = lazy_class(game, shape)
        self.folding: set[str] = set()
        """Properties from which sizes are known: without them other paths would have to be followed."""
        self.solved = self._solve()

    def prepare(self, path: Path, table: Any) -> None:
        """Any such table; the invariant is assumed of it."""
        self._lay_out(path, table, self.solved)
        path.laid_out(table)
        for name, claim in self.invariant.items():
            path.claimed[name] = len(path.assumptions)
            path.assumptions.append(path.once(partial(assumed, claim, table)))

    def _lay_out(self, path: Path, table: Any, solved: dict[str, tuple[int, tuple[tuple[str, int], ...]]]) -> None:
        shape, total = self.shape, path.deck.total
        table.dealing = False
        shares, known = [], 0
        for place in table.places:
            if place.is_row:
                continue
            name = repr(place)
            size: Any = path.atom(f"{path.label}size of {name}", 0, total, ("free",))
            if name in solved:
                size, parts = solved[name]
                for part, factor in parts:
                    size = size + path.atom(f"{path.label}size of {part}", 0, total, ("free",)) * factor
                path.assume(le(0, size))
            known = known + size
            share = (
                path.pile(0) if isinstance(size, int) and not size else Base(path, f"{path.label}{name}", size, None)
            )
            place.pile, place.size = share, size
            shares.append(share)
        path.partitions.append(tuple(shares))
        path.assume(known == total)
        lay_scalars(path, table, shape)

    # -- sizes that the invariant fixes -----------------------------------------------------------------

    def _solve(self) -> dict[str, tuple[int, tuple[tuple[str, int], ...]]]:
        """Sizes of piles as the equations of the invariant give them, so that they fold: ``{place: 15}``."""
        path = Path(self.game.deck, [], Interned(), {}, "")
        table: Any = self.table_class(self.game, SymbolicAlgebra(path))
        self._lay_out(path, table, {})
        equations = [truth.args[0] for truth in path.assumptions if truth.op == "==0"]
        for claimed, claim in self.invariant.items():
            made = path.made
            truth = assumed(claim, table)
            if path.made == made and not isinstance(truth, bool) and _equations(truth):
                equations += _equations(truth)
                self.folding.add(claimed)
        rows: dict[str, tuple[int, dict[str, int]]] = {}
        for each in equations:
            constant, parts = each.constant, {atom.name: factor for atom, factor in each.parts}
            for name, (known, others) in rows.items():
                factor = parts.pop(name, 0)
                constant += factor * known
                for other, number in others.items():
                    parts[other] = parts.get(other, 0) + factor * number
            parts = {name: factor for name, factor in parts.items() if factor}
            pivot = next((n for n in parts if abs(parts[n]) == 1 and n.startswith("size of ")), None)
            if pivot is None or not all(name.startswith("size of ") for name in parts):
                continue
            sign = -parts.pop(pivot)
            row = (sign * constant, {name: sign * factor for name, factor in parts.items()})
            for name, (known, others) in list(rows.items()):
                factor = others.pop(pivot, 0)
                for other, number in row[1].items():
                    others[other] = others.get(other, 0) + factor * number
                rows[name] = (known + factor * row[0], {k: v for k, v in others.items() if v})
            rows[pivot] = row
        return {
            name[8:]: (constant, tuple([(other[8:], factor) for other, factor in parts.items()]))
            for name, (constant, parts) in rows.items()
        }


def _equations(truth: Any) -> list[SymAmount]:
    """The equations among the conjuncts of a truth."""
    if not isinstance(truth, SymTruth):
        return []
    if truth.op == "and":
        return [each for argument in truth.args for each in _equations(argument)]
    return [truth.args[0]] if truth.op == "==0" else []


def _pick_word(self: Any, name: str, values: tuple[Any, ...]) -> Any:
    """Decide a scalar that is read. The first that turns out to be a player is the first seat: all are alike."""
    if isinstance(values[0], Opaque):
        values[0]._refuse()
    path = self.algebra.path
    players = [each for each in values if isinstance(each, Player) and each is not NO_PLAYER]
    if players and Seats.alike and not self.__dict__.get("_somebody"):
        values = (players[0], *[each for each in values if each not in players])
    found = path.one_of(name, values)
    if isinstance(found, Player) and found is not NO_PLAYER:
        self.__dict__["_somebody"] = True
    return found
