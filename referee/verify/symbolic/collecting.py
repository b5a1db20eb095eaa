"""Loops that collect the cards of a row, or their kinds: what they do to a row of which nobody knows how long it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from referee.meaning.program import Again, Do, Expr, If, Leave, Let, Loop, Set, Stmt, expressions, walk
from referee.verify.symbolic.terms import NotFollowed

CARD, KIND = "card", "kind"


@dataclass(slots=True)
class Collected:
    """A loop over all of a ``sequence``, by the names of its variables: what goes on ``counter``, to the number
    ``bound`` ("": the length of the sequence), and the variables of a pass (``own``). ``into`` is the list that gets
    each card, or its kind (``kinds``), "" if none does; ``why``: the loop does something else with a card, which its
    ``body`` says."""

    sequence: str
    counter: str
    bound: str
    own: list[str]
    body: Sequence[Stmt]
    into: str = ""
    kinds: bool = False
    why: str = ""
    known: dict[str, str | int] = field(default_factory=dict)

    def carry_out(self, body: Sequence[Stmt]) -> None:
        """One pass, whichever card it is about. NotFollowed: that is not the same for every card."""
        for each in body:
            match each:
                case Let(name, value):
                    self.known[name] = self._value(value)
                    self.own.append(name)
                case If(condition, yes, no):
                    self.carry_out(yes if self._value(condition) else no)
                case Do(Expr(op="append", args=(Expr(op="local", about=into), value))) if not self.into:
                    given = self._value(value)
                    if given not in (CARD, KIND):
                        raise NotFollowed("something else than cards is collected")
                    self.into, self.kinds = into, given == KIND
                case _:
                    raise NotFollowed("a loop over cards of a row does something else than to collect them")

    @property
    def card(self) -> str:
        """The variable that has the card of a pass."""
        return self.own[1]

    def kept(self, looks: Callable[[Expr], bool]) -> str | None:
        """The list that gets the cards of which something holds, where a pass does no more than to look (``looks``) and
        to put its card there; None: it does something else, or each pass has a list of its own."""
        lists: list[str] = []
        of_a_pass = {each.name for each in walk([*self.body]) if isinstance(each, Let)}
        for each in walk([*self.body]):
            match each:
                case Do(Expr(op="append", args=(Expr(op="local", about=into), Expr(op="local", about=self.card)))):
                    lists.append(into)
                case Let() | If():
                    pass
                case _:
                    return None
        only_looks = all(each.op == "append" or looks(each) for each in expressions(self.body))
        return lists[0] if len(lists) == 1 and lists[0] not in of_a_pass and only_looks else None

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


def collected(loop: Loop) -> Collected | None:
    """What a loop does if it is one over the cards of a sequence; None: it is another one."""
    match loop.body:
        case [
            If(Expr(op="less", args=(Expr(op="local", about=counter), bound)), [], [Leave(label)]),
            Let(at, Expr(op="local", about=begun)),
            Let(card, Expr(op="at", args=(Expr(op="local", about=sequence), Expr(op="local", about=index)))),
            *body,
            Set(counted, Expr(op="int.next", args=(Expr(op="local", about=last),))),
            Again(again),
        ] if label == again == loop.label and counter == begun == counted == last and index == at:
            pass
        case _:
            return None
    match bound:
        case Expr(op="length", args=(Expr(op="local", about=of),)) if of == sequence:
            number = ""
        case Expr(op="local", about=number):
            pass
        case _:
            return None
    found = Collected(sequence, counter, number, [at, card], body, known={card: CARD})
    try:
        found.carry_out(body)
    except NotFollowed as reason:
        found.why = str(reason)
    return found
