"""The meaning of a game's form: its functions are read for the arguments that they are given, until nothing grows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from referee.kernel.game import Game
from referee.meaning import library
from referee.meaning.bare import Bare
from referee.meaning.claims import WhenAsked
from referee.meaning.copies import Copies
from referee.meaning.counted import Counted, Ways
from referee.meaning.growing import Growing
from referee.meaning.open_readings import forget_looks, still_closed
from referee.meaning.program import Expr, Function, Program, walk
from referee.meaning.raised import Caught, raised_elsewhere, refuse_other_failures
from referee.meaning.reading_limits import deep, garbage_seldom
from referee.meaning.spec import Anew, Guarding, Spec
from referee.meaning.standings import STANDINGS
from referee.meaning.texts import HOME, KERNEL, NoMeaning, code_of, is_plain_generator, is_rule
from referee.meaning.types import (
    ENDED_WITH,
    INT,
    NEVER,
    Mixed,
    TooDeep,
    Type,
    Wider,
    bare,
)
from referee.meaning.values import Code, Known, Value, key_of, text_key

UNFORESEEN = (AssertionError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What Python raises where the text is such as nobody has thought of: it is not understood."""
Claims = Mapping[str, tuple[Any, Any]]
MOST_WITHIN = 100
"""So many forms of a function may be read within each other."""
MOST_ROUNDS = 25
OURS = (KERNEL, library.HOME)
"""Texts that are read beside those of authors."""


