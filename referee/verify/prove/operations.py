"""What every operation on cards keeps: a proof for games whose cards lie in rows, where no whole turn is followed.

Cards change places by the table's operations alone (``move``, ``lay``, ``swap``, …), so a property that holds on a
new table, that looks at nothing but what lies where, and that every operation keeps from *any* table that has it,
holds at every moment of every match. The operations are the kernel's own, run over unknown piles; in a row, cards
that lie together are one *bundle*, which stands for any number of any cards. A row is cut into five bundles, of which
some are moved: each of them may be a single card, or none. That an operation finds its cards is not shown here: where
it does not, the match is stopped, and nobody looks at the table.

A property that looks at no table at all, only at what the game makes of cards, holds everywhere if it holds once.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path as File
from typing import Any

from referee.kernel.citations import module_files
from referee.kernel.game import Game
from referee.kernel.places import End, Laid, Place, Row
from referee.kernel.table import Table
from referee.verify.properties import Kind, Property
from referee.verify.prove.algebra import SymbolicAlgebra
from referee.verify.prove.paths import Interned, NotSymbolic, Path
from referee.verify.prove.piles import Base, Exactly, SymPile
from referee.verify.prove.terms import PileTruth
from referee.verify.readonly_table import evaluate

Operation = tuple[str, Callable[[], object]]


class NotOfCards(Exception):
    """The property looks at something else than what lies where."""


class Bundle:
    """Cards that lie together in a row: any number of any kinds. It stands where the kind of a card stands."""

    def __init__(self, pile: SymPile) -> None:
        self.pile = pile


class BundleDeck:
    """The deck, for rows of bundles: they are packed into unknown piles, and these unpacked into bundles."""

    def __init__(self, path: Path) -> None:
        self._path, self._deck = path, path.deck
        self._known: dict[int, Bundle] = {}
        self._packed: dict[tuple[Any, ...], SymPile] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._deck, name)

    def bundle(self, pile: SymPile) -> Bundle:
        return self._known.setdefault(pile.key, Bundle(pile))

    def pack(self, kinds: Any) -> SymPile:
        kinds = tuple(kinds)
        known = self._packed.get(kinds)
        if known is None:
            known = Exactly(self._path, 0)
            for kind in kinds:
                known = known + (kind.pile if isinstance(kind, Bundle) else self._deck.one[kind])
            self._packed[kinds] = known
        return known

    def unpack(self, pile: SymPile) -> list[Bundle]:
        return [self.bundle(pile)]

    def counts(self, pile: SymPile) -> list[tuple[Bundle, int]]:
        return [(self.bundle(pile), 1)]


class AnySize:
    """A number of cards: nobody asks for it, and sums of a hundred unknowns would take long."""

    def _still(self, *_: object) -> AnySize:
        return self

    def _owed(self, *_: object) -> bool:
        return True

    __add__ = __radd__ = __sub__ = __rsub__ = _still
    __ge__ = __le__ = _owed


class Straight(Path):
    """The kernel does not branch on what it does not know."""

    def decide(self, truth: Any) -> bool:
        raise NotSymbolic(f"an operation branches on {truth!r}")


class AnyTable:
    """A table of unknown piles and bundles, and what a property sees of it."""

    def __init__(self, game: Game[Any]) -> None:
        path = self.path = Straight(game.deck, [], Interned())
        algebra = SymbolicAlgebra(path)
        self.table: Any = game.table(algebra)
        deck = self.table.deck = algebra.deck = BundleDeck(path)  # type: ignore[assignment]
        for place in self.table.places:
            if isinstance(place, Row):
                bundles: list[Any] = [deck.bundle(self._some(place, part)) for part in range(5)]
                first = -5 * place.number
                place.row = tuple([Laid(each, first - part) for part, each in enumerate(bundles, 1)])
            else:
                place.restore(self._some(place, 0))

    def _some(self, place: Place, number: int) -> Base:
        owner = "" if place.owner is None else place.owner.seat
        return Base(self.path, f"{place.name} {owner} {number}", AnySize(), None)

    def says(self, claimed: Property) -> Any:
        about: Any = Seen(self.table)
        said = claimed.claim(about, None) if claimed.asked else claimed.claim(about)
        return self.table.algebra.negate(said) if claimed.kind is Kind.NEVER else said

    def follows(self, after: Any, before: Any) -> bool:
        """Whether ``after`` is seen to hold wherever ``before`` does: the same is said of the same cards."""
        if isinstance(after, bool) or isinstance(before, bool):
            return after is True or before is False
        if not (isinstance(after, PileTruth) and isinstance(before, PileTruth) and after.op == before.op):
            return False
        (pile, *more), (other, *others) = after.args, before.args
        return bool(more == others and pile.terms() == other.terms())


ALLOWED = ("algebra", "deck", "game", "if_else", "is_exactly", "is_within", "no_cards", "players")
"""Parts of a table that lie in no place and never change."""
OF_A_PLACE = ("is_row", "name", "owner", "pile")


class Seen:
    """A table, or a place of one, of which only what lies there can be seen."""

    def __init__(self, of: Any) -> None:
        self._of = of

    def __getattr__(self, name: str) -> Any:
        of = self._of
        if isinstance(of, Place):
            if name in OF_A_PLACE:
                return getattr(of, name)
        elif name in ALLOWED:
            return getattr(of, name)
        elif name in of.zone_specs or name in ("places", "flight"):
            there = getattr(of, name)
            return Seen(there) if isinstance(there, Place) else tuple([Seen(place) for place in there])
        raise NotOfCards(f"it looks at {name}")


def proved_of_cards(game: Game[Any], claimed: Property) -> tuple[bool, str]:
    """Whether a property is proved in this way, and how; or why not."""
    if claimed.kind not in (Kind.ALWAYS, Kind.NEVER):
        return False, "only what holds of a table is proved without following turns"
    try:
        said = AnyTable(game).says(claimed)
    except (NotOfCards, NotSymbolic, TypeError, AttributeError) as why:
        return False, str(why)
    if said is True and claimed.asked:
        return False, "it says nothing of this form of the game"
    if said is True:
        return True, "it looks at no table, only at what the game makes of cards"
    if isinstance(said, bool):
        return False, "it does not hold of the game"
    elsewhere = changes_elsewhere(type(game))
    if elsewhere:
        return False, f"{elsewhere}: cards are moved otherwise than by the table"
    new = evaluate(claimed.claim, game.table(), *((None,) if claimed.asked else ()))
    if bool(new) is (claimed.kind is Kind.NEVER):
        return False, "it does not hold of a new table"
    return preserved_by_all(game, claimed)


def preserved_by_all(game: Game[Any], claimed: Property) -> tuple[bool, str]:
    """Whether every operation keeps a property."""
    number, begun = 0, AnyTable(game)
    table = begun.table
    before, contents = begun.says(claimed), table.moment().contents
    seen: list[Any] = []

    def while_hooked(*_: Any) -> None:
        seen.append(begun.says(claimed))

    for row in [each for each in table.places if isinstance(each, Row)]:
        row.on_leave = row.on_break = while_hooked
    for source, target in _pairs(table):
        for name, operation in _operations(table, source, target):
            operation()
            seen.append(begun.says(claimed))
            if not all(begun.follows(after, before) for after in seen):
                return False, f"{name} from {source!r} to {target!r} does not keep it"
            number += 1
            seen.clear()
            _as_before(table, contents)
    return True, f"every operation on cards keeps it: {number} of them, from any table"


def _as_before(table: Any, contents: Any) -> None:
    for place, there in zip(table.places, contents, strict=True):
        if isinstance(place, Row):
            place.row = there
        else:
            place.restore(there)


def _pairs(table: Table) -> Iterator[tuple[Place, Place]]:
    """Pairs of places: of two seats only those of the same zone, as operations do not tell seats apart."""
    mine = [each for each in table.places if each.owner is None or each.owner is table.players[0]]
    yield from ((one, other) for one in mine for other in mine)
    others = [each for each in table.places if each.owner is table.players[1]]
    yield from ((one, other) for one in mine for other in others if one.name == other.name)


def _operations(table: Any, one: Place, other: Place) -> Iterator[Operation]:
    """The operations on two places of a table; the contents are put back before the next one."""
    parts = list(_parts(table, one))
    for name, cards in parts:
        yield f"move {name}", partial(table.move, cards, one, other)
        if isinstance(other, Row):
            yield f"lay {name}", partial(table.lay, cards, one, other)
            yield f"lay {name} on top", partial(table.lay, cards, one, other, at=End.TOP, marks=(End.TOP,))
    some = parts[0][1]
    if not one.is_row:
        yield "draw", lambda: _driven(table.draw(one, 1, other), some)
    if one.is_row == other.is_row and one is not other:
        yield "swap", partial(table.swap, one, other)
    yield "take back", partial(_taken_back, table, some, one, other)
    if one is not other:
        return
    yield "gather", partial(table.gather, one)
    orders: tuple[Any, ...] = (None,)
    if isinstance(one, Row):
        first, second, third, *_ = one.row
        yield "mark", lambda: table.unmark(one, table.mark(one, second, End.TOP), End.TOP)
        yield "link", partial(table.link, one, (second, third))
        yield "leave a group", lambda: table.move(table.link(one, (second, third))[:1], one, table.places[-1])
        yield "unlink", lambda: table.unlink(one, table.link(one, (first, third))[0].link)
        orders = ((1, 0, 2, 3, 4), (0, 1, 3, 2, 4), (4, 3, 2, 1, 0))
    for order in orders:
        yield "shuffle", partial(_shuffled, table, one, order)


def _parts(table: Any, place: Place) -> Iterator[tuple[str, Any]]:
    """Cards that may be taken out of a place."""
    if isinstance(place, Row):
        row = place.row
        yield "some", (row[1],)
        yield "some that lie apart, in another order", (row[3], row[1])
        yield "some off the top", row[:2]
        yield "some off the bottom", row[-2:]
        yield "all", row
        yield "some by their kinds", row[2].kind.pile  # type: ignore[attr-defined]
        return
    yield "some", Base(table.algebra.path, "some of it", AnySize(), place.pile)
    yield "all", place.pile


def _driven(rule: Any, outcome: Any) -> None:
    next(rule)
    with suppress(StopIteration):
        rule.send(outcome)


def _shuffled(table: Any, place: Place, order: Any) -> None:
    """Parts of a row in another order: every other order comes of such exchanges, of single cards too."""
    _driven(table.shuffle(place), order)


def _taken_back(table: Any, cards: Any, one: Place, other: Place) -> None:
    moment = table.moment()
    table.move(cards, one, other)
    table.take_back(moment)


CHANGING = ("restore", "_take", "_found", "_left", "_change", "_lying", "shift")
"""Methods of places, tables and algebras that only the kernel calls."""


def _of_the_game(game: type[Game[Any]], file: File, tree: ast.Module) -> set[ast.AST]:
    """Attributes that ``set_up`` gives to the game itself, ``self.hand = 5``: there is no table yet."""
    code = getattr(game.set_up, "__code__", None)
    found: set[ast.AST] = set()
    for rule in ast.walk(tree):
        there = (str(file), getattr(rule, "lineno", 0))
        if isinstance(rule, ast.FunctionDef) and code and there == (code.co_filename, code.co_firstlineno):
            me = rule.args.args[0].arg
            names = [node for node in ast.walk(rule) if isinstance(node, ast.Name) and node.id == me]
            if all(isinstance(name.ctx, ast.Load) for name in names):
                found |= {n for n in ast.walk(rule) if isinstance(n, ast.Attribute) and n.value in names}
    return found


def changes_elsewhere(game: type[Game[Any]]) -> str:
    """The place where the text of a game changes places without an operation, as FILE:LINE; "" if there is none."""
    zones = {*game.table_class.zone_specs, "flight", "places"}
    for file in module_files(game):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        of_the_game = _of_the_game(game, file, tree)
        for node in ast.walk(tree):
            if node in of_the_game:
                continue
            stored = isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del))
            attribute = node.attr if isinstance(node, ast.Attribute) else ""
            held = node.value if isinstance(node, ast.Subscript) else None
            in_zone = isinstance(held, ast.Attribute) and held.attr in zones
            wrong = stored and (attribute in ("row", "pile", "size", *zones) or in_zone)
            if wrong or attribute in CHANGING:
                return f"{file}:{node.lineno}"  # type: ignore[attr-defined]
    return ""
