"""What the operations of the kernel on piles mean."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.kernel.algebra import Packed
from referee.kernel.cards import Deck, Kinds, Values
from referee.kernel.errors import Broken
from referee.meaning.operations.registry import OPERATIONS, Operation, operation
from referee.meaning.program import Expr
from referee.meaning.texts import KINDS_IN_PLAY, KINDS_TOGETHER
from referee.meaning.types import INT, NEVER, PILE, TRUTH, WIDE, Atoms, Record, Seq, Type
from referee.meaning.values import NOTHING, Known, Lazy, Made, Run, Value


def _by_known(word: str, place: int, result: Type) -> Operation:
    """An operation on a pile and a thing of the deck that is known, or one of a few."""

    def meaning(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
        thing = args[place]
        if isinstance(thing, Run):
            return b.by_atom(thing, lambda each: meaning(b, [*args[:place], each, *args[place + 1 :]], words, node))
        assert isinstance(thing, Known)
        rest = [each for at, each in enumerate(args[1:], 1) if at != place]
        piles = tuple([b.fit(each, PILE) for each in rest])
        return b.let(Expr(result, word, piles, thing.thing))

    return meaning


OPERATIONS[Packed.count] = _by_known("pile.count", 2, INT)
OPERATIONS[Packed.only] = _by_known("pile.only", 2, PILE)
OPERATIONS[Packed.following] = _by_known("pile.following", 2, PILE)


def _by_values(word: str, cards: Callable[[Deck], int]) -> Operation:
    """What a pile is worth: a number of 64 bits where no such number of cards can be worth more."""
    plain, wide = _by_known(word, 2, INT), _by_known(word, 2, WIDE)

    def meaning(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
        if isinstance(args[2], Run):
            return b.by_atom(args[2], lambda each: meaning(b, [*args[:2], each], words, node))
        assert isinstance(args[2], Known)
        most = max([abs(value) for value, _ in args[2].thing.downward], default=0) * cards(b.tr.table.deck)
        return (plain if b.tr.type_of_known(most) is INT else wide)(b, args, words, node)

    return meaning


OPERATIONS[Packed.worth] = _by_values("pile.worth", lambda deck: deck.total)
OPERATIONS[Packed.highest] = _by_values("pile.highest", lambda deck: 1)
OPERATIONS[Packed.is_exactly] = _by_known("pile.is_exactly", 2, TRUTH)
OPERATIONS[Packed.is_within] = _by_known("pile.is_within", 2, TRUTH)


@operation(Values._worth)
def _worth(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if b.all_known(args[1]) is not None and isinstance(args[0], Known):
        return Known(args[0].thing._worth(b.all_known(args[1])[0]))
    return OPERATIONS[Packed.worth](b, [NOTHING, args[1], args[0]], words, node)


@operation((Packed, "size"))
def _size(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    known = b.all_known(args[0])
    if known is not None:
        return Known(b.tr.table.deck.size(known[0]))
    return b.let(Expr(INT, "pile.size", (b.fit(args[0], PILE),)))


@operation(Deck.size)
def _deck_size(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return _size(b, args[1:], words, node)


@operation((Packed, "is_empty"))
def _is_empty(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.negated(b.truth(Run(b.fit(args[0], PILE))))


@operation((Packed, "negate"))
def _negate(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.negated(args[0])


@operation(Packed.matching)
def _matching(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.let(Expr(PILE, "pile.matching", (b.fit(args[1], PILE), b.fit(args[2], PILE))))


@operation(Packed.cards_if)
def _cards_if(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.either(args[1], lambda: args[2], lambda: Run(Expr(PILE, "const", (), 0)))


@operation(Packed.if_else)
def _if_else(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.either(args[1], lambda: args[2], lambda: args[3])


@operation(Packed.both)
def _both(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.logic("and", b.truth(args[1]), b.truth(args[2]))


@operation(Packed.either)
def _either(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.logic("or", b.truth(args[1]), b.truth(args[2]))


@operation(Packed.less)
def _less(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.let(Expr(PILE, "pile.less", (b.fit(args[1], PILE), b.fit(args[2], PILE))))


@operation(Packed.oblige)
def _oblige(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    truth = b.truth(args[1])
    broken = args[2].thing if isinstance(args[2], Known) else Broken.RAISED
    if isinstance(truth, Known):
        if not truth.thing:
            b.stop(broken.name, "")
        return NOTHING
    b.require(truth.expr, broken.name)
    return NOTHING


@operation(Packed.shift)
def _shift(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    _, cards, source, target = args
    b.do(Expr(NEVER, "shift", (b.fit(cards, PILE), b.place(source), b.place(target))))
    return NOTHING


@operation(Deck.counts)
def _counts(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if b.all_known(args[1]) is not None:
        return None
    pair = Record(tuple, (0, 1), (INT, INT))
    return b.let(Expr(Seq(pair, "list"), "pile.counts", (b.fit(args[1], PILE),)))


@operation(Deck.unpack)
def _unpack(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if b.all_known(args[1]) is not None:
        return None
    return b.let(Expr(Seq(INT, "list"), "pile.unpack", (b.fit(args[1], PILE),)))


@operation(Deck.pack)
def _pack(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if b.all_known(args[1]) is not None and not isinstance(args[1], Lazy):
        return None
    seq = b.as_seq(args[1], node=node)
    if seq.expr.type.item is NEVER:
        return Run(Expr(PILE, "const", (), 0))
    return b.let(Expr(PILE, "pile.pack", (b.fit(seq, Seq(INT, "tuple")),)))


@operation(Deck._ones)
def _ones(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if b.all_known(args[1]) is not None or len(args) > 2:
        return None
    return b.let(Expr(Seq(PILE, "tuple"), "pile.ones", (b.fit(args[1], PILE),)))


@operation(Deck._singles)
def _singles(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if b.all_known(args[1]) is not None:
        return None
    return b.let(Expr(Seq(PILE, "tuple"), "pile.singles", (b.fit(args[1], PILE),)))


@operation(Deck.covers)
def _covers(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if all(b.all_known(each) is not None for each in args):
        return None
    return b.let(Expr(TRUTH, "pile.covers", (b.fit(args[1], PILE), b.fit(args[2], PILE))))


@operation(Deck.names)
def _names(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return None if b.all_known(args[1]) is not None else Known(("…",))


@operation(Deck.matching)
def _deck_matching(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    """Which kinds match one that is known in play only: one of a few sets."""
    if b.all_known(args[1]) is not None:
        return None
    deck = b.tr.table.deck
    kind = b.type_of(args[1])
    if isinstance(kind, Atoms):
        return b.by_atom(args[1], lambda each: Known(deck.matching(each.thing)))
    return b.item(Known(tuple([deck.matching(each) for each in range(len(deck.cards))])), args[1], node)


@operation(Deck._alone)
def _alone(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if b.all_known(args[1]) is not None:
        return None
    deck = b.tr.table.deck
    return b.item(Known(tuple([deck.alone(each) for each in range(len(deck.cards))])), args[1], node)


@operation(Kinds)
def _kinds(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    """A set of kinds that is known, or of one kind that is known in play only."""
    deck, indices = b.all_known(args[0]), b.all_known(args[1])
    if deck is not None and indices is not None:
        return Known(Kinds(deck[0], indices[0]))
    if isinstance(args[1], Made) and len(args[1].values) == 1:
        return _alone(b, [args[0], args[1].values[0]], words, node)
    raise b.refuse(node, KINDS_IN_PLAY, KINDS_TOGETHER)
