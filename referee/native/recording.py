"""The C++ text that records matches which are played natively.

A record is the same bytes as the one that Python writes of the match (``referee.record.record``). Its texts (names of
cards, places and options, questions, clauses) are tables of the C++ text, made here; ``recording.hpp`` writes the
lines. A match that the rules stop, or that says something which is put together in play, has no record natively: Python
writes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from referee.kernel.cards import Values
from referee.kernel.grids import Cell
from referee.kernel.numbers import Number
from referee.kernel.piles import OneOfPiles
from referee.kernel.places import Place
from referee.kernel.players import Direction
from referee.kernel.rows import OneOfRow, SomeOfRow
from referee.kernel.scalars import to_plain
from referee.kernel.selections import EqualValue, OneCard, Selection
from referee.kernel.spaces import Arms, Nothing, OneOf, plain_word
from referee.meaning.program import Expr, Function
from referee.meaning.types import FRACTION, Type
from referee.meaning.values import only_told
from referee.native.cxx import Writer, runtime
from referee.native.cxx_operations import NAMED

TOLD = ("moved", "swapped", "marked", "paid", "revealed", "announced", "rolled", "drew", "shuffled", "happened")
CHANCE = {"draw": "drawn", "pick": "picked", "roll": "rolled", "lot": "lot", "shuffle": "shuffled", "end": "end"}
RUNTIME = ("hashing", "texts", "telling", "shaken", "offers", "recording")
NOWHERE = "?"
"""What chance outside every clause is called by."""


class RecordedWriter(Writer):
    """The C++ text of a Program that tells what a record says."""

    named: Mapping[str, str] = {
        **NAMED,
        **{f"tell {word}": f"tell_{word}" for word in TOLD},
        **{word: f"told_{name}" for word, name in CHANCE.items()},
    }

    def __init__(self, program: Any) -> None:
        super().__init__(program)
        self.clauses = {NOWHERE: 0}

    # -- operations ---------------------------------------------------------------------------------------

    def constant(self, kind: Type, value: Any) -> str:
        text = super().constant(kind, value)
        return f"whole({text}, true)" if kind is FRACTION and isinstance(value, int) else text

    def x_ask(self, e: Expr, args: list[str]) -> str:
        return f"told_ask<{self.type(e.type)}>({', '.join(args)})"

    def x_together(self, e: Expr, args: list[str]) -> str:
        return self.together("told_together", e, args, "player", "space", "decider", "ask")

    def x_tell_noted(self, e: Expr, args: list[str]) -> str:
        return f"tell_noted({', '.join([self.keys(e.about), *args])})"

    def x_tell_disclosed(self, e: Expr, args: list[str]) -> str:
        return f"tell_disclosed({', '.join([self.keys(e.about), *args])})"

    def keys(self, names: tuple[str, ...]) -> str:
        items = ", ".join([lit(json(each) + b":") for each in names]) or "{}"
        return self.constants.setdefault(f"static const Lit NAME[] = {{{items}}};", f"TABLE{len(self.constants)}")

    def entered(self, function: Function) -> list[str]:
        if not function.names_chance:
            return []
        number = self.clauses.setdefault(", ".join(function.clauses), len(self.clauses))
        return [f"Within within_({number});"]

    # -- tables and functions -----------------------------------------------------------------------------

    def more(self, where: str) -> list[str]:
        if where == "begin":
            return ["#define RECORDED", "struct Lit { const char* s; int n; };"]
        if where == "end":
            return [self.hand(), self.view(), runtime("records")]
        return [*self.tables(), *self.fields(), self.put_marks(), *map(runtime, RUNTIME), *self.told()]

    def tables(self) -> Iterator[str]:
        atoms, places, players = self.program.atoms, self.places, self.program.table.players
        for name, texts in (
            ("CARD", [json(each.name) for each in self.deck.cards]),
            ("PLACE", [json(each.full_name) for each in places]),
            ("NAME_OF_PLACE", [json(each.name) for each in places]),
            ("PLAIN_OF", [as_json(to_plain, each) for each in atoms]),
            ("WORD_OF", [as_json(plain_word, each) for each in atoms]),
            ("DIRECTION", [json(each.name.lower()) if isinstance(each, Direction) else b"" for each in atoms]),
            ("CLAUSE", [json(each)[1:-1] for each in self.clauses]),
            ("CLAUSE_NAME", [each.encode() for each in self.clauses]),
        ):
            yield f"static const Lit {name}[] = {{{', '.join(map(lit, texts))}}};"
        sees = ["{" + ", ".join([str(sight(place, each)) for each in players]) + "}" for place in places]
        yield f"static const uint8_t SEES[PLACES][PLAYERS] = {{{', '.join(sees)}}};"
        owners = [-1 if each.owner is None else each.owner.seat for each in places]
        yield f"static const int32_t OWNER[PLACES] = {{{', '.join(map(str, owners))}}};"
        yield f"constexpr int CLAUSES = {len(self.clauses)};"

    def fields(self) -> Iterator[str]:
        """The names of the parts of typed tuples."""
        yield "template <int G> struct Fields { static constexpr int KIND = 0; };"
        for maker, tag in self.tags.items():
            names = getattr(maker, "_fields", ())
            if names:
                fields = ", ".join([lit(json(each) + b":") for each in names])
                name = lit(b'"tuple":' + json(maker.__name__))
                yield (
                    f"template <> struct Fields<{tag}> {{ static constexpr int KIND = {2 if maker is Cell else 1}; "
                    f"static constexpr Lit NAME = {name}, FIELD[] = {{{fields}}}; }};"
                )

    def put_marks(self) -> str:
        """The marks of a laid card, in the order of their names."""
        puts = [
            f"if (a.marks & {bit:#x}ull) {{ if (o.at[-1] != '[') o.put(','); o.put(WORD_OF[{number}]); }}"
            for number, bit in self.mark_bits.items()
        ]
        return f"struct Text;\ntemplate <class T> void put_marks(T& o, const Laid& a) {{ {' '.join(puts)} }}"

    def told(self) -> Iterator[str]:
        """How each space tells an answer by its number, and describes itself."""

        def space(maker: Any, answer: str, described: str) -> str:
            of = f"Rec<{self.tag(maker)}, Ts...>"
            return (
                f"template <class... Ts> struct Told<{of}> {{ typedef {of} S; "
                f"static void answer(Text& o, const S& s, u128 n) {{ {answer}; }} "
                f"static void describe(Text& o, const S& s, Player v) {{ {described}; }} }};"
            )

        values = [(number, each) for number, each in enumerate(self.program.atoms) if isinstance(each, Values)]
        cases = []
        for number, each in values:
            of = [f"{{{each.of.get(kind, 0)}, {each.group_of.get(kind, -1)}}}" for kind in range(len(self.deck.cards))]
            yield f"static const ValueOf VALUES{number}[KINDS] = {{{', '.join(of)}}};"
            cases.append(f"case {number}: return describe_equal(o, VALUES{number}, {len(each.groups)}, pile, above);")
        yield (
            "static void describe_equal(Text& o, Atom a, const Pile& pile, int64_t above) "
            f"{{ switch (a.v) {{ {' '.join(cases)} default: stop(RAISED); }} }}"
        )
        pile, piles = "names(o, SpaceOf<S>::template nth<Pile>(s, n))", "conv<Pile>(part<1>(s))"
        bounds = "conv<int64_t>(part<2>(s)), conv<int64_t>(part<3>(s))"
        row, among = "conv<Where>(part<0>(s))", "conv<Seq<Laid>>(part<1>(s))"
        yield space(OneOf, "word_at(o, part<0>(s), n)", "describe_options(o, part<0>(s))")
        yield space(OneOfPiles, pile, "describe_piles(o, part<1>(s))")
        arms = 'o.put("{\\"space\\":\\"arms\\",\\"arms\\":"); ::describe(o, part<0>(s), v); o.put(\'}\')'
        yield space(Arms, "put_answer(o, part<0>(s), n)", arms)
        yield space(Nothing, 'o.put("null")', 'o.put("{\\"space\\":\\"nothing\\"}")')
        yield space(Selection, pile, f"describe_cards(o, {piles}, {bounds})")
        yield space(OneCard, pile, f"describe_cards(o, {piles}, 1, 1)")
        yield space(EqualValue, pile, f"describe_equal(o, part<0>(s), {piles}, conv<int64_t>(part<2>(s)))")
        yield space(
            OneOfRow,
            f"put_place_in(o, {row}, SpaceOf<S>::template nth<Laid>(s, n))",
            f"describe_row(o, \"one of a row\", {row}, {among}, v); o.put('}}')",
        )
        numbers = 'o.put(",\\"least\\":"); plain(o, part<2>(s)); o.put(",\\"most\\":"); plain(o, part<3>(s))'
        yield space(
            SomeOfRow,
            f"put_places_in(o, {row}, SpaceOf<S>::template nth<Seq<Laid>>(s, n))",
            f"describe_row(o, \"some of a row\", {row}, {among}, v); {numbers}; o.put('}}')",
        )
        yield space(
            Number,
            "o.number(SpaceOf<S>::template nth<int64_t>(s, n))",
            "describe_number(o, conv<int64_t>(part<0>(s)), conv<int64_t>(part<1>(s)), part<2>(s))",
        )

    def hand(self) -> str:
        assert self.program.hand is not None
        return f"static int64_t hand_() {{ return conv<int64_t>({self.expr(self.program.hand)}); }}"

    def view(self) -> str:
        """A seat's view of the table (``referee.kernel.views.view_of``)."""
        many = len(self.program.table.players)
        puts: list[bytes | str] = [b'{"seat":', "o.number(int64_t(seat));", b',"players":%d,"turn":' % many]
        puts += ["o.number(int64_t(S.s_turns));", b',"direction":', f"o.put({self.direction()});"]
        puts += [b',"zones":{', *self.zones(), b'},"scalars":{', *self.scalars()]
        puts += [b'},"money":[', "put_each(o, S.money);", b"]}"]
        return f"static void put_view(Text& o, int seat) {{ {' '.join(put_together(puts))} }}"

    def direction(self) -> str:
        return f"DIRECTION[S.{self.slot('direction')}.v]"

    def zones(self) -> Iterator[bytes | str]:
        """All places, those of the players together: one after the other, as text for each would be very long."""
        names = dict.fromkeys([each.name for each in self.places if each is not self.program.table.flight])
        before = b""
        rows: list[str] = []
        for name in names:
            mine = [each for each in self.places if each.name == name and each is not self.program.table.flight]
            own = mine[0].owner is not None
            before += b"," * bool(rows) + json(name) + b":" + b"[" * own
            for place in mine:
                rows.append(f"{{{lit(before)}, {place.number}}}")
                before = b","
            before = b"]" * own
        if rows:
            yield f"static const struct {{ Lit before; int32_t place; }} ZONES[] = {{{', '.join(rows)}}};"
            yield "for (const auto& each : ZONES) { o.put(each.before); put_zone(o, Where{each.place}, seat); }"
        yield before
        flight = self.program.table.flight.number
        first = text(b',"flight":' if names else b'"flight":')
        yield f"if (place_size(Where{{{flight}}})) {{ {first} put_zone(o, Where{{{flight}}}, seat); }}"

    def scalars(self) -> Iterator[bytes | str]:
        table = self.program.table
        before: bytes | None = b""  # what stands before the next one; None: that depends on who looks
        for name, spec in table.scalar_specs.items():
            audience, slot = spec.audience(table.game), f"S.{self.slot(name)}"
            own = table.players if spec.per_player else [None]
            sees = [[int(audience.includes(of, each)) for of in own] for each in table.players]
            if not spec.per_player and not all(map(all, sees)):
                seen = ", ".join([str(each) for (each,) in sees])
                told = f"comma(o); {text(json(name) + b':')} plain(o, {slot});"
                yield f"{{ static const bool SEEN[PLAYERS] = {{{seen}}}; if (SEEN[seat]) {{ {told} }} }}"
                before = before or None
                continue
            yield "comma(o);" if before is None else before
            before = b","
            yield json(name) + b":" + b"[" * spec.per_player
            if not spec.per_player:
                yield f"plain(o, {slot});"
            elif all(map(all, sees)):
                yield f"put_each(o, {slot});"
            else:
                rows = ", ".join(["{" + ", ".join(map(str, row)) + "}" for row in sees])
                yield (
                    f"{{ static const bool SEEN[PLAYERS][PLAYERS] = {{{rows}}}; "
                    "for (int i = 0; i < PLAYERS; i++) { if (i) o.put(','); "
                    f'if (SEEN[seat][i]) plain(o, {slot}[i]); else o.put("null"); }} }}'
                )
            yield b"]" * spec.per_player


