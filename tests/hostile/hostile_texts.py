"""What strangers write: texts that would do something to a terminal, a log, a page, and a game, bots, a record and
results full of them."""

from __future__ import annotations

import re
import shutil
import sqlite3
import unicodedata
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from referee.record.record import chain

ROOT = Path(__file__).parents[2]
MARK = "stranger"
"""In each text, to see that it was printed at all."""
TEXTS = {
    "a colour": f"\x1b[31m{MARK}\x1b[8m",
    "another title": f"\x1b]0;{MARK}\x07",
    "a link": f"\x1b]8;;http://x.test\x1b\\{MARK}\x1b]8;;\x1b\\",
    "a device": f"\x1bP1$r{MARK}\x1b\\",
    "eight bits": f"\x9b2J{MARK}\x9d0;x\x9c",
    "back": f"{MARK}\b\b\b\x7f",
    "the line again": f"{MARK}\rreferee: all is well",
    "another line": f"{MARK}\nFORGED: identical\n::error::FORGED\x0b\x0c\x85",
    "other lines": f"{MARK}\u2028FORGED\u2029FORGED",
    "turned": f"\u202e{MARK}\u202c \u2066x\u2069 \u200f\u061c",
    "unseen": f"\u200b{MARK}\u200d\u2060\ufeff\u00ad\u3164\u034f",
    "tags": f"{MARK}\U000e0041\U000e007f",
    "nothing": f"{MARK}\x00",
    "half a pair": f"{MARK}\ud800",
    "markup": f"</script><img src=x onerror=window.hit=1>{MARK}<!--",
    "a formula": f"=cmd|' /C calc'!A0 {MARK}",
    "a command": f"::set-output name=x::{MARK} ##[add-mask]x %0A::error::FORGED",
}
EVERY = " ".join(TEXTS.values())
IN_UTF8 = " ".join(text for name, text in TEXTS.items() if name != "half a pair")
IN_A_NAME = re.sub("[/\0,]", "_", re.sub("\ud800", "", " ".join([*TEXTS.values()][:13])))[:120]
"""What may be the name of a file."""

_OWN = re.compile(rb"\x1b\[([123]|22|23|3[1236]|39)m")
_UNSEEN = set("\u3164\u034f\u2028\u2029")


def wrong_bytes(printed: bytes) -> str:
    """What of it must not get to a terminal; empty where nothing is."""
    text = _OWN.sub(b"", printed).decode("utf-8")
    for line in text.split("\n"):
        if line.startswith(("FORGED", "::error::FORGED", "::set-output")):
            return f"a line of a stranger's own: {line!r}"
        for character in line:
            if character in _UNSEEN or unicodedata.category(character) in ("Cc", "Cf", "Cs", "Cn", "Co"):
                return f"{character!a} in {line!r}"
    return ""


def in_toml(text: str) -> str:
    return msgspec.json.encode(text).decode().replace("\x7f", "\\u007f")


def hostile_game(folder: Path, text: str = IN_UTF8) -> Path:
    """A game like Escalation, in which a stranger wrote titles, clauses and readings."""
    home = folder / "strange"
    shutil.copytree(ROOT / "referee/games/escalation", home, ignore=shutil.ignore_patterns("__pycache__"))
    rules = (home / "rules.py").read_text(encoding="utf-8")
    rules = rules.replace('name = "escalation"', 'name = "strange"')
    rules = rules.replace('title = "Escalation"', f"title = {text!a}")
    (home / "rules.py").write_text(rules, encoding="utf-8")
    inline = re.sub("[\0\n\r\v\f\x85\u2028\u2029.*`#|]", "", text)
    book = (home / "rulebook.md").read_text(encoding="utf-8")
    book = book.replace("# Escalation", f"# {inline}", 1).replace("X-1 Deal.", f"X-1 Deal {inline}.", 1)
    (home / "rulebook.md").write_bytes(book.replace("The *dealer* shuffles", f"{inline} The dealer shuffles").encode())
    readings = (home / "readings.toml").read_text(encoding="utf-8")
    told = in_toml(text)
    readings = readings.replace('"Is a 2 or 3 a possible lead, and what total does it then make?"', told)
    readings = readings.replace('"It may be led and makes the total 0."', told)
    (home / "readings.toml").write_text(readings, encoding="utf-8")
    return home


BOT = """\
from referee.bot import Bot
TEXT = {text}
class Stranger(Bot):
    asked = 0
    def answer(self, view, ask):
        self.note(TEXT)
        {loud}
        self.asked += 1
        if self.asked > 3:
            {end}
        return next(ask.options())
"""


def hostile_bots(folder: Path, text: str = EVERY) -> dict[str, Path]:
    """Bots that say it in notes, and end by an error or an answer that says it as well; one says it on its output,
    which is that of the referee where the bot is in its process."""
    folder.mkdir()
    found = {}
    loud = 'print(TEXT.encode("utf-8", "replace").decode())'
    for name, end, output in (
        ("crash", "raise ValueError(TEXT)", "pass"),
        ("answer", "return TEXT", "pass"),
        ("loud", "raise ValueError(TEXT)", loud),
        (IN_A_NAME, "pass", "pass"),
    ):
        found[name] = folder / f"{name}.py"
        found[name].write_text(BOT.format(text=ascii(text), end=end, loud=output), encoding="utf-8")
    return found


def changed_record(content: bytes, change: Callable[[list[dict[str, Any]]], None]) -> bytes:
    """A record with something changed, its chain mended."""
    lines = [msgspec.json.decode(line) for line in content.splitlines()]
    for line in lines:
        line.pop("#")
    change(lines)
    return chain([msgspec.json.encode(line) for line in lines])


def hostile_record(content: bytes, text: str = IN_UTF8) -> bytes:
    """The same match, of players with such names, one of whom notes it with each answer."""

    def change(lines: list[dict[str, Any]]) -> None:
        lines[0]["seats"] = [f"{text} {seat}" for seat in range(len(lines[0]["seats"]))]
        lines[0]["isolation"] = [text for _ in lines[0]["seats"]]
        for line in lines[1:-1]:
            line["did"] = [
                each
                for entry in line["did"]
                for each in ([["noted", entry[1], text], entry] if entry[0] == "answer" else [entry])
            ]

    return changed_record(content, change)


def hostile_results(results: Path, text: str = IN_UTF8) -> None:
    """Give every entrant such a name, and the tournament, in results that were played."""
    with closing(sqlite3.connect(results)) as base:
        (about,) = base.execute("SELECT value FROM meta WHERE key = 'definition'").fetchone()
        about = msgspec.json.decode(about)
        about["name"] = text
        for number, each in enumerate(about["entrants"]):
            each["name"] = f"{text} {number}"
            each["author"] = text
            each["isolation"] = text
        base.execute("UPDATE meta SET value = ? WHERE key = 'definition'", (msgspec.json.encode(about).decode(),))
        base.commit()
