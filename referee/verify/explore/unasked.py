"""Play that goes round in a game of which nobody has promised that it ends: looked for all the same, for a while.

A search of all tables comes to the first few turns of a game with real cards. Here play goes on from tables of random
matches. Over whole turns: everybody answers the same question in the same way, or takes back what was done (of some
ways through a turn the one that leaves the table most like the one at which the round began). Within one turn: what
is asked again while the table is the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.kernel.game import Game
from referee.verify.explore.lassos import Round
from referee.verify.explore.meeting import Meetings, clauses_going_round
from referee.verify.explore.step_cycles import Search
from referee.verify.explore.turn_cycles import SHOWN, GoesOn, Idling, Steady, coming_back, played_turns
from referee.verify.findings import Finding
from referee.verify.ledger import Ledger
from referee.verify.methods import Question
from referee.verify.play.drivers import AtRandom, Script
from referee.verify.play.met import Met
from referee.verify.play.minimise import Steps, recorded
from referee.verify.play.quiet import counting_between
from referee.verify.play.trial import NOTHING_KNOWN, Trial
from referee.verify.play_results import finding_of
from referee.verify.properties import Kind, Property
from referee.verify.sidesteps.forms import forms_of
from referee.verify.verdicts import Method, Trouble

TURNS = 4_000
"""Turns that are played, times the effort of the question."""
WAYS = 400
"""Ways through single turns."""
TOGETHER = 3
"""Effects that are told although fewer of them go round, too: all of them bring something about."""
MOST_TOLD = 8
"""Rounds within a turn that are told."""
OVER_TURNS = 3
"""Rounds over whole turns that are told of smaller games."""
CHOICES = 40
"""Ways through a turn, of which the one is taken that goes back farthest."""
SPEAK_OF_IT = (Kind.ENDLESS, Kind.TURNS_END)


def rounds(question: Question) -> Iterator[Finding]:
    """Rounds over whole turns, and within a turn; nothing where some property speaks of either. Where one promises
    that every match ends, they are looked for in any case, over whole turns in smaller games too."""
    promised = any(map(is_promised_to_end, question.properties))
    if not promised and any(map(speaks_of_it, (*question.properties, *question.others, *question.declared))):
        return
    search = Returning(question)
    over_turns = search.run()
    if search.loops:
        return
    if over_turns is not None:
        yield _finding(question, over_turns.script, over_turns.turns * SHOWN, over_turns.sentence)
    if promised and not question.scale:
        for asked, goes_on in _of_different_clauses(question):
            yield _finding(
                asked, goes_on.script, goes_on.turns * SHOWN, f"{goes_on.sentence} (at this scale, with the same luck)"
            )
    known = Known()
    for found in _within_turns(question):
        known.add(question, found)
    if not question.scale:
        for asked, found in Meetings(question).rounds():
            known.add(asked, found)
    for asked, found in known.fewest():
        met = Met(Trouble.ENDLESS, clauses_going_round(asked.game, found), found.sentence)
        yield finding_of(Method.EXPLORE, recorded(asked.game, met, found.script))


def speaks_of_it(claimed: Property) -> bool:
    """Whether a property says that play ends, or does not: then its author is told by that. A measure that counts turns
    says nothing of it."""
    return claimed.kind in SPEAK_OF_IT or (
        claimed.kind is Kind.TERMINATES and "turns" not in claimed.claim.__code__.co_names
    )


def is_promised_to_end(claimed: Property) -> bool:
    return claimed.kind is Kind.FREE_OF and claimed.trouble is Trouble.ENDLESS


def _of_different_clauses(question: Question) -> Iterator[tuple[Question, GoesOn]]:
    forms = forms_of(question.game, question.seed)
    next(forms)  # the game itself has been looked at
    known: list[set[str]] = []
    for asked, found in coming_back(question, forms):
        clauses = {*clauses_of(asked.game, found.script, found.turns * SHOWN)}
        if not any(fewer <= clauses for fewer in known):
            known.append(clauses)
            yield asked, found
        if len(known) == OVER_TURNS:
            return


def _within_turns(question: Question) -> Iterator[Round]:
    """All rounds that some ways through turns show."""
    search = Search(question, None, (), WAYS)
    found = search.run()
    while found is not None:
        yield found
        found = search.run()


class Known:
    """The rounds that were found, each with the question that it is about, by the clauses that go round."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, ...], tuple[Question, Round]] = {}

    def add(self, question: Question, found: Round) -> None:
        self._found.setdefault(tuple(sorted(clauses_going_round(question.game, found))), (question, found))

    def fewest(self) -> list[tuple[Question, Round]]:
        """Those of the fewest clauses: what goes round with other clauses beside these is the same round, only longer.
        A few effects that go round are told beside one of them that does so alone, and not beside fewer of them that
        have all of their clauses between them."""
        kept: list[tuple[tuple[str, ...], tuple[Question, Round]]] = []
        for clauses, found in sorted(self._found.items(), key=lambda each: (len(each[0]), each[0])):
            shorter = [set(fewer) for fewer, _ in kept if set(fewer) <= set(clauses)]
            longer = bool(shorter) and (len(clauses) > TOGETHER or set(clauses) <= set().union(*shorter))
            if clauses and not longer:
                kept.append((clauses, found))
        return [found for _, found in kept[:MOST_TOLD]]


