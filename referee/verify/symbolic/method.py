"""What is proved on the meaning of the rules of one form of a game.

It decides the properties that every deal satisfies and every step keeps, that no obligation of one sort is broken, and
that every step comes to its end.
It assumes that the Program means what Python does, which is compared by matches, and that the text of the rules has
been understood (``referee.verify.understood``). What it says is attacked by play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any

from referee.kernel.clauses import rulebook_order
from referee.kernel.game import Game
from referee.meaning.looking import PLAIN, may_change
from referee.meaning.open_readings import NotedDefined
from referee.meaning.program import Expr, Function, Program, expressions, reachable, walk
from referee.meaning.texts import NoMeaning
from referee.meaning.translation import Claims, meaning
from referee.meaning.types import Places
from referee.verify.consulted import made_with
from referee.verify.crosscheck.matches import refuted_in_play
from referee.verify.findings import OWED
from referee.verify.ledger import Ledger, Looked
from referee.verify.methods import Question
from referee.verify.program_claims import of_questions, of_tables
from referee.verify.properties import Kind, Property
from referee.verify.provable import DECIDED
from referee.verify.symbolic.argument import Argument
from referee.verify.symbolic.induction import Induction, Proof
from referee.verify.symbolic.terms import MayStop, NotFollowed
from referee.verify.verdicts import ON_MEANING, Method

OF_QUESTIONS = (Kind.ALWAYS, Kind.NEVER)
"""The kinds of claims about questions that are."""
OF_WAYS = (Kind.FREE_OF, Kind.TURNS_END)
"""The kinds without a claim to evaluate: what they say holds where every way is followed, and comes to its end."""
MOST_STATEMENTS = 2_800
"""The statements of a deal and a step, times the players, that are followed: a larger form has too many ways."""
SHORT = 560
"""So many statements are followed for any number of players."""
OF_CARDS = PLAIN | {"call", "way", "laid", "laid.has", "laid.marks", "pile.only", "pile.worth", "pile.highest"}
"""The operations that look at nothing but cards that they are given."""
MOST_AGAIN = 4_000
"""Where a proof went more ways it is not tried again with closer guesses."""
MATCHES = 24
"""Matches that attack what is proved."""


@dataclass(slots=True)
class Meant:
    """By the names of properties the extent of their proofs; ``why`` says why nothing was proved."""

    proved: dict[str, str] = field(default_factory=dict)
    why: str = ""
    ledger: Ledger | None = None
    failed: dict[str, str] = field(default_factory=dict)
    """Why others are not proved so, by name, where the rules were followed."""
    argument: list[str] = field(default_factory=list)
    """The argument of the proofs, where it is asked for."""
    consulted: tuple[str, ...] = ()
    """The readings that the text consults which was read for the proofs: they hold for all values of the others."""

    def told(self, game: Game[Any]) -> str:
        """What is proved and why, and why others are not, as a text."""
        readings = "".join([f", {slug}={value}" for slug, value in game.unusual_readings.items()])
        form = f"{game.name}, {game.players} players{readings}"
        if self.why:
            return f"{form}: nothing is proved on the meaning of the rules: {self.why}"
        failed = [f"  not proved so: {name}: {why}" for name, why in self.failed.items()]
        return "\n".join(
            [f"{form}: why {' '.join(sorted(self.proved))}", *[f"  {each}" for each in self.argument], *failed]
        )


def proved_on_meaning(
    question: Question, game: Game[Any], properties: Sequence[Property], write: Callable[[str], None] | None = None
) -> Meant:
    """Those of the properties that are proved, whatever else is asked; ``write`` gets the questions to the solver on
    which the proofs rest."""
    asked = [each for each in properties if _is_asked(each)]
    if not asked:
        return Meant(why="nothing is asked that is proved so")
    try:
        with noted(game) as read:
            proof = proof_of(game, asked, write, question.why)
    except Exception as error:  # a defect of ours too: what is proved otherwise is not lost
        return Meant(why=why_not(error))
    if len(proof.whole) < 2:
        return Meant(why="no deal or no step is known to come to its end")
    held = [each for each in asked if each.name in proof.proved or each.kind in OF_WAYS]
    with noted(game) as played:
        refuted = refuted_in_play(game, held, question.seed, MATCHES, whole=True)
    for name, wrong in refuted.items():
        return Meant(why=f"{name}: {wrong}")  # what else is proved may rest on it
    consulted = read.asked | made_with(type(game), asked)
    if missed := sorted(played.asked - consulted):
        return Meant(why=f"play asks for the reading {missed[0]}, and the proof never came to it, which is a defect")
    extent = _extent(proof)
    proved = {each.name: _bounded(proof, each.name) + extent for each in held}
    slugs = tuple(sorted(consulted & set(game.readings)))
    return Meant(proved, "", _ledger(question, proof), {**proof.unread, **proof.failed}, proof.argument, slugs)


@contextmanager
def noted(game: Game[Any]) -> Iterator[NotedDefined]:
    """Note the readings that a game is asked for within this context."""
    known = game.defined
    object.__setattr__(game, "defined", NotedDefined(known))
    try:
        yield game.defined  # type: ignore[misc]
    finally:
        object.__setattr__(game, "defined", known)


def proof_of(
    game: Game[Any], properties: Sequence[Property], write: Callable[[str], None] | None = None, why: bool = False
) -> Proof:
    """What is proved of these claims, before it is attacked; ``why``: with the argument. NoMeaning, NotFollowed: the
    rules are not followed."""
    asking = of_questions(properties)
    most = max(MOST_STATEMENTS, SHORT * game.players)
    program = program_of(game, of_tables(properties), most, asking=asking)
    kinds = {each.name: each.kind for each in properties}
    form: Any = partial(Induction, game, program, whole=True, kinds=kinds, asked=tuple(asking))
    closely, proof = _as_closely_as_needed(form)
    if write is None and not why:
        return proof
    form = partial(form, closely=closely)
    induction: Induction = form()
    argument = Argument(program, induction.kinds, write, why)
    proof = induction.prove(argument)
    if why and write is None:
        with suppress(NotFollowed):  # each way by itself tells more, where there are not too many
            each_way, told = form(merging=False), Argument(program, induction.kinds, None, why)
            followed = each_way.prove(told)
            if followed.proved == proof.proved:
                induction, argument, proof = each_way, told, followed
    if why:
        fixed = [each.fixed for each in induction.facts if each.fixed]
        proof.argument = list(argument.lines(sorted(proof.proved), proof.facts, fixed))
    return proof


def _as_closely_as_needed(form: Callable[..., Induction]) -> tuple[bool, Proof]:
    """What is proved with few guesses; with more where that is not all, and did not take long."""
    first: Proof | MayStop
    try:
        first = form().prove()
        if not first.failed or first.ways > MOST_AGAIN:
            return False, first
    except MayStop as reason:
        first = reason
    with suppress(NotFollowed, RecursionError):
        closer = form(closely=True).prove()
        if isinstance(first, MayStop) or closer.proved > first.proved:
            return True, closer
    if isinstance(first, MayStop):
        raise first
    return False, first


def program_of(
    game: Game[Any], claims: Claims = MappingProxyType({}), most: int = MOST_STATEMENTS, **more: Any
) -> Program:
    """The meaning of rules that may be followed, read as ``meaning`` is told. NoMeaning, NotFollowed: they may not.
    ``most`` are the statements, times the players."""
    # What is read for arguments that turn out not to be all is in the way to no proof: it is never half of the text.
    program = meaning(game, claims, most=2 * most // game.players, **more)
    may_be_followed(program, most)
    return program


def why_not(error: Exception) -> str:
    """Why nothing is proved where the rules were read or followed and that broke off. A MemoryError goes on."""
    if isinstance(error, MemoryError):
        raise error
    if isinstance(error, NotFollowed) and error.where and error.where not in str(error):
        return f"{error} ({error.where})"
    if isinstance(error, (NoMeaning, NotFollowed)):
        return str(error)
    if isinstance(error, RecursionError):
        return "rules lead back to themselves without an end that is known"
    return f"it cannot be followed: {type(error).__name__}: {error}"


def _is_asked(each: Property) -> bool:
    kinds = OF_QUESTIONS if each.asked else (*DECIDED, Kind.TURNS_END)
    return each.provable and (each.trouble in OWED or each.kind in kinds)


def _bounded(proof: Proof, name: str) -> str:
    return f"at most {proof.bounds[name]} steps; " if name in proof.bounds else ""


def may_be_followed(program: Program, most: int = MOST_STATEMENTS) -> None:
    """NotFollowed: the Program is too long, or keeps something of the table beside it."""
    reached = reachable(program, (program.deal, program.step))
    statements = sum([1 for each in program.functions if each.name in reached for _ in walk(each.body)])
    if statements * program.game.players > most:
        raise NotFollowed(f"the rules mean {statements} statements: between {program.game.players} players too many")
    for function in program.functions:
        if function.remembered and any(each.op not in PLAIN for each in expressions(function.body)):
            raise NotFollowed(f"{function.about}: what is remembered looks at the table")
        if function.derived and not _is_of_its_row(program, function):
            raise NotFollowed(f"{function.about}: what is derived of a row looks at more than its cards, or may change")


def _is_of_its_row(program: Program, function: Function) -> bool:
    """Whether a function always gives the same of the same cards: play keeps what it has given (``Row.derive``)."""
    if any(map(may_change, function.results)):
        return False
    given = {name for name, kind in function.parameters if isinstance(kind, Places)}

    def is_of_cards(of: Function, e: Expr) -> bool:
        if not e.op.startswith("place."):
            return e.op in OF_CARDS
        (place,) = e.args
        if place.op == "const":
            return bool(place.about == function.row)
        return of is function and place.op == "local" and place.about in given

    every = reachable(program, [function.name])
    inside = [each for each in program.functions if each.name in every]
    return all(is_of_cards(each, e) for each in inside for e in expressions(each.body))


def _extent(proof: Proof) -> str:
    """The extent of a proof, in one line."""
    through = " ".join(sorted(proof.clauses, key=rulebook_order))
    rests = f", resting on {len(proof.facts)} facts that were found" if proof.facts else ""
    return f"{ON_MEANING}, {proof.ways} ways{rests}, through {through}"


def _ledger(question: Question, proof: Proof) -> Ledger:
    """Clauses that no way goes through are never carried out."""
    looked = Looked(
        Method.PROVE, question.game.players, question.readings, question.scale, proof.ways, "ways", True, "",
        frozenset(proof.clauses),
    )  # fmt: skip
    return Ledger(looked=[looked])
