"""Entrants: the seats that a definition names, their bots as they were when the tournament was begun."""

from __future__ import annotations

import hashlib
import inspect
import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.games.shipped import folders
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.input_files import MOST_OF_A_TEXT, check_path, read_bytes, typed_path
from referee.play.bot_loading import find_bot
from referee.play.seats import OBJECT, OBJECTS, BotFault, seat_maker
from referee.pool.bot_files import program_of
from referee.pool.isolated import IsolatedSeat
from referee.pool.jail import Isolation, isolation
from referee.pool.limits import Limits
from referee.pool.program import Program
from referee.pool.seating import SeatFactory
from referee.tournament.definition import Defined

TRUSTED, COMMAND = "trusted:", "cmd:"
BUILT_IN = "built in"


@dataclass(frozen=True, slots=True)
class Bot:
    """The parts of an entrant that a worker needs. An isolated one brings its files with it."""

    name: str
    form: str
    """The seat, its paths made absolute."""
    program: Program | None = field(repr=False)
    text: str
    """A fingerprint of all that the bot is made of, as far as that is its author's."""
    isolation: str
    """The isolation of the entrant."""


def read_entrants(defined: Defined, *, isolated: bool) -> list[Bot]:
    """Every entrant's bot, read once. BadInput, with its line, for the first that there is not.

    ``isolated`` false is ``--no-isolation``.
    """
    found = []
    for number, entrant in enumerate(defined.entrants):
        try:
            found.append(read_bot(entrant.called, entrant.seat, defined.folder, defined.game, isolated=isolated))
        except BadInput as error:
            if "cannot be isolated" in str(error):
                raise
            defined.wrong(("entrant", number, "seat"), str(error))
    return found


def read_bot(name: str, form: str, folder: Path, game: Game[Any], *, isolated: bool) -> Bot:
    """One of them; ``folder`` is what paths are relative to."""
    there, where = absolute(form, folder), folders("bots", type(game))
    program = program_of(there, game.name, where)
    if program is not None:
        kind = isolation() if isolated else Isolation.NONE
        return Bot(name, there, program, _fingerprint(program), kind.value)
    return Bot(name, there, None, _text(there, game, where), Isolation.NONE.value)


def is_program(form: str) -> bool:
    """Whether a seat is a program of its own, with limits and a clock; the others play in the referee's process."""
    return not form.startswith((TRUSTED, OBJECT)) and (
        form.startswith(COMMAND) or form.endswith(".py") or "/" in form or "\\" in form
    )


def absolute(form: str, folder: Path) -> str:
    """The seat with the paths that are relative to the folder of its definition."""
    if form.startswith(TRUSTED):
        return TRUSTED + str(_below(folder, form.removeprefix(TRUSTED)))
    if form.startswith(COMMAND):
        try:
            words = shlex.split(form.removeprefix(COMMAND))
        except ValueError:
            return form  # refused in a moment
        there = [str((folder / word).resolve()) if (folder / word).is_file() else word for word in words]
        return COMMAND + shlex.join([*words[:1], *there[1:]] if words and "/" not in words[0] else there)
    if form.endswith(".py") or "/" in form or "\\" in form:
        return str(_below(folder, form))
    return form


def _below(folder: Path, name: str) -> Path:
    path = folder / typed_path(name)
    check_path(path)
    return path.resolve()


def _text(form: str, game: Game[Any], where: list[Path]) -> str:
    if form == "random":
        return BUILT_IN
    if form.startswith(OBJECT):
        seat_maker(form, game.name, where)
        return _digest(_text_of_class(OBJECTS[form.removeprefix(OBJECT)]).encode())
    path = Path(form.removeprefix(TRUSTED)) if form.startswith(TRUSTED) else find_bot(form, game.name, where)
    return _digest(read_bytes(path, MOST_OF_A_TEXT, label=form, kind="a bot"))


def _text_of_class(bot: Any) -> str:
    """The text of a bot's class, as far as it has one."""
    made = bot if isinstance(bot, type) else type(bot)
    try:
        return inspect.getsource(made)
    except (OSError, TypeError):
        return f"{made.__module__}.{made.__qualname__}"


def _fingerprint(program: Program) -> str:
    """A digest of an isolated bot: its files, the words of its command, and its program if it runs one of its own."""
    parts = [word.encode() for word in program.command[1:]]
    for path, content in program.files:
        parts += [path.encode(), content]
    parts += [Path(path).read_bytes() for path, there in program.programs if there != path]
    return _digest(b"".join(b"%d:" % len(part) + part for part in parts))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:32]


def factory_of(bot: Bot, game: Game[Any], limits: Limits, lifetime: Any) -> SeatFactory:
    """Makes the seats of an entrant in this process."""
    return SeatFactory(
        bot.form, type(game), folders("bots", type(game)), limits=limits, program=bot.program, lifetime=lifetime,
        isolated=bot.isolation != Isolation.NONE.value,
    )  # fmt: skip


def try_entrants(defined: Defined, bots: list[Bot]) -> None:
    """Start every bot once, until it is ready for a match. BadInput, with its line, for the first that is not."""
    for number, bot in enumerate(bots):
        try:
            try_bot(bot, defined.game, defined.content.limits.limits())
        except BadInput as error:
            defined.wrong(("entrant", number, "seat"), str(error))


def try_bot(bot: Bot, game: Game[Any], limits: Limits) -> None:
    """BadInput says why it cannot start, with the last line that it wrote."""
    if bot.program is None:
        seat_maker(bot.form, game.name, folders("bots", type(game)))
    with factory_of(bot, game, limits, None) as factory:
        seat = factory.seat(_some_chance())
        if not isinstance(seat, IsolatedSeat):
            return
        try:
            seat.start({"seat": 0, **game.form, "seed": "00" * 32})
        except BotFault as fault:
            raise BadInput(f"{bot.name} cannot start: {fault.kind}: {fault}") from None
        finally:
            seat.left()
            seat.close()


def _some_chance() -> Any:
    from random import Random

    return Random(0)
