"""What the operations of a Program are in C++: most have a function of the runtime by their name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.kernel.cards import Kinds, Values
from referee.meaning.program import Expr
from referee.meaning.types import (
    FRACTION,
    INT,
    NEVER,
    Map,
    Record,
    Seq,
    Thing,
)
from referee.native.cxx_types import TypeWriter

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
    "laid.unmark": "without_marks", "spin": "spin", "offered": "offered",
}  # fmt: skip


REQUESTS = frozenset(["ask", "together", "draw", "pick", "roll", "lot", "shuffle"])
"""What counts as a request of the running step."""


class OperationWriter(TypeWriter):
    """Expressions."""

    named: Mapping[str, str] = NAMED
    """The functions of the runtime, by their operations."""

    def expr(self, e: Expr) -> str:
        if e.op == "local":
            return str(e.about)
        if e.op == "const":
            return self.constant(e.type, e.about)
        text = self.operation(e, [self.expr(each) for each in e.args])
        return f"(requested(), {text})" if e.op in REQUESTS else text

    def operation(self, e: Expr, args: list[str]) -> str:
        named = self.named.get(e.op)
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

    def x_as(self, e: Expr, args: list[str]) -> str:
        text = self.x_convert(e, args)
        return f"whole({text}, false)" if e.type is FRACTION else text

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
        if isinstance(e.type, Seq):
            return f"new_list<{self.type(e.type.item)}>()"
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

    def x_reading(self, e: Expr, args: list[str]) -> str:
        return f"Atom{{READINGS[{self.open_readings.index(e.about)}]}}"

    def x_reading_is(self, e: Expr, args: list[str]) -> str:
        slug, number = e.about
        return f"(READINGS[{self.open_readings.index(slug)}] == {number})"

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
        counted = e.args[0].op == "convert" and e.args[0].args[0].type == INT  # the places of a list, one by one
        return f"(Where{{{e.about} + " + (f"({args[0]}).v" if counted else f"seat_of({args[0]})") + "})"

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
        return f"S.{self.slot(e.about)}[seat_of({args[0]})]"

    def x_set_each(self, e: Expr, args: list[str]) -> str:
        return f"S.{self.slot(e.about)}[seat_of({args[0]})] = {args[1]}"

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
        given = f"unwound_ = {args[1]}, " if len(args) > 1 else ""
        return f"({given}unwind({args[0]}))"

    def x_ask(self, e: Expr, args: list[str]) -> str:
        return f"ask<{self.type(e.type)}>({args[0]})"

    def x_together(self, e: Expr, args: list[str]) -> str:
        return self.together("together", e, args, "player", "space")

    def together(self, function: str, e: Expr, args: list[str], *wanted: str) -> str:
        """A call of the runtime's ``function`` for a question to several, told where the ``wanted`` parts stand."""
        names = e.args[0].type.item.names  # type: ignore[attr-defined]
        parts = ", ".join([str(names.index(each)) for each in wanted])
        return f"{function}<{parts}, {self.type(e.type)}>({args[0]})"

    def x_space_count(self, e: Expr, args: list[str]) -> str:
        return f"small_count({args[0]})"

    def x_space_nth(self, e: Expr, args: list[str]) -> str:
        return f"nth_of<{self.type(e.type)}>({args[0]}, u128({args[1]}))"

    def x_call(self, e: Expr, args: list[str]) -> str:
        return f"{e.about.name}({', '.join(args)})"

    def kinds(self, kinds: Kinds) -> str:
        return self.pile(kinds.mask)

    def x_pile_count(self, e: Expr, args: list[str]) -> str:
        kinds: Kinds = e.about
        if len(kinds.indices) == 1:
            return f"of_kind({args[0]}, {kinds.indices[0]})"
        return f"size_of(band({args[0]}, {self.kinds(kinds)}))"

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
        number = self.wide if maker == "WideWeight" else self.number
        items = ", ".join(f"{{{number(value)}, {self.pile(mask)}}}" for value, mask in values.downward)
        text = f"static const {maker} NAME[] = {{{items}}};"
        return self.constants.setdefault(text, f"TABLE{len(self.constants)}")

    def groups(self, values: Values) -> str:
        """The groups of equal value, the highest first: value, kinds, and how many kinds."""
        if not values.groups:
            return ""
        items = ", ".join(
            f"{{{self.number(value)}, {self.pile(group.mask)}, {len(group.indices)}}}"
            for value, group in reversed(values.groups)
        )
        text = f"static constexpr Group NAME[] = {{{items}}};"
        return self.constants.setdefault(text, f"TABLE{len(self.constants)}")

    def x_pile_worth(self, e: Expr, args: list[str]) -> str:
        name = self.weights(e.about, "Weight" if e.type is INT else "WideWeight")
        return f"worth({args[0]}, {name})" if name else "int64_t(0)"

    def x_pile_highest(self, e: Expr, args: list[str]) -> str:
        name = self.weights(e.about, "Weight" if e.type is INT else "WideWeight")
        return f"highest({args[0]}, {name})" if name else "int64_t(-1)"
