"""Seats: who answers for a player."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec

from referee.kernel.errors import BadInput, RefereeError
from referee.kernel.game import Game
from referee.kernel.players import Player
from referee.kernel.requests import Choice
from referee.kernel.views import view_of
from referee.play.bot import Ask, Bot, Option, View
from referee.play.bot_loading import load_bot, load_built_in
from referee.play.imagine import Imagination
from referee.play.protocol import NOTES
from referee.play.sanitize import harmless
from referee.record.words import number_of_answer

CLOSED = "the question is answered, and the table has changed: look at view.data while you are asked"
LONGEST = 2000
"""Characters of a reason, before what does not show in it is escaped."""


class BotFault(RefereeError):
    """A seat did what it may not: its fault, never the referee's. ``kind``: illegal, crash, …"""

    def __init__(self, kind: str, message: str, answer: Any = None) -> None:
        super().__init__(harmless(message[:LONGEST]))
        self.kind, self.answer = kind, answer


class Knowledge(Protocol):
    """What seats have been told in a match (``referee.play.history.History.knowledge``)."""

    def knowledge(self, player: Player) -> dict[str, Any]: ...


class Seat:
    """One seat of one match. ``name`` is what records call it."""

    name: str
    isolation = "none"
    """The isolation, as records say it."""
    limits_told: Mapping[str, Any] = {}
    """The limits of the bot, where somebody enforces them."""

    def start(self, info: dict[str, Any]) -> None:
        """The match begins."""

    def answer(self, choice: Choice) -> Any:
        """An answer in the kernel's form, or BotFault."""
        raise NotImplementedError

    def end(self, result: dict[str, Any]) -> None:
        """The match is over."""

    def take_notes(self) -> Sequence[str]:
        """The notes since the last call, for the bot's author alone."""
        return ()

    log = ""
    """The output of the last match beside its answers, as far as it is kept."""

    def left(self) -> None:
        """Called last, also where the seat was at fault."""

    own_code = True
    """Whether it runs its own code in this process: it may start threads, which need all processors."""
    may_share_processor = True
    """Whether an isolated bot may share the processor of this thread: where no seat has code of its own here."""

    remembers = False
    """Whether the match's history is kept for it, so that it can imagine what it does not see."""
    history: Knowledge | None = None

    def rest(self) -> None:
        """Somebody else is asked now: this seat may not think on his time."""

    listens = False
    is_human = False
    """Whether a person reads what the seat notices."""

    def event(self, event: list[Any]) -> None:
        """Something happened that the seat may notice (only where ``listens``)."""


class RandomSeat(Seat):
    """The built-in ``random``: every distinct answer is equally likely."""

    name = "random"
    own_code = False

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def answer(self, choice: Choice) -> Any:
        return choice.space.sample(self.rng)


class BulkSeat(Seat):
    """``random`` in bulk play, where chance and the answers of all seats come from the same words."""

    name = "random"
    own_code = False

    def __init__(self, below: Callable[[int], int]) -> None:
        self.below = below

    def answer(self, choice: Choice) -> Any:
        _, at = number_of_answer(choice.space, self.below)
        return choice.space.nth(at)


class BotSeat(Seat):
    """A bot in the referee's own process."""

    remembers = True

    def __init__(self, bot: Bot, name: str, rng: random.Random, *, is_human: bool = False) -> None:
        self.bot, self.name, self.is_human = bot, name, is_human
        bot.rng = rng
        self.listens = type(bot).event is not Bot.event

    def start(self, info: dict[str, Any]) -> None:
        self.bot.seat = info["seat"]
        if type(self.bot).start is not Bot.start:
            self._guard(self.bot.start, msgspec.json.decode(msgspec.json.encode(info)))  # a copy, of JSON data

    def answer(self, choice: Choice) -> Any:
        view = _Shown(choice, self)
        try:
            answer = self.bot.answer(view, Ask(choice.ask, choice.player.seat, choice.space))
        except (Exception, SystemExit) as error:
            raise crash_of(error) from error
        view.close()
        if isinstance(answer, Option):
            if choice.space.admits(answer.raw):
                return answer.raw
            raise BotFault("illegal", "an option of another question", answer)
        try:
            return choice.space.read(answer)
        except (ValueError, TypeError) as error:
            raise BotFault("illegal", str(error), answer) from None

    def take_notes(self) -> Sequence[str]:
        notes, self.bot._notes = self.bot._notes, None
        return [harmless(note, "\n\t") for note in (notes or ())[:NOTES]]

    def _imagination(self, choice: Choice, view: View) -> Imagination:
        assert self.history is not None, "the referee keeps the history of whoever remembers"
        asked = (choice.ask, choice.player.seat, choice.space.describe())
        return Imagination(choice.table.game, view.data, self.history.knowledge(choice.decider), asked)

    def event(self, event: list[Any]) -> None:
        self._guard(self.bot.event, event)

    def end(self, result: dict[str, Any]) -> None:
        self._guard(self.bot.end, result)

    @staticmethod
    def _guard(call: Callable[..., Any], *args: Any) -> Any:
        try:
            return call(*args)
        except (Exception, SystemExit) as error:
            raise crash_of(error) from error


