"""Tables between two steps, as a proof begins with them: any that the invariant allows.

What a proof knows of such a table is its *shape* (which values the scalars have that are neither amounts nor
truths) and the properties that always hold. The shape is found, not written: it begins with what the deal leaves,
and grows by what steps leave until nothing new comes. Scalars of a few values are taken in turn, and only on the
paths that read them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.kernel.game import Game
from referee.kernel.players import NO_PLAYER, Player
from referee.kernel.table import Table
from referee.verify.prove.algebra import SymbolicAlgebra
from referee.verify.prove.paths import Interned, NotSymbolic, Path, le
from referee.verify.prove.piles import Base
from referee.verify.prove.terms import NO_BOUND, SymAmount, SymTruth

Claims = Sequence[Callable[[Any], Any]]

NOT_KEPT = ("control", "dealing", "money", "outcome", "turns")
"""Scalars of the kernel that are the same between any two steps, or have a treatment of their own."""


@dataclass
class Shape:
    """What scalars may be between two steps.

    ``words`` has the values of those that are neither amounts nor truths, ``ranges`` those of amounts; a truth is
    in ``truths`` with the values that it was seen to have. ``money`` says whether accounts are not all empty.
    """

    words: dict[str, list[Any]] = field(default_factory=dict)
    ranges: dict[str, tuple[int, int]] = field(default_factory=dict)
    truths: dict[str, set[bool]] = field(default_factory=dict)
    money: bool = False
    grown: int = 0

    def copy(self) -> Shape:
        words = {name: list(known) for name, known in self.words.items()}
        truths = {name: set(seen) for name, seen in self.truths.items()}
        return Shape(words, dict(self.ranges), truths, self.money, self.grown)

    def take_in(self, table: Any) -> bool:
        """Widen by the scalars of a table at the end of a path; whether that was something new.

        NotSymbolic where a scalar cannot be followed.
        """
        before = repr(self)
        specs = table.game.table_class.scalar_specs
        for name in table.shape_names:
            value = table.at_end(name)
            if name in specs and specs[name].per_player:
                for each in value:  # seats are alike: what one may have, all may
                    self._take(name, each, table)
            else:
                self._take(name, value, table)
        self.money = self.money or any(not _is_zero(each) for each in table.money)
        if table.control:
            raise NotSymbolic("somebody still decides for somebody else when a step is over")
        for place in table.places:
            if place.is_row and place.row:
                raise NotSymbolic(f"cards lie in the row {place!r} between steps: rows are not symbolic, use a bag")
        grew = repr(self) != before
        self.grown += grew
        return grew

    def _take(self, name: str, value: Any, table: Any) -> None:
        if isinstance(value, (bool, SymTruth)):
            seen = self.truths.setdefault(name, set())
            seen |= {True, False} if isinstance(value, SymTruth) else {value}
        elif isinstance(value, SymAmount) or type(value) is int:
            low, high = value.bounds() if isinstance(value, SymAmount) else (value, value)
            was = self.ranges.get(name, (low, high))
            wide = self.grown > 3  # what still grows then may grow for ever
            self.ranges[name] = (
                was[0] if low >= was[0] else -NO_BOUND if wide else low,
                was[1] if high <= was[1] else NO_BOUND if wide else high,
            )
        else:
            try:
                hash(value)
            except TypeError:
                raise NotSymbolic(f"the scalar {name} keeps {value!r} between steps, which is not known") from None
            known = self.words.setdefault(name, [])
            if isinstance(value, Player) and value is not NO_PLAYER:
                # whoever it is after a step by the first player, it may be anybody after a step by another
                known += [player for player in table.players if player not in known]
            elif value not in known:
                known.append(value)


def _is_zero(value: Any) -> bool:
    return isinstance(value, int) and value == 0


def lazy_class(game: Game[Any], shape: Shape | None) -> type[Table]:
    """The game's class of tables, with scalars of several values that are decided when they are first read."""
    specs = game.table_class.scalar_specs
    names = [*specs, "direction"]
    body: dict[str, Any] = {"shape_names": tuple(names), "at_end": _at_end, "__module__": __name__}
    for name in names:
        values = (shape.words.get(name) if shape else None) or ()
        if len(values) > 1 and not (name in specs and specs[name].per_player):
            body[name] = _lazy(name, tuple(values))
    return type(game.table_class.__name__, (game.table_class,), body)


