"""What docs/env.md shows is run as it stands there, with fewer tables and steps."""

from __future__ import annotations

import pytest

from tests.pages import DOCS, Example, blocks

FEWER = {"1024": "8", "range(1000)": "range(10)", "path/to/kuhn": "tests/env/games/kuhn"}
EXAMPLES = blocks(DOCS / "env.md")


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 3


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::SyntaxWarning")
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_an_example_runs(example: Example) -> None:
    text = example.text
    for word, other in FEWER.items():
        text = text.replace(word, other)
    there: dict[str, object] = {}
    exec(compile(text, str(example), "exec"), there)
    if "solver" in there:
        assert hasattr(there["solver"], "evaluate_and_update_policy")
    elif "VecEnv" in there:
        assert (there["env"].turns > 0).any()  # type: ignore[attr-defined]
    else:
        assert there["env"].done  # type: ignore[attr-defined]
