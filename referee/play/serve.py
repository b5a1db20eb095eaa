"""The bot's end of the protocol: plays a Python bot over two pipes. See ``docs/protocol.md``.

    python -I -S -c "import sys; sys.path.append(FOLDER_OF_REFEREE); import referee.play.serve as s; s.serve(BOT)"

Imports as little as it can: a bot is ready a few milliseconds after the interpreter.
"""

from __future__ import annotations

import os
import sys

from referee.play.bot import Ask, Bot, Option, View
from referee.play.described import space_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from referee.kernel.game import Game
    from referee.play.imagine import Imagination

PROTOCOL = 1
READ_BYTES = 1 << 15
"""Small enough that the memory for it is at hand: the system is not asked for new pages for each line."""

ASK, CLOCK = b'{"type":"ask","id":', b',"clock":'
"""Where the two parts of a question are that no other question has: its number and its clock.

The clock ends the line, unless something comes with the question; that has brackets.
"""
NOTES_BYTES = 40_000
"""Of the notes beside an answer: a line has 65,535."""
KNOWN = 512
"""Questions that are kept."""
NOTHING: dict[str, Any] = {}


def _json() -> tuple[Any, Any]:
    """Reads and writes JSON text. The C parts of the json module alone: the rest of it takes long to load."""
    try:
        from _json import (
            encode_basestring_ascii,
            make_encoder,
            make_scanner,
        )

        class Context:
            strict = True
            object_hook = object_pairs_hook = parse_constant = None
            parse_float, parse_int = float, int

        scan = make_scanner(Context)  # type: ignore[arg-type]
        encode = make_encoder(None, _no_json, encode_basestring_ascii, None, ":", ",", False, False, False)
        parts = encode([{"a": [1, None, True, "é"]}], 0)
        if "".join(parts) == '[{"a":[1,null,true,"\\u00e9"]}]' and scan('{"a":[1]}', 0)[0] == {"a": [1]}:
            return (lambda text: scan(text, 0)[0]), (lambda data: "".join(encode(data, 0)))
    except (ImportError, AttributeError, TypeError, ValueError):
        pass
    import json

    return json.loads, json.JSONEncoder(separators=(",", ":"), allow_nan=False, default=_no_json).encode


def _no_json(thing: Any) -> Any:
    raise TypeError(f"{type(thing).__name__} is no JSON data")


