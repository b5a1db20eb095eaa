"""``referee bot``: write a bot, check it, debug one decision of it, and see what isolation keeps bots from."""

from __future__ import annotations

import pdb
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from referee.cli import FAULT
from referee.cli.game_options import form_options
from referee.cli.isolation import isolation
from referee.cli.json_file import JsonFile, json_option
from referee.cli.match_report import fields
from referee.cli.progress import Progress
from referee.cli.terminal import Terminal, say
from referee.cli.values import (
    BLOCKS,
    GAME,
    INPUT,
    MANY,
    OUTPUT,
    PLAYERS,
    QUESTION,
    SEAT,
    SEATS,
    SECONDS,
    SEED,
    TEXT,
    TURNS,
)  # fmt: skip
from referee.games.registry import find_game, game_called
from referee.games.shipped import folders
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.input_files import check_path
from referee.play.bot import Ask, Bot, View
from referee.play.bot_loading import PLAIN, budget_of, load_bot, load_built_in
from referee.play.debugging import Decision, decide
from referee.pool.limits import Limits
from referee.pool.packages import brought
from referee.record.header import checked_header
from referee.record.record import read_record
from referee.record.replay import load
from referee.tournament.bot_check import BotCheck, check_bot

PLACE = re.compile(r'File "([^"]+)", line (\d+)')
"""A place in a traceback of Python."""
CHECK_SCHEMA, DEBUG_SCHEMA = "referee.bot-check/1", "referee.bot-debug/1"


@click.group()
def command() -> None:
    """Bots: write one that already plays, check it, debug one of its decisions, see what isolation keeps it from."""


command.add_command(isolation)


# -- new --------------------------------------------------------------------------------------------------

_BOT = '''"""A bot for {title}.

    referee bot check {file} --game {game}
    referee play {game} --seats {seat},random{more}

What it can see (``view``; places of every player are one's own without a seat: ``view.cards("hand")``):
{zones}
Amounts and words, as ``view["name"]``:
{scalars}
"""

from referee.bot import Ask, Bot, Option, View


class {name}(Bot):
    def answer(self, view: View, ask: Ask) -> Option:
        """``ask.what`` is the word of the question. Any of ``ask.options()`` may be answered, or plain data."""
        if ask.count() == 1:
            return next(ask.options())
        # One of the answers, each equally likely. Begin here: look at the view, compare ask.options(), or play
        # what you imagine to its end with view.imagine(self.rng) (docs/bots.md).
        return ask.sample(self.rng)
'''


@command.command()
@click.argument("game", type=GAME)
@click.argument("file", type=OUTPUT)
def new(game: str, file: Path) -> int:
    """Write FILE, a bot for GAME that already plays."""
    made = find_game(game)
    if file.suffix != ".py":
        raise BadInput(f"{file}: a bot is a Python file: my_bot.py")
    if file.exists() or file.is_symlink():
        raise BadInput(f"{file}: is there already; nothing was written")
    file.write_text(bot_text(made, file), encoding="utf-8", newline="\n")
    say(f"{file} plays already. Go on with")
    say(f"  referee bot check {file} --game {game}")
    return 0


def bot_text(game: type[Game[Any]], file: Path) -> str:
    """The text of a new bot: what it can see is listed."""
    name = "".join(word.capitalize() for word in file.stem.replace("-", "_").split("_") if word) or "MyBot"
    if not name.isidentifier():
        name = "MyBot"
    form = game()
    zones = [
        f"    {each:12} {'of every player' if spec.per_player else 'on the table'}, faces seen by {spec.seen_by}"
        for each, spec in form.settled_zones.items()
    ]
    scalars = ", ".join(each for each in game.table_class.scalar_specs)
    path = str(file) if "/" in str(file) else f"./{file}"
    return _BOT.format(
        title=game.title, file=file, game=game.name, seat=path, name=name, zones="\n".join(zones),
        scalars=f"    {scalars}", more=",random" * (form.players - 2),
    )  # fmt: skip


# -- check ------------------------------------------------------------------------------------------------