def _at_end(self: Any, name: str) -> Any:
    """The value of a scalar at the end of a path; of one that nobody read or set, one that it had before."""
    hidden = self.__dict__.get(f"_now_{name}", _UNSET)
    if hidden is not _UNSET:
        return hidden
    found: Any = type(self).__dict__.get(name)
    if not isinstance(found, property):
        return getattr(self, name)
    lazy: Any = found.fget
    return lazy.values[0]


_UNSET = object()


def _lazy(name: str, values: tuple[Any, ...]) -> property:
    now, first = f"_now_{name}", f"_first_{name}"

    def read(self: Any) -> Any:
        found = self.__dict__.get(now, _UNSET)
        if found is _UNSET:
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
        self.table_class.pick_word = _pick_word  # type: ignore[attr-defined]
        self.solved = self._solve()

    def prepare(self, path: Path, table: Any) -> None:
        """Any such table; the invariant is assumed of it."""
        self._lay_out(path, table, self.solved)
        for claim in self.invariant:
            path.assume(claim(table))

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
        for name in table.shape_names:
            spec = table.game.table_class.scalar_specs.get(name)
            if spec is not None and spec.per_player:
                values = getattr(table, name)
                for number in range(len(values)):
                    values[number] = self._scalar(path, name, spec.start, f"[{number}]")
            elif not isinstance(type(table).__dict__.get(name), property):
                setattr(table, name, self._scalar(path, name, getattr(table, name)))
            else:
                table.__dict__.pop(f"_now_{name}", None)
        table.turns = path.atom(f"{path.label}turns", 0, NO_BOUND, ("free",))
        if shape.money:
            held = [path.atom(f"{path.label}{each!r} has", -NO_BOUND, NO_BOUND, ("free",)) for each in table.players]
            table.money = (*held, 0 - sum(held[1:], held[0]))

    def _scalar(self, path: Path, name: str, start: Any, whose: str = "") -> Any:
        shape = self.shape
        if name in shape.truths:
            seen = shape.truths[name]
            return next(iter(seen)) if len(seen) == 1 else path.atom(f"{path.label}{name}{whose}", 0, 1, ("free",)) == 1
        if name in shape.ranges:
            low, high = shape.ranges[name]
            return low if low == high else path.atom(f"{path.label}{name}{whose}", low, high, ("free",))
        words = shape.words.get(name, [start])
        if len(words) > 1:
            raise NotSymbolic(f"the scalar {name} has several values for each player: {words}")
        return words[0]

    # -- sizes that the invariant fixes -----------------------------------------------------------------

    def _solve(self) -> dict[str, tuple[int, tuple[tuple[str, int], ...]]]:
        """Sizes of piles as the equations of the invariant give them, so that they fold: ``{place: 15}``."""
        path = Path(self.game.deck, [], Interned(), {}, "")
        table: Any = self.table_class(self.game, SymbolicAlgebra(path))
        self._lay_out(path, table, {})
        equations = [truth.args[0] for truth in path.assumptions if truth.op == "==0"]
        for claim in self.invariant:
            made = path.made
            truth = claim(table)
            if path.made == made and not isinstance(truth, bool):
                equations += _equations(truth)
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
    """Decide a scalar. The first that turns out to be a player is the first seat: seats are all alike to rules."""
    path = self.algebra.path
    players = [each for each in values if isinstance(each, Player) and each is not NO_PLAYER]
    if players and not self.__dict__.get("_somebody"):
        values = (players[0], *[each for each in values if each not in players])
    found = values[path.fork(len(values)) if path.guide is None else path.guide.word(name, values)]
    if isinstance(found, Player) and found is not NO_PLAYER:
        self.__dict__["_somebody"] = True
    return found
