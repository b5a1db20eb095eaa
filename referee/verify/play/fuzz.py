"""Fuzzing: the rules as they are played, under random answers, from fair deals and from extreme ones.

Answers are drawn uniformly, or the way to go on first and then within it. Chance is as it should be, or skewed
by a taste for some kinds of card: then every outcome is still a possible one, so whatever is met was met in a
real deal, if an unlikely one. Rates count fair matches only.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.native.counting import CountingEngine
from referee.verify import play_results
from referee.verify.explore.best_play import decide_value
from referee.verify.explore.step_cycles import decide_endless, refute_end_of_turns
from referee.verify.findings import OWED, Finding
from referee.verify.ledger import Ledger, Looked
from referee.verify.methods import Question
from referee.verify.play import native
from referee.verify.play.chance import CardBias, cards_named, least_seen
from referee.verify.play.draining import drained
from referee.verify.play.drivers import AtRandom
from referee.verify.play.met import Met, refuted
from referee.verify.play.minimise import minimised
from referee.verify.play.native import NativeMatches, play_natively
from referee.verify.play.trial import LOOKED_AT, Trial
from referee.verify.properties import Kind, Property, in_order
from referee.verify.verdicts import Method, Result, Sightings, Trouble, Verdict, upper_bound

MATCHES = 120
"""Matches for each form of a game, unless a budget or an effort says otherwise."""
LONGEST = 40
"""Steps of a match at most."""
LONG = 160
"""Steps of every fifth match: what wears away slowly needs time."""
LENGTHS = (LONG, LONGEST, LONGEST, LONGEST, LONGEST)
"""The same natively, part by part."""
AT_LEAST = 40
"""Matches under readings that refute what they are expected to refute: once they have, there are no more."""
SEARCHED = 30
"""Times as many matches for what may happen at a scale of its own, until it has happened."""
DRAINED = 1_000
"""Steps in which it is tried to use up what is drawn from."""
ENOUGH = 25
"""A property that was refuted so often is looked at no more: what lies behind it shall be met too."""


@dataclass(slots=True)
class Seen:
    """Something that was met, how often, and the shortest match in which it was."""

    met: Met
    script: list[list[Any]]
    fair: int = 0
    tries: int | None = None
    """Fair matches until it was looked for no more, None where it was looked for in all of them."""
    times: int = 0
    native: int = 0
    """Native matches that met it and were replayed."""


@dataclass(slots=True)
class Campaign:
    """The random matches of one question."""

    question: Question
    seen: dict[Any, Seen] = field(default_factory=dict)
    possible: dict[str, list[list[Any]]] = field(default_factory=dict)
    """The shortest match in which each thing that may happen did happen."""
    happened: Counter[str] = field(default_factory=Counter)
    """Fair matches in which each thing happened."""
    fair: int = 0
    left: list[tuple[int, frozenset[Any]]] = field(default_factory=list)
    """For each fair match that did not end: how many were played before it, and what it had met."""
    matches: int = 0
    steps: int = 0
    dealt: int = 0
    """Tables after a deal or a step that came to its end."""
    decisions: int = 0
    ledger: Ledger = field(default_factory=Ledger)
    native: NativeMatches = field(default_factory=NativeMatches)
    _named: dict[str, tuple[int, ...]] | None = None
    _drained: bool = False
    """Whether it was tried to use up what is drawn from."""

    def play(self, until: Callable[[Met], bool] | None = None) -> Trial:
        """Play them all, or ``until`` something like that is met; gives the trial with its counts."""
        question = self.question
        game = question.game
        rng = question.rng()
        trial = Trial(game, [each for each in question.properties if each.kind in LOOKED_AT], self.ledger)
        ending = {each.name for each in question.properties if each.kind is Kind.TURNS_END}
        meant = question.expected_to_fail - ending  # a round is looked for in a way of its own
        with self.ledger.watching(game, trial.table):
            engine = self._engine()
            most = max(1, int(MATCHES * (question.effort if engine is None else min(1.0, question.effort))))
            for number in range(SEARCHED * most):
                wanted = 2 * most if meant and not self._drained else most
                if question.budget.is_spent or not (number < wanted or self._looks_for()):
                    break
                if number == most:
                    # What its author expects was not met yet: it may lie behind what has been refuted.
                    for seen in self.seen.values():
                        if seen.met.claimed is not None:
                            trial.forget(seen.met.claimed)
                            seen.tries = self.fair if seen.tries is None else seen.tries
                self._match(trial, rng, number)
                if any(seen.met.looping for seen in self.seen.values()):
                    break  # every match would take as long
                if until is not None and any(until(seen.met) for seen in self.seen.values()):
                    break
                if meant and number >= AT_LEAST and meant <= self._refuted():
                    break
                if meant and number >= AT_LEAST and until is None and self._drains(meant - self._refuted()):
                    break
            if engine is not None and not any(seen.met.looping for seen in self.seen.values()):
                number = int(native.TIMES * MATCHES * question.effort)
                seed = f"{question.seed} {question.readings}"
                budget, note = question.budget, self._note_native
                self.native = play_natively(engine, trial, seed, number, LENGTHS, budget, note, self.possible)
                self.ledger.complaints += [self.native.refused] if self.native.refused else []
                if not question.scale:
                    self.ledger.real += self.native.carried_out
                    self.ledger.real_matches += self.native.counted
        matches = self.matches + self.native.matches
        looked = Looked(
            Method.FUZZ, game.players, question.readings, question.scale, matches, "matches",
            clauses=frozenset(self.ledger.carried_out),
        )  # fmt: skip
        self.ledger.looked.append(looked)
        return trial

    def _engine(self) -> CountingEngine | None:
        """The rules compiled with the properties, where that is asked for and possible."""
        if self.question.engine != "native":
            return None
        try:
            return native.compiled_for(self.question)
        except BadInput as error:
            self.ledger.complaints.append(f"played by Python alone: {error}")
            return None

    def _note_native(self, met: Met, script: list[list[Any]]) -> None:
        self._kept(met, script).native += 1

    def _kept(self, met: Met, script: list[list[Any]]) -> Seen:
        seen = self.seen.setdefault(met.same_as, Seen(met, script))
        if len(script) < len(seen.script):
            seen.met, seen.script = met, script
        return seen

    def _looks_for(self) -> bool:
        """Whether something that may happen, and is looked for at a scale of its own, has not happened yet."""
        return any(
            each.kind is Kind.POSSIBLE and each.name not in self.possible and at_own_scale(self.question, each)
            for each in self.question.properties
        )

    def _drains(self, unmet: Collection[str]) -> bool:
        """Whether only shortages are still to be met, and play comes to one that uses up what is drawn from: random
        play seldom does."""
        about = [each for each in self.question.properties if each.name in unmet]
        if self._drained or any(each.trouble is not Trouble.SHORTAGE for each in about):
            return False
        self._drained = True
        found = drained(self.question)
        if found is not None:
            self.seen.setdefault(found[0].same_as, Seen(*found))
        return found is not None

    def _refuted(self) -> set[str]:
        """The properties that something was met against."""
        return refuted(self.question.properties, [seen.met for seen in self.seen.values()])

    def _match(self, trial: Trial, rng: random.Random, number: int) -> None:
        fair = number % 3 != 2
        taste = None if fair else self._taste(trial.game, rng, number)
        driver = AtRandom(rng, taste, kinds_first=number % 2 == 0)
        trial.begin()
        self.ledger.match_begins()
        script: list[list[Any]] = []
        met = None
        reached: set[Any] = set()
        for _ in range(min(LONGEST if number % 5 else LONG, trial.game.turn_cap) + 1):
            met = trial.advance(driver)
            script.append(driver.transcript)
            self.steps += 1
            self.dealt += not trial.table.dealing
            if trial.reached:
                reached |= {each.name for each in trial.reached}
                self._reached(trial, script, fair)
            if met is not None or trial.table.outcome is not None:
                break
        if fair and trial.table.outcome is None:
            self.left.append((self.fair, frozenset(reached | ({met.same_as} if met is not None else set()))))
        self.ledger.match_ends(real=fair and not self.question.scale)
        self.matches += 1
        self.fair += fair
        self.decisions += driver.decisions
        if met is not None:
            self._note(trial, met, script, fair)

    def _reached(self, trial: Trial, script: list[list[Any]], fair: bool) -> None:
        for claimed in trial.reached:
            shortest = self.possible.get(claimed.name)
            if shortest is None or len(script) < len(shortest):
                self.possible[claimed.name] = list(script)
            self.happened[claimed.name] += fair
        trial.reached.clear()

    def _taste(self, game: Game[Any], rng: random.Random, number: int) -> CardBias:
        """Every second one is for the cards of a clause that has hardly been carried out."""
        if number % 6 != 5:
            return CardBias(game.deck, rng)
        if self._named is None:
            self._named = cards_named(game)
        seen = self.ledger.real + self.ledger.extreme
        return CardBias(game.deck, rng, least_seen(self._named, seen, number // 6))

    def _note(self, trial: Trial, met: Met, script: list[list[Any]], fair: bool) -> None:
        seen = self._kept(met, script)
        seen.fair += fair
        seen.times += 1
        if met.claimed is not None and seen.times >= ENOUGH:
            trial.forget(met.claimed)
            seen.tries = self.fair

    def sightings(self, what: Any, met: int, tries: int | None = None) -> Sightings:
        """How many fair matches met something, of the first so many, or of all of them."""
        tries = self.fair if tries is None else tries
        left = sum(before < tries and what not in had for before, had in self.left)
        return Sightings(met, tries, left)


def decide(question: Question) -> Iterator[Result | Finding | Ledger]:
    """See ``referee.verify.methods``."""
    campaign = Campaign(question)
    trial = campaign.play()
    yield campaign.ledger
    found: dict[str, Finding] = {}
    for seen in campaign.seen.values():
        finding = _finding(question, seen, campaign)
        if finding.property_name:
            found[finding.property_name] = finding
        yield finding
    yield from _run_out(question, campaign)
    for raised in trial.raised:
        yield _result(question, raised.claimed, Verdict.UNKNOWN, trial, campaign, why=str(raised))
    given_up = {raised.claimed.name for raised in trial.raised}
    for claimed in question.properties:
        if claimed.name in given_up:
            continue
        if claimed.kind is Kind.FREE_OF:
            mine = [each for each in campaign.seen.values() if each.met.trouble is claimed.trouble]
            if claimed.trouble in OWED:
                yield _of_trouble(question, claimed, mine, campaign)
        elif claimed.kind is Kind.TURNS_END:
            endless = [each for each in campaign.seen.values() if each.met.trouble is Trouble.ENDLESS]
            shown = [] if endless else list(decide_apart(question, claimed))
            yield from shown or [_of_trouble(question, claimed, endless, campaign)]
        elif claimed.kind in (Kind.VALUE, Kind.ENDLESS):
            yield from decide_apart(question, claimed)
        elif claimed.kind in LOOKED_AT and not campaign.dealt:
            why = "no deal comes to its end in this form of the game"
            yield _result(question, claimed, Verdict.NOT_ASKED, trial, campaign, why=why)
        elif claimed.kind is Kind.POSSIBLE:
            say = partial(_result, question, trial=trial, campaign=campaign)
            script, seen_in = campaign.possible.get(claimed.name), campaign.happened[claimed.name]
            sightings = campaign.sightings(claimed.name, seen_in)
            played = campaign.native
            if played.hits[claimed.name]:  # Python's own matches did not meet it
                sightings = Sightings(played.hits[claimed.name], played.looked[claimed.name], played.capped)
            tries = trial.tries[claimed.name] + played.boundaries[claimed.name]
            yield play_results.check_possible(script, claimed, question, say, tries, sightings)
        elif claimed.kind in LOOKED_AT:
            if claimed.name in found:
                witness = found[claimed.name].witness
                yield _result(question, claimed, Verdict.REFUTED, trial, campaign, witness=witness)
            elif not trial.tries[claimed.name]:
                yield _result(question, claimed, Verdict.UNKNOWN, trial, campaign, why="nothing to look at was met")
            else:
                yield _result(question, claimed, Verdict.NOT_REFUTED, trial, campaign)


def decide_apart(question: Question, claimed: Property) -> Iterator[Result | Finding]:
    """What no table decides, by a search of its own; nothing where that finds nothing, or is for another scale."""
    if claimed.kind is Kind.TURNS_END:
        yield from refute_end_of_turns(question, claimed)
    elif claimed.kind is Kind.VALUE:
        if at_own_scale(question, claimed) or not (claimed.settings or question.scale):
            yield from decide_value(question, claimed)
    elif claimed.kind is Kind.ENDLESS and at_own_scale(question, claimed):
        yield from decide_endless(question, claimed)


def _run_out(question: Question, campaign: Campaign) -> Iterator[Finding]:
    """What is drawn from may run out, where nobody has promised that it does not: who promises it is told by proofs."""
    promised = any(each.trouble is Trouble.SHORTAGE for each in (*question.properties, *question.others))
    met = {seen.met.trouble for seen in campaign.seen.values()}
    as_it_is = not question.scale and not question.game.unusual_readings
    if promised or not as_it_is or Trouble.SHORTAGE in met or any(seen.met.looping for seen in campaign.seen.values()):
        return
    found = drained(question, DRAINED)
    if found is not None:
        yield _finding(question, Seen(*found), campaign)


def at_own_scale(question: Question, claimed: Property) -> bool:
    """Whether the game has the settings that the property names: there it is searched for, and not only met."""
    settings = question.game.settings
    both = [(value, settings.get(name)) for name, value in claimed.settings.items()]
    return bool(both) and all(in_order(one) == in_order(other) for one, other in both)


def _finding(question: Question, seen: Seen, campaign: Campaign) -> Finding:
    short = minimised(question.game, seen.met, seen.script)
    sightings = campaign.sightings(seen.met.same_as, seen.fair, seen.tries)
    if seen.native and not seen.fair:
        name = seen.met.claimed.name if seen.met.claimed is not None else ""
        played = campaign.native
        sightings = Sightings(played.hits[name] or seen.native, played.looked[name] or played.matches, played.capped)
    return play_results.finding_of(Method.FUZZ, short, sightings=sightings)


def _of_trouble(question: Question, claimed: Property, seen: list[Seen], campaign: Campaign) -> Result:
    verdict = Verdict.REFUTED if seen else Verdict.NOT_REFUTED
    bound = upper_bound(sum(each.fair for each in seen), campaign.fair + (0 if seen else campaign.native.matches))
    steps = campaign.steps + campaign.native.steps
    return play_results.result_of(question, Method.FUZZ, claimed, verdict, steps, bound=bound)


def _result(
    question: Question, claimed: Property, verdict: Verdict, trial: Trial, campaign: Campaign, **more: Any
) -> Result:
    fair = campaign.fair + campaign.native.looked[claimed.name]
    bound = upper_bound(0, fair) if verdict is Verdict.NOT_REFUTED else None
    tries = trial.tries[claimed.name] + campaign.native.boundaries[claimed.name]
    return play_results.result_of(question, Method.FUZZ, claimed, verdict, tries, bound=bound, **more)
