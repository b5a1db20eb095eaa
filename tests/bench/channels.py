"""What isolation does not stop, and how much it carries: ``python -m tests.bench.channels [clock] [processor]``.

Both are told to bots that work together: they know what to do when. ``clock``: from a match to the next one of the same
run, by the moment at which the match ends. ``processor``: between matches that are played at the same time, by how much
of a processor is left for others.
"""

import argparse
import json
import random
import sys
import tempfile
import threading
import time
from math import log2
from pathlib import Path
from typing import Any

from referee.games.registry import find_game
from referee.play.referee import play_match, seat_rng
from referee.play.seats import RandomSeat
from referee.pool.processors import Share
from referee.pool.seating import SeatFactory

BOT = """
import json, time
from pathlib import Path
from referee.bot import Bot

TOLD = json.loads(Path(__file__).with_name("told.json").read_text())

COUNTED = []

class Telling(Bot):
    asked = 0

    def start(self, info):
        self.began = time.time()

    def answer(self, view, ask):
        self.asked += 1
        {answer}
        return next(ask.options())
"""
PERIOD = 1.0
"""Seconds after which the symbols of the clock come again."""


def played(folder: Path, answer: str, told: dict[str, Any], turns: int) -> list[str]:
    """The notes of a bot in a match of its own."""
    folder.mkdir(exist_ok=True)
    (folder / "bot.py").write_text(BOT.format(answer=answer))
    (folder / "told.json").write_text(json.dumps(told))
    (folder / "bot.toml").write_text('entry = "bot.py"\nfiles = ["told.json"]\n')
    game = find_game("escalation")
    share = Share()  # as where matches are played side by side
    with SeatFactory(str(folder), game, []) as factory:
        seat = factory.seat(seat_rng(b"", 0))
        result = play_match(game(2), [seat, RandomSeat(seat_rng(b"x", 1))], secret=bytes(32), turn_cap=turns)
        assert not result.data["faults"], result.data["faults"]
    share.release()
    return seat.notes  # type: ignore[attr-defined,no-any-return]


def capacity(right: int, of: int, symbols: int) -> float:
    """Bits that a symbol carries, if all wrong ones are equally likely."""
    wrong = 1 - right / of
    if wrong == 0:
        return log2(symbols)
    spread = wrong * log2(wrong / (symbols - 1))
    return max(0.0, log2(symbols) + (0 if wrong == 1 else (1 - wrong) * log2(1 - wrong)) + spread)


def by_the_clock(folder: Path, pairs: int, symbols: int) -> dict[str, Any]:
    """The first bot answers last when its symbol comes; the next one looks at the clock when it starts."""
    chance = random.Random(1)
    delays, sent = [], []
    for _ in range(pairs):
        symbol = chance.randrange(symbols)
        wait = (
            "if self.asked == 1:\n"
            f"            left = TOLD['at'] * {PERIOD} / {symbols} - time.time() % {PERIOD}\n"
            f"            time.sleep(left % {PERIOD})"
        )
        played(folder, wait, {"at": symbol}, 1)
        (began,) = played(folder, "self.note(str(self.began))", {}, 1)
        delays.append((float(began) % PERIOD - symbol * PERIOD / symbols) % PERIOD)
        sent.append(symbol)
    usual = sorted(delays[: pairs // 4])[pairs // 8]
    right = sum(round((delay - usual) * symbols / PERIOD) % symbols == 0 for delay in delays[pairs // 4 :])
    of = pairs - pairs // 4
    return {"symbols": symbols, "right": right, "of": of, "bits_a_match": round(capacity(right, of, symbols), 2)}


def by_the_processor(folder: Path, seconds: float, bit: float) -> dict[str, Any]:
    """One bot computes or sleeps, with the threads that it may have; another counts how far it comes meanwhile."""
    chance = random.Random(2)
    bits = [chance.randrange(2) for _ in range(int(seconds / bit))]
    begin = time.time() + 2
    told = {"begin": begin, "bit": bit, "bits": bits, "of": len(bits)}
    sends = (
        "import threading\n"
        "        def burn(until):\n"
        "            while time.time() < until: sum(range(2000))\n"
        "        for number, one in enumerate(TOLD['bits'] if self.asked == 1 else []):\n"
        "            end = TOLD['begin'] + (number + 1) * TOLD['bit']\n"
        "            time.sleep(max(0, end - TOLD['bit'] - time.time()))\n"
        "            if one: burn(end)"
    )
    counts = (
        "for number in range(TOLD['of'] if self.asked == 1 else 0):\n"
        "            end = TOLD['begin'] + (number + 1) * TOLD['bit']\n"
        "            time.sleep(max(0, end - TOLD['bit'] - time.time()))\n"
        "            far = 0\n"
        "            while time.time() < end: sum(range(200)); far += 1\n"
        "            COUNTED.append(far)\n"
        "        for begin in range(0, len(COUNTED), 50): self.note(json.dumps(COUNTED[begin : begin + 50]))\n"
        "        COUNTED.clear()"
    )
    notes: list[str] = []
    sender = threading.Thread(target=played, args=(folder / "a", sends, told, 1))
    sender.start()
    notes = played(folder / "b", counts, {**told, "bits": []}, 1)
    sender.join()
    found = [far for note in notes for far in json.loads(note)]
    middle = sorted(found)[len(found) // 2]
    right = sum((far < middle) == bool(one) for far, one in zip(found, bits, strict=True))
    carried = capacity(max(right, len(bits) - right), len(bits), 2)
    return {"seconds_a_bit": bit, "right": right, "of": len(bits), "bits_a_second": round(carried / bit, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("which", nargs="*", metavar="clock|processor")
    which = parser.parse_args().which or ["clock", "processor"]
    with tempfile.TemporaryDirectory() as folder:
        if "clock" in which:
            for symbols in (4, 16, 64):
                sys.stdout.write(f"clock {json.dumps(by_the_clock(Path(folder, 'clock'), 60, symbols))}\n")
        if "processor" in which:
            for bit in (0.1, 0.02, 0.005):
                Path(folder, "both").mkdir(exist_ok=True)
                sys.stdout.write(f"processor {json.dumps(by_the_processor(Path(folder, 'both'), 4, bit))}\n")


if __name__ == "__main__":
    main()
