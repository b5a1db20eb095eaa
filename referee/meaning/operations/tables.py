"""What the operations of the kernel on the table mean."""

# mypy: disable-error-code="no-any-return"

from __future__ import annotations

import builtins
from typing import Any

from referee.kernel.places import Laid, Place, Row
from referee.kernel.rows import OneOfRow, Rows, SomeOfRow, shown_to, shown_to_each
from referee.kernel.seating import Seating
from referee.kernel.table import Table
from referee.kernel.undoing import Undoing
from referee.kernel.watch import Watch
from referee.meaning.claims import number, pair, truth
from referee.meaning.operations.methods import _marks_of
from referee.meaning.operations.registry import MOMENT, OPERATIONS, Operation, operation
from referee.meaning.program import Do, Expr, Let
from referee.meaning.types import (
    ENDED_WITH,
    FRACTION,
    INT,
    LAID,
    NEVER,
    NONE_TYPE,
    NUMBERS,
    OUTCOME,
    PILE,
    PLAYER,
    TRUTH,
    WIDE,
    Atoms,
    Map,
    Maybe,
    Record,
    Seq,
    Thing,
    Type,
    Union,
    join_all,
    reckoned,
    within,
)
from referee.meaning.values import NOTHING, ONLY_TOLD, Entries, Known, Made, Run, Value, tuple_of


def _watched(b: Any, message: Any, about: list[Value]) -> Value:
    """What the kernel tells whoever watches, behind an operation that is not read as text."""
    return OPERATIONS[message](b, [NOTHING, *about], {}, None) if b.tr.recorded else NOTHING


