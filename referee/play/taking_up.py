"""Taking a match up again that was left: its record answers as far as it goes, then the seats are asked."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.games.registry import game_called
from referee.kernel.errors import BadInput
from referee.kernel.game import Game
from referee.kernel.requests import Choice
from referee.kernel.table import Table
from referee.play.referee import MatchResult, Referee, play_match
from referee.play.seats import Seat
from referee.record.entries import SHAPES
from referee.record.header import game_of
from referee.record.record import Recorder, read_record
from referee.record.replay import replay, was_left
from referee.record.tape import Tape


@dataclass(frozen=True, slots=True)
class LeftMatch:
    """A match that was left. ``said`` is what its seats answered so far, and their faults, in order."""

    game: Game[Any]
    header: Mapping[str, Any]
    turns: int
    secret: bytes
    said: Sequence[list[Any]]

    @staticmethod
    def of(content: bytes, name: str) -> LeftMatch:
        """BadInput where the record is of a match that is over, BadRecord where it is damaged."""
        replayed = replay(content, name)
        header, result = replayed.header, replayed.result
        if not was_left(result):
            raise BadInput(f"{name}: the match is over: there is nothing to go on with; 'referee replay' shows it")
        steps = read_record(content, name)[1][:-1]
        said = [entry for step in steps for entry in step["did"] if entry[0] in ("answer", *SHAPES)]
        return LeftMatch(
            game_of(header, name, game_called), header, result["turns"], bytes.fromhex(result["secret"]), said
        )

    def play(self, seats: Sequence[Seat], on_leave: Callable[[bytes | None], None] | None = None) -> MatchResult:
        """Go on to the end, or until it is left again; the record is of the whole match."""

        def referee(table: Table, seats: Sequence[Seat], tape: Tape, recorder: Recorder | None) -> Referee:
            return _WithMemory(table, seats, tape, recorder, self.said)

        return play_match(
            self.game,
            seats,
            secret=self.secret,
            seeded=self.header["chance"] == "seeded",
            turn_cap=self.header["turn_cap"],
            record=True,
            views=True,
            referee=referee,
            on_leave=on_leave,
        )


class _WithMemory(Referee):
    """Answers with what was said before, as long as there is something. It was checked when it was read."""

    def __init__(
        self, table: Table, seats: Sequence[Seat], tape: Tape, recorder: Recorder | None, said: Sequence[list[Any]]
    ) -> None:
        super().__init__(table, seats, tape, recorder)
        self.said = deque(said)

    def choose(self, choice: Choice) -> Any:
        if not self.said:
            return super().choose(choice)
        assert self.recorder is not None
        seat = choice.decider.seat
        if seat in self.unsent:
            if self.seats[seat].is_human:
                self.unsent[seat] = []  # he was told before he left
            else:
                self.tell(seat)
        self.decisions += 1
        self.recorder.asked(choice)
        while (entry := self.said.popleft())[0] != "answer":
            self.recorder.copied(entry)
            if entry[0] == "fault":
                self.take_over(seat, entry[2], entry[3])
        answer = choice.space.read(entry[2])
        self.recorder.answered(choice, answer)
        if self.history is not None:
            self.history.answered(choice, answer)
        return answer