@command.command(short_help="Run a bot in isolation: is it fit for a tournament?")
@click.argument("file", type=TEXT)
@click.option("--game", type=GAME, required=True, metavar="GAME", help="The game that it plays.")
@click.option("--players", type=PLAYERS, metavar="N", help="Seats; as few as the game allows if not given.")
@form_options
@click.option("--matches", type=MANY, default=10, metavar="N", help="Matches against random (10).")
@click.option("--against", type=SEATS, metavar="SEAT", help="Also its strength against this seat, over blocks.")
@click.option("--blocks", type=BLOCKS, default=20, metavar="N", help="Blocks for --against (20).")
@click.option("--seed", type=SEED, default="check", metavar="S", help="The same matches again; fixed if not given.")
@click.option("--turn-cap", type=TURNS, metavar="T", help="Stop a match after T turns as a draw.")
@click.option("--move-time", type=SECONDS, metavar="S", help="Seconds for an answer (10).")
@click.option("--no-isolation", is_flag=True, help="Run it in a process that nothing confines.")
@json_option
def check(
    file: str, game: str, players: int | None, readings: Mapping[str, str], settings: Mapping[str, str], matches: int,
    against: str | None, blocks: int, seed: str, turn_cap: int | None, move_time: float | None, no_isolation: bool,
    json_file: JsonFile,
) -> int:  # fmt: skip
    """Run the bot FILE in isolation and say whether it is fit to be entered in tournaments.

    FILE is a Python file, a folder with bot.toml, a built-in bot's name or cmd:PROGRAM ARGS. Exit code 1 where the
    bot is at fault.
    """
    made = find_game(game)
    form = made(players, readings=readings, settings=settings)
    limits = Limits() if move_time is None else Limits(move=move_time, bank=max(Limits().bank, move_time))
    where = folders("bots", made)
    check_path(Path(file))
    named = Path(file).exists() and "/" not in file and not file.startswith("cmd:")
    with Progress(matches + (blocks if against else 0), "matches and blocks") as progress:
        found = check_bot(
            form, f"./{file}" if named else file, where, matches=matches, against=against, blocks=blocks, seed=seed,
            limits=limits, isolated=not no_isolation, turn_cap=turn_cap, progress=progress.at,
        )  # fmt: skip
    json_file.write(CHECK_SCHEMA, {"bot": file, "game": made.name, "players": form.players, **check_json(found)})
    if not json_file.takes_stdout:
        say(*fields(check_fields(file, form, found), Terminal.of(sys.stdout)))
    return FAULT if found.faults else 0


def check_fields(file: str, game: Game[Any], found: BotCheck) -> Iterator[tuple[str, str]]:
    """The results of the check, a line each."""
    yield "bot", f"{file}, {game.title}, {game.players} players, {found.matches} matches, {found.decisions} decisions"
    if found.faults:
        for (kind, reason), times in Counter((each["kind"], each["reason"]) for each in found.faults).most_common(5):
            yield "fault", f"{kind}: {reason}{f' ({times} times)' if times > 1 else ''}"
        for told in dict.fromkeys(filter(None, [brought(each["reason"]) for each in found.faults])):
            yield "remedy", told
    else:
        yield "legality", "every answer was legal"
    if found.times:
        yield "time", f"median {_seconds(found.median)}, worst {_seconds(found.worst)} for an answer"
    yield "memory", f"{found.memory / (1 << 20):.0f} MiB at most" if found.memory else "not known on this system"
    slips = [fault for fault in found.faults if fault["kind"] in ("protocol", "flood")]
    yield "protocol", f"{found.late} late answers, {len(slips)} slips" if found.late or slips else "no slips"
    if not found.faults:
        yield "repeats", (
            "the same answers with the same seed" if found.repeats
            else "NO: with the same seed and in the same positions it answered otherwise (clock? hash()? threads?)"
        )  # fmt: skip
    yield "isolation", found.isolation.record_text
    if found.log:
        yield "log", f"it wrote {len(found.log)} characters in its first match; the last line: {_last(found.log)}"
    if found.strength:
        s = found.strength
        yield "against", f"{s.opponent}, {s.blocks} blocks of {game.players} matches, 95 % intervals"
        yield "score", f"{s.score:.3f}{_interval(s.score_interval)} (0.5 is equal)"
        yield "payoff", f"{s.payoff:+.2f}{_interval(s.payoff_interval)}"


def check_json(found: BotCheck) -> dict[str, Any]:
    strength = None
    if found.strength:
        s = found.strength
        strength = {
            "against": s.opponent, "blocks": s.blocks, "score": s.score, "score_interval": s.score_interval,
            "payoff": s.payoff, "payoff_interval": s.payoff_interval,
        }  # fmt: skip
    return {
        "matches": found.matches, "decisions": found.decisions, "faults": [dict(each) for each in found.faults],
        "seconds": {"median": found.median, "worst": found.worst}, "memory": found.memory or None,
        "late": found.late, "repeats": found.repeats, "isolation": found.isolation.record_text, "log": found.log,
        "strength": strength,
    }  # fmt: skip