class Translation(Growing):
    """Reads the text of one form of a game."""

    def __init__(
        self,
        game: Game[Any],
        recorded: bool = False,
        counted: Ways | None = None,
        stopping: bool = False,
        asking: Mapping[str, WhenAsked] = MappingProxyType({}),
        appraised: bool = False,
        most: int | None = None,
        when_read: Callable[[Function], None] | None = None,
    ) -> None:
        table = game.table()
        if counted is not None:
            counted.follow(table)
        super().__init__(game, table)
        self.most = most
        """The most statements that a deal and a step may mean; None: any number."""
        self.lengths: dict[Spec, int] = {}
        """The statements of every function that was read for them."""
        self.when_read = when_read
        """Told of every function of a deal and a step once it has been read; what it raises ends the reading."""
        self.asking = asking
        """What is claimed of questions, by the names of properties."""
        self.unread: dict[str, str] = {}
        """Why claims have no meaning, by the names of their properties."""
        self.raising: dict[str, str] = {}
        """Claims that raise wherever this round has read them: a later one may know more."""
        self.appraised = appraised
        """Whether a question says how good its answers look, and the Program how a match stands."""
        self.says_who = recorded or stopping or appraised
        """Whether a question says who is asked, and by what word."""
        self.recorded = recorded
        """Whether a record is kept of what happens, so that the Program tells it."""
        self.counted = counted
        """What the Program counts; None: nothing."""
        self.copies = Copies()
        self.in_play: set[Any] = set()
        """The places in texts where dictionaries and lists are made that are to be such in play."""
        self.caught: dict[tuple[Spec, int], Caught] = {}
        """The ``try`` that catch exceptions of authors, by their functions."""
        self.thrown: list[type] = []
        """The exceptions that are raised in one function and caught in another one."""
        self.thrown_to: set[tuple[Spec, int]] = set()
        """The ``try`` that catch such ones."""
        self.made_in: dict[int, int] = {}
        """The functions in whose texts functions were made, by the ids of both."""
        self.filling: dict[int, Expr] = {}
        """By their ``id`` what puts things into the list of a comprehension, which nobody has yet."""
        self.sure: dict[int, Expr] = {}
        """Operations of which it was asked before whether they can be done, by their ids."""
        self.interleaved: set[int] = set()
        """The loops that are carried out in turn with the generators that they go through, by their ids."""
        self.interleaving: list[Code] = []
        """Such generators that are being read."""
        self.rewritten: dict[Any, Any] = {}
        """What is read in the place of a part of a text, by its id, and classes of what is made in a place."""
        self.specs: dict[Any, Spec] = {}
        self.closures: dict[Any, Code] = {}
        """The functions that are defined in others, by their keys (``text_key``)."""
        self.finished: list[Spec] = []
        self.deques = False
        """Whether some are made: a list may then be one."""
        self.alive: list[Any] = []
        self.marks: set[int] = set()
        """The atoms that are put on laid cards."""
        self.always = {"turns", "dealing", "direction", *self.each_names.values()}
        self.changed |= self.always
        self.round = 0
        self.driven_at_once = 0
        """How often a rule that comes of several was driven where it came from."""

    def specialised(self, code: Code, arguments: dict[str, Value], remembered: bool = False) -> Spec:
        """The meaning of a function for such arguments."""
        given = tuple([(name, key_of(each)) for name, each in arguments.items()])
        unheard = self.counted is not None and (remembered or any(each.unheard for each in self.active[-1:]))
        guarding = Guarding().union(*[each for spec in self.active[-1:] for each in (spec.guarding, *spec.around)])
        key = (text_key(code), remembered, unheard, given, guarding)
        self.alive.append((code, arguments))
        spec = self.specs.get(key)
        if spec is None:
            number = len(self.specs)
            spec = self.specs[key] = Spec(number, code, Function(f"{code.__name__}_{number}", code.where, []), unheard)
            spec.guarding = guarding
            spec.function.remembered = remembered
            spec.function.ahead = is_plain_generator(code) or code.scope.function in library.STEP_BY_STEP
            if self.counted is not None:
                self.counted.running(code, spec.function)
            function: Any = getattr(code.scope, "function", None)
            spec.function.clauses = getattr(function, "__clauses__", ())
            own = function is not None and code_of(function) is code  # and not one that is defined in it
            spec.function.names_chance = own and is_rule(code) and function.__code__ in self.game.clause_codes
        if spec.reading:
            spec.relied = True
        elif spec.round != self.round:
            self._read(spec, arguments)
        if self.active:
            self.active[-1].depends |= {spec} if spec.reading else spec.depends
        return spec

    def _body_of(self, spec: Spec) -> Any:
        """How the text of a function is read: what it counts, if anything."""
        from referee.meaning.body import counting, whole

        if self.counted is None:
            return whole.Body
        if isinstance(self.counted, Counted):
            return counting.UnheardBody if spec.unheard else counting.CountingBody
        return counting.UnheardWaysBody if spec.unheard else counting.WaysBody

    def _read(self, spec: Spec, arguments: dict[str, Value]) -> None:
        if sum([each.code is spec.code for each in self.active]) > MOST_WITHIN:
            what = f"{spec.code.__name__}, which calls itself with ever more forms of arguments,"
            raise NoMeaning(f"{spec.code.where}: {what} has no meaning yet: write a loop")
        spec.reading, spec.handed = True, arguments
        self.active.append(spec)
        first = len(self.finished)
        try:
            for _ in range(MOST_ROUNDS):
                spec.relied = False
                spec.depends = set()
                body = self._body_of(spec)(self, spec)
                try:
                    grown = body.read(arguments)
                except TooDeep:
                    raise NoMeaning(
                        f"{spec.code.where}: in {spec.code.__name__} a value grows without end: "
                        "write values of one depth"
                    ) from None
                except NoMeaning as error:
                    if type(error) is not NoMeaning or not body.grown:
                        raise self.told_here(error, body) from None
                    grown = True  # a list seemed to be empty into which something is put further on
                except Wider:
                    self.forget(spec, first)
                    raise
                except UNFORESEEN as error:
                    if not body.grown:
                        what = f"this ({type(error).__name__}: {error})"
                        raise self.told_here(body.refuse(None, what, "it in smaller steps"), body) from error
                    grown = True
                except Mixed:
                    raise body.refuse(None, "a set and a list, or a tuple, under one name", "sets alone") from None
                if not grown:
                    break
                if spec.relied:
                    self.forget(spec, first)
            else:
                raise NoMeaning(
                    f"{spec.code.where}: no end of types is found for {spec.code.__name__}: write values of one type"
                )
        finally:
            self.active.pop()
            spec.reading = False
        spec.round = self.round
        spec.depends.discard(spec)
        for each in self.finished[first:]:
            if spec in each.depends:
                each.depends = each.depends - {spec} | spec.depends
        self.finished.append(spec)
        if self.when_read is not None:
            self.when_read(spec.function)
        if self.most is not None:
            self.lengths[spec] = sum([1 for _ in walk(spec.function.body)])
            if sum(self.lengths.values()) > self.most:
                raise NoMeaning(f"{self.game.name}: a deal and a step mean more than {self.most} statements")

    def forget(self, spec: Spec, first: int) -> None:
        """What has been read with a function that was not read to its end knew too little."""
        for each in self.finished[first:]:
            if spec in each.depends:
                each.round = -1

    @staticmethod
    def told_here(error: NoMeaning, body: Any) -> NoMeaning:
        """An error in the text of the kernel or of Python's library names the place in the rules that it was reached
        from."""
        place, _, said = str(error).partition(": ")
        if type(error) is not NoMeaning or not place.startswith(OURS) or body.code.scope.file.startswith(OURS):
            return error
        file, _, line = place.removeprefix(HOME).lstrip("/").rpartition(":")
        return NoMeaning(f"{body.where()}: in what is called here {said} ({file}, line {line})")

    def program(self, claims: Claims = MappingProxyType({})) -> Program:
        """The whole meaning. NoMeaning names the file and the line of what has none; a claim may have none."""
        game, table = self.game, self.table
        entry: dict[str, Spec] = {}
        asked: dict[str, Spec] = {}
        for self.round in range(MOST_ROUNDS):
            self.grown = False
            self.raising.clear()
            self.lengths.clear()
            most, when_read = self.most, self.when_read
            try:
                self.read_once(claims, entry, asked)
            except Anew:
                self.read_anew()
                continue
            finally:
                self.most, self.when_read = most, when_read
            self.catch_elsewhere()
            if not self.grown and not self.copies.grown:
                break
            self.copies.grown = False
        else:
            raise NoMeaning(f"{game.name}: no end of types is found: write values of one type")
        live = [spec for spec in self.specs.values() if spec.round == self.round]
        functions = [spec.function for spec in live]
        starts, things, unwound = self.starts(entry["deal"]), self.things, self.unwound
        hand = self.result_of(entry["hand_number"]) if "hand_number" in entry else None
        if self.has_members:
            made = Bare()
            for each in functions:
                made.function(each)
            starts = {name: (bare(kind), made.expr(start)) for name, (kind, start) in starts.items()}
            things, unwound = made.types(things), bare(unwound)
        if isinstance(self.counted, Counted):
            self.counted.unsure_bits |= self.counted.bits(self.purity.beforehand & {*self.counted.ids})
        return Program(
            game.form,
            game,
            table,
            functions,
            entry["deal"].function.name,
            entry["step"].function.name,
            starts,
            things,
            self.atoms,
            unwound,
            frozenset(self.marks),
            {name: spec.function.name for name, spec in asked.items() if spec.function.results},
            {name: (of.function.name, of.shape.thing) for name, of in asked.items() if isinstance(of.shape, Known)},
            {**self.raising, **self.unread},
            hand,
            {name: entry[name].function for name in STANDINGS if name in entry and entry[name].function.results},
            frozenset(self.purity.beforehand),
        )

    def read_once(self, claims: Claims, entry: dict[str, Spec], asked: dict[str, Spec]) -> None:
        """Read a deal, a step, and what else is asked for, with what is known of types by now."""
        game, table, unread = self.game, self.table, self.unread
        for name in ("deal", "step"):
            entry[name] = self.specialised(*self.of_table(name))
        still_closed(game)
        self.most = self.when_read = None  # of claims nobody asks it
        for name, (ask, claim) in claims.items():
            if name not in unread:
                try:
                    asked[name] = self.specialised(code_of(ask), {"claim": Known(claim), "t": Known(table)})
                    still_closed(game)
                except NoMeaning as error:
                    unread[name] = str(error)
                    forget_looks(game)
                    asked.pop(name, None)
        if self.recorded or self.appraised:
            entry["hand_number"] = self.specialised(*self.of_table("hand_number"))
        for name, method in STANDINGS.items() if self.appraised else ():
            entry[name] = self.specialised(code_of(method), {"game": Known(game), "t": Known(table)})

    def read_anew(self) -> None:
        """Forget what was found of types."""
        for each in (self.specs, self.scalars, self.things, self.raised_with, self.caught):
            each.clear()
        self.unwound = NEVER

    def catch_elsewhere(self) -> None:
        """Note what is raised in one function and caught in another one: they are read again with that."""
        live = [spec for spec in self.specs.values() if spec.round == self.round]
        raises = {each.function.name: each.raises for each in live if each.raises}
        for site, caught in self.caught.items():
            found = raised_elsewhere(caught, raises) if site[0] in live else set()
            new = [each for each in sorted(found, key=_name_of) if each not in self.thrown]
            self.grown |= bool(new) or (bool(found) and site not in self.thrown_to)
            self.thrown += new
            self.thrown_to |= {site} if found else set()
        for site, caught in self.caught.items():
            if site[0] in live and not self.grown:
                refuse_other_failures(caught, self.sure)

    def of_table(self, name: str) -> tuple[Code, dict[str, Value]]:
        """A method of the game that looks at a table, with its arguments."""
        code = code_of(getattr(type(self.game), name))
        first, second = [each.arg for each in code.node.args.args]
        return code, {first: Known(self.game), second: Known(self.table)}

    def again(self, claims: Claims) -> Program:
        """The meaning after functions were changed in place (``texts.read_as``): all is read again, and what is the
        same has the same names and numbers."""
        for spec in self.specs.values():
            spec.round = -1
        return self.program(claims)

    @staticmethod
    def result_of(spec: Spec) -> Expr:
        """What a function without arguments gives, which is a number."""
        if isinstance(spec.shape, Known):
            return Expr(INT, "const", (), spec.shape.thing)
        return Expr(INT, "call", (), spec.function)

    def starts(self, spec: Spec) -> dict[str, tuple[Type, Expr]]:
        """What a new table keeps, by name."""
        from referee.meaning.body.whole import Body

        body, found = Body(self, spec), {}
        for name in (*self.table.scalar_specs, *sorted(self.scalars)):
            kind = self.scalar_type(name)
            spec_of = self.table.scalar_specs.get(name)
            if name not in (*self.table.scalar_specs, *self.always, *self.changed):
                continue
            start = spec_of.start if spec_of is not None else getattr(self.table, name, 0)
            if name in ENDED_WITH.values():
                start = None if name == ENDED_WITH["reason"] else ()
            found[name] = (kind, body.constant(start, kind))
        for name in ("turns", "dealing", "direction"):
            kind = self.scalar_type(name)
            found[name] = (kind, body.constant(getattr(self.table, name), kind))
        return found


def _name_of(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def meaning(
    game: Game[Any],
    claims: Claims = MappingProxyType({}),
    recorded: bool = False,
    counted: Ways | None = None,
    stopping: bool = False,
    asking: Mapping[str, WhenAsked] = MappingProxyType({}),
    appraised: bool = False,
    most: int | None = None,
    when_read: Callable[[Function], None] | None = None,
) -> Program:
    """What one form of a game means. NoMeaning: file, line, what is not understood, and what to write instead.

    ``claims`` are those of properties by name, each with how it is asked (``referee.meaning.claims``).
    ``recorded``: the Program also tells what a record says. ``counted``: what it counts as well. ``stopping``: it says
    who is asked. ``asking``: what is claimed of questions. ``appraised``: also how good answers look
    (``Game.appraise``), and how a match stands. ``most``: where the text of a deal and a step comes to more statements
    it is not read on. ``when_read`` is told of each of their functions, and ends the reading with what it raises.
    """
    with deep(), garbage_seldom():
        translation = Translation(game, recorded, counted, stopping, asking, appraised, most, when_read)
        return translation.program(claims)
