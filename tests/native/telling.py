"""Where a match is another one natively than in Python: the first question, outcome of chance or thing of the table."""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

from referee.kernel.driving import run
from referee.kernel.errors import RuleFault
from referee.kernel.game import Game
from referee.meaning.translation import meaning
from referee.native.cxx import Writer
from referee.native.engine import Engine
from referee.play.bulk import Bulk

MIX = "INLINE void mix(uint64_t x) {"
TELLING = """
static std::vector<uint64_t> told_numbers;
EXPORTED uint64_t told_so_far(uint64_t* into, uint64_t most) {
  for (uint64_t i = 0; i < most && i < told_numbers.size(); i++) into[i] = told_numbers[i];
  return told_numbers.size();
}
INLINE void mix(uint64_t x) { told_numbers.push_back(x);
"""
MOST = 1_000_000


class Telling(Bulk):
    """Plays a match, and keeps each number of its digest with what it is about."""

    def __init__(self, key: tuple[int, int], match: int) -> None:
        super().__init__(key, match)
        self.numbers: list[tuple[int, str]] = []
        self.about = ""
        self.table: Any = None

    def mix(self, number: int) -> None:
        super().mix(number)
        self.numbers.append((number & (1 << 64) - 1, f"turn {self.table.turns}: {self.about}"))

    def choose(self, choice: Any) -> Any:
        self.about = f"{choice.player} is asked '{choice.ask}', {choice.space.count()} answers"
        return super().choose(choice)

    def chance(self, event: Any) -> Any:
        self.about = f"chance: {event!r}"
        return super().chance(event)

    def sum_up_place(self, place: Any) -> None:
        self.about = f"the table at the end: {place}"
        super().sum_up_place(place)

    def sum_up_scalar(self, name: str, value: Any) -> None:
        self.about = f"the table at the end: {name} is {value!r}"
        super().sum_up_scalar(name, value)

    def sum_up_outcome(self, outcome: Any) -> None:
        self.about = f"the outcome: {outcome}"
        super().sum_up_outcome(outcome)


def in_python(game: Game[Any], key: tuple[int, int], match: int, cap: int | None) -> tuple[list[tuple[int, str]], str]:
    """The numbers of the digest, and how the match ended."""
    driver = Telling(key, match)
    table = driver.table = game.table()
    if game.ledger is not None:
        game.ledger.follow(table)
    try:
        outcome = run(game, table, driver, cap)
    except RuleFault as fault:
        return driver.numbers, f"turn {table.turns}: {fault.broken.name}, {fault.message}"
    if outcome is not None:
        driver.sum_up_outcome(outcome)
    driver.sum_up(table)
    return driver.numbers, "the end" if outcome else "the turn cap"


def natively(game: Game[Any], key: tuple[int, int], match: int, cap: int | None, folder: Path, flags: Any) -> Any:
    """The numbers of the digest, and the result."""
    text = Writer(meaning(game)).text()
    assert MIX in text
    engine = Engine.of_text(game, text.replace(MIX, TELLING), folder, flags)
    result = engine.play(key, match, 1, cap).results[0]
    numbers = (ctypes.c_uint64 * MOST)()
    engine._library.told_so_far.restype = ctypes.c_uint64
    return list(numbers[: engine._library.told_so_far(numbers, ctypes.c_uint64(MOST))]), result


def first_difference(
    game: Game[Any], key: tuple[int, int], match: int, cap: int | None, folder: Path, flags: Any = ()
) -> list[str]:
    """Lines that say where a match first differs."""
    numbers, end = in_python(game, key, match, cap)
    told, result = natively(game, key, match, cap, folder, flags)
    at = next((at for at, (a, b) in enumerate(zip(numbers, told, strict=False)) if a[0] != b), None)
    if at is not None:
        return [
            *[f"  the same: {number} ({about})" for number, about in numbers[max(0, at - 3) : at]],
            f"  in Python {numbers[at][0]} ({numbers[at][1]}), natively {told[at]}",
        ]
    if len(numbers) == len(told):
        return [f"  no number differs: in Python {end}, natively {result}"]
    if len(numbers) > len(told):
        return [f"  natively it stops before {numbers[len(told)][1]}: {result}"]
    return [f"  in Python it stops after {numbers[-1][1]}: {end}", f"  natively it goes on with {told[len(numbers)]}"]