def _seconds(seconds: float) -> str:
    return f"{seconds * 1000:.3g} ms" if seconds < 1 else f"{seconds:.3g} s"


def _interval(interval: tuple[float, float] | None) -> str:
    return "" if interval is None else f" ({interval[0]:+.2f} to {interval[1]:+.2f})"


def _last(log: str) -> str:
    """The last line of a log, and of a traceback there the innermost place."""
    if not log.strip():
        return ""
    _, raised, frames = log.rpartition("Traceback (most recent call last):\n")
    last = log.strip().splitlines()[-1][:80]
    is_its_end = raised and sum(not each.startswith(" ") for each in frames.splitlines()) == 1
    places = PLACE.findall(frames) if is_its_end else []
    return f"{Path(places[-1][0]).name}:{places[-1][1]}: {last}" if places else last


# -- debug ------------------------------------------------------------------------------------------------


@command.command(short_help="Put one decision of a record to a bot again.")
@click.argument("record", type=INPUT)
@click.option("--seat", required=True, type=SEAT, metavar="N", help="The seat, from 0.")
@click.option("--at", required=True, type=QUESTION, metavar="K", help="Its K-th question, from 1.")
@click.option("--bot", "name", type=SEATS, metavar="SEAT", help="A file or a name, if the seat was no built-in bot.")
@click.option("--debugger", is_flag=True, help="Stop at the first line of its answer, in pdb.")
@json_option
def debug(record: Path, seat: int, at: int, name: str | None, debugger: bool, json_file: JsonFile) -> int:
    """Start a bot on exactly one decision of a record, in this process: no jail, no clock.

    It is told and asked all that came before, as in the match, so that it remembers what it would.
    """
    content = load(record)
    claimed = checked_header(read_record(content, str(record))[0], str(record))
    if seat >= claimed.players:
        raise BadInput(f"{record}: there is no seat {seat}")
    game = game_called(claimed.game)
    bot = _bot_named(claimed.seats[seat], game) if name is None else _bot_called(name, game)
    call: Callable[..., Any] = _in_debugger if debugger else _plainly
    decision = decide(content, str(record), seat, at, bot, call)
    document = {
        "record": str(record), "seat": seat, "at": at, "ask": decision.ask.what, "for": decision.ask.player,
        "space": decision.ask.describe(), "view": decision.view.data, "answer": decision.answer,
        "recorded": decision.recorded, "notes": decision.notes, "differs_at": decision.differs_at or None,
    }  # fmt: skip
    json_file.write(DEBUG_SCHEMA, document)
    if not json_file.takes_stdout:
        say(*fields(debug_fields(decision, seat, at), Terminal.of(sys.stdout)))
    return 0


def debug_fields(decision: Decision, seat: int, at: int) -> Iterator[tuple[str, str]]:
    ask = decision.ask
    yield "question", f"{at} of seat {seat}: {ask.what!r} for seat {ask.player}, turn {decision.view.data['turn']}"
    yield "answers", f"{ask.count()} are possible"
    yield "it says", repr(decision.answer)
    yield "the record", "the same" if decision.answer == decision.recorded else repr(decision.recorded)
    for note in decision.notes:
        yield "note", note
    if decision.differs_at:
        yield "before", f"question {decision.differs_at} is the first that it now answers otherwise than in the record"


def _bot_named(name: str, game: type[Game[Any]]) -> Callable[[], Bot]:
    """The built-in bot that a record names. A file that it names is somebody's word: it is not opened."""
    if not PLAIN.fullmatch(budget_of(name)[0]):
        raise BadInput(f"of that seat the record says {name[:80]!r}, which is not run as a record names it: --bot FILE")
    return _bot_called(name, game)


def _bot_called(name: str, game: type[Game[Any]]) -> Callable[[], Bot]:
    path = name.removeprefix("trusted:")
    if name in ("random", "human") or name.startswith("cmd:"):
        raise BadInput(f"{name} is no Python bot: --bot names one")
    if path.endswith(".py") or "/" in path:
        return load_bot(Path(path), name)
    return load_built_in(name, game.name, folders("bots", game))


def _plainly(answer: Callable[..., Any], view: View, ask: Ask) -> Any:
    return answer(view, ask)


def _in_debugger(answer: Callable[..., Any], view: View, ask: Ask) -> Any:
    return pdb.Pdb().runcall(answer, view, ask)
