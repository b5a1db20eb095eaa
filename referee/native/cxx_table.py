"""What the table and the spaces of a Program are in C++."""

from __future__ import annotations

from typing import Any

from referee.kernel.cards import Values
from referee.kernel.numbers import Number
from referee.kernel.piles import OneOfPiles
from referee.kernel.rows import OneOfRow, SomeOfRow
from referee.kernel.selections import EqualValue, OneCard, Selection
from referee.kernel.spaces import Arms, Nothing, OneOf
from referee.meaning.program import goes_on
from referee.meaning.types import INT
from referee.native.cxx_functions import FunctionWriter


class TableWriter(FunctionWriter):
    """The state of a table, how it begins and is kept, marks and spaces."""

    def state(self) -> str:
        fields = []
        for name, (kind, _) in self.program.scalars.items():
            many = "[PLAYERS]" if self.is_each(name) else ""
            if name != "$money":
                fields.append(f"{self.type(kind)} {self.slot(name)}{many};")
        money = self.program.scalars.get("$money", (INT, None))[0]
        return (
            "struct State { Pile pile[PLACES]; int64_t size[PLACES]; "
            f"{self.type(money)} money[PLAYERS + 1]; bool ended; int64_t cards_numbered; {' '.join(fields)} "
            "Seq<Laid> row[PLACES]; };\n"
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
            f"static Body<Atom> no_marks{{nullptr, 0, 0}};\n"
            f"inline Seq<Atom> marks_on(const Laid& card) {{ if (!card.marks) return {{&no_marks}}; Seq<Atom> r = new_seq<Atom>(4); {adds} return r; }}\n"
            f"static void told_marks(const Laid& card) {{ {told} }}"
        )

    def spaces(self) -> str:
        looks = []
        for number, values in enumerate(self.program.atoms):
            if isinstance(values, Values):
                self.most_groups = max(self.most_groups, len(values.groups))
                name = self.groups(values)
                looks.append(f"case {number}: {f'e.look({name}); ' if name else ''}return;")
        one = "const S& s"
        parts = [
            "INLINE void equal_look(EqualSets& e, Atom a, const Pile& pile, int64_t above) { e.pile = pile; e.above = above; "
            f"switch (a.v) {{ {' '.join(looks)} default: stop(RAISED); }} }}",
        ]

        def space(maker: Any, count: str, nth: str) -> None:
            parts.append(
                f"template <class... Ts> struct SpaceOf<Rec<{self.tag(maker)}, Ts...>> {{ typedef Rec<{self.tag(maker)}, Ts...> S; "
                f"static u128 count({one}) {{ return {count}; }} "
                f"template <class To> static To nth({one}, u128 n) {{ return {nth}; }} }};"
            )

        seen = "template <class... Ts> struct Seen<Rec<{tag}, Ts...>>"
        parts += [
            f"{seen.format(tag=self.tag(EqualValue))} {{ EqualSets sets; "
            f"INLINE Seen(const Rec<{self.tag(EqualValue)}, Ts...>& s, bool there = true) {{ if (there) "
            "equal_look(sets, part<0>(s), conv<Pile>(part<1>(s)), conv<int64_t>(part<2>(s))); } "
            "INLINE u128 count() const { return sets.count(); } "
            "template <class To> INLINE To nth(u128 n) const { return conv<To>(sets.nth(n)); } "
            "template <class To, class F> INLINE void each(F f) const "
            "{ sets.each([&](const Pile& cards, auto before) { return f(conv<To>(cards), before); }); } };",
            f"template <class T> struct Seen<Rec<{self.tag(Arms)}, T>> : Seen<T> {{ "
            f"INLINE Seen(const Rec<{self.tag(Arms)}, T>& s, bool there = true) : Seen<T>(part<0>(s), there) {{}} }};",
        ]
        if self.matches:
            parts.append(self.matching())
        whole = "conv<Pile>(part<1>(s)), conv<int64_t>(part<2>(s)), conv<int64_t>(part<3>(s))"
        space(OneOf, "many_items(part<0>(s))", "nth_item<To>(part<0>(s), n)")
        space(OneOfPiles, "many_items(part<1>(s))", "nth_item<To>(part<1>(s), n)")
        space(Arms, "count_of(part<0>(s))", "nth_of<To>(part<0>(s), n)")
        space(Nothing, "1", "conv<To>(Atom{0})")
        space(Selection, f"Selection_::count({whole})", f"conv<To>(Selection_::nth({whole}, n))")
        space(OneCard, "u128(kinds_in(conv<Pile>(part<1>(s))))", "conv<To>(nth_one(conv<Pile>(part<1>(s)), n))")
        space(EqualValue, "Seen<S>(s).count()", "Seen<S>(s).template nth<To>(n)")
        space(OneOfRow, "many_items(part<1>(s))", "nth_item<To>(part<1>(s), n)")
        some = "conv<Seq<Laid>>(part<1>(s))"
        space(
            SomeOfRow,
            f"count_some({some}.size(), conv<int64_t>(part<2>(s)), conv<int64_t>(part<3>(s)))",
            f"conv<To>(nth_some({some}, conv<int64_t>(part<2>(s)), n))",
        )
        for maker in (OneOfRow, SomeOfRow):
            of_row = f"Rec<{self.tag(maker)}, Ts...>"
            place = "offered_in(conv<Where>(part<0>(s)), conv<Seq<Laid>>(part<1>(s)))"
            parts.append(
                f"template <class... Ts> struct Offered<{of_row}> {{ static void look(const {of_row}& s) {{ {place}; }} }};"
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
        zero = self.constant(money, 0)
        begin.append(f"for (auto& each : S.money) each = {zero};")
        others = " ".join(
            f"S.{self.slot(each)} = now.{self.slot(each)};"
            for each in self.program.scalars
            if goes_on(self.program, each)
        )
        return (
            "static void take_back(State* then) { State now = S; S = *then; S.cards_numbered = now.cards_numbered; "
            f"{others} }}\n"
            f"static void begin_state() {{ S.ended = false; S.cards_numbered = 0; atom_codes = CODES; atom_ranks = RANKS; {' '.join(begin)} }}\n"
            f"static void keep_state() {{ {' '.join(keep)} }}\n"
            f"static void told_scalars() {{ {' '.join(told)} }}"
        )
