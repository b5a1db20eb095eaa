"""The text of a game that is refused: by whom, why, and what to write instead. It is the table of docs/refusals.md."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Where(Enum):
    """The part of referee that refuses, and what becomes of the game."""

    REGISTRATION = "registration refuses"
    """The game cannot be played; exit code 2."""
    CHECK = "check complains"
    """The game is played; a finding, exit code 1, until it is mended or accepted."""
    PROOFS = "proofs do not follow"
    """The game is played, with a warning; proofs are UNKNOWN."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """``message`` has words of the line that names file, place and remedy."""

    where: Where
    what: str
    why: str
    remedy: str
    message: str


def _rows(where: Where, *rows: tuple[str, str, str, str]) -> tuple[Refusal, ...]:
    return tuple([Refusal(where, *row) for row in rows])


REFUSALS = (
    *_rows(
        Where.REGISTRATION,
        ("a call of a rule that asks, without `yield from`", "nothing is asked, drawn or done",
         "`yield from t.draw(…)`", "does nothing like this"),
        ("a bare `yield` in a rule", "what it gives is no question", "`yield from t.choose(…)`",
         "never with a bare 'yield'"),
        ("`yield from` in front of what asks for nothing", "there is nothing to drive, and Python raises",
         "the call alone; of a generator `for each in …`", "there is nothing to drive"),
        ("a `deal`, a `step` or a method that gives `Rule` and neither asks nor returns a rule",
         "it cannot be driven", "`yield from ()` at its end", "neither asks for anything nor gives a rule"),
        ("random numbers, the clock, files, `input()`, `id()`, `hash()`",
         "no record has what they give: a match cannot be played again", "`t.roll`, `t.draw`, `t.lot`, `t.choose`",
         "rules are pure"),
        ("a reading that is not in readings.toml", "it has no value", "the slug of an entry", "there is no reading"),
        ("an alternative that a reading has not", "what stands under it is never carried out",
         "one of its alternatives", "has no alternative"),
        ("an attribute set on the table that is not declared", "no snapshot and no record has it",
         "a scalar in the table's class", "declare a scalar"),
        ("the cards of a zone that are set (`t.hand[p].pile = …`)", "nobody is told, and cards come or go",
         "`t.move(cards, source, target)`", "cards go by t.move"),
        ("a zone or scalar under a name of the kernel's own state, or of a method that the kernel calls (`stack`, "
         "`turns`, `players`, `move`)", "nothing can be played with it", "another name",
         "hides what every table has under that name"),
        ("a call of the table's method that a zone or scalar hides", "what is called is no method any more",
         "another name for the zone or scalar", "hides the table's own"),
        ("a `set_up` that raises, two kinds of card of one name", "there is no deck",
         "what the line says", "the game cannot be set up"),
        ("a game without a name, limits on players, `deal`, `step`, `forfeit` …", "nothing can be played",
         "declare it", "does not declare"),
        ("a `set_up` that sets no `deck`, a game without a `turn_cap`", "nothing can be dealt, play has no end",
         "`self.deck = Deck.of(…)`, `turn_cap = 500`", "has no deck"),
        ("`self.effects`, `form`, `seated` and the like set by `set_up` or as a method of the game",
         "the kernel keeps its own there", "another name", "is the kernel's own"),
        ("a `table_class` that is no `Table`", "there is no table", "a subclass of `Table`", "no subclass of Table"),
        ("`@clause` with anything but texts", "it names no clause", "`@clause(\"X-1\")`",
         "says which clauses it carries out by their ids"),
        ("a reading whose clauses are no list, whose alternatives are no texts", "nobody can read it",
         "`clauses = [\"X-1\"]`, a text for each value", "is a list of the ids of clauses"),
        ("a game that is not called as its folder", "it is found by the one name and recorded by the other",
         "one name for both", "make them the same"),
        ("a default that is none of a reading's alternatives", "the reading has no value",
         "one of the alternatives", "is none of its alternatives"),
        ("a module that cannot be imported", "there are no rules", "what the line says", "NameError"),
    ),
    *_rows(
        Where.CHECK,
        ("`@clause` with a clause that the rulebook has not", "its tests and findings are about nothing",
         "the id of a clause", "which is no clause of rulebook.md"),
        ("a clause that no code names", "nobody knows whether it is carried out", "`@clause` at what does it",
         "no code carries out"),
        ("`@clause` at a method of the table", "only methods of the game are counted",
         "`@clause` at the rule that calls it", "is no method of the game"),
        ("a comment or docstring that names a clause which is not there", "it explains something else",
         "the id of a clause", "a comment names"),
        ("prose or a reading that refers to a clause, reading, parameter or alternative which is not there",
         "its reader finds nothing", "the name of one that is", "there is no T-"),
        ('clauses that say nothing else than to look at each other ("As X-2." and "See X-1.")',
         "their reader is sent round, and nothing is said", "the rule in one of them", "leads back and says nothing"),
        ("a reading and a clause of which only one names the other", "it is not seen where it matters",
         "`(readings: slug)` at the clause, the clause in readings.toml", "is not named at the end of clause"),
        ("a reading of an unknown kind", "nobody knows what is open", "`ambiguous`, `silent` or `contradictory`",
         "is of no known kind"),
        ("a reading that no rule asks for", "its alternatives make no difference", "`t.reading(\"slug\")`",
         "no rule asks for the reading"),
        ("in a rulebook with Parameters: a parameter without a row, a row without one", "nobody knows what can be set",
         "a row under Parameters for each", "has no row in the table of Parameters"),
        ("in a rulebook with Words: a term in italics that is not defined, a definition that is not used",
         "a word may mean two things", "an entry under Words, the term in italics",
         "is in italics and not among the Words"),
        ("a zone or scalar under the name of a method that rules may call (`top`, `left`)",
         "the method cannot be called any more", "another name", "hides what every table has under that name"),
        ("a seat that is taken by its number: `t.players[0]`, `a.seat < b.seat`, `min(t.players)`",
         "that seat is another one than the rest", "`t.first_seat()` in `deal`, `t.next(player)`, a scalar; accept it "
         "if it is meant so", "takes a seat by its number"),
        ("options that are typed alike, or are nothing that can be typed", "a person cannot choose them",
         "words, numbers, players, members of an `Option`, tuples of these", "typed alike"),
    ),
    *_rows(
        Where.PROOFS,
        ("`try`, `with`, `del`, `global`, an `import` or a class in a function",
         "what they do is not seen by a solver", "look first, make a new one, keep it on the table", "`try` is not"),
        ("`print`, `eval`, `exec`, `vars`, `getattr`, `setattr`, `object` and other names of Python",
         "what they do is in no text", "the attribute, the expression, `t.note`", "`print` is not"),
        ("what is kept beside the table: on the game, in a module, in a default",
         "the next step may go otherwise from the same table", "a scalar", "changing `self.settings` is not"),
        ("`functools.lru_cache`, `functools.partial`", "what they keep is not on the table",
         "a plain function, a scalar", "`functools.lru_cache` is not"),
        ("an attribute that nothing of the game and no word of the kernel is", "what it gives is not known",
         "words of the table", "`.real` is not"),
        ("`isinstance` of numbers, lists and tuples", "an amount may be a term", "compare what it is worth",
         "`isinstance("),
        ("a method with the name of an operator (`__add__`, `__eq__`)", "it is called where no text says so",
         "a method with a name of its own", "`__call__`"),
    ),
)  # fmt: skip
