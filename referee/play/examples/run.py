"""Worked examples, played: this table and these answers give that.

The file format is in docs/examples.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from referee.kernel.driving import run_deal, run_step
from referee.kernel.errors import BadInput, RuleFault
from referee.kernel.game import Game
from referee.kernel.requests import Chance, Choice, Draw, Lot, Pick, Roll, Shuffle, clause_at
from referee.kernel.table import Table
from referee.play.examples.expectations import differences
from referee.play.examples.file import Case, Example, load_examples
from referee.play.examples.lay_out import lay_out
from referee.play.examples.notation import card_words, read_answer, say_answer
from referee.play.examples.position import Position
from referee.play.one_by_one import OneByOne
from referee.record.record import Story
from referee.record.tape import Tape, secret_of_seed

_TEXT = re.compile(r"(?:seat )?(\d+)(?: for (\d+))?(?: ([^:]+?))?:\s*(.*)")


@dataclass(frozen=True, slots=True)
class ExampleAnswer:
    """``player`` and ``ask`` are None where the example does not say for whom and on what question."""

    seat: int
    player: int | None
    ask: str | None
    answer: Any

    def fits(self, choice: Choice) -> bool:
        """Whether this is an answer of that seat to that question."""
        return (
            self.seat == choice.decider.seat
            and self.player in (None, choice.player.seat)
            and self.ask in (None, choice.ask)
        )

    def __str__(self) -> str:
        about = ("" if self.player is None else f" for {self.player}") + ("" if self.ask is None else f" {self.ask}")
        return f"'{self.seat}{about}: {self.answer}'"


def read_example_answer(written: Any) -> ExampleAnswer:
    """``"1 turn: cards 9 9"`` or ``{seat = 1, ask = "turn", answer = …}``; ValueError for anything else."""
    if isinstance(written, str):
        found = _TEXT.fullmatch(written.strip())
        if not found:
            raise ValueError(
                f"an answer is 'SEAT: WORDS', 'SEAT QUESTION: WORDS' or 'SEAT for SEAT: WORDS': {written!r}"
            )
        seat, player, ask, answer = found.groups()
        return ExampleAnswer(int(seat), None if player is None else int(player), ask, answer)
    if (
        not isinstance(written, dict)
        or set(written) - {"seat", "for", "ask", "answer"}
        or not {"seat", "answer"} <= set(written)
    ):
        raise ValueError(f"an answer has a seat and an answer, a 'for' and an 'ask' where wanted, not {written!r}")
    return ExampleAnswer(written["seat"], written.get("for"), written.get("ask"), written["answer"])


MOST_STEPS = 1000
"""An example that asks nobody for so many steps goes nowhere."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The result of one example: ``differences``, each in one line, are empty where it holds."""

    example: Example
    differences: tuple[str, ...]


class Differs(Exception):
    """The rules do not go the way of the example."""


class _Asked(Exception):
    """The answers are used up and somebody is asked."""


def check_examples(game: type[Game[Any]], path: Path) -> list[Shown]:
    """Play every example of a file; BadInput where one cannot be played as it is written."""
    return [check_example(game, example) for example in load_examples(path, game)]


def check_example(game: type[Game[Any]], example: Example) -> Shown:
    """Play one example, under each of its alternatives; these must all come out differently."""
    found: list[str] = []
    positions: list[tuple[Case, Position]] = []
    for case in example.cases:
        position, differing = play_case(game, case)
        found += [f"{case} {each}" for each in differing]
        positions.append((case, position))
    for (one, here), (other, there) in combinations(positions, 2):
        if here.observed() == there.observed():
            found.append(f"{one} comes out just like {other.alternative}")
    return Shown(example, tuple(found))


def play_case(game_class: Callable[..., Game[Any]], case: Case) -> tuple[Position, list[str]]:
    """Play an example under one choice of readings; gives where it ended and what is not as expected."""
    try:
        game = game_class(case.players, readings=case.readings, settings=case.settings)
    except BadInput as error:
        raise case.wrong(str(error)) from None
    try:
        table = game.table() if case.deal else lay_out(case, game)
        position = Position(table)
        script = Script(case, table)
        table.watch = Story([position.entries.append])
        try:
            _play(case, game, position, script)
        except Differs as differs:
            position.off_script = True
            return position, [str(differs)]
        left = list(script.left_over())
        position.off_script = bool(left)
        return position, [*left, *differences(case.expect, position)]
    except ValueError as error:
        raise case.wrong(str(error)) from None


def _play(case: Case, game: Game[Any], position: Position, script: Script) -> None:
    """Steps until the answers are used up, or as many as the example says, or to the question it is about."""
    table, asks = position.table, "asks" in case.expect
    done = 0
    try:
        if case.deal:
            run_deal(game, table, script)
        while table.outcome is None and done < MOST_STEPS:
            if case.steps is not None:
                if done == case.steps:
                    break
            elif not asks and not script.has_more and (done or (case.deal and not case.answers)):
                break
            run_step(game, table, script)
            done += 1
    except _Asked:
        position.open = script.open
    except RuleFault as fault:
        position.fault = fault