def put_together(puts: Iterable[bytes | str]) -> Iterator[str]:
    """Statements, with texts that stand one behind the other as one."""
    held = b""
    for each in puts:
        if isinstance(each, bytes):
            held += each
            continue
        if held:
            yield text(held)
        held = b""
        yield each
    if held:
        yield text(held)


def sight(place: Place, player: Any) -> int:
    """What a player sees there: 2 the cards, 1 their number, 0 nothing."""
    return 2 if place.sees(player) else int(place.sees_size(player))


def json(thing: Any) -> bytes:
    return msgspec.json.encode(thing)


def as_json(of: Callable[[Any], Any], thing: Any) -> bytes:
    """A thing that is known as a record tells it; nothing where none can."""
    if only_told(thing):
        return b""
    try:
        return json(of(thing))
    except (TypeError, msgspec.MsgspecError, OverflowError):
        return b""


def lit(content: bytes) -> str:
    """Bytes as a text of C++ and their number."""
    return f"{{{quoted(content)}, {len(content)}}}"


def quoted(content: bytes) -> str:
    return (
        '"'
        + "".join(chr(each) if 32 <= each < 127 and each not in b'"\\?' else f"\\{each:03o}" for each in content)
        + '"'
    )


def text(content: bytes) -> str:
    return f"o.put({quoted(content)});"
