"""The pytest plugin: ``pytest properties/`` plays a game's rules and holds its properties against them.

pytest loads this module in every project where referee is installed. It looks at nothing but Python files in
folders called ``properties`` that import ``referee.verify``, and loads the rest of referee when there is one.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

_IMPORTS = re.compile(r"^\s*(from|import)\s+referee\.verify\b", re.MULTILINE)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix != ".py" or file_path.parent.name != "properties" or file_path.name[0] in "_.":
        return None
    try:
        if not _IMPORTS.search(file_path.read_text(encoding="utf-8", errors="replace")):
            return None
    except OSError:
        return None
    from referee.verify.pytest_items import PropertiesFile

    found: pytest.Collector = PropertiesFile.from_parent(parent, path=file_path)
    return found
