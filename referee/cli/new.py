"""``referee new``: a rule author's project, with a tiny game that already checks and plays."""

from __future__ import annotations

import keyword
import re
import shutil
import tempfile
from pathlib import Path

import click

from referee import __version__
from referee.cli.terminal import complain, say
from referee.cli.values import TEXT, brief
from referee.games.registry import games
from referee.kernel.errors import BadInput

TEMPLATE = Path(__file__).with_name("project")
SUFFIX = ".j2"
DOT = "dot_"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST = 40


@click.command()
@click.argument("name", type=TEXT)
def command(name: str) -> int:
    """Make the folder NAME: the project of a rule author, with a tiny game that already checks and plays.

    It has the game (rules, rulebook, one ambiguous point with its readings), properties, worked examples, a bot, a
    tournament, a test, and a workflow for CI. NAME is of small letters and digits, with hyphens between words.
    """
    check_name(name)
    home = Path(name)
    files = rendered(name)
    write_project(home, files)
    say(f"{name}/ has {len(files)} files. Go on with")
    say(f"  cd {name}")
    for line in (
        f"referee check {name}",
        f"referee play {name} --seats human,careful,random",
        "referee tournament run tournaments/quickstart.toml",
        "pytest",
    ):
        say(f"  {line}")
    say("README.md says what lies where.")
    return 0


def check_name(name: str) -> None:
    """BadInput where the name cannot be a game's, or something of it is there already."""
    if not NAME.fullmatch(name):
        raise BadInput(
            f"{brief(name)} cannot be the name of a game: small letters and digits, with hyphens between words "
            "(my-game)"
        )
    if len(name) > LONGEST:
        raise BadInput(f"{brief(name)} is too long for the name of a game: {LONGEST} characters at most")
    if keyword.iskeyword(name.replace("-", "_")):
        raise BadInput(f"{name!r} is a word of Python, and its folder could not be imported: choose another name")
    if Path(name).exists() or Path(name).is_symlink():
        raise BadInput(f"there is a file or folder {name} here already: choose another name, or another place")
    if name in {entry.name for entry in games(Path.cwd())}:
        raise BadInput(f"there is a game {name!r} already ('referee games' lists them): choose another name")


def rendered(name: str) -> dict[Path, str]:
    """The files of a project by their paths in it."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(
        variable_start_string="@{",
        variable_end_string="}",
        block_start_string="@%",
        block_end_string="%@",
        comment_start_string="@#",
        comment_end_string="#@",
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    words = name.split("-")
    folder = name.replace("-", "_")
    variables = {
        "name": name,
        "folder": folder,
        "title": " ".join(words).capitalize(),
        "class_name": "".join(word.capitalize() for word in words),
        "prefix": "".join(word[0] for word in words if word[0].isalpha()).upper(),
        "version": __version__,
    }
    found: dict[Path, str] = {}
    for path in sorted(TEMPLATE.rglob(f"*{SUFFIX}")):
        parts = [
            part.replace(DOT, ".", 1) if part.startswith(DOT) else part for part in path.relative_to(TEMPLATE).parts
        ]
        target = Path(*parts[:-1], parts[-1].removesuffix(SUFFIX))
        target = Path(str(target).replace("FOLDER", folder).replace("NAME", name))
        found[target] = environment.from_string(path.read_text(encoding="utf-8")).render(variables)
    return found


def write_project(home: Path, files: dict[Path, str]) -> None:
    """Whole or not at all; BadInput where it cannot be written."""
    draft: Path | None = None
    try:
        draft = Path(tempfile.mkdtemp(prefix=f".{home.name}.", dir=home.parent))
        for path, text in files.items():
            (draft / path).parent.mkdir(parents=True, exist_ok=True)
            (draft / path).write_text(text, encoding="utf-8", newline="\n")
        draft.chmod(0o755)
        draft.rename(home)
    except OSError as error:
        raise BadInput(f"cannot write {home}: {error.strerror}") from None
    finally:
        if draft is not None and draft.exists():
            shutil.rmtree(draft, ignore_errors=True)
            if draft.exists():
                complain(f"{draft} is left over and can be deleted")
