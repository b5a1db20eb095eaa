"""Making what was met as small as it can be, by replay: fewer readings, players, steps, and the plainest answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.requests import Chance, Choice, clause_at
from referee.record.header import header_of
from referee.record.record import Recorder
from referee.record.replay import result_data
from referee.record.tape import Tape, secret_of_seed
from referee.verify.play.determinism import not_repeated
from referee.verify.play.drivers import Script
from referee.verify.play.met import Met
from referee.verify.play.trial import Memory, Trial
from referee.verify.properties import Kind, Property
from referee.verify.verdicts import Trouble, Witness

LONG = 100
"""Answers that count as a replay more."""
MOST_REPLAYS = 400
"""Replays for one thing that was met."""
MOST_ANSWERS = 15_000
"""Answers and outcomes in all of these replays: where matches are long there are fewer of them."""

Steps = list[list[Any]]
"""The answers and outcomes of the deal, and then of each step."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """Something that was met, as small as it could be made."""

    game: Game[Any]
    met: Met
    script: Steps
    witness: Witness

    @property
    def readings(self) -> Mapping[str, str]:
        return self.game.unusual_readings

    @property
    def sentence(self) -> str:
        return self.witness.shows


class NotRepeated(Exception):
    """The trouble does not come again with the same answers."""


Boundary = tuple[list[Any], tuple[Any, ...], Memory]
"""The answers of a step, the table after it, and what the trial knows there."""


class Search:
    """Replays with less and less in them; ``left`` counts how many are still allowed. A replay that begins as the best
    one until then goes on from the table at which they part."""

    def __init__(self, game: Game[Any], met: Met, *, goes_on: bool = True) -> None:
        """Without ``goes_on`` every replay begins with its deal."""
        self.game, self.met, self.goes_on = game, met, goes_on
        self.looked_at = [met.claimed] if met.claimed is not None else []
        self.left = MOST_REPLAYS
        self.answer_count = 0
        self._trial = Trial(game, self.looked_at)
        self._best: tuple[Game[Any], list[Boundary]] = game, []

    def meets(self, game: Game[Any], script: Sequence[Sequence[Any]], *, extra: int = 0) -> Steps | None:
        """The transcript up to the point where the same is met again; None where it is not, or no replay is left."""
        if self.left <= 0 or self.answer_count > MOST_ANSWERS:
            return None
        self.left -= 1
        before = self._known(game, script)
        trial = self._trial = self._trial if before and self._trial.game is game else Trial(game, self.looked_at)
        if before:
            trial.go_on(*before[-1][1:])
        transcript = [answers for answers, _, _ in before]
        for answers in transcript:  # as if they had been replayed
            self._count(answers)
        driver = Script()
        for number in range(len(before), len(script) + extra):
            driver.next_step(script[number] if number < len(script) else ())
            met = trial.advance(driver)
            transcript.append(driver.transcript)
            self._count(driver.transcript)
            if self._same(trial, met):
                self._best = game, before
                return transcript
            if met is not None or trial.table.outcome is not None:
                return None
            if self.goes_on:
                before.append((driver.transcript, trial.table.snapshot(), trial.memory))
        return None

    def _known(self, game: Game[Any], script: Sequence[Sequence[Any]]) -> list[Boundary]:
        """The steps with which the best replay and this script begin alike."""
        best, there = self._best
        alike = takewhile(lambda each: each[0][0] is each[1], zip(there, script, strict=False))
        return [boundary for boundary, _ in alike] if best is game else []

    def _count(self, answers: Sequence[Any]) -> None:
        self.left -= len(answers) // LONG
        self.answer_count += len(answers)

    def _same(self, trial: Trial, met: Met | None) -> bool:
        if self.met.claimed is not None and self.met.claimed.kind is Kind.POSSIBLE:
            return bool(trial.reached)
        return met is not None and met.same_as == self.met.same_as

    def run(self, script: Steps) -> tuple[Game[Any], Steps]:
        game = self.game
        best = self.meets(game, script)
        if best is None:
            raise NotRepeated
        game, best = self._fewer_readings(game, best)
        game, best = self._fewer_players(game, best)
        best = self._fewer_steps(game, best)
        return game, self._plainer_answers(game, best)

    def _fewer_readings(self, game: Game[Any], best: Steps) -> tuple[Game[Any], Steps]:
        for slug, value in list(game.readings.items()):
            default = game.register[slug].default
            if value != default and (changed := variant(game, readings={slug: default})):
                transcript = self.meets(changed, best)
                if transcript is not None:
                    game, best = changed, transcript
        return game, best

    def _fewer_players(self, game: Game[Any], best: Steps) -> tuple[Game[Any], Steps]:
        for players in range(game.fewest_players, game.players):
            changed = variant(game, players=players)
            transcript = None if changed is None else self.meets(changed, best, extra=3)
            if changed is not None and transcript is not None:
                return changed, transcript
        return game, best

    def _fewer_steps(self, game: Game[Any], best: Steps) -> Steps:
        size = max(1, len(best) // 2)
        while size:
            at = 1
            while at + size <= len(best):
                transcript = self.meets(game, best[:at] + best[at + size :], extra=1)
                if transcript is not None and len(transcript) < len(best):
                    best = transcript
                else:
                    at += size
            size //= 2
        return best

    def _plainer_answers(self, game: Game[Any], best: Steps) -> Steps:
        """Each answer replaced by the first there is; the last steps first, as they are looked at most."""
        for number in reversed(range(1, len(best))):
            for at in range(len(best[number])):
                if number < len(best) and at < len(best[number]):
                    # What is no answer to anything is replaced by the first one.
                    plainer = [*best[number][:at], NO_ANSWER, *best[number][at + 1 :]]
                    transcript = self.meets(game, [*best[:number], plainer, *best[number + 1 :]])
                    if transcript is not None:
                        best = transcript
        return best


NO_ANSWER = object()


def variant(
    game: Game[Any],
    *,
    readings: Mapping[str, str] | None = None,
    players: int | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Game[Any] | None:
    """The same game but for this; None where there is no such form of it."""
    try:
        return type(game)(
            game.players if players is None else players,
            readings={**game.readings, **(readings or {})},
            settings={**game.settings, **(settings or {})},
        )
    except BadInput:
        return None


def minimised(game: Game[Any], met: Met, script: Steps) -> Recorded:
    """The smallest form of what was met that was found, with its record.

    A step that loops is not played again: it takes long.
    """
    if met.looping:
        return recorded(game, met, script[:-1])
    try:
        smaller, best = Search(game, met).run(script)
        if Search(smaller, met).meets(smaller, best) is None:
            # These rules go on otherwise from a table than from the deal that leads to it.
            smaller, best = Search(game, met, goes_on=False).run(script)
    except NotRepeated:
        told, at = not_repeated(game, met, script)
        return recorded(game, told, script[:at])
    return recorded(smaller, met, best)


@dataclass(slots=True)
class Nobody:
    """A seat of a witness: its answers come from a script."""

    name: str
    isolation: str = "none"
    limits_told: Mapping[str, Any] = field(default_factory=dict)


class Keeping(Script):
    """Replays a script and keeps a record of it."""

    def __init__(self, recorder: Recorder, tape: Tape) -> None:
        super().__init__()
        self.recorder, self.tape = recorder, tape

    def choose(self, choice: Choice) -> Any:
        self.recorder.asked(choice)
        answer = super().choose(choice)
        self.recorder.answered(choice, answer)
        return answer

    def chance(self, event: Chance) -> Any:
        outcome = super().chance(event)
        table = event.table
        self.recorder.chance(self.tape.name(table, ", ".join(clause_at(table, self.rules))), event, outcome)
        return outcome


def recorded(game: Game[Any], met: Met, script: Steps) -> Recorded:
    """Replay a script once more and keep the record of it, which ``referee replay`` plays.

    A step that loops is left out: how far Python comes in it is not the same in two programs.
    """
    trial = Trial(game, [met.claimed] if met.claimed is not None else [])
    table = trial.table
    tape = Tape(secret_of_seed("witness"))
    names = [Nobody(f"seat {seat}") for seat in range(game.players)]
    header = header_of(game, names, tape, chance="seeded", turn_cap=max(0, len(script) - 1), views=False)
    recorder = Recorder(table, {**header, "chance": "chosen"})
    table.watch = recorder.watch()
    driver = Keeping(recorder, tape)
    again: Met | None = None
    for step, answers in enumerate(script):
        driver.next_step(answers)
        again = trial.advance(driver)
        if again is not None and again.looping:
            short = recorded(game, again if again.same_as == met.same_as else met, script[:step])
            return replace(short, script=script)
        recorder.step_done(step)
    stopped = ""
    if again is not None and again.claimed is None:
        stopped = again.fault
    recorder.result(result_data(table, {}, stopped))
    found = again if again is not None and again.same_as == met.same_as else met
    form = game.players, game.unusual_readings, game.unusual_settings
    shows = _question(game, found) or sentence_of(found)
    witness = Witness(recorder.written(), True, max(0, len(script) - 1), shows, *form)
    return Recorded(game, found, script, witness)


def _question(game: Game[Any], met: Met) -> str:
    """The sentence about a reading without a rule; "" where it is none."""
    if met.trouble is not Trouble.MISSING_CASE:
        return ""
    asked = [each.question for slug, each in game.register.items() if f"reading {slug}=" in met.message]
    return f"There is no rule for this: {asked[0]}" if asked else ""


def sentence_of(met: Met) -> str:
    """One sentence or two in plain words: what is promised, and that it is not so."""
    if met.claimed is not None:
        return _against(met.claimed, met.message)
    words = {
        Trouble.DEAD_END: "Somebody must act and cannot",
        Trouble.SHORTAGE: "More is wanted than there is",
        Trouble.MISSING_CASE: "There is no rule for this",
        Trouble.ENDLESS: "Play need not end",
        Trouble.ARITHMETIC: "The rule code fails",
        Trouble.LEAK: "Somebody learns what he may not see",
    }
    return f"{words.get(met.trouble, met.trouble.value.capitalize())}: {met.message}."


def _against(claimed: Property, message: str) -> str:
    """The evidence against a property, with the right polarity; a message may say where."""
    sentence = claimed.sentence
    if claimed.kind is Kind.POSSIBLE:
        return sentence
    if claimed.kind is Kind.NEVER:
        where = message.removeprefix("it happens").strip()
        return f"This must never happen, and does, {claimed.name}: {sentence}" + (
            f" It happens {where}." if where else ""
        )
    if claimed.kind is Kind.EQUAL:
        return f"Two things should agree, {claimed.name}: {sentence} They are {message}."
    where = message.removeprefix("it does not hold").strip()
    if where == message:
        where = f"{where[:1].upper()}{where[1:]}."
    elif where:
        where = f"It is broken {where}."
    return f"A promise is broken, {claimed.name}: {sentence} {where}".strip()