class Script(OneByOne):
    """The driver that answers with what an example says."""

    def __init__(self, case: Case, table: Table) -> None:
        self.case, self.table = case, table
        self.rules: list[Generator[Any, Any, Any]] = []
        self.answers: list[ExampleAnswer] = [read_example_answer(each) for each in case.answers]
        self.answered = self.drawn = 0
        self.open: Choice | None = None
        self.tape = None if case.seed is None else Tape(secret_of_seed(case.seed))

    @property
    def has_more(self) -> bool:
        """Whether there is an answer or an outcome of chance that has not been asked for."""
        return self.answered < len(self.answers) or self.drawn < len(self.case.chance)

    def left_over(self) -> Iterator[str]:
        if self.answered < len(self.answers):
            answer = self.answers[self.answered]
            yield f"answer {self.answered + 1} of {len(self.answers)}, {answer}, was not asked for"
        if self.drawn < len(self.case.chance):
            number = len(self.case.chance)
            yield f"outcome {self.drawn + 1} of {number}, {self.case.chance[self.drawn]!r}, was not asked for"

    # -- choices ----------------------------------------------------------------------------------------

    def choose(self, choice: Choice) -> Any:
        where = f"{', '.join(clause_at(self.table, self.rules))}: {choice.decider!r} is asked {choice.ask!r}"
        if choice.player is not choice.decider:
            where += f" for {choice.player!r}"
        if self.answered == len(self.answers):
            if "asks" not in self.case.expect:
                raise Differs(f"{where}, and there are no more answers")
            self.open = choice
            raise _Asked
        answer = self.answers[self.answered]
        self.answered += 1
        number = f"answer {self.answered}, {answer}"
        if not answer.fits(choice):
            raise Differs(f"{where}; {number}, is for another question")
        try:
            return read_answer(choice.space, answer.answer)
        except (ValueError, TypeError, IndexError) as error:
            raise Differs(f"{where}; {number}, is not allowed: {error}; allowed: {_few(choice)}") from None

    # -- chance -----------------------------------------------------------------------------------------

    def chance(self, event: Chance) -> Any:
        clauses = ", ".join(clause_at(self.table, self.rules))
        forced, outcome = only_outcome(event)
        if forced:
            return outcome
        listed = self.drawn < len(self.case.chance)
        if isinstance(event, Shuffle) and not event.place.is_row and (listed or self.tape is None):
            # What is drawn from it will be said.
            return None
        if not listed:
            if self.tape is None:
                raise Differs(f"{clauses}: 'chance' has no outcome for {_named(event)}, and there is no 'seed'")
            return self.tape.outcome(event, self.tape.name(self.table, clauses))
        written = self.case.chance[self.drawn]
        self.drawn += 1
        outcome = read_outcome(event, written)
        if not event.check(outcome):
            raise Differs(f"{clauses}: outcome {self.drawn}, {written!r}, is not possible for {_named(event)}")
        return outcome


def _few(choice: Choice) -> str:
    """The first few of the possible answers."""
    number = choice.space.count()
    few = [repr(say_answer(choice.space, choice.space.nth(each))) for each in range(min(number, 12))]
    return ", ".join(few) + (f" and {number - len(few)} more" if number > len(few) else "")


def _named(event: Chance) -> str:
    if isinstance(event, Draw):
        return f"a draw of {event.number} from {event.place.full_name}"
    if isinstance(event, Pick):
        return f"{event.number} cards taken blindly from {' '.join(event.table.deck.names(event.pile))}"
    if isinstance(event, Roll):
        return f"a roll of {event.number} dice"
    if isinstance(event, Lot):
        return f"a lot among {event.among}"
    assert isinstance(event, Shuffle), event
    return f"a shuffle of {event.place.full_name}"


def only_outcome(event: Chance) -> tuple[bool, Any]:
    """Whether chance has only one outcome there, and which: examples leave such events out."""
    deck = event.table.deck
    if isinstance(event, (Draw, Pick)):
        pile = event.place.pile if isinstance(event, Draw) else event.pile
        kinds = deck.counts(pile)
        if event.number == 0 or event.number == deck.size(pile):
            return True, pile if event.number else 0
        if len(kinds) == 1:
            return True, deck.one[kinds[0][0]] * event.number
    elif isinstance(event, Lot) and event.among == 1:
        return True, 0
    elif isinstance(event, Shuffle) and event.place.is_row and len(set(event.place.contents())) <= 1:
        return True, tuple(range(len(event.place.row)))
    return False, None


def read_outcome(event: Chance, written: Any) -> Any:
    """An outcome of chance from what the example says; ValueError where that cannot be read."""
    if isinstance(event, (Draw, Pick)):
        return event.table.deck.parse(card_words(written))
    if isinstance(event, Lot):
        return written
    if isinstance(event, Roll):
        faces: Sequence[Any] = written.split() if isinstance(written, str) else written
        return tuple(int(face) for face in faces)
    assert isinstance(event, Shuffle), event
    left = dict(enumerate(event.table.deck.cards[laid.kind].name for laid in event.place.row))
    order: list[int] = []
    for word in card_words(written):
        old = next((place for place, name in left.items() if name == word), None)
        if old is None:
            raise ValueError(f"{word!r} is not among the cards that are shuffled")
        order.append(old)
        del left[old]
    return tuple(order)