class Wire:
    """The two pipes. Taken away from standard input and output before the bot's own code runs."""

    def __init__(self) -> None:
        self.read_json, self.write_json = _json()
        self.inward, self.outward = os.dup(0), os.dup(1)
        os.dup2(2, 1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        self.pending = b""

    def receive(self) -> dict[str, Any]:
        return self.read_json(self.line().decode())  # type: ignore[no-any-return]

    def line(self) -> bytes:
        """What the referee says next, with its newline."""
        line = self.pending or self._more()
        end = line.find(b"\n") + 1
        while not end:
            more = self._more()
            end = more.find(b"\n") + 1
            end += len(line) if end else 0
            line += more
        self.pending = line[end:]
        return line[:end]

    def _more(self) -> bytes:
        chunk = os.read(self.inward, READ_BYTES)
        if not chunk:
            os._exit(0)
        return chunk

    def send(self, text: str) -> None:
        line = text.encode()
        sent = os.write(self.outward, line)
        while sent < len(line):
            sent += os.write(self.outward, line[sent:])

    def look(self, number: str, more: str) -> dict[str, Any]:
        """The view of the open question; with ``more`` what the seat knows beside it."""
        self.send(f'{{"type":"view","id":{number}{more}}}\n')
        return self.receive()


class Seen(View):
    """The view of the open question: what did not come with it is asked for when the bot first looks."""

    __slots__ = ("ask", "came", "number", "server")

    def __init__(self, server: Server, number: str, ask: Ask, came: dict[str, Any]) -> None:
        self.server, self.number, self.ask, self.came = server, number, ask, came
        self._data = self._imagination = None

    def _make(self) -> dict[str, Any]:
        return self.came.get("view") or self.server.wire.look(self.number, "")["view"]  # type: ignore[no-any-return]

    def _think(self, view: View) -> Imagination:
        server, ask = self.server, self.ask
        known = self.came.get("knowledge") or server.wire.look(self.number, ',"knowledge":true')["knowledge"]
        return server.imagination(self.data, known, (ask.what, ask.player, ask.describe()))


class Timed(Ask):
    """A question whose clock is read when the bot looks at it."""

    __slots__ = ("_line", "_read")

    def __init__(self, asked: tuple[str, int, Any], line: bytes, read: Callable[[str], Any]) -> None:
        self.what, self.player, self.space = asked
        self._line, self._read = line, read

    @property
    def clock(self) -> dict[str, float]:  # type: ignore[override]
        line = self._line
        return self._read(line[line.rfind(CLOCK) + len(CLOCK) : -2].decode())  # type: ignore[no-any-return]


class Server:
    """One process of a bot; it plays one match after the other."""

    def __init__(self, wire: Wire, bot: type[Bot]) -> None:
        self.wire, self.made = wire, bot
        self.bot: Bot = bot()
        self.fresh = True
        self.listens = bot.event is not Bot.event
        self.info: dict[str, Any] = {}
        self.game: Game[Any] | None = None
        self.known: dict[bytes, tuple[str, int, Any]] = {}
        """What was asked, and the space."""

    def ready(self) -> None:
        events = ',"events":true' if self.listens else ""
        self.wire.send(f'{{"type":"ready","protocol":{PROTOCOL}{events}}}\n')

    def start(self, message: dict[str, Any]) -> None:
        if not self.fresh:
            self.bot = self.made()
        self.fresh = False
        bot = self.bot
        self.info = {key: each for key, each in message.items() if key not in ("type", "seed")}
        self.game = None
        bot.seat, bot.seed, bot._rng = message["seat"], bytes.fromhex(message["seed"]), None
        bot.start(dict(self.info))
        self.ready()

    def ask(self, line: bytes) -> None:
        """Answer the question of a line. What may be answered is kept: the same is often asked again."""
        start, end = line.find(b",", len(ASK)), line.rfind(CLOCK)
        if end < start or line.find(b"]", end) > 0:
            self.ask_at_length(self.wire.read_json(line.decode()))
            return
        middle = line[start:end]
        asked = self.known.get(middle)
        if asked is None:
            told = self.wire.read_json("{" + middle[1:].decode() + "}")
            asked = told["ask"], told["for"], space_of(told["space"])
            if len(self.known) >= KNOWN:
                self.known.clear()
            self.known[middle] = asked
        self.answer(line[len(ASK) : start].decode(), Timed(asked, line, self.wire.read_json), NOTHING)

    def ask_at_length(self, message: dict[str, Any]) -> None:
        """Answer a question that brings more than it asks."""
        for event in message.get("events", ()):
            self.bot.event(event)
        ask = Ask(message["ask"], message["for"], space_of(message["space"]), message.get("clock"))
        self.answer(str(message["id"]), ask, message)

    def answer(self, number: str, ask: Ask, came: dict[str, Any]) -> None:
        bot, wire = self.bot, self.wire
        view = Seen(self, number, ask, came)
        answer = bot.answer(view, ask)
        if isinstance(answer, Option):
            answer = answer.space.plain(answer.raw)
        more = ""
        if view._data is not None:
            more = ',"view":true'
        if view._imagination is not None:
            more += ',"knowledge":true'
        if bot._notes:
            more += self.notes(bot._notes)
            bot._notes = None
        wire.send(f'{{"type":"answer","id":{number},"answer":{wire.write_json(answer)}{more}}}\n')

    def notes(self, texts: list[str]) -> str:
        """As many of the first as fit into a line."""
        found, left = [], NOTES_BYTES
        for text in texts[:100]:
            found.append(self.wire.write_json(text))
            left -= len(found[-1]) + 1
            if left < 0:
                found.pop()
                break
        return f',"notes":[{",".join(found)}]'

    def imagination(self, view: dict[str, Any], known: dict[str, Any], asked: tuple[str, int, Any]) -> Imagination:
        """Only here the rules of the game are loaded."""
        from referee.play.imagine import Imagination

        if self.game is None:
            from referee.games.registry import find_game

            told = self.info
            made = find_game(os.environ.get("REFEREE_GAME") or told["game"])
            self.game = made(told["players"], readings=told["readings"], settings=told["settings"])
        return Imagination(self.game, view, known, asked)

    def run(self) -> None:
        wire = self.wire
        while True:
            line = wire.line()
            if line.startswith(ASK):
                self.ask(line)
                continue
            message = wire.read_json(line.decode())
            kind = message["type"]
            if kind == "ask":
                self.ask_at_length(message)
            elif kind == "start":
                self.start(message)
            elif kind == "end":
                for event in message.get("events", ()):
                    self.bot.event(event)
                self.bot.end(message["result"])
            elif kind == "hello":
                self.ready()
            elif kind == "quit":
                os._exit(0)


def load(path: str) -> type[Bot]:
    """The bot of a Python file: its only subclass of ``Bot``."""
    with open(path, "rb") as file:
        source = file.read()
    sys.path.insert(0, os.path.dirname(path))
    module = type(sys)("bot")
    module.__file__ = path
    sys.modules["bot"] = module
    exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)
    bots = [
        each
        for each in vars(module).values()
        if isinstance(each, type) and issubclass(each, Bot) and each.__module__ == "bot"
    ]
    if len(bots) != 1:
        there = f"{len(bots)} subclasses" if bots else "no subclass"
        raise ImportError(f"{os.path.basename(path)} has {there} of referee.bot.Bot; one is wanted")
    return bots[0]


def serve(path: str) -> None:
    """Play the bot of a file until the referee says ``quit`` or goes away; never returns."""
    wire = Wire()
    try:
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
        Server(wire, load(path)).run()
    except BaseException as error:
        kind = "memory" if isinstance(error, MemoryError) else "crash"
        reason = f"{type(error).__name__}: {error}"[:500]
        try:
            wire.send(wire.write_json({"type": "error", "kind": kind, "reason": reason}) + "\n")
            sys.excepthook(*sys.exc_info())
            sys.stderr.flush()
        finally:
            os._exit(1)
