"""How one match went: lines for a terminal, and the same as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from referee.cli.game_options import form_fields
from referee.cli.terminal import Terminal
from referee.kernel.game import Game
from referee.kernel.scalars import to_plain
from referee.play.event_text import listed, plain_value
from referee.record.replay import was_left


@dataclass(frozen=True, slots=True)
class MatchReport:
    """``result`` is what the record says of the end (``referee.record.replay.result_data``)."""

    game: Game[Any]
    seats: Sequence[str]
    result: Mapping[str, Any]
    witness: bool = False
    """Whether it is a record that shows something, and is cut where it has shown it."""

    def lines(self, terminal: Terminal, more: Iterable[tuple[str, str]] = ()) -> Iterator[str]:
        """A headline, the seats, and what else there is to say; ``more`` are further fields (label, text)."""
        yield from map(terminal.bold, terminal.wrapped(f"{self.game.title}: {self.headline}"))
        yield ""
        ranks, payoffs = self.result["ranks"], self.result["payoffs"]
        nothing = "open" if was_left(self.result) else "void"
        rows = [
            (seat, name, ranks[seat] if ranks else nothing, amount(payoffs[seat]) if payoffs else nothing)
            for seat, name in enumerate(self.seats)
        ]
        yield from terminal.table(("seat", "player", "rank", "payoff"), rows, right=(0, 2, 3)).split("\n")
        yield ""
        yield from fields([*self.fields(), *form_fields(self.game), *more], terminal)

    @property
    def headline(self) -> str:
        turns = counted(self.result["turns"], "turn")
        if self.result["reason"] == "stopped":
            return f"stopped by its rules after {turns}; the match is void"
        if was_left(self.result):
            return f"left after {turns}, before it was over"
        winners = [seat for seat, rank in enumerate(self.result["ranks"]) if rank == 1]
        if self.is_cut:
            return f"cut after {turns}: the record of a witness ends here, and the match does not"
        if self.result["reason"] == "turn-cap":
            seats = f"seat{'s' if len(winners) > 1 else ''} {listed([str(seat) for seat in winners])}"
            return f"stopped by the turn cap after {turns}; a draw of {seats}"
        if self.game.cooperative:
            goal = self.game.goal()
            score = plain_value(to_plain(max(map(exact, self.result["payoffs"]))))
            return f"all score {score}{'' if goal is None else f' of {goal}'} after {turns}"
        names = listed([f"seat {seat} ({self.seats[seat]})" for seat in winners])
        return f"{names} {'wins' if len(winners) == 1 else 'share the win'} after {turns}"

    @property
    def is_cut(self) -> bool:
        """Whether the match would go on where its record ends."""
        return self.witness and self.result["reason"] == "turn-cap"

    def fields(self) -> Iterator[tuple[str, str]]:
        if was_left(self.result):
            yield "ended", "left; 'referee play --resume' with this record goes on"
        else:
            yield "ended", "cut" if self.is_cut else self.result.get("stopped") or self.result["reason"]
        faults = self.result["faults"]
        for fault in faults:
            yield "fault", fault_line(fault, self.seats)
        if not faults:
            yield "faults", "none"

    def as_json(self) -> dict[str, Any]:
        """Payoffs that are no whole numbers are ``{"fraction": "1/2"}``."""
        return {key: self.result.get(key) for key in ("reason", "stopped", "turns", "ranks", "payoffs", "faults")}


def fault_line(fault: Mapping[str, Any], seats: Sequence[str]) -> str:
    seat = fault["seat"]
    return f"seat {seat} ({seats[seat]}), {fault['kind']}, in turn {fault['turn'] + 1}: {fault['reason']}"


def fields(pairs: Iterable[tuple[str, str]], terminal: Terminal) -> Iterator[str]:
    """``label  text``, the texts below each other and wrapped."""
    rows = list(pairs)
    width = max(len(label) for label, _ in rows)
    for label, text in rows:
        yield from terminal.wrapped(text, f"{label.ljust(width)}  ", " " * (width + 2))


def amount(payoff: Any) -> str:
    """A payoff as records hold it, with its sign."""
    told = plain_value(payoff)
    return told if told.startswith("-") or told == "0" else f"+{told}"


def exact(payoff: Any) -> int | Fraction:
    """The number that a payoff of a record is."""
    return Fraction(payoff["fraction"]) if isinstance(payoff, Mapping) else payoff


def counted(number: int, noun: str) -> str:
    plural = f"{noun}es" if noun.endswith("ch") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"
