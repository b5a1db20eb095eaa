"""Loops over the cards of a row of which nobody knows how long it is, and over what was found of each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from referee.meaning.looking import changes
from referee.meaning.program import (
    Again,
    Block,
    Catch,
    Do,
    Expr,
    Function,
    If,
    Leave,
    Let,
    Loop,
    Raise,
    Return,
    Set,
    Stmt,
    expressions,
    walk,
)
from referee.meaning.types import Type
from referee.verify.symbolic.searches import read_in
from referee.verify.symbolic.terms import NotFollowed

CARD, KIND = "card", "kind"


@dataclass(slots=True)
class Passes:
    """A loop over all of a ``sequence``, by the names of its variables: what goes on ``counter``, to the number
    ``bound`` ("": the length of the sequence), ``at``, which says where a ``card`` lies, and the ``body`` of a pass;
    ``ended`` is done behind the last one. ``own``: what a pass gives names to.

    ``backward``: it begins with the last one.

    ``into`` is the list that gets each card, or its kind (``kinds``), "" if none does; ``why``: the loop does something
    else with a card. Then ``lists`` get things of those types in some passes, a pass begins with ``sums`` and with
    ``scalars`` of the table as the one before has left them, and ``exits`` says whether it may be the last one:
    ``looks`` is the body up to there. ``refused``: why that is not followed."""

    sequence: str
    counter: str
    bound: str
    at: str
    card: str
    body: Sequence[Stmt]
    ended: Sequence[Stmt]
    own: list[str]
    backward: bool = False
    into: str = ""
    kinds: bool = False
    why: str = ""
    lists: dict[str, Type] = field(default_factory=dict)
    sums: list[str] = field(default_factory=list)
    scalars: list[str] = field(default_factory=list)
    exits: bool = False
    refused: str = ""
    looks: list[Stmt] = field(default_factory=list)
    known: dict[str, str | int] = field(default_factory=dict)

    def carry_out(self, body: Sequence[Stmt]) -> None:
        """One pass, whichever card it is about. NotFollowed: that is not the same for every card."""
        for each in body:
            match each:
                case Let(name, value):
                    self.known[name] = self._value(value)
                case If(condition, yes, no):
                    self.carry_out(yes if self._value(condition) else no)
                case Do(Expr(op="append", args=(Expr(op="local", about=into), value))) if not self.into:
                    given = self._value(value)
                    if given not in (CARD, KIND):
                        raise NotFollowed("something else than cards is collected")
                    self.into, self.kinds = into, given == KIND
                case _:
                    raise NotFollowed("a loop over cards of a row does something else than to collect them")

    def _value(self, e: Expr) -> str | int:
        """A card, its kind, or a number: what of cards of rows is always the same."""
        match e:
            case Expr(op="local", about=name) if name in self.known:
                return self.known[name]
            case Expr(op="laid", args=(of,)) if self._value(of) == CARD and e.about in ("kind", "link"):
                return KIND if e.about == "kind" else 0  # none is linked
            case Expr(op="truth", args=(of,)) if isinstance(found := self._value(of), int):
                return bool(found)
        raise NotFollowed("a loop over cards of a row looks at them")

    def look_into(self, loop: Loop, function: Function, places: Sequence[str]) -> None:
        """Find what passes do in which not the same is done with every card."""
        self.looks = list(_up_to_exits(self.body, _inside(self.body)))
        appends: set[int] = set()
        made = {each.name for each in walk(self.looks) if isinstance(each, (Let, Set))}
        for each in walk(self.looks):
            match each:
                case Do(Expr(op="append", args=(Expr(op="local", about=into), value))) if into not in made:
                    appends.add(id(each.value))
                    self.lists[into] = value.type
        sets = [each for each in expressions(self.looks) if each.op in ("set scalar", "set each")]
        self.scalars = list(dict.fromkeys([each.about for each in sets]))
        appends.update(map(id, sets))
        self.exits = any(_leaves(each, _inside(self.body)) for each in walk(self.looks))
        self.sums = list(_carried(self.body, made))
        self.own = [self.at, self.card, *made]
        behind = Counter(read_in(function.body))
        behind.subtract(read_in(loop.body))
        behind.update(read_in(self.ended))
        left = [each for each in self.own if behind[each] > 0 and each not in self.sums]
        read = set(read_in(self.body))
        if self.counter in read or any(each in read for each in places):
            self.refused = "a loop over cards of a row asks where each of them lies (enumerate, range)"
        elif left:
            self.refused = f"what the last pass of a loop over cards of a row leaves is read behind it: {left[0]}"
        elif made & {self.counter, self.sequence, self.bound} or any(
            _goes_on(each, loop) for each in walk([*self.body])
        ):
            self.refused = "a loop over cards of a row goes on in another way"
        elif changes(self.looks, set(), appends):
            self.refused = (
                "a loop over cards of a row does more than to look at them, to collect and to count: collect those that"
                " are to go (tuple(x for x in …)) and move them at once"
            )


def passes_of(loop: Loop, function: Function) -> Passes | None:
    """How a loop goes through a sequence; None: it does something else."""
    match loop.body:
        case [
            If(Expr(op="less", args=(Expr(op="local", about=counter), bound)), [], [*ended, Leave(label)]),
            Let(at, Expr(op="local", about=begun)),
            *body,
            Again(again),
        ] if label == again == loop.label and counter == begun:
            pass
        case _:
            return None
    body = _without_continue(body, counter, loop.label)
    counts = [each for each in body if isinstance(each, Set) and each.name == counter]
    backward = [each for each in body if isinstance(each, Let) and _is_from_the_end(each.value, at, bound)]
    places = [at, *[each.name for each in backward]]
    looks = [each for each in body if isinstance(each, Let) and _is_at(each.value, places)]
    if len(counts) != 1 or len(looks) != 1 or counts[0].value.op != "int.next":
        return None
    of = looks[0].value.args[0]
    match bound:
        case Expr(op="length", args=(Expr(op="local", about=sequence),)) if of.about == sequence:
            number = ""
        case Expr(op="local", about=number):
            pass
        case _:
            return None
    rest = [each for each in body if not any(each is one for one in (counts[0], looks[0], *backward))]
    names = dict.fromkeys([each.name for each in walk(rest) if isinstance(each, (Let, Set))])
    found = Passes(of.about, counter, number, at, looks[0].name, rest, ended, [at, looks[0].name, *names])
    found.known[found.card] = CARD
    found.backward = looks[0].value.args[1].about != at
    try:
        if ended or backward:
            raise NotFollowed("a loop over cards of a row goes through them in another way")
        found.carry_out(rest)
    except NotFollowed as reason:
        found.why, found.into = str(reason), ""
        found.look_into(loop, function, places)
    return found


def _without_continue(body: list[Stmt], counter: str, label: str) -> list[Stmt]:
    """The body of a pass; what goes on with the next one before its end leaves a block in place of that."""
    end = f"{label} pass"

    def without(body: Sequence[Stmt]) -> list[Stmt]:
        found = [one(each) for each in body]
        match found:
            case [*before, Again(again)] if again == label and len(rest := uncounted(before)) == len(before) - 1:
                return [*rest, Leave(end)]
        return found

    def one(each: Stmt) -> Stmt:
        match each:
            case If(condition, yes, no):
                return If(condition, without(yes), without(no))
            case Block(inner, statements):
                return Block(inner, without(statements))
        return each

    def uncounted(body: list[Stmt]) -> list[Stmt]:
        return [
            each
            for each in body
            if not (isinstance(each, Set) and each.name == counter and each.value.op == "int.next")
        ]

    inside = [one(each) for each in body]
    looks = [at for at, each in enumerate(body) if isinstance(each, Let) and each.value.op == "at"]
    counts = [each for each in body if isinstance(each, Set) and each.name == counter]
    if not (looks and counts) or not any(isinstance(each, Leave) and each.label == end for each in walk(inside)):
        return body
    begin = looks[0] + 1
    return [*inside[:begin], Block(end, uncounted(inside[begin:])), *counts]


def _is_at(e: Expr, places: Sequence[str]) -> bool:
    """Whether that is what stands at one of these places of a sequence."""
    return e.op == "at" and all(each.op == "local" for each in e.args) and e.args[1].about in places


def _is_from_the_end(e: Expr, at: str, bound: Expr) -> bool:
    """Whether that is the place before the last one, and so on, where ``at`` counts from the first one."""
    match e:
        case Expr(
            op="sub", args=(Expr(op="sub", args=(most, Expr(op="const", about=1))), Expr(op="local", about=name))
        ):
            return bool(name == at and most.op == bound.op == "local" and most.about == bound.about)
    return False


def _inside(body: Sequence[Stmt]) -> set[str]:
    """The labels of what can be left without leaving the pass."""
    return {each.label for each in walk([*body]) if isinstance(each, (Block, Loop))}


def _goes_on(statement: Stmt, loop: Loop) -> bool:
    """Whether that begins the next pass, or ends events."""
    return isinstance(statement, Catch) or (isinstance(statement, Again) and statement.label == loop.label)


def _leaves(statement: Stmt, inside: Collection[str]) -> bool:
    """Whether no pass comes behind that."""
    return isinstance(statement, Return) or (isinstance(statement, Leave) and statement.label not in inside)


def _up_to_exits(body: Sequence[Stmt], inside: Collection[str]) -> Iterator[Stmt]:
    """Statements without what is done where the pass is the last one: there, no more than that."""
    if body and _leaves(body[-1], inside):
        yield body[-1] if isinstance(body[-1], Leave) else Return(())
        return
    for each in body:
        match each:
            case If(condition, yes, no):
                yield If(condition, *[list(_up_to_exits(side, inside)) for side in (yes, no)])
            case Block(label, inner):
                yield Block(label, list(_up_to_exits(inner, inside)))
            case Loop(label, inner):
                yield Loop(label, list(_up_to_exits(inner, inside)))
            case _:
                yield each


def _carried(body: Sequence[Stmt], made: Collection[str]) -> Iterator[str]:
    """The variables that a pass may read before it sets them, though it does."""
    found: dict[str, None] = {}

    def through(body: Sequence[Stmt], known: set[str]) -> set[str] | None:
        """What is set behind these statements, with what was set before; None: nothing comes behind them."""
        for each in body:
            found.update(
                dict.fromkeys([name for name in read_in([_alone(each)]) if name in made and name not in known])
            )
            match each:
                case Let(name, _) | Set(name, _):
                    known = {*known, name}
                case If(_, yes, no):
                    sides = [side for one in (yes, no) if (side := through(one, known)) is not None]
                    if not sides:
                        return None
                    known = set.intersection(*sides)
                case Block(_, inner) | Loop(_, inner):
                    through(inner, known)
                case Leave() | Again() | Return() | Raise():
                    return None
        return known

    through(body, set())
    return iter(found)


def _alone(statement: Stmt) -> Stmt:
    """A statement without those within it."""
    if isinstance(statement, If):
        return Do(statement.condition)
    return Block("", []) if isinstance(statement, (Block, Loop, Catch)) else statement
