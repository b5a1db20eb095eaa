"""The documents build as a site, without a warning."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_site_builds_without_a_warning(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    said = [line for line in done.stderr.splitlines() if line.startswith(("WARNING", "ERROR"))]
    assert done.returncode == 0, done.stderr
    assert said == []
    reference = (tmp_path / "reference.html").read_text(encoding="utf-8")
    for name in ("run_tournament", "terminates", "Parameter", "Verdict", "Standings"):
        assert f'"{name}"' in reference or f".{name}" in reference, f"{name} is not in the reference"
    for page in tmp_path.rglob("*.html"):
        asked = re.findall(
            r"""<(?:script|link|img|iframe)[^>]+(?:src|href)=["']?(?:https?:)?//[^>]*""", page.read_text()
        )
        assert [each for each in asked if "canonical" not in each] == [], "the site asks nobody for anything"
    named = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    missing = [each.name for each in (ROOT / "docs").rglob("*.md") if each.name not in named]
    assert missing == [], "documents that the site does not name"
