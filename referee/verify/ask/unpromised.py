"""What a check says of a game about which nothing is promised: clauses that do nothing, and shares of which a rest is
left.

Decided from matches alone, so "never" is "never in so many". Told are only clauses with rules of their own (no ``step``
and no ``deal``), of which play had many chances; and divisions by a number that is worked out, where neither the rule
nor its clause says what becomes of the rest. Everything less sure is told by ``referee ask``.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.kernel.errors import RuleFault
from referee.kernel.game import Game, methods_of
from referee.verify.ask.edges import Edge
from referee.verify.ask.finding import EFFORT_AT_SCALE, find, smaller_games
from referee.verify.ask.idle import Idle, IdleText, idle
from referee.verify.ask.question import Question, sentence
from referee.verify.ask.shares import Lost, lost_rests
from referee.verify.ask.spoken import sentences_of, spoken_in
from referee.verify.ask.unneeded import FRAME, unneeded
from referee.verify.findings import Finding, Place
from referee.verify.play.matches import random_match
from referee.verify.play.met import Met
from referee.verify.play.minimise import recorded, variant
from referee.verify.verdicts import Method, Sightings, Trouble, Verdict

CHANCES = 200
"""Of a condition to go the other way, or of a method to do something; fewer say nothing."""
SELDOM = 40
"""Chances after which a small game is played on, until there are so many."""
SMALL = 60
"""Ways that its conditions can go at most, each way counted: its matches are quick."""
AT_FIRST = 0.5
"""Of the matches that decide: what does something mostly does it soon."""
FORMS = 3
"""Forms of a game that are usually played; where there are fewer, each is played more."""
DISPATCHES = re.compile(r"if \w+ (==|is) ('\w+'|\"\w+\"|[A-Z]\w*\.[A-Z_]+)")
"""Asks which of several it is; what is never there is told as an option that is never open."""
NOTHING_THERE = re.compile(r"if \w+ is( not)? None")
"""Asks whether there is something: how rules are put into words, and no sentence of a rulebook."""
LEAVES_EMPTY_OUT = re.compile(r"if (not [\w.\[\]]+\.is_empty|[\w.\[\]]+\.size( > 0)?|t\.size\([^()]*\)( > 0)?)")
"""Of a comprehension: only those that have something."""
TRIED_FIRST = 3
"""Matches of each form that have to come to their end."""
OF_REST = 0.3
"""Of the matches that ``ask`` plays: a share that leaves a rest does so soon."""


def findings_of_unpromised(
    games: Sequence[Game[Any]], seed: str, effort: float, fixed: Mapping[str, str]
) -> Iterator[Finding]:
    """Of these forms of one game; ``fixed`` readings stay, the others are drawn as well. One for each clause that does
    nothing, and one for each share. Of rules that break in their first matches nothing is said."""
    if any(_breaks(each, f"{seed} {number}") for each in games for number in range(TRIED_FIRST)):
        return
    yield from _idle(games, seed, effort, fixed)
    asked = find(games, seed, effort * OF_REST, otherwise=False, kinds=("divide",))
    rests = [_rest(each) for each in asked if each.edge is Edge.REST and not each.spoken and _is_lost(each)]
    yield from rests
    clauses = sentences_of(type(games[0]))
    for lost in lost_rests(games, seed, effort):
        ids = lost.way[0]
        if not any(set(ids) & set(each.clauses) for each in rests) and not spoken_in(Edge.REST, ids, clauses):
            yield _lost(lost)


def _breaks(game: Game[Any], seed: str) -> bool:
    """Whether a match of these rules breaks off: then others would, too, and what they never do says nothing. Rules
    that loop take their seconds each time."""
    try:
        random_match(game, seed)
    except RuleFault:
        return True
    return False


# -- clauses that do nothing ------------------------------------------------------------------------------


def _idle(games: Sequence[Game[Any]], seed: str, effort: float, fixed: Mapping[str, str]) -> Iterator[Finding]:
    """What does nothing in a few matches, and then nothing in more of them, under other readings too."""
    effort *= FORMS / len(games)
    told: dict[tuple[str, ...], Finding] = {}
    default = dict(games[0].readings)
    for look in (_unneeded, _untaken):
        first = list(look(games, seed, AT_FIRST * effort, default, None))
        again = list(look(games, f"{seed} again", effort, fixed, first)) if first else []
        rare = _rare(games, seed, effort, again) if look is _untaken and again else set()
        for each in again:
            if each.places[0] not in rare:
                told.setdefault(each.clauses, each)
    yield from told.values()


def _rare(games: Sequence[Game[Any]], seed: str, effort: float, told: Sequence[Finding]) -> set[Place]:
    """Those of them that do something in smaller games, where rare things come together: there they are only rare."""
    smaller = smaller_games(games, seed)
    if not smaller:
        return set()
    text = idle(smaller, seed, effort * EFFORT_AT_SCALE, fixed=games[0].readings, ways_alone=True)
    never = {(each.file, each.line, each.text) for each in text.ways}
    return {each.places[0] for each in told if (each.places[0].file, each.places[0].line, each.about) not in never}


Told = Collection[Finding] | None
"""What a look is about: what an earlier one has told. None: all."""


def _unneeded(
    games: Sequence[Game[Any]], seed: str, effort: float, fixed: Mapping[str, str], about: Told
) -> Iterator[Finding]:
    for which in unneeded(games, seed, effort, fixed, None if about is None else {each.about for each in about}):
        said = f"{' and '.join(which.clauses)} does nothing: {which.sentence}."
        yield _finding(games[0], said, which.clauses, which.file, which.line, which.name)


def _untaken(
    games: Sequence[Game[Any]], seed: str, effort: float, fixed: Mapping[str, str], about: Told
) -> Iterator[Finding]:
    """Conditions of the rule of one clause. What several clauses share says nothing of any of them."""
    form = "|".join([*_of_settings(games[0]), *_of_readings(type(games[0]))])
    on_form = re.compile(rf"\b((self|game)\.({form})|t\.reading)\b")
    frame = {each for name in FRAME for each in getattr(methods_of(type(games[0])).get(name), "__clauses__", ())}

    flags = [name for name, spec in type(games[0]).table_class.scalar_specs.items() if spec.start is False]
    places = None if about is None else {each.places[0] for each in about}

    def may_be_told(each: Idle) -> bool:
        alone = each.way in ("yes", "no") and not each.part and len(each.clauses) == 1
        meant = (places is None or _place(each) in places) and not frame.issuperset(each.clauses)
        return alone and meant and not on_form.search(each.text)

    def told(text: IdleText, least: int) -> list[Idle]:
        return [each for each in text.ways if each.times >= least and may_be_told(each) and _matters(each, flags)]

    text = idle(games, seed, effort, fixed=fixed, ways_alone=True, wanted=None if places is None else may_be_told)
    few = SELDOM if text.watched <= SMALL else CHANCES
    if places is not None and len(told(text, few)) > len(told(text, CHANCES)):
        text = idle(games, seed, effort * CHANCES / SELDOM, fixed=fixed, ways_alone=True, wanted=may_be_told)
    for each in told(text, few if places is None else CHANCES):
        said = f"A part of {' and '.join(each.clauses)} does nothing: {each.sentence}, in {text.matches} matches."
        sure = Verdict.EXHAUSTED if text.exhausted else Verdict.NOT_REFUTED
        yield _finding(games[0], said, each.clauses, each.file, each.line, each.text, sure)


def _place(which: Idle) -> Place:
    return Place(which.file, which.line, which.clauses[0])


def _of_settings(game: Game[Any]) -> list[str]:
    """What of the game object another setting changes: a condition that looks at it does something there."""
    found = {"settings"}
    for each in game.parameters:
        value = game.settings[each.name]
        for other in (value[:-1], value[1:]) if isinstance(value, tuple) else (value - 1, value + 1):
            form = variant(game, settings={each.name: other})
            found |= set() if form is None else {name for name in vars(form) if _differ(name, form, game)}
    return sorted(found)


def _of_readings(game: type[Game[Any]]) -> list[str]:
    """What asks how a sentence is read: that a condition on it never holds is what this reading says."""
    methods = methods_of(game).items()
    return [name for name, each in methods if "reading" in inspect.unwrap(each).__code__.co_names]


def _differ(name: str, one: Game[Any], other: Game[Any]) -> bool:
    """Only of plain values: two forms have two decks, which says nothing."""
    mine, theirs = getattr(one, name), getattr(other, name, None)
    return isinstance(mine, (int, str, tuple)) and mine != theirs


def _matters(which: Idle, flags: Collection[str]) -> bool:
    """Whether something of the clause is not done where play never goes that way. It is not so of a question that one
    form of the game answers alike each time (``self.blind``), of one of several words or kinds (``way == "lay"``), of
    whether there is something (``found is None``, ``[… if not t.hand[player].is_empty]``), and of a guard (``if not
    there: return``), but where it waits for one of the ``flags`` (``if t.rough: return``)."""
    tree = ast.parse(which.file.read_text(encoding="utf-8"))
    here = [each for each in ast.walk(tree) if isinstance(each, ast.If) and each.test.lineno == which.line]
    found = next((each for each in here if f"if {ast.unparse(each.test)}" == which.text), None)
    if found is None:
        return not LEAVES_EMPTY_OUT.fullmatch(which.text)
    names = {each.id for each in ast.walk(found.test) if isinstance(each, ast.Name)}
    if NOTHING_THERE.fullmatch(which.text):
        return False
    if names <= {"self", "game"} or DISPATCHES.fullmatch(which.text):
        return False
    missed = found.body if which.way == "yes" else found.orelse
    guards = len(missed) == 1 and _guards(missed[0])
    return not guards or (which.way == "yes" and _asks_for(found.test, flags))


def _asks_for(test: ast.expr, flags: Collection[str]) -> bool:
    """Whether it only holds while one of these scalars is set: ``t.rough and …``."""
    if isinstance(test, ast.BoolOp):
        together = any if isinstance(test.op, ast.And) else all
        return together(_asks_for(each, flags) for each in test.values)
    if isinstance(test, ast.BinOp) and isinstance(test.op, ast.BitAnd):
        return _asks_for(test.left, flags) or _asks_for(test.right, flags)
    test = test.value if isinstance(test, ast.Subscript) else test
    return isinstance(test, ast.Attribute) and test.attr in flags


def _guards(node: ast.stmt) -> bool:
    """Whether it only leaves, with nothing or with what was there already."""
    if isinstance(node, ast.Return):
        return node.value is None or isinstance(node.value, ast.Name)
    return isinstance(node, (ast.Continue, ast.Break, ast.Pass))


def _finding(
    game: Game[Any], said: str, clauses: tuple[str, ...], file: Path, line: int, about: str,
    sure: Verdict = Verdict.NOT_REFUTED,
) -> Finding:  # fmt: skip
    return Finding(
        Trouble.NEVER_APPLIES, game.name, said, clauses, game.players, {}, game.unusual_settings, Method.FUZZ, sure,
        about=about, places=(Place(file, line, clauses[0]),),
    )  # fmt: skip


# -- shares -----------------------------------------------------------------------------------------------


def _rest(asked: Question) -> Finding:
    """The first match in which a rest was left, as it was played."""
    clauses = asked.site.clauses
    said = f"A rest is left, and nothing says what becomes of it: {sentence(asked)}."
    witness = recorded(asked.game, Met(Trouble.REST, clauses, said), asked.script).witness
    return Finding(
        Trouble.REST, asked.game.name, said, clauses, asked.game.players, {}, asked.game.unusual_settings, Method.FUZZ,
        Verdict.REFUTED, sightings=Sightings(asked.real, asked.matches), witness=witness, about=asked.site.text,
        places=(Place(asked.site.file, asked.site.line, clauses[0]),),
    )  # fmt: skip


def _lost(lost: Lost) -> Finding:
    """The same of a share that the rules do not write with ``//``."""
    game, clauses = lost.game, lost.way[0]
    said = f"A rest is left, and nothing says what becomes of it: {lost.sentence}."
    witness = recorded(game, Met(Trouble.REST, clauses, said), lost.script).witness
    return Finding(
        Trouble.REST, game.name, said, clauses, game.players, {}, game.unusual_settings, Method.FUZZ, Verdict.REFUTED,
        sightings=Sightings(*lost.met), witness=witness, about=lost.way[1],
    )  # fmt: skip


