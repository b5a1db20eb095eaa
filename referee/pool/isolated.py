"""A seat whose bot plays in a process of its own, over the protocol."""

from __future__ import annotations

from typing import Any

from referee.kernel.requests import Choice
from referee.kernel.views import view_of
from referee.play.protocol import (
    LINE_BYTES,
    PROTOCOL,
    UNREAD,
    Answer,
    Failed,
    LookUp,
    ProtocolError,
    Ready,
    decode,
    encode,
    plain_answer,
)
from referee.play.sanitize import harmless
from referee.play.seats import BotFault, Seat
from referee.pool.jail import Isolation
from referee.pool.limits import Bank, Limits
from referee.pool.process import GRACE, BotProcess, now
from referee.pool.program import Program
from referee.pool.question_json import question

NOTES_OF_A_MATCH = 10_000
"""Notes beyond that are not kept."""
QUIT = b'{"type":"quit"}\n'
DEAF = 0.25
"""The share of the time for an ordinary end that is left to a bot which did not end by itself."""


class IsolatedSeat(Seat):
    """Plays any number of matches, one after the other, until it is closed.

    Its process is started when a match begins and none is running, and killed when the bot was at fault. After
    each match it lives on, unless ``lasting`` is false. Between its questions the bot is frozen.
    """

    remembers = True
    own_code = False

    def __init__(self, name: str, program: Program, limits: Limits, kind: Isolation, *, lasting: bool = True) -> None:
        self.name, self.program, self.limits, self.kind, self.lasting = name, program, limits, kind, lasting
        self.isolation = kind.value
        self.limits_told = limits.as_json()
        self.listens = False
        self.process: BotProcess | None = None
        self._greeted = False
        """Whether the process has said that it is ready."""
        self.bank = Bank(limits)
        self.late = 0
        """Answers in this match to questions that were no longer open: ignored."""
        self.log = ""
        """The standard error of the bot, ``print`` included, in the last match."""
        self.notes: list[str] = []
        """The notes that came with its answers in the last match (``Bot.note``), for its author."""
        self._new_notes: list[str] = []
        self.times: list[float] = []
        """Seconds of each answer of the last match."""
        self.memory = 0
        """The most memory that its process has had, in bytes; 0 where the system does not tell."""
        self._asked = 0
        self._grace = GRACE
        """Seconds that it gets to go by itself: a bot that never does costs no time, match for match."""
        self._wants(False, False)
        self._events: list[Any] = []

    # -- a match ----------------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Start its process if none is running, and wait for nothing: ``start`` does. OSError is the host's fault."""
        if self.process is not None and not self.process.running():
            self.close()
        if self.process is None:
            self.process = BotProcess(self.program, self.limits, self.kind)
            self._greeted = False
            self._asked = 0  # the numbers of questions say nothing of earlier matches

    def start(self, info: dict[str, Any]) -> None:
        self.bank, self.late, self._events = Bank(self.limits), 0, []
        self._wants(False, False)
        self.notes, self._new_notes, self.times = [], [], []
        self.log = ""
        deadline = now() + self.limits.start
        self.prepare()
        assert self.process is not None
        try:
            if not self._greeted:
                self.process.send(encode({"type": "hello", "protocol": PROTOCOL}) + b"\n", deadline)
                self.listens = self._ready(self.process, deadline).events
                self._greeted = True
                deadline = now() + self.limits.start
            self.process.new_match(may_share_processor=self.may_share_processor)
            told = {"type": "start", **info, "limits": self.limits.as_json()}
            self.process.send(encode(told) + b"\n", deadline)
            self._ready(self.process, deadline)
            self.process.freeze()
        except BotFault as fault:
            self._failed(fault)
            raise

    def _ready(self, process: BotProcess, deadline: float) -> Ready:
        while True:
            message = self._message(process, deadline)
            if type(message) is Ready:
                if message.protocol != PROTOCOL:
                    raise BotFault("protocol", f"it speaks protocol {message.protocol}, not {PROTOCOL}")
                return message
            if type(message) is Answer and message.id <= self._asked:
                self._ignore(process, message)
                continue
            raise BotFault("protocol", f"{_kind(message)!r} where 'ready' is expected")

    def event(self, event: list[Any]) -> None:
        self._events.append(event)

    def take_notes(self) -> list[str]:
        notes, self._new_notes = self._new_notes, []
        return notes

    def answer(self, choice: Choice) -> Any:
        process, bank = self.process, self.bank
        if process is None:
            raise BotFault("crash", "its process has ended")
        self._asked = number = self._asked + 1
        asked = question(choice)
        digits, closing = b"%d" % number, self._closing
        opening = b'{"type":"answer","id":' + digits + b',"answer":'
        line = b'{"type":"ask","id":' + digits + asked.text + bank.text()
        if self._events or self._wants_view or self._wants_knowledge:
            line += self._question_extras(choice)
        line += b"}\n"
        began = now()
        deadline = began + bank.allowance()
        try:
            if process.pending:
                self._drain_late_answers(process, number, deadline)
            process.send(line, deadline)
            line = process.receive(deadline)
            took = now() - began
            # Most answers are plain, and say the same beside the answer as the one before.
            text = line[len(opening) : -len(closing)]
            plain = line.startswith(opening) and line.endswith(closing) and len(line) < LINE_BYTES
            if plain and text in asked.answers:
                bank.took(took)
                self.times.append(took)
                return asked.answers[text]
            answer = plain_answer(text) if plain else UNREAD
            if answer is UNREAD:
                plain = False
                answer = self._long_way(process, choice, number, line, deadline)
                took = now() - began
        except BotFault as fault:
            self._failed(fault)
            raise
        bank.took(took)
        self.times.append(took)
        try:
            read = choice.space.read(answer)
        except (ValueError, TypeError, LookupError) as error:
            raise BotFault("illegal", str(error)[:500], answer) from None
        if plain:
            asked.keep(text, read)
        return read

    def _drain_late_answers(self, process: BotProcess, number: int, deadline: float) -> None:
        """Read what came behind the last answer: an older one once more, or a fault."""
        while b"\n" in process.pending:
            message = self._message(process, deadline)
            if type(message) is not Answer:
                raise BotFault("protocol", f"{_kind(message)!r} about no open question")
            if message.id >= number:
                raise BotFault("protocol", f"an answer to question {message.id}, which was not asked yet")
            self._ignore(process, message)

    def _question_extras(self, choice: Choice) -> bytes:
        """The additions to a question."""
        told: dict[str, Any] = {}
        if self._events:
            told["events"], self._events = self._events, []
        if self._wants_view:
            told["view"] = view_of(choice.table, choice.decider)
        if self._wants_knowledge and self.history is not None:
            told["knowledge"] = self.history.knowledge(choice.decider)
        return b"," + encode(told)[1:-1] if told else b""

    def _long_way(self, process: BotProcess, choice: Choice, number: int, line: bytes, deadline: float) -> Any:
        """The data of the answer; other messages of the bot may come before it or with it."""
        message = self._read(line)
        while True:
            if type(message) is Answer and message.id == number:
                break
            if type(message) is Answer and message.id < number:
                self._ignore(process, message)
            elif type(message) is LookUp and message.id == number:
                view = {"type": "view", "id": number, "view": view_of(choice.table, choice.decider)}
                if message.knowledge and self.history is not None:
                    view["knowledge"] = self.history.knowledge(choice.decider)
                process.send(encode(view) + b"\n", deadline)
                if now() > deadline:  # what comes at once is read at once, and showing it takes time too
                    raise BotFault("time", "no answer in time: it looked too long")
            elif type(message) is Answer:
                raise BotFault("protocol", f"an answer to question {message.id}, which was not asked yet")
            elif type(message) is LookUp:
                raise BotFault("protocol", f"{_kind(message)!r} about no open question")
            else:
                raise BotFault("protocol", f"{_kind(message)!r} where an answer is expected")
            message = self._message(process, deadline)
        self._wants(message.view, message.knowledge)
        if message.notes:
            process.wrote(sum(map(len, message.notes)))
            self._new_notes = [harmless(note, "\n\t") for note in message.notes]
            self.notes += self._new_notes[: NOTES_OF_A_MATCH - len(self.notes)]
        return message.answer

    def _wants(self, view: bool, knowledge: bool) -> None:
        """What the next question shall bring; a plain answer ends as this one did."""
        self._wants_view, self._wants_knowledge = view, knowledge
        self._closing = (b',"view":true' if view else b"") + (b',"knowledge":true' if knowledge else b"") + b"}"

    def rest(self) -> None:
        """The bot is frozen when the next seat is asked: between its own questions only the rules run."""
        if self.process is not None:
            self.process.freeze()

    def _message(self, process: BotProcess, deadline: float) -> Any:
        return self._read(process.receive(deadline))

    def _read(self, line: bytes) -> Any:
        try:
            message = decode(line)
        except ProtocolError as error:
            raise BotFault("protocol", f"{error}; it sent {line[:80]!r}") from None
        if type(message) is Failed:
            kind = message.kind if message.kind in ("crash", "memory") else "crash"
            raise BotFault(kind, message.reason[:500])
        return message

    def _ignore(self, process: BotProcess, message: Answer) -> None:
        self.late += 1
        process.wrote(len(encode(message)) + 1)

    def end(self, result: dict[str, Any]) -> None:
        process = self.process
        if process is None:
            return
        told: dict[str, Any] = {"type": "end", "result": result}
        if self._events:
            told["events"], self._events = self._events, []
        self.memory = max(self.memory, process.peak_memory())
        try:
            process.send(encode(told) + b"\n", now() + self.limits.move)
        except BotFault as fault:
            self._failed(fault)
            raise
        if self.lasting:
            process.rest()
        else:
            self.close()

    def left(self) -> None:
        """The match is over for everybody: nothing of a bot that was at fault, or lives for one match, is left."""
        if self.process is not None:
            self.log = self.process.log
            self.memory = max(self.memory, self.process.peak_memory())
            if self.lasting:
                self.process.rest()
            else:
                self.close()

    # -- its process ------------------------------------------------------------------------------------

    def close(self) -> None:
        """End the process, if there is one; a later match starts another."""
        self._end(QUIT, self._grace)

    def _failed(self, fault: BotFault) -> None:
        """It is killed; one that says itself that it failed may first say more on standard error."""
        self._end(b"", self._grace if fault.kind in ("crash", "memory") else 0)

    def _end(self, farewell: bytes, patience: float) -> None:
        process, self.process = self.process, None
        if process is not None:
            went = process.close(farewell, patience)
            if patience:
                self._grace = GRACE if went else self._grace * DEAF
            self.log = process.log

    def __enter__(self) -> IsolatedSeat:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _kind(message: Any) -> str:
    return str(message.__struct_config__.tag)
