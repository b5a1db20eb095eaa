"""One match under examination: played by some driver, watched for trouble and for what properties claim."""

from __future__ import annotations

import traceback
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from itertools import islice
from numbers import Rational
from typing import Any

from referee.kernel.driving import run_deal, run_step
from referee.kernel.errors import Broken, RuleFault
from referee.kernel.game import Game
from referee.kernel.requests import Choice, clause_at
from referee.kernel.table import Table
from referee.kernel.undoing import Moment
from referee.play.event_text import plain_answer, typed_answer
from referee.verify.aborted import is_interrupt
from referee.verify.findings import TROUBLE_OF
from referee.verify.ledger import Ledger
from referee.verify.play.drivers import LeftOff, TooLong
from referee.verify.play.looks import Looks, compared
from referee.verify.play.met import Met, met_cap, met_depth, met_error, met_fault
from referee.verify.play.quiet import counting_between, goes_round
from referee.verify.play.watchdog import WATCHDOG, Looping
from referee.verify.properties import Kind, Property
from referee.verify.readonly_table import ReadOnly, WroteToTable, evaluate
from referee.verify.verdicts import Trouble

LOOKED_AT = (Kind.ALWAYS, Kind.NEVER, Kind.POSSIBLE, Kind.TERMINATES, Kind.EQUAL)
"""The kinds that a table decides."""
WARY = 5
"""Tables of a trial on which properties are asked one by one, each kept from writing to it."""
PAYS = 3_000
"""Looks, of all trials of the same properties in a process, between which the table is compared before it is read
whether they can write to it at all."""
MOST_OPTIONS = 12
"""Of a question, in the sentence of a finding."""


class PropertyRaised(Exception):
    """A property cannot be evaluated; the message names file and line."""

    def __init__(self, claimed: Property, error: BaseException) -> None:
        lines = [each for each in traceback.extract_tb(error.__traceback__) if each.filename == claimed.file]
        where = f"{claimed.file}:{lines[-1].lineno if lines else claimed.line}"
        raised = ": " if isinstance(error, WroteToTable) else f" raised {type(error).__name__}: "
        super().__init__(f"{where}: {claimed.name}{raised}{error}")
        self.claimed = claimed


def wrong_value(kind: Kind, value: Any) -> str:
    """The fault of a claim's value; "" where it can be used."""
    if kind is Kind.EQUAL:
        right = value is None or (isinstance(value, tuple) and len(value) == 2)
        return "" if right else f"it gives {value!r}, and a pair of things to compare is wanted, or None"
    if kind is Kind.TERMINATES:
        parts = value if isinstance(value, tuple) else (value,)
        right = all(isinstance(each, Rational) for each in parts)
        return "" if right else f"it gives {value!r}, and an exact number is wanted, or a tuple of them"
    return "" if value is not None else "it gives None, and a truth is wanted (is there a 'return'?)"


Memory = tuple[dict[str, Any], tuple[Any, ...], bool, frozenset[str]]
"""The measures, the tables after turns in which nobody was asked anything, whether anybody was asked yet, and the names
of the properties that are looked at no more."""
NOTHING_KNOWN: Memory = ({}, (), False, frozenset())
"""Where it goes on from a table without knowing how play came to it."""


