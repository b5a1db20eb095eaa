"""One way through an effect, with what kind of a thing each is: of what outlasts a local way only that is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any

from referee.kernel.places import Row
from referee.kernel.players import Player
from referee.verify.prove.effects.cards import CardNumber, Many, SomeCard
from referee.verify.prove.effects.dictionaries import Words
from referee.verify.prove.effects.knowledge import Knowledge, following
from referee.verify.prove.effects.shared import Shared
from referee.verify.prove.effects.unknown import OneOfThese, Passed, Record, Unknown
from referee.verify.prove.paths import Dropped, NotSymbolic
from referee.verify.prove.terms import SymAmount, SymTruth


class Context(Knowledge):
    """See the module's docstring."""

    def __init__(self, game: Any, decisions: list[int], shared: Shared) -> None:
        super().__init__(game, decisions, shared)
        self.path.context = self

    def unknown(self, word: str, *key: Any) -> Unknown:
        return self.answer(("unknown", word, *key), lambda: Unknown(self, word))  # type: ignore[no-any-return]

    def some_cards_of(self, row: Row, size: Any, word: str) -> Many:
        """So many cards of a row."""
        found = Many(self, size)
        self.facts[found.id] = row
        return found

    # -- what outlasts a way of its own -------------------------------------------------------------------

    def things_of(self, thing: Unknown, parts: int = 0) -> Many:
        """Something unknown that is walked, each of its things of so many parts."""

        def one() -> Any:
            each = [Unknown(self, thing._word) for _ in range(parts or 1)]
            return tuple(each) if parts else each[0]

        return self.answer(  # type: ignore[no-any-return]
            ("things", thing.id, parts), lambda: Many(self, self.amount("how many", 0), one)
        )

    def seen(self, value: Any) -> Any:
        """Values that outlast a way of its own: known things as they are."""
        if isinstance(value, (bool, int, str, Player, Enum, type(None))):
            return ("is", value, type(value).__name__)
        if isinstance(value, (tuple, list)) and all(isinstance(each, Player) for each in value) and value:
            return ("these", type(value), tuple(value))
        if isinstance(value, tuple) and any(not isinstance(each, SomeCard) for each in value):
            return ("tuple", *[self.seen(each) for each in value])
        if isinstance(value, (tuple, list)):
            return self.loosely(value)
        return self.describe(value)

    def one_of_seen(self, ways: list[Any]) -> Any:
        """One thing that stands for what each way gave."""
        if not ways:
            raise Dropped("no way leads on")
        if len(set(ways)) > 1 and all(way[0] == "unknown" or (way[0] == "is" and way[2] == "str") for way in ways):
            return Unknown(self, "a word")
        if len(set(ways)) > 1 and all(way[0] == "amount" or (way[0] == "is" and type(way[1]) is int) for way in ways):
            return self.amount("a number")
        if any(way[0] == "these" for way in ways):
            known = sorted(set(ways), key=repr)
            word, kind, *about = known[self.fork(len(known))]
            return kind(about[0]) if word == "these" else self.made((word, kind, *about))
        return self.one_like(set(ways))

    def kind_of(self, value: Any) -> Any:
        """The description of a value without where it lies; what is known by itself stays known."""
        if isinstance(value, (bool, int, str, Player, Enum, type(None))):
            return ("is", value, type(value).__name__)
        if isinstance(value, (tuple, list)):
            return (type(value).__name__, *[self.kind_of(each) for each in value])
        return without(self.describe(value))

    # -- descriptions -------------------------------------------------------------------------------------

    def describe(self, value: Any) -> Any:
        """The kind of a thing of which only the kind is kept."""
        if isinstance(value, SomeCard):
            return ("card", number_of(self.where(value)))
        if isinstance(value, CardNumber):
            return ("number",)
        if isinstance(value, Many):
            inner = ("cards",) if value.is_of_cards else ("things", *self._described_by(value))
            return (
                "many",
                number_of(self.facts.get(value.id)),
                inner,
                value.once,
                self.differs.get(value.id, frozenset()),
                least_of(value),
            )
        if isinstance(value, Words):
            return ("words", *sorted({self.describe(each) for each in together(self, value.all_values)}, key=repr))
        if isinstance(value, Passed):
            return ("passed",)
        if isinstance(value, (tuple, list)):
            return (type(value).__name__, *[self.describe(each) for each in value])
        if isinstance(value, Unknown):
            return ("unknown",)
        if isinstance(value, OneOfThese):
            return ("one of", value.open)
        if isinstance(value, (bool, SymTruth)):
            return ("truth",)
        if isinstance(value, SymAmount) or (isinstance(value, int) and not isinstance(value, Player)):
            return ("amount",)
        if isinstance(value, (str, Player, Enum, type(None))):
            return ("is", value, type(value).__name__)
        if isinstance(value, Record):
            return ("record", value.these)
        if getattr(value, "is_event", False):
            return ("event", least_of(value.cards) if isinstance(value.cards, Many) else int(bool(value.cards)))
        raise NotSymbolic(f"keeps a {type(value).__name__} from one card of a row of unknown length to the next")

    def loosely(self, value: Any) -> Any:
        """The same, of a sequence without its length."""
        if isinstance(value, (tuple, list)):
            value = self.joined([value])
            if not value.size and value.size is not None and isinstance(value.size, int):
                return ("many", "none", ("things",), True, frozenset(), 0)
        if isinstance(value, Many):
            _, row, inner, _, _, least = self.describe(value)
            return ("many", row, inner, False, frozenset(), least)
        return self.describe(value)

    def one_like(self, descriptions: set[Any]) -> Any:
        """Any one thing of these descriptions; sequences of several are one of all."""
        if len(descriptions) > 1 and len({(each[0], len(each)) for each in descriptions}) == 1:
            word = next(iter(descriptions))[0]
            if word in ("tuple", "list"):
                parts = [self.one_like(set(part)) for part in zip(*[each[1:] for each in descriptions], strict=True)]
                return tuple(parts) if word == "tuple" else parts
        many = [each for each in descriptions if each[0] == "many"]
        if len(many) != len(descriptions):
            words = [each for each in descriptions if each[0] == "words" and len(each) > 1]
            left = [each for each in descriptions if each != ("words",) or not words]  # others may be empty as well
            return self.any_of(sorted(left, key=repr))
        some = [each for each in many if each[1] != "none"]
        if not some:
            return Many(self, 0)
        once = len(many) == 1 and some[0][3]
        rows = {each[1] for each in some}
        inner: set[Any] = set()
        for each in some:
            inner |= {("card", None)} if each[2] == ("cards",) else set(each[2][1:])
        row = next(iter(rows)) if len(rows) == 1 else None
        held = ("cards",) if inner == {("card", None)} else ("things", *sorted(inner, key=repr))
        found = self.many_of(row, held, once=once, least=min(each[5] for each in many))
        differs = frozenset.intersection(*[each[4] for each in some])
        if differs:
            self.differs[found.id] = differs
        return found

    def _described_by(self, many: Many) -> Any:
        return sorted(set(self.locally(many.generic, self.describe)), key=repr)

    def made(self, described: Any) -> Any:
        """Any thing of that description."""
        word, *about = described
        if word == "card":
            card = SomeCard(self)
            if about[0] is not None:
                self.facts[card.id] = self.table.places[about[0]]
            return card
        if word == "number":
            return SomeCard(self).number
        if word == "many":
            found = self.many_of(about[0], about[1], once=about[2], least=about[4])
            if about[3]:
                self.differs[found.id] = about[3]
            return found
        if word == "words":
            some = Words()
            if about:
                some.context, some.held = self, [self.made(each) for each in about]
            return some
        if word == "passed":
            return Passed(self)
        if word in ("tuple", "list"):
            each = [self.made(one) for one in about]
            return tuple(each) if word == "tuple" else each
        if word == "record":
            return Record(self, about[0])
        if word == "event":
            return self.table.stack.outer(about[0])
        if word == "unknown":
            return Unknown(self, "something")
        if word == "one of":
            return OneOfThese(self, about[0])
        if word == "truth":
            return self.path.new_truth("a truth")
        if word == "amount":
            return self.amount("an amount")
        return about[0]

    def many_of(self, row: int | None, inner: Any, *, once: bool = False, size: Any = None, least: int = 0) -> Many:
        """A sequence of things of some descriptions, in the row of that number."""
        size = self.amount("how many", least) if size is None else size
        if inner == ("cards",):
            found = Many(self, size, once=once)
        else:
            found = Many(self, size, self.later(inner[1:]), once=once)
        if row is not None:
            self.facts[found.id] = self.table.places[row]
        return found

    def later(self, descriptions: Iterable[Any]) -> Callable[[], Any]:
        """Makes any thing of these descriptions; of rows that cards may have left since nothing is known then."""
        every, before = tuple(descriptions), dict(self.departures)

        def make() -> Any:
            left = {row for row, times in self.departures.items() if times != before.get(row, 0)}
            return self.any_of(dict.fromkeys([without(each, left) for each in every]) if left else every)

        return make

    def any_of(self, descriptions: Iterable[Any]) -> Any:
        descriptions = tuple(descriptions)
        if not descriptions:
            raise Dropped("there is none")
        return self.made(descriptions[self.fork(len(descriptions))])

    def joined(self, parts: list[Any], *, least: bool = False) -> Many:
        """Sequences one after the other; with ``least`` any one of them."""
        size: Any = 0
        inner: set[Any] = set()
        rows: set[Any] = set()
        cards = True
        for part in parts:
            if isinstance(part, Unknown):
                part = self.things_of(part)
            size = size + (part.size if isinstance(part, Many) else len(part))
            if isinstance(part, Many):
                if isinstance(part.size, int) and not part.size:
                    continue
                rows.add(self.facts.get(part.id))
                if not part.is_of_cards:
                    cards = False
                    inner |= set(self._described_by(part))
                else:
                    inner.add(("card", None))
            else:
                for each in part:
                    cards = cards and isinstance(each, SomeCard)
                    rows.add(self.where(each))
                    inner.add(("card", None) if isinstance(each, SomeCard) else self.describe(each))
        row = number_of(next(iter(rows))) if len(rows) == 1 else None
        held = ("cards",) if cards else ("things", *sorted(inner, key=repr))
        whole = [part for part in parts if isinstance(part, Many) or part]
        once = self._each_once(whole[0]) if len(whole) == 1 else self._apart(whole)
        return self.many_of(row, held, size=None if least else size, once=once)

    def _each_once(self, part: Any) -> bool:
        """Whether a sequence is known to have each of its things once."""
        if isinstance(part, Many):
            return part.once
        return all(
            isinstance(one, SomeCard) and isinstance(other, SomeCard) and self.are_known_apart(one, other)
            for place, one in enumerate(part)
            for other in part[:place]
        )

    def are_known_apart(self, one: SomeCard | Many, other: SomeCard | Many) -> bool:
        mine, theirs = self.root(one.id), self.root(other.id)
        return mine != theirs and (
            not {theirs, other.id}.isdisjoint(
                self.differs.get(mine, frozenset()) | self.differs.get(one.id, frozenset())
            )
            or not {mine, one.id}.isdisjoint(
                self.differs.get(theirs, frozenset()) | self.differs.get(other.id, frozenset())
            )
        )

    def _apart(self, parts: list[Any]) -> bool:
        """Whether these are parts of one sequence that have no card in common: something tells them apart."""
        if not all(isinstance(part, Many) and part.once and part.is_of_cards for part in parts):
            return False
        if len({part.of for part in parts}) > 1:
            return False
        return all(
            any((question, not answer) in other.picked_by for question, answer in one.picked_by)
            for place, one in enumerate(parts)
            for other in parts[:place]
        )

    def decisions_about(self, card: SomeCard) -> frozenset[Any]:
        """The decisions about a card just now, in words that hold of any card."""
        names = {
            unknown.id: (word, *more)
            for (kind, *about), unknown in self.answers[-1].items()
            if kind == "unknown" and len(about) > 1 and about[1] == card.id
            for word, more in [(about[0], about[2:])]
        }
        found = set()
        for (kind, *about), answer in self.answers[-1].items():
            if kind == "asked" and about[0][0] == card.id:
                found.add((about[0][1:], answer))
            elif kind == "asked" and about[0][0] in names:
                found.add(((*names[about[0][0]], *about[0][1:]), answer))
        return frozenset(found)


