"""One way through an effect: what was decided, where cards are known to lie, what is owed and whether it is proved.

What rule text asks of *any one card* of a row of unknown length is followed along all its local ways, and none of
them is a way of the path (``locally``). A loop over such a row, or one whose end is not known, is followed for one
pass, from any state that there may be before one: whatever a pass may touch is unknown there (``Loop``).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from referee.kernel.errors import Broken
from referee.kernel.places import Row
from referee.kernel.players import Player
from referee.verify.prove.algebra import SymbolicAlgebra
from referee.verify.prove.effects import unknown
from referee.verify.prove.effects.unknown import (
    CardNumber,
    Many,
    OneOfThese,
    Record,
    SomeCard,
    Thing,
    Unknown,
    Words,
    key_of,
)
from referee.verify.prove.paths import Dropped, Interned, NotSymbolic, Obligation, Path
from referee.verify.prove.solve import Prover
from referee.verify.prove.terms import NO_BOUND, Refusals, SymAmount, SymTruth

MOST_FORKS = 30_000
"""On all ways through one effect together."""
MOST_LOCAL = 3000
"""Ways through a question about any one card."""


class ChangesMuch(NotSymbolic):
    """What was to be asked of any one card moves cards."""


Touched = tuple[str, str]
"""What a rule changed: ``("left", "table")``: cards left a table; ``("looks", "")``: marks or links."""


@dataclass(slots=True)
class Kept:
    """What all paths of one effect share, and what more of them found out about loops."""

    touched: dict[Any, set[Touched]] = field(default_factory=dict)
    ends: dict[Any, set[Any]] = field(default_factory=dict)
    grew: bool = False

    def add_touched(self, site: Any, more: set[Touched]) -> None:
        known = self.touched.setdefault(site, set())
        if not more <= known:
            known |= more
            self.grew = True

    def add_end(self, name: Any, described: Any) -> None:
        known = self.ends.setdefault(name, set())
        if described not in known:
            known.add(described)
            self.grew = True


@dataclass(frozen=True, slots=True)
class Owed:
    """Something owed that is not proved: how it breaks, the clause and the line of rule text."""

    broken: Broken
    message: str
    clause: tuple[str, ...]
    line: str
    story: str

    def __str__(self) -> str:
        where = " ".join(self.clause)
        return f"{where}: {self.message} ({self.line})" + (f", after {self.story}" if self.story else "")


class EffectPath(Path):
    """A path with ways of its own inside a question about any one card; what is owed is settled at once."""

    context: Context

    def fork(self, ways: int) -> int:
        local = self.context.local
        self.context.forks += ways > 1
        shared = self.context.shared
        shared.forks += ways > 1
        if shared.forks > MOST_FORKS:
            raise NotSymbolic(f"it takes more than {MOST_FORKS} decisions to follow")
        return super().fork(ways) if local is None else local.fork(ways)

    def new_name(self, word: str) -> str:
        """Another one each time: ways that were followed once are not followed again on other paths."""
        self.context.shared.named += 1
        self.bases += 1
        return f"{word} #{self.context.shared.named}"

    def product(self, one: SymAmount, other: Any) -> Any:
        return self.context.amount("a product") if isinstance(other, SymAmount) else Unknown(self.context, "so many")

    def owe(self, truth: Any, broken: Broken | None, message: str, clause: tuple[str, ...] = ()) -> None:
        if truth is not True:
            assert broken is not None
            self.context.settle(truth, broken, message)


class Local:
    """The ways through a question about any one card."""

    def __init__(self) -> None:
        self.decisions: list[int] = []
        self.made, self.widths = 0, list[int]()

    def fork(self, ways: int) -> int:
        if ways == 1:
            return 0
        if self.made == len(self.decisions):
            self.decisions.append(0)
        self.widths.append(ways)
        self.made += 1
        return self.decisions[self.made - 1]

    def next(self) -> bool:
        """Go on to the next way, if there is one."""
        made = self.decisions[: self.made]
        while made and made[-1] + 1 >= self.widths[len(made) - 1]:
            made.pop()
        if not made:
            return False
        made[-1] += 1
        self.decisions, self.made, self.widths = made, 0, []
        return True


class Context:
    """See the module's docstring."""

    def __init__(self, game: Any, decisions: list[int], shared: Shared) -> None:
        self.game, self.shared = game, shared
        self.path = EffectPath(game.deck, decisions, shared.interned, game.clause_codes)
        self.path.context = self
        self.algebra = SymbolicAlgebra(self.path)
        self.local: Local | None = None
        self.facts: dict[int, Row] = {}
        """Of cards and sequences of cards, the row in which they are known to lie."""
        self.differs: dict[int, frozenset[int]] = {}
        """Of cards and sequences, what they are known to have no card of."""
        self.same: dict[int, int] = {}
        self.left: dict[int, tuple[Any, ...]] = {}
        """Of one of a few things, those that it may still be."""
        self.answers: list[dict[Any, Any]] = [{}]
        """By question, innermost way last."""
        self.looks = 0
        """Counts changes of marks and links."""
        self.version = 0
        """Counts all changes of the table."""
        self.touched: set[Touched] = set()
        self.table: Any = None
        self.refused = Refusals.times
        self.about: tuple[int, ...] = ()
        """The seats of those about whom something is being found out: loops are told apart by them."""
        self.some: list[tuple[int, frozenset[Any]]] = []
        """Of sequences what is known to be so of one of its cards."""
        self.shared_numbers = {}
        self.forks = 0
        if not _current:
            unknown._keeping.clear()

    # -- deciding -----------------------------------------------------------------------------------------

    def fork(self, ways: int) -> int:
        return self.path.fork(ways)

    def answer(self, key: Any, make: Callable[[], Any]) -> Any:
        """What was answered before, while nothing has changed; else a new answer."""
        for layer in reversed(self.answers):
            if key in layer:
                return layer[key]
        made = self.answers[-1][key] = make()
        return made

    def asked(self, key: Any) -> bool:
        return bool(self.answer(("asked", key), lambda: self.fork(2) == 0))

    def unknown(self, word: str, *key: Any) -> Unknown:
        return self.answer(("unknown", word, *key), lambda: Unknown(self, word))  # type: ignore[no-any-return]

    def amount(self, word: str, low: int = -NO_BOUND, most: Any = NO_BOUND) -> SymAmount:
        high = most if isinstance(most, int) else NO_BOUND
        found = self.path.new_amount(word, low, high)
        if not isinstance(most, int):
            self.path.assume(found <= most)
        return found

    def lesser(self, one: Any, other: Any) -> Any:
        return self.algebra.if_else(one <= other, one, other)

    def greater(self, one: Any, other: Any) -> Any:
        return self.algebra.if_else(one >= other, one, other)

    # -- what is owed -------------------------------------------------------------------------------------

    def oblige(self, truth: Any, broken: Broken, message: str) -> None:
        if truth is not True:
            self.settle(truth, broken, message)

    def settle(self, truth: Any, broken: Broken, message: str, line: str = "", clause: tuple[str, ...] = ()) -> None:
        """Prove it, or keep that it is not proved; the path goes on as if it held."""
        path = self.path
        self.shared.obligations += 1
        here = len(path.conditions), len(path.assumptions), 0, 0
        if not self.shared.prover.decide(path, Obligation(truth, broken, message, (), *here)).proved:
            line = line or self.line()
            owed = Owed(broken, message, clause or self.path.clause_here(), line, self.path.story())
            self.shared.open.setdefault((broken, message, line), owed)
        if isinstance(truth, SymTruth):
            path.assume(truth)
        elif truth is False:
            raise Dropped("it is stopped here")

    def line(self) -> str:
        """The innermost line of rule text."""
        frame: Any = sys._getframe(1)
        while frame is not None:
            file = frame.f_code.co_filename
            if file in self.shared.files:
                return f"{file.rpartition('/')[2]}:{frame.f_lineno}"
            frame = frame.f_back
        return "?"

    # -- where cards lie ----------------------------------------------------------------------------------

    def like(self, one: int, other: int, differs: frozenset[int] = frozenset()) -> None:
        """What is known of the cards of one is known of the other's, which are among them."""
        if other in self.facts:
            self.facts[one] = self.facts[other]
        known = self.differs.get(other, frozenset()) | differs
        if known:
            self.differs[one] = known

    def lying(self, row: Row, size: Any, word: str) -> Many:
        """So many cards of a row."""
        found = Many(self, size)
        self.facts[found.id] = row
        return found

    def root(self, card: int) -> int:
        while card in self.same:
            card = self.same[card]
        return card

    def same_card(self, one: SomeCard, other: SomeCard) -> bool:
        mine, theirs = self.root(one.id), self.root(other.id)
        if mine == theirs:
            return True
        if theirs in self.differs.get(mine, ()) or mine in self.differs.get(theirs, ()):
            return False
        place, there = self.facts.get(mine), self.facts.get(theirs)
        if place is not None and there is not None and place is not there:
            return False
        yes = self.asked(("same", min(mine, theirs), max(mine, theirs)))
        if yes:
            self.same[mine] = theirs
            for known in (place, there):
                if known is not None:
                    self.facts[mine] = self.facts[theirs] = known
            for each in (mine, theirs):
                together = self.differs.get(mine, frozenset()) | self.differs.get(theirs, frozenset())
                self.differs[each] = together
        else:
            self.differs[mine] = self.differs.get(mine, frozenset()) | {theirs, other.id}
            self.differs[theirs] = self.differs.get(theirs, frozenset()) | {mine, one.id}
        return yes

    def is_among(self, thing: Any, many: Many) -> bool:
        """Whether a sequence has that thing."""
        card = thing.card if isinstance(thing, CardNumber) else thing
        if not isinstance(card, SomeCard):
            return many.asked("holds", key_of(thing))
        source = many.of
        if isinstance(thing, CardNumber):
            source = self.numbers_of.get(many.of, many.of)
        if source in self.differs.get(card.id, ()) or many.id in self.differs.get(card.id, ()):
            return False
        yes = self.asked(("among", card.id, source))
        if not yes:
            more = {source, many.id} if source == self.numbers_of.get(many.of) or source == many.id else {many.id}
            self.differs[card.id] = self.differs.get(card.id, frozenset()) | more
        return yes

    @property
    def numbers_of(self) -> dict[int, int]:
        """Of a sequence of the numbers of cards, the sequence of the cards."""
        return self.shared_numbers

    shared_numbers: dict[int, int]

    def where(self, card: Any) -> Row | None:
        if not isinstance(card, Thing):
            return None
        return self.facts.get(card.id) or self.facts.get(self.root(card.id))

    def set_where(self, card: Any, row: Row) -> None:
        self.facts[card.id] = row
        if isinstance(card, SomeCard):
            self.facts[self.root(card.id)] = row

    def touch(self, what: str, where: str = "") -> None:
        self.touched.add((what, where))
        self.version += 1
        if what in ("looks", "left", "came"):
            self.looks += 1

    # -- any one card -------------------------------------------------------------------------------------

    def locally(self, run: Callable[[], Any], see: Callable[[Any], Any]) -> list[Any]:
        """What ``run`` gives along each of its own ways, as ``see`` sees it there."""
        outer, path = self.local, self.path
        local = self.local = Local()
        found: list[Any] = []
        facts, differs, same, left = self.facts, self.differs, self.same, self.left
        conditions, assumptions, known = len(path.conditions), len(path.assumptions), path.known
        touched, version = self.touched, self.version
        all_touched: set[Touched] = set()
        ways, kept = 0, self.table.keep()
        try:
            while True:
                ways += 1
                if ways > MOST_LOCAL:
                    raise NotSymbolic("asks too much of a row of unknown length")
                self.facts, self.differs = dict(facts), dict(differs)
                self.same, self.left, path.known = dict(same), dict(left), dict(known)
                self.answers.append({})
                self.touched = set()
                before = self.version
                try:
                    found.append(see(run()))
                except Dropped:
                    pass
                except Exception as error:  # whatever rule code raises is something to prove impossible
                    with suppress(Dropped):
                        self.refused = Refusals.times
                        said = f"{type(error).__name__}: {error}"
                        self.settle(False, Broken.RAISED, said, line_of(error, self.shared.files))
                finally:
                    self.answers.pop()
                    if self.version != before:
                        self.table.bring_back(kept)
                    all_touched |= self.touched
                    del path.conditions[conditions:], path.assumptions[assumptions:]
                if not local.next():
                    break
        finally:
            self.local = outer
            self.facts, self.differs, self.same, self.left, path.known = facts, differs, same, left, known
            self.touched = touched
        if any(what not in ("looks", "own") for what, _ in all_touched):
            raise ChangesMuch("changes what lies where for each card of a row of unknown length")
        if ("own", "") in all_touched:
            self.table.forget({("own", "")})
        if all_touched:
            self.touch("looks")
        elif self.version != version:
            self.version += 1
        return found

    def things_of(self, thing: Unknown, parts: int = 0) -> Many:
        """Something unknown that is walked, each of its things of so many parts."""

        def one() -> Any:
            each = [Unknown(self, thing.word) for _ in range(parts or 1)]
            return tuple(each) if parts else each[0]

        return self.answer(  # type: ignore[no-any-return]
            ("things", thing.id, parts), lambda: Many(self, self.amount("how many", 0), one)
        )

    def seen(self, value: Any) -> Any:
        """What outlasts a way of its own: known things as they are."""
        if isinstance(value, (bool, int, str, Player, Enum, type(None))):
            return ("is", value)
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
        if len(set(ways)) > 1 and all(way[0] == "unknown" or isinstance(way[1], str) for way in ways):
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
            return ("is", value)
        if isinstance(value, (tuple, list)):
            return (type(value).__name__, *[self.kind_of(each) for each in value])
        return _nowhere(self.describe(value))

    def apart(self, run: Callable[[], Any], see: Callable[[Any], Any]) -> tuple[list[Any], dict[Any, Owed]]:
        """The same as ``locally``, whatever is known on this path; and what is owed there and not proved."""
        path, shared = self.path, self.shared
        before = path.conditions, path.assumptions, path.known, self.answers, shared.open
        kept = self.facts, self.differs, self.same, self.left
        path.conditions, path.assumptions, path.known = [], [], {}
        self.facts, self.differs, self.same, self.left = {}, {}, {}, {}
        loops, shared.kept = shared.kept, shared.apart
        grew = shared.apart.grew
        try:
            while True:
                shared.kept.grew = False
                self.answers, shared.open = [{}], {}
                ways = self.locally(run, see)
                if not shared.kept.grew:
                    return ways, shared.open
        finally:
            path.conditions, path.assumptions, path.known, self.answers, shared.open = before
            self.facts, self.differs, self.same, self.left = kept
            shared.kept = loops
            shared.apart.grew = grew

    # -- descriptions -------------------------------------------------------------------------------------

    def describe(self, value: Any) -> Any:
        """What kind of a thing it is, for things of which only that is kept."""
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
            if value.context is None and not dict.keys(value):
                return ("words", None)
            held = value.values_of_any if value.context is not None else self.either(list(dict.values(value)))
            return ("words", None if held is None else self.describe(held))
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
            return ("is", value)
        if isinstance(value, Record):
            return ("record", value.these)
        if getattr(value, "is_event", False):
            return ("event",)
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
            words = [each for each in descriptions if each != ("words", None)]
            return self.any_of(sorted(words or descriptions, key=repr))
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
            if about[0] is not None:
                some.context, some.values_of_any = self, self.made(about[0])
            return some
        if word in ("tuple", "list"):
            each = [self.made(one) for one in about]
            return tuple(each) if word == "tuple" else each
        if word == "record":
            return Record(self, about[0])
        if word == "event":
            return self.table.stack.outer()
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
            found = Many(self, size, lambda: self.any_of(inner[1:]), once=once)
        if row is not None:
            self.facts[found.id] = self.table.places[row]
        return found

    def any_of(self, descriptions: Iterable[Any]) -> Any:
        descriptions = tuple(descriptions)
        if not descriptions:
            raise Dropped("there is none")
        return self.made(descriptions[self.fork(len(descriptions))])

    def either(self, values: list[Any]) -> Any:
        """One thing that stands for any of several."""
        if not values:
            return None
        if all(isinstance(value, (tuple, list, Many)) for value in values):
            return self.joined(values, least=True)
        descriptions = sorted({self.describe(value) for value in values}, key=repr)
        return self.any_of(descriptions)

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
        once = len(whole) == 1 or self._apart(whole)
        return self.many_of(row, held, size=None if least else size, once=once)

    def _apart(self, parts: list[Any]) -> bool:
        """Whether these are parts of one sequence that have no card in common: something tells them apart."""
        if not all(isinstance(part, Many) and part.once and part.is_of_cards for part in parts):
            return False
        if len({part.of for part in parts}) > 1:
            return False
        return all(
            any((question, not answer) in other.told for question, answer in one.told)
            for place, one in enumerate(parts)
            for other in parts[:place]
        )

    def told(self, card: SomeCard) -> frozenset[Any]:
        """What has been decided of a card just now, in words that hold of any."""
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


