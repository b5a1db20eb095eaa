"""Whether two Programs are the same game: both are carried out from the same tables, and all that shows is compared.

A trace has what is decided and assumed on each way, in order, with all that is asked, drawn and told, and the tables
on which that happens and on which ways end. Unknowns are named in the order in which they are met, and equal terms are
one, so that two equal traces are of rules that do the same for the same answers and the same chance. They begin with
the deal, and with any table that facts allow which are proved of the first Program; as both deal alike, and go on
alike from all of these, no other table is ever reached by either. Where traces differ nothing is said.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from referee.kernel.game import Game
from referee.meaning.program import Do, Expr, Program, expressions, reachable
from referee.meaning.reading_limits import deep
from referee.meaning.translation import Translation, meaning
from referee.meaning.types import Type
from referee.verify.symbolic.boundary import any_table, first_table
from referee.verify.symbolic.carried import Args
from referee.verify.symbolic.facts import Fact
from referee.verify.symbolic.induction import Induction
from referee.verify.symbolic.kinds import classes
from referee.verify.symbolic.looks import LOOKS
from referee.verify.symbolic.machine import Machine
from referee.verify.symbolic.method import may_be_followed
from referee.verify.symbolic.numbers_told import keeps_other_numbers
from referee.verify.symbolic.operations import Operations
from referee.verify.symbolic.paths import Fault, Paths, Unwound
from referee.verify.symbolic.piles import Pile
from referee.verify.symbolic.table import Table
from referee.verify.symbolic.term_types import Number, Term, Truth
from referee.verify.symbolic.terms import NotFollowed
from referee.verify.symbolic.things import Dictionary, Items, Object, OneOfTypes, Perhaps

ON_THE_TABLE = LOOKS | {"call", "set scalar", "set each", "pay", "set pile", "set row", "shift", "take", "way", "owe"}
ON_THE_TABLE |= {"place.row", "laid", "laid.with", "pile.pack", "offered"}
"""Operations of which nothing shows but what they give, and what the table is behind them."""
ASKED, CHANCE = ("ask", "together"), ("draw", "pick", "roll", "lot", "shuffle")
"""Where somebody answers, who sees the table of then; and where chance decides, which a record calls by its clause."""
MOST_STATEMENTS, MOST_WAYS = 1_600, 4_000
"""The statements of a deal and a step, times the players, and the ways in all: a larger form is not compared."""
MOST_SEATED = 2
"""So many players that a table names are followed one by one."""
Entry = tuple[Any, ...]


class Told(Operations):
    """The operations, which note what shows of them."""

    def __init__(self, machine: Machine, note: Callable[[Entry], None]) -> None:
        super().__init__(machine)
        self.note = note

    def by_name(self, word: str) -> Callable[[Expr, Args], Any]:
        if word in ON_THE_TABLE:
            return super().by_name(word)
        carry_out = None if word.startswith("tell ") else super().by_name(word)

        def noted(e: Expr, a: Args) -> Any:
            there = plain(self.table) if word in ASKED else self.machine.clauses() if word in CHANCE else ()
            kinds = tuple([kind_of(each.type) for each in e.args])  # a player is the number of his seat, None is 0
            self.note((word, plain(e.about), kinds, plain(a), there))
            given = None if carry_out is None else carry_out(e, a)
            if word == "lot" and isinstance(a[0], int) and a[0] <= self.machine.players:
                return self.fixed(given)  # it mostly says which player
            return given

        return noted


class NotedPaths(Paths):
    """The ways, which note what is decided and assumed on them."""

    def __init__(self, note: Callable[[Entry], None]) -> None:
        super().__init__()
        self.note = note

    def assume(self, truth: Term) -> None:
        if truth is not True:
            self.note(("assumed", truth))
        super().assume(truth)

    def _decide(self, *about: Any, **more: Any) -> Any:
        found = super()._decide(*about, **more)
        frame = self.frames[-1]
        if not frame.forks[frame.depth - 1].is_alone:  # else it follows from what was decided and assumed before
            self.note(("decided", plain(found), self.decisions()[-1]))
        return found


class Rules:
    """One form of a game as it is: what is proved of its tables, and the trace of its rules."""

    def __init__(self, game: Game[Any], has_time: Callable[[], bool] = lambda: True, most: int | None = None) -> None:
        """NoMeaning, NotFollowed: the rules cannot be followed; ``most`` are the statements of a deal and a step, times
        the players (MOST_STATEMENTS, if not given). Terms of earlier proofs are forgotten."""
        self.has_time = has_time
        self._translation, self.program = _read(game)
        may_be_followed(self.program, MOST_STATEMENTS if most is None else most)
        _tells_its_numbers(self.program)
        self.kinds, self.frame = classes(self.program), _frame(self.program)
        induction = Induction(game, meaning(game))  # what is told is of no matter to it
        induction.prove()
        self.facts: Sequence[Fact] = induction.facts
        self.trace: list[Entry] = []
        self.ways = 0

    def follow(self) -> None:
        """Follow the rules once, for all that are compared with them."""
        self.trace = list(self._trace_of(self.program))
        self.ways = sum([entry[0] in ("ends", "breaks off") for entry in self.trace])

    def is_read_anew(self, scalar: str) -> bool:
        """Whether rules set a scalar, so that its first value is nothing that is known where they are read."""
        return scalar in self._translation.changed

    def read_again(self) -> Program:
        """The meaning of the rules after a function was changed in place, or the first value of what they set."""
        with deep():
            return self._translation.again({})

    def are(self, other: Program) -> bool:
        """Whether another Program is the same game; its atoms are the same. NotFollowed: that is not known."""
        if self.kinds.groups != classes(other).groups or self.frame != _frame(other):
            return False
        _tells_its_numbers(other)
        left = iter(self.trace)
        same = all(entry == next(left, None) for entry in self._trace_of(other))
        return same and next(left, None) is None

    def _trace_of(self, program: Program) -> Iterator[Entry]:
        """All that shows of the deal, and of a step from any table that the facts allow."""
        yield from _ways(program, program.deal, None, self)
        yield from _ways(program, program.step, self.facts, self)


def program_with_told(game: Game[Any]) -> Program:
    """The meaning of rules with all that is told. NoMeaning: they have none."""
    return _read(game)[1]


def _read(game: Game[Any]) -> tuple[Translation, Program]:
    translation = Translation(game, recorded=True)
    with deep():
        translation.program()
        return translation, translation.again({})  # what is known at the end of a reading, the next one begins with


def _tells_its_numbers(program: Program) -> None:
    """NotFollowed: a record says of a number whether it is a truth, which is not known."""
    if keeps_other_numbers(program):
        raise NotFollowed("a truth that is kept as a number, or a whole number as a fraction")


def _frame(program: Program) -> Any:
    """What both have to keep on the table, and under the same names; and what else a record says."""
    scalars = [(name, repr(kind)) for name, (kind, _) in program.scalars.items()]
    things = [(maker, {name: repr(kind) for name, kind in of.items()}) for maker, of in program.things.items()]
    hand = [each.about.name for each in expressions([Do(program.hand)]) if each.op == "call"] if program.hand else []
    of_hand = reachable(program, hand)
    texts = [str(each) for each in program.functions if each.name in of_hand]
    return scalars, things, repr(program.unwound), repr(program.hand), texts


def _ways(program: Program, entry: str, facts: Sequence[Fact] | None, rules: Rules) -> Iterator[Entry]:
    log: list[Entry] = []
    paths = NotedPaths(log.append)
    paths.has_time, paths.most_in_all = rules.has_time, MOST_WAYS
    machine = Machine(program, paths, rules.kinds)
    machine.operations = Told(machine, log.append)
    start = first_table(machine)
    begin = start if facts is None else any_table(machine, start, facts)
    for each in facts or ():
        if not each.fixed:
            paths.give(each.truth(begin))
    if facts is not None:
        log.append(("begins", plain(begin)))

    seated = [each.seated for each in facts or () if each.seated and isinstance(begin.scalars[each.seated], Number)]

    def way() -> Table:
        table = machine.table = begin.copy()
        for name in seated[:MOST_SEATED]:  # what is done for one player may be said in many words
            table.scalars[name] = machine.operations.seat(table.scalars[name])
        machine.running.clear()
        machine.met = set()
        try:
            machine.carried_out(machine.by_name[entry], ())
        except Unwound:
            raise Fault("RAISED", "an event is ended that is not going on", "", ("?",)) from None
        return table

    for ended in paths.every(way):
        if isinstance(ended, Fault):
            if ended.broken == "RAISED" and not _is_told_by_its_text(ended.why):
                raise NotFollowed("an error whose words are known in play only")
            log.append(("breaks off", ended.broken, ended.why, ended.clauses))
        else:
            log.append(("ends", plain(ended)))
        yield from log
        log.clear()
    yield from log


def _is_told_by_its_text(why: str) -> bool:
    """Whether a statement that raises says in its text what is raised, and with which words."""
    if not why.startswith(("raise ", "assert ")):
        return True
    (statement,) = ast.parse(why).body
    match statement:
        case ast.Raise(exc=ast.Name(id=name) | ast.Call(func=ast.Name(id=name), keywords=[])):
            words = statement.exc.args if isinstance(statement.exc, ast.Call) else []
            return hasattr(builtins, name) and all(isinstance(each, ast.Constant) for each in words)
        case ast.Assert(msg=ast.Constant() | None):
            return True
    return False


@cache
def kind_of(one: Type) -> str:
    """A type without which of its things and places there may be: another text may leave some of them out."""
    return re.sub(r"\b(atoms|places)\([\d ]*\)", r"\1", repr(one))


def plain(thing: Any) -> Any:
    """Anything as data. Equal cards are cards of which as many are known to be of each class, and of any kind in it."""
    match thing:
        case Pile():
            return "pile", tuple([(thing.number(at), thing.one(at)) for at in range(len(thing.parts))])
        case Table():
            held = thing.piles, thing.rows, list(thing.scalars.items()), thing.money, thing.ended
            return tuple([plain(each) for each in held])
        case list() | tuple():
            return tuple([plain(each) for each in thing])
        case Items():
            return "items", plain(thing.items)
        case Dictionary():
            return "by key", plain(thing.keys), plain(thing.values)
        case Object():
            return "object", plain(list(thing.fields.items()))
        case Perhaps():
            return "perhaps", thing.has, plain(thing.value)
        case OneOfTypes():
            return "of type", thing.tag, plain(thing.value)
        case bool() | int() | str() | Number() | Truth() | None:
            return type(thing).__name__, thing
        case _:
            return thing
