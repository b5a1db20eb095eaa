"""The method ``prove``: what is proved of one form of a game, and what is refuted by replay.

Proofs are tried on the meaning of the rules first (``symbolic``), then by following live rules (``prove``); each is
worked out in a process of its own, or kept from the last time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.meaning.ahead import parse_ahead
from referee.verify.crosscheck.matches import Disagreement, refuted_in_play
from referee.verify.findings import Finding
from referee.verify.kept import memory
from referee.verify.kept.dependencies import take_in, with_dependencies
from referee.verify.ledger import Ledger
from referee.verify.limits import CutShort, run_limited, say_so_far
from referee.verify.methods import Question
from referee.verify.play import native
from referee.verify.play.met import Met
from referee.verify.play.trial import LOOKED_AT, Trial
from referee.verify.properties import Kind, Property
from referee.verify.provable import can_be_asked, verdict_on
from referee.verify.prove.boundary import REPEATED
from referee.verify.prove.following import followed
from referee.verify.prove.paths import Hung
from referee.verify.prove.search import in_words, place_of
from referee.verify.refuting import Refutation, refuted
from referee.verify.symbolic.effects import every_effect
from referee.verify.symbolic.method import Meant, proved_on_meaning
from referee.verify.symbolic.smt2 import Folder
from referee.verify.understood import ENUMERATION, PROOF, claim_text, rule_text
from referee.verify.vacuous import says_nothing
from referee.verify.verdicts import Result, Verdict
from referee.verify.without_turns import cards_in_rows, proved_without_turns

SECONDS = 400.0
"""Processor time for the proofs of one form where nothing else is asked for, in seconds."""
MATCHES = 2_000
"""Native matches that attack a proof, times the effort of the question; each of at most so many steps:"""
STEPS = 80
Conclusion = Result | Finding | Ledger


def decide(question: Question) -> Iterator[Conclusion]:
    """The verdicts on a question, worked out in a process of its own or kept from the last time.

    UNKNOWN with the reason where the process ran out of time or memory, or was killed.
    """
    asked = [each for each in question.properties if can_be_asked(each)]
    key, edited = memory.key_of(question), memory.edited(question)
    if edited:
        yield from _unsaid(question, edited)
        return
    if not asked:
        if not (every_effect.are_asked_about(question) and cards_in_rows(question.game)):
            memory.write(key, [], question)  # so that no process is begun for it the next time
        elif question.budget.processor is None:  # a game without properties does not wait for them beside other methods
            yield Ledger(effects=every_effect.decided(question))
        return
    in_rows = cards_in_rows(question.game)
    if in_rows:
        yield from _in_rows(question, key, in_rows)
        if every_effect.are_asked_about(question):
            yield Ledger(effects=every_effect.decided(question))
        return
    yield from _worked_out(question, key)


def _in_rows(question: Question, key: str, in_rows: str) -> Iterator[Conclusion]:
    """The verdicts where cards lie in rows: turns are followed on the meaning of the rules, or not at all."""
    if question.meant and not rule_text(question.game, PROOF):
        yield from _worked_out(question, key)
    else:
        yield from _decide_in_rows(question, in_rows, Meant(why=in_rows))


def _worked_out(question: Question, key: str) -> Iterator[Conclusion]:
    """The verdicts, from a process of its own or from the last time."""
    known = memory.read(question, key)
    if known is not None:
        yield from known
        return
    rule_text(question.game, PROOF)  # here, so that it is read once for all forms of the game
    if question.meant:
        parse_ahead(question.game)
    began = time.monotonic()
    processor, left = question.budget.processor or SECONDS, question.budget.left
    if left is not None:
        # The clock is the user's own limit; where the machine is free processor time comes to its end first.
        processor = min(processor, 0.9 * left)
    said = run_limited(lambda: with_dependencies(decide_here, question), processor, left)
    why, seconds = said if isinstance(said, str) else "", time.monotonic() - began
    if isinstance(said, CutShort):
        said = said.so_far
    said = [] if said is None else take_in(said)
    if edited := memory.edited(question):
        yield from _unsaid(question, edited)
        return
    if question.engine == "native":
        said = list(attacked(question, said))
    yield from said
    if why:
        yield from _unsaid(question, why, seconds, said)
    else:
        memory.write(key, said, question)


def _unsaid(question: Question, why: str, seconds: float = 0.0, said: Sequence[Conclusion] = ()) -> Iterator[Result]:
    """Nothing is known, but of what is said, and the next time something may be."""
    names = {each.property for each in said if isinstance(each, Result)}
    for each in filter(can_be_asked, question.properties):
        if each.name not in names:
            yield verdict_on(question.game, each, Verdict.UNKNOWN, why, seconds)


def _strange(game: Game[Any], each: Property, why: str) -> Result:
    """The verdict where text is not understood that a proof would rest on: it would be found again."""
    return replace(verdict_on(game, each, Verdict.UNKNOWN, why), lasting=True)


def _decide_in_rows(question: Question, in_rows: str, meant: Meant) -> list[Conclusion]:
    """What is not proved on the meaning of the rules may be proved without following turns."""
    game = question.game
    why = rule_text(game, ENUMERATION)
    conclusions: list[Conclusion] = [] if meant.ledger is None else [meant.ledger]
    for each in filter(can_be_asked, question.properties):
        if each.name in meant.proved:
            conclusions.append(_meant(game, each, meant))
            continue
        strange = why or claim_text(game, each.claim, ENUMERATION) or says_nothing(game, each)
        of_cards = _of_cards(game, each, meant.failed.get(each.name) or meant.why or in_rows)
        conclusions.append(_strange(game, each, strange) if strange else _withstood(question, each, of_cards))
    if question.why:
        conclusions.append(Ledger(arguments=[meant.told(game)]))
    return conclusions


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
    return verdict_on(game, each, verdict, why, time.monotonic() - began)


def _withstood(question: Question, each: Property, result: Result) -> Result:
    """A proof about cards that followed no step, unless matches refute it."""
    if result.verdict is not Verdict.PROVED:
        return result
    wrong = refuted_in_play(question.game, [each], question.seed).get(each.name)
    return result if wrong is None else replace(result, verdict=Verdict.UNKNOWN, why=str(wrong), defect=True)


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
    emit = None if question.emit is None else Folder(question.emit, game).write
    if in_rows := cards_in_rows(fresh):
        sound = [each for each in question.properties if can_be_asked(each) and not _strange_claim(fresh, each)]
        return _decide_in_rows(question, in_rows, proved_on_meaning(question, fresh, sound, emit))
    asked = [each for each in question.properties if can_be_asked(each)]
    conclusions: list[Conclusion] = []
    rest: list[Property] = []
    known: list[Refutation] = []
    for each in asked:
        found = None if each.expected(game.readings, game.players) else refuted(question, each, known)
        if found is None:
            rest.append(each)
        else:
            conclusions += found
    strange = rule_text(fresh, PROOF)
    for each in list(rest):
        why = strange or _strange_claim(fresh, each)
        if why:
            conclusions += refuted(question, each, known) or [_strange(game, each, why)]
            rest.remove(each)
    if not rest:
        return conclusions
    meant = proved_on_meaning(question, fresh, rest, emit) if question.meant else Meant()
    proved = [each for each in rest if each.name in meant.proved]
    rest = [each for each in rest if each.name not in meant.proved]
    conclusions += [_meant(game, each, meant) for each in proved]
    if question.why:
        conclusions.append(Ledger(arguments=[meant.told(game)]))
    tried = [each for each in rest if each.name in meant.failed and each.expected(game.readings, game.players)]
    for each in tried:  # what that proof misses is seldom so
        if found := refuted(question, each, []):
            conclusions += found
            rest.remove(each)
    if rest:
        say_so_far(with_dependencies(list, conclusions))  # to follow live rules may take too long
        said = followed(question, fresh, rest, proved, known, emit, tried)
        conclusions += [_why_not(each, meant) for each in said]
    elif meant.ledger is not None:
        conclusions.append(meant.ledger)
    return conclusions


def _strange_claim(game: Game[Any], each: Property) -> str:
    """Why no proof can rest on the text of a property, "" where one can."""
    return claim_text(game, each.claim, PROOF) or says_nothing(game, each)


def _why_not(conclusion: Conclusion, meant: Meant) -> Conclusion:
    """What is followed on the meaning of the rules alone is not proved for what stood in the way there."""
    if not isinstance(conclusion, Result) or conclusion.why != REPEATED:
        return conclusion
    return replace(conclusion, why=meant.failed.get(conclusion.property) or meant.why or REPEATED)


def _meant(game: Game[Any], each: Property, meant: Meant) -> Result:
    """A proof on the meaning of the rules."""
    return replace(verdict_on(game, each, Verdict.PROVED, meant.proved[each.name]), consulted=meant.consulted)


def attacked(question: Question, said: Sequence[Conclusion]) -> Iterator[Conclusion]:
    """The conclusions about a form, attacked by compiled rules: what is PROVED, and refuted by a match that Python has
    replayed, is UNKNOWN."""
    proved = {each.property for each in said if isinstance(each, Result) and each.verdict is Verdict.PROVED}
    claims = [each for each in question.properties if each.kind in LOOKED_AT and not each.asked]
    troubles = {each.trouble: each.name for each in question.properties if each.kind is Kind.FREE_OF}
    if not proved & ({each.name for each in claims} | set(troubles.values())):
        yield from said
        return
    wrong: dict[str, Disagreement] = {}

    def met(found: Met, script: Sequence[object]) -> None:
        name = found.claimed.name if found.claimed is not None else troubles.get(found.trouble, "")
        if name in proved:
            where = f"a match of {len(script) - 1} steps between random seats, seed {question.seed!r}"
            wrong.setdefault(name, Disagreement(f"play refutes it: {found.message}", where, only=name))

    trial = Trial(question.game, [each for each in claims if each.name in proved])
    try:
        # The same claims as in fuzzing, so that a form is compiled once.
        engine = native.compiled_for(question)
        number = int(MATCHES * question.effort)
        seed = f"{question.seed} attack {question.readings}"
        why = native.play_natively(engine, trial, seed, number, (STEPS,), question.budget, met, {}).refused
    except BadInput as error:
        why = f"what is proved is attacked by Python alone: {error}"
    for each in said:
        against = wrong.get(each.property) if isinstance(each, Result) and each.verdict is Verdict.PROVED else None
        if against is not None:
            assert isinstance(each, Result)
            each = replace(each, verdict=Verdict.UNKNOWN, why=str(against), consulted=(), defect=True)
        yield each
    if why:
        yield Ledger(complaints=[why])