def line_of(error: BaseException, files: frozenset[str]) -> str:
    """The innermost line of rule text in the traceback of an error."""
    trace, found = error.__traceback__, ""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file in files:
            found = f"{file.rpartition('/')[2]}:{trace.tb_lineno}"
        trace = trace.tb_next
    return found


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


def _nowhere(described: Any) -> Any:
    word, *about = described
    if word == "card":
        return ("card", None)
    if word == "many":
        inner = about[1] if about[1] == ("cards",) else ("things", *[_nowhere(each) for each in about[1][1:]])
        return ("many", None, inner, about[2], frozenset(), about[4])
    if word == "words":
        return described if about[0] is None else ("words", _nowhere(about[0]))
    if word in ("tuple", "list"):
        return (word, *[_nowhere(each) for each in about])
    return described


@dataclass(slots=True)
class Shared:
    """What the paths of one effect share."""

    files: frozenset[str]
    interned: Interned = field(default_factory=Interned)
    prover: Prover = field(default_factory=Prover)
    kept: Kept = field(default_factory=Kept)
    apart: Kept = field(default_factory=Kept)
    """Of loops in what looks at no table: for all effects."""
    open: dict[Any, Owed] = field(default_factory=dict)
    obligations: int = 0
    forks: int = 0
    named: int = 0
    engine: Any = None
    quantities: set[str] = field(default_factory=set)
    """Quantities that were read."""
    summaries: dict[str, set[Touched]] = field(default_factory=dict)
    """By effect what it touches, where that is known."""
    nobody: frozenset[str] = frozenset()
    """The scalars that may name nobody."""