@operation(Table.gather)
def _gather(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if b.tr.table.has_rows or b.tr.recorded:
        return None
    b.do(Expr(NEVER, "gather", (b.place(args[1]),)))
    return NOTHING


@operation(Table.swap)
def _swap(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    b.do(Expr(NEVER, "swap", (b.place(args[1]), b.place(args[2]))))
    return _watched(b, Watch.swapped, args[1:])


@operation(Table.pay)
def _pay(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    _, payer, payee, amount = args
    where = words.get("where", Known(True))
    truth = b.truth(where)
    if isinstance(truth, Known) and not truth.thing:
        return NOTHING
    kind = b.tr.grow_scalar("$money", INT if b.type_of(amount) is TRUTH else b.type_of(amount))

    def pay() -> Value:
        accounts = [_account(b, each) for each in (payer, payee)]
        b.do(Expr(NEVER, "pay", (*accounts, b.fit(amount, kind))))
        return _watched(b, Watch.paid, [payer, payee, amount])

    b.either(truth, pay, lambda: NOTHING)
    return NOTHING


def _account(b: Any, who: Value) -> Expr:
    if isinstance(who, Known) and who.thing is None:
        return Expr(INT, "const", (), b.tr.game.players)
    if b.type_of(who) is PLAYER:
        return b.fit(who, PLAYER)
    bank = Run(Expr(INT, "const", (), b.tr.game.players))
    found = b.either(
        b.negated(b.is_none(who)),
        lambda: Run(Expr(INT, "convert", (b.fit(b.without_none(who), PLAYER),))),
        lambda: bank,
    )
    return found.expr


@operation(Table.end)
def _end(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    _, scores, payoffs, reason = args
    b.require(Expr(TRUTH, "not", (Expr(TRUTH, "there", (Expr(Maybe(OUTCOME), "outcome"),)),)))
    lists = []
    for of in (scores, payoffs):
        parts = [b.item(of, Known(player), node) for player in b.tr.table.players]
        kind = join_all([b.type_of(each) for each in parts])
        if not _is_ranked(b, kind) or (of is payoffs and reckoned(kind) not in NUMBERS):
            raise b.refuse(node, f"scores or payoffs that are {kind!r}", "numbers")
        lists.append(Expr(Seq(kind, "tuple"), "seq", tuple([b.fit(each, kind) for each in parts])))
    if b.tr.game.cooperative:
        b.do(Expr(NEVER, "same payoffs", (b.let(lists[1]).expr,)))
    kind = b.type_of(reason)
    words_alone = isinstance(kind, Atoms) and all(isinstance(b.tr.atoms[each], str) for each in kind.numbers)
    if not words_alone or b.tr.atom(ONLY_TOLD) in kind.numbers:
        raise b.refuse(node, "a reason that is put together in play", "a fixed word for each way to end")
    ended = (*lists, b.fit(reason, kind))
    for name, each in zip(ENDED_WITH.values(), ended, strict=True):
        if name in b.tr.scalars:
            b.do(Expr(NEVER, "set scalar", (b.fit(Run(each), b.tr.grow_scalar(name, each.type)),), name))
    b.do(Expr(NEVER, "end", ended))
    return NOTHING


def _is_ranked(b: Any, kind: Any) -> bool:
    """Whether the scores of a type have an order: numbers, words, and tuples of them."""
    if isinstance(kind, Record) and isinstance(kind.maker, type) and issubclass(kind.maker, tuple):
        return all(_is_ranked(b, each) for each in kind.types)
    if isinstance(kind, Seq):
        return bool(kind.kind == "tuple") and _is_ranked(b, kind.item)
    if isinstance(kind, Atoms):
        return all(isinstance(b.tr.atoms[each], str) for each in kind.numbers)
    return reckoned(kind) in NUMBERS or kind is NEVER


def _most_of(of: Any) -> Any:
    best = max(of.values(), default=None)
    return tuple([player for player, each in of.items() if each == best])


@operation(Table.most)
def _most(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    """Of what is in order and no number; numbers as the kernel's text says."""
    of = args[1]
    kinds = [b.type_of(each.value) for each in of.entries] if isinstance(of, Entries) else []
    if not isinstance(of, Entries):
        kind = b.type_of(of)
        kinds = [kind.value] if isinstance(kind, Map) else []
    if kinds and all(isinstance(each, (Record, Seq, Thing)) for each in kinds):
        return b.call(Known(_most_of), [of], {}, node)
    return None


@operation(Seating.next)
def _next_player(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.let(Expr(PLAYER, "next", (b.fit(args[1], PLAYER), _leftwards(b))))


@operation(Seating.everyone_from)
def _everyone_from(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.let(Expr(Seq(PLAYER, "tuple"), "everyone from", (b.fit(args[1], PLAYER), _leftwards(b))))


def _leftwards(b: Any) -> Expr:
    """Whether play goes to the left."""
    from referee.kernel.players import LEFT

    truth = b.truth(b.equal(b.of_table(b.tr.table, "direction", None), Known(LEFT), None))
    return b.fit(truth, TRUTH)


@operation(shown_to, shown_to_each)
def _shown_to(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    space = args[0] if len(args) > 1 else b.as_seq(args[0], node=node)
    kind = b.type_of(space)
    if any(isinstance(each, Record) and each.maker in (OneOfRow, SomeOfRow) for each in within(kind)):
        b.do(Expr(NEVER, "offered", (b.let(b.fit(space, kind)).expr,)))
    return NOTHING


@operation(Place.restore)
def _restore(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    b.do(Expr(NEVER, "set pile", (b.place(args[0]), b.fit(args[1], PILE))))
    return NOTHING


@operation(truth)
def _truth_of_claim(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if b.type_of(args[0]) is not TRUTH:
        raise b.refuse(node, f"a claim that gives {b.type_of(args[0])!r}", "one that gives a truth")
    return args[0]


@operation(number)
def _number_of_claim(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    if b.type_of(args[0]) not in (INT, WIDE, FRACTION):
        raise b.refuse(node, f"a measure that gives {b.type_of(args[0])!r}", "one that gives a number")
    return args[0]


@operation(pair)
def _pair_of_claim(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    kind = b.type_of(args[0])
    if not all(map(_may_be_pair, kind.of if isinstance(kind, Union) else [kind])):
        raise b.refuse(node, f"a claim about pairs that gives {kind!r}", "a tuple of two things, or None")
    return args[0]


def _may_be_pair(kind: Type) -> bool:
    if isinstance(kind, Maybe):
        return _may_be_pair(kind.of)
    if isinstance(kind, Record):
        return isinstance(kind.maker, type) and issubclass(kind.maker, tuple) and len(kind.types) == 2
    return kind == NONE_TYPE or (isinstance(kind, Seq) and kind.kind == "tuple")


@operation(Row.derive)
def _derive(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    row = b.place(args[0])
    before = len(b.block)
    given = b.call(args[1], [args[0]], {}, node)
    for each in b.block[before:]:
        if isinstance(each, (Let, Do)) and each.value.op == "call":
            function = each.value.about
            function.derived, function.is_counted = True, b.tr.counted is not None
            function.row = row.about if row.op == "const" else None
    return given


@operation(Undoing.moment)
def _moment(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.let(Expr(MOMENT, "moment"))


@operation(Undoing.take_back)
def _take_back(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    b.do(Expr(NEVER, "take back", (b.fit(args[1], MOMENT),)))
    return _watched(b, Watch.noted, [Known("taken-back"), Known({})])


@operation(Rows._between)
def _between(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return NOTHING  # there are no places but those of the table


@operation(Rows._take)
def _take(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    _, cards, source, marks = args
    held = b.as_seq(marks, node=node)
    b.tr.marks |= _marks_of(held.expr.type)
    cards = b.without_none(cards) if isinstance(cards, Run) else cards  # there Python stops as well
    kind = b.type_of(cards)
    if kind == NONE_TYPE:
        b.stop("RAISED", "None is no cards")
    if kind is PLAYER or isinstance(kind, (Maybe, Union, Atoms)):
        raise b.refuse(node, f"moving what may be {kind!r}", "an if for cards of a row and for a pile")
    if isinstance(kind, Seq) and kind.kind != "tuple":  # the kernel takes it for a pile, and breaks off
        raise b.refuse(node, f"moving a {kind!r}, which may be no tuple", "tuple(…) of the cards")
    if isinstance(kind, (Seq, Record)):
        given = b.fit(cards, Seq(LAID, "tuple"))
    else:
        given = b.fit(cards, PILE)
    row = Seq(LAID, "tuple")
    pair = b.let(Expr(Record(tuple, (0, 1), (row, row)), "take", (given, b.place(source), held.expr)))
    return Made(tuple, (0, 1), (b.part(pair, 0), b.part(pair, 1)))


@operation(Rows._lying)
def _lying(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    cards = b.fit(args[2], Seq(LAID, "tuple"))
    return b.let(Expr(Seq(LAID, "tuple"), "lying", (b.place(args[1]), cards)))


@operation(Rows.lies)
def _lies(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return b.let(Expr(TRUTH, "lies", (b.fit(args[1], LAID), b.place(args[2]))))


def _marking(word: str) -> Operation:
    def meaning(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
        table, row, laid, *rest = args
        marks = b.as_seq(
            rest[0]
            if len(rest) == 1 and not isinstance(rest[0], Known) and isinstance(b.type_of(rest[0]), Seq)
            else tuple_of(rest),
            node=node,
        )
        b.tr.marks |= _marks_of(marks.expr.type)
        lying = b.let(
            Expr(Seq(LAID, "tuple"), "lying", (b.place(row), Expr(Seq(LAID, "tuple"), "seq", (b.fit(laid, LAID),))))
        )
        before = b.let(Expr(LAID, "at", (lying.expr, Expr(INT, "const", (), 0))))
        after = b.let(Expr(LAID, word, (before.expr, marks.expr)))
        changed = b.attribute(table, "_change", node)
        return b.call(changed, [row, before, after], {}, node)

    return meaning


SPREAD = (Rows.mark, Rows.unmark)
"""Operations that take as many things as a sequence has."""
OPERATIONS[Rows.mark], OPERATIONS[Rows.unmark] = _marking("laid.mark"), _marking("laid.unmark")


@operation(Laid.has)
def _has(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    laid, mark = args
    known = b.all_known(mark)
    if known is None:
        return b.contained(mark, b.attribute(laid, "marks", node), node)
    return b.let(Expr(TRUTH, "laid.has", (b.fit(laid, LAID),), b.tr.atom(known[0])))


@operation(builtins.print)
def _print(b: Any, args: list[Value], words: Any, node: Any) -> Value | None:
    return NOTHING