class Trial:
    """A table, and what is looked at on it. ``properties`` are those of the kinds that a table decides; the ledger,
    if there is one, is told of every choice.

    ``tries`` counts by name how often each was looked at; ``reached`` has the possible ones that were met, each once
    a match.
    """

    def __init__(
        self,
        game: Game[Any],
        properties: Iterable[Property],
        ledger: Ledger | None = None,
        *,
        table: Table | None = None,
    ) -> None:
        self.game = game
        self.ledger = ledger
        self.table: Table = game.table() if table is None else table
        looked_at = self._looked_at = list(properties)
        self._dropped: frozenset[str] = frozenset()
        """The names of those that are looked at no more."""
        self.at_boundary = [each for each in looked_at if not each.asked and each.kind in LOOKED_AT]
        self.when_asked = [each for each in looked_at if each.asked and each.kind in LOOKED_AT]
        self._prepared_properties = Looks(self.at_boundary)
        self._about: dict[str, Looks] = {}
        """The properties to evaluate when a question is asked, by its word."""
        self.tries: dict[str, int] = {each.name: 0 for each in looked_at}
        self.reached: list[Property] = []
        self._had: list[Property] = []
        """Things that may happen and have happened in this match."""
        self.raised: list[PropertyRaised] = []
        self._measures: dict[str, Any] = {}
        self._met: Met | None = None
        self._driver: Any = None
        self._wary = WARY
        self._compared = compared(game, looked_at)
        self._quiet: list[Any] = []
        """The tables after the last turns in which nobody was asked anything."""
        self._had_choices = False
        """Somebody has been asked, or chance has decided, in this match."""

    def advance(self, driver: Any) -> Met | None:
        """The deal, or one step; gives the trouble that was met. A property that raises is looked at no more."""
        driver.transcript = []
        return self.move(driver) or self.look() or self._nothing_happens(driver)

    def _nothing_happens(self, driver: Any) -> Met | None:
        """Whether nobody is asked any more and the table stays as it is, whatever counts on, for many turns to come."""
        table = self.table
        if any(driver.transcript) or table.outcome is not None:  # nothing can be drawn of an empty stock
            self._quiet, self._had_choices = [], True
            return None
        if not self._had_choices:
            return None  # whoever writes the beginning of a game has asked nobody yet
        here = table.snapshot()
        alike = [at for at, each in enumerate(self._quiet) if counting_between(table, each, here) is not None]
        self._quiet.append(here)
        if not alike:
            return None
        ledger, self.ledger, watch, table.watch = self.ledger, None, table.watch, None
        try:
            said, done = goes_round(self, len(self._quiet) - 1 - alike[-1])
        finally:
            self.ledger = ledger
            table.restore(here)
            table.watch = watch
        self._quiet.clear()
        step: Any = type(self.game).step
        return Met(Trouble.ENDLESS, done or tuple(getattr(step, "__clauses__", ())), said) if said else None

    def move(self, driver: Any) -> Met | None:
        """The deal, or one step, without a look at the table that it leads to."""
        try:
            met = self._carry_out(driver)
            if met is not None and met.claimed is None and self.ledger is not None:
                self.ledger.stopped_at(met.clauses)
            return met
        except Looping:
            said = f"{WATCHDOG.place}: the rules go round and round here, and ask for nothing"
            return Met(Trouble.ENDLESS, WATCHDOG.clauses, said, looping=True)

    def _carry_out(self, driver: Any) -> Met | None:
        driver.on_choice = self._asked if self.when_asked or self.ledger is not None else None
        self._driver = driver
        table, self._met = self.table, None
        WATCHDOG.enter(self.game, driver)
        try:
            if table.dealing:
                run_deal(self.game, table, driver)
            else:
                run_step(self.game, table, driver)
        except RuleFault as fault:
            if isinstance(fault.__cause__, RecursionError):
                return met_depth(self.game, fault.__cause__)
            return met_fault(fault)
        except LeftOff:
            return None
        except TooLong as long:
            ids = clause_at(table, driver.rules)
            said = f"one step has asked more than {len(driver.transcript) - 1} times and is not over"
            said += f", the last time for {long.ask!r}" if long.ask else ""
            return Met(TROUBLE_OF[Broken.NO_END], ids if ids != ("?",) else (), said, looping=True)
        except (Exception, SystemExit, KeyboardInterrupt) as error:
            if is_interrupt(error):
                raise
            return met_error(self.game, error)
        finally:
            WATCHDOG.leave()
            if self.ledger is not None:
                self.ledger.step_ends()
        return self._met or met_cap(self.game, table)

    def look(self, kinds: Collection[Kind] | None = None) -> Met | None:
        """Evaluate what is looked at between steps, or only the properties of some kinds."""
        looks = (
            self._prepared_properties
            if kinds is None
            else Looks([each for each in self.at_boundary if each.kind in kinds])
        )
        if self._wary and looks:
            return self._look_warily(looks)
        return self._refuted(looks, self.table) if looks else None

    def _look_warily(self, prepared: Looks) -> Met | None:
        """The same, on a table that is shut; for as long as a scalar holds what could be changed in place, too."""
        tries, measures = dict(self.tries), dict(self._measures)
        with ReadOnly(self.table) as looking:
            self._wary -= not looking.copies
            met = self._refuted(prepared, self.table)
            try:
                looking.compare()
                return met
            except WroteToTable:
                self.tries, self._measures = tries, measures
        self._give_up_writing(prepared, self.table)
        return self._refuted(Looks([each for each, *_ in prepared if each in self.at_boundary]), self.table)

    def _give_up_writing(self, prepared: Looks, *about: Any) -> None:
        for claimed, _, _, claim in list(prepared):
            try:
                evaluate(claim, *about)
            except WroteToTable as error:
                self._give_up(claimed, error)
            except (Exception, SystemExit, KeyboardInterrupt) as error:  # told when it is looked at
                if is_interrupt(error):
                    raise
                continue

    def _refuted(self, prepared: Looks, *about: Any) -> Met | None:
        """The first of the claims that something speaks against; those that raise are given up."""
        ledger = self.ledger
        if ledger is None:
            return self._first_refuted(prepared, about)
        ledger.looking = True  # what a property calls is not carried out
        try:
            return self._first_refuted(prepared, about)
        finally:
            ledger.looking = False

    def _first_refuted(self, prepared: Looks, about: tuple[Any, ...]) -> Met | None:
        if prepared.trusted or not self._may_write(prepared):
            prepared.trusted = True
            return self._first_against(prepared, about)
        table = self.table
        before, measures = Table.moment(table), dict(self._measures)
        met = self._first_against(prepared, about)
        if hasattr(type(table), "is_shut") or Table.moment(table) == before:
            return met
        self._measures = measures
        return self._written_to(prepared, before, about)

    def _first_against(self, prepared: Looks, about: tuple[Any, ...]) -> Met | None:
        tries = self.tries
        for claimed, name, wanted, claim in prepared:
            tries[name] += 1
            try:
                value = claim(*about)
                if value is wanted:
                    continue
                said = self._against(claimed, value)
            except (Exception, SystemExit, KeyboardInterrupt) as error:
                if is_interrupt(error):
                    raise
                self._give_up(claimed, error)
                continue
            if said:
                return Met(Trouble.REFUTED, claimed.clauses, said, claimed)
        return None

    def _may_write(self, prepared: Looks) -> bool:
        """Whether the table has to be compared: by what one of the properties says it might be written to."""
        so_far = self._compared
        so_far.looks += so_far.looks < PAYS
        return so_far.looks < PAYS or not prepared.only_look(self.game)

    def _written_to(self, prepared: Looks, before: Moment, about: tuple[Any, ...]) -> Met | None:
        """Give up the properties that have written to the table, and look again with the others."""
        table = self.table
        table.watch, watch = None, table.watch
        table.take_back(before)
        table.watch = watch
        writing = len(self.raised)
        self._give_up_writing(prepared, *about)
        given_up = {each.claimed.name for each in self.raised[writing:]}
        left = Looks([each for each, name, *_ in prepared if name not in given_up and each not in self._had])
        if not given_up:  # it writes only now and then: nobody knows which of them did
            for each in left:
                self._give_up(each[0], WroteToTable("it, or another property that was asked with it"))
            return None
        return self._refuted(left, *about)

    def _asked(self, choice: Choice) -> None:
        if self.ledger is not None:
            self.ledger.note(choice, self._driver.rules)
        ask = choice.ask
        about = self._about.get(ask)
        if about is None:
            asked = [each for each in self.when_asked if ask in each.asked or "*" in each.asked]
            about = self._about[ask] = Looks(asked)
        if about and self._met is None:
            met = self._refuted(about, self.table, choice)
            self._met = met and replace(met, message=f"{met.message} {where_asked(choice)}")

    def _against(self, claimed: Property, value: Any) -> str:
        """The evidence against a property; "" where there is none."""
        kind, table = claimed.kind, self.table
        if not (kind is Kind.TERMINATES and type(value) is int) and (wrong := wrong_value(kind, value)):
            raise TypeError(wrong)
        if kind is Kind.ALWAYS:
            return "" if value else "it does not hold"
        if kind is Kind.NEVER:
            return "it happens" if value else ""
        if kind is Kind.POSSIBLE:
            if value:
                self.reached.append(claimed)
                self._had.append(claimed)
                self._drop(claimed)
            return ""
        if kind is Kind.EQUAL:
            if value is None:
                self.tries[claimed.name] -= 1
                return ""
            one, other = value
            return "" if one == other else f"{one!r} and {other!r}"
        assert kind is Kind.TERMINATES, kind
        before = self._measures.get(claimed.name)
        self._measures[claimed.name] = value
        if table.outcome is not None:
            return ""
        if type(value) is int and value >= 0 and (before is None or value < before):
            return ""
        if value < 0 if isinstance(value, int) else any(each < 0 for each in value):
            return f"its measure is {value!r} while play goes on"
        if before is not None and not value < before:
            return f"its measure did not fall: {before!r}, then {value!r}"
        return ""

    def _give_up(self, claimed: Property, error: BaseException) -> None:
        self.raised.append(PropertyRaised(claimed, error))
        self._drop(claimed)

    def forget(self, claimed: Property) -> None:
        """Look at it no more."""
        self._drop(claimed)

    def _drop(self, claimed: Property) -> None:
        self._dropped |= {claimed.name}
        self.at_boundary = [each for each in self.at_boundary if each is not claimed]
        self.when_asked = [each for each in self.when_asked if each is not claimed]
        self._prepare()

    def _prepare(self) -> None:
        """After a change of what is looked at."""
        self._prepared_properties, self._about = Looks(self.at_boundary), {}

    @property
    def measures(self) -> Mapping[str, Any]:
        """The last values of the measures, by property; they can be set, to go on from there."""
        return dict(self._measures)

    @measures.setter
    def measures(self, before: Mapping[str, Any]) -> None:
        self._measures = dict(before)

    def begin(self) -> None:
        """A new match on the same table object's game; what was counted stays."""
        self.table = self.game.table()
        self._quiet, self._had_choices = [], False
        if self.ledger is not None:
            self.ledger.follow(self.table)
        self._measures = {}
        if self._had:
            self.at_boundary += [each for each in self._had if not each.asked]
            self.when_asked += [each for each in self._had if each.asked]
            self._dropped -= {each.name for each in self._had}
            self._had = []
            self._prepare()

    @property
    def memory(self) -> Memory:
        """What it knows of its match at a boundary, beside the table: equal where a match goes on alike."""
        return dict(self._measures), tuple(self._quiet), self._had_choices, self._dropped

    def go_on(self, snapshot: tuple[Any, ...], memory: Memory) -> None:
        """Back to a boundary of a match, perhaps that of a trial of another form that looks at the same properties."""
        self.table.restore(snapshot)
        self._measures, self._quiet, self._had_choices = dict(memory[0]), list(memory[1]), memory[2]
        self.reached, self._had = [], []
        if memory[3] != self._dropped:
            self._dropped = memory[3]
            left = [each for each in self._looked_at if each.kind in LOOKED_AT and each.name not in self._dropped]
            self.at_boundary = [each for each in left if not each.asked]
            self.when_asked = [each for each in left if each.asked]
            self._prepare()


def where_asked(choice: Choice) -> str:
    """The question at which a property was looked at, with the first of its options."""
    space = choice.space
    first = [plain_answer(typed_answer(space, space.plain(each), each)) for each in islice(space, MOST_OPTIONS + 1)]
    options = ", ".join(first[:MOST_OPTIONS]) + (", …" if len(first) > MOST_OPTIONS else "")
    return f"where seat {choice.player.seat} is asked {choice.ask!r} and may answer {options}"
