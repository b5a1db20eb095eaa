"""Zones as a game declares them, and the places of a table that they become.

A *bag* holds an unordered pile; nothing tells two cards of a kind apart. A *row* holds cards one after the
other, for zones in which a rule can observe order, marks on cards or cards that are linked: its cards are
``Laid`` and keep their identity while they go from row to row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from referee.kernel.cards import Card, Deck, Kinds, Values
from referee.kernel.errors import BadInput
from referee.kernel.players import Audience, Player, everybody
from referee.kernel.rule_types import Amount, Pile, Truth

if TYPE_CHECKING:
    from referee.kernel.table import Table

T = TypeVar("T")

Seen = Audience | Callable[[Any], Audience]
"""An audience, or a function from the game (its readings, its settings) to one."""
Packing = bool | Kinds | Callable[[Any], Kinds]
"""Whether a zone holds the pack on a new table, or which kinds of it."""


class Laid(NamedTuple):
    """One card in a row: its ``kind`` (a number), its ``marks``, and the ``link`` it belongs to (0: none).

    ``number`` tells it from every other card in rows, for as long as it is in rows and the step lasts. No player
    learns it, and no scalar may hold it.
    """

    kind: int
    number: int
    marks: tuple[Enum, ...] = ()
    link: int = 0

    def has(self, mark: Enum) -> bool:
        """Whether that mark is on it."""
        return mark in self.marks


def listed(cards: Any) -> Any:
    """The cards that are to be moved: of one in a row the tuple of it."""
    return (cards,) if isinstance(cards, Laid) else cards


class End(Enum):
    """An end of a row: ``TOP`` is its first card, ``BOTTOM`` its last."""

    TOP = "top"
    BOTTOM = "bottom"


LeavingHook = Callable[["Table", "Place", tuple[Laid, ...]], None]
BreakingHook = Callable[["Table", "Row", tuple[Laid, ...]], None]


class Place:
    """One zone of one table. ``pile`` are its cards and ``size`` their number; only the table changes it.

    ``name`` is as it was declared, ``owner`` its player (None: the table), ``seen_by`` and ``size_seen_by`` are its
    audiences.

    The kernel's own: ``table``, ``algebra``, ``is_row``, ``row``, ``number``, ``full_name``, ``contents``,
    ``restore``, ``size_seen_by``.
    """

    __slots__ = (
        "algebra",
        "full_name",
        "is_row",
        "name",
        "number",
        "owner",
        "pile",
        "seen_by",
        "size",
        "size_seen_by",
        "table",
    )

    row: tuple[Laid, ...]
    pile: Any
    size: Amount

    def __init__(self, table: Table, name: str, owner: Player | None, spec: ZoneSpec) -> None:
        self.table = table
        self.name = name
        self.full_name = name if owner is None else f"{name} {owner.seat}"
        """``middle``, ``hand 2``: how records and events name it."""
        self.owner = owner
        self.algebra = table.algebra
        self.is_row = spec.row
        self.seen_by = cast(Audience, spec.seen_by)
        self.size_seen_by = cast(Audience, spec.size_seen_by)
        self.number = -1
        """Its position among the places of the table."""
        algebra, has = table.algebra, spec.pack
        self.restore(algebra.only(algebra.whole, has) if isinstance(has, Kinds) else algebra.nothing)

    @property
    def is_empty(self) -> Truth:
        """Whether no card lies here."""
        return self.size == 0

    def count(self, kinds: Kinds) -> Amount:
        """The number of its cards that are of those kinds."""
        return self.algebra.count(self.pile, kinds)  # type: ignore[no-any-return]

    def only(self, kinds: Kinds) -> Pile:
        """Its cards of those kinds."""
        return self.algebra.only(self.pile, kinds)  # type: ignore[no-any-return]

    def holds(self, kinds: Kinds) -> Truth:
        """Whether it has a card of those kinds."""
        return self.algebra.count(self.pile, kinds) > 0  # type: ignore[no-any-return]

    def worth(self, values: Values) -> Amount:
        """The sum of the values of its cards; those without a value count 0."""
        return self.algebra.worth(self.pile, values)  # type: ignore[no-any-return]

    def highest(self, values: Values) -> Amount:
        """The highest of the values of its cards; -1 where no card of it has a value."""
        return self.algebra.highest(self.pile, values)  # type: ignore[no-any-return]

    def sees(self, player: Player) -> bool:
        """Whether that player sees the faces of the cards here."""
        return self.seen_by.includes(self.owner, player)

    def sees_size(self, player: Player) -> bool:
        """Whether that player sees how many cards lie here."""
        return self.size_seen_by.includes(self.owner, player) or self.seen_by.includes(self.owner, player)

    def contents(self) -> Any:
        """The contents as plain immutable data."""
        return self.pile

    def restore(self, contents: Any) -> None:
        self.pile = contents
        self.size = self.algebra.size(contents)

    def __repr__(self) -> str:
        return self.name if self.owner is None else f"{self.name} of {self.owner!r}"


class Row(Place):
    """A place whose cards lie in order: ``row`` are all of them, the top first, and ``for laid in row`` walks them.

    The kernel's own: ``on_leave`` and ``on_break`` are the hooks of its declaration.
    """

    __slots__ = ("_derived", "_restored", "on_break", "on_leave", "row")

    def __init__(self, table: Table, name: str, owner: Player | None, spec: ZoneSpec) -> None:
        self._restored: tuple[Any, tuple[Laid, ...]] = ((), ())
        """The contents that were last restored, and the cards that were made for them."""
        super().__init__(table, name, owner, spec)
        self.row = ()
        self.on_leave = spec.on_leave
        self.on_break = spec.on_break
        self._derived: dict[Any, tuple[tuple[Laid, ...], Any]] = {}

    @property
    def pile(self) -> Any:
        return self.derive(_packed)

    @property
    def size(self) -> Amount:  # type: ignore[override]
        return len(self.row)  # type: ignore[return-value]

    def __iter__(self) -> Iterator[Laid]:
        return iter(self.row)

    def groups(self) -> tuple[tuple[Laid, ...], ...]:
        """Its cards, linked ones together, each group where its first card lies."""
        if not any(map(_link, self.row)):
            return tuple(zip(self.row))
        linked: dict[int, list[Laid]] = {}
        found: list[list[Laid]] = []
        for laid in self.row:
            if laid.link in linked:
                linked[laid.link].append(laid)
                continue
            found.append([laid])
            if laid.link:
                linked[laid.link] = found[-1]
        return tuple([tuple(group) for group in found])

    def derive(self, of: Callable[[Row], T]) -> T:
        """``of(row)``, computed anew only when what lies here has changed; it may look at nothing else."""
        known = self._derived.get(of)
        if known is None or known[0] is not self.row:
            known = self._derived[of] = (self.row, of(self))
        return known[1]

    def face(self, laid: Laid) -> Card:
        """The card that it is: rank, suit, name."""
        return self.table.deck.cards[laid.kind]

    def contents(self) -> Any:
        """Kinds, and ``(kind, marks, link)`` where a card has any: numbers are left out."""
        return self.derive(_without_numbers)

    def restore(self, contents: Any) -> None:
        known, made = self._restored
        if known is contents:  # whoever tries many ways from one table; the numbers of these cards are theirs alone
            self.row = made
            return
        first = self.table.cards_numbered
        self.row = tuple(
            [
                Laid(each, first + at) if isinstance(each, int) else Laid(each[0], first + at, *each[1:])
                for at, each in enumerate(contents or (), 1)
            ]
        )
        self.table.cards_numbered += len(self.row)
        self._restored = contents, self.row


_link = attrgetter("link")


def _packed(row: Row) -> Any:
    return row.table.deck.pack([laid.kind for laid in row.row])


def _without_numbers(row: Row) -> Any:
    return tuple([(kind, marks, link) if marks or link else kind for kind, _, marks, link in row.row])


if TYPE_CHECKING:

    class PlaceOfEach:
        """A zone that every player has one of: ``t.hand[me]``."""

        def __init__(self, places: tuple[Place, ...]) -> None: ...
        def __getitem__(self, player: Player) -> Place: ...
        def __iter__(self) -> Iterator[Place]: ...

    class RowOfEach:
        """A row that every player has one of."""

        def __init__(self, places: tuple[Row, ...]) -> None: ...
        def __getitem__(self, player: Player) -> Row: ...
        def __iter__(self) -> Iterator[Row]: ...

else:
    PlaceOfEach = RowOfEach = tuple


@dataclass(frozen=True, slots=True)
class ZoneSpec:
    """A zone as it is declared in the body of a table's class."""

    seen_by: Seen
    size_seen_by: Seen
    per_player: bool
    row: bool
    on_leave: LeavingHook | None = None
    pack: Packing = False
    on_break: BreakingHook | None = None

    def settled(self, game: Any) -> ZoneSpec:
        """The zone with the audiences and the cards of a new table that it has in that game."""
        seen, counted = audience_of(self.seen_by, game), audience_of(self.size_seen_by, game)
        return replace(
            self,
            seen_by=seen,
            size_seen_by=counted,
            pack=self.pack if isinstance(self.pack, (bool, Kinds)) else self.pack(game),
        )


