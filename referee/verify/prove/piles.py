"""Terms for piles: expressions over piles of which only the size is known, counted kind by kind when asked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from referee.kernel.cards import Kinds, Values
from referee.verify.prove.terms import Atom, PileTruth, SymAmount, both, either, in_order
from referee.verify.prove.undecided import Undecided, refusal

if TYPE_CHECKING:
    from referee.verify.prove.paths import Path


class SymPile(Undecided):
    """An unordered pile: its size is a term of its own, its counts are made when a rule asks for them."""

    __slots__ = ("key", "path", "size")

    path: Path
    size: Any
    key: int
    """Two piles with the same key are the same pile."""

    def count(self, kind: int) -> Any:
        """The number of cards of one kind. ``ANY_KIND`` stands for some kind that nothing else is known of."""
        raise NotImplementedError

    def bases(self) -> Iterable[Base]:
        raise NotImplementedError

    def terms(self) -> tuple[int, dict[int, int]]:
        """A pile as a sum: the known cards packed, and how often each other pile is in it, by its key."""
        return 0, {self.key: 1}

    def is_made_of(self, partitions: Iterable[tuple[SymPile, ...]]) -> bool:
        """Whether it is, card for card, all that the pack was divided into."""
        known, parts = self.terms()
        for shares in partitions:
            cards, found = 0, dict[int, int]()
            for share in shares:
                more, those = share.terms()
                cards += more
                for key, number in those.items():
                    found[key] = found.get(key, 0) + number
            if cards == known and parts == {key: number for key, number in found.items() if number}:
                return True
        return False

    @property
    def is_nothing(self) -> bool:
        """Whether it is known to be empty."""
        return False

    def __add__(self, other: Any) -> SymPile:
        if type(other) is int:
            other = self.path.pile(other)
        if other.is_nothing:
            return self
        return other if self.is_nothing else Joined(self, other, 1)

    def __radd__(self, other: Any) -> SymPile:
        return self + other  # type: ignore[no-any-return]

    def __sub__(self, other: Any) -> SymPile:
        """A pile without a part that it surely holds. An unsure part is refused, because nobody proves then that it is
        there."""
        if isinstance(other, int):
            other = self.path.pile(other)
        if not self.holds(other):
            self.path.refuse("'-' takes cards out of a pile that may not hold them: write t.without(cards, part)")
        return self.less(other)

    def less(self, part: SymPile) -> SymPile:
        """The pile without a part, which is known to be one or owed to be."""
        if part.is_nothing:
            return self
        return self.path.pile(0) if part.key == self.key else Joined(self, part, -1)

    def holds(self, part: SymPile) -> bool:
        """Whether a pile was chosen or drawn out of just this one (or is it)."""
        return (
            part.key == self.key
            or part.is_nothing
            or (isinstance(part, Base) and part.within is not None and self.holds(part.within))
            or (isinstance(part, Only) and self.holds(part.of))
        )

    def __eq__(self, other: object) -> Any:
        raise refusal("piles are compared by what they hold: count their cards")

    def __ne__(self, other: object) -> Any:
        return self == other

    __hash__ = Undecided._refuse

    def __bool__(self) -> bool:
        return bool(self.size != 0)


ANY_KIND = -1


class Base(SymPile):
    """A pile that nothing is known of but its size, and that it is a part of ``within``, where that is given."""

    __slots__ = ("name", "within")

    def __init__(self, path: Path, name: str, size: Any, within: SymPile | None) -> None:
        self.path, self.name, self.size, self.within = path, name, size, within
        self.key = path.number(("base", name))

    def count(self, kind: int) -> Any:
        if type(self.size) is int and not self.size:
            return 0
        deck = self.path.deck
        copies = deck.total if kind == ANY_KIND else deck.copies[kind]
        return self.path.atom(
            f"{self.name}[{'any' if kind == ANY_KIND else deck.cards[kind].name}]", 0, copies, ("count", self, kind)
        )

    def bases(self) -> Iterable[Base]:
        yield self


class EqualSet(Base):
    """A choice out of ``EqualValue``: all of one value, together worth more than ``above``."""

    __slots__ = ("above", "values")

    def __init__(self, path: Path, name: str, size: Any, within: SymPile, values: Values, above: Any) -> None:
        super().__init__(path, name, size, within)
        self.values, self.above = values, above

    def fact(self) -> Any:
        """The facts about its cards, as one truth."""
        found: Any = False
        for value, group in self.values.groups:
            found = either(found, both(count_of(self, group) == self.size, self.size * value > self.above))
        return found


class Exactly(SymPile):
    """A pile that is known card by card."""

    __slots__ = ("packed",)

    def __init__(self, path: Path, packed: int) -> None:
        self.path, self.packed = path, packed
        self.size = path.deck.size(packed)
        self.key = path.number(("exactly", packed))

    @property
    def is_nothing(self) -> bool:
        return not self.packed

    def count(self, kind: int) -> Any:
        if kind == ANY_KIND:
            return self.path.atom(f"known {self.packed:x}[any]", 0, self.size, ("known", self.packed))
        deck = self.path.deck
        return self.packed >> kind * deck.width & deck.field

    def terms(self) -> tuple[int, dict[int, int]]:
        return self.packed, {}

    def bases(self) -> Iterable[Base]:
        return ()


class Joined(SymPile):
    """Two piles together (``sign`` 1), or the first without the second (-1)."""

    __slots__ = ("one", "other", "sign")

    def __init__(self, one: SymPile, other: SymPile, sign: int) -> None:
        self.path, self.one, self.other, self.sign = one.path, one, other, sign
        self.size = one.size + other.size if sign > 0 else one.size - other.size
        self.key = self.path.number(("joined", one.key, other.key, sign))

    def count(self, kind: int) -> Any:
        return self.one.count(kind) + self.sign * self.other.count(kind)

    def terms(self) -> tuple[int, dict[int, int]]:
        known = self.path.pile_sums.get(self.key)
        if known is None:
            cards, parts = self.one.terms()
            more, those = self.other.terms()
            parts = dict(parts)
            for key, number in those.items():
                parts[key] = parts.get(key, 0) + self.sign * number
            known = (cards + self.sign * more, {key: number for key, number in parts.items() if number})
            self.path.pile_sums[self.key] = known
        return known

    def bases(self) -> Iterable[Base]:
        yield from self.one.bases()
        yield from self.other.bases()


class Only(SymPile):
    """The cards of some kinds in a pile."""

    __slots__ = ("kinds", "of")

    def __init__(self, of: SymPile, kinds: Kinds) -> None:
        self.path, self.of, self.kinds = of.path, of, kinds
        self.size = count_of(of, kinds)
        self.key = self.path.number(("only", of.key, kinds.indices))

    def count(self, kind: int) -> Any:
        if kind == ANY_KIND:
            # of a kind that nothing is known of it is only certain that there are no more than in the pile
            whole = self.of.count(kind)
            return self.path.atom(f"only {self.key}[any]", 0, self.path.deck.total, ("at most", whole))
        return self.of.count(kind) if kind in self.kinds.indices else 0

    def bases(self) -> Iterable[Base]:
        return self.of.bases()


def kinds_in(pile: SymPile) -> tuple[int, ...] | None:
    """The only kinds that a pile can hold; None where it may hold any."""
    if isinstance(pile, Only):
        return pile.kinds.indices
    return kinds_in(pile.within) if isinstance(pile, Base) and pile.within is not None else None


def count_of(pile: Any, kinds: Kinds) -> Any:
    """The number of cards of those kinds."""
    if issubclass(type(pile), int):
        return (pile & kinds.mask) % kinds.deck.modulus
    return weighed(pile, [(kind, 1) for kind in kinds.indices])


def worth_of(pile: SymPile, values: Values) -> Any:
    return weighed(pile, list(values.of.items()))


def weighed(pile: SymPile, weights: list[tuple[int, int]]) -> Any:
    """The sum of weight × count over some kinds, in one go."""
    path = pile.path
    key = (pile.key, tuple(weights))
    if key not in path.sums:
        constant = 0
        found: dict[Atom, int] = {}
        for kind, weight in weights:
            number = pile.count(kind)
            if isinstance(number, int):
                constant += weight * number
            else:
                constant += weight * number.constant
                for atom, factor in number.parts:
                    found[atom] = found.get(atom, 0) + weight * factor
        path.sums[key] = (constant, in_order(found.items()))
    constant, parts = path.sums[key]
    return SymAmount(path, constant, parts) if parts else constant


def holds(path: Path, op: str, pile: SymPile, kinds: Kinds, packed: int) -> Any:
    """The truth ``exactly`` or ``within`` (see ``PileTruth``) of a pile and packed cards."""
    deck = path.deck
    cards = tuple([packed >> kind * deck.width & deck.field for kind in kinds.indices])
    truth = PileTruth(path, op, pile, kinds.indices, cards)
    return truth.spelled_out() if type(pile) is Exactly else truth
