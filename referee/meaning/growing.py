"""What is known of a form's values while its text is read: the numbers of things, and types that only grow."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from referee.kernel.game import Game
from referee.kernel.places import Place
from referee.kernel.players import Player
from referee.kernel.scalars import ValueOfEach
from referee.kernel.spaces import Arms, Space
from referee.kernel.table import Table
from referee.meaning.likeness import Likeness, has_plain_equality
from referee.meaning.objects import RECORDS
from referee.meaning.purity import Purity
from referee.meaning.spec import Spec
from referee.meaning.texts import NoMeaning
from referee.meaning.types import (
    ENDED_WITH,
    FRACTION,
    INT,
    NEVER,
    NONE,
    NONE_TYPE,
    PLAYER,
    TRUTH,
    WIDE,
    Atoms,
    Map,
    Members,
    Places,
    Record,
    Seq,
    Type,
    join,
    join_all,
)
from referee.meaning.values import (
    Known,
    Value,
    fields_of_class,
    identity,
    is_more_than_fields,
    is_one_of_its_number,
    is_ordered_by_parts,
    same,
    tells_apart_by_parts,
    written_in_c,
)

LONG = 4
"""A known tuple of more numbers than that is a sequence where it is kept."""


class Growing:
    """The values of one form of a game, as far as they are known by now."""

    def __init__(self, game: Game[Any], table: Table) -> None:
        self.game, self.table = game, table
        self.purity = Purity(type(game))
        self.atoms: list[Any] = [None]
        self._atom_numbers: dict[Any, int] = {identity(None): NONE}
        self.has_members = False
        """Whether members of an ``IntEnum`` are among the types."""
        self.alike: set[int] = set()
        """The atoms that stand for several things, which are equal."""
        self.equal_to: dict[int, set[int]] = {}
        """By an atom other ones that are equal to it in Python."""
        self.likeness = Likeness(self.atoms, self.equal_to)
        self.makers: dict[str, Value] = {}
        """What makes the things that defaultdicts hold, by the words of their types."""
        self.scalars: dict[str, Type] = {}
        self.things: dict[type, dict[str, Type]] = {}
        self.by_parts: set[type] = set()
        """The classes of things that never change and that rules make in play: a known one is kept as those are."""
        self.active: list[Spec] = []
        """The functions that are being read, each called by the one before it."""
        self.unwound: Type = NEVER
        self.raised_with: dict[type, Type] = {}
        """The types of what exceptions are raised with at which somebody looks who catches them elsewhere."""
        self.frozen: set[Type] = set()
        """The types of sets of which some are frozensets: any may be one."""
        self.grown = False
        self.each_names = {id(values): name for name, values in self._of_each()}
        self.changed: set[str] = set()
        """The scalars that rules set; all others are what they are at the beginning."""
        self.relied: set[str] = set()

    def _of_each(self) -> list[tuple[str, Any]]:
        specs = self.table.scalar_specs.items()
        return [(name, getattr(self.table, name)) for name, spec in specs if spec.per_player]

    def atom(self, thing: Any) -> int:
        """The number of a thing that is known."""
        key = identity(thing)
        number = self._atom_numbers.get(key)
        if number is None:
            if found := self.purity.operators_of(type(thing)):
                what = f"{found}, which does more than to give something,"
                raise NoMeaning(f"{self.active[-1].code.where}: {what} has no meaning yet: write a method")
            number = self._atom_numbers[key] = len(self.atoms)
            self.atoms.append(thing)
            self._note_equal(number, thing)
        elif self.atoms[number] is not thing:
            self.note_alike(number)
        return number

    def _note_equal(self, number: int, thing: Any) -> None:
        """Note which others are equal to a new atom: a word and a member of an enum of words, two equal floats."""
        if not has_plain_equality(type(thing)):
            return
        for other, one in enumerate(self.atoms[:number]):
            if has_plain_equality(type(one)) and not type(one) is type(thing) is str and one == thing:
                self.equal_to.setdefault(number, set()).add(other)
                self.equal_to.setdefault(other, set()).add(number)

    def note_alike(self, number: int) -> None:
        """An atom stands for several things: what was asked by ``is`` is read again."""
        self.grown |= number not in self.alike
        self.alike.add(number)

    def note_known(self, thing: Any, is_new: bool = False) -> None:
        """Note a thing that is told apart by what it holds, for ``is``. ``is_new``: it was made where it stands, and is
        another one each time."""
        if tells_apart_by_parts(type(thing)):
            number = self.atom(thing)
            if is_new:
                self.note_alike(number)

    def type_of_known(self, thing: Any) -> Type:
        """The type of a thing that is known, where it is to be kept."""
        own: Any = type(thing)
        if is_more_than_fields(own):
            what = f"a {own.__name__}, which is a {written_in_c(own)[0].__name__},"
            instead = "a class of its own that has it as an attribute"
            raise NoMeaning(f"{self.active[-1].code.where}: {what} has no meaning yet: write {instead}")
        if isinstance(thing, bool):
            return TRUTH
        if isinstance(thing, Player):
            return PLAYER
        if isinstance(thing, int):
            kind = INT if -(1 << 62) < thing < 1 << 62 else WIDE
            maker: Any = type(thing)
            return self.members(maker) if kind is INT and is_one_of_its_number(maker) else kind
        if isinstance(thing, Fraction):
            return FRACTION
        if isinstance(thing, Place):
            return Places(frozenset([thing.number]))
        if isinstance(thing, ValueOfEach) and id(thing) in self.each_names:
            return Seq(self.scalar_type(self.each_names[id(thing)]), "list")
        if isinstance(thing, tuple):
            types = tuple([self.type_of_known(each) for each in thing])
            if not hasattr(thing, "_fields"):
                if len(thing) > LONG and len({type(each) for each in thing}) == 1:
                    return Seq(join_all(types), "tuple")
                return Record(tuple, tuple(range(len(thing))), types)
            return Record(type(thing), tuple(thing._fields), types)
        if type(thing) is list:
            return Seq(join_all([self.type_of_known(each) for each in thing]), "list")
        if type(thing) is dict:
            keys, values = [join_all([self.type_of_known(each) for each in part]) for part in (thing, thing.values())]
            return Map(keys, values)
        if type(thing) is Arms:
            kinds = [Record(tuple, (0, 1), (TRUTH, self.type_of_known(each))) for each in thing.arms.values()]
            return Record(Arms, ("arms",), (Record(dict, tuple(thing.arms), tuple(kinds)),))
        if isinstance(thing, Space):
            names = RECORDS[type(thing)]
            types = tuple([self.type_of_known(getattr(thing, name)) for name in names])
            return Record(type(thing), names, types)
        if is_ordered_by_parts(type(thing)) or type(thing) in self.by_parts:
            names = tuple(fields_of_class(type(thing)))
            return Record(type(thing), names, tuple([self.type_of_known(getattr(thing, name)) for name in names]))
        return Atoms(frozenset([self.atom(thing)]))

    def members(self, maker: type) -> Members:
        """The type of the members of an enum that are numbers."""
        self.has_members = True
        return Members("int", maker)

    def scalar_type(self, name: str) -> Type:
        """The type of what a table keeps under a name, as far as it is known by now."""
        if name == "$money":
            return self.scalars.setdefault(name, INT)
        if name not in self.scalars:
            start = getattr(self.table, name)
            if isinstance(start, ValueOfEach) and id(start) in self.each_names:
                start = self.table.scalar_specs[name].start
            self.scalars[name] = self.type_of_known(start)
        return self.scalars[name]

    def ended_with(self, name: str) -> Type:
        """The type of what a table keeps of how the game has ended, as somebody looks at it."""
        self.grown |= name not in self.scalars
        return self.scalars.setdefault(name, NONE_TYPE if name == ENDED_WITH["reason"] else Seq(NEVER, "tuple"))

    def word_of_maker(self, maker: Value) -> str:
        """The word for dictionaries that keep what is made in that way where nothing is kept."""
        if isinstance(maker, Known) and maker.thing is None:
            return ""
        found = next((word for word, each in self.makers.items() if same(each, maker)), None)
        if found is None:
            found = f"defaultdict {len(self.makers) + 1}"
            self.makers[found] = maker
        return found

    def grow_scalar(self, name: str, by: Type) -> Type:
        before = self.scalar_type(name)
        if name not in self.changed:
            self.changed.add(name)
            self.grown |= name in self.relied
        after = self.scalars[name] = join(before, by)
        self.grown |= after != before
        return after

    def grow_thing(self, maker: type, name: str, by: Type) -> Type:
        fields = self.things.setdefault(maker, {})
        before = fields.get(name, NEVER)
        after = fields[name] = join(before, by)
        self.grown |= after != before
        return after

    def freeze(self, kind: Type) -> None:
        self.grown |= kind not in self.frozen
        self.frozen.add(kind)

    def look_at_raised(self, kinds: list[type]) -> None:
        """What these exceptions are raised with is looked at where another function catches them."""
        self.grown |= not self.raised_with.keys() >= {*kinds}
        self.raised_with = {**dict.fromkeys(kinds, NEVER), **self.raised_with}

    def grow_raised(self, kind: type, by: Type) -> None:
        before = self.raised_with[kind]
        after = self.raised_with[kind] = join(before, by)
        self.grown |= after != before
        self.grow_unwound(after)

    def grow_unwound(self, by: Type) -> None:
        after = join(self.unwound, by)
        self.grown |= after != self.unwound
        self.unwound = after
