"""Writes a Program as C++20. The runtime (``*.hpp``) has one operation for each operation of a Program."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from referee.kernel.cards import Deck, Kinds, Values
from referee.kernel.numbers import Number
from referee.kernel.piles import OneOfPiles
from referee.kernel.rows import OneOfRow, SomeOfRow
from referee.kernel.selections import EqualValue, OneCard, Selection
from referee.kernel.spaces import Arms, Nothing, OneOf
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
    Program,
    Raise,
    Return,
    Set,
    Stmt,
    walk,
)
from referee.meaning.types import (
    INT,
    NEVER,
    Atoms,
    Map,
    Maybe,
    Places,
    Plain,
    Record,
    Seq,
    Thing,
    Type,
    Union,
)
from referee.play.bulk import code_of

HERE = Path(__file__).parent
PLAIN = {
    "int": "int64_t",
    "wide": "Wide",
    "truth": "bool",
    "pile": "Pile",
    "player": "Player",
    "laid": "Laid",
    "fraction": "Fraction",
    "never": "Never",
    "moment": "State*",
}
MOST_PASSES = 10_000_000
"""Passes through loops in one step, after which a match is given to Python to judge."""
BROKEN = ("NO_OPTION", "SHORTAGE", "NO_MONEY", "MISSING_CASE", "NO_END", "RAISED", "OVERFLOW", "MEMORY")
NAMED = {
    "sub": "sub", "add": "add", "mul": "mul", "div": "floordiv", "mod": "floormod", "pow": "power", "shl": "shl",
    "shr": "shr", "and": "band", "or": "bor", "xor": "bxor", "truediv": "truediv", "negative": "negative",
    "abs": "absolute", "comb": "comb", "bit_count": "bit_count", "bit_length": "bit_length", "truth": "truth",
    "equal": "eq", "contains": "contains", "index": "index_of", "item": "item", "append": "append", "insert": "insert",
    "pop": "popped", "remove": "removed", "put": "put", "become": "become", "add to set": "add_to_set",
    "set": "set_of", "joined up": "joined_up", "repeated": "repeated", "product": "product",
    "combinations": "combinations",
    "combinations again": "combinations_again", "argmax": "argmax", "argmin": "argmin", "setdefault": "setdefault",
    "map.set": "map_set", "map.item": "map_item", "map.del": "map_del",
    "pile.size": "size_of", "pile.add": "plus", "pile.sub": "minus", "pile.and": "band", "pile.or": "bor",
    "pile.xor": "bxor", "pile.invert": "inverted", "pile.times": "times", "pile.one": "one_of", "pile.less": "less",
    "pile.counts": "counts", "pile.unpack": "unpack", "pile.pack": "pack", "pile.ones": "ones",
    "pile.singles": "singles", "pile.covers": "covers", "place.pile": "place_pile",
    "place.size": "place_size", "place.row": "place_row", "shift": "shift", "gather": "gather", "swap": "swap_places",
    "set pile": "set_pile", "next": "next_player", "everyone from": "everyone_from", "draw": "drawn", "pick": "picked",
    "roll": "rolled", "lot": "lot", "shuffle": "shuffled", "pay": "pay", "end": "end_game",
    "same payoffs": "same_payoffs", "take": "take", "lying": "lying", "lies": "lies", "laid.mark": "with_marks",
    "laid.unmark": "without_marks", "spin": "spin",
}  # fmt: skip


class Writer:
    """The C++ text of one Program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.deck: Deck = program.table.deck
        self.tags: dict[Any, int] = {tuple: 0}
        self.constants: dict[str, str] = {}
        self.groups: dict[int, str] = {}
        self.width = max(self.deck.width, 2)
        bits = max(self.width * len(self.deck.cards) + 64, 512)
        self.wide_words = (bits + 63) // 64
        self.places = program.table.places
        self.catching = 0

    # -- types --------------------------------------------------------------------------------------------

    def tag(self, maker: Any) -> int:
        return self.tags.setdefault(maker, len(self.tags))

    def type(self, kind: Type) -> str:
        match kind:
            case Plain(word):
                return PLAIN[word]
            case Atoms():
                return "Atom"
            case Places():
                return "Where"
            case Seq(item, _):
                return f"Seq<{self.type(item)}>"
            case Map(key, value):
                return f"Map<{self.type(key)}, {self.type(value)}>"
            case Maybe(of):
                return f"Maybe<{self.type(of)}>"
            case Union(of):
                return f"Union<{', '.join(map(self.type, of))}>"
            case Thing(maker):
                return f"{self.thing(maker)}*"
            case Record(maker, names, types) if maker is dict:
                arms = [
                    f"Arm<{self.atom(name)}, {self.type(each.types[1])}>"  # type: ignore[attr-defined]
                    for name, each in zip(names, types, strict=True)
                ]
                return f"ArmsOf<{', '.join(arms)}>"
            case Record(maker, _, types):
                return f"Rec<{', '.join([str(self.tag(maker)), *map(self.type, types)])}>"
        raise AssertionError(kind)

    def atom(self, thing: Any) -> int:
        from referee.meaning.values import identity

        return self._atom_numbers[identity(thing)]

    @cached_property
    def _atom_numbers(self) -> dict[Any, int]:
        from referee.meaning.values import identity

        return {identity(each): number for number, each in enumerate(self.program.atoms)}

    def thing(self, maker: Any) -> str:
        return f"Thing{self.tag(maker)}_{maker.__name__}"

    # -- constants ----------------------------------------------------------------------------------------

    def words_of_pile(self, packed: int) -> list[int]:
        """A packed pile in words in which no field is divided."""
        fields = 64 // self.width
        words = [0] * max(1, -(-len(self.deck.cards) // fields))
        for kind in range(len(self.deck.cards)):
            field = packed >> self.deck.width * kind & self.deck.field
            words[kind // fields] |= field << kind % fields * self.width
        return words

    def pile(self, packed: int) -> str:
        if not packed:
            return "no_cards()"
        return "Pile{{" + ", ".join(f"{each:#x}ull" for each in self.words_of_pile(packed)) + "}}"

    def wide(self, number: int) -> str:
        words = [number >> 64 * at & (1 << 64) - 1 for at in range(self.wide_words)]
        return "Wide{{" + ", ".join(f"{each:#x}ull" for each in words) + "}}"

    def constant(self, kind: Type, value: Any) -> str:
        match kind:
            case Plain("int"):
                return f"int64_t({int(value)}ll)"
            case Plain("truth"):
                return "true" if value else "false"
            case Plain("wide"):
                return self.wide(int(value))
            case Plain("pile"):
                return self.pile(int(value))
            case Plain("player"):
                return f"Player{{{int(value)}}}"
            case Plain("fraction"):
                return f"Fraction{{{Fraction(value).numerator}ll, {Fraction(value).denominator}ll}}"
            case Atoms():
                return f"Atom{{{value}}}"
            case Places():
                return f"Where{{{value}}}"
        raise AssertionError((kind, value))

    # -- expressions --------------------------------------------------------------------------------------

    def expr(self, e: Expr) -> str:
        if e.op == "local":
            return str(e.about)
        if e.op == "const":
            return self.constant(e.type, e.about)
        args = [self.expr(each) for each in e.args]
        named = NAMED.get(e.op)
        if named is not None:
            return f"{named}({', '.join(args)})"
        special: Callable[[Expr, list[str]], str] = getattr(self, "x_" + e.op.replace(" ", "_").replace(".", "_"))
        return special(e, args)

    def x_convert(self, e: Expr, args: list[str]) -> str:
        own = e.args[0].type
        if (isinstance(own, Seq) and own.item is NEVER) or (isinstance(own, Map) and own.key is NEVER):
            return self.x_empty(e, args)
        target, source = self.type(e.type), self.type(own)
        if target == source:
            return args[0]
        return f"conv<{target}>({args[0]})"

    x_as = x_convert

    def x_empty(self, e: Expr, args: list[str]) -> str:
        if isinstance(e.type, Seq):
            return f"new_seq<{self.type(e.type.item)}>(0)"
        if isinstance(e.type, Map):
            return f"new_map<{self.type(e.type.key)}, {self.type(e.type.value)}>()"
        return f"{self.type(e.type)}{{}}"

    def x_new(self, e: Expr, args: list[str]) -> str:
        if isinstance(e.type, Thing):
            name = self.thing(e.type.maker)
            return f"new (make<{name}>(1)) {name}()"
        return self.x_empty(e, args)

    def x_seq(self, e: Expr, args: list[str]) -> str:
        assert isinstance(e.type, Seq)
        item = self.type(e.type.item)
        if not args:
            return f"new_seq<{item}>(0)"
        return f"seq_from<{item}>({{{', '.join(args)}}})"

    def x_table(self, e: Expr, args: list[str]) -> str:
        assert isinstance(e.type, Seq)
        if any(not self.is_static(each) for each in e.args):
            return self.x_seq(e, args)
        item = self.type(e.type.item)
        text = f"static {item} NAME_data[] = {{{', '.join(args)}}};\nstatic Body<{item}> NAME_body = {{NAME_data, {len(args)}, {len(args)}}};\nstatic const Seq<{item}> NAME = {{&NAME_body}};"
        return self.constants.setdefault(text, f"TABLE{len(self.constants)}")

    def is_static(self, e: Expr) -> bool:
        return e.op in ("const", "none") or (e.op in ("record", "some", "inject") and all(map(self.is_static, e.args)))

    def x_map(self, e: Expr, args: list[str]) -> str:
        assert isinstance(e.type, Map)
        key, value = self.type(e.type.key), self.type(e.type.value)
        pairs = [f"map_set(m, {key}({a}), {value}({b}));" for a, b in zip(args[::2], args[1::2], strict=True)]
        return f"[&]() {{ auto m = new_map<{key}, {value}>(); {' '.join(pairs)} return m; }}()"

    def x_record(self, e: Expr, args: list[str]) -> str:
        assert isinstance(e.type, Record)
        if e.type.maker is dict:
            arms = []
            for name, each, arg in zip(e.type.names, e.type.types, e.args, strict=True):
                there, space = [self.expr(part) for part in arg.args]
                arms.append(f"Arm<{self.atom(name)}, {self.type(each.types[1])}>{{{there}, {space}}}")  # type: ignore[attr-defined]
            return f"{self.type(e.type)}{{{{{', '.join(arms)}}}}}"
        return f"{self.type(e.type)}{{{{{', '.join(args)}}}}}" if args else f"{self.type(e.type)}{{}}"

    def x_part(self, e: Expr, args: list[str]) -> str:
        return f"part<{e.about}>({args[0]})"

    def x_some(self, e: Expr, args: list[str]) -> str:
        return f"{self.type(e.type)}{{true, {args[0]}}}"

    def x_none(self, e: Expr, args: list[str]) -> str:
        return f"{self.type(e.type)}{{}}"

    def x_sure(self, e: Expr, args: list[str]) -> str:
        return f"sure({args[0]})"

    def x_there(self, e: Expr, args: list[str]) -> str:
        return "S.ended" if e.args[0].op == "outcome" else f"({args[0]}).has"

    def x_outcome(self, e: Expr, args: list[str]) -> str:
        return "(Maybe<bool>{S.ended, true})"

    def x_inject(self, e: Expr, args: list[str]) -> str:
        return f"injected<{self.type(e.type)}, {e.about}>({args[0]})"

    def x_project(self, e: Expr, args: list[str]) -> str:
        return f"projected<{e.about}>({args[0]})"

    def x_is_alternative(self, e: Expr, args: list[str]) -> str:
        return f"(({args[0]}).tag == {e.about})"

    def x_is_one_of(self, e: Expr, args: list[str]) -> str:
        if len(e.about) == 1:
            return f"(({args[0]}).v == {e.about[0]})"
        return f"is_one<{', '.join(map(str, e.about))}>({args[0]})"

    def x_by_atom(self, e: Expr, args: list[str]) -> str:
        static = all(self.is_static(each) for each in e.args[1:])
        if static and len(e.about) > 2:
            low, high = min(e.about), max(e.about)
            if high - low < 4 * len(e.about) + 16:
                given = dict(zip(e.about, args[1:], strict=True))
                items = [given.get(number, args[1]) for number in range(low, high + 1)]
                item = self.type(e.type)
                text = f"static const {item} NAME[] = {{{', '.join(items)}}};"
                name = self.constants.setdefault(text, f"TABLE{len(self.constants)}")
                return f"{name}[({args[0]}).v - {low}]"
        found = args[-1]
        for number, value in zip(e.about[:-1], args[1:-1], strict=True):
            found = f"(({args[0]}).v == {number} ? {value} : {found})"
        return found

    def x_not(self, e: Expr, args: list[str]) -> str:
        return f"(!{args[0]})"

    def x_both_and(self, e: Expr, args: list[str]) -> str:
        return f"({args[0]} && {args[1]})"

    x_and_then = x_both_and

    def x_both_or(self, e: Expr, args: list[str]) -> str:
        return f"({args[0]} || {args[1]})"

    def x_differ(self, e: Expr, args: list[str]) -> str:
        return f"({args[0]} != {args[1]})"

    def x_if(self, e: Expr, args: list[str]) -> str:
        return f"({args[0]} ? {args[1]} : {args[2]})"

    def compared(self, e: Expr, args: list[str], sign: str) -> str:
        if e.args[0].type in (INT,):
            return f"({args[0]} {sign} {args[1]})"
        return f"(cmp({args[0]}, {args[1]}) {sign} 0)"

    def x_less(self, e: Expr, args: list[str]) -> str:
        return self.compared(e, args, "<")

    def x_least(self, e: Expr, args: list[str]) -> str:
        return self.compared(e, args, "<=")

    def x_more(self, e: Expr, args: list[str]) -> str:
        return self.compared(e, args, ">")

    def x_most(self, e: Expr, args: list[str]) -> str:
        return self.compared(e, args, ">=")

    def x_max(self, e: Expr, args: list[str]) -> str:
        return f"(cmp({args[1]}, {args[0]}) > 0 ? {args[1]} : {args[0]})"

    def x_min(self, e: Expr, args: list[str]) -> str:
        return f"(cmp({args[1]}, {args[0]}) < 0 ? {args[1]} : {args[0]})"

    def x_int_next(self, e: Expr, args: list[str]) -> str:
        return f"({args[0]} + 1)"

    def x_fraction(self, e: Expr, args: list[str]) -> str:
        if e.about in ("numerator", "denominator"):
            return f"({args[0]}).{e.about[0]}"
        return f"fraction_{e.about}({args[0]})"

    def x_length(self, e: Expr, args: list[str]) -> str:
        return f"({args[0]}).size()"

    def x_at(self, e: Expr, args: list[str]) -> str:
        return f"({args[0]})[{args[1]}]"

    def x_clear(self, e: Expr, args: list[str]) -> str:
        return f"cleared({args[0]})"

    def x_slice(self, e: Expr, args: list[str]) -> str:
        return f"slice({', '.join(args)}, {e.about})"

    def x_sorted(self, e: Expr, args: list[str]) -> str:
        return f"sorted({', '.join(args)}, {'true' if e.about else 'false'})"

    def x_map_has(self, e: Expr, args: list[str]) -> str:
        return f"(find({', '.join(args)}) >= 0)"

    def x_map_key(self, e: Expr, args: list[str]) -> str:
        return f"({args[0]}).b->keys[{args[1]}]"

    def x_map_value(self, e: Expr, args: list[str]) -> str:
        return f"({args[0]}).b->values[{args[1]}]"

    def x_place(self, e: Expr, args: list[str]) -> str:
        return f"(Where{{{e.about} + ({args[0]}).v}})"

    def x_set_row(self, e: Expr, args: list[str]) -> str:
        return f"S.row[({args[0]}).v] = {args[1]}"

    def x_scalar(self, e: Expr, args: list[str]) -> str:
        return f"S.{self.slot(e.about)}"

    def x_turns(self, e: Expr, args: list[str]) -> str:
        """Read by the rules or a claim, while the kernel only tells one step from the next."""
        return "turns_()"

    def x_set_scalar(self, e: Expr, args: list[str]) -> str:
        return f"S.{self.slot(e.about)} = {args[0]}"

    def x_each(self, e: Expr, args: list[str]) -> str:
        return f"S.{self.slot(e.about)}[({args[0]}).v]"

    def x_set_each(self, e: Expr, args: list[str]) -> str:
        return f"S.{self.slot(e.about)}[({args[0]}).v] = {args[1]}"

    def x_each_all(self, e: Expr, args: list[str]) -> str:
        assert isinstance(e.type, Seq)
        return f"seq_of_each<{self.type(e.type.item)}>(S.{self.slot(e.about)})"

    def x_money(self, e: Expr, args: list[str]) -> str:
        assert isinstance(e.type, Seq)
        return f"seq_of_money<{self.type(e.type.item)}>()"

    def x_field(self, e: Expr, args: list[str]) -> str:
        return f"({args[0]})->f_{e.about}"

    def x_set_field(self, e: Expr, args: list[str]) -> str:
        return f"({args[0]})->f_{e.about} = {args[1]}"

    def x_laid(self, e: Expr, args: list[str]) -> str:
        return f"int64_t(({args[0]}).{e.about})"

    def x_laid_marks(self, e: Expr, args: list[str]) -> str:
        assert isinstance(e.type, Seq)
        return "new_seq<Never>(0)" if e.type.item is NEVER else f"marks_on({args[0]})"

    def x_laid_has(self, e: Expr, args: list[str]) -> str:
        return f"bool(({args[0]}).marks & {self.mark_bit(e.about):#x}ull)"

    def x_laid_with(self, e: Expr, args: list[str]) -> str:
        return f"set_{e.about}({args[0]}, {args[1]})"

    def x_moment(self, e: Expr, args: list[str]) -> str:
        return "new (make<State>(1)) State(S)"

    def x_take_back(self, e: Expr, args: list[str]) -> str:
        return f"take_back({args[0]})"

    def x_unwound(self, e: Expr, args: list[str]) -> str:
        return "unwound_"

    def x_unwind(self, e: Expr, args: list[str]) -> str:
        return f"(unwound_ = {args[1]}, throw Unwind{{{args[0]}}})"

    def x_ask(self, e: Expr, args: list[str]) -> str:
        return f"ask<{self.type(e.type)}>({args[0]})"

    def x_together(self, e: Expr, args: list[str]) -> str:
        choice = e.args[0].type.item  # type: ignore[attr-defined]
        player, space = choice.names.index("player"), choice.names.index("space")
        return f"together<{player}, {space}, {self.type(e.type)}>({args[0]})"

    def x_space_count(self, e: Expr, args: list[str]) -> str:
        return f"small_count({args[0]})"

    def x_space_nth(self, e: Expr, args: list[str]) -> str:
        return f"nth_of<{self.type(e.type)}>({args[0]}, u128({args[1]}))"

    def x_call(self, e: Expr, args: list[str]) -> str:
        return f"{e.about.name}({', '.join(args)})"

    def kinds(self, kinds: Kinds) -> str:
        return self.pile(kinds.mask)

    def x_pile_count(self, e: Expr, args: list[str]) -> str:
        return f"size_of(band({args[0]}, {self.kinds(e.about)}))"

    def x_pile_only(self, e: Expr, args: list[str]) -> str:
        return f"band({args[0]}, {self.kinds(e.about)})"

    def x_pile_matching(self, e: Expr, args: list[str]) -> str:
        self.matches = True
        return f"matching({args[0]}, {args[1]})"

    def matching(self) -> str:
        """The cards that have the suit or the rank of another one."""
        kinds = range(len(self.deck.cards))
        cases = " ".join([f"case {each}: return band(pile, {self.kinds(self.deck.matching(each))});" for each in kinds])
        return (
            "static Pile matching(const Pile& pile, const Pile& card) { int64_t kind = -1; "
            "each_kind(card, [&](int64_t each, int64_t) { if (kind < 0) kind = each; }); "
            f"switch (kind) {{ {cases} default: stop(RAISED); }} }}"
        )

    def x_pile_following(self, e: Expr, args: list[str]) -> str:
        return f"following({args[0]}, {self.kinds(e.about)})"

    def x_pile_is_exactly(self, e: Expr, args: list[str]) -> str:
        return f"is_exactly({args[0]}, {self.kinds(e.about)}, {args[1]})"

    def x_pile_is_within(self, e: Expr, args: list[str]) -> str:
        return f"is_within({args[0]}, {self.kinds(e.about)}, {args[1]})"

    def weights(self, values: Values, maker: str) -> str:
        if not values.downward:
            return ""
        items = ", ".join(f"{{{value}, {self.pile(mask)}}}" for value, mask in values.downward)
        text = f"static const {maker} NAME[] = {{{items}}};"
        return self.constants.setdefault(text, f"TABLE{len(self.constants)}")

    def x_pile_worth(self, e: Expr, args: list[str]) -> str:
        name = self.weights(e.about, "Weight")
        return f"worth({args[0]}, {name})" if name else "int64_t(0)"

    def x_pile_highest(self, e: Expr, args: list[str]) -> str:
        name = self.weights(e.about, "Weight")
        return f"highest({args[0]}, {name})" if name else "int64_t(-1)"

    # -- statements ---------------------------------------------------------------------------------------

    def statements(self, body: list[Stmt], out: list[str]) -> None:
        for each in body:
            match each:
                case Let(name, value) | Set(name, value):
                    out.append(f"{name} = {self.expr(value)};")
                case Do(value):
                    out.append(f"{self.expr(value)};")
                case If(condition, yes, no):
                    out.append(f"if ({self.expr(condition)}) {{")
                    self.statements(yes, out)
                    if no:
                        out.append("} else {")
                        self.statements(no, out)
                    out.append("}")
                case Block(label, inner):
                    out.append("{")
                    self.statements(inner, out)
                    out.append(f"}} {label}_end:;")
                case Loop(label, inner):
                    out.append("for (;;) {")
                    self.statements(inner, out)
                    out.append(f"{label}_again:; }} {label}_end:;")
                case Leave(label):
                    out.append(f"goto {label}_end;")
                case Again(label):
                    out.append(f"goto {label}_again;")
                case Return(values):
                    out.append(self.returned(values))
                case Raise("unwind again", _):
                    out.append("throw;")
                case Raise(broken, _):
                    out.append(f"stop({BROKEN.index(broken) + 1});")
                case Catch(inner, caught, depth):
                    out.append("try {")
                    self.statements(inner, out)
                    out.append(f"}} catch (Unwind& unwind_) {{ {depth} = unwind_.depth;")
                    self.statements(caught, out)
                    out.append("}")

    def returned(self, values: tuple[Expr, ...]) -> str:
        if not values:
            return "return;"
        texts = [self.expr(each) for each in values]
        if len(texts) == 1:
            return f"return {texts[0]};"
        kinds = ", ".join(self.type(each.type) for each in values)
        return f"return Rec<0, {kinds}>{{{{{', '.join(texts)}}}}};"

    def result(self, function: Function) -> str:
        if not function.results:
            return "void"
        if len(function.results) == 1:
            return self.type(function.results[0])
        return f"Rec<0, {', '.join(map(self.type, function.results))}>"

    def head(self, function: Function) -> str:
        parameters = ", ".join(f"{self.type(kind)} {name}" for name, kind in function.parameters)
        return f"static {self.result(function)} {function.name}({parameters})"

    def function(self, function: Function) -> str:
        names = {each.name: each.value.type for each in walk(function.body) if isinstance(each, Let)}
        names.update(function.variables)
        out = [self.head(function) + " {"]
        if function.name in self.recursive:
            out.append("Deeper deeper_;")
        out += [f"{self.type(kind)} {name};" for name, kind in names.items() if kind is not NEVER]
        out += [f"Never {name};" for name, kind in names.items() if kind is NEVER]
        if function.remembered and function.results:
            self.remembered(function, out)
        self.statements(function.body, out)
        if function.results:
            out.append("__builtin_unreachable();")
        out.append("}")
        return "\n".join(out)

    def remembered(self, function: Function, out: list[str]) -> None:
        """A function whose answers are kept is two: one that looks whether there is an answer."""
        kinds = ", ".join(["0", *[self.type(kind) for _, kind in function.parameters]])
        given = ", ".join(name for name, _ in function.parameters)
        inner = f"{function.name}_anew"
        out[0] = out[0].replace(f" {function.name}(", f" {inner}(", 1)
        self.looking.append(
            f"{self.head(function)} {{ static Memo<Rec<{kinds}>, {self.result(function)}> memo; "
            f"Rec<{kinds}> key{{{{{given}}}}}; if (auto* found = memo.find(key)) return *found; "
            f"auto made = {inner}({given}); memo.put(key, made); return made; }}"
        )

    @cached_property
    def recursive(self) -> set[str]:
        """The functions that may come to themselves again."""
        calls: dict[str, set[str]] = {}
        for function in self.program.functions:
            found: set[str] = set()

            def look(e: Expr, found: set[str] = found) -> None:
                if e.op == "call":
                    found.add(e.about.name)
                for each in e.args:
                    look(each)

            for statement in walk(function.body):
                match statement:
                    case Let(_, value) | Set(_, value) | Do(value) | If(value, _, _):
                        look(value)
                    case Return(values):
                        for value in values:
                            look(value)
            calls[function.name] = found
        import networkx as nx

        graph = nx.DiGraph([(one, other) for one, others in calls.items() for other in others])
        parts = nx.strongly_connected_components(graph)
        return {name for part in parts for name in part if len(part) > 1 or name in calls.get(name, ())}

    # -- the whole ----------------------------------------------------------------------------------------

    def slot(self, name: str) -> str:
        from referee.meaning.program import c_name

        return "s_" + c_name(name)

    def mark_bit(self, number: int) -> int:
        return self.mark_bits.get(number, 0)

    @cached_property
    def mark_bits(self) -> dict[int, int]:
        order = sorted(self.program.marks, key=lambda each: getattr(self.program.atoms[each], "name", ""))
        return {number: 1 << at for at, number in enumerate(order)}

    def text(self, explored: bool = False) -> str:
        """The whole text, to be compiled by itself: to play matches, or to go through all tables."""
        program, deck = self.program, self.deck
        self.looking: list[str] = []
        self.matches = False
        self.of_turns: list[str] = []
        self.with_turns = False
        functions = [self.function(each) for each in program.functions]
        state = self.state()
        things = self.thing_texts()
        spaces = self.spaces()
        codes = ", ".join(f"{code_of(each):#x}ull" for each in program.atoms)
        words = sorted({each for each in program.atoms if isinstance(each, str)})
        ranks = ", ".join(str(words.index(each)) if isinstance(each, str) else "-1" for each in program.atoms)
        is_row = ", ".join("true" if each.is_row else "false" for each in self.places)
        return "\n".join(
            [
                f"constexpr int KINDS = {len(deck.cards)}, WIDTH = {self.width}, PLAYERS = {program.game.players}, "
                f"PLACES = {len(self.places)}, WIDE_WORDS = {self.wide_words};",
                f"constexpr long long MOST_PASSES = {MOST_PASSES};",
                "struct Never {};",
                *["#define EXPLORED"] * explored,
                (HERE / "values.hpp").read_text(encoding="utf-8"),
                f"static const bool IS_ROW[PLACES] = {{{is_row}}};",
                *[f"struct {self.thing(each)};" for each in program.things],
                state,
                "static inline int64_t turns_() { return S.s_turns; }",
                things,
                (HERE / "runtime.hpp").read_text(encoding="utf-8"),
                f"static const uint64_t CODES[] = {{{codes}}};",
                f"static const int32_t RANKS[] = {{{ranks}}};",
                *[text.replace("NAME", name) for text, name in self.constants.items()],
                f"static {self.type(program.unwound)} unwound_;",
                self.marks(),
                spaces,
                *[self.head(each) + ";" for each in program.functions],
                *[
                    (self.head(each) + ";").replace(f" {each.name}(", f" {each.name}_anew(", 1)
                    for each in program.functions
                    if each.remembered and each.results
                ],
                *self.looking,
                *functions,
                f"static void deal_() {{ {program.deal}(); }}",
                f"static void step_() {{ {program.step}(); }}",
                self.claims(),
                self.beginning(),
                (HERE / "ending.hpp").read_text(encoding="utf-8"),
                *[self.kept(functions), (HERE / "exploring.hpp").read_text(encoding="utf-8")] * explored,
            ]
        )

    def kept(self, functions: list[str]) -> str:
        """What of a table is kept between steps, beside cards and money: the number of steps only where it is read."""
        names = [*self.program.table.scalar_specs, "direction", "control"]
        slots = [name for name in names if name in self.program.scalars]
        if self.reads_turns(self.program.deal, functions) or self.reads_turns(self.program.step, functions):
            slots.append("turns")
            self.with_turns = True
        else:
            self.of_turns = [each for each, by in self.program.claims.items() if self.reads_turns(by, functions)]
        store, load = [
            " ".join(
                f"for (auto& each : S.{self.slot(name)}) {do}(each);"
                if self.is_each(name)
                else f"{do}(S.{self.slot(name)});"
                for name in slots
            )
            for do in ("store", "load")
        ]
        return f"#define STORED {store}\n#define LOADED {load}"

    def reads_turns(self, entry: str, texts: list[str]) -> bool:
        """Whether a function, or one that it calls, reads the number of finished steps."""
        text_of = {each.name: text for each, text in zip(self.program.functions, texts, strict=True)}
        reached, new = {entry}, [entry]
        while new:
            text = text_of[new.pop()]
            if "turns_()" in text:
                return True
            called = set(re.findall(r"\w+", text)) & text_of.keys() - reached
            reached |= called
            new += called
        return False

    def claims(self) -> str:
        asked = " ".join(
            f"if (wanted[{number}] && !{name}()) return {number};"
            for number, name in enumerate(self.program.claims.values())
        )
        return f"static int refuted_claim(const uint8_t* wanted) {{ {asked} return -1; }}"

    def state(self) -> str:
        fields = []
        for name, (kind, _) in self.program.scalars.items():
            many = "[PLAYERS]" if self.is_each(name) else ""
            if name != "$money":
                fields.append(f"{self.type(kind)} {self.slot(name)}{many};")
        money = self.program.scalars.get("$money", (INT, None))[0]
        return (
            "struct State { Pile pile[PLACES]; int64_t size[PLACES]; Seq<Laid> row[PLACES]; "
            f"{self.type(money)} money[PLAYERS + 1]; bool ended; int64_t cards_numbered; {' '.join(fields)} }};\n"
            "static State S;"
        )

    def is_each(self, name: str) -> bool:
        spec = self.program.table.scalar_specs.get(name)
        return spec is not None and spec.per_player

    def thing_texts(self) -> str:
        texts = []
        for maker, fields in self.program.things.items():
            inner = " ".join(f"{self.type(kind)} f_{name};" for name, kind in fields.items())
            name = self.thing(maker)
            copies = " ".join(f"r->f_{each} = kept(a->f_{each});" for each in fields)
            texts.append(f"struct {name} {{ {inner} }};")
            texts.append(
                f"static {name}* kept({name}* const& a) {{ auto* r = new (make<{name}>(1)) {name}(); {copies} return r; }}"
            )
        return "\n".join(texts)

    def marks(self) -> str:
        cases = "".join(f"case {number}: return {bit:#x}ull; " for number, bit in self.mark_bits.items())
        adds = " ".join(
            f"if (card.marks & {bit:#x}ull) append(r, Atom{{{number}}});" for number, bit in self.mark_bits.items()
        )
        told = " ".join(
            f"if (card.marks & {bit:#x}ull) told(Atom{{{number}}});" for number, bit in self.mark_bits.items()
        )
        return (
            f"static uint64_t marks_of_atom(Atom a) {{ switch (a.v) {{ {cases}default: return 0; }} }}\n"
            f"inline Seq<Atom> marks_on(const Laid& card) {{ Seq<Atom> r = new_seq<Atom>(4); {adds} return r; }}\n"
            f"static void told_marks(const Laid& card) {{ {told} }}"
        )

    def spaces(self) -> str:
        total = self.deck.total
        of_values = [(number, each) for number, each in enumerate(self.program.atoms) if isinstance(each, Values)]
        counts, nths = [], []
        for number, values in of_values:
            name = self.weights(values, "Group")
            if name:
                counts.append(f"case {number}: return EqualValue_::count(pile, above, {name}, {total});")
                nths.append(f"case {number}: return EqualValue_::nth(pile, above, {name}, {total}, n);")
            else:
                counts.append(f"case {number}: return 0;")
        one = "const S& s"
        parts = [
            f"static u128 equal_count(Atom a, const Pile& pile, int64_t above) {{ switch (a.v) {{ {' '.join(counts)} default: stop(RAISED); }} }}",
            f"static Pile equal_nth(Atom a, const Pile& pile, int64_t above, u128 n) {{ switch (a.v) {{ {' '.join(nths)} default: stop(RAISED); }} }}",
        ]

        def space(maker: Any, count: str, nth: str) -> None:
            parts.append(
                f"template <class... Ts> struct SpaceOf<Rec<{self.tag(maker)}, Ts...>> {{ typedef Rec<{self.tag(maker)}, Ts...> S; "
                f"static u128 count({one}) {{ return {count}; }} "
                f"template <class To> static To nth({one}, u128 n) {{ return {nth}; }} }};"
            )

        if self.matches:
            parts.append(self.matching())
        whole = "conv<Pile>(part<1>(s)), conv<int64_t>(part<2>(s)), conv<int64_t>(part<3>(s))"
        space(OneOf, "many_items(part<0>(s))", "nth_item<To>(part<0>(s), n)")
        space(OneOfPiles, "many_items(part<1>(s))", "nth_item<To>(part<1>(s), n)")
        space(Arms, "count_of(part<0>(s))", "nth_of<To>(part<0>(s), n)")
        space(Nothing, "1", "conv<To>(Atom{0})")
        space(Selection, f"Selection_::count({whole})", f"conv<To>(Selection_::nth({whole}, n))")
        space(OneCard, "u128(kinds_in(conv<Pile>(part<1>(s))))", "conv<To>(nth_one(conv<Pile>(part<1>(s)), n))")
        equal = "part<0>(s), conv<Pile>(part<1>(s)), conv<int64_t>(part<2>(s))"
        space(EqualValue, f"equal_count({equal})", f"conv<To>(equal_nth({equal}, n))")
        space(OneOfRow, "many_items(part<1>(s))", "nth_item<To>(part<1>(s), n)")
        some = "conv<Seq<Laid>>(part<1>(s))"
        space(
            SomeOfRow,
            f"count_some({some}.size(), conv<int64_t>(part<2>(s)), conv<int64_t>(part<3>(s)))",
            f"conv<To>(nth_some({some}, conv<int64_t>(part<2>(s)), n))",
        )
        bounds = "conv<int64_t>(part<0>(s)), conv<int64_t>(part<1>(s)), part<2>(s)"
        space(Number, f"numbers_count({bounds})", f"conv<To>(numbers_nth({bounds}, n))")
        return "\n".join(parts)

    def beginning(self) -> str:
        """The state of a new table, and how it goes into the other room."""
        begin, keep, told = [], [], []
        for place in self.places:
            at = place.number
            keep.append(f"S.row[{at}] = kept(S.row[{at}]);") if place.is_row else None
            begin.append(f"S.row[{at}] = new_seq<Laid>(0);")
            packed = 0 if place.is_row else place.pile
            begin.append(f"S.pile[{at}] = {self.pile(packed)}; S.size[{at}] = {self.deck.size(packed)};")
        order = [*self.program.table.scalar_specs, "direction", "turns"]
        for name, (_kind, start) in self.program.scalars.items():
            if name == "$money":
                continue
            slot = f"S.{self.slot(name)}"
            if self.is_each(name):
                begin.append(f"for (auto& each : {slot}) each = {self.expr(start)};")
                keep.append(f"for (auto& each : {slot}) each = kept(each);")
            else:
                begin.append(f"{slot} = {self.expr(start)};")
                keep.append(f"{slot} = kept({slot});")
        for name in order:
            slot = f"S.{self.slot(name)}"
            told.append(f"for (auto& each : {slot}) told(each);" if self.is_each(name) else f"told({slot});")
        money = self.program.scalars.get("$money", (INT, None))[0]
        zero = "Fraction{0, 1}" if money != INT else "0"
        begin.append(f"for (auto& each : S.money) each = {zero};")
        others = " ".join(
            f"S.{self.slot(each)} = now.{self.slot(each)};"
            for each in self.program.scalars
            if each in ("stack", "caps_met", "_asked", "_counted", "_events", "_caused", "doings")
            or each not in (*self.program.table.scalar_specs, "direction", "turns", "dealing", "control", "$money")
        )
        return (
            "static void take_back(State* then) { State now = S; S = *then; S.cards_numbered = now.cards_numbered; "
            f"{others} }}\n"
            f"static void begin_state() {{ S.ended = false; S.cards_numbered = 0; atom_codes = CODES; atom_ranks = RANKS; {' '.join(begin)} }}\n"
            f"static void keep_state() {{ {' '.join(keep)} }}\n"
            f"static void told_scalars() {{ {' '.join(told)} }}"
        )