def audience_of(seen_by: Seen, game: Any) -> Audience:
    """The audience of a zone or a scalar in that game."""
    while not isinstance(seen_by, Audience):  # ``lambda game: team`` gives a function of the game again
        seen_by = seen_by(game)
    return seen_by


def with_pack(zones: Mapping[str, ZoneSpec], deck: Deck) -> dict[str, ZoneSpec]:
    """The zones with their cards: the one with the pack has all kinds that no other zone has.

    BadInput: two zones have the same kind, or a kind lies nowhere.
    """
    given = [kind for spec in zones.values() if isinstance(spec.pack, Kinds) for kind in spec.pack.indices]
    twice = sorted({deck.cards[kind].name for kind in given if given.count(kind) > 1})
    if twice:
        raise BadInput(f"on a new table {' '.join(twice)} would lie in two zones: see their 'pack'")
    left = Kinds(deck, [kind for kind in range(len(deck.cards)) if kind not in given])
    packs = [name for name, spec in zones.items() if spec.pack is True]
    if len(packs) > 1:
        raise BadInput(f"on a new table one zone has the pack, not {' and '.join(packs)}")
    if left.indices and not packs:
        raise BadInput(f"on a new table {deck.cards[left.indices[0]].name} lies nowhere: give a zone pack=True")
    return {name: replace(spec, pack=left) if spec.pack is True else spec for name, spec in zones.items()}


