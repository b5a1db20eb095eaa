"""The knowledge on one way through an effect: decisions, places of cards, obligations and whether they are proved.

A question of rule text about *any one card* of a row of unknown length is followed along all its local ways, and none
of them is a way of the path (``locally``).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from referee.kernel.errors import Broken
from referee.kernel.places import Row
from referee.kernel.requests import Unwind
from referee.verify.prove.algebra import SymbolicAlgebra
from referee.verify.prove.effects import unknown
from referee.verify.prove.effects.cards import CardNumber, Many, SomeCard
from referee.verify.prove.effects.shared import Owed, Shared, Touched
from referee.verify.prove.effects.unknown import Thing, key_of
from referee.verify.prove.effects.ways import MOST_LOCAL, ChangesMuch, EffectPath, Local
from referee.verify.prove.paths import Dropped, NotSymbolic, Obligation
from referee.verify.prove.terms import NO_BOUND, SymAmount, SymTruth
from referee.verify.prove.undecided import Refusals


class Over(BaseException):
    """The effect ends here: an event around it is stopped."""


following: list[Any] = []
"""The contexts of the paths that are being followed, the outermost first."""


class Knowledge:
    """See the module's docstring; ``Context`` adds to it what kind of a thing something is."""

    def __init__(self, game: Any, decisions: list[int], shared: Shared) -> None:
        self.game, self.shared = game, shared
        self.path = EffectPath(game.deck, decisions, shared.interned, game.clause_codes)
        self.algebra = SymbolicAlgebra(self.path)
        self.local: Local | None = None
        self.facts: dict[int, Row] = {}
        """The row in which cards and sequences of cards are known to lie."""
        self.differs: dict[int, frozenset[int]] = {}
        """The cards and sequences with which a card or sequence is known to have no card in common."""
        self.same: dict[int, int] = {}
        self.left: dict[int, tuple[Any, ...]] = {}
        """The remaining candidates of an unknown that is one of a few things."""
        self.answers: list[dict[Any, Any]] = [{}]
        """Answers by question; the innermost way is last."""
        self.marks_version = 0
        """Counts changes of marks and links."""
        self.version = 0
        """Counts all changes of the table."""
        self.touched: set[Touched] = set()
        self.watching: list[set[Touched]] = []
        """For each running loop the things that its pass has touched."""
        self.departures: dict[int, int] = {}
        """By the number of a row, how often cards may have left it."""
        self.table: Any = None
        self.refused = Refusals.mark()
        self.about: tuple[int, ...] = ()
        """The seats of those about whom something is being found out: loops are told apart by them."""
        self.some: list[tuple[int, frozenset[Any]]] = []
        """Sequences that are known to have one card of which something is so."""
        self.shared_numbers = {}
        self.forks = 0
        if not following:
            unknown._keeping.clear()

    # -- deciding -----------------------------------------------------------------------------------------

    def fork(self, ways: int) -> int:
        return self.path.fork(ways)

    def answer(self, key: Any, make: Callable[[], Any]) -> Any:
        """The earlier answer, while nothing has changed; else a new one."""
        for layer in reversed(self.answers):
            if key in layer:
                return layer[key]
        made = self.answers[-1][key] = make()
        return made

    def asked(self, key: Any) -> bool:
        return bool(self.answer(("asked", key), lambda: self.fork(2) == 0))

    def amount(self, word: str, low: Any = -NO_BOUND, most: Any = NO_BOUND) -> SymAmount:
        known = not isinstance(most, SymAmount)
        found = self.path.new_amount(word, low, most if known else NO_BOUND)
        if not known:
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
        """Facts about one sequence hold for the other, whose cards are among its cards."""
        if other in self.facts:
            self.facts[one] = self.facts[other]
        known = self.differs.get(other, frozenset()) | differs
        if known:
            self.differs[one] = known

    def root(self, card: int) -> int:
        while card in self.same:
            card = self.same[card]
        return card

    def as_it_is_now(self, card: SomeCard) -> SomeCard:
        """The same card, looked at once more."""
        found = SomeCard(card.context, card.of)
        self.same[found.id] = self.root(card.id)
        if card.id in self.facts:
            self.facts[found.id] = self.facts[card.id]
        if card.id in self.differs:
            self.differs[found.id] = self.differs[card.id]
        return found

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
        is_number = isinstance(thing, CardNumber)
        source = self.numbers_of.get(many.id, many.id) if is_number else many.id
        if card.of == source and (is_number or card.marks_version == many.marks_version):
            return True
        if source in self.differs.get(card.id, ()) or many.id in self.differs.get(card.id, ()):
            return False
        yes = self.asked(("among", is_number, card.id, source))
        if not yes and (is_number or card.marks_version == many.marks_version):  # else it may be there with other marks
            self.differs[card.id] = self.differs.get(card.id, frozenset()) | {source, many.id}
        return yes

    @property
    def numbers_of(self) -> dict[int, int]:
        """The sequence of cards that a sequence of card numbers comes from."""
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

    def may_have_left(self, row: Any) -> None:
        self.departures[row.number] = self.departures.get(row.number, 0) + 1

    def note_touched(self, touched: set[Touched]) -> None:
        self.touched |= touched
        for each in self.watching:
            each |= touched

    def touch(self, what: str, where: str = "") -> None:
        self.note_touched({(what, where)})
        self.version += 1
        if what in ("looks", "left", "came"):
            self.marks_version += 1

    # -- any one card -------------------------------------------------------------------------------------

    def locally(self, run: Callable[[], Any], see: Callable[[Any], Any]) -> list[Any]:
        """The results of ``run`` along each of its own ways, as ``see`` sees them there."""
        outer, path = self.local, self.path
        local = self.local = Local()
        found: list[Any] = []
        facts, differs, same, left = self.facts, self.differs, self.same, self.left
        conditions, assumptions, known = len(path.conditions), len(path.assumptions), path.known
        touched, version, some = self.touched, self.version, list(self.some)
        all_touched: set[Touched] = set()
        ways, state = 0, self.table.keep()
        try:
            while True:
                ways += 1
                if ways > MOST_LOCAL:
                    raise NotSymbolic("asks too much of a row of unknown length")
                self.facts, self.differs = dict(facts), dict(differs)
                self.same, self.left, path.known = dict(same), dict(left), dict(known)
                self.answers.append({})
                self.touched, self.some = set(), list(some)
                before = self.version
                try:
                    found.append(see(run()))
                except Dropped:
                    pass
                except (Over, Unwind):
                    raise ChangesMuch("ends what is going on for some card of a row of unknown length") from None
                except Exception as error:  # whatever rule code raises is something to prove impossible
                    with suppress(Dropped):
                        self.refused = Refusals.mark()
                        said = f"{type(error).__name__}: {error}"
                        self.settle(False, Broken.RAISED, said, line_of(error, self.shared.files))
                finally:
                    self.answers.pop()
                    if self.version != before:
                        self.table.bring_back(state)
                    all_touched |= self.touched
                    del path.conditions[conditions:], path.assumptions[assumptions:]
                if not local.next():
                    break
        finally:
            self.local = outer
            self.facts, self.differs, self.same, self.left, path.known = facts, differs, same, left, known
            self.touched, self.some = touched, some
        if any(what not in ("looks", "own") for what, _ in all_touched):
            raise ChangesMuch("changes what lies where for each card of a row of unknown length")
        if all_touched:
            self.table.forget(all_touched)
        elif self.version != version:
            self.version += 1
        return found

    def apart(self, run: Callable[[], Any], see: Callable[[Any], Any]) -> tuple[list[Any], dict[Any, Owed]]:
        """The same as ``locally``, whatever is known on this path; and what is owed there and not proved."""
        path, shared = self.path, self.shared
        before = path.conditions, path.assumptions, path.known, self.answers, shared.open
        state = self.facts, self.differs, self.same, self.left, self.some
        self.some = []
        path.conditions, path.assumptions, path.known = [], [], {}
        self.facts, self.differs, self.same, self.left = {}, {}, {}, {}
        loops, shared.loop_facts = shared.loop_facts, shared.apart
        grew = shared.apart.grew
        try:
            while True:
                shared.loop_facts.grew = False
                self.answers, shared.open = [{}], {}
                ways = self.locally(run, see)
                if not shared.loop_facts.grew:
                    return ways, shared.open
        finally:
            path.conditions, path.assumptions, path.known, self.answers, shared.open = before
            self.facts, self.differs, self.same, self.left, self.some = state
            shared.loop_facts = loops
            shared.apart.grew = grew


def line_of(error: BaseException, files: frozenset[str]) -> str:
    """The innermost line of rule text in the traceback of an error."""
    trace, found = error.__traceback__, ""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file in files:
            found = f"{file.rpartition('/')[2]}:{trace.tb_lineno}"
        trace = trace.tb_next
    return found