def number_of(row: Row | None) -> int | None:
    """A row by its number, which is the same on all paths."""
    return None if row is None else row.number


def least_of(many: Many) -> int:
    """1 where there is a thing in it for certain."""
    size = many.size
    if isinstance(size, int) or size.bounds()[0] >= 1:
        return int(isinstance(size, SymAmount) or size >= 1)
    is_none = size == 0
    return int(isinstance(is_none, SymTruth) and many.context.path.known.get(is_none.key) is False)


def without(described: Any, left: set[int] | None = None) -> Any:
    """A description without the rows in which cards lie, or without those of these numbers."""
    word, *about = described
    if word in ("card", "many"):
        row = None if left is None or about[0] in left else about[0]
        if word == "card":
            return ("card", row)
        inner = about[1] if about[1] == ("cards",) else ("things", *[without(each, left) for each in about[1][1:]])
        return ("many", row, inner, about[2], frozenset() if left is None else about[3], about[4])
    if word in ("words", "tuple", "list"):
        return (word, *[without(each, left) for each in about])
    return described


def together(context: Context, values: list[Any]) -> list[Any]:
    """Values of a dictionary, of which sequences are one: any of them."""
    if len(values) > 1 and all(isinstance(value, (tuple, list, Many)) for value in values):
        return [context.joined(values, least=True)]
    return values


def present() -> Context | None:
    """The same, None where no path is followed."""
    return following[-1] if following else None


def current() -> Context:
    """The context of the path that is being followed."""
    return following[-1]  # type: ignore[no-any-return]