def crash_of(error: BaseException) -> BotFault:
    return BotFault("crash", f"{type(error).__name__}: {error}")


class _Shown(View):
    """The view of a question that stands."""

    __slots__ = ("by", "choice")

    def __init__(self, choice: Choice, by: BotSeat) -> None:
        self.choice: Choice | None = choice
        self.by = by
        self._data = self._imagination = None

    def _make(self) -> dict[str, Any]:
        choice = self.choice
        if choice is None:
            raise LookupError(CLOSED)
        return view_of(choice.table, choice.decider)

    def _think(self, view: View) -> Imagination:
        if self.choice is None:
            raise LookupError(CLOSED)
        return self.by._imagination(self.choice, view)

    def _rules(self) -> Game[Any]:
        if self.choice is None:
            raise LookupError(CLOSED)
        return self.choice.table.game

    def close(self) -> None:
        """The question is answered: who has not looked cannot do so any more, as the table goes on."""
        self.choice = None


OBJECT = "object:"
OBJECTS: dict[str, Any] = {}
"""Bots that a program of this process gave a name, for the seats ``object:NAME``."""

SeatMaker = Callable[[random.Random], Seat]
"""Makes a seat for one match out of the seat's own chance."""


def seat_maker(form: str, game: str, folders: list[Path], human: Callable[[], Bot] | None = None) -> SeatMaker:
    """The seat in this process that a word names (``referee.pool.seating`` has the others), loaded once.

    BadInput says in one line why there is no such seat.
    """
    if form == "random":
        return RandomSeat
    if form == "human":
        if human is None:
            raise BadInput("a human seat needs a terminal: 'referee play' has one")
        return lambda rng: BotSeat(human(), "human", rng, is_human=True)
    if form.startswith(OBJECT):
        name = form.removeprefix(OBJECT)
        if name not in OBJECTS:
            raise BadInput(
                f"{form}: no bot of that name was given: run_tournament(…, bots={{{name!r}: MyBot}}) gives one"
            )
        return lambda rng: seat_of_object(OBJECTS[name], rng, form)
    if form.startswith("trusted:"):
        return _bot_maker(form, load_bot(Path(form.removeprefix("trusted:")), form))
    return _bot_maker(form, load_built_in(form, game, folders))


def seat_of_object(bot: Any, rng: random.Random, name: str = "") -> BotSeat:
    """The seat of a bot or of its class, which is made anew. BadInput: it is neither, or it cannot be made."""
    made = bot
    if isinstance(bot, type) and issubclass(bot, Bot):
        try:
            made = bot()
        except Exception as error:
            told = f"{bot.__name__}() cannot be made: {type(error).__name__}: {error}"
            raise BadInput(f"{told}; an object of it may be a seat too") from None
    if not isinstance(made, Bot):
        raise BadInput(f"{bot!r} is no seat: give the name of a bot, or a referee.bot.Bot")
    return BotSeat(made, name or type(made).__name__, rng)


def _bot_maker(form: str, bot: type[Bot]) -> SeatMaker:
    def made(rng: random.Random) -> Seat:
        try:
            return BotSeat(bot(), form, rng)
        except Exception as error:
            raise BadInput(f"{form}: {bot.__name__}() cannot be made: {type(error).__name__}: {error}") from None

    return made