def _finding(question: Question, script: Steps, length: int, sentence: str) -> Finding:
    met = Met(Trouble.ENDLESS, clauses_of(question.game, script, length), sentence)
    return finding_of(Method.EXPLORE, recorded(question.game, met, script))


def clauses_of(game: Game[Any], script: Steps, length: int) -> tuple[str, ...]:
    """The clauses that are carried out in the last steps of a script."""
    trial, driver, ledger = Trial(game, ()), Script(), Ledger()
    for answers in script[:-length]:
        driver.next_step(answers)
        trial.move(driver)
    with ledger.watching(game, trial.table):
        for answers in script[-length:]:
            driver.next_step(answers)
            trial.move(driver)
    return tuple(sorted(ledger.carried_out))


class Unchanced(Steady):
    """Plays at random, and notes whether chance had a part."""

    def some_answer(self, choice: Any) -> Any:
        return AtRandom.some_answer(self, choice)


class Returning(Idling):
    """Also players who take back what was done, whatever it takes."""

    def __init__(self, question: Question) -> None:
        super().__init__(question, None, TURNS)

    def _go_on(self, before: Any, steps: Steps) -> Any:
        return super()._go_on(before, steps) or self._take_back(before, steps)

    def _take_back(self, before: Any, steps: Steps) -> Any:
        """A round of turns in which nothing is left to chance, and then turns that lead back to where it began."""
        players = self.game.players
        here, script = before, Steps()
        for number in range(3 * players):
            ways = [self._way(here) for _ in range(1 if number < players else CHOICES)]
            there = [each for each in ways if each is not None]
            if not there:
                return None
            nearest, here, answers = min(
                ((distance(self.trial.table, before, after), after, answers) for after, answers in there),
                key=lambda each: each[0],
            )
            script.append(answers)
            if not nearest and counting_between(self.trial.table, before, here) is not None:
                return played_turns(self.game, None, steps, script)
        return None

    def _way(self, before: Any) -> tuple[Any, list[Any]] | None:
        """One way through a turn: the table that it leads to, and its answers. None where it ends the match, or chance
        decides."""
        driver = Unchanced(self.rng)
        driver.kinds_first = self.rng.random() < 0.5
        self.trial.go_on(before, NOTHING_KNOWN)
        met = self.trial.advance(driver)
        self.turns += 1
        if met is not None or self.trial.table.outcome is not None or driver.by_chance:
            return None
        return self.trial.table.snapshot(), list(driver.transcript)


def distance(table: Any, one: Any, other: Any) -> int:
    """How many cards lie elsewhere, and how many scalars are not the same; a number that is higher now counts as the
    same, for it may only count on."""
    apart = 0
    for place, before, after in zip(table.places, one[0], other[0], strict=True):
        if before == after:
            continue
        if place.is_row:
            apart += abs(len(before) - len(after)) or sum(a != b for a, b in zip(before, after, strict=True))
        else:
            kinds, there = dict(table.deck.counts(before)), dict(table.deck.counts(after))
            apart += sum(abs(kinds.get(kind, 0) - there.get(kind, 0)) for kind in {*kinds, *there})
    pairs = [*zip(one[1], other[1], strict=True)]
    for before, after in zip(one[2], other[2], strict=True):
        pairs += zip(before, after, strict=True)
    counts_on = [type(old) is int and type(new) is int and new > old for old, new in pairs]
    scalars = sum(old != new and not on for (old, new), on in zip(pairs, counts_on, strict=True))
    return int(apart + scalars)
