"""What a kept verdict rests on. Apart from the tests of keeping, as a module that asks for others is not kept."""

from __future__ import annotations

import sys
from pathlib import Path

from referee.games.escalation.rules import Escalation
from referee.verify.kept import memory
from referee.verify.methods import Question
from referee.verify.properties import always


@always("X-1")
def nobody_has_lost_much(t):
    """Any claim."""
    return t.taken[t.mover].size <= 40


def test_what_is_kept_rests_on_all_text_that_proves():
    sources = memory._sources(Question(Escalation(2), (nobody_has_lost_much.__property__,)))
    parts = ("kernel", "meaning", "native", "play", "record", "verify")
    proving = [
        sys.modules[name] for name in sorted(sys.modules) if name.startswith(tuple(f"referee.{p}." for p in parts))
    ]
    missing = [each.__name__ for each in proving if Path(str(each.__file__)) not in sources]
    assert len(proving) > 200
    assert not missing
