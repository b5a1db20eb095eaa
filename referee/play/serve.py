"""The bot's end of the protocol: plays a Python bot over two pipes. See ``docs/protocol.md``.

    python -I -S -c "import sys; sys.path.append(FOLDER_OF_REFEREE); import referee.play.serve as s; s.serve(BOT)"

Imports as little as it can: a bot is ready a few milliseconds after the interpreter.
"""

from __future__ import annotations

import os
import sys

from referee.play.bot import Ask, Bot, Option, View
from referee.play.described_cards import Described
from referee.play.described_spaces import space_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from referee.kernel.game import Game
    from referee.play.imagine import Imagination

PROTOCOL = 1
READ_BYTES = 1 << 15
"""Small enough that the memory for it is at hand: the system is not asked for new pages for each line."""

ASK, CLOCK = b'{"type":"ask","id":', b',"clock":'
"""The positions of the two parts of a question that change from question to question: its number and its clock.

The clock ends the line unless something comes with the question; then a brace is closed before the end.
"""
NOTES_BYTES = 40_000
"""Bytes of the notes that come with an answer; a line has 65,535."""
KNOWN = 4096
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
        return self.read(self.line())  # type: ignore[no-any-return]

    def read(self, line: bytes) -> Any:
        return self.read_json(line.decode())

    def write(self, data: Any) -> bytes:
        return self.write_json(data).encode()  # type: ignore[no-any-return]

    def line(self) -> bytes:
        """The referee's next message, with its newline."""
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

    def send(self, line: bytes) -> None:
        sent = os.write(self.outward, line)
        while sent < len(line):
            sent += os.write(self.outward, line[sent:])

    def look(self, number: bytes, more: bytes) -> dict[str, Any]:
        """The view of the open question; with ``more`` what the seat knows beside it."""
        self.send(b'{"type":"view","id":%b%b}\n' % (number, more))
        return self.receive()


class Seen(View):
    """The view of the open question: what did not come with it is asked for when the bot first looks."""

    __slots__ = ("asked",)

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self._data = self._imagination = None

    def _make(self) -> dict[str, Any]:
        asked = self.asked
        return asked.came.get("view") or asked.server.wire.look(asked.number, b"")["view"]  # type: ignore[no-any-return]

    def _think(self, view: View) -> Imagination:
        ask = self.asked
        server = ask.server
        known = ask.came.get("knowledge") or server.wire.look(ask.number, b',"knowledge":true')["knowledge"]
        return server.imagination(self.data, known, (ask.what, ask.player, ask.describe()))

    def _rules(self) -> Game[Any]:
        return self.asked.server.rules()


class Asked(Ask):
    """The open question. Its clock is read when the bot looks at it."""

    __slots__ = ("came", "number", "server", "time")

    def __init__(self, server: Server, number: bytes, asked: tuple[str, int, Any], time: bytes) -> None:
        self.server, self.number, self.time = server, number, time
        self.what, self.player, self.space = asked
        self.came = NOTHING
        """What came with it."""

    @property
    def clock(self) -> dict[str, float]:  # type: ignore[override]
        return self.server.wire.read(self.time)  # type: ignore[no-any-return]


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
        """The question and its space."""

    def ready(self) -> None:
        events = b',"events":true' if self.listens else b""
        self.wire.send(b'{"type":"ready","protocol":%d%b}\n' % (PROTOCOL, events))

    def start(self, message: dict[str, Any]) -> None:
        if not self.fresh:
            self.bot = self.made()
        self.fresh = False
        bot = self.bot
        self.info = {key: each for key, each in message.items() if key not in ("type", "seed")}
        self.game = None
        bot.seat, bot.seed = message["seat"], bytes.fromhex(message["seed"])
        bot.__dict__.pop("rng", None)
        bot.start(dict(self.info))
        self.ready()

    def learn(self, middle: bytes) -> tuple[str, int, Any]:
        """What is asked in the middle of a line. It is kept: the same is often asked again."""
        told = self.wire.read(b"{%b}" % middle)
        if len(self.known) >= KNOWN:
            self.known.clear()
        asked = self.known[middle] = told["ask"], told["for"], space_of(told["space"])
        return asked

    def ask_at_length(self, message: dict[str, Any]) -> None:
        """Answer a question that brings more than it asks."""
        for event in message.get("events", ()):
            self.bot.event(event)
        asked = message["ask"], message["for"], space_of(message["space"])
        ask = Asked(self, b"%d" % message["id"], asked, self.wire.write(message.get("clock")))
        ask.came = message
        self.answer(ask)

    def answer(self, ask: Asked) -> None:
        bot, wire = self.bot, self.wire
        view = Seen(ask)
        answer = bot.answer(view, ask)
        if isinstance(answer, Option):
            space, answer = answer.space, answer.raw
            text = space.text(answer, wire) if isinstance(space, Described) else wire.write(space.plain(answer))
        else:
            text = wire.write(answer)
        if view._data is not None or bot._notes:
            text += self.reply_extras(view)
        line = b'{"type":"answer","id":' + ask.number + b',"answer":' + text + b"}\n"
        wire.send(line)

    def reply_extras(self, view: Seen) -> bytes:
        """The additions to an answer: what the next question shall bring, and notes."""
        more = b',"view":true' if view._data is not None else b""
        if view._imagination is not None:
            more += b',"knowledge":true'
        if notes := self.bot._notes:
            self.bot._notes = None
            more += self.notes(notes)
        return more

    def notes(self, texts: list[str]) -> bytes:
        """As many of the first notes as fit into a line."""
        found, left = [], NOTES_BYTES
        for text in texts[:100]:
            found.append(self.wire.write(text))
            left -= len(found[-1]) + 1
            if left < 0:
                found.pop()
                break
        return b',"notes":[%b]' % b",".join(found)

    def imagination(self, view: dict[str, Any], known: dict[str, Any], asked: tuple[str, int, Any]) -> Imagination:
        """The imagination of the bot."""
        from referee.play.imagine import Imagination

        return Imagination(self.rules(), view, known, asked)

    def rules(self) -> Game[Any]:
        """The game; only here its rules are loaded."""
        if self.game is None:
            import referee.games
            from referee.games.registry import find_game

            told = self.info
            # In a jail the rules lie beside the archive that this package is there.
            beside = os.environ.get("REFEREE_GAMES")
            if beside and beside not in referee.games.__path__:  # from an earlier match
                referee.games.__path__.append(beside)
            made = find_game(os.environ.get("REFEREE_GAME") or told["game"])
            self.game = made(told["players"], readings=told["readings"], settings=told["settings"])
        return self.game

    def run(self) -> None:
        wire = self.wire
        while True:
            line = wire.line()
            if line.startswith(ASK):
                question, _, time = line.rpartition(CLOCK)
                number, _, middle = question[len(ASK) :].partition(b",")
                if time.find(b"}") == len(time) - 3:
                    asked = self.known.get(middle) or self.learn(middle)
                    self.answer(Asked(self, number, asked, time[:-2]))
                    continue
            message = wire.read(line)
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
            wire.send(wire.write({"type": "error", "kind": kind, "reason": reason}) + b"\n")
            sys.excepthook(*sys.exc_info())
            sys.stderr.flush()
        finally:
            os._exit(1)
