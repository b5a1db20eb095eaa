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
    from typing import Any

    from referee.kernel.game import Game
    from referee.play.imagine import Imagination

PROTOCOL = 1


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
        pending = self.pending
        while b"\n" not in pending:
            chunk = os.read(self.inward, 1 << 18)
            if not chunk:
                os._exit(0)
            pending += chunk
        line, _, self.pending = pending.partition(b"\n")
        return self.read_json(line.decode())  # type: ignore[no-any-return]

    def send(self, text: str) -> None:
        line = text.encode() + b"\n"
        while line:
            line = line[os.write(self.outward, line) :]

    def look(self, number: int, more: str) -> dict[str, Any]:
        """The view of the open question; with ``more`` what the seat knows beside it."""
        self.send(f'{{"type":"view","id":{number}{more}}}')
        return self.receive()


class Server:
    """One process of a bot; it plays one match after the other."""

    def __init__(self, wire: Wire, bot: type[Bot]) -> None:
        self.wire, self.made = wire, bot
        self.bot: Bot = bot()
        self.fresh = True
        self.listens = bot.event is not Bot.event
        self.info: dict[str, Any] = {}
        self.game: Game[Any] | None = None

    def ready(self) -> None:
        events = ',"events":true' if self.listens else ""
        self.wire.send(f'{{"type":"ready","protocol":{PROTOCOL}{events}}}')

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

    def ask(self, message: dict[str, Any]) -> None:
        bot, number = self.bot, message["id"]
        for event in message.get("events", ()):
            bot.event(event)
        looked = thought = False

        def look() -> dict[str, Any]:
            nonlocal looked
            looked = True
            return message.get("view") or self.wire.look(number, "")["view"]  # type: ignore[no-any-return]

        def think(view: View) -> Imagination:
            nonlocal thought
            thought = True
            known = message.get("knowledge") or self.wire.look(number, ',"knowledge":true')["knowledge"]
            return self.imagination(view.data, known, (ask.what, ask.player, ask.describe()))

        ask = Ask(message["ask"], message["for"], space_of(message["space"]), message.get("clock"))
        answer = bot.answer(View(look, think), ask)
        if isinstance(answer, Option):
            answer = answer.plain
        more = ""
        if looked:
            more = ',"view":true'
        if thought:
            more += ',"knowledge":true'
        if bot._notes:
            more += f',"notes":{self.wire.write_json(bot._notes[:100])}'
            bot._notes = None
        self.wire.send(f'{{"type":"answer","id":{number},"answer":{self.wire.write_json(answer)}{more}}}')

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
            message = wire.receive()
            kind = message["type"]
            if kind == "ask":
                self.ask(message)
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
            wire.send(wire.write_json({"type": "error", "kind": kind, "reason": reason}))
            sys.excepthook(*sys.exc_info())
            sys.stderr.flush()
        finally:
            os._exit(1)