class Loop:
    """A ``for`` of rule text, over something of unknown length: one pass, from any state before one."""

    def __init__(self, walked: Any, site: tuple[str, ...], parts: int) -> None:
        self.site = site
        self.context: Context = walked.context
        self.key = (site, self.context.about)
        if isinstance(walked, Unknown):
            walked = self.context.things_of(walked, parts)
        self.walked: Many = walked
        self.last: tuple[Any, ...] | None = None
        self.over = False

    def __iter__(self) -> Any:
        context = self.context
        self.begun = begin_pass(context, self.key)
        if context.fork(2) == 0:
            return  # as it is before any pass, or behind the last
        context.path.assume(self.walked.size >= 1)
        one = self.walked.generic()
        yield one
        self.over = True
        end_pass(context, self.key, self.begun)
        if len(self.site) > 1:
            yield one  # only to learn what has become of the names, see ``carried``
        raise Dropped("the next pass begins in a state that is followed")

    def carried(self, *values: Any) -> Any:
        if self.over:
            note_ends(self.context, self.key, self.last or (), values)
            raise Dropped("the next pass begins in a state that is followed")
        self.last = widened(self.context, self.key, values)
        return self.last

    def done(self, *values: Any) -> Any:
        return widened(self.context, self.key, values)


class Plain:
    """A ``for`` over things that are known one by one."""

    def __init__(self, walked: Any) -> None:
        self.walked = walked

    def __iter__(self) -> Any:
        return iter(self.walked)

    def carried(self, *values: Any) -> Any:
        return values

    done = carried