FLIGHT = ZoneSpec(everybody, everybody, per_player=False, row=True)
"""The zone of cards that are on their way."""


def zone(*, seen_by: Seen, size_seen_by: Seen = everybody, pack: Packing = False) -> Place:
    """Declare a zone that the table has one of, a bag.

    On a new table the zone with ``pack=True`` holds all cards, except the kinds of other zones whose ``pack`` is a
    function from the game to ``Kinds``: ``pack=lambda game: game.tokens``.
    """
    return cast(Place, ZoneSpec(seen_by, size_seen_by, per_player=False, row=False, pack=pack))


def zones(*, seen_by: Seen, size_seen_by: Seen = everybody) -> PlaceOfEach:
    """Declare a zone that every player has one of, a bag."""
    return cast(PlaceOfEach, ZoneSpec(seen_by, size_seen_by, per_player=True, row=False))


def row(
    *,
    seen_by: Seen,
    size_seen_by: Seen = everybody,
    on_leave: LeavingHook | None = None,
    on_break: BreakingHook | None = None,
) -> Row:
    """Declare a zone in which order, marks or links matter.

    ``on_leave`` is told of cards that leave it; ``on_break`` is told of the remaining cards of a linked group that has
    fallen apart.
    """
    return cast(Row, ZoneSpec(seen_by, size_seen_by, per_player=False, row=True, on_leave=on_leave, on_break=on_break))


def rows(
    *,
    seen_by: Seen,
    size_seen_by: Seen = everybody,
    on_leave: LeavingHook | None = None,
    on_break: BreakingHook | None = None,
) -> RowOfEach:
    """Declare such a zone for every player."""
    return cast(
        RowOfEach, ZoneSpec(seen_by, size_seen_by, per_player=True, row=True, on_leave=on_leave, on_break=on_break)
    )
