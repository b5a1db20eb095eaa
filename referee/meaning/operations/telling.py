"""What a record tells, as a part of a Program: only where matches are to be recorded natively.

The kernel tells a ``Watch`` what happens. Where nobody watches, all that vanishes; here somebody does, and each message
becomes an operation, with the values that it tells.
"""

from __future__ import annotations

from typing import Any

from referee.kernel.telling import check_told
from referee.kernel.watch import Watch
from referee.meaning.looking import may_change
from referee.meaning.operations.registry import operation
from referee.meaning.program import Expr
from referee.meaning.types import INT, LAID, NEVER, PILE, PLAYER, Record, Seq, Union
from referee.meaning.values import NOTHING, Entries, Known, Made, Value

SEATS = Seq(PLAYER, "tuple")


def tell(b: Any, word: str, *args: Expr, about: Any = None) -> Value:
    b.do(Expr(NEVER, f"tell {word}", args, about))
    return NOTHING


def own(b: Any, value: Value) -> Expr:
    """A value as what it is."""
    return b.fit(value, b.type_of(value))  # type: ignore[no-any-return]


def cards_of(b: Any, cards: Value) -> Expr:
    """Cards: a pile, such as lie in rows, or one or the other."""
    kind = b.type_of(cards)
    if isinstance(kind, Union):
        return own(b, cards)
    return b.fit(cards, Seq(LAID, "tuple") if isinstance(kind, (Seq, Record)) else PILE)  # type: ignore[no-any-return]


@operation(Watch.moved)
def _moved(b: Any, args: list[Value], words: Any, node: Any) -> Value:
    _, cards, source, target = args
    return tell(b, "moved", cards_of(b, cards), b.place(source), b.place(target))


@operation(Watch.swapped)
def _swapped(b: Any, args: list[Value], words: Any, node: Any) -> Value:
    return tell(b, "swapped", b.place(args[1]), b.place(args[2]))


@operation(Watch.marked)
def _marked(b: Any, args: list[Value], words: Any, node: Any) -> Value:
    return tell(b, "marked", b.place(args[1]), b.fit(args[2], LAID), b.fit(args[3], LAID))


@operation(Watch.paid)
def _paid(b: Any, args: list[Value], words: Any, node: Any) -> Value:
    _, payer, payee, amount = args
    return tell(b, "paid", own(b, payer), own(b, payee), own(b, amount))


@operation(Watch.revealed)
def _revealed(b: Any, args: list[Value], words: Any, node: Any) -> Value:
    _, cards, of, to, why = args
    return tell(b, "revealed", cards_of(b, cards), own(b, of), b.fit(to, SEATS), own(b, why))


@operation(Watch.announced)
def _announced(b: Any, args: list[Value], words: Any, node: Any) -> Value:
    """The answer is the last one."""
    choice = args[1]
    assert isinstance(choice, Made)
    return tell(b, "announced", b.fit(choice.part("player"), PLAYER), own(b, choice.part("ask")))  # type: ignore[arg-type]


@operation(Watch.rolled)
def _rolled(b: Any, args: list[Value], words: Any, node: Any) -> Value:
    return tell(b, "rolled", b.fit(args[1], Seq(INT, "tuple")), b.fit(args[2], SEATS))


@operation(Watch.drew_lot)
def _drew_lot(b: Any, args: list[Value], words: Any, node: Any) -> Value:
    return tell(b, "drew", own(b, args[1]), b.fit(args[2], SEATS))


@operation(Watch.shuffled)
def _shuffled(b: Any, args: list[Value], words: Any, node: Any) -> Value:
    return tell(b, "shuffled", b.place(args[1]))


@operation(Watch.happened)
def _happened(b: Any, args: list[Value], words: Any, node: Any) -> Value:
    parts = [b.attribute(args[1], name, node) for name in ("number", "parent", "what", "actor", "at", "word")]
    return tell(b, "happened", *[own(b, each) for each in parts])


@operation(check_told)
def _check_told(b: Any, args: list[Value], words: Any, node: Any) -> Value:
    """What may change is refused, whether anybody listens or not."""
    _named(b, args[0], node)
    return NOTHING


@operation(Watch.disclosed)
def _disclosed(b: Any, args: list[Value], words: Any, node: Any) -> Value:
    _, word, to, about = args
    names, values = details(b, about, node)
    return tell(b, "disclosed", own(b, word), b.fit(to, SEATS), *values, about=names)


@operation(Watch.noted)
def _noted(b: Any, args: list[Value], words: Any, node: Any) -> Value:
    _, word, about = args
    names, values = details(b, about, node)
    return tell(b, "noted", own(b, word), *values, about=names)


def details(b: Any, about: Value, node: Any) -> tuple[tuple[str, ...], list[Expr]]:
    """The names and the values of what is told."""
    named = _named(b, about, node)
    return tuple(named), [own(b, each) for each in named.values()]


def _named(b: Any, about: Value, node: Any) -> dict[Any, Value]:
    """What is told, by name. No record keeps what may change."""
    named: dict[Any, Value]
    if isinstance(about, Known):
        named = {name: Known(each) for name, each in about.thing.items()}
    elif isinstance(about, Entries) and all(isinstance(each.there, Known) for each in about.entries):
        named = {each.key: each.value for each in about.entries}
    elif isinstance(about, Made):
        named = dict(zip(about.names, about.values, strict=True))
    else:
        raise b.refuse(node, "details that have no fixed names", "a word for each of them")
    if changing := [kind for kind in map(b.type_of, named.values()) if may_change(kind)]:
        raise b.refuse(node, f"telling {changing[0]!r}", "tuple(…) of it, or a word for each part")
    return named
