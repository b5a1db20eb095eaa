"""Writes a Program as C++20. The runtime (``*.hpp``) has one operation for each operation of a Program."""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path

from referee.kernel import requests
from referee.meaning.program import Expr, Function, Owed, questioned
from referee.meaning.types import FRACTION, INT, TRUTH, WIDE, Atoms, Maybe, Places, Plain, Record, Seq, Type, Union
from referee.native.cxx_table import TableWriter
from referee.play.bulk import code_of

HERE = Path(__file__).parent
VALUES = ("numbers", "values", "sequences")
"""The runtime that knows of no table."""
KERNEL = ("chance", "table", "spaces", "equal_value", "outcome")
"""The operations of the kernel."""
EXPLORING = ("packing", "cycles", "exploring")
CLASS_OF_FRACTION = ("fraction_exact(", "fraction_is_whole(")
MOST_PASSES = 10_000_000
"""Passes through loops in one step, after which a match is given to Python to judge."""
CHOOSE_READINGS = """EXPORTED void choose_readings(const int32_t* words) {
  std::memcpy(READINGS, words, sizeof(READINGS));
  forget_all();
}"""


def runtime(name: str) -> str:
    return (HERE / f"{name}.hpp").read_text(encoding="utf-8")


class Writer(TableWriter):
    """The C++ text of one Program."""

    def text(self, explored: bool = False) -> str:
        """The whole text, to be compiled by itself: to play matches, or to go through all tables."""
        program, deck = self.program, self.deck
        self.looking.clear()
        self.of_turns: list[str] = []
        self.with_turns = False
        self.changeable: list[str] = []
        self.slots: list[str] = []
        functions = [self.function(each) for each in program.functions]
        state = self.state()
        things = self.thing_texts()
        spaces = self.spaces()
        claims, beginning = self.claims(), self.beginning()  # before the constants that they need are written
        codes = ", ".join(f"{code_of(each):#x}ull" for each in program.atoms)
        words = sorted({each for each in program.atoms if isinstance(each, str)})
        ranks = ", ".join(str(words.index(each)) if isinstance(each, str) else "-1" for each in program.atoms)
        is_row = ", ".join("true" if each.is_row else "false" for each in self.places)
        return "\n".join(
            [
                f"constexpr int KINDS = {len(deck.cards)}, WIDTH = {self.width}, PLAYERS = {program.game.players}, "
                f"PLACES = {len(self.places)}, WIDE_WORDS = {self.wide_words};",
                f"constexpr long long MOST_PASSES = {MOST_PASSES}, MOST_REQUESTS = {requests.MOST_REQUESTS}, "
                f"TOTAL = {deck.total};",
                f"constexpr int MOST_GROUPS = {self.most_groups};",
                "struct Never {};",
                *["#define EXPLORED"] * explored,
                *["#define WHOLE_OR_NOT"] * any(each in text for text in functions for each in CLASS_OF_FRACTION),
                *self.more("begin"),
                *map(runtime, VALUES),
                f"static const bool IS_ROW[PLACES] = {{{is_row}}};",
                *[f"struct {self.thing(each)};" for each in program.things],
                state,
                "static inline int64_t turns_() { return S.s_turns; }\nstatic void take_back(State* then);",
                things,
                *map(runtime, KERNEL),
                f"static const uint64_t CODES[] = {{{codes}}};",
                f"static const int32_t RANKS[] = {{{ranks}}};",
                *[text.replace("NAME", name) for text, name in self.constants.items()],
                f"static {self.type(program.unwound)} unwound_;",
                self.marks(),
                spaces,
                *[f"static int32_t READINGS[{len(self.open_readings)}];"] * bool(self.open_readings),
                *self.more("spaces"),
                *[self.head(each) + ";" for each in program.functions],
                *[
                    (self.head(each) + ";").replace(f" {each.name}(", f" {each.name}_anew(", 1)
                    for each in program.functions
                    if self.is_kept(each)
                ],
                *self.looking,
                *functions,
                f"static void deal_() {{ {program.deal}(); }}",
                f"static void step_() {{ {program.step}(); }}",
                claims,
                beginning,
                runtime("ending"),
                *[CHOOSE_READINGS] * bool(self.open_readings),
                *self.more("end"),
                *[self.kept(functions), *map(runtime, EXPLORING)] * explored,
            ]
        )

    def more(self, where: str) -> list[str]:
        """What another text of the same Program has at its ``begin``, behind the ``spaces``, and at its ``end``."""
        return []

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
        self.slots = slots
        self.changeable = [each for each in slots if not self.is_plain(self.program.scalars[each][0])]
        turns = f"constexpr bool WITH_TURNS = {str(self.with_turns).lower()};"
        return f"#define STORED {store}\n#define LOADED {load}\n{turns}"

    def is_plain(self, kind: Type) -> bool:
        """Whether a value of a type never changes: another one takes its place."""
        match kind:
            case Plain(word):
                return word != "moment"
            case Maybe(of) | Seq(of, "tuple"):
                return self.is_plain(of)
            case Union(types) | Record(_, _, types):
                return all(map(self.is_plain, types))
        return isinstance(kind, (Atoms, Places))

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

    guard = ""
    """What a look at a claim declares."""

    @cached_property
    def looked_at(self) -> tuple[str, ...]:
        """The properties that are looked at, by their numbers: of tables, then of questions."""
        return *self._of_tables, *questioned(self.program)

    @cached_property
    def _of_tables(self) -> dict[str, Function]:
        """By property the functions that say whether it holds, or a number that shall fall."""
        of = {each.name: each for each in self.program.functions}
        found = {name: of[by] for name, by in self.program.claims.items()}
        return {name: by for name, by in found.items() if by.results in ((TRUTH,), (INT,), (WIDE,), (FRACTION,))}

    def claims(self) -> str:
        measures, asked = [], []
        for number, function in enumerate(self._of_tables.values()):
            holds = f"{function.name}()"
            if function.results != (TRUTH,):
                measures.append(number)
                holds = f"measure_{number}.falls({holds})"
            asked.append(f"if (wanted[{number}] && !{holds}) return {number};")
        names = [function.name for function in self._of_tables.values()]
        begin = " ".join(f"measure_{number}.begin();" for number in measures)
        return "\n".join(
            [
                *[f"static Measure<decltype({names[number]}())> measure_{number};" for number in measures],
                f"static void begin_measures() {{ {begin} }}",
                f"static int refuted_claim(const uint8_t* wanted) {{ {self.guard} {' '.join(asked)} return -1; }}",
            ]
        )

    def x_owe(self, e: Expr, args: list[str]) -> str:
        """A claim that is looked at where a question is asked."""
        owed: Owed = e.about
        if owed.name not in self.looked_at or owed.said is True:
            return ""
        number = self.looked_at.index(owed.name)
        wrong = "true" if owed.said is False else f"!{owed.function.name}({', '.join(args)})"
        return f"if (is_wanted({number})) {{ {self.guard} if ({wrong}) stop(CLAIM + {number}); }}"
