"""The method ``prove``: what is proved of one form of a game, and what is refuted by replay."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from math import inf
from typing import Any

from referee.kernel.errors import Broken
from referee.kernel.game import Game
from referee.verify.consulted import Consulted, listen
from referee.verify.crosscheck.matches import refuted_in_play
from referee.verify.crosscheck.natively import attacked
from referee.verify.crosscheck.proofs import CrossChecked, Effort, ProofCrossCheck
from referee.verify.explore.step_cycles import refute_end_of_turns
from referee.verify.findings import OWED, TROUBLE_OF, Finding
from referee.verify.kept import memory
from referee.verify.kept.dependencies import take_in, with_dependencies
from referee.verify.ledger import Ledger, Looked
from referee.verify.limits import run_limited
from referee.verify.methods import Question
from referee.verify.play.drivers import Script
from referee.verify.play.minimise import minimised
from referee.verify.play.trial import Trial
from referee.verify.properties import Kind, Property
from referee.verify.prove.helping import as_property, helping_fact
from referee.verify.prove.induction import Induction
from referee.verify.prove.paths import Hung, NotSymbolic
from referee.verify.prove.proof import Failure, Proof, in_short
from referee.verify.prove.refute import Refutation, refute
from referee.verify.prove.search import in_words, place_of
from referee.verify.prove.seat_symmetry import Seats, SeatsDistinguished, each_by_itself, one_for_all
from referee.verify.prove.seats import caught_in_property, seat_in_property, seats_distinguished, some_tables
from referee.verify.symbolic.effects import every_effect
from referee.verify.symbolic.method import Meant, proved_on_meaning
from referee.verify.symbolic.smt2 import Folder
from referee.verify.understood import ENUMERATION, PROOF, HeldContainers, claim_text, rule_text
from referee.verify.vacuous import says_nothing
from referee.verify.verdicts import Method, Result, Verdict
from referee.verify.without_turns import proved_without_turns

DECIDED = (Kind.ALWAYS, Kind.NEVER, Kind.EQUAL, Kind.TERMINATES)
"""Kinds that an induction over steps decides."""
SECONDS = 400.0
"""Processor time for the proofs of one form where nothing else is asked for, in seconds."""
UNHOPED = 5.0
"""So many seconds of processor time, where nothing is asked about but what its author expects not to hold."""

UNREFUTED = "no play was found that refutes it; no proof is tried beside what is refuted"
Conclusion = Result | Finding | Ledger


def decide(question: Question) -> Iterator[Conclusion]:
    """The verdicts on a question, worked out in a process of its own or kept from the last time.

    UNKNOWN with the reason where the process ran out of time or memory, or was killed.
    """
    asked = [each for each in question.properties if can_be_asked(each)]
    key, edited = memory.key_of(question), memory.edited(question)
    if edited:
        yield from _unsaid(question, asked, edited)
        return
    if not asked:
        if not (every_effect.are_asked_about(question) and cards_in_rows(question.game)):
            memory.write(key, [], question)  # so that no process is begun for it the next time
        elif question.budget.processor is None:  # a game without properties does not wait for them beside other methods
            yield Ledger(effects=every_effect.decided(question))
        return
    known = memory.read(question, key)
    if known is not None:
        yield from known
        return
    in_rows = cards_in_rows(question.game)
    if in_rows:
        why = rule_text(question.game, ENUMERATION)
        for each in asked:
            strange = why or claim_text(question.game, each.claim, ENUMERATION) or says_nothing(question.game, each)
            of_cards = _of_cards(question.game, each, in_rows)
            yield _strange(question.game, each, strange) if strange else _withstood(question, each, of_cards)
        if question.why:
            yield Ledger(arguments=[Meant(why=in_rows).told(question.game)])
        if every_effect.are_asked_about(question):
            yield Ledger(effects=every_effect.decided(question))
        return
    rule_text(question.game, PROOF)  # here, so that it is read once for all forms of the game
    began = time.monotonic()
    processor, left = question.budget.processor or SECONDS, question.budget.left
    if left is not None:
        # The clock is the user's own limit; where the machine is free processor time comes to its end first.
        processor = min(processor, 0.9 * left)
    said = run_limited(lambda: with_dependencies(decide_here, question), processor, left)
    if isinstance(said, str):
        yield from _unsaid(question, asked, said, time.monotonic() - began)
        return
    said = take_in(said)
    if edited := memory.edited(question):
        yield from _unsaid(question, asked, edited)
        return
    if question.engine == "native":
        said = list(attacked(question, said))
    memory.write(key, said, question)
    yield from said


def _unsaid(question: Question, asked: Sequence[Property], why: str, seconds: float = 0.0) -> Iterator[Result]:
    """Nothing is known, and the next time something may be."""
    for each in asked:
        yield _result(question.game, each, Verdict.UNKNOWN, why, seconds)


def _strange(game: Game[Any], each: Property, why: str) -> Result:
    """The verdict where text is not understood that a proof would rest on: it would be found again."""
    return replace(_result(game, each, Verdict.UNKNOWN, why), lasting=True)


def _of_cards(game: Game[Any], each: Property, in_rows: str) -> Result:
    """The verdict where no step can be followed."""
    began = time.monotonic()
    try:
        proved, how = proved_without_turns(game, each)
    except MemoryError:
        raise
    except Exception as error:
        where = place_of(error) or f"{each.file}:{each.line}"
        proved, how = False, f"it cannot be worked out: {in_words(error)} ({where})"
    verdict, why = (Verdict.PROVED, how) if proved else (Verdict.UNKNOWN, f"{in_rows}; {how}")
    return _result(game, each, verdict, why, time.monotonic() - began)


def _withstood(question: Question, each: Property, result: Result) -> Result:
    """A proof about cards that followed no step, unless matches refute it."""
    if result.verdict is not Verdict.PROVED:
        return result
    wrong = refuted_in_play(question.game, [each], question.seed).get(each.name)
    return result if wrong is None else replace(result, verdict=Verdict.UNKNOWN, why=str(wrong), defect=True)


def cards_in_rows(game: Game[Any]) -> str:
    """Why a proof need not be tried, "" where it may be: a deal shows that cards lie in rows between steps."""
    trial = Trial(game, ())
    trial.advance(Script())
    used = [place for place in trial.table.places if place.is_row and place.row]
    return f"cards lie in the row {used[0]!r} between steps: rows are not symbolic, use a bag" if used else ""


def can_be_asked(each: Property) -> bool:
    decided = each.kind in (*DECIDED, Kind.TURNS_END) or (each.kind is Kind.FREE_OF and each.trouble in OWED)
    return decided and each.provable


def decide_here(question: Question) -> list[Conclusion]:
    """The same in this process, without limits and without a memory."""
    hung = Hung.times
    said = _decide_here(question)
    return [_lasting(each) for each in said] if Hung.times == hung else said


def _lasting(conclusion: Conclusion) -> Conclusion:
    return (
        replace(conclusion, lasting=True)
        if isinstance(conclusion, Result) and conclusion.verdict is Verdict.UNKNOWN
        else conclusion
    )


def _decide_here(question: Question) -> list[Conclusion]:
    """A property that its author expects not to hold is refuted first: no proof of it is tried where that is done."""
    game = question.game
    fresh = type(game)(game.players, readings=game.readings, settings=game.settings)
    asked = [each for each in question.properties if can_be_asked(each)]
    conclusions: list[Conclusion] = []
    rest: list[Property] = []
    known: list[Refutation] = []
    for each in asked:
        found = None if each.expected(game.readings, game.players) else _refuted(question, each, known)
        if found is None:
            rest.append(each)
        else:
            conclusions += found
    strange = rule_text(fresh, PROOF)
    for each in list(rest):
        why = strange or claim_text(fresh, each.claim, PROOF) or says_nothing(fresh, each)
        if why:
            conclusions += _refuted(question, each, known) or [_strange(game, each, why)]
            rest.remove(each)
    if not rest:
        return conclusions
    emit = None if question.emit is None else Folder(question.emit, game).write
    meant = proved_on_meaning(question, fresh, rest, emit) if question.meant else Meant()
    proved = [each for each in rest if each.name in meant.proved]
    rest = [each for each in rest if each.name not in meant.proved]
    if rest:
        conclusions += _followed(question, fresh, rest, proved, known, emit)
    elif meant.ledger is not None:
        conclusions.append(meant.ledger)
    if question.why:
        conclusions.append(Ledger(arguments=[meant.told(game)]))
    return [*conclusions, *[_meant(game, each, meant) for each in proved]]


def _followed(
    question: Question,
    fresh: Game[Any],
    rest: list[Property],
    proved: Sequence[Property],
    known: list[Refutation],
    emit: Callable[[str], None] | None,
) -> list[Conclusion]:
    """What is concluded of the rest by following live rules, which what is proved already may help."""
    game = question.game
    conclusions: list[Conclusion] = []
    tables = some_tables(fresh)
    others = [each for each in (*question.others, *proved) if can_be_asked(each) and each.kind is not Kind.TERMINATES]
    others = [each for each in others if not claim_text(fresh, each.claim, PROOF)]
    others = [each for each in others if not (seat_in_property(each, fresh, tables) or caught_in_property(each))]
    for each in list(rest):
        where = seat_in_property(each, fresh, tables)
        why = f"{where}: the property tells seats apart" if where else caught_in_property(each)
        if why:
            conclusions.append(_result(game, each, Verdict.UNKNOWN, why))
            rest.remove(each)
    if not rest:
        return conclusions
    began = time.monotonic()
    hoped = any(each.expected(game.readings, game.players) for each in rest)
    if (known or all(each.kind is Kind.TURNS_END for each in rest)) and not hoped:
        return [*conclusions, *[_result(game, each, Verdict.UNKNOWN, UNREFUTED) for each in rest]]
    containers = HeldContainers(fresh, PROOF, [each.claim for each in (*rest, *others)])
    consulted = listen(fresh, [*rest, *others])
    try:
        induction, proof = _proved(
            fresh,
            [*rest, *others],
            lambda: _prepared(question, Induction(fresh, [*rest, *others], emit, inf if hoped else UNHOPED)),
        )
    except NotSymbolic as reason:
        return [*conclusions, *[_result(game, each, Verdict.UNKNOWN, str(reason)) for each in rest]]
    if changed := containers.changed():
        return [*conclusions, *[_result(game, each, Verdict.UNKNOWN, changed) for each in rest]]
    spent = (time.monotonic() - began) / len(rest)
    decided = [_consulting(one, consulted) for each in rest for one in _decided(question, each, proof, spent)]
    induction.consulted = consulted.asked
    shaken = _shaken(question, induction, proof, decided)
    if shaken.disagreement is None:
        conclusions.append(_clause_ledger(question, proof))
    return [*conclusions, *[_withdrawn(each, shaken) for each in decided]]


def _meant(game: Game[Any], each: Property, meant: Meant) -> Result:
    """A proof on the meaning of the rules."""
    return replace(_result(game, each, Verdict.PROVED, meant.proved[each.name]), consulted=meant.consulted)


def _prepared(question: Question, induction: Induction) -> Induction:
    """It asks the solver nothing that was answered before."""
    if question.answers is not None:
        induction.prover.answered = question.answers
    return induction


def _shaken(question: Question, induction: Induction, proof: Proof, decided: Sequence[Conclusion]) -> CrossChecked:
    """The disagreements of play with what is claimed to be proved."""
    names = {each.property for each in decided if isinstance(each, Result) and each.verdict is Verdict.PROVED}
    proved = [each for each in question.properties if each.name in names]
    if not (proved and question.shaken):
        return CrossChecked()
    effort = Effort().scaled(question.effort)
    return ProofCrossCheck(induction, proof, proved, question.seed, effort).shake()


def _withdrawn(conclusion: Conclusion, shaken: CrossChecked) -> Conclusion:
    """A conclusion about a property. If it claims a proof and play contradicts it, the contradiction."""
    if not isinstance(conclusion, Result) or conclusion.verdict is not Verdict.PROVED:
        return conclusion
    wrong = shaken.disagreement or shaken.only.get(conclusion.property)
    if wrong is None:
        return conclusion
    return replace(conclusion, verdict=Verdict.UNKNOWN, why=str(wrong), consulted=(), defect=not wrong.is_limit)


def _proved(
    game: Game[Any], properties: Sequence[Property], prepared: Callable[[], Induction]
) -> tuple[Induction, Proof]:
    """One seat for all of them, unless something tells them apart; then each by itself."""
    if not seats_distinguished(game, properties):
        with suppress(SeatsDistinguished), one_for_all():
            induction = prepared()
            proof = induction.prove()
            if not Seats.distinguished_at:
                return induction, proof
    with each_by_itself():
        induction = prepared()
        return induction, induction.prove()


def _consulting(conclusion: Conclusion, consulted: Consulted) -> Conclusion:
    """A proof with the readings that it consulted."""
    if isinstance(conclusion, Result) and conclusion.verdict is Verdict.PROVED:
        return replace(conclusion, consulted=tuple(sorted(consulted.asked)))
    return conclusion


def _clause_ledger(question: Question, proof: Proof) -> Ledger:
    """Clauses that no path of a proof goes through are never carried out, where everything is proved that it rests
    on: there are more paths than ways to play."""
    why = "not all is proved that it rests on" if proof.failures else ""
    looked = Looked(
        Method.PROVE, question.game.players, question.readings, question.scale, proof.paths, "paths", not why, why,
        frozenset(proof.clauses),
    )  # fmt: skip
    return Ledger(looked=[looked])


def _decided(question: Question, each: Property, proof: Proof, spent: float) -> list[Conclusion]:
    game, owed = question.game, owed_by(each)
    failures = proof.broken(*owed) if owed else proof.failures.get(each.name, [])
    offered = _offered(game, [*failures, *proof.failures.get(None, [])])
    if failures:
        found = _refuted(question, each, []) if each.expected(game.readings, game.players) else None
        if found is not None:
            return found
        told = "cannot be worked out" if failures[0].raised else "not known to be reachable"
        return [replace(_result(game, each, Verdict.UNKNOWN, f"{told}: {failures[0]}", spent), missing=offered)]
    # Where a fault ends play its path may go on, so that what is proved is proved of every match as far as it goes.
    # Where a path ends and play does not, nothing is known.
    rest = [one for one in proof.failures.get(None, []) if one.cut or one.broken in (None, Broken.NO_END)]
    if rest:
        why = f"rests on what is not proved: {in_short(rest)}"
        return [replace(_result(game, each, Verdict.UNKNOWN, why, spent), missing=offered)]
    if each.name in proof.vacuous:
        return [_result(game, each, Verdict.UNKNOWN, proof.vacuous[each.name], spent)]
    return [replace(_result(game, each, Verdict.PROVED, proof.extent(each.name), spent), missing=offered)]


def _offered(game: Game[Any], failures: Sequence[Failure]) -> str:
    """The first fact that would help a proof and that no play contradicts, as a property; "" where none is known."""
    tables = some_tables(game) if failures else []
    for each in failures:
        fact = helping_fact(each.truth, game, tables)
        if fact:
            clause = ", ".join(each.clause) if each.clause != ("?",) else ""
            return as_property(fact, clause, f"{clause}: {each.what}" if each.broken else f"for {each.what}")
    return ""


def owed_by(each: Property) -> tuple[Broken, ...]:
    """The obligations of the kernel where a property says that rules are free of some trouble."""
    if each.kind is Kind.TURNS_END:
        return (Broken.NO_END,)
    if each.kind is not Kind.FREE_OF:
        return ()
    return tuple([broken for broken, trouble in TROUBLE_OF.items() if trouble is each.trouble])


def _refuted(question: Question, each: Property, known: list[Refutation]) -> list[Conclusion] | None:
    """A refutation that was played from a deal, with its record; None where none was found. ``known`` are those of
    other properties, to which it is added."""
    began = time.monotonic()
    if each.kind is Kind.TURNS_END and not each.expected(question.game.readings, question.game.players):
        # A round that need not be left is looked for as the fuzzer does: no path of a first turn would show it.
        return [replace(one, method=Method.PROVE) for one in refute_end_of_turns(question, each)] or None
    found = refute(question, each, owed_by(each), known)
    if found is None:
        return None
    known.append(found)
    game = question.game
    short = minimised(game, found.met, found.script, [each])
    met = short.met
    finding = Finding(
        met.trouble,
        game.name,
        short.sentence,
        met.clauses,
        short.game.players,
        short.readings,
        question.scale,
        Method.PROVE,
        Verdict.REFUTED if met.claimed is not None else Verdict.WITNESSED,
        met.claimed.name if met.claimed is not None else "",
        None,
        short.witness,
        about=met.about,
    )
    why = f"{found.how}: {short.sentence}"
    return [
        replace(_result(game, each, Verdict.REFUTED, why, time.monotonic() - began), witness=short.witness),
        finding,
    ]


def _result(game: Game[Any], each: Property, verdict: Verdict, why: str, seconds: float = 0.0) -> Result:
    form = game.players, game.unusual_readings, game.unusual_settings
    return Result(each.name, Method.PROVE, *form, verdict, why=why, seconds=seconds)
