"""The human seat: a person at the terminal, shown what the seat may see and nothing else."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from referee.bot import Ask, Bot, Option, View
from referee.cli.card_names import Misread, card_aliases
from referee.cli.rule_help import RuleHelp
from referee.cli.table_view import TableView, goes
from referee.cli.terminal import Terminal, clear, pad, say, visible
from referee.cli.terminal import ask as ask_line
from referee.cli.typed import MOST_LISTED, deck_of, described, names_seats, shown, understood, ways
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.numbers import Number
from referee.kernel.rows import OneOfRow, SomeOfRow
from referee.kernel.spaces import Arms, OneOf, Space
from referee.play.event_text import Narrator, listed, plain_answer
from referee.play.options import heading, spoken, typed_forms

COMMANDS = (
    ("hand", "your cards"),
    ("table", "the table again"),
    ("quit", "leave the match; it is kept, and you can take it up again"),
)


ONLY = "only answer"
"""A question that was not put, as there was nothing to choose."""


class Quit(KeyboardInterrupt):
    """The person has left: no fault of a bot, so it must not be caught as one."""


class Screen:
    """The terminal that all human seats of a match share."""

    def __init__(self, terminal: Terminal, read: Callable[[str], str] = ask_line, seats: Sequence[int] = ()) -> None:
        self.terminal, self._read = terminal, read
        self.shared = len(seats) > 1
        self.last_seat: int | None = None

    @staticmethod
    def of_process(seats: Sequence[int]) -> Screen:
        """BadInput where nobody can type."""
        if not sys.stdin.isatty():
            raise BadInput("a human seat needs a terminal, and standard input is none")
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - gives input() its line editing
        return Screen(Terminal.of(sys.stdout), seats=seats)

    def say(self, lines: Iterable[str] = ("",)) -> None:
        say(*[self.terminal.plain(self.terminal.cards(line)) for line in lines])

    def read(self, prompt: str) -> str:
        sys.stdout.flush()
        try:
            return self._read(self.terminal.plain(prompt)).strip()
        except EOFError:
            self.say()
            raise Quit("standard input has ended") from None
        except KeyboardInterrupt:
            self.say()
            raise

    def hand_over(self, seat: int) -> None:
        """Nobody sees another one's cards where several people share the terminal."""
        if self.shared and self.last_seat not in (None, seat):
            self.say()
            self.read(f"Pass the terminal to seat {seat}; Enter when it is there ")
            clear()
        self.last_seat = seat


