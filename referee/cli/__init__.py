"""The command line: the only layer that prints.

Each command is a module of this package, imported when it is used, with a click command named ``command``
whose function returns the exit code. To add one, write the module and give it a line in ``COMMANDS``.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from types import TracebackType
from typing import Any

import click

from referee import __version__


@dataclass(frozen=True, slots=True)
class Entry:
    module: str
    help: str


COMMANDS: Mapping[str, Entry] = {
    "games": Entry("referee.cli.games", "what there is: players, clauses, readings, parameters"),
    "rules": Entry("referee.cli.rules", "a game's rulebook, a clause, its readings, its cards; --lint"),
    "new": Entry("referee.cli.new", "a project of your own: a tiny game that already checks and plays"),
    "play": Entry("referee.cli.play", "matches between bots and people, refereed by the rules"),
    "replay": Entry("referee.cli.replay", "a record, played through the rules again and compared"),
    "bot": Entry("referee.cli.bot", "bots: new, check, debug, and what isolation keeps them from"),
    "tournament": Entry("referee.cli.tournament", "tournaments: run, standings, audit, record, compare"),
    "interactions": Entry("referee.cli.interactions", "which effects and clauses work on each other, with witnesses"),
    "check": Entry("referee.cli.check", "properties and defects of a game's rules, each with a witness"),
    "ask": Entry("referee.cli.ask", "edges of the rules as questions to their author; the answers are kept"),
    "study": Entry("referee.cli.study", "what a game is like: fair? skill? when is it decided? what each rule does"),
    "solve": Entry("referee.cli.solve", "a small game, exactly: who wins with best play, what a seat loses"),
    "diff": Entry("referee.cli.diff", "two versions of a game: texts, verdicts, findings, play"),
    "docs": Entry("referee.cli.docs", "the pages about referee: where they lie, and one to read"),
    "demo": Entry("referee.cli.demo", "a match, forgeries refused, a check, a tournament: all in a minute"),
}

FAULT, BAD_INPUT, INTERRUPTED = 1, 2, 3
LONGEST_MESSAGE = 1500
"""Characters of an error."""
CLOSED_PIPE = 141
"""The exit code that a shell gives a filter whose reader has gone: 128 + SIGPIPE."""


class _ClosedPipe(Exception):
    """The reader of our output has gone. Not an OSError, which click would turn into exit code 1."""


class Commands(click.Group):
    """Subcommands imported when they are used, and one place for errors and exit codes."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command = import_module(COMMANDS[name].module).command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            near = get_close_matches(args[0], COMMANDS, 3)
            hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(COMMANDS)}"
            raise click.UsageError(f"there is no command {args[0]!r}; {hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise _ClosedPipe from None

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command and leave with its exit code; an error that is reported on purpose is one line."""
        sys.excepthook = _bug
        _open_what_is_closed()
        if "_REFEREE_COMPLETE" in os.environ:
            from referee.cli.completion import ready

            ready()
        try:
            code = super().main(*args, **{**extra, "standalone_mode": False})
        except _ClosedPipe:
            # Python flushes at its end; what is still in the buffer has nowhere to go.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = CLOSED_PIPE
        except click.exceptions.Abort:
            code = _complain("interrupted", INTERRUPTED)
        except click.ClickException as error:
            code = _complain(_usage(error), BAD_INPUT)
        except OSError as error:
            if not _has_folder():
                sys.exit(_complain("the working folder is gone: go to one that there is", BAD_INPUT))
            if error.errno != errno.ENOSPC:
                raise
            code = _complain(f"what is said cannot be written: {error.strerror}", BAD_INPUT)
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        except Exception as error:
            code = _complain(str(error), _exit_code(error))
        sys.exit(code if isinstance(code, int) else 0)


def _open_what_is_closed() -> None:
    """A closed standard stream is wanted by nobody; Python then has None in its place."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 (until the end)


def _has_folder() -> bool:
    """Whether the working folder has not been removed."""
    try:
        return bool(os.getcwd())
    except OSError:
        return False


def _usage(error: click.ClickException) -> str:
    message = error.format_message()
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None:
        return message
    return f"{message[:1].lower()}{message[1:].rstrip('.')}; see '{context.command_path} --help'"


def _exit_code(error: Exception) -> int:
    """The exit code of an error that is reported on purpose. Any other error is a bug and is raised again."""
    from referee.kernel.errors import BadRecord, RefereeError, RuleFault

    if not isinstance(error, RefereeError):
        raise error
    return FAULT if isinstance(error, (RuleFault, BadRecord)) else BAD_INPUT


def _bug(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    from referee.cli.terminal import tell_bug

    tell_bug(kind, error, trace)


def _complain(message: str, code: int) -> int:
    from referee.cli.terminal import complain

    # A name that somebody gave may be as long as he likes.
    message = re.sub(r"\S{300,}", lambda long: f"{long[0][:100]}…{long[0][-100:]}", message)
    complain(message if len(message) <= LONGEST_MESSAGE else f"{message[:LONGEST_MESSAGE]}…")
    return code


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="GAME is a name that 'referee games' lists, or the folder of a game of your own.",
)
@click.version_option(__version__, prog_name="referee")
@click.pass_context
def main(context: click.Context) -> None:
    """Card-game rules written once: played, fuzzed, explored and proved from one source."""
    if context.invoked_subcommand is None:
        from referee.cli.terminal import say

        say(*context.get_help().split("\n"))