class While:
    """A ``while`` of rule text: its first pass, and then one from any state before another."""

    def __init__(self, site: tuple[str, ...]) -> None:
        self.site, self.passes, self.forks = site, 0, 0
        self.unknown = False
        self.context: Context = current()
        self.key = (site, self.context.about)
        self.last: tuple[Any, ...] = ()
        self.begun = set(self.context.touched)

    def carried(self, *values: Any) -> Any:
        context = self.context
        self.passes += 1
        self.forks = context.forks
        if self.passes == 1:
            self.begun, context.touched = context.touched, set()
        if self.passes == 1 or not self.unknown:
            self.last = values
            return values
        note_ends(context, self.key, self.last, values)
        touched = context.touched
        end_pass(context, self.key, self.begun)
        if self.last_pass:
            raise Dropped("the next pass begins in a state that is followed")
        begin_pass(context, self.key)
        context.touched |= touched
        self.last_pass = True
        self.last = widened(context, self.key, values)
        return self.last

    last_pass = False

    def goes_on(self, test: Any) -> bool:
        going = bool(test)
        self.unknown = self.unknown or isinstance(test, (Thing, SymTruth)) or self.context.forks != self.forks
        self.unknown = self.unknown or self.passes > 20
        return going


def begin_pass(context: Context, site: Any) -> set[Touched]:
    """Whatever a pass may touch is unknown; gives what had been touched before."""
    before = set(context.touched)
    touched = context.shared.kept.touched.get(site, set())
    if touched:
        context.table.forget(touched)
    context.touched = set()
    return before


def end_pass(context: Context, site: Any, before: set[Touched]) -> None:
    context.shared.kept.add_touched(site, context.touched)
    context.touched = context.touched | before


def note_ends(context: Context, site: Any, before: tuple[Any, ...], after: tuple[Any, ...]) -> None:
    """What a pass has made of the names that it changes."""
    for name, was, now in zip(site[0][1:], before, after, strict=True):
        if now is not was or isinstance(now, (list, dict, Many)):  # these may have changed as they are
            context.shared.kept.add_end((site, name), context.loosely(now))


def widened(context: Context, site: Any, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Names that a loop changes, as they may be before any of its passes."""
    ends = context.shared.kept.ends
    return tuple(
        [
            value if (site, name) not in ends else context.one_like({context.loosely(value), *ends[site, name]})
            for name, value in zip(site[0][1:], values, strict=True)
        ]
    )


_current: list[Context] = []


def present() -> Context | None:
    """The same, None where no path is followed."""
    return _current[-1] if _current else None


def current() -> Context:
    """The context of the path that is being followed."""
    return _current[-1]