class Human(Bot):
    """Asks the person. ``names`` says who sits where."""

    def __init__(self, game: Game[Any], names: Sequence[str], screen: Screen) -> None:
        self.game, self.screen, self.terminal = game, screen, screen.terminal
        self.names = names
        self.rules = RuleHelp(game, self.terminal)
        self.events: list[list[Any]] = []

    def start(self, info: dict[str, Any]) -> None:
        self.teller = Narrator(self.game, info["seat"])
        self.table = TableView(self.game, self.names, self.terminal)
        self.events = []
        if partners := info.get("partners"):
            others = listed([f"seat {each}" for each in partners])
            self.screen.say([f"You are seat {info['seat']}, and play with {others}."])

    def event(self, event: list[Any]) -> None:
        self.events.append(event)

    def end(self, result: dict[str, Any]) -> None:
        if self.screen.last_seat in (None, self.seat):
            self.screen.say()
            self.tell_events()

    # -- a question -------------------------------------------------------------------------------------

    def answer(self, view: View, ask: Ask) -> Option:
        if ask.count() == 1:
            option = next(ask.options())
            self.events.append([ONLY, ask.what, shown(ask.space, option.raw) or "nothing"])
            return option
        self.screen.hand_over(self.seat)
        self.screen.say()
        self.screen.say([self.heading(view)])
        self.tell_events()
        self.show_table(view)
        self.show_question(ask)
        while True:
            typed = self.screen.read("> ")
            if not typed or (self.is_command(typed, ask.space) and self.obey(typed, view, ask)):
                continue
            try:
                return Option(ask.space, understood(ask.space, typed))
            except Misread as error:
                self.screen.say(self.terminal.wrapped(f"{error}.", "", "  "))

    def heading(self, view: View) -> str:
        said = f"Turn {view.data['turn'] + 1}, seat {view.seat}, {goes(view.data)}"
        return self.terminal.bold(f"-- {said} ".ljust(self.terminal.width, "-"))

    def tell_events(self) -> None:
        """The events since one was last asked, including one's own move."""
        for only, events in groupby(self.told(), key=lambda event: event[0] == ONLY):
            for line in map(self.only, events) if only else self.teller.lines(events):
                self.screen.say(self.terminal.wrapped(line, "  ", "    "))
        self.events = []

    def told(self) -> Iterator[list[Any]]:
        """The events, without an only answer that everybody learnt: that is an event as well."""
        for event, after in zip(self.events, [*self.events[1:], []], strict=False):
            if event[0] != ONLY or after[:2] != ["open", self.seat]:
                yield event

    def only(self, event: list[Any]) -> str:
        _, what, answer = event
        return f"you answer {what}: {answer} (there was no other answer)"

    def show_table(self, view: View) -> None:
        self.screen.say()
        self.screen.say(self.table.lines(view.data))
        self.screen.say()
        self.screen.say(self.table.own(view.data))

    def show_question(self, ask: Ask) -> None:
        whom = "" if ask.player == self.seat else f" for seat {ask.player}"
        if isinstance(ask.space, OneOf) and (fields := heading(ask.space.options)):
            whom += f" ({fields})"
        if isinstance(ask.space, Number):
            self.screen.say([f"{ask.what}{whom}: type {described(ask.space)} (? for help)"])
        elif names_seats(ask.space):
            self.screen.say([f"{ask.what}{whom}: type one of these (? for help)"])
            self.screen.say(columns([shown(ask.space, raw) for raw in ask.space], "  ", self.terminal.width))
        elif ask.count() <= MOST_LISTED:
            self.screen.say([f"{ask.what}{whom}: type one of these, or #1, #2 … (? for help)"])
            self.screen.say(self.numbered(ask))
        else:
            self.screen.say([f"{ask.what}{whom}: type one of {ask.count()} answers (? for help)"])
            self.screen.say(self.described(ask))

    def described(self, ask: Ask) -> Iterable[str]:
        told = list(ways(ask.space))
        width = max(visible(arm) for arm, _ in told)
        for arm, what in told:
            yield from self.terminal.wrapped(what, f"  {pad(arm, width)}  " if width else "  ", " " * (width + 4))

    def numbered(self, ask: Ask) -> Iterable[str]:
        """The options by their arms; numbers begin with #, so that none can be taken for a card."""
        space = ask.space
        by_arm: dict[str, list[str]] = {}
        for number, option in enumerate(ask.options(), 1):
            arm = option.arm or ""
            text = shown(space, option.raw)
            if isinstance(space, Arms):
                text = text.removeprefix(arm).strip()
            by_arm.setdefault(arm, []).append(f"#{number} {text}".strip())
        if len(by_arm) > 1 and all(" " not in each for listed in by_arm.values() for each in listed):
            by_arm = {"": [f"{number} {arm}" for arm, (number,) in by_arm.items()]}
        width = max(map(visible, by_arm))
        for arm, options in by_arm.items():
            yield from columns(options, f"  {pad(arm, width)}  " if width else "  ", self.terminal.width)

    # -- commands ---------------------------------------------------------------------------------------

    def is_command(self, typed: str, space: Space[Any]) -> bool:
        """A word that is an answer too is the answer."""
        word = typed.split()[0].casefold()
        words = {"help", *(name for name, _ in COMMANDS)}
        if "q" not in card_aliases(self.game.deck):
            words.add("q")
        answers = set().union(*map(typed_forms, space.options)) if isinstance(space, OneOf) else set()
        answers |= {arm.casefold() for arm, _ in ways(space)}
        return (word in words or word.startswith("?")) and word not in answers

    def obey(self, typed: str, view: View, ask: Ask) -> bool:
        word, _, about = typed.partition(" ")
        word = word.casefold()
        if word.startswith("?") or word == "help":
            about = (word.lstrip("?") if word != "help" else "") or about.strip()
            self.screen.say(self.rules.clause(about) if about else self.help(ask))
        elif word == "hand":
            self.screen.say(self.table.own(view.data))
        elif word == "table":
            self.show_table(view)
            self.show_question(ask)
        elif self.screen.read("Leave the match? You can take it up again. (y/N) ").casefold() in ("y", "yes"):
            raise Quit("you left the match")
        return True

    def help(self, ask: Ask) -> Iterable[str]:
        yield f"You may answer ({ask.count()} answers):"
        yield from self.described(ask)
        if deck_of(ask.space) or isinstance(ask.space, (Arms, OneOfRow, SomeOfRow)):
            examples = [shown(ask.space, ask.space.nth(at)) for at in (0, ask.count() - 1)]
            example = examples[examples[0] == "none"]
            yield from self.terminal.wrapped(
                f"Such as '{example}'; the first word may be left out where the cards say it, "
                "capitals and spaces do not matter, t is 10."
            )
        if isinstance(ask.space, OneOf) and heading(ask.space.options):
            one, other = spoken(ask.space.nth(0)), plain_answer(ask.space.plain(ask.space.nth(0)))
            yield from self.terminal.wrapped(f"Such as '{one}' or '{other}'; as much as says which is enough.")
        yield ""
        yield from self.rules.about(ask.what)
        commands = [*self.rules.contents(), *COMMANDS]
        width = max(len(name) for name, _ in commands)
        for name, meaning in commands:
            yield from self.terminal.wrapped(meaning, f"{name.ljust(width)}  ", " " * (width + 2))


def columns(items: Iterable[str], head: str, width: int) -> Iterable[str]:
    """Items that are not broken, as many in a line as fit, below each other."""
    found = list(items)
    each = max(map(visible, found)) + 3
    across = max(1, (width - visible(head) + 3) // each)
    for start in range(0, len(found), across):
        line = "".join(pad(item, each) for item in found[start : start + across])
        yield ((head if not start else " " * visible(head)) + line).rstrip()
