"""The page of ``referee ask``: answers that are chosen make a command, and the command keeps them."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from tests.report.browser import HOSTILE, judge

LOVE_LETTER = Path("tests/games/games/love_letter").resolve()
GAME = "mine/games/love_letter"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Another project than the one in which one stands."""
    for each in (tmp_path, tmp_path / "mine"):
        (each / "properties").mkdir(parents=True)
    shutil.copytree(LOVE_LETTER, tmp_path / GAME)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ask(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, ["ask", GAME, "--effort", "0.1", "--players", "2-3", *words], prog_name="referee")
    assert done.exit_code == code, done.output
    return done.stdout


def test_what_is_chosen_is_a_command_that_keeps_it(project: Path, open_page) -> None:
    assert "page      asked.html\n" in ask("--html", "asked.html")
    for width, scheme in ((1280, "light"), (390, "dark")):
        with open_page(project / "asked.html", width=width, scheme=scheme) as page:
            judge(page)
            assert page.locator("#given").is_hidden()
            ids = [each.get_attribute("id") for each in page.locator("article").all()]
            page.check(f"#{ids[0]} input[value=right]")
            page.check(f"#{ids[1]} input[value=impossible]")
            page.check(f"#{ids[2]} input[value=wrong]")
            page.check(f"#{ids[2]} input[value='']")
            command = page.locator("[data-command]").inner_text()
            page.click(f"#{ids[0]} [data-witness]")
            assert page.locator("#stage").is_visible()
            assert page.locator("#viewer .seat").count() >= 2
            judge(page)
    words = shlex.split(command.replace("\\\n", " "))
    assert words[:5] == ["referee", "ask", GAME, "--players", "2-3"]
    done = CliRunner().invoke(main, words[1:], prog_name="referee")
    assert done.exit_code == 0, done.output
    (kept,) = (project / "mine" / "properties").glob("*.asked.toml")
    assert kept.read_text().count("[[answer]]") == 2
    # What the rules do not keep stands first in the next page; what is answered is in it no more.
    ask("--html", "next.html", code=1)
    told = (project / "next.html").read_text()
    assert "it is answered &#39;impossible&#39;, and play comes to it" in told.split('id="questions"', 1)[0]
    assert f'id="{ids[0]}"' not in told
    assert f'id="{ids[2]}"' in told


def test_text_of_a_rulebook_is_text(project: Path, open_page) -> None:
    from tests.ask.test_ask import DEFECTS, RULEBOOK, RULES

    folder = project / "hostile"
    folder.mkdir()
    (folder / "rules.py").write_text(RULES.replace(*DEFECTS["tie"][0]).replace('"Pots"', f'"Pots {HOSTILE}"'))
    (folder / "rulebook.md").write_text(RULEBOOK.replace("The best hand", f"The best {HOSTILE} hand"))
    done = CliRunner().invoke(main, ["ask", str(folder), "--effort", "0.2", "--html", "asked.html"])
    assert done.exit_code == 0, done.output
    with open_page(project / "asked.html") as page:
        assert HOSTILE in page.inner_text("h1")
        assert page.locator("article").count()