def _is_lost(asked: Question) -> bool:
    """Whether the rule divides by a number that is worked out, and does not look at the rest: neither by ``%`` or
    ``divmod``, nor by what was shared (``share * len(best)``)."""
    tree = ast.parse(asked.site.file.read_text(encoding="utf-8"))
    inside = [
        each
        for each in ast.walk(tree)
        if isinstance(each, ast.FunctionDef) and each.lineno <= asked.site.line <= (each.end_lineno or each.lineno)
    ]
    rule = max(inside, key=lambda each: each.lineno, default=None)
    here = [each for each in ast.walk(rule) if _divides(each, asked.site.line)] if rule is not None else []
    divisors = {ast.unparse(each.right) for each in here if isinstance(each, ast.BinOp)}
    fixed = all(isinstance(each, ast.BinOp) and isinstance(each.right, ast.Constant) for each in here)
    if rule is None or fixed:
        return False
    return not any(_looks(each, divisors) for each in ast.walk(rule))


def _divides(node: ast.AST, line: int) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv) and node.lineno == line


def _looks(node: ast.AST, divisors: set[str]) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "divmod"
    if isinstance(node, ast.AugAssign):
        return isinstance(node.op, ast.Mod)
    if not isinstance(node, ast.BinOp):
        return False
    sides = {ast.unparse(node.left), ast.unparse(node.right)}
    return isinstance(node.op, ast.Mod) or (isinstance(node.op, ast.Mult) and bool(sides & divisors))
