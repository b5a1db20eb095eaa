"""The documents build as a site, without a warning."""

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
    assert "run_tournament" in (tmp_path / "reference.html").read_text(encoding="utf-8")
    named = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    missing = [each.name for each in (ROOT / "docs").rglob("*.md") if each.name not in named]
    assert missing == [], "documents that the site does not name"
