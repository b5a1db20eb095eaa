"""Bots are loaded from files, and built-in ones found by their names."""

from __future__ import annotations

import re
import sys
from importlib.util import module_from_spec
from pathlib import Path

from referee.kernel.errors import BadInput
from referee.kernel.input_files import MOST_OF_A_TEXT, read_bytes
from referee.kernel.source_loading import spec_of_file
from referee.play.bot import Bot

PLAIN = re.compile(r"[A-Za-z0-9_-]{1,80}")
"""A name of a bot that is no path."""


def load_bot(path: Path, where: str) -> type[Bot]:
    """The bot of a Python file: its only subclass of ``Bot``. BadInput names the file and what is wrong."""
    read_bytes(path, MOST_OF_A_TEXT, label=where, kind="a bot")
    name = f"_referee_bot_{abs(hash(path.resolve()))}"
    spec = spec_of_file(name, path)
    if spec is None or spec.loader is None:
        raise BadInput(f"{where}: this is no Python file")
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise BadInput(f"{where}: cannot be loaded: {type(error).__name__}: {error}") from None
    bots = [
        each
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Bot) and each.__module__ == name
    ]
    if len(bots) != 1:
        there = f"{len(bots)} subclasses" if bots else "no subclass"
        raise BadInput(f"{where}: it has {there} of referee.bot.Bot; one is wanted")
    return bots[0]


def find_bot(name: str, game: str, folders: list[Path]) -> Path:
    """The file of a built-in bot: one for the game, or else one for every game. A budget may follow its name
    (``search:500``). BadInput lists the bots.

    The folder of a game is named like that of its rules: ``my_game`` for ``my-game``.
    """
    own, name = game.replace("-", "_"), budget_of(name)[0]
    for folder in folders if PLAIN.fullmatch(name) else ():
        for path in (folder / own / f"{name}.py", folder / f"{name}.py"):
            if path.is_file():
                return path
    known = sorted({path.stem for folder in folders for part in (folder, folder / own) for path in part.glob("*.py")})
    raise BadInput(
        f"there is no bot {name!r} for {game}; built in: {', '.join(['random', *known])}; "
        "a file in the referee's own process is trusted:PATH"
    )


def load_built_in(form: str, game: str, folders: list[Path]) -> type[Bot]:
    """A built-in bot, with its budget if there is one. BadInput: there is no such bot, or it has no budget."""
    bot, (name, budget) = load_bot(find_bot(form, game, folders), form), budget_of(form)
    if budget is None:
        return bot
    if not hasattr(bot, "budget"):
        raise BadInput(f"{form}: {name} has no budget: write {name}")
    return type(bot.__name__, (bot,), {"budget": budget})


def budget_of(form: str) -> tuple[str, int | None]:
    """The name of a built-in bot, and the budget that was given with it."""
    name, _, number = form.partition(":")
    budget = int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0
    return (name, budget) if budget and PLAIN.fullmatch(name) else (form, None)
