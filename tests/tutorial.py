"""The tutorial is played: ``python -m tests.tutorial`` writes what its commands say into docs/tutorial.md.

A fenced block ``console`` holds commands after ``$`` and what they print; a line ``…`` stands for any lines. A block
``diff`` changes a file: its first line is ``--- FILE``. Everything happens in one empty folder.
"""

from __future__ import annotations

import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path

from click.testing import CliRunner

from referee.cli import main
from tests.tiny import forget_imported

TUTORIAL = Path(__file__).resolve().parent.parent / "docs" / "tutorial.md"
FENCE = re.compile(r"^```(console|diff)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OFTEN = re.compile(r"in \d+ of \d+ real deals played at random: [\d.]+ % to [\d.]+ % \(95 %\)")
MANY = "…"


def command(line: str) -> tuple[str, int]:
    """What a command of the shell prints, and its exit code. Times are left out; checks stay in this process."""
    words = shlex.split(line)
    if words[0] == "cd":
        os.chdir(words[1])
        return "", 0
    assert words[0] == "referee", line
    arguments = words[1:] + (["--jobs", "1"] if words[1] == "check" else [])
    forget_imported()
    result = CliRunner().invoke(main, arguments)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return timeless(result.output), result.exit_code


def timeless(text: str) -> str:
    """Without what differs from run to run: seconds, and progress."""
    lines = [line for line in text.splitlines() if not re.match(r"referee: \d+ of \d+ ", line)]
    told = "\n".join(line.rstrip() for line in lines)
    return re.sub(r"(?<=[; ])\d+\.\d(?= s$|$)", "0.0", told, flags=re.MULTILINE).strip("\n")


def change(block: str) -> None:
    """Apply a block ``diff``."""
    first, _, rest = block.partition("\n")
    path = Path(first.removeprefix("--- "))
    lines = rest.rstrip("\n").split("\n")
    old = "\n".join(line[1:] for line in lines if not line.startswith("+"))
    new = "\n".join(line[1:] for line in lines if not line.startswith("-"))
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path} has this {text.count(old)} times:\n{old}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def told(block: str) -> Iterator[tuple[str, str]]:
    """The commands of a block, each with what the tutorial says that it prints."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, _, output = part.partition("\n")
        yield line, output.strip("\n")


def agrees(said: str, output: str) -> bool:
    """Whether a text is as said, of which a line … stands for any number of lines. How often something was met may
    differ: it changes with the order in which the fuzzer draws."""
    said, output = (OFTEN.sub("in some real deals", text) for text in (said, output))
    parts = [re.escape(part.strip("\n")) for part in re.split(rf"^{MANY}$", said, flags=re.MULTILINE)]
    return re.fullmatch(r"(?:.*\n)?".join(parts), output, flags=re.DOTALL) is not None or (
        re.fullmatch(r".*".join(parts), output, flags=re.DOTALL) is not None
    )


def kept(said: str, output: str) -> str:
    """The output, cut as it was cut before: of what was elided the lines around are kept by their number."""
    if MANY not in said.split("\n"):
        return output
    parts = [
        part.strip("\n").split("\n") if part.strip("\n") else [] for part in re.split(rf"^{MANY}$", said, flags=re.M)
    ]
    lines, shown, at = output.split("\n"), [], 0
    for number, part in enumerate(parts):
        if number == len(parts) - 1:
            at = max(at, len(lines) - len(part))
        elif number and part:
            at = next((each for each in range(at, len(lines)) if lines[each] == part[0]), at)
        shown += ([MANY] if number else []) + lines[at : at + len(part)]
        at += len(part)
    return "\n".join(shown)


def main_() -> None:
    """Write the outputs anew."""
    text = TUTORIAL.read_text(encoding="utf-8")
    os.environ["COLUMNS"] = "80"

    def written(found: re.Match[str]) -> str:
        kind, block = found.groups()
        if kind == "diff":
            change(block)
            return found[0]
        parts = []
        for line, said in told(block):
            output = kept(said, command(line)[0])
            parts.append(f"$ {line}\n{output}\n" if output else f"$ {line}\n")
        return f"```{kind}\n{''.join(parts)}```"

    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        again = FENCE.sub(written, text)
        os.chdir("/")
    TUTORIAL.write_text(again, encoding="utf-8")


if __name__ == "__main__":
    main_()
